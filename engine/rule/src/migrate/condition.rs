//! Converts `condition`: to a list, whose method has no quotes and whose collections have their current names.

use assay_step::{METHODS, Parameter, method_without_quotes, python_values};

use super::call::function_of_condition;
use super::collection;
use super::draft::{DraftContent, DraftNote, DraftPart};
use super::expression::{is_understood, with_matches};

const EXPRESSION: &str = "Satisfy the expression";

const IN_COLLECTION: &[&str] = &["Exist in", "Not exist in"];

pub(super) fn change(part: &mut DraftPart) {
    if part.as_text().is_some() {
        make_list(part);
    }
    let Some((method, parameters)) = part.items_mut().and_then(|items| items.split_first_mut()) else { return };
    tidy_method(method);
    if let (true, Some(expression)) =
        (method.as_text().is_some_and(|name| is_same(EXPRESSION, name)), parameters.first_mut())
    {
        tidy_expression(expression);
    }
    let takes_collection = method.as_text().is_some_and(|name| IN_COLLECTION.iter().any(|known| is_same(known, name)));
    if let (true, Some(parameter)) = (takes_collection, parameters.first_mut()) {
        tidy_collection(parameter);
    }
}

/// Converts a string with a list to a list. A method without parameters becomes a list with one element.
fn make_list(part: &mut DraftPart) {
    let Some(text) = part.as_text().map(|text| text.trim().to_owned()) else { return };
    let line = part.line;
    if let Some(values) = collection_of(&text) {
        part.content = DraftContent::List(values.iter().map(|value| item(value, line)).collect());
        part.notes.push(DraftNote::done_note("the string with a list is now a list"));
    } else if is_complete(&method_without_quotes(&text)) {
        part.content = DraftContent::List(vec![DraftPart::text(method_without_quotes(&text).trim(), line)]);
        part.notes.push(DraftNote::done_note("a condition is a list, even if it is only a method"));
    }
}

/// Returns true if a method needs no parameters.
fn is_complete(method: &str) -> bool {
    METHODS.iter().any(|known| known.parameters.is_empty() && is_same(known.name, method))
        || function_of_condition(method).is_some()
}

/// Returns the values of a Python list, tuple or set in a string.
fn collection_of(text: &str) -> Option<Vec<Parameter>> {
    let opens = text.starts_with(['[', '(', '{']);
    opens.then(|| python_values(text).ok()).flatten()
}

fn item(value: &Parameter, line: u32) -> DraftPart {
    let content = match value {
        Parameter::Null => DraftContent::Null,
        Parameter::Bool(value) => DraftContent::Bool(*value),
        Parameter::Number(number) => DraftContent::Number(number.clone()),
        Parameter::Text(text) => return DraftPart::text(text.as_str(), line),
        Parameter::List(values) => DraftContent::List(values.iter().map(|value| item(value, line)).collect()),
        Parameter::Map => DraftContent::Map(Vec::new()),
    };
    DraftPart::new(content, line)
}

/// Removes quotes around a method, and spaces inside an operator.
fn tidy_method(method: &mut DraftPart) {
    let Some(written) = method.as_text().map(str::to_owned) else { return };
    let plain = method_without_quotes(&written);
    if plain != written {
        method.rewrite(plain.trim(), DraftNote::done_note(format!("the quotes around `{}` are removed", plain.trim())));
    }
    let operator = METHODS.iter().find(|known| is_operator(known.name) && is_same(known.name, &plain));
    if let Some(operator) = operator.filter(|operator| operator.name != plain.trim()) {
        method
            .rewrite(operator.name, DraftNote::done_note(format!("`{}` is written `{}`", plain.trim(), operator.name)));
    }
}

/// Converts the parameter in which values are looked up to a collection or a list.
fn tidy_collection(parameter: &mut DraftPart) {
    let Some(text) = parameter.as_text().map(str::to_owned) else { return };
    let text = text.trim();
    // The current version understands a string with a list in square brackets. Only version 1 understood the other two
    // kinds of brackets.
    if let (true, Some(values)) = (text.starts_with(['(', '{']), collection_of(text)) {
        let line = parameter.line;
        parameter.content = DraftContent::List(values.iter().map(|value| item(value, line)).collect());
        parameter.notes.push(DraftNote::done_note("the string with values is now a list"));
    } else {
        collection::add_prefix(parameter);
        collection::rename(parameter);
    }
}

