//! Which rules want which files: each path is searched once for the patterns of all rules.

use regex::{RegexSet, RegexSetBuilder};
use rustc_hash::FxHashMap;

use crate::report::Problem;
use crate::rule::{Files, Origin, RuleSet};
use crate::text::{BacktrackLimit, Pattern};

/// A pattern that hits its limit on so many paths is given up; each costs milliseconds.
const MAX_LIMITS: usize = 8;
/// Up to so many patterns are searched for one by one: a machine for all would take longer to build than theirs.
const FEW: usize = 4;
/// Up to so many that are only compared are, too; more are quicker searched for all at once.
const FEW_PLAIN: usize = 32;
/// A set whose automata would be larger is split in two, in bytes.
const SET_SIZE: usize = 64 << 20;

/// The patterns of a rule set, ready to be searched in paths.
pub(super) struct Selector {
    patterns: Vec<Pattern>,
    /// Sets over the patterns that run in linear time, each with the numbers of its patterns.
    sets: Vec<(RegexSet, Vec<usize>)>,
    /// The patterns that do not, and those that are few or simple: searched for one by one.
    others: Vec<usize>,
    rules: Vec<Wish>,
    /// For each own collection that is extracted from the source, its pattern.
    lists: Vec<(u32, usize)>,
}

/// Which files a rule wants.
struct Wish {
    /// `None` for a rule whose files are those of a collection.
    rpath: Option<usize>,
    not_rpath: Option<usize>,
}

/// What a path is wanted for.
#[derive(Debug, Default, Eq, PartialEq)]
pub(super) struct Wanted {
    /// By the patterns of these rules.
    pub rules: Vec<u32>,
    /// For these own collections.
    pub lists: Vec<u32>,
}

/// Who cannot say whether it wants a path, because a pattern hit its limit on it.
#[derive(Debug, Default)]
pub(super) struct Limited {
    /// Rules.
    pub rules: Vec<u32>,
    /// Own collections.
    pub lists: Vec<u32>,
}

/// Searches paths; counts the limits that patterns hit.
pub(super) struct Search<'s> {
    selector: &'s Selector,
    found: Vec<bool>,
    limits: Vec<usize>,
    text: String,
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
                Files::Pattern(pattern) => Some(add(pattern)),
                Files::Collection(_) => None,
            },
            not_rpath: rule.not_rpath().map(&mut add),
        });
        let wishes = wishes.collect();
        let lists = (0..).zip(rules.collections()).filter_map(|(number, list)| match list.origin() {
            Origin::Extracted { rpath, .. } => Some((number, add(rpath))),
            Origin::Values(_) | Origin::Pending { .. } | Origin::AssetList(_) => None,
        });
        let lists = lists.collect();
        let all = 0..patterns.len();
        let is_few_plain = all.clone().filter(|&at| patterns[at].is_plain()).count() <= FEW_PLAIN;
        let (together, mut others): (Vec<usize>, _) =
            all.partition(|&at| patterns[at].linear().is_some() && !(is_few_plain && patterns[at].is_plain()));
        let mut sets = Vec::new();
        if together.len() > FEW {
            build(&patterns, together, &mut sets, &mut others);
        } else {
            others.extend(together);
        }
        Self { patterns, sets, others, rules: wishes, lists }
    }

    pub fn search(&self) -> Search<'_> {
        let count = self.patterns.len();
        Search { selector: self, found: vec![false; count], limits: vec![0; count], text: String::new() }
    }
}

/// Builds one set of the patterns, or, when that would be too large, several.
fn build(patterns: &[Pattern], members: Vec<usize>, sets: &mut Vec<(RegexSet, Vec<usize>)>, others: &mut Vec<usize>) {
    if members.is_empty() {
        return;
    }
    let sources = members.iter().filter_map(|&at| patterns[at].linear());
    match RegexSetBuilder::new(sources).size_limit(SET_SIZE).build() {
        Ok(set) => sets.push((set, members)),
        // Each runs by itself, so a single one that does not fit a set is searched for by itself.
        Err(_) if members.len() == 1 => others.extend(members),
        Err(_) => {
            let (left, right) = members.split_at(members.len() / 2);
            build(patterns, left.to_vec(), sets, others);
            build(patterns, right.to_vec(), sets, others);
        }
    }
}

