//! What a table says of a position.

/// A draw, or the number of plies until the end: odd if the side to move wins, even if it loses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Value(u8);

impl Value {
    /// Neither side can force anything.
    pub(super) const DRAW: Value = Value(0);

    /// Most plies that a value holds; what takes longer counts as a draw.
    ///
    /// That is the truth under any count that the rules start. Of a bare king mates take 128 plies at
    /// most. Where both sides have a piece the last capture comes within the 128 plies of the board's
    /// honour and, as its last ply may pass it, one more; the pieces' honour that it starts, of 128 at
    /// most, has begun at 8 by then, with four men, and leaves 121 plies.
    pub(super) const MAX_PLIES: u8 = u8::MAX - 1;

    /// The end comes after `plies` plies (at most [`Value::MAX_PLIES`]).
    #[inline]
    pub(super) const fn after(plies: u8) -> Value {
        Value(plies.saturating_add(1))
    }

    /// The value that is stored as `byte`.
    #[inline]
    pub(super) const fn from_byte(byte: u8) -> Value {
        Value(byte)
    }

    /// One byte: 0 for a draw, else one more than the plies.
    #[inline]
    pub(super) const fn byte(self) -> u8 {
        self.0
    }

    /// Plies until the end; `None` for a draw.
    #[inline]
    pub(super) const fn plies(self) -> Option<u8> {
        self.0.checked_sub(1)
    }

    /// Plies until the side to move has won, if it wins.
    #[inline]
    pub(super) fn win(self) -> Option<u8> {
        self.plies().filter(|plies| plies % 2 == 1)
    }

    /// Plies until the side to move has lost, if it loses.
    #[inline]
    pub(super) fn loss(self) -> Option<u8> {
        self.plies().filter(|plies| plies % 2 == 0)
    }
}

/// The best for the side to move of what its moves lead to.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Best {
    win: Option<u8>,
    draw: bool,
    /// The longest loss.
    loss: Option<u8>,
}

impl Best {
    /// A move leads to a position with this value for the opponent, who is to move there.
    #[inline]
    pub(super) fn add(&mut self, value: Value) {
        match value.plies() {
            None | Some(Value::MAX_PLIES) => self.draw = true,
            Some(plies) if plies % 2 == 0 => {
                let plies = plies + 1;
                self.win = Some(self.win.map_or(plies, |win| win.min(plies)));
            }
            Some(plies) => self.loss = self.loss.max(Some(plies + 1)),
        }
    }

    /// The value of the position, without a legal move a mate or stalemate.
    #[inline]
    pub(super) fn value(self, in_check: bool) -> Value {
        match self {
            Best { win: Some(plies), .. } => Value::after(plies),
            Best { draw: true, .. } => Value::DRAW,
            Best { loss: Some(plies), .. } => Value::after(plies),
            _ if in_check => Value::after(0),
            _ => Value::DRAW,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn best(moves: &[Value], in_check: bool) -> Value {
        let mut best = Best::default();
        moves.iter().for_each(|&value| best.add(value));
        best.value(in_check)
    }

    #[test]
    fn the_winner_hurries_and_the_loser_waits() {
        let after = Value::after;
        assert_eq!(best(&[after(4), after(2), Value::DRAW, after(1)], false), after(3));
        assert_eq!(best(&[after(5), Value::DRAW], false), Value::DRAW);
        assert_eq!(best(&[after(5), after(7), after(1)], false), after(8));
        assert_eq!(best(&[], true), after(0));
        assert_eq!(best(&[], false), Value::DRAW);
        // What a byte can't hold never comes in time.
        assert_eq!(best(&[after(254), after(252)], false), after(253));
        assert_eq!(best(&[after(254)], false), Value::DRAW);
        assert_eq!(best(&[after(253), after(1)], false), after(254));
        assert_eq!((after(3).win(), after(3).loss(), after(4).loss()), (Some(3), None, Some(4)));
    }
}
