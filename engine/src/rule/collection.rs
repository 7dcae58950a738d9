//! Named lists that a rule file adds to the built-in collections.

use super::document::{Node, Scalar, Value};
use super::file_text::FileText;
use crate::extract::XPath;
use crate::report::Diagnostics;
use crate::source::normalize;
use crate::store::List;
use crate::system::asset_list::{OPERATIONS, Operation, PatternType, Plan, Step};
use crate::text::{Fault, Pattern, Span, nearest};

/// One collection as its author wrote it.
#[derive(Clone, Debug)]
pub(super) struct CollectionSpec {
    pub name: Scalar,
    pub origin: OriginSpec,
    pub ignore_case: bool,
}

/// Where its elements come from, as written.
#[derive(Clone, Debug)]
pub(super) enum OriginSpec {
    Values(Vec<String>),
    File(Scalar),
    Extracted {
        rpath: Scalar,
        xpath: Scalar,
    },
    AssetList(Assets),
    /// Something is wrong with it, which has been said.
    Broken,
}

/// The paths of an asset list, or of what an operation makes of it and others.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Assets {
    /// The list, as the source knows it: the first input of the operation.
    pub path: String,
    /// The operation; without one the list stands for itself.
    pub step: Option<Step>,
}

/// A named list of a rule file, ready to be filled.
#[derive(Clone, Debug)]
pub struct Collection {
    name: String,
    origin: Origin,
    ignore_case: bool,
    pub(super) file: usize,
    pub(super) place: Span,
}

/// Where the elements of a [`Collection`] come from.
#[derive(Clone, Debug)]
pub enum Origin {
    /// They are known: they stand in the rule file (numbers as spelled), or in a file beside it.
    Values(Vec<String>),
    /// They are the lines of a file that did not lie beside the rule file: the checked source is asked for it.
    Pending {
        /// Its path, as a source knows it.
        path: String,
    },
    /// They are extracted from the source.
    Extracted {
        /// From which files: searched in `/` + path.
        rpath: Pattern,
        /// What is extracted.
        xpath: XPath,
    },
    /// They are paths of asset lists of the source.
    AssetList(Assets),
}

impl Collection {
    pub(super) fn new(spec: &CollectionSpec, origin: Origin, file: usize) -> Self {
        Self {
            name: spec.name.text.trim().to_owned(),
            origin,
            ignore_case: spec.ignore_case,
            file,
            place: spec.name.span,
        }
    }

    /// The list of what is known of it before files are read.
    #[must_use]
    pub fn to_list(&self) -> List {
        let known = match &self.origin {
            Origin::Values(values) => values.clone(),
            Origin::Pending { .. } | Origin::Extracted { .. } | Origin::AssetList(_) => Vec::new(),
        };
        List::new(known).ignoring_case(self.ignore_case)
    }

    /// Its name, without `artfunc_`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where its elements come from.
    #[must_use]
    pub const fn origin(&self) -> &Origin {
        &self.origin
    }
}

/// The keys that say where elements come from.
const KEYS: &[&str] =
    &["assetlist", "count", "file", "ignore_case", "lists", "op", "pattern", "patternType", "rpath", "second", "xpath"];

/// Those of an asset list alone.
const OF_ASSETS: &[&str] = &["op", "second", "pattern", "patternType", "count", "lists"];

