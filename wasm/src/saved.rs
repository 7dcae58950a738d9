//! Reads saved reports from their JSON.

use assay_engine::report;
use js_sys::{ArrayBuffer, Function, Uint8Array};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use crate::error::Error;
use crate::report::Report;

/// Reads a report from its JSON. Fails if the text is not a report, is incomplete, or comes from another version.
#[wasm_bindgen(js_name = readReport)]
pub fn read_report(text: &str) -> Result<Report, Error> {
    Ok(Report { inner: report::Report::from_json(text)? })
}

/// Reads a report from its JSON in portions: `next` returns the next portion as bytes of UTF-8, and nothing at the end.
/// Fails if the text is not a report, is incomplete, or comes from another version.
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
    // A portion after the one that failed must not be read.
    .fuse();
    let read = report::Report::from_json_portions(&mut portions);
    failed.map_or_else(|| Ok(Report { inner: read.map_err(Error::from)? }), Err)
}
