//! Which moves give check.

use super::{Scope, Sink, generate};
use crate::board::{Bitboard, ByKind, Colour, Kind, Move, Promotion, Square, Step, attacks};
use crate::rules::{Landing, Position};

/// From where each kind of piece of one side checks the enemy king, and which pieces uncover a
/// check when they leave their line.
#[derive(Clone, Copy, Debug)]
pub struct Checks {
    /// The side that would give them.
    us: Colour,
    king: Square,
    squares: ByKind<Bitboard>,
    discoverers: Bitboard,
}

impl Checks {
    /// The checks that the side to move can give.
    pub fn of(position: &Position) -> Checks {
        Checks::by(position, position.side())
    }

    /// The checks that a side could give if it were its turn.
    fn by(position: &Position, us: Colour) -> Checks {
        let board = position.board();
        let king = board.king(!us);
        let occupied = board.occupied();
        let from = |kind| attacks::of(!us, kind, king, occupied);
        // A piece of ours attacks the king from where one of theirs on the king's square, turned
        // round, would attack it.
        let mut squares = ByKind::all(Bitboard::EMPTY);
        for kind in [Kind::Pawn, Kind::Met, Kind::Khon, Kind::Knight, Kind::Rook] {
            squares[kind] = from(kind);
        }
        squares[Kind::Aiwok] =
            Kind::IN_AIWOK.into_iter().fold(Bitboard::EMPTY, |all, kind| all | squares[kind]);
        let discoverers = attacks::sole_blockers(board, us, king, board.movers(us, Kind::Rook));
        Checks { us, king, squares, discoverers }
    }

    /// Whether a legal move gives check.
    pub fn given_by(&self, position: &Position, mv: Move) -> bool {
        let Some(piece) = position.board().at(mv.from()) else { return false };
        let given = match mv.promotion() {
            None => self.squares[piece.kind()].contains(mv.to()),
            Some(kind) => self.given_by_promoted(position, kind, mv),
        };
        given || self.uncovered(mv.from(), mv.to()) || self.given_by_sutra(position, mv)
    }

    /// Whether the bia that a sutra makes advance gives check.
    fn given_by_sutra(&self, position: &Position, mv: Move) -> bool {
        !position.rights().is_empty()
            && position.advanced_by(mv).is_some_and(|(_, to)| self.squares[Kind::Pawn].contains(to))
    }

    /// Whether what a bia has become gives check; a rook may do so through the square it left.
    fn given_by_promoted(&self, position: &Position, kind: Kind, mv: Move) -> bool {
        match kind {
            Kind::Rook | Kind::Aiwok => {
                let occupied = position.board().occupied() - Bitboard::of(mv.from());
                attacks::of(self.us, kind, mv.to(), occupied).contains(self.king)
            }
            _ => self.squares[kind].contains(mv.to()),
        }
    }

    /// Whether a legal move must be answered: it gives check or, where the first check wins, the piece
    /// that moves could give one next (a piece that it uncovers is not thought of).
    pub fn is_forcing(&self, position: &Position, mv: Move) -> bool {
        match position.variant().first_check_wins {
            true => self.threatens_check(position, mv),
            false => self.given_by(position, mv),
        }
    }

    /// Whether the piece that moves could give check with its next move.
    fn threatens_check(&self, position: &Position, mv: Move) -> bool {
        let board = position.board();
        let Some(piece) = board.at(mv.from()) else { return false };
        let kind = mv.promotion().unwrap_or(piece.kind());
        let occupied = board.occupied() - Bitboard::of(mv.from());
        if kind == Kind::Pawn {
            return self.may_be_given_by(Bitboard::of(mv.to()), occupied, position);
        }
        let reach = attacks::of(self.us, kind, mv.to(), occupied) - board.side(self.us);
        reach.intersects(self.squares[kind])
    }

