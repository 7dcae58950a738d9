//! Why an extraction yields nothing of a document: how far it comes, and what is there instead.
//!
//! The extraction is taken apart into stations, each of which asks for more than the one before, and they are all run at
//! once: the first that nothing passes is where it ends. A second run asks what is there.

use std::borrow::Cow;

use rustc_hash::FxHashSet;

use crate::extract::syntax::{Item, Kind, Name, Step, TagPattern, Test, Tree, What, Yields};
use crate::extract::{Plan, ValueId, Values, XPath, Yield, spell_tag};
use crate::format::{Document, Scalar, Sink, Tag};
use crate::text::{Span, nearest};

/// Names or values that are told.
const TOLD: usize = 4;
/// Names or values that are looked at.
const LOOKED_AT: usize = 10_000;

/// What a document has nothing for.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Miss {
    /// In one sentence, what that is and what is there instead.
    pub said: String,
    /// The whole extraction as it was probably meant.
    pub meant: Option<String>,
}

/// What of an extraction the document has nothing for; `None` when it yields something, when that cannot be said, and for a
/// special.
pub fn missing(xpath: &XPath, document: &Document) -> Option<Miss> {
    Some(missing_behind(xpath, document)?.1)
}

/// The same with how far it comes: the number of its parts that the document has something for.
pub fn missing_behind(xpath: &XPath, document: &Document) -> Option<(usize, Miss)> {
    let Kind::Tree(tree) = xpath.kind() else { return None };
    let stations = stations(tree);
    let found = run(document, stations.iter().map(|station| station.tree.clone()).collect())?;
    let at = found.lists.iter().position(Vec::is_empty)?;
    let miss = Asked { source: xpath.source(), whole: tree, document }.told(&stations[at])?;
    let parses = |meant: &String| XPath::parse(meant).xpath.is_some();
    Some((at, Miss { meant: miss.meant.filter(parses), ..miss }))
}

/// A part of an extraction, with all that stands before it.
struct Station<'t> {
    tree: Tree,
    adds: Adds<'t>,
}

/// What a station has beyond the one before.
enum Adds<'t> {
    /// A part of the path, by its place.
    Step(usize, &'t TagPattern),
    /// `[@…]` or `.…`.
    Test { of_attributes: bool, test: &'t Test },
    /// What is taken.
    Item { attributes: bool, item: &'t Item },
}

fn stations(tree: &Tree) -> Vec<Station<'_>> {
    let upto = |length: usize| nodes_at(tree.path[..length].to_vec());
    let steps = tree.path.iter().enumerate().filter_map(|(at, step)| match step {
        // Any number of levels is none at least.
        Step::Levels => None,
        Step::Node(pattern) => Some(Station { tree: upto(at + 1), adds: Adds::Step(at, pattern) }),
    });
    let mut stations: Vec<Station<'_>> = steps.collect();
    let whole = upto(tree.path.len());
    let attribute_test = tree.attribute_test.clone();
    if let Some(test) = &tree.attribute_test {
        let tree = Tree { attribute_test: attribute_test.clone(), ..whole.clone() };
        stations.push(Station { tree, adds: Adds::Test { of_attributes: true, test } });
    }
    if let Some(test) = &tree.node_test {
        let tree = Tree { attribute_test, node_test: tree.node_test.clone(), ..whole };
        stations.push(Station { tree, adds: Adds::Test { of_attributes: false, test } });
    }
    // Of several there is a record for each node.
    if let Yields::Items { attributes, items } = &tree.yields
        && let [item] = &items[..]
    {
        stations.push(Station { tree: tree.clone(), adds: Adds::Item { attributes: *attributes, item } });
    }
    stations
}

/// All nodes at a path.
pub(super) const fn nodes_at(path: Vec<Step>) -> Tree {
    Tree { path, attribute_test: None, node_test: None, yields: Yields::Node }
}

/// What some extractions yield.
pub(super) struct Found {
    values: Values,
    pub lists: Vec<Vec<ValueId>>,
}

impl Found {
    /// The different texts of a list, as far as they are looked at, in their order.
    fn texts(&self, at: usize) -> Vec<&str> {
        let mut texts: Vec<&str> = Vec::new();
        for &id in self.lists.get(at).into_iter().flatten().take(LOOKED_AT) {
            let text = self.values.as_text(id).filter(|text| !text.is_empty());
            texts.extend(text.filter(|text| !texts.contains(text)));
        }
        texts
    }
}

pub(super) fn run(document: &Document, trees: Vec<Tree>) -> Option<Found> {
    // Two of the same text would count as one.
    let xpaths = trees.into_iter().enumerate().map(|(at, tree)| XPath::of_tree(tree, at.to_string()));
    let xpaths: Vec<XPath> = xpaths.collect();
    let extraction = Plan::new(&xpaths).run(document).ok()?;
    let lists = extraction.yields.iter().map(|yielded| match yielded {
        Yield::List(list) => Some(list.to_vec()),
        Yield::Limited | Yield::Special => None,
    });
    Some(Found { lists: lists.collect::<Option<_>>()?, values: extraction.values })
}

/// An extraction and the document that it is asked of.
pub(super) struct Asked<'a> {
    pub source: &'a str,
    pub whole: &'a Tree,
    pub document: &'a Document,
}

