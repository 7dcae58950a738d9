//! Explains a test in an extraction that no node passes: names the test and what exists instead.

use assay_document::extract::spell_text;
use assay_document::extract::syntax::{Item, Name, PathStep, TagPattern, Test, TestValue, TreeWalk, What, Yields};
use assay_document::text::nearest;

use super::hint::Mismatch;
use super::mismatch::{ExtractionQuery, as_written, extended_path, nodes_at};
use super::words::{code, list_names, name_text, path_text, swap, tag_text};

impl ExtractionQuery<'_> {
    /// Describes the test that no node passes. For a single comparison, also lists the values that exist.
    pub fn failed_test(&self, of_attributes: bool, test: &Test) -> Mismatch {
        let path = path_text(&self.whole.path);
        let mut compared = Vec::new();
        comparisons(test, &mut compared);
        let yields = |name: &Name| {
            let item = Item { what: What::Name(name.clone()), optional: false };
            let yields = Yields::Items { attributes: of_attributes, items: vec![item] };
            self.extracted_strings(TreeWalk { yields, ..nodes_at(self.whole.path.clone()) }).unwrap_or_default()
        };
        let compare = match compared[..] {
            [one] => Some(one),
            // A name that exists nowhere is probably misspelled. For a name that exists, other nodes may have the
            // value.
            _ => compared.into_iter().find(|(name, negated, _)| !negated && yields(name).is_empty()),
        };
        let Some((name, negated, value)) = compare else {
            let kind = if of_attributes { "the test of its attributes" } else { "the test of the nodes below it" };
            return Mismatch { message: format!("no `{path}` passes {kind}"), suggestion: None };
        };
        let mark = if of_attributes { "@" } else { "" };
        let operator = if negated { "!=" } else { "==" };
        let (target, written) = match value {
            TestValue::Text(equal) => (Some(equal.as_str()), equal.clone()),
            TestValue::Pattern(pattern) => (None, format!("`{}`", pattern.source())),
        };
        let told = format!("no `{path}` has {}", code(&format!("{mark}{}{operator}{written}", name_text(name))));
        let there = yields(name);
        match target.and_then(|target| nearest(target, there.iter().map(String::as_str))) {
            _ if negated => Mismatch { message: told, suggestion: None },
            _ if there.is_empty() => {
                self.explain_missing_name(format!("{told}: none has `{mark}{}`", name_text(name)), of_attributes, name)
            }
            Some(near) if target != Some(near) => {
                let suggestion = swap(self.source, &written, &spell_text(near));
                Mismatch { message: format!("{told}; did you mean `{near}`?"), suggestion }
            }
            _ => Mismatch { message: format!("{told}; the values there are {}", list_names(&there)), suggestion: None },
        }
    }

    /// Adds to `said` the attribute or node that exists instead of the name that a test compares.
    fn explain_missing_name(&self, said: String, of_attributes: bool, name: &Name) -> Mismatch {
        let [of_nodes @ .., last] = &name[..] else { return Mismatch { message: said, suggestion: None } };
        if of_attributes && self.has_node(name) {
            let suggestion = self.source.replacen("[@", ".", 1).replacen(']', "", 1);
            return as_written(format!("{said}, but a node of that name"), Some(suggestion));
        }
        let above = extended_path(&self.whole.path, of_nodes);
        if of_attributes {
            return self.suggest_existing(said, last, &self.attributes(&above));
        }
        let (attributes, target) = (self.attributes(&above), tag_text(last));
        if attributes.contains(&target) {
            return as_written(format!("{said}, but an attribute of that name"), self.with_attribute(name, &target));
        }
        if let Some(same) = attributes.iter().find(|known| known.eq_ignore_ascii_case(&target)) {
            return as_written(format!("{said}, but an attribute `{same}`"), self.with_attribute(name, same));
        }
        let there: Vec<PathStep> = extended_path(&above, &[TagPattern::Any]);
        self.suggest_existing(said, last, &self.tags(there).unwrap_or_default())
    }

    /// Returns the extraction with a test of an attribute in place of its only test, which is one of a node of that
    /// name; `None` if it has other tests.
    fn with_attribute(&self, name: &Name, attribute: &str) -> Option<String> {
        let TreeWalk { attribute_test: None, node_test: Some(Test::Compare { .. }), .. } = self.whole else {
            return None;
        };
        let (path, after) = self.source.split_once(&format!(".{}", name_text(name)))?;
        // The test ends where the names begin. Inside it, their separators occur only in quotes.
        let mut quote = None;
        let is_end = |c: char| {
            let is_open = quote.is_some();
            quote = if is_open { quote.filter(|open| *open != c) } else { Some(c).filter(|c| matches!(c, '"' | '`')) };
            !is_open && matches!(c, ',' | ':')
        };
        let (test, names) = after.split_at(after.find(is_end).unwrap_or(after.len()));
        let above = name_text(&name[..name.len() - 1]);
        let dot = if above.is_empty() { "" } else { "." };
        Some(format!("{path}[@{above}{dot}{attribute}{}]{names}", test.trim_end()))
    }
}

/// Collects the comparisons of a test.
fn comparisons<'t>(test: &'t Test, into: &mut Vec<(&'t Name, bool, &'t TestValue)>) {
    match test {
        Test::All(tests) | Test::Any(tests) => tests.iter().for_each(|test| comparisons(test, into)),
        Test::Compare { name, negated, value } => into.push((name, *negated, value)),
    }
}

#[cfg(test)]
mod tests {
    use crate::no_match::mismatch::tests::miss;

    #[test]
    fn a_node_test_is_suggested_as_an_attribute_test() {
        const XML: &str =
            "<Rig><Model tris='350' lodBias='1'><Mesh level='0'/></Model><Model><Kind>x</Kind></Model></Rig>";
        for (xpath, message, suggestion) in [
            (
                "Rig/Model.Tris==350",
                "no `Rig/Model` has `Tris==350`: none has `Tris`, but an attribute `tris`: `Rig/Model[@tris==350]`",
                Some("Rig/Model[@tris==350]"),
            ),
            (
                "Rig/Model.Tris==\"3,5\",Mesh",
                "no `Rig/Model` has `Tris==3,5`: none has `Tris`, but an attribute `tris`: `Rig/Model[@tris==\"3,5\"],Mesh`",
                Some("Rig/Model[@tris==\"3,5\"],Mesh"),
            ),
            (
                "Rig/Model.Mesh.Level==`^0`:lodBias",
                "no `Rig/Model` has `Mesh.Level==`^0``: none has `Mesh.Level`, but an attribute `level`: \
                 `Rig/Model[@Mesh.level==`^0`]:lodBias`",
                Some("Rig/Model[@Mesh.level==`^0`]:lodBias"),
            ),
            // The other test is of a node.
            (
                "Rig/Model.Tris==350&Kind==x",
                "no `Rig/Model` has `Tris==350`: none has `Tris`, but an attribute `tris`",
                None,
            ),
        ] {
            let miss = miss(XML, xpath).expect(xpath);
            assert_eq!((miss.message.as_str(), miss.suggestion.as_deref()), (message, suggestion), "{xpath}");
        }
    }
}
