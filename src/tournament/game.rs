//! One game between two engines.

use std::fmt;
use std::time::Instant;

use super::MatchError;
use super::engine::{Contestant, Reply};
use super::pace::{Allowance, Clocks, Pace};
use crate::board::Move;
use crate::endgame::Tables;
use crate::game::{Game, GameOutcome, Reason};
use crate::learn::adjudicate::Referee;
use crate::learn::record::GameResult;
use crate::learn::truth;
use crate::rules::{Position, is_dead};

/// Why a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameEnd {
    /// By the rules.
    Rules(Reason),
    /// The endgame tables know the outcome.
    Tables,
    /// Both engines agreed for long enough about who wins, or that nobody gets anywhere.
    Agreement,
    /// Neither side can mate any more.
    DeadPosition,
    /// It became too long.
    TooLong,
    /// The loser's time was up.
    Time,
    /// The loser's answer was no legal move.
    IllegalMove,
}

impl fmt::Display for GameEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameEnd::Rules(reason) => reason.fmt(f),
            GameEnd::Tables => f.write_str("endgame tables"),
            GameEnd::Agreement => f.write_str("adjudication"),
            GameEnd::DeadPosition => f.write_str("dead position"),
            GameEnd::TooLong => f.write_str("too many moves"),
            GameEnd::Time => f.write_str("time forfeit"),
            GameEnd::IllegalMove => f.write_str("illegal move"),
        }
    }
}

/// A game that has been played.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// Where it began.
    pub start: Position,
    /// The moves.
    pub moves: Vec<Move>,
    /// Who won.
    pub result: GameResult,
    /// Why it ended.
    pub ending: GameEnd,
}

/// An engine, and what ends its searches.
pub(super) struct Player<'a> {
    pub(super) engine: &'a mut Contestant,
    pub(super) pace: Pace,
}

impl Player<'_> {
    /// Asks for a move; `clocks` are this game's, of which this player's own runs. `None` if its time is
    /// up.
    fn think(
        &mut self,
        game: &Game,
        clocks: &mut Option<Clocks>,
    ) -> Result<Option<Reply>, MatchError> {
        let control = match self.pace {
            Pace::Nodes(nodes) => {
                return self.engine.think(game, Allowance::Nodes(nodes)).map(Some);
            }
            Pace::Clocks(control) => control,
        };
        let clocks = clocks.get_or_insert_with(|| Clocks::new(control));
        let start = Instant::now();
        let reply = self.engine.think(game, Allowance::Clocks(clocks))?;
        let is_in_time = clocks.press(game.position().side(), start.elapsed()).is_ok();
        Ok(is_in_time.then_some(reply))
    }
}

/// Plays a game from `start`; `white` and `black` have forgotten earlier ones. `adjudicator` has the
/// tables by which a game ends before it is over, or once both agree how it will; without it the rules
/// alone end games.
pub(super) fn play(
    start: Position,
    [white, black]: [Player; 2],
    adjudicator: Option<&Tables>,
    max_plies: usize,
) -> Result<PlayedGame, MatchError> {
    let mut game = Game::new(start);
    let mut clocks = None;
    let mut referee = Referee::default();
    let mut players = [white, black];
    let (result, ending) = loop {
        if let Some(end) = end(&game, adjudicator, max_plies) {
            break end;
        }
        let side = game.position().side();
        let Some(reply) = players[side.index()].think(&game, &mut clocks)? else {
            break (GameResult::win(!side), GameEnd::Time);
        };
        let Some(mv) = reply.mv else { break (GameResult::win(!side), GameEnd::IllegalMove) };
        let verdict = referee.observe(game.position(), reply.score);
        game.push(mv);
        if let (Some(_), Some(result), None) = (adjudicator, verdict, game.outcome()) {
            break (result, GameEnd::Agreement);
        }
    };
    Ok(PlayedGame { start, moves: game.moves().collect(), result, ending })
}

/// How the game has ended, if it has.
fn end(
    game: &Game,
    adjudicator: Option<&Tables>,
    max_plies: usize,
) -> Option<(GameResult, GameEnd)> {
    if let Some(outcome) = game.outcome() {
        let (GameOutcome::Win(_, reason) | GameOutcome::Draw(reason)) = outcome;
        return Some((outcome.into(), GameEnd::Rules(reason)));
    }
    if let Some(result) = adjudicator.and_then(|tables| truth::of(tables, game.position())) {
        return Some((result, GameEnd::Tables));
    }
    if is_dead(game.position()) {
        return Some((GameResult::Draw, GameEnd::DeadPosition));
    }
    (game.moves().len() >= max_plies).then_some((GameResult::Draw, GameEnd::TooLong))
}
