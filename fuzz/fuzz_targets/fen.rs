#![no_main]
libfuzzer_sys::fuzz_target!(|data: &[u8]| mekong_fuzz::fen(data));
