//! Playing by XBoard's protocol.

use mekong::game::Game;
use mekong::movegen::parse_move;
use mekong::rules::Variant;

use super::engine::Engine;

pub fn start(variant: &str) -> Game {
    Game::new(Variant::find(variant).unwrap().start_position())
}

/// Plays a move that must be legal.
#[track_caller]
pub fn play(game: &mut Game, text: &str) {
    let mv = parse_move(game.position(), text).unwrap_or_else(|| panic!("{text} is not legal"));
    assert_eq!(mv.to_string(), text);
    assert!(game.push(mv));
}

/// The engine's next move.
#[track_caller]
pub fn find_move(engine: &Engine) -> String {
    engine.find("move ")["move ".len()..].to_owned()
}

/// An engine after the preliminaries of Cute Chess.
pub fn game(variant: &str, level: &str) -> Engine {
    let mut engine = Engine::xboard();
    engine.send(&format!("new\nvariant {variant}\nforce\nlevel {level}\npost\neasy\nping 5"));
    engine.find("pong 5");
    engine
}
