//! `mekong datagen`: games of the engine against itself.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::ProgressBar;
use mekong::learn::datagen::{Datagen, DatagenProgress, DatagenSettings, Starts};
use mekong::rules::Variant;

use super::{
    Failure, TableFolder, Threads, complain, interruption, load_network, parse_variant,
    progress_bar,
};

/// Where no progress bar can be drawn, a line is written this often.
const LINE_INTERVAL: Duration = Duration::from_secs(60);

/// Bytes that a thread needs: a small hash table and the histories.
const THREAD: usize = 8 << 20;

/// Arguments of `mekong datagen`.
#[derive(Args)]
pub struct DatagenArgs {
    /// Variant, by any of its names
    #[arg(long, value_name = "NAME", value_parser = parse_variant)]
    variant: &'static Variant,

    /// Positions to learn from that the file is to hold: no check, quiet best move, no mate
    #[arg(long, value_name = "N")]
    positions: u64,

    /// Nodes after which a search begins no new iteration
    #[arg(
        long, value_name = "N", default_value_t = 450,
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    nodes: u64,

    #[command(flatten)]
    threads: Threads,

    /// Chooses the games: the same seed gives the same games, another one others
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// File to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Continue the file if it exists
    #[arg(long)]
    resume: bool,

    /// Games that are not over after so many plies are drawn
    #[arg(
        long, value_name = "N", default_value_t = 400,
        value_parser = clap::value_parser!(u16).range(1..)
    )]
    max_plies: u16,

    /// Share of the games that begin with a random ending, 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, value_parser = parse_share)]
    endings: f64,

    /// Share of the other games that begin without some of the pieces, 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.18, value_parser = parse_share)]
    odds: f64,

    /// Share of the games that begin after some moves of the engine's own, of those that begin with
    /// all pieces or at odds, 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.5, value_parser = parse_share)]
    varied: f64,

    #[command(flatten)]
    tables: TableFolder,

    /// Network to play with [default: the built-in one]
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
}

fn parse_share(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(share) if (0.0..=1.0).contains(&share) => Ok(share),
        _ => Err("expected a number from 0 to 1".into()),
    }
}

impl DatagenArgs {
    /// Runs the command.
    pub fn run(self) -> Result<ExitCode, Failure> {
        let settings = DatagenSettings {
            variant: self.variant,
            positions: self.positions,
            nodes: self.nodes,
            threads: self.threads.workers(THREAD)?,
            seed: self.seed,
            max_plies: self.max_plies.into(),
            starts: Starts { endings: self.endings, odds: self.odds, varied: self.varied },
            network: self.network.as_deref().map(load_network).transpose()?,
            tables: self.tables.open()?,
        };
        let mut generator =
            Datagen::open(settings, &self.out, self.resume).map_err(Failure::input)?;
        let stop = interruption("interruptions will lose games");
        let mut display = Display::new(self.positions, generator.progress());
        let done = generator.run(&stop, |progress| display.update(progress));
        display.end();
        done.map_err(Failure::input)?;
        let DatagenProgress { games, plies, positions } = generator.progress();
        let rate = display.rate(positions);
        writeln!(
            io::stdout(),
            "{games} games, {plies} plies, {positions} positions to learn from, {rate:.0}/s"
        )?;
        if stop.load(Ordering::Relaxed) {
            complain(&"interrupted; add --resume to go on");
            return Ok(ExitCode::from(130));
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// A progress bar on a terminal, otherwise a line now and then.
struct Display {
    bar: Option<ProgressBar>,
    start: Instant,
    last_line: Instant,
    /// Positions that there were at the start.
    before: u64,
    wanted: u64,
}

impl Display {
    fn new(wanted: u64, progress: DatagenProgress) -> Display {
        let before = progress.positions;
        let bar = io::stderr().is_terminal().then(|| {
            let bar = progress_bar(
                "{bar:30} {human_pos}/{human_len} positions, {per_sec}, {eta} left, {msg}",
            );
            bar.set_length(wanted);
            bar.set_position(before);
            bar.reset_eta();
            bar
        });
        let start = Instant::now();
        Display { bar, start, last_line: start, before, wanted }
    }

    fn update(&mut self, progress: &DatagenProgress) {
        if let Some(bar) = &self.bar {
            bar.set_position(progress.positions.min(self.wanted));
            bar.set_message(format!("{} games", progress.games));
        } else if self.last_line.elapsed() >= LINE_INTERVAL {
            self.last_line = Instant::now();
            let rate = self.rate(progress.positions);
            let left = self.wanted.saturating_sub(progress.positions) as f64 / rate.max(1e-3);
            let (done, wanted) = (progress.positions, self.wanted);
            let minutes = left / 60.0;
            let _ = writeln!(
                io::stderr(),
                "{done} of {wanted} positions, {rate:.0}/s, {minutes:.0} minutes left"
            );
        }
    }

    /// Positions a second.
    fn rate(&self, positions: u64) -> f64 {
        positions.saturating_sub(self.before) as f64 / self.start.elapsed().as_secs_f64().max(1e-9)
    }

    fn end(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
