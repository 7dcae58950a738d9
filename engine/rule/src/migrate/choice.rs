//! Recognizes Python functions that only select some of their values. They are simple enough to be converted with
//! certainty.

use super::python::{Logical, PythonToken, TokenKind, closing_bracket, read, tokens};

/// A function that returns the values of `data` for which a test is true.
#[derive(Debug)]
pub(super) struct Choice<'p> {
    /// The name of the value in the test.
    pub variable: &'p str,
    pub test: Vec<PythonToken<'p>>,
    /// The test as written.
    pub text: &'p str,
}

/// The result of a function of version 1.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Returns {
    Values,
    /// True if there are no values, together with the values; or only the values.
    Verdict,
}

/// Returns the choice that the function `python` makes, if it does nothing else. The function is
/// `return [v for v in data if TEST]`, the same as a loop, or the same with a name for the list.
pub(super) fn choice(python: &str, returns: Returns) -> Option<Choice<'_>> {
    let lines = read(python);
    let (head, body) = lines.split_first()?;
    let is_plain = head.tokens.first().is_some_and(|token| token.text == "def");
    // A `;` separates statements on one line, which would be read as one.
    if !is_plain || body.iter().any(|line| line.tokens.iter().any(|token| token.text == ";")) {
        return None;
    }
    let mut reader = ChoiceReader { python, returns, data: data_of(head) };
    let body: Vec<&Logical<'_>> = body.iter().filter(|line| !is_idle(line)).collect();
    reader.body(&body)
}

/// Tokens that mean the values in a function, such as those of `pdict['data']`.
type ChoiceWord<'p> = Vec<&'p str>;

/// Returns the words for the values that follow from the head of a function: `pdict['data']` of `**pdict`, and a
/// parameter `data`.
fn data_of<'p>(head: &Logical<'p>) -> Vec<ChoiceWord<'p>> {
    let mut found = vec![vec!["data"]];
    let texts = token_texts(&head.tokens);
    if let Some(at) = texts.windows(2).position(|pair| pair == ["*", "*"])
        && let Some(name) = texts.get(at + 2)
    {
        for key in ["'data'", "\"data\""] {
            found.push(vec![name, "[", key, "]"]);
            found.push(vec![name, ".", "get", "(", key, ")"]);
            found.push(vec![name, ".", "get", "(", key, ",", "[", "]", ")"]);
        }
        if !texts.contains(&"data") {
            found.remove(0);
        }
    }
    found
}

/// Returns true if a line does nothing: a docstring or an import.
fn is_idle(line: &Logical<'_>) -> bool {
    let is_text = line.tokens.iter().all(|token| token.kind == TokenKind::Text);
    is_text || matches!(line.tokens.first().map(|token| token.text), Some("import" | "from" | "pass"))
}

fn token_texts<'p>(tokens: &[PythonToken<'p>]) -> Vec<&'p str> {
    tokens.iter().map(|token| token.text).collect()
}

struct ChoiceReader<'p> {
    python: &'p str,
    returns: Returns,
    /// The words for all values.
    data: Vec<ChoiceWord<'p>>,
}

