//! The command line. Without arguments the engine speaks UCI or XBoard on its standard streams.

mod cli;

use std::io;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use cli::Failure;

/// Mekong, an engine for makruk (Thai chess) and ouk (Cambodian chess).
///
/// Without a command it waits for a UCI or XBoard program on its standard input.
#[derive(Parser)]
#[command(name = "mekong", version)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Count move sequences: the check of the move generator.
    Perft(cli::perft::PerftArgs),
    /// Search a fixed list of positions; the number of nodes is the search's signature.
    Bench(cli::bench::BenchArgs),
    /// Play games of the engine against itself, to learn from.
    Datagen(cli::datagen::DatagenArgs),
    /// Let two engines play a match, at fixed nodes or by clocks.
    Match(cli::match_play::MatchArgs),
    /// Look at files of games.
    Data(cli::data::DataArgs),
    /// Build, check and ask endgame tables.
    Tables(cli::tables::TablesArgs),
    /// Print a script with which a shell completes the program's arguments.
    Completions(cli::papers::CompletionsArgs),
    /// Print the manual page, or write those of all commands.
    Manual(cli::papers::ManualArgs),
    /// Train a network from games.
    #[cfg(feature = "learn")]
    Train(cli::train::TrainArgs),
    /// Tune numbers of the search by games (SPSA).
    #[cfg(feature = "learn")]
    Tune(cli::tune::TuneArgs),
}

/// Words that are no commands of the program's own but lines of a protocol: `mekong uci`,
/// `mekong go depth 10` or `mekong "go depth 10"`.
const PROTOCOL_WORDS: [&str; 9] =
    ["uci", "xboard", "go", "position", "setoption", "isready", "ucinewgame", "d", "eval"];

fn main() -> ExitCode {
    if let Some(line) = protocol_line(std::env::args().skip(1)) {
        return finish(mekong::protocol::run_with(&line).map(|()| ExitCode::SUCCESS));
    }
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return cli::report_usage(&error),
    };
    let result = match arguments.command {
        None => play(),
        Some(Command::Perft(command)) => command.run(),
        Some(Command::Bench(command)) => command.run(),
        Some(Command::Datagen(command)) => command.run(),
        Some(Command::Match(command)) => command.run(),
        Some(Command::Data(command)) => command.run(),
        Some(Command::Tables(command)) => command.run(),
        Some(Command::Completions(command)) => command.run(Arguments::command()),
        Some(Command::Manual(command)) => command.run(Arguments::command()),
        #[cfg(feature = "learn")]
        Some(Command::Train(command)) => command.run(),
        #[cfg(feature = "learn")]
        Some(Command::Tune(command)) => command.run(),
    };
    finish(result)
}

/// The arguments as a line of a protocol, if that is what they are.
fn protocol_line(arguments: impl Iterator<Item = String>) -> Option<String> {
    let line = arguments.collect::<Vec<_>>().join(" ");
    let first = line.split_whitespace().next()?;
    PROTOCOL_WORDS.contains(&first).then_some(line)
}

/// The exit code, or what went wrong in one line.
fn finish<E>(result: Result<ExitCode, E>) -> ExitCode
where
    Failure: From<E>,
{
    match result.map_err(Failure::from) {
        Ok(code) => code,
        // Whoever read the output has seen enough.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(failure) => {
            cli::complain(&failure);
            ExitCode::from(2)
        }
    }
}

/// Speaks the protocols until `quit` or the end of input.
fn play() -> Result<ExitCode, Failure> {
    mekong::protocol::run()?;
    Ok(ExitCode::SUCCESS)
}
