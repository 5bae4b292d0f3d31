//! The command line as a user meets it: output, exit codes, one line for every mistake.

use std::process::{Command, Output, Stdio};

use mekong::rules::Variant;

fn mekong(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_mekong"))
        .args(arguments)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::null())
        .output()
        .expect("the program starts")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

#[test]
fn perft_counts() {
    let output = mekong(&["perft", "3"]);
    assert_eq!(output.status.code(), Some(0));
    let text = stdout(&output);
    let lines: Vec<&str> = text.lines().collect();
    let [nodes, seconds, speed] = lines[..] else { panic!("{text}") };
    assert_eq!(nodes, "Nodes searched: 12012");
    assert!(seconds.starts_with("Seconds: ") && speed.starts_with("Nodes/s: "), "{text}");
}

#[test]
fn perft_divides_with_threads_and_hash() {
    let fen = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w DEde - 0 1";
    let plain = ["perft", "4", "--variant", "ouk", "--fen", fen, "--divide"];
    let moves = |more: &[&str]| {
        let text = stdout(&mekong(&[&plain, more].concat()));
        let moves: Vec<String> =
            text.lines().take_while(|line| !line.is_empty()).map(String::from).collect();
        assert!(text.contains("\nNodes searched: 361719\n"), "{text}");
        moves
    };
    let expected = moves(&[]);
    assert_eq!(expected.len(), 25);
    assert!(expected.iter().any(|line| line.starts_with("d1b2: ")));
    assert_eq!(moves(&["--threads", "3"]), expected);
    assert_eq!(moves(&["--threads", "2", "--hash", "1"]), expected);
}

#[test]
fn suites_are_checked() {
    let suites = Variant::ALL.map(|variant| format!("perft/{variant}.epd"));
    let suites = suites.each_ref().map(String::as_str);
    let limit = ["--max-nodes", "20000", "--threads", "2", "--hash", "4"];
    let output = mekong(&[&["perft", "--suite"], &suites[..], &limit].concat());
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains(" above --max-nodes left out)"), "{text}");
    assert!(text.ends_with("All counts are right\n"), "{text}");
}

#[test]
fn a_wrong_count_is_one_line_and_exit_code_1() {
    let start = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1";
    let suite = format!("{start} ;D1 23 ;D2 529\n{start} ;D1 23 ;D2 530 ;D3 7\n");
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("makruk.epd");
    std::fs::write(&path, suite).expect("a file");
    let output = mekong(&["perft", "--suite", path.to_str().expect("text")]);
    assert_eq!(output.status.code(), Some(1));
    let text = stdout(&output);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3, "{text}");
    let expected = format!("makruk.epd:2: depth 2 has 529, expected 530: {start}");
    assert!(lines[0].ends_with(&expected), "{text}");
    assert_eq!(lines[2], "1 of 2 positions are WRONG");
}

#[test]
fn tables_are_built_checked_and_asked() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("text");
    let tables = |arguments: &[&str]| {
        let output = mekong(&[&["tables"], arguments].concat());
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        stdout(&output)
    };
    let build = ["build", "--men", "3", "--threads", "2", "--out", path];
    let built = tables(&build);
    assert_eq!(built.lines().count(), 6, "{built}");
    assert!(built.contains("KRK: built in"), "{built}");
    // A damaged table is built again, the others are kept.
    std::fs::write(folder.path().join("KSK.mket"), "no table").expect("a file");
    let again = tables(&build);
    assert!(again.contains("KSK: built in") && again.matches("kept").count() == 5, "{again}");
    let verified = tables(&["verify", path]);
    assert!(verified.contains("KRK: 27352 entries\n"), "{verified}");
    assert!(verified.ends_with("All entries follow from their successors\n"), "{verified}");
    let one = folder.path().join("KSK.mket");
    assert_eq!(tables(&["verify", one.to_str().expect("text")]).lines().count(), 2);
    let stats = tables(&["stats", path]);
    assert!(stats.contains("| KRK | 100 % | 96.5 % (16) |"), "{stats}");
    let fen = "8/8/8/8/8/5K2/2R5/6k1 w - 32 27 100";
    let probed = tables(&["probe", fen, "--tables", path]);
    assert!(
        probed.starts_with("win, mate in 5 plies; pieces' honour, counted by Black: 14 of 16"),
        "{probed}"
    );
    let drawn = tables(&["probe", "8/8/8/8/8/5K2/2R5/6k1 w - 32 29 100", "--tables", path]);
    assert!(drawn.starts_with("draw; pieces' honour"), "{drawn}");
}

