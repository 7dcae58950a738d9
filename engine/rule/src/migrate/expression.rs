//! Converts expressions of version 1: calls of Python's module `re` become calls of `matches`.

use super::python::{PythonToken, TokenKind, tokens};
use crate::{RuleFile, RuleSet};

/// Replaces `re.search` and `re.match` in an expression by `matches`. Returns `None` if there is nothing to replace, or
/// if the meaning is not certain.
///
/// `re.search(PATTERN, TEXT)` returns a match or None, so a comparison of its result with None is replaced, too.
pub(super) fn with_matches(expression: &str) -> Option<String> {
    let tokens = tokens(expression);
    let mut out = String::new();
    let mut done = 0;
    let mut at = 0;
    while at < tokens.len() {
        if is(&tokens[at..], &["re", "."]) {
            let found = PatternSearch::read(expression, &tokens[at..])?;
            out.push_str(&expression[done..tokens[at].start]);
            out.push_str(&found.written);
            at += found.length;
            done = tokens.get(at - 1).map_or(0, |last| last.start + last.text.len());
        } else {
            at += 1;
        }
    }
    out.push_str(&expression[done..]);
    (done > 0).then_some(out)
}

/// Returns true if Assay understands an expression: a rule with it loads.
pub(super) fn is_understood(expression: &str) -> bool {
    // Loading a rule checks everything: the syntax, the names, and the types of the values.
    let rule = serde_json::json!([{
        "name": "r", "rpath": ".", "xpath": "A", "condition": ["Satisfy the expression", expression],
    }]);
    let file = RuleFile { path: "r.json".to_owned(), text: rule.to_string() };
    let (_, diagnostics) = RuleSet::load(&[file], &|_| None);
    diagnostics.problems.is_empty() && diagnostics.warnings.is_empty()
}

fn is(tokens: &[PythonToken<'_>], words: &[&str]) -> bool {
    tokens.len() >= words.len() && tokens.iter().zip(words).all(|(token, word)| token.text == *word)
}

struct PatternSearch {
    written: String,
    /// The number of tokens that it replaces.
    length: usize,
}

impl PatternSearch {
    /// Reads `re.search(PATTERN, TEXT)` at the start of `tokens`, and the comparison of its result.
    fn read(expression: &str, tokens: &[PythonToken<'_>]) -> Option<Self> {
        let name = tokens.get(2)?.text;
        let pattern = tokens.get(4).filter(|token| token.kind == TokenKind::Text)?;
        // `PATTERN` must be one string literal: joined literals or a name may have any value.
        let is_call = is(&tokens[2..], &[name, "("]) && tokens.get(5).is_some_and(|token| token.text == ",");
        let pattern = match name {
            "search" if is_call => pattern.text.to_owned(),
            "match" if is_call => anchor(pattern.text)?,
            _ => return None,
        };
        let close = 6 + closing(&tokens[6..])?;
        let text = &expression[tokens[6].start..tokens[close].start];
        let call = format!("matches({}, {pattern})", text.trim_end());
        let after = &tokens[close + 1..];
        Some(if is(after, &["is", "not", "None"]) {
            Self { written: call, length: close + 4 }
        } else if is(after, &["is", "None"]) {
            Self { written: format!("(not {call})"), length: close + 3 }
        } else {
            // Other uses of a match, such as its groups or its position, have no equivalent with `matches`.
            let is_used = after.first().is_some_and(|next| !matches!(next.text, "and" | "or" | ")" | "if" | "else"));
            return (!is_used).then_some(Self { written: call, length: close + 1 });
        })
    }
}

/// Returns the index of the parenthesis that closes `tokens`; `None` if a comma precedes it.
fn closing(tokens: &[PythonToken<'_>]) -> Option<usize> {
    let mut depth = 0usize;
    for (at, token) in tokens.iter().enumerate() {
        match token.text {
            ")" if depth == 0 => return (at > 0).then_some(at),
            "," if depth == 0 => return None,
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    None
}

/// Returns a Python pattern literal that only matches at the start of a string.
fn anchor(written: &str) -> Option<String> {
    let quote = written.find(['\'', '"'])?;
    let (prefix, quoted) = written.split_at(quote);
    let mark = &quoted[..1];
    let inner = quoted.strip_prefix(mark)?.strip_suffix(mark)?;
    // Flags must be at the start of a pattern. Literals in triple quotes are left to a person.
    let has_flags = inner.starts_with("(?") && inner[2..].starts_with(|c: char| c.is_ascii_alphabetic());
    let is_plain = !has_flags && !quoted.starts_with(&mark.repeat(3)) && prefix.len() < 2;
    is_plain.then(|| format!("{prefix}{mark}^(?:{inner}){mark}"))
}

#[cfg(test)]
mod tests {
    use super::with_matches;

    #[test]
    fn searches_become_function_calls() {
        for (old, new) in [
            ("re.search('a+', d)", "matches(d, 'a+')"),
            ("re.search(r'\\d', d.lower()) is not None", "matches(d.lower(), r'\\d')"),
            ("re.search('a', d) is None and d != 'b'", "(not matches(d, 'a')) and d != 'b'"),
            ("not re.match(\"a\", f(d, 1)[0])", "not matches(f(d, 1)[0], \"^(?:a)\")"),
            (
                "len(d) > 3 and (re.match(r'a|b', d) or re.search('c', d))",
                "len(d) > 3 and (matches(d, r'^(?:a|b)') or matches(d, 'c'))",
            ),
        ] {
            assert_eq!(with_matches(old).as_deref(), Some(new), "{old}");
        }
    }

    #[test]
    fn uncertain_expressions_are_kept() {
        for old in [
            "d > 5",
            "re.search('a', d, re.I)",
            "re.findall('a', d)",
            "re.search(p, d)",
            "re.search('a', d).group(1) == 'b'",
            "re.match('(?i)a', d)",
            "re.match('''a''', d)",
            "re.search('a')",
            "re.search('a', )",
            "re.sub('a', 'b', d) == d",
            "re.search('a', d) == None",
            "re",
        ] {
            assert_eq!(with_matches(old), None, "{old}");
        }
    }
}
