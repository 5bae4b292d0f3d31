//! Endings: which pieces stand against a king, and what they are called.

use std::fmt;
use std::str::FromStr;

use arrayvec::ArrayVec;
use thiserror::Error;

use crate::board::{Bitboard, Board, Colour, Kind, Piece, Square};
use crate::rules::{Count, CountingRule};

/// Most pieces, kings aside, that an ending has.
pub const MAX_PIECES: usize = 3;

/// Men in the largest ending, kings included.
pub(super) const MAX_MEN: usize = MAX_PIECES + 2;

/// The kinds of men in endings, kings aside, in the order of an ending's name.
const KINDS: [Kind; 5] = [Kind::Rook, Kind::Khon, Kind::Knight, Kind::Met, Kind::Pawn];

/// Those that are no bia.
const PIECES: [Kind; 4] = [KINDS[0], KINDS[1], KINDS[2], KINDS[3]];

/// Most men, kings aside, of an ending with a bia.
const MAX_WITH_BIA: usize = 2;

/// Where a bia of the strong side can stand in a game: on its third to fifth rank.
pub(super) const BIA_SQUARES: Bitboard = Bitboard(0xff_ffff << 16);

/// Where it promotes.
pub(super) const BIA_GOAL: Bitboard = Bitboard::rank(5);

/// An ending: a bare king against one to three pieces, or against a bia with at most one more of
/// any kind, or a king and one piece against one or two.
///
/// The *strong* side has the pieces that the name begins with; tables put it on White's side.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Ending {
    /// In the order of `KINDS`.
    strong: ArrayVec<Kind, MAX_PIECES>,
    /// The other king's piece: against two pieces, or one that does not come after it.
    weak: Option<Kind>,
}

/// Why a text names no ending.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "'{0}' is no ending with a table (like KRMK, KRPK or KRKM, pieces in the order R, S, N, M, P)"
)]
pub struct UnknownEnding(pub String);

impl Ending {
    /// A king and `pieces`, one to three of them in any order, against a bare king. `None` for other
    /// numbers, if a king is among them, and for a bia among three.
    pub fn bare(pieces: &[Kind]) -> Option<Ending> {
        let ending = Ending { strong: sorted(pieces)?, weak: None };
        let most = if ending.has_bia() { MAX_WITH_BIA } else { MAX_PIECES };
        (1..=most).contains(&ending.strong.len()).then_some(ending)
    }

    /// A king and one or two pieces against a king and a piece, which of one piece each may come in
    /// any order. `None` for other numbers, and if one is a king or a bia.
    pub fn armed(strong: &[Kind], weak: Kind) -> Option<Ending> {
        if strong.contains(&Kind::Pawn) || weak == Kind::Pawn {
            return None;
        }
        let ending = match *strong {
            [one] => {
                let both = sorted(&[one, weak])?;
                Ending { strong: both[..1].iter().copied().collect(), weak: Some(both[1]) }
            }
            [_, _] => {
                let [weak] = sorted(&[weak])?[..] else { return None };
                Ending { strong: sorted(strong)?, weak: Some(weak) }
            }
            _ => return None,
        };
        Some(ending)
    }

    /// Every ending of a bare king against pieces with `men` men in all, kings included.
    pub fn all_bare(men: usize) -> Vec<Ending> {
        let mut endings = Vec::new();
        if (3..=2 + MAX_PIECES).contains(&men) {
            extend(&mut ArrayVec::new(), men - 2, 0, &mut endings);
        }
        endings
    }

    /// Every ending with a bia with `men` men in all, kings included, in an order in which each
    /// promotes into one before it or into one without a bia.
    pub fn all_with_bia(men: usize) -> Vec<Ending> {
        match men {
            3 => Ending::bare(&[Kind::Pawn]).into_iter().collect(),
            4 => KINDS.iter().filter_map(|&kind| Ending::bare(&[kind, Kind::Pawn])).collect(),
            _ => Vec::new(),
        }
    }

    /// Every ending in which neither king is bare with `men` men in all, kings included.
    pub fn all_armed(men: usize) -> Vec<Ending> {
        let mut strong = Vec::new();
        if (4..=MAX_MEN).contains(&men) {
            extend(&mut ArrayVec::new(), men - 3, 0, &mut strong);
        }
        let against = |strong: Ending| PIECES.map(|weak| Ending::armed(&strong.strong, weak));
        let mut endings: Vec<Ending> = Vec::new();
        for ending in strong.into_iter().flat_map(against).flatten() {
            if !endings.contains(&ending) {
                endings.push(ending);
            }
        }
        endings
    }

    /// Whether a bia is on the board.
    pub fn has_bia(&self) -> bool {
        self.strong.contains(&Kind::Pawn)
    }

    /// Whether what is won depends on the rule that counts: where a move may start another count.
    pub(super) fn depends_on_rule(&self) -> bool {
        self.has_bia() || self.weak.is_some()
    }

    /// The ending after a promotion; `None` without a bia.
    pub(super) fn promoted(&self) -> Option<Ending> {
        let bia = self.strong.iter().position(|&kind| kind == Kind::Pawn)?;
        let mut strong = self.strong.clone();
        strong[bia] = Kind::Met;
        Some(Ending { strong: sorted(&strong)?, weak: None })
    }

