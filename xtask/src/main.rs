//! Set-up, build, tests and benches of Assay: `cargo xtask help` lists the commands.

mod bench;
mod build;
mod cli;
mod demo;
mod docs;
mod failures;
mod lint;
mod lock;
mod measure;
mod outcome;
mod places;
mod playground;
mod progress;
mod prose;
mod run;
mod sample;
mod setup;
mod split;
mod stamp;
mod tally;
mod test;

use std::process::ExitCode;

fn main() -> ExitCode {
    match cli::run() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
