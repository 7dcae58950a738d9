//! Converts tests of strings to Rhai, if they have exactly the same meaning there as in Python.

use assay_document::text::expression::parse;
use assay_document::text::expression::syntax::{ComparisonOperator, Expr, ExprKind, Unary};

use super::scalar::double_quoted;

/// Converts the test `python` of the value `variable` to Rhai. Returns `None` if any part of it may have another
/// meaning.
///
/// The function understands `startswith`, `endswith`, `in`, `not in`, `==` and `!=` with a string, `re.search`, and
/// `and`, `or` and `not`. In both languages, each of them is true or false.
pub(super) fn rhai(python: &str, variable: &str) -> Option<String> {
    let parsed = parse(python).ok().filter(|parsed| parsed.hints.is_empty())?;
    RhaiTestWriter { variable }.test(&parsed.expr)
}

struct RhaiTestWriter<'t> {
    variable: &'t str,
}

impl RhaiTestWriter<'_> {
    fn test(&self, expr: &Expr) -> Option<String> {
        let variable = self.variable;
        Some(match &expr.kind {
            ExprKind::Any(tests) => self.join_tests(tests, " || ")?,
            ExprKind::All(tests) => self.join_tests(tests, " && ")?,
            ExprKind::Unary(Unary::Not, of) => format!("!({})", self.test(of)?),
            ExprKind::Method(of, method, arguments) => match (method.text.as_str(), &arguments[..]) {
                ("startswith", [text]) if self.is_variable(of) => format!("{variable}.starts_with({})", quote(text)?),
                ("endswith", [text]) if self.is_variable(of) => format!("{variable}.ends_with({})", quote(text)?),
                // `re.match` also tests where the pattern is found; `matches` does not.
                ("search", [pattern, text]) if is_name(of, "re") && self.is_variable(text) => {
                    format!("matches({variable}, {})", quote(pattern)?)
                }
                _ => return None,
            },
            ExprKind::Compare(left, right) => {
                let [(operator, _, right)] = &right[..] else { return None };
                match operator {
                    ComparisonOperator::Equal if self.is_variable(left) => format!("{variable} == {}", quote(right)?),
                    ComparisonOperator::Unequal if self.is_variable(left) => {
                        format!("{variable} != {}", quote(right)?)
                    }
                    ComparisonOperator::In if self.is_variable(right) => format!("{} in {variable}", quote(left)?),
                    ComparisonOperator::NotIn if self.is_variable(right) => {
                        format!("!({} in {variable})", quote(left)?)
                    }
                    _ => return None,
                }
            }
            _ => return None,
        })
    }

    fn join_tests(&self, tests: &[Expr], operator: &str) -> Option<String> {
        let enclosed = |test: &Expr| match test.kind {
            // In Python, too, `and` binds more tightly than `or`.
            ExprKind::Any(_) | ExprKind::All(_) if operator == " && " => Some(format!("({})", self.test(test)?)),
            _ => self.test(test),
        };
        Some(tests.iter().map(enclosed).collect::<Option<Vec<_>>>()?.join(operator))
    }

    fn is_variable(&self, value: &Expr) -> bool {
        is_name(value, self.variable)
    }
}

fn is_name(value: &Expr, name: &str) -> bool {
    matches!(&value.kind, ExprKind::Name(known) if known == name)
}

/// Returns a string in double quotes, as Rhai reads it.
fn quote(value: &Expr) -> Option<String> {
    // Rhai has the escapes of YAML that `double_quoted` writes, but not JSON's `\b` and `\f`.
    match &value.kind {
        ExprKind::Text(text) => Some(double_quoted(text, false)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::rhai;

    #[test]
    fn tests_of_strings_are_converted_to_rhai() {
        for (python, expected) in [
            ("d.startswith('char_')", r#"d.starts_with("char_")"#),
            ("'_lod' not in d", r#"!("_lod" in d)"#),
            ("'a' in d and not d.endswith(\"b\") or d == 'c'", r#""a" in d && !(d.ends_with("b")) || d == "c""#),
            ("(d != 'it\\'s' or re.search(r'\\d+$', d))", r#"d != "it's" || matches(d, "\\d+$")"#),
            ("(d == 'a' or d == 'b') and 'c' in d", r#"(d == "a" || d == "b") && "c" in d"#),
            ("not ('a' in d)", r#"!("a" in d)"#),
            ("re.search('\\bfoo\\f', d)", r#"matches(d, "\x08foo\x0c")"#),
            (r"'\\b' in d", r#""\\b" in d"#),
        ] {
            assert_eq!(rhai(python, "d").as_deref(), Some(expected), "{python}");
        }
    }

    #[test]
    fn other_expressions_are_not_converted() {
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
            assert_eq!(rhai(python, "d"), None, "{python}");
        }
    }
}
