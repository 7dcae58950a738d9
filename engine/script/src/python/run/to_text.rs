//! `str` and `repr`: strings for values, as in Python.

use std::fmt::Write;

use super::context::Context;
use super::depth::{DEPTH, deeper};
use super::mapping::find;
use super::number::spell_float;
use super::raised::Raised;
use super::text::{check_size, is_printable};
use super::value::{Run, Value};

/// `str(value)`: a string as it is, anything else as in [`repr`].
pub(super) fn str(context: &Context<'_>, value: &Value) -> Run<String> {
    match value {
        Value::Text(text) => Ok(text.to_string()),
        _ => repr(context, value),
    }
}

/// `repr(value)`: the code that an expression would use.
pub(super) fn repr(context: &Context<'_>, value: &Value) -> Run<String> {
    let mut spelled = String::new();
    spell(context, &mut spelled, value, DEPTH)?;
    Ok(spelled)
}

fn spell(context: &Context<'_>, out: &mut String, value: &Value, depth: usize) -> Run<()> {
    let deeper = || deeper(depth);
    match value {
        Value::None => out.push_str("None"),
        Value::Bool(bool) => out.push_str(if *bool { "True" } else { "False" }),
        Value::Int(int) => out.push_str(&int.to_string()),
        Value::Large(large) => out.push_str(&large.to_string()),
        Value::Float(float) => out.push_str(&spell_float(*float)),
        Value::Spelled(spelled) => spell(context, out, &spelled.0.clone().into(), depth)?,
        Value::Text(text) => quote(out, text),
        Value::List(list) => series(context, out, ["[", "]"], list, deeper()?)?,
        Value::Tuple(tuple) if tuple.len() == 1 => series(context, out, ["(", ",)"], tuple, deeper()?)?,
        Value::Tuple(tuple) => series(context, out, ["(", ")"], tuple, deeper()?)?,
        mapping @ (Value::Record(_) | Value::Dict(_)) => {
            let deeper = deeper()?;
            for (at, key) in mapping.keys().iter().enumerate() {
                out.push_str(if at == 0 { "{" } else { ", " });
                spell(context, out, key, deeper)?;
                out.push_str(": ");
                spell(context, out, &find(context, mapping, key)?.unwrap_or(Value::None), deeper)?;
            }
            out.push_str(if mapping.keys().is_empty() { "{}" } else { "}" });
        }
        Value::Element(element) => {
            let _ = write!(out, "{:?}", *element);
        }
        // Python's order differs from one process to the next, so a rule cannot depend on it.
        Value::Set(_) => {
            let raised = Raised::unsupported("a set is unordered, so it cannot be converted to a string");
            return Err(raised.help("write `str(sorted(…))`").into());
        }
        other => return Err(Raised::unsupported(format!("{} cannot be converted to a string", other.noun())).into()),
    }
    check_size(context, out.len())
}

fn series(context: &Context<'_>, out: &mut String, [open, close]: [&str; 2], items: &[Value], depth: usize) -> Run<()> {
    out.push_str(open);
    for (at, item) in items.iter().enumerate() {
        out.push_str(if at == 0 { "" } else { ", " });
        spell(context, out, item, depth)?;
    }
    out.push_str(close);
    Ok(())
}

/// Writes a string in quotes: in double quotes if it contains only single quotes.
fn quote(out: &mut String, text: &str) {
    let quote = if text.contains('\'') && !text.contains('"') { '"' } else { '\'' };
    out.push(quote);
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '\\' => out.push_str("\\\\"),
            c if c == quote => out.extend(['\\', c]),
            c if is_printable(c) => out.push(c),
            c => escape(out, u32::from(c)),
        }
    }
    out.push(quote);
}

/// Writes the escape sequence of a character, with the same number of digits as Python.
fn escape(out: &mut String, code: u32) {
    let _ = match code {
        0..=0xff => write!(out, "\\x{code:02x}"),
        0x100..=0xffff => write!(out, "\\u{code:04x}"),
        _ => write!(out, "\\U{code:08x}"),
    };
}
