//! Applies the overrides of a project to the rules of files.

use assay_document::text::{Fault, IssueCode, Span, nearest};
use assay_report::{Problem, REPEATED_KEY, Severity};

use super::loader::LoadedRuleFile;
use super::overrides::{Override, SwitchedOff};

/// Applies `overrides` to the rules of files, and to the severity of `repeated-key`, which every run has. Returns a
/// problem for each override that names no known rule: the rule that was meant goes on as before.
pub(super) fn apply_overrides(
    overrides: &[Override],
    files: &mut [LoadedRuleFile],
    repeated_key: &mut Option<Severity>,
) -> Vec<Problem> {
    let mut unknown = Vec::new();
    for Override { rule, severity, site } in overrides {
        let mut is_known = rule == REPEATED_KEY;
        if is_known {
            *repeated_key = *severity;
        }
        for spec in files.iter_mut().flat_map(|file| &mut file.spec.rules).filter(|spec| spec.called == *rule) {
            is_known = true;
            if spec.enabled && severity.is_none() {
                spec.enabled = false;
                spec.off = SwitchedOff::By { path: site.path.clone(), line: site.region.start.line };
            }
            spec.overridden = *severity;
        }
        if !is_known {
            let names = files.iter().flat_map(|file| &file.spec.rules).map(|spec| spec.called.as_str());
            // `json-repeated-key` is what readers call it.
            let part = rule.ends_with(REPEATED_KEY).then_some(REPEATED_KEY);
            let near = part.or_else(|| nearest(rule, names.chain([REPEATED_KEY])));
            let near = near.map(|near| format!("did you mean `{near}`?"));
            let fault = Fault::new(IssueCode::ConfigUnknownRule, format!("there is no rule `{rule}`"), Span::at(0));
            let help = near.unwrap_or_else(|| "take it out, if the rule is gone".to_owned());
            unknown.push(Problem { in_rules: false, ..site.clone().say(fault.help(help)) });
        }
    }
    unknown
}
