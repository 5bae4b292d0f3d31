//! What goes with the program: papers that must not fall behind it.

use std::process::Command;

use crate::common::file;

fn read(path: &str) -> String {
    std::fs::read_to_string(file(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[test]
fn every_crate_has_its_reason() {
    let manifest = read("Cargo.toml");
    let paper = read("docs/dependencies.md");
    let mut is_list = false;
    let mut crates = 0;
    for line in manifest.lines() {
        if line.starts_with('[') {
            is_list = line.contains("dependencies");
        } else if let Some((name, _)) = line.split_once('=').filter(|_| is_list) {
            assert!(paper.contains(&format!("| {} |", name.trim())), "{name} has no reason");
            crates += 1;
        }
    }
    assert!(crates > 10);
    let listed = paper.lines().filter(|line| line.starts_with("| ") && !line.contains("crate"));
    for name in listed.filter_map(|line| line.split('|').nth(1)) {
        let is_used = manifest.lines().any(|line| line.starts_with(&format!("{} =", name.trim())));
        assert!(is_used, "{name} is not used");
    }
}

#[test]
fn completions_and_manual_know_every_command() {
    let say = |arguments: &[&str]| {
        let program = env!("CARGO_BIN_EXE_mekong");
        let output = Command::new(program).args(arguments).output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let commands = ["perft", "bench", "datagen", "match", "data", "tables"];
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = say(&["completions", shell]);
        assert!(commands.iter().all(|command| script.contains(command)), "{shell}");
    }
    let page = say(&["manual"]);
    assert!(page.contains(".TH mekong 1"));
    let folder = tempfile::tempdir().unwrap();
    say(&["manual", "--out", folder.path().to_str().unwrap()]);
    for command in commands {
        assert!(page.contains(command), "{command}");
        assert!(folder.path().join(format!("mekong-{command}.1")).is_file(), "{command}");
    }
}

/// A user can find out about each option.
#[test]
fn every_option_is_in_the_readme() {
    let readme = read("README.md");
    for option in &mekong::engine::OPTIONS {
        assert!(readme.contains(&format!("`{}`", option.name)), "{}", option.name);
    }
}
