//! Explains why an extraction yields nothing in a document: finds the first part without a match, and what exists
//! instead.
//!
//! The extraction is split into stations. Each station adds one part to the one before. All stations run at once, and
//! the first one without a match is the part to report. A second run finds what exists there.

use std::borrow::Cow;

use assay_document::extract::syntax::{ExtractionKind, Item, Name, PathStep, TagPattern, Test, TreeWalk, What, Yields};
use assay_document::extract::{Plan, ValueId, Values, XPath, Yield, quote_dotted_tags};
use assay_document::format::{Document, Scalar, Sink, Tag};
use assay_document::text::{Span, nearest};
use rustc_hash::FxHashSet;

use super::hint::Mismatch;
use super::words::{list_names, name_text, path_text, tag_text, with_name};

/// The maximum size in bytes of a file that is looked at: an editor may ask at each key press, and many rules of a pack
/// may find nothing.
const LONGEST: u64 = 1 << 17;

/// The maximum number of names or values that are looked at.
const MAX_SEARCHED: usize = 10_000;

/// Returns the first part of an extraction that the document has no match for. Returns `None` when the extraction
/// yields something, when the part cannot be determined, and for a fact about the file.
pub fn missing(xpath: &XPath, document: &Document) -> Option<Mismatch> {
    Some(missing_after(xpath, document)?.1)
}

/// Like [`missing`], with the number of parts in front of it that the document has a match for.
pub fn missing_after(xpath: &XPath, document: &Document) -> Option<(usize, Mismatch)> {
    let ExtractionKind::Tree(tree) = xpath.kind() else { return None };
    let stations = stations(tree);
    let found = run(document, stations.iter().map(|station| station.tree.clone()).collect())?;
    let at = found.lists.iter().position(Vec::is_empty)?;
    let query = ExtractionQuery { source: xpath.source(), whole: tree, document };
    if let Some(meant) = quote_dotted_tags(xpath.source()).filter(|suggestion| query.yields(Some(suggestion))) {
        let message = format!("put a tag that contains a dot in double quotes: `{meant}`");
        return Some((at, Mismatch { message, suggestion: Some(meant) }));
    }
    let miss = query.explain_station(&stations[at])?;
    // A replaced word may need quotes.
    let parses = |suggestion: &String| XPath::parse(suggestion).xpath.is_some();
    Some((at, Mismatch { suggestion: miss.suggestion.filter(parses), ..miss }))
}

/// A part of an extraction, with all parts in front of it.
struct Station<'t> {
    tree: TreeWalk,
    adds: Adds<'t>,
}

/// The part that a station adds to the previous one.
enum Adds<'t> {
    /// A part of the path, by its place.
    Step(usize, &'t TagPattern),
    /// `[@…]` or `.…`.
    Test { of_attributes: bool, test: &'t Test },
    /// The attribute or the node that is extracted.
    Item { attributes: bool, item: &'t Item },
}

fn stations(tree: &TreeWalk) -> Vec<Station<'_>> {
    let upto = |length: usize| nodes_at(tree.path[..length].to_vec());
    let steps = tree.path.iter().enumerate().filter_map(|(at, step)| match step {
        // Any number of levels always has a match.
        PathStep::Levels => None,
        PathStep::Node(pattern) => Some(Station { tree: upto(at + 1), adds: Adds::Step(at, pattern) }),
    });
    let mut stations: Vec<Station<'_>> = steps.collect();
    let whole = upto(tree.path.len());
    let attribute_test = tree.attribute_test.clone();
    if let Some(test) = &tree.attribute_test {
        let tree = TreeWalk { attribute_test: attribute_test.clone(), ..whole.clone() };
        stations.push(Station { tree, adds: Adds::Test { of_attributes: true, test } });
    }
    if let Some(test) = &tree.node_test {
        let tree = TreeWalk { attribute_test, node_test: tree.node_test.clone(), ..whole };
        stations.push(Station { tree, adds: Adds::Test { of_attributes: false, test } });
    }
    // Several items always yield a record for each node.
    if let Yields::Items { attributes, items } = &tree.yields
        && let [item] = &items[..]
    {
        stations.push(Station { tree: tree.clone(), adds: Adds::Item { attributes: *attributes, item } });
    }
    stations
}

/// Returns the extraction of all nodes at a path.
pub(super) const fn nodes_at(path: Vec<PathStep>) -> TreeWalk {
    TreeWalk { path, attribute_test: None, node_test: None, yields: Yields::Node }
}

/// The results of some extractions.
pub(super) struct FoundValues {
    values: Values,
    pub lists: Vec<Vec<ValueId>>,
}

impl FoundValues {
    /// Returns the different strings among the first values of a list, in their order.
    fn strings(&self, at: usize) -> Vec<&str> {
        let mut texts: Vec<&str> = Vec::new();
        for &id in self.lists.get(at).into_iter().flatten().take(MAX_SEARCHED) {
            let text = self.values.as_text(id).filter(|text| !text.is_empty());
            texts.extend(text.filter(|text| !texts.contains(text)));
        }
        texts
    }
}

pub(super) fn run(document: &Document, trees: Vec<TreeWalk>) -> Option<FoundValues> {
    // Extractions with equal sources would count as one.
    let xpaths = trees.into_iter().enumerate().map(|(at, tree)| XPath::of_tree(tree, at.to_string()));
    let xpaths: Vec<XPath> = xpaths.collect();
    let extraction = Plan::new(&xpaths).run(document).ok()?;
    let lists = extraction.yields.iter().map(|yielded| match yielded {
        Yield::List(list) => Some(list.to_vec()),
        Yield::Limited(_) | Yield::Special => None,
    });
    Some(FoundValues { lists: lists.collect::<Option<_>>()?, values: extraction.values })
}

/// An extraction and the document that it is run on.
pub(super) struct ExtractionQuery<'a> {
    pub source: &'a str,
    pub whole: &'a TreeWalk,
    pub document: &'a Document,
}

