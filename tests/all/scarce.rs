//! Memory, threads and disks that are full: done with less, or refused in words.
#![cfg(target_os = "linux")]

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use mekong::endgame::{TableId, Tables};

/// Runs the program in `folder` after the shell has done `limits`.
fn run(limits: &str, folder: &Path, arguments: &str, input: &str) -> Output {
    let program = env!("CARGO_BIN_EXE_mekong");
    let mut child = Command::new("sh")
        .arg("-c")
        .arg(format!("{limits} && exec {program} {arguments}"))
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

/// Runs the program in `folder` with so many kilobytes of address space.
fn limited(kilobytes: usize, folder: &Path, arguments: &str, input: &str) -> Output {
    run(&format!("ulimit -v {kilobytes}"), folder, arguments, input)
}

/// Runs the program where a file can't become larger than so many bytes, as on a full disk.
fn with_small_files(bytes: u64, folder: &Path, arguments: &str) -> Output {
    // Counted in blocks of 512 bytes by POSIX, of 1024 by some shells.
    let blocks = bytes / 1024;
    run(&format!("trap '' XFSZ; ulimit -f {blocks}"), folder, arguments, "")
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

/// As many threads search as the system gives, and it is said how many.
#[test]
fn fewer_threads_search_where_memory_is_short() {
    let folder = tempfile::tempdir().unwrap();
    let session = "setoption name Threads value 64\nisready\ngo depth 6\ngo nodes 20000\n";
    for kilobytes in [200_000, 400_000, 1_000_000] {
        let output = limited(kilobytes, folder.path(), "", session);
        assert!(is_done(&output, "the engine"), "{kilobytes}: {output:?}");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(text.contains("info string the system has no 64 threads"), "{text}");
        assert_eq!(text.lines().filter(|line| line.starts_with("bestmove")).count(), 2, "{text}");
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
        "tables build --men 5 --out t KRNMK --threads 1",
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

/// What was written before is whole, and what is asked for later is there as if nothing had happened.
#[test]
fn a_disk_that_fills_up_loses_no_game() {
    let folder = tempfile::tempdir().unwrap();
    let datagen = "datagen --variant makruk --nodes 20 --max-plies 40 --threads 2 --positions";
    let output = with_small_files(8_192, folder.path(), &format!("{datagen} 100000 --out g"));
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.starts_with("mekong: g: ") && errors.lines().count() == 1, "{errors}");
    // No room for the header: nothing is left.
    let output = with_small_files(0, folder.path(), &format!("{datagen} 100 --out none"));
    assert_eq!(output.status.code(), Some(2));
    assert!(!folder.path().join("none").exists());
    let run = |arguments: &str| limited(4_000_000, folder.path(), arguments, "");
    let output = run("data stats g");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    for (file, resume) in [("g", " --resume"), ("whole", "")] {
        let output = run(&format!("{datagen} 3000 --out {file}{resume}"));
        assert_eq!(output.status.code(), Some(0), "{output:?}");
    }
    let games = |file: &str| {
        let path = folder.path().join(file);
        let reader = mekong::learn::record::Reader::open(&path).unwrap();
        reader.map(Result::unwrap).collect::<Vec<_>>()
    };
    let (resumed, whole) = (games("g"), games("whole"));
    let both = resumed.len().min(whole.len());
    assert!(both > 10);
    assert_eq!(resumed[..both], whole[..both]);

    let output = with_small_files(2_048, folder.path(), "tables build --men 3 --out t");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    let built = std::fs::read_dir(folder.path().join("t")).unwrap();
    for file in built.map(|entry| entry.unwrap().path()) {
        assert_eq!(file.extension().and_then(|name| name.to_str()), Some("mket"), "{file:?}");
    }
    assert_eq!(run("tables build --men 3 --out t").status.code(), Some(0));
}

#[test]
fn killing_loses_the_last_games_only() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let command = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_mekong"));
        command.args(["datagen", "--variant", "karouk", "--nodes", "20", "--max-plies", "40"]);
        command.arg("--out").arg(&path).stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    let mut child = command().args(["--positions", "100000000"]).spawn().unwrap();
    let length = || std::fs::metadata(&path).map_or(0, |file| file.len());
    let begun = std::time::Instant::now();
    while length() < 1_000 {
        assert!(begun.elapsed() < crate::common::engine::PATIENCE, "nothing is written");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let reader = mekong::learn::record::Reader::open(&path).unwrap();
    let games = reader.map(Result::unwrap).count();
    assert!(games >= 64);
    let status = command().args(["--positions", "1", "--resume"]).status().unwrap();
    assert!(status.success());
}
