//! Move ordering: the moves one at a time, the most promising first, generated in stages.

use arrayvec::ArrayVec;

use super::Params;
use super::histories::{ContinuationMoves, MoveHistory, PieceTo};
use super::see;
use crate::board::Move;
use crate::movegen::{Checks, MAX_MOVES, MoveList, Scope, generate, is_legal};
use crate::rules::Position;

/// Where a move came from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Stage {
    /// The transposition table's move.
    TtMove,
    /// Captures and promotions that lose no material.
    GoodNoisy,
    /// The killer: the quiet move that last refuted a sibling.
    Killer,
    /// The other quiet moves.
    Quiet,
    /// Quiet checks (where the first check wins, threats of one) that lose nothing, where no other
    /// quiet moves are tried.
    QuietCheck,
    /// Captures and promotions that lose material.
    BadNoisy,
    /// Nothing is left.
    Done,
}

/// Picks the moves of one node.
pub(super) struct MovePicker {
    stage: Stage,
    generated: bool,
    tt_move: Option<Move>,
    killer: Option<Move>,
    continuation: ContinuationMoves,
    noisy_only: bool,
    /// Whether quiet checks are to follow.
    quiet_checks: bool,
    moves: ArrayVec<(Move, i32), MAX_MOVES>,
    bad: MoveList,
}

/// A picked move and where it came from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Picked {
    pub(super) mv: Move,
    pub(super) stage: Stage,
}

impl MovePicker {
    /// All moves of a node.
    pub(super) fn all(
        tt_move: Option<Move>,
        killer: Option<Move>,
        continuation: ContinuationMoves,
    ) -> MovePicker {
        MovePicker {
            stage: Stage::TtMove,
            generated: false,
            tt_move,
            killer,
            continuation,
            noisy_only: false,
            quiet_checks: false,
            moves: ArrayVec::new(),
            bad: MoveList::new(),
        }
    }

    /// Only the captures and promotions that lose no material (the TT move, if it is one).
    pub(super) fn noisy(tt_move: Option<Move>) -> MovePicker {
        MovePicker { noisy_only: true, ..MovePicker::all(tt_move, None, [PieceTo::NONE; 3]) }
    }

    /// Those, and then the quiet moves that give check or, where the first check wins, threaten one.
    /// A quiet TT move is left out: where it refuted the node the table has mostly said so, and to
    /// try it again cost 21 ± 23 Elo (makruk, 250 games at 5,000 nodes a move).
    pub(super) fn noisy_and_quiet_checks(
        tt_move: Option<Move>,
        continuation: ContinuationMoves,
    ) -> MovePicker {
        MovePicker {
            noisy_only: true,
            quiet_checks: true,
            ..MovePicker::all(tt_move, None, continuation)
        }
    }

    /// Leaves out the quiet moves that are still to come; where captures are, too, also those that
    /// lose material.
    pub(super) fn skip_quiets(&mut self) {
        self.noisy_only = true;
        if matches!(self.stage, Stage::Killer | Stage::Quiet) {
            self.enter(Stage::BadNoisy);
        }
    }

    /// The next move to try.
    pub(super) fn next(
        &mut self,
        position: &Position,
        history: &MoveHistory,
        params: &Params,
    ) -> Option<Picked> {
        loop {
            let stage = self.stage;
            let found = match stage {
                Stage::TtMove => {
                    self.enter(Stage::GoodNoisy);
                    self.tt_move = self.tt_move.filter(|&mv| is_legal(position, mv));
                    self.tt_move.filter(|&mv| !self.noisy_only || is_noisy(position, mv))
                }
                Stage::GoodNoisy => self.next_good_noisy(position, history, params),
                Stage::Killer => self.next_killer(position),
                Stage::Quiet => self.next_quiet(position, history),
                Stage::QuietCheck => self.next_quiet_check(position, history, params),
                Stage::BadNoisy => self.next_bad(),
                Stage::Done => return None,
            };
            if let Some(mv) = found {
                return Some(Picked { mv, stage });
            }
        }
    }

    fn enter(&mut self, stage: Stage) {
        self.stage = stage;
        self.generated = false;
    }

    fn next_good_noisy(
        &mut self,
        position: &Position,
        history: &MoveHistory,
        params: &Params,
    ) -> Option<Move> {
        if !self.generated {
            let score = |mv| {
                let gain = see::gain(position, mv, params.piece_values());
                params.capture_order_factor * gain + history.capture(position, mv)
            };
            self.fill(position, Scope::Noisy, score);
        }
        while let Some(mv) = self.best() {
            if see::see_ge(position, mv, 0, params.piece_values()) {
                return Some(mv);
            }
            self.bad.push(mv);
        }
        self.enter(match (self.noisy_only, self.quiet_checks) {
            (false, _) => Stage::Killer,
            (true, true) => Stage::QuietCheck,
            (true, false) => Stage::Done,
        });
        None
    }

    fn next_killer(&mut self, position: &Position) -> Option<Move> {
        self.enter(Stage::Quiet);
        self.killer = self.killer.filter(|&mv| {
            Some(mv) != self.tt_move && !is_noisy(position, mv) && is_legal(position, mv)
        });
        self.killer
    }

