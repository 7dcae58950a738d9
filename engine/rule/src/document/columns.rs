//! Help messages for lines of YAML whose column differs from that of the lines that they belong to.

/// The beginning of a line in a block: a key or an element of a list.
struct BlockStart<'t> {
    /// The key; `None` for an element of a list, which begins with `-`.
    key: Option<&'t str>,
    /// The column, from 1.
    column: usize,
}

/// Returns a help message for the line on which the parser failed at byte `at`: it names the line above with the
/// nearest column. `None` if a line above begins in the same column, or if `at` follows the first key of its line:
/// columns are not the cause then.
pub(super) fn help(text: &str, at: usize) -> Option<String> {
    let begin = text[..at].rfind(['\n', '\r']).map_or(0, |end| end + 1);
    // What follows the first key of a line has no indentation.
    if text[begin..at].contains(':') {
        return None;
    }
    let line = text[begin..].lines().next()?;
    let is_element = dashed(line);
    let own = starts(line).find(|start| start.key.is_none() == is_element)?;
    let above =
        text[..begin].lines().enumerate().flat_map(|(number, line)| starts(line).map(move |start| (number + 1, start)));
    let above: Vec<_> = above.filter(|(_, start)| start.key.is_none() == is_element).collect();
    if above.iter().any(|(_, start)| start.column == own.column) {
        return None;
    }
    let (number, other) = above.iter().rev().min_by_key(|(_, start)| start.column.abs_diff(own.column))?;
    let name = other.key.unwrap_or("-");
    Some(format!(
        "this begins in column {}, but `{name}` in line {number} in column {}: align them if they belong together",
        own.column, other.column
    ))
}

/// Returns the list element and the key that begin on a line, each if it exists.
fn starts(line: &str) -> impl Iterator<Item = BlockStart<'_>> {
    let column = |rest: &str| line.len() - rest.len() + 1;
    let blank = line.trim_start_matches(' ');
    let element = dashed(line).then(|| BlockStart { key: None, column: column(blank) });
    let rest = blank.trim_start_matches(['-', ' ']);
    let key = rest
        .split_once(':')
        .map(|(key, _)| key)
        .filter(|key| !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-')));
    element.into_iter().chain(key.map(|key| BlockStart { key: Some(key), column: column(rest) }))
}

fn dashed(line: &str) -> bool {
    line.trim_start_matches(' ').starts_with("- ")
}

#[cfg(test)]
mod tests {
    use crate::document::RuleDocument;
    use crate::fields::lenience;

    #[test]
    fn a_line_in_a_wrong_column_names_the_line_with_the_intended_column() {
        for (yaml, expected) in [
            ("- a: 1\n  b: 2\n - a: 1\n", Some("column 2, but `-` in line 1 in column 1")),
            ("  - a: 1\n    b: 2\n- a: 1\n", Some("column 1, but `-` in line 1 in column 3")),
            ("- a: 1\n  b: 2\n   c: 3\n", Some("column 4, but `b` in line 2 in column 3")),
            ("r:\n  - a: 1\n    b: 2\n   c: 3\n    d: 4\n", Some("column 4, but `b` in line 3 in column 5")),
            ("r:\n  - a: 1\n    b: 2\n  c: 3\n", Some("column 3, but `b` in line 3 in column 5")),
            ("r:\n  - a: 1\n  b: 2\n", Some("column 3, but `a` in line 2 in column 5")),
            ("- a: 1\n  b: 2\nc: 3\n", Some("column 1, but `b` in line 2 in column 3")),
            ("a:\n  - b\n # no list\n - c\n", Some("column 2, but `-` in line 2 in column 3")),
            ("a: x\n  b: 3\n", Some("column 3, but `a` in line 1 in column 1")),
            // The error is not about columns.
            ("r:\n  a: 1\n  - b: 2\n", None),
            ("a: x\nb: c: d\n", None),
            ("- a: b: c\n", None),
            ("- a: [^/]+$\n", None),
            ("- a: x\n  b: y\n- c: \"x\" y\n", None),
            // A further line of a string has no column.
            ("- a: x\n  b: y\n y z\n", None),
        ] {
            let faults = RuleDocument::read("r.yaml", yaml, lenience).faults;
            let help = faults[0].help.as_deref().filter(|help| help.starts_with("this begins")).unwrap_or_default();
            assert!(
                help.contains(expected.unwrap_or_default()) && help.is_empty() == expected.is_none(),
                "{yaml:?}: {faults:?}"
            );
        }
    }
}
