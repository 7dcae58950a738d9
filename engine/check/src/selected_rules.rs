//! The rules that select one file, grouped by the kind of data that they extract.

use assay_document::extract::XPath;
use assay_document::format::Special;
use assay_report::Via;
use assay_rule::{Rule, RuleSet};

use super::plans::PlanKey;

/// The number of a rule, with the value that named the file for it.
pub(super) type SelectedRule<'v> = (u32, Option<&'v Via>);

/// The rules that select a file. Files with the same rules share it.
pub(super) struct SelectedRules<'v> {
    /// The rules that extract a fact about the file.
    pub facts: Vec<SelectedRule<'v>>,
    /// The rules that extract facts about the entries of an asset list.
    pub entries: Vec<SelectedRule<'v>>,
    /// The rules that extract values of the document.
    pub trees: Vec<SelectedRule<'v>>,
    /// For each rule in `trees`, true if it can judge while the file is read.
    pub is_streamed: Vec<bool>,
    /// The key of the extraction plan of the rules in `trees`.
    pub key: PlanKey,
}

impl<'v> SelectedRules<'v> {
    /// Groups rules whose `rpath` selects the file.
    pub fn of_rules(rules: &RuleSet, numbers: &[u32]) -> Self {
        Self::group_by_plan(rules, numbers.iter().map(|&number| (number, None)), PlanKey::Rules)
    }

    /// Groups rules whose values in other files name the file.
    pub fn of_cited(rules: &RuleSet, requests: &'v [(u32, Via)]) -> Self {
        Self::group_by_plan(rules, requests.iter().map(|(number, via)| (*number, Some(via))), PlanKey::Subs)
    }

    fn group_by_plan(
        rules: &RuleSet,
        requests: impl Iterator<Item = SelectedRule<'v>>,
        key: impl Fn(Vec<u32>) -> PlanKey,
    ) -> Self {
        let (mut facts, mut entries, mut trees) = (Vec::new(), Vec::new(), Vec::new());
        for (number, via) in requests {
            let special = extraction_of(&rules.rules()[number as usize], via).special();
            let kind = match special {
                None => &mut trees,
                Some(special) if Special::of_entries(special).is_some() => &mut entries,
                Some(_) => &mut facts,
            };
            kind.push((number, via));
        }
        let is_streamed =
            |&(number, via): &SelectedRule<'_>| via.is_none() && rules.rules()[number as usize].judges_each_value();
        let is_streamed = trees.iter().map(is_streamed).collect();
        let key = key(trees.iter().map(|(number, _)| *number).collect());
        Self { facts, entries, trees, is_streamed, key }
    }
}

/// Returns the extraction that a rule runs on a file: its `subxpath` if a value named the file, otherwise its `xpath`.
pub(super) fn extraction_of<'r>(rule: &'r Rule, via: Option<&Via>) -> &'r XPath {
    match (via, rule.sub()) {
        (Some(_), Some(sub)) => &sub.xpath,
        _ => rule.xpath(),
    }
}
