//! The evaluation in words and numbers, for a person.

use std::fmt::Write;

use super::{count, evaluate, terms};
use crate::board::{Colour, Kind, attacks};
use crate::rules::Position;

/// What the evaluation thinks of a position, line by line.
pub fn describe(position: &Position) -> String {
    let board = position.board();
    let mut text = String::from("piece    square  middlegame  ending   (pawns, for its owner)\n");
    for colour in Colour::BOTH {
        let zone = attacks::king(board.king(!colour));
        for kind in Kind::ALL {
            for square in board.list(colour, kind) {
                let value = terms::of_piece(board, colour, kind, square, zone);
                let (name, colour) = (format!("{kind:?}"), format!("{colour:?}"));
                let (middle, ending) =
                    (f64::from(value.middle) / 100.0, f64::from(value.ending) / 100.0);
                let _ =
                    writeln!(text, "{colour:5} {name:6}  {square}  {middle:+8.2}  {ending:+8.2}");
            }
        }
    }
    let raw = terms::total(board);
    let scaled = count::scale(position, raw);
    let _ = writeln!(text, "All pieces: {:+.2} (White's side)", f64::from(raw) / 100.0);
    let _ =
        writeln!(text, "With the count in mind: {:+.2} (White's side)", f64::from(scaled) / 100.0);
    let white = match position.side() {
        Colour::White => evaluate(position),
        Colour::Black => -evaluate(position),
    };
    let _ = writeln!(text, "Final evaluation: {white} (White's side)");
    text
}
