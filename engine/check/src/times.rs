//! Measures the time of rules and steps, if the host provides a clock. The engine itself has none.

use assay_report::{Timing, Timings};
use assay_rule::RuleSet;
use serde::{Deserialize, Serialize};

/// A function of the host that returns the time in milliseconds since any fixed point.
pub type Clock = fn() -> f64;

/// The steps of a run that are measured, in its order.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum MeasuredStep {
    /// Building collections.
    Index,
    /// Reading files.
    Read,
    /// Decoding, parsing and extracting, for all rules at once.
    Extract,
    /// `filter`, `not_filter` and `subfilter`.
    Filter,
    /// `condition`.
    Condition,
}

const STEPS: [&str; 5] = ["index", "read", "extract", "filter", "condition"];

/// Milliseconds spent, over all workers.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub(super) struct Times {
    steps: [f64; STEPS.len()],
    /// By rule, the time of the steps that belong to a single rule.
    rules: Vec<f64>,
}

impl Times {
    /// Adds the time of a step, for one rule or for all rules.
    pub fn add(&mut self, step: MeasuredStep, rule: Option<u32>, milliseconds: f64) {
        self.steps[step as usize] += milliseconds;
        if let Some(rule) = rule {
            self.add_rule(rule as usize, milliseconds);
        }
    }

    pub fn merge(&mut self, other: &Self) {
        for (sum, more) in self.steps.iter_mut().zip(other.steps) {
            *sum += more;
        }
        for (rule, &more) in other.rules.iter().enumerate() {
            self.add_rule(rule, more);
        }
    }

    fn add_rule(&mut self, rule: usize, milliseconds: f64) {
        // The list ends with the last rule that has a measured step.
        if self.rules.len() <= rule {
            self.rules.resize(rule + 1, 0.0);
        }
        self.rules[rule] += milliseconds;
    }

    /// Converts the times for a report.
    pub fn into_timings(self, total: f64, rules: &RuleSet) -> Timings {
        // Rounded to microseconds, because clocks are not more precise.
        let round = |milliseconds: f64| (milliseconds * 1000.0).round() / 1000.0;
        let timing = |name: &str, spent: f64| Timing { name: name.to_owned(), milliseconds: round(spent) };
        let by_rule = rules.rules().iter().enumerate();
        Timings {
            total: round(total),
            steps: STEPS.iter().zip(self.steps).map(|(name, spent)| timing(name, spent)).collect(),
            rules: by_rule.map(|(at, rule)| timing(rule.name(), self.rules.get(at).copied().unwrap_or(0.0))).collect(),
        }
    }
}