impl ExtractionQuery<'_> {
    fn explain_station(&self, station: &Station<'_>) -> Option<Mismatch> {
        match station.adds {
            Adds::Step(0, pattern) => self.no_root(pattern),
            Adds::Step(at, pattern) => {
                let above = &self.whole.path[..at];
                let is_all = station.tree.path.len() == self.whole.path.len()
                    && self.whole.attribute_test.is_none()
                    && self.whole.node_test.is_none()
                    && matches!(self.whole.yields, Yields::Node);
                let number = tag_text(pattern);
                if number.bytes().all(|digit| digit.is_ascii_digit()) {
                    let message = format!(
                        "`{}` has no `{number}`: nodes cannot be selected by number, a path selects all nodes of \
                         that name",
                        path_text(above)
                    );
                    let (others, numbers): (Vec<_>, Vec<_>) = self.source.split('/').partition(|step| **step != number);
                    return Some(Mismatch { message, suggestion: (numbers.len() == 1).then(|| others.join("/")) });
                }
                // `A/id` for `A:id`.
                let suggestion = is_all.then(|| self.with_end(&["/"], &tag_text(pattern), ":")).flatten();
                let miss = self.no_node(above, std::slice::from_ref(pattern), suggestion)?;
                let further = || self.further(at, pattern, is_all);
                if self.yields(miss.suggestion.as_deref()) { Some(miss) } else { Some(further().unwrap_or(miss)) }
            }
            Adds::Test { of_attributes, test } => Some(self.failed_test(of_attributes, test)),
            Adds::Item { attributes, item } => {
                let What::Name(name) = &item.what else { return None };
                let end = name_text(name);
                if attributes {
                    return Some(self.no_attribute(name, self.with_end(&[":"], &end, ",")));
                }
                self.no_node(&self.whole.path, name, self.with_end(&[",", "."], &end, ":"))
            }
        }
    }

    /// Reports that the nodes at `above` have none of that name. `as_attribute` is suggested if it is an attribute's
    /// name.
    fn no_node(&self, above: &[PathStep], name: &[TagPattern], as_attribute: Option<String>) -> Option<Mismatch> {
        let [of_nodes @ .., last] = name else { return None };
        let said = format!("`{}` has no `{}`", path_text(above), name_text(name));
        let above = extended_path(above, of_nodes);
        let attributes = self.attributes(&above);
        let target = tag_text(last);
        if attributes.contains(&target) {
            return Some(as_written(format!("{said}, but an attribute of that name"), as_attribute));
        }
        if !of_nodes.is_empty() {
            return Some(Mismatch { message: said, suggestion: None });
        }
        let mut there = above;
        there.push(PathStep::Node(TagPattern::Any));
        let there = self.tags(there)?;
        let miss = self.suggest_existing(said, last, &there);
        match nearest(&target, attributes.iter().map(String::as_str)) {
            Some(near) if miss.suggestion.is_none() => {
                let message = format!("{}; there is an attribute `{near}`", miss.message);
                let suggestion = as_attribute.and_then(|suggestion| with_name(&suggestion, last, near));
                Some(as_written(message, suggestion))
            }
            _ => Some(miss),
        }
    }

    /// Reports that no node of the path has such an attribute. `as_node` is suggested if it is a node's name.
    fn no_attribute(&self, name: &Name, as_node: Option<String>) -> Mismatch {
        let said = format!("`{}` has no attribute `{}`", path_text(&self.whole.path), name_text(name));
        match &name[..] {
            _ if self.has_node(name) => as_written(format!("{said}, but a node of that name"), as_node),
            [of_nodes @ .., last] => {
                self.suggest_existing(said, last, &self.attributes(&extended_path(&self.whole.path, of_nodes)))
            }
            [] => Mismatch { message: said, suggestion: None },
        }
    }

    /// Adds to `said` the most similar of the names that exist (`there`), or else a list of them.
    pub(super) fn suggest_existing(&self, said: String, pattern: &TagPattern, there: &[String]) -> Mismatch {
        let names = names_for(pattern, there);
        match nearest(&tag_text(pattern), names.iter().map(String::as_str)) {
            Some(near) => Mismatch {
                message: format!("{said}; did you mean `{near}`?"),
                suggestion: with_name(self.source, pattern, near),
            },
            None if names.is_empty() => Mismatch { message: said, suggestion: None },
            None => Mismatch { message: format!("{said}; found {}", list_names(&names)), suggestion: None },
        }
    }

    /// Returns the extraction with another separator in front of its `end`.
    fn with_end(&self, separators: &[&str], end: &str, sign: &str) -> Option<String> {
        let path = self.source.strip_suffix(end)?.trim_end();
        let path = separators.iter().find_map(|separator| path.strip_suffix(separator))?;
        Some(format!("{}{sign}{end}", path.trim_end()))
    }

    pub(super) fn has_node(&self, name: &Name) -> bool {
        self.tags(extended_path(&self.whole.path, name)).is_some_and(|tags| !tags.is_empty())
    }

    /// Returns the different tags of the nodes at a path.
    pub(super) fn tags(&self, path: Vec<PathStep>) -> Option<Vec<String>> {
        let items = vec![Item { what: What::Tag, optional: false }];
        self.extracted_strings(TreeWalk { yields: Yields::Items { attributes: false, items }, ..nodes_at(path) })
    }

    /// Returns the different strings that an extraction yields; `None` if it cannot be run.
    pub(super) fn extracted_strings(&self, tree: TreeWalk) -> Option<Vec<String>> {
        let found = run(self.document, vec![tree])?;
        Some(found.strings(0).into_iter().map(str::to_owned).collect())
    }

    /// Returns the different local names of the attributes of the nodes at a path.
    pub(super) fn attributes(&self, path: &[PathStep]) -> Vec<String> {
        let items = vec![Item { what: What::Name(vec![TagPattern::Any]), optional: false }];
        let tree = TreeWalk { yields: Yields::Items { attributes: true, items }, ..nodes_at(path.to_vec()) };
        let Some(FoundValues { values, lists }) = run(self.document, vec![tree]) else { return Vec::new() };
        let at = lists.iter().flatten().take(MAX_SEARCHED).map(|&id| values.origin(id).start()).collect();
        let mut names = AttributeNames { at, names: Vec::new() };
        // If the document cannot be read, this has already been reported.
        let _ = self.document.read(&mut names);
        names.names
    }
}

