//! FEN in all the shapes that GUIs write it.

use std::fmt::Write;

use thiserror::Error;

use super::{Count, Position, PositionBuilder, PositionError, Rights, Rules, Variant};
use crate::board::{Alphabet, Board, ByColour, Colour, Square};

/// Why a FEN was refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FenError {
    /// There is nothing to read.
    #[error("the FEN is empty")]
    Empty,
    /// The placement does not have eight ranks.
    #[error("the placement has {0} ranks, expected 8")]
    Ranks(usize),
    /// A rank does not have eight squares.
    #[error("rank {rank} has {squares} squares, expected 8")]
    RankLength {
        /// The rank's number, 1–8.
        rank: u8,
        /// How many squares its text describes.
        squares: usize,
    },
    /// A letter stands for no piece.
    #[error("'{letter}' on rank {rank} is no piece of {variant}")]
    UnknownPiece {
        /// What was read.
        letter: char,
        /// The rank's number, 1–8.
        rank: u8,
        /// The variant's name.
        variant: &'static str,
    },
    /// The side to move is neither `w` nor `b`.
    #[error("the side to move is '{0}', expected 'w' or 'b'")]
    Side(String),
    /// The rights are neither `-` nor letters of files.
    #[error("the first-move rights are '{0}', expected '-' or letters of files")]
    Rights(String),
    /// A counter is not a number in range.
    #[error("the {what} is '{text}', expected a number from 0 to {max}")]
    Number {
        /// Which counter.
        what: &'static str,
        /// What was read.
        text: String,
        /// The largest number accepted.
        max: u16,
    },
    /// More fields than a FEN has.
    #[error("'{0}' is one field too many")]
    ExtraField(String),
    /// It describes no position that can be set up.
    #[error(transparent)]
    Position(#[from] PositionError),
}

/// The fields after the side to move, told apart by their shape.
#[derive(Default)]
struct Tail<'a> {
    rights: Option<&'a str>,
    checks: Option<ByColour<u8>>,
    limit: Option<&'a str>,
    plies: Option<&'a str>,
    fullmove: Option<&'a str>,
}

impl Position {
    /// Reads a FEN: `placement side rights limit plies fullmove`, the short forms that leave out
    /// fields, and those with an en-passant square, a number of checks, an empty pocket (`[]`) or the
    /// operations of an EPD behind them.
    ///
    /// # Errors
    /// Says what is wrong and where; see [`FenError`].
    pub fn from_fen(rules: impl Into<Rules>, fen: &str) -> Result<Position, FenError> {
        let rules = rules.into();
        let variant = rules.variant();
        let mut fields = fen.split_ascii_whitespace();
        let board = read_placement(variant, fields.next().ok_or(FenError::Empty)?)?;
        let side = match fields.next() {
            None | Some("w" | "W") => Colour::White,
            Some("b" | "B") => Colour::Black,
            Some(other) => return Err(FenError::Side(other.into())),
        };
        let tail = Tail::read(fields.collect(), variant)?;
        tail.add_to(PositionBuilder::new(rules).board(board).side(side), &rules)
    }

    /// Writes the six-field FEN (seven where the variant counts checks).
    pub fn fen(&self) -> String {
        let mut fen = placement(&self.board, &self.variant().alphabet);
        let side = match self.side {
            Colour::White => 'w',
            Colour::Black => 'b',
        };
        let rights = self.state.rights.letters(self.rules.leaps());
        let count = self.state.count;
        let limit = if count.is_running() { count.limit().to_string() } else { "-".into() };
        let plies = if count.is_running() { count.ply() } else { self.state.halfmoves };
        let checks = match self.state.checks_left {
            ByColour([white, black]) if self.variant().first_check_wins => {
                format!(" {white}+{black}")
            }
            _ => String::new(),
        };
        let _ = write!(fen, " {side} {rights} {limit}{checks} {plies} {}", self.fullmove);
        fen
    }
}

