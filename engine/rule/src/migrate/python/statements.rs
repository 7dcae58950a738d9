//! The statements of Python code, with the names that they define and mention.

use std::ops::Range;

use super::tokens::{Logical, PythonToken, TokenKind, closing_bracket, read};
use crate::migrate::comments::split_lines;

#[derive(Debug)]
pub(in crate::migrate) struct PythonOutline<'p> {
    pub lines: Vec<&'p str>,
    pub statements: Vec<Statement<'p>>,
}

/// A top-level statement, with the comments directly above it.
#[derive(Debug)]
pub(in crate::migrate) struct Statement<'p> {
    pub lines: Range<usize>,
    /// The names that it defines.
    pub defines: Vec<FunctionDefinition<'p>>,
    /// The names that it uses, without repetitions.
    pub mentions: Vec<&'p str>,
    /// True if it is only an import.
    pub is_import: bool,
}

/// A name that a statement defines.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(in crate::migrate) struct FunctionDefinition<'p> {
    pub name: &'p str,
    /// The line of the definition, from 0.
    pub line: usize,
    /// The names of a function's parameters; `None` for other definitions.
    pub parameters: Option<Vec<&'p str>>,
}

impl<'p> PythonOutline<'p> {
    pub fn of(text: &'p str) -> Self {
        let lines: Vec<&str> = split_lines(text).collect();
        let logical = read(text);
        let base = logical.first().map_or(0, |line| line.indent);
        let mut statements: Vec<Statement<'p>> = Vec::new();
        let mut rest = &logical[..];
        while !rest.is_empty() {
            // A decorator belongs to the statement below it, and an `else` to the statement above it.
            let decorators = rest[..rest.len() - 1].iter().take_while(|line| is_symbol(line, "@")).count();
            let body = rest[decorators + 1..].iter().take_while(|line| line.indent > base).count();
            let mut length = decorators + 1 + body;
            while let Some(next) = rest.get(length).filter(|next| continues(next)) {
                let body = rest[length + 1..].iter().take_while(|line| line.indent > next.indent).count();
                length += 1 + body;
            }
            let start = statements.last().map_or(0, |last| last.lines.end);
            statements.push(Statement::of(&rest[..length], &lines, start));
            rest = &rest[length..];
        }
        Self { lines, statements }
    }

    /// Returns true if there are comments between the statements.
    pub fn has_remarks(&self) -> bool {
        let is_inside = |at: usize| self.statements.iter().any(|statement| statement.lines.contains(&at));
        self.lines.iter().enumerate().any(|(at, line)| !line.trim().is_empty() && !is_inside(at))
    }
}

impl<'p> Statement<'p> {
    /// Creates the statement of these lines. Comments between line `start` and the statement belong to it, unless an
    /// empty line separates them.
    fn of(logical: &[Logical<'p>], lines: &[&'p str], start: usize) -> Self {
        let (first, last) = (logical[0].first, logical[logical.len() - 1].last);
        let comments = lines[start..first].iter().rev().take_while(|line| line.trim_start().starts_with('#')).count();
        let tokens: Vec<PythonToken<'p>> = logical.iter().flat_map(|line| line.tokens.iter().copied()).collect();
        Self {
            lines: first - comments..last + 1,
            defines: definitions(logical),
            mentions: mentions(&tokens),
            is_import: logical.iter().all(is_import),
        }
    }
}

fn word<'p>(line: &Logical<'p>, at: usize) -> Option<&'p str> {
    line.tokens.get(at).filter(|token| token.kind == TokenKind::Name).map(|token| token.text)
}

fn is_symbol(line: &Logical<'_>, symbol: &str) -> bool {
    line.tokens.first().is_some_and(|token| token.text == symbol)
}

fn continues(line: &Logical<'_>) -> bool {
    matches!(word(line, 0), Some("else" | "elif" | "except" | "finally"))
}

fn is_import(line: &Logical<'_>) -> bool {
    matches!(word(line, 0), Some("import" | "from"))
}

