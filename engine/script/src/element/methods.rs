//! The properties and methods of elements in scripts: those of ElementTree, and those of Rhai's own values.

use std::rc::Rc;

use assay_document::text::Fault;
use rhai::{Array, Dynamic, Engine, EvalAltResult, INT, ImmutableString, Map, Position};

use super::node::Element;
use super::path::NamePattern;
use crate::complaint::{Complaint, Outcome};
use crate::state::HostState;

/// The names of all properties and methods of elements.
pub const NAMES: [&str; 18] = [
    "attrib", "children", "find", "findall", "findtext", "get", "is_empty", "items", "iter", "iterfind", "itertext",
    "keys", "len", "line", "parent", "tag", "tail", "text",
];

/// The names in [`NAMES`] that scripts read without parentheses.
pub const PROPERTIES: [&str; 9] = ["attrib", "children", "is_empty", "len", "line", "parent", "tag", "tail", "text"];

/// Registers the functions for elements with an engine.
pub(crate) fn register(engine: &mut Engine, state: &Rc<HostState>) {
    engine.register_type_with_name::<Element>("Element");
    properties(engine, state);
    searches(engine, state);
    as_a_list(engine);
    as_a_value(engine);
}

fn properties(engine: &mut Engine, state: &Rc<HostState>) {
    let owner = Rc::clone(state);
    engine
        .register_get("tag", |element: &mut Element| element.shared_tag())
        .register_get("text", |element: &mut Element| text_or_unit(element.text()))
        .register_get("tail", |element: &mut Element| text_or_unit(element.tail()))
        .register_get("line", |element: &mut Element| INT::from(element.line()))
        .register_get("attrib", |element: &mut Element| attrib(element))
        .register_get("children", move |element: &mut Element| list(&owner, element.children()))
        .register_get("parent", |element: &mut Element| element_or_nothing(element.parent()))
        .register_fn("get", |element: &mut Element, name: &str| text_or_unit(element.get(name)))
        .register_fn("get", |element: &mut Element, name: &str, default: Dynamic| {
            element.get(name).map_or(default, text)
        })
        .register_fn("keys", |element: &mut Element| -> Array {
            element.attributes().map(|(name, _)| text(name)).collect()
        })
        .register_fn("items", |element: &mut Element| -> Array {
            element.attributes().map(|(name, value)| vec![text(name), text(value)].into()).collect()
        });
}

fn searches(engine: &mut Engine, state: &Rc<HostState>) {
    engine
        .register_fn("find", |element: &mut Element, path: &str| find(element, path).map(element_or_nothing))
        .register_fn("findtext", |element: &mut Element, path: &str| find_text(element, path, Dynamic::UNIT))
        .register_fn("findtext", find_text);
    functions! { engine, state,
        "findall" | "iterfind" reads (state, element: &mut Element, path: ImmutableString) {
            find_all(&state, element, &path)
        }
        "iter" reads (state, element: &mut Element) {
            list(&state, element.iter())
        }
        "iter" reads (state, element: &mut Element, tag: ImmutableString) {
            let name = NamePattern::of_tag(&tag);
            list(&state, element.iter().filter(|below| name.matches(below.tag())))
        }
        "itertext" reads (state, element: &mut Element) {
            gather_list(&state, element.inner_strings().map(text))
        }
    }
}

/// Registers `len(element)`, `element[0]` and `for child in element`, which access the children as in Python.
fn as_a_list(engine: &mut Engine) {
    engine
        .register_fn("len", |element: &mut Element| count(element))
        .register_get("len", |element: &mut Element| count(element))
        .register_fn("is_empty", |element: &mut Element| element.children().next().is_none())
        .register_get("is_empty", |element: &mut Element| element.children().next().is_none())
        .register_indexer_get(child_at)
        .register_iterator::<Element>();
}

fn as_a_value(engine: &mut Engine) {
    engine
        .register_fn("==", |left: Element, right: Element| left == right)
        .register_fn("!=", |left: Element, right: Element| left != right)
        .register_fn("to_string", |element: &mut Element| format!("{element:?}"))
        .register_fn("to_debug", |element: &mut Element| format!("{element:?}"));
}