impl<'a> Tail<'a> {
    fn read(mut fields: Vec<&'a str>, variant: &Variant) -> Result<Tail<'a>, FenError> {
        let mut tail = Tail::default();
        fields.truncate(operations_at(&fields));
        let is_number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
        if variant.first_check_wins
            && let Some(at) = fields.iter().position(|text| text.contains('+'))
        {
            tail.checks = Some(read_checks(fields.remove(at))?);
        }
        if fields.first().is_some_and(|text| !is_number(text) && !text.starts_with('-'))
            || fields.first() == Some(&"-")
        {
            tail.rights = Some(fields.remove(0));
        }
        // Two numbers are plies and move; three begin with the limit.
        let has_limit = fields.len() >= 3 || fields.first().is_some_and(|text| is_no_limit(text));
        let mut rest = fields.into_iter();
        if has_limit {
            tail.limit = rest.next();
        }
        tail.plies = rest.next();
        tail.fullmove = rest.next();
        match rest.next() {
            None => Ok(tail),
            Some(extra) => Err(FenError::ExtraField(extra.into())),
        }
    }

    fn add_to(self, mut builder: PositionBuilder, rules: &Rules) -> Result<Position, FenError> {
        if let Some(text) = self.rights {
            let rights = Rights::parse(text, rules.leaps());
            builder = builder.rights(rights.ok_or_else(|| FenError::Rights(text.into()))?);
        }
        let limit = match self.limit {
            Some(text) if !is_no_limit(text) => {
                number("counting limit", Some(text), Count::MAX, 0)?
            }
            _ => 0,
        };
        let plies = number("number of plies", self.plies, u16::MAX, 0)?;
        builder = if limit == 0 {
            builder.halfmoves(plies)
        } else {
            builder.count(Count::new(limit, plies))
        };
        if let Some(checks) = self.checks {
            builder = builder.checks_left(checks);
        }
        let fullmove = number("move number", self.fullmove, u16::MAX, 1)?;
        Ok(builder.fullmove(fullmove).build()?)
    }
}

/// The operations of an EPD (Edwards, "Standard: Portable Game Notation specification", 16.2.5) that
/// suites and GUIs write.
const OPCODES: [&str; 16] = [
    "acd", "acn", "acs", "am", "bm", "c0", "c1", "ce", "dm", "fmvn", "hmvc", "id", "pm", "pv",
    "rc", "sm",
];

/// Where the operations of an EPD begin (`bm a3a4; id "start";`).
fn operations_at(fields: &[&str]) -> usize {
    fields.iter().position(|text| OPCODES.contains(text)).unwrap_or(fields.len())
}

/// `-`, or the en-passant square that other programs write in this place.
fn is_no_limit(text: &str) -> bool {
    text == "-" || text.parse::<Square>().is_ok()
}

fn number(what: &'static str, text: Option<&str>, max: u16, default: u16) -> Result<u16, FenError> {
    let Some(text) = text else { return Ok(default) };
    if text == "-" {
        return Ok(default);
    }
    let plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse() {
        Ok(value) if plain && value <= max => Ok(value),
        _ => Err(FenError::Number { what, text: text.into(), max }),
    }
}

fn read_checks(text: &str) -> Result<ByColour<u8>, FenError> {
    let side = |text: &str| match text {
        "0" => Some(0),
        "1" => Some(1),
        _ => None,
    };
    text.split_once('+')
        .and_then(|(white, black)| Some(ByColour([side(white)?, side(black)?])))
        .ok_or_else(|| FenError::Number {
            what: "number of checks left",
            text: text.into(),
            max: 1,
        })
}

fn read_placement(variant: &Variant, text: &str) -> Result<Board, FenError> {
    // Other programs write what each side holds in hand, which here is nothing.
    let text = text.strip_suffix("[]").or(text.strip_suffix("[-]")).unwrap_or(text);
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != 8 {
        return Err(FenError::Ranks(ranks.len()));
    }
    let mut board = Board::EMPTY;
    for (rank, text) in (0..8).rev().zip(ranks) {
        read_rank(variant, &mut board, rank, text)?;
    }
    Ok(board)
}

fn read_rank(variant: &Variant, board: &mut Board, rank: u8, text: &str) -> Result<(), FenError> {
    let mut squares = 0;
    let mut after_piece = false;
    for letter in text.chars() {
        let promoted = letter == '~' && after_piece;
        after_piece = false;
        if let Some(empty @ 1..=8) = letter.to_digit(10) {
            squares += empty as usize;
        } else if let Some(piece) = variant.alphabet.piece(letter) {
            if let Some(square) = Square::new(squares.min(8) as u8, rank) {
                board.put(piece, square);
            }
            squares += 1;
            after_piece = true;
        } else if !promoted {
            let variant = variant.name;
            return Err(FenError::UnknownPiece { letter, rank: rank + 1, variant });
        }
    }
    if squares == 8 { Ok(()) } else { Err(FenError::RankLength { rank: rank + 1, squares }) }
}

/// The first field of a FEN.
pub(crate) fn placement(board: &Board, alphabet: &Alphabet) -> String {
    let mut text = String::with_capacity(90);
    for rank in (0..8).rev() {
        let mut empty = 0;
        for file in 0..8 {
            let piece = Square::new(file, rank).and_then(|square| board.at(square));
            match piece {
                None => empty += 1,
                Some(piece) => {
                    if empty > 0 {
                        let _ = write!(text, "{empty}");
                    }
                    empty = 0;
                    text.push(alphabet.letter(piece));
                }
            }
        }
        if empty > 0 {
            let _ = write!(text, "{empty}");
        }
        if rank > 0 {
            text.push('/');
        }
    }
    text
}
