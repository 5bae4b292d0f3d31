//! Games as PGN, with the moves in coordinates.

use std::io::{self, Write};

use super::game::PlayedGame;
use crate::board::Colour;
use crate::learn::record::GameResult;
use crate::rules::Variant;

/// Longest line of moves.
const WIDTH: usize = 80;

/// Appends a game of a match, number `round` from 1, between engines of these names.
///
/// # Errors
/// What the output says.
pub fn write(
    out: &mut impl Write,
    variant: &Variant,
    round: usize,
    [white, black]: [&str; 2],
    game: &PlayedGame,
) -> io::Result<()> {
    let result = match game.result {
        GameResult::WhiteWins => "1-0",
        GameResult::Draw => "1/2-1/2",
        GameResult::BlackWins => "0-1",
    };
    let (fen, ending) = (game.start.fen(), game.ending.to_string());
    let tags = [
        ("Event", "mekong match"),
        ("Round", &round.to_string()),
        ("White", white),
        ("Black", black),
        ("Result", result),
        ("Variant", variant.name),
        ("SetUp", "1"),
        ("FEN", &fen),
        ("Termination", &ending),
    ];
    for (name, value) in tags {
        writeln!(out, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))?;
    }
    writeln!(out)?;
    write_words(out, words(game).chain([result.to_string()]))?;
    writeln!(out)
}

/// Moves with their numbers.
fn words(game: &PlayedGame) -> impl Iterator<Item = String> + '_ {
    let black_first = usize::from(game.start.side() == Colour::Black);
    game.moves.iter().enumerate().map(move |(index, mv)| {
        let ply = index + black_first;
        match (ply % 2, index) {
            (0, _) => format!("{}. {mv}", ply / 2 + 1),
            (_, 0) => format!("{}... {mv}", ply / 2 + 1),
            _ => mv.to_string(),
        }
    })
}

/// Words in lines that are not too long.
fn write_words(out: &mut impl Write, words: impl Iterator<Item = String>) -> io::Result<()> {
    let mut line = String::new();
    for word in words {
        if !line.is_empty() && line.len() + 1 + word.len() > WIDTH {
            writeln!(out, "{line}")?;
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line += &word;
    }
    writeln!(out, "{line}")
}

#[cfg(test)]
mod tests {
    use super::super::game::GameEnd;
    use super::*;
    use crate::game::{Game, Reason};
    use crate::movegen::parse_move;
    use crate::rules::Position;

    #[test]
    fn games_are_written_down() {
        let variant = Variant::ALL[0];
        let fen = "8/8/8/8/8/5K2/2R5/6k1 b - - 0 1";
        let mut game = Game::new(Position::from_fen(variant, fen).unwrap());
        for mv in ["g1h1", "c2c1"] {
            let mv = parse_move(game.position(), mv).unwrap();
            assert!(game.push(mv));
        }
        let played = PlayedGame {
            start: *game.start(),
            moves: game.moves().collect(),
            result: GameResult::WhiteWins,
            ending: GameEnd::Rules(Reason::Checkmate),
        };
        let mut out = Vec::new();
        write(&mut out, variant, 3, ["a \"b\"", "c"], &played).unwrap();
        let text = String::from_utf8(out).unwrap();
        for part in [
            "[Round \"3\"]",
            "[White \"a \\\"b\\\"\"]",
            "[Variant \"makruk\"]",
            "[FEN \"8/8/8/8/8/5K2/2R5/6k1 b - - 0 1\"]",
            "[Termination \"checkmate\"]",
            "\n\n1... g1h1 2. c2c1 1-0\n\n",
        ] {
            assert!(text.contains(part), "{text}");
        }
    }
}
