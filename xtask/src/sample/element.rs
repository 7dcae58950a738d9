//! XML elements, as the sample's tools write them.
#![expect(clippy::needless_pass_by_value, reason = "numbers and texts alike read best without `&` in the tables")]

use std::fmt::Write as _;

/// One element: a tag, attributes in order, and either a text or children.
#[derive(Clone, Debug)]
pub struct Element {
    tag: &'static str,
    attributes: Vec<(&'static str, String)>,
    text: String,
    children: Vec<Element>,
}

impl Element {
    /// An empty element.
    pub fn new(tag: &'static str) -> Self {
        Self { tag, attributes: Vec::new(), text: String::new(), children: Vec::new() }
    }

    /// An element that holds `text`.
    pub fn leaf(tag: &'static str, text: impl ToString) -> Self {
        Self { text: text.to_string(), ..Self::new(tag) }
    }

    /// The same element with one more attribute.
    pub fn with(mut self, name: &'static str, value: impl ToString) -> Self {
        self.attributes.push((name, value.to_string()));
        self
    }

    /// The same element with more children.
    pub fn holding(mut self, children: impl IntoIterator<Item = Self>) -> Self {
        self.children.extend(children);
        self
    }

    /// Adds one child.
    pub fn push(&mut self, child: Self) {
        self.children.push(child);
    }

    /// The children, to be changed.
    pub fn children(&mut self) -> &mut Vec<Self> {
        &mut self.children
    }

    /// The descendant at `path`: tags with `/` between them, the first child of each tag, or the Nth as in `LOD[2]`.
    ///
    /// # Panics
    /// When there is no such element: the sample is then not what its faults were written for.
    pub fn at(&mut self, path: &str) -> &mut Self {
        path.split('/').fold(self, |element, step| {
            let (tag, place) = match step.strip_suffix(']').and_then(|step| step.split_once('[')) {
                Some((tag, place)) => (tag, place.parse().expect("a place is a number")),
                None => (step, 1_usize),
            };
            let mut namesakes = element.children.iter_mut().filter(|child| child.tag == tag);
            namesakes.nth(place - 1).unwrap_or_else(|| panic!("no <{step}> on the way along {path}"))
        })
    }

    /// Replaces the text of the descendant at `path`.
    ///
    /// # Panics
    /// As [`Element::at`] does.
    pub fn set(&mut self, path: &str, text: impl ToString) {
        self.at(path).text = text.to_string();
    }

    /// Replaces an attribute of this element.
    ///
    /// # Panics
    /// When the element has no such attribute.
    pub fn set_attribute(&mut self, name: &str, value: impl ToString) {
        let attribute = self.attributes.iter_mut().find(|(known, _)| *known == name);
        attribute.unwrap_or_else(|| panic!("<{}> has no attribute {name}", self.tag)).1 = value.to_string();
    }

    /// The whole document, with a declaration that names `encoding`.
    pub fn to_document(&self, encoding: &str) -> String {
        let mut out = format!("<?xml version=\"1.0\" encoding=\"{encoding}\"?>\n");
        self.write(&mut out, 0);
        out
    }

    /// Writes the element and all below it, four blanks a level.
    fn write(&self, out: &mut String, depth: usize) {
        let indent = "    ".repeat(depth);
        let _ = write!(out, "{indent}<{}", self.tag);
        for (name, value) in &self.attributes {
            let _ = write!(out, " {name}=\"{}\"", escaped(value).replace('"', "&quot;"));
        }
        if self.children.is_empty() && self.text.is_empty() {
            out.push_str(" />\n");
            return;
        }
        if self.children.is_empty() {
            let _ = writeln!(out, ">{}</{}>", escaped(&self.text), self.tag);
            return;
        }
        out.push_str(">\n");
        for child in &self.children {
            child.write(out, depth + 1);
        }
        let _ = writeln!(out, "{indent}</{}>", self.tag);
    }
}

/// `text` with the characters that XML reserves written as references.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_written_as_the_tools_write_it() {
        let element =
            Element::new("Item").with("A", "x\"y").holding([Element::leaf("Name", "a&b"), Element::new("Deps")]);
        let expected = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<Item A=\"x&quot;y\">\n    <Name>a&amp;b</Name>\n    \
                        <Deps />\n</Item>\n";
        assert_eq!(element.to_document("utf-8"), expected);
    }

    #[test]
    fn at_counts_namesakes_from_one() {
        let mut element = Element::new("R").holding([Element::leaf("A", "1"), Element::leaf("A", "2")]);
        assert_eq!(element.at("A[2]").text, "2");
        assert_eq!(element.at("A").text, "1");
    }
}
