//! One game as bytes.

use super::bytes::{put_varint, unzigzag, varint, zigzag};
use super::error::GameFlaw;
use super::{GameRecord, GameResult, Ply};
use crate::board::Move;
use crate::game::Game;
use crate::rules::{Position, Variant};
use crate::score::Score;
use crate::storage::Bytes;

/// The bit that every [`Move`] has set and no file stores.
const MOVE_BIT: u16 = 1 << 15;

/// Appends a game.
pub(super) fn encode(record: &GameRecord, out: &mut Vec<u8>) {
    let fen = record.start.fen();
    // A FEN has at most 72 letters of placement and five short fields.
    out.push(fen.len() as u8);
    out.extend_from_slice(fen.as_bytes());
    out.push(match record.result {
        GameResult::BlackWins => 0,
        GameResult::Draw => 1,
        GameResult::WhiteWins => 2,
    });
    put_varint(out, record.plies.len() as u32);
    let moves = record.plies.iter().map(|ply| (ply.mv.to_bits() & !MOVE_BIT).to_le_bytes());
    out.extend(moves.clone().map(|[low, _]| low));
    out.extend(moves.map(|[_, high]| high));
    let mut before = 0;
    for ply in &record.plies {
        let score = i32::from(ply.score);
        put_varint(out, zigzag(score + before));
        before = score;
    }
}

/// Reads a game, and makes sure that it can have been played.
pub(super) fn decode(
    bytes: &mut Bytes<'_>,
    variant: &'static Variant,
) -> Result<GameRecord, GameFlaw> {
    let early = GameFlaw::EndsEarly;
    let fen = bytes.u8().and_then(|length| bytes.take(length.into())).ok_or(early)?;
    let fen = std::str::from_utf8(fen).map_err(|_| GameFlaw::Text)?;
    let start = Position::from_fen(variant, fen)?;
    let result = match bytes.u8().ok_or(GameFlaw::EndsEarly)? {
        0 => GameResult::BlackWins,
        1 => GameResult::Draw,
        2 => GameResult::WhiteWins,
        other => return Err(GameFlaw::Result(other)),
    };
    let length = varint(bytes)? as usize;
    let moves = bytes.take(2 * length).ok_or(GameFlaw::EndsEarly)?;
    let (low, high) = moves.split_at(length);
    let mut game = Game::new(start);
    let mut plies = Vec::with_capacity(length);
    let mut before = 0;
    for (index, (&low, &high)) in low.iter().zip(high).enumerate() {
        let ply = index + 1;
        let bits = u16::from_le_bytes([low, high]);
        let mv = Move::from_bits(bits | MOVE_BIT)
            .filter(|&mv| bits & MOVE_BIT == 0 && game.push(mv))
            .ok_or(GameFlaw::Move { ply })?;
        let score = unzigzag(varint(bytes)?) - before;
        if score.abs() > Score::MATE.0 {
            return Err(GameFlaw::Score { ply });
        }
        plies.push(Ply { mv, score: score as i16 });
        before = score;
    }
    if game.outcome().is_some_and(|outcome| GameResult::from(outcome) != result) {
        return Err(GameFlaw::Outcome);
    }
    Ok(GameRecord { start, result, plies })
}
