//! Malicious scripts: each ends with its problem, within its limits.

mod growth;
mod nesting;
mod outside;
mod running;

use cpu_time::ThreadTime;

use crate::Limits;
use crate::fixture::Fixture;

/// Limits that are reached quickly.
const SMALL: Limits = Limits {
    operations: 20_000,
    // Far more than any test takes, even on a busy machine: other limits must stop the scripts.
    milliseconds: 60_000.0,
    depth: 64,
    text: 64 << 10,
    list: 5000,
    levels: 64,
    memory: 256 << 20,
    stack: 1 << 20,
    overruns: u32::MAX,
    findings: 1 << 30,
};

/// The time in milliseconds of a thread after which a script counts as not stopped by its limit. Generous, for slow
/// machines.
/// machine may be slow.
const HANGING: u128 = 30_000;

/// Runs scripts one after another, and collects those that did not end as expected.
struct Trial {
    fixture: Fixture,
    count: usize,
    wrong: Vec<String>,
}

impl Trial {
    fn new(limits: Limits) -> Self {
        Self { fixture: Fixture::with(limits), count: 0, wrong: Vec::new() }
    }

    fn library(mut self, name: &str, text: &str) -> Self {
        self.fixture.libraries.add(name, &format!("lib/{name}.rhai"), text.to_owned());
        self
    }

    /// Asserts that the body of a filter ends with the problem `code`, or without one.
    fn ends(&mut self, body: &str, code: &str) {
        self.script(&format!("fn f(data, filepath) {{ {body} }}"), code);
    }

    /// Like [`Self::ends`], for a whole script.
    fn script(&mut self, script: &str, code: &str) {
        self.count += 1;
        let since = ThreadTime::now();
        let outcome = self.fixture.filter(script, &["a", "b"]);
        let actual = match &outcome {
            Ok(_) => "fine",
            Err(message) => message.split([' ', ':']).next().unwrap_or(""),
        };
        let took = since.elapsed().as_millis();
        if actual != code || took > HANGING {
            let excerpt: String = script.chars().take(200).collect();
            self.wrong.push(format!("{excerpt}\n    {outcome:.200?} after {took} ms, not {code}"));
        }
        let _ = self.fixture.host.take_prints();
    }

    /// Asserts that at least `least` scripts were run, and that each ended as expected.
    fn finish(self, least: usize) {
        assert!(self.wrong.is_empty(), "{} of {}:\n{}", self.wrong.len(), self.count, self.wrong.join("\n"));
        assert!(self.count >= least, "{} scripts", self.count);
    }
}
