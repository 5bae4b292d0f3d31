//! Reading games.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use super::error::{RecordError, RecordFlaw};
use super::header::{self, BlockHeader};
use super::{GameRecord, game};
use crate::rules::Variant;
use crate::storage::{self, Bytes, FormatFlaw};

/// Reads the games of a file, one after the other. After an error nothing more comes.
///
/// An incomplete block at the end, left by a writer that was killed or by a power cut, is no error: the
/// games end before it, and [`Reader::torn_bytes`] says how long it is.
#[derive(Debug)]
pub struct Reader<R> {
    source: R,
    path: PathBuf,
    description: String,
    /// Where the block that is being read begins, or the next one if none is.
    offset: u64,
    /// Length of that block.
    length: u64,
    block: GameBlock,
    torn: u64,
    done: bool,
}

/// An unpacked block.
#[derive(Debug)]
struct GameBlock {
    variant: &'static Variant,
    content: Vec<u8>,
    /// Where the next game begins.
    at: usize,
    games: u32,
    games_read: u32,
}

/// Disks write this many bytes as one, or a multiple.
const SECTOR: u64 = 512;

/// Whether a file holds nothing but the beginning of the header that belongs to this description, and
/// perhaps zeros: what is left where the header could not be written.
///
/// # Errors
/// If it cannot be read.
pub fn is_unwritten(path: &Path, description: &str) -> Result<bool, RecordError> {
    let header = header::of_file(description);
    let failed = |source| RecordError::Io { path: path.to_path_buf(), source };
    let mut file = BufReader::new(storage::open(path).map_err(failed)?);
    let mut begin = Vec::new();
    file.by_ref().take(header.len() as u64).read_to_end(&mut begin).map_err(failed)?;
    let same = begin.iter().zip(&header).take_while(|(found, wanted)| found == wanted).count();
    if same == header.len() || begin[same..].iter().any(|&byte| byte != 0) {
        return Ok(false);
    }
    // Whatever follows: zeros only.
    for byte in file.bytes() {
        if byte.map_err(failed)? != 0 {
            return Ok(false);
        }
    }
    Ok(true)
}

impl Reader<BufReader<File>> {
    /// Opens a file.
    ///
    /// # Errors
    /// If it cannot be read or does not begin with a whole header; see [`RecordError`].
    pub fn open(path: &Path) -> Result<Reader<BufReader<File>>, RecordError> {
        let file = storage::open(path)
            .map_err(|source| RecordError::Io { path: path.to_path_buf(), source })?;
        Reader::new(BufReader::new(file), path)
    }
}

impl<R: Read> Reader<R> {
    /// Reads from `source`, which errors call `path`.
    ///
    /// # Errors
    /// If it does not begin with a whole header; see [`RecordError`].
    pub fn new(source: R, path: &Path) -> Result<Reader<R>, RecordError> {
        let block = GameBlock {
            variant: Variant::ALL[0],
            content: Vec::new(),
            at: 0,
            games: 0,
            games_read: 0,
        };
        let mut reader = Reader {
            source,
            path: path.to_path_buf(),
            description: String::new(),
            offset: 0,
            length: 0,
            block,
            torn: 0,
            done: false,
        };
        reader.read_header()?;
        Ok(reader)
    }

    /// How the games were made.
    pub fn description(&self) -> &str {
        &self.description
    }

    /// Length of the incomplete block at the end, 0 if there is none; known once the last game
    /// has been read.
    pub fn torn_bytes(&self) -> u64 {
        self.torn
    }

    /// Length of the header and of the complete blocks read so far.
    pub fn whole_bytes(&self) -> u64 {
        self.offset + self.length
    }

    fn read_header(&mut self) -> Result<(), RecordError> {
        let mut bytes = self.read(header::FIXED)?;
        let flawed = |flaw| RecordError::Format { path: self.path.clone(), flaw };
        let length = header::FORMAT.check(&bytes).map_err(flawed)?.u16();
        let length = usize::from(length.ok_or_else(|| flawed(FormatFlaw::Torn))?);
        bytes.extend(self.read(length + 4)?);
        let flawed = |flaw| RecordError::Format { path: self.path.clone(), flaw };
        if bytes.len() < header::FIXED + length + 4 {
            return Err(flawed(FormatFlaw::Torn));
        }
        let content = storage::unseal(&bytes).map_err(flawed)?;
        self.description = String::from_utf8(content[header::FIXED..].to_vec())
            .map_err(|_| self.damaged(RecordFlaw::Text))?;
        self.length = bytes.len() as u64;
        Ok(())
    }

