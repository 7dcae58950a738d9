//! Why an extraction yields nothing of a document: how far it comes, and what is there instead.
//!
//! The extraction is taken apart into stations, each of which asks for more than the one before, and they are all run at
//! once: the first that nothing passes is where it ends. A second run asks what is there.

use super::syntax::{Item, Kind, Name, Step, TagPattern, Test, TestValue, Tree, What, XPath, Yields};
use super::{Plan, Values, Yield};
use crate::format::Document;
use crate::text::nearest;

/// Names or values that are told.
const TOLD: usize = 4;
/// Names or values that are looked at.
const LOOKED_AT: usize = 10_000;

impl XPath {
    /// In one sentence, what of it the document has nothing for, and what is there instead; `None` when it yields
    /// something, when that cannot be said, and for a special.
    #[must_use]
    pub fn missing(&self, document: &Document) -> Option<String> {
        let Kind::Tree(tree) = &self.kind else { return None };
        let stations = stations(tree);
        let found = run(document, stations.iter().map(|station| station.tree.clone()).collect())?;
        let at = found.lists.iter().position(Vec::is_empty)?;
        stations[at].told(tree, document)
    }
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
    Items { attributes: bool, items: &'t [Item] },
}

fn stations(tree: &Tree) -> Vec<Station<'_>> {
    let upto = |length: usize| Tree {
        path: tree.path[..length].to_vec(),
        attribute_test: None,
        node_test: None,
        yields: Yields::Node,
    };
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
    if let Yields::Items { attributes, items } = &tree.yields {
        stations.push(Station { tree: tree.clone(), adds: Adds::Items { attributes: *attributes, items } });
    }
    stations
}

/// What some extractions yield.
struct Found {
    values: Values,
    lists: Vec<Vec<super::ValueId>>,
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

fn run(document: &Document, trees: Vec<Tree>) -> Option<Found> {
    // Two of the same text would count as one.
    let xpaths = trees.into_iter().enumerate().map(|(at, tree)| XPath {
        kind: Kind::Tree(Box::new(tree)),
        source: at.to_string(),
        labels: Vec::new(),
    });
    let xpaths: Vec<XPath> = xpaths.collect();
    let extraction = Plan::new(&xpaths).run(document).ok()?;
    let lists = extraction.yields.iter().map(|yielded| match yielded {
        Yield::List(list) => Some(list.to_vec()),
        Yield::Limited | Yield::Special => None,
    });
    Some(Found { lists: lists.collect::<Option<_>>()?, values: extraction.values })
}

impl Station<'_> {
    fn told(&self, whole: &Tree, document: &Document) -> Option<String> {
        match self.adds {
            Adds::Step(0, pattern) => {
                let there =
                    taken(document, Tree { path: vec![Step::Node(TagPattern::Any)], ..self.tree.clone() }, tags())?;
                let path = [Step::Node(TagPattern::Any), Step::Node(pattern.clone())].to_vec();
                let below = taken(document, Tree { path, ..self.tree.clone() }, tags())?;
                let root = spelled(pattern);
                Some(if below.is_empty() {
                    format!("the root is not `{root}`{}", instead(pattern, &there))
                } else {
                    // Not with a star, which begins no plain text of YAML.
                    format!("the root is not `{root}`; did you mean `/{root}`?")
                })
            }
            Adds::Step(at, pattern) => {
                let above = &whole.path[..at];
                let path = above.iter().cloned().chain([Step::Node(TagPattern::Any)]).collect();
                let there = taken(document, Tree { path, ..self.tree.clone() }, tags())?;
                Some(format!("`{}` has no `{}`{}", path_text(above), spelled(pattern), instead(pattern, &there)))
            }
            Adds::Test { of_attributes, test } => Some(failed_test(of_attributes, test, whole, document)),
            Adds::Items { attributes: true, items } => {
                let names = items.iter().filter_map(Item::name).map(|name| format!("`{}`", name_text(name)));
                let names = names.collect::<Vec<_>>().join(" or ");
                Some(format!("`{}` has no attribute {names}", path_text(&whole.path)))
            }
            Adds::Items { attributes: false, items } => {
                let name = items.iter().find_map(Item::name)?;
                let [first] = &name[..] else {
                    return Some(format!("`{}` has no `{}`", path_text(&whole.path), name_text(name)));
                };
                let path = whole.path.iter().cloned().chain([Step::Node(TagPattern::Any)]).collect();
                let tree = Tree { path, attribute_test: None, node_test: None, yields: Yields::Node };
                let there = taken(document, tree, tags())?;
                Some(format!("`{}` has no `{}`{}", path_text(&whole.path), spelled(first), instead(first, &there)))
            }
        }
    }
}

/// Which test no node passes. Of a single comparison, also what values there are.
fn failed_test(of_attributes: bool, test: &Test, whole: &Tree, document: &Document) -> String {
    let path = path_text(&whole.path);
    let Test::Compare { name, negated, value } = test else {
        let kind = if of_attributes { "the test of its attributes" } else { "the test of what is below it" };
        return format!("no `{path}` passes {kind}");
    };
    let mark = if of_attributes { "@" } else { "" };
    let operator = if *negated { "!=" } else { "==" };
    let (wanted, written) = match value {
        TestValue::Text(equal) => (Some(equal.as_str()), equal.clone()),
        TestValue::Pattern(pattern) => (None, format!("`{}`", pattern.source())),
    };
    let told = format!("no `{path}` has {}", code(&format!("{mark}{}{operator}{written}", name_text(name))));
    let item = Item { what: What::Name(name.clone()), optional: false };
    let yields = Yields::Items { attributes: of_attributes, items: vec![item] };
    let there = taken(document, Tree { attribute_test: None, node_test: None, ..whole.clone() }, yields);
    let there = there.unwrap_or_default();
    match wanted.and_then(|wanted| nearest(wanted, there.iter().map(String::as_str))) {
        _ if *negated => told,
        _ if there.is_empty() => format!("{told}: none has `{mark}{}`", name_text(name)),
        Some(near) if wanted != Some(near) => format!("{told}; did you mean `{near}`?"),
        _ => format!("{told}; the values there are {}", listed(&there)),
    }
}