impl<'p> ChoiceReader<'p> {
    fn body(&mut self, mut body: &[&Logical<'p>]) -> Option<Choice<'p>> {
        // `data = pdict['data']`
        if let [first, rest @ ..] = body
            && let [name, "=", value @ ..] = &token_texts(&first.tokens)[..]
            && self.is_data(value)
        {
            self.data.push(vec![name]);
            body = rest;
        }
        match body {
            [only] => {
                let (first, list) = only.tokens.split_first()?;
                // `return [v for v in data if TEST]`
                (first.text == "return").then(|| self.comprehension(list))?
            }
            // `found = [v for v in data if TEST]`, and then `return found`
            [bound, end] => {
                let [name, equals, value @ ..] = &bound.tokens[..] else { return None };
                let choice = self.comprehension(value)?;
                (equals.text == "=" && self.is_return(end, name.text)).then_some(choice)
            }
            [start, head, test, append, end] => self.read_loop(start, head, test, append, end),
            _ => None,
        }
    }

    fn is_data(&self, word: &[&str]) -> bool {
        self.data.iter().any(|known| known == word)
    }

    /// Reads `[v for v in data if TEST]`.
    fn comprehension(&self, tokens: &[PythonToken<'p>]) -> Option<Choice<'p>> {
        let [open, name, inner @ .., close] = tokens else { return None };
        let [first, variable, second, rest @ ..] = inner else { return None };
        let is_list = open.text == "[" && close.text == "]" && first.text == "for" && second.text == "in";
        let condition = rest.iter().position(|token| token.text == "if")?;
        let is_whole = name.kind == TokenKind::Name && name.text == variable.text;
        if !is_list || !is_whole || !self.is_data(&token_texts(&rest[..condition])) {
            return None;
        }
        self.choice(name.text, &rest[condition + 1..])
    }

    /// Reads `found = []`, `for v in data:`, `if TEST:`, `found.append(v)` and `return found`, each on a separate line.
    fn read_loop(
        &self,
        start: &Logical<'p>,
        head: &Logical<'p>,
        test: &Logical<'p>,
        append: &Logical<'p>,
        end: &Logical<'p>,
    ) -> Option<Choice<'p>> {
        let [name, "=", "[", "]"] = token_texts(&start.tokens)[..] else { return None };
        let head_texts = token_texts(&head.tokens);
        let ["for", variable, "in", data @ .., ":"] = &head_texts[..] else { return None };
        let [first, inner @ .., colon] = &test.tokens[..] else { return None };
        let is_test = first.text == "if" && colon.text == ":";
        let is_nested = start.indent == head.indent
            && head.indent < test.indent
            && test.indent < append.indent
            && end.indent == start.indent;
        let is_append = token_texts(&append.tokens) == [name, ".", "append", "(", variable, ")"];
        if !(is_test && is_nested && is_append && self.is_data(data) && self.is_return(end, name)) {
            return None;
        }
        self.choice(variable, inner)
    }

    /// Returns true if a line returns the list of that name in the way of such functions.
    fn is_return(&self, line: &Logical<'p>, name: &str) -> bool {
        let texts = token_texts(&line.tokens);
        let ["return", value @ ..] = &texts[..] else { return false };
        let value = match value {
            ["(", inner @ .., ")"] if inner.contains(&",") => inner,
            other => other,
        };
        let is_verdict = match value {
            ["not", list, ",", values]
            | ["len", "(", list, ")", "=", "=", "0", ",", values]
            | ["len", "(", list, ")", "<", "1", ",", values] => *list == name && *values == name,
            _ => false,
        };
        value == [name] || is_verdict && self.returns == Returns::Verdict
    }

    fn choice(&self, variable: &'p str, test: &[PythonToken<'p>]) -> Option<Choice<'p>> {
        let (first, last) = (test.first()?, test.last()?);
        let written = &self.python[first.start..last.start + last.text.len()];
        // Another `for` or `if`, or a new name, could change the meaning.
        let is_bound =
            |token: &PythonToken<'_>| matches!(token.text, "for" | "if" | "else" | "lambda" | "await" | "yield");
        let assigns = token_texts(test).windows(2).any(|pair| pair == [":", "="]);
        let is_simple = !test.iter().any(is_bound) && !assigns && !written.contains(['\n', '\r']) && is_balanced(test);
        is_simple.then(|| Choice { variable, test: test.to_vec(), text: written })
    }
}

impl Choice<'_> {
    /// Returns an expression over `d` that is true where this test is false. Returns `None` if the test uses `d` for
    /// something else.
    pub fn negated_expression(&self) -> Option<String> {
        let mut out = String::new();
        let mut end = self.test.first()?.start;
        let base = end;
        for (at, token) in self.test.iter().enumerate() {
            let is_member = at > 0 && self.test[at - 1].text == ".";
            let is_name = token.kind == TokenKind::Name && !is_member;
            if is_name && token.text == "d" && self.variable != "d" {
                return None;
            }
            out.push_str(&self.text[end - base..token.start - base]);
            out.push_str(if is_name && token.text == self.variable { "d" } else { token.text });
            end = token.start + token.text.len();
        }
        Some(match out.strip_prefix("not ") {
            Some(inner) if is_enclosed(inner.trim()) => inner.trim()[1..inner.trim().len() - 1].to_owned(),
            Some(inner) if self.test.len() == 2 => inner.to_owned(),
            _ => format!("not ({out})"),
        })
    }
}

