//! The engine plays against itself.

use std::sync::Arc;

use rand::{Rng, RngExt};

use super::adjudicate::Referee;
use super::record::{GameRecord, GameResult, Ply};
use super::{endings, odds, truth};
use crate::board::Move;
use crate::endgame::Tables;
use crate::eval::network::Network;
use crate::game::Game;
use crate::movegen::legal_moves;
use crate::rules::{Position, Variant, is_dead};
use crate::score::Score;
use crate::search::{Answer, Limits, SearchOptions, Shared, search};

/// The table needs to hold one game's short searches, and to be cleared before each.
const HASH_MB: usize = 1;

/// A search may spend this many times the nodes at which it should end.
const HARD_FACTOR: u64 = 8;

/// Number of random moves that a game begins with.
const RANDOM_PLIES: std::ops::RangeInclusive<u32> = 6..=10;

/// Number of moves of its own that the engine plays before a game that begins with them …
const VARIED_PLIES: std::ops::RangeInclusive<u32> = 4..=40;

/// … and the nodes after which such a move's search begins no new iteration.
const VARIED_NODES: u64 = 60;

/// Games from the whole start position begin no more unequal than this, in centipawns.
const UNBALANCED: i32 = 150;

/// Games at odds begin no more unequal than this, in centipawns: beyond it little is left to learn.
const UNBALANCED_AT_ODDS: i32 = 1_200;

/// What share of the games begins otherwise than from the whole start position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Starts {
    /// Share of the games that begin with a random ending, 0–1.
    pub endings: f64,
    /// Of the others, share of the games that begin without some of the pieces, 0–1.
    pub odds: f64,
    /// Of the same, with all pieces or at odds, share of the games that begin after some quick
    /// moves of the engine, 0–1: these openings are as good as endless, and their positions those
    /// of the middle of a game.
    pub varied: f64,
}

/// A player of both sides.
pub(super) struct Player {
    shared: Shared,
    limits: Limits,
    settings: SearchOptions,
    max_plies: usize,
    tables: Tables,
}

impl Player {
    /// A player that spends about `nodes` on a move, of games up to `max_plies` long. The tables
    /// are asked in its searches, and end the games that they know.
    pub(super) fn new(
        nodes: u64,
        max_plies: usize,
        network: Option<Arc<Network>>,
        tables: Tables,
    ) -> Player {
        let limits = Limits {
            soft_nodes: Some(nodes),
            nodes: Some(nodes.saturating_mul(HARD_FACTOR)),
            ..Limits::default()
        };
        let settings =
            SearchOptions { network, tables: tables.clone(), ..SearchOptions::default() };
        Player { shared: Shared::new(HASH_MB), limits, settings, max_plies, tables }
    }

    /// Plays a game that depends on nothing but the arguments. It begins with an ending or
    /// after some random moves, as `starts` says.
    pub(super) fn game(
        &mut self,
        variant: &'static Variant,
        starts: Starts,
        rng: &mut impl Rng,
    ) -> GameRecord {
        self.shared.clear();
        let start = if rng.random_bool(starts.endings) {
            self.ending(variant, rng)
        } else {
            self.opening(variant, starts, rng)
        };
        self.play(start)
    }

    fn think(&self, game: &Game) -> Answer {
        search(game, &self.limits, &self.settings, &self.shared, &mut ())
    }

    /// A move that takes little time.
    fn quick_move(&self, game: &Game) -> Option<Move> {
        let limits = Limits { soft_nodes: Some(VARIED_NODES), ..self.limits.clone() };
        search(game, &limits, &self.settings, &self.shared, &mut ()).best
    }

    /// The start position, at odds or not, after some random moves, and perhaps quick ones, that
    /// decide nothing.
    fn opening(&self, variant: &'static Variant, starts: Starts, rng: &mut impl Rng) -> Position {
        let at_odds = rng.random_bool(starts.odds);
        let is_varied = rng.random_bool(starts.varied);
        let limit = if at_odds { UNBALANCED_AT_ODDS } else { UNBALANCED };
        loop {
            let first = if at_odds { odds::random(variant, rng) } else { variant.start_position() };
            let mut game = Game::new(first);
            for _ in 0..rng.random_range(RANDOM_PLIES) {
                let moves = legal_moves(game.position());
                if moves.is_empty() {
                    break;
                }
                game.push(moves[rng.random_range(0..moves.len())]);
            }
            let quick_plies = if is_varied { rng.random_range(VARIED_PLIES) } else { 0 };
            for _ in 0..quick_plies {
                if game.outcome().is_some() {
                    break;
                }
                let Some(mv) = self.quick_move(&game) else { break };
                game.push(mv);
            }
            let start = *game.position();
            if game.outcome().is_none() && self.value(start).0.abs() <= limit {
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
            if let Some(result) = truth::of(&self.tables, game.position()) {
                break result;
            }
            // Nobody can win any more: repetition or the count would have to end the game.
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