/// Collects the names of the attributes whose values begin at these places.
struct AttributeNames {
    at: FxHashSet<u32>,
    names: Vec<String>,
}

impl Sink for AttributeNames {
    fn attribute(&mut self, name: Tag<'_>, _: Cow<'_, str>, span: Span) {
        let name = name.local_name();
        if self.at.contains(&span.start()) && !self.names.iter().any(|known| known == name) {
            self.names.push(name.to_owned());
        }
    }

    fn open(&mut self, _: Option<Tag<'_>>, _: Span) {}
    fn text(&mut self, _: Cow<'_, str>, _: Span) {}
    fn scalar(&mut self, _: Scalar<'_>, _: Span) {}
    fn close(&mut self, _: u32) {}
}

/// Returns names as a pattern compares them: without prefixes, unless it is quoted.
pub(super) fn names_for(pattern: &TagPattern, names: &[String]) -> Vec<String> {
    let local = |tag: &'_ String| tag.rsplit(':').next().unwrap_or(tag).to_owned();
    match pattern {
        TagPattern::Literal(_) => names.to_vec(),
        TagPattern::Any | TagPattern::Local(_) | TagPattern::Glob(_) => names.iter().map(local).collect(),
    }
}

/// Adds the suggestion to `message`, if there is one.
pub(super) fn as_written(said: String, suggestion: Option<String>) -> Mismatch {
    let message = match &suggestion {
        Some(meant) => format!("{said}: `{meant}`"),
        None => said,
    };
    Mismatch { message, suggestion }
}

pub(super) fn extended_path(path: &[PathStep], name: &[TagPattern]) -> Vec<PathStep> {
    path.iter().cloned().chain(name.iter().cloned().map(PathStep::Node)).collect()
}

/// Returns true if the document is text, and short enough to be looked at.
pub(super) fn is_searchable(document: &Document) -> bool {
    document.size() <= LONGEST && document.text().is_some()
}

#[cfg(test)]
pub(super) mod tests;
