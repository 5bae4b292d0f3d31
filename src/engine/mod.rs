//! The engine controller: the game, the options, the search thread. It knows no protocol: what
//! there is to say it reports in types of its own, and each front end has its words for them.

mod memory;
mod note;
pub(crate) mod number;
mod option;
mod options;
mod table_loader;
mod task;
mod values;

use std::io;
use std::sync::Arc;

use thiserror::Error;

use crate::board::{Move, ParsedMove};
use crate::eval::network::Network;
use crate::game::Game;
use crate::rules::{FenError, Position, RuleOptions, Rules, Variant};
use crate::search::{self, Limits, SearchOptions, Shared};

pub use note::Note;
pub use option::{Clamped, OptionError, OptionKind, OptionRow};
pub use options::OPTIONS;
use table_loader::TableLoader;
pub use task::{Done, Report};
use task::{Task, TaskThread};
pub use values::Values;

/// Why a position was refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SetPositionError {
    /// The FEN can't be read.
    #[error("{0}")]
    Fen(#[from] FenError),
    /// A move can't be played.
    #[error("move {number} ({mv}) is not legal")]
    Move {
        /// Its place in the list, from 1.
        number: usize,
        /// The move as text.
        mv: String,
    },
}

/// How a task ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TaskKind {
    /// A search that ends by the clock, or when it is told to.
    Open,
    /// A search that ends by itself, at some depth or number of nodes.
    Finite,
    /// Perft or the bench, which end by themselves and are of no use before.
    Count,
}

/// What waits until the search has ended.
#[derive(Debug, Default)]
struct Upkeep {
    resize: Option<usize>,
    clear: bool,
}

/// The controller.
///
/// Everything may be called while a search runs: the search works on copies, and what would touch
/// it (another hash table) waits until it has ended.
#[derive(Debug)]
pub struct Engine {
    /// The variant of the next position, and the rules that are chosen.
    rules: Rules,
    game: Game,
    /// What the game was set up from; `None` for the start position.
    fen: Option<String>,
    values: Values,
    shared: Arc<Shared>,
    /// The rules by which the hash table knows positions.
    table_rules: Rules,
    tasks: TaskThread,
    /// What the running task listens to, if one runs.
    running: Option<Arc<Shared>>,
    /// What kind of task runs or ran last.
    kind: TaskKind,
    upkeep: Upkeep,
    tables: TableLoader,
    notes: Vec<Note>,
}

impl Engine {
    /// An engine at the start of a game of the default variant. Its search thread hands what it has
    /// to say to `report`.
    ///
    /// # Errors
    /// If the system gives no thread.
    pub fn new(report: impl Fn(Report) + Send + 'static) -> io::Result<Engine> {
        let variant = Variant::ALL[0];
        let values = options::defaults();
        let (hash, note) = memory::fitting(values.hash);
        Ok(Engine {
            rules: variant.into(),
            game: Game::new(variant.start_position()),
            fen: None,
            shared: Arc::new(Shared::new(hash)),
            values,
            table_rules: variant.into(),
            tasks: TaskThread::start(report)?,
            running: None,
            kind: TaskKind::Open,
            upkeep: Upkeep::default(),
            tables: TableLoader::new(),
            notes: note.into_iter().collect(),
        })
    }

