//! `mekong match`: two engines at fixed nodes or by clocks, with a sequential test.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering;
use std::time::Instant;

use clap::Args;
use indicatif::ProgressBar;
use mekong::endgame::Tables;
use mekong::learn::record::GameResult;
use mekong::rules::Variant;
use mekong::tournament::pentanomial::{Estimate, Pentanomial, Sprt, Verdict};
use mekong::tournament::{self, Match, Pace, PlayedPair, Setup, TimeControl, pgn};

use super::{Failure, Threads, interruption, openings, parse_variant, progress_bar};

/// Arguments of `mekong match`.
///
/// An engine is a list of words: network=FILE, tables=on|off, hash=MB, nodes=N, contempt=CP, and numbers of the search
/// as src/search/params.rs names them (lmr_base=90); or another UCI program: cmd=PROGRAM, arg=WORD,
/// option.NAME=VALUE. Without words it is this program's engine as it is.
#[derive(Args)]
pub struct MatchArgs {
    /// Variant, by any of its names
    #[arg(long, value_name = "NAME", value_parser = parse_variant)]
    variant: &'static Variant,

    /// File of positions to begin with, a FEN a line
    #[arg(long, value_name = "FILE")]
    openings: PathBuf,

    /// The first engine; results are its own
    #[arg(long, value_name = "KEY=VALUE", num_args = 0..)]
    first: Vec<String>,

    /// The second engine
    #[arg(long, value_name = "KEY=VALUE", num_args = 0..)]
    second: Vec<String>,

    /// Nodes a move
    #[arg(
        long, value_name = "N", default_value_t = 5_000,
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    nodes: u64,

    /// Clocks instead: seconds for the game, and those added after each move (2+0.02)
    #[arg(long, value_name = "TIME+INCREMENT", conflicts_with = "nodes")]
    tc: Option<TimeControl>,

    /// Games to play at most; each opening is played with both colours
    #[arg(
        long, value_name = "N", default_value_t = 2_000,
        value_parser = clap::value_parser!(u32).range(2..)
    )]
    games: u32,

    #[command(flatten)]
    threads: Threads,

    /// Stop once one of two differences in normalised Elo is accepted, with 5 % of errors
    #[arg(long, value_names = ["LOWER", "UPPER"], num_args = 2, allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,

    /// Chooses the order of the openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,

    /// Games that are not over after so many plies are drawn
    #[arg(
        long, value_name = "N", default_value_t = 400,
        value_parser = clap::value_parser!(u16).range(1..)
    )]
    max_plies: u16,

    /// Play every game to its end by the rules, even if its result is known before
    #[arg(long)]
    play_out: bool,

    /// File to write the games to
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
}

impl MatchArgs {
    /// Plays the match; exit status 1 if the lower difference is accepted.
    pub fn run(self) -> Result<ExitCode, Failure> {
        let sprt = self.sprt.as_deref().map(sprt).transpose()?;
        let plan = self.plan()?;
        let mut games_file = self.pgn.as_deref().map(create).transpose()?;
        let stop = interruption("an interruption will lose the report");
        let mut report = MatchReport::new(sprt, plan.pairs);
        let mut written = Ok(());
        let played = tournament::run(&plan, &stop, |pair| {
            report.add(pair);
            if let Some(out) = &mut games_file
                && written.is_ok()
            {
                written = write_pair(out, &plan, pair);
            }
            if written.is_err() || report.verdict() != Verdict::Open {
                stop.store(true, Ordering::Relaxed);
            }
        });
        report.end(&plan)?;
        written?;
        games_file.map(|mut out| out.flush()).transpose()?;
        played.map_err(Failure::input)?;
        let rejected = report.verdict() == Verdict::Rejected;
        Ok(if rejected { ExitCode::from(1) } else { ExitCode::SUCCESS })
    }

    fn plan(&self) -> Result<Match, Failure> {
        let setup = |words: &[String]| Setup::new(words).map_err(Failure::input);
        let engines = [setup(&self.first)?, setup(&self.second)?];
        let hash: usize = engines.iter().map(|engine| engine.hash).sum();
        Ok(Match {
            variant: self.variant,
            engines,
            pace: self.tc.map_or(Pace::Nodes(self.nodes), Pace::Clocks),
            openings: openings::read(&self.openings, self.variant, self.seed)?,
            pairs: self.games as usize / 2,
            threads: self.threads.workers((hash + 16) << 20)?,
            max_plies: self.max_plies.into(),
            tables: Tables::embedded(),
            adjudicates: !self.play_out,
        })
    }
}

