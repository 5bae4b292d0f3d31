//! Legal moves.
//!
//! One generator serves every purpose: it hands sets of target squares to a [`Sink`], and a list
//! of moves, a mere number of moves or the question for a single one are different sinks. Only
//! rooks pin, so most positions need no care for pinned pieces, and pieces that step alike step
//! together.

mod checks;
mod sink;
mod threats;

pub use checks::{Checks, checking_move, is_check_threatened};
pub use sink::{Counter, MAX_MOVES, MoveList, Sink};
pub use threats::Threats;

use crate::board::{Bitboard, Colour, Kind, Move, ParsedMove, Square, Step, attacks};
use crate::rules::{Landing, Position, Rights};

/// Which moves are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scope {
    /// Every legal move.
    All,
    /// Captures and promotions.
    Noisy,
    /// All moves but captures and promotions.
    Quiet,
}

/// Every legal move, in no particular order.
///
/// ```
/// use mekong::movegen::{legal_moves, parse_move};
/// use mekong::rules::Variant;
///
/// let start = Variant::find("makruk").unwrap().start_position();
/// assert_eq!(legal_moves(&start).len(), 23);
/// let after = start.after(parse_move(&start, "e3e4").unwrap());
/// assert_eq!(after.fen(), "rnsmksnr/8/pppppppp/8/4P3/PPPP1PPP/8/RNSKMSNR b - - 0 1");
/// ```
pub fn legal_moves(position: &Position) -> MoveList {
    let mut list = MoveList::new();
    generate(position, Scope::All, &mut list);
    list
}

/// Number of legal moves, without listing them.
#[inline]
pub fn count_legal(position: &Position) -> u64 {
    let mut counter = Counter::default();
    generate(position, Scope::All, &mut counter);
    counter.moves()
}

/// Whether `mv` is legal here (from a hash table or another position, say).
pub fn is_legal(position: &Position, mv: Move) -> bool {
    let mut matcher = sink::Matcher::new(mv);
    generate(position, Scope::All, &mut matcher);
    matcher.found()
}

/// The legal move that was meant.
pub fn find_move(position: &Position, meant: ParsedMove) -> Option<Move> {
    let sole_promotion = position.variant().promotions.len() == 1;
    legal_moves(position).into_iter().find(|&mv| meant.means(mv, sole_promotion))
}

/// The legal move that a text like `a5a6`, `a5a6m` or `a5a6q` stands for.
pub fn parse_move(position: &Position, text: &str) -> Option<Move> {
    find_move(position, text.parse().ok()?)
}

/// Hands every legal move of the wanted scope to the sink.
#[inline]
pub fn generate<S: Sink>(position: &Position, scope: Scope, sink: &mut S) {
    if position.is_lost_by_check() {
        return;
    }
    match position.side() {
        Colour::White => generate_for(position, Colour::White, scope, sink),
        Colour::Black => generate_for(position, Colour::Black, scope, sink),
    }
}

/// The squares that moves may go to.
struct Targets {
    /// For pieces other than the king: what ends a check, of the wanted scope.
    pieces: Bitboard,
    /// For the king, attacked squares left out.
    king: Bitboard,
    /// Empty squares on which a bia's step is wanted.
    pawn_steps: Bitboard,
    /// Enemy pieces that a bia's capture is wanted of.
    pawn_captures: Bitboard,
}

impl Targets {
    #[inline(always)]
    fn new(position: &Position, us: Colour, scope: Scope, threats: &Threats) -> Targets {
        let board = position.board();
        let (own, enemy) = (board.side(us), board.side(!us));
        let empty = !(own | enemy);
        let zone = position.variant().promotion_zone[us];
        let (pieces, pawn_steps, pawn_captures) = match scope {
            Scope::All => (!own, empty, enemy),
            Scope::Noisy => (enemy, empty & zone, enemy),
            Scope::Quiet => (empty, empty - zone, Bitboard::EMPTY),
        };
        let mut king = pieces - threats.attacked;
        if !threats.checkers.is_empty() && position.variant().king_stands {
            king &= threats.standing_answer();
        }
        let answer = threats.answer();
        Targets {
            pieces: pieces & answer,
            king,
            pawn_steps: pawn_steps & answer,
            pawn_captures: pawn_captures & answer,
        }
    }
}

