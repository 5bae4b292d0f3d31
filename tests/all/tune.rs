//! `mekong tune`: short runs, interrupted and gone on with.

use std::path::Path;
use std::process::{Command, Output};

fn tune(folder: &Path, arguments: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_mekong"))
        .arg("tune")
        .args(arguments.split(' '))
        .current_dir(folder)
        .output()
        .unwrap()
}

#[test]
fn a_run_that_was_torn_goes_on_as_if_it_had_not_been() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let start = "8/2k5/8/3n4/3R4/5P2/2K5/8 w - - 0 1\nrnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1\n";
    std::fs::write(at("makruk.epd"), start).unwrap();
    std::fs::write(at("ouk.epd"), "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 0 1\n")
        .unwrap();
    let run = "--openings makruk=makruk.epd cambodian=ouk.epd --params lmr_base rfp_margin \
               --iterations 4 --nodes 20 --hash 1 --rate 0.5 --seed 3 --out run";
    let output = tune(folder.path(), run);
    assert!(output.status.success(), "{output:?}");
    let told = String::from_utf8(output.stdout).unwrap();
    assert!(told.starts_with("4 of 4 iterations: lmr_base="), "{told}");
    let whole = std::fs::read_to_string(at("run")).unwrap();
    assert_eq!(whole.lines().count(), 2 + 5, "{whole}");
    assert!(std::fs::read(at("run.svg")).unwrap().starts_with(b"<svg"));

    // Torn in the last line but one; and threads change nothing.
    let cut = whole.trim_end().rfind('\n').unwrap() - 3;
    std::fs::write(at("run"), &whole[..cut]).unwrap();
    let output = tune(folder.path(), &format!("{run} --resume --threads 2"));
    assert!(output.status.success(), "{output:?}");
    assert_eq!(std::fs::read_to_string(at("run")).unwrap(), whole);

    for (arguments, part) in [
        (format!("{run} --resume --pairs 2"), "another run"),
        (run.replace("rfp_margin", "rfp_magic"), "no such number"),
        (run.replace("makruk.epd", "none.epd"), "none.epd"),
        (run.replace("makruk=", "chess="), "expected one of makruk"),
        (run.replace("--rate 0.5", "--rate 0"), "a number above 0"),
    ] {
        let output = tune(folder.path(), &arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(error.contains(part) && error.lines().count() == 1, "{error}");
        assert_eq!(std::fs::read_to_string(at("run")).unwrap(), whole, "{arguments}");
    }
}
