//! JSON, as far as the sample needs it.

use std::fmt::Write as _;

/// `text` as a JSON string, quotes included.
pub fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            control if control < ' ' => {
                let _ = write!(out, "\\u{:04x}", u32::from(control));
            }
            other => out.push(other),
        }
    }
    out.push('"');
    out
}

/// A one-line object of members whose values are JSON already.
pub fn object(members: &[(&str, String)]) -> String {
    let members: Vec<String> = members.iter().map(|(name, value)| format!("{}: {value}", quoted(name))).collect();
    format!("{{{}}}", members.join(", "))
}

/// A list with an element a line, indented by `indent` blanks.
pub fn lines(elements: &[String], indent: usize) -> String {
    let pad = " ".repeat(indent);
    let elements: Vec<String> = elements.iter().map(|element| format!("{pad}  {element}")).collect();
    format!("[\n{}\n{pad}]", elements.join(",\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_escaped() {
        assert_eq!(quoted("D:\\art \"x\"\n"), r#""D:\\art \"x\"\u000a""#);
    }

    #[test]
    fn a_list_holds_an_element_a_line() {
        assert_eq!(lines(&["1".into(), object(&[("a", "2".into())])], 2), "[\n    1,\n    {\"a\": 2}\n  ]");
    }
}
