//! SEE, static exchange evaluation: the exchanges on one square, played out.

use super::params::PieceValues;
use crate::board::{Bitboard, Board, Kind, Move, Square, attacks};
use crate::rules::Position;

/// The captor that is sent first: the cheapest.
const ORDER: [Kind; Kind::COUNT] =
    [Kind::Pawn, Kind::Met, Kind::Khon, Kind::Knight, Kind::Rook, Kind::Aiwok, Kind::King];

/// What a move takes and gains by promoting, in centipawns.
pub(super) fn gain(position: &Position, mv: Move, values: &PieceValues) -> i32 {
    let value = |kind: Kind| values[kind];
    let taken = position.captured_by(mv).map_or(0, |piece| value(piece.kind()));
    taken + mv.promotion().map_or(0, |kind| value(kind) - value(Kind::Pawn))
}

/// Whether the exchanges that a legal move begins on its target square win at least `threshold`
/// centipawns for the mover, both sides taking with their cheapest piece while it pays. Pins are
/// left out of account.
pub(super) fn see_ge(position: &Position, mv: Move, threshold: i32, values: &PieceValues) -> bool {
    let board = position.board();
    let Some(piece) = board.at(mv.from()) else { return false };
    let on_square = mv.promotion().unwrap_or(piece.kind());
    // What is won if the opponent does not take back, and if it does.
    let mut balance = gain(position, mv, values) - threshold;
    if balance < 0 {
        return false;
    }
    balance -= values[on_square];
    if balance >= 0 {
        return true;
    }
    exchange(position, mv, balance, values)
}

/// Plays the captures that follow `mv`; `balance` < 0 is the mover's gain once its piece is lost.
fn exchange(position: &Position, mv: Move, mut balance: i32, values: &PieceValues) -> bool {
    let board = position.board();
    let (square, us) = (mv.to(), position.side());
    let mut occupied = (board.occupied() - Bitboard::of(mv.from())) | Bitboard::of(square);
    let mut attackers = all_attackers(board, square, occupied) & occupied;
    let mut side = us;
    loop {
        side = !side;
        attackers &= occupied;
        let own = attackers & board.side(side);
        let cheapest = ORDER
            .into_iter()
            .find_map(|kind| Some((kind, (own & board.list(side, kind)).first()?)));
        let Some((kind, from)) = cheapest else { break };
        if kind == Kind::King && attackers.intersects(board.side(!side)) {
            // The king may not take what is still guarded.
            break;
        }
        occupied ^= Bitboard::of(from);
        // A rook may stand behind whatever has left.
        let rooks = board.both_movers(Kind::Rook) & attacks::cross(square) & occupied;
        if !rooks.is_empty() {
            attackers |= attacks::rook(square, occupied) & rooks;
        }
        // The side to take gains what stands there and risks its captor.
        balance = -balance - 1 - values[kind];
        if balance >= 0 {
            side = !side;
            break;
        }
    }
    // The side that can't, or need not, go on has lost the exchange.
    side != us
}

fn all_attackers(board: &Board, square: Square, occupied: Bitboard) -> Bitboard {
    use crate::board::Colour::{Black, White};
    attacks::to_square(board, White, square, occupied)
        | attacks::to_square(board, Black, square, occupied)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::parse_move;
    use crate::rules::Variant;
    use crate::search::Params;

    #[test]
    fn exchanges_are_played_to_their_end() {
        let cases = [
            // A free bia; a guarded one taken by a rook; by a bia.
            ("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", 100),
            ("4k3/8/4m3/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", 100 - 680),
            ("4k3/8/4m3/3n4/4P3/8/8/4K3 w - - 0 1", "e4d5", 370 - 100),
            // A second rook behind the first.
            ("4k3/8/4m3/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", 100 - 680 + 180),
            // A king can't take a guarded piece, but does take an unguarded one.
            ("8/8/3k4/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", 100 - 680),
            ("8/8/3k4/3p4/5N2/8/8/3RK3 w - - 0 1", "d1d5", 100),
            ("8/8/3k4/4p3/8/3N4/8/4RK2 w - - 0 1", "d3e5", 100),
            // A quiet move onto an attacked square, and a promotion.
            ("4k3/8/4m3/8/8/8/8/3RK3 w - - 0 1", "d1d5", -680),
            ("4k3/8/8/P7/8/8/8/4K3 w - - 0 1", "a5a6m", 80),
        ];
        let params = Params::default();
        let values = params.piece_values();
        for (fen, mv, gain) in cases {
            let position = Position::from_fen(Variant::ALL[0], fen).unwrap();
            let mv = parse_move(&position, mv).unwrap();
            assert!(see_ge(&position, mv, gain, values), "{fen} {mv} {gain}");
            assert!(!see_ge(&position, mv, gain + 1, values), "{fen} {mv} {gain}");
        }
    }
}