/// Replaces calls of Python's module `re`, if the result is an expression that Assay understands.
fn tidy_expression(expression: &mut DraftPart) {
    let Some(today) = expression.as_text().and_then(with_matches) else { return };
    if is_understood(&today) {
        expression
            .rewrite(today, DraftNote::done_note("the search of Python's module `re` is now a call of `matches`"));
    }
}

fn is_operator(name: &str) -> bool {
    !name.contains(char::is_alphabetic)
}

/// Returns true if two methods are equal, apart from letter case and spaces.
fn is_same(name: &str, written: &str) -> bool {
    // The documentation of version 1 has operators with a space inside, such as `! =`.
    let key = |name: &str| name.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect::<String>();
    key(name) == key(written)
}

#[cfg(test)]
mod tests {
    use super::super::scalar;
    use super::{DraftContent, DraftPart, change};

    /// Converts a condition that is one string, or a list of strings separated by bars, and formats it.
    fn changed(written: &str) -> String {
        let mut part = match written.strip_prefix('|') {
            Some(items) => {
                let items = items.split('|').map(|text| DraftPart::text(text, 1)).collect();
                DraftPart::new(DraftContent::List(items), 1)
            }
            None => DraftPart::text(written, 1),
        };
        change(&mut part);
        format_part(&part)
    }

    fn format_part(part: &DraftPart) -> String {
        match &part.content {
            DraftContent::List(items) => format!("[{}]", items.iter().map(format_part).collect::<Vec<_>>().join(", ")),
            DraftContent::Text(lines) => scalar::line(&lines.text),
            DraftContent::Number(number) => number.clone(),
            other => format!("{other:?}"),
        }
    }

    #[test]
    fn strings_become_lists() {
        for (text, list) in [
            ("['<=', '5000']", "['<=', '5000']"),
            ("[\"<=\", 5000]", "['<=', 5000]"),
            (" ('<', 3.5) ", "['<', 3.5]"),
            ("['Exist in', ['a', 'b']]", "[Exist in, [a, b]]"),
            ("['! =', 'x']", "['!=', x]"),
            ("Exist", "[Exist]"),
            ("not  exist", "[not  exist]"),
            ("\u{201c}Unique\u{201d}", "[Unique]"),
            ("func_check_names", "[func_check_names]"),
            ("['Satisfy the expression', \"d['a'] == 'b'\"]", "[Satisfy the expression, 'd[''a''] == ''b''']"),
        ] {
            assert_eq!(changed(text), list, "{text}");
        }
        for text in ["Exits", "<= 5", "Exist in", "['a', b]", "[x for x in d]", "('a')", "", "{'a': 1}"] {
            assert_eq!(changed(text), scalar::line(text), "{text}");
        }
    }

    #[test]
    fn quotes_and_blanks_of_methods_are_removed() {
        for (list, tidy) in [
            ("|\u{2018}Satisfy the expression'|d", "[Satisfy the expression, d]"),
            ("|Null collection\u{201d}", "[Null collection]"),
            ("|! =|5", "['!=', '5']"),
            ("|< =|5", "['<=', '5']"),
            ("|\"func_mine\"|x", "[func_mine, x]"),
            ("|not EXIST", "[not EXIST]"),
        ] {
            assert_eq!(changed(list), tidy, "{list}");
        }
    }

    #[test]
    fn collections_get_their_current_names() {
        for (list, tidy) in [
            ("|Exist in|artfunc_res_filter.ALL_RES", "[Exist in, artfunc_res_store.res_in_repo]"),
            ("|NOT exist in|res_filter.ALL_RES_GUID", "[NOT exist in, artfunc_res_store.res_in_disk]"),
            ("|Exist in|('a', 'b')", "[Exist in, [a, b]]"),
            ("|Exist in|{'a', 'b'}", "[Exist in, [a, b]]"),
            ("|Exist in|['a', 'b']", "[Exist in, '[''a'', ''b'']']"),
            ("|Exist in|artfunc_mine", "[Exist in, artfunc_mine]"),
            ("|Exist in|range(5)", "[Exist in, range(5)]"),
            ("|Exist in|('a')", "[Exist in, '(''a'')']"),
            ("|==|res_filter.ALL_RES", "['==', res_filter.ALL_RES]"),
        ] {
            assert_eq!(changed(list), tidy, "{list}");
        }
    }
}
