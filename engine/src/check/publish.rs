//! Virtual files, which are in no folder: the definitions of a game, which are loaded first and then checked like any
//! file.

use std::cell::RefCell;
use std::rc::Rc;

use super::batch::Rows;
use super::work::Work;
use crate::config::project_of;
use crate::report::Excerpt;
use crate::rule::{Files, Origin, RuleSet};
use crate::source::{Source, SourceError};
use crate::store::{DefinitionRow, IndexPart};
use crate::system::definition::{Definition, Definitions, FOLDER, Level, Published, load_project, source_text};
use crate::text::{LineIndex, Pattern, Region, Span};

/// Whether a pattern names the folder of definitions. Others do not see them, whatever they match.
fn is_of_definitions(pattern: &Pattern) -> bool {
    pattern.source().contains(FOLDER)
}

/// Whether a rule, by its number, looks at definitions.
pub(super) fn rule_looks(rules: &RuleSet, rule: u32) -> bool {
    matches!(rules.rules()[rule as usize].rpath(), Files::Pattern(pattern) if is_of_definitions(pattern))
}

/// Whether a collection, by its number, is taken from definitions.
pub(super) fn list_looks(rules: &RuleSet, list: u32) -> bool {
    matches!(rules.collections()[list as usize].origin(), Origin::Extracted { rpath, .. } if is_of_definitions(rpath))
}

/// Whether a rule file speaks of files of definitions, be it that a value names one.
pub(super) fn anyone_looks(rules: &RuleSet) -> bool {
    rules.files().iter().any(|file| file.text.contains(FOLDER))
}

/// The origins of the parts of a virtual file.
#[derive(Clone)]
pub(super) struct Parts {
    published: Rc<Published>,
    /// The source that holds the files that the parts are from.
    source: Rc<dyn Source>,
    /// The file that was looked at last, with its text.
    last: Rc<RefCell<Option<(String, String)>>>,
}

impl Parts {
    /// Returns the file that set the value at a place, the place in that file, and the line around it; `None` if no
    /// file did.
    pub fn seen(&self, span: Span) -> Option<(String, Region, Option<Excerpt>)> {
        let (path, offset) = self.published.origin(span.start())?;
        let mut last = self.last.borrow_mut();
        if last.as_ref().is_none_or(|(known, _)| known != path) {
            *last = source_text(self.source.as_ref(), path).map(|text| (path.to_owned(), text));
        }
        let Some((_, text)) = last.as_ref() else { return Some((path.to_owned(), Region::START, None)) };
        let lines = LineIndex::new(text);
        let region = lines.region(Span::at(offset));
        Some((path.to_owned(), region, Some(Excerpt::new(&lines, region))))
    }
}

/// A source with one file more.
struct Overlay {
    published: Rc<Published>,
    source: Rc<dyn Source>,
}

impl Source for Overlay {
    fn read(&self, path: &str) -> Result<Vec<u8>, SourceError> {
        if path == self.published.path { Ok(self.published.text.clone().into_bytes()) } else { self.source.read(path) }
    }
}

impl Work<'_> {
    /// Adds a virtual file to the source, in place of the previous one.
    pub fn publish(&mut self, published: Option<&Published>) {
        if let Some(parts) = self.parts.take() {
            self.source = parts.source;
        }
        let Some(published) = published else { return };
        let (published, source) = (Rc::new(published.clone()), Rc::clone(&self.source));
        self.source = Rc::new(Overlay { published: Rc::clone(&published), source: Rc::clone(&source) });
        self.parts = Some(Parts { published, source, last: Rc::clone(&self.last_origin) });
    }

    /// Loads the definitions of a game.
    pub fn define(&mut self, files: &[String], asked: Rows) {
        let project = project_of(self.checker.config.as_ref(), self.source.as_ref(), files);
        let set = load_project(&self.source, files, project, Some(self.checker.rules.host()));
        for said in set.diagnostics() {
            match said.level {
                Level::Error => self.problem(said.problem.clone()),
                Level::Warning => self.outcome.diagnostics.warnings.push(said.problem.clone()),
                Level::Info => {}
            }
        }
        self.outcome.read.extend_from_slice(set.files_read());
        let rules = &self.checker.rules;
        let mut search = self.checker.selector.search();
        // Which files values name is not known yet.
        let is_cited = rules.rules().iter().any(|rule| rule.sub().is_some());
        self.outcome.published = set.publish(|path| {
            let (wanted, unsure) = search.wanted(path);
            is_cited
                || wanted.rules.iter().chain(&unsure.rules).any(|&rule| rule_looks(rules, rule))
                || wanted.lists.iter().chain(&unsure.lists).any(|&list| list_looks(rules, list))
        });
        if asked == Rows::WithValues {
            let told = set.bad_values().into_iter().map(|said| said.problem);
            self.outcome.diagnostics.warnings.extend(told);
        }
        if asked != Rows::Unasked {
            self.outcome.part.merge(IndexPart::of_definitions(rows(&set, asked == Rows::WithValues)));
        }
    }
}

fn rows(set: &Definitions, with_values: bool) -> Vec<DefinitionRow> {
    let row = |(at, definition): (usize, Definition<'_>)| DefinitionRow {
        id: definition.id(),
        type_name: definition.type_name().to_owned(),
        is_live: definition.is_live(),
        path: set.path(at),
        values: if with_values { definition.values().to_string() } else { String::new() },
    };
    set.iter().enumerate().map(row).collect()
}

#[cfg(test)]
mod tests;
