//! Suggests Rhai code for the Python and JavaScript habits of authors.

use assay_document::text::expression::table::CHANGING;
use assay_document::text::{Fault, Span, nearest};

use super::element;
use super::library;
use super::words::{ScriptToken, place, tokens};

/// Words that Rhai treats as names, or does not expect where Python allows them.
const WORDS: &[(&str, &str)] = &[
    ("False", "write `false`"),
    ("None", "write `()`"),
    ("True", "write `true`"),
    ("and", "write `&&`"),
    ("def", "write `fn`"),
    ("elif", "write `else if`"),
    ("except", "write `try { … } catch { … }`"),
    ("for", "write `list.filter(|x| …)` or `list.map(|x| …)`, or a loop: `for x in list { … }`"),
    ("func", "write `fn`"),
    ("function", "write `fn`"),
    ("if", "write `if … { … } else { … }`, which also has a value"),
    ("is", "write `==`, and `()` for nothing"),
    ("lambda", "write `|x| …`"),
    ("match", "write `text.matches(\"regex\")` for a pattern, and `switch x { … }` for cases"),
    ("nil", "write `()`"),
    ("not", "write `!`, as in `!(x in list)`"),
    ("null", "write `()`"),
    ("or", "write `||`"),
    ("raise", "write `throw`"),
    ("try", "write `try { … } catch { … }`"),
    ("var", "write `let`"),
];

/// Functions and methods of Python and JavaScript.
const FUNCTIONS: &[(&str, &str)] = &[
    ("any", "write `list.some(|x| …)`"),
    ("append", "`push` adds one element, `append` all elements of a list"),
    ("beginsWith", "write `starts_with`"),
    ("begins_with", "write `starts_with`"),
    ("endswith", "write `ends_with`"),
    ("enumerate", "write `for (item, place) in list { … }`"),
    ("every", "write `all`"),
    ("extend", "write `append`"),
    ("first", "write `list[0]`"),
    ("float", "write `x.to_float()`"),
    ("forEach", "write `for x in list { … }`"),
    ("format", "put the string in backticks, with `${…}` around each value"),
    ("fullmatch", "write `text.matches(\"^…$\")`"),
    ("includes", "write `contains`"),
    ("int", "write `x.to_int()`"),
    ("isdigit", "write `text.matches(\"^[0-9]+$\")`"),
    ("isinstance", "write `type_of(x) == \"string\"`"),
    ("items", "write `for key in map.keys() { … }`"),
    ("join", "write `list.reduce(|text, x| if text == () { x } else { text + \", \" + x })`"),
    ("last", "write `list[-1]`"),
    ("length", "write `len`"),
    ("lower", "write `to_lower`"),
    ("lstrip", "write `trim`"),
    ("regex", "write `matches`"),
    ("rstrip", "write `trim`"),
    ("search", "write `matches`"),
    ("slice", "write `sub_string` for a string, `extract` for a list: both take the start and the length"),
    ("sorted", "write `list.order()`"),
    ("startswith", "write `starts_with`"),
    ("str", "write `x.to_string()`"),
    ("strip", "write `trim`"),
    ("substr", "write `sub_string`, which takes the start and the length"),
    ("sum", "write `list.reduce(|sum, x| sum + x, 0)`"),
    ("test", "write `matches`"),
    ("toLowerCase", "write `to_lower`"),
    ("toString", "write `to_string`"),
    ("toUpperCase", "write `to_upper`"),
    ("upper", "write `to_upper`"),
];

/// Returns true if a word at the beginning of a line is from Python or JavaScript, is not in Rhai, and is not expected
/// to begin a statement.
pub(super) fn is_foreign_statement(name: &str) -> bool {
    word(name).is_some() && !matches!(name, "for" | "if" | "try")
}

/// Returns the suggestion for a word of Python or JavaScript, if there is one.
pub(super) fn word(name: &str) -> Option<&'static str> {
    suggestion_for(WORDS, name)
}

/// Adds a suggestion to a fault. If the suggestion is plain code, the fault moves to the word at `place` and gets this
/// code as its replacement.
pub(super) fn with_suggestion(fault: Fault, help: &'static str, place: Option<Span>) -> Fault {
    let suggestion = help.strip_prefix("write `").and_then(|rest| rest.strip_suffix('`'));
    match (suggestion.filter(|suggestion| !suggestion.contains(['`', '\u{2026}'])), place) {
        (Some(suggestion), Some(span)) => Fault { suggestion: Some(suggestion.into()), span, ..fault.help(help) },
        _ => fault.help(help),
    }
}

/// Returns the suggestion for a function that does not exist, or not for the given values: Rhai's counterpart of a
/// function of Python or JavaScript, or the most similar name.
pub(super) fn function(name: &str) -> Option<String> {
    if let Some(help) = suggestion_for(FUNCTIONS, name) {
        return Some(help.to_owned());
    }
    let suggestion = nearest(name, functions()).filter(|suggestion| *suggestion != name);
    suggestion.map(|near| format!("did you mean `{near}`?"))
}

/// Returns true if a function of that name exists, for any values.
pub(super) fn is_function(name: &str) -> bool {
    functions().any(|known| known == name)
}

/// Methods of Rhai that change nothing, and of the elements of `{dom}`.
const METHODS: &str = "\
    abs acos acosh all as_string asin asinh atan atanh bits bytes ceiling chars contains cos cosh end \
    ends_with exp extract filter find_map findall findtext floor for_each fraction get_bit get_bits hypot \
    index_of int is_empty is_even is_exclusive is_finite is_inclusive is_infinite is_nan is_odd is_zero \
    iter iterfind itertext len ln log map max min order order_by order_desc parse_float parse_int \
    parse_json paths reduce reduce_rev round sign sin sinh some split_rev sqrt start starts_with \
    sub_string tan tanh to_array to_binary to_chars to_debug to_degrees to_float to_hex to_int to_json \
    to_lower to_octal to_radians to_string to_upper zip";

