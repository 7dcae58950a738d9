//! The rules that want one file, arranged by what each takes of it.

use assay_document::extract::XPath;
use assay_document::format::Special;
use assay_report::Via;
use assay_rule::{Rule, RuleSet};

use super::plans::PlanKey;

/// A rule by its number, with the value that led it to the file.
pub(super) type Want<'v> = (u32, Option<&'v Via>);

/// The rules that want a file. Files that the same rules want share it.
pub(super) struct Wants<'v> {
    /// Those that take a fact about the file.
    pub facts: Vec<Want<'v>>,
    /// Those that take what a list says of its entries.
    pub entries: Vec<Want<'v>>,
    /// Those that take something of the document.
    pub trees: Vec<Want<'v>>,
    /// For each of the latter, whether it can judge while the file is read.
    pub sifts: Vec<bool>,
    /// Names the plan of extraction of those that take something of the document.
    pub key: PlanKey,
}

impl<'v> Wants<'v> {
    /// Rules that look at the file for its own sake.
    pub fn of_rules(rules: &RuleSet, numbers: &[u32]) -> Self {
        Self::arranged(rules, numbers.iter().map(|&number| (number, None)), PlanKey::Rules)
    }

    /// Rules that values of other files led to it.
    pub fn of_cited(rules: &RuleSet, wants: &'v [(u32, Via)]) -> Self {
        Self::arranged(rules, wants.iter().map(|(number, via)| (*number, Some(via))), PlanKey::Subs)
    }

    fn arranged(rules: &RuleSet, wants: impl Iterator<Item = Want<'v>>, key: impl Fn(Vec<u32>) -> PlanKey) -> Self {
        let (mut facts, mut entries, mut trees) = (Vec::new(), Vec::new(), Vec::new());
        for (number, via) in wants {
            let special = extraction_of(&rules.rules()[number as usize], via).special();
            let kind = match special {
                None => &mut trees,
                Some(special) if Special::of_entries(special).is_some() => &mut entries,
                Some(_) => &mut facts,
            };
            kind.push((number, via));
        }
        let sifts = |&(number, via): &Want<'_>| via.is_none() && rules.rules()[number as usize].looks_at_each();
        let sifts = trees.iter().map(sifts).collect();
        let key = key(trees.iter().map(|(number, _)| *number).collect());
        Self { facts, entries, trees, sifts, key }
    }
}

/// The extraction that a rule wants of a file: another one when a value led to it.
pub(super) fn extraction_of<'r>(rule: &'r Rule, via: Option<&Via>) -> &'r XPath {
    match (via, rule.sub()) {
        (Some(_), Some(sub)) => &sub.xpath,
        _ => rule.xpath(),
    }
}
