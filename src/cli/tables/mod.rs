//! `mekong tables`: endgame tables.

mod build;
mod embed;
mod probe;
mod stats;
mod verify;

use std::path::Path;
use std::process::ExitCode;

use clap::{Args, Subcommand};
use mekong::endgame::{TableId, Tables as Set};

use super::{Failure, SMALL_THREAD, Threads, progress_bar};

/// Arguments of `mekong tables`.
#[derive(Args)]
pub struct Tables {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Build tables and write them to files
    Build(build::Build),
    /// Build the tables of up to four men that the program is compiled with
    Embed(embed::Embed),
    /// Check that every entry of tables follows from its successors
    Verify(verify::Verify),
    /// What tables say as a whole, as a table in Markdown
    Stats(stats::Stats),
    /// What the tables say of a position
    Probe(probe::Probe),
}

impl Tables {
    /// Runs the command.
    pub fn run(self) -> Result<ExitCode, Failure> {
        match self.command {
            Command::Build(command) => command.run(),
            Command::Embed(command) => command.run(),
            Command::Verify(command) => command.run(),
            Command::Stats(command) => command.run(),
            Command::Probe(command) => command.run(),
        }
    }
}

fn open(folder: &Path) -> Result<Set, Failure> {
    Set::open(folder).map_err(Failure::input)
}

/// Does something with a whole table under a progress bar. `work` is given what to tell how many of
/// how many rows are done, and gives nothing if the table cannot be read.
fn over_table<T>(
    id: &TableId,
    work: impl FnOnce(&(dyn Fn(usize, usize) + Sync)) -> Option<T>,
) -> Result<T, Failure> {
    let bar = progress_bar("{msg} {bar:30} {percent}%, {elapsed}");
    bar.set_message(id.to_string());
    let found = work(&|done, all| {
        bar.set_length(all as u64);
        bar.inc(done as u64);
    });
    bar.finish_and_clear();
    found.ok_or_else(|| Failure::Input(format!("the table of {id} is unreadable")))
}

/// A number of bytes for people.
fn size(bytes: u64) -> String {
    match bytes {
        0..10_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        10_000..1_000_000 => format!("{:.0} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}