#[test]
fn mistakes_get_one_line_and_exit_code_2() {
    let table: [(&[&str], &str); 25] = [
        (&["perft"], "<DEPTH>"),
        (&["perft", "x"], "'x'"),
        (&["perft", "-1"], "-1"),
        (&["perft", "65"], "0..=64"),
        (&["perft", "3", "--variant", "chess"], "makruk, cambodian, karouk, makpong"),
        (&["perft", "3", "--fen", "8/8 w"], "2 ranks"),
        (&["perft", "3", "--fen", "a\nb"], "1 ranks"),
        (&["perft", "3", "--threads", "0"], "1..=1024"),
        (&["perft", "3", "--hash", "0"], "1..="),
        (&["perft", "3", "--hash", "4294967295"], "no memory"),
        (&["perft", "3", "--max-nodes", "3"], "--suite"),
        (&["perft", "3", "--suite", "perft/makruk.epd"], "cannot be used with"),
        (&["perft", "--suite", "perft/makruk.epd", "nowhere/karouk.epd"], "nowhere/karouk.epd"),
        (&["perft", "--suite", "Cargo.toml"], "the variant must be given"),
        (&["perft", "--suite", "Cargo.toml", "--variant", "makruk"], "Cargo.toml:1: "),
        (&["perft", "--suite", "perft", "--variant", "makruk"], "perft: cannot read"),
        (&["tables", "build", "--men", "6", "--out", "x"], "3..=5"),
        (&["tables", "build", "--out", "x", "KRKP"], "'KRKP' is no ending"),
        (&["tables", "build", "--men", "4", "--out", "Cargo.toml"], "Cargo.toml"),
        (&["tables", "verify", "nowhere"], "nowhere"),
        (&["tables", "stats", "src"], "src: no tables here"),
        (&["tables", "probe", "8/8 w"], "2 ranks"),
        (&["tables", "probe", "k7/8/8/8/8/8/P7/7K w", "--tables", "nowhere"], "nowhere"),
        (&["frobnicate"], "frobnicate"),
        (&["--frobnicate"], "--frobnicate"),
    ];
    for (arguments, part) in table {
        let output = mekong(arguments);
        let message = String::from_utf8(output.stderr.clone()).expect("text");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {message}");
        assert_eq!(message.lines().count(), 1, "{arguments:?}: {message}");
        assert!(message.starts_with("mekong: ") && message.contains(part), "{message}");
        assert_eq!(stdout(&output), "", "{arguments:?}");
    }
}

#[test]
fn help_and_version_are_no_mistakes() {
    for argument in ["--help", "--version"] {
        let output = mekong(&[argument]);
        assert_eq!(output.status.code(), Some(0));
        assert!(stdout(&output).to_lowercase().contains("mekong"));
    }
}

/// `mekong perft 2 --divide | head -1`.
#[test]
fn a_reader_that_stops_reading_is_no_mistake() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mekong"))
        .args(["perft", "5", "--divide"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(0));
    assert!(output.stderr.is_empty());
}

/// An engine that always moves like the other takes half of the points.
#[test]
fn matches_are_played_and_told() {
    let folder = tempfile::tempdir().unwrap();
    let openings = folder.path().join("openings.epd");
    std::fs::write(&openings, "# a comment\n\n8/2k5/8/3n4/3R4/5P2/2K5/8 w - - 0 1\n").unwrap();
    let pgn = folder.path().join("games.pgn");
    let [openings, pgn] = [openings, pgn].map(|path| path.to_str().unwrap().to_string());
    let plain = ["match", "--variant", "makruk", "--openings", &openings, "--nodes", "40"];
    let other = format!("cmd={}", env!("CARGO_BIN_EXE_mekong"));
    let more = ["--games", "2", "--pgn", &pgn, "--first", "hash=1", "--second"];
    let other = [&other, "option.Tables=true"];
    let output = mekong(&[&plain[..], &more, &other].concat());
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.starts_with("hash=1 against cmd="), "{text}");
    assert!(text.contains("\n2 games: "), "{text}");
    let games = std::fs::read_to_string(pgn).unwrap();
    assert_eq!(games.matches("[Variant \"makruk\"]").count(), 2, "{games}");

    // By clocks that nobody needs to look at.
    let clocks = ["--tc", "30+1", "--max-plies", "1", "--games", "2", "--second", other[0]];
    let text = stdout(&mekong(&[&plain[..5], &clocks].concat()));
    assert!(text.contains("default against cmd=") && text.contains("30+1 seconds"), "{text}");

    for (openings, wrong, part) in [
        ("Cargo.toml", ["--seed", "2"], "Cargo.toml: line 1: "),
        (&openings, ["--first", "hash=0"], "'hash=0': expected megabytes"),
        (&openings, ["--first", "lmr_base=999"], "lmr_base must be 0 to 200, not 999"),
        (&openings, ["--tc", "soon"], "seconds for the game"),
        (&openings, ["--games", "1"], "--games"),
    ] {
        let output = mekong(&[&plain[..3], &["--openings", openings], &wrong].concat());
        assert_eq!(output.status.code(), Some(2), "{wrong:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains(part), "{output:?}");
    }
}