/// Returns the names of the functions and methods that every script can call.
fn functions() -> impl Iterator<Item = &'static str> {
    let library = library::functions().into_iter().map(|entry| entry.name);
    let changing = CHANGING.iter().map(|(name, _)| *name);
    library.chain(METHODS.split_whitespace()).chain(changing).chain(element::NAMES)
}

/// Returns the suggestion for code that cannot be parsed at `span`, and the span of the word to replace, if it is for a
/// word.
pub(super) fn syntax(text: &str, span: Span) -> Option<(&'static str, Option<Span>)> {
    let tokens = tokens(text);
    let at = tokens.iter().position(|token| place(token).end() > span.start())?;
    // Rhai often stops at the token after the foreign word.
    let before = at.checked_sub(1).map(|before| &tokens[before]);
    let help = match (before, &tokens[at]) {
        (_, ScriptToken::Word(name, place)) | (Some(ScriptToken::Word(name, place)), _) if word(name).is_some() => {
            return Some((word(name)?, Some(*place)));
        }
        (Some(ScriptToken::Word("f", _)), ScriptToken::Quoted(..)) => {
            Some("put a string with values in backticks, with `${…}` around each value")
        }
        (_, ScriptToken::Word(name, _)) if !name.is_ascii() => {
            Some("names are made of `a` to `z`, `A` to `Z`, digits and `_`")
        }
        (_, ScriptToken::Mark(':', _)) => {
            Some("write `{ … }` for a block, `#{ … }` for a map, and `list.extract(1)` for a part of a list")
        }
        (_, ScriptToken::Mark('=', _)) if matches!(tokens.get(at + 1), Some(ScriptToken::Mark('>', _))) => {
            Some("write `|x| …` for a closure")
        }
        (_, ScriptToken::Mark('#', _)) => Some("a comment begins with `//`"),
        (_, ScriptToken::Mark('?', _)) => Some("write `if … { … } else { … }`, which has a value"),
        (_, ScriptToken::Mark('~', _)) => Some("write `text.matches(\"regex\")` to match a string"),
        _ => None,
    };
    Some((help?, None))
}

fn suggestion_for(table: &[(&'static str, &'static str)], name: &str) -> Option<&'static str> {
    table.iter().find(|(known, _)| *known == name).map(|(_, help)| *help)
}

#[cfg(test)]
mod tests {
    use super::{FUNCTIONS, WORDS, function};
    use crate::fixture::Fixture;

    #[test]
    fn tables_are_sorted() {
        for table in [WORDS, FUNCTIONS] {
            assert!(table.windows(2).all(|pair| pair[0].0 < pair[1].0));
        }
    }

    #[test]
    fn a_foreign_word_gets_its_replacement() {
        let fixture = Fixture::new();
        for (code, expected) in [
            ("function f(data, filepath) { data }", Some("fn")),
            ("fn f(data, filepath) { if data == None { [] } }", Some("()")),
            ("fn f(data, filepath) { data.filter(|d| d not in []) }", None),
        ] {
            let faults = fixture.program(code).expect_err(code);
            assert_eq!(faults[0].fault.suggestion.as_deref(), expected, "{code}: {:?}", faults[0].fault);
        }
    }

    #[test]
    fn python_in_a_function_gets_the_rhai_equivalent() {
        let fixture = Fixture::new();
        for (code, help) in [
            ("if data[0] == None { [] }", "write `()`"),
            ("if data == [] and true { [] }", "write `&&`"),
            ("if not data.is_empty() { [] }", "write `!`"),
            ("[x for x in data]", "write `list.filter"),
            ("data.filter(x => x > 1)", "write `|x| …`"),
            ("return data if true else []", "write `if … { … }"),
            ("data.filter(|d| d not in [])", "write `!`"),
            ("data.filter(|d| d is ())", "write `==`"),
            ("if true { [] } elif false { [] }", "write `else if`"),
            ("[f\"bad {filepath}\"]", "put a string with values in backticks"),
            ("data[1:]", "write `{ … }` for a block"),
            ("if true: []", "write `{ … }` for a block"),
            ("try: x", "write `try { … }"),
            ("# no comment", "a comment begins with `//`"),
            ("data.filter(|d| d.match(\"^M_\"))", "write `text.matches("),
            ("data.filter(|d| d =~ \"^M_\")", "write `text.matches("),
            ("data.filter(|d| d == 1 ? true : false)", "write `if … { … }"),
            ("let \u{6a21}\u{578b} = 1;", "names are made of"),
        ] {
            let faults = fixture.program(&format!("fn f(data, filepath) {{ {code} }}")).expect_err(code);
            let found = faults[0].fault.help.as_deref().unwrap_or_default();
            assert!(found.starts_with(help), "{code}: {found}");
        }
    }

    #[test]
    fn unknown_functions_get_a_suggestion() {
        for (name, help) in [
            ("fliter", Some("did you mean `filter`?")),
            ("exist", Some("did you mean `exists`?")),
            ("findtxt", Some("did you mean `findtext`?")),
            ("pusch", Some("did you mean `push`?")),
            ("startswith", Some("write `starts_with`")),
            ("toLowerCase", Some("write `to_lower`")),
            ("begins_with", Some("write `starts_with`")),
            ("test", Some("write `matches`")),
            ("last", Some("write `list[-1]`")),
            ("append", Some("`push` adds one element, `append` all elements of a list")),
            ("filter", None),
            ("quite_another", None),
        ] {
            assert_eq!(function(name).as_deref(), help, "{name}");
        }
    }
}