fn sprt(bounds: &[f64]) -> Result<Sprt, Failure> {
    match *bounds {
        [lower, upper] if lower < upper => Ok(Sprt { lower, upper }),
        _ => Err(Failure::Input("--sprt: the lower difference comes first".into())),
    }
}

fn create(path: &Path) -> Result<BufWriter<File>, Failure> {
    let file = File::create(path);
    file.map(BufWriter::new).map_err(|error| Failure::Input(format!("{}: {error}", path.display())))
}

fn write_pair(out: &mut impl Write, plan: &Match, pair: &PlayedPair) -> io::Result<()> {
    let [first, second] = plan.engines.each_ref().map(|engine| engine.text.as_str());
    for (game, names) in pair.games.iter().zip([[first, second], [second, first]]) {
        pgn::write(out, plan.variant, pair.number + 1, names, game)?;
    }
    Ok(())
}

/// What is known of the match so far.
struct MatchReport {
    sprt: Option<Sprt>,
    pairs: Pentanomial,
    /// Wins, draws and losses of the first engine.
    results: [u64; 3],
    plies: u64,
    /// How many games ended for which reason.
    endings: BTreeMap<(bool, String), u64>,
    start: Instant,
    bar: ProgressBar,
}

impl MatchReport {
    fn new(sprt: Option<Sprt>, pairs: usize) -> MatchReport {
        let bar = progress_bar("{bar:30} {pos}/{len} pairs, {eta} left, {msg}");
        bar.set_length(pairs as u64);
        MatchReport {
            sprt,
            pairs: Pentanomial::default(),
            results: [0; 3],
            plies: 0,
            endings: BTreeMap::new(),
            start: Instant::now(),
            bar,
        }
    }

    fn add(&mut self, pair: &PlayedPair) {
        self.pairs.add(pair.half_points());
        for (game, won) in pair.games.iter().zip([GameResult::WhiteWins, GameResult::BlackWins]) {
            let place = match game.result {
                GameResult::Draw => 1,
                result if result == won => 0,
                _ => 2,
            };
            self.results[place] += 1;
            self.plies += game.moves.len() as u64;
            let is_draw = game.result == GameResult::Draw;
            *self.endings.entry((is_draw, game.ending.to_string())).or_default() += 1;
        }
        self.bar.inc(1);
        self.bar.set_message(self.elo_and_llr());
    }

    fn verdict(&self) -> Verdict {
        self.sprt.map_or(Verdict::Open, |sprt| Sprt::verdict(self.pairs.llr(sprt)))
    }

    fn elo_and_llr(&self) -> String {
        let shown = |estimate: Option<Estimate>| {
            estimate
                .map_or("?".into(), |Estimate { value, error }| format!("{value:+.1} ± {error:.1}"))
        };
        let elo = shown(self.pairs.elo());
        let normalised = shown(self.pairs.normalised_elo());
        let mut text = format!("Elo {elo}, normalised {normalised}");
        if let Some(sprt) = self.sprt {
            let (llr, Sprt { lower, upper }) = (self.pairs.llr(sprt), sprt);
            text += &format!(", LLR {llr:.2} [{lower}, {upper}]");
        }
        text
    }

    fn end(&self, plan: &Match) -> io::Result<()> {
        self.bar.finish_and_clear();
        let mut out = io::stdout().lock();
        let [first, second] = plan.engines.each_ref().map(|engine| engine.text.as_str());
        let [wins, draws, losses] = self.results;
        let games = wins + draws + losses;
        let seconds = self.start.elapsed().as_secs_f64();
        writeln!(out, "{first} against {second}, {}, {}", plan.variant, plan.pace)?;
        writeln!(out, "{games} games: +{wins} ={draws} -{losses}, pairs {:?}", self.pairs.0)?;
        writeln!(out, "{}", self.elo_and_llr())?;
        match self.verdict() {
            Verdict::Accepted => writeln!(out, "the upper difference is accepted")?,
            Verdict::Rejected => writeln!(out, "the lower difference is accepted")?,
            Verdict::Open => {}
        }
        for (&(is_draw, ref reason), number) in &self.endings {
            let kind = if is_draw { "drawn" } else { "decided" };
            writeln!(out, "{number:6} {kind} by {reason}")?;
        }
        let games_an_hour = games as f64 / seconds.max(1e-3) * 3_600.0;
        let plies = self.plies as f64 / games.max(1) as f64;
        writeln!(out, "{plies:.0} plies a game, {games_an_hour:.0} games an hour")
    }
}
