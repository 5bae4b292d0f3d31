//! `mekong tables build`.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::ProgressBar;
use mekong::endgame::{Ending, TableId, Tables};
use mekong::resources;

use super::{Failure, SMALL_THREAD, Threads, progress_bar, size};
use crate::cli::complain;

/// Arguments of `mekong tables build`.
#[derive(Args)]
pub struct BuildArgs {
    /// Most men on the board, kings included; five need 1.5 GB of memory
    #[arg(
        long, value_name = "N", default_value_t = 4,
        value_parser = clap::value_parser!(u8).range(3..=5)
    )]
    men: u8,

    /// Folder to write to; tables that are there already are kept
    #[arg(long, value_name = "DIR")]
    out: PathBuf,

    /// Of the endings with most men only these, like KRNMK or KRMKR; otherwise all those against a
    /// bare king. All smaller ones are built anyway
    #[arg(value_name = "ENDING")]
    endings: Vec<Ending>,

    #[command(flatten)]
    threads: Threads,

    /// How hard the files are packed, 1 to 22: smaller files for more time
    #[arg(
        long, value_name = "LEVEL", default_value_t = 6,
        value_parser = clap::value_parser!(i32).range(1..=22)
    )]
    level: i32,
}

impl BuildArgs {
    /// Runs the command.
    pub fn run(self) -> Result<ExitCode, Failure> {
        fs::create_dir_all(&self.out)
            .map_err(|error| Failure::Input(format!("{}: {error}", self.out.display())))?;
        let ids = self.wanted()?;
        // Better now than after hours.
        for id in ids.iter().filter(|id| !self.out.join(id.file_name()).exists()) {
            check_memory(id)?;
        }
        let bar = progress_bar("{bar:30} {pos} of {len} tables, {elapsed}, {msg}");
        bar.set_length(ids.len() as u64);
        bar.enable_steady_tick(Duration::from_millis(200));
        let mut tables = Tables::default();
        let threads = self.threads.number(SMALL_THREAD);
        for id in ids {
            bar.set_message(id.to_string());
            let line = self.load_or_build(&id, &mut tables, threads, &bar)?;
            bar.suspend(|| writeln!(io::stdout(), "{id}: {line}"))?;
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(ExitCode::SUCCESS)
    }

    fn wanted(&self) -> Result<Vec<TableId>, Failure> {
        let men = usize::from(self.men);
        if let Some(other) = self.endings.iter().find(|ending| ending.men() != men) {
            return Err(Failure::Input(format!("{other} has not {men} men, as --men says")));
        }
        let all = TableId::all(men).into_iter();
        let is_wanted = |id: &TableId| match self.endings.is_empty() {
            _ if id.ending().men() < men => true,
            true => men < 5 || id.ending().weak().is_none(),
            false => self.endings.contains(id.ending()),
        };
        Ok(all.filter(is_wanted).collect())
    }

    /// Loads or builds a table. What was done.
    fn load_or_build(
        &self,
        id: &TableId,
        tables: &mut Tables,
        threads: usize,
        bar: &ProgressBar,
    ) -> Result<String, Failure> {
        match tables.load(id, &self.out) {
            Ok(true) => return Ok("kept".into()),
            Ok(false) => {}
            Err(error) => bar.suspend(|| complain(&format!("{error}; building it again"))),
        }
        check_memory(id)?;
        let start = Instant::now();
        let told = |ending: &_, layer| bar.set_message(format!("{ending} {layer}"));
        tables
            .build(id, threads, &told)
            .map_err(|needed| Failure::Input(format!("{id} needs the table of {needed}")))?;
        let built = start.elapsed().as_secs_f64();
        bar.set_message(format!("{id}, writing"));
        let len = tables.save(id, &self.out, self.level, threads).map_err(Failure::input)?;
        let written = start.elapsed().as_secs_f64() - built;
        let len = size(len.unwrap_or_default());
        // In its file it takes less memory.
        tables.load(id, &self.out).map_err(Failure::input)?;
        Ok(format!("built in {built:.1} s, written in {written:.1} s, {len}"))
    }
}

/// Refuses to build a table that there is no memory for.
fn check_memory(id: &TableId) -> Result<(), Failure> {
    let needed = Tables::memory_to_build(id);
    if resources::has_memory(needed) {
        return Ok(());
    }
    let needed = size(needed as u64);
    Err(Failure::Input(format!("{id}: there is no memory to build it ({needed})")))
}
