//! Random expressions of the extraction language: as a tree for the reference, and as a text for the engine.

use std::fmt::Write;

use proptest::prelude::{Just, Strategy, any, prop_oneof};
use proptest::sample::select;

use crate::document::{ATTRIBUTES, TAGS};

/// A whole expression.
#[derive(Clone, Debug)]
pub struct Expression {
    pub path: Vec<Step>,
    pub attribute_test: Option<Test>,
    pub node_test: Option<Test>,
    pub names: Names,
    /// Chooses between ways to write the same.
    pub style: u8,
}

#[derive(Clone, Debug)]
pub enum Step {
    /// `**`
    Levels,
    Node(Tag),
}

/// Which names are meant.
#[derive(Clone, Debug)]
pub enum Tag {
    Any,
    /// A name without a prefix, whatever prefix there is.
    Local(&'static str),
    /// A name as written, in quotes.
    Quoted(&'static str),
    /// What stands before and behind the star.
    Glob(&'static str, &'static str),
}

#[derive(Clone, Debug)]
pub enum Test {
    All(Vec<Test>),
    Any(Vec<Test>),
    Compare { name: Vec<Tag>, negated: bool, value: TestValue },
}

#[derive(Clone, Copy, Debug)]
pub enum TestValue {
    Bare(&'static str),
    Quoted(&'static str),
    Pattern(&'static str),
}

#[derive(Clone, Debug)]
pub enum Names {
    /// The selected nodes themselves.
    None,
    Nodes(Vec<Item>),
    Attributes(Vec<Item>),
}

#[derive(Clone, Debug)]
pub struct Item {
    pub what: What,
    pub optional: bool,
}

#[derive(Clone, Debug)]
pub enum What {
    Name(Vec<Tag>),
    /// `{dom}`, `{text}`, `{tag}` or `{line}`.
    Word(&'static str),
}

/// Any expression.
pub fn expressions() -> impl Strategy<Value = Expression> {
    let path = proptest::collection::vec(steps(), 0..4);
    let root = prop_oneof![4 => Just(Step::Node(Tag::Any)), 1 => steps()];
    let names = prop_oneof![
        2 => Just(Names::None),
        3 => items(false).prop_map(Names::Nodes),
        2 => items(true).prop_map(Names::Attributes),
    ];
    let test = |attributes| proptest::option::weighted(0.35, tests(attributes));
    (root, path, test(true), test(false), names, any::<u8>()).prop_map(
        |(root, mut path, attribute_test, node_test, names, style)| {
            path.insert(0, root);
            Expression { path, attribute_test, node_test, names, style }
        },
    )
}

fn steps() -> impl Strategy<Value = Step> {
    prop_oneof![1 => Just(Step::Levels), 3 => tags(false).prop_map(Step::Node)]
}

fn tags(attribute: bool) -> impl Strategy<Value = Tag> {
    let written = if attribute { ATTRIBUTES } else { TAGS };
    let unquoted = |name: &&'static str| !name.contains('.');
    let local = |name: &'static str| name.split_once(':').map_or(name, |(_, local)| local);
    let locals: Vec<&'static str> = written.iter().copied().filter(unquoted).map(local).collect();
    let globs = vec![("", "tem"), ("I", ""), ("It", "s"), ("", "e"), ("k", "y"), ("a", "b"), ("a", "")];
    prop_oneof![
        3 => Just(Tag::Any),
        4 => select(locals).prop_map(Tag::Local),
        2 => select(written).prop_map(Tag::Quoted),
        1 => select(globs).prop_map(|(start, end)| Tag::Glob(start, end)),
    ]
}

/// A dotted name; of an attribute the last part is the attribute.
fn names(attributes: bool) -> impl Strategy<Value = Vec<Tag>> {
    let last = tags(attributes).prop_map(|tag| vec![tag]);
    let above = prop_oneof![3 => Just(Vec::new()), 1 => proptest::collection::vec(tags(false), 1..3)];
    (above, last).prop_map(|(above, last)| [above, last].concat())
}

fn tests(attributes: bool) -> impl Strategy<Value = Test> {
    let value = prop_oneof![
        2 => select(vec!["x", "y", "1", "x y", "true", "\u{e9}", "A"]).prop_map(TestValue::Bare),
        2 => select(vec!["", "x", "&", "x&", "<", " ", "\u{a0}", "x  y"]).prop_map(TestValue::Quoted),
        2 => select(vec!["x", "^x", "y$", "^$", ".", "[xy] ?1", "\\s", "^\\w+$", "&|<"]).prop_map(TestValue::Pattern),
    ];
    let compare = (names(attributes), any::<bool>(), value);
    compare.prop_map(|(name, negated, value)| Test::Compare { name, negated, value }).prop_recursive(2, 6, 3, |inner| {
        let several = proptest::collection::vec(inner, 2..4);
        (several, any::<bool>()).prop_map(|(parts, all)| if all { Test::All(parts) } else { Test::Any(parts) })
    })
}

/// One or several items, no two of which have the same label.
fn items(attributes: bool) -> impl Strategy<Value = Vec<Item>> {
    let name = names(attributes).prop_map(What::Name);
    let word = select(vec!["{dom}", "{text}", "{tag}", "{line}"]).prop_map(What::Word);
    let what = prop_oneof![4 => name, 1 => word];
    let item = (what, any::<bool>()).prop_map(|(what, optional)| Item { what, optional });
    proptest::collection::vec(item, 1..4).prop_map(|items| {
        let mut kept: Vec<Item> = Vec::new();
        for item in items {
            if kept.iter().all(|other| other.label() != item.label()) {
                kept.push(item);
            }
        }
        kept
    })
}

impl Item {
    /// What a record calls it: the name without quotes and `?`.
    pub fn label(&self) -> String {
        match &self.what {
            What::Name(name) => dotted(name).replace('"', ""),
            What::Word(word) => (*word).to_owned(),
        }
    }
}

impl Expression {
    /// The expression as its author would write it, in one of several ways.
    pub fn print(&self) -> String {
        let mut text = String::new();
        for (at, step) in self.path.iter().enumerate() {
            // The root may be left out when it may have any name.
            let empty = at == 0 && self.path.len() > 1 && self.style & 1 != 0 && matches!(step, Step::Node(Tag::Any));
            match step {
                _ if empty => {}
                Step::Levels => text.push_str("**"),
                Step::Node(tag) => text.push_str(&printed(tag)),
            }
            if at + 1 < self.path.len() {
                text.push('/');
            }
        }
        let blank = if self.style & 2 == 0 { "" } else { " " };
        if let Some(test) = &self.attribute_test {
            let _ = write!(text, "{blank}[@{}{blank}]", self.test(test, 0));
        }
        if let Some(test) = &self.node_test {
            let _ = write!(text, "{blank}.{blank}{}", self.test(test, 0));
        }
        let (lead, items) = match &self.names {
            Names::None => return text,
            Names::Nodes(items) => (',', items),
            Names::Attributes(items) => (':', items),
        };
        // A part without an operator is the start of the names.
        let lead = if lead == ',' && self.node_test.is_none() && self.style & 4 != 0 { '.' } else { lead };
        for (at, item) in items.iter().enumerate() {
            let name = match &item.what {
                What::Name(name) => dotted(name),
                What::Word(word) => (*word).to_owned(),
            };
            let lead = if at == 0 { lead } else { ',' };
            let _ = write!(text, "{blank}{lead}{blank}{name}{}", if item.optional { "?" } else { "" });
        }
        text
    }

    /// A test; `level` says what it stands in: 0 nothing, 1 an `|`, 2 an `&`.
    fn test(&self, test: &Test, level: u8) -> String {
        let (joined, own) = match test {
            Test::All(parts) => (parts.iter().map(|part| self.test(part, 2)).collect::<Vec<_>>().join("&"), 2),
            Test::Any(parts) => (parts.iter().map(|part| self.test(part, 1)).collect::<Vec<_>>().join(" | "), 1),
            Test::Compare { name, negated, value } => return self.compare(name, *negated, *value),
        };
        // `&` binds tighter: it needs no parentheses inside `|`, and gets them half of the time.
        if own < level || (level > 0 && self.style & 8 != 0) { format!("({joined})") } else { joined }
    }

    fn compare(&self, name: &[Tag], negated: bool, value: TestValue) -> String {
        let operator = match (negated, self.style >> 4 & 3) {
            (false, 0) => " = = ",
            (false, 1) => " == ",
            (false, _) => "==",
            (true, 0) => " ! = ",
            (true, 1) => " != ",
            (true, _) => "!=",
        };
        let value = match value {
            TestValue::Bare(text) => text.to_owned(),
            TestValue::Quoted(text) => format!("\"{text}\""),
            TestValue::Pattern(text) => format!("`{text}`"),
        };
        format!("{}{operator}{value}", dotted(name))
    }
}

fn dotted(name: &[Tag]) -> String {
    name.iter().map(printed).collect::<Vec<_>>().join(".")
}

fn printed(tag: &Tag) -> String {
    match tag {
        Tag::Any => "*".to_owned(),
        Tag::Local(name) => (*name).to_owned(),
        Tag::Quoted(name) => format!("\"{name}\""),
        Tag::Glob(start, end) => format!("{start}*{end}"),
    }
}
