//! Builds the collections: reads from each file the values that it contributes to them.

use std::rc::Rc;

use assay_document::extract::{NoJudge, Yield};
use assay_document::format::{Document, EntryFact, Fact, NoDocument, Special, decode_text};
use assay_document::source::SourceError;
use assay_document::text::IssueCode;
use assay_report::Problem;
use assay_rule::{AssetPaths, CollectionOrigin};
use assay_store::CustomList;
use assay_system::asset_list::{AssetList, ListFile, ListReading, Plan, RunOptions, read_list};
use assay_system::{DataNeeds, Part, SYSTEMS, SystemReader};

use super::batch_work::BatchWork;
use super::file::{CheckedFile, fact_problem, undecodable_problem, unreadable};
use super::plans::PlanKey;
use super::reading;
use super::select::{extraction, list_limit_problem};
use super::times::MeasuredStep;

/// Reads a file for the collections of systems, and for custom collections of its values or of its lines.
pub(super) fn index(work: &mut BatchWork<'_>, path: &str, index: bool, extracted: &[u32], lines: &[u32]) {
    // Facts, asset lists and readers of bytes come first, because they need no document.
    let (facts, extracted): (Vec<u32>, Vec<u32>) =
        extracted.iter().partition(|&&number| special(work, number).is_some());
    list_facts(work, path, &facts);
    let (assets, lines): (Vec<u32>, Vec<u32>) = lines.iter().partition(|&&number| assets(work, number).is_some());
    list_assets(work, path, &assets);
    let index = index && index_bytes(work, path);
    let bytes = if lines.is_empty() { None } else { list_lines(work, path, &lines) };
    let is_unreadable = bytes.is_none() && !lines.is_empty();
    if is_unreadable || !index && extracted.is_empty() {
        return;
    }
    // A file that is also a list of lines is read only once.
    let document = match bytes {
        Some(bytes) => {
            let size = bytes.len() as u64;
            let decoded = Document::decode_by(&work.checker.formats, path, bytes);
            decoded.map_err(|reason| NoDocument::Unusable { reason, size })
        }
        None => work.input.open(path, &mut work.record),
    };
    let since = work.record.now();
    match document {
        Ok(document) => index_document(work, path, &document, index, &extracted),
        Err(NoDocument::Source(error)) => work.record.problem(unreadable(path, &error)),
        Err(NoDocument::Unusable { reason, .. }) => work.unusable(path, reason),
    }
    work.record.add_time_since(MeasuredStep::Index, None, since);
}

/// Adds the parts of the systems that read the bytes of the file. Returns true if other systems read it as a document.
fn index_bytes(work: &mut BatchWork<'_>, path: &str) -> bool {
    let mut has_documents = false;
    for (at, system) in SYSTEMS.iter().enumerate().filter(|(_, system)| system.needs_file(DataNeeds::ALL, path)) {
        let SystemReader::Bytes(read) = system.reader() else {
            has_documents = true;
            continue;
        };
        let since = work.record.now();
        match work.input.read(path, &mut work.record).map(|bytes| read(path, bytes)) {
            Ok(Ok(part)) => add_part(work, at, path, part),
            Ok(Err(diagnostics)) => work.record.outcome.diagnostics.extend(diagnostics),
            Err(error) => work.record.problem(unreadable(path, &error)),
        }
        work.record.add_time_since(MeasuredStep::Index, None, since);
    }
    has_documents
}

fn add_part(work: &mut BatchWork<'_>, system: usize, path: &str, part: Option<Part>) {
    if let Some(part) = part {
        work.record.outcome.collected.parts.add(system, part, path);
    }
}

/// Adds a document to the collections of systems if `index` is set, and to the custom collections in `extracted`.
fn index_document(work: &mut BatchWork<'_>, path: &str, document: &Document, index: bool, extracted: &[u32]) {
    let file = CheckedFile::of(path, document);
    let systems = SYSTEMS.iter().enumerate().filter(|(_, system)| index && system.needs_file(DataNeeds::ALL, path));
    for (at, system) in systems {
        let SystemReader::Document(read) = system.reader() else { continue };
        match read(path, document) {
            Ok(part) => add_part(work, at, path, part),
            Err(fault) => return work.record.problem(file.problem(fault)),
        }
    }
    if !extracted.is_empty() {
        list_values(work, &file, document, extracted);
    }
}

/// Adds the values of a file that pass the collection's filters to a custom collection.
fn give(work: &mut BatchWork<'_>, number: u32, path: &str, mut list: CustomList) {
    let collection = work.list(number);
    match collection.choose(&mut list) {
        Ok(()) => work.record.outcome.collected.lists.push((number, path.to_owned(), list)),
        Err(field) => fail(work, number, list_limit_problem(collection.name(), field, path)),
    }
}

/// Reports that a custom collection could not be read, so that its rules are not checked.
fn fail(work: &mut BatchWork<'_>, number: u32, problem: Problem) {
    work.record.outcome.collected.broken.push(number);
    let site = work.checker.rules.collection_site(work.list(number));
    work.record.problem(site.mark(problem));
}

/// Returns the fact about files that a collection consists of; `None` if it consists of their content.
fn special(work: &BatchWork<'_>, number: u32) -> Option<Special> {
    extraction(work.list(number))?.1.special()
}

