//! Tables of one piece each.

use std::sync::atomic::{AtomicBool, Ordering};

use super::{CHUNK, Progress, around, share};
use crate::board::{Bitboard, Colour, Kind, Square, attacks};
use crate::endgame::bare::Chase;
use crate::endgame::duel::{Captures, Side, checked};
use crate::endgame::ending::Ending;
use crate::endgame::layout::{Layout, Men, ROW};
use crate::endgame::value::Value;

/// The entries of the table of an ending of one piece each, given what captures lead to.
pub(super) fn entries(
    ending: &Ending,
    weak: Kind,
    captures: &Captures,
    threads: usize,
    progress: &Progress,
) -> Vec<u8> {
    let layout = Layout::new(ending);
    let strong = ending.strong()[0];
    let taken = Taken::new(strong, weak, captures);
    Builder { ending, layout: &layout, strong, weak, taken, threads }.run(progress)
}

/// What captures of the last piece lead to, as bytes of the table for the bare king to move.
struct Taken {
    /// For the strong king and piece after it has captured: by the square of the bare weak king.
    by_strong: Vec<[u8; ROW]>,
    /// For the weak piece after the capture and the bare strong king: by the square of the weak king.
    by_weak: Vec<[u8; ROW]>,
}

/// Where the capture of the last piece wins, in a given number of plies or fewer; the pairs are
/// those of [`Taken`].
struct Wins {
    by_strong: Vec<Bitboard>,
    by_weak: Vec<Bitboard>,
}

/// Number of a pair of squares.
fn pair(one: Square, other: Square) -> usize {
    one.index() * 64 + other.index()
}

impl Taken {
    fn new(strong: Kind, weak: Kind, captures: &Captures) -> Taken {
        let row = |value: &dyn Fn(Square) -> Value| {
            let mut bytes = [0; ROW];
            Square::all().for_each(|at| bytes[at.index()] = value(at).byte());
            bytes
        };
        let each_pair =
            || Square::all().flat_map(|one| Square::all().map(move |other| (one, other)));
        let apart = |a, b, c| a != b && b != c && !attacks::king(a).contains(c) && a != c;
        let value = |colour, king, kind, piece, bare| {
            let side = Side { colour, king, kind, piece };
            // The small tables have just been built or checked, and are in memory.
            let value = apart(king, piece, bare).then(|| captures.value(&side, bare)).flatten();
            value.unwrap_or(Value::DRAW)
        };
        let by_strong = each_pair()
            .map(|(king, piece)| row(&|bare| value(Colour::White, king, strong, piece, bare)));
        let by_weak = each_pair()
            .map(|(piece, bare)| row(&|king| value(Colour::Black, king, weak, piece, bare)));
        Taken { by_strong: by_strong.collect(), by_weak: by_weak.collect() }
    }

    /// The captures that win in at most `plies` plies, the capture being the first.
    fn wins(&self, plies: u8) -> Wins {
        let lost = |byte: u8| Value::from_byte(byte).loss().is_some_and(|loss| loss < plies);
        let set = |row: &[u8; ROW]| Square::all().filter(|at| lost(row[at.index()])).collect();
        Wins {
            by_strong: self.by_strong.iter().map(set).collect(),
            by_weak: self.by_weak.iter().map(set).collect(),
        }
    }

    /// The most plies in which a capture wins.
    fn latest(&self) -> u8 {
        let bytes = self.by_strong.iter().chain(&self.by_weak).flatten();
        bytes.filter_map(|&byte| Value::from_byte(byte).loss()).max().map_or(0, |loss| loss + 1)
    }
}

struct Builder<'a> {
    ending: &'a Ending,
    layout: &'a Layout,
    strong: Kind,
    weak: Kind,
    taken: Taken,
    threads: usize,
}

/// What is known of a row after some number of plies; the sets are squares of the weak king.
#[derive(Clone, Copy, Default)]
struct Sets {
    win: Bitboard,
    loss: Bitboard,
}

/// By the side to move, row by row.
struct Known {
    strong: Vec<Sets>,
    weak: Vec<Sets>,
    /// Squares on which the weak king may stand, by the side to move.
    legal: [Vec<Bitboard>; 2],
}

/// What a set of moves leads to: `any` where there is such a move, `good` where it leads to
/// something wanted.
#[derive(Clone, Copy, Default)]
struct Reach {
    any: Bitboard,
    good: Bitboard,
}

