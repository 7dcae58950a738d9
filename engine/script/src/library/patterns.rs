//! Regular expressions.

use std::rc::Rc;

use assay_document::text::{BacktrackLimit, Pattern, SearchBudget, Steps};
use rhai::{Array, Dynamic, Engine, EvalAltResult, ImmutableString};

use super::template::ReplaceTemplate;
use crate::complaint::{Complaint, Outcome};
use crate::state::HostState;

pub(super) fn register(engine: &mut Engine, state: &Rc<HostState>) {
    functions! { engine, state,
        "matches" reads (state, text: ImmutableString, regex: ImmutableString) {
            matches(&state, &text, &regex)
        }
        "captures" reads (state, text: ImmutableString, regex: ImmutableString) {
            let pattern = pattern_for(&state, &text, &regex)?;
            let found = run_search(&state, &regex, |pace| pattern.captures(&text, pace))?;
            let group = |group: Option<&str>| group.map_or(Dynamic::UNIT, Into::into);
            Ok(found.map_or_else(Array::new, |found| (0..found.len()).map(|at| group(found.get(at))).collect()))
        }
        "replace_all" reads (state, text: ImmutableString, regex: ImmutableString, with: ImmutableString) {
            let pattern = pattern_for(&state, &text, &regex)?;
            replace_matches(&state, &text, &pattern, &ReplaceTemplate::parse(&with, &pattern)?).map(ImmutableString::from)
        }
    }
}

/// Returns true if a regular expression is found in a string.
///
/// # Errors
/// The regular expression does not compile, or a limit is reached.
pub(crate) fn matches(state: &HostState, text: &str, regex: &str) -> Outcome<bool> {
    let pattern = pattern_for(state, text, regex)?;
    run_search(state, regex, |pace| pattern.is_match_within(text, pace))
}

/// Returns a pattern for a string, and charges the length of the string as work.
fn pattern_for(state: &HostState, text: &str, regex: &str) -> Outcome<Pattern> {
    state.meter.charge(text.len())?;
    state.known.patterns.get(regex)
}

/// Runs a search. It is an error if the script runs out of time during the search, or if the pattern takes too long.
fn run_search<T>(
    state: &HostState,
    regex: &str,
    search: impl FnOnce(&SearchBudget<'_>) -> Result<T, BacktrackLimit>,
) -> Outcome<T> {
    /// The number of steps of a search that take about a millisecond.
    const STEPS: f64 = 100_000.0;
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a float saturates")]
    let at_once = (state.meter.limits.milliseconds * STEPS) as usize;
    let pace = SearchBudget { at_once, go_on: &|| state.meter.check_limits().is_none(), steps: Steps::PER_FILE };
    search(&pace).map_err(|_| match state.meter.hit() {
        Some(limit) => state.meter.stop(limit),
        None => too_long(regex),
    })
}

/// Replaces every match of the pattern in the string.
fn replace_matches(
    state: &HostState,
    text: &str,
    pattern: &Pattern,
    template: &ReplaceTemplate<'_>,
) -> Outcome<String> {
    let mut made = String::new();
    let mut end = 0;
    run_search(state, pattern.source(), |pace| {
        pattern.for_each_match(text, pace, |groups| {
            made.push_str(&text[end..groups.span().start() as usize]);
            template.write(&groups, &mut made);
            end = groups.span().end() as usize;
            made.len() <= state.meter.limits.text
        })
    })?;
    state.meter.fit_text(made.len() + text.len() - end)?;
    made.push_str(&text[end..]);
    Ok(made)
}

fn too_long(regex: &str) -> Box<EvalAltResult> {
    let message = format!("the regular expression `{regex}` takes too long on this string");
    Complaint::raise(message, "avoid repetitions within repetitions, such as `(a+)+`")
}
