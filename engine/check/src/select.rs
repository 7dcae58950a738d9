//! Determines which rules select which files. Each path is searched once for the patterns of all rules.

use std::rc::Rc;

use assay_document::extract::XPath;
use assay_document::text::{BacktrackLimit, IssueCode, Pattern, Patterns, patterns};
use assay_report::Problem;
use assay_rule::{CollectionOrigin, Rule, RuleCollection, RuleSet, SelectedFiles};
use assay_step as step;
use assay_system::report_on;
use rustc_hash::FxHashMap;

/// The patterns of a rule set, ready to be searched in paths.
pub(super) struct Selector {
    patterns: Patterns,
    rules: Vec<Wish>,
    /// The pattern of each custom collection that is extracted from the source.
    lists: Vec<(u32, usize)>,
}

/// The patterns by which a rule selects files.
struct Wish {
    /// `None` for a rule that takes its files from a collection.
    rpath: Option<usize>,
    not_rpath: Option<usize>,
    /// The patterns of the project's overrides, each with true if the rule checks its files.
    scope: Vec<(usize, bool)>,
}

/// The rules and custom collections that select a path. Most paths share theirs with many others.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct SelectedBy {
    /// The rules whose patterns select it.
    pub rules: Rc<[u32]>,
    /// The custom collections whose patterns select it.
    pub lists: Rc<[u32]>,
}

/// The maximum number of different results that are cached: paths are sorted, and adjacent paths have few different
/// results.
const MAX_KNOWN: usize = 8;

/// The rules and custom collections for which a pattern hit its limit on a path, so that their answer is unknown.
#[derive(Debug, Default)]
pub(super) struct Limited {
    pub rules: Vec<u32>,
    pub lists: Vec<u32>,
}

/// Searches paths for the patterns of a selector.
pub(super) struct PathSearch<'s> {
    selector: &'s Selector,
    patterns: patterns::Search<'s>,
    text: String,
    /// The results for paths, by the patterns that were found in them.
    known: Vec<(Vec<bool>, SelectedBy)>,
}

impl Selector {
    pub fn new(rules: &RuleSet) -> Self {
        let mut patterns: Vec<Pattern> = Vec::new();
        let mut numbers: FxHashMap<String, usize> = FxHashMap::default();
        // Many rules look at the same files: each pattern is searched for once.
        let mut add = |pattern: &Pattern| {
            *numbers.entry(pattern.source().to_owned()).or_insert_with(|| {
                patterns.push(pattern.clone());
                patterns.len() - 1
            })
        };
        let wishes = rules.rules().iter().map(|rule| Wish {
            rpath: match rule.rpath() {
                SelectedFiles::Pattern(pattern) => Some(add(pattern)),
                SelectedFiles::Collection(_) => None,
            },
            not_rpath: rule.not_rpath().map(&mut add),
            scope: rule.scope().iter().map(|scope| (add(&scope.files), scope.is_inside)).collect(),
        });
        let wishes = wishes.collect();
        let lists = (0..).zip(rules.collections());
        let lists = lists.filter_map(|(number, list)| Some((number, add(extraction(list)?.0)))).collect();
        Self { patterns: Patterns::new(patterns), rules: wishes, lists }
    }

    pub fn search(&self) -> PathSearch<'_> {
        PathSearch { selector: self, patterns: self.patterns.search(), text: String::new(), known: Vec::new() }
    }
}