impl IntoIterator for Element {
    type Item = Self;
    type IntoIter = std::vec::IntoIter<Self>;

    fn into_iter(self) -> Self::IntoIter {
        self.children().collect::<Vec<_>>().into_iter()
    }
}

fn text(text: &str) -> Dynamic {
    ImmutableString::from(text).into()
}

fn text_or_unit(found: Option<&str>) -> Dynamic {
    found.map_or(Dynamic::UNIT, text)
}

fn element_or_nothing(element: Option<Element>) -> Dynamic {
    element.map_or(Dynamic::UNIT, Dynamic::from)
}

fn attrib(element: &mut Element) -> Map {
    element.attributes().map(|(name, value)| (name.into(), text(value))).collect()
}

fn find(element: &Element, path: &str) -> Outcome<Option<Element>> {
    let found = element.find(path).map_err(|fault| unusable(path, fault))?;
    // Otherwise a path with an unquoted tag would find nothing in any file, without a message.
    if found.is_none() {
        refuse_unquoted(element, path)?;
    }
    Ok(found)
}

/// Rejects a path that finds nothing and begins with the unquoted tag of a child. If a child is called `Part_[2]`, its
/// author does not mean the second child called `Part_`.
fn refuse_unquoted(element: &Element, path: &str) -> Outcome<()> {
    if !path.contains(['[', '/', ' ', '(', '@', '=']) {
        return Ok(());
    }
    let matches = |tag: &str| {
        tag.contains(['[', '/', ' ', '(', '@', '='])
            && path.strip_prefix(tag).is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '[']))
    };
    match element.children().find(|child| matches(child.tag())) {
        Some(child) => {
            let quote = if child.tag().contains('\'') { '"' } else { '\'' };
            let quoted = format!("{quote}{}{quote}{}", child.tag(), &path[child.tag().len()..]);
            let message = format!("the path `{path}` finds nothing, but there is a child `{}`", child.tag());
            Err(Complaint::raise(message, format!("put its tag in quotes: `{quoted}`")))
        }
        None => Ok(()),
    }
}

fn find_all(state: &HostState, element: &Element, path: &str) -> Outcome<Array> {
    let found = element.find_all(path).map_err(|fault| unusable(path, fault))?;
    if found.is_empty() {
        refuse_unquoted(element, path)?;
    }
    list(state, found.into_iter())
}

/// Returns the text of the first element found: `""` if it has none, and `default` if there is no such element.
fn find_text(element: &mut Element, path: &str, default: Dynamic) -> Outcome<Dynamic> {
    let found = find(element, path)?;
    Ok(found.map_or(default, |found| text(found.text().unwrap_or_default())))
}

fn count(element: &Element) -> INT {
    INT::try_from(element.children().count()).unwrap_or(INT::MAX)
}

/// Returns a child by its place; negative places count from the last.
fn child_at(element: &mut Element, place: INT) -> Outcome<Dynamic> {
    let count = count(element);
    let at = if place < 0 { place.saturating_add(count) } else { place };
    let child = usize::try_from(at).ok().and_then(|at| element.children().nth(at));
    child.map(Dynamic::from).ok_or_else(|| {
        let count = usize::try_from(count).unwrap_or(usize::MAX);
        EvalAltResult::ErrorArrayBounds(count, place, Position::NONE).into()
    })
}

fn list(state: &HostState, elements: impl Iterator<Item = Element>) -> Outcome<Array> {
    gather_list(state, elements.map(Dynamic::from))
}

/// Collects values into a list. More than a list may have are an error before memory is taken for all of them.
fn gather_list(state: &HostState, mut values: impl Iterator<Item = Dynamic>) -> Outcome<Array> {
    let list: Array = values.by_ref().take(state.meter.limits.list).collect();
    state.meter.fit_list(list.len() + usize::from(values.next().is_some()))?;
    Ok(list)
}

/// Returns the error of a malformed path.
fn unusable(path: &str, fault: Fault) -> Box<EvalAltResult> {
    Complaint::raise_fault(&format!("the path `{path}`"), path, fault)
}
