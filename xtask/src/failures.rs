//! Reads failed tests and their errors from the output of test runners. A long run repeats them at its end, where
//! people look for them, and where a truncated log still contains them.

use std::collections::BTreeSet;

use crate::tally::plain;

/// The maximum number of bytes of one failure that are repeated. The complete failure is further up in the output.
const LONGEST: usize = 600;

/// Returns the failures that one run of nextest or Vitest printed, in order. Each is the name of a test. With Vitest,
/// it also has the lines with the error and its place.
pub fn read(output: &str) -> Vec<String> {
    let lines: Vec<String> = output.lines().map(plain).collect();
    let mut reported = BTreeSet::new();
    let mut failures = nextest(&lines);
    failures.extend(vitest(&lines));
    // A test is printed twice if the runner prints it when it fails and again at the end.
    failures.retain(|failure| reported.insert(failure.clone()));
    failures
}

/// Parses the lines after `Summary [   0.011s] 3 tests run: …`: `FAIL [   0.004s] (2/3) package tests::name`.
fn nextest(lines: &[String]) -> Vec<String> {
    let Some(summary) = lines.iter().rposition(|line| line.trim_start().starts_with("Summary [")) else {
        return Vec::new();
    };
    let verdicts = lines.get(summary + 1..).unwrap_or_default().iter();
    verdicts.map(|line| line.trim()).filter(|line| line.contains("s] ")).map(str::to_owned).collect()
}

/// Parses ` FAIL  tests/a.test.ts > name`, then the error, and its place below: ` ❯ tests/a.test.ts:12:3`. An error may
/// have several lines: that of a failed command ends with its output. Tests with the same error are listed one below
/// the other.
fn vitest(lines: &[String]) -> Vec<String> {
    let mut failures = Vec::new();
    let mut lines = lines.iter().peekable();
    while let Some(line) = lines.next() {
        let Some(name) = line.strip_prefix(" FAIL  ") else { continue };
        let mut failure = name.trim().to_owned();
        if lines.peek().is_some_and(|next| !next.starts_with(" FAIL  ")) {
            let of_this = lines.clone().take_while(|line| !line.starts_with("⎯⎯"));
            let is_place = |line: &&String| line.trim_start().starts_with('❯');
            let thrown = of_this.clone().take_while(|line| !is_place(line)).filter(|line| !line.trim().is_empty());
            for line in thrown {
                failure.push_str("\n  ");
                failure.push_str(line.trim());
            }
            failure = shorten(&failure);
            if let Some(place) = of_this.clone().find(is_place) {
                failure.push_str("\n  ");
                failure.push_str(place.trim());
            }
        }
        failures.push(failure);
    }
    failures
}

fn shorten(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::read;

    macro_rules! failures {
        ($($name:ident($text:expr $(,)?) => $failures:expr;)*) => {
            $(#[test] fn $name() { assert_eq!(read($text), $failures as &[&str]); })*
        };
    }

    failures! {
        nothing_failed("     Summary [   0.011s] 3 tests run: 3 passed, 0 skipped\n") => &[];
        nextest_lists_failures_twice("        FAIL [   0.004s] (1/2) a b::c\n     Summary [   0.011s] 2 tests run: 1 passed, 1 failed\n\
            \x20       FAIL [   0.004s] (1/2) a b::c\nerror: test run failed\n") => &["FAIL [   0.004s] (1/2) a b::c"];
        nextest_ran_out_of_time("     Summary [   9.011s] 1 test run: 0 passed, 1 timed out\n     TIMEOUT [   9.000s] (1/1) a d\n")
            => &["TIMEOUT [   9.000s] (1/1) a d"];
        vitest_names_the_group("⎯⎯ Failed Tests 1 ⎯⎯\n\n FAIL  |together| tests/a.test.ts > it is so\nError: no\n\n⎯⎯⎯⎯[1/1]⎯\n")
            => &["|together| tests/a.test.ts > it is so\n  Error: no"];
        vitest_lists_errors_with_their_place(
            "⎯⎯ Failed Tests 1 ⎯⎯\n\n FAIL  tests/a.test.ts > it is so\nAssertionError: expected 1 to be 2\n ❯ tests/a.test.ts:3:4\n\
            \x20     1| a\n\n⎯⎯⎯⎯[1/1]⎯\n",
        ) => &["tests/a.test.ts > it is so\n  AssertionError: expected 1 to be 2\n  ❯ tests/a.test.ts:3:4"];
        vitest_includes_the_output_of_a_command(
            " FAIL  tests/a.test.ts > it is so\nError: Command failed: sh -ec a\nb\n\n  no such file\n\n ❯ tests/a.test.ts:3:4\n\n⎯⎯⎯⎯[1/1]⎯\n",
        ) => &["tests/a.test.ts > it is so\n  Error: Command failed: sh -ec a\n  b\n  no such file\n  ❯ tests/a.test.ts:3:4"];
        vitest_groups_equal_failures("\u{1b}[31m FAIL \u{1b}[39m tests/a.test.ts > one\n FAIL  tests/a.test.ts > two\nError: no\n\n⎯⎯[1/2]⎯\n")
            => &["tests/a.test.ts > one", "tests/a.test.ts > two\n  Error: no"];
        other_words_are_not_failures("FAILED  build\n FAIL fast\n") => &[];
    }
}
