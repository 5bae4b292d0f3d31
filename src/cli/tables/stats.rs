//! `mekong tables stats`.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use mekong::endgame::{Stats, TableId, Tables, Turn};
use mekong::rules::CountingRule;

use super::{Failure, SMALL_THREAD, Threads, open, over_table, size};

/// Arguments of `mekong tables stats`.
#[derive(Args)]
pub struct StatsArgs {
    /// Folder of tables
    folder: PathBuf,

    #[command(flatten)]
    threads: Threads,
}

const BARE: &str = "\
| ending | won | in time, makruk | in time, ouk | lost, king to move | longest mate, moves | such a position | file |
|---|---|---|---|---|---|---|---|";

const BIA: &str = "\
| ending, counting | won | lost, king to move | longest mate, moves | such a position | file |
|---|---|---|---|---|---|";

const ONE_EACH: &str = "\
| ending, counting | first to move: won | lost | second to move: won | lost | longest, plies | such a position | file |
|---|---|---|---|---|---|---|---|";

impl StatsArgs {
    /// Runs the command.
    pub fn run(self) -> Result<ExitCode, Failure> {
        let tables = open(&self.folder)?;
        let (one_each, bare): (Vec<TableId>, Vec<TableId>) =
            tables.ids().into_iter().partition(|id| id.ending().weak().is_some());
        let (bia, bare): (Vec<_>, Vec<_>) = bare.into_iter().partition(|id| id.rule().is_some());
        let mut out = io::stdout().lock();
        let mut before = "";
        for (title, ids, row) in [
            (BARE, bare, bare_row as fn([&Stats; 2]) -> String),
            (BIA, bia, bia_row),
            (ONE_EACH, one_each, one_each_row),
        ] {
            if !ids.is_empty() {
                writeln!(out, "{before}{title}")?;
                before = "\n";
            }
            for id in ids {
                let strong = self.numbers(&tables, &id, Turn::Strong)?;
                let weak = self.numbers(&tables, &id, Turn::Weak)?;
                let file = fs::metadata(self.folder.join(id.file_name()));
                let file = file.map_or("–".into(), |file| size(file.len()));
                writeln!(out, "| {id} | {} | {file} |", row([&strong, &weak]))?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    fn numbers(&self, tables: &Tables, id: &TableId, turn: Turn) -> Result<Stats, Failure> {
        over_table(id, |progress| {
            tables.stats(id, turn, self.threads.number(SMALL_THREAD), progress)
        })
    }
}

/// A share in per cent, with as many digits as tell it from all and nothing.
fn percent(part: u64, all: u64) -> String {
    let share = 100.0 * part as f64 / all as f64;
    match part {
        0 => "0 %".into(),
        _ if part == all => "100 %".into(),
        _ if !(0.05..99.95).contains(&share) => format!("{share:.4} %"),
        _ => format!("{share:.1} %"),
    }
}

fn sum(positions: impl Iterator<Item = (u8, u64)>) -> u64 {
    positions.map(|(_, positions)| positions).sum()
}

fn bare_row([strong, weak]: [&Stats; 2]) -> String {
    let won = percent(sum(strong.wins()), strong.total());
    let in_time = [CountingRule::Makruk, CountingRule::Cambodian].map(|rule| {
        let moves = strong.ending().count_moves(rule);
        format!("{} ({moves})", percent(strong.wins_in_time(rule), strong.total()))
    });
    let lost = percent(sum(weak.losses()), weak.total());
    format!("{won} | {} | {} | {lost} | {}", in_time[0], in_time[1], longest_mate(strong))
}

fn bia_row([strong, weak]: [&Stats; 2]) -> String {
    let won = percent(sum(strong.wins()), strong.total());
    let lost = percent(sum(weak.losses()), weak.total());
    format!("{won} | {lost} | {}", longest_mate(strong))
}

/// The longest mate in moves and a position for it.
fn longest_mate(strong: &Stats) -> String {
    match strong.wins().next_back() {
        None => "– | –".into(),
        Some((plies, _)) => {
            let example = strong.example(plies).unwrap_or_default();
            format!("{} | `{example}`", plies.div_ceil(2))
        }
    }
}

fn one_each_row([strong, weak]: [&Stats; 2]) -> String {
    let shares = [strong, weak].map(|numbers| {
        let total = numbers.total();
        let (won, lost) = (sum(numbers.wins()), sum(numbers.losses()));
        format!("{} | {}", percent(won, total), percent(lost, total))
    });
    let ends = [strong, weak].into_iter().flat_map(|numbers| {
        let ends = numbers.wins().next_back().into_iter().chain(numbers.losses().next_back());
        ends.map(move |(plies, _)| (plies, numbers))
    });
    let (longest, example) = match ends.max_by_key(|&(plies, _)| plies) {
        None => ("–".into(), "–".into()),
        Some((plies, numbers)) => {
            (plies.to_string(), format!("`{}`", numbers.example(plies).unwrap_or_default()))
        }
    };
    format!("{} | {} | {longest} | {example}", shares[0], shares[1])
}
