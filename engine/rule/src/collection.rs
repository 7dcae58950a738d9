//! Named lists that a rule file adds to the built-in collections.

use assay_document::extract::XPath;
use assay_document::source::normalize;
use assay_document::text::{Fault, IssueCode, Pattern, Span, Steps};
use assay_store::CustomList;
use assay_system::asset_list::{OPERATIONS, Operation, PatternType, Plan, RunError, Step};

use super::document::{Entries, RuleScalar, RuleValue, WrittenNode, entry};
use super::file_text::{Reporter, unknown_key};

/// One collection as its author wrote it.
#[derive(Clone, Debug)]
pub(super) struct CollectionSpec {
    pub name: RuleScalar,
    pub origin: OriginSpec,
    pub ignore_case: bool,
    pub filter: Option<RuleScalar>,
    pub not_filter: Option<RuleScalar>,
}

/// The source of the elements of a collection, as written.
#[derive(Clone, Debug)]
pub(super) enum OriginSpec {
    Values(Vec<String>),
    File(RuleScalar),
    Extracted {
        rpath: RuleScalar,
        xpath: RuleScalar,
    },
    AssetList(AssetPaths),
    /// The origin has an error, which has been reported.
    Broken,
}

/// The paths of an asset list, or the result of an operation on asset lists.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct AssetPaths {
    /// The path of the list in the source: the first input of the operation.
    pub path: String,
    /// The operation; `None` for the list itself.
    pub step: Option<Step>,
}

/// A named list of a rule file, ready to be filled.
#[derive(Clone, Debug)]
pub struct RuleCollection {
    name: String,
    origin: CollectionOrigin,
    ignore_case: bool,
    choice: ElementChoice,
    pub(super) file: usize,
    pub(super) place: Span,
}

/// The filters of a [`RuleCollection`]: its `filter` and its `not_filter`.
#[derive(Clone, Debug, Default)]
pub(super) struct ElementChoice {
    filter: Option<Pattern>,
    not_filter: Option<Pattern>,
}

impl ElementChoice {
    pub fn compile(spec: &CollectionSpec, report: &mut Reporter<'_>) -> Self {
        let message = "a filter of a collection must be a regular expression; only filters of rules can call functions";
        let mut pattern =
            |text: &Option<RuleScalar>| report.pattern(text.as_ref()?, IssueCode::CollectionFilter, message).ok();
        Self { filter: pattern(&spec.filter), not_filter: pattern(&spec.not_filter) }
    }

    /// Drops the elements that are not kept.
    ///
    /// # Errors
    /// Returns the field whose pattern took too long on an element.
    pub fn choose(&self, list: &mut CustomList) -> Result<(), &'static str> {
        for (field, pattern, keeps) in [("filter", &self.filter, true), ("not_filter", &self.not_filter, false)] {
            let Some(pattern) = pattern else { continue };
            // A pattern with look-around could take minutes on one element.
            let steps = Steps::new(Steps::PER_FILE);
            let keep = |element: &str| pattern.is_match_counted(element, &steps).map(|is_found| is_found == keeps);
            list.retain(keep).map_err(|_| field)?;
        }
        Ok(())
    }
}

/// The source of the elements of a [`RuleCollection`].
#[derive(Clone, Debug)]
pub enum CollectionOrigin {
    /// The elements are known: they are in the rule file (numbers as spelled), or in a file beside it.
    Values(Vec<String>),
    /// The elements are the lines of a file. It was not found beside the rule file, so the checked source has to
    /// contain it.
    Pending {
        /// The path of the file in the source.
        path: String,
    },
    /// The elements are extracted from the source.
    Extracted {
        /// The pattern of the files that are read. It is searched in `/` + path.
        rpath: Pattern,
        /// The extraction that is applied to these files.
        xpath: XPath,
    },
    /// The elements are paths of asset lists of the source.
    AssetList(AssetPaths),
}

impl CollectionOrigin {
    /// Returns the elements, if they are known before files are read.
    pub(super) fn values(&self) -> Option<&[String]> {
        match self {
            Self::Values(values) => Some(values),
            Self::Pending { .. } | Self::Extracted { .. } | Self::AssetList(_) => None,
        }
    }
}

impl RuleCollection {
    pub(super) fn new(spec: &CollectionSpec, origin: CollectionOrigin, choice: ElementChoice, file: usize) -> Self {
        Self {
            name: spec.name.text.trim().to_owned(),
            origin,
            ignore_case: spec.ignore_case,
            choice,
            file,
            place: spec.name.span,
        }
    }

