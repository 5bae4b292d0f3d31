//! Making data: many games of the engine against itself, into a file.
//!
//! Games are numbered from 0, and a game depends on nothing but its number, the seed and the
//! settings (and the engine, of course). They are written in the order of their numbers, so the
//! content of a file does not depend on the number of threads or on interruptions.

use std::collections::BTreeMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom};
use std::ops::RangeFrom;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;

use rand::SeedableRng;
use rand_pcg::Pcg64Mcg;
use thiserror::Error;

use super::filter::count_quiet;
use super::record::{self, GameRecord, Reader, RecordError, Writer};
use super::selfplay::Player;
pub use super::selfplay::Starts;
use crate::endgame::Tables;
use crate::eval::network::Network;
use crate::parallel::Tasks;
use crate::resources;
use crate::rules::Variant;
use crate::seed::seed_of;

/// What data is wanted.
#[derive(Clone, Debug)]
pub struct DatagenSettings {
    /// The variant to play.
    pub variant: &'static Variant,
    /// Positions to learn from (see [`super::filter`]) that the file is to hold in the end.
    pub positions: u64,
    /// Nodes after which a search begins no new iteration; no search spends more than eight times
    /// as many.
    pub nodes: u64,
    /// Games played at a time, at least 1.
    pub threads: usize,
    /// Chooses the games.
    pub seed: u64,
    /// Games that are not over after so many plies are drawn.
    pub max_plies: usize,
    /// What the games begin with.
    pub starts: Starts,
    /// The network that the engine plays with, if not the built-in one.
    pub network: Option<Arc<Network>>,
    /// The endgame tables that are asked and that end games.
    pub tables: Tables,
}

impl DatagenSettings {
    /// What a file says about how its games were made: everything that they depend on.
    pub fn description(&self) -> String {
        let DatagenSettings { variant, nodes, seed, max_plies, starts, network, tables, .. } = self;
        let Starts { endings, odds, varied } = starts;
        let tables = tables.ids().len();
        let network = Network::or_builtin(network.as_ref(), variant).checksum();
        format!(
            "self-play {variant}, {nodes} nodes, seed {seed}, endings {endings}, odds {odds}, \
             varied {varied}, at most {max_plies} plies, network {network:08x}, {tables} tables"
        )
    }
}

/// How much is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct DatagenProgress {
    /// Games in the file, those about to be written included.
    pub games: u64,
    /// Plies in them.
    pub plies: u64,
    /// Positions to learn from in them.
    pub positions: u64,
}

impl DatagenProgress {
    fn add(&mut self, record: &GameRecord, quiet: u64) {
        self.games += 1;
        self.plies += record.plies.len() as u64;
        self.positions += quiet;
    }
}

/// Why no data can be made.
#[derive(Debug, Error)]
pub enum DatagenError {
    /// The file to be written exists.
    #[error("{}: the file exists; add --resume to continue it", .0.display())]
    Exists(PathBuf),
    /// The file to be continued holds other games.
    #[error("{}: holds other games ({found}), not {wanted}", path.display())]
    Other {
        /// The file.
        path: PathBuf,
        /// How its games were made.
        found: String,
        /// How the games that are wanted are made.
        wanted: String,
    },
    /// The system gives no thread to play in.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
    /// The file cannot be written or continued.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// A file of games that are being made.
pub struct Datagen {
    settings: DatagenSettings,
    path: PathBuf,
    writer: Writer<File>,
    progress: DatagenProgress,
}

impl Datagen {
    /// Begins a file or, with `resume`, continues it if there is one: what is missing of its last
    /// block, or of its header, is made anew.
    ///
    /// # Errors
    /// If there is such a file but it is not to be continued, was made with other settings or is
    /// damaged, or if it cannot be written.
    pub fn open(
        settings: DatagenSettings,
        path: &Path,
        resume: bool,
    ) -> Result<Datagen, DatagenError> {
        let mut progress = DatagenProgress::default();
        let description = settings.description();
        let writer = match resume && path.exists() {
            true if record::is_unwritten(path, &description)? => begun(path, &description, true)?,
            true => continued(&settings, path, &mut progress)?,
            false => begun(path, &description, false)?,
        };
        Ok(Datagen { settings, path: path.to_path_buf(), writer, progress })
    }

