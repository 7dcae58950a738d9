//! Determines which rule calls which Python function, and where each function is moved.
//!
//! In version 1 the functions of all rules were global. If two had the same name, all rules used the later one. Now a
//! rule can call the functions of its `func_str` and of the `script:` of the file, so functions that several rules
//! share are moved to `script:`.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::call::{PythonCall, Role, calls};
use super::choice::{Returns, choice};
use super::draft::{DraftContent, DraftLines, DraftPart, find};
use super::expression::{is_understood, with_matches};
use super::python::{PythonOutline, Statement, is_python, rhai_functions};

pub(super) struct Replacement {
    pub text: String,
    pub of: StatementPlace,
}

/// The parts of a rule that matter for the plan.
pub(super) struct PlannedRule {
    pub name: String,
    pub calls: Vec<PythonCall>,
    /// Its functions, if they are Python.
    pub python: Option<DraftLines>,
    /// The names of its functions, if they are Rhai.
    rhai: Vec<String>,
}

impl PlannedRule {
    pub fn of(part: &DraftPart, name: Option<String>) -> Self {
        let entries = part.entries().map_or(&[][..], Vec::as_slice);
        let code = find(entries, "func_str").map(|entry| &entry.part.content);
        let code = match code {
            Some(DraftContent::Text(lines)) => Some(lines),
            _ => None,
        };
        Self {
            name: name.unwrap_or_default(),
            calls: calls(entries),
            python: code.filter(|code| is_python(&code.text)).cloned(),
            rhai: code.map_or_else(Vec::new, |code| rhai_functions(&code.text).map(str::to_owned).collect()),
        }
    }
}

/// The place of a statement: the index of the rule with the functions, and the index of the statement in them.
pub(super) type StatementPlace = (usize, usize);

/// The place of each function in the new file.
pub(super) struct MigrationPlan<'p> {
    pub rules: &'p [PlannedRule],
    /// The Python of each rule.
    pub outlines: Vec<Option<PythonOutline<'p>>>,
    /// The last statement that defines each name: the one that version 1 used.
    last: HashMap<&'p str, StatementPlace>,
    /// The functions in the `script:` of the file.
    script: Vec<String>,
    /// The statements that each rule needs, directly or indirectly.
    pub reached: Vec<BTreeSet<StatementPlace>>,
    /// The statements that go to the file's `script:`, and the rules that need each.
    pub shared: BTreeMap<StatementPlace, BTreeSet<usize>>,
    /// The roles in which each function is called, by its place and name.
    pub roles: HashMap<(StatementPlace, &'p str), BTreeSet<Role>>,
    /// The functions that an expression replaces.
    pub replaced: BTreeSet<StatementPlace>,
}

impl<'p> MigrationPlan<'p> {
    pub fn new(rules: &'p [PlannedRule], script: Option<&DraftPart>) -> Self {
        let outlines: Vec<_> = rules.iter().map(|rule| Some(PythonOutline::of(&rule.python.as_ref()?.text))).collect();
        let mut last = HashMap::new();
        for (rule, outline) in outlines.iter().enumerate() {
            for (at, statement) in outline.iter().flat_map(|outline| &outline.statements).enumerate() {
                last.extend(statement.defines.iter().map(|definition| (definition.name, (rule, at))));
            }
        }
        let text = script.and_then(DraftPart::as_text).unwrap_or("");
        let mut plan = Self {
            rules,
            outlines,
            last,
            script: rhai_functions(text).map(str::to_owned).collect(),
            reached: Vec::new(),
            shared: BTreeMap::new(),
            roles: HashMap::new(),
            replaced: BTreeSet::new(),
        };
        plan.reached = (0..rules.len()).map(|rule| plan.reachable_statements(rule)).collect();
        // Nothing can be added to a script in a separate file.
        if text.trim_end().rsplit_once('.').is_none_or(|(_, ending)| ending != "rhai") {
            plan.share();
        }
        plan.roles = plan.roles();
        plan
    }

