//! The analysis, ply by ply.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use arrayvec::ArrayVec;

use super::sets::{Plane, Sets, number, number_without};
use super::{BuildProgress, CHUNK, around};
use crate::board::{Bitboard, Colour, attacks};
use crate::endgame::attack_map::{AttackMap, checked_by_weak, promotes_on, quiet};
use crate::endgame::ending::{Ending, MAX_PIECES};
use crate::endgame::layout::{Layout, Men, ROW};
use crate::endgame::table::{Conversion, Conversions};
use crate::endgame::table::{Turn, legal};
use crate::endgame::value::Value;
use crate::parallel::share;

/// The entries of an ending's table, strong side to move, as far as the end comes within `longest` plies.
pub(super) fn entries(
    ending: &Ending,
    conversions: &Conversions,
    longest: u8,
    threads: usize,
    progress: &BuildProgress,
) -> Vec<u8> {
    let layout = &Layout::new(ending);
    let strong = ending.strong();
    let legal =
        |turn| Sets::new(layout.rows(), threads, |row| legal(ending, &layout.men(row), turn));
    let mut known = Known { strong: legal(Turn::Strong), weak: legal(Turn::Weak) };
    let captures = conversions.captures.iter().enumerate().map(|(piece, conversion)| {
        let turn = if piece < strong.len() { Turn::Strong } else { Turn::Weak };
        Plane::new(conversion.as_ref(), ending.men() - 3, turn, threads)
    });
    let captures = captures.collect();
    let promotion = conversions.promotion.as_ref().map(|conversion| {
        let plane = Plane::new(Some(conversion), ending.men() - 2, Turn::Weak, threads);
        (conversion, plane)
    });
    let stalemates = Default::default();
    let mut solver = Solver { ending, layout, captures, promotion, stalemates, threads };
    let mut entries = vec![0; layout.rows() * ROW];
    let mut idle = 0;
    for plies in 0..=longest.min(Value::MAX_PLIES) {
        let changed = solver.ply(&mut known, &mut entries, plies);
        progress(ending, plies.into());
        idle = if changed { 0 } else { idle + 1 };
        if idle >= 2 && plies > solver.latest() {
            break;
        }
    }
    entries
}

/// By the side to move.
struct Known {
    strong: Sets,
    weak: Sets,
}

struct Solver<'a> {
    ending: &'a Ending,
    layout: &'a Layout,
    /// What captures lead to, piece by piece.
    captures: ArrayVec<Plane, MAX_PIECES>,
    promotion: Option<(&'a Conversion, Plane)>,
    /// By the side to move, from ply 0 on.
    stalemates: [BTreeMap<usize, Bitboard>; 2],
    threads: usize,
}

/// Told where the moves of a row's positions lead: rows, and how their sets become the row's own.
trait Visitor {
    fn visit(&mut self, sets: &Sets, row: usize, own: impl Fn(Bitboard) -> Bitboard);
}

/// Where a move leads to a loss in so many plies.
struct Won {
    after: u8,
    set: Bitboard,
}

impl Visitor for Won {
    #[inline]
    fn visit(&mut self, sets: &Sets, row: usize, own: impl Fn(Bitboard) -> Bitboard) {
        if sets.lost_at[row] == self.after {
            self.set |= own(sets.lost[row]);
        }
    }
}

/// Whether any of the rows has a win in so many plies.
struct Due {
    after: u8,
    due: bool,
}

impl Visitor for Due {
    #[inline]
    fn visit(&mut self, sets: &Sets, row: usize, _: impl Fn(Bitboard) -> Bitboard) {
        self.due |= sets.open_at[row] == self.after;
    }
}

/// Where a move leads to what is not won so far.
struct Escapes(Bitboard);

impl Visitor for Escapes {
    #[inline]
    fn visit(&mut self, sets: &Sets, row: usize, own: impl Fn(Bitboard) -> Bitboard) {
        self.0 |= own(sets.open[row]);
    }
}