/// Returns the names that the lines of a statement define, without those inside functions and classes.
fn definitions<'p>(logical: &[Logical<'p>]) -> Vec<FunctionDefinition<'p>> {
    let mut found = Vec::new();
    let mut hidden = usize::MAX;
    for line in logical {
        if line.indent > hidden {
            continue;
        }
        hidden = usize::MAX;
        let at = usize::from(word(line, 0) == Some("async"));
        match (word(line, at), word(line, at + 1)) {
            (Some("def"), Some(name)) => {
                hidden = line.indent;
                let parameters = Some(parameters(&line.tokens[at + 2..]));
                found.push(FunctionDefinition { name, line: line.first, parameters });
            }
            (Some("class"), Some(name)) => {
                hidden = line.indent;
                found.push(FunctionDefinition { name, line: line.first, parameters: None });
            }
            (Some("import" | "from"), _) => imports(line, &mut found),
            _ => add_assigned(line, &mut found),
        }
    }
    found
}

/// Adds the names of `import a.b, c as d` and `from a import (b as c, d)`.
fn imports<'p>(line: &Logical<'p>, found: &mut Vec<FunctionDefinition<'p>>) {
    let from = word(line, 0) == Some("from");
    let start = line.tokens.iter().position(|token| token.text == "import").map_or(line.tokens.len(), |at| at + 1);
    for item in line.tokens[start..].split(|token| token.text == ",") {
        let names: Vec<&PythonToken<'p>> = item.iter().filter(|token| token.kind == TokenKind::Name).collect();
        // `a.b` defines `a`; `a as b` defines `b`.
        let has_as = names.iter().any(|token| token.text == "as");
        let bound = if has_as || from { names.last() } else { names.first() };
        found.extend(bound.map(|token| FunctionDefinition { name: token.text, line: line.first, parameters: None }));
    }
}

/// Adds the names of `a = b = …` and `a: int = …`.
fn add_assigned<'p>(line: &Logical<'p>, found: &mut Vec<FunctionDefinition<'p>>) {
    let mut at = 0;
    while let Some(name) = word(line, at) {
        let symbol = |offset: usize| line.tokens.get(at + offset).map_or("", |token| token.text);
        let is_bound = symbol(1) == "=" && symbol(2) != "=" || symbol(1) == ":" && at == 0 && is_annotation(line);
        if !is_bound {
            return;
        }
        let parameters = (word(line, at + 2) == Some("lambda")).then(|| lambda_parameters(&line.tokens[at + 3..]));
        found.push(FunctionDefinition { name, line: line.first, parameters });
        if symbol(1) == ":" {
            return;
        }
        at += 2;
    }
}

/// Returns true if `name:` begins an annotation, and not the body of a statement such as `else:`.
fn is_annotation(line: &Logical<'_>) -> bool {
    line.tokens.len() > 2 && !continues(line) && word(line, 0) != Some("try")
}

fn lambda_parameters<'p>(tokens: &[PythonToken<'p>]) -> Vec<&'p str> {
    let end = tokens.iter().position(|token| token.text == ":").unwrap_or(tokens.len());
    listed_names(&tokens[..end])
}

/// Returns the names between the parentheses that begin `tokens`.
fn parameters<'p>(tokens: &[PythonToken<'p>]) -> Vec<&'p str> {
    match (tokens.first(), closing_bracket(tokens)) {
        (Some(PythonToken { text: "(", .. }), Some(end)) => listed_names(&tokens[1..end]),
        _ => Vec::new(),
    }
}

/// Returns the first name of each part between commas that are not inside brackets.
fn listed_names<'p>(tokens: &[PythonToken<'p>]) -> Vec<&'p str> {
    let mut names = Vec::new();
    let mut depth = 0usize;
    let mut is_named = false;
    // Skip the parameters of a lambda that is a default value.
    let mut in_lambda = false;
    for token in tokens {
        match token.text {
            "lambda" => in_lambda = true,
            ":" => in_lambda = false,
            _ if in_lambda => {}
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            "," if depth == 0 => is_named = false,
            name if token.kind == TokenKind::Name && depth == 0 && !is_named => {
                names.push(name);
                is_named = true;
            }
            _ => {}
        }
    }
    names
}