    /// What the file holds.
    pub fn progress(&self) -> DatagenProgress {
        self.progress
    }

    /// Plays until the file holds the positions wanted, or until `stop` is set; `each` is told
    /// after every game how much is done. What has been played is in the file afterwards.
    ///
    /// # Errors
    /// If the file cannot be written, or the system gives no thread.
    pub fn run(
        &mut self,
        stop: &AtomicBool,
        mut each: impl FnMut(&DatagenProgress),
    ) -> Result<(), DatagenError> {
        let enough = AtomicBool::new(self.progress.positions >= self.settings.positions);
        let numbers = Tasks::new(self.progress.games..);
        let is_over = || enough.load(Ordering::Relaxed) || stop.load(Ordering::Relaxed);
        let settings = self.settings.clone();
        let threads = settings.threads.max(1);
        let (sender, receiver) = mpsc::sync_channel(4 * threads);
        let written = thread::scope(|scope| {
            resources::start(scope, threads, || {
                let (sender, numbers, settings) = (sender.clone(), &numbers, &settings);
                move || work(settings, numbers, is_over, &sender)
            })
            .map_err(DatagenError::Thread)?;
            drop(sender);
            let written = self.collect(&receiver, &mut each);
            enough.store(true, Ordering::Relaxed);
            drop(receiver);
            Ok::<_, DatagenError>(written)
        })?;
        written.and_then(|()| self.writer.flush()).map_err(|source| io_error(&self.path, source))
    }

