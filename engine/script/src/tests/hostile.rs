//! Scripts that mean harm: each ends with its problem, within its limits.

mod growth;
mod nesting;
mod outside;
mod running;

use cpu_time::ThreadTime;

use crate::Limits;
use crate::fixture::Fixture;

/// Limits that are hit soon.
const SMALL: Limits = Limits {
    operations: 20_000,
    // Far more than any of them takes, on a busy machine, too: other limits are to stop them.
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

/// A script that takes longer was not stopped by the limit that was to stop it, in milliseconds of its thread. Generous, as the
/// machine may be slow.
const HANGING: u128 = 30_000;

/// Runs scripts one after the other, and gathers what did not end as it should have.
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

    /// The body of a filter ends with the problem `code`, or with none.
    fn ends(&mut self, body: &str, code: &str) {
        self.script(&format!("fn f(data, filepath) {{ {body} }}"), code);
    }

    /// A whole script does.
    fn script(&mut self, script: &str, code: &str) {
        self.count += 1;
        let since = ThreadTime::now();
        let outcome = self.fixture.filter(script, &["a", "b"]);
        let said = match &outcome {
            Ok(_) => "fine",
            Err(said) => said.split([' ', ':']).next().unwrap_or(""),
        };
        let took = since.elapsed().as_millis();
        if said != code || took > HANGING {
            let shown: String = script.chars().take(200).collect();
            self.wrong.push(format!("{shown}\n    {outcome:.200?} after {took} ms, not {code}"));
        }
        let _ = self.fixture.host.take_prints();
    }

    /// At least `least` scripts were tried, and each ended as it should have.
    fn finish(self, least: usize) {
        assert!(self.wrong.is_empty(), "{} of {}:\n{}", self.wrong.len(), self.count, self.wrong.join("\n"));
        assert!(self.count >= least, "{} scripts", self.count);
    }
}
