//! `mekong tables probe`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use mekong::board::Move;
use mekong::endgame::{End, Outcome, Resolver, Tables};
use mekong::movegen::legal_moves;
use mekong::rules::{Position, Variant};

use super::Failure;
use crate::cli::parse_variant;

/// Arguments of `mekong tables probe`.
#[derive(Args)]
pub struct ProbeArgs {
    /// The position, with its count if one is running
    fen: String,

    /// Variant: makruk or cambodian (ouk)
    #[arg(long, value_name = "NAME", value_parser = parse_variant, default_value = "makruk")]
    variant: &'static Variant,

    /// Folder of tables besides those of up to four men, which are part of the program
    #[arg(long, value_name = "DIR")]
    tables: Option<PathBuf>,
}

impl ProbeArgs {
    /// Runs the command: the outcome of the position and of each move.
    pub fn run(self) -> Result<ExitCode, Failure> {
        let position = Position::from_fen(self.variant, &self.fen)
            .map_err(|error| Failure::Input(format!("the FEN: {error}")))?;
        let tables = match &self.tables {
            Some(folder) => Tables::embedded().with_folder(folder).map_err(Failure::input)?,
            None => Tables::embedded(),
        };
        // Nobody waits for a clock here.
        let mut resolver = Resolver::new(&tables, || true);
        let outcome = resolver
            .probe(&position)
            .ok_or_else(|| Failure::Input("there is no table for this position".into()))?;
        let mut out = io::stdout().lock();
        writeln!(out, "{}{}", words(outcome), count(&position))?;
        let mut moves: Vec<(Option<Outcome>, Move)> = legal_moves(&position)
            .into_iter()
            .map(|mv| (resolver.probe(&position.after(mv)), mv))
            .collect();
        moves.sort_by_key(|&(outcome, mv)| (outcome.map(worth), mv.to_string()));
        for (outcome, mv) in moves {
            let outcome = outcome.map_or("not in the tables".into(), words_after);
            writeln!(out, "{mv}: {outcome}{}", count(&position.after(mv)))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The running count in words, after a semicolon; nothing if none runs.
fn count(position: &Position) -> String {
    position.spoken_count().map_or(String::new(), |count| format!("; {count}"))
}

/// The best for the one who moved first: quick wins, draws, long losses.
fn worth(after: Outcome) -> (u8, i32) {
    match after {
        Outcome::Loss(end) => (0, end.plies().into()),
        Outcome::Draw => (1, 0),
        Outcome::Win(end) => (2, -i32::from(end.plies())),
    }
}

fn words(outcome: Outcome) -> String {
    let distance = |end: End| {
        let what = match end {
            End::Mate(_) => "mate",
            End::MateOrCapture(_) => "mate or a winning capture",
        };
        let plies = end.plies();
        format!("{what} in {plies} {}", if plies == 1 { "ply" } else { "plies" })
    };
    match outcome {
        Outcome::Win(end) => format!("win, {}", distance(end)),
        Outcome::Loss(end) => format!("loss, {}", distance(end)),
        Outcome::Draw => "draw".into(),
    }
}

/// The outcome for the one who moved.
fn words_after(outcome: Outcome) -> String {
    words(match outcome {
        Outcome::Win(end) => Outcome::Loss(end),
        Outcome::Loss(end) => Outcome::Win(end),
        Outcome::Draw => Outcome::Draw,
    })
}
