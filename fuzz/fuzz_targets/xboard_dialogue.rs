#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| mekong_fuzz::xboard_dialogue(data));
