//! The rules as tables (`tests/data`): counting, first-move rights, legality, game ends and the
//! shapes of FENs.

use crate::common::{Random, position, ruleset, table};
use mekong::board::Colour;
use mekong::game::{Game, GameOutcome};
use mekong::movegen::parse_move;
use mekong::rules::{Position, Variant};

#[test]
fn moves_lead_to_the_positions_of_the_table() {
    for [name, before, mv, after] in table("transitions.txt") {
        let mut position = position(ruleset(&name), &before);
        let parsed = parse_move(&position, &mv);
        let parsed = parsed.unwrap_or_else(|| panic!("{name} {before}: {mv} is not legal"));
        assert_eq!(position.fen(), before, "the table writes FENs in full");
        let start = position;
        let undo = position.make(parsed);
        assert_eq!(position.fen(), after, "{name} {before} {mv}");
        let again = crate::common::position(ruleset(&name), &after);
        assert_eq!((again.fen(), again.count()), (after, position.count()));
        position.unmake(parsed, undo);
        assert_eq!(position, start);
    }
}

#[test]
fn moves_are_legal_or_not_as_the_table_says() {
    for [name, fen, legal, illegal] in table("moves.txt") {
        let position = position(ruleset(&name), &fen);
        for mv in legal.split_whitespace() {
            assert!(parse_move(&position, mv).is_some(), "{name} {fen}: {mv} should be legal");
        }
        for mv in illegal.split_whitespace() {
            assert_eq!(parse_move(&position, mv), None, "{name} {fen}: {mv} is not legal");
        }
    }
}

#[test]
fn games_end_as_the_table_says() {
    for [name, fen, moves, expected] in table("outcomes.txt") {
        let mut game = Game::new(position(ruleset(&name), &fen));
        for mv in moves.split_whitespace() {
            let parsed = parse_move(game.position(), mv);
            let parsed = parsed.unwrap_or_else(|| panic!("{name} {fen}: {mv} is not legal"));
            assert!(game.push(parsed));
        }
        let outcome = match game.outcome() {
            None => "on".to_string(),
            Some(GameOutcome::Win(Colour::White, reason)) => format!("white: {reason}"),
            Some(GameOutcome::Win(Colour::Black, reason)) => format!("black: {reason}"),
            Some(GameOutcome::Draw(reason)) => format!("draw: {reason}"),
        };
        assert_eq!(outcome, expected, "{name} {fen} {moves}");
    }
}

#[test]
fn fens_are_read_or_refused_as_the_table_says() {
    for [name, input, expected] in table("fens.txt") {
        let result = Position::from_fen(ruleset(&name), &input);
        match (expected.strip_prefix("error: "), result) {
            (None, Ok(position)) => {
                assert_eq!(position.fen(), expected, "{name} {input}");
                assert_eq!(Position::from_fen(ruleset(&name), &expected), Ok(position));
            }
            (None, Err(error)) => panic!("{name} {input}: {error}"),
            (Some(part), Ok(_)) => panic!("{name} {input}: accepted in spite of {part}"),
            (Some(part), Err(error)) => {
                let message = error.to_string();
                assert!(message.contains(part), "{name} {input}: {message}");
                assert!(!message.contains('\n'), "one line: {message}");
            }
        }
    }
}

/// Text that is no FEN, or nearly one, never does worse than an error.
#[test]
fn mangled_fens_do_not_panic() {
    let mut random = Random::new(1);
    let mut below = |n| random.below(n);
    let pieces: Vec<char> = "KMSNRPkmsnrpGFBQ0123456789/ wb-+~DEdeé\t\0".chars().collect();
    for variant in Variant::ALL {
        for _ in 0..20_000 {
            let mut fen: Vec<char> = variant.start.chars().collect();
            for _ in 0..=below(4) {
                let at = below(fen.len());
                match below(3) {
                    0 => fen[at] = pieces[below(pieces.len())],
                    1 => fen.insert(at, pieces[below(pieces.len())]),
                    _ => drop(fen.remove(at)),
                }
            }
            let fen: String = fen.into_iter().collect();
            if let Ok(position) = Position::from_fen(variant, &fen) {
                assert_eq!(Position::from_fen(variant, &position.fen()), Ok(position), "{fen}");
            }
        }
    }
}
