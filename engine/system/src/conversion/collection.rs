//! Conversion rules as a system: the collections `asset_pipeline.…`, and the function `pipeline`.

use std::cell::OnceCell;
use std::rc::Rc;

use assay_document::source::MemorySource;
use assay_document::text::patterns::LIMIT_HELP;
use assay_report::Diagnostics;
use rhai::Dynamic;
use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use super::pipeline::Pipeline;
use super::rule::is_rule_file;
use crate::{
    Built, Collection, CollectionShape, DataNeeds, Part, PathList, Refused, Resolver, System, SystemFunction,
    SystemReader, to_dynamic,
};

/// The flag for the conversion rules.
const RULES: DataNeeds = DataNeeds::flag(0);
/// The flag for the results of the rules for all files.
const FILES: DataNeeds = DataNeeds::flag(1);

const COLLECTIONS: &[Collection] = &[
    paths(
        "asset_pipeline.sources",
        "the paths of the files that are assets according to conversion rules (`asset_rules.xml`)",
    ),
    paths("asset_pipeline.roots", "the paths of the assets that are converted for their own sake"),
    paths("asset_pipeline.orphans", "the paths of the built files whose source is missing"),
];

const fn paths(name: &'static str, doc: &'static str) -> Collection {
    Collection::new(name, CollectionShape::Paths, RULES.and(FILES), doc)
}

const FUNCTIONS: &[SystemFunction] = &[SystemFunction {
    name: "pipeline",
    signature: "pipeline(path) -> map",
    doc: "the result of conversion rules (`asset_rules.xml`) for a file: `asset`, `root`, `excluded`, `converter`, \
          `params`, `source`, and in `said` the rule that set each",
    needs: RULES,
}];

/// The work charged for converting a path, in bytes, for each rule file.
const COST: usize = 20;
/// The work charged for a conversion rule that hits its limit, in bytes. Such a rule takes milliseconds.
const LIMIT_COST: usize = 100_000;

/// The system of conversion rules.
pub struct ConversionRules;

/// The data from one file, or from all paths together.
#[derive(Default, Deserialize, Serialize)]
struct ConversionPart {
    /// The rule files by their paths, for scripts that request the result for any path.
    rules: Vec<(String, Vec<u8>)>,
    /// The rules that are not evaluated any more; see [`Pipeline::abandoned_rules`].
    given_up: Vec<(usize, usize)>,
    files: ConvertedFiles,
}

/// The files of a root by the result of their conversion.
#[derive(Default, Deserialize, Serialize)]
struct ConvertedFiles {
    /// Assets.
    sources: Vec<String>,
    /// Assets that are converted for their own sake.
    roots: Vec<String>,
    /// Built files whose source is missing.
    orphans: Vec<String>,
}

impl ConvertedFiles {
    /// Sorts the files of a root by the result of their conversion.
    fn of(pipeline: &Pipeline, paths: &[String]) -> Self {
        let there: FxHashSet<&str> = paths.iter().map(String::as_str).collect();
        let mut files = Self::default();
        let mut resolver = pipeline.resolver();
        for path in paths.iter().filter(|path| !is_rule_file(path)) {
            let conversion = resolver.resolve(path);
            if conversion.is_asset() {
                files.sources.push(path.clone());
            }
            if conversion.is_root() {
                files.roots.push(path.clone());
            }
            if conversion.is_orphan(|source| there.contains(source)) {
                files.orphans.push(path.clone());
            }
        }
        files
    }
}

