//! Judges values while the file is read, for rules that look at each value separately.

use std::borrow::Cow;
use std::rc::Rc;

use assay_document::extract::{self, ValueId, Values};
use assay_document::text::Steps;
use assay_report::StepKind;
use assay_rule::Rule;
use assay_step::{FilterHalt, Signs};
use assay_store::Store;

use super::named::SeenLabels;
use super::times::Clock;

/// The rules that select one file. Rules that look at each value separately judge while it is read.
pub(super) struct RuleJudge<'s> {
    path: &'s str,
    store: Rc<Store>,
    clock: Option<Clock>,
    pub rules: Vec<Option<StreamState<'s>>>,
}

/// The result of a rule for the values of one file so far.
pub(super) struct StreamState<'r> {
    rule: &'r Rule,
    /// The number of values.
    pub extracted: u64,
    /// The names of its records that have values.
    pub seen_labels: SeenLabels,
    /// True if the filters kept any.
    pub kept: bool,
    /// Which of the properties that a value needs in order to fail these values had.
    pub properties: Signs,
    /// The filter that could not decide, and why: the rule has no result for the file then.
    pub halted: Option<(StepKind, FilterHalt)>,
    /// The milliseconds spent on filters and on the condition, if they are measured.
    pub filtering: f64,
    pub judging: f64,
    /// The number of steps that patterns of the filters may still take in the file.
    steps: Steps,
}

impl<'s> RuleJudge<'s> {
    /// Creates the judge for the file at `path`, or for one of several slices of it. `rules` has `None` for a rule that
    /// needs all its values together.
    pub fn new(
        (path, slices): (&'s str, u32),
        rules: impl Iterator<Item = Option<&'s Rule>>,
        store: Rc<Store>,
        clock: Option<Clock>,
    ) -> Self {
        Self { path, store, clock, rules: rules.map(|rule| rule.map(|rule| StreamState::new(rule, slices))).collect() }
    }
}

impl<'r> StreamState<'r> {
    const fn new(rule: &'r Rule, slices: u32) -> Self {
        Self {
            rule,
            extracted: 0,
            seen_labels: SeenLabels::NONE,
            kept: false,
            properties: Signs::NONE,
            halted: None,
            filtering: 0.0,
            judging: 0.0,
            steps: Steps::of_file(slices),
        }
    }

    /// Returns true if there were no values, and the rule accepts that. This is true of most rules and most files.
    pub fn is_idle(&self) -> bool {
        self.extracted == 0 && !self.rule.condition().requires_some()
    }

    /// Returns the values that the filters keep; `None` if one of the filters could not decide, which is recorded.
    fn filter<'l>(&mut self, path: &str, values: &Values, ids: &'l [ValueId]) -> Option<Cow<'l, [ValueId]>> {
        let rule = self.rule;
        let filters = [(StepKind::Filter, rule.filter()), (StepKind::NotFilter, rule.not_filter())];
        let choices = filters.into_iter().filter_map(|(kind, filter)| Some((kind, filter?.choice()?)));
        let mut kept = Cow::Borrowed(ids);
        for (kind, choice) in choices {
            match choice.choose(values, &kept, (rule.name(), path), &self.steps) {
                Ok(list) => kept = list.into(),
                Err(problem) => {
                    self.halted = Some((kind, FilterHalt::Problem(problem)));
                    return None;
                }
            }
        }
        Some(kept)
    }
}

impl extract::StreamingJudge for RuleJudge<'_> {
    fn judges(&self, xpath: usize) -> bool {
        self.rules[xpath].is_some()
    }

    /// Returns the values that fail. Only these are kept.
    fn judge_values(&mut self, xpath: usize, values: &Values, ids: &[ValueId]) -> Vec<ValueId> {
        let Some(stream) = &mut self.rules[xpath] else { return Vec::new() };
        stream.extracted += ids.len() as u64;
        if !stream.rule.xpath().labels().is_empty() {
            stream.seen_labels.note(values, ids);
        }
        if stream.halted.is_some() {
            return Vec::new();
        }
        let now = || self.clock.map_or(0.0, |clock| clock());
        let began = now();
        let Some(kept) = stream.filter(self.path, values, ids) else { return Vec::new() };
        let filtered = now();
        stream.filtering += filtered - began;
        stream.kept |= !kept.is_empty();
        if let Some(needed) = stream.rule.needed_to_fail() {
            stream.properties = stream.properties.and(needed.properties_of(values, &kept));
        }
        let failed = stream.rule.condition().failing(values, &kept, &self.store);
        stream.judging += now() - filtered;
        failed.into_iter().filter_map(|verdict| verdict.value).collect()
    }
}
