//! Endings set up at random, so that few pieces and running counts are well represented.

use arrayvec::ArrayVec;
use rand::{Rng, RngExt};

use crate::board::{Board, ByColour, Colour, Kind, Piece};
use crate::game::Game;
use crate::rules::{Count, CountingRule, Position, PositionBuilder, Variant, scatter, square_for};

/// The move number that endings begin with: they are no openings.
pub(super) const MOVE_NUMBER: u16 = 60;

/// What an ending is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Theme {
    /// Few pieces and some bia.
    Bia,
    /// Pieces of both sides and no bia: the board's honour.
    Pieces,
    /// A bare king against anything.
    BareKing,
}

/// The pieces of a side in a random ending, the king left out.
pub(super) type Army = Vec<Kind>;

/// How often pieces stand in endings, and how many of a kind a side has at most; of the first kind
/// that the variant has, more if the others are used up. A kind stands only where there is one: the
/// ai-wok in the met's place.
const PIECES: [(Kind, u32, usize); 5] = [
    (Kind::Met, 4, 4),
    (Kind::Aiwok, 4, 2),
    (Kind::Khon, 2, 2),
    (Kind::Knight, 2, 2),
    (Kind::Rook, 2, 2),
];

/// A random ending: legal, and not over yet.
pub(super) fn random(variant: &'static Variant, rng: &mut impl Rng) -> Position {
    loop {
        let theme = match rng.random_range(0..100) {
            0..40 => Theme::Bia,
            40..75 => Theme::Pieces,
            _ => Theme::BareKing,
        };
        let armies = armies(variant, theme, rng);
        let Some(board) = place(variant, &armies, rng) else { continue };
        let Some(position) = with_count(variant, board, rng) else { continue };
        if Game::new(position).outcome().is_none() {
            return position;
        }
    }
}

/// The same position with another count.
pub(super) fn counted(position: &Position, count: Count) -> Option<Position> {
    set_up(position.variant(), *position.board(), position.side(), count)
}

fn set_up(variant: &'static Variant, board: Board, side: Colour, count: Count) -> Option<Position> {
    let builder = PositionBuilder::new(variant).board(board).side(side);
    builder.count(count).fullmove(MOVE_NUMBER).build().ok()
}

/// One of the colours.
pub(super) fn random_colour(rng: &mut impl Rng) -> Colour {
    if rng.random_bool(0.5) { Colour::White } else { Colour::Black }
}

fn armies(variant: &Variant, theme: Theme, rng: &mut impl Rng) -> ByColour<Army> {
    let strong = random_colour(rng);
    let mut armies = ByColour::<Army>::from_fn(|_| Army::new());
    match theme {
        Theme::Bia => {
            for army in &mut armies.0 {
                add_pieces(variant, army, 0..=4, rng);
                add_bia(army, 0..=4, rng);
            }
        }
        Theme::Pieces => {
            add_pieces(variant, &mut armies[strong], 1..=4, rng);
            add_pieces(variant, &mut armies[!strong], 1..=3, rng);
        }
        Theme::BareKing => {
            add_pieces(variant, &mut armies[strong], 1..=4, rng);
            if rng.random_bool(0.25) {
                add_bia(&mut armies[strong], 1..=2, rng);
            }
        }
    }
    armies
}

pub(super) fn add_pieces(
    variant: &Variant,
    army: &mut Army,
    number: std::ops::RangeInclusive<usize>,
    rng: &mut impl Rng,
) {
    let kinds: ArrayVec<_, { PIECES.len() }> =
        PIECES.into_iter().filter(|&(kind, ..)| variant.alphabet.has(kind)).collect();
    let all = kinds.iter().map(|&(_, share, _)| share).sum();
    for _ in 0..rng.random_range(number) {
        let mut drawn = rng.random_range(0..all);
        let chosen = kinds.iter().find(|&&(_, share, _)| {
            let found = drawn < share;
            drawn = drawn.saturating_sub(share);
            found
        });
        let allowed = chosen
            .filter(|&&(kind, _, most)| army.iter().filter(|&&other| other == kind).count() < most);
        army.extend(allowed.or(kinds.first()).map(|&(kind, ..)| kind));
    }
}