impl CollectionSpec {
    /// Reads the collection `name`; what is wrong with it goes to `out`.
    pub fn read(name: &Scalar, node: &Node, file: &FileText<'_>, out: &mut Diagnostics) -> Self {
        let mut faults = Vec::new();
        let mut ignore_case = false;
        let origin = match &node.value {
            Value::List(items) => Some(values(items, &mut faults)),
            Value::Map(entries) => {
                for (key, _) in entries.iter().filter(|(key, _)| known(key).is_none()) {
                    let fault = Fault::new("collection-unknown-key", format!("unknown key `{}`", key.text), key.span);
                    out.warnings.push(file.say(match nearest(&key.text, KEYS.iter().copied()) {
                        Some(known) => fault.meant(known),
                        None => fault.help("a collection has `file`, or `rpath` and `xpath`"),
                    }));
                }
                ignore_case = flag("ignore_case", entries, &mut faults);
                let has = |wanted: &str| entries.iter().any(|(key, _)| known(key) == Some(wanted));
                if has("assetlist") || OF_ASSETS.iter().any(|key| has(key)) {
                    assets(name, entries, &mut faults)
                } else {
                    sourced(name, entries, &mut faults)
                }
            }
            Value::Unusable => None,
            _ => {
                let message =
                    format!("collection `{}` must be a list or a mapping, this is {}", name.text, node.kind());
                faults.push(
                    Fault::new("collection-kind", message, node.span)
                        .help("write `[value, …]`, `{file: …}` or `{rpath: …, xpath: …}`"),
                );
                None
            }
        };
        let usable = faults.is_empty();
        out.problems.extend(faults.into_iter().map(|fault| file.say(fault)));
        Self { name: name.clone(), origin: origin.filter(|_| usable).unwrap_or(OriginSpec::Broken), ignore_case }
    }
}

fn known(key: &Scalar) -> Option<&'static str> {
    KEYS.iter().copied().find(|known| known.eq_ignore_ascii_case(&key.text))
}

/// An inline list: its elements are texts, or are spelled like ones.
fn values(items: &[Node], faults: &mut Vec<Fault>) -> OriginSpec {
    let mut values = Vec::with_capacity(items.len());
    for item in items {
        if let Some(text) = item.as_text() {
            values.push(text.text);
        } else {
            let message = format!("an element of a collection must be a text, this is {}", item.kind());
            faults.push(Fault::new("collection-element", message, item.span));
        }
    }
    OriginSpec::Values(values)
}

/// Whether a key is set; false without it.
fn flag(wanted: &str, entries: &[(Scalar, Node)], faults: &mut Vec<Fault>) -> bool {
    let Some((_, node)) = entries.iter().find(|(key, _)| known(key) == Some(wanted)) else { return false };
    let Value::Bool(value) = node.value else {
        let message = format!("`{wanted}` must be true or false, this is {}", node.kind());
        faults.push(Fault::new("collection-kind", message, node.span));
        return false;
    };
    value
}

/// The paths of an asset list, or what an operation makes of it.
fn assets(name: &Scalar, entries: &[(Scalar, Node)], faults: &mut Vec<Fault>) -> Option<OriginSpec> {
    let mut given = Given { entries, faults };
    let path = given.path("assetlist");
    let other = ["file", "rpath", "xpath"].iter().find(|key| given.node(key).is_some());
    let (Some(path), None) = (&path, other) else {
        if given.faults.is_empty() {
            let message = match other {
                Some(key) => format!("collection `{}` has both an `assetlist` and `{key}`", name.text),
                None => format!("collection `{}` has no `assetlist`", name.text),
            };
            given.fault("collection-origin", message, name.span);
        }
        return None;
    };
    let step = given.step(path);
    let needless = OF_ASSETS.iter().find(|key| step.is_none() && given.node(key).is_some());
    if let Some(key) = needless.filter(|_| given.faults.is_empty()) {
        given.fault("collection-origin", format!("`{key}` needs an `op`"), name.span);
    }
    given.faults.is_empty().then(|| OriginSpec::AssetList(Assets { path: path.clone(), step }))
}

/// The keys of an asset list.
struct Given<'e, 'f> {
    entries: &'e [(Scalar, Node)],
    faults: &'f mut Vec<Fault>,
}

impl Given<'_, '_> {
    fn node(&self, wanted: &str) -> Option<&Node> {
        self.entries.iter().find(|(key, _)| known(key) == Some(wanted)).map(|(_, node)| node)
    }

    fn fault(&mut self, code: &'static str, message: String, span: Span) {
        let help = "write `{assetlist: new.assetlist, op: delta, second: newer.assetlist}`";
        self.faults.push(Fault::new(code, message, span).help(help));
    }

