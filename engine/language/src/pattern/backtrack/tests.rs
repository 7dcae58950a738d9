//! Tests that the backtracking machine finds the same matches as `fancy-regex`, within step limits.

use super::Steps;
use crate::pattern::{BacktrackLimit, Pattern, SearchBudget};

const PACE: SearchBudget<'static> = SearchBudget { at_once: usize::MAX, go_on: &|| true, steps: Steps::PER_FILE };

/// Returns the number of steps of a search for `pattern` in `text`, and its result.
fn steps(pattern: &str, text: &str) -> (u64, Result<bool, BacktrackLimit>) {
    let steps = Steps::new(Steps::PER_FILE);
    let found = Pattern::new(pattern).unwrap().is_match_counted(text, &steps);
    (Steps::PER_FILE - steps.left(), found)
}

/// Random numbers that are the same in every run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    fn one_of<'s>(&mut self, all: &[&'s str]) -> &'s str {
        let at = self.below(all.len() as u64);
        all[usize::try_from(at).unwrap()]
    }

    fn text(&mut self) -> String {
        (0..self.below(9)).map(|_| self.one_of(&["a", "b", "c", "é", "_", "\n"])).collect()
    }

    /// Generates a pattern in the syntax that Python and `fancy-regex` share.
    fn pattern(&mut self, depth: u64) -> String {
        let mut made = String::new();
        for _ in 0..=self.below(3) {
            let part = match if depth == 0 { self.below(5) } else { self.below(13) } {
                0 | 1 => self.one_of(&["a", "b", "c", "é"]).to_owned(),
                2 => self.one_of(&[".", "[ab]", "[^a]", "(?s:.)"]).to_owned(),
                3 => self
                    .one_of(&["a*", "[ab]+", "b?", "a{2}", ".*", "[^b]{1,2}", "a*?", ".+?", "a?+", "[ab]*+"])
                    .to_owned(),
                4 => self.one_of(&[r"\b", r"\B", "^", r"\z"]).to_owned(),
                5 => format!("(?={})", self.pattern(depth - 1)),
                6 => format!("(?!{})", self.pattern(depth - 1)),
                7 => format!("(?<={})", self.one_of(&["a", "b", "[ab]", "aa", "ab"])),
                8 => format!("(?<!{})", self.one_of(&["a", "b", "[ab]", "aa", "é"])),
                9 => format!("(?>{})", self.pattern(depth - 1)),
                10 => format!("(?:{}|{})", self.pattern(depth - 1), self.pattern(depth - 1)),
                11 => format!("({})", self.pattern(depth - 1)),
                _ => format!("(?:a{}){}", self.pattern(depth - 1), self.one_of(&["*", "+", "?", "*?", "{2}", "{1,2}"])),
            };
            made.push_str(&part);
        }
        made
    }
}

/// Returns all matches of a pattern in a text, each with its groups.
fn everything(pattern: &Pattern, text: &str) -> Vec<Vec<Option<String>>> {
    let mut places = Vec::new();
    let take = |groups: crate::Groups<'_>| {
        places.push((0..groups.len()).map(|at| groups.get(at).map(str::to_owned)).collect());
        true
    };
    pattern.for_each_match(text, &PACE, take).unwrap();
    places
}

#[test]
fn matches_equal_those_of_fancy_regex() {
    let mut random = Random(7);
    let mut compared = 0;
    for _ in 0..4000 {
        let mut source = random.pattern(2);
        if random.below(3) == 0 {
            source = format!("({source}){}\\1", random.one_of(&["", "a", "(?=b)", ".*"]));
        }
        let Ok(pattern) = Pattern::new(&source) else { continue };
        let fancy = fancy_regex::Regex::new(&source).unwrap_or_else(|error| panic!("{source}: {error}"));
        if pattern.linear().is_some() {
            continue;
        }
        for _ in 0..12 {
            let text = random.text();
            let places = fancy.captures_iter(&text).map(|captures| {
                let captures = captures.unwrap();
                (0..captures.len())
                    .map(|at| captures.get(at).map(|found| found.as_str().to_owned()))
                    .collect::<Vec<_>>()
            });
            assert_eq!(everything(&pattern, &text), places.collect::<Vec<_>>(), "{source} in {text:?}");
            assert_eq!(pattern.is_match(&text), Ok(fancy.is_match(&text).unwrap()), "{source} in {text:?}");
            compared += 1;
        }
    }
    assert!(compared > 20_000, "{compared}");
}

#[test]
fn hang_lookaround() {
    let text = "a".repeat(50_000);
    for (pattern, factor) in [
        ("(?=(a*))b", 12),
        (r"(?<!_)\w+\.tga", 12),
        (r"(?<!_)(?:\w|\d)+\.tga", 20),
        ("(?=a*?b)a", 20),
        ("(?!a*c)b", 12),
        (r"(?=.*\d)(?=.*[b-z])\w{8,}", 40),
        (r"(?<=a)(?:a|aa)*c", 20),
        (r"\w++\.tga", 12),
        ("^(?!.*_bak).*x$", 12),
    ] {
        let (steps, found) = steps(pattern, &text);
        assert_eq!(found, Ok(false), "{pattern}");
        assert!(steps <= factor * text.len() as u64, "{pattern}: {steps}");
    }
}

#[test]
fn slow_searches_stop_after_the_same_number_of_steps() {
    let text = "a".repeat(50_000);
    for pattern in [r"(?=(a*))\1b", "(a*)*\\1b", "(?:a|(a))*\\1c"] {
        let (steps, found) = steps(pattern, &text);
        assert_eq!((steps, found), (Steps::PER_FILE, Err(BacktrackLimit)), "{pattern}");
    }
}

#[test]
fn strings_share_the_step_limit() {
    let pattern = Pattern::new("(?=a)ab").unwrap();
    let steps = Steps::new(10_000);
    let done = (0..10_000).take_while(|_| pattern.is_match_counted("acab", &steps).is_ok()).count();
    assert!((100..2000).contains(&done), "{done}");
}

#[test]
fn a_long_search_checks_if_it_may_continue() {
    let text = "a".repeat(100_000);
    let pattern = Pattern::new(r"(?=(a*))\1b").unwrap();
    let checks = std::cell::Cell::new(0);
    let go_on = || {
        checks.set(checks.get() + 1);
        checks.get() < 3
    };
    assert_eq!(
        pattern.is_match_within(&text, &SearchBudget { at_once: 0, go_on: &go_on, steps: Steps::PER_FILE }),
        Err(BacktrackLimit)
    );
    assert_eq!(checks.get(), 3);
}