    fn next_quiet(&mut self, position: &Position, history: &MoveHistory) -> Option<Move> {
        if !self.generated {
            let continuation = self.continuation;
            self.fill(position, Scope::Quiet, |mv| history.quiet(position, mv, &continuation));
        }
        let best = self.best();
        if best.is_none() {
            self.enter(Stage::BadNoisy);
        }
        best
    }

    fn next_quiet_check(
        &mut self,
        position: &Position,
        history: &MoveHistory,
        params: &Params,
    ) -> Option<Move> {
        if !self.generated {
            let (continuation, checks) = (self.continuation, Checks::of(position));
            self.fill(position, Scope::Quiet, |mv| history.quiet(position, mv, &continuation));
            self.moves.retain(|(mv, _)| checks.is_forcing(position, *mv));
        }
        while let Some(mv) = self.best() {
            if see::see_ge(position, mv, 0, params.piece_values()) {
                return Some(mv);
            }
        }
        self.enter(Stage::Done);
        None
    }

    fn next_bad(&mut self) -> Option<Move> {
        if !self.generated {
            // The best of them came first.
            self.bad.reverse();
            self.generated = true;
        }
        let next = self.bad.pop();
        if next.is_none() {
            self.enter(Stage::Done);
        }
        next
    }

    fn fill(&mut self, position: &Position, scope: Scope, score: impl Fn(Move) -> i32) {
        let mut list = MoveList::new();
        generate(position, scope, &mut list);
        self.moves.clear();
        for mv in list {
            if Some(mv) != self.tt_move && Some(mv) != self.killer_tried() {
                self.moves.push((mv, score(mv)));
            }
        }
        self.generated = true;
    }

    /// The killer, once it has been tried.
    fn killer_tried(&self) -> Option<Move> {
        self.killer.filter(|_| self.stage == Stage::Quiet)
    }

    /// Takes the move with the highest score out of the list.
    fn best(&mut self) -> Option<Move> {
        let (index, _) = self.moves.iter().enumerate().max_by_key(|(_, (_, score))| *score)?;
        Some(self.moves.swap_remove(index).0)
    }
}

/// Whether the move captures or promotes.
pub(super) fn is_noisy(position: &Position, mv: Move) -> bool {
    mv.promotion().is_some() || position.captured_by(mv).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::legal_moves;
    use crate::rules::Variant;

    const FENS: [&str; 2] = [
        "r1sm1r2/3k1s1R/1pp2p2/P1nnPP2/7p/PS3N2/3NSM1P/2RK4 w - - 0 1",
        "rnsmksnr/8/1ppp1ppp/p3p3/P3PP2/1PPP2PP/6S1/RNSKM1NR w DEde - 0 5",
    ];

    /// The moves that a picker gives, sorted.
    fn picked(mut picker: MovePicker, position: &Position) -> Vec<Move> {
        let (history, params) = (MoveHistory::default(), Params::default());
        let mut picked = Vec::new();
        while let Some(Picked { mv, .. }) = picker.next(position, &history, &params) {
            picked.push(mv);
        }
        picked.sort_by_key(|mv| mv.to_bits());
        picked
    }

    /// Whatever TT move is given, the same moves come, but that a capture that loses material comes
    /// as the TT move only, and a quiet move only if it is not.
    #[test]
    fn a_hash_move_hides_no_other_forcing_move() {
        let start = "4k3/8/8/8/4N3/8/4R3/K7 w - - 0 1";
        for (variant, fen) in
            [("cambodian", FENS[0]), ("cambodian", FENS[1]), ("karouk", FENS[1]), ("makruk", start)]
        {
            let position = Position::from_fen(Variant::find(variant).unwrap(), fen).unwrap();
            let quiet_checks = |tt_move| {
                picked(MovePicker::noisy_and_quiet_checks(tt_move, [PieceTo::NONE; 3]), &position)
            };
            let without = quiet_checks(None);
            for &mv in &legal_moves(&position) {
                let with = quiet_checks(Some(mv));
                assert_eq!(with.contains(&mv), is_noisy(&position, mv), "{variant} {fen} {mv}");
                let others = |moves: &[Move]| {
                    moves.iter().copied().filter(|&other| other != mv).collect::<Vec<_>>()
                };
                assert_eq!(others(&with), others(&without), "{variant} {fen} {mv}");
            }
        }
    }

    /// Whatever TT move and killer are given, each legal move comes exactly once.
    #[test]
    fn each_legal_move_is_picked_once() {
        for fen in FENS {
            let position = Position::from_fen(Variant::ALL[1], fen).unwrap();
            let mut expected = legal_moves(&position).to_vec();
            expected.sort_by_key(|mv| mv.to_bits());
            let candidates: Vec<Option<Move>> = expected
                .iter()
                .map(|&mv| Some(mv))
                .chain([None, Move::from_bits(0x8fff)])
                .collect();
            for &tt_move in &candidates {
                for &killer in &candidates {
                    let picker = MovePicker::all(tt_move, killer, [PieceTo::NONE; 3]);
                    assert_eq!(picked(picker, &position), expected, "{tt_move:?} {killer:?}");
                }
            }
        }
    }
}
