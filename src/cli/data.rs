//! `mekong data`: looking at files of games.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Subcommand};
use mekong::eval::wdl::Model;
use mekong::learn::record::Reader;
use mekong::learn::stats::DataStats;
#[cfg(feature = "learn")]
use mekong::learn::train::{TrainError, curve};
use mekong::learn::wdl::{Reliability, Results};
#[cfg(feature = "learn")]
use mekong::storage;

use super::{Failure, TableFolder, complain};

/// Steps of expected wins in the table of `wdl`.
const TABLE_STEPS: usize = 10;
/// The same in its picture.
#[cfg(feature = "learn")]
const PLOT_STEPS: usize = 25;

/// Arguments of `mekong data`.
#[derive(Args)]
pub struct DataArgs {
    #[command(subcommand)]
    command: DataCommand,
}

#[derive(Subcommand)]
enum DataCommand {
    /// Results, lengths, material and counts of the games in files
    Stats {
        /// Files of games, written by 'mekong datagen'
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Fit what scores mean to the results: wins, draws and losses by score, men and count
    Wdl {
        /// Files of games of one variant, written by 'mekong datagen'
        #[arg(required = true)]
        files: Vec<PathBuf>,

        #[command(flatten)]
        tables: TableFolder,

        /// File to write a picture of expected against found wins to (SVG)
        #[cfg(feature = "learn")]
        #[arg(long, value_name = "FILE")]
        plot: Option<PathBuf>,
    },
}

impl DataArgs {
    /// Runs the command.
    pub fn run(self) -> Result<ExitCode, Failure> {
        match self.command {
            DataCommand::Stats { files } => stats(&files)?,
            #[cfg(feature = "learn")]
            DataCommand::Wdl { files, tables, plot } => {
                let (results, model) = fit(&files, &tables)?;
                if let Some(path) = plot {
                    let picture = curve::reliability(&results.reliability(&model, PLOT_STEPS));
                    let picture = picture.map_err(Failure::input)?;
                    storage::write(&path, picture.as_bytes())
                        .map_err(|error| Failure::input(TrainError::io(&path, error)))?;
                }
            }
            #[cfg(not(feature = "learn"))]
            DataCommand::Wdl { files, tables } => {
                fit(&files, &tables)?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Shows what is in files.
fn stats(files: &[PathBuf]) -> Result<(), Failure> {
    let mut stats = DataStats::default();
    let mut out = io::stdout().lock();
    for file in files {
        let mut reader = Reader::open(file).map_err(Failure::input)?;
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
    Ok(())
}

/// Fits a model to the games of files, which are of one variant, and shows it.
fn fit(files: &[PathBuf], tables: &TableFolder) -> Result<(Results, Model), Failure> {
    let tables = tables.open()?;
    let mut results = Results::default();
    let mut variant = None;
    for file in files {
        for record in Reader::open(file).map_err(Failure::input)? {
            let record = record.map_err(Failure::input)?;
            let found = record.start.variant();
            if *variant.get_or_insert(found) != found {
                let name = file.display();
                return Err(Failure::Input(format!("{name}: games of another variant, {found}")));
            }
            results.add(&record, &tables);
        }
    }
    let Some(variant) = variant else { return Err(Failure::Input("there are no games".into())) };
    let before = Model::of(variant);
    let model = results.fit(before);
    let mut out = io::stdout().lock();
    let (old, new) = (results.likelihood(before), results.likelihood(&model));
    writeln!(
        out,
        "{variant}: {} positions, log-likelihood {old:.4} -> {new:.4}",
        results.number()
    )?;
    writeln!(out, "half:   {:.1?}\nspread: {:.1?}", model.half, model.spread)?;
    for Reliability { number, expected, found } in results.reliability(&model, TABLE_STEPS) {
        let (expected, found) = (100.0 * expected, 100.0 * found);
        writeln!(out, "  wins expected {expected:5.1} %, found {found:5.1} %  ({number})")?;
    }
    Ok((results, model))
}
