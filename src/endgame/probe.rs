//! What the tables say of a position, its count taken into account.

use std::cmp::Reverse;

use super::Tables;
use super::ending::{Ending, FIRST_WITH_BIA, MAX_MEN, MAX_PIECES, place_of_single, squares_on};
use super::id::{Metric, rule_place};
use super::layout::Men;
use super::table::Turn;
use super::tables::{Pieces, SMALL_MEN};
use super::value::Value;
use crate::board::{ByColour, Colour};
use crate::movegen::legal_moves;
use crate::rules::{Count, CountingMode, CountingRule, Position, Rules, Variant};

/// Whether men move and win by these rules as the tables suppose.
fn moves_are_covered(variant: &Variant) -> bool {
    !variant.first_check_wins && !variant.king_stands
}

/// Whether counts start by a rule that there are tables for, where tables depend on it.
fn counts_are_covered(rules: &Rules) -> bool {
    rules.variant().quiet_limit.is_none()
        && rules.counting_mode() == CountingMode::Automatic
        && rule_place(rules.counting()).is_some()
}

/// How a position ends with best play, seen from the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// The side to move wins.
    Win(End),
    /// The side to move loses.
    Loss(End),
    /// Neither side can force a win before the count ends.
    Draw,
}

/// What ends the tables' view of a position that is won, and how far it is when the winner hurries
/// and the loser delays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Mate in so many plies.
    Mate(u16),
    /// Mate, or the capture of the enemy's last piece into an ending that is won within the count
    /// starting with it, in so many plies. Said only where the board's honour, nearly over, may not
    /// leave time for the quickest mate.
    MateOrCapture(u16),
}

impl End {
    /// The distance in plies.
    pub fn plies(self) -> u16 {
        match self {
            End::Mate(plies) | End::MateOrCapture(plies) => plies,
        }
    }
}

/// What the tables say under the count that runs.
#[derive(Clone, Copy, Debug)]
pub(super) enum Under {
    /// All there is to say.
    Exact(Outcome),
    /// The board's honour ends before the quickest mate, but not before a mate or a winning capture.
    Honour {
        /// Whether the side to move wins.
        wins: bool,
        /// Plies to the quickest mate if nothing ended before.
        mate: u16,
        /// Plies to the mate or the capture.
        event: u16,
    },
}

impl Under {
    /// `quickest` is the quickest mate, which comes too late; `event` what comes in time instead.
    fn of(quickest: Outcome, event: Outcome) -> Under {
        match (quickest, event) {
            (Outcome::Win(mate), Outcome::Win(event)) => {
                Under::Honour { wins: true, mate: mate.plies(), event: event.plies() }
            }
            (Outcome::Loss(mate), Outcome::Loss(event)) => {
                Under::Honour { wins: false, mate: mate.plies(), event: event.plies() }
            }
            _ => Under::Exact(Outcome::Draw),
        }
    }

    fn outcome(self) -> Outcome {
        match self {
            Under::Exact(outcome) => outcome,
            Under::Honour { wins: true, event, .. } => Outcome::Win(End::MateOrCapture(event)),
            Under::Honour { wins: false, event, .. } => Outcome::Loss(End::MateOrCapture(event)),
        }
    }
}

impl Outcome {
    fn new(value: Value, end: fn(u16) -> End) -> Outcome {
        match (value.win(), value.loss()) {
            (Some(plies), _) => Outcome::Win(end(plies.into())),
            (_, Some(plies)) => Outcome::Loss(end(plies.into())),
            _ => Outcome::Draw,
        }
    }

    /// The same if its end comes before the count's, otherwise a draw. `starts` is the count that
    /// the next move starts if none is running.
    fn within(self, count: Count, starts: impl FnOnce() -> Count) -> Outcome {
        let plies = match self {
            Outcome::Win(end) | Outcome::Loss(end) => end.plies(),
            Outcome::Draw => return Outcome::Draw,
        };
        let fits = match (plies, count.is_running()) {
            (_, true) => count.allows(plies),
            (0 | 1, false) => true,
            (_, false) => starts().allows(plies - 1),
        };
        if fits { self } else { Outcome::Draw }
    }
}

impl Tables {
    /// Whether all endings that come of this position are played by rules that there are tables for.
    pub fn cover(position: &Position) -> bool {
        moves_are_covered(position.variant()) && counts_are_covered(position.rules())
    }

