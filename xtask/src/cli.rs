//! The command line. One table of commands is used for the help and for choosing the command.

use std::process::ExitCode;

use anyhow::{Result, bail};
use lexopt::{Arg, Parser, ValueExt};

use crate::{bench, build, demo, docs, lint, measure, playground, prose, setup, test};

/// A command: its name, its help, and its function.
struct Command {
    name: &'static str,
    /// The names of its flags, without dashes.
    flags: &'static [&'static str],
    /// The arguments after the command, for the help; empty if it takes none.
    words: &'static str,
    /// A line for the list of commands.
    about: &'static str,
    /// The main part of its help page.
    details: &'static str,
    run: fn(&Options) -> Result<ExitCode>,
}

/// The arguments after a command, which have been checked.
#[derive(Default)]
struct Options {
    flags: Vec<String>,
    words: Vec<String>,
}

const COMMANDS: &[Command] = &[
    Command {
        name: "setup",
        flags: &[],
        words: "[bench]",
        about: "Find or install everything that the other commands need",
        details: "\
The WebAssembly target, wasm-pack, wasm-bindgen, the npm packages, a browser for the tests, and a Python with lxml,
Pillow and PyYAML that tests and the bench compare with. Every other command installs what it needs. Tools that exist
are not installed again. `setup bench` prepares only that Python.

Environment:
  ASSAY_TOOLS     the folder of tools, by name and version (default: `assay-tools` in the user's cache)
  ASSAY_CHROMIUM  the browser for tests (default: a browser on this machine, or Debian's chromium, which is installed)",
        run: |options| {
            match options.words().as_slice() {
                [] => setup::everything()?,
                ["bench"] => drop(setup::for_peers()?),
                other => bail!("`setup` takes `bench` or nothing, not `{}`", other.join(" ")),
            }
            Ok(ExitCode::SUCCESS)
        },
    },
    Command {
        name: "build",
        flags: &["quick"],
        words: "",
        about: "Build the npm package into wasm/dist, and the playground",
        details: "\
wasm-pack, wasm-opt, then `npm run build:js` in wasm/ and `npm run build` in playground/. Only what has changed is
built again. Prints the sizes at the end, raw and compressed with brotli.

Options:
  --quick  build slower and larger modules in a fraction of the time, to try a change; not for releases or benches",
        run: |options| {
            if options.has("quick") {
                build::quick()?;
                return Ok(ExitCode::SUCCESS);
            }
            build::run()?;
            build::print_sizes()
        },
    },
    Command {
        name: "demo",
        flags: &["regenerate"],
        words: "",
        about: "Check the sample project with the rule pack of Messiah, and print the findings",
        details: "\
The sample contains faults. If the checker finds them, it exits with 1, and the demo exits with 0.

Options:
  --regenerate  first write the sample again, from its seed",
        run: |options| demo::run(options.has("regenerate")),
    },
    Command {
        name: "test",
        flags: &[],
        words: "",
        about: "Run all tests and lints, with a line for each stage and a count at the end",
        details: "\
Stages: the Rust tests (with cargo-nextest if it is installed), the examples in the documentation, the tests in
TypeScript, and all lints of `lint`. If a stage fails, the next stages still run, and the command exits with 1.",
        run: |_| test::run(),
    },
    Command {
        name: "lint",
        flags: &["fix"],
        words: "",
        about: "Check formatting, Clippy, Biome and the types of TypeScript",
        details: "\
Options:
  --fix  fix what can be fixed automatically",
        run: |options| lint::run(options.has("fix")),
    },
    Command {
        name: "bench",
        flags: &[],
        words: "[NAME]...",
        about: "Measure speed and memory, and compare with plain Python",
        details: bench::HELP,
        run: |options| bench::run(&options.words()),
    },
    Command {
        name: "measure",
        flags: &[],
        words: "[FILE]",
        about: "Print figures about the structure of the code",
        details: "\
The figures are lines of product code by folder, type names that are used twice, structs with many fields, and methods
that are in other files than their type. Also decisions by the text of a code or message, cycles of files, and the
number of files that the last commits changed.

With FILE, such as `engine/zip/src/member.rs`, prints the cycle that contains this file: each file of the cycle, and
the files that it uses.",
        run: |options| {
            match options.words().as_slice() {
                [] => measure::run(None)?,
                [file] => measure::run(Some(file))?,
                _ => bail!("`measure` takes one file, not several"),
            }
            Ok(ExitCode::SUCCESS)
        },
    },
    Command {
        name: "prose",
        flags: &[],
        words: "[PATH]",
        about: "List words to avoid, and sentences that are too long",
        details: "\
Reads documentation, messages, comments and rules; with PATH, such as `engine/zip/`, only those whose path starts with
it. `docs/glossary.md` has the words to use.",
        run: |options| {
            let prefix = options.words().first().copied().unwrap_or_default();
            let findings = prose::findings(prefix)?;
            for finding in &findings {
                println!("{finding}");
            }
            println!("{} found", findings.len());
            Ok(if findings.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        },
    },
    Command {
        name: "playground",
        flags: &[],
        words: "",
        about: "Build the playground and serve it on 127.0.0.1",
        details: "",
        run: |_| playground::run(),
    },
    Command {
        name: "docs",
        flags: &[],
        words: "[BASE]",
        about: "Build the documentation as a site into docs/.vitepress/dist",
        details: "\
The documents of `docs/`, a page for each command, word of rules, format and rule, and the playground at `play/`: files
for any web server. BASE is the path of the site on the server, with a slash at both ends (default: `/`).",
        run: |options| match options.words().as_slice() {
            [] => docs::run(None),
            [base] => docs::run(Some(base)),
            other => bail!("`docs` takes one path, not `{}`", other.join(" ")),
        },
    },
    Command {
        name: "sample",
        flags: &[],
        words: "",
        about: "Write the sample projects in rules/samples again, from their seed",
        details: "",
        run: |_| demo::regenerate(),
    },
];

const EXAMPLES: &str = "\
Examples:
  cargo xtask demo          set up, build, and check the sample project, in a fresh clone
  cargo xtask test          set up, build, and run every test and lint
  cargo xtask lint --fix    format, and fix what the linters can fix
  cargo xtask bench         measure speed and memory on a repository of 100,000 items
  cargo xtask bench huge    measure them on a file of 1 GB
  cargo xtask help build    print the help of one command";

/// Runs the command that the arguments name.
///
/// # Errors
/// Fails if the command is unknown, if it does not take the arguments, or if it fails.
pub fn run() -> Result<ExitCode> {
    let mut parser = Parser::from_env();
    let mut name = None;
    let mut help = false;
    let mut options = Options::default();
    while let Some(arg) = parser.next()? {
        match arg {
            Arg::Long("help") | Arg::Short('h') => help = true,
            Arg::Long(flag) => options.flags.push(flag.to_owned()),
            Arg::Value(word) if name.is_none() => name = Some(word.string()?),
            Arg::Value(word) => options.words.push(word.string()?),
            Arg::Short(_) => return Err(arg.unexpected().into()),
        }
    }
    match name.as_deref() {
        None => println!("{}", overview()),
        Some("help") => println!("{}", options.words.first().map_or_else(|| Ok(overview()), |name| page(name))?),
        Some(name) if help => println!("{}", page(name)?),
        Some(name) => {
            let command = find(name)?;
            command.check(&options)?;
            return (command.run)(&options);
        }
    }
    Ok(ExitCode::SUCCESS)
}

impl Command {
    fn check(&self, options: &Options) -> Result<()> {
        if let Some(flag) = options.flags.iter().find(|flag| !self.flags.contains(&flag.as_str())) {
            bail!("`{}` has no option `--{flag}`; `cargo xtask help {0}` lists its options", self.name);
        }
        if let ("", Some(word)) = (self.words, options.words.first()) {
            bail!("`{}` takes no `{word}`", self.name);
        }
        Ok(())
    }

    fn usage(&self) -> String {
        let flags = self.flags.iter().map(|flag| format!("[--{flag}]"));
        let parts: Vec<String> =
            [self.name.to_owned()].into_iter().chain(flags).chain([self.words.to_owned()]).collect();
        parts.join(" ").trim_end().to_owned()
    }
}

impl Options {
    fn has(&self, flag: &str) -> bool {
        self.flags.iter().any(|given| given == flag)
    }

    fn words(&self) -> Vec<&str> {
        self.words.iter().map(String::as_str).collect()
    }
}

fn find(name: &str) -> Result<&'static Command> {
    if let Some(command) = COMMANDS.iter().find(|command| command.name == name) {
        return Ok(command);
    }
    let names: Vec<&str> = COMMANDS.iter().map(|command| command.name).collect();
    bail!("there is no command `{name}`: the commands are {} and help", names.join(", "))
}

fn overview() -> String {
    let row = |usage: &str, about: &str| format!("  {usage:<22}{about}\n");
    let rows: String = COMMANDS.iter().map(|command| row(&command.usage(), command.about)).collect();
    let help = row("help [COMMAND]", "Print this help, or the help of one command");
    format!("Usage: cargo xtask COMMAND\n\nCommands:\n{rows}{help}\n{EXAMPLES}")
}

fn page(name: &str) -> Result<String> {
    let command = find(name)?;
    let page = format!("{}.\n\nUsage: cargo xtask {}\n\n{}", command.about, command.usage(), command.details);
    Ok(page.trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::{COMMANDS, overview, page};

    #[test]
    fn names_are_unique() {
        let mut names: Vec<_> = COMMANDS.iter().map(|command| command.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), COMMANDS.len());
    }

    #[test]
    fn help_names_every_command_and_every_flag() -> anyhow::Result<()> {
        for command in COMMANDS {
            assert!(overview().contains(&command.usage()));
            for flag in command.flags {
                assert!(page(command.name)?.contains(&format!("--{flag}  ")), "{flag} is not explained");
            }
        }
        Ok(())
    }

    #[test]
    fn help_fits_a_terminal() -> anyhow::Result<()> {
        for command in COMMANDS {
            for line in overview().lines().chain(page(command.name)?.lines()) {
                assert!(line.len() <= 120, "too long: {line}");
            }
        }
        Ok(())
    }
}
