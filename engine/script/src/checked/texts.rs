//! Functions that change a string, or split it into a list.
//!
//! Functions that change a string also return it. Rhai's originals return nothing, so `d.trim() == ""` would never be
//! true.

use std::rc::Rc;

use rhai::{Array, Dynamic, Engine, INT, ImmutableString, NativeCallContext};

use super::shown::{ValueStyle, show};
use super::to_count;
use crate::complaint::Outcome;
use crate::state::HostState;

// Every overload of Rhai has its replacement: one replacement for values of any type would be found only after Rhai's
// functions for strings and characters.
pub(super) fn register(engine: &mut Engine, state: &Rc<HostState>) {
    functions! { engine, state,
        "append" changes (state, context: NativeCallContext<'_>, text: &mut ImmutableString, item: Dynamic) {
            let item = show(&context, &state, &item, ValueStyle::Print);
            state.meter.fit_text(text.len() + item.len())?;
            *text += item.as_str();
            Ok(())
        }
        "pad" changes (state, text: &mut ImmutableString, length: INT, with: char) {
            pad(&state, text, length, with.encode_utf8(&mut [0; 4]))
        }
        "pad" changes (state, text: &mut ImmutableString, length: INT, with: ImmutableString) {
            pad(&state, text, length, &with)
        }
        "replace" changes (state, text: &mut ImmutableString, old: ImmutableString, new: ImmutableString) {
            replace(&state, text, &old, &new)
        }
        "replace" changes (state, text: &mut ImmutableString, old: ImmutableString, new: char) {
            replace(&state, text, &old, new.encode_utf8(&mut [0; 4]))
        }
        "replace" changes (state, text: &mut ImmutableString, old: char, new: ImmutableString) {
            replace(&state, text, old.encode_utf8(&mut [0; 4]), &new)
        }
        "replace" changes (state, text: &mut ImmutableString, old: char, new: char) {
            replace(&state, text, old.encode_utf8(&mut [0; 4]), new.encode_utf8(&mut [0; 4]))
        }
        "trim" changes (_state, text: &mut ImmutableString) {
            let trimmed = text.trim();
            if trimmed.len() < text.len() {
                *text = trimmed.into();
            }
            Ok(text.clone())
        }
        "to_chars" reads (state, text: ImmutableString) {
            to_list(&state, text.len(), text.chars())
        }
        "split" reads (state, text: ImmutableString) {
            to_list(&state, text.len(), text.split_whitespace())
        }
        "split" reads (state, text: ImmutableString, at: ImmutableString) {
            to_list(&state, text.len(), text.split(at.as_str()))
        }
        "split" reads (state, text: ImmutableString, at: char) {
            to_list(&state, text.len(), text.split(at))
        }
        "rsplit" reads (state, text: ImmutableString, at: ImmutableString) {
            to_list(&state, text.len(), text.rsplit(at.as_str()))
        }
        "rsplit" reads (state, text: ImmutableString, at: char) {
            to_list(&state, text.len(), text.rsplit(at))
        }
        "split" reads (state, text: ImmutableString, at: ImmutableString, parts: INT) {
            to_list(&state, text.len(), text.splitn(count(parts), at.as_str()))
        }
        "split" reads (state, text: ImmutableString, at: char, parts: INT) {
            to_list(&state, text.len(), text.splitn(count(parts), at))
        }
        "rsplit" reads (state, text: ImmutableString, at: ImmutableString, parts: INT) {
            to_list(&state, text.len(), text.rsplitn(count(parts), at.as_str()))
        }
        "rsplit" reads (state, text: ImmutableString, at: char, parts: INT) {
            to_list(&state, text.len(), text.rsplitn(count(parts), at))
        }
    }
}

/// Returns the number of parts that a script requested, at least one.
fn count(parts: INT) -> usize {
    to_count(parts).max(1)
}

/// Returns a list of the strings that an iterator yields.
fn to_list<T: Into<Dynamic>>(state: &HostState, length: usize, parts: impl Iterator<Item = T>) -> Outcome<Array> {
    state.meter.charge(length)?;
    // One part more than a list may have is enough to detect the limit.
    let limit = state.meter.limits.list;
    let list: Array = parts.take(limit + 1).map(Into::into).collect();
    state.meter.fit_list(list.len())?;
    Ok(list)
}

/// Appends `with` to the string until it has `length` characters.
fn pad(state: &HostState, text: &mut ImmutableString, length: INT, with: &str) -> Outcome<ImmutableString> {
    let missing = to_count(length).saturating_sub(text.chars().count());
    if missing == 0 || with.is_empty() {
        return Ok(text.clone());
    }
    let characters = with.chars().count();
    let whole = missing / characters;
    let rest: String = with.chars().take(missing % characters).collect();
    state.meter.fit_text(text.len().saturating_add(with.len().saturating_mul(whole)).saturating_add(rest.len()))?;
    *text = format!("{text}{}{rest}", with.repeat(whole)).into();
    Ok(text.clone())
}

/// Replaces every `old` in the string.
fn replace(state: &HostState, text: &mut ImmutableString, old: &str, new: &str) -> Outcome<ImmutableString> {
    state.meter.charge(text.len())?;
    // A shorter replacement cannot make the string too long.
    if new.len() > old.len() {
        let times = text.matches(old).count();
        state.meter.fit_text(text.len().saturating_add(times.saturating_mul(new.len() - old.len())))?;
    }
    *text = text.replace(old, new).into();
    Ok(text.clone())
}