    /// The exact outcome of a position under its variant's counting rule and its count: the one that
    /// is running, or else the one that begins by the rules with a later move. Repetition is left
    /// aside; best play never repeats.
    ///
    /// `None` if there is no table for it: more men on the board than tables have, a bia beside more
    /// than one other man, off its third to fifth rank or on both sides, first-move leaps left, or a
    /// variant with other rules – or if the table's file cannot be read any more. Also where a
    /// capture by the bare king might start something anew and the quickest mate comes too late
    /// otherwise: a count (under [`CountingRule::Simple`]) or the moves that may pass without a
    /// capture; where a count that no rule starts leaves time for mates of five men that a table
    /// does not hold; and where the count of an earlier ending runs on beside a bia and may end
    /// before the mate, or is one that somebody has declared.
    ///
    /// ```
    /// use mekong::endgame::{End, Outcome, Tables};
    /// use mekong::rules::{Position, Variant};
    ///
    /// // A rook mates within five plies, and the count leaves five; two plies later it is a draw.
    /// let probe = |fen| {
    ///     let position = Position::from_fen(Variant::find("makruk").unwrap(), fen).unwrap();
    ///     Tables::embedded().probe(&position)
    /// };
    /// let won = probe("8/8/8/8/8/5K2/2R5/6k1 w - 32 27 100");
    /// assert_eq!(won, Some(Outcome::Win(End::Mate(5))));
    /// assert_eq!(probe("8/8/8/8/8/5K2/2R5/6k1 w - 32 29 100"), Some(Outcome::Draw));
    /// ```
    pub fn probe(&self, position: &Position) -> Option<Outcome> {
        self.probe_under(position).map(Under::outcome)
    }

    /// The same, with the distance of the quickest mate where it comes too late.
    pub(super) fn probe_under(&self, position: &Position) -> Option<Under> {
        let board = position.board();
        if board.occupied().count() > MAX_MEN as u32
            || !position.rights().is_empty()
            || !moves_are_covered(position.variant())
        {
            return None;
        }
        let code = |colour| Ending::code_on(board, colour);
        let outcome = match (code(Colour::White)?, code(Colour::Black)?) {
            (0, 0) => Some(Outcome::Draw),
            (white, 0) if white < FIRST_WITH_BIA => self.probe_bare(position, Colour::White, white),
            (0, black) if black < FIRST_WITH_BIA => self.probe_bare(position, Colour::Black, black),
            _ if !counts_are_covered(position.rules()) => None,
            (white, 0) => self.probe_bia(position, Colour::White, white),
            (0, black) => self.probe_bia(position, Colour::Black, black),
            (white, black) if white.max(black) < FIRST_WITH_BIA => {
                return self.probe_armed(position, ByColour([white, black]));
            }
            _ => None,
        };
        outcome.map(Under::Exact)
    }

    /// The outcome against a bare king as if the count that runs, or that the next move starts, left
    /// time for every mate: what a count that is nearly over hides. Otherwise a draw.
    ///
    /// `None` as for [`Tables::probe`].
    pub(crate) fn probe_uncounted(&self, position: &Position) -> Option<Outcome> {
        self.probe(position)?;
        let code = |colour| Ending::code_on(position.board(), colour);
        let (strong, code) = match (code(Colour::White)?, code(Colour::Black)?) {
            (white, 0) if white > 0 => (Colour::White, white),
            (0, black) if black > 0 => (Colour::Black, black),
            _ => return Some(Outcome::Draw),
        };
        let with_bia = code >= FIRST_WITH_BIA;
        let rule = if with_bia { Some(rule_place(position.rules().counting())?) } else { None };
        let pieces = Pieces { strong: code, weak: None };
        Some(Outcome::new(self.value(position, strong, pieces, rule, Metric::Mate)?, End::Mate))
    }

    fn probe_bare(&self, position: &Position, strong: Colour, code: usize) -> Option<Outcome> {
        let pieces = Pieces { strong: code, weak: None };
        let value = self.value(position, strong, pieces, None, Metric::Mate)?;
        let outcome = Outcome::new(value, End::Mate);
        let (rules, count) = (position.rules(), position.count());
        let declared = rules.counting_mode() == CountingMode::Declared;
        let counted = match outcome {
            Outcome::Draw | Outcome::Win(End::Mate(0 | 1)) | Outcome::Loss(End::Mate(0)) => {
                outcome.within(count, || Count::NONE)
            }
            // Mates under a board's honour may be none.
            _ if declared && count.is_running() => return None,
            _ if declared || count.is_running() => outcome.within(count, || Count::NONE),
            _ if position.side() == strong => outcome.within(count, || first_count(position)),
            // The strong side's next move starts the count, by what is then on the board.
            _ if self.loses_every_way(position)? => outcome,
            _ => Outcome::Draw,
        };
        let left = rules
            .variant()
            .quiet_limit
            .map_or(Count::NONE, |limit| Count::new(limit - 1, position.halfmoves()));
        let in_time = counted.within(left, || Count::NONE);
        // What a capture by the bare king starts anew gives the other side more time.
        let starts_anew = code.count_ones() > 1 || place_of_single(code).is_none();
        let by_count = counted == Outcome::Draw && rules.counting() == CountingRule::Simple;
        let by_quiet = in_time == Outcome::Draw && counted != in_time && !left.is_over();
        if outcome != Outcome::Draw && starts_anew && (by_count || by_quiet) {
            return None;
        }
        Some(in_time)
    }

