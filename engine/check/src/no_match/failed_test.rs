//! Explains a test in an extraction that no node passes: names the test and what exists instead.

use assay_document::extract::syntax::{Item, Name, PathStep, TagPattern, Test, TestValue, TreeWalk, What, Yields};
use assay_document::extract::{spell_tag, spell_text};
use assay_document::format::Tag;
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
        let (target, written, spelled) = match value {
            TestValue::Text(equal) => (Some(equal.as_str()), equal.clone(), spell_text(equal)),
            TestValue::Pattern(pattern) => {
                let pattern = format!("`{}`", pattern.source());
                (None, pattern.clone(), pattern)
            }
        };
        let told = format!("no `{path}` has {}", code(&format!("{mark}{}{operator}{written}", name_text(name))));
        let there = yields(name);
        match target.and_then(|target| nearest(target, there.iter().map(String::as_str))) {
            _ if negated => Mismatch { message: told, suggestion: None },
            _ if there.is_empty() => {
                let told = format!("{told}: none has `{mark}{}`", name_text(name));
                self.explain_missing_name(told, of_attributes, name, &spelled)
            }
            Some(near) if target != Some(near) => {
                let suggestion = swap(self.source, &written, &spell_text(near));
                Mismatch { message: format!("{told}; did you mean `{near}`?"), suggestion }
            }
            _ => Mismatch { message: format!("{told}; the values there are {}", list_names(&there)), suggestion: None },
        }
    }

    /// Adds to `said` the attribute or node that exists instead of the name that a test compares with a value.
    fn explain_missing_name(&self, said: String, of_attributes: bool, name: &Name, value: &str) -> Mismatch {
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
        let exact = attributes.iter().find(|known| **known == target);
        if let Some(same) = exact.or_else(|| attributes.iter().find(|known| known.eq_ignore_ascii_case(&target))) {
            let spelled = |node: &TagPattern| match node {
                TagPattern::Literal(name) => format!("\"{name}\"."),
                _ => tag_text(node) + ".",
            };
            let (nodes, same) = (of_nodes.iter().map(spelled).collect::<String>(), spell_tag(Tag::key(same)));
            let message = format!("{said}, but an attribute: `[@{nodes}{same}=={value}]`");
            return Mismatch { message, suggestion: None };
        }
        let there: Vec<PathStep> = extended_path(&above, &[TagPattern::Any]);
        self.suggest_existing(said, last, &self.tags(there).unwrap_or_default())
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
    fn an_attribute_test_is_shown_for_a_node_test() {
        const XML: &str = "<Rig><Model tris='350' lodBias='1' LODbias='1' a.b='1'><Mesh level='0'/></Model>\
                           <Model><Kind>x</Kind></Model></Rig>";
        for (xpath, message) in [
            (
                "Rig/Model.Tris==350",
                "no `Rig/Model` has `Tris==350`: none has `Tris`, but an attribute: `[@tris==350]`",
            ),
            (
                "Rig/Model.Tris==\"3,5\",Mesh",
                "no `Rig/Model` has `Tris==3,5`: none has `Tris`, but an attribute: `[@tris==\"3,5\"]`",
            ),
            (
                "Rig/Model.Mesh.Level==`^0`:lodBias",
                "no `Rig/Model` has `Mesh.Level==`^0``: none has `Mesh.Level`, but an attribute: `[@Mesh.level==`^0`]`",
            ),
            (
                "Rig/Model.LODbias==2",
                "no `Rig/Model` has `LODbias==2`: none has `LODbias`, but an attribute: `[@LODbias==2]`",
            ),
            ("Rig/Model.\"a.b\"==1", "no `Rig/Model` has `a.b==1`: none has `a.b`, but an attribute: `[@\"a.b\"==1]`"),
        ] {
            let miss = miss(XML, xpath).expect(xpath);
            assert_eq!((miss.message.as_str(), miss.suggestion), (message, None), "{xpath}");
        }
    }
}
