//! Suites: files of positions with their known counts, one line each, `FEN ;D1 n ;D2 n …`.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::{MAX_DEPTH, Runner};
use crate::rules::{FenError, Position, Variant};
use crate::storage;

/// Bytes that a suite may have: half a million positions.
const MAX_BYTES: u64 = 1 << 26;

/// A suite, read whole.
#[derive(Clone, Debug)]
pub struct Suite {
    /// The file.
    pub path: PathBuf,
    /// The positions in the file's order.
    pub entries: Vec<SuiteEntry>,
}

/// A position and its known counts.
#[derive(Clone, Debug)]
pub struct SuiteEntry {
    /// Its line in the file, from 1.
    pub line: usize,
    /// The position.
    pub position: Position,
    /// Depths and node counts in the line's order.
    pub counts: Vec<(u32, u64)>,
}

/// A count that came out differently.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mismatch {
    /// The depth.
    pub depth: u32,
    /// What the suite says.
    pub expected: u64,
    /// What was counted.
    pub counted: u64,
}

/// Why a suite cannot be used.
#[derive(Debug, Error)]
pub enum SuiteError {
    /// The file cannot be read.
    #[error("{}: cannot read the suite: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Nobody said which variant the positions belong to.
    #[error(
        "{}: the file's name is no variant's, so the variant must be given (one of {})",
        path.display(),
        Variant::ALL.map(|variant| variant.name).join(", ")
    )]
    NoVariant {
        /// The file.
        path: PathBuf,
    },
    /// There are no positions in the file.
    #[error("{}: no positions, expected lines 'FEN ;D1 n ;D2 n ...'", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
    },
    /// A line is not as it should be.
    #[error("{}:{line}: {fault}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        fault: LineFault,
    },
}

/// What is wrong with a line of a suite.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LineFault {
    /// It is not text.
    #[error("not UTF-8 text, expected 'FEN ;D1 n ;D2 n ...'")]
    NotText,
    /// The FEN is refused.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// There is nothing but a FEN.
    #[error("no counts after the FEN, expected ';D1 n' and so on")]
    NoCounts,
    /// A count is not a depth and a number.
    #[error(
        "';{0}' is no count, expected ';D1 20' with a depth of 1 to {MAX_DEPTH} and a whole number"
    )]
    Count(String),
}

impl Suite {
    /// Reads the suite in the file `path`. The variant is that of the file's name (`makruk.epd`)
    /// unless one is given.
    ///
    /// # Errors
    /// If the file can't be read, names no variant, or any of its lines is wrong.
    pub fn read(
        path: impl Into<PathBuf>,
        variant: Option<&'static Variant>,
    ) -> Result<Suite, SuiteError> {
        let path = path.into();
        let bytes = match storage::read(&path, MAX_BYTES) {
            Ok(bytes) => bytes,
            Err(source) => return Err(SuiteError::Unreadable { path, source }),
        };
        match variant.or_else(|| variant_of(&path)) {
            Some(variant) => Suite::parse(path, variant, &bytes),
            None => Err(SuiteError::NoVariant { path }),
        }
    }

    /// Reads a suite from memory; `path` is for messages. Empty lines and those that begin with
    /// `#` are passed over.
    ///
    /// # Errors
    /// If a line is wrong or there is none.
    pub fn parse(
        path: PathBuf,
        variant: &'static Variant,
        bytes: &[u8],
    ) -> Result<Suite, SuiteError> {
        let mut entries = Vec::new();
        for (line, bytes) in (1..).zip(bytes.split(|&byte| byte == b'\n')) {
            match parse_line(variant, bytes) {
                Ok(None) => {}
                Ok(Some((position, counts))) => entries.push(SuiteEntry { line, position, counts }),
                Err(fault) => return Err(SuiteError::Line { path, line, fault }),
            }
        }
        if entries.is_empty() {
            return Err(SuiteError::Empty { path });
        }
        Ok(Suite { path, entries })
    }
}

impl SuiteEntry {
    /// The counts of at most `max_nodes` nodes.
    pub fn counts_up_to(&self, max_nodes: u64) -> impl Iterator<Item = (u32, u64)> + '_ {
        self.counts.iter().copied().filter(move |&(_, nodes)| nodes <= max_nodes)
    }

    /// Counts everything of at most `max_nodes` nodes anew: the first count that is wrong, if one
    /// is. `progress` is told each expected count once it has been checked or passed over.
    pub fn check(
        &self,
        runner: &Runner,
        max_nodes: u64,
        mut progress: impl FnMut(u64),
    ) -> Option<Mismatch> {
        let mut wrong = None;
        for (depth, expected) in self.counts_up_to(max_nodes) {
            // Deeper counts of a position that is wrong already tell nothing and may take long.
            if wrong.is_none() {
                let counted = runner.run(&self.position, depth, &|_, _| {}).nodes;
                wrong = (counted != expected).then_some(Mismatch { depth, expected, counted });
            }
            progress(expected);
        }
        wrong
    }
}

