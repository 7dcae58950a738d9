//! Saved reports, read from the JSON that they were written in.

use assay_engine::report;
use js_sys::{ArrayBuffer, Function, Uint8Array};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use crate::error::Error;
use crate::report::Report;

/// Reads a report from its JSON.
///
/// # Errors
/// The text is something else, of another version, or not whole.
#[wasm_bindgen(js_name = readReport)]
pub fn read_report(text: &str) -> Result<Report, Error> {
    Ok(Report::new(report::Report::from_json(text)?))
}

/// Reads a report from its JSON, which comes in portions: `next` gives the next one as bytes of UTF-8, and nothing at the end.
///
/// # Errors
/// The text is something else, of another version, or not whole.
#[wasm_bindgen(js_name = readReportPortions)]
pub fn read_report_portions(next: &Function) -> Result<Report, JsValue> {
    let mut failed = None;
    let mut portions = std::iter::from_fn(|| match next.call0(&JsValue::NULL) {
        Ok(portion) if portion.is_undefined() => None,
        Ok(portion) if ArrayBuffer::is_view(&portion) => Some(portion.unchecked_ref::<Uint8Array>().to_vec()),
        other => {
            failed = Some(other.map_or_else(|error| error, |_| Error::misuse("expected bytes").into()));
            None
        }
    })
    .fuse();
    let read = report::Report::from_json_portions(&mut portions);
    failed.map_or_else(|| Ok(Report::new(read.map_err(Error::from)?)), Err)
}
