//! A judge gets each value once and in order, for any size of portions, and the list contains the values that it keeps.

use assay_engine::extract::{StreamingJudge, ValueId, Values, Yield};
use assay_engine::format::Document;
use proptest::prelude::{Strategy, prop_assert_eq, proptest};

use crate::document::documents;
use crate::expression::{Expression, expressions};
use crate::extraction::{found, plan_of};
use crate::reference::Found;

/// Judges the values of every `judged`th expression, and keeps every `keeps`th of them.
struct Every {
    judged: usize,
    keeps: usize,
    portion: usize,
    /// By expression.
    seen: Vec<Vec<Found>>,
}

impl StreamingJudge for Every {
    fn judges(&self, xpath: usize) -> bool {
        xpath.is_multiple_of(self.judged)
    }

    fn portion(&self) -> usize {
        self.portion
    }

    fn judge_values(&mut self, xpath: usize, values: &Values, ids: &[ValueId]) -> Vec<ValueId> {
        assert!(self.judges(xpath) && !ids.is_empty(), "it is shown what it wants, and something");
        let seen = &mut self.seen[xpath];
        let mut kept = Vec::new();
        for &id in ids {
            if seen.len().is_multiple_of(self.keeps) {
                kept.push(id);
            }
            seen.push(found(values, id));
        }
        kept
    }
}

/// Returns the values that each expression yields without a judge.
fn whole(document: &Document, expressions: &[Expression]) -> Vec<Vec<Found>> {
    let extraction = plan_of(expressions).expect("they parse").run(document).expect("it is well formed");
    extraction.yields.iter().map(|yielded| listed(&extraction.values, yielded)).collect()
}

fn listed(values: &Values, yielded: &Yield) -> Vec<Found> {
    let Yield::List(ids) = yielded else { panic!("{yielded:?}") };
    ids.iter().map(|&id| found(values, id)).collect()
}

proptest! {
    #![proptest_config(crate::config(300))]

    #[test]
    fn a_judge_gets_each_value_once_and_lists_contain_the_kept_ones(
        text in documents(),
        // The first again, so that two of them share what is extracted.
        expressions in proptest::collection::vec(expressions(), 1..8).prop_map(|list| [&list[..1], &list[..]].concat()),
        judged in 1_usize..4,
        keeps in 1_usize..4,
        portion in proptest::sample::select(vec![1, 10_000, 1 << 20]),
    ) {
        let document = Document::decode("a.xml", text.clone().into_bytes()).expect("generated documents are UTF-8");
        let whole = whole(&document, &expressions);
        let mut judge = Every { judged, keeps, portion, seen: expressions.iter().map(|_| Vec::new()).collect() };
        let mut plan = plan_of(&expressions)?;
        let extraction = plan.extract_with(&document, &mut judge).expect("generated documents are well formed");
        for (xpath, (expected, yielded)) in whole.into_iter().zip(&extraction.yields).enumerate() {
            let got = listed(&extraction.values, yielded);
            if judge.judges(xpath) {
                prop_assert_eq!(&judge.seen[xpath], &expected, "{}\n{}", expressions[xpath].print(), text);
                let kept: Vec<Found> = expected.into_iter().step_by(keeps).collect();
                prop_assert_eq!(got, kept, "{}\n{}", expressions[xpath].print(), text);
            } else {
                prop_assert_eq!(got, expected, "{}\n{}", expressions[xpath].print(), text);
            }
        }
    }
}
