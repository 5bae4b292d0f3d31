//! What a file of games holds, in numbers.

use std::collections::BTreeMap;
use std::fmt;

use super::filter::{game_ply, is_quiet};
use super::record::{GameRecord, GameResult, Ply};
use crate::board::Colour;
use crate::rules::Position;
use crate::score::Score;

/// Numbers of games and positions, by variant.
#[derive(Clone, Debug, Default)]
pub struct DataStats {
    variants: BTreeMap<&'static str, VariantStats>,
    /// Length of the files in bytes.
    bytes: u64,
}

/// Numbers of the games of one variant.
#[derive(Clone, Debug, Default)]
struct VariantStats {
    games: u64,
    /// White's wins, draws, Black's wins.
    results: [u64; 3],
    shortest: usize,
    longest: usize,
    /// Games by length in steps of [`LENGTH_STEP`] plies, the last for all longer ones.
    lengths: [u64; 9],
    positions: u64,
    in_check: u64,
    noisy: u64,
    mates: u64,
    quiet: u64,
    /// Of the quiet positions: no count, the board's, the pieces'.
    counts: [u64; 3],
    /// Of the quiet positions: by number of pieces on the board.
    pieces: BTreeMap<u32, u64>,
}

const LENGTH_STEP: usize = 50;

impl DataStats {
    /// Adds the length of a file.
    pub fn add_bytes(&mut self, bytes: u64) {
        self.bytes += bytes;
    }

    /// Adds a game.
    pub fn add(&mut self, record: &GameRecord) {
        let stats = self.variants.entry(record.start.variant().name).or_default();
        let length = record.plies.len();
        stats.shortest = if stats.games == 0 { length } else { stats.shortest.min(length) };
        stats.longest = stats.longest.max(length);
        stats.lengths[(length / LENGTH_STEP).min(stats.lengths.len() - 1)] += 1;
        stats.games += 1;
        stats.results[match record.result {
            GameResult::WhiteWins => 0,
            GameResult::Draw => 1,
            GameResult::BlackWins => 2,
        }] += 1;
        record.replay(|position, ply| stats.add_position(position, ply));
    }
}

impl VariantStats {
    fn add_position(&mut self, position: &Position, ply: Ply) {
        let is_noisy = ply.mv.promotion().is_some() || position.captured_by(ply.mv).is_some();
        self.positions += 1;
        self.in_check += u64::from(position.in_check());
        self.noisy += u64::from(is_noisy);
        self.mates += u64::from(Score(ply.score.into()).is_mate());
        if !is_quiet(position, ply.mv, ply.score, game_ply(position)) {
            return;
        }
        self.quiet += 1;
        let board = position.board();
        self.counts[match position.count().is_running() {
            false => 0,
            true => 1 + usize::from(Colour::BOTH.into_iter().any(|side| board.is_bare(side))),
        }] += 1;
        *self.pieces.entry(board.occupied().count()).or_default() += 1;
    }

    fn write(&self, f: &mut fmt::Formatter<'_>, name: &str) -> fmt::Result {
        let [white, draws, black] = self.results.map(|number| percent(number, self.games));
        let mean = ratio(self.positions, self.games);
        let (shortest, longest) = (self.shortest, self.longest);
        writeln!(f, "{name}")?;
        writeln!(f, "  games        {}", self.games)?;
        writeln!(f, "  results      White wins {white}, draws {draws}, Black wins {black}")?;
        writeln!(f, "  plies        {mean:.1} a game, {shortest} to {longest}")?;
        for (step, &number) in self.lengths.iter().enumerate() {
            let from = step * LENGTH_STEP;
            let range = match step + 1 < self.lengths.len() {
                true => format!("{from}-{}", from + LENGTH_STEP - 1),
                false => format!("{from}-"),
            };
            bar(f, &range, number, self.games)?;
        }
        let of_all = |number| percent(number, self.positions);
        writeln!(f, "  positions    {}", self.positions)?;
        writeln!(f, "    in check   {}", of_all(self.in_check))?;
        writeln!(f, "    noisy      {} (the move captures or promotes)", of_all(self.noisy))?;
        writeln!(f, "    mates      {} (the score is a mate)", of_all(self.mates))?;
        writeln!(f, "    to learn   {} {}", of_all(self.quiet), self.quiet)?;
        let [none, board, bare] = self.counts.map(|number| percent(number, self.quiet));
        writeln!(f, "  counts       none {none}, board {board}, bare king {bare}")?;
        writeln!(f, "  pieces on the board (positions to learn from)")?;
        for (pieces, &number) in &self.pieces {
            bar(f, &pieces.to_string(), number, self.quiet)?;
        }
        Ok(())
    }
}

impl fmt::Display for DataStats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, stats) in &self.variants {
            stats.write(f, name)?;
        }
        let sum = |of: fn(&VariantStats) -> u64| -> u64 { self.variants.values().map(of).sum() };
        let (positions, quiet) = (sum(|stats| stats.positions), sum(|stats| stats.quiet));
        let (all, learn) = (ratio(self.bytes, positions), ratio(self.bytes, quiet));
        writeln!(f, "bytes          {}", self.bytes)?;
        writeln!(f, "  a position   {all:.2}, {learn:.2} a position to learn from")
    }
}

/// A line of a histogram; nothing for nothing.
fn bar(f: &mut fmt::Formatter<'_>, label: &str, number: u64, of: u64) -> fmt::Result {
    const WIDTH: f64 = 100.0;
    if number == 0 {
        return Ok(());
    }
    let length = (ratio(number, of) * WIDTH).round() as usize;
    writeln!(f, "    {label:>9}  {} {}", percent(number, of), "#".repeat(length))
}

fn ratio(number: u64, of: u64) -> f64 {
    number as f64 / of.max(1) as f64
}

fn percent(number: u64, of: u64) -> String {
    format!("{:5.1} %", 100.0 * ratio(number, of))
}