/// Adds facts about a file, such as its path, without reading it as a document.
fn list_facts(work: &mut BatchWork<'_>, path: &str, facts: &[u32]) {
    for &number in facts {
        let Some(special) = special(work, number) else { continue };
        if let Some(fact) = special.of_entries() {
            list_entries(work, path, number, fact);
            continue;
        }
        match work.input.fact(special, path, &mut work.record) {
            Ok(Fact::Text(text)) => give(work, number, path, CustomList::new([text])),
            Ok(Fact::Number(value)) => give(work, number, path, CustomList::new([value.to_string()])),
            Err(error) => work.record.problem(fact_problem(path, &error)),
        }
    }
}

/// Adds a fact about each entry of the asset list at `path` to a custom collection.
fn list_entries(work: &mut BatchWork<'_>, path: &str, number: u32, fact: EntryFact) {
    let source = Rc::clone(&work.input.source);
    match ListFile::open(path, &source).and_then(|file| file.read_with_places()) {
        Ok(placed) => {
            let values = placed.values(fact).filter_map(|(text, _)| Some(text?.into_owned()));
            let list = CustomList::new(values);
            give(work, number, path, list);
            work.record.outcome.diagnostics.warnings.extend(placed.warnings);
        }
        Err(problem) => {
            work.record.outcome.collected.broken.push(number);
            work.record.problem(*problem);
        }
    }
}

/// Returns the asset list that a collection is made of, if it is made of one.
fn assets<'w>(work: &BatchWork<'w>, number: u32) -> Option<&'w AssetPaths> {
    match work.list(number).origin() {
        CollectionOrigin::AssetList(assets) => Some(assets),
        CollectionOrigin::Values(_) | CollectionOrigin::Pending { .. } | CollectionOrigin::Extracted { .. } => None,
    }
}

/// Adds the paths of asset lists to custom collections. `path` is the first of these lists.
fn list_assets(work: &mut BatchWork<'_>, path: &str, numbers: &[u32]) {
    for &number in numbers {
        let since = work.record.now();
        let Some(assets) = assets(work, number).cloned() else { continue };
        match paths_of(work, &assets) {
            Ok(list) => give(work, number, path, list),
            Err(problem) => {
                let at = problem.region.map(|region| format!(":{}", region.start.line)).unwrap_or_default();
                let file = problem.path.map(|path| format!(" `{path}`{at}:")).unwrap_or_default();
                let message = format!("the collection `{}`:{file} {}", work.list(number).name(), problem.message);
                let added = Problem::new(IssueCode::CollectionAssetList, message);
                fail(work, number, Problem { help: problem.help, ..added });
            }
        }
        work.record.add_time_since(MeasuredStep::Index, None, since);
    }
}

fn paths_of(work: &mut BatchWork<'_>, assets: &AssetPaths) -> Result<CustomList, Box<Problem>> {
    let mut lists = Vec::new();
    let plan = Plan { steps: assets.step.iter().cloned().collect() };
    let files = if plan.steps.is_empty() { vec![assets.path.as_str()] } else { plan.files() };
    for file in files {
        let ListReading { value, warnings } = read_list(file, &work.input.source)?;
        work.record.outcome.diagnostics.warnings.extend(warnings);
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
    Ok(CustomList::new(made.iter().flat_map(AssetList::iter).map(|entry| entry.path)))
}

/// Adds the lines of a file to custom collections. Returns the bytes of the file, or `None` if it cannot be read.
fn list_lines(work: &mut BatchWork<'_>, path: &str, lines: &[u32]) -> Option<Vec<u8>> {
    let bytes = match work.input.read(path, &mut work.record) {
        Ok(bytes) => bytes,
        Err(error) => {
            for &number in lines {
                fail(work, number, unreadable_list(path, work.list(number).name(), &error));
            }
            return None;
        }
    };
    let since = work.record.now();
    match decode_text(bytes.clone()) {
        Ok(text) => {
            let list = CustomList::of_lines(&text);
            for &number in lines {
                give(work, number, path, list.clone());
            }
        }
        Err(undecodable) => {
            work.record.outcome.collected.broken.extend(lines);
            work.record.problem(undecodable_problem(path, undecodable));
        }
    }
    work.record.add_time_since(MeasuredStep::Index, None, since);
    Some(bytes)
}

fn unreadable_list(path: &str, list: &str, error: &SourceError) -> Problem {
    let message = match error {
        SourceError::NotFound => format!(
            "the file `{path}` of the collection `{list}` was found neither next to its rule file nor among the files \
             under check"
        ),
        SourceError::Unreadable(_) | SourceError::Refused { .. } => {
            format!("the file `{path}` of the collection `{list}` cannot be read: {error}")
        }
    };
    Problem::new(IssueCode::CollectionFile, message)
}

fn list_values(work: &mut BatchWork<'_>, file: &CheckedFile<'_>, document: &Document, extracted: &[u32]) {
    let xpaths = extracted.iter().filter_map(|&number| Some(extraction(work.list(number))?.1));
    let result = work.checker.plans.run(&PlanKey::Lists(extracted.to_vec()), xpaths, document, &mut NoJudge);
    let extraction = match result {
        Ok(extraction) => extraction,
        Err(fault) => return work.record.problem(file.problem(fault)),
    };
    reading::report(file, extraction.notes, &mut work.record);
    for (&number, yielded) in extracted.iter().zip(&extraction.yields) {
        match yielded {
            Yield::List(ids) => {
                let mut list = CustomList::default();
                list.of_values(&extraction.values, ids);
                give(work, number, file.path, list);
            }
            Yield::Limited(_) => {
                fail(work, number, list_limit_problem(work.list(number).name(), "xpath", file.path));
            }
            Yield::Special => {}
        }
    }
}