    /// The strong side's pieces, its king left out.
    pub fn strong(&self) -> &[Kind] {
        &self.strong
    }

    /// The weak side's piece, if its king is not bare.
    pub fn weak(&self) -> Option<Kind> {
        self.weak
    }

    /// Number of men, kings included.
    pub fn men(&self) -> usize {
        2 + self.strong.len() + usize::from(self.weak.is_some())
    }

    /// Every piece but the kings, the strong side's first.
    pub(super) fn pieces(&self) -> impl Iterator<Item = (Colour, Kind)> + '_ {
        let strong = self.strong.iter().map(|&kind| (Colour::White, kind));
        strong.chain(self.weak.map(|kind| (Colour::Black, kind)))
    }

    /// The ending that is left when piece number `taken` is captured, the strong side's counted
    /// first, and whether the weak side is its strong one; `None` if only kings are left.
    pub(super) fn without(&self, taken: usize) -> Option<(Ending, bool)> {
        if taken >= self.strong.len() {
            return Some((Ending { strong: self.strong.clone(), weak: None }, false));
        }
        let mut strong = self.strong.clone();
        strong.remove(taken);
        match (strong.first(), self.weak) {
            (None, None) => None,
            (None, Some(weak)) => {
                Some((Ending { strong: ArrayVec::from_iter([weak]), weak: None }, true))
            }
            (Some(&left), Some(weak)) if place(left) > place(weak) => {
                Some((Ending { strong: ArrayVec::from_iter([weak]), weak: Some(left) }, true))
            }
            (Some(_), weak) => Some((Ending { strong, weak }, false)),
        }
    }

    /// Moves that `rule` gives the strong side's pieces to mate a bare king.
    pub fn count_moves(&self, rule: CountingRule) -> u16 {
        self.count(rule).limit() / 2
    }

    /// The count that `rule` starts against a bare king that is to move; none with a bia.
    pub(super) fn count(&self, rule: CountingRule) -> Count {
        rule.starting(&self.board(), Colour::Black)
    }

    /// The count that `rule` starts when the bare king has just taken the last bia.
    pub(super) fn count_by_king(&self, rule: CountingRule) -> Count {
        rule.starting_by_king(&self.board(), Colour::Black)
    }

    /// A board with the men of an ending against a bare king, somewhere.
    fn board(&self) -> Board {
        let mut board = Board::EMPTY;
        let white =
            self.strong.iter().chain(&[Kind::King]).map(|&kind| Piece::new(Colour::White, kind));
        for (piece, square) in white.zip(Square::all()) {
            board.put(piece, square);
        }
        board.put(Piece::new(Colour::Black, Kind::King), Square::from_index(63));
        board
    }

    /// A number for looking the strong side's pieces up, below [`CODES`]: two bits for each kind.
    pub(super) fn code(&self) -> usize {
        Ending::code_of(&self.strong)
    }

    /// The code of some pieces.
    pub(super) fn code_of(pieces: &[Kind]) -> usize {
        pieces.iter().map(|&kind| 1 << (2 * place(kind))).sum()
    }

    /// The code of the pieces that `colour` has on `board`, `None` if it has more than three, an
    /// ai-wok, or a bia where none can stand in a game.
    pub(super) fn code_on(board: &Board, colour: Colour) -> Option<usize> {
        let numbers = KINDS.map(|kind| board.list(colour, kind).count() as usize);
        let mut bia = board.list(colour, Kind::Pawn);
        let is_covered = board.side(colour).count() as usize <= 1 + MAX_PIECES
            && bia.all(|square| BIA_SQUARES.contains(square.relative_to(colour)))
            && board.list(colour, Kind::Aiwok).is_empty();
        is_covered.then(|| numbers.iter().rev().fold(0, |code, number| code << 2 | number))
    }
}

/// The place of the piece whose code this is among [`PIECES`]; `None` for a bia and for other
/// numbers of pieces.
pub(super) fn place_of_single(code: usize) -> Option<usize> {
    (0..PIECES.len()).find(|&place| code == 1 << (2 * place))
}

/// Codes are below this number.
pub(super) const CODES: usize = 1 << (2 * KINDS.len());

/// Codes with a bia are not below this number.
pub(super) const FIRST_WITH_BIA: usize = 1 << (2 * place(Kind::Pawn));

/// A kind's place in [`KINDS`].
const fn place(kind: Kind) -> usize {
    match kind {
        Kind::Rook => 0,
        Kind::Khon => 1,
        Kind::Knight => 2,
        Kind::Met | Kind::King | Kind::Aiwok => 3,
        Kind::Pawn => 4,
    }
}

fn sorted(pieces: &[Kind]) -> Option<ArrayVec<Kind, MAX_PIECES>> {
    if pieces.len() > MAX_PIECES || pieces.iter().any(|kind| !KINDS.contains(kind)) {
        return None;
    }
    let mut sorted: ArrayVec<Kind, MAX_PIECES> = pieces.iter().copied().collect();
    sorted.sort_by_key(|&kind| place(kind));
    Some(sorted)
}

