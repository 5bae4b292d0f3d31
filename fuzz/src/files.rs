//! Files. Checksums would keep a fuzzer from whatever is behind them, so they are made right here:
//! mostly an input is what is changed in a sound file.

use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use mekong::endgame::{TableId, Tables};
use mekong::eval::network::Network;
use mekong::learn::record::Reader;
use mekong::learn::train::{Checkpoint, TrainSettings};
use mekong::perft::suite::Suite;
use mekong::rules::{Position, Variant};

use crate::with_variant;

/// Changes to a file: a place (4 bytes), a length (1), so many bytes; and so on. With the highest bit
/// of the length the file ends there.
fn patched(base: &[u8], mut patches: &[u8]) -> Vec<u8> {
    let mut bytes = base.to_vec();
    while let Some((head, rest)) = patches.split_first_chunk::<5>() {
        let place = u32::from_le_bytes([head[0], head[1], head[2], head[3]]) as usize;
        let place = place % (bytes.len() + 1);
        let length = usize::from(head[4] & 0x7f).min(rest.len());
        let (patch, rest) = rest.split_at(length);
        let end = place + length;
        if bytes.len() < end {
            bytes.resize(end, 0);
        }
        bytes[place..end].copy_from_slice(patch);
        if head[4] & 0x80 != 0 {
            bytes.truncate(end);
        }
        patches = rest;
    }
    bytes
}

/// Puts the CRC-32 of `bytes[..at]` at `at`, if there is room.
fn seal(bytes: &mut [u8], at: usize) {
    if let Some((content, checksum)) = bytes.split_at_mut_checked(at)
        && let Some(checksum) = checksum.first_chunk_mut()
    {
        *checksum = crc32fast::hash(content).to_le_bytes();
    }
}

/// Networks: one that is accepted evaluates every start position.
pub fn network(data: &[u8]) {
    static BASE: LazyLock<Vec<u8>> = LazyLock::new(|| Network::builtin(Variant::ALL[0]).to_bytes());
    let _ = Network::from_bytes(data);
    let mut bytes = patched(&BASE, data);
    let end = bytes.len().saturating_sub(4);
    seal(&mut bytes, end);
    if let Ok(network) = Network::from_bytes(&bytes) {
        for variant in Variant::ALL {
            network.evaluate_alone(&variant.start_position());
        }
        assert_eq!(network.to_bytes(), bytes, "what is read can be written");
    }
}

/// Files of games, raw and with sound checksums: the first byte says how many games a block claims.
pub fn games(data: &[u8]) {
    let read = |bytes: &[u8]| {
        if let Ok(mut reader) = Reader::new(bytes, Path::new("games")) {
            let read = reader.by_ref().filter_map(Result::ok).count();
            assert!(read <= bytes.len() * 64);
        }
    };
    read(data);
    let Some((&count, content)) = data.split_first() else { return };
    let packed = zstd::bulk::compress(content, 1).expect("memory");
    let mut file = b"MKGAMES\x01\x00\x00".to_vec();
    file.extend(crc32fast::hash(&file).to_le_bytes());
    let mut header = Vec::new();
    for number in [packed.len() as u32, content.len() as u32, count.into()] {
        header.extend(number.to_le_bytes());
    }
    header.extend(crc32fast::hash(&packed).to_le_bytes());
    header.extend(crc32fast::hash(&header).to_le_bytes());
    file.extend(header);
    file.extend(packed);
    read(&file);
}

/// A small table and a folder to put changed ones in.
struct Folder {
    folder: tempfile::TempDir,
    name: String,
    base: Vec<u8>,
}

/// The endings' tables: files with a changed header or changed blocks, their checksums made right.
pub fn table(data: &[u8]) {
    static FOLDER: LazyLock<Folder> = LazyLock::new(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let id = TableId::all(3).into_iter().find(|id| id.to_string() == "KRK").expect("known");
        let mut tables = Tables::default();
        tables.build(&id, 1, &|_, _| {}).expect("smaller ones are there");
        tables.save(&id, folder.path(), 3, 1).expect("written");
        let name = id.file_name();
        let base = std::fs::read(folder.path().join(&name)).expect("written");
        Folder { folder, name, base }
    });
    let Folder { folder, name, base } = &*FOLDER;
    let path = folder.path().join(name);
    let mut bytes = patched(base, data);
    // The index: length and checksum of each block, then the checksum of the header.
    let number = |bytes: &[u8], at: usize| {
        bytes.get(at..).and_then(|rest| rest.first_chunk()).map_or(0, |b| u32::from_le_bytes(*b))
    };
    let blocks = (number(&bytes, 20) as usize).min(1 << 16);
    let mut offset = 24 + 8 * blocks + 4;
    for block in 0..blocks {
        let at = 24 + 8 * block;
        let end = offset.saturating_add(number(&bytes, at) as usize);
        let Some(content) = bytes.get(offset..end) else { break };
        let checksum = crc32fast::hash(content);
        bytes[at + 4..at + 8].copy_from_slice(&checksum.to_le_bytes());
        offset = end;
    }
    seal(&mut bytes, 24 + 8 * blocks);
    for bytes in [&bytes[..], data] {
        std::fs::write(&path, bytes).expect("a small file");
        let Ok(tables) = Tables::open(folder.path()) else { continue };
        for fen in ["8/8/3k4/8/8/8/R7/K7 w - - 0 1", "7k/8/8/3R4/8/K7/8/8 b - - 0 1"] {
            let position = Position::from_fen(Variant::ALL[0], fen).expect("sound");
            let _ = tables.probe(&position);
        }
    }
}

/// Perft suites.
pub fn suite(data: &[u8]) {
    let Some((variant, bytes)) = with_variant(data) else { return };
    if let Ok(suite) = Suite::parse(PathBuf::from("suite"), variant, bytes) {
        assert!(!suite.entries.is_empty());
        for entry in &suite.entries {
            assert!(entry.counts_up_to(u64::MAX).all(|(depth, _)| depth >= 1));
        }
    }
}

/// Checkpoints of the trainer, raw and with a sound frame.
pub fn checkpoint(data: &[u8]) {
    static BASE: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let checkpoint = Checkpoint {
            settings: TrainSettings::default(),
            fingerprint: 7,
            hidden: 16,
            steps: 1_000,
            history: Vec::new(),
            weights: vec![1.5; 20],
            mean: vec![-0.5; 20],
            square: vec![0.5; 20],
        };
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("checkpoint");
        checkpoint.write(&path).expect("written");
        std::fs::read(path).expect("written")
    });
    let _ = Checkpoint::from_bytes(data);
    let mut bytes = patched(&BASE, data);
    let end = bytes.len().saturating_sub(4);
    seal(&mut bytes, end);
    if let Ok(checkpoint) = Checkpoint::from_bytes(&bytes) {
        let _ = checkpoint.settings.check();
    }
}
