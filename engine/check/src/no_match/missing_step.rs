//! Explains extractions that yield nothing because a step is missing: the root, a step between two others, or any
//! number of steps.

use assay_document::extract::syntax::{ExtractionKind, PathStep, TagPattern, TreeWalk, Yields};
use assay_document::extract::{XPath, spell_tag};
use assay_document::format::Tag;

use super::hint::Mismatch;
use super::mismatch::{ExtractionQuery, as_written, extended_path, missing, run};
use super::words::{path_text, tag_text};

/// The maximum number of different names of nodes that are tried.
const MAX_TRIED: usize = 16;
/// The step for any number of levels, with its separator.
const ANY_NUMBER: (&str, &str) = ("**", "/");

impl ExtractionQuery<'_> {
    /// Returns true if the document has a match for the suggestion.
    pub fn yields(&self, suggestion: Option<&str>) -> bool {
        let found = suggestion.and_then(tree_of).and_then(|tree| run(self.document, vec![tree]));
        found.is_some_and(|found| !found.lists[0].is_empty())
    }

    /// Reports that the root has another name. If the path only lacks the root, the suggestion works below any root.
    pub fn no_root(&self, pattern: &TagPattern) -> Option<Mismatch> {
        let there = self.tags(vec![PathStep::Node(TagPattern::Any)])?;
        let below = self.tags(vec![PathStep::Node(TagPattern::Any), PathStep::Node(pattern.clone())])?;
        let root = tag_text(pattern);
        let said = format!("the root is not `{root}`");
        if below.is_empty() {
            let miss = self.suggest_existing(said.clone(), pattern, &there);
            // A document such as `[]` has no root, so nothing is below it.
            let is_rooted = !there.is_empty();
            let suggestion = if is_rooted && miss.suggestion.is_none() { self.below_any_root() } else { None };
            return Some(suggestion.map_or(miss, |suggestion| as_question(&said, suggestion)));
        }
        let suggestion = self.below_any_root().unwrap_or_else(|| format!("*/{}", self.source));
        Some(as_question(&format!("{said}, but contains it"), suggestion))
    }

    /// Returns the extraction below any root, or a suggestion for it; `None` if the document has no match for either.
    fn below_any_root(&self) -> Option<String> {
        let suggestion = format!("*/{}", self.source);
        if self.yields(Some(&suggestion)) {
            return Some(suggestion);
        }
        let suggestion = missing(&XPath::parse(&suggestion).xpath?, self.document)?.suggestion;
        suggestion.filter(|suggestion| self.yields(Some(suggestion)))
    }

    /// Suggests a step in front of the step at `at` with which the whole extraction has a match; `None` if there is no
    /// such step. `is_all`: the step ends the extraction, and may be the name of an attribute.
    pub fn further(&self, at: usize, pattern: &TagPattern, is_all: bool) -> Option<Mismatch> {
        let above = &self.whole.path[..at];
        let place = self.source.split('/').take(at).map(|step| step.len() + 1).sum();
        let (before, behind) = self.source.split_at_checked(place)?;
        let tags = self.tags(extended_path(above, &[TagPattern::Any]))?;
        let tag = |tag: &String| Some(spell_tag(Tag::key(tag.rsplit(':').next()?)));
        let tags: Vec<String> = tags.iter().take(MAX_TRIED).filter_map(tag).collect();
        let name = tag_text(pattern);
        let said = format!("`{}` has no `{name}`", path_text(above));
        let separators = ["/", ":"].into_iter().take(1 + usize::from(is_all));
        let steps = separators.flat_map(|separator| tags.iter().map(move |step| (&**step, separator)));
        // All drafts are run at once, because each run reads the document.
        let drafts = steps.chain([ANY_NUMBER]).filter_map(|(step, sign)| {
            let draft = format!("{before}{step}{sign}{behind}");
            Some((tree_of(&draft)?, (step, sign)))
        });
        let (trees, steps): (Vec<TreeWalk>, Vec<(&str, &str)>) = drafts.unzip();
        let found = run(self.document, trees)?;
        let mut there = steps.into_iter().zip(&found.lists).filter(|(_, list)| !list.is_empty()).map(|(step, _)| step);
        let first @ (step, sign) = there.next()?;
        // If several nodes contain it, suggest `*`.
        let is_one_of_several = there.any(|other| other != ANY_NUMBER && other.1 == sign);
        let step = if is_one_of_several { "*" } else { step };
        let suggestion = format!("{before}{step}{sign}{behind}");
        Some(match sign {
            _ if first == ANY_NUMBER => as_written(format!("{said}, but it occurs further down"), Some(suggestion)),
            ":" => as_written(format!("{said}, but `{step}` has an attribute of that name"), Some(suggestion)),
            _ => Mismatch { message: format!("{said}; did you mean `{step}/{name}`?"), suggestion: Some(suggestion) },
        })
    }
}

/// Parses an extraction; `None` for a fact. Of several names only the first is kept, as a record always exists.
fn tree_of(written: &str) -> Option<TreeWalk> {
    let xpath = XPath::parse(written).xpath?;
    let ExtractionKind::Tree(tree) = xpath.kind() else { return None };
    let mut tree = (**tree).clone();
    if let Yields::Items { items, .. } = &mut tree.yields {
        items.truncate(1);
    }
    Some(tree)
}

/// Adds the suggestion to `said` as a question.
fn as_question(said: &str, meant: String) -> Mismatch {
    Mismatch { message: format!("{said}: did you mean `{meant}`?"), suggestion: Some(meant) }
}

#[cfg(test)]
mod tests {
    use crate::no_match::Mismatch;
    use crate::no_match::mismatch::tests::miss;

    #[test]
    fn missing_steps_are_suggested() {
        const XML: &str =
            "<Prop><Lods x='1' y='2'><Lod triangles='9'><Name>a</Name></Lod></Lods><Lod.s x='1'><A/></Lod.s></Prop>";
        for (xpath, message, suggestion) in [
            ("Prop/Lod:triangles", "`Prop` has no `Lod`; did you mean `Lods/Lod`?", Some("Prop/Lods/Lod:triangles")),
            ("/Lod/Name", "`*` has no `Lod`; did you mean `Lods/Lod`?", Some("/Lods/Lod/Name")),
            ("Prop/Lod,Name,A", "`Prop` has no `Lod`; did you mean `Lods/Lod`?", Some("Prop/Lods/Lod,Name,A")),
            ("Prop/A", "`Prop` has no `A`; did you mean `\"Lod.s\"/A`?", Some("Prop/\"Lod.s\"/A")),
            // Both have one.
            ("Prop/Name", "`Prop` has no `Name`, but it occurs further down: `Prop/**/Name`", Some("Prop/**/Name")),
            ("Prop/x", "`Prop` has no `x`, but `*` has an attribute of that name: `Prop/*:x`", Some("Prop/*:x")),
            (
                "Prop/y",
                "`Prop` has no `y`, but `Lods` has an attribute of that name: `Prop/Lods:y`",
                Some("Prop/Lods:y"),
            ),
            // Another step does not help, either.
            ("Prop/Lod:tris", "`Prop` has no `Lod`; did you mean `Lods`?", Some("Prop/Lods:tris")),
            ("Prop/Lod/Nam", "`Prop` has no `Lod`; did you mean `Lods`?", Some("Prop/Lods/Nam")),
        ] {
            let miss = miss(XML, xpath).unwrap_or(Mismatch { message: String::new(), suggestion: None });
            assert_eq!((miss.message.as_str(), miss.suggestion.as_deref()), (message, suggestion), "{xpath}");
        }
    }
}