impl Solver<'_> {
    /// The most plies of what conversions lead to.
    fn latest(&self) -> u8 {
        let promotion = self.promotion.iter().map(|(_, plane)| plane);
        let planes = self.captures.iter().chain(promotion);
        planes.map(|plane| plane.latest).max().unwrap_or(0)
    }

    /// Finds what is decided in `plies` plies. Whether anything is.
    fn ply(&mut self, known: &mut Known, entries: &mut [u8], plies: u8) -> bool {
        if let Some(before) = plies.checked_sub(1) {
            let promotion = self.promotion.iter_mut().map(|(_, plane)| plane);
            for plane in self.captures.iter_mut().chain(promotion) {
                plane.advance(before, self.threads);
            }
        }
        let Known { strong, weak } = known;
        let (by_strong, by_weak) = match (self.ending.weak(), plies % 2) {
            (Some(_), _) => (true, true),
            // A bare king cannot win.
            (None, odd) => (odd == 1, odd == 0),
        };
        let mut changed = false;
        if by_strong {
            changed |= self.turn(Turn::Strong, strong, weak, entries, plies);
        }
        if by_weak {
            changed |= self.turn(Turn::Weak, weak, strong, &mut [], plies);
        }
        changed
    }

    /// The same with one side to move, whose sets are `own`. What is found does not touch those sets
    /// that it is found from: wins come of losses, losses of wins. `entries` may be empty.
    fn turn(
        &mut self,
        turn: Turn,
        own: &mut Sets,
        other: &Sets,
        entries: &mut [u8],
        plies: u8,
    ) -> bool {
        let changed = AtomicBool::new(false);
        let stalemates = Mutex::new(BTreeMap::new());
        let wins = plies % 2 == 1;
        let Sets { open, lost, open_at, lost_at } = own;
        let stamps = if wins { open_at } else { lost_at };
        let mut entries = entries.chunks_mut(CHUNK * ROW);
        let chunks = open
            .chunks_mut(CHUNK)
            .zip(lost.chunks_mut(CHUNK))
            .zip(stamps.chunks_mut(CHUNK))
            .map(|((open, lost), stamps)| (open, lost, stamps, entries.next()))
            .enumerate();
        let byte = Value::after(plies).byte();
        let this = &*self;
        share(self.threads, chunks, |(chunk, (open, lost, stamps, mut entries))| {
            for i in 0..open.len() {
                let undecided = open[i] - lost[i];
                if undecided.is_empty() {
                    continue;
                }
                let row = chunk * CHUNK + i;
                let found = match wins {
                    true => this.won(turn, row, other, plies) & undecided,
                    false => this.lost(turn, row, undecided, other, plies, &stalemates),
                };
                if found.is_empty() {
                    continue;
                }
                if wins {
                    open[i] = open[i] - found;
                } else {
                    lost[i] |= found;
                }
                stamps[i] = plies;
                if let Some(entries) = &mut entries {
                    found.for_each(|square| entries[i * ROW + square.index()] = byte);
                }
                changed.store(true, Ordering::Relaxed);
            }
        });
        if plies == 0 {
            self.stalemates[turn as usize] = stalemates.into_inner().unwrap_or_default();
        }
        changed.into_inner()
    }

    /// The squares of a row with a move to a position that is lost in one ply less.
    fn won(&self, turn: Turn, row: usize, other: &Sets, plies: u8) -> Bitboard {
        let mut won = Won { after: plies - 1, set: Bitboard::EMPTY };
        self.visit(turn, row, &self.layout.men(row), other, &mut won);
        won.set
    }

    /// The undecided squares of a row on which every move leads to a position that is won by now.
    fn lost(
        &self,
        turn: Turn,
        row: usize,
        undecided: Bitboard,
        other: &Sets,
        plies: u8,
        stalemates: &Mutex<BTreeMap<usize, Bitboard>>,
    ) -> Bitboard {
        let men = self.layout.men(row);
        if let Some(after) = plies.checked_sub(1) {
            let mut due = Due { after, due: false };
            self.visit(turn, row, &men, other, &mut due);
            if !due.due {
                return Bitboard::EMPTY;
            }
        }
        let mut escapes = Escapes(Bitboard::EMPTY);
        self.visit(turn, row, &men, other, &mut escapes);
        let stuck = undecided - escapes.0;
        if plies > 0 {
            let stalemates = self.stalemates[turn as usize].get(&row);
            return stuck - stalemates.copied().unwrap_or_default();
        }
        // Nothing is won yet: there is no move at all.
        let mates = stuck & self.checked(turn, &men);
        if mates != stuck
            && let Ok(mut stalemates) = stalemates.lock()
        {
            stalemates.insert(row, stuck - mates);
        }
        mates
    }

    /// Squares of the weak king with which the side to move is in check.
    fn checked(&self, turn: Turn, men: &Men) -> Bitboard {
        match turn {
            Turn::Strong => checked_by_weak(self.ending.strong(), self.ending.weak(), men),
            Turn::Weak => AttackMap::new(self.ending.strong(), men).attacked,
        }
    }

    /// Shows where the moves of one side lead that are possible for some square of the weak king.
    #[inline]
    fn visit(&self, turn: Turn, row: usize, men: &Men, other: &Sets, visitor: &mut impl Visitor) {
        match turn {
            Turn::Strong => self.visit_strong(row, men, other, visitor),
            Turn::Weak => self.visit_weak(row, men, other, visitor),
        }
    }

    fn visit_strong(&self, row: usize, men: &Men, weak: &Sets, visitor: &mut impl Visitor) {
        let occupied = men.occupied();
        let strong = self.ending.strong();
        // A rook's path that leads over the weak king is no matter: it would be in check.
        for (piece, (&kind, &from)) in strong.iter().zip(men.pieces()).enumerate() {
            for to in quiet(kind, from, occupied) {
                visitor.visit(weak, self.layout.row_with(row, men, piece, to), |set| set);
            }
        }
        for king in attacks::king(men.king) - occupied {
            let (row, symmetry) = self.layout.row_with_king(row, men, king);
            visitor.visit(weak, row, |set| symmetry.origins(set));
        }
        for (target, plane) in self.captures.iter().enumerate().skip(strong.len()) {
            let at = men.pieces()[target];
            if attacks::king(men.king).contains(at) {
                visitor.visit(&plane.sets, number_without(&men.with_king(at), target), |set| set);
            }
            for (piece, (&kind, &from)) in strong.iter().zip(men.pieces()).enumerate() {
                if attacks::of(Colour::White, kind, from, occupied).contains(at) {
                    let men = men.with(piece, at);
                    visitor.visit(&plane.sets, number_without(&men, target), |set| set);
                }
            }
        }
        if let Some((conversion, plane)) = &self.promotion {
            for (piece, (&kind, &from)) in strong.iter().zip(men.pieces()).enumerate() {
                if let Some(to) = promotes_on(kind, from, occupied) {
                    let men = conversion.promoted(men, piece, to);
                    visitor.visit(&plane.sets, number(&men), |set| set);
                }
            }
        }
    }

    fn visit_weak(&self, row: usize, men: &Men, strong: &Sets, visitor: &mut impl Visitor) {
        visitor.visit(strong, row, around);
        let pieces = self.ending.strong().len();
        for (target, (plane, &at)) in
            self.captures.iter().zip(men.pieces()).enumerate().take(pieces)
        {
            visitor.visit(&plane.sets, number_without(men, target), |set| {
                if set.contains(at) { attacks::king(at) } else { Bitboard::EMPTY }
            });
        }
        let Some(kind) = self.ending.weak() else { return };
        let (from, occupied) = (men.pieces()[pieces], men.occupied());
        let reached = attacks::of(Colour::Black, kind, from, occupied);
        for to in reached - occupied {
            let way = !attacks::between(from, to);
            visitor.visit(strong, self.layout.row_with(row, men, pieces, to), |set| set & way);
        }
        let targets = self.captures.iter().zip(men.pieces()).enumerate().take(pieces);
        for (target, (plane, &at)) in targets.filter(|(_, (_, at))| reached.contains(**at)) {
            let way = !attacks::between(from, at);
            let men = men.with(pieces, at);
            visitor.visit(&plane.sets, number_without(&men, target), |set| set & way);
        }
    }
}
