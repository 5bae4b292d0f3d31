//! The header: what the table is, and where its blocks are.

use zstd::bulk::Decompressor;

use super::super::error::TableFlaw;
use super::super::id::TableId;
use super::super::layout::{Layout, ROW};
use super::FORMAT;
use crate::resources;
use crate::storage::{self, Bytes};

/// A block of a file may not have more rows: 1 MiB unpacked.
const MAX_BLOCK_ROWS: u32 = 1 << 14;

/// A file's header.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::endgame) struct Header {
    /// What the table is of.
    pub(in crate::endgame) id: TableId,
    /// Rows in the table.
    rows: usize,
    /// Rows in a block.
    pub(super) block_rows: u32,
    /// The packed blocks.
    pub(super) blocks: Vec<Block>,
}

/// A packed block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Block {
    /// Where it begins in the file.
    pub(super) offset: u64,
    /// Its length.
    pub(super) len: u32,
    /// CRC-32 of its bytes.
    pub(super) checksum: u32,
}

impl Header {
    /// Length of the header without the index and the checksum.
    pub(super) const FIXED: usize = 24;

    /// The length of a whole header that begins with these bytes.
    pub(super) fn announced(head: &[u8]) -> usize {
        head.get(20..).map_or(0, |blocks| Header::len(number(blocks) as usize))
    }

    /// A header; the blocks' offsets are found from their lengths.
    pub(super) fn new(
        id: TableId,
        block_rows: u32,
        blocks: impl ExactSizeIterator<Item = (u32, u32)>,
    ) -> Header {
        let mut offset = Header::len(blocks.len()) as u64;
        let blocks = blocks.map(|(len, checksum)| {
            let block = Block { offset, len, checksum };
            offset += u64::from(len);
            block
        });
        let blocks = blocks.collect();
        let rows = Layout::new(id.ending()).rows();
        Header { id, rows, block_rows, blocks }
    }

    /// Length of a header of so many blocks.
    fn len(blocks: usize) -> usize {
        blocks.saturating_mul(8).saturating_add(Header::FIXED + 4)
    }

    /// The header's bytes.
    pub(super) fn bytes(&self) -> Vec<u8> {
        let mut out = FORMAT.begin();
        out.extend(self.id.numbers());
        let mut name = self.id.ending().to_string().into_bytes();
        name.resize(6, 0);
        out.extend(name);
        out.extend(self.block_rows.to_le_bytes());
        out.extend((self.blocks.len() as u32).to_le_bytes());
        for block in &self.blocks {
            out.extend(block.len.to_le_bytes());
            out.extend(block.checksum.to_le_bytes());
        }
        storage::seal(&mut out);
        out
    }

    /// Reads the header that `file` begins with, and checks that the file, `found` bytes long, is as
    /// long as it says.
    pub(super) fn read(file: &[u8], found: u64) -> Result<Header, TableFlaw> {
        FORMAT.check(file)?;
        let too_short = |expected: usize| TableFlaw::Length { expected: expected as u64, found };
        let fixed = file.get(..Header::FIXED).ok_or_else(|| too_short(Header::FIXED))?;
        let (block_rows, blocks) = (number(&fixed[16..]), number(&fixed[20..]));
        let len = Header::len(blocks as usize);
        let header = file.get(..len).ok_or_else(|| too_short(len))?;
        let content = storage::unseal(header)?;
        let index = content[Header::FIXED..]
            .chunks_exact(8)
            .map(|block| (number(block), number(&block[4..])));
        let header = Header::new(read_id(fixed[8], fixed[9], &fixed[10..16])?, block_rows, index);
        header.check(found)?;
        Ok(header)
    }

    fn check(&self, found: u64) -> Result<(), TableFlaw> {
        let fits = (1..=MAX_BLOCK_ROWS).contains(&self.block_rows)
            && self.rows.div_ceil(self.block_rows as usize) == self.blocks.len();
        if !fits {
            return Err(TableFlaw::Blocks);
        }
        let end = self.blocks.last().map_or(0, |block| block.offset + u64::from(block.len));
        if end != found { Err(TableFlaw::Length { expected: end, found }) } else { Ok(()) }
    }
}

impl Header {
    /// The packed bytes of a block of `file`, whose header this is.
    pub(super) fn packed<'a>(&self, number: usize, file: &'a [u8]) -> &'a [u8] {
        let block = &self.blocks[number];
        // The header has been compared with the length of the file.
        &file[block.offset as usize..][..block.len as usize]
    }

    /// The entries of a block, column by column, from its packed bytes.
    pub(super) fn unpack(
        &self,
        number: usize,
        packed: &[u8],
        decompressor: &mut Decompressor,
    ) -> Result<Vec<u8>, TableFlaw> {
        let block_rows = self.block_rows as usize;
        let len = ROW * block_rows.min(self.rows - number * block_rows);
        if !resources::has_room() {
            return Err(TableFlaw::Memory);
        }
        let bytes = decompressor.decompress(packed, len).map_err(|_| TableFlaw::Packing(number))?;
        if bytes.len() == len { Ok(bytes) } else { Err(TableFlaw::Packing(number)) }
    }
}

/// The number in the first four bytes, 0 if there are not as many.
fn number(bytes: &[u8]) -> u32 {
    Bytes(bytes).u32().unwrap_or_default()
}

fn read_id(rule: u8, metric: u8, name: &[u8]) -> Result<TableId, TableFlaw> {
    let ending = String::from_utf8_lossy(name).trim_end_matches('\0').parse()?;
    TableId::with_numbers(ending, rule, metric).ok_or(TableFlaw::Rule { rule, metric })
}