    /// Returns a list of the elements that are known before files are read.
    pub fn to_list(&self) -> CustomList {
        CustomList::new(self.origin.values().unwrap_or_default()).ignoring_case(self.ignore_case)
    }

    /// Returns true if the collection has a `filter` or a `not_filter`.
    pub const fn has_filters(&self) -> bool {
        self.choice.filter.is_some() || self.choice.not_filter.is_some()
    }

    /// Drops the elements of a list that its filters do not keep.
    ///
    /// # Errors
    /// Returns the field whose pattern took too long on an element.
    pub fn choose(&self, list: &mut CustomList) -> Result<(), &'static str> {
        self.choice.choose(list)
    }

    /// Returns the name, without `artfunc_`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the source of the elements.
    pub const fn origin(&self) -> &CollectionOrigin {
        &self.origin
    }
}

/// The help message for the forms of a collection.
const FORMS: &str = "write `[value, …]`, `{file: …}` or `{rpath: …, xpath: …}`";

/// The keys for the source of the elements.
const SOURCES: [&str; 4] = ["assetlist", "file", "rpath", "xpath"];

/// The keys that choose elements, and the key for comparing them.
const CHOICES: [&str; 3] = ["filter", "ignore_case", "not_filter"];

/// The keys that only asset lists have.
const OF_ASSETS: [&str; 6] = ["op", "second", "pattern", "patternType", "count", "lists"];

fn keys() -> impl Iterator<Item = &'static str> {
    SOURCES.into_iter().chain(CHOICES).chain(OF_ASSETS)
}

impl CollectionSpec {
    /// Reads the collection `name`.
    pub fn read(name: &RuleScalar, node: &WrittenNode, report: &mut Reporter<'_>) -> Self {
        let mut faults = Vec::new();
        let mut ignore_case = false;
        let (mut filter, mut not_filter) = (None, None);
        let origin = match &node.value {
            RuleValue::List(items) => Some(values(items, &mut faults)),
            RuleValue::Map(entries) => {
                let mut given = CollectionKeys { entries, faults: &mut faults };
                given.refuse_unknown();
                ignore_case = given.flag("ignore_case");
                filter = given.pattern("filter");
                not_filter = given.pattern("not_filter");
                if given.node("assetlist").is_some() || OF_ASSETS.iter().any(|key| given.node(key).is_some()) {
                    given.assets(name)
                } else {
                    given.read_origin(name)
                }
            }
            RuleValue::Unusable => None,
            _ => {
                let must = format_args!("collection `{}` must be a list or a mapping", name.text);
                faults.push(node.wrong_kind(IssueCode::CollectionKind, must).help(FORMS));
                None
            }
        };
        let usable = faults.is_empty();
        for fault in faults {
            report.problem(fault);
        }
        let origin = origin.filter(|_| usable).unwrap_or(OriginSpec::Broken);
        Self { name: name.clone(), origin, ignore_case, filter, not_filter }
    }
}

/// Reads an inline list, whose elements are strings or other scalars.
fn values(items: &[WrittenNode], faults: &mut Vec<Fault>) -> OriginSpec {
    let mut values = Vec::with_capacity(items.len());
    for item in items {
        if let Some(text) = item.as_text() {
            values.push(text.text);
        } else {
            faults.push(item.wrong_kind(IssueCode::CollectionElement, "an element of a collection must be a string"));
        }
    }
    OriginSpec::Values(values)
}

const fn keys_of(operation: Operation) -> &'static [&'static str] {
    match operation {
        Operation::Delta | Operation::Union | Operation::Intersection | Operation::Complement => &["second"],
        Operation::FilePattern => &["pattern", "patternType"],
        Operation::IntersectionCount => &["count", "second", "lists"],
    }
}

/// The entries of a collection that is a mapping, with their faults.
struct CollectionKeys<'e, 'f> {
    entries: &'e Entries,
    faults: &'f mut Vec<Fault>,
}

impl CollectionKeys<'_, '_> {
    fn entry(&self, name: &str) -> Option<&(RuleScalar, WrittenNode)> {
        entry(self.entries, name)
    }

    fn node(&self, name: &str) -> Option<&WrittenNode> {
        self.entry(name).map(|(_, node)| node)
    }

    /// Returns the position of a key's value, or of the key if it has no value.
    fn place(&self, name: &str) -> Option<Span> {
        self.entry(name).map(|(key, node)| if node.span.is_empty() { key.span } else { node.span })
    }

    fn fault(&mut self, code: IssueCode, message: String, span: Span) {
        self.faults.push(Fault::new(code, message, span));
    }

