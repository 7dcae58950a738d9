//! Converts Python names to Rhai names.

use std::fmt::Write as _;

/// Returns the name in Rhai. It is the same, unless it is reserved in Rhai or has letters that Rhai does not allow.
pub(super) fn rhai(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for c in name.chars() {
        if c.is_ascii_alphanumeric() || c == '_' {
            out.push(c);
        } else {
            // Writing to a string cannot fail.
            let _ = write!(out, "u{:x}", u32::from(c));
        }
    }
    // In Rhai, a name needs a letter or digit, and cannot begin with a digit.
    let is_bare = !out.contains(|c: char| c.is_ascii_alphanumeric()) || out.starts_with(|c: char| c.is_ascii_digit());
    if is_bare {
        out.insert_str(0, "f_");
    }
    // Rhai allows a script to redefine some built-in functions, such as `print`, but not to use their names for
    // parameters.
    if rhai::Engine::new_raw().compile(format!("fn {out}({out}) {{}}")).is_err() {
        out.push('_');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::rhai;

    #[test]
    fn valid_names_are_kept() {
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
