//! `mekong completions` and `mekong manual`: what packagers and shells want of a program.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Command};
use clap_complete::{Shell, generate};

use super::Failure;

/// Arguments of `mekong completions`.
#[derive(Args)]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

impl CompletionsArgs {
    /// Writes the script for `program` to the standard output.
    pub fn run(self, mut program: Command) -> Result<ExitCode, Failure> {
        let name = program.get_name().to_owned();
        let mut script = Vec::new();
        generate(self.shell, &mut program, name, &mut script);
        io::stdout().write_all(&script)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Arguments of `mekong manual`.
#[derive(Args)]
pub struct ManualArgs {
    /// Folder for a page for each command [default: the program's own page, to the standard output]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl ManualArgs {
    /// Writes the pages of `program`.
    pub fn run(self, program: Command) -> Result<ExitCode, Failure> {
        match self.out {
            None => clap_mangen::Man::new(program).render(&mut io::stdout())?,
            Some(folder) => {
                let failed = |error| Failure::Input(format!("{}: {error}", folder.display()));
                std::fs::create_dir_all(&folder).map_err(failed)?;
                clap_mangen::generate_to(program, &folder).map_err(failed)?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}
