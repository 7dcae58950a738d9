//! Rules as read from one file, before their imports are resolved.

use assay_document::text::{IssueCode, Pattern, Region, Span, nearest};
use assay_report::{Diagnostics, Excerpt, Problem};
use rustc_hash::FxHashMap;

use super::rule::{ConversionRule, FolderRules, RuleFields, folder_of};

/// A rule whose import has not been resolved.
#[derive(Debug)]
pub(super) struct RuleDraft {
    /// The name by which other rules import it.
    pub name: Option<(String, Span)>,
    pub import: Option<Import>,
    /// Missing in a rule that only others import, or that inherits its pattern.
    pub pattern: Option<DraftPattern>,
    pub region: Region,
    pub excerpt: Option<Excerpt>,
    pub is_reported: bool,
    pub fields: RuleFields,
}

/// The pattern of a rule, and its text as written.
#[derive(Clone, Debug)]
pub(super) struct DraftPattern {
    pub pattern: Pattern,
    pub written: Box<str>,
}

/// The name of the rule whose fields a rule inherits.
#[derive(Debug)]
pub(super) struct Import {
    pub name: String,
    pub region: Region,
    pub excerpt: Option<Excerpt>,
}

/// The rules of all files, by the path of each.
pub(super) type Drafts = Vec<(String, Vec<RuleDraft>)>;

/// Resolves what rules import: fields and pattern of a rule of that name in the same file, or in one of a folder above.
/// Reports imports of unknown rules, imports in a cycle, and rules without a pattern.
pub(super) fn resolve(drafts: &Drafts, reported: &mut Diagnostics) -> Vec<FolderRules> {
    let imports =
        Imports { drafts, by_folder: (0..drafts.len()).map(|file| (folder_of(&drafts[file].0), file)).collect() };
    let mut files = Vec::with_capacity(drafts.len());
    for (file, (path, rules)) in drafts.iter().enumerate() {
        let compiled = (0..rules.len()).filter_map(|rule| imports.rule((file, rule), reported)).collect();
        files.push(FolderRules::new(path.clone(), compiled));
    }
    files
}

/// A file, and a rule in it, by their indices.
type RuleIndex = (usize, usize);

struct Imports<'d> {
    drafts: &'d Drafts,
    by_folder: FxHashMap<&'d str, usize>,
}

impl Imports<'_> {
    fn draft(&self, (file, rule): RuleIndex) -> &RuleDraft {
        &self.drafts[file].1[rule]
    }

    /// Compiles a rule; returns `None` for one that only others import, or that cannot be used.
    fn rule(&self, at: RuleIndex, reported: &mut Diagnostics) -> Option<ConversionRule> {
        let draft = self.draft(at);
        let path = &self.drafts[at.0].0;
        let (mut fields, mut pattern) = (draft.fields.clone(), draft.pattern.clone());
        let mut is_reported = draft.is_reported;
        if let Some(import) = &draft.import {
            let place = import.region.start;
            // Imports may form a cycle.
            let mut seen = vec![at];
            let mut next = Some((at, import));
            while let Some((from, import)) = next {
                let found = self.find_rule(from, &import.name);
                let Some(target) = found.filter(|target| !seen.contains(target)) else {
                    // A missing import of an imported rule is reported once, at the imported rule.
                    if from == at || found.is_some() {
                        is_reported = true;
                        reported.problems.push(self.refuse(
                            at,
                            draft.import.as_ref().unwrap_or(import),
                            found.is_some(),
                        ));
                    }
                    break;
                };
                seen.push(target);
                let inherited = self.draft(target);
                fields.inherit(&inherited.fields, place);
                pattern = pattern.or_else(|| inherited.pattern.clone());
                next = inherited.import.as_ref().map(|import| (target, import));
            }
        }
        let Some(DraftPattern { pattern, written }) = pattern else {
            if draft.name.is_none() && !is_reported {
                let message = "a rule needs a `pattern` that matches the paths of its files";
                let problem = Problem::new(IssueCode::ConversionNoPattern, message)
                    .in_file(path)
                    .at(draft.region, draft.excerpt.clone());
                let help =
                    r#"write `<rule pattern=".*\.fx">`, or give the rule a `name` so that other rules can import it"#;
                reported.problems.push(problem.help(help));
            }
            return None;
        };
        let (region, excerpt) = (draft.region, draft.excerpt.clone());
        Some(ConversionRule { region, excerpt, pattern, written, is_reported, is_partial: false, fields })
    }

    /// Finds the rule of that name: in the file itself, or in one of a folder above.
    fn find_rule(&self, from: RuleIndex, name: &str) -> Option<RuleIndex> {
        self.files_above(from.0).find_map(|file| {
            let rules = &self.drafts[file].1;
            let is_named = |draft: &RuleDraft| draft.name.as_ref().is_some_and(|(known, _)| known == name);
            rules.iter().position(is_named).map(|rule| (file, rule))
        })
    }

    /// Lists the file itself, then those of the folders above it, upwards.
    fn files_above(&self, file: usize) -> impl Iterator<Item = usize> {
        let mut folder = Some(folder_of(&self.drafts[file].0));
        std::iter::from_fn(move || {
            let here = folder?;
            folder = (!here.is_empty()).then(|| folder_of(&here[..here.len() - 1]));
            Some(self.by_folder.get(here).copied())
        })
        .flatten()
    }

    fn refuse(&self, at: RuleIndex, import: &Import, is_cycle: bool) -> Problem {
        let name = &import.name;
        let (message, help) = if is_cycle {
            (format!("the import of `{name}` leads back to this rule"), None)
        } else {
            let names: Vec<&str> = self
                .files_above(at.0)
                .flat_map(|file| &self.drafts[file].1)
                .filter_map(|draft| draft.name.as_ref().map(|(name, _)| name.as_str()))
                .collect();
            let help = nearest(name, names).map(|near| format!("did you mean `{near}`?"));
            (format!("no rule is called `{name}`, here or in the folders above"), help)
        };
        let problem = Problem::new(IssueCode::ConversionUnknownImport, message).in_file(&self.drafts[at.0].0);
        Problem { help, ..problem.at(import.region, import.excerpt.clone()) }
    }
}
