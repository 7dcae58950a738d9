//! Parses Python lists in strings: `['a', "b", 1, None]`.

use assay_document::text::expression::syntax::{Expr, ExprKind, Unary};
use assay_document::text::{Fault, IssueCode, Number, Span, expression};

use crate::Parameter;

/// Parses a list of strings, numbers, `True`, `False` and `None`.
///
/// # Errors
/// Returns an error if Python would not read such a list. The span is in bytes of `text`.
pub(super) fn parse(text: &str) -> Result<Vec<Parameter>, Fault> {
    match read(text)? {
        Expr { kind: ExprKind::List(elements), .. } => elements.iter().map(|element| scalar(element, text)).collect(),
        other => Err(fault("this is not a list of values", other.span)),
    }
}

/// Parses a list, a tuple or a set of the same values. They may be nested.
///
/// # Errors
/// Returns an error if Python would not read such a value. The span is in bytes of `text`.
pub fn python_values(text: &str) -> Result<Vec<Parameter>, Fault> {
    let collection = read(text)?;
    match elements_of(&collection) {
        Some(elements) => elements.iter().map(|element| value(element, text)).collect(),
        None => Err(fault("this is not a list, tuple or set", collection.span)),
    }
}

/// Parses a string as an expression. Expressions accept curly quotes and a missing comma between strings. In a list
/// they are errors, because the author may have wanted something else.
fn read(text: &str) -> Result<Expr, Fault> {
    let parsed = expression::parse(text).map_err(|fault| Fault { code: IssueCode::ConditionList, ..fault })?;
    let Some(hint) = parsed.hints.into_iter().next() else { return Ok(parsed.expr) };
    let message = match hint.code {
        IssueCode::ExpressionTextsJoined => "a `,` is missing between these strings",
        _ => "these quotes are not straight",
    };
    Err(Fault { code: IssueCode::ConditionList, message: message.into(), ..hint })
}

fn fault(message: impl Into<String>, span: Span) -> Fault {
    Fault::new(IssueCode::ConditionList, message, span)
}

/// Returns the elements of a list, a tuple or a set.
fn elements_of(expression: &Expr) -> Option<&[Expr]> {
    match &expression.kind {
        ExprKind::List(elements) | ExprKind::Tuple(elements) | ExprKind::Set(elements) => Some(elements),
        _ => None,
    }
}

fn value(element: &Expr, text: &str) -> Result<Parameter, Fault> {
    match elements_of(element) {
        Some(elements) => {
            elements.iter().map(|element| value(element, text)).collect::<Result<_, _>>().map(Parameter::List)
        }
        None => scalar(element, text),
    }
}

/// Converts an element that is a string, a number, a boolean or `None`.
fn scalar(element: &Expr, text: &str) -> Result<Parameter, Fault> {
    let written = &text[element.span.range()];
    // In Python's grammar, `+` and `-` are operators and no part of a number.
    let unsigned = match &element.kind {
        ExprKind::Unary(Unary::Negative | Unary::Positive, of) => of,
        _ => element,
    };
    let is_number = matches!(unsigned.kind, ExprKind::Int(_) | ExprKind::Large(_) | ExprKind::Float(_));
    match &element.kind {
        ExprKind::None => return Ok(Parameter::Null),
        ExprKind::Bool(value) => return Ok(Parameter::Bool(*value)),
        ExprKind::Text(text) => return Ok(Parameter::Text(text.clone())),
        // Numbers keep their spelling. Some Python numbers, such as `0x10`, are not numbers in documents.
        _ if is_number && Number::parse(written).is_some() => return Ok(Parameter::Number(written.to_owned())),
        _ if elements_of(element).is_some() => {
            return Err(fault("values cannot be looked up in a list inside a list", element.span));
        }
        _ => {}
    }
    let fault = fault(format!("`{written}` is neither a string in quotes nor a number"), element.span);
    if written == "null" {
        return Err(fault.suggest("None"));
    }
    let help = "put strings in quotes: `['apple', 'plum']`";
    Err(fault.help(help).suggest_nearest(written, ["None", "True", "False"]))
}

#[cfg(test)]
mod tests {
    use assay_document::text::IssueCode;

    use super::{parse, python_values};
    use crate::Parameter::{self, Bool, Null, Number, Text};