    /// The variant that the next position belongs to.
    pub fn variant(&self) -> &'static Variant {
        self.rules.variant()
    }

    /// Chooses the variant of the next position, by the rules that are chosen, and forgets what was
    /// learned. The pieces stay where they are until a position is set.
    pub fn set_variant(&mut self, variant: &'static Variant) {
        self.rules = variant.with(self.rules.options());
        self.clear_hash();
    }

    /// Chooses the rules of the game that is played, if it is of the chosen variant, and of later
    /// ones.
    fn set_rules(&mut self, options: RuleOptions) {
        self.rules = self.variant().with(options);
        if self.game.position().variant() == self.variant() {
            // The FEN is read anew: rules may have passed over what others make use of.
            let read = |fen: &String| Position::from_fen(self.rules, fen).ok();
            self.game = match self.fen.as_ref().and_then(read) {
                Some(start) => self.game.replayed(start),
                None => self.game.under(self.rules),
            };
        }
        self.clear_hash();
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// What the options are set to.
    pub fn values(&self) -> &Values {
        &self.values
    }

    /// The network that the current position is evaluated with.
    pub fn network(&self) -> &Arc<Network> {
        let variant = self.game.position().variant();
        Network::or_builtin(self.values.network.as_ref(), variant)
    }

    /// Sets an option by its name (any case) to the value that a text stands for, and tells which
    /// it was.
    ///
    /// # Errors
    /// Says why nothing has changed.
    pub fn set_option(
        &mut self,
        name: &str,
        value: Option<&str>,
    ) -> Result<&'static OptionRow<Engine>, OptionError> {
        let unknown = || OptionError::Unknown(name.into());
        let row = OptionRow::find(&OPTIONS, name).ok_or_else(unknown)?;
        let clamped = row.set(self, value)?;
        self.notes.extend(clamped.map(Note::Clamped));
        Ok(row)
    }

    /// What there is to say about earlier calls: values that were out of range, a hash table that
    /// did not fit. Each note is told once.
    pub fn take_notes(&mut self) -> Vec<Note> {
        self.take_tables(false);
        std::mem::take(&mut self.notes)
    }

    /// Sets up a position of the chosen variant (the start position if there is no FEN) and plays
    /// moves from it.
    ///
    /// # Errors
    /// Says what is wrong; then the game is what it was before.
    pub fn set_position(
        &mut self,
        fen: Option<&str>,
        moves: &[ParsedMove],
    ) -> Result<(), SetPositionError> {
        let start = match fen {
            None => self.rules.start_position(),
            Some(fen) => Position::from_fen(self.rules, fen)?,
        };
        let mut game = Game::new(start);
        for (index, &parsed) in moves.iter().enumerate() {
            let played = game.find(parsed).is_some_and(|mv| game.accept(mv));
            if !played {
                return Err(SetPositionError::Move { number: index + 1, mv: text_of(parsed) });
            }
        }
        self.game = game;
        self.fen = fen.map(str::to_owned);
        Ok(())
    }

    /// Plays a move; `false`, with nothing changed, if it is neither legal nor one that other
    /// programs' rules allow (see [`Game::accept`]).
    pub fn push(&mut self, mv: Move) -> bool {
        self.game.accept(mv)
    }

    /// Takes back the last `count` moves; `false`, with nothing changed, if there are not as many.
    pub fn take_back(&mut self, count: usize) -> bool {
        let enough = self.game.moves().len() >= count;
        if enough {
            for _ in 0..count {
                self.game.pop();
            }
        }
        enough
    }

    /// Forgets what was learned in earlier games.
    pub fn new_game(&mut self) {
        self.clear_hash();
    }

    /// Waits until the tables of a folder that was chosen are open, so that the next search has them;
    /// not while a task runs: then the GUI only wants to know whether somebody listens. A note says
    /// why they can't be used, if so.
    pub fn get_ready(&mut self) {
        self.take_tables(!self.is_busy());
    }

    /// Takes the tables of a folder in, if it has been opened.
    fn take_tables(&mut self, wait: bool) {
        match self.tables.settle(wait) {
            Ok(false) => {}
            // The hash is full of what others said.
            Ok(true) => self.clear_hash(),
            Err(why) => self.notes.push(Note::Refused(OptionError::Tables(why.to_string()))),
        }
    }

    fn clear_hash(&mut self) {
        self.upkeep.clear = true;
        self.maintain();
    }

    /// Lets the next search have so many threads, or as many as there can be.
    fn set_threads(&mut self, wanted: usize) {
        let used = search::available_threads(wanted);
        self.notes.extend((used < wanted).then_some(Note::FewerThreads { wanted, used }));
        self.values.threads = used;
    }

    fn resize_hash(&mut self, megabytes: usize) {
        self.upkeep.resize = Some(megabytes);
        self.maintain();
    }

    /// Does what has waited, if no search runs.
    fn maintain(&mut self) {
        if self.running.is_some() {
            return;
        }
        let upkeep = std::mem::take(&mut self.upkeep);
        let now = self.shared.tt.megabytes();
        if let Some(megabytes) = upkeep.resize.or(upkeep.clear.then_some(now)) {
            // The old table goes first, so that both need not fit. A new one is ready at once,
            // while clearing a large one would take seconds.
            self.shared = Arc::new(Shared::new(0));
            let (fitting, note) = memory::fitting(megabytes);
            self.notes.extend(note);
            self.shared = Arc::new(Shared::new(fitting));
        }
    }

    /// Whether a task runs.
    pub fn is_busy(&self) -> bool {
        self.running.is_some()
    }

    /// The kind of the running task, if one runs.
    pub fn running(&self) -> Option<TaskKind> {
        self.is_busy().then_some(self.kind)
    }

    /// Starts to search the game's position. Not while a task runs.
    pub fn search(&mut self, limits: Limits, pondering: bool) {
        self.search_game(self.game.clone(), limits, pondering);
    }

    /// Starts to search the position after `reply` while the opponent thinks about it; `false` if
    /// `reply` is not legal. Not while a task runs.
    pub fn ponder_on(&mut self, reply: Move, limits: Limits) -> bool {
        let mut game = self.game.clone();
        let legal = game.push(reply);
        if legal {
            self.search_game(game, limits, true);
        }
        legal
    }

    fn search_game(&mut self, game: Game, mut limits: Limits, pondering: bool) {
        if limits.search_moves.is_empty()
            && !limits.infinite
            && !self.values.analyse_mode
            && self.values.multipv == 1
            && let Some(moves) = game.uncontested_moves()
        {
            // What is played must be legal in the GUI's eyes as well; analysis looks at all moves.
            limits.search_moves = moves;
        }
        // A clock that runs waits for nothing.
        self.take_tables(limits.is_repeatable());
        let rules = *game.position().rules();
        if self.table_rules != rules {
            // The same placement may have the same key in another variant.
            self.table_rules = rules;
            self.clear_hash();
        }
        // Who analyses wants to know what a position is worth, not what to play for.
        let is_analysis = self.values.analyse_mode || limits.infinite;
        let contempt = if is_analysis { 0 } else { self.values.contempt };
        let options = SearchOptions {
            threads: self.values.threads,
            multipv: self.values.multipv,
            move_overhead: self.values.move_overhead,
            network: self.values.network.clone(),
            tables: self.tables.tables(),
            contempt,
            params: Arc::clone(&self.values.params),
        };
        self.launch(Task::Search(Box::new(game), limits, options), pondering);
    }

    /// Starts to count the legal move sequences of `depth` plies that begin with one of `moves`, or
    /// all if there are none. Not while a task runs.
    pub fn perft(&mut self, depth: u32, moves: Vec<Move>) {
        self.launch(Task::Perft(*self.game.position(), depth, moves), false);
    }

    /// Starts the benchmark. Not while a task runs.
    pub fn bench(&mut self) {
        self.launch(Task::Bench, false);
    }

    fn launch(&mut self, task: Task, pondering: bool) {
        debug_assert!(self.running.is_none(), "one task at a time");
        let shared = Arc::clone(&self.shared);
        shared.signals.prepare(pondering);
        self.kind = match &task {
            Task::Search(_, limits, _)
                if limits.is_repeatable() && !limits.infinite && !pondering =>
            {
                TaskKind::Finite
            }
            Task::Search(..) => TaskKind::Open,
            Task::Perft(..) | Task::Bench => TaskKind::Count,
        };
        self.running = Some(Arc::clone(&shared));
        self.tasks.give(task, shared);
    }

    /// Asks the running task to end; nothing if none runs. The report that it has ended comes
    /// later.
    pub fn stop(&self) {
        if let Some(shared) = &self.running {
            shared.signals.stop();
        }
    }

    /// Asks the running search for its numbers of now, which come as [`Report::Progress`]; whether one
    /// runs.
    pub fn ask_progress(&self) -> bool {
        self.running.as_ref().inspect(|shared| shared.signals.ask_progress()).is_some()
    }

    /// Tells the running search that the move it ponders on has been played.
    pub fn ponder_hit(&self) {
        if let Some(shared) = &self.running {
            shared.signals.ponder_hit();
        }
    }

    /// To be called when [`Report::Done`] has come: from now on another task can start.
    pub fn finished(&mut self) {
        self.running = None;
        self.maintain();
    }
}

fn text_of(parsed: ParsedMove) -> String {
    let suffix = parsed.promotion.map(|kind| kind.letter().to_ascii_lowercase());
    format!("{}{}{}", parsed.from, parsed.to, suffix.map(String::from).unwrap_or_default())
}
