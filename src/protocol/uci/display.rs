//! The board for people.

use std::fmt::Write;

use crate::board::{Colour, Square, SquareSet};
use crate::game::{Game, Outcome};
use crate::rules::{Count, Position};

/// The answer to `d`: the board, its FEN and key, the checkers, and what the count says.
pub fn board(game: &Game) -> String {
    let position = game.position();
    let mut text = grid(position);
    let mut say = |what: &str, value: &str| {
        let _ = write!(text, "\n{what}: {value}");
    };
    say("Fen", &position.fen());
    say("Variant", position.variant().name);
    say("Key", &format!("{:016X}", position.key()));
    say("Checkers", squares(position.checkers()).trim());
    say("Count", &count_in_words(position.count()));
    if let Some(outcome) = game.outcome() {
        say("Result", &outcome_in_words(outcome));
    }
    text
}

fn grid(position: &Position) -> String {
    const RULE: &str = " +---+---+---+---+---+---+---+---+\n";
    let letters = &position.variant().alphabet;
    let mut text = String::from(RULE);
    for rank in (0..8).rev() {
        for file in 0..8 {
            let piece = Square::new(file, rank).and_then(|square| position.board().at(square));
            let _ = write!(text, " | {}", piece.map_or(' ', |piece| letters.letter(piece)));
        }
        let to_move = match (position.side(), rank) {
            (Colour::White, 0) | (Colour::Black, 7) => " *",
            _ => "",
        };
        let _ = write!(text, " | {}{to_move}\n{RULE}", rank + 1);
    }
    text.push_str("   a   b   c   d   e   f   g   h\n");
    text
}

fn squares(set: SquareSet) -> String {
    set.into_iter().map(|square| format!("{square} ")).collect()
}

/// The running count in words.
pub fn count_in_words(count: Count) -> String {
    let Some(left) = count.left() else { return "none is running".into() };
    let (ply, limit) = (count.ply(), count.limit());
    let so_far = format!("{ply} of {limit} plies ({} of {} moves)", ply / 2, limit / 2);
    match left {
        ..0 => format!("{so_far}, the limit is passed: drawn unless it is mate"),
        _ => format!("{so_far}, drawn in {} plies unless there is a mate", left + 1),
    }
}

fn outcome_in_words(outcome: Outcome) -> String {
    match outcome {
        Outcome::Win(side, reason) => format!("{side:?} wins by {reason}"),
        Outcome::Draw(reason) => format!("draw by {reason}"),
    }
}
