//! Converts values to strings.

use std::rc::Rc;

use rhai::{Array, Dynamic, Engine, FUNC_TO_DEBUG, FnPtr, ImmutableString, Map, NativeCallContext};

use crate::limits::{Limit, MAX_NESTING};
use crate::state::HostState;

/// The style in which a value is written.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum ValueStyle {
    /// As `print` writes it: a string as it is, but the elements of a list as code.
    Print,
    /// As code would write it.
    Code,
    Json,
}

pub(super) fn register(engine: &mut Engine, state: &Rc<HostState>) {
    functions! { engine, state,
        "to_string" | "to_debug" reads (state, context: NativeCallContext<'_>, list: &mut Array) {
            Ok(show_list(&context, &state, list))
        }
        "to_string" | "to_debug" reads (state, context: NativeCallContext<'_>, map: &mut Map) {
            Ok(show_map(&context, &state, map, ValueStyle::Code))
        }
        "to_json" reads (state, context: NativeCallContext<'_>, map: &mut Map) {
            Ok(show_map(&context, &state, map, ValueStyle::Json))
        }
    }
}

/// Converts a value to a string. If it exceeds the maximum size of a string, the text is cut off and the script stops
/// at its next step. This function must not fail, because Rhai would then format the value itself, without a limit.
pub(crate) fn show(
    context: &NativeCallContext<'_>,
    state: &HostState,
    value: &Dynamic,
    style: ValueStyle,
) -> ImmutableString {
    if let (ValueStyle::Print, Ok(text)) = (style, value.as_immutable_string_ref()) {
        return text.clone();
    }
    let mut writer = ValueWriter::new(context, state, style);
    writer.write(value, 0);
    writer.text.into()
}

pub(crate) fn show_list(context: &NativeCallContext<'_>, state: &HostState, list: &Array) -> ImmutableString {
    let mut writer = ValueWriter::new(context, state, ValueStyle::Code);
    writer.list(list, 0);
    writer.text.into()
}

/// Converts a map to a string.
pub(crate) fn show_map(
    context: &NativeCallContext<'_>,
    state: &HostState,
    map: &Map,
    style: ValueStyle,
) -> ImmutableString {
    let mut writer = ValueWriter::new(context, state, style);
    writer.map(map, 0);
    writer.text.into()
}

struct ValueWriter<'w> {
    context: &'w NativeCallContext<'w>,
    state: &'w HostState,
    style: ValueStyle,
    text: String,
    is_full: bool,
}

impl<'w> ValueWriter<'w> {
    const fn new(context: &'w NativeCallContext<'w>, state: &'w HostState, style: ValueStyle) -> Self {
        Self { context, state, style, text: String::new(), is_full: false }
    }

    fn push(&mut self, text: &str) {
        if self.is_full || self.state.meter.fit_text(self.text.len() + text.len()).is_err() {
            self.is_full = true;
        } else {
            self.text.push_str(text);
        }
    }

    fn write(&mut self, value: &Dynamic, depth: usize) {
        if self.is_full {
            return;
        }
        if depth > MAX_NESTING {
            let _ = self.state.meter.stop(Limit::Nesting);
            self.is_full = true;
        } else if let Ok(list) = value.as_array_ref() {
            self.list(&list, depth);
        } else if let Ok(map) = value.as_map_ref() {
            self.map(&map, depth);
        } else {
            self.single(value);
        }
    }

    fn list(&mut self, list: &Array, depth: usize) {
        self.push("[");
        for (at, item) in list.iter().enumerate() {
            self.push(if at > 0 { ", " } else { "" });
            self.inner(item, depth + 1);
        }
        self.push("]");
    }

    fn map(&mut self, map: &Map, depth: usize) {
        self.push(if self.style == ValueStyle::Json { "{" } else { "#{" });
        for (at, (key, item)) in map.iter().enumerate() {
            self.push(if at > 0 { ", " } else { "" });
            self.write_quoted(key);
            self.push(": ");
            self.inner(item, depth + 1);
        }
        self.push("}");
    }

    /// Writes an element of a list or a map.
    fn inner(&mut self, value: &Dynamic, depth: usize) {
        if self.style == ValueStyle::Print {
            self.style = ValueStyle::Code;
        }
        self.write(value, depth);
    }

    /// Writes a value that is neither a list nor a map.
    fn single(&mut self, value: &Dynamic) {
        if let Ok(text) = value.as_immutable_string_ref() {
            if self.style == ValueStyle::Print { self.push(&text) } else { self.write_quoted(&text) }
        } else if let Some(function) = value.read_lock::<FnPtr>() {
            self.push(&function.to_string());
        } else if self.style == ValueStyle::Json && value.is_unit() {
            self.push("null");
        } else if value.is_variant() {
            let debug = self.context.call_native_fn::<ImmutableString>(FUNC_TO_DEBUG, (value.clone(),));
            self.push(&debug.unwrap_or_else(|_| value.type_name().into()));
        } else if self.style == ValueStyle::Print {
            self.push(&value.to_string());
        } else {
            self.push(&format!("{value:?}"));
        }
    }

    fn write_quoted(&mut self, text: &str) {
        // Checked before the text is copied with its quotes and escapes, which may be large.
        if self.is_full || self.state.meter.fit_text(self.text.len() + text.len()).is_err() {
            self.is_full = true;
        } else if self.style == ValueStyle::Json {
            self.push(&serde_json::Value::from(text).to_string());
        } else {
            self.push(&format!("{text:?}"));
        }
    }
}