fn is_balanced(tokens: &[PythonToken<'_>]) -> bool {
    let mut depth = 0i32;
    let closes = tokens.iter().all(|token| {
        depth += match token.text {
            "(" | "[" | "{" => 1,
            ")" | "]" | "}" => -1,
            _ => 0,
        };
        depth >= 0
    });
    closes && depth == 0
}

/// Returns true if the whole string is enclosed in one pair of parentheses.
fn is_enclosed(text: &str) -> bool {
    let tokens = tokens(text);
    text.starts_with('(') && closing_bracket(&tokens).is_some_and(|at| at + 1 == tokens.len())
}

#[cfg(test)]
mod tests {
    use super::{Returns, choice};

    /// Returns the variable and the test of the choice that a function makes.
    fn chosen(python: &str, returns: Returns) -> Option<String> {
        choice(python, returns).map(|choice| format!("{}: {}", choice.variable, choice.text))
    }

    #[test]
    fn functions_that_only_filter_are_detected() {
        for python in [
            "def f(**pdict):\n    return [d for d in pdict['data'] if d > 5]",
            "def f(**kw):\n    '''doc'''\n    return [d for d in kw[\"data\"] if d > 5]",
            "def f(data, filepath):\n    import os\n    return [d for d in data if d > 5]",
            "def f(**pdict):\n    data = pdict.get('data', [])\n    ret = [d for d in data if d > 5]\n    return ret",
            "def f(**pdict):\n  ret = []\n  for d in pdict['data']:\n    # large\n    if d > 5:\n      ret.append(d)\n  return ret",
            "def f(**pdict):\n\tvalues = pdict['data']\n\tret = []\n\tfor d in values:\n\t\tif d > 5:\n\t\t\tret.append(d)\n\treturn ret",
        ] {
            assert_eq!(chosen(python, Returns::Values).as_deref(), Some("d: d > 5"), "{python}");
            assert_eq!(chosen(python, Returns::Verdict).as_deref(), Some("d: d > 5"), "{python}");
        }
        for verdict in ["len(bad) == 0, bad", "(not bad, bad)", "not bad, bad", "len(bad) < 1, bad"] {
            let python =
                format!("def f(**pdict):\n    bad = [x for x in pdict['data'] if x.a(1)]\n    return {verdict}");
            assert_eq!(chosen(&python, Returns::Verdict).as_deref(), Some("x: x.a(1)"), "{python}");
            assert_eq!(chosen(&python, Returns::Values), None, "{python}");
        }
        let python = r"def f(data): return [d for d in data if re.search(r'\d#', d)]  # digits";
        assert_eq!(chosen(python, Returns::Values), None, "the body stands on lines of its own");
        let python = "def f(data):\n  return [d for d in data if re.search(r'\\d#', d)]  # digits";
        assert_eq!(chosen(python, Returns::Values).as_deref(), Some("d: re.search(r'\\d#', d)"));
    }

    #[test]
    fn other_functions_are_not_detected() {
        for python in [
            "def f(**pdict):\n    return [d + 1 for d in pdict['data'] if d > 5]",
            "def f(**pdict):\n    return [d for d in other['data'] if d > 5]",
            "def f(**pdict):\n    return [d for d in pdict['filepath'] if d > 5]",
            "def f(**pdict):\n    return [d for d in data if d > 5]",
            "def f(**pdict):\n    return [d for d in pdict['data']]",
            "def f(**pdict):\n    return [d for d in pdict['data'] if d if e]",
            "def f(**pdict):\n    return [d for d in pdict['data'] for e in d if e]",
            "def f(**pdict):\n    return [d for d in pdict['data'] if d > 5] + []",
            "def f(**pdict):\n    print(1)\n    return [d for d in pdict['data'] if d > 5]",
            "def f(**pdict):\n    ret = []\n    for d in pdict['data']:\n        if d > 5:\n            ret.append(d)\n        return ret",
            "def f(**pdict):\n    ret = []\n    for d in pdict['data']:\n        if d > 5:\n            ret.append(1)\n    return ret",
            "def f(**pdict):\n    ret = []\n    for d in pdict['data']:\n        if d > 5:\n            ret.append(d)\n    else:\n        pass\n    return ret",
            "def f(**pdict):\n    bad = [d for d in pdict['data'] if d > 5]\n    return len(bad) > 0, bad",
            "def f(**pdict):\n    bad = [d for d in pdict['data'] if d > 5]\n    return bad, bad",
            "@twice\ndef f(**pdict):\n    return [d for d in pdict['data'] if d > 5]",
            "def f(**pdict):\n    x = 1; return [d for d in pdict['data'] if d > 5]",
            "def f(**pdict):\n    return [d for d in pdict['data'] if (y := d)]",
            "f = lambda **pdict: [d for d in pdict['data'] if d > 5]",
        ] {
            assert_eq!(chosen(python, Returns::Verdict), None, "{python}");
        }
    }

    #[test]
    fn the_opposite_is_an_expression() {
        for (test, expression) in [
            ("x > 5", Some("not (d > 5)")),
            ("not (x > 5 and x.x < 3)", Some("d > 5 and d.x < 3")),
            ("not x", Some("d")),
            ("not (a) and (x)", Some("not (not (a) and (d))")),
            ("not x in res_filter.ALL_RES", Some("not (not d in res_filter.ALL_RES)")),
            ("x > d", None),
            ("x.d == 'x d'", Some("not (d.d == 'x d')")),
        ] {
            let python = format!("def f(**pdict):\n    return [x for x in pdict['data'] if {test}]");
            let choice = choice(&python, Returns::Verdict).unwrap();
            assert_eq!(choice.negated_expression().as_deref(), expression, "{test}");
        }
    }
}
