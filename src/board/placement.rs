//! Where the pieces stand.

use super::{Bitboard, ByColour, ByPiece, Colour, Kind, Piece, Square, zobrist};

/// The placement of the pieces, kept twice: as a 0x88 board that knows what stands on a square,
/// and as piece lists that know where the pieces of each kind stand. Its hash key follows every
/// change.
///
/// A piece that moves like several kinds stands in the list of each of them as well, so that the
/// move generator need not ask for it: see [`Board::movers`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    squares: [Option<Piece>; 128],
    lists: ByPiece<Bitboard>,
    sides: ByColour<Bitboard>,
    key: u64,
}

impl Board {
    /// A board without pieces.
    pub const EMPTY: Board = Board {
        squares: [None; 128],
        lists: ByPiece::all(Bitboard::EMPTY),
        sides: ByColour::all(Bitboard::EMPTY),
        key: 0,
    };

    /// What stands on `square`.
    #[inline]
    pub fn at(&self, square: Square) -> Option<Piece> {
        self.squares[square.x88()]
    }

    /// The squares of the pieces of `colour` that move like `kind`: those of the kind itself, and
    /// for the parts of an ai-wok the ai-woks.
    #[inline]
    pub fn movers(&self, colour: Colour, kind: Kind) -> Bitboard {
        self.lists[Piece::new(colour, kind)]
    }

    /// The squares of the pieces of `colour` and `kind`.
    #[inline]
    pub fn list(&self, colour: Colour, kind: Kind) -> Bitboard {
        let movers = self.movers(colour, kind);
        match kind {
            Kind::Met | Kind::Knight | Kind::Rook => movers - self.movers(colour, Kind::Aiwok),
            Kind::Pawn | Kind::Khon | Kind::King | Kind::Aiwok => movers,
        }
    }

    /// The squares of the pieces of `kind`, of both colours.
    #[inline]
    pub fn both(&self, kind: Kind) -> Bitboard {
        self.list(Colour::White, kind) | self.list(Colour::Black, kind)
    }

    /// The squares of the pieces of both colours that move like `kind`; see [`Board::movers`].
    #[inline]
    pub fn both_movers(&self, kind: Kind) -> Bitboard {
        self.movers(Colour::White, kind) | self.movers(Colour::Black, kind)
    }

    /// The squares of all pieces of `colour`.
    #[inline]
    pub fn side(&self, colour: Colour) -> Bitboard {
        self.sides[colour]
    }

    /// Whether `colour` has nothing but its king.
    #[inline]
    pub fn is_bare(&self, colour: Colour) -> bool {
        self.side(colour).count() == 1
    }

    /// The squares of all pieces.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.sides[Colour::White] | self.sides[Colour::Black]
    }

    /// Where the king of `colour` stands; a1 on a board without one.
    #[inline]
    pub fn king(&self, colour: Colour) -> Square {
        Square::from_index(self.list(colour, Kind::King).0.trailing_zeros() as u8)
    }

    /// Hash key of the placement.
    #[inline]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The same key added up from the pieces: what [`Board::key`] must always be.
    pub fn recomputed_key(&self) -> u64 {
        Square::all()
            .filter_map(|square| Some(zobrist::piece(self.at(square)?, square)))
            .fold(0, |key, number| key ^ number)
    }

    /// Puts a piece on an empty square.
    #[inline]
    pub fn put(&mut self, piece: Piece, square: Square) {
        self.squares[square.x88()] = Some(piece);
        self.flip(piece, Bitboard::of(square));
        self.key ^= zobrist::piece(piece, square);
    }

    /// Takes a piece off the square it stands on.
    #[inline]
    pub fn remove(&mut self, piece: Piece, square: Square) {
        self.squares[square.x88()] = None;
        self.flip(piece, Bitboard::of(square));
        self.key ^= zobrist::piece(piece, square);
    }

    /// Moves a piece to an empty square.
    #[inline]
    pub fn relocate(&mut self, piece: Piece, from: Square, to: Square) {
        self.squares[from.x88()] = None;
        self.squares[to.x88()] = Some(piece);
        self.flip(piece, Bitboard::of(from) | Bitboard::of(to));
        self.key ^= zobrist::piece(piece, from) ^ zobrist::piece(piece, to);
    }

    #[inline]
    fn flip(&mut self, piece: Piece, squares: Bitboard) {
        self.lists[piece] ^= squares;
        self.sides[piece.colour()] ^= squares;
        if piece.kind() == Kind::Aiwok {
            self.flip_parts(piece.colour(), squares);
        }
    }

    #[cold]
    fn flip_parts(&mut self, colour: Colour, squares: Bitboard) {
        for kind in Kind::IN_AIWOK {
            self.lists[Piece::new(colour, kind)] ^= squares;
        }
    }
}
