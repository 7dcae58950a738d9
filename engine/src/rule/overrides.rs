//! What a project says of rules that are not its own: how much their findings matter, or that they are not run.

use super::file_text::Site;
use super::loader::Loaded;
use crate::report::{Problem, Severity};
use crate::text::{Fault, Span, nearest};

/// How much findings of a rule matter to a project, in place of what the rule says.
#[derive(Clone, Debug)]
pub struct Override {
    /// The name of the rule.
    pub rule: String,
    /// How much; nothing switches the rule off.
    pub severity: Option<Severity>,
    /// Where the project says so.
    pub site: Site,
}

/// Applies `overrides` to the rules of files, and says which of them are of no rule: a rule that was meant would go on as before.
pub(super) fn apply(overrides: &[Override], files: &mut [Loaded]) -> Vec<Problem> {
    let mut unknown = Vec::new();
    for Override { rule, severity, site } in overrides {
        let mut is_known = false;
        for spec in files.iter_mut().flat_map(|file| &mut file.spec.rules).filter(|spec| spec.called == *rule) {
            is_known = true;
            spec.enabled &= severity.is_some();
            spec.overridden = *severity;
        }
        if !is_known {
            let names = files.iter().flat_map(|file| &file.spec.rules).map(|spec| spec.called.as_str());
            let near = nearest(rule, names).map(|near| format!("did you mean `{near}`?"));
            let fault = Fault::new("config-unknown-rule", format!("there is no rule `{rule}`"), Span::at(0));
            let help = near.unwrap_or_else(|| "take it out, if the rule is gone".to_owned());
            unknown.push(Problem { in_rules: false, ..site.clone().say(fault.help(help)) });
        }
    }
    unknown
}