    fn refuse_unknown(&mut self) {
        // A misspelled `filter` would keep all elements, and rules that use the collection could pass.
        let is_known = |key: &RuleScalar| keys().any(|known| known.eq_ignore_ascii_case(&key.text));
        for (key, _) in self.entries.iter().filter(|(key, _)| !is_known(key)) {
            let help = "a collection has `file`, or `rpath` and `xpath`; `filter` and `not_filter`";
            self.faults.push(unknown_key(IssueCode::CollectionUnknownKey, key, keys(), help));
        }
    }

    /// Reports a key that has no effect for this operation.
    fn refuse_needless(&mut self, step: Option<&Step>) {
        let takes = step.map_or(&[][..], |step| keys_of(step.operation));
        let needless = OF_ASSETS.iter().filter(|key| **key != "op" && !takes.contains(key));
        let Some((key, _)) = needless.into_iter().find_map(|key| self.entry(key)) else { return };
        let (message, help) = match step {
            Some(step) => {
                let name = step.operation.spec().name;
                let known: Vec<String> = takes.iter().map(|key| format!("`{key}`")).collect();
                (format!("`{name}` does not take `{}`", key.text), format!("it takes {}", known.join(", ")))
            }
            None => (format!("`{}` needs an `op`", key.text), HELP.to_owned()),
        };
        let span = key.span;
        self.faults.push(Fault::new(IssueCode::CollectionOrigin, message, span).help(help));
    }

    /// Returns the value of a boolean key; false if it is missing.
    fn flag(&mut self, wanted: &str) -> bool {
        let Some((_, node)) = entry(self.entries, wanted) else { return false };
        if let RuleValue::Bool(value) = node.value {
            return value;
        }
        let must = format_args!("`{wanted}` must be true or false");
        self.faults.push(node.wrong_kind(IssueCode::CollectionKind, must));
        false
    }

    /// Returns the regular expression of a key; `None` if it is missing, null or empty.
    fn pattern(&mut self, wanted: &str) -> Option<RuleScalar> {
        let (_, node) = entry(self.entries, wanted).filter(|(_, node)| !matches!(node.value, RuleValue::Null))?;
        let text = node.as_text();
        if text.is_none() {
            let must = format_args!("`{wanted}` must be a regular expression");
            self.faults.push(node.wrong_kind(IssueCode::CollectionKind, must));
        }
        text.filter(|text| !text.text.is_empty())
    }

    /// Reads a collection whose elements come from a file, or from the checked source.
    fn read_origin(&mut self, name: &RuleScalar) -> Option<OriginSpec> {
        let given = ["file", "rpath", "xpath"].map(|key| self.node(key).is_some().then(|| self.text(key)));
        let message = match given {
            [Some(file), None, None] => return file.map(OriginSpec::File),
            [None, Some(rpath), Some(xpath)] => {
                return Some(OriginSpec::Extracted { rpath: rpath?, xpath: xpath? });
            }
            [Some(_), ..] => format!("collection `{}` has both a `file` and another source", name.text),
            [None, Some(_), _] => format!("collection `{}` has no `xpath`", name.text),
            [None, None, Some(_)] => format!("collection `{}` has no `rpath`", name.text),
            [None, None, None] => format!("collection `{}` has neither `file` nor `rpath` and `xpath`", name.text),
        };
        self.faults.push(Fault::new(IssueCode::CollectionOrigin, message, name.span).help(FORMS));
        None
    }

    /// Reads a collection whose elements are the paths of an asset list, or of the result of an operation.
    fn assets(&mut self, name: &RuleScalar) -> Option<OriginSpec> {
        let path = self.path("assetlist");
        let other = ["file", "rpath", "xpath"].into_iter().find(|key| self.node(key).is_some());
        let (Some(path), None) = (path, other) else {
            if self.faults.is_empty() {
                let message = match other {
                    Some(key) => format!("collection `{}` has both an `assetlist` and `{key}`", name.text),
                    None => format!("collection `{}` has no `assetlist`", name.text),
                };
                self.faults.push(Fault::new(IssueCode::CollectionOrigin, message, name.span).help(HELP));
            }
            return None;
        };
        let step = self.step(&path);
        if self.faults.is_empty() {
            self.refuse_needless(step.as_ref());
        }
        self.faults.is_empty().then_some(OriginSpec::AssetList(AssetPaths { path, step }))
    }

