//! The evaluation in words and numbers, for a person.

use std::fmt::Write;
use std::sync::Arc;

use super::evaluate;
use super::network::{BUCKETS, Network, bucket};
use crate::board::{Colour, Kind, Square};
use crate::rules::Position;

/// What the network thinks of a position: what each piece is worth where it stands, and of the
/// whole.
pub fn describe(network: &Arc<Network>, position: &Position) -> String {
    let mut text = grid(network, position);
    let pieces = position.board().occupied().count();
    let bucket = bucket(pieces) + 1;
    let _ = writeln!(
        text,
        "In pawns for White: what the evaluation would lose without the piece.\n\
         Network {:08x}, output {bucket} of {BUCKETS} ({pieces} pieces).",
        network.checksum(),
    );
    let value = evaluate(network, position);
    let white = if position.side() == Colour::White { value } else { -value };
    let _ = writeln!(text, "Final evaluation: {white} (White's side)");
    text
}

/// The board with each piece and its worth.
fn grid(network: &Arc<Network>, position: &Position) -> String {
    let rule = format!(" {}+\n", "+-------".repeat(8));
    let mut text = rule.clone();
    let alphabet = &position.variant().alphabet;
    for rank in (0..8).rev() {
        let (mut letters, mut values) = (String::new(), String::new());
        for square in (0..8).filter_map(|file| Square::new(file, rank)) {
            let piece = position.board().at(square);
            let letter = piece.map_or(' ', |piece| alphabet.letter(piece));
            let value = match piece {
                Some(piece) if piece.kind() != Kind::King => {
                    let white = match position.side() {
                        Colour::White => network.worth(position, square),
                        Colour::Black => -network.worth(position, square),
                    };
                    format!("{:+.2}", f64::from(white) / 100.0)
                }
                _ => String::new(),
            };
            let _ = write!(letters, " |   {letter}  ");
            let _ = write!(values, " |{value:>6}");
        }
        let _ = write!(text, "{letters} | {}\n{values} |\n{rule}", rank + 1);
    }
    text.push_str("     a       b       c       d       e       f       g       h\n");
    text
}
