//! `mekong tables verify`.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use mekong::endgame::{TableId, Tables, Verified};

use super::{Failure, SMALL_THREAD, Threads, open, over_table};

/// Arguments of `mekong tables verify`.
#[derive(Args)]
pub struct VerifyArgs {
    /// Folder of tables, or a file of one
    path: PathBuf,

    #[command(flatten)]
    threads: Threads,
}

impl VerifyArgs {
    /// Runs the command: exit code 1 if an entry is wrong.
    pub fn run(self) -> Result<ExitCode, Failure> {
        let (tables, ids) = self.wanted()?;
        let mut wrong = 0;
        for id in &ids {
            let found = over_table(id, |progress| {
                tables.verify(id, self.threads.number(SMALL_THREAD), progress)
            })?;
            report(id, &found)?;
            wrong += usize::from(found.wrong > 0);
        }
        let mut out = io::stdout().lock();
        match wrong {
            0 => writeln!(out, "All entries follow from their successors")?,
            _ => writeln!(out, "{wrong} of {} tables are WRONG", ids.len())?,
        }
        Ok(ExitCode::from(u8::from(wrong > 0)))
    }

    /// The tables of the folder, and which of them are to be checked.
    fn wanted(&self) -> Result<(Tables, Vec<TableId>), Failure> {
        if self.path.is_dir() {
            let tables = open(&self.path)?;
            let ids = tables.ids();
            return Ok((tables, ids));
        }
        let folder = match self.path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let is_meant =
            |id: &TableId| self.path.file_name().is_some_and(|name| *id.file_name() == *name);
        let id = TableId::all(5).into_iter().find(is_meant).ok_or_else(|| {
            Failure::Input(format!("{}: not a folder or the name of a table", self.path.display()))
        })?;
        let tables = open(folder)?;
        if !tables.ids().contains(&id) {
            return Err(Failure::Input(format!("{}: there is no such file", self.path.display())));
        }
        Ok((tables, vec![id]))
    }
}

fn report(id: &TableId, found: &Verified) -> io::Result<()> {
    let Verified { positions, wrong, example } = found;
    let mut out = io::stdout().lock();
    match example {
        None => writeln!(out, "{id}: {positions} entries"),
        Some(fen) => writeln!(out, "{id}: {wrong} of {positions} entries are WRONG, as of {fen}"),
    }
}