    fn text(&mut self, wanted: &str) -> Option<RuleScalar> {
        let node = self.node(wanted)?;
        let text = node.as_text().filter(|text| !text.text.is_empty());
        if text.is_none() {
            let message = format!("`{wanted}` must be a string, not {}", node.kind());
            let span = self.place(wanted).unwrap_or_default();
            self.fault(IssueCode::CollectionKind, message, span);
        }
        text
    }

    fn path(&mut self, name: &str) -> Option<String> {
        let text = self.text(name)?;
        self.inside(&text)
    }

    fn inside(&mut self, text: &RuleScalar) -> Option<String> {
        let path = normalize(&text.text);
        if path.is_none() {
            self.fault(IssueCode::CollectionFile, format!("the path `{}` leaves the project", text.text), text.span);
        }
        path
    }

    fn step(&mut self, first: &str) -> Option<Step> {
        let op = self.text("op")?;
        let Some(operation) = Operation::named(&op.text) else {
            let names = || OPERATIONS.iter().map(|spec| spec.name);
            let fault = Fault::new(IssueCode::CollectionOp, format!("there is no operation `{}`", op.text), op.span);
            let help = format!("the operations are {}", names().collect::<Vec<_>>().join(", "));
            self.faults.push(fault.help(help).suggest_nearest(&op.text, names()));
            return None;
        };
        let mut step = Step { first: first.to_owned(), output: RESULT.to_owned(), ..Step::new(operation) };
        step.second = self.path("second").unwrap_or_default();
        step.pattern = self.text("pattern").map(|text| text.text).unwrap_or_default();
        step.pattern_type = self.pattern_type();
        step.count = self.count().unwrap_or_default();
        if operation == Operation::IntersectionCount {
            let rest = self.lists();
            let second = Some(std::mem::take(&mut step.second)).filter(|second| !second.is_empty());
            step.lists = std::iter::once(first.to_owned()).chain(second).chain(rest).collect();
        }
        if !self.faults.is_empty() {
            return None;
        }
        // Report errors that do not depend on the files here, where their place is known.
        let plan = Plan { steps: vec![step] };
        if let Err(error) = plan.check() {
            self.refuse_step(&error, &op);
        }
        plan.steps.into_iter().next()
    }

    fn pattern_type(&mut self) -> Option<PatternType> {
        let text = self.text("patternType")?;
        let known = PatternType::named(&text.text);
        if known.is_none() {
            let message = format!("unknown pattern type `{}`: write `wildcard` or `regex`", text.text);
            self.fault(IssueCode::CollectionKind, message, text.span);
        }
        known
    }

    /// Reads the minimum number of lists that an entry must be in.
    fn count(&mut self) -> Option<u32> {
        let text = self.text("count")?;
        let count = text.text.parse().ok().filter(|&count| count > 0);
        if count.is_none() {
            let message = format!("`count` must be a whole number of at least 1, not `{}`", text.text);
            self.fault(IssueCode::CollectionKind, message, text.span);
        }
        count
    }

    fn lists(&mut self) -> Vec<String> {
        let Some((_, node)) = entry(self.entries, "lists") else { return Vec::new() };
        let RuleValue::List(items) = &node.value else {
            let message = format!("`lists` must be a list of paths, not {}", node.kind());
            let span = self.place("lists").unwrap_or_default();
            self.faults.push(Fault::new(IssueCode::CollectionKind, message, span).help("write `lists: [a.assetlist]`"));
            return Vec::new();
        };
        let mut paths = Vec::new();
        for item in items {
            if let Some(text) = item.as_text().filter(|text| !text.text.is_empty()) {
                paths.extend(self.inside(&text));
            } else {
                self.faults.push(item.wrong_kind(IssueCode::CollectionKind, "an element of `lists` must be a path"));
            }
        }
        paths
    }

    fn refuse_step(&mut self, error: &RunError, op: &RuleScalar) {
        let name = op.text.as_str();
        let (message, span, help) = match error {
            RunError::Pattern { pattern, column, fault, .. } => {
                let message = format!("the pattern `{pattern}` cannot be read at column {column}: {}", fault.message);
                (message, self.place("pattern"), fault.help.clone())
            }
            RunError::Missing { what, .. } => (format!("`{name}` needs {what}"), None, Some(HELP.to_owned())),
            other => (other.to_string(), None, None),
        };
        let fault = Fault::new(IssueCode::CollectionOp, message, span.unwrap_or(op.span));
        self.faults.push(Fault { help, ..fault });
    }
}

/// An example of an operation.
const HELP: &str = "write `{assetlist: new.assetlist, op: delta, second: newer.assetlist}`";

/// The name of the output of a collection's operation. It is only used while the operation runs.
const RESULT: &str = "$result";