    /// Whether a move could give check, pins and checks to the own king left out: sets at a time, so
    /// that most positions need no move generated to see that none does.
    fn may_be_given(&self, position: &Position) -> bool {
        let board = position.board();
        let gives = |kind: Kind, targets: Bitboard| targets.intersects(self.squares[kind]);
        let mets = board.list(self.us, Kind::Met);
        let khons = board.list(self.us, Kind::Khon);
        let any = |kind| {
            let reach = |from| attacks::of(self.us, kind, from, board.occupied());
            board.list(self.us, kind).into_iter().any(|from| gives(kind, reach(from)))
        };
        !self.discoverers.is_empty()
            || any(Kind::Rook)
            || any(Kind::Knight)
            || any(Kind::Aiwok)
            || Step::DIAGONALS.into_iter().any(|step| {
                gives(Kind::Met, mets.stepped(step)) || gives(Kind::Khon, khons.stepped(step))
            })
            || gives(Kind::Khon, khons.stepped(Step::forward(self.us)))
            || self.may_be_given_by(board.list(self.us, Kind::Pawn), board.occupied(), position)
            || self.may_be_given_by_leap(position)
    }

    /// Whether a move of `pawns` could, when the squares of `occupied` are.
    fn may_be_given_by(&self, pawns: Bitboard, occupied: Bitboard, position: &Position) -> bool {
        let (board, variant) = (position.board(), position.variant());
        let mut targets = pawns.stepped(Step::forward(self.us)) - occupied;
        for step in Step::pawn_captures(self.us) {
            targets |= pawns.stepped(step) & board.side(!self.us);
        }
        let zone = variant.promotion_zone[self.us];
        let promoting = targets & zone;
        let given = |kind| match kind {
            // Perhaps through the square that the bia left.
            Kind::Rook | Kind::Aiwok => !promoting.is_empty(),
            _ => promoting.intersects(self.squares[kind]),
        };
        (targets - zone).intersects(self.squares[Kind::Pawn])
            || variant.promotions.iter().any(|promotion| given(promotion.kind()))
    }

    fn may_be_given_by_leap(&self, position: &Position) -> bool {
        let leaps = position.rules().leaps();
        position.rights().of(leaps, self.us).leaps(leaps).any(|leap| {
            leap.landing == Landing::OwnBia || leap.targets.intersects(self.squares[leap.kind])
        })
    }

    fn uncovered(&self, from: Square, to: Square) -> bool {
        self.discoverers.contains(from) && !attacks::line(self.king, from).contains(to)
    }
}

/// A legal move that gives check, if there is one.
pub fn checking_move(position: &Position) -> Option<Move> {
    let checks = Checks::of(position);
    if !checks.may_be_given(position) {
        return None;
    }
    let mut finder = Finder { position, checks, found: None };
    generate(position, Scope::All, &mut finder);
    finder.found
}

/// Whether the opponent of the side to move could give check if it were his turn.
pub fn is_check_threatened(position: &Position) -> bool {
    if !Checks::by(position, !position.side()).may_be_given(position) {
        return false;
    }
    let passed = position.after_null();
    checking_move(&passed).is_some()
}

struct Finder<'a> {
    position: &'a Position,
    checks: Checks,
    found: Option<Move>,
}

impl Finder<'_> {
    fn offer(&mut self, mv: Move) {
        if self.checks.given_by(self.position, mv) {
            self.found = Some(mv);
        }
    }
}

