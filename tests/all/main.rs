//! Every test of the library and the program from outside, linked as one program: linking costs
//! more than running.

mod common;

mod command;
mod endgame;
mod endgame_files;
mod endgame_play;
mod endgame_search;
mod foreign;
mod hostile;
mod options_in_search;
mod papers;
mod perft;
mod random_games;
mod reported;
mod rules;
mod scarce;
mod threads;
#[cfg(feature = "learn")]
mod train;
#[cfg(feature = "learn")]
mod tune;
mod uci;
mod uci_network;
mod uci_options;
mod uci_rules;
mod uci_search;
mod uci_tables;
mod uci_wdl;
mod xboard;
mod xboard_play;
