//! Rules over the entries of asset lists: `{asset.path}` and its like, whichever form the list is in.

use std::borrow::Cow;
use std::rc::Rc;

use super::file::File;
use super::judge::Case;
use super::scene::View;
use super::times::Step;
use super::wants::{Want, extraction_of};
use super::work::{Work, led_here};
use crate::extract::{ValueId, Values};
use crate::format::{EntryFact, Special};
use crate::report::Problem;
use crate::system::asset_list::{Body, ListFile, PlacedList};
use crate::text::Span;

impl Work<'_> {
    /// Checks the list at `path` by rules that look at its entries. It is read once for all of them.
    pub(super) fn check_entries(&mut self, path: &str, wants: &[Want<'_>]) {
        let since = self.now();
        let source = Rc::clone(&self.source);
        let opened = ListFile::open(path, &source).and_then(|file| Ok((file.placed()?, file)));
        self.outcome.read.push((path.to_owned(), source.size(path).unwrap_or_default()));
        let (placed, file) = match opened {
            Ok(opened) => opened,
            Err(problem) => return self.no_entries(path, wants, &problem),
        };
        self.spent(Step::Extract, None, since);
        self.outcome.diagnostics.warnings.extend(placed.warnings.iter().cloned());
        let file = match file.body() {
            Body::Document(document) => File::of(path, document),
            Body::Text(text) => File::new(path, text),
        };
        let view = View::default();
        let mut values = Values::new();
        let mut known: Vec<(EntryFact, Vec<ValueId>)> = Vec::new();
        for &(number, via) in wants {
            let rule = &self.checker.rules.rules()[number as usize];
            let Some(fact) = extraction_of(rule, via).special().and_then(Special::of_entries) else { continue };
            if !known.iter().any(|(known, _)| *known == fact) {
                known.push((fact, values_of(&placed, fact, &mut values)));
            }
            let Some((_, ids)) = known.iter().find(|(known, _)| *known == fact) else { continue };
            let case = Case { number, rule, file: &file, via, document: None, began: since, view: &view };
            self.judge(&case, &mut values, ids);
        }
    }

    /// Reports why the entries of a list cannot be read.
    fn no_entries(&mut self, path: &str, wants: &[Want<'_>], problem: &Problem) {
        for &(number, via) in wants {
            self.count(number).unchecked += 1;
            let said = problem.clone();
            self.problem(if via.is_some() {
                led_here(said.of_rule(self.checker.rules.rules()[number as usize].name()), via)
            } else {
                said
            });
            self.note_nothing(path, number, via, None);
        }
    }
}

/// Converts the fact about each entry of a list to a value; to null if the entry has none.
fn values_of(placed: &PlacedList, fact: EntryFact, values: &mut Values) -> Vec<ValueId> {
    let mut value = |(text, span): (Option<Cow<'_, str>>, Span)| match text {
        Some(text) => values.text(&text, span),
        None => values.null(span),
    };
    placed.values(fact).map(&mut value).collect()
}
