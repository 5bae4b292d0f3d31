//! A soak: many quick games by one program that is never restarted, its options changed on the way. Every
//! move must be legal, every question answered, and memory must not grow. See docs/testing.md.

use std::error::Error;
use std::io::{BufRead, BufReader, Lines, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use clap::Parser;
use mekong::endgame::{TableId, Tables};
use mekong::game::Game;
use mekong::movegen::parse_move;
use mekong::rules::{CountingChoice, CountingMode, LeapRule, RuleOptions, Variant};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Plays quick games with one engine, whose options change, and watches its memory.
#[derive(Parser)]
struct Soak {
    /// Games to play
    #[arg(long, default_value_t = 2_000)]
    games: usize,
    /// Chooses the games
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The engine [default: the one that was built with this program]
    #[arg(long)]
    engine: Option<PathBuf>,
}

/// Plies after which a game is given up.
const PLIES: usize = 100;

/// Games after which the memory is looked at.
const STRETCH: usize = 100;

/// Megabytes that may be more at the end than before the first game: 112 for the small tables, which stay
/// unpacked once they have been asked for, and a little for what the allocator keeps.
const GROWTH: usize = 144;

/// The engine under test.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

impl Engine {
    fn start(path: &PathBuf) -> Result<Engine, Box<dyn Error>> {
        let pipes = || (Stdio::piped(), Stdio::piped());
        let (stdin, stdout) = pipes();
        let mut child = Command::new(path).stdin(stdin).stdout(stdout).spawn()?;
        let (input, output) = child.stdin.take().zip(child.stdout.take()).ok_or("no pipes")?;
        Ok(Engine { child, input, output: BufReader::new(output).lines() })
    }

    fn send(&mut self, line: &str) -> Result<(), Box<dyn Error>> {
        Ok(writeln!(self.input, "{line}")?)
    }

    /// The first line that begins so; a fault that is told before is one here.
    fn find(&mut self, start: &str) -> Result<String, Box<dyn Error>> {
        for line in self.output.by_ref() {
            let line = line?;
            if line.contains("this is a bug") {
                return Err(line.into());
            }
            if line.starts_with(start) {
                return Ok(line);
            }
        }
        Err(format!("the engine ended before it said '{start}'").into())
    }

    /// Memory that it occupies with the smallest hash table and without a folder of tables.
    fn measured(&mut self) -> Result<usize, Box<dyn Error>> {
        self.send("setoption name TablePath value <empty>\nsetoption name Hash value 1\nisready")?;
        self.find("readyok")?;
        Ok(self.megabytes())
    }

    /// Memory that it occupies, in megabytes; 0 where that is not known.
    fn megabytes(&self) -> usize {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()));
        let status = status.unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.and_then(|line| line.split_whitespace().next()?.parse::<usize>().ok());
        kilobytes.unwrap_or(0) >> 10
    }
}

/// An option that may be changed at any time, and a value.
fn option(rng: &mut Pcg64Mcg, folder: &str) -> String {
    let number = |rng: &mut Pcg64Mcg, most: u32| rng.random_range(1..=most);
    match rng.random_range(0..10) {
        0 => format!("Hash value {}", number(rng, 64)),
        1 => format!("Threads value {}", number(rng, 4)),
        2 => format!("MultiPV value {}", number(rng, 4)),
        3 => format!("Tables value {}", rng.random_bool(0.7)),
        4 => format!("TablePath value {folder}"),
        5 => "TablePath value <empty>".into(),
        6 => "TablePath value /no/such/folder".into(),
        7 => "Clear Hash".into(),
        8 => format!("UCI_ShowWDL value {}", rng.random_bool(0.5)),
        _ => format!("Move Overhead value {}", number(rng, 20)),
    }
}

/// What ends a search, all within some milliseconds.
const LIMITS: [&str; 6] = [
    "nodes 300",
    "depth 3",
    "movetime 5",
    "wtime 60 btime 60 winc 2 binc 2",
    "nodes 2000",
    "mate 2 nodes 300",
];

