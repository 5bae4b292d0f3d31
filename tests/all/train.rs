//! `mekong train` from the games to the network.

use std::path::Path;
use std::process::{Command, Output};

use mekong::eval::network::Network;

fn mekong(folder: &Path, arguments: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_mekong"))
        .args(arguments.split(' '))
        .current_dir(folder)
        .output()
        .unwrap()
}

fn errors(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(2));
    let text = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
    text
}

#[test]
fn games_become_a_network_also_with_an_interruption() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &str| {
        let output = mekong(folder.path(), arguments);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    let bytes = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    run("tables build --men 3 --out t");
    run("datagen --variant makruk --positions 400 --nodes 20 --seed 3 --tables t --out games");
    std::fs::write(folder.path().join("s.toml"), "epochs = 2\nbatch = 64\nheld_out = 0.4").unwrap();
    let log = run("train --data games --tables t --out a --config s.toml");
    assert!(log.contains("to learn from") && log.contains("epoch 2/2: loss 0."), "{log}");
    assert!(log.contains("rounded 0.") && log.contains("30-32 men 0."), "{log}");
    assert!(Network::from_bytes(&bytes("a")).is_ok());
    assert!(bytes("a.svg").starts_with(b"<svg"));
    // The run is over: going on writes the same network.
    run("train --data games --tables t --out b --resume a.checkpoint --threads 1");
    assert!(bytes("a") == bytes("b"));
    run("train --data games --tables t --out d --start a --epochs 1 --batch 64");
    assert!(bytes("a") != bytes("d"));

    // What its scores meant.
    let fitted = run("data wdl games --plot w.svg");
    assert!(fitted.contains("half:") && fitted.contains("wins expected"), "{fitted}");
    assert!(bytes("w.svg").starts_with(b"<svg"));

    let fails = |arguments: &str| errors(&mekong(folder.path(), arguments));
    run("datagen --variant makruk --positions 100 --nodes 20 --seed 4 --tables t --out others");
    let error = fails("train --data others --tables t --out c --resume a.checkpoint");
    assert!(error.contains("other data"), "{error}");
    assert!(fails("train --data a --tables t --out c").contains("not a file of Mekong games"));
    assert!(fails("train --data games --out no/c").contains("no/c"));
    assert!(fails("train --data games --out c --lambda 2").contains("'lambda' must be 0 to 1"));
    assert!(fails("train --data games --out c --resume a").contains("not a checkpoint"));
    std::fs::write(folder.path().join("d.toml"), "epoch = 3").unwrap();
    assert!(fails("train --data games --out c --config d.toml").contains("unknown field"));
}