/// All ways to go on with `more` pieces from place `from` of [`PIECES`] on.
fn extend(
    begun: &mut ArrayVec<Kind, MAX_PIECES>,
    more: usize,
    from: usize,
    endings: &mut Vec<Ending>,
) {
    if more == 0 {
        endings.push(Ending { strong: begun.clone(), weak: None });
        return;
    }
    for (place, &kind) in PIECES.iter().enumerate().skip(from) {
        begun.push(kind);
        extend(begun, more - 1, place, endings);
        begun.pop();
    }
}

/// The squares of `colour`'s pieces in the order of an ending's name, seen from the side of
/// `strong` (ranks turned over if that is Black). At most [`MAX_PIECES`] of them.
pub(super) fn squares_on(
    board: &Board,
    colour: Colour,
    strong: Colour,
) -> ArrayVec<Square, MAX_PIECES> {
    let lists = KINDS.into_iter().flat_map(|kind| board.list(colour, kind));
    lists.map(|square| square.relative_to(strong)).take(MAX_PIECES).collect()
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("K")?;
        for kind in &self.strong {
            write!(f, "{}", kind.letter())?;
        }
        f.write_str("K")?;
        self.weak.map_or(Ok(()), |kind| write!(f, "{}", kind.letter()))
    }
}

impl FromStr for Ending {
    type Err = UnknownEnding;

    fn from_str(name: &str) -> Result<Ending, UnknownEnding> {
        let unknown = || UnknownEnding(name.into());
        let (strong, weak) =
            name.strip_prefix('K').and_then(|rest| rest.split_once('K')).ok_or_else(unknown)?;
        let kinds = |letters: &str| letters.chars().map(Kind::from_letter).collect::<Option<_>>();
        let (strong, weak): (Vec<Kind>, Vec<Kind>) =
            (kinds(strong).ok_or_else(unknown)?, kinds(weak).ok_or_else(unknown)?);
        let ending = match (&strong[..], &weak[..]) {
            (pieces, []) => Ending::bare(pieces),
            (pieces, &[other]) => Ending::armed(pieces, other),
            _ => None,
        };
        // The name must be the ending's own: one name, one table.
        ending.filter(|ending| ending.to_string() == name).ok_or_else(unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_are_called_what_they_are_read_from() {
        let numbers = [3, 4, 5].map(|men| Ending::all_bare(men).len());
        assert_eq!(numbers, [4, 10, 20]);
        assert_eq!([3, 4, 5, 6].map(|men| Ending::all_armed(men).len()), [0, 10, 40, 0]);
        assert!(Ending::all_bare(2).is_empty() && Ending::all_bare(6).is_empty());
        let bare = (3..=5).flat_map(Ending::all_bare);
        let with_bia = (3..=5).flat_map(Ending::all_with_bia).collect::<Vec<_>>();
        let names: Vec<String> = with_bia.iter().map(Ending::to_string).collect();
        assert_eq!(names, ["KPK", "KRPK", "KSPK", "KNPK", "KMPK", "KPPK"]);
        for ending in bare.chain(with_bia).chain((4..=5).flat_map(Ending::all_armed)) {
            assert_eq!(ending.to_string().parse(), Ok(ending));
        }
    }

    #[test]
    fn other_names_are_refused() {
        for name in [
            "", "K", "KK", "KKR", "KMRK", "KMKR", "KRRRRK", "KPRK", "KRRPK", "KRKP", "KPKP",
            "KRRMKM", "KRKRM", "KMRKM", "RK", "KRKé",
        ] {
            let refused = name.parse::<Ending>();
            assert_eq!(refused, Err(UnknownEnding(name.into())));
        }
    }

    #[test]
    fn a_capture_leaves_the_smaller_ending() {
        let ending: Ending = "KRMK".parse().unwrap();
        let without = |ending: &Ending, taken| {
            let (left, swapped) = ending.without(taken).unwrap();
            (left.to_string(), swapped)
        };
        assert_eq!(without(&ending, 0), ("KMK".into(), false));
        assert_eq!(without(&ending, 1), ("KRK".into(), false));
        assert_eq!("KRK".parse::<Ending>().unwrap().without(0), None);
        let ending: Ending = "KRMKS".parse().unwrap();
        assert_eq!(without(&ending, 0), ("KSKM".into(), true));
        assert_eq!(without(&ending, 1), ("KRKS".into(), false));
        assert_eq!(without(&ending, 2), ("KRMK".into(), false));
        assert_eq!(without(&"KRKS".parse().unwrap(), 0), ("KSK".into(), true));
    }

    #[test]
    fn a_promotion_leads_to_the_ending_with_a_met() {
        for (before, after) in
            [("KPK", "KMK"), ("KRPK", "KRMK"), ("KMPK", "KMMK"), ("KPPK", "KMPK")]
        {
            let ending: Ending = before.parse().unwrap();
            assert_eq!(ending.promoted().unwrap().to_string(), after);
        }
        assert_eq!("KRK".parse::<Ending>().unwrap().promoted(), None);
    }
}