    /// With a bia the table has only mates that come within the counts that its end starts.
    fn probe_bia(&self, position: &Position, strong: Colour, code: usize) -> Option<Outcome> {
        let rules = position.rules();
        if !rules.variant().promotes_as_makruk() {
            return None;
        }
        let pieces = Pieces { strong: code, weak: None };
        let rule = Some(rule_place(rules.counting())?);
        let value = self.value(position, strong, pieces, rule, Metric::Mate)?;
        let outcome = Outcome::new(value, End::Mate);
        // In ouk the board's honour, begun before the king was bared, runs on until the bia is gone.
        // A mate that it leaves time for needs nothing more; another way may win where the
        // quickest mate comes too late, which the table does not tell.
        match outcome.within(position.count(), || Count::NONE) {
            Outcome::Draw if outcome != Outcome::Draw && !position.count().is_over() => None,
            outcome => Some(outcome),
        }
    }

    /// Whether each move of a bare king leads to a position that the other side wins.
    fn loses_every_way(&self, position: &Position) -> Option<bool> {
        for mv in legal_moves(position) {
            let after = position.after(mv);
            if !matches!(self.probe(&after)?, Outcome::Win(_)) {
                return Some(false);
            }
        }
        Some(true)
    }

    fn probe_armed(&self, position: &Position, codes: ByColour<usize>) -> Option<Under> {
        let counting = position.rules().counting();
        let side = position.side();
        // The strong side has more pieces or, of one each, the one that comes first: codes grow along
        // the order of the pieces. With the same pieces the side to move is the strong one.
        let rank = |colour: Colour| {
            let pieces = position.board().side(colour).count();
            (Reverse(pieces), codes[colour])
        };
        let strong = if rank(side) <= rank(!side) { side } else { !side };
        let weak = place_of_single(codes[!strong])?;
        let pieces = Pieces { strong: codes[strong], weak: Some(weak) };
        let rule = Some(rule_place(counting)?);
        let outcome = |metric, end| {
            Some(Outcome::new(self.value(position, strong, pieces, rule, metric)?, end))
        };
        let in_time = |outcome: Outcome| {
            outcome.within(position.count(), || counting.starting(position.board(), !side))
        };
        let quickest = outcome(Metric::Mate, End::Mate)?;
        // Only of up to four men is it known that no mate takes longer than a value holds. Of others
        // that matters for counts that no rule starts.
        let may_be_longer = position.board().occupied().count() as usize > SMALL_MEN
            && position.count().is_running()
            && position.count().allows(u16::from(Value::MAX_PLIES) + 1);
        if quickest == Outcome::Draw && may_be_longer {
            return None;
        }
        match in_time(quickest) {
            // The board's honour ends before the mate, but perhaps not before the last capture.
            Outcome::Draw if quickest != Outcome::Draw => {
                let event = in_time(outcome(Metric::Zeroing, End::MateOrCapture)?);
                Some(Under::of(quickest, event))
            }
            outcome => Some(Under::Exact(outcome)),
        }
    }

    /// What the table of these pieces says of a position.
    fn value(
        &self,
        position: &Position,
        strong: Colour,
        pieces: Pieces,
        rule: Option<usize>,
        metric: Metric,
    ) -> Option<Value> {
        let table = self.0.table(pieces, rule, metric)?;
        let board = position.board();
        let king = |colour| board.king(colour).relative_to(strong);
        let mut squares = squares_on(board, strong, strong);
        squares.extend(
            squares_on(board, !strong, strong).into_iter().take(MAX_PIECES - squares.len()),
        );
        let turn = if position.side() == strong { Turn::Strong } else { Turn::Weak };
        table.value(&Men::new(king(strong), &squares), king(!strong), turn)
    }
}

/// The count that the next move starts, one without a capture.
fn first_count(position: &Position) -> Count {
    let mv = legal_moves(position).into_iter().find(|&mv| position.captured_by(mv).is_none());
    mv.map_or(Count::NONE, |mv| position.after(mv).count())
}