    fn text(text: &str) -> Parameter {
        Text(text.to_owned())
    }

    #[test]
    fn lists_that_python_reads() {
        for (list, expected) in [
            ("[]", vec![]),
            ("['a', \"b\"]", vec![text("a"), text("b")]),
            (" [ 'apple','plum', ] ", vec![text("apple"), text("plum")]),
            ("[\n'a',\n]", vec![text("a")]),
            ("['it\\'s', \"it's\", '\"']", vec![text("it's"), text("it's"), text("\"")]),
            ("['', 'a,b', 'c]d', '#']", vec![text(""), text("a,b"), text("c]d"), text("#")]),
            (r"['\x41\u00e9\U0001f600\101\0\n\t\\']", vec![text("Aé😀A\0\n\t\\")]),
            (
                r"['P\q', 'a\
b']",
                vec![text(r"P\q"), text("ab")],
            ),
            (r"[r'a\nb', R'\'', u'c']", vec![text(r"a\nb"), text(r"\'"), text("c")]),
            ("[1, -2.5, +3, .5, 1e3]", ["1", "-2.5", "+3", ".5", "1e3"].map(|n| Number(n.to_owned())).to_vec()),
            ("[True, False, None]", vec![Bool(true), Bool(false), Null]),
            ("['\u{201c}a\u{201d}', 'é']", vec![text("\u{201c}a\u{201d}"), text("é")]),
        ] {
            assert_eq!(parse(list), Ok(expected), "{list}");
        }
    }

    #[test]
    fn other_brackets_are_read_if_allowed() {
        let list = Parameter::List;
        for (written, expected) in [
            ("('a', 'b')", vec![text("a"), text("b")]),
            ("('a',)", vec![text("a")]),
            ("{'a', 1}", vec![text("a"), Number("1".to_owned())]),
            (
                "['x', ['a', ('b', True)], []]",
                vec![text("x"), list(vec![text("a"), list(vec![text("b"), Bool(true)])]), list(vec![])],
            ),
        ] {
            assert_eq!(python_values(written), Ok(expected), "{written}");
        }
        for written in ["('a')", "{'a': 1}", "['a')", "('a'", &"[".repeat(100)] {
            assert!(python_values(written).is_err(), "{written}");
        }
    }

    #[test]
    fn invalid_lists() {
        for (list, message, start, end) in [
            ("['apple]", "the string is not closed: `'` not found", 1, 8),
            ("['apple'", "`[` is not closed: `]` not found before the end", 0, 8),
            (" ['a'] x", "an operator is missing before `x`", 7, 8),
            ("['a' 'b']", "a `,` is missing between these strings", 1, 8),
            ("[,]", "a value is missing: found `,`", 1, 2),
            ("['a',,]", "a value is missing: found `,`", 5, 6),
            ("[apple]", "`apple` is neither a string in quotes nor a number", 1, 6),
            ("[0x10]", "`0x10` is neither a string in quotes nor a number", 1, 5),
            ("[1_000]", "`1_000` is neither a string in quotes nor a number", 1, 6),
            ("[-'a']", "`-'a'` is neither a string in quotes nor a number", 1, 5),
            ("[\u{2018}a\u{2019}]", "these quotes are not straight", 1, 8),
            ("[['a']]", "values cannot be looked up in a list inside a list", 1, 6),
            ("[('a',)]", "values cannot be looked up in a list inside a list", 1, 7),
            ("['a'].x", "this is not a list of values", 0, 7),
            ("['a\nb']", "the line ends inside the string", 1, 3),
        ] {
            let fault = parse(list).unwrap_err();
            assert_eq!(fault.code, IssueCode::ConditionList);
            assert_eq!((fault.message.as_str(), fault.span.range()), (message, start..end), "{list}");
        }
    }

    #[test]
    fn typing_errors_are_explained() {
        for (list, help) in [
            ("[none]", "did you mean `None`?"),
            ("[null]", "did you mean `None`?"),
            ("[apple]", "put strings in quotes: `['apple', 'plum']`"),
            ("[\u{201c}apple\u{201d}]", "write `\"`"),
            ("['a' 'b']", "write `,` between them if they are separate strings"),
        ] {
            assert_eq!(parse(list).unwrap_err().help.as_deref(), Some(help), "{list}");
        }
    }
}
