//! `mekong tables`: endgame tables.

mod build;
mod embed;
mod probe;
mod stats;
mod verify;

use std::path::Path;
use std::process::ExitCode;

use clap::{Args, Subcommand};
use mekong::endgame::{TableId, Tables};

use super::{Failure, SMALL_THREAD, Threads, progress_bar};

/// Arguments of `mekong tables`.
#[derive(Args)]
pub struct TablesArgs {
    #[command(subcommand)]
    command: TablesCommand,
}

#[derive(Subcommand)]
enum TablesCommand {
    /// Build tables and write them to files
    Build(build::BuildArgs),
    /// Build the tables of up to four men that the program is compiled with
    Embed(embed::EmbedArgs),
    /// Check that every entry of tables follows from its successors
    Verify(verify::VerifyArgs),
    /// What tables say as a whole, as a table in Markdown
    Stats(stats::StatsArgs),
    /// What the tables say of a position
    Probe(probe::ProbeArgs),
}

impl TablesArgs {
    /// Runs the command.
    pub fn run(self) -> Result<ExitCode, Failure> {
        match self.command {
            TablesCommand::Build(command) => command.run(),
            TablesCommand::Embed(command) => command.run(),
            TablesCommand::Verify(command) => command.run(),
            TablesCommand::Stats(command) => command.run(),
            TablesCommand::Probe(command) => command.run(),
        }
    }
}

fn open(folder: &Path) -> Result<Tables, Failure> {
    Tables::open(folder).map_err(Failure::input)
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
