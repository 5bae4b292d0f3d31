//! `mekong tune`: SPSA over the numbers of the search.

mod history;
mod picture;

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use indicatif::ProgressBar;
use mekong::endgame::Tables;
use mekong::rules::{Position, Variant};
use mekong::search::{ParamSpec, Params};
use mekong::storage;
use mekong::tournament::spsa::Schedule;
use mekong::tournament::{self, Match, Pace, Setup};

use self::history::{History, Row};
use super::{Failure, Threads, interruption, openings, parse_variant, progress_bar};

/// Plies after which a game is drawn.
const MAX_PLIES: usize = 400;

/// Arguments of `mekong tune`.
///
/// In every iteration two players whose numbers are all moved a little, in opposite directions, play
/// pairs of games in each variant; the winner's side is where the numbers go. FILE holds them after each
/// iteration, a line each; FILE.svg is the picture of it.
#[derive(Args)]
pub struct TuneArgs {
    /// Variants to play, each with a file of positions to begin with, a FEN a line
    #[arg(
        long, value_name = "VARIANT=FILE", num_args = 1.., required = true,
        value_parser = parse_openings
    )]
    openings: Vec<(&'static Variant, PathBuf)>,

    /// Numbers to tune, as src/search/params.rs names them [default: all but those of the clock]
    #[arg(long, value_name = "NAME", num_args = 1.., value_parser = parse_param)]
    params: Vec<ParamSpec>,

    /// Iterations of the whole run
    #[arg(
        long, value_name = "N", default_value_t = 5_000,
        value_parser = clap::value_parser!(u32).range(1..)
    )]
    iterations: u32,

    /// Pairs of games in each iteration and variant
    #[arg(
        long, value_name = "N", default_value_t = 1,
        value_parser = clap::value_parser!(u16).range(1..)
    )]
    pairs: u16,

    /// What a won game moves a number by at the end, as a share of its step in the table
    #[arg(long, value_name = "SHARE", default_value_t = 0.002, value_parser = parse_rate)]
    rate: f64,

    /// Nodes a move
    #[arg(
        long, value_name = "N", default_value_t = 5_000,
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    nodes: u64,

    /// Hash table of each player in megabytes
    #[arg(
        long, value_name = "MB", default_value_t = 4,
        value_parser = clap::value_parser!(u16).range(1..)
    )]
    hash: u16,

    #[command(flatten)]
    threads: Threads,

    /// Chooses directions and openings: the same seed gives the same run
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// File to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Go on with the file, with the same arguments
    #[arg(long)]
    resume: bool,
}

fn parse_openings(text: &str) -> Result<(&'static Variant, PathBuf), String> {
    let (variant, file) = text.split_once('=').ok_or("expected VARIANT=FILE")?;
    Ok((parse_variant(variant)?, file.into()))
}

fn parse_param(name: &str) -> Result<ParamSpec, String> {
    let found = Params::SPECS.iter().find(|spec| spec.name == name);
    found.copied().ok_or_else(|| "there is no such number of the search".into())
}

fn parse_rate(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(rate) if rate > 0.0 && rate <= 1.0 => Ok(rate),
        _ => Err("expected a number above 0, at most 1".into()),
    }
}

impl TuneArgs {
    /// Tunes until the iterations are done or the run is interrupted.
    pub fn run(self) -> Result<ExitCode, Failure> {
        let failed = |error| Failure::Input(format!("{}: {error}", self.out.display()));
        storage::check(&self.out).map_err(failed)?;
        let schedule = self.schedule();
        let variants = self.variants()?;
        let mut history = History::open(&self.out, &self.heading(&schedule), self.resume)?;
        if history.rows.is_empty() {
            history.push(Row { result: 0.0, values: schedule.start() })?;
        }
        let stop = interruption("an interruption will lose an iteration");
        let bar = self.bar(&history);
        let threads = self.threads.workers((2 * usize::from(self.hash) + 16) << 20)?;
        while history.done() < schedule.iterations && !stop.load(Ordering::Relaxed) {
            let Some(row) = self.iterate(&schedule, &history, &variants, threads, &stop)? else {
                break;
            };
            history.push(row)?;
            bar.inc(1);
            bar.set_message(words(&schedule, history.values()));
        }
        bar.finish_and_clear();
        let picture = picture::draw(&schedule, &history.rows).map_err(Failure::input)?;
        storage::write(&storage::beside(&self.out, "svg"), picture.as_bytes()).map_err(failed)?;
        let (done, all) = (history.done(), schedule.iterations);
        let mut out = io::stdout().lock();
        writeln!(out, "{done} of {all} iterations: {}", words(&schedule, history.values()))?;
        Ok(ExitCode::SUCCESS)
    }

