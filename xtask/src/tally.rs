//! Reads the number of passed and failed tests from the output of test runners.

use std::iter::Sum;
use std::ops::Add;

/// A count of tests.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub struct Tally {
    /// The number of tests that passed.
    pub passed: usize,
    /// The number of tests that failed, for any reason.
    pub failed: usize,
}

impl Add for Tally {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { passed: self.passed + other.passed, failed: self.failed + other.failed }
    }
}

impl Sum for Tally {
    fn sum<I: Iterator<Item = Self>>(counts: I) -> Self {
        counts.fold(Self::default(), Add::add)
    }
}

/// Sums up the output of one run of nextest, cargo's runner or Vitest. Other lines are ignored.
///
/// Nextest and Vitest end with one line for all tests. Similar lines before it were printed by failed tests, for which
/// nextest shows the output of cargo's runner.
pub fn read(output: &str) -> Tally {
    let lines: Vec<String> = output.lines().map(plain).collect();
    let last = lines.iter().rev().find_map(|line| nextest(line).or_else(|| vitest(line)));
    last.unwrap_or_else(|| lines.iter().filter_map(|line| cargo(line)).sum())
}

/// Parses `Summary [   0.011s] 3 tests run: 2 passed (1 slow), 1 timed out, 0 skipped`. Every test that was run and did
/// not pass counts as failed.
fn nextest(line: &str) -> Option<Tally> {
    let (run, verdicts) = line.trim().strip_prefix("Summary [")?.split_once(']')?.1.split_once(" run:")?;
    // For a run that was cancelled, it is `3/10 tests run`.
    let run: usize = run.trim().split(['/', ' ']).next()?.parse().ok()?;
    let passed = number_before(verdicts, "passed").unwrap_or(0);
    Some(Tally { passed, failed: run.saturating_sub(passed) })
}

/// Parses `test result: ok. 3 passed; 1 failed; 0 ignored; …`.
fn cargo(line: &str) -> Option<Tally> {
    let verdicts = line.trim().strip_prefix("test result:")?;
    Some(Tally { passed: number_before(verdicts, "passed")?, failed: number_before(verdicts, "failed")? })
}

/// Parses `Tests  1 failed
///
/// 3 passed (4)`.
fn vitest(line: &str) -> Option<Tally> {
    let verdicts = line.trim().strip_prefix("Tests ")?;
    let count = |word| number_before(verdicts, word);
    let (passed, failed) = (count("passed"), count("failed"));
    passed.or(failed)?;
    Some(Tally { passed: passed.unwrap_or(0), failed: failed.unwrap_or(0) })
}

/// Returns the number in front of a word that starts with `word`.
fn number_before(text: &str, word: &str) -> Option<usize> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let place = words.iter().position(|candidate| candidate.starts_with(word))?;
    words.get(place.checked_sub(1)?)?.parse().ok()
}

/// Returns a line without the escape sequences for colours.
pub fn plain(line: &str) -> String {
    let mut plain = String::with_capacity(line.len());
    let mut chars = line.chars();
    while let Some(char) = chars.next() {
        if char == '\u{1b}' {
            // A colour ends with the first letter after its numbers.
            chars.by_ref().find(char::is_ascii_alphabetic);
        } else {
            plain.push(char);
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::{Tally, read};

    macro_rules! counts {
        ($($name:ident($text:expr) => $passed:expr, $failed:expr;)*) => {
            $(#[test] fn $name() { assert_eq!(read($text), Tally { passed: $passed, failed: $failed }); })*
        };
    }

    counts! {
        nextest_passed("     Summary [   0.011s] 3 tests run: 3 passed, 0 skipped") => 3, 0;
        nextest_one("     Summary [   0.011s] 1 test run: 1 passed, 0 skipped") => 1, 0;
        nextest_failed("     Summary [   0.011s] 3 tests run: 2 passed (1 slow), 1 failed, 0 skipped") => 2, 1;
        nextest_timed_out("     Summary [   9.011s] 3 tests run: 2 passed, 1 timed out, 4 skipped") => 2, 1;
        nextest_cut_short("     Summary [   0.011s] 3/10 tests run: 2 passed, 1 failed, 0 skipped") => 2, 1;
        cargo_sums_its_crates("test result: ok. 2 passed; 0 failed; 1 ignored; 0 measured; 0 filtered out\n\
            test result: FAILED. 1 passed; 3 failed; 0 ignored; 0 measured; 0 filtered out") => 3, 3;
        vitest_passed("      Tests  12 passed (12)") => 12, 0;
        vitest_failed("      Tests  1 failed | 3 passed | 2 skipped (6)") => 3, 1;
        vitest_all_failed("      Tests  4 failed (4)") => 0, 4;
        nextest_output_of_a_failed_test_is_ignored("test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 9 filtered out\n\
            Tests  7 failed (7)\n     Summary [   0.011s] 3 tests run: 2 passed, 1 failed, 0 skipped\n\
            error: test run failed") => 2, 1;
        vitest_output_of_a_failed_test_is_ignored("+ test result: ok. 2 passed; 1 failed;\ntest result: ok. 2 passed; 1 failed;\n\
            Tests  1 failed (1)\n      Tests  1 failed | 3 passed (4)\n   Duration  647ms") => 3, 1;
        vitest_files_are_not_tests(" Test Files  2 passed (2)") => 0, 0;
        colours_are_ignored("\u{1b}[2m      Tests \u{1b}[22m \u{1b}[1m\u{1b}[32m3 passed\u{1b}[39m\u{1b}[22m (3)") => 3, 0;
        other_lines_are_ignored("running 3 tests\n3 passed, 1 failed\n") => 0, 0;
    }
}
