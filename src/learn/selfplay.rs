//! The engine plays against itself.

use std::sync::Arc;

use rand::{Rng, RngExt};

use super::adjudicate::Referee;
use super::endings;
use super::record::{GameRecord, GameResult, Ply};
use crate::eval::network::Network;
use crate::game::Game;
use crate::movegen::legal_moves;
use crate::rules::{Position, Variant, cannot_mate};
use crate::score::Score;
use crate::search::{Answer, Limits, Settings, Shared, search};

/// The table needs to hold one game's short searches, and to be cleared before each.
const HASH_MB: usize = 4;

/// A search may spend this many times the nodes at which it should end.
const HARD_FACTOR: u64 = 8;

/// Number of random moves that a game begins with.
const RANDOM_PLIES: std::ops::RangeInclusive<u32> = 6..=10;

/// Games begin no more unequal than this, in centipawns.
const UNBALANCED: i32 = 150;

/// A player of both sides.
pub(super) struct Player {
    shared: Shared,
    limits: Limits,
    settings: Settings,
    max_plies: usize,
}

impl Player {
    /// A player that spends about `nodes` on a move, of games up to `max_plies` long.
    pub(super) fn new(nodes: u64, max_plies: usize, network: Option<Arc<Network>>) -> Player {
        let limits = Limits {
            soft_nodes: Some(nodes),
            nodes: Some(nodes.saturating_mul(HARD_FACTOR)),
            ..Limits::default()
        };
        let settings = Settings { network, ..Settings::default() };
        Player { shared: Shared::new(HASH_MB), limits, settings, max_plies }
    }

    /// Plays a game that depends on nothing but the arguments. It begins with an ending with the
    /// probability `endings`, otherwise after some random moves.
    pub(super) fn game(
        &mut self,
        variant: &'static Variant,
        endings: f64,
        rng: &mut impl Rng,
    ) -> GameRecord {
        self.shared.clear();
        let start = if rng.random_bool(endings) {
            self.ending(variant, rng)
        } else {
            self.opening(variant, rng)
        };
        self.play(start)
    }

    fn think(&self, game: &Game) -> Answer {
        search(game, &self.limits, &self.settings, &self.shared, &mut ())
    }

    /// The start position after some random moves, if the sides are then about equal.
    fn opening(&self, variant: &'static Variant, rng: &mut impl Rng) -> Position {
        loop {
            let mut game = Game::new(variant.start_position());
            for _ in 0..rng.random_range(RANDOM_PLIES) {
                let moves = legal_moves(game.position());
                if moves.is_empty() {
                    break;
                }
                game.push(moves[rng.random_range(0..moves.len())]);
            }
            let start = *game.position();
            if game.outcome().is_none() && self.value(start).0.abs() <= UNBALANCED {
                return start;
            }
        }
    }

    /// An ending that is not already decided by a mate.
    fn ending(&self, variant: &'static Variant, rng: &mut impl Rng) -> Position {
        loop {
            let start = endings::random(variant, rng);
            let is_dead = is_dead(&start);
            if !is_dead && !self.value(start).is_mate() {
                return start;
            }
        }
    }

    fn value(&self, start: Position) -> Score {
        self.think(&Game::new(start)).score
    }

    fn play(&self, start: Position) -> GameRecord {
        let mut game = Game::new(start);
        let mut plies = Vec::with_capacity(self.max_plies.min(1_000));
        let mut referee = Referee::default();
        let mut verdict = None;
        let result = loop {
            // What the rules say goes before any verdict.
            if let Some(outcome) = game.outcome() {
                break outcome.into();
            }
            if let Some(result) = verdict {
                break result;
            }
            if is_dead(game.position()) || plies.len() >= self.max_plies {
                break GameResult::Draw;
            }
            let answer = self.think(&game);
            let Some(mv) = answer.best else { break GameResult::Draw };
            let score = answer.score.0.clamp(-Score::MATE.0, Score::MATE.0) as i16;
            plies.push(Ply { mv, score });
            verdict = referee.observe(game.position(), answer.score);
            game.push(mv);
        };
        GameRecord { start, result, plies }
    }
}

/// Whether nobody can win any more, so that repetition or the count must end the game.
fn is_dead(position: &Position) -> bool {
    !position.variant().first_check_wins && cannot_mate(position.board())
}
