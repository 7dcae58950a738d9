//! What is wrong with a pipeline as a whole: files without a source, rules without a file.

use rustc_hash::{FxHashMap, FxHashSet};

use super::outcome::{Conversion, Setter};
use super::pipeline::{Pipeline, is_rule_file};
use crate::report::{Diagnostics, Problem, Related};
use crate::text::Region;

/// What a rule did over all files.
#[derive(Clone, Default)]
struct Use<'p> {
    matched: u64,
    /// Of how many files a field is as it says, or the source.
    counted: u64,
    /// One of the rules that had the last word where this one matched.
    under: Option<Setter<'p>>,
}

impl Pipeline {
    /// Looks at all files of the root: built ones whose source is not there, ones that two sources build, rules that match
    /// no file, and rules of which nothing is left wherever they match.
    #[must_use]
    pub fn check(&self, paths: &[&str]) -> Diagnostics {
        let there: FxHashSet<&str> = paths.iter().copied().collect();
        let mut uses: FxHashMap<(usize, usize), Use<'_>> = FxHashMap::default();
        let mut said = Diagnostics::default();
        let mut resolver = self.resolver();
        for &path in paths.iter().filter(|path| !is_rule_file(path)) {
            let conversion = resolver.resolve(path);
            built(path, &conversion, &there, &mut said);
            count(&conversion, &mut uses);
        }
        self.unused(&uses, &mut said);
        said.settle();
        said
    }

    /// Tells of rules that no file needs.
    fn unused(&self, uses: &FxHashMap<(usize, usize), Use<'_>>, said: &mut Diagnostics) {
        for (file, of_file) in self.files().iter().enumerate() {
            for (number, rule) in of_file.rules().iter().enumerate() {
                let Use { matched, counted, under } = uses.get(&(file, number)).cloned().unwrap_or_default();
                let warning = |code, message| Problem::new(code, message).in_file(&*of_file.path).at(rule.region, None);
                if matched == 0 {
                    let message = "no file matches this rule";
                    let help = "its pattern is searched for in paths from the folder of the rule file on";
                    said.warnings.push(warning("conversion-unmatched", message).help(help));
                } else if counted == 0 {
                    let files = if matched == 1 { "the one file".to_owned() } else { format!("all {matched} files") };
                    let message = format!("nothing that this rule says counts: {files} it matches are told otherwise");
                    let mut problem = warning("conversion-overridden", &*message);
                    if let Some(by) = under {
                        problem = problem.related(site("told here", by));
                    }
                    said.warnings.push(problem);
                }
            }
        }
    }
}

/// Notes which rules matched a file, and which of them had the last word.
fn count<'p>(conversion: &Conversion<'p>, uses: &mut FxHashMap<(usize, usize), Use<'p>>) {
    let Conversion { root, converter, params, no_conversion, .. } = conversion;
    let last = [
        root.as_ref().map(|said| said.by),
        converter.as_ref().map(|said| said.by),
        params.as_ref().map(|said| said.by),
        no_conversion.as_ref().map(|said| said.by),
        conversion.source().map(|said| said.by),
    ];
    for setter in &conversion.matched {
        let of_rule = uses.entry(setter.rule).or_default();
        of_rule.matched += 1;
        if last.iter().flatten().any(|by| by.rule == setter.rule) {
            of_rule.counted += 1;
        } else if of_rule.under.is_none() {
            of_rule.under = last.iter().flatten().max_by_key(|by| by.rule).copied();
        }
    }
}

/// Tells what is wrong with a built file.
fn built(path: &str, conversion: &Conversion<'_>, there: &FxHashSet<&str>, said: &mut Diagnostics) {
    for setter in &conversion.limited {
        let message = format!("the rule at `{}:{}` takes too long on this path", setter.path, setter.place.line);
        said.problems.push(Problem::new("pattern-limit", message).in_file(path));
    }
    let Some(source) = conversion.source() else { return };
    let mut found: Vec<_> = conversion.sources.iter().filter(|source| there.contains(source.value.as_str())).collect();
    found.dedup_by(|a, b| a.value == b.value);
    if !there.contains(source.value.as_str()) {
        let message = format!("its source `{}` is not there", source.value);
        let problem = Problem::new("conversion-orphan", message).in_file(path).related(site("told here", source.by));
        said.problems.push(problem.help("delete the built file, or bring the source back"));
    } else if let [.., other, last] = &found[..] {
        let message = format!("both `{}` and `{}` build this file", other.value, last.value);
        let problem = Problem::new("conversion-two-sources", message).in_file(path);
        let problem = problem.related(site("the one is told here", other.by)).related(site("the other here", last.by));
        said.problems.push(problem.help("rename one of them, or the file that is built from it"));
    }
}

fn site(message: &str, by: Setter<'_>) -> Related {
    let region = Region { start: by.place, end: by.place };
    Related { message: message.to_owned(), path: by.path.to_owned(), region }
}
