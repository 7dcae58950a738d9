//! The library functions `finding`, for values that fail a condition, and `print` and `debug`.

use std::rc::Rc;

use rhai::{Array, Dynamic, Engine, FLOAT, FnPtr, ImmutableString, Map, NativeCallContext, Variant};

use crate::checked::{ValueStyle, show, show_list, show_map};
use crate::complaint::{NotChecked, Outcome};
use crate::state::HostState;

/// A failed value and its message. Messages use the name of this type for its kind (see
/// [`kind::type_name`](crate::kind)).
#[derive(Clone, Debug)]
pub(crate) struct Finding {
    pub value: Dynamic,
    pub message: ImmutableString,
    /// Other values that belong to it.
    pub related: Array,
}

pub(super) fn register(engine: &mut Engine, state: &Rc<HostState>) {
    engine.register_type_with_name::<Finding>("Finding");
    engine
        .register_get("value", |finding: &mut Finding| finding.value.clone())
        .register_get("message", |finding: &mut Finding| finding.message.clone());
    functions! { engine, state,
        "finding" reads (state, context: NativeCallContext<'_>, value: Dynamic, message: Dynamic) {
            finding(&context, &state, value, &message, Array::new())
        }
        "finding" reads (state, context: NativeCallContext<'_>, value: Dynamic, message: Dynamic, related: Dynamic) {
            // A list that is not a list of a record contains several related values.
            let is_several = related.is_array() && related.tag() == 0;
            let related = if is_several { related.into_array().unwrap_or_default() } else { vec![related] };
            finding(&context, &state, value, &message, related)
        }
        "not_checked" reads (_state, reason: ImmutableString) {
            Err::<(), _>(NotChecked::raise(reason.as_str()))
        }
        "to_string" reads (_state, finding: &mut Finding) {
            Ok(finding.message.clone())
        }
        "to_debug" reads (_state, finding: &mut Finding) {
            Ok(format!("finding({:?})", finding.message.as_str()))
        }
        "print" | "debug" reads (state, context: NativeCallContext<'_>, list: &mut Array) {
            Ok(print(&context, &state, &show_list(&context, &state, list)))
        }
        "print" | "debug" reads (state, context: NativeCallContext<'_>, map: &mut Map) {
            Ok(print(&context, &state, &show_map(&context, &state, map, ValueStyle::Code)))
        }
    }
    // Rhai has separate functions for each of these types, and prefers them to a generic one.
    printer::<ImmutableString>(engine, state);
    printer::<char>(engine, state);
    printer::<bool>(engine, state);
    printer::<FLOAT>(engine, state);
    printer::<()>(engine, state);
    printer::<FnPtr>(engine, state);
    printer::<Dynamic>(engine, state);
}

fn finding(
    context: &NativeCallContext<'_>,
    state: &HostState,
    value: Dynamic,
    message: &Dynamic,
    related: Array,
) -> Outcome<Dynamic> {
    let mut value = value.flatten();
    state.origins.note_made(&mut value);
    let related: Array = related.into_iter().map(Dynamic::flatten).collect();
    state.meter.fit_inside(&value, 1)?;
    state.meter.fit_list(related.len())?;
    let message = show(context, state, message, ValueStyle::Print);
    Ok(Dynamic::from(Finding { value, message, related }))
}

/// Registers `print` and `debug` for one type.
fn printer<T: Variant + Clone>(engine: &mut Engine, state: &Rc<HostState>) {
    for (name, style) in [("print", ValueStyle::Print), ("debug", ValueStyle::Code)] {
        let state = Rc::clone(state);
        engine.register_fn(name, move |context: NativeCallContext<'_>, value: T| {
            let text = show(&context, &state, &Dynamic::from(value), style);
            print(&context, &state, &text)
        });
    }
}

/// Keeps a string for the trace. Rhai requires a return value, which is not used.
fn print(context: &NativeCallContext<'_>, state: &HostState, text: &str) -> ImmutableString {
    state.prints.push(text, state.place(context.call_source().unwrap_or_default(), context.call_position()));
    ImmutableString::new()
}
