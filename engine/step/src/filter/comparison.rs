//! Finds comparisons in filters, which need regular expressions instead.

use assay_document::text::{Fault, IssueCode, Span};

use super::Filter;

/// The comparison operators. If one begins with another, the longer one comes first.
const OPERATORS: [&str; 6] = ["==", "!=", "<=", ">=", "<", ">"];

/// A comparison that was written in place of a regular expression.
pub struct PatternComparison {
    /// The fault; its span is in bytes of the filter.
    pub fault: Fault,
    /// True if the filter is certainly not a regular expression, because it is written like a condition's list or a
    /// function.
    pub is_list: bool,
}

impl Filter {
    /// Returns the comparison that a filter contains in place of a regular expression, if it does. As a `not_filter`, it
    /// would drop no value, and nothing else would report it.
    pub fn comparison(text: &str) -> Option<PatternComparison> {
        if let Some(fault) = between_slashes(text) {
            return Some(PatternComparison { fault, is_list: false });
        }
        if text.trim_start().starts_with("fn ") && text.contains('{') {
            let message = "this is a regular expression; a function belongs in `func_str`";
            let fault = Fault::new(IssueCode::FilterComparison, message, Span::whole(text));
            return Some(PatternComparison { fault: fault.help("write `artfunc_` and its name here"), is_list: true });
        }
        let listed = split_list(text);
        let (operator, operand) = listed.or_else(|| split_words(text))?;
        let message = format!("`{}` is a regular expression here, not a comparison", text.trim());
        let fault = Fault::new(IssueCode::FilterComparison, message, Span::whole(text));
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | ' ');
        let fault = if operator == "==" && operand.chars().all(is_name) {
            fault.suggest(format!("^{operand}$"))
        } else {
            fault.help("a filter is a pattern such as `^box`; to compare values, write a `condition`: `['<=', 5000]`")
        };
        Some(PatternComparison { fault, is_list: listed.is_some() })
    }
}

/// Finds a JavaScript regular expression such as `/box/i`. Assay would also search its slashes and flags.
fn between_slashes(text: &str) -> Option<Fault> {
    /// The flags. No path in a project has such a last part.
    const FLAGS: [&str; 6] = ["i", "g", "gi", "ig", "im", "mi"];
    let (pattern, flags) = text.trim().strip_prefix('/')?.rsplit_once('/')?;
    let is_literal = FLAGS.contains(&flags) && !pattern.is_empty();
    is_literal.then(|| {
        let message = format!("`{}` is searched with its slashes and flags", text.trim());
        let fault = Fault::new(IssueCode::FilterSlashes, message, Span::whole(text));
        fault.suggest(format!("{}{pattern}", if flags.contains('i') { "(?i)" } else { "" }))
    })
}

/// Splits `['==', blob]` into its first element, which may be the name of a method, and its second.
fn split_list(text: &str) -> Option<(&str, &str)> {
    let inner = text.trim().strip_prefix('[')?.strip_suffix(']')?;
    let (first, second) = inner.split_once(',')?;
    let (first, operand) = (first.trim(), strip_quotes(second.trim()));
    let method = strip_quotes(first);
    let is_spaced = inner.contains(", ");
    // Without quotes, `[!=,;]` may be a class of characters; a space after the comma makes a list more likely.
    let is_method = method.len() < first.len() || (is_spaced && OPERATORS[..4].contains(&method));
    (is_method && !operand.is_empty()).then_some((method, operand))
}

/// Splits `this == 'blob'` or `<= 5` into the operator and the text after it.
fn split_words(text: &str) -> Option<(&str, &str)> {
    let text = text.trim();
    // It is clearly a regular expression.
    if text.contains(['\\', '^', '$', '*', '+', '[', '{']) {
        return None;
    }
    let at = text.find(['=', '!', '<', '>'])?;
    let operator = OPERATORS.into_iter().find(|operator| text[at..].starts_with(operator))?;
    let (before, after) = (&text[..at], text[at + operator.len()..].trim_start());
    let is_separate = before.is_empty() || before.ends_with(' ');
    let operand = strip_quotes(after);
    let is_quoted = operand.len() < after.len();
    let first = after.split([' ', ')']).next().unwrap_or_default();
    let is_value = is_quoted || first.parse::<f64>().is_ok();
    let is_word =
        is_separate && operator.ends_with('=') && !after.is_empty() && after.chars().all(char::is_alphanumeric);
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    let is_compared = is_separate || (operator.len() == 2 && before.chars().all(is_name));
    (is_compared && is_value || is_word).then_some((operator, operand))
}

/// Returns a string without its quotes, or unchanged if it has none.
fn strip_quotes(text: &str) -> &str {
    let inner = ['\'', '"'].iter().find_map(|&quote| text.strip_prefix(quote)?.strip_suffix(quote));
    inner.unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::Filter;

    /// Returns the suggested filter, or `-`, and whether the filter is certainly not a regular expression.
    fn suggest(text: &str) -> Option<(String, bool)> {
        let comparison = Filter::comparison(text)?;
        Some((comparison.fault.suggestion.map_or("-".to_owned(), String::from), comparison.is_list))
    }

    #[test]
    fn comparisons_are_distinguished_from_patterns() {
        for (text, expected, is_list) in [
            ("['==', blob]", "^blob$", true),
            ("[\"==\", \"big box\"]", "^big box$", true),
            ("[==, blob]", "^blob$", true),
            ("[\"<=\", 5000]", "-", true),
            (" ['Exist in', [a, b]] ", "-", true),
            ("this == 'blob'", "^blob$", false),
            ("this=='blob'", "^blob$", false),
            ("d == blob", "^blob$", false),
            ("== 5", "^5$", false),
            ("d != 'a.b'", "-", false),
            ("<= 5000", "-", false),
            ("< 5", "-", false),
            ("len(d) > 5", "-", false),
            ("d > 5 and d < 9", "-", false),
        ] {
            assert_eq!(suggest(text), Some((expected.to_owned(), is_list)), "{text}");
        }
        for text in [
            "",
            "^blob$",
            "blob",
            "[a-z]",
            "[ab,c]",
            "[!=,;]",
            "[<,>]",
            "[\"']",
            "['\"]",
            "['\",]",
            "<tag>",
            "<5>",
            "=>",
            "->",
            "a = b",
            "(?<=a)b",
            "(?<!5)",
            "a > b",
            "x==",
            "==",
            "!important",
            "href=\"a\"",
            "^mode == 1$",
            r"\d <= 5",
            "<!-- 5",
        ] {
            assert_eq!(suggest(text), None, "{text}");
        }
    }
}