    /// Writes the games in the order of their numbers until there are enough or no more come.
    fn collect(
        &mut self,
        receiver: &mpsc::Receiver<NumberedGame>,
        each: &mut impl FnMut(&DatagenProgress),
    ) -> io::Result<()> {
        let mut early = BTreeMap::new();
        for played in receiver {
            early.insert(played.number, played);
            while let Some(played) = early.remove(&self.progress.games) {
                self.writer.write(&played.record)?;
                self.progress.add(&played.record, played.quiet);
                each(&self.progress);
                if self.progress.positions >= self.settings.positions {
                    return Ok(());
                }
            }
        }
        Ok(())
    }
}

/// A game that has been played.
struct NumberedGame {
    number: u64,
    record: GameRecord,
    quiet: u64,
}

/// Plays game after game.
fn work(
    settings: &DatagenSettings,
    numbers: &Tasks<RangeFrom<u64>>,
    is_over: impl Fn() -> bool,
    sender: &mpsc::SyncSender<NumberedGame>,
) {
    let DatagenSettings { nodes, max_plies, network, tables, .. } = settings.clone();
    let mut player = Player::new(nodes, max_plies, network, tables);
    while !is_over() {
        let Some(number) = numbers.take() else { return };
        let mut rng = Pcg64Mcg::seed_from_u64(seed_of(settings.seed, number));
        let record = player.game(settings.variant, settings.starts, &mut rng);
        let quiet = count_quiet(&record);
        if sender.send(NumberedGame { number, record, quiet }).is_err() {
            return;
        }
    }
}

/// Begins a file. Where even the header could not be written nothing is left of it.
fn begun(path: &Path, description: &str, replace: bool) -> Result<Writer<File>, DatagenError> {
    let mut options = OpenOptions::new();
    options.write(true);
    if replace {
        options.truncate(true)
    } else {
        options.create_new(true)
    };
    let file = options.open(path).map_err(|source| match source.kind() {
        io::ErrorKind::AlreadyExists => DatagenError::Exists(path.to_path_buf()),
        _ => io_error(path, source),
    })?;
    Writer::new(file, description).map_err(|source| {
        // That it was not written is what there is to say.
        let _ = fs::remove_file(path);
        io_error(path, source)
    })
}

/// Opens a file to write on where its last whole block ends.
fn continued(
    settings: &DatagenSettings,
    path: &Path,
    progress: &mut DatagenProgress,
) -> Result<Writer<File>, DatagenError> {
    let mut reader = Reader::open(path)?;
    let wanted = settings.description();
    if reader.description() != wanted {
        let found = reader.description().to_string();
        return Err(DatagenError::Other { path: path.to_path_buf(), found, wanted });
    }
    for record in reader.by_ref() {
        let record = record?;
        progress.add(&record, count_quiet(&record));
    }
    let end = reader.whole_bytes();
    let open = || {
        let mut file = OpenOptions::new().write(true).open(path)?;
        file.set_len(end)?;
        file.seek(SeekFrom::Start(end))?;
        Ok(Writer::append(file))
    };
    open().map_err(|source| io_error(path, source))
}

fn io_error(path: &Path, source: io::Error) -> DatagenError {
    DatagenError::Record(RecordError::Io { path: path.to_path_buf(), source })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(threads: usize, positions: u64) -> DatagenSettings {
        DatagenSettings {
            variant: Variant::ALL[1],
            positions,
            nodes: 40,
            threads,
            seed: 3,
            max_plies: 60,
            starts: Starts { endings: 0.5, odds: 0.5, varied: 0.5 },
            network: None,
            tables: Tables::default(),
        }
    }

    fn games(path: &Path) -> Vec<GameRecord> {
        Reader::open(path).unwrap().map(Result::unwrap).collect()
    }

    #[test]
    fn games_depend_on_neither_threads_nor_interruptions() {
        let dir = tempfile::tempdir().unwrap();
        let stop = AtomicBool::new(false);
        let whole = dir.path().join("whole");
        let mut datagen = Datagen::open(settings(2, 400), &whole, false).unwrap();
        datagen.run(&stop, |_| ()).unwrap();
        let progress = datagen.progress();
        assert!(progress.positions >= 400);

        let parts = dir.path().join("parts");
        let mut datagen = Datagen::open(settings(1, 150), &parts, true).unwrap();
        datagen.run(&stop, |_| ()).unwrap();
        // A torn block is made anew, and so is what a power cut has left as zeros.
        let part = fs::read(&parts).unwrap();
        for tail in [&[1, 2, 3][..], &[0; 5], &[0; 3_000]] {
            fs::write(&parts, [&part, tail].concat()).unwrap();
            let mut datagen = Datagen::open(settings(1, 400), &parts, true).unwrap();
            assert!((150..400).contains(&datagen.progress().positions));
            datagen.run(&stop, |_| ()).unwrap();
            assert_eq!(datagen.progress(), progress);
            assert_eq!(games(&whole), games(&parts));
        }
    }

    /// What a full disk or a power cut has left of a header.
    #[test]
    fn a_file_without_a_whole_header_is_begun_anew() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("games");
        let stop = AtomicBool::new(true);
        Datagen::open(settings(1, 10), &path, false).unwrap().run(&stop, |_| ()).unwrap();
        let header = fs::read(&path).unwrap();
        for len in 0..header.len() {
            for zeros in [0, 1, 5_000] {
                let torn = [&header[..len], &vec![0; zeros]].concat();
                fs::write(&path, torn).unwrap();
                let mut datagen = Datagen::open(settings(1, 10), &path, true).unwrap();
                datagen.run(&stop, |_| ()).unwrap();
                assert_eq!(fs::read(&path).unwrap(), header, "{len} bytes, {zeros} zeros");
            }
        }
        // Anything else is somebody's file.
        for other in [&b"MKGAMEZ"[..], b"x", &[&header[..20], b"x"].concat()] {
            fs::write(&path, other).unwrap();
            assert!(Datagen::open(settings(1, 10), &path, true).is_err());
            assert_eq!(fs::read(&path).unwrap(), other);
        }
    }

    #[test]
    fn files_are_neither_overwritten_nor_mixed() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("games");
        let stop = AtomicBool::new(true);
        Datagen::open(settings(1, 10), &path, false).unwrap().run(&stop, |_| ()).unwrap();
        let again = Datagen::open(settings(1, 10), &path, false).err().unwrap();
        assert!(matches!(again, DatagenError::Exists(_)), "{again}");
        let other = DatagenSettings { seed: 4, ..settings(1, 10) };
        let other = Datagen::open(other, &path, true).err().unwrap();
        assert!(matches!(other, DatagenError::Other { .. }), "{other}");
    }
}
