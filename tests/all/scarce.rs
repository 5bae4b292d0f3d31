//! Memory, threads and disks that are full: done with less, or refused in words.
#![cfg(target_os = "linux")]

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use mekong::endgame::{TableId, Tables};

/// Runs the program in `folder` with so many kilobytes of address space.
fn limited(kilobytes: usize, folder: &Path, arguments: &str, input: &str) -> Output {
    let program = env!("CARGO_BIN_EXE_mekong");
    let mut child = Command::new("sh")
        .arg("-c")
        .arg(format!("ulimit -v {kilobytes} && exec {program} {arguments}"))
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a shell");
    // A program that refuses to work does not read.
    let _ = child.stdin.take().expect("piped").write_all(input.as_bytes());
    child.wait_with_output().expect("the child is ours")
}

/// Nothing panics or aborts: the work is done, or it is said why not.
#[track_caller]
fn is_done(output: &Output, what: &str) -> bool {
    let errors = String::from_utf8_lossy(&output.stderr);
    match output.status.code() {
        Some(0) => true,
        Some(2) => {
            let last = errors.lines().last().unwrap_or_default();
            let is_told = last.starts_with("mekong: ")
                && (last.contains("memory") || last.contains("cannot start a thread"));
            assert!(is_told, "{what}: {errors}");
            false
        }
        _ => panic!("{what}: {}: {errors}", output.status),
    }
}

#[test]
fn a_game_is_played_with_little_memory() {
    let folder = tempfile::tempdir().unwrap();
    let session = "uci\nsetoption name Hash value 4096\nisready\ngo depth 7\n\
                   position fen 8/8/8/P7/3k4/8/8/KR6 w - - 0 1\ngo depth 7\n\
                   setoption name EvalFile value none\nposition startpos\nperft 3\n";
    for kilobytes in [100_000, 130_000, 200_000, 400_000] {
        let output = limited(kilobytes, folder.path(), "", session);
        assert!(is_done(&output, "the engine"), "{kilobytes}: {output:?}");
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(text.lines().filter(|line| line.starts_with("bestmove")).count(), 2, "{text}");
        assert!(text.contains("a hash table of 4096 MB does not fit into memory"), "{text}");
        assert!(text.contains("Nodes searched: 12012"), "{text}");
    }
    // Where there is not even a thread.
    for kilobytes in [45_000, 60_000] {
        let output = limited(kilobytes, folder.path(), "", session);
        assert!(!is_done(&output, "the engine"), "{kilobytes}: {output:?}");
    }
}

#[test]
fn a_folder_of_tables_with_little_memory() {
    let folder = tempfile::tempdir().unwrap();
    let id = TableId::all(5).into_iter().find(|id| id.to_string() == "KMMMK").unwrap();
    let mut tables = Tables::embedded();
    tables.build(&id, 2, &|_, _| {}).unwrap();
    tables.save(&id, folder.path(), 1, 2).unwrap();
    let session = "setoption name TablePath value .\nisready\n\
                   position fen 8/8/3k4/8/8/8/MMM5/K7 w - - 0 1\ngo depth 7\n";
    for kilobytes in [100_000, 120_000, 200_000] {
        let output = limited(kilobytes, folder.path(), "uci", session);
        assert!(is_done(&output, "the engine"), "{kilobytes}: {output:?}");
        assert!(String::from_utf8_lossy(&output.stdout).contains("\nbestmove "), "{output:?}");
    }
}

#[test]
fn more_threads_than_can_be_had() {
    let folder = tempfile::tempdir().unwrap();
    let position = mekong::rules::Variant::ALL[0].start;
    std::fs::write(folder.path().join("openings"), format!("{position}\n")).unwrap();
    let commands = [
        "tables build --men 3 --threads 1024 --out t",
        "datagen --variant makruk --positions 20 --nodes 50 --threads 200 --out g --resume",
        "perft 4 --threads 1024",
        "match --variant makruk --openings openings --games 2 --nodes 50 --threads 1000",
        "tables verify t --threads 1024",
    ];
    for kilobytes in [60_000, 100_000, 200_000, 500_000] {
        for command in commands {
            let done = is_done(&limited(kilobytes, folder.path(), command, ""), command);
            assert!(done || kilobytes < 200_000, "{kilobytes} {command}");
        }
    }
}

#[test]
fn what_takes_all_memory_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for command in [
        "perft 4 --hash 1000000000",
        "perft 4 --hash 4000",
        "tables build --men 5 --out t KRRRK --threads 1",
    ] {
        let output = limited(200_000, folder.path(), command, "");
        assert!(!is_done(&output, command), "{command}");
    }
}

/// A device that is always full.
#[test]
fn a_full_disk_is_told() {
    let full = Path::new("/dev/full");
    if !full.exists() {
        return;
    }
    for arguments in [&["perft", "2"][..], &["bench"], &["--help"]] {
        let output = Command::new(env!("CARGO_BIN_EXE_mekong"))
            .args(arguments)
            .stdout(std::fs::File::options().write(true).open(full).unwrap())
            .stderr(Stdio::piped())
            .output()
            .unwrap();
        assert_ne!(output.status.code(), Some(101), "{arguments:?}: {output:?}");
    }
}