impl Item {
    fn name(&self) -> Option<&Name> {
        match &self.what {
            What::Name(name) => Some(name),
            What::Element | What::AllText | What::Tag | What::Line => None,
        }
    }
}

fn tags() -> Yields {
    Yields::Items { attributes: false, items: vec![Item { what: What::Tag, optional: false }] }
}

/// The different texts that are taken from the nodes of `tree`; `None` when that cannot be told.
fn taken(document: &Document, tree: Tree, yields: Yields) -> Option<Vec<String>> {
    let found = run(document, vec![Tree { yields, ..tree }])?;
    Some(found.texts(0).into_iter().map(str::to_owned).collect())
}

/// What is there instead of a tag.
fn instead(pattern: &TagPattern, there: &[String]) -> String {
    let local = |tag: &'_ String| tag.rsplit(':').next().unwrap_or(tag).to_owned();
    let names: Vec<String> = match pattern {
        TagPattern::Literal(_) => there.to_vec(),
        TagPattern::Any | TagPattern::Local(_) | TagPattern::Glob(_) => there.iter().map(local).collect(),
    };
    match nearest(&spelled(pattern), names.iter().map(String::as_str)) {
        Some(near) => format!("; did you mean `{near}`?"),
        None if names.is_empty() => String::new(),
        None => format!("; there is {}", listed(&names)),
    }
}

fn listed(names: &[String]) -> String {
    let shown = names.iter().take(TOLD).map(|name| code(name)).collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(TOLD) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}

/// Characters of a value that are told.
const LONGEST: usize = 60;

/// A text as code, on one line, cut when it is long.
fn code(text: &str) -> String {
    let line: String = text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).collect();
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("`{}\u{2026}`", &line[..end]),
        None => format!("`{line}`"),
    }
}

fn path_text(path: &[Step]) -> String {
    let step = |step: &Step| match step {
        Step::Levels => "**".to_owned(),
        Step::Node(pattern) => spelled(pattern),
    };
    path.iter().map(step).collect::<Vec<_>>().join("/")
}

fn name_text(name: &Name) -> String {
    name.iter().map(spelled).collect::<Vec<_>>().join(".")
}

/// A tag as an `xpath` writes it, without quotes.
fn spelled(pattern: &TagPattern) -> String {
    match pattern {
        TagPattern::Any => "*".to_owned(),
        TagPattern::Literal(name) | TagPattern::Local(name) => name.clone(),
        TagPattern::Glob(parts) => parts.join("*"),
    }
}

#[cfg(test)]
mod tests {
    use crate::extract::XPath;
    use crate::format::Document;

    fn missing(text: &str, xpath: &str) -> Option<String> {
        let path = if text.starts_with('<') { "a.xml" } else { "a.json" };
        let document = Document::decode(path, text.as_bytes().to_vec()).expect("it can be read");
        XPath::parse(xpath).xpath.expect("it parses").missing(&document)
    }

    #[test]
    fn the_part_is_named_that_nothing_passes() {
        const XML: &str = "<Repository><Items><Item id='7'><Type>Model</Type><GUID>a</GUID></Item>\
                           <Item><Type>Texture</Type><GUID>b</GUID></Item></Items></Repository>";
        for (xpath, told) in [
            ("*/Items/Item,GUID", None),
            ("Repo/Items/Item", Some("the root is not `Repo`; there is `Repository`")),
            ("Repositry/Items", Some("the root is not `Repositry`; did you mean `Repository`?")),
            ("Items/Item,GUID", Some("the root is not `Items`; did you mean `/Items`?")),
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
            ("*/Items/Item.Kind==Model", Some("no `*/Items/Item` has `Kind==Model`: none has `Kind`")),
            ("*/Items/Item.Type!=`.`", Some("no `*/Items/Item` has `Type!=`.``")),
            ("*/Items/Item.Type==Model&GUID==b", Some("no `*/Items/Item` passes the test of what is below it")),
            ("*/Items/Item[@id==8]", Some("no `*/Items/Item` has `@id==8`; the values there are `7`")),
            ("*/Items/Item,Guids", Some("`*/Items/Item` has no `Guids`; did you mean `GUID`?")),
            ("*/Items/Item,A.B", Some("`*/Items/Item` has no `A.B`")),
            ("*/Items/Item:ids", Some("`*/Items/Item` has no attribute `ids`")),
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
            ("nodes.name", Some("the root is not `nodes`; did you mean `/nodes`?")),
            ("*/node,name", Some("`*` has no `node`; did you mean `nodes`?")),
            ("*/nodes.name==c", Some("no `*/nodes` has `name==c`; the values there are `a`, `b`")),
        ] {
            assert_eq!(missing(JSON, xpath).as_deref(), told, "{xpath}");
        }
    }
}
