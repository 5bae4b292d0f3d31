//! Men on random squares, for data, tests and benches.

use rand::{Rng, RngExt};

use super::Variant;
use crate::board::{Board, Colour, Kind, Piece, Square};

/// Puts each of `men` on an empty square that `draw` finds for it. `None` if it finds none in twenty
/// tries.
pub fn scatter<R: Rng>(
    men: impl IntoIterator<Item = Piece>,
    rng: &mut R,
    mut draw: impl FnMut(Piece, &mut R) -> Square,
) -> Option<Board> {
    const TRIES: usize = 20;
    let mut board = Board::EMPTY;
    for man in men {
        let mut draws = (0..TRIES).map(|_| draw(man, rng));
        let free = draws.find(|&square| board.at(square).is_none())?;
        board.put(man, free);
    }
    Some(board)
}

/// Any square where a man may stand in the middle of a game: a bia from its third rank on, short of
/// where it promotes.
pub fn square_for(variant: &Variant, man: Piece, rng: &mut impl Rng) -> Square {
    let colour = man.colour();
    let squares = match man.kind() {
        Kind::Pawn => {
            let zone = variant.promotion_zone[Colour::White];
            16..zone.first().map_or(64, |square| square.index() as u8)
        }
        _ => 0..64,
    };
    Square::from_index(rng.random_range(squares)).relative_to(colour)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;

    use super::*;

    #[test]
    fn men_stand_where_they_may() {
        let mut rng = Pcg64Mcg::seed_from_u64(1);
        for variant in Variant::ALL {
            let men = Kind::ALL.map(|kind| Piece::new(Colour::Black, kind));
            let board = scatter(men, &mut rng, |man, rng| square_for(variant, man, rng)).unwrap();
            assert_eq!(board.occupied().count() as usize, men.len());
            let bia = board.list(Colour::Black, Kind::Pawn);
            assert!(!bia.intersects(variant.promotion_zone[Colour::Black]));
        }
        let full = [Piece::new(Colour::White, Kind::Rook); 2];
        assert_eq!(scatter(full, &mut rng, |_, _| Square::from_index(0)), None);
    }
}
