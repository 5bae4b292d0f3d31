//! `mekong perft`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;
use mekong::perft::suite::{Mismatch, Suite, SuiteEntry};
use mekong::perft::{Counts, MAX_DEPTH, PerftTable, Runner};
use mekong::rules::{Position, Variant};

use super::{Failure, SMALL_THREAD, Threads, parse_variant, progress_bar};

/// Arguments of `mekong perft`.
#[derive(Args)]
pub struct PerftArgs {
    /// Number of plies
    #[arg(
        value_parser = clap::value_parser!(u32).range(0..=i64::from(MAX_DEPTH)),
        required_unless_present = "suite"
    )]
    depth: Option<u32>,

    /// Variant, by any of its names [default: makruk, or the suite file's name]
    #[arg(long, value_name = "NAME", value_parser = parse_variant)]
    variant: Option<&'static Variant>,

    /// Position to start from [default: the variant's start position]
    #[arg(long)]
    fen: Option<String>,

    /// List the count of every legal move
    #[arg(long)]
    divide: bool,

    #[command(flatten)]
    threads: Threads,

    /// Size in MiB of a hash table of positions counted before [default: none]
    #[arg(long, value_name = "MB", value_parser = clap::value_parser!(u32).range(1..))]
    hash: Option<u32>,

    /// Files of positions with known counts, 'FEN ;D1 n ;D2 n ...' a line, to be checked
    #[arg(
        long, value_name = "FILE", num_args = 1..,
        conflicts_with_all = ["depth", "fen", "divide"]
    )]
    suite: Vec<PathBuf>,

    /// Leave out a suite's counts above this number
    #[arg(long, value_name = "N", requires = "suite")]
    max_nodes: Option<u64>,
}

impl PerftArgs {
    /// Runs the command: exit code 1 if a suite's count came out differently.
    pub fn run(self) -> Result<ExitCode, Failure> {
        match self.depth {
            // clap drops this requirement when a conflict with what is required is there.
            Some(_) if self.max_nodes.is_some() => {
                Err(Failure::Input("--max-nodes is for --suite only".into()))
            }
            Some(depth) => self.count(depth),
            None => self.check_suites(),
        }
    }

    fn runner(&self) -> Result<Runner, Failure> {
        let table = match self.hash {
            None => None,
            Some(size) => Some(PerftTable::new(size as usize).map_err(Failure::input)?),
        };
        Ok(Runner::new(self.threads.number(SMALL_THREAD), table))
    }

    fn count(&self, depth: u32) -> Result<ExitCode, Failure> {
        let variant = self.variant.unwrap_or(Variant::ALL[0]);
        let fen = self.fen.as_deref().unwrap_or(variant.start);
        let position = Position::from_fen(variant, fen)
            .map_err(|error| Failure::Input(format!("--fen: {error}")))?;
        let runner = self.runner()?;
        let bar = progress_bar("{bar:40} {percent}% of the moves, {elapsed}");
        let start = Instant::now();
        let counts = runner.run(&position, depth, &|done, all| {
            bar.set_length(all as u64);
            bar.set_position(done as u64);
        });
        let elapsed = start.elapsed();
        bar.finish_and_clear();
        if counts.nodes == u64::MAX {
            return Err(Failure::Input("there are too many sequences to count them".into()));
        }
        self.print(&counts, elapsed)?;
        Ok(ExitCode::SUCCESS)
    }

    fn print(&self, counts: &Counts, elapsed: Duration) -> io::Result<()> {
        let mut out = io::stdout().lock();
        if self.divide {
            for (mv, nodes) in &counts.by_move {
                writeln!(out, "{mv}: {nodes}")?;
            }
            writeln!(out)?;
        }
        writeln!(out, "Nodes searched: {}", counts.nodes)?;
        writeln!(out, "Seconds: {:.3}", elapsed.as_secs_f64())?;
        writeln!(out, "Nodes/s: {:.0}", per_second(counts.nodes, elapsed))?;
        out.flush()
    }

    fn check_suites(&self) -> Result<ExitCode, Failure> {
        // All of them are read first: a mistake in the last file is told at once.
        let suites: Vec<Suite> = self
            .suite
            .iter()
            .map(|path| Suite::read(path, self.variant).map_err(Failure::input))
            .collect::<Result<_, _>>()?;
        let max_nodes = self.max_nodes.unwrap_or(u64::MAX);
        let runner = self.runner()?;
        let bar = progress_bar("{bar:40} {percent}% of {len} nodes, {elapsed}");
        let entries = suites.iter().flat_map(|suite| &suite.entries);
        let nodes = entries.flat_map(|entry| entry.counts_up_to(max_nodes)).map(|(_, nodes)| nodes);
        bar.set_length(nodes.fold(0, u64::saturating_add));

        let start = Instant::now();
        let mut summary = Summary::default();
        for suite in &suites {
            runner.clear();
            for entry in &suite.entries {
                let wrong = entry.check(&runner, max_nodes, |nodes| bar.inc(nodes));
                summary.add(entry, max_nodes, wrong.is_some());
                if let Some(wrong) = wrong {
                    bar.suspend(|| report(suite, entry, wrong))?;
                }
            }
        }
        bar.finish_and_clear();
        summary.print(start.elapsed())?;
        Ok(ExitCode::from(u8::from(summary.wrong > 0)))
    }
}

/// One line about a position whose count is wrong.
fn report(suite: &Suite, entry: &SuiteEntry, wrong: Mismatch) -> io::Result<()> {
    let Mismatch { depth, expected, counted } = wrong;
    let (path, line, fen) = (suite.path.display(), entry.line, entry.position.fen());
    writeln!(io::stdout(), "{path}:{line}: depth {depth} has {counted}, expected {expected}: {fen}")
}

#[derive(Default)]
struct Summary {
    positions: u64,
    counts: u64,
    left_out: u64,
    wrong: u64,
    nodes: u64,
}

impl Summary {
    fn add(&mut self, entry: &SuiteEntry, max_nodes: u64, wrong: bool) {
        let before = self.counts;
        for (_, nodes) in entry.counts_up_to(max_nodes) {
            self.counts += 1;
            self.nodes = self.nodes.saturating_add(nodes);
        }
        self.positions += 1;
        self.left_out += entry.counts.len() as u64 - (self.counts - before);
        self.wrong += u64::from(wrong);
    }

    fn print(&self, elapsed: Duration) -> io::Result<()> {
        let mut out = io::stdout().lock();
        let Summary { positions, counts, left_out, wrong, nodes } = self;
        write!(out, "{positions} positions, {counts} counts")?;
        if *left_out > 0 {
            write!(out, " ({left_out} above --max-nodes left out)")?;
        }
        let (seconds, speed) = (elapsed.as_secs_f64(), per_second(*nodes, elapsed));
        writeln!(out, ", {nodes} nodes in {seconds:.3} s ({speed:.0} nodes/s)")?;
        match wrong {
            0 if *counts == 0 => writeln!(out, "Nothing was counted")?,
            0 => writeln!(out, "All counts are right")?,
            _ => writeln!(out, "{wrong} of {positions} positions are WRONG")?,
        }
        out.flush()
    }
}

fn per_second(nodes: u64, elapsed: Duration) -> f64 {
    nodes as f64 / elapsed.as_secs_f64().max(1e-9)
}