/// Returns the names that do not follow a dot, without repetitions.
fn mentions<'p>(tokens: &[PythonToken<'p>]) -> Vec<&'p str> {
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        let is_member = at > 0 && tokens[at - 1].text == ".";
        if token.kind == TokenKind::Name && !is_member && !found.contains(&token.text) {
            found.push(token.text);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::PythonOutline;

    /// Formats each statement: its lines from 1, and the names that it defines.
    fn outline(text: &str) -> Vec<String> {
        let outline = PythonOutline::of(text);
        let formatted = outline.statements.iter().map(|statement| {
            let defined = statement.defines.iter().map(|definition| match &definition.parameters {
                Some(parameters) => format!("{}({})", definition.name, parameters.join(", ")),
                None => definition.name.to_owned(),
            });
            let lines = format!("{}-{}", statement.lines.start + 1, statement.lines.end);
            std::iter::once(lines).chain(defined).collect::<Vec<_>>().join(" ")
        });
        formatted.collect()
    }

    #[test]
    fn parameters_of_functions_are_read() {
        for (text, expected) in [
            ("def f(**pdict):\n    return []\n", vec!["1-2 f(pdict)"]),
            ("def f(data, filepath=None, *args, **kw): return data", vec!["1-1 f(data, filepath, args, kw)"]),
            ("def f(a: int = g(1, 2), b=[x, y]) -> list:\n  pass", vec!["1-2 f(a, b)"]),
            ("def f(a, b=lambda x, y: x, c=1): pass", vec!["1-1 f(a, b, c)"]),
            ("async def f(\n    a,\n    b\n):\n    pass", vec!["1-5 f(a, b)"]),
            ("def f():\n\tdef inner(x):\n\t\treturn x\n\treturn inner\n", vec!["1-4 f()"]),
            ("@cached\n@other(1)\ndef f(a):\n  pass", vec!["1-4 f(a)"]),
            ("f = lambda **pdict: []", vec!["1-1 f(pdict)"]),
            ("class A(B):\n  def f(self):\n    pass\n  x = 1\ny = 2", vec!["1-4 A", "5-5 y"]),
        ] {
            assert_eq!(outline(text), expected, "{text:?}");
        }
    }

    #[test]
    fn statements_have_the_extent_of_python() {
        for (text, expected) in [
            ("import os, re as r\nfrom a.b import (c,\n  d as e)\n", vec!["1-1 os r", "2-3 c e"]),
            ("A = B = 1\nx: int = 2\nx += 1\nif A == B:\n  pass", vec!["1-1 A B", "2-2 x", "3-3", "4-5"]),
            ("try:\n  import a\nexcept ImportError:\n  a = None\nb = 1", vec!["1-4 a a", "5-5 b"]),
            ("if x:\n  def f(): pass\nelse:\n  def f(a): pass\n", vec!["1-4 f() f(a)"]),
            ("# one\n\n# two\ndef f():\n  pass\n\n# three\n", vec!["3-5 f()"]),
            ("'''\ndef no(): pass\n'''\ndef f(): pass", vec!["1-3", "4-4 f()"]),
            ("    def f():\n        pass\n    def g():\n        pass", vec!["1-2 f()", "3-4 g()"]),
            ("def f():\n  x = '''\nno\n'''\n  return x\ng = 1", vec!["1-5 f()", "6-6 g"]),
        ] {
            assert_eq!(outline(text), expected, "{text:?}");
        }
    }

    #[test]
    fn mentions_are_names_without_an_object() {
        let outline =
            PythonOutline::of("def f(**pdict):\n    return helper(os.path, x.helper2, 'helper3') # helper4\n");
        assert_eq!(outline.statements[0].mentions, ["def", "f", "pdict", "return", "helper", "os", "x"]);
    }
}
