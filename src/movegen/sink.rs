//! What becomes of generated moves.

use arrayvec::ArrayVec;

use crate::board::{Bitboard, Colour, Move, Promotion, Square, Step};
use crate::rules::Variant;

/// Takes generated moves, a set of targets at a time.
pub trait Sink {
    /// Moves of the piece on `from` to each of `targets`.
    fn piece(&mut self, from: Square, targets: Bitboard);
    /// Moves by one `step` to each of `targets`.
    fn steps(&mut self, targets: Bitboard, step: Step);
    /// Moves of bia by one `step` to each of `targets`, becoming any one of `choice`.
    fn promotions(&mut self, targets: Bitboard, step: Step, choice: &[Promotion]);
    /// Moves of bia of `us` by one `step` to each of `targets`, promoting where the variant says.
    #[inline]
    fn pawns(&mut self, targets: Bitboard, step: Step, us: Colour, variant: &Variant) {
        let zone = variant.promotion_zone[us];
        self.steps(targets - zone, step);
        self.promotions(targets & zone, step, variant.promotions);
    }
}

/// Room for every move of any position that can be set up. The most have 15 ai-woks and a king: an
/// empty square of a rank or file is reached by two of them at most, which makes 182 moves like
/// rooks, 15 × 8 like ma, 15 × 4 like mets and the king's 8.
pub const MAX_MOVES: usize = 384;

/// A list of moves.
pub type MoveList = ArrayVec<Move, MAX_MOVES>;

impl Sink for MoveList {
    #[inline]
    fn piece(&mut self, from: Square, targets: Bitboard) {
        for to in targets {
            self.push(Move::new(from, to));
        }
    }

    #[inline]
    fn steps(&mut self, targets: Bitboard, step: Step) {
        for to in targets {
            self.push(Move::new(step.origin(to), to));
        }
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, step: Step, choice: &[Promotion]) {
        for to in targets {
            for &promotion in choice {
                self.push(Move::promoting(step.origin(to), to, promotion));
            }
        }
    }
}

/// Counts moves without looking at them.
#[derive(Clone, Copy, Default, Debug)]
pub struct Counter(u64);

impl Counter {
    /// Moves counted so far.
    pub fn moves(self) -> u64 {
        self.0
    }
}

impl Sink for Counter {
    #[inline]
    fn piece(&mut self, _from: Square, targets: Bitboard) {
        self.0 += u64::from(targets.count());
    }

    #[inline]
    fn steps(&mut self, targets: Bitboard, _step: Step) {
        self.0 += u64::from(targets.count());
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, _step: Step, choice: &[Promotion]) {
        self.0 += u64::from(targets.count()) * choice.len() as u64;
    }

    #[inline]
    fn pawns(&mut self, targets: Bitboard, _step: Step, us: Colour, variant: &Variant) {
        self.0 += u64::from(targets.count());
        // One move each already, whether it promotes or not.
        let more = variant.promotions.len() as u64 - 1;
        if more > 0 {
            let promoting = targets & variant.promotion_zone[us];
            self.0 += u64::from(promoting.count()) * more;
        }
    }
}

/// Looks for one move.
pub(super) struct Matcher {
    wanted: Move,
    found: bool,
}

impl Matcher {
    pub(super) fn new(wanted: Move) -> Matcher {
        Matcher { wanted, found: false }
    }

    pub(super) fn found(&self) -> bool {
        self.found
    }
}

impl Sink for Matcher {
    #[inline]
    fn piece(&mut self, from: Square, targets: Bitboard) {
        self.found |=
            targets.contains(self.wanted.to()) && self.wanted == Move::new(from, self.wanted.to());
    }

    #[inline]
    fn steps(&mut self, targets: Bitboard, step: Step) {
        let to = self.wanted.to();
        self.found |= targets.contains(to) && self.wanted == Move::new(step.origin(to), to);
    }

    #[inline]
    fn promotions(&mut self, targets: Bitboard, step: Step, choice: &[Promotion]) {
        let to = self.wanted.to();
        let is_wanted =
            |&promotion: &Promotion| self.wanted == Move::promoting(step.origin(to), to, promotion);
        self.found |= targets.contains(to) && choice.iter().any(is_wanted);
    }
}
