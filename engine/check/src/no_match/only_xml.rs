//! Finds the parts of an extraction that JSON and YAML do not have, before any document is read.

use assay_document::extract::XPath;
use assay_document::extract::syntax::{ExtractionKind, PathStep, TagPattern, Yields};

use super::Mismatch;

/// Returns a suggestion for an extraction that uses attributes or a named root, which only XML has.
pub fn instead_of_xml(xpath: &XPath) -> Option<Mismatch> {
    let ExtractionKind::Tree(tree) = xpath.kind() else { return None };
    let takes_attributes = matches!(tree.yields, Yields::Items { attributes: true, .. });
    let names_root = !matches!(tree.path.first(), Some(PathStep::Levels | PathStep::Node(TagPattern::Any)));
    let mut meant = xpath.source().to_owned();
    let mut hints = Vec::new();
    if takes_attributes || tree.attribute_test.is_some() {
        hints.push(
            "JSON and YAML have no attributes: write `.id==7` to test a key `id`, and `,id` to extract it".to_owned(),
        );
    }
    if let Some((path, names)) = meant.rsplit_once(':').filter(|_| takes_attributes) {
        meant = format!("{path},{names}");
    }
    if tree.attribute_test.is_some() {
        // Two tests would have to be joined into one.
        let is_only = tree.node_test.is_none();
        meant = if is_only { meant.replacen("[@", ".", 1).replacen(']', "", 1) } else { String::new() };
    }
    if names_root {
        meant = format!("*/{meant}");
        hints.push(format!("the root of JSON, YAML and INI has no name: begin the path with `*/`, as in `{meant}`"));
    }
    let parses = |suggestion: &String| XPath::parse(suggestion).xpath.is_some();
    (!hints.is_empty()).then(|| Mismatch { message: hints.join("; "), suggestion: Some(meant).filter(parses) })
}

#[cfg(test)]
mod tests {
    use assay_document::extract::XPath;

    use super::instead_of_xml;

    #[test]
    fn attributes_are_suggested_as_nodes_for_json() {
        for (xpath, expected) in [
            ("items/name", Some("*/items/name")),
            ("items:name", Some("*/items,name")),
            ("*/items:name", Some("*/items,name")),
            ("*/items[@name==axe]:cost", Some("*/items.name==axe,cost")),
            ("*/items[@name==axe].cost==5", None),
        ] {
            let miss = instead_of_xml(&XPath::parse(xpath).xpath.expect("it parses")).expect(xpath);
            assert_eq!(miss.suggestion.as_deref(), expected, "{xpath}");
        }
    }
}
