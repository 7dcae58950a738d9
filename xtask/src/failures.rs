//! Which tests failed, and of what, read from what the test runners print: a long run says it again at its end, where
//! it is looked for, and where a log that was cut still has it.

use std::collections::BTreeSet;

use crate::tally::plain;

/// How much of one failure is said again; the whole stands further up.
const LONGEST: usize = 600;

/// The failures that one run of nextest or Vitest printed, in its order; each is the name of a test, and with Vitest the
/// lines that say what went wrong and where.
pub fn read(output: &str) -> Vec<String> {
    let lines: Vec<String> = output.lines().map(plain).collect();
    let mut told = BTreeSet::new();
    let mut failures = nextest(&lines);
    failures.extend(vitest(&lines));
    // A test stands twice where it is told as it fails and once more at the end.
    failures.retain(|failure| told.insert(failure.clone()));
    failures
}

/// What stands below `Summary [   0.011s] 3 tests run: …`: `FAIL [   0.004s] (2/3) package tests::name`.
fn nextest(lines: &[String]) -> Vec<String> {
    let Some(summary) = lines.iter().rposition(|line| line.trim_start().starts_with("Summary [")) else {
        return Vec::new();
    };
    let verdicts = lines.get(summary + 1..).unwrap_or_default().iter();
    verdicts.map(|line| line.trim()).filter(|line| line.contains("s] ")).map(str::to_owned).collect()
}

/// ` FAIL  tests/a.test.ts > name`, then what was thrown, and further down its place: ` ❯ tests/a.test.ts:12:3`. What was thrown can
/// have several lines: those of a failed command end with what it printed. Tests that failed alike stand one below the other.
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
            failure = shortened(&failure);
            if let Some(place) = of_this.clone().find(is_place) {
                failure.push_str("\n  ");
                failure.push_str(place.trim());
            }
        }
        failures.push(failure);
    }
    failures
}

fn shortened(text: &str) -> String {
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
        nextest_tells_twice("        FAIL [   0.004s] (1/2) a b::c\n     Summary [   0.011s] 2 tests run: 1 passed, 1 failed\n\
            \x20       FAIL [   0.004s] (1/2) a b::c\nerror: test run failed\n") => &["FAIL [   0.004s] (1/2) a b::c"];
        nextest_ran_out_of_time("     Summary [   9.011s] 1 test run: 0 passed, 1 timed out\n     TIMEOUT [   9.000s] (1/1) a d\n")
            => &["TIMEOUT [   9.000s] (1/1) a d"];
        vitest_names_the_group("⎯⎯ Failed Tests 1 ⎯⎯\n\n FAIL  |together| tests/a.test.ts > it is so\nError: no\n\n⎯⎯⎯⎯[1/1]⎯\n")
            => &["|together| tests/a.test.ts > it is so\n  Error: no"];
        vitest_says_what_and_where(
            "⎯⎯ Failed Tests 1 ⎯⎯\n\n FAIL  tests/a.test.ts > it is so\nAssertionError: expected 1 to be 2\n ❯ tests/a.test.ts:3:4\n\
            \x20     1| a\n\n⎯⎯⎯⎯[1/1]⎯\n",
        ) => &["tests/a.test.ts > it is so\n  AssertionError: expected 1 to be 2\n  ❯ tests/a.test.ts:3:4"];
        vitest_says_what_a_command_printed(
            " FAIL  tests/a.test.ts > it is so\nError: Command failed: sh -ec a\nb\n\n  no such file\n\n ❯ tests/a.test.ts:3:4\n\n⎯⎯⎯⎯[1/1]⎯\n",
        ) => &["tests/a.test.ts > it is so\n  Error: Command failed: sh -ec a\n  b\n  no such file\n  ❯ tests/a.test.ts:3:4"];
        vitest_with_two_alike("\u{1b}[31m FAIL \u{1b}[39m tests/a.test.ts > one\n FAIL  tests/a.test.ts > two\nError: no\n\n⎯⎯[1/2]⎯\n")
            => &["tests/a.test.ts > one", "tests/a.test.ts > two\n  Error: no"];
        another_word_is_no_failure("FAILED  build\n FAIL fast\n") => &[];
    }
}
