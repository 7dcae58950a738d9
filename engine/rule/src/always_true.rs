//! Warns of conditions that are true for every value they get. Such a rule never finds anything.

use assay_document::extract::XPath;
use assay_document::text::{CodeFlag, Fault, IssueCode};
use assay_step::{Condition, Filter};

use super::compile::RuleCompiler;

impl RuleCompiler<'_> {
    /// Warns of a condition that is true for every value it gets. These may be all records, the only value of each
    /// file, or all values that the filters let through. `filters` are in the order of their fields.
    pub fn warn_if_always_true(&mut self, judged: &XPath, filters: [Option<&Filter>; 2], condition: &Condition) {
        let Some(method) = self.method() else { return };
        let name = method.text.trim();
        // A function may return anything, for example strings for records.
        let is_as_extracted = filters[0].is_none_or(|filter| filter.choice().is_some());
        let fact = judged.special().filter(|fact| condition.is_unique() && fact.of_entries().is_none());
        let holds = !judged.labels().is_empty() && condition.holds_of_records()
            || judged.has_optional_label() && condition.requires_value();
        let fault = if is_as_extracted && holds {
            let message = format!("`{name}` is true for every record, whatever it contains");
            Fault::new(IssueCode::ConditionRecords, message, method.span)
                .help("select one node in `xpath`, or test the record in an expression or a function")
        } else if let Some(fact) = fact.filter(|_| is_as_extracted) {
            let fact = fact.name();
            let message = format!("`{name}` compares the values of one file, and each file has only one `{{{fact}}}`");
            let help = Condition::unique_in_all(&format!("{{{fact}}}"));
            Fault::new(IssueCode::ConditionUniqueFact, message, method.span).help(help)
        } else if let Some((field, help)) = self.dropping_filter(judged, filters, condition) {
            let message = format!("`{name}` is true for every value that `{field}` lets through");
            Fault::new(IssueCode::ConditionFiltered, message, method.span).help(help)
        } else {
            return;
        };
        self.report.warning(fault);
    }

    /// Returns the filter that drops every value which could fail, with a help text. A filter that has a warning
    /// already is skipped.
    fn dropping_filter(
        &self,
        judged: &XPath,
        filters: [Option<&Filter>; 2],
        condition: &Condition,
    ) -> Option<(&'static str, String)> {
        let (texts, null) = condition.failing_strings().filter(|(texts, _)| !texts.is_empty())?;
        let place = filters.iter().position(|filter| filter.is_some_and(|filter| filter.drops(&texts, null)))?;
        if self.report.diagnostics.warnings.iter().any(|warning| warning.code.has(CodeFlag::OfFilter)) {
            return None;
        }
        let spec = self.spec;
        let field = match (place, spec.text("subxpath")) {
            (0, Some(_)) => "subfilter",
            (0, None) => "filter",
            _ => "not_filter",
        };
        let is_of_texts = condition.requires_value() && judged.labels().is_empty();
        let demanded = spec.text(field).filter(|_| is_of_texts).map(|pattern| &*pattern.text);
        let help = match demanded.and_then(Condition::requiring) {
            Some(list) => format!("to require this of every value, remove the filter and write `{list}`"),
            None => "remove one of the two".to_owned(),
        };
        Some((field, help))
    }
}