/// The variant that a file's name without its ending names.
fn variant_of(path: &Path) -> Option<&'static Variant> {
    Variant::find(path.file_stem()?.to_str()?)
}

type SuiteLine = Option<(Position, Vec<(u32, u64)>)>;

fn parse_line(variant: &'static Variant, bytes: &[u8]) -> Result<SuiteLine, LineFault> {
    let text = std::str::from_utf8(bytes).map_err(|_| LineFault::NotText)?;
    let text = text.trim_start_matches('\u{feff}').trim();
    if text.is_empty() || text.starts_with('#') {
        return Ok(None);
    }
    let mut parts = text.split(';');
    let position = Position::from_fen(variant, parts.next().unwrap_or_default())?;
    // Other EPD operations, as `id "start";`, may stand between them.
    let is_other = |part: &str| {
        part.trim_start().starts_with(|c: char| c.is_alphabetic() && !"Dd".contains(c))
    };
    let parts: Vec<&str> = parts.collect();
    let has_others = parts.iter().any(|part| is_other(part));
    let counts: Vec<_> = parts
        .into_iter()
        .filter(|part| !(is_other(part) || has_others && part.trim().is_empty()))
        .map(|part| parse_count(part).ok_or_else(|| LineFault::Count(part.trim().into())))
        .collect::<Result<_, _>>()?;
    if counts.is_empty() {
        return Err(LineFault::NoCounts);
    }
    Ok(Some((position, counts)))
}

/// `D1 20`.
fn parse_count(text: &str) -> Option<(u32, u64)> {
    let number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let mut words = text.split_ascii_whitespace();
    let depth = words.next()?.strip_prefix(['D', 'd']).filter(|text| number(text))?;
    let nodes = words.next().filter(|text| number(text))?;
    if words.next().is_some() {
        return None;
    }
    let depth = depth.parse().ok().filter(|depth| (1..=MAX_DEPTH).contains(depth))?;
    Some((depth, nodes.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1";

    fn parse(text: &[u8]) -> Result<Suite, String> {
        let makruk = Variant::ALL[0];
        Suite::parse("some.epd".into(), makruk, text).map_err(|error| error.to_string())
    }

    #[test]
    fn lines_are_read_and_counted() {
        let text = format!("\u{feff}# a comment\r\n\r\n{START} ;D1 23 ;d2 529\r\n{START};D1 24");
        let suite = parse(text.as_bytes()).unwrap();
        let [right, wrong] = &suite.entries[..] else { panic!("{suite:?}") };
        assert_eq!((right.line, &right.counts[..]), (3, &[(1, 23), (2, 529)][..]));
        assert_eq!(right.counts_up_to(100).count(), 1);
        let runner = Runner::new(1, None);
        let mut told = 0;
        assert_eq!(right.check(&runner, u64::MAX, |nodes| told += nodes), None);
        assert_eq!(told, 552);
        let mismatch = Mismatch { depth: 1, expected: 24, counted: 23 };
        assert_eq!(wrong.check(&runner, u64::MAX, |_| {}), Some(mismatch));
        assert_eq!(wrong.check(&runner, 23, |_| {}), None);
    }

    #[test]
    fn a_bad_line_is_named() {
        let bad = |tail: &str| parse(format!("\n{START}{tail}").as_bytes()).unwrap_err();
        for tail in [";D1", ";D1 x", ";D0 1", ";D65 1", ";D1 1 2", ";20 1", ";", ";D1 -3", ";D+1 3"]
        {
            let message = bad(tail);
            assert!(message.starts_with("some.epd:2: "), "{message}");
            assert!(message.contains("is no count, expected ';D1 20'"), "{message}");
        }
        assert!(bad(";D1 99999999999999999999").contains("whole number"));
        assert!(bad("").contains("no counts after the FEN"));
        let others = format!("{START} acn 5; id \"a D\"; D1 23; ce 7;\n");
        assert_eq!(parse(others.as_bytes()).unwrap().entries[0].counts, [(1, 23)]);
        assert!(parse(b"8/8 w ;D1 2").unwrap_err().contains("some.epd:1: the placement has 2"));
        assert!(parse(b"\n\xff").unwrap_err().contains("some.epd:2: not UTF-8"));
        assert!(parse(b"\n# nothing\n").unwrap_err().contains("no positions"));
    }

    #[test]
    fn the_variant_comes_from_the_file_name() {
        assert_eq!(variant_of(Path::new("perft/karouk.epd")).unwrap().name, "karouk");
        assert_eq!(variant_of(Path::new("Ouk.txt")).unwrap().name, "cambodian");
        let file = tempfile::NamedTempFile::new().unwrap();
        let error = Suite::read(file.path(), None).unwrap_err().to_string();
        assert!(error.contains("one of makruk, cambodian, karouk"), "{error}");
        let error = Suite::read("no such dir/makruk.epd", None).unwrap_err().to_string();
        assert!(error.starts_with("no such dir/makruk.epd: cannot read"), "{error}");
    }
}
