//! Limits of scripts and packages, set by JavaScript.

use std::collections::BTreeMap;

use assay_engine::script::Limits;
use assay_engine::system::package::PackageLimits;
use assay_engine::text::IssueCode;
use wasm_bindgen::JsValue;

use crate::error::Error;
use crate::input::read;

/// Returns `limits` with the values of a JavaScript object, numbers by name. Limits that are undefined in it do not
/// change. Fails if a limit is unknown or its value is not valid.
pub fn limits_over(mut limits: Limits, object: JsValue) -> Result<Limits, Error> {
    let given: Option<BTreeMap<String, Option<f64>>> = read(object, "limits must be an object of numbers by name")?;
    for (name, value) in given.into_iter().flatten() {
        if let Some(value) = value {
            limits.set(&name, value)?;
        }
    }
    Ok(limits)
}

/// Returns the limits of packages: the defaults with the values of the JSON object `json`. Fails if a limit is unknown
/// or its value is not a whole number.
pub fn package_limits_of(json: &str) -> Result<PackageLimits, Error> {
    let given: serde_json::Value = serde_json::from_str(json).map_err(|error| Error::of(IssueCode::Misuse, &error))?;
    let mut limits = PackageLimits::default();
    for (name, value) in given.as_object().into_iter().flatten() {
        let number = value.as_u64();
        if !limits.set(name, number.unwrap_or_default()) {
            let known = PackageLimits::NAMES.map(|(name, _)| format!("`{name}`")).join(", ");
            let message = format!("there is no limit `{name}` for packages: the limits are {known}");
            return Err(Error::of(IssueCode::UnknownLimit, &message));
        }
        if number.is_none() {
            return Err(Error::misuse(&format!("the limit `{name}` must be a whole number, not {value}")));
        }
    }
    Ok(limits)
}
