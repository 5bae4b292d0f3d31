//! Random games: whatever can be said about every position is checked against the rules written a
//! second time (`crate::common::brute`).

use std::collections::{BTreeSet, HashMap};

use crate::common::brute::Brute;
use crate::common::label;
use mekong::board::{Bitboard, Board, Colour, Kind, Move, Square};
use mekong::game::{Game, GameOutcome};
use mekong::movegen::{MoveList, Scope, count_legal, generate, is_legal, legal_moves, parse_move};
use mekong::rules::{Position, RuleOptions, Variant};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

/// How a random game is chosen; every part of it can be made simpler when a test fails.
#[derive(Clone, Debug)]
struct Plan {
    variant: &'static Variant,
    rules: RuleOptions,
    /// Place in the suite; the start position if there is none.
    start: Option<usize>,
    /// Chance of 255 to take something, if possible, so that games reach their endings.
    greed: u8,
    choices: Vec<(u8, u8)>,
}

fn plan(variant: usize, plies: usize) -> impl Strategy<Value = Plan> {
    let start = prop::option::of(0usize..120);
    let choices = prop::collection::vec(any::<(u8, u8)>(), 1..plies);
    (start, prop_oneof![Just(0u8), Just(80), Just(200)], choices).prop_map(
        move |(start, greed, choices)| Plan {
            variant: Variant::ALL[variant],
            rules: RuleOptions::default(),
            start,
            greed,
            choices,
        },
    )
}

/// A plan by any rules that can be chosen.
fn plan_by_any_rules(plies: usize) -> impl Strategy<Value = Plan> {
    let rules: Vec<RuleOptions> = RuleOptions::all().collect();
    let rules = prop::sample::select(rules);
    let variant = 0..Variant::ALL.len();
    (variant, rules).prop_flat_map(move |(variant, rules)| {
        plan(variant, plies).prop_map(move |plan| Plan { rules, ..plan })
    })
}

impl Plan {
    fn position(&self) -> Position {
        let suite = crate::common::suite(self.variant);
        let start = self.start.and_then(|place| suite.entries.get(place));
        let position = start.map_or_else(|| self.variant.start_position(), |entry| entry.position);
        position.under(self.variant.with(self.rules))
    }

    /// Plays the game; `visit` sees every position, the last one included.
    fn play(
        &self,
        mut visit: impl FnMut(&Game, &Brute) -> Result<(), TestCaseError>,
    ) -> Result<(), TestCaseError> {
        let mut game = Game::new(self.position());
        let mut brute = Brute::new(&label(self.variant, self.rules), &game.position().fen());
        visit(&game, &brute)?;
        for &(dice, choice) in &self.choices {
            let moves = moves_to_choose(game.position(), dice < self.greed);
            let Some(&mv) = moves.get(usize::from(choice) % moves.len().max(1)) else { break };
            brute = brute.after(&mv.to_string());
            prop_assert!(game.push(mv));
            visit(&game, &brute)?;
        }
        Ok(())
    }
}

fn moves_to_choose(position: &Position, greedy: bool) -> Vec<Move> {
    let all = legal_moves(position);
    let takes = |mv: &Move| position.captured_by(*mv).is_some() || mv.promotion().is_some();
    let greedy = greedy && all.iter().any(takes);
    let mut moves: Vec<Move> = all.into_iter().filter(|mv| !greedy || takes(mv)).collect();
    moves.sort_by_cached_key(Move::to_string);
    moves
}

fn scope(position: &Position, scope: Scope) -> MoveList {
    let mut list = MoveList::new();
    generate(position, scope, &mut list);
    list
}

fn names(moves: &[Move]) -> Vec<String> {
    let mut names: Vec<String> = moves.iter().map(Move::to_string).collect();
    names.sort();
    names
}

/// Moves of every kind are those of the second rule book.
fn moves_are_right(position: &Position, brute: &Brute) -> Result<(), TestCaseError> {
    let fen = position.fen();
    let all = legal_moves(position);
    prop_assert_eq!(names(&all), brute.moves(), "{}", fen);
    prop_assert_eq!(count_legal(position), all.len() as u64, "{}", fen);
    let unique: BTreeSet<String> = names(&all).into_iter().collect();
    prop_assert_eq!(unique.len(), all.len(), "a move twice: {}", fen);

    let (noisy, quiet) = (scope(position, Scope::Noisy), scope(position, Scope::Quiet));
    let takes = |mv: &Move| position.captured_by(*mv).is_some() || mv.promotion().is_some();
    prop_assert!(noisy.iter().all(takes) && !quiet.iter().any(takes), "{}", fen);
    let parts: Vec<Move> = noisy.iter().chain(&quiet).copied().collect();
    prop_assert_eq!(names(&parts), names(&all), "{}", fen);

    for mv in &all {
        prop_assert!(is_legal(position, *mv));
        prop_assert_eq!(parse_move(position, &mv.to_string()), Some(*mv));
    }
    prop_assert_eq!(position.in_check(), brute.is_check(), "{}", fen);
    prop_assert_eq!(position.is_lost_by_check(), brute.is_lost_by_check(), "{}", fen);
    Ok(())
}

