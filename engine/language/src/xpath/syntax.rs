//! The syntax tree of an `xpath`.

use crate::{Pattern, Special, Tag};

/// Characters that an unquoted tag does not hold, blanks aside; the curly quotes count as straight ones.
pub(super) const NOT_IN_TAG: &str = "/.,:[](){}&|=!?@\"'`\u{201c}\u{201d}";

/// Characters that an unquoted value does not hold; the curly quotes count as straight ones.
pub(super) const NOT_IN_VALUE: &str = "&|()[],:=\"'`\u{201c}\u{201d}";

/// An extraction: which values of a document a rule looks at. Made by [`XPath::parse`], always valid.
#[derive(Clone, Debug)]
pub struct XPath {
    pub(super) kind: ExtractionKind,
    /// As written; two extractions with one text are one.
    pub(super) source: String,
    /// Names of the lists when it yields records, else empty.
    pub(super) labels: Vec<String>,
}

impl XPath {
    /// The text it was parsed from.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Returns the kind of the extraction, with its content.
    #[must_use]
    pub const fn kind(&self) -> &ExtractionKind {
        &self.kind
    }

    /// A walk that no text was parsed for, under a text that tells it from others of its plan.
    #[must_use]
    pub fn of_tree(tree: TreeWalk, source: String) -> Self {
        Self { kind: ExtractionKind::Tree(Box::new(tree)), source, labels: Vec::new() }
    }

    /// The names of the lists of a record, in order; empty when it yields plain values.
    #[must_use]
    pub fn labels(&self) -> &[String] {
        &self.labels
    }

    /// Whether nodes themselves are among its values (`{dom}`).
    #[must_use]
    pub fn yields_nodes(&self) -> bool {
        match &self.kind {
            ExtractionKind::Tree(tree) => match &tree.yields {
                Yields::Items { items, .. } => items.iter().any(|item| item.what == What::Element),
                Yields::Node => false,
            },
            ExtractionKind::Special(_) => false,
        }
    }

    /// Whether its values are those of attributes, or records of these.
    #[must_use]
    pub const fn yields_attributes(&self) -> bool {
        match &self.kind {
            ExtractionKind::Tree(tree) => matches!(tree.yields, Yields::Items { attributes: true, .. }),
            ExtractionKind::Special(_) => false,
        }
    }

    /// The fact about the file that it stands for, when it is one of the specials.
    #[must_use]
    pub const fn special(&self) -> Option<Special> {
        match self.kind {
            ExtractionKind::Special(special) => Some(special),
            ExtractionKind::Tree(_) => None,
        }
    }
}

/// The two kinds of extraction.
#[derive(Clone, Debug)]
pub enum ExtractionKind {
    /// A fact about the file; its content is not parsed.
    Special(Special),
    /// A walk through the document's tree.
    Tree(Box<TreeWalk>),
}

/// A walk through a tree: select nodes, test them, take values from them.
#[derive(Clone, Debug)]
pub struct TreeWalk {
    /// From the root down.
    pub path: Vec<PathStep>,
    /// `[@…]`.
    pub attribute_test: Option<Test>,
    /// `.…`.
    pub node_test: Option<Test>,
    /// The values that are taken from the nodes that pass.
    pub yields: Yields,
}

impl TreeWalk {
    /// The names of its comparisons by `!=`, each with whether it is one of attributes: of a long test the first ones, as long
    /// tests are made by programs.
    #[must_use]
    pub fn negated(&self) -> Vec<(&Name, bool)> {
        const MOST: usize = 32;
        fn collect<'t>(test: &'t Test, of_attributes: bool, into: &mut Vec<(&'t Name, bool)>) {
            match test {
                Test::All(tests) | Test::Any(tests) => {
                    tests.iter().take(MOST).for_each(|test| collect(test, of_attributes, into));
                }
                Test::Compare { name, negated: true, .. } => into.push((name, of_attributes)),
                Test::Compare { .. } => {}
            }
        }
        let mut names = Vec::new();
        for (test, of_attributes) in [(&self.attribute_test, true), (&self.node_test, false)] {
            if let Some(test) = test {
                collect(test, of_attributes, &mut names);
            }
        }
        names.truncate(MOST);
        names
    }
}

/// One part of a path.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub enum PathStep {
    /// `**`: any number of levels, none included.
    Levels,
    /// One level.
    Node(TagPattern),
}