/// Plays a game; the number of its plies.
fn play(
    engine: &mut Engine,
    rng: &mut Pcg64Mcg,
    variant: &'static Variant,
    folder: &str,
) -> Result<usize, Box<dyn Error>> {
    let (mut counting, mut mode, mut leap) = (0, 0, 0);
    if rng.random_bool(0.3) {
        counting = rng.random_range(0..CountingChoice::ALL.len());
        mode = rng.random_range(0..CountingMode::ALL.len());
        leap = rng.random_range(0..LeapRule::ALL.len());
    }
    engine.send(&format!("setoption name UCI_Variant value {}", variant.name))?;
    engine
        .send(&format!("setoption name CountingRule value {}", CountingChoice::NAMES[counting]))?;
    engine.send(&format!("setoption name CountingMode value {}", CountingMode::NAMES[mode]))?;
    engine.send(&format!("setoption name LeapRule value {}", LeapRule::NAMES[leap]))?;
    engine.send("ucinewgame\nisready")?;
    engine.find("readyok")?;
    let rules = variant.with(RuleOptions {
        counting: CountingChoice::ALL[counting],
        mode: CountingMode::ALL[mode],
        leap: LeapRule::ALL[leap],
    });
    let mut game = Game::new(rules.start_position());
    while game.outcome().is_none() && game.moves().len() < PLIES {
        if rng.random_bool(0.1) {
            engine.send(&format!("setoption name {}", option(rng, folder)))?;
        }
        let moves: Vec<String> = game.moves().map(|mv| mv.to_string()).collect();
        engine.send(&format!("position startpos moves {}", moves.join(" ")))?;
        match rng.random_range(0..20) {
            0 => {
                engine.send("go infinite")?;
                engine.send(&format!("setoption name {}\nisready", option(rng, folder)))?;
                engine.find("readyok")?;
                engine.send("stop")?;
            }
            1 => engine.send("go ponder wtime 60 btime 60\nponderhit")?,
            _ => engine.send(&format!("go {}", LIMITS.choose(rng).unwrap_or(&LIMITS[0])))?,
        }
        let line = engine.find("bestmove ")?;
        let text = line.split(' ').nth(1).unwrap_or_default();
        let legal = parse_move(game.position(), text).is_some_and(|mv| game.push(mv));
        if !legal {
            return Err(format!("{rules:?} {}: {line}", game.position().fen()).into());
        }
    }
    Ok(game.moves().len())
}

fn main() -> Result<(), Box<dyn Error>> {
    let Soak { games, seed, engine } = Soak::parse();
    let beside = || Some(std::env::current_exe().ok()?.parent()?.parent()?.join("mekong"));
    let path = engine.or_else(beside).ok_or("which engine?")?;
    let folder = tempfile::tempdir()?;
    let id = TableId::all(5).into_iter().find(|id| id.to_string() == "KMMMK").ok_or("no KMMMK")?;
    let mut tables = Tables::embedded();
    tables.build(&id, 2, &|_, _| {}).map_err(|missing| missing.to_string())?;
    tables.save(&id, folder.path(), 1, 2)?;
    let folder = folder.path().to_string_lossy().into_owned();

    let mut rng = Pcg64Mcg::seed_from_u64(seed);
    let mut engine = Engine::start(&path)?;
    let before = engine.measured()?;
    println!("before the first game: {before} MB");
    let mut plies = 0;
    for number in 1..=games {
        let variant = Variant::ALL.choose(&mut rng).copied().ok_or("no variant")?;
        plies += play(&mut engine, &mut rng, variant, &folder)?;
        if number % STRETCH == 0 || number == games {
            let now = engine.measured()?;
            println!("{number} games, {plies} plies, {now} MB");
            if now > before + GROWTH {
                return Err(format!("memory grew from {before} to {now} MB").into());
            }
        }
    }
    engine.send("quit")?;
    let status = engine.child.wait()?;
    if status.success() { Ok(()) } else { Err(format!("the engine ended with {status}").into()) }
}
