//! `mekong bench`.

use std::io::{self, Write};
use std::ops::ControlFlow;
use std::process::ExitCode;

use clap::Args;
use mekong::bench;

use super::Failure;

/// Arguments of `mekong bench`.
#[derive(Args)]
pub struct BenchArgs {
    /// Depth in plies; only the default gives the signature
    #[arg(default_value_t = bench::DEPTH, value_parser = clap::value_parser!(u32).range(1..=64))]
    depth: u32,
}

impl BenchArgs {
    /// Runs the bench and prints its positions and, last, nodes and speed.
    pub fn run(self) -> Result<ExitCode, Failure> {
        let mut out = io::stdout().lock();
        let mut written = Ok(());
        let result = bench::run(self.depth, |number, position, nodes| {
            let variant = position.variant();
            written = writeln!(out, "{number:3}  {nodes:9}  {variant:9}  {}", position.fen());
            if written.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
        .map_err(Failure::input)?;
        written?;
        if let Some(result) = result {
            writeln!(out, "{} nodes {} nps", result.nodes, result.nps())?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
