//! From files of games to samples.

use std::path::{Path, PathBuf};

use super::{TrainError, TrainSettings, TrainingData, truths};
use crate::endgame::Tables;
use crate::learn::filter::{game_ply, is_quiet};
use crate::learn::record::{GameRecord, Reader};
use crate::learn::truth;
use crate::rules::Variant;

/// What was found in the files.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Found {
    /// Games.
    pub games: u64,
    /// Their positions, those worth learning from and the others.
    pub plies: u64,
    /// Files that end within a block, as those of a killed writer do, and how many bytes of them
    /// were left out.
    pub torn: Vec<(PathBuf, u64)>,
    /// Positions worth learning from, by variant as in [`Variant::ALL`].
    quiet: [u64; Variant::ALL.len()],
}

/// Reads all games of the files and keeps the positions that are worth learning from, with what the
/// network should say of them; the tables go before scores and results. Random endings that they
/// know are added. `progress` hears after every game how many bytes of how many are read.
///
/// # Errors
/// If a file cannot be read, or is damaged elsewhere than at its end.
pub fn read(
    paths: &[PathBuf],
    settings: &TrainSettings,
    tables: &Tables,
    mut progress: impl FnMut(u64, u64),
) -> Result<(TrainingData, Found), TrainError> {
    let mut lengths = Vec::with_capacity(paths.len());
    for path in paths {
        let file = std::fs::metadata(path).map_err(|error| TrainError::io(path, error))?;
        lengths.push(file.len());
    }
    let total = lengths.iter().sum();
    let (mut data, mut found) = (TrainingData::default(), Found::default());
    let mut before = 0;
    for (path, length) in paths.iter().zip(lengths) {
        let progress = |bytes| progress(before + bytes, total);
        read_file(path, settings, tables, &mut data, &mut found, progress)?;
        before += length;
    }
    for (variant, quiet) in Variant::ALL.into_iter().zip(found.quiet) {
        let number = (f64::from(settings.truths) * quiet as f64) as u64;
        truths::add(&mut data, variant, tables, number, settings);
    }
    Ok((data, found))
}

fn read_file(
    path: &Path,
    settings: &TrainSettings,
    tables: &Tables,
    data: &mut TrainingData,
    found: &mut Found,
    mut progress: impl FnMut(u64),
) -> Result<(), TrainError> {
    let mut reader = Reader::open(path)?;
    while let Some(game) = reader.next() {
        add(&game?, settings, tables, data, found);
        progress(reader.whole_bytes());
    }
    if reader.torn_bytes() > 0 {
        found.torn.push((path.to_path_buf(), reader.torn_bytes()));
    }
    Ok(())
}

fn add(
    game: &GameRecord,
    settings: &TrainSettings,
    tables: &Tables,
    data: &mut TrainingData,
    found: &mut Found,
) {
    let samples = data.part(found.games, settings.seed, settings.held_out);
    found.games += 1;
    found.plies += game.plies.len() as u64;
    let truths = truth::along(tables, game);
    let mut aims = settings.aims().along(game, &truths).into_iter().zip(truths);
    let variant = Variant::ALL.iter().position(|&variant| variant == game.start.variant());
    let quiet = &mut found.quiet[variant.unwrap_or(0)];
    game.replay(|position, ply| {
        let Some((aim, truth)) = aims.next() else { return };
        // What is known needs no score; that of a mate says nothing against it.
        let score = if truth.is_some() { 0 } else { ply.score };
        if is_quiet(position, ply.mv, score, game_ply(position)) {
            samples.push(position, aim);
            *quiet += 1;
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::record::{GameResult, Ply};
    use crate::movegen::legal_moves;
    use crate::rules::Variant;

    #[test]
    fn quiet_positions_become_samples_for_the_side_to_move() {
        let mut position = Variant::ALL[0].start_position();
        let mut game =
            GameRecord { start: position, result: GameResult::WhiteWins, plies: Vec::new() };
        for ply in 0..30 {
            let mv = legal_moves(&position)[ply % 3];
            game.plies.push(Ply { mv, score: 10 * ply as i16 });
            let _ = position.make(mv);
        }
        let settings = TrainSettings { held_out: 0.0, result: 1.0, ..TrainSettings::default() };
        let (mut data, mut found) = (TrainingData::default(), Found::default());
        add(&game, &settings, &Tables::default(), &mut data, &mut found);
        assert_eq!((found.games, found.plies), (1, 30));
        let samples = &data.training;
        assert!((5..=22).contains(&samples.len()) && data.held_out.is_empty());
        let aims: Vec<f32> = (0..samples.len()).map(|index| samples.get(index).aim).collect();
        assert!(aims.contains(&0.0) && aims.contains(&1.0), "{aims:?}");
    }

    #[test]
    fn files_that_are_none_are_named() {
        let missing = [PathBuf::from("no/such/file")];
        let error =
            read(&missing, &TrainSettings::default(), &Tables::default(), |_, _| {}).unwrap_err();
        assert!(error.to_string().contains("no/such/file"), "{error}");
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games");
        std::fs::write(&path, "something else").unwrap();
        let error = read(
            std::slice::from_ref(&path),
            &TrainSettings::default(),
            &Tables::default(),
            |_, _| {},
        )
        .unwrap_err();
        assert!(matches!(error, TrainError::Games(_)), "{error}");
    }
}
