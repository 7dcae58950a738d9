//! Names of Python as names of Rhai.

use std::fmt::Write as _;

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
    // Rhai lets a script define some of its own functions again, such as `print`; as a parameter it refuses their names, too.
    if rhai::Engine::new_raw().compile(format!("fn {out}({out}) {{}}")).is_err() {
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
