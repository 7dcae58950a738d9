//! The steps of one rule on the values of one file: filter, cite or judge.

use std::borrow::Cow;

use super::batch::{Citation, Target};
use super::file::File;
use super::times::Step;
use super::work::Work;
use crate::extract::{ValueId, ValueRef, Values};
use crate::report::{Finding, Problem, Related, Value, Via};
use crate::rule::{Facts, Rule};
use crate::source::normalize;
use crate::step::{Filter, FilterContext, Verdict};
use crate::text::{Region, Span};

/// One rule on one file, from the values of its (sub) path on.
pub(super) struct Case<'c> {
    pub number: u32,
    pub rule: &'c Rule,
    pub file: &'c File<'c>,
    /// The value that led to the file.
    pub via: Option<&'c Via>,
}

impl Work<'_> {
    /// Takes the values of a rule's extraction through its steps.
    pub fn judge(&mut self, case: &Case<'_>, values: &mut Values<'_>, extracted: &[ValueId]) {
        let sub = case.rule.sub();
        let counts = self.count(case.number);
        let (filter, not_filter) = if case.via.is_some() {
            counts.sub_values += extracted.len() as u64;
            (sub.and_then(|sub| sub.filter.as_ref()), None)
        } else {
            counts.values += extracted.len() as u64;
            (case.rule.filter(), case.rule.not_filter())
        };
        let mut kept = Cow::Borrowed(extracted);
        let since = self.now();
        for filter in [filter, not_filter].into_iter().flatten() {
            match self.filter(filter, case, values, &kept) {
                Ok(list) => kept = list.into(),
                Err(problem) => {
                    self.count(case.number).unchecked += 1;
                    return self.problem(problem);
                }
            }
        }
        self.spent(Step::Filter, Some(case.number), since);
        if sub.is_some() && case.via.is_none() {
            return self.cite(case, values, &kept);
        }
        let since = self.now();
        let judgement = case.rule.condition().judge(values, &kept, &self.worker.store);
        for verdict in &judgement.failed {
            self.outcome.findings.push(finding(case, verdict, values));
        }
        self.spent(Step::Condition, Some(case.number), since);
    }

    #[expect(clippy::result_large_err, reason = "at most one for a rule and file, on its way to the report")]
    fn filter(
        &mut self,
        filter: &Filter,
        case: &Case<'_>,
        values: &mut Values<'_>,
        list: &[ValueId],
    ) -> Result<Vec<ValueId>, Problem> {
        let mut context = FilterContext {
            rule: case.rule.name(),
            path: case.file.path,
            store: &self.worker.store,
            source: self.source,
            citations: &mut self.worker.citations,
            problems: &mut self.outcome.diagnostics.problems,
        };
        filter.apply(values, list, &mut context)
    }

    /// Notes which files the values of a rule with `subxpath` name.
    fn cite(&mut self, case: &Case<'_>, values: &Values<'_>, list: &[ValueId]) {
        for &id in list {
            let target = match values.get(id) {
                ValueRef::Text(text) if !text.trim().is_empty() => {
                    normalize(text).map_or_else(|| Target::Outside(text.to_owned()), Target::File)
                }
                _ => Target::NoPath(case.file.path.to_owned()),
            };
            let region = case.file.region(values.origin(id));
            let via = Via { path: case.file.path.to_owned(), region, value: values.to_value(id) };
            self.outcome.citations.push(Citation { rule: case.number, target, via });
        }
    }
}

fn finding(case: &Case<'_>, verdict: &Verdict, values: &Values<'_>) -> Finding {
    let (rule, file) = (case.rule, case.file);
    let region = verdict.value.map_or(Region::START, |id| file.region(values.origin(id)));
    let value = verdict.value.map_or(Value::Null, |id| values.to_value(id));
    let message = match rule.message() {
        Some(template) => template.render(&Facts {
            value: &value,
            path: file.path,
            rule: rule.name(),
            expected: &rule.condition().expected(),
            line: region.start.line,
        }),
        None => rule.condition().message(verdict, values),
    };
    let related = verdict.related.map(|id| Related {
        message: "first here".to_owned(),
        path: file.path.to_owned(),
        region: file.region(values.origin(id)),
    });
    let located = verdict.value.is_some_and(|id| values.origin(id) != Span::at(0));
    Finding {
        rule: rule.name().to_owned(),
        severity: rule.severity(),
        message,
        path: file.path.to_owned(),
        region,
        value,
        via: case.via.cloned(),
        related: related.into_iter().collect(),
        excerpt: if located { file.excerpt(region) } else { None },
    }
}