impl PathSearch<'_> {
    /// Returns the rules and collections that select `path`, and those for which a pattern hit its limit.
    pub fn select(&mut self, path: &str) -> (SelectedBy, Limited) {
        let about = report_on(path).map(|(_, about)| about);
        self.text.clear();
        push_searched(&mut self.text, path);
        self.patterns.search_all(&self.text);
        // Such results do not apply to other paths in which the same patterns are found, so they are not cached.
        if self.patterns.has_hits() || about.is_some() {
            return self.by_patterns(about);
        }
        if let Some((_, known)) = self.known.iter().find(|(found, _)| found == self.patterns.found()) {
            return (known.clone(), Limited::default());
        }
        if self.known.len() >= MAX_KNOWN {
            self.known.clear();
        }
        let (selected_by, limited) = self.by_patterns(None);
        self.known.push((self.patterns.found().to_vec(), selected_by.clone()));
        (selected_by, limited)
    }

    /// Like [`PathSearch::select`], from the patterns that were found in the path. `about` is the file that the path is
    /// a report about: overrides apply to the files that findings show.
    fn by_patterns(&self, about: Option<&str>) -> (SelectedBy, Limited) {
        let (mut rules, mut lists, mut limited) = (Vec::new(), Vec::new(), Limited::default());
        let is_hit = |at: Option<usize>| at.is_some_and(|at| self.patterns.is_hit(at));
        for (number, rule) in (0..).zip(&self.selector.rules) {
            let is_selected = rule.rpath.is_some_and(|at| self.patterns.is_found(at));
            let is_in_scope = |at: usize| match about {
                None => self.patterns.is_found(at),
                Some(about) => self.is_found(Some(at), about) == Ok(true),
            };
            let is_elsewhere = rule.scope.iter().any(|&(at, is_inside)| is_in_scope(at) != is_inside);
            if is_elsewhere || rule.not_rpath.is_some_and(|at| self.patterns.is_found(at)) {
                // Excluded, no matter what `rpath` matches.
            } else if is_hit(rule.rpath) || (is_selected && is_hit(rule.not_rpath)) {
                limited.rules.push(number);
            } else if is_selected {
                rules.push(number);
            }
        }
        for &(number, at) in &self.selector.lists {
            if is_hit(Some(at)) {
                limited.lists.push(number);
            } else if self.patterns.is_found(at) {
                lists.push(number);
            }
        }
        (SelectedBy { rules: rules.into(), lists: lists.into() }, limited)
    }

    /// Returns true if the `rpath` pattern of the rule `rule` matches `path`; false if its `rpath` is not a pattern.
    ///
    /// # Errors
    /// The pattern hit its limit.
    pub fn includes(&self, rule: usize, path: &str) -> Result<bool, BacktrackLimit> {
        self.is_found(self.selector.rules[rule].rpath, path)
    }

    /// Returns true if the `not_rpath` of the rule `rule` matches `path`, or if the same rule with other settings
    /// checks it.
    ///
    /// # Errors
    /// The pattern hit its limit.
    pub fn excludes(&self, rule: usize, path: &str) -> Result<bool, BacktrackLimit> {
        let Wish { not_rpath, scope, .. } = &self.selector.rules[rule];
        let subject = report_on(path).map_or(path, |(_, about)| about);
        for &(at, is_inside) in scope {
            if self.is_found(Some(at), subject)? != is_inside {
                return Ok(true);
            }
        }
        self.is_found(*not_rpath, path)
    }

    /// Returns true if a pattern, by its number, is found in a path.
    fn is_found(&self, pattern: Option<usize>, path: &str) -> Result<bool, BacktrackLimit> {
        let Some(at) = pattern else { return Ok(false) };
        let mut text = String::new();
        push_searched(&mut text, path);
        self.selector.patterns.is_found(at, &text)
    }
}

/// Returns the `rpath` and the `xpath` of a custom collection that is extracted from files; `None` for another one.
pub(super) const fn extraction(list: &RuleCollection) -> Option<(&Pattern, &XPath)> {
    match list.origin() {
        CollectionOrigin::Extracted { rpath, xpath, .. } => Some((rpath, xpath)),
        CollectionOrigin::Values(_) | CollectionOrigin::Pending { .. } | CollectionOrigin::AssetList(_) => None,
    }
}

/// Adds the string in which patterns are searched: the path after a slash, with slashes for the separators of Windows.
fn push_searched(text: &mut String, path: &str) {
    text.push('/');
    if path.contains('\\') {
        text.push_str(&path.replace('\\', "/"));
    } else {
        text.push_str(path);
    }
}

/// Returns the problem of a rule with a pattern that hit its limit on `count` paths. `path` is the first of them.
pub(super) fn limit_problem(rule: &Rule, path: &str, count: usize) -> Problem {
    let others = match count {
        1 => String::new(),
        2 => " and one other file".to_owned(),
        count => format!(" and {} other files", count - 1),
    };
    let mut text = String::new();
    push_searched(&mut text, path);
    let (field, pattern) = match rule.rpath() {
        SelectedFiles::Pattern(pattern) if pattern.is_match(&text).is_err() => ("rpath", Some(pattern)),
        _ => ("not_rpath", rule.not_rpath()),
    };
    let files = if count == 1 { "the file" } else { "these files" };
    let on = format!("this path{others}: the rule does not check {files}");
    step::limit_problem(pattern.map_or("", Pattern::source), field, &on).of_rule(rule.name()).in_file(path)
}

/// Returns the problem of a custom collection with a pattern that hit its limit on `path`.
pub(super) fn list_limit_problem(list: &str, field: &str, path: &str) -> Problem {
    let message = format!("`{field}` of the collection `{list}` takes too long on `{path}`: its rules are not checked");
    Problem::new(IssueCode::PatternLimit, message)
}
