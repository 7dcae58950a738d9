//! Rules that look at each value by itself judge while the file is read.

use std::borrow::Cow;
use std::rc::Rc;

use super::named::Held;
use super::times::Clock;
use crate::extract::{self, ValueId, Values};
use crate::report::StepKind;
use crate::rule::Rule;
use crate::step::{Halt, Signs};
use crate::store::Store;
use crate::text::Steps;

/// The rules that want one file, those among them at work that look at each value by itself.
pub(super) struct Sieve<'s> {
    path: &'s str,
    store: Rc<Store>,
    clock: Option<Clock>,
    rules: Vec<Option<Sifted<'s>>>,
}

/// What a rule made of the values that came to it.
pub(super) struct Sifted<'r> {
    rule: &'r Rule,
    /// How many came.
    pub extracted: u64,
    /// What records among them have something for.
    pub held: Held,
    /// Whether the filters kept any.
    pub kept: bool,
    /// What these had of that which a value needs in order to fail.
    pub signs: Signs,
    /// The filter that cannot tell, and why: the rule says nothing about the file then.
    pub halted: Option<(StepKind, Halt)>,
    /// Milliseconds spent on filters and on the condition, when that is measured.
    pub filtering: f64,
    pub judging: f64,
    /// Steps that patterns of the filters may still take over the file.
    steps: Steps,
}

impl<'s> Sieve<'s> {
    /// A sieve for the rules that want the file at `path`, as many as there are `xpath`s; `None` for one that needs all
    /// its values together.
    pub fn new(
        path: &'s str,
        rules: impl Iterator<Item = Option<&'s Rule>>,
        store: Rc<Store>,
        clock: Option<Clock>,
    ) -> Self {
        Self { path, store, clock, rules: rules.map(|rule| rule.map(Sifted::new)).collect() }
    }

    /// What each rule made of the file.
    pub fn into_rules(self) -> Vec<Option<Sifted<'s>>> {
        self.rules
    }
}

impl<'r> Sifted<'r> {
    const fn new(rule: &'r Rule) -> Self {
        Self {
            rule,
            extracted: 0,
            held: Held::NONE,
            kept: false,
            signs: Signs::NONE,
            halted: None,
            filtering: 0.0,
            judging: 0.0,
            steps: Steps::new(Steps::PER_FILE),
        }
    }

    /// Whether nothing came, and the rule has nothing to say of that: so it is of most rules and most files.
    pub fn is_idle(&self) -> bool {
        self.extracted == 0 && !self.rule.condition().wants_some()
    }

    /// Milliseconds spent.
    pub fn spent(&self) -> f64 {
        self.filtering + self.judging
    }

    /// The values that the filters keep; `None` when one of them cannot tell, which is noted.
    fn filter<'l>(&mut self, path: &str, values: &Values, ids: &'l [ValueId]) -> Option<Cow<'l, [ValueId]>> {
        let rule = self.rule;
        let filters = [(StepKind::Filter, rule.filter()), (StepKind::NotFilter, rule.not_filter())];
        let choices = filters.into_iter().filter_map(|(kind, filter)| Some((kind, filter?.choice()?)));
        let mut kept = Cow::Borrowed(ids);
        for (kind, choice) in choices {
            match choice.choose(values, &kept, (rule.name(), path), &self.steps) {
                Ok(list) => kept = list.into(),
                Err(problem) => {
                    self.halted = Some((kind, Halt::Problem(problem)));
                    return None;
                }
            }
        }
        Some(kept)
    }
}

impl extract::Sieve for Sieve<'_> {
    fn wants(&self, xpath: usize) -> bool {
        self.rules[xpath].is_some()
    }

    /// Of the values it keeps those that fail.
    fn sift(&mut self, xpath: usize, values: &Values, ids: &[ValueId]) -> Vec<ValueId> {
        let Some(sifted) = &mut self.rules[xpath] else { return Vec::new() };
        sifted.extracted += ids.len() as u64;
        if !sifted.rule.xpath().labels().is_empty() {
            sifted.held.note(values, ids);
        }
        if sifted.halted.is_some() {
            return Vec::new();
        }
        let now = || self.clock.map_or(0.0, |clock| clock());
        let began = now();
        let Some(kept) = sifted.filter(self.path, values, ids) else { return Vec::new() };
        let filtered = now();
        sifted.filtering += filtered - began;
        sifted.kept |= !kept.is_empty();
        if let Some(needed) = sifted.rule.needed_to_fail() {
            sifted.signs = sifted.signs.and(needed.signs_of(values, &kept));
        }
        let failed = sifted.rule.condition().failing(values, &kept, &self.store);
        sifted.judging += now() - filtered;
        failed.into_iter().filter_map(|verdict| verdict.value).collect()
    }
}
