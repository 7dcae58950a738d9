//! Tests of texts in Rhai: the few that mean there, letter for letter, what they mean in Python.

use assay_step::{Parameter, python_values};

use super::python::{PythonToken, TokenKind};

/// The test `tokens` of the value `variable` in Rhai; `None` when there is anything in it whose meaning may differ.
///
/// Understood are `startswith`, `endswith`, `in`, `not in`, `==` and `!=` with a text, `re.search`, and `and`, `or`,
/// `not` and parentheses around them: each is true or false, in Python as in Rhai.
pub(super) fn rhai(tokens: &[PythonToken<'_>], variable: &str) -> Option<String> {
    let mut reader = TongueReader { tokens, at: 0, variable };
    let test = reader.any()?;
    (reader.at == tokens.len()).then_some(test)
}

struct TongueReader<'t, 'p> {
    tokens: &'t [PythonToken<'p>],
    at: usize,
    variable: &'t str,
}

impl TongueReader<'_, '_> {
    fn peek(&self, ahead: usize) -> &str {
        self.tokens.get(self.at + ahead).map_or("", |token| token.text)
    }

    /// Goes behind these words, if they stand here.
    fn eat(&mut self, words: &[&str]) -> bool {
        let stand = words.iter().enumerate().all(|(ahead, word)| self.peek(ahead) == *word);
        if stand {
            self.at += words.len();
        }
        stand
    }

    /// The text that stands here, as Rhai writes it.
    fn text(&mut self) -> Option<String> {
        let token = self.tokens.get(self.at).filter(|token| token.kind == TokenKind::Text)?;
        let values = python_values(&format!("[{}]", token.text)).ok()?;
        let [Parameter::Text(text)] = &values[..] else { return None };
        self.at += 1;
        // Two texts beside each other are one in Python.
        let is_alone = self.tokens.get(self.at).is_none_or(|next| next.kind != TokenKind::Text);
        is_alone.then(|| quoted(text))
    }

    fn any(&mut self) -> Option<String> {
        let mut tests = vec![self.all()?];
        while self.eat(&["or"]) {
            tests.push(self.all()?);
        }
        Some(tests.join(" || "))
    }

    fn all(&mut self) -> Option<String> {
        let mut tests = vec![self.one()?];
        while self.eat(&["and"]) {
            tests.push(self.one()?);
        }
        Some(tests.join(" && "))
    }

    fn one(&mut self) -> Option<String> {
        if self.eat(&["not"]) {
            return Some(format!("!({})", self.one()?));
        }
        if self.eat(&["("]) {
            let inner = self.any()?;
            return self.eat(&[")"]).then(|| format!("({inner})"));
        }
        self.comparison()
    }

    fn comparison(&mut self) -> Option<String> {
        let variable = self.variable;
        for (python, rhai) in [("startswith", "starts_with"), ("endswith", "ends_with")] {
            if self.eat(&[variable, ".", python, "("]) {
                let text = self.text()?;
                return self.eat(&[")"]).then(|| format!("{variable}.{rhai}({text})"));
            }
        }
        for (python, rhai) in [(["=", "="], "=="), (["!", "="], "!=")] {
            if self.eat(&[variable, python[0], python[1]]) {
                return self.text().and_then(|text| self.ends().then(|| format!("{variable} {rhai} {text}")));
            }
        }
        if self.eat(&["re", ".", "search", "("]) {
            let pattern = self.text()?;
            return self.eat(&[",", variable, ")"]).then(|| format!("matches({variable}, {pattern})"));
        }
        let text = self.text()?;
        if self.eat(&["in", variable]) {
            return self.ends().then(|| format!("{text} in {variable}"));
        }
        (self.eat(&["not", "in", variable]) && self.ends()).then(|| format!("!({text} in {variable})"))
    }

    /// Whether a comparison ends here: nothing is compared with it, taken from it or added to it.
    fn ends(&self) -> bool {
        matches!(self.peek(0), "" | "and" | "or" | ")")
    }
}

/// A text in double quotes, as Rhai reads it.
fn quoted(text: &str) -> String {
    let mut out = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => out.extend(format!("\\u{:04x}", u32::from(c)).chars()),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::super::python::tokens;
    use super::rhai;

    #[test]
    fn tests_of_texts_are_written_in_rhai() {
        for (python, expected) in [
            ("d.startswith('char_')", r#"d.starts_with("char_")"#),
            ("'_lod' not in d", r#"!("_lod" in d)"#),
            ("'a' in d and not d.endswith(\"b\") or d == 'c'", r#""a" in d && !(d.ends_with("b")) || d == "c""#),
            ("(d != 'it\\'s' or re.search(r'\\d+$', d))", r#"(d != "it's" || matches(d, "\\d+$"))"#),
            ("not ('a' in d)", r#"!(("a" in d))"#),
        ] {
            assert_eq!(rhai(&tokens(python), "d").as_deref(), Some(expected), "{python}");
        }
    }

    #[test]
    fn anything_else_is_left() {
        for python in [
            "d",
            "d > 5",
            "d == 5",
            "d.startswith(('a', 'b'))",
            "d.isdigit()",
            "len(d) > 3",
            "d in LIST",
            "e.startswith('a')",
            "'a' in d.lower()",
            "'a' + 'b' in d",
            "d == 'a' == 'b'",
            "d.startswith(f'{x}')",
            "d.startswith(b'x')",
            "d == 'a' 'b'",
            "re.match('a', d)",
            "d == 'a' if d else 'b'",
            "not d == 'a' in d",
            "",
        ] {
            assert_eq!(rhai(&tokens(python), "d"), None, "{python}");
        }
    }
}
