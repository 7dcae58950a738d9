//! JSON documents with the places of their values.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde_json::Value;

use super::super::template::Place;

/// A document as text.
pub struct Written {
    /// The text.
    pub text: String,
    /// The start of each node, by its JSON pointer. A member of an object starts at its name.
    nodes: BTreeMap<String, Place>,
    /// The start of each value.
    values: BTreeMap<String, Place>,
}

impl Written {
    /// Writes a document, with one line for each member or element that does not fit into the line of its parent.
    pub fn new(document: &Value) -> Self {
        let mut written = Self { text: String::new(), nodes: BTreeMap::new(), values: BTreeMap::new() };
        written.value("", document, 0);
        written.text.push('\n');
        written
    }

    /// Returns the start of the node at a JSON pointer. A member of an object starts at its name.
    ///
    /// # Panics
    /// Panics if the node does not exist.
    pub fn node(&self, pointer: &str) -> Place {
        *self.nodes.get(pointer).unwrap_or_else(|| panic!("there is no node at {pointer}"))
    }

    /// Returns the start of the value at a JSON pointer.
    ///
    /// # Panics
    /// Panics if the value does not exist.
    pub fn value_at(&self, pointer: &str) -> Place {
        *self.values.get(pointer).unwrap_or_else(|| panic!("there is no node at {pointer}"))
    }

    fn value(&mut self, pointer: &str, value: &Value, indent: usize) {
        match value {
            Value::Object(members) => {
                let members = members.iter().map(|(name, member)| (name.as_str(), Some(name), member));
                self.all(pointer, ('{', '}'), members.collect(), is_short(value), indent);
            }
            Value::Array(elements) => {
                let numbers: Vec<String> = (0..elements.len()).map(|at| at.to_string()).collect();
                let elements = numbers.iter().zip(elements).map(|(at, element)| (at.as_str(), None, element));
                self.all(pointer, ('[', ']'), elements.collect(), is_short(value), indent);
            }
            scalar => self.text.push_str(&scalar.to_string()),
        }
    }

    /// Writes the members of an object with their names, or the elements of an array.
    fn all(
        &mut self,
        pointer: &str,
        (open, close): (char, char),
        parts: Vec<(&str, Option<&String>, &Value)>,
        is_short: bool,
        indent: usize,
    ) {
        self.text.push(open);
        let count = parts.len();
        for (at, (key, name, part)) in parts.into_iter().enumerate() {
            self.gap(is_short, at == 0, indent + 2);
            let pointer = format!("{pointer}/{key}");
            self.nodes.insert(pointer.clone(), Place::after(&self.text));
            if let Some(name) = name {
                let _ = write!(self.text, "{}: ", Value::from(name.as_str()));
            }
            self.values.insert(pointer.clone(), Place::after(&self.text));
            self.value(&pointer, part, indent + 2);
            if at + 1 < count {
                self.text.push(',');
            }
        }
        if count > 0 && !is_short {
            self.gap(false, false, indent);
        }
        self.text.push(close);
    }

    fn gap(&mut self, is_short: bool, is_first: bool, indent: usize) {
        if !is_short {
            self.text.push('\n');
            self.text.push_str(&" ".repeat(indent));
        } else if !is_first {
            self.text.push(' ');
        }
    }
}

/// Returns true if a value is short enough for one line.
fn is_short(value: &Value) -> bool {
    const ROOM: usize = 90;
    value.to_string().len() <= ROOM
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Place, Written};

    #[test]
    fn nodes_begin_with_their_names() {
        let written = Written::new(&json!({"a": [1, {"b": "x".repeat(90)}], "c": {"d": null}}));
        for (pointer, line, column) in
            [("/a", 2, 3), ("/a/0", 3, 5), ("/a/1", 4, 5), ("/a/1/b", 5, 7), ("/c", 8, 3), ("/c/d", 8, 9)]
        {
            assert_eq!(written.node(pointer), Place { line, column }, "{pointer} in {}", written.text);
        }
        assert_eq!(written.value_at("/c/d"), Place { line: 8, column: 14 });
        assert!(written.text.ends_with("\"c\": {\"d\": null}\n}\n"), "{}", written.text);
    }
}
