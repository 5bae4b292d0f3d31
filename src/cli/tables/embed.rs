//! `mekong tables embed`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use mekong::endgame::Tables;

use super::{Failure, SMALL_THREAD, Threads, progress_bar, size};

/// Arguments of `mekong tables embed`.
#[derive(Args)]
pub struct EmbedArgs {
    /// File to write
    #[arg(long, value_name = "FILE", default_value = "src/endgame/embedded.mkets")]
    out: PathBuf,

    #[command(flatten)]
    threads: Threads,
}

impl EmbedArgs {
    /// Runs the command.
    pub fn run(self) -> Result<ExitCode, Failure> {
        let bar = progress_bar("{spinner} {elapsed}, {msg}");
        bar.enable_steady_tick(Duration::from_millis(200));
        let told = |id: &mekong::endgame::TableId| bar.set_message(id.to_string());
        let len = Tables::embed(&self.out, self.threads.number(SMALL_THREAD), told)
            .map_err(Failure::input)?;
        bar.finish_and_clear();
        writeln!(io::stdout(), "{}: {}", self.out.display(), size(len as u64))?;
        Ok(ExitCode::SUCCESS)
    }
}
