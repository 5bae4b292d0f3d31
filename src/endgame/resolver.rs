//! Mates under a board's honour that ends before the quickest one: what DTM50 is to DTM in chess.
//!
//! The tables know the quickest mate, and how soon a mate or a winning capture comes. If the count
//! leaves time for the one and not for the other, the mate lies between, and an AND/OR search finds
//! where. Both distances bound each of its positions from below, and from above the capture with the
//! longest mate that can follow.

use std::collections::HashMap;
use std::fmt;

use super::ending::Ending;
use super::probe::{End, Outcome, Under};
use super::tables::Tables;
use crate::board::{Colour, Kind, Move};
use crate::movegen::legal_moves;
use crate::rules::{CountingRule, Position};

/// Asks the tables, and searches where they do not tell the distance of the mate.
///
/// What has been found stays known; it does not depend on what was asked before.
pub struct Resolver<'a> {
    tables: Tables,
    may_go_on: Box<dyn FnMut() -> bool + 'a>,
    /// By [`Position::key`] and by how many plies the mate may come after the count's end.
    known: HashMap<(u64, i32), Bounds>,
    /// No mate comes more plies after a winning capture.
    after_capture: u16,
}

/// What is known of the mate in a position: the more plies there are for it, the more are counted.
#[derive(Clone, Copy, Default, Debug)]
struct Bounds {
    /// It does not come within so many plies.
    above: Option<u16>,
    /// It comes within so many plies.
    within: Option<u16>,
}

/// The search may not go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stopped;

