//! Building tables by retrograde analysis.
//!
//! Positions are not visited one by one: for each row – a placement of all men but the weak king –
//! a set of 64 bits says on which squares that king has lost so far. What the other side's moves
//! reach is the OR of the neighbouring rows' sets, and a king's move is one expansion of a set. Rows
//! are stamped with the ply at which they changed last, and looked at again only by their neighbours.

mod sets;
mod solve;

use super::ending::Ending;
use super::layout::{Layout, ROW};
use super::table::Conversions;
use super::value::Value;
use crate::board::{Bitboard, Step};

/// Rows that a thread works on at a time.
const CHUNK: usize = 2048;

/// Told from time to time which ending is being built and how many plies have been analysed.
pub type BuildProgress<'a> = dyn Fn(&Ending, u16) + Sync + 'a;

/// The entries of an ending's table, given what captures and promotions lead to.
pub(super) fn entries(
    ending: &Ending,
    conversions: &Conversions,
    threads: usize,
    progress: &BuildProgress,
) -> Vec<u8> {
    solve::entries(ending, conversions, Value::MAX_PLIES, threads, progress)
}

/// About how many bytes [`entries`] takes.
pub(super) fn memory(ending: &Ending) -> usize {
    let rows = Layout::new(ending).rows();
    // The planes of conversions, by the number of men that are left.
    let plane = |men: usize| (64 << (6 * (men - 2))) * (ROW + sets::BYTES);
    let captures = (ending.men() - 2) * plane(ending.men() - 1);
    let promotion = if ending.promoted().is_some() { plane(ending.men()) } else { 0 };
    rows * (ROW + 2 * sets::BYTES) + captures + promotion
}

/// The squares a king's step away from any of `set`.
#[inline]
pub(super) fn around(set: Bitboard) -> Bitboard {
    const RIGHT: Step = Step::new(1, 0);
    const LEFT: Step = Step::new(-1, 0);
    const UP: Step = Step::new(0, 1);
    const DOWN: Step = Step::new(0, -1);
    let sides = set.stepped(RIGHT) | set.stepped(LEFT);
    let rank = set | sides;
    sides | rank.stepped(UP) | rank.stepped(DOWN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endgame::{TableId, Tables};

    /// Of an analysis that ends early nothing is wrong: what takes longer is a draw.
    #[test]
    fn ends_that_take_too_long_are_draws() {
        let tables = Tables::embedded();
        for id in TableId::all(4).into_iter().filter(|id| id.to_string().starts_with("KRKN")) {
            let conversions = tables.0.conversions(&id).unwrap();
            let whole = entries(id.ending(), &conversions, 2, &|_, _| {});
            for longest in [0, 9, 20] {
                let early = solve::entries(id.ending(), &conversions, longest, 2, &|_, _| {});
                let within = |byte: u8| match Value::from_byte(byte).plies() {
                    Some(plies) if plies <= longest => byte,
                    _ => Value::DRAW.byte(),
                };
                assert!(early.iter().zip(&whole).all(|(&early, &all)| early == within(all)));
            }
        }
    }
}
