//! The outline of Python code: its statements, the names that they define, and the names that they mention. The code is
//! never run.

mod statements;
mod tokens;

pub(super) use statements::{FunctionDefinition, PythonOutline, Statement};
pub(super) use tokens::{Logical, PythonToken, TokenKind, closing_bracket, read, tokens};

use super::comments::split_lines;

/// Returns true if the functions in a string are Python: it has constructs that only Python has, and no Rhai function.
pub(crate) fn is_python(text: &str) -> bool {
    let starts = |line: &str, word: &str| line.strip_prefix(word).is_some_and(|rest| rest.starts_with([' ', '\t']));
    let mut python = false;
    for line in split_lines(text).map(str::trim_start).filter(|line| !line.starts_with("//")) {
        if rhai_function(line).is_some() {
            return false;
        }
        let imports = starts(line, "import") && !line.contains(['"', '\'', '`']);
        let defines = starts(line, "def") || starts(line, "async") || starts(line, "class");
        python |= imports || defines || starts(line, "from") || line.contains("lambda");
    }
    python
}

/// Returns the names of the Rhai functions that `text` defines.
pub(super) fn rhai_functions(text: &str) -> impl Iterator<Item = &str> {
    split_lines(text).filter_map(|line| rhai_function(line.trim_start()))
}

/// Returns the name of the Rhai function that begins on a line.
fn rhai_function(line: &str) -> Option<&str> {
    let line = line.strip_prefix("private ").map_or(line, str::trim_start);
    let rest = line.strip_prefix("fn").filter(|rest| rest.starts_with([' ', '\t']))?.trim_start();
    let end = rest.find(|c: char| !(c == '_' || c.is_alphanumeric()))?;
    (end > 0 && rest[end..].trim_start().starts_with('(')).then(|| &rest[..end])
}

#[cfg(test)]
mod tests {
    use super::is_python;

    #[test]
    fn python_is_distinguished_from_rhai() {
        for (text, is) in [
            ("def f(**pdict):\n    return []", true),
            ("\n\n\tdef f(): pass", true),
            ("import res_filter\n", true),
            ("from os import path", true),
            ("check = lambda **pdict: []", true),
            ("class A:\n  pass", true),
            ("fn f(data, filepath) { data }", false),
            ("// def f(**pdict):\nfn f(data, filepath) { data }", false),
            ("private fn f() { 1 }", false),
            ("// # def f(): pass", false),
            ("// f = lambda **pdict: []", false),
            ("fn = lambda x: x\nfn (1)", true),
            ("import \"textures\" as t;", false),
            ("let define = 5;", false),
            ("", false),
        ] {
            assert_eq!(is_python(text), is, "{text:?}");
        }
    }
}