    fn schedule(&self) -> Schedule {
        let all = || Params::SPECS.iter().filter(|spec| !spec.name.starts_with("time_")).copied();
        Schedule {
            specs: if self.params.is_empty() { all().collect() } else { self.params.clone() },
            iterations: self.iterations,
            rate: self.rate,
            seed: self.seed,
        }
    }

    fn variants(&self) -> Result<Vec<(&'static Variant, Vec<Position>)>, Failure> {
        let read = |(variant, path): &(&'static Variant, PathBuf)| {
            Ok((*variant, openings::read(path, variant, self.seed)?))
        };
        self.openings.iter().map(read).collect()
    }

    /// What a run is: one can only be gone on with as the same.
    fn heading(&self, schedule: &Schedule) -> String {
        let variants: Vec<&str> = self.openings.iter().map(|(variant, _)| variant.name).collect();
        let names: Vec<&str> = schedule.specs.iter().map(|spec| spec.name).collect();
        format!(
            "# mekong tune: variants {}, iterations {}, pairs {}, rate {}, nodes {}, hash {}, seed {}\n\
             iteration\tresult\t{}\n",
            variants.join(" "),
            self.iterations,
            self.pairs,
            self.rate,
            self.nodes,
            self.hash,
            self.seed,
            names.join("\t"),
        )
    }

    fn bar(&self, history: &History) -> ProgressBar {
        let bar = progress_bar("{bar:20} {pos}/{len} iterations, {eta} left, {wide_msg}");
        bar.set_length(self.iterations.into());
        bar.set_position(history.done().into());
        bar.reset_eta();
        bar
    }

    /// Plays an iteration; `None` if it was interrupted.
    fn iterate(
        &self,
        schedule: &Schedule,
        history: &History,
        variants: &[(&'static Variant, Vec<Position>)],
        threads: usize,
        stop: &AtomicBool,
    ) -> Result<Option<Row>, Failure> {
        let (iteration, mut values) = (history.done(), history.values().to_vec());
        let perturbation = schedule.perturb(&values, iteration);
        let player = |values: &[i32]| self.player(schedule, values);
        let engines = [player(&perturbation.plus)?, player(&perturbation.minus)?];
        let mut result = 0.0;
        for (variant, all) in variants {
            let pairs = usize::from(self.pairs);
            let first = iteration as usize * pairs;
            let plan = Match {
                variant,
                engines: engines.clone(),
                pace: Pace::Nodes(self.nodes),
                openings: (first..first + pairs).map(|number| all[number % all.len()]).collect(),
                pairs,
                threads,
                max_plies: MAX_PLIES,
                tables: Tables::embedded(),
                adjudicates: true,
            };
            // Half points above the even score are games won less games lost.
            let played = tournament::run(&plan, stop, |pair| {
                result += pair.half_points() as f64 - 2.0;
            });
            played.map_err(Failure::input)?;
        }
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        schedule.update(&mut values, iteration, &perturbation, result);
        Ok(Some(Row { result, values }))
    }

    fn player(&self, schedule: &Schedule, values: &[i32]) -> Result<Setup, Failure> {
        let mut params = Params::default();
        for (spec, &value) in schedule.specs.iter().zip(values) {
            params.set(spec.name, value).map_err(Failure::input)?;
        }
        Ok(Setup { params: params.into(), hash: self.hash.into(), ..Setup::default() })
    }
}

/// The numbers as words that `mekong match` takes.
fn words(schedule: &Schedule, values: &[f64]) -> String {
    let named = schedule.specs.iter().zip(values);
    let words: Vec<String> =
        named.map(|(spec, value)| format!("{}={}", spec.name, value.round())).collect();
    words.join(" ")
}
