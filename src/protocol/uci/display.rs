//! The board for people.

use std::fmt::Write;

use crate::board::{Bitboard, Colour, Square};
use crate::game::{Game, GameOutcome};
use crate::rules::Position;

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
    say("Count", &count_in_words(position));
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

fn squares(set: Bitboard) -> String {
    set.into_iter().map(|square| format!("{square} ")).collect()
}

/// The running count in words.
fn count_in_words(position: &Position) -> String {
    match position.spoken_count() {
        None => "none is running".into(),
        Some(count) => count.to_string(),
    }
}

fn outcome_in_words(outcome: GameOutcome) -> String {
    match outcome {
        GameOutcome::Win(side, reason) => format!("{side:?} wins by {reason}"),
        GameOutcome::Draw(reason) => format!("draw by {reason}"),
    }
}
