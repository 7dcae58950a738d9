//! Writes schemas as YAML, for users to continue with; each guess is marked as one.

use std::fmt::Write as _;

use super::value::SchemaValueKind;

/// A type, a struct or a field.
#[derive(Clone, Debug, Default)]
pub(in crate::definition) struct SchemaRow {
    pub name: String,
    /// The keys and values of its description, besides its fields.
    pub words: Vec<(&'static str, String)>,
    pub fields: Vec<Self>,
    /// The reason for a guess; empty if nothing was guessed.
    pub guess: &'static str,
}

impl SchemaRow {
    /// Returns the row of a field with one value of that kind.
    pub fn value(name: &str, kind: &str, guess: &'static str) -> Self {
        Self { name: name.to_owned(), words: vec![("is", kind.to_owned())], fields: Vec::new(), guess }
    }

    fn write(&self, out: &mut String, level: usize) {
        let guess = if self.guess.is_empty() { String::new() } else { format!("  # guess: {}", self.guess) };
        let indent = "  ".repeat(level);
        let name = quote(&self.name);
        let words: Vec<String> = self.words.iter().map(|(key, value)| format!("{key}: {value}")).collect();
        if self.fields.is_empty() {
            let _ = match self.words.as_slice() {
                [("is", kind)] => writeln!(out, "{indent}{name}: {kind}{guess}"),
                _ => writeln!(out, "{indent}{name}: {{{}}}{guess}", words.join(", ")),
            };
            return;
        }
        let _ = writeln!(out, "{indent}{name}:{guess}");
        for line in words.iter().map(String::as_str).chain(["fields:"]) {
            let _ = writeln!(out, "{indent}  {line}");
        }
        for field in &self.fields {
            field.write(out, level + 2);
        }
    }
}

/// Returns a schema of these types and structs, as YAML.
pub(in crate::definition) fn write_schema(about: &str, types: &[SchemaRow], structs: &[SchemaRow]) -> String {
    let mut out = format!("# {about}\nschema: 1\n");
    out.push_str(if types.is_empty() { "types: {}\n" } else { "types:\n" });
    for row in types {
        row.write(&mut out, 1);
    }
    if !structs.is_empty() {
        out.push_str("structs:\n");
    }
    for SchemaRow { name, fields, .. } in structs {
        let _ = writeln!(out, "  {}:{}", quote(name), if fields.is_empty() { " {}" } else { "" });
        for field in fields {
            field.write(&mut out, 2);
        }
    }
    out
}

/// Returns a list of words, as YAML.
pub(in crate::definition) fn list<'w>(words: impl IntoIterator<Item = &'w str>) -> String {
    let words: Vec<String> = words.into_iter().map(quote).collect();
    format!("[{}]", words.join(", "))
}

/// Returns a word in the form that YAML reads as a string.
pub(in crate::definition) fn quote(word: &str) -> String {
    // Older readers of YAML take words such as `on` and `no` for truth values.
    let is_plain = word.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && word.chars().all(|c| c.is_ascii_alphanumeric() || "_-.".contains(c))
        && !["true", "false", "null", "yes", "no", "on", "off", "y", "n"].contains(&word.to_ascii_lowercase().as_str());
    if is_plain { word.to_owned() } else { format!("'{}'", word.replace('\'', "''")) }
}

/// Returns the kind of value with these parts, attributes and elements alike.
pub(in crate::definition) fn kind_of(parts: &[&str]) -> Option<String> {
    let is_once = |(at, part): (usize, &&str)| !parts[..at].iter().any(|other| other.eq_ignore_ascii_case(part));
    if parts.is_empty() || !parts.iter().enumerate().all(is_once) {
        return None;
    }
    let is_it = |known: &[&str]| parts.iter().all(|part| known.contains(part));
    let (kind, _) = SchemaValueKind::NAMES.into_iter().find(|(_, kind)| is_it(kind.parts()))?;
    if kind != "vector" {
        return Some(kind.to_owned());
    }
    let has = |name: &str| parts.iter().any(|part| part.eq_ignore_ascii_case(name));
    let size = if has("w") {
        4
    } else if has("z") {
        3
    } else {
        2
    };
    Some(format!("{{is: vector, size: {size}}}"))
}