#[inline(always)]
fn generate_for<S: Sink>(position: &Position, us: Colour, scope: Scope, sink: &mut S) {
    let board = position.board();
    let threats = Threats::of(board, us);
    let targets = Targets::new(position, us, scope, &threats);
    sink.piece(threats.king, attacks::king(threats.king) & targets.king);
    if !position.rights().is_empty() && scope != Scope::Noisy {
        let rights = position.rights().of(position.rules().leaps(), us);
        if !rights.is_empty() {
            leaps(position, us, rights, &threats, sink);
        }
    }
    if threats.checkers.more_than_one() {
        return;
    }
    let free = !threats.pinned;
    let occupied = board.occupied();
    for from in board.movers(us, Kind::Rook) & free {
        sink.piece(from, attacks::rook(from, occupied) & targets.pieces);
    }
    for from in board.movers(us, Kind::Knight) & free {
        sink.piece(from, attacks::knight(from) & targets.pieces);
    }
    let khons = board.list(us, Kind::Khon) & free;
    let steppers = (board.movers(us, Kind::Met) & free) | khons;
    for step in Step::DIAGONALS {
        sink.steps(steppers.stepped(step) & targets.pieces, step);
    }
    let forward = Step::forward(us);
    sink.steps(khons.stepped(forward) & targets.pieces, forward);
    pawns(position, us, board.list(us, Kind::Pawn) & free, &targets, sink);
    if !threats.pinned.is_empty() {
        pinned(position, us, &threats, &targets, sink);
    }
}

#[inline(always)]
fn pawns<S: Sink>(
    position: &Position,
    us: Colour,
    pawns: Bitboard,
    targets: &Targets,
    sink: &mut S,
) {
    let variant = position.variant();
    let forward = Step::forward(us);
    sink.pawns(pawns.stepped(forward) & targets.pawn_steps, forward, us, variant);
    for step in Step::pawn_captures(us) {
        sink.pawns(pawns.stepped(step) & targets.pawn_captures, step, us, variant);
    }
}

/// Moves of pieces that a rook pins: along its line only, so a met or ma has none.
#[cold]
#[inline(never)]
fn pinned<S: Sink>(
    position: &Position,
    us: Colour,
    threats: &Threats,
    targets: &Targets,
    sink: &mut S,
) {
    let board = position.board();
    let pinned = threats.pinned;
    for from in board.movers(us, Kind::Rook) & pinned {
        let line = attacks::line(threats.king, from);
        sink.piece(from, attacks::rook(from, board.occupied()) & targets.pieces & line);
    }
    // Straight ahead is along the line only if the line is the king's file.
    let on_file = pinned & Bitboard::file(threats.king.file());
    let forward = Step::forward(us);
    let khons = board.list(us, Kind::Khon) & on_file;
    sink.steps(khons.stepped(forward) & targets.pieces, forward);
    let steps_only = Targets { pawn_captures: Bitboard::EMPTY, ..*targets };
    pawns(position, us, board.list(us, Kind::Pawn) & on_file, &steps_only, sink);
}

/// First-move leaps: a king's out of no check and to a safe square, others wherever they leave no
/// check and lift none off a pin.
#[inline(never)]
fn leaps<S: Sink>(
    position: &Position,
    us: Colour,
    rights: Rights,
    threats: &Threats,
    sink: &mut S,
) {
    let board = position.board();
    let empty = !board.occupied();
    for leap in rights.leaps(position.rules().leaps()) {
        let mut targets = leap.targets;
        let needs_no_check = leap.kind == Kind::King || leap.landing == Landing::OwnBia;
        if needs_no_check && !threats.checkers.is_empty() {
            continue;
        }
        targets &= match leap.landing {
            Landing::Empty => empty,
            // Its own bia with an empty square ahead.
            Landing::OwnBia => board.list(us, Kind::Pawn) & empty.stepped(Step::forward(!us)),
        };
        if leap.kind == Kind::King {
            let is_safe = |&square: &Square| !position.is_attacked(square, !us);
            targets = targets.filter(is_safe).collect();
        } else {
            targets &= threats.answer();
            if threats.pinned.contains(leap.from) {
                targets &= attacks::line(threats.king, leap.from);
            }
        }
        sink.piece(leap.from, targets);
    }
}