pub(super) fn add_bia(
    army: &mut Army,
    number: std::ops::RangeInclusive<usize>,
    rng: &mut impl Rng,
) {
    let number = rng.random_range(number);
    army.extend(std::iter::repeat_n(Kind::Pawn, number));
}

/// The armies and the kings on random squares. `None` if no place is found for a piece.
pub(super) fn place(
    variant: &Variant,
    armies: &ByColour<Army>,
    rng: &mut impl Rng,
) -> Option<Board> {
    let men = Colour::BOTH.into_iter().flat_map(|colour| {
        let kinds = armies[colour].iter().copied().chain([Kind::King]);
        kinds.map(move |kind| Piece::new(colour, kind))
    });
    scatter(men, rng, |man, rng| square_for(variant, man, rng))
}

/// The position with a side to move and, where one can be running, a count that has been running
/// for a while. `None` if it is not legal.
pub(super) fn with_count(
    variant: &'static Variant,
    board: Board,
    rng: &mut impl Rng,
) -> Option<Position> {
    let position = set_up(variant, board, random_colour(rng), Count::NONE)?;
    counted(&position, random_count(&position, rng))
}

/// A count that may be running in the position, often none or a young one.
fn random_count(position: &Position, rng: &mut impl Rng) -> Count {
    let board = position.board();
    let rule = position.rules().counting();
    let bare = Colour::BOTH.into_iter().find(|&side| board.is_bare(side));
    let moves = |side| rule.limit(board, side);
    let (limit, from) = match bare {
        Some(side) if moves(side) > 0 => (2 * moves(side), 2 * board.occupied().count() as u16),
        // In ouk the count of a side of three pieces runs on when it has lost them.
        Some(_) if rule == CountingRule::Cambodian => (126, 0),
        Some(_) => return Count::NONE,
        None => (2 * moves(Colour::White).max(moves(Colour::Black)), 0),
    };
    // Rarely left out: the next move would start it.
    if limit == 0 || from > limit || rng.random_bool(0.15) {
        return Count::NONE;
    }
    let span = u32::from(limit - from);
    let counted = rng.random_range(0..=span) * rng.random_range(0..=100) / 100;
    Count::new(limit, from + counted as u16)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_pcg::Pcg64Mcg;

    use super::*;
    use crate::board::{Bitboard, ByKind, Square};
    use crate::learn::filter;

    #[test]
    fn endings_are_legal_small_and_often_counted() {
        for variant in Variant::ALL {
            let mut rng = Pcg64Mcg::seed_from_u64(7);
            let mut counted = 0;
            let mut kinds = ByKind::all(0);
            let mut furthest = 0;
            for _ in 0..500 {
                let position = random(variant, &mut rng);
                assert_eq!(Game::new(position).outcome(), None);
                assert!((3..=18).contains(&position.board().occupied().count()));
                assert!(filter::game_ply(&position) >= filter::FIRST_PLY);
                assert_eq!(Position::from_fen(variant, &position.fen()), Ok(position));
                counted += u32::from(position.count().is_running());
                let board = position.board();
                for kind in Kind::ALL {
                    kinds[kind] += u32::from(!board.both(kind).is_empty());
                }
                let bia = board.list(Colour::White, Kind::Pawn);
                furthest = bia.map(Square::rank).fold(furthest, u8::max);
            }
            for kind in Kind::ALL {
                let seen = kinds[kind];
                assert_eq!(seen > 100, variant.alphabet.has(kind), "{variant}: {seen} {kind:?}");
            }
            assert!(
                variant.promotion_zone[Colour::White].intersects(Bitboard::rank(furthest + 1)),
                "{variant}"
            );
            // Where only bare kings are counted there are fewer.
            let least = if variant.default_counting == CountingRule::Asean { 50 } else { 150 };
            assert!((least..450).contains(&counted), "{variant}: {counted}");
        }
    }
}