impl<'a> Resolver<'a> {
    /// A resolver that asks `may_go_on` before it looks into a position (some 7 microseconds each).
    /// Of the endings of self-play nine in ten need less than 10,000, nearly all less than 50,000.
    pub fn new(tables: &Tables, may_go_on: impl FnMut() -> bool + 'a) -> Resolver<'a> {
        Resolver {
            tables: tables.clone(),
            may_go_on: Box::new(may_go_on),
            known: HashMap::new(),
            after_capture: u16::MAX,
        }
    }

    /// The tables that are asked.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// The outcome as [`Tables::probe`] has it, by the distance of the mate; as the tables have it if
    /// the search may not go on.
    pub fn probe(&mut self, position: &Position) -> Option<Outcome> {
        let outcome = self.tables.probe(position)?;
        let resolved = match outcome {
            Outcome::Win(End::MateOrCapture(_)) => {
                self.mate(position, true).map(|plies| Outcome::Win(End::Mate(plies)))
            }
            Outcome::Loss(End::MateOrCapture(_)) => {
                self.mate(position, false).map(|plies| Outcome::Loss(End::Mate(plies)))
            }
            _ => Ok(outcome),
        };
        Some(resolved.unwrap_or(outcome))
    }

    /// The legal moves and what each leads to, seen from the other side. Of a win the best ones have
    /// the distance of their mate, with `every` all; of a loss all have it, or none that the tables do
    /// not tell. `None` if a move leads to where there is no table.
    pub fn moves(&mut self, position: &Position, every: bool) -> Option<Vec<(Move, Outcome)>> {
        let tables = self.tables.clone();
        let outcome_after = |mv| Some((mv, tables.probe(&position.after(mv))?));
        let plain: Option<Vec<_>> = legal_moves(position).into_iter().map(outcome_after).collect();
        let mut moves = plain?;
        match self.tables.probe(position)? {
            Outcome::Win(_) => {
                let Some(Outcome::Win(End::Mate(mate))) = self.probe(position) else {
                    return Some(moves);
                };
                for (mv, outcome) in &mut moves {
                    let after = position.after(*mv);
                    if self.forces(&after, mate - 1, false) == Ok(true) {
                        *outcome = Outcome::Loss(End::Mate(mate - 1));
                    } else if every {
                        *outcome = self.probe(&after)?;
                    }
                }
            }
            Outcome::Loss(_) => {
                let resolve = |&(mv, _): &(Move, _)| Some((mv, self.probe(&position.after(mv))?));
                let resolved: Vec<_> = moves.iter().filter_map(resolve).collect();
                let is_left =
                    |&(_, outcome): &_| matches!(outcome, Outcome::Win(End::MateOrCapture(_)));
                if !resolved.iter().any(is_left) {
                    moves = resolved;
                }
            }
            Outcome::Draw => {}
        }
        Some(moves)
    }

    /// A move of best play in a position that ends like this.
    pub fn best(&mut self, position: &Position, outcome: Outcome) -> Option<Move> {
        let mut moves = legal_moves(position).into_iter();
        match outcome {
            Outcome::Win(End::Mate(mate)) => moves.find(|&mv| {
                self.forces(&position.after(mv), mate.saturating_sub(1), false) == Ok(true)
            }),
            Outcome::Loss(End::Mate(mate)) => moves.find(|&mv| {
                mate < 3 || self.forces(&position.after(mv), mate - 3, true) == Ok(false)
            }),
            _ => None,
        }
    }

    /// Plies to the mate that the side to move forces, or that is forced on it.
    fn mate(&mut self, position: &Position, wins: bool) -> Result<u16, Stopped> {
        let Some(Under::Honour { mate, event, .. }) = self.tables.probe_under(position) else {
            return Err(Stopped);
        };
        let winner = if wins { position.side() } else { !position.side() };
        self.after_capture = longest_after_capture(position, winner);
        let latest = event.saturating_add(self.after_capture);
        for plies in (mate..latest).step_by(2) {
            if self.forces(position, plies, wins)? {
                return Ok(plies);
            }
        }
        // With the parity of all of them.
        Ok(latest - (latest - mate) % 2)
    }

    /// Whether the side to move mates within so many plies, or is mated.
    fn forces(&mut self, position: &Position, plies: u16, wins: bool) -> Result<bool, Stopped> {
        match self.told(position, plies, wins) {
            Told::Forced(forced) => Ok(forced),
            Told::Open { .. } => self.searched(position, plies, wins),
        }
    }

    /// What the tables tell of that.
    fn told(&self, position: &Position, plies: u16, wins: bool) -> Told {
        Told::Forced(match self.tables.probe_under(position) {
            Some(Under::Exact(Outcome::Win(end))) => wins && end.plies() <= plies,
            Some(Under::Exact(Outcome::Loss(end))) => !wins && end.plies() <= plies,
            Some(Under::Honour { wins: found, mate, event }) if found == wins && mate <= plies => {
                if event.saturating_add(self.after_capture) > plies {
                    return Told::Open { distance: mate + event };
                }
                true
            }
            _ => false,
        })
    }

    /// The same, if the tables do not tell.
    fn searched(&mut self, position: &Position, plies: u16, wins: bool) -> Result<bool, Stopped> {
        let beyond = i32::from(plies) - position.count().left().unwrap_or_default();
        let key = (position.key(), beyond);
        let bounds = self.known.get(&key).copied().unwrap_or_default();
        if bounds.within.is_some_and(|within| within <= plies) {
            return Ok(true);
        }
        if bounds.above.is_some_and(|above| above >= plies) {
            return Ok(false);
        }
        if !(self.may_go_on)() {
            return Err(Stopped);
        }
        let forced = self.moves_force(position, plies, wins)?;
        let bounds = self.known.entry(key).or_default();
        *if forced { &mut bounds.within } else { &mut bounds.above } = Some(plies);
        Ok(forced)
    }

    fn moves_force(
        &mut self,
        position: &Position,
        plies: u16,
        wins: bool,
    ) -> Result<bool, Stopped> {
        let Some(left) = plies.checked_sub(1) else { return Ok(false) };
        let mut open = Vec::new();
        for mv in legal_moves(position) {
            let after = position.after(mv);
            match self.told(&after, left, !wins) {
                Told::Forced(forced) if forced == wins => return Ok(wins),
                Told::Forced(_) => {}
                Told::Open { distance } => open.push((distance, after)),
            }
        }
        // The winner's quickest moves first, the loser's slowest.
        open.sort_by_key(|&(distance, _)| if wins { distance } else { u16::MAX - distance });
        for (_, after) in open {
            if self.searched(&after, left, !wins)? == wins {
                return Ok(wins);
            }
        }
        Ok(!wins)
    }
}

/// What the tables tell of whether a mate is forced.
enum Told {
    Forced(bool),
    /// Nothing yet: the sum of the two distances says how near it is.
    Open {
        distance: u16,
    },
}

impl fmt::Debug for Resolver<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Resolver").field("known", &self.known.len()).finish_non_exhaustive()
    }
}

/// Most plies from the capture of the last piece to a mate in time, whichever of its pieces the winner
/// still has.
fn longest_after_capture(position: &Position, winner: Colour) -> u16 {
    let (board, rule) = (position.board(), position.rules().counting());
    let pieces: Vec<Kind> = [Kind::Rook, Kind::Khon, Kind::Knight, Kind::Met]
        .into_iter()
        .flat_map(|kind| board.list(winner, kind).map(move |_| kind))
        .collect();
    let one_less = (0..pieces.len()).map(|left_out| {
        let left = pieces.iter().enumerate().filter(|&(at, _)| at != left_out);
        left.map(|(_, &kind)| kind).collect()
    });
    let armies = std::iter::once(pieces.clone()).chain(one_less);
    let longest = |ending: Ending, rule: CountingRule| {
        let left = ending.count(rule).left().and_then(|left| u16::try_from(left).ok());
        left.map_or(u16::MAX, |left| left + 1)
    };
    let counts = armies.filter_map(|army: Vec<Kind>| Some(longest(Ending::bare(&army)?, rule)));
    counts.max().unwrap_or(u16::MAX)
}