impl System for ConversionRules {
    fn name(&self) -> &'static str {
        "conversion rules"
    }

    fn collections(&self) -> &'static [Collection] {
        COLLECTIONS
    }

    fn functions(&self) -> &'static [SystemFunction] {
        FUNCTIONS
    }

    fn needs_file(&self, needs: DataNeeds, path: &str) -> bool {
        needs.has(RULES) && is_rule_file(path)
    }

    /// The rules are parsed when all rule files have been read, because they import each other.
    fn reader(&self) -> SystemReader {
        SystemReader::Bytes(|path, bytes| {
            // As bytes: every worker parses the rules itself, and only if a script needs them.
            let rules = vec![(path.to_owned(), bytes)];
            Ok(Some(Part::of(&ConversionPart { rules, ..ConversionPart::default() })))
        })
    }

    /// Parses the rules, and sorts all files by them if a collection needs it.
    fn needs_paths(&self, needs: DataNeeds) -> bool {
        !needs.is_none()
    }

    fn complete(&self, needs: DataNeeds, parts: &[&Part], paths: &[String]) -> (Option<Part>, Diagnostics) {
        // Only one worker does this. Other workers read the rules again when a script needs them, and give up the same
        // rules.
        let (mut pipeline, mut diagnostics) = ConversionPart::of(parts).read();
        diagnostics.problems.extend(pipeline.limit(paths));
        diagnostics.warnings.extend(pipeline.find_partial(paths));
        let files = if needs.has(FILES) { ConvertedFiles::of(&pipeline, paths) } else { ConvertedFiles::default() };
        let known = ConversionPart { given_up: pipeline.abandoned_rules(), files, ..ConversionPart::default() };
        (Some(Part::of(&known)), diagnostics)
    }

    fn build(&self, parts: &[&Part]) -> Built {
        let mut known = ConversionPart::of(parts);
        let ConvertedFiles { sources, roots, orphans } = std::mem::take(&mut known.files);
        let collections = [sources, roots, orphans].map(PathList::build).into();
        Built { collections, resolver: Some(Rc::new(Conversions { known, pipeline: OnceCell::new() })) }
    }
}

impl ConversionPart {
    fn of(parts: &[&Part]) -> Self {
        let mut whole = Self::default();
        for part in parts.iter().filter_map(|part| part.content::<Self>()) {
            whole.rules.extend(part.rules);
            whole.given_up.extend(part.given_up);
            whole.files.sources.extend(part.files.sources);
            whole.files.roots.extend(part.files.roots);
            whole.files.orphans.extend(part.files.orphans);
        }
        whole
    }

    /// Parses the rules, and returns the problems found with them.
    fn read(&self) -> (Pipeline, Diagnostics) {
        let mut source = MemorySource::new();
        for (path, bytes) in &self.rules {
            source.insert(path.as_str(), bytes.clone());
        }
        Pipeline::read(self.rules.iter().map(|(path, _)| path.as_str()), &source)
    }
}

/// The conversion rules of a run, parsed for the first script that asks.
struct Conversions {
    known: ConversionPart,
    pipeline: OnceCell<Pipeline>,
}

impl Conversions {
    /// The problems of the rules have been reported already.
    fn pipeline(&self) -> &Pipeline {
        self.pipeline.get_or_init(|| {
            let (mut pipeline, _) = self.known.read();
            // Otherwise the result of a script could differ from the collections.
            pipeline.give_up(&self.known.given_up);
            pipeline
        })
    }
}

impl Resolver for Conversions {
    fn cost(&self) -> usize {
        COST * (1 + self.pipeline().files.len())
    }

    fn resolve(&self, _function: &str, path: &str, exists: &dyn Fn(&str) -> bool) -> Result<Dynamic, Refused> {
        let conversion = self.pipeline().resolver().resolve(path);
        if let Some(rule) = conversion.limited.first() {
            let place = format!("{}:{}:{}", rule.path, rule.place.line, rule.place.column);
            let message = format!("the conversion rule at `{place}` takes too long on `{path}`");
            return Err(Refused { message, help: LIMIT_HELP, cost: LIMIT_COST * conversion.limited.len() });
        }
        Ok(serde_json::to_value(conversion.entry(path, exists)).map_or(Dynamic::UNIT, to_dynamic))
    }
}