impl Search<'_> {
    /// What `path` is wanted for, and who cannot say.
    pub fn wanted(&mut self, path: &str) -> (Wanted, Limited) {
        self.text.clear();
        push_searched(&mut self.text, path);
        self.found.fill(false);
        for (set, members) in &self.selector.sets {
            for at in set.matches(&self.text) {
                self.found[members[at]] = true;
            }
        }
        let mut hit = Vec::new();
        for &at in &self.selector.others {
            if self.limits[at] >= MAX_LIMITS {
                hit.push(at);
                continue;
            }
            if let Ok(found) = self.selector.patterns[at].is_match(&self.text) {
                self.found[at] = found;
            } else {
                self.limits[at] += 1;
                hit.push(at);
            }
        }
        let (mut wanted, mut limited) = (Wanted::default(), Limited::default());
        let is_hit = |at: Option<usize>| at.is_some_and(|at| hit.contains(&at));
        for (number, rule) in (0..).zip(&self.selector.rules) {
            let wants = rule.rpath.is_some_and(|at| self.found[at]);
            if rule.not_rpath.is_some_and(|at| self.found[at]) {
                // Excluded, whatever `rpath` says.
            } else if is_hit(rule.rpath) || (wants && is_hit(rule.not_rpath)) {
                limited.rules.push(number);
            } else if wants {
                wanted.rules.push(number);
            }
        }
        for &(number, at) in &self.selector.lists {
            if is_hit(Some(at)) {
                limited.lists.push(number);
            } else if self.found[at] {
                wanted.lists.push(number);
            }
        }
        (wanted, limited)
    }

    /// Whether the rule `rule` names `path` by the pattern of its `rpath`; false for one that has none.
    ///
    /// # Errors
    /// The pattern hit its limit.
    pub fn includes(&self, rule: usize, path: &str) -> Result<bool, BacktrackLimit> {
        self.is_found(self.selector.rules[rule].rpath, path)
    }

    /// Whether the rule `rule` excludes `path` by its `not_rpath`.
    ///
    /// # Errors
    /// The pattern hit its limit.
    pub fn excludes(&self, rule: usize, path: &str) -> Result<bool, BacktrackLimit> {
        self.is_found(self.selector.rules[rule].not_rpath, path)
    }

    /// Whether a pattern, by its number, is found in a path.
    fn is_found(&self, pattern: Option<usize>, path: &str) -> Result<bool, BacktrackLimit> {
        let Some(at) = pattern else { return Ok(false) };
        let mut text = String::new();
        push_searched(&mut text, path);
        self.selector.patterns[at].is_match(&text)
    }
}

/// Adds what patterns are searched in: the path behind a slash, with slashes for the separators of Windows.
fn push_searched(text: &mut String, path: &str) {
    text.push('/');
    if path.contains('\\') {
        text.push_str(&path.replace('\\', "/"));
    } else {
        text.push_str(path);
    }
}

/// The problem of a rule whose patterns hit their limit on paths, the first of which is `path`.
pub(super) fn limit_problem(rule: &str, path: &str, count: usize) -> Problem {
    let others = match count {
        1 => String::new(),
        2 => " and one other file".to_owned(),
        count => format!(" and {} other files", count - 1),
    };
    let message =
        format!("`rpath` or `not_rpath` takes too long on this path{others}: they are not checked by the rule");
    let problem = Problem::new("pattern-limit", message).of_rule(rule).in_file(path);
    problem.help(
        "repetitions inside repetitions, such as `(a+)+`, make it slow; patterns without look-around have no limit",
    )
}

/// The problem of an own collection of which a pattern hit its limit on `path`.
pub(super) fn list_limit_problem(list: &str, field: &str, path: &str) -> Problem {
    let message = format!("`{field}` of the collection `{list}` takes too long on `{path}`: its rules are not checked");
    Problem::new("pattern-limit", message)
}
