//! Names of Python as names of Rhai.

use std::fmt::Write as _;

/// Words that Rhai keeps for itself.
const RESERVED: &[&str] = &[
    "Fn",
    "as",
    "async",
    "await",
    "call",
    "case",
    "catch",
    "const",
    "continue",
    "curry",
    "debug",
    "default",
    "do",
    "else",
    "eval",
    "exit",
    "export",
    "false",
    "fn",
    "for",
    "global",
    "go",
    "goto",
    "if",
    "import",
    "in",
    "is_def_fn",
    "is_def_var",
    "is_shared",
    "let",
    "loop",
    "match",
    "module",
    "new",
    "nil",
    "null",
    "package",
    "print",
    "private",
    "protected",
    "public",
    "return",
    "shared",
    "spawn",
    "static",
    "super",
    "switch",
    "sync",
    "this",
    "thread",
    "throw",
    "true",
    "try",
    "type_of",
    "unless",
    "until",
    "use",
    "var",
    "void",
    "while",
    "with",
    "yield",
    "break",
];

/// The name in Rhai: the same, unless Rhai keeps the word for itself or has no such letters.
pub(super) fn rhai(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for c in name.chars() {
        if c.is_ascii_alphanumeric() || c == '_' {
            out.push(c);
        } else {
            // Writing to a text cannot fail.
            let _ = write!(out, "u{:x}", u32::from(c));
        }
    }
    // A name of nothing but underscores is none in Rhai.
    let is_bare = !out.contains(|c: char| c.is_ascii_alphanumeric()) || out.starts_with(|c: char| c.is_ascii_digit());
    if is_bare {
        out.insert_str(0, "f_");
    }
    if RESERVED.contains(&out.as_str()) {
        out.push('_');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::rhai;

    #[test]
    fn names_stay_where_they_can() {
        for (python, expected) in [
            ("keep_large", "keep_large"),
            ("_check2", "_check2"),
            ("match", "match_"),
            ("print", "print_"),
            ("\u{68c0}\u{67e5}", "u68c0u67e5"),
            ("__", "f___"),
        ] {
            assert_eq!(rhai(python), expected);
        }
    }
}
