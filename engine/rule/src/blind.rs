//! Conditions that hold of all that comes to them: such a rule finds nothing, whatever is wrong.

use assay_document::extract::XPath;
use assay_document::text::{CodeFlag, Fault, IssueCode};
use assay_step::{Condition, Filter};

use super::compile::RuleCompiler;

impl RuleCompiler<'_> {
    /// Warns of a condition that holds of all that comes to it: of every record, of the one value of each file, or of what its
    /// filters, which come in the order of their fields, let through.
    pub fn tell_blind(&mut self, judged: &XPath, filters: [Option<&Filter>; 2], condition: &Condition) {
        let Some(method) = self.method() else { return };
        let name = method.text.trim();
        let is_as_extracted = filters[0].is_none_or(|filter| filter.choice().is_some());
        let fact = judged.special().filter(|fact| condition.is_unique() && fact.of_entries().is_none());
        let fault = if is_as_extracted && !judged.labels().is_empty() && condition.holds_of_records() {
            let message = format!("`{name}` holds of every record, whatever is in it");
            Fault::new(IssueCode::ConditionRecords, message, method.span)
                .help("name one node in `xpath`; what is in a record is asked in an expression or a function")
        } else if let Some(fact) = fact.filter(|_| is_as_extracted) {
            let fact = fact.name();
            let message = format!("`{name}` looks inside of one file, and each has one `{{{fact}}}`");
            let help = Condition::unique_in_all(&format!("{{{fact}}}"));
            Fault::new(IssueCode::ConditionUniqueFact, message, method.span).help(help)
        } else if let Some((field, help)) = self.shadowed(judged, filters, condition) {
            let message = format!("`{name}` holds of every value that `{field}` lets through");
            Fault::new(IssueCode::ConditionFiltered, message, method.span).help(help)
        } else {
            return;
        };
        self.report.warning(fault);
    }

    /// The filter that lets through nothing which could fail, and what to do about it. One that is odd itself has been told of.
    fn shadowed(
        &self,
        judged: &XPath,
        filters: [Option<&Filter>; 2],
        condition: &Condition,
    ) -> Option<(&'static str, String)> {
        let (texts, null) = condition.failing_texts().filter(|(texts, _)| !texts.is_empty())?;
        let place = filters.iter().position(|filter| filter.is_some_and(|filter| filter.drops(&texts, null)))?;
        if self.report.said.warnings.iter().any(|warning| warning.code.has(CodeFlag::OfFilter)) {
            return None;
        }
        let spec = self.spec;
        let field = match (place, spec.text("subxpath")) {
            (0, Some(_)) => "subfilter",
            (0, None) => "filter",
            _ => "not_filter",
        };
        let is_of_texts = condition.wants_value() && judged.labels().is_empty();
        let demanded = spec.text(field).filter(|_| is_of_texts).map(|pattern| &*pattern.text);
        let help = match demanded.and_then(Condition::demanding) {
            Some(list) => format!("to demand it of every value, leave the filter out and write `{list}`"),
            None => "leave one of the two out".to_owned(),
        };
        Some((field, help))
    }
}