/// Which names a tag of an `xpath` stands for.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub enum TagPattern {
    /// `*`: every node, those without a name included.
    Any,
    /// In quotes: the name as written, prefix included.
    Literal(String),
    /// Without a star: the local name.
    Local(String),
    /// With stars: the parts between them, to be found in the local name in this order.
    Glob(Vec<String>),
}

impl TagPattern {
    /// Whether a node of this name is meant; a node without one is only meant by `*`.
    #[must_use]
    pub fn matches(&self, tag: Option<Tag<'_>>) -> bool {
        match (self, tag) {
            (Self::Any, _) => true,
            (_, None) => false,
            (Self::Literal(name), Some(tag)) => tag.full == name,
            (Self::Local(name), Some(tag)) => tag.local_name() == name,
            (Self::Glob(parts), Some(tag)) => glob(parts, tag.local_name()),
        }
    }
}

/// Whether `name` is `parts` with any text in between: the first at its start, the last at its end, the others, each
/// as early as it can be, from left to right.
fn glob(parts: &[String], name: &str) -> bool {
    let [first, middle @ .., last] = parts else { return false };
    let Some(rest) = name.strip_prefix(first.as_str()) else { return false };
    let Some(mut rest) = rest.strip_suffix(last.as_str()) else { return false };
    for part in middle {
        match rest.find(part.as_str()) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    true
}

/// Tags from a node downwards, each one level further; never empty. Of an attribute's name the last part is the
/// attribute.
pub type Name = Vec<TagPattern>;

/// A condition on a node.
#[derive(Clone, Debug)]
pub enum Test {
    /// `&`: all of them hold.
    All(Vec<Test>),
    /// `|`: one of them does.
    Any(Vec<Test>),
    /// A comparison: it holds when one of the values there meets it.
    Compare {
        /// Where the values are, from the node on.
        name: Name,
        /// `!=`.
        negated: bool,
        /// The value or pattern that they are compared with.
        value: TestValue,
    },
}

/// The value or pattern of a comparison.
#[derive(Clone, Debug)]
pub enum TestValue {
    /// A text that a value is to equal.
    Text(String),
    /// A pattern that is searched for in it.
    Pattern(Pattern),
}

/// The values that are taken from a selected node.
#[derive(Clone, Debug)]
pub enum Yields {
    /// Its own value.
    Node,
    /// `,…` or `:…`: one item gives values, several a record.
    Items {
        /// The names are those of attributes.
        attributes: bool,
        /// At least one.
        items: Vec<Item>,
    },
}

/// One of the names behind `,` or `:`.
#[derive(Clone, Debug)]
pub struct Item {
    /// The part of the node that is taken.
    pub what: What,
    /// `?`: yields a null when there is none.
    pub optional: bool,
}

/// The part of a node that an item takes.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub enum What {
    /// The values at a name, from the node on.
    Name(Name),
    /// `{dom}`: the node itself.
    Element,
    /// `{text}`: all text below it.
    AllText,
    /// `{tag}`: its name.
    Tag,
    /// `{line}`: its line.
    Line,
}

/// The words in braces that stand for something of the node itself, with what each yields.
pub(super) const NODE_WORDS: &[(&str, What, &str)] = &[
    ("{dom}", What::Element, "the node itself, as an element object"),
    ("{text}", What::AllText, "all text below the node"),
    ("{tag}", What::Tag, "the node's name as written, prefix included"),
    ("{line}", What::Line, "the line of the node's `<`"),
];

/// These words, each with what it yields.
pub fn node_words() -> impl Iterator<Item = (&'static str, &'static str)> {
    NODE_WORDS.iter().map(|(word, _, doc)| (*word, *doc))
}

#[cfg(test)]
mod tests {
    use super::glob;

    #[test]
    fn stars_stand_for_any_text() {
        let parts = |pattern: &str| pattern.split('*').map(str::to_owned).collect::<Vec<_>>();
        for (pattern, name, meant) in [
            ("Item*", "Item", true),
            ("Item*", "Items", true),
            ("Item*", "MyItem", false),
            ("*Item", "MyItem", true),
            ("a*b", "ab", true),
            ("a*b", "axxb", true),
            ("a*b", "abc", false),
            ("a*a", "a", false),
            ("*x*y*", "axbyc", true),
            ("*x*y*", "aybxc", false),
            ("a*bc*c", "abc", false),
            ("a*bc*c", "abcc", true),
        ] {
            assert_eq!(glob(&parts(pattern), name), meant, "{pattern} {name}");
        }
    }
}
