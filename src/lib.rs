//! Mekong, an engine for makruk (Thai chess), ouk (Cambodian chess) and their relatives.
#![deny(missing_docs)]

pub mod bench;
pub mod board;
pub mod endgame;
pub mod engine;
pub mod eval;
pub mod game;
pub mod learn;
pub mod movegen;
pub mod parallel;
pub mod perft;
pub mod protocol;
pub mod resources;
pub mod rules;
pub mod score;
pub mod search;
pub mod seed;
pub mod storage;
pub mod tournament;
