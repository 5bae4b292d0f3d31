//! What is known of many positions after some number of plies, as sets of the weak king's squares.

use super::CHUNK;
use crate::board::{Bitboard, Kind, Square, attacks};
use crate::endgame::ending::{BIA_SQUARES, Ending};
use crate::endgame::layout::{Men, ROW};
use crate::endgame::table::Conversion;
use crate::endgame::table::{Turn, legal};
use crate::endgame::value::Value;
use crate::parallel::share;

/// A row that has not changed.
pub(super) const NEVER: u8 = u8::MAX;

/// Row by row, with one side to move.
pub(super) struct Sets {
    /// Squares of legal positions that the side to move has not won so far.
    pub(super) open: Vec<Bitboard>,
    /// Squares on which it has lost.
    pub(super) lost: Vec<Bitboard>,
    /// The number of plies in which the last position of the row was won.
    pub(super) open_at: Vec<u8>,
    /// The number of plies in which the last position of the row was lost.
    pub(super) lost_at: Vec<u8>,
}

/// Bytes of a row.
pub(super) const BYTES: usize = 2 * size_of::<Bitboard>() + 2;

impl Sets {
    /// Nothing is decided; `legal` gives the squares of a row.
    pub(super) fn new(
        rows: usize,
        threads: usize,
        legal: impl Fn(usize) -> Bitboard + Sync,
    ) -> Sets {
        let mut open = vec![Bitboard::EMPTY; rows];
        share(threads, open.chunks_mut(CHUNK).enumerate(), |(chunk, open)| {
            for (i, open) in open.iter_mut().enumerate() {
                *open = legal(chunk * CHUNK + i);
            }
        });
        Sets {
            open,
            lost: vec![Bitboard::EMPTY; rows],
            open_at: vec![NEVER; rows],
            lost_at: vec![NEVER; rows],
        }
    }
}

/// The positions that a conversion leads to, numbered by the squares of the strong king and of the
/// pieces that are left, with the values that they have before it.
pub(super) struct Plane {
    values: Vec<[u8; ROW]>,
    pub(super) sets: Sets,
    /// The most plies of a value.
    pub(super) latest: u8,
}

/// The number of men in a plane.
#[inline]
pub(super) fn number(men: &Men) -> usize {
    men.pieces().iter().fold(men.king.index(), |number, at| number * 64 + at.index())
}

/// The number of men without one of the pieces.
#[inline]
pub(super) fn number_without(men: &Men, piece: usize) -> usize {
    let left = men.pieces().iter().enumerate().filter(|&(at, _)| at != piece);
    left.fold(men.king.index(), |number, (_, at)| number * 64 + at.index())
}

fn placed(mut number: usize, pieces: usize) -> Men {
    let mut squares = [Square::from_index(0); 4];
    for square in squares[..=pieces].iter_mut().rev() {
        *square = Square::from_index((number % 64) as u8);
        number /= 64;
    }
    Men::new(squares[0], &squares[1..=pieces])
}

impl Plane {
    /// What `conversion` leads to, a draw if there is none, with this turn and number of pieces.
    pub(super) fn new(
        conversion: Option<&Conversion>,
        pieces: usize,
        turn: Turn,
        threads: usize,
    ) -> Plane {
        let rows = 64 << (6 * pieces);
        let sets = Sets::new(rows, threads, |row| {
            let men = placed(row, pieces);
            match conversion {
                Some(conversion) => legal_after(conversion, &men, turn),
                None => !(attacks::king(men.king) | Bitboard::of(men.king)),
            }
        });
        let mut values = vec![[0; ROW]; rows];
        if let Some(conversion) = conversion {
            fill(&mut values, &sets.open, conversion, turn, threads);
        }
        let plies = values.iter().flatten().filter_map(|&byte| Value::from_byte(byte).plies());
        let latest = plies.max().unwrap_or(0);
        Plane { values, sets, latest }
    }

    /// Adds what is decided in so many plies.
    pub(super) fn advance(&mut self, plies: u8, threads: usize) {
        if plies > self.latest {
            return;
        }
        let byte = Value::after(plies).byte();
        let Sets { open, lost, open_at, lost_at } = &mut self.sets;
        let sets = open.chunks_mut(CHUNK).zip(lost.chunks_mut(CHUNK));
        let stamps = open_at.chunks_mut(CHUNK).zip(lost_at.chunks_mut(CHUNK));
        let chunks = sets.zip(stamps).zip(self.values.chunks(CHUNK));
        share(threads, chunks, |(((open, lost), (open_at, lost_at)), values)| {
            for (i, values) in values.iter().enumerate() {
                let found = values.iter().enumerate();
                let found = Bitboard(
                    found.fold(0, |set, (at, &value)| set | u64::from(value == byte) << at),
                );
                if found.is_empty() {
                    continue;
                }
                if plies % 2 == 1 {
                    open[i] = open[i] - found;
                    open_at[i] = plies;
                } else {
                    lost[i] |= found;
                    lost_at[i] = plies;
                }
            }
        });
    }
}

/// Squares of the weak king with which the conversion leads to a legal position.
fn legal_after(conversion: &Conversion, men: &Men, turn: Turn) -> Bitboard {
    let ending = conversion.table.ending();
    if !conversion.swapped {
        let possible = have_numbers(ending, men);
        return if possible { legal(ending, men, turn) } else { Bitboard::EMPTY };
    }
    let is_legal = |&king: &Square| {
        let (men, king, turn) = conversion.seen(men, king, turn);
        have_numbers(ending, &men) && legal(ending, &men, turn).contains(king)
    };
    Square::all().filter(is_legal).collect()
}

/// Whether no bia stands where none can in a game.
fn have_numbers(ending: &Ending, men: &Men) -> bool {
    let mut pieces = ending.strong().iter().zip(men.pieces());
    pieces.all(|(&kind, &at)| kind != Kind::Pawn || BIA_SQUARES.contains(at))
}

fn fill(
    values: &mut [[u8; ROW]],
    legal: &[Bitboard],
    conversion: &Conversion,
    turn: Turn,
    threads: usize,
) {
    let table = &conversion.table;
    let pieces = table.ending().men() - 2;
    let by_weak = match conversion.swapped {
        true => turn.other() == Turn::Weak,
        false => turn == Turn::Weak,
    };
    // Tables that are being built on are in memory or have just been checked.
    let weak = by_weak.then(|| table.weak_entries(threads, &|_| ())).flatten().unwrap_or_default();
    let chunks = values.chunks_mut(CHUNK).zip(legal.chunks(CHUNK)).enumerate();
    share(threads, chunks, |(chunk, (values, legal))| {
        for (i, (values, legal)) in values.iter_mut().zip(legal).enumerate() {
            let men = placed(chunk * CHUNK + i, pieces);
            for king in *legal {
                let (men, at, _) = conversion.seen(&men, king, turn);
                let (row, symmetry) = table.layout().row(&men);
                let column = symmetry.square(at).index();
                let value = if by_weak {
                    weak.get(row * ROW + column).map(|&byte| Value::from_byte(byte))
                } else {
                    table.store().entry(row, column)
                };
                values[king.index()] = conversion.counted(value.unwrap_or(Value::DRAW)).byte();
            }
        }
    });
}
