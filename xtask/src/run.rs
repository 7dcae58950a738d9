//! Runs commands: with their output shown, hidden or captured. Every error names the command.

use std::ffi::{OsStr, OsString};
use std::io::{self, BufRead, BufReader, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::places;

/// The number of lines of a failed command's output that an error quotes: enough for a compiler's last message.
const QUOTED_LINES: usize = 60;

/// The interval at which a command with a time limit is checked.
const POLL: Duration = Duration::from_millis(50);

/// Variables that the cargo that started this process sets or may set. Another toolchain must not get them.
/// `RUSTUP_TOOLCHAIN` stays, because it names the active toolchain.
const INHERITED: &[&str] = &["CARGO", "RUSTC", "RUSTDOC", "RUSTC_BOOTSTRAP", "RUSTFLAGS"];

/// A command to run in the root of the checkout, unless [`Run::at`] says otherwise.
pub struct Run {
    command: Command,
    text: String,
}

impl Run {
    /// Returns a command for the given program, without arguments.
    pub fn new(program: impl AsRef<OsStr>) -> Self {
        let mut command = Command::new(&program);
        command.current_dir(places::root()).stdin(Stdio::null());
        let text = Path::new(&program).file_name().unwrap_or(program.as_ref()).to_string_lossy().into_owned();
        Self { command, text }
    }

    /// Returns a cargo command of the toolchain that is active in the checkout.
    pub fn cargo() -> Self {
        Self::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
    }

    /// Returns a command for a program that has or finds another toolchain: the variables of this process's toolchain
    /// are removed.
    pub fn of_toolchain(program: impl AsRef<OsStr>) -> Self {
        let mut run = Self::new(program);
        for name in INHERITED {
            run.command.env_remove(name);
        }
        run
    }

    /// Returns a command that runs a Node script.
    pub fn node(script: impl AsRef<OsStr>) -> Self {
        Self::new("node").arg(script)
    }

    /// Returns a command that an npm package installed, by its name in `node_modules/.bin`.
    pub fn npm_bin(name: &str) -> Self {
        let suffix = if cfg!(windows) { ".cmd" } else { "" };
        Self::new(places::in_root("node_modules/.bin").join(format!("{name}{suffix}")))
    }

    /// Returns an npm command.
    pub fn npm() -> Self {
        Self::new(if cfg!(windows) { "npm.cmd" } else { "npm" })
    }

    /// Adds an argument.
    pub fn arg(mut self, arg: impl AsRef<OsStr>) -> Self {
        self.text.push(' ');
        self.text.push_str(&arg.as_ref().to_string_lossy());
        self.command.arg(arg);
        self
    }

    /// Adds several arguments.
    pub fn args<I: IntoIterator<Item: AsRef<OsStr>>>(self, args: I) -> Self {
        args.into_iter().fold(self, Self::arg)
    }

    /// Sets the folder to run in.
    pub fn at(mut self, folder: impl AsRef<Path>) -> Self {
        self.command.current_dir(folder);
        self
    }

    /// Sets an environment variable.
    pub fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    /// Removes an environment variable.
    pub fn without_env(mut self, name: &str) -> Self {
        self.command.env_remove(name);
        self
    }

    /// Adds folders that are searched for programs first.
    pub fn path_first(self, folders: &[PathBuf]) -> Result<Self> {
        let rest = std::env::var_os("PATH").unwrap_or_default();
        let all = folders.iter().cloned().chain(std::env::split_paths(&rest));
        let joined: OsString = std::env::join_paths(all).context("a folder name does not fit in `PATH`")?;
        Ok(self.env("PATH", joined))
    }

    /// Runs the command with this process's output.
    ///
    /// # Errors
    /// Fails if the command cannot start.
    pub fn status(mut self) -> Result<ExitStatus> {
        self.command.status().with_context(|| cannot_run(&self.text))
    }

    /// Runs the command with this process's output.
    ///
    /// # Errors
    /// Fails if the command cannot start or fails.
    pub fn stream(self) -> Result<()> {
        let text = self.text.clone();
        let status = self.status()?;
        if !status.success() {
            bail!("`{text}` failed ({status})");
        }
        Ok(())
    }

    /// Runs the command without showing its output, and returns its standard output.
    ///
    /// # Errors
    /// Fails if the command cannot start or fails; the error then quotes the end of its output.
    pub fn silent(mut self) -> Result<String> {
        let output = self.command.output().with_context(|| cannot_run(&self.text))?;
        if !output.status.success() {
            bail!("`{}` failed ({}):\n{}", self.text, output.status, end_of_output(&output));
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    }

    /// Runs the command without showing its output. Returns true if it succeeded, false if it failed or could not
    /// start.
    pub fn succeeds(mut self) -> bool {
        self.command.stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
    }

    /// Like [`Self::succeeds`], but ends the command if it takes longer than `limit`.
    pub fn succeeds_within(mut self, limit: Duration) -> bool {
        let start = Instant::now();
        let Ok(mut child) = self.command.stdout(Stdio::null()).stderr(Stdio::null()).spawn() else {
            return false;
        };
        while start.elapsed() < limit {
            match child.try_wait() {
                Ok(None) => thread::sleep(POLL),
                Ok(Some(status)) => return status.success(),
                Err(_) => return false,
            }
        }
        // Errors do not matter here: the process has ended, or it is a child that may be ended.
        let _ = child.kill();
        let _ = child.wait();
        false
    }

    /// Runs the command, shows its output and returns it. Lines of both streams are in the order in which they arrive.
    ///
    /// # Errors
    /// Fails if the command cannot start.
    pub fn tee(mut self) -> Result<(ExitStatus, String)> {
        if io::stdout().is_terminal() && places::variable("NO_COLOR").is_none() {
            // Tools do not use colours in a pipe; these two variables restore them in cargo and in Node's tools.
            self.command.env("CARGO_TERM_COLOR", "always").env("FORCE_COLOR", "1");
        }
        let mut child = self
            .command
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .with_context(|| cannot_run(&self.text))?;
        let output = copy_both(&mut child);
        let status = child.wait().with_context(|| cannot_run(&self.text))?;
        Ok((status, output))
    }

    /// Starts the command and leaves it running, with its output captured in `stdout`.
    ///
    /// # Errors
    /// Fails if the command cannot start.
    pub fn start(mut self, stdout: Stdio, stderr: Stdio) -> Result<Child> {
        self.command.stdout(stdout).stderr(stderr).spawn().with_context(|| cannot_run(&self.text))
    }
}

/// Copies a child's two streams to this process's streams, line by line, and returns all lines.
fn copy_both(child: &mut Child) -> String {
    let stderr = child.stderr.take();
    let other = thread::spawn(move || stderr.map(|stream| copy_lines(stream, io::stderr)).unwrap_or_default());
    let mut lines = child.stdout.take().map(|stream| copy_lines(stream, io::stdout)).unwrap_or_default();
    lines.push_str(&other.join().unwrap_or_default());
    lines
}

/// Copies a stream line by line and returns its content.
fn copy_lines<W: Write>(stream: impl Read, to: impl Fn() -> W) -> String {
    let mut reader = BufReader::new(stream);
    let mut all = Vec::new();
    loop {
        let start = all.len();
        match reader.read_until(b'\n', &mut all) {
            Ok(1..) => {
                let mut out = to();
                // A closed terminal must not stop the tests: their exit code is still needed.
                let _ = out.write_all(&all[start..]).and_then(|()| out.flush());
            }
            _ => return String::from_utf8_lossy(&all).into_owned(),
        }
    }
}

/// Returns the end of a command's output, standard output first.
fn end_of_output(output: &Output) -> String {
    let text = [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes).into_owned()).join("\n");
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    lines[lines.len().saturating_sub(QUOTED_LINES)..].join("\n")
}

fn cannot_run(text: &str) -> String {
    format!("cannot run `{text}`")
}

/// Formats a duration for people: `340 ms`, `4.2 s`, `3 m 07 s`.
pub fn human_time(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0 => format!("{} ms", time.as_millis()),
        1..60 => format!("{:.1} s", time.as_secs_f64()),
        _ => format!("{} m {:02} s", seconds / 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::human_time;
    use std::time::Duration;

    #[test]
    fn times_are_formatted_for_people() {
        for (millis, text) in [(0, "0 ms"), (340, "340 ms"), (4_210, "4.2 s"), (187_900, "3 m 07 s")] {
            assert_eq!(human_time(Duration::from_millis(millis)), text);
        }
    }
}
