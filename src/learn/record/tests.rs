//! Files of random games, whole and damaged.

use std::path::Path;

use proptest::prelude::*;

use super::*;
use crate::game::Game;
use crate::movegen::legal_moves;
use crate::rules::Variant;

/// A game of random moves from random numbers: the first chooses the variant, the others the
/// moves.
fn random_game(numbers: &[(u16, i16)]) -> GameRecord {
    let variant = Variant::ALL[numbers.first().map_or(0, |&(n, _)| n as usize % 3)];
    let start = variant.start_position();
    let mut game = Game::new(start);
    let mut plies = Vec::new();
    for &(number, score) in numbers {
        let moves = legal_moves(game.position());
        if moves.is_empty() || game.outcome().is_some() {
            break;
        }
        let mv = moves[number as usize % moves.len()];
        game.push(mv);
        plies.push(Ply { mv, score: score.clamp(-32_000, 32_000) });
    }
    let result = game.outcome().map_or(GameResult::Draw, GameResult::from);
    GameRecord { start, result, plies }
}

/// A file of these games, in blocks of `block` games.
fn file(games: &[GameRecord], block: usize) -> Vec<u8> {
    let mut out = Vec::new();
    let mut writer = Writer::new(&mut out, "test").unwrap();
    for games in games.chunks(block) {
        games.iter().for_each(|game| writer.write(game).unwrap());
        writer.flush().unwrap();
    }
    out
}

fn read(bytes: &[u8]) -> Result<(Vec<GameRecord>, u64), RecordError> {
    let mut reader = Reader::new(bytes, Path::new("games"))?;
    let games = reader.by_ref().collect::<Result<_, _>>()?;
    Ok((games, reader.torn_bytes()))
}

/// Two blocks of two and one short games.
fn small_file() -> (Vec<GameRecord>, Vec<u8>) {
    let game = |seed: u16| {
        let numbers: Vec<_> =
            (0..12).map(|i| (seed.wrapping_mul(31) ^ (i * 77), i as i16)).collect();
        random_game(&numbers)
    };
    let games = vec![game(3), game(6), game(9)];
    let bytes = file(&games, 2);
    (games, bytes)
}

#[test]
fn a_torn_tail_loses_its_block_only() {
    let (games, bytes) = small_file();
    let header = header::of_file("test").len();
    let mut lengths = Vec::new();
    for length in 0..=bytes.len() {
        match read(&bytes[..length]) {
            Ok((read, torn)) => {
                assert_eq!(read, games[..read.len()]);
                assert_eq!(torn == 0, file(&games[..read.len()], 2).len() == length);
                lengths.push(read.len());
            }
            Err(error) => assert!(length < header, "{length}: {error}"),
        }
    }
    lengths.dedup();
    assert_eq!(lengths, [0, 2, 3]);
}

/// After a power cut a file may end in zeros, from the end of what was written or from a sector on.
#[test]
fn a_tail_of_zeros_loses_its_block_only() {
    let (games, bytes) = small_file();
    for zeros in [1, 19, 20, 21, 4_096, 100_000] {
        let tail = [&bytes[..], &vec![0; zeros]].concat();
        assert_eq!(read(&tail).unwrap(), (games.clone(), zeros as u64), "{zeros}");
    }
    // Various games, so that the last block spans sectors.
    let game = |seed: u16| {
        let numbers: Vec<_> = (0..80).map(|i| (seed.wrapping_mul(i * i), i as i16)).collect();
        random_game(&numbers)
    };
    let various: Vec<GameRecord> = (0..40).map(game).collect();
    let (first, whole) = (file(&various[..20], 20), file(&various, 20));
    let sectors = (first.len().next_multiple_of(512)..whole.len()).step_by(512);
    let mut cuts = 0;
    for cut in sectors {
        let mut torn = whole.clone();
        torn[cut..].fill(0);
        let (games, lost) = read(&torn).unwrap();
        assert!(!games.is_empty() && lost > 0, "{cut}");
        // Something behind the zeros, or zeros that begin in the midst of a sector, are damage.
        *torn.last_mut().unwrap() = 1;
        assert!(read(&torn).is_err(), "{cut}");
        cuts += 1;
    }
    assert!(cuts > 1, "{} bytes", whole.len());
}

