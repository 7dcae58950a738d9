//! The syntax tree of an `xpath`.

use crate::{Pattern, Special, Tag};

/// Characters that an unquoted tag cannot contain, besides spaces. Curly quotes are read as straight quotes.
pub(super) const NOT_IN_TAG: &str = "/.,:[](){}&|=!?@\"'`\u{201c}\u{201d}";

/// Characters that an unquoted value cannot contain. Curly quotes are read as straight quotes.
pub(super) const NOT_IN_VALUE: &str = "&|()[],:=\"'`\u{201c}\u{201d}";

/// An extraction: selects the values of a document that a rule looks at. [`XPath::parse`] creates it, so it is always
/// valid.
#[derive(Clone, Debug)]
pub struct XPath {
    pub(super) kind: ExtractionKind,
    /// The text as written. Extractions with equal texts are the same.
    pub(super) source: String,
    /// The names of the lists if it yields records, otherwise empty.
    pub(super) labels: Vec<String>,
}

impl XPath {
    /// Returns the text that it was parsed from.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Returns the kind of the extraction, with its content.
    pub const fn kind(&self) -> &ExtractionKind {
        &self.kind
    }

    /// Creates an extraction from a walk, without parsing. `source` must be unique within its plan.
    pub fn of_tree(tree: TreeWalk, source: String) -> Self {
        Self { kind: ExtractionKind::Tree(Box::new(tree)), source, labels: Vec::new() }
    }

    /// Returns the names of the lists of a record, in order; empty if it yields plain values.
    pub fn labels(&self) -> &[String] {
        &self.labels
    }

    /// Returns true if its values include nodes (`{dom}`).
    pub fn yields_nodes(&self) -> bool {
        match &self.kind {
            ExtractionKind::Tree(tree) => match &tree.yields {
                Yields::Items { items, .. } => items.iter().any(|item| item.what == What::Element),
                Yields::Node => false,
            },
            ExtractionKind::Special(_) => false,
        }
    }

    /// Returns true if its values are records that have a name with `?`. Such a record always has a value or a null.
    pub fn has_optional_label(&self) -> bool {
        match &self.kind {
            ExtractionKind::Tree(tree) => match &tree.yields {
                Yields::Items { items, .. } => !self.labels.is_empty() && items.iter().any(|item| item.optional),
                Yields::Node => false,
            },
            ExtractionKind::Special(_) => false,
        }
    }

    /// Returns true if its values are values of attributes, or records of them.
    pub const fn yields_attributes(&self) -> bool {
        match &self.kind {
            ExtractionKind::Tree(tree) => matches!(tree.yields, Yields::Items { attributes: true, .. }),
            ExtractionKind::Special(_) => false,
        }
    }

    /// Returns true if a file can be cut inside nested nodes with these names. The `xpath` selects none of these nodes.
    /// Its values depend only on the node that it selects, and on the names around that node.
    pub fn can_be_cut_inside(&self, tags: &[Tag<'_>]) -> bool {
        let ExtractionKind::Tree(tree) = &self.kind else { return false };
        let is_plain = |item: &Item| !matches!(item.what, What::Line | What::Element);
        let takes_plain = match &tree.yields {
            Yields::Node => true,
            Yields::Items { items, .. } => items.iter().all(is_plain),
        };
        takes_plain && !(1..=tags.len()).any(|depth| selects(&tree.path, &tags[..depth]))
    }

    /// Returns the fact about the file that it selects, if it selects one.
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
    /// Returns the names in its `!=` comparisons, each with true if it is the name of an attribute. Of a long test only
    /// the first names are returned, because programs write such tests.
    pub fn negated_names(&self) -> Vec<(&Name, bool)> {
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
    /// `**`: any number of levels, including none.
    Levels,
    /// One level.
    Node(TagPattern),
}

/// Returns true if a path selects the innermost of these nested nodes.
fn selects(path: &[PathStep], tags: &[Tag<'_>]) -> bool {
    match (path, tags) {
        ([], _) => tags.is_empty(),
        ([PathStep::Levels, rest @ ..], []) => selects(rest, tags),
        ([PathStep::Levels, rest @ ..], [_, below @ ..]) => selects(rest, tags) || selects(path, below),
        ([PathStep::Node(_), ..], []) => false,
        ([PathStep::Node(pattern), rest @ ..], [tag, below @ ..]) => {
            pattern.matches(Some(*tag)) && selects(rest, below)
        }
    }
}

/// The names that a tag of an `xpath` matches.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub enum TagPattern {
    /// `*`: every node, including nodes without a name.
    Any,
    /// In quotes: the name as written, including the prefix.
    Literal(String),
    /// Without a star: the local name.
    Local(String),
    /// With stars: the parts between the stars, which must occur in the local name in this order.
    Glob(Vec<String>),
}

impl TagPattern {
    /// Returns true if the pattern matches a node of this name. Only `*` matches a node without a name.
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

/// Returns true if `name` consists of `parts` with any text in between. Each part in the middle is matched as early as
/// possible.
fn glob(parts: &[String], name: &str) -> bool {
    // The first and the last part are fixed. For the parts between them, the earliest place leaves the most text.
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

/// Tags from a node downwards, one for each level; never empty. In the name of an attribute the last tag is the
/// attribute.
pub type Name = Vec<TagPattern>;

/// A condition on a node.
#[derive(Clone, Debug)]
pub enum Test {
    /// `&`: all must be true.
    All(Vec<Test>),
    /// `|`: at least one must be true.
    Any(Vec<Test>),
    /// A comparison: it is true if any of the values at the name meets it.
    Compare {
        /// The place of the values, from the node on.
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
    /// A string that a value must equal.
    Text(String),
    /// A pattern that is searched for in the value.
    Pattern(Pattern),
}

/// The values that are taken from a selected node.
#[derive(Clone, Debug)]
pub enum Yields {
    /// Its own value.
    Node,
    /// `,…` or `:…`: one item yields values, several yield a record.
    Items {
        /// The names are those of attributes.
        attributes: bool,
        /// At least one.
        items: Vec<Item>,
    },
}

/// One of the names after `,` or `:`.
#[derive(Clone, Debug)]
pub struct Item {
    /// The part of the node that is taken.
    pub what: What,
    /// `?`: yields a null if the node has no such part.
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

/// The words in braces that select a part of the node itself, each with its description.
pub(super) const NODE_WORDS: &[(&str, What, &str)] = &[
    ("{dom}", What::Element, "the node itself, as an element object"),
    ("{text}", What::AllText, "all text below the node"),
    ("{tag}", What::Tag, "the node's name as written, prefix included"),
    ("{line}", What::Line, "the line of the node's `<`"),
];

/// Returns the words in braces for parts of a node, each with its description.
pub fn node_words() -> impl Iterator<Item = (&'static str, &'static str)> {
    NODE_WORDS.iter().map(|(word, _, doc)| (*word, *doc))
}

#[cfg(test)]
mod tests {
    use super::glob;

    #[test]
    fn stars_match_any_string() {
        let parts = |pattern: &str| pattern.split('*').map(str::to_owned).collect::<Vec<_>>();
        for (pattern, name, expected) in [
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
            assert_eq!(glob(&parts(pattern), name), expected, "{pattern} {name}");
        }
    }
}