    pub fn statement(&self, (rule, at): StatementPlace) -> Option<&Statement<'p>> {
        self.outlines[rule].as_ref()?.statements.get(at)
    }

    pub fn is_function(&self, place: StatementPlace) -> bool {
        let defines = self.statement(place).map_or(&[][..], |statement| &statement.defines);
        defines.iter().any(|definition| definition.parameters.is_some())
    }

    /// Returns the statement that a name refers to in a rule: a statement of the rule itself, or else the last function
    /// of the file. Returns `None` if the name is unknown, or if a Rhai function has it.
    fn resolve(&self, rule: usize, name: &str) -> Option<StatementPlace> {
        let is_rhai = |names: &[String]| names.iter().any(|known| known == name);
        let own = self.outlines[rule].as_ref().and_then(|outline| {
            let defines = |statement: &Statement<'_>| statement.defines.iter().any(|known| known.name == name);
            outline.statements.iter().rposition(defines).map(|at| (rule, at))
        });
        if own.is_some() || is_rhai(&self.rules[rule].rhai) || is_rhai(&self.script) {
            return own;
        }
        self.last.get(name).copied().filter(|&place| self.is_function(place))
    }

    /// Returns the statements that a statement needs directly.
    fn needs(&self, place: StatementPlace) -> Vec<StatementPlace> {
        let mentions = self.statement(place).map_or(&[][..], |statement| &statement.mentions);
        let needed = mentions.iter().filter_map(|name| self.resolve(place.0, name));
        needed.filter(|&needed| needed != place).collect()
    }

    /// Returns the statements `from`, and all that they need directly or indirectly.
    fn closure(&self, from: impl IntoIterator<Item = StatementPlace>) -> BTreeSet<StatementPlace> {
        let mut open: Vec<StatementPlace> = from.into_iter().collect();
        let mut found = BTreeSet::new();
        while let Some(place) = open.pop() {
            if found.insert(place) {
                open.extend(self.needs(place));
            }
        }
        found
    }

    fn reachable_statements(&self, rule: usize) -> BTreeSet<StatementPlace> {
        let calls = &self.rules[rule].calls;
        self.closure(calls.iter().filter_map(|call| self.resolve(rule, &call.name)))
    }

    /// Returns a key for a function with everything that it needs. Functions with equal keys are copies of one
    /// function.
    fn key(&self, place: StatementPlace) -> String {
        let mut texts = vec![self.python(place)];
        texts.extend(
            self.closure([place]).into_iter().filter(|&needed| needed != place).map(|place| self.python(place)),
        );
        texts.join("\n")
    }

    fn python(&self, place: StatementPlace) -> String {
        let Some(outline) = &self.outlines[place.0] else { return String::new() };
        let lines = &outline.lines[outline.statements[place.1].lines.clone()];
        lines.iter().map(|line| line.trim_end()).collect::<Vec<_>>().join("\n")
    }

    /// Finds the functions that several rules need, and everything that these functions need.
    fn share(&mut self) {
        let mut users: BTreeMap<String, (StatementPlace, BTreeSet<usize>)> = BTreeMap::new();
        for (rule, reached) in self.reached.iter().enumerate() {
            for &place in reached.iter().filter(|&&place| self.is_function(place)) {
                let (last, rules) = users.entry(self.key(place)).or_insert((place, BTreeSet::new()));
                *last = place.max(*last);
                rules.insert(rule);
            }
        }
        // If two functions had the same name, other rules used only the last one in version 1.
        let is_last = |place: StatementPlace| {
            let defines = self.statement(place).map_or(&[][..], |statement| &statement.defines);
            defines.iter().all(|definition| self.last.get(definition.name) == Some(&place))
        };
        let is_shared = |(place, rules): &(StatementPlace, BTreeSet<usize>)| {
            (rules.len() > 1 || !rules.contains(&place.0)) && is_last(*place)
        };
        let shared: BTreeMap<_, _> = users.into_values().filter(is_shared).collect();
        for (&place, rules) in &shared {
            for needed in self.closure([place]) {
                self.shared.entry(needed).or_default().extend(rules);
            }
        }
    }

    /// Returns the statement in the file's `script:` that replaces this one.
    pub fn shared_as(&self, place: StatementPlace) -> Option<StatementPlace> {
        if self.shared.contains_key(&place) {
            return Some(place);
        }
        let name = self.statement(place)?.defines.first()?.name;
        let last = *self.last.get(name)?;
        (self.shared.contains_key(&last) && self.key(last) == self.key(place)).then_some(last)
    }

    /// Returns for each rule the expression that replaces the function of its condition, if one can.
    pub fn expressions(&self) -> Vec<Option<Replacement>> {
        (0..self.rules.len()).map(|rule| self.expression(rule)).collect()
    }

    fn expression(&self, rule: usize) -> Option<Replacement> {
        let call = self.rules[rule].calls.iter().find(|call| call.role == Role::Condition && call.is_alone)?;
        let of = self.resolve(rule, &call.name)?;
        let python = self.python(of);
        let text = choice(&python, Returns::Verdict)?.negated_expression()?;
        let text = with_matches(&text).unwrap_or(text);
        is_understood(&text).then_some(Replacement { text, of })
    }

    /// Returns the roles in which each function is called. The shared functions must have been found.
    fn roles(&self) -> HashMap<(StatementPlace, &'p str), BTreeSet<Role>> {
        let mut roles: HashMap<(StatementPlace, &'p str), BTreeSet<Role>> = HashMap::new();
        let known = self.rules;
        for (rule, reached) in self.reached.iter().enumerate() {
            let called = known[rule].calls.iter().map(|call| (rule, call.name.as_str(), call.role));
            let mut uses: Vec<(usize, &'p str, Role)> = called.collect();
            for &place in reached {
                let mentions = self.statement(place).map_or(&[][..], |statement| &statement.mentions);
                let others = mentions.iter().filter(|name| self.resolve(place.0, name) != Some(place));
                uses.extend(others.map(|&name| (place.0, name, Role::Helper)));
            }
            for (rule, name, role) in uses {
                if let Some(place) = self.resolve(rule, name) {
                    roles.entry((self.shared_as(place).unwrap_or(place), name)).or_default().insert(role);
                }
            }
        }
        roles
    }

    /// Returns the rule whose function of the same name version 1 used in place of this one.
    pub fn overridden_rule(&self, place: StatementPlace, name: &str) -> Option<&str> {
        let last = *self.last.get(name)?;
        (last.0 != place.0 && self.key(last) != self.key(place)).then(|| self.rules[last.0].name.as_str())
    }
}
