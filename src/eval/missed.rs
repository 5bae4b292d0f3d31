//! What the networks of the program do not see of a variant, as measured by games of it.

use std::sync::Arc;

use super::network::Network;
use crate::board::{Bitboard, Board, Colour, Kind, Piece, Square};
use crate::rules::Variant;

/// Values that are added to a network's, in centipawns for the owner of the piece.
#[derive(Debug)]
pub(super) struct Missed {
    /// The variant's name.
    variant: &'static str,
    /// For each piece, by kind.
    pieces: [i32; Kind::COUNT],
    /// For each bia, by rank from its owner's side, beyond what stands in `pieces`.
    bia: [i32; 8],
}

/// The variants of which the networks miss something. How the numbers were found, and what they
/// gain, is told in `docs/variants.md`.
static ROWS: [Missed; 2] = [
    // The network takes an ai-wok for a rook, and a bia for one that becomes a met.
    Missed {
        variant: "ai-wok",
        pieces: [0, 0, 0, 0, 0, 0, 600],
        bia: [0, 0, 90, 90, 200, 0, 0, 0],
    },
    // Bia go on beyond the fifth rank, and become rooks on the last.
    Missed { variant: "asean", pieces: [0; Kind::COUNT], bia: [0, 0, 0, 0, 0, 60, 200, 0] },
];

impl Missed {
    /// What a network misses of a variant, if anything. Only of the program's networks is it known.
    pub(super) fn by(network: &Arc<Network>, variant: &Variant) -> Option<&'static Missed> {
        let is_builtin = Arc::ptr_eq(network, Network::builtin(variant));
        ROWS.iter().find(|row| is_builtin && row.variant == variant.name)
    }

    /// What a piece on a square is worth beyond what the network makes of it.
    pub(super) fn of_piece(&self, piece: Piece, square: Square) -> i32 {
        let rank = usize::from(square.relative_to(piece.colour()).rank());
        let is_bia = piece.kind() == Kind::Pawn;
        self.pieces[piece.kind().index()] + if is_bia { self.bia[rank] } else { 0 }
    }

    /// What `side` has more than its opponent of what the network misses.
    pub(super) fn of_board(&self, board: &Board, side: Colour) -> i32 {
        self.of_side(board, side) - self.of_side(board, !side)
    }

    fn of_side(&self, board: &Board, side: Colour) -> i32 {
        let pieces = Kind::ALL.into_iter().zip(self.pieces);
        let of_pieces = pieces.map(|(kind, value)| value * count(board.list(side, kind)));
        let bia = board.list(side, Kind::Pawn);
        let on_rank = |rank| match side {
            Colour::White => bia & Bitboard::rank(rank),
            Colour::Black => bia & Bitboard::rank(7 - rank),
        };
        let of_bia = (0..8).zip(self.bia).map(|(rank, value)| value * count(on_rank(rank)));
        of_pieces.chain(of_bia).sum()
    }
}

fn count(set: Bitboard) -> i32 {
    set.count() as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::evaluate;
    use crate::rules::Position;

    #[test]
    fn rows_are_of_variants_and_each_piece_counts() {
        for row in &ROWS {
            let variant = Variant::find(row.variant).unwrap();
            assert_eq!(variant.name, row.variant);
            let fens = [
                variant.start_position().fen(),
                "4k3/P7/1P6/2P2p2/3P2p1/4P2p/6rp/2R1K3 w - - 0 1".into(),
                "k7/8/8/2p2p2/8/1PP5/PP6/K7 b - - 0 1".into(),
            ];
            for fen in fens {
                let position = Position::from_fen(variant, &fen).unwrap();
                let board = position.board();
                let squares = board.occupied();
                let of_pieces: i32 = squares
                    .filter_map(|square| Some((board.at(square)?, square)))
                    .map(|(piece, square)| match piece.colour() == position.side() {
                        true => row.of_piece(piece, square),
                        false => -row.of_piece(piece, square),
                    })
                    .sum();
                assert_eq!(row.of_board(board, position.side()), of_pieces, "{fen}");
                assert_eq!(row.of_board(board, !position.side()), -of_pieces, "{fen}");
            }
        }
    }

    #[test]
    fn an_ai_wok_is_more_than_a_rook_and_a_bia_never_vanishes() {
        let value = |variant, fen| {
            let variant = Variant::find(variant).unwrap();
            let position = Position::from_fen(variant, fen).unwrap();
            evaluate(Network::builtin(variant), &position).0
        };
        assert!(value("ai-wok", "4k3/4r3/2n1s3/8/8/2N1S3/4A3/4K3 w - - 0 1") > 250);
        // One step before it becomes a rook.
        let near = value("asean", "4k3/4r3/P7/8/8/8/4R3/4K3 w - - 0 1");
        let nearer = value("asean", "4k3/P3r3/8/8/8/8/4R3/4K3 w - - 0 1");
        assert!(nearer > near && near > 100, "{near} {nearer}");
    }

    #[test]
    fn other_networks_are_taken_as_they_are() {
        let variant = Variant::find("ai-wok").unwrap();
        assert!(Missed::by(Network::builtin(variant), variant).is_some());
        assert!(Missed::by(&Arc::from(Network::zero()), variant).is_none());
        assert!(Missed::by(Network::builtin(variant), Variant::ALL[0]).is_none());
    }
}