impl Reach {
    fn add(&mut self, any: Bitboard, good: Bitboard) {
        self.any |= any;
        self.good |= good;
    }
}

impl Builder<'_> {
    fn run(&self, progress: &Progress) -> Vec<u8> {
        let rows = self.layout.rows();
        let mut known = Known {
            strong: vec![Sets::default(); rows],
            weak: vec![Sets::default(); rows],
            legal: [vec![Bitboard::EMPTY; rows], vec![Bitboard::EMPTY; rows]],
        };
        self.fill_legal(&mut known);
        let mut entries = vec![0; rows * ROW];
        let mut quiet_plies = 0;
        let latest = self.taken.latest();
        // Two plies in which nothing happens end it, once no capture wins later.
        for plies in 0..Value::MAX_PLIES {
            let changed = self.ply(&mut known, &mut entries, plies);
            progress(self.ending, u16::from(plies));
            quiet_plies = if changed { 0 } else { quiet_plies + 1 };
            if quiet_plies >= 2 && plies >= latest {
                break;
            }
        }
        entries
    }

    fn fill_legal(&self, known: &mut Known) {
        let [strong, weak] = &mut known.legal;
        let chunks = strong.chunks_mut(CHUNK).zip(weak.chunks_mut(CHUNK)).enumerate();
        share(self.threads, chunks, |(chunk, (strong, weak))| {
            for (i, (strong, weak)) in strong.iter_mut().zip(weak).enumerate() {
                let men = self.layout.men(chunk * CHUNK + i);
                if men.are_apart() {
                    let chase = Chase::new(self.ending.strong(), &men);
                    *strong = chase.safe();
                    *weak = chase.standing() - checked(self.weak, &men);
                }
            }
        });
    }

    /// Finds what is decided in `plies` plies, for both sides to move. Whether anything is.
    fn ply(&self, known: &mut Known, entries: &mut [u8], plies: u8) -> bool {
        let changed = AtomicBool::new(false);
        let found = self.found(known, plies);
        let Known { strong, weak, .. } = known;
        let chunks = strong
            .chunks_mut(CHUNK)
            .zip(weak.chunks_mut(CHUNK))
            .zip(entries.chunks_mut(CHUNK * ROW))
            .zip(found.chunks(CHUNK));
        share(self.threads, chunks, |(((strong, weak), entries), found)| {
            for (i, &[by_strong, by_weak]) in found.iter().enumerate() {
                strong[i].add(by_strong, plies);
                weak[i].add(by_weak, plies);
                let byte = Value::after(plies).byte();
                by_strong.for_each(|square| entries[i * ROW + square.index()] = byte);
                if !(by_strong | by_weak).is_empty() {
                    changed.store(true, Ordering::Relaxed);
                }
            }
        });
        changed.into_inner()
    }

    /// What is decided in `plies` plies and was not before, by the side to move.
    fn found(&self, known: &Known, plies: u8) -> Vec<[Bitboard; 2]> {
        let mut found = vec![[Bitboard::EMPTY; 2]; self.layout.rows()];
        let wins = self.taken.wins(plies);
        share(self.threads, found.chunks_mut(CHUNK).enumerate(), |(chunk, found)| {
            for (i, found) in found.iter_mut().enumerate() {
                let row = chunk * CHUNK + i;
                let undecided =
                    |turn: usize, sets: &Sets| known.legal[turn][row] - sets.win - sets.loss;
                let open = [undecided(0, &known.strong[row]), undecided(1, &known.weak[row])];
                if (open[0] | open[1]).is_empty() {
                    continue;
                }
                let men = self.layout.men(row);
                let decided = if plies % 2 == 1 {
                    [
                        self.strong_wins(known, &wins, row, &men),
                        self.weak_wins(known, &wins, row, &men),
                    ]
                } else {
                    [self.strong_loses(known, row, &men), self.weak_loses(known, row, &men)]
                };
                *found = [decided[0] & open[0], decided[1] & open[1]];
            }
        });
        found
    }

    fn strong_wins(&self, known: &Known, taken: &Wins, row: usize, men: &Men) -> Bitboard {
        let quiet = self.strong_quiet(row, men, |row| {
            let lost = known.weak[row].loss;
            (lost, lost)
        });
        let [piece, target] = [men.pieces()[0], men.pieces()[1]];
        let mut wins = quiet.good;
        if attacks::king(men.king).contains(target) {
            wins |= taken.by_strong[pair(target, piece)];
        }
        if attacks::of(Colour::White, self.strong, piece, men.occupied()).contains(target) {
            wins |= taken.by_strong[pair(men.king, target)];
        }
        wins
    }

    fn strong_loses(&self, known: &Known, row: usize, men: &Men) -> Bitboard {
        let mut reach = self.strong_quiet(row, men, |row| {
            let legal = known.legal[1][row];
            (legal, legal - known.weak[row].win)
        });
        // Whoever takes the last piece does not lose any more.
        let [piece, target] = [men.pieces()[0], men.pieces()[1]];
        if attacks::king(men.king).contains(target) {
            let undefended = !attacks::king(target);
            reach.add(undefended, undefended);
        }
        if attacks::of(Colour::White, self.strong, piece, men.occupied()).contains(target) {
            reach.add(Bitboard::ALL, Bitboard::ALL);
        }
        !reach.good & (reach.any | checked(self.weak, men))
    }

    fn weak_wins(&self, known: &Known, taken: &Wins, row: usize, men: &Men) -> Bitboard {
        let mut reach = self.piece_quiet(Colour::Black, row, men, |row| {
            let lost = known.strong[row].loss;
            (lost, lost)
        });
        reach.good |= around(known.strong[row].loss);
        let [target, piece] = [men.pieces()[0], men.pieces()[1]];
        if taken.by_weak[pair(piece, men.king)].contains(target) {
            reach.good |= attacks::king(target);
        }
        if attacks::of(Colour::Black, self.weak, piece, men.occupied()).contains(target) {
            reach.good |= taken.by_weak[pair(target, men.king)] - attacks::between(piece, target);
        }
        reach.good
    }

    fn weak_loses(&self, known: &Known, row: usize, men: &Men) -> Bitboard {
        let mut reach = self.piece_quiet(Colour::Black, row, men, |row| {
            let legal = known.legal[0][row];
            (legal, legal - known.strong[row].win)
        });
        let legal = known.legal[0][row];
        reach.add(around(legal), around(legal - known.strong[row].win));
        let [target, piece] = [men.pieces()[0], men.pieces()[1]];
        if !attacks::king(men.king).contains(target) {
            reach.add(attacks::king(target), attacks::king(target));
        }
        if attacks::of(Colour::Black, self.weak, piece, men.occupied()).contains(target) {
            let way = !attacks::between(piece, target);
            reach.add(way, way);
        }
        let chase = Chase::new(self.ending.strong(), men);
        !reach.good & (reach.any | chase.attacked)
    }

    /// What the strong side's moves without a capture lead to, `sets` giving both sets of a row.
    fn strong_quiet(
        &self,
        row: usize,
        men: &Men,
        sets: impl Fn(usize) -> (Bitboard, Bitboard),
    ) -> Reach {
        let mut reach = self.piece_quiet(Colour::White, row, men, &sets);
        for king in attacks::king(men.king) - men.occupied() {
            let (row, symmetry) = self.layout.row(&men.with_king(king));
            let (any, good) = sets(row);
            reach.add(symmetry.origins(any), symmetry.origins(good));
        }
        reach
    }

    /// What the moves of a side's piece without a capture lead to; the weak king may be in a rook's
    /// way. `sets` gives both sets of a row.
    fn piece_quiet(
        &self,
        side: Colour,
        row: usize,
        men: &Men,
        sets: impl Fn(usize) -> (Bitboard, Bitboard),
    ) -> Reach {
        let (piece, kind) = match side {
            Colour::White => (0, self.strong),
            Colour::Black => (1, self.weak),
        };
        let mut reach = Reach::default();
        let (from, occupied) = (men.pieces()[piece], men.occupied());
        for to in attacks::of(side, kind, from, occupied) - occupied {
            let (any, good) = sets(self.layout.row_with(row, men, piece, to));
            let way = !attacks::between(from, to);
            reach.add(any & way, good & way);
        }
        reach
    }
}

impl Sets {
    fn add(&mut self, found: Bitboard, plies: u8) {
        if plies % 2 == 1 {
            self.win |= found;
        } else {
            self.loss |= found;
        }
    }
}
