//! Files of endgame tables: written and read, and what is no longer what was written refused.

use std::fs;
use std::path::Path;

use crate::common::men;
use mekong::board::{Colour, Square};
use mekong::endgame::{TableError, TableId, Tables};
use mekong::rules::{PositionBuilder, Variant};

/// The tables of three men and their files.
fn small(folder: &Path) -> Tables {
    let mut tables = Tables::default();
    for id in TableId::all(3) {
        tables.build(&id, 1, &|_, _| {}).expect("the smaller tables are there");
        tables.save(&id, folder, 3, 1).expect("the file is written");
    }
    tables
}

/// Why a folder's tables are refused, in one line that names the file.
fn refusal(folder: &Path) -> String {
    match Tables::open(folder) {
        Ok(tables) => panic!("accepted: {tables:?}"),
        Err(error) => {
            let line = error.to_string();
            assert!(line.contains(".mket") && !line.contains('\n'), "{line}");
            line
        }
    }
}

#[test]
fn files_say_what_was_built() {
    let folder = tempfile::tempdir().expect("a folder");
    let built = small(folder.path());
    let opened = Tables::open(folder.path()).expect("sound files");
    assert_eq!(opened.ids(), built.ids());
    let mut decided = 0;
    for square in 0..64 {
        let squares = [square, 28, 5].map(Square::from_index);
        for side in Colour::BOTH {
            let builder = PositionBuilder::new(Variant::ALL[0]).side(side);
            let builder = men("RKk").zip(squares).fold(builder, |b, (man, at)| b.piece(man, at));
            let Ok(position) = builder.build() else { continue };
            let outcome = opened.probe(&position);
            assert_eq!(outcome, built.probe(&position), "{}", position.fen());
            decided += u32::from(outcome.is_some());
        }
    }
    assert!(decided > 80, "{decided}");
    // A complete file is all that is left.
    let names = fs::read_dir(folder.path())
        .expect("the folder")
        .map(|entry| entry.expect("an entry").file_name().into_string().expect("text"));
    assert!(names.into_iter().all(|name| name.ends_with(".mket")));
}

#[test]
fn damaged_files_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    small(folder.path());
    let path = folder.path().join("KRK.mket");
    let sound = fs::read(&path).expect("the file");
    for at in (0..sound.len()).filter(|at| *at < 64 || at % 13 == 0) {
        let mut damaged = sound.clone();
        damaged[at] ^= 1 << (at % 8);
        fs::write(&path, &damaged).expect("a file");
        refusal(folder.path());
    }
    for len in (0..sound.len()).filter(|len| *len < 64 || len % 31 == 0) {
        fs::write(&path, &sound[..len]).expect("a file");
        refusal(folder.path());
    }
    let mut longer = sound.clone();
    longer.push(0);
    fs::write(&path, &longer).expect("a file");
    assert!(refusal(folder.path()).contains("bytes long instead of"));
    fs::write(&path, &sound).expect("a file");
    assert!(Tables::open(folder.path()).is_ok());
}

#[test]
fn files_of_other_kinds_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut tables = small(folder.path());
    let [krk, ksk] = ["KRK.mket", "KSK.mket"].map(|name| folder.path().join(name));
    let sound = fs::read(&krk).expect("the file");

    fs::write(&krk, "MKGAMES and so on").expect("a file");
    assert!(refusal(folder.path()).ends_with("not a table of Mekong's"));
    let mut newer = sound.clone();
    newer[7] += 1;
    fs::write(&krk, &newer).expect("a file");
    assert!(refusal(folder.path()).contains("version 3"));

    // Loaded by name, the table must be the one of the name.
    fs::write(&krk, &sound).expect("a file");
    fs::copy(&krk, &ksk).expect("a file");
    let id = TableId::all(3).into_iter().find(|id| id.file_name() == "KSK.mket").expect("KSK");
    let error = Tables::default().load(&id, folder.path()).expect_err("another table");
    assert!(error.to_string().contains("the table of KRK"), "{error}");

    // A table without those that it needs is of no use.
    let krmk = TableId::all(4).into_iter().find(|id| id.to_string() == "KRMK").expect("KRMK");
    let alone = tempfile::tempdir().expect("a folder");
    tables.build(&krmk, 2, &|_, _| {}).expect("the smaller tables are there");
    tables.save(&krmk, alone.path(), 1, 2).expect("the file is written");
    let missing = Tables::open(alone.path()).expect_err("smaller tables are missing");
    assert!(matches!(missing, TableError::Missing { .. }), "{missing}");
    assert!(Tables::default().build(&krmk, 1, &|_, _| {}).is_err());
    let empty = tempfile::tempdir().expect("a folder");
    assert!(matches!(Tables::open(empty.path()), Err(TableError::None { .. })));
}

/// A pipe in the folder is refused at once instead of waited for.
#[test]
#[cfg(unix)]
fn pipes_are_no_tables() {
    let folder = tempfile::tempdir().expect("a folder");
    small(folder.path());
    let pipe = folder.path().join("KSMK.mket");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo");
    assert!(made.success());
    assert!(refusal(folder.path()).ends_with("not a regular file"));
}