/// Every move can be taken back, and what is kept up to date is what it would be anew.
fn making_is_sound(position: &Position) -> Result<(), TestCaseError> {
    let fen = position.fen();
    let again = Position::from_fen(*position.rules(), &fen);
    prop_assert!(again.is_ok(), "{} is refused: {:?}", fen, again);
    let again = again.unwrap();
    prop_assert_eq!(again.fen(), fen.clone());
    prop_assert_eq!(again.key(), position.key(), "{}", fen);
    prop_assert_eq!(again.search_key(), position.search_key(), "{}", fen);
    board_agrees(position.board())?;
    let mut played = *position;
    for mv in legal_moves(position) {
        let undo = played.make(mv);
        prop_assert_eq!(undo.captured(), position.captured_by(mv));
        board_agrees(played.board())?;
        prop_assert_ne!(played.key(), position.key());
        played.unmake(mv, undo);
        prop_assert_eq!(&played, position, "{} {}", fen, mv);
    }
    let undo = played.make_null();
    prop_assert_eq!(played.side(), !position.side());
    played.unmake_null(undo);
    prop_assert_eq!(&played, position, "{} null move", fen);
    Ok(())
}

/// The two ways the placement is kept say the same.
fn board_agrees(board: &Board) -> Result<(), TestCaseError> {
    prop_assert_eq!(board.key(), board.recomputed_key());
    let standing = |test: &dyn Fn(Colour, Kind) -> bool| -> Bitboard {
        let there = |square: &Square| {
            board.at(*square).is_some_and(|piece| test(piece.colour(), piece.kind()))
        };
        Square::all().filter(there).collect()
    };
    for colour in Colour::BOTH {
        for kind in Kind::ALL {
            let list = standing(&|c, k| (c, k) == (colour, kind));
            prop_assert_eq!(board.list(colour, kind), list);
        }
        prop_assert_eq!(board.side(colour), standing(&|c, _| c == colour));
        prop_assert_eq!(board.list(colour, Kind::King), Bitboard::of(board.king(colour)));
    }
    prop_assert_eq!(board.occupied(), standing(&|_, _| true));
    Ok(())
}

fn game_is_right(plan: &Plan) -> Result<(), TestCaseError> {
    let mut seen: HashMap<String, usize> = HashMap::new();
    plan.play(|game, brute| {
        let position = game.position();
        // Placement, rights, checks and above all the count.
        prop_assert_eq!(position.fen(), brute.fen());
        moves_are_right(position, brute)?;
        making_is_sound(position)?;
        let occurrences = seen.entry(brute.repetition()).or_default();
        *occurrences += 1;
        prop_assert_eq!(game.occurrences(), *occurrences);
        let result = game.outcome().map(|outcome| match outcome {
            GameOutcome::Win(Colour::White, _) => "1-0",
            GameOutcome::Win(Colour::Black, _) => "0-1",
            GameOutcome::Draw(_) => "1/2-1/2",
        });
        prop_assert_eq!(result, brute.result(*occurrences), "{}", position.fen());
        Ok(())
    })
}

fn config(cases: u32) -> ProptestConfig {
    let failure_persistence = Some(Box::new(FileFailurePersistence::WithSource("regressions")));
    ProptestConfig {
        cases,
        max_shrink_iters: 300,
        failure_persistence: failure_persistence.map(|file| file as _),
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn makruk_games_follow_the_rules(plan in plan(0, 250)) {
        game_is_right(&plan)?;
    }

    #[test]
    fn cambodian_games_follow_the_rules(plan in plan(1, 250)) {
        game_is_right(&plan)?;
    }

    #[test]
    fn karouk_games_follow_the_rules(plan in plan(2, 250)) {
        game_is_right(&plan)?;
    }

    #[test]
    fn makpong_games_follow_the_rules(plan in plan(3, 250)) {
        game_is_right(&plan)?;
    }

    #[test]
    fn ai_wok_games_follow_the_rules(plan in plan(4, 250)) {
        game_is_right(&plan)?;
    }

    #[test]
    fn asean_games_follow_the_rules(plan in plan(5, 250)) {
        game_is_right(&plan)?;
    }

    #[test]
    fn makruk_sutra_games_follow_the_rules(plan in plan(6, 250)) {
        game_is_right(&plan)?;
    }

    #[test]
    fn games_follow_chosen_rules(plan in plan_by_any_rules(250)) {
        game_is_right(&plan)?;
    }

    #[test]
    fn a_game_taken_back_is_the_start(plan in (0..Variant::ALL.len()).prop_flat_map(|v| plan(v, 250))) {
        let mut game = Game::new(plan.position());
        plan.play(|played, _| {
            game = played.clone();
            Ok(())
        })?;
        let mut moves: Vec<Move> = game.moves().collect();
        while let Some(mv) = game.pop() {
            prop_assert_eq!(Some(mv), moves.pop());
        }
        prop_assert!(moves.is_empty() && game.keys().is_empty());
        prop_assert_eq!(game.position(), game.start());
    }
}

#[test]
fn suite_positions_follow_the_rules() {
    for variant in Variant::ALL {
        for entry in crate::common::suite(variant).entries {
            let brute = Brute::new(variant.name, &entry.position.fen());
            moves_are_right(&entry.position, &brute).unwrap();
            making_is_sound(&entry.position).unwrap();
            for mv in legal_moves(&entry.position) {
                let (mut next, brute) = (entry.position, brute.after(&mv.to_string()));
                let _ = next.make(mv);
                assert_eq!(next.fen(), brute.fen());
                moves_are_right(&next, &brute).unwrap();
            }
        }
    }
}