    fn text(&mut self, wanted: &str) -> Option<Scalar> {
        let node = self.node(wanted)?;
        let text = node.as_text().filter(|text| !text.text.is_empty());
        if text.is_none() {
            let (message, span) = (format!("`{wanted}` must be a text, this is {}", node.kind()), node.span);
            self.fault("collection-kind", message, span);
        }
        text
    }

    /// The path of a list, as the source knows it.
    fn path(&mut self, wanted: &str) -> Option<String> {
        let text = self.text(wanted)?;
        self.inside(&text)
    }

    fn inside(&mut self, text: &Scalar) -> Option<String> {
        let path = normalize(&text.text);
        if path.is_none() {
            self.fault("collection-file", format!("the path `{}` leaves the project", text.text), text.span);
        }
        path
    }

    /// The operation, if there is one.
    fn step(&mut self, first: &str) -> Option<Step> {
        let op = self.text("op")?;
        let Some(operation) = Operation::named(&op.text) else {
            let names: Vec<&str> = OPERATIONS.iter().map(|spec| spec.name).collect();
            let message = format!("there is no operation `{}`: known are {}", op.text, names.join(", "));
            self.fault("collection-op", message, op.span);
            return None;
        };
        let mut step = Step { first: first.to_owned(), output: RESULT.to_owned(), ..Step::new(operation) };
        step.second = self.path("second").unwrap_or_default();
        step.pattern = self.text("pattern").map(|text| text.text).unwrap_or_default();
        if let Some(kind) = self.text("patternType") {
            step.pattern_type = PatternType::named(&kind.text);
            if step.pattern_type.is_none() {
                let message = format!("there is no kind of pattern `{}`: write `wildcard` or `regex`", kind.text);
                self.fault("collection-kind", message, kind.span);
            }
        }
        if let Some(count) = self.text("count") {
            step.count = count.text.parse().unwrap_or_default();
        }
        if let Some(Value::List(items)) = self.node("lists").map(|node| node.value.clone()) {
            let lists: Vec<Scalar> = items.iter().filter_map(Node::as_text).collect();
            let rest: Vec<String> = lists.iter().filter_map(|list| self.inside(list)).collect();
            step.lists = std::iter::once(first.to_owned()).chain(rest).collect();
        }
        // What can be known to fail fails here, with a place.
        let plan = Plan { steps: vec![step] };
        if let Err(error) = plan.check() {
            self.fault("collection-op", error.to_string(), op.span);
        }
        plan.steps.into_iter().next()
    }
}

/// What the result of a collection's operation is called while it is made.
const RESULT: &str = "$result";

/// A collection that comes from a file, or from the checked source.
fn sourced(name: &Scalar, entries: &[(Scalar, Node)], faults: &mut Vec<Fault>) -> Option<OriginSpec> {
    let mut text = |wanted: &str| {
        let (key, node) = entries.iter().find(|(key, _)| known(key) == Some(wanted))?;
        let text = node.as_text().filter(|text| !text.text.is_empty());
        if text.is_none() {
            let message = format!("`{wanted}` must be a text, this is {}", node.kind());
            let span = if node.span.is_empty() { key.span } else { node.span };
            faults.push(Fault::new("collection-kind", message, span));
        }
        Some(text)
    };
    match (text("file"), text("rpath"), text("xpath")) {
        (Some(file), None, None) => file.map(OriginSpec::File),
        (None, Some(rpath), Some(xpath)) => Some(OriginSpec::Extracted { rpath: rpath?, xpath: xpath? }),
        given => {
            let message = match given {
                (Some(_), _, _) => format!("collection `{}` has both a `file` and something else", name.text),
                (None, Some(_), _) => format!("collection `{}` has no `xpath`", name.text),
                (None, None, Some(_)) => format!("collection `{}` has no `rpath`", name.text),
                (None, None, None) => format!("collection `{}` has neither `file` nor `rpath` and `xpath`", name.text),
            };
            faults.push(
                Fault::new("collection-origin", message, name.span)
                    .help("write `[value, …]`, `{file: …}` or `{rpath: …, xpath: …}`"),
            );
            None
        }
    }
}
