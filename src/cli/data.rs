//! `mekong data`: looking at files of games.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Subcommand};
use mekong::learn::record::Reader;
use mekong::learn::stats::Stats;

use super::{Failure, complain};

/// Arguments of `mekong data`.
#[derive(Args)]
pub struct Data {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Results, lengths, material and counts of the games in files
    Stats {
        /// Files of games, written by 'mekong datagen'
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
}

impl Data {
    /// Runs the command.
    pub fn run(self) -> Result<ExitCode, Failure> {
        let Command::Stats { files } = self.command;
        let mut stats = Stats::default();
        let mut out = io::stdout().lock();
        for file in files {
            let mut reader = Reader::open(&file).map_err(Failure::input)?;
            for record in reader.by_ref() {
                stats.add(&record.map_err(Failure::input)?);
            }
            stats.add_bytes(reader.whole_bytes());
            writeln!(out, "{}: {}", file.display(), reader.description())?;
            let torn = reader.torn_bytes();
            if torn > 0 {
                let name = file.display();
                complain(&format!("{name}: the last {torn} bytes are an incomplete block"));
            }
        }
        write!(out, "{stats}")?;
        Ok(ExitCode::SUCCESS)
    }
}
