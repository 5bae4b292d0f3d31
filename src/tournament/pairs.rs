//! Pairs of games, shared out among threads.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;

use super::MatchError;
use super::engine::Contestant;
use super::game::{self, PlayedGame, Player};
use super::pace::Pace;
use super::setup::Setup;
use crate::board::Colour;
use crate::endgame::Tables;
use crate::parallel::Tasks;
use crate::resources;
use crate::rules::{Position, Variant};

/// What is to be played.
#[derive(Clone, Debug)]
pub struct Match {
    /// The variant.
    pub variant: &'static Variant,
    /// The engines; results are those of the first.
    pub engines: [Setup; 2],
    /// What ends searches, unless a setup says otherwise.
    pub pace: Pace,
    /// Where pairs begin, in turn; at least one.
    pub openings: Vec<Position>,
    /// Pairs to play at most.
    pub pairs: usize,
    /// Games played at a time, at least 1.
    pub threads: usize,
    /// Games that are not over after so many plies are drawn.
    pub max_plies: usize,
    /// What ends games as soon as it knows their outcome, and what our own engine asks.
    pub tables: Tables,
    /// Whether games end once their result is known; otherwise they are played to the end.
    pub adjudicates: bool,
}

/// Two games from one opening.
#[derive(Clone, Debug)]
pub struct PlayedPair {
    /// Its number, from 0.
    pub number: usize,
    /// The first engine has White in the first game.
    pub games: [PlayedGame; 2],
}

impl PlayedPair {
    /// Half points of the first engine, 0–4.
    pub fn half_points(&self) -> usize {
        let points = |game: &PlayedGame, colour| game.result.points(colour);
        let [first, second] = &self.games;
        (2.0 * (points(first, Colour::White) + points(second, Colour::Black))) as usize
    }
}

/// Plays a match until all pairs are played or `stop` is set; `each` is given the pairs as they come,
/// which is not always the order of their numbers.
///
/// # Errors
/// An engine that is another program can't be started or has failed; pairs before that were given to
/// `each`.
pub fn run(
    plan: &Match,
    stop: &AtomicBool,
    mut each: impl FnMut(&PlayedPair),
) -> Result<(), MatchError> {
    let numbers = Tasks::new(0..plan.pairs);
    let (sender, receiver) = mpsc::channel();
    thread::scope(|scope| {
        resources::start(scope, plan.threads.max(1), || {
            let (sender, numbers) = (sender.clone(), &numbers);
            move || work(plan, numbers, stop, &sender)
        })
        .map_err(MatchError::Thread)?;
        drop(sender);
        let mut failure = None;
        for played in receiver {
            match played {
                Ok(pair) => each(&pair),
                Err(error) => {
                    stop.store(true, Ordering::Relaxed);
                    failure.get_or_insert(error);
                }
            }
        }
        failure.map_or(Ok(()), Err)
    })
}

type Sender = mpsc::Sender<Result<PlayedPair, MatchError>>;

/// Plays pair after pair.
fn work(plan: &Match, numbers: &Tasks<Range<usize>>, stop: &AtomicBool, sender: &Sender) {
    let start = |setup| Contestant::start(setup, plan.variant, &plan.tables);
    let [first, second] = &plan.engines;
    let mut engines = match (start(first), start(second)) {
        (Ok(first), Ok(second)) => [first, second],
        (Err(error), _) | (_, Err(error)) => {
            // Whoever collects has given up.
            let _ = sender.send(Err(error));
            return;
        }
    };
    while !stop.load(Ordering::Relaxed) {
        let Some(number) = numbers.take() else { return };
        let played = pair(plan, number, &mut engines);
        let has_failed = played.is_err();
        if sender.send(played).is_err() || has_failed {
            return;
        }
    }
}

fn pair(
    plan: &Match,
    number: usize,
    [first, second]: &mut [Contestant; 2],
) -> Result<PlayedPair, MatchError> {
    let start = plan.openings[number % plan.openings.len()];
    let play = |white: Player, black: Player| {
        white.engine.new_game()?;
        black.engine.new_game()?;
        let adjudicator = plan.adjudicates.then_some(&plan.tables);
        game::play(start, [white, black], adjudicator, plan.max_plies)
    };
    let [one, two] =
        plan.engines.each_ref().map(|setup| setup.nodes.map_or(plan.pace, Pace::Nodes));
    let games = [
        play(Player { engine: first, pace: one }, Player { engine: second, pace: two })?,
        play(Player { engine: second, pace: two }, Player { engine: first, pace: one })?,
    ];
    Ok(PlayedPair { number, games })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tournament::GameEnd;

    fn plan(engines: [Setup; 2]) -> Match {
        let variant = Variant::ALL[0];
        Match {
            variant,
            engines,
            pace: Pace::Nodes(50),
            openings: vec![variant.start_position()],
            pairs: 3,
            threads: 2,
            max_plies: 30,
            tables: Tables::default(),
            adjudicates: true,
        }
    }

    fn pairs(plan: &Match) -> Result<Vec<PlayedPair>, MatchError> {
        let mut pairs = Vec::new();
        run(plan, &AtomicBool::new(false), |pair| pairs.push(pair.clone()))?;
        pairs.sort_by_key(|pair| pair.number);
        Ok(pairs)
    }

    /// An engine against itself plays the same game with both colours.
    #[test]
    fn equal_engines_share_the_points_of_every_pair() {
        let pairs = pairs(&plan([Setup::default(), Setup::default()])).unwrap();
        assert_eq!(pairs.iter().map(|pair| pair.number).collect::<Vec<_>>(), [0, 1, 2]);
        for pair in &pairs {
            assert_eq!(pair.half_points(), 2);
            assert_eq!(pair.games[0].moves, pair.games[1].moves);
            assert!(!pair.games[0].moves.is_empty());
        }
    }

    /// A game by clocks is played, and who has no time for a move loses it.
    #[test]
    fn games_by_clocks_end_also_on_time() {
        let time = |text: &str| Pace::Clocks(text.parse().unwrap());
        let by_clocks = |text| {
            let plan = plan([Setup::default(), Setup::default()]);
            pairs(&Match { pace: time(text), pairs: 1, max_plies: 1, ..plan }).unwrap()
        };
        for game in &by_clocks("30+1")[0].games {
            assert_eq!((game.moves.len(), game.ending), (1, GameEnd::TooLong));
        }
        // A nanosecond is over before anything is searched.
        for game in &by_clocks("0.000000001")[0].games {
            assert_eq!((game.moves.len(), game.ending), (0, GameEnd::Time));
        }
    }

    #[test]
    fn a_program_that_is_none_ends_the_match() {
        let setup = |word: &str| Setup::new(&[word.to_string()]).unwrap();
        let error = pairs(&plan([Setup::default(), setup("cmd=/no/such/engine")])).unwrap_err();
        assert!(error.to_string().contains("/no/such/engine"), "{error}");
        let error = pairs(&plan([setup("cmd=true"), Setup::default()])).unwrap_err();
        assert!(matches!(error, MatchError::Contestant { .. }), "{error}");
    }
}