impl Asked<'_> {
    fn told(&self, station: &Station<'_>) -> Option<Miss> {
        match station.adds {
            Adds::Step(0, pattern) => self.no_root(pattern),
            Adds::Step(at, pattern) => {
                let above = &self.whole.path[..at];
                let is_all = station.tree.path.len() == self.whole.path.len()
                    && self.whole.attribute_test.is_none()
                    && self.whole.node_test.is_none()
                    && matches!(self.whole.yields, Yields::Node);
                let number = spelled(pattern);
                if number.bytes().all(|digit| digit.is_ascii_digit()) {
                    let said = format!(
                        "`{}` has no `{number}`: nodes have no numbers, a path takes all of that name",
                        path_text(above)
                    );
                    let (others, numbers): (Vec<_>, Vec<_>) = self.source.split('/').partition(|step| **step != number);
                    return Some(Miss { said, meant: (numbers.len() == 1).then(|| others.join("/")) });
                }
                // `A/id` for `A:id`.
                let meant = is_all.then(|| self.with_end(&["/"], &spelled(pattern), ":")).flatten();
                let miss = self.no_node(above, std::slice::from_ref(pattern), meant)?;
                let further = || self.further(at, pattern, is_all);
                if self.yields(miss.meant.as_deref()) { Some(miss) } else { Some(further().unwrap_or(miss)) }
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

    /// That the nodes at `above` have none of that name. It may be the name of an attribute: as `as_attribute` then.
    fn no_node(&self, above: &[Step], name: &[TagPattern], as_attribute: Option<String>) -> Option<Miss> {
        let [of_nodes @ .., last] = name else { return None };
        let said = format!("`{}` has no `{}`", path_text(above), name_text(name));
        let above = below(above, of_nodes);
        let attributes = self.attributes(&above);
        let wanted = spelled(last);
        if attributes.contains(&wanted) {
            return Some(as_written(format!("{said}, but an attribute of that name"), as_attribute));
        }
        if !of_nodes.is_empty() {
            return Some(Miss { said, meant: None });
        }
        let mut there = above;
        there.push(Step::Node(TagPattern::Any));
        let there = self.tags(there)?;
        let miss = self.instead(said, last, &there);
        match nearest(&wanted, attributes.iter().map(String::as_str)) {
            Some(near) if miss.meant.is_none() => {
                let said = format!("{}; there is an attribute `{near}`", miss.said);
                let meant = as_attribute.and_then(|meant| swapped(&meant, last, near));
                Some(as_written(said, meant))
            }
            // Beside what the path ends in.
            None if there.is_empty() => {
                let parent = &self.whole.path[..self.whole.path.len().saturating_sub(1)];
                let has_one = self.tags(below(parent, name)).is_some_and(|tags| !tags.is_empty());
                let said =
                    if has_one { format!("{}, but `{}` has one", miss.said, path_text(parent)) } else { miss.said };
                Some(Miss { said, meant: None })
            }
            _ => Some(miss),
        }
    }

    /// That no node of the path has such an attribute. It may be the name of a node: as `as_node` then.
    fn no_attribute(&self, name: &Name, as_node: Option<String>) -> Miss {
        let said = format!("`{}` has no attribute `{}`", path_text(&self.whole.path), name_text(name));
        match &name[..] {
            _ if self.has_node(name) => as_written(format!("{said}, but a node of that name"), as_node),
            [of_nodes @ .., last] => self.instead(said, last, &self.attributes(&below(&self.whole.path, of_nodes))),
            [] => Miss { said, meant: None },
        }
    }

    /// What is there instead of a name.
    pub(super) fn instead(&self, said: String, pattern: &TagPattern, there: &[String]) -> Miss {
        let local = |tag: &'_ String| tag.rsplit(':').next().unwrap_or(tag).to_owned();
        let names: Vec<String> = match pattern {
            TagPattern::Literal(_) => there.to_vec(),
            TagPattern::Any | TagPattern::Local(_) | TagPattern::Glob(_) => there.iter().map(local).collect(),
        };
        match nearest(&spelled(pattern), names.iter().map(String::as_str)) {
            Some(near) => {
                Miss { said: format!("{said}; did you mean `{near}`?"), meant: swapped(self.source, pattern, near) }
            }
            None if names.is_empty() => Miss { said, meant: None },
            None => Miss { said: format!("{said}; there is {}", listed(&names)), meant: None },
        }
    }

    /// The extraction with another sign before its `end`.
    fn with_end(&self, signs: &[&str], end: &str, sign: &str) -> Option<String> {
        let path = self.source.strip_suffix(end)?.trim_end();
        let path = signs.iter().find_map(|sign| path.strip_suffix(sign))?;
        Some(format!("{}{sign}{end}", path.trim_end()))
    }

    pub(super) fn has_node(&self, name: &Name) -> bool {
        self.tags(below(&self.whole.path, name)).is_some_and(|tags| !tags.is_empty())
    }

    /// The different tags of the nodes at a path.
    pub(super) fn tags(&self, path: Vec<Step>) -> Option<Vec<String>> {
        let items = vec![Item { what: What::Tag, optional: false }];
        self.taken(Tree { yields: Yields::Items { attributes: false, items }, ..nodes_at(path) })
    }

    /// The different texts that an extraction takes; `None` when that cannot be told.
    pub(super) fn taken(&self, tree: Tree) -> Option<Vec<String>> {
        let found = run(self.document, vec![tree])?;
        Some(found.texts(0).into_iter().map(str::to_owned).collect())
    }

    /// The different local names of the attributes of the nodes at a path.
    pub(super) fn attributes(&self, path: &[Step]) -> Vec<String> {
        let items = vec![Item { what: What::Name(vec![TagPattern::Any]), optional: false }];
        let tree = Tree { yields: Yields::Items { attributes: true, items }, ..nodes_at(path.to_vec()) };
        let Some(Found { values, lists }) = run(self.document, vec![tree]) else { return Vec::new() };
        let at = lists.iter().flatten().take(LOOKED_AT).map(|&id| values.origin(id).start()).collect();
        let mut names = AttributeNames { at, names: Vec::new() };
        // What cannot be read was told when it was checked.
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

/// What is said, with how it is written then.
pub(super) fn as_written(said: String, meant: Option<String>) -> Miss {
    let said = match &meant {
        Some(meant) => format!("{said}: `{meant}`"),
        None => said,
    };
    Miss { said, meant }
}

/// A path that leads on to nodes of these names.
pub(super) fn below(path: &[Step], name: &[TagPattern]) -> Vec<Step> {
    path.iter().cloned().chain(name.iter().cloned().map(Step::Node)).collect()
}

/// The text with another name in place of a pattern.
fn swapped(source: &str, pattern: &TagPattern, near: &str) -> Option<String> {
    match pattern {
        TagPattern::Literal(name) => swap(source, name, near),
        _ => swap(source, &spelled(pattern), &spell_tag(Tag::key(near))),
    }
}

/// The text with `to` in place of `from`, which has to stand in it as a word of its own, and once.
pub(super) fn swap(source: &str, from: &str, to: &str) -> Option<String> {
    let is_letter = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '*');
    let is_word = |&(at, _): &(usize, &str)| {
        !source[..at].ends_with(is_letter) && !source[at + from.len()..].starts_with(is_letter)
    };
    let mut places = source.match_indices(from).filter(is_word);
    let (at, _) = places.next()?;
    places.next().is_none().then(|| format!("{}{to}{}", &source[..at], &source[at + from.len()..]))
}

pub(super) fn listed(names: &[String]) -> String {
    let shown = names.iter().take(TOLD).map(|name| code(name)).collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(TOLD) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// Characters of a value that are told.
const LONGEST: usize = 60;

/// A text as code, on one line, cut when it is long.
pub(super) fn code(text: &str) -> String {
    let line: String = text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).collect();
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("`{}\u{2026}`", &line[..end]),
        None => format!("`{line}`"),
    }
}

pub(super) fn path_text(path: &[Step]) -> String {
    let step = |step: &Step| match step {
        Step::Levels => "**".to_owned(),
        Step::Node(pattern) => spelled(pattern),
    };
    path.iter().map(step).collect::<Vec<_>>().join("/")
}

pub(super) fn name_text(name: &[TagPattern]) -> String {
    name.iter().map(spelled).collect::<Vec<_>>().join(".")
}

/// A tag as an `xpath` writes it, without quotes.
pub(super) fn spelled(pattern: &TagPattern) -> String {
    match pattern {
        TagPattern::Any => "*".to_owned(),
        TagPattern::Literal(name) | TagPattern::Local(name) => name.clone(),
        TagPattern::Glob(parts) => parts.join("*"),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::Miss;
    use crate::extract::XPath;
    use crate::format::Document;

    pub(in crate::check::near) fn miss(text: &str, xpath: &str) -> Option<Miss> {
        let path = if text.starts_with('<') { "a.xml" } else { "a.json" };
        let document = Document::decode(path, text.as_bytes().to_vec()).expect("it can be read");
        super::missing(&XPath::parse(xpath).xpath.expect("it parses"), &document)
    }

    fn missing(text: &str, xpath: &str) -> Option<String> {
        miss(text, xpath).map(|miss| miss.said)
    }

    /// Each with what is said, and what it is to be replaced by.
    #[test]
    fn what_is_meant_is_the_whole_extraction() {
        const XML: &str = "<Rig><Model tris='350' lodBias='1'><Mesh level='0' name='a'><Bone id='b'/></Mesh></Model>\
                           <Model tris='20'><Kind>x</Kind></Model></Rig>";
        for (xpath, said, meant) in [
            (
                "Rig/Model/tris",
                "`Rig/Model` has no `tris`, but an attribute of that name: `Rig/Model:tris`",
                Some("Rig/Model:tris"),
            ),
            ("**/tris", "`**` has no `tris`, but an attribute of that name: `**:tris`", Some("**:tris")),
            (
                "Rig/Model,tris",
                "`Rig/Model` has no `tris`, but an attribute of that name: `Rig/Model:tris`",
                Some("Rig/Model:tris"),
            ),
            (
                "Rig/Model.tris",
                "`Rig/Model` has no `tris`, but an attribute of that name: `Rig/Model:tris`",
                Some("Rig/Model:tris"),
            ),
            // What may be absent yields nulls, and several names records.
            ("Rig/Model,Mesh,size", "", None),
            ("Rig/Model,size?", "", None),
            (
                "Rig/Model,Mesh.level",
                "`Rig/Model` has no `Mesh.level`, but an attribute of that name: `Rig/Model:Mesh.level`",
                Some("Rig/Model:Mesh.level"),
            ),
            (
                "Rig/Model/triss",
                "`Rig/Model` has no `triss`; there is `Mesh`, `Kind`; there is an attribute `tris`: `Rig/Model:tris`",
                Some("Rig/Model:tris"),
            ),
            ("Rig/Model/tris/x", "`Rig/Model` has no `tris`, but an attribute of that name", None),
            ("Rig/Model:triss", "`Rig/Model` has no attribute `triss`; did you mean `tris`?", Some("Rig/Model:tris")),
            ("Rig/Model:size", "`Rig/Model` has no attribute `size`; there is `tris`, `lodBias`", None),
            (
                "Rig/Model:Kind",
                "`Rig/Model` has no attribute `Kind`, but a node of that name: `Rig/Model,Kind`",
                Some("Rig/Model,Kind"),
            ),
            (
                "Rig/Model/Mesh[@Level==0]",
                "no `Rig/Model/Mesh` has `@Level==0`: none has `@Level`; did you mean `level`?",
                Some("Rig/Model/Mesh[@level==0]"),
            ),
            (
                "Rig/Model/Mesh[@name==a&Level==0]",
                "no `Rig/Model/Mesh` has `@Level==0`: none has `@Level`; did you mean `level`?",
                Some("Rig/Model/Mesh[@name==a&level==0]"),
            ),
            (
                "Rig/Model.kind==x",
                "no `Rig/Model` has `kind==x`: none has `kind`; did you mean `Kind`?",
                Some("Rig/Model.Kind==x"),
            ),
            (
                "Rig/Model.tris==350",
                "no `Rig/Model` has `tris==350`: none has `tris`, but an attribute of that name: `Rig/Model[@tris==350]`",
                Some("Rig/Model[@tris==350]"),
            ),
            (
                "Rig/Model[@Kind==x]",
                "no `Rig/Model` has `@Kind==x`: none has `@Kind`, but a node of that name: `Rig/Model.Kind==x`",
                Some("Rig/Model.Kind==x"),
            ),
            ("Rig/Modle:tris", "`Rig` has no `Modle`; did you mean `Model`?", Some("Rig/Model:tris")),
            // One step is missing, and what is spelled alike leads no further.
            ("Rig/Mesh:level", "`Rig` has no `Mesh`; did you mean `Model/Mesh`?", Some("Rig/Model/Mesh:level")),
            ("Rig/Bone", "`Rig` has no `Bone`, but further down: `Rig/**/Bone`", Some("Rig/**/Bone")),
            ("*/Bone:id", "`*` has no `Bone`, but further down: `*/**/Bone:id`", Some("*/**/Bone:id")),
            // An attribute one step below.
            (
                "*/tris",
                "`*` has no `tris`, but `Model` has an attribute of that name: `*/Model:tris`",
                Some("*/Model:tris"),
            ),
            ("*/Model/id", "`*/Model` has no `id`; there is `Mesh`, `Kind`", None),
            ("tris", "the root is not `tris`: did you mean `*/Model:tris`?", Some("*/Model:tris")),
            ("Rig/Model/Mesh,Kind", "`Rig/Model/Mesh` has no `Kind`; there is `Bone`", None),
            ("Rig/Model/Kind,Mesh", "`Rig/Model/Kind` has no `Mesh`, but `Rig/Model` has one", None),
            ("Model/tris", "the root is not `Model`, but has one: did you mean `*/Model:tris`?", Some("*/Model:tris")),
            ("Model/size", "the root is not `Model`, but has one: did you mean `*/Model/size`?", Some("*/Model/size")),
            ("Mesh:level", "the root is not `Mesh`: did you mean `*/Model/Mesh:level`?", Some("*/Model/Mesh:level")),
            ("Rig/Mode:level", "`Rig` has no `Mode`; did you mean `Model`?", Some("Rig/Model:level")),
            ("Model:tris", "the root is not `Model`, but has one: did you mean `*/Model:tris`?", Some("*/Model:tris")),
            (
                "Rig/Model/0",
                "`Rig/Model` has no `0`: nodes have no numbers, a path takes all of that name",
                Some("Rig/Model"),
            ),
            (
                "Rig/Model/1/Kind",
                "`Rig/Model` has no `1`: nodes have no numbers, a path takes all of that name",
                Some("Rig/Model/Kind"),
            ),
            // Which of the two is meant cannot be told.
            ("Rig/Modle/Modle", "`Rig` has no `Modle`; did you mean `Model`?", None),
        ] {
            let miss = miss(XML, xpath).unwrap_or(Miss { said: String::new(), meant: None });
            assert_eq!((miss.said.as_str(), miss.meant.as_deref()), (said, meant), "{xpath}");
        }
    }

    #[test]
    fn the_part_is_named_that_nothing_passes() {
        const XML: &str = "<Repository><Items><Item id='7'><Type>Model</Type><GUID>a</GUID></Item>\
                           <Item><Type>Texture</Type><GUID>b</GUID></Item></Items></Repository>";
        for (xpath, told) in [
            ("*/Items/Item,GUID", None),
            ("Repo/Items/Item", Some("the root is not `Repo`; there is `Repository`")),
            ("Repositry/Items", Some("the root is not `Repositry`; did you mean `Repository`?")),
            ("Items/Item,GUID", Some("the root is not `Items`, but has one: did you mean `*/Items/Item,GUID`?")),
            ("*/Item", Some("`*` has no `Item`; did you mean `Items`?")),
            ("*/Items/Itm,GUID", Some("`*/Items` has no `Itm`; did you mean `Item`?")),
            ("*/Items/Entity", Some("`*/Items` has no `Entity`; there is `Item`")),
            ("*/Items/Item/Type/X", Some("`*/Items/Item/Type` has no `X`")),
            ("*/**/Itm", Some("`*/**` has no `Itm`; did you mean `Item`?")),
            ("*/Items/Item.Type==Modell,GUID", Some("no `*/Items/Item` has `Type==Modell`; did you mean `Model`?")),
            (
                "*/Items/Item.Type==Sound,GUID",
                Some("no `*/Items/Item` has `Type==Sound`; the values there are `Model`, `Texture`"),
            ),
            (
                "*/Items/Item.Kind==Model",
                Some("no `*/Items/Item` has `Kind==Model`: none has `Kind`; there is `Type`, `GUID`"),
            ),
            ("*/Items/Item.Type!=`.`", Some("no `*/Items/Item` has `Type!=`.``")),
            ("*/Items/Item.Type==Model&GUID==b", Some("no `*/Items/Item` passes the test of what is below it")),
            ("*/Items/Item[@id==8]", Some("no `*/Items/Item` has `@id==8`; the values there are `7`")),
            ("*/Items/Item,Guids", Some("`*/Items/Item` has no `Guids`; did you mean `GUID`?")),
            ("*/Items/Item,A.B", Some("`*/Items/Item` has no `A.B`")),
            ("*/Items/Item:ids", Some("`*/Items/Item` has no attribute `ids`; did you mean `id`?")),
            ("{file.path}", None),
        ] {
            assert_eq!(missing(XML, xpath).as_deref(), told, "{xpath}");
        }
    }

    #[test]
    fn json_is_told_of_in_the_same_way() {
        const JSON: &str = r#"{"nodes": [{"name": "a"}, {"name": "b"}]}"#;
        for (xpath, told) in [
            ("*/nodes,name", None),
            ("nodes.name", Some("the root is not `nodes`, but has one: did you mean `*/nodes.name`?")),
            ("*/node,name", Some("`*` has no `node`; did you mean `nodes`?")),
            ("*/nodes.name==c", Some("no `*/nodes` has `name==c`; the values there are `a`, `b`")),
        ] {
            assert_eq!(missing(JSON, xpath).as_deref(), told, "{xpath}");
        }
        // Without a root there is nothing to look for below one, nor below that.
        for xpath in ["*/nodes,name", "nodes", "*"] {
            assert!(missing("[]", xpath).is_none_or(|told| !told.contains("did you mean")), "{xpath}");
        }
    }
}
