//! Explains Rhai's run-time errors in Assay's words, with suggestions.

use assay_document::text::{counted, nearest};
use rhai::{Dynamic, Engine, EvalAltResult};

use super::complaint::Complaint;
use super::kind;
use super::library;
use super::python::Raised;
use super::{element, idioms};

/// An error message and, if one is known, a suggestion for fixing the error.
pub(super) type Explanation = (String, Option<String>);

/// The suggestion for a call, an index or a property of `()`, which a search returns when it finds nothing.
const ASK_FIRST: &str = "a search that finds nothing returns `()`: test `x != ()` first";

/// A suggestion to add to [`ASK_FIRST`]: the author may have written `{}` for an empty map.
const NOT_A_MAP: &str = "an empty map is `#{}`";

/// Methods that scripts call on a new map. On `()`, such a call gets [`NOT_A_MAP`] as well.
const MAP_METHODS: [&str; 8] = ["clear", "contains", "get", "keys", "len", "remove", "set", "values"];

/// The suggestion for assigning to an index or a property of `()`.
const EMPTY_MAP: &str = "write `#{}` for an empty map: `{}` is an empty block, whose value is `()`";

/// Registers the errors that scripts can catch with an engine. They are printed as their messages.
pub(super) fn register(engine: &mut Engine) {
    engine
        .register_type_with_name::<Complaint>("Error")
        .register_get("message", |error: &mut Complaint| error.message.clone())
        .register_fn("to_string", |error: &mut Complaint| error.message.clone())
        .register_fn("to_debug", |error: &mut Complaint| error.message.clone())
        .register_type_with_name::<Raised>("Error")
        .register_get("message", |error: &mut Raised| error.message.clone())
        .register_fn("to_string", |error: &mut Raised| error.message.clone())
        .register_fn("to_debug", |error: &mut Raised| error.message.clone());
}

/// The keys of the maps that `image` and `glb` return, for spelling suggestions.
const MEMBERS: &[&str] = &["width", "height", "format", "compression", "json", "bin"];

pub(super) fn explain(error: &EvalAltResult) -> Explanation {
    use EvalAltResult as E;
    let plain = |message: String| (message, None);
    match error {
        E::ErrorRuntime(thrown, _) => thrown_message(thrown),
        E::ErrorVariableNotFound(name, _) => plain(format!("there is no variable `{name}`")),
        E::ErrorFunctionNotFound(signature, _) => no_function(signature),
        E::ErrorModuleNotFound(name, _) => (
            format!("there is no library `{name}` here"),
            Some(
                "write `import \"NAME\" as NAME;` at the top of the script, with the name as a plain string".to_owned(),
            ),
        ),
        E::ErrorMismatchDataType(expected, found, _) | E::ErrorMismatchOutputType(expected, found, _) => {
            plain(format!("expected {}, found {}", kind::type_name(expected), kind::type_name(found)))
        }
        E::ErrorIndexingType(types, _) => not_indexed(types),
        E::ErrorArrayBounds(length, index, _) => {
            plain(out_of_range("a list", ["element", "elements"], *length, *index))
        }
        E::ErrorStringBounds(length, index, _) => {
            plain(out_of_range("a string", ["character", "characters"], *length, *index))
        }
        E::ErrorPropertyNotFound(name, _) => (
            format!("the map has no entry `{name}`"),
            Some(match nearest(name, MEMBERS.iter().copied()).filter(|suggestion| suggestion != name) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "test with `in` first, or write `.get(…)`, which returns `()` if there is no entry".to_owned(),
            }),
        ),
        E::ErrorDotExpr(text, _) => no_property(text),
        E::ErrorIndexNotFound(index, _) => plain(format!("there is no element `{index}`")),
        E::ErrorFor(_) => plain("`for` needs a list, a range, a string or a collection".to_owned()),
        E::ErrorArithmetic(text, _) => plain(lower(text)),
        E::ErrorUnboundThis(_) => plain("`this` can be used only in methods".to_owned()),
        E::ErrorAssignmentToConstant(name, _) | E::ErrorNonPureMethodCallOnConstant(name, _) => {
            (format!("`{name}` would change a constant"), Some("copy it into a variable with `let`".to_owned()))
        }
        E::ErrorDataRace(..) => (
            "a value is used while a function iterates over it".to_owned(),
            Some("copy the value into a variable first, and use the copy in the function".to_owned()),
        ),
        other => plain(lower(&other.to_string())),
    }
}

fn thrown_message(thrown: &Dynamic) -> Explanation {
    if let Some(complaint) = thrown.read_lock::<Complaint>() {
        let help = (!complaint.help.is_empty()).then(|| complaint.help.clone());
        return (complaint.message.clone(), help);
    }
    if let Some(raised) = thrown.read_lock::<Raised>() {
        return (raised.message.clone(), raised.help.map(str::to_owned));
    }
    if let Ok(text) = thrown.as_immutable_string_ref() {
        return (text.to_string(), None);
    }
    let message = thrown.as_map_ref().ok().and_then(|map| map.get("message")?.clone().into_string().ok());
    (message.unwrap_or_else(|| format!("the script threw {}", kind::of(thrown))), None)
}