#[test]
fn every_flipped_bit_is_noticed() {
    let (_, bytes) = small_file();
    for at in 0..bytes.len() {
        for bit in 0..8 {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << bit;
            assert!(read(&damaged).is_err(), "byte {at} bit {bit}");
        }
    }
}

#[test]
fn messages_name_file_place_and_flaw() {
    let (_, bytes) = small_file();
    let message = |change: fn(&mut Vec<u8>)| {
        let mut bytes = bytes.clone();
        change(&mut bytes);
        read(&bytes).unwrap_err().to_string()
    };
    assert_eq!(message(|b| b[0] = 0), "games: not a file of Mekong games");
    assert_eq!(message(|b| b[7] = 9), "games: version 9 of the format, only 1 can be read");
    assert!(message(|b| b[12] ^= 1).starts_with("games: damaged: the checksum is "));
    assert_eq!(message(|b| b[40] ^= 1), "games: damaged at byte 18: the block's checksum is wrong");
    assert_eq!(message(|b| b.truncate(15)), "games: damaged: the header is not complete");
}

/// Games that checksums can't protect from: written wrong.
#[test]
fn impossible_games_are_rejected() {
    let start = Variant::ALL[0].start_position();
    let mv = |text: &str| Move::new(text[..2].parse().unwrap(), text[2..].parse().unwrap());
    let illegal = Ply { mv: mv("a1a8"), score: 0 };
    let game = GameRecord { start, result: GameResult::Draw, plies: vec![illegal] };
    let flaw = "game 1 of the block: the move of ply 1 is not legal";
    assert!(read(&file(&[game], 1)).unwrap_err().to_string().ends_with(flaw));

    let fen = "7k/R7/8/8/8/8/8/1R5K w - - 0 60";
    let start = Position::from_fen(Variant::ALL[0], fen).unwrap();
    let mate = Ply { mv: mv("b1b8"), score: 31_999 };
    let game = |result, score| GameRecord { start, result, plies: vec![Ply { score, ..mate }] };
    let whole = game(GameResult::WhiteWins, 31_999);
    assert_eq!(read(&file(std::slice::from_ref(&whole), 1)).unwrap(), (vec![whole], 0));
    let wrong = read(&file(&[game(GameResult::Draw, 31_999)], 1)).unwrap_err().to_string();
    assert!(wrong.ends_with("the result is not that of the last position"), "{wrong}");
    let wrong = read(&file(&[game(GameResult::WhiteWins, 32_001)], 1)).unwrap_err().to_string();
    assert!(wrong.ends_with("the score of ply 1 is out of range"), "{wrong}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn random_games_come_back(
        games in prop::collection::vec(prop::collection::vec(any::<(u16, i16)>(), 0..120), 0..6),
        block in 1usize..4,
    ) {
        let games: Vec<_> = games.iter().map(|numbers| random_game(numbers)).collect();
        prop_assert_eq!(read(&file(&games, block)).unwrap(), (games, 0));
    }

    /// Whatever is in a block, with sound checksums: games or an error, never a panic.
    #[test]
    fn any_content_is_read_without_panic(
        content in prop::collection::vec(any::<u8>(), 0..200),
        at in any::<prop::sample::Index>(),
        byte in any::<u8>(),
        games in 0u32..5,
    ) {
        let mut sound = vec![6];
        sound.extend_from_slice(b"makruk");
        game::encode(&random_game(&[(3, 1), (4, -9), (700, 3)]), &mut sound);
        let place = at.index(sound.len());
        sound[place] = byte;
        for content in [content, sound] {
            let packed = zstd::bulk::compress(&content, 1).unwrap();
            let header = header::BlockHeader {
                packed: packed.len() as u32,
                unpacked: content.len() as u32,
                games,
                checksum: crc32fast::hash(&packed),
            };
            let mut bytes = header::of_file("");
            bytes.extend_from_slice(&header.to_bytes());
            bytes.extend_from_slice(&packed);
            let _ = read(&bytes);
        }
    }
}
