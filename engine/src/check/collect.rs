//! Builds the collections: reads from each file the values that it contributes to them.

use std::rc::Rc;

use super::file::{File, fact_problem, undecodable_problem, unreadable};
use super::plans::PlanKey;
use super::select::list_limit_problem;
use super::times::Step;
use super::work::Work;
use crate::extract::{Unsifted, Yield};
use crate::format::{Document, EntryFact, Fact, NoDocument, Special, decode_text};
use crate::report::Problem;
use crate::rule::{Assets, Origin};
use crate::source::SourceError;
use crate::store::List;
use crate::system::asset_list::{AssetList, ListFile, Plan, Reading, RunOptions, read_list};
use crate::system::{Needs, Part, Reader, SYSTEMS};
use crate::text::IssueCode;

impl Work<'_> {
    /// Reads a file for the collections of systems, for own ones that are extracted from it, and for those that are its
    /// lines.
    pub fn index(&mut self, path: &str, index: bool, extracted: &[u32], lines: &[u32]) {
        let (facts, extracted): (Vec<u32>, Vec<u32>) =
            extracted.iter().partition(|&&number| self.special(number).is_some());
        self.list_facts(path, &facts);
        let (assets, lines): (Vec<u32>, Vec<u32>) = lines.iter().partition(|&&number| self.assets(number).is_some());
        self.list_assets(path, &assets);
        let lines = &lines[..];
        let index = index && self.index_bytes(path);
        if !index && extracted.is_empty() && lines.is_empty() {
            return;
        }
        let (document, since) = if lines.is_empty() {
            (self.open(path), self.now())
        } else {
            let bytes = match self.read(path) {
                Ok(bytes) => bytes,
                Err(error) => return self.unreadable_list(path, lines, &error),
            };
            let since = self.now();
            self.list_lines(path, &bytes, lines);
            if !index && extracted.is_empty() {
                return self.spent(Step::Index, None, since);
            }
            let size = bytes.len() as u64;
            (
                Document::decode_by(&self.checker.formats, path, bytes)
                    .map_err(|reason| NoDocument::Unusable { reason, size }),
                since,
            )
        };
        match document {
            Ok(document) => self.index_document(path, &document, index, &extracted),
            Err(NoDocument::Source(error)) => self.problem(unreadable(path, &error)),
            Err(NoDocument::Unusable { reason, .. }) => self.unusable(path, reason),
        }
        self.spent(Step::Index, None, since);
    }

    /// Adds the parts of the systems that read the bytes of the file. Returns true if other systems read it as a document.
    fn index_bytes(&mut self, path: &str) -> bool {
        let mut has_documents = false;
        for (at, system) in SYSTEMS.iter().enumerate().filter(|(_, system)| system.wants(Needs::ALL, path)) {
            let Reader::Bytes(read) = system.reader() else {
                has_documents = true;
                continue;
            };
            let since = self.now();
            match self.read(path).map(|bytes| read(path, bytes)) {
                Ok(Ok(part)) => self.add_part(at, part),
                Ok(Err(told)) => self.outcome.diagnostics.extend(told),
                Err(error) => self.problem(unreadable(path, &error)),
            }
            self.spent(Step::Index, None, since);
        }
        has_documents
    }

    fn add_part(&mut self, system: usize, part: Option<Part>) {
        if let Some(part) = part {
            self.outcome.parts.add(system, part);
        }
    }

    /// Adds the contributions of a document: to the collections of systems if `index` is set, and to the custom
    /// collections in `extracted`, which are extracted from it.
    fn index_document(&mut self, path: &str, document: &Document, index: bool, extracted: &[u32]) {
        let file = File::of(path, document);
        let systems = SYSTEMS.iter().enumerate().filter(|(_, system)| index && system.wants(Needs::ALL, path));
        for (at, system) in systems {
            let Reader::Document(read) = system.reader() else { continue };
            match read(path, document) {
                Ok(part) => self.add_part(at, part),
                Err(fault) => return self.problem(file.malformed(fault)),
            }
        }
        if !extracted.is_empty() {
            self.list_values(&file, document, extracted);
        }
    }

    /// Adds the values of a file to a custom collection, as far as the collection's filters keep them.
    fn give(&mut self, number: u32, path: &str, mut list: List) {
        let collection = &self.checker.rules.collections()[number as usize];
        match collection.choose(&mut list) {
            Ok(()) => self.outcome.lists.push((number, path.to_owned(), list)),
            Err(field) => {
                self.outcome.broken_lists.push(number);
                let problem = list_limit_problem(collection.name(), field, path);
                self.problem(self.checker.rules.collection_site(collection).mark(problem));
            }
        }
    }

    /// The fact about a file that a collection is made of, when it is not made of what files hold.
    fn special(&self, number: u32) -> Option<Special> {
        match self.checker.rules.collections()[number as usize].origin() {
            Origin::Extracted { xpath, .. } => xpath.special(),
            Origin::Values(_) | Origin::Pending { .. } | Origin::AssetList(_) => None,
        }
    }

    /// Facts about a file, such as its path: told without reading it as a document.
    fn list_facts(&mut self, path: &str, facts: &[u32]) {
        for &number in facts {
            let Some(special) = self.special(number) else { continue };
            if let Some(fact) = special.of_entries() {
                self.list_entries(path, number, fact);
                continue;
            }
            match self.fact(special, path) {
                Ok(Fact::Text(text)) => self.give(number, path, List::new([text])),
                Ok(Fact::Number(value)) => self.give(number, path, List::new([value.to_string()])),
                Err(error) => self.problem(fact_problem(path, &error)),
            }
        }
    }

    /// Adds a fact about each entry of the asset list at `path` to a custom collection.
    fn list_entries(&mut self, path: &str, number: u32, fact: EntryFact) {
        let source = Rc::clone(&self.source);
        match ListFile::open(path, &source).and_then(|file| file.placed()) {
            Ok(placed) => {
                let values = placed.values(fact).filter_map(|(text, _)| Some(text?.into_owned()));
                let list = List::new(values);
                self.give(number, path, list);
                self.outcome.diagnostics.warnings.extend(placed.warnings);
            }
            Err(problem) => {
                self.outcome.broken_lists.push(number);
                self.problem(*problem);
            }
        }
    }

    /// The asset list that a collection is made of, if it is made of one.
    fn assets(&self, number: u32) -> Option<&Assets> {
        match self.checker.rules.collections()[number as usize].origin() {
            Origin::AssetList(assets) => Some(assets),
            Origin::Values(_) | Origin::Pending { .. } | Origin::Extracted { .. } => None,
        }
    }

    /// The paths of asset lists, of which the one at `path` is the first.
    fn list_assets(&mut self, path: &str, numbers: &[u32]) {
        for &number in numbers {
            let since = self.now();
            let Some(assets) = self.assets(number).cloned() else { continue };
            match self.paths_of(&assets) {
                Ok(list) => self.give(number, path, list),
                Err(problem) => {
                    self.outcome.broken_lists.push(number);
                    let list = &self.checker.rules.collections()[number as usize];
                    let at = problem.region.map(|region| format!(":{}", region.start.line)).unwrap_or_default();
                    let file = problem.path.map(|path| format!(" `{path}`{at}:")).unwrap_or_default();
                    let message = format!("the collection `{}`:{file} {}", list.name(), problem.message);
                    let mut said = Problem::new(IssueCode::CollectionAssetList, message);
                    said.help = problem.help;
                    self.problem(self.checker.rules.collection_site(list).mark(said));
                }
            }
            self.spent(Step::Index, None, since);
        }
    }

    fn paths_of(&mut self, assets: &Assets) -> Result<List, Box<Problem>> {
        let mut lists = Vec::new();
        let plan = Plan { steps: assets.step.iter().cloned().collect() };
        let files = if plan.steps.is_empty() { vec![assets.path.as_str()] } else { plan.files() };
        for file in files {
            let Reading { value, warnings } = read_list(file, &self.source)?;
            self.outcome.diagnostics.warnings.extend(warnings);
            lists.push((file.to_owned(), value));
        }
        let of_name = |name: &str| lists.iter().find(|(known, _)| known == name).map(|(_, list)| list.clone());
        let made = if plan.steps.is_empty() {
            of_name(&assets.path)
        } else {
            let options = RunOptions { key: None, allow_empty_inputs: true, allow_empty_results: true };
            let outputs = plan.run(options, of_name).map_err(|error| Problem::new(error.code(), error.to_string()))?;
            outputs.into_iter().next().map(|output| output.list)
        };
        Ok(List::new(made.iter().flat_map(AssetList::iter).map(|entry| entry.path.to_owned())))
    }

    fn unreadable_list(&mut self, path: &str, lines: &[u32], error: &SourceError) {
        self.outcome.broken_lists.extend(lines);
        for &number in lines {
            let list = &self.checker.rules.collections()[number as usize];
            let message = match error {
                SourceError::NotFound => format!(
                    "the file `{path}` of the collection `{}` is to be had neither beside its rule file nor among the \
                     files under check",
                    list.name()
                ),
                SourceError::Unreadable(_) | SourceError::Refused { .. } => {
                    format!("the file `{path}` of the collection `{}` cannot be read: {error}", list.name())
                }
            };
            let problem = Problem::new(IssueCode::CollectionFile, message);
            self.problem(self.checker.rules.collection_site(list).mark(problem));
        }
    }

    fn list_lines(&mut self, path: &str, bytes: &[u8], lines: &[u32]) {
        match decode_text(bytes.to_vec()) {
            Ok(text) => {
                let list = List::of_lines(&text);
                for &number in lines {
                    self.give(number, path, list.clone());
                }
            }
            Err(undecodable) => {
                self.outcome.broken_lists.extend(lines);
                self.problem(undecodable_problem(path, undecodable));
            }
        }
    }

    fn list_values(&mut self, file: &File<'_>, document: &Document, extracted: &[u32]) {
        let xpath = |number: u32| match self.checker.rules.collections()[number as usize].origin() {
            Origin::Extracted { xpath, .. } => Some(xpath),
            Origin::Values(_) | Origin::Pending { .. } | Origin::AssetList(_) => None,
        };
        let xpaths = extracted.iter().filter_map(|&number| xpath(number));
        let result = self.checker.plans.run(&PlanKey::Lists(extracted.to_vec()), xpaths, document, &mut Unsifted);
        let extraction = match result {
            Ok(extraction) => extraction,
            Err(fault) => return self.problem(file.malformed(fault)),
        };
        self.note_reading(file, extraction.notes);
        for (&number, yielded) in extracted.iter().zip(&extraction.yields) {
            match yielded {
                Yield::List(ids) => {
                    let mut list = List::default();
                    list.of_values(&extraction.values, ids);
                    self.give(number, file.path, list);
                }
                Yield::Limited(_) => {
                    self.outcome.broken_lists.push(number);
                    let list = &self.checker.rules.collections()[number as usize];
                    let problem = list_limit_problem(list.name(), "xpath", file.path);
                    self.problem(self.checker.rules.collection_site(list).mark(problem));
                }
                Yield::Special => {}
            }
        }
    }
}