/// Explains `name (types)`: the function does not exist, or not for these types.
fn no_function(signature: &str) -> Explanation {
    let (name, types) = signature.split_once(" (").unwrap_or((signature, ")"));
    let kinds: Vec<String> = types
        .strip_suffix(')')
        .unwrap_or(types)
        .split(", ")
        .filter(|kind| !kind.is_empty())
        .map(kind::type_name)
        .collect();
    // Rhai writes the name of the module in front of a function of a library.
    let name = name.rsplit("::").next().unwrap_or(name);
    if let Some(entry) = library::function(name) {
        let message = format!("`{name}` cannot be called with {}", list_kinds(&kinds));
        return (message, Some(format!("call it as `{}`", entry.signature)));
    }
    if !name.starts_with(|c: char| c.is_alphabetic() || c == '_') {
        return (format!("`{name}` does not work on {}", list_kinds(&kinds)), None);
    }
    let help = if kinds.first().is_some_and(|kind| kind == kind::NOTHING) {
        Some(if MAP_METHODS.contains(&name) { format!("{ASK_FIRST}; {NOT_A_MAP}") } else { ASK_FIRST.to_owned() })
    } else {
        idioms::function(name)
    };
    if idioms::is_function(name) {
        return (format!("`{name}` cannot be called with {}", list_kinds(&kinds)), help);
    }
    (format!("no function `{name}` takes {}", list_kinds(&kinds)), help)
}

/// Explains `owner [index]`, followed by ` = type` for an assignment.
fn not_indexed(types: &str) -> Explanation {
    let (owner, rest) = types.split_once(" [").unwrap_or((types, ""));
    let (index, assigned) = rest.split_once(']').unwrap_or((rest, ""));
    let (owner, index) = (kind::type_name(owner), kind::type_name(index));
    if owner != kind::NOTHING {
        return (format!("{owner} cannot be indexed with {index}"), None);
    }
    let help = if assigned.is_empty() { format!("{ASK_FIRST}; {NOT_A_MAP}") } else { EMPTY_MAP.to_owned() };
    (format!("`()` cannot be indexed with {index}"), Some(help))
}

/// Explains `Unknown property 'x' - a getter is not registered for type 'y'`.
fn no_property(text: &str) -> Explanation {
    let quoted: Vec<&str> = text.split('\'').skip(1).step_by(2).collect();
    match quoted[..] {
        [property, "()"] => {
            let help = if text.contains("setter") { EMPTY_MAP } else { ASK_FIRST };
            (format!("`()` has no property `{property}`"), Some(help.to_owned()))
        }
        [property, owner] => {
            let owner = kind::type_name(owner);
            let is_element = owner == "an element";
            let names = if is_element { &element::PROPERTIES[..] } else { &["len"] };
            let suggestion = nearest(property, names.iter().copied());
            let help = suggestion.map(|near| format!("did you mean `{near}`?")).or_else(|| {
                let is_method = idioms::is_function(property);
                let call = || format!("call methods with parentheses: `.{property}(\u{2026})`");
                let attribute = || is_element.then(|| format!("write `.get(\"{property}\")` for an attribute"));
                let is_of_element =
                    !is_element && element::PROPERTIES.contains(&property) && !["is_empty", "len"].contains(&property);
                let element =
                    is_of_element.then(|| format!("only elements have `{property}`: write `{{dom}}` in `xpath`"));
                element.or_else(|| is_method.then(call)).or_else(attribute).or_else(|| idioms::function(property))
            });
            (format!("{owner} has no property `{property}`"), help)
        }
        [property, "()", _] => {
            (format!("`()` has no property `{property}`, so it cannot be set"), Some(EMPTY_MAP.to_owned()))
        }
        [property, owner, _] => {
            (format!("the property `{property}` of {} cannot be changed", kind::type_name(owner)), None)
        }
        _ => (lower(text), None),
    }
}

fn list_kinds(kinds: &[String]) -> String {
    let kinds: Vec<&str> =
        kinds.iter().map(|kind| if kind == kind::NOTHING { "`()`" } else { kind.as_str() }).collect();
    match &kinds[..] {
        [] => "no arguments".to_owned(),
        [one] => (*one).to_owned(),
        [all @ .., last] => format!("{} and {last}", all.join(", ")),
    }
}

fn out_of_range(what: &str, [part, parts]: [&str; 2], length: usize, index: i64) -> String {
    format!("there is no element {index} in {what} with {}", counted(length, part, parts))
}

/// Returns the first line of one of Rhai's messages, with its first letter in lower case.
pub(super) fn lower(text: &str) -> String {
    let first_line = text.lines().next().unwrap_or(text);
    let mut characters = first_line.chars();
    characters.next().map_or_else(String::new, |first| first.to_lowercase().chain(characters).collect())
}

#[cfg(test)]
mod tests {
    use super::{element, no_property};

    #[test]
    fn a_property_of_an_element_is_not_a_method_of_a_string() {
        let (message, help) = no_property("Unknown property 'line' - a getter is not registered for type 'string'");
        assert_eq!(message, "a string has no property `line`");
        assert_eq!(help.as_deref(), Some("only elements have `line`: write `{dom}` in `xpath`"));
    }

    #[test]
    fn an_unknown_property_of_an_element_is_an_attribute_and_never_a_method() {
        let owner = std::any::type_name::<element::Element>();
        for (property, expected) in [
            ("kind", "write `.get(\"kind\")` for an attribute"),
            ("gets", "write `.get(\"gets\")` for an attribute"),
            ("tga", "did you mean `tag`?"),
            ("parnet", "did you mean `parent`?"),
            ("find", "call methods with parentheses: `.find(\u{2026})`"),
        ] {
            let text = format!("Unknown property '{property}' - a getter is not registered for type '{owner}'");
            let (message, help) = no_property(&text);
            assert_eq!(message, format!("an element has no property `{property}`"));
            assert_eq!(help.as_deref(), Some(expected), "{property}");
        }
    }
}
