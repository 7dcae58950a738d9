//! Finds misspelled names of records: a document has no match for them, but one for a similar name.

use assay_document::extract::XPath;
use assay_document::extract::syntax::{ExtractionKind, Item, PathStep, TagPattern, TreeWalk, What, Yields};
use assay_document::format::Document;
use assay_document::text::nearest;

use super::hint::Mismatch;
use super::mismatch::{ExtractionQuery, extended_path, is_searchable, names_for};
use super::words::{name_text, tag_text, with_name};

/// Suggests a similar name in the document for the name at that place of a record, but no other name of the record.
pub fn suggest_name(xpath: &XPath, place: usize, document: &Document) -> Option<Mismatch> {
    let ExtractionKind::Tree(tree) = xpath.kind() else { return None };
    let Yields::Items { attributes, items } = &tree.yields else { return None };
    let name = name_of(items.get(place)?)?;
    let known: Vec<String> = items.iter().filter_map(name_of).map(|(_, pattern)| tag_text(pattern)).collect();
    suggest_for(xpath, tree, *attributes, name, &known, document)
}

/// Suggests a similar name for the name at that place of the comparisons by `!=`. Also returns the written name.
pub fn suggest_test_name(xpath: &XPath, place: usize, document: &Document) -> Option<(String, Mismatch)> {
    let ExtractionKind::Tree(tree) = xpath.kind() else { return None };
    let (name, of_attributes) = *tree.negated_names().get(place)?;
    let (last, of_nodes) = name.split_last()?;
    let miss = suggest_for(xpath, tree, of_attributes, (of_nodes, last), &[], document)?;
    let mark = if of_attributes { "@" } else { "" };
    Some((format!("{mark}{}", name_text(name)), miss))
}

/// Suggests a similar name for a name that the selected nodes do not have; never one of `known`.
fn suggest_for(
    xpath: &XPath,
    tree: &TreeWalk,
    of_attributes: bool,
    (of_nodes, pattern): (&[TagPattern], &TagPattern),
    known: &[String],
    document: &Document,
) -> Option<Mismatch> {
    if !is_searchable(document) {
        return None;
    }
    let query = ExtractionQuery { source: xpath.source(), whole: tree, document };
    let mut above = extended_path(&tree.path, of_nodes);
    let there = if of_attributes {
        query.attributes(&above)
    } else {
        above.push(PathStep::Node(TagPattern::Any));
        query.tags(above)?
    };
    let mut there = names_for(pattern, &there);
    there.retain(|name| !known.contains(name));
    let near = similar_name(&tag_text(pattern), there.iter().map(String::as_str))?;
    Some(Mismatch { message: format!("did you mean `{near}`?"), suggestion: with_name(xpath.source(), pattern, near) })
}

/// Returns the name of an item: the nodes that lead to it, and its last part.
fn name_of(item: &Item) -> Option<(&[TagPattern], &TagPattern)> {
    let What::Name(name) = &item.what else { return None };
    name.split_last().map(|(last, of_nodes)| (of_nodes, last))
}

/// Returns the one of these names that was probably meant. Short names are often similar, and another letter or number
/// makes another name, which a rule may forbid: `posX` and `posY`.
fn similar_name<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    /// Letters that one of the two names has at least, unless only their case differs.
    const LEAST: usize = 4;
    let letters = |name: &str| {
        let letters = name.trim_end_matches(|c: char| c.is_ascii_digit()).to_lowercase();
        letters.chars().collect::<Vec<_>>()
    };
    let is_typo = |candidate: &&str| {
        let (mut own, mut its) = (letters(name), letters(candidate));
        let (is_same, is_longer) = (own == its, own.len() != its.len());
        own.sort_unstable();
        its.sort_unstable();
        let is_twisted = own.len().max(its.len()) >= LEAST && !is_same && (is_longer || own == its);
        is_twisted || name.to_lowercase() == candidate.to_lowercase()
    };
    nearest(name, names).filter(is_typo)
}

#[cfg(test)]
mod tests {
    use assay_document::extract::XPath;

    use super::{similar_name, suggest_name};
    use crate::no_match::mismatch::tests::document;

    #[test]
    fn similar_names_are_suggested_but_not_numbered_or_paired_ones() {
        for (name, candidate, is_similar) in [
            ("Class", "class", true),
            ("Clas", "Class", true),
            ("Calss", "Class", true),
            ("Lod1", "lod1", true),
            ("Lod1", "Lod2", false),
            ("Lod1", "Lod", false),
            ("posX", "posY", false),
            ("Old", "Lod", false),
            ("min_lod", "max_lod", false),
            ("width", "height", false),
            ("x", "y", false),
        ] {
            assert_eq!(similar_name(name, [candidate].into_iter()).is_some(), is_similar, "{name} {candidate}");
        }
    }

    #[test]
    fn suggested_names_exist_at_the_place_and_are_not_names_of_the_record() {
        const XML: &str = "<L><Mesh name='a' id='1'><p:Lods/><Skin kind='x'/></Mesh></L>";
        for (xpath, place, expected) in [
            ("L/Mesh:id,naem", 1, Some("L/Mesh:id,name")),
            ("L/Mesh:id,naem,name", 1, None),
            ("L/Mesh:id,kidn", 1, None),
            ("L/Mesh:id,Skin.kidn", 1, Some("L/Mesh:id,Skin.kind")),
            ("L/Mesh,Lods,Sikn", 1, Some("L/Mesh,Lods,Skin")),
            ("L/Mesh,Lod,Skin", 0, Some("L/Mesh,Lods,Skin")),
            ("L/Mesh,name,Skin", 0, None),
            ("L/Mesh,{text},Sikn", 1, Some("L/Mesh,{text},Skin")),
            ("L/Mesh,{text},Sikn", 0, None),
        ] {
            let parsed = XPath::parse(xpath).xpath.expect(xpath);
            let miss = suggest_name(&parsed, place, &document(XML));
            assert_eq!(miss.and_then(|miss| miss.suggestion).as_deref(), expected, "{xpath}");
        }
    }
}
