//! Writing games.

use std::io::{self, Write};

use super::header::{self, BlockHeader};
use super::{GameRecord, game};
use crate::rules::Variant;

/// Games that make a block; the most that a killed writer loses.
const BLOCK_GAMES: u32 = 64;
/// Bytes, unpacked, that make a block whatever the number of games.
const BLOCK_BYTES: usize = 1 << 20;
/// The packing takes a thousandth of the time that playing the games does.
const ZSTD_LEVEL: i32 = 19;

/// Writes games block by block. What was not [flushed](Writer::flush) when it is dropped is lost.
#[derive(Debug)]
pub struct Writer<W> {
    sink: W,
    variant: Option<&'static Variant>,
    block: Vec<u8>,
    games: u32,
}

impl<W: Write> Writer<W> {
    /// Begins a file. `description` says how the games were made (at most 65,535 bytes of it are
    /// kept).
    ///
    /// # Errors
    /// If the sink cannot be written to.
    pub fn new(mut sink: W, description: &str) -> io::Result<Writer<W>> {
        sink.write_all(&header::of_file(description))?;
        Ok(Writer::append(sink))
    }

    /// Continues a file that has a header and complete blocks only; the sink is at its end.
    pub fn append(sink: W) -> Writer<W> {
        Writer { sink, variant: None, block: Vec::new(), games: 0 }
    }

    /// Adds a game.
    ///
    /// # Errors
    /// If a block was complete and could not be written.
    pub fn write(&mut self, record: &GameRecord) -> io::Result<()> {
        let variant = record.start.variant();
        if self.variant.is_some_and(|last| last != variant) {
            self.flush()?;
        }
        if self.games == 0 {
            self.block.push(variant.name.len() as u8);
            self.block.extend_from_slice(variant.name.as_bytes());
            self.variant = Some(variant);
        }
        game::encode(record, &mut self.block);
        self.games += 1;
        if self.games >= BLOCK_GAMES || self.block.len() >= BLOCK_BYTES {
            self.flush()?;
        }
        Ok(())
    }

    /// Writes the games that are not yet in the file as a block.
    ///
    /// # Errors
    /// If the sink cannot be written to.
    pub fn flush(&mut self) -> io::Result<()> {
        if self.games == 0 {
            return Ok(());
        }
        let packed = zstd::bulk::compress(&self.block, ZSTD_LEVEL)?;
        let header = BlockHeader {
            packed: packed.len() as u32,
            unpacked: self.block.len() as u32,
            games: self.games,
            checksum: crc32fast::hash(&packed),
        };
        // In one piece, so that an interrupted program leaves no half of a block.
        let mut bytes = header.to_bytes().to_vec();
        bytes.extend_from_slice(&packed);
        self.sink.write_all(&bytes)?;
        self.sink.flush()?;
        self.block.clear();
        self.games = 0;
        Ok(())
    }
}
