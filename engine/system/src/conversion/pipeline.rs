//! All conversion rules of a root, and their result for any path.

use assay_document::source::Source;
use assay_document::text::{IssueCode, patterns};
use assay_report::{Diagnostics, Problem, Severity};
use rustc_hash::FxHashMap;

use super::checks::CHECKS;
use super::draft::{self, Drafts};
use super::field::FIELDS;
use super::outcome::{Conversion, ConversionEntry, ConversionOverridden, Setter};
use super::read::read;
use super::rule::{ConversionRule, FolderRules, is_rule_file};

/// The conversion rules of a root.
#[derive(Default)]
pub struct Pipeline {
    /// The rule files, in the order of their paths.
    pub(super) files: Vec<FolderRules>,
    /// The index in `files` of the rule file of each folder.
    by_folder: FxHashMap<String, usize>,
    /// The number of bytes of rule files that were read.
    pub(super) bytes: u64,
    /// Files that are left out of the check.
    pub(super) excluded: Vec<String>,
    /// The severity of each of [`CHECKS`]; `None` for a check that is off.
    pub(super) levels: Vec<Option<Severity>>,
}

impl Pipeline {
    /// Reads the rule files among `paths`, and reports their problems. Everything without a problem is used.
    pub fn read<'p>(paths: impl IntoIterator<Item = &'p str>, source: &dyn Source) -> (Self, Diagnostics) {
        let mut paths: Vec<&str> = paths.into_iter().filter(|path| is_rule_file(path)).collect();
        // Hosts list files in any order, and results must not depend on it.
        paths.sort_unstable();
        let levels = CHECKS.iter().map(|check| Some(check.severity)).collect();
        let (mut pipeline, mut diagnostics) = (Self { levels, ..Self::default() }, Diagnostics::default());
        let mut drafts = Drafts::new();
        for path in paths {
            let (rules, more) = match source.read(path) {
                Ok(bytes) => {
                    pipeline.bytes += bytes.len() as u64;
                    read(path, bytes)
                }
                Err(error) => {
                    diagnostics.problems.push(Problem::new(IssueCode::FileUnreadable, error.to_string()).in_file(path));
                    continue;
                }
            };
            diagnostics.extend(more);
            if let Some(rules) = rules {
                drafts.push((path.to_owned(), rules));
            }
        }
        // After all files have been read, because a rule may import one of a folder above.
        pipeline.files = draft::resolve(&drafts, &mut diagnostics);
        let folders = pipeline.files.iter().enumerate().map(|(at, file)| (file.folder().to_owned(), at));
        pipeline.by_folder = folders.collect();
        (pipeline, diagnostics)
    }

    /// Returns a rule, by the index of its file and its index in the file.
    pub(super) fn rule(&self, (file, rule): (usize, usize)) -> &ConversionRule {
        &self.files[file].rules[rule]
    }

    /// Sets the files that are left out of the check. A rule that matches only such files is not reported as a rule
    /// without a file.
    pub fn exclude(&mut self, paths: Vec<String>) {
        self.excluded = paths;
    }

    /// Sets the severity of a check's findings; `None` disables the check.
    pub fn judge(&mut self, check: &str, level: Option<Severity>) {
        if let Some(at) = CHECKS.iter().position(|known| known.name == check) {
            self.levels[at] = level;
        }
    }

    /// Returns a resolver, which returns the result for one path after the other.
    pub fn resolver(&self) -> PathResolver<'_> {
        PathResolver { pipeline: self, searches: self.files.iter().map(|_| None).collect() }
    }

    /// Returns the result for `path`, given its conversion, with the values that other rules override.
    pub fn explain<'e>(
        &'e self,
        path: &'e str,
        conversion: &'e Conversion<'e>,
        exists: impl Fn(&str) -> bool,
    ) -> ConversionEntry<'e> {
        let mut entry = conversion.entry(path, exists);
        for setter in &conversion.matched {
            let fields = self.rule(setter.rule).fields.0.iter().zip(conversion.last());
            for ((_, field), (overriding, last)) in FIELDS.into_iter().zip(fields) {
                let Some((value, place)) = overriding else { continue };
                if last.is_some_and(|last| last.rule != setter.rule) {
                    entry.overridden.push(ConversionOverridden {
                        field: field.result_name(),
                        value: value.as_text(),
                        path: setter.path,
                        line: place.line,
                        column: place.column,
                    });
                }
            }
        }
        entry
    }

    /// Returns the rule files that apply to `path`, from the root down.
    fn files_of<'s>(&'s self, path: &'s str) -> impl Iterator<Item = usize> + 's {
        let folders = path.match_indices('/').map(|(at, _)| &path[..=at]);
        std::iter::once("").chain(folders).filter_map(|folder| self.by_folder.get(folder).copied())
    }

    /// Returns a rule with the place of its start tag.
    pub(super) fn setter(&self, rule: (usize, usize)) -> Setter<'_> {
        let file = &self.files[rule.0];
        Setter { path: &file.path, place: file.rules[rule.1].region.start, rule }
    }
}

/// Applies the conversion rules of a pipeline to paths.
pub struct PathResolver<'p> {
    pipeline: &'p Pipeline,
    /// The search of each rule file, created when a path in its folder is first resolved.
    searches: Vec<Option<patterns::Search<'p>>>,
}

impl<'p> PathResolver<'p> {
    /// Returns the result for the path. The result for a rule file is empty, because no rule applies to one.
    pub fn resolve(&mut self, path: &str) -> Conversion<'p> {
        let mut conversion = Conversion::default();
        let pipeline = self.pipeline;
        if is_rule_file(path) {
            return conversion;
        }
        for number in pipeline.files_of(path) {
            let file = &pipeline.files[number];
            let below = &path[file.folder().len()..];
            let search = self.searches[number].get_or_insert_with(|| file.search());
            search.search_all(below);
            // Nearly no file has such a rule, so the common case is decided once for the whole file.
            let is_limited = search.has_hits() || !file.given_up.is_empty();
            for (at, rule) in file.rules.iter().enumerate() {
                // A pattern that hit its limit may match or not: the rule counts as undecided.
                if is_limited && (search.is_hit(at) || file.given_up.contains(&at)) {
                    conversion.limited.push(pipeline.setter((number, at)));
                } else if search.is_found(at) {
                    let setter = pipeline.setter((number, at));
                    conversion.matched.push(setter);
                    conversion.override_fields(rule, setter);
                }
            }
        }
        conversion.find_sources(path);
        conversion
    }
}