impl Sink for Finder<'_> {
    fn piece(&mut self, from: Square, targets: Bitboard) {
        let Some(piece) = self.position.board().at(from) else { return };
        let mut giving = targets & self.checks.squares[piece.kind()];
        if self.checks.discoverers.contains(from) {
            giving |= targets - attacks::line(self.checks.king, from);
        }
        if let Some(to) = giving.first() {
            self.found = Some(Move::new(from, to));
        }
        for to in targets & self.position.board().side(self.position.side()) {
            self.offer(Move::new(from, to));
        }
    }

    fn steps(&mut self, targets: Bitboard, step: Step) {
        for to in targets {
            self.piece(step.origin(to), Bitboard::of(to));
        }
    }

    fn promotions(&mut self, targets: Bitboard, step: Step, choice: &[Promotion]) {
        for to in targets {
            for &promotion in choice {
                self.offer(Move::promoting(step.origin(to), to, promotion));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::seq::IndexedRandom;
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use crate::movegen::legal_moves;
    use crate::rules::Variant;

    /// Compares with making every move, along one line of play.
    #[test]
    fn checks_are_seen_before_they_are_given() {
        for variant in Variant::ALL {
            for seed in 0..200u64 {
                let mut position = variant.start_position();
                let mut rng = Pcg64Mcg::seed_from_u64(seed);
                for _ in 0..150 {
                    let moves = legal_moves(&position);
                    let checks = Checks::of(&position);
                    let mut any = false;
                    for &mv in &moves {
                        let after = position.after(mv);
                        assert_eq!(
                            checks.given_by(&position, mv),
                            after.in_check(),
                            "{mv} {}",
                            position.fen()
                        );
                        any |= after.in_check();
                    }
                    if !position.in_check() {
                        let passed = position.after_null();
                        let threatens = legal_moves(&passed).into_iter().any(|mv| {
                            let after = passed.after(mv);
                            after.in_check()
                        });
                        assert_eq!(is_check_threatened(&position), threatens, "{}", position.fen());
                    }
                    let found = checking_move(&position);
                    assert_eq!(found.is_some(), any, "{}", position.fen());
                    assert!(
                        found
                            .is_none_or(|mv| moves.contains(&mv) && checks.given_by(&position, mv))
                    );
                    let Some(&mv) = moves.choose(&mut rng) else { break };
                    position = position.after(mv);
                }
            }
        }
    }

    /// In kar ouk a move is forcing if its piece could check next, elsewhere if it checks.
    #[test]
    fn a_threatened_check_is_forcing_where_the_first_check_wins() {
        let fen = "4k3/8/8/8/4N3/8/4R3/K7 w - - 0 1";
        for (fen, mv, checks, threatens) in [
            (fen, "e2f2", false, true),
            (fen, "e4c3", true, false),
            ("4k3/8/8/8/8/N7/8/K7 w - - 0 1", "a3b5", false, true),
            ("4k3/8/8/8/8/N7/8/K7 w - - 0 1", "a3c4", false, true),
            ("4k3/8/8/8/8/N7/8/K7 w - - 0 1", "a3b1", false, false),
            ("4k3/8/8/8/M7/8/8/K7 w - - 0 1", "a4b5", false, false),
            ("4k3/8/8/1M6/8/8/8/K7 w - - 0 1", "b5c6", false, true),
            ("7k/8/8/P7/8/8/8/K7 w - - 0 1", "a5a6m", false, false),
            ("2k5/8/8/P7/8/8/8/K7 w - - 0 1", "a5a6m", false, true),
            // A bia goes ahead and takes aside.
            ("8/4k3/8/8/3P4/8/8/K7 w - - 0 1", "d4d5", false, true),
            ("8/4k3/8/8/2P5/8/8/K7 w - - 0 1", "c4c5", false, false),
            ("8/8/4k3/6p1/8/5P2/8/K7 w - - 0 1", "f3f4", false, true),
            ("8/6k1/3p4/8/2P5/8/8/K7 w - - 0 1", "c4c5", false, false),
            ("8/4k3/3p4/8/2P5/8/8/K7 w - - 0 1", "c4c5", false, true),
        ] {
            for (variant, expected) in [("makruk", checks), ("karouk", threatens)] {
                let variant = Variant::find(variant).unwrap();
                let position = Position::from_fen(variant, fen).unwrap();
                let mv = crate::movegen::parse_move(&position, mv).unwrap();
                let is_forcing = Checks::of(&position).is_forcing(&position, mv);
                assert_eq!(is_forcing, expected, "{} {mv} {fen}", variant.name);
            }
        }
    }
}