    /// The next `length` bytes, or as many as there are.
    fn read(&mut self, length: usize) -> Result<Vec<u8>, RecordError> {
        let mut bytes = Vec::with_capacity(length);
        match self.source.by_ref().take(length as u64).read_to_end(&mut bytes) {
            Ok(_) => Ok(bytes),
            Err(source) => Err(self.failed(source)),
        }
    }

    fn failed(&self, source: io::Error) -> RecordError {
        RecordError::Io { path: self.path.clone(), source }
    }

    fn damaged(&self, flaw: RecordFlaw) -> RecordError {
        RecordError::Damaged { path: self.path.clone(), offset: self.offset, flaw }
    }

    /// Reads the next block; `false` at the end.
    fn next_block(&mut self) -> Result<bool, RecordError> {
        self.offset += self.length;
        self.length = 0;
        let bytes = self.read(BlockHeader::LENGTH)?;
        if bytes.len() < BlockHeader::LENGTH {
            self.torn = bytes.len() as u64;
            return Ok(false);
        }
        let header = match BlockHeader::from_bytes(&bytes) {
            Ok(header) => header,
            Err(flaw) => return self.end_in_zeros(&bytes, flaw),
        };
        let packed = self.read(header.packed as usize)?;
        let read = (bytes.len() + packed.len()) as u64;
        if packed.len() < header.packed as usize {
            self.torn = read;
            return Ok(false);
        }
        self.block = match GameBlock::unpack(header, &packed) {
            Ok(block) => block,
            Err(flaw) => return self.end_in_zeros(&[bytes, packed].concat(), flaw),
        };
        self.length = read;
        Ok(true)
    }

    /// A block that begins with these bytes has this flaw. It is no damage but an incomplete block if
    /// the file ends in zeros from there, or from a sector in the block: after a power cut the file may
    /// be as long as it should be, with what was not yet written missing.
    fn end_in_zeros(&mut self, bytes: &[u8], flaw: RecordFlaw) -> Result<bool, RecordError> {
        let written = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1) as u64;
        let zeros_from = match written {
            0 => self.offset,
            _ => (self.offset + written).next_multiple_of(SECTOR),
        };
        let mut end = self.offset + bytes.len() as u64;
        loop {
            let rest = self.read(1 << 16)?;
            if rest.iter().any(|&byte| byte != 0) {
                return Err(self.damaged(flaw));
            }
            if rest.is_empty() {
                break;
            }
            end += rest.len() as u64;
        }
        if zeros_from >= end {
            return Err(self.damaged(flaw));
        }
        self.torn = end - self.offset;
        Ok(false)
    }

    fn next_game(&mut self) -> Result<Option<GameRecord>, RecordError> {
        while self.block.games_read == self.block.games {
            if !self.next_block()? {
                return Ok(None);
            }
        }
        self.block.next_game().map(Some).map_err(|flaw| self.damaged(flaw))
    }
}

impl<R: Read> Iterator for Reader<R> {
    type Item = Result<GameRecord, RecordError>;

    fn next(&mut self) -> Option<Result<GameRecord, RecordError>> {
        if self.done {
            return None;
        }
        let next = self.next_game();
        self.done = !matches!(next, Ok(Some(_)));
        next.transpose()
    }
}

impl GameBlock {
    fn unpack(header: BlockHeader, packed: &[u8]) -> Result<GameBlock, RecordFlaw> {
        if crc32fast::hash(packed) != header.checksum {
            return Err(RecordFlaw::Checksum);
        }
        let length = header.unpacked as usize;
        let content = zstd::bulk::decompress(packed, length)
            .ok()
            .filter(|content| content.len() == length)
            .ok_or(RecordFlaw::Packing)?;
        let mut bytes = Bytes(&content);
        let name = bytes.u8().and_then(|length| bytes.take(length.into()));
        let name = name.ok_or(RecordFlaw::NoVariant)?;
        let name = std::str::from_utf8(name).map_err(|_| RecordFlaw::Text)?;
        let variant = Variant::find(name).ok_or_else(|| RecordFlaw::Variant(name.into()))?;
        let at = content.len() - bytes.0.len();
        Ok(GameBlock { variant, content, at, games: header.games, games_read: 0 })
    }

    fn next_game(&mut self) -> Result<GameRecord, RecordFlaw> {
        let mut bytes = Bytes(&self.content[self.at..]);
        self.games_read += 1;
        let record = game::decode(&mut bytes, self.variant)
            .map_err(|flaw| RecordFlaw::Game { number: self.games_read, flaw })?;
        let left = bytes.0.len();
        self.at = self.content.len() - left;
        if self.games_read == self.games && left > 0 {
            return Err(RecordFlaw::Leftover(left));
        }
        Ok(record)
    }
}
