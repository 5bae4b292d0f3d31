//! What the commands have in common: errors in one line, exit codes, argument types.

pub mod bench;
pub mod data;
pub mod datagen;
pub mod match_play;
mod openings;
pub mod papers;
pub mod perft;
pub mod tables;
#[cfg(feature = "learn")]
pub mod train;
#[cfg(feature = "learn")]
pub mod tune;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use clap::error::ErrorKind;
use indicatif::{ProgressBar, ProgressStyle};
use mekong::endgame::Tables;
use mekong::eval::network::Network;
use mekong::protocol::ProtocolError;
use mekong::resources;
use mekong::rules::Variant;
use thiserror::Error;

/// Why a command could not do its work. (What a command finds out is an exit code, not a failure.)
#[derive(Debug, Error)]
pub enum Failure {
    /// An argument or a file is not as it should be.
    #[error("{0}")]
    Input(String),
    /// The protocols' front end cannot work.
    #[error(transparent)]
    Protocol(#[from] ProtocolError),
    /// The results cannot be written.
    #[error("cannot write the output: {0}")]
    Output(#[from] io::Error),
}

impl Failure {
    /// Bad input, described by another error.
    pub fn input(error: impl ToString) -> Failure {
        Failure::Input(error.to_string())
    }
}

/// One line on the error output. If that is closed too, there is nobody to tell.
pub fn complain(what: &impl ToString) {
    let _ = writeln!(io::stderr(), "mekong: {}", one_line(&what.to_string()));
}

/// Prints help and version as clap wrote them, errors in one line.
pub fn report_usage(error: &clap::Error) -> ExitCode {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        let _ = error.print();
        return ExitCode::SUCCESS;
    }
    let text = error.to_string();
    // Usage and the pointer to --help follow on paragraphs of their own.
    let message: Vec<_> = text
        .lines()
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more"))
        .map(|line| line.trim_start_matches("error: ").trim())
        .filter(|line| !line.is_empty())
        .collect();
    complain(&format!("{} (see --help)", message.join(" ")));
    ExitCode::from(2)
}

/// The argument `--threads`.
#[derive(Args, Clone, Copy)]
pub struct Threads {
    /// Threads to work with; they do not change the result
    #[arg(
        id = "threads", long, value_name = "N", default_value_t = 1,
        value_parser = clap::value_parser!(u16).range(1..=1024)
    )]
    number: u16,
}

/// Bytes that a thread needs which has no large things of its own.
pub const SMALL_THREAD: usize = 1 << 20;

impl Threads {
    /// How many are wanted, or as many as there is memory for if each but the calling one needs so
    /// many bytes; at least 1.
    pub fn number(self, each: usize) -> usize {
        self.told(1 + resources::threads(usize::from(self.number) - 1, each))
    }

    /// The same where the calling thread does none of the work.
    pub fn workers(self, each: usize) -> Result<usize, Failure> {
        match resources::threads(self.number.into(), each) {
            0 => Err(Failure::Input("there is no memory for a thread to work in".into())),
            number => Ok(self.told(number)),
        }
    }

    fn told(self, number: usize) -> usize {
        let wanted = usize::from(self.number);
        if number < wanted {
            complain(&format!("there is no memory for {wanted} threads, using {number}"));
        }
        number
    }
}

/// A flag that an interruption sets, so that what is done is not lost. If there can be no such flag, `loss`
/// says what an interruption will lose.
fn interruption(loss: &str) -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    if let Err(error) = ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed)) {
        complain(&format!("{loss}: {error}"));
    }
    stop
}

/// The network of a file.
fn load_network(path: &Path) -> Result<Arc<Network>, Failure> {
    Network::load(path)
        .map(Arc::from)
        .map_err(|error| Failure::Input(format!("{}: {error}", path.display())))
}

/// The argument `--tables`.
#[derive(Args)]
pub struct TableFolder {
    /// Folder of endgame tables besides those of up to four men, which are part of the program
    #[arg(id = "tables", long, value_name = "DIR")]
    folder: Option<PathBuf>,
}

impl TableFolder {
    /// The tables of the program and of the folder.
    pub fn open(&self) -> Result<Tables, Failure> {
        let tables = Tables::embedded();
        match &self.folder {
            Some(folder) => tables.with_folder(folder).map_err(Failure::input),
            None => Ok(tables),
        }
    }
}

/// A bar on the error output, if that is a terminal.
pub fn progress_bar(template: &str) -> ProgressBar {
    // The templates are constants; a wrong one would give the default bar.
    let style = ProgressStyle::with_template(template).unwrap_or(ProgressStyle::default_bar());
    ProgressBar::new(1).with_style(style)
}

/// The variant of a `--variant` argument.
pub fn parse_variant(name: &str) -> Result<&'static Variant, String> {
    Variant::find(name).ok_or_else(|| {
        format!("expected one of {}", Variant::ALL.map(|variant| variant.name).join(", "))
    })
}

/// Line breaks and other control characters, which bad input may contain, become spaces.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
