//! Limits of scripts and packages, as JavaScript sets them.

use assay_engine::script::Limits;
use assay_engine::system::package::PackageLimits;
use js_sys::{Array, Object};

use crate::error::Error;
use assay_engine::text::IssueCode;

/// The limits with those of an object in place of the defaults: numbers by name. What is undefined is left as it is.
///
/// # Errors
/// There is no such limit, or it does not take that value.
pub fn limits_of(object: Option<&Object>) -> Result<Limits, Error> {
    limits_over(Limits::default(), object)
}

/// Like [`limits_of`], with `limits` in place of the defaults.
///
/// # Errors
/// There is no such limit, or it does not take that value.
pub fn limits_over(mut limits: Limits, object: Option<&Object>) -> Result<Limits, Error> {
    for entry in object.iter().flat_map(|object| Object::entries(object).to_vec()) {
        let entry = Array::from(&entry);
        let (name, value) = (entry.get(0).as_string().unwrap_or_default(), entry.get(1));
        if !value.is_undefined() {
            limits.set(&name, value.as_f64().unwrap_or(f64::NAN))?;
        }
    }
    Ok(limits)
}

/// Returns the limits of packages, with those of the JSON object `json` in place of the defaults.
///
/// # Errors
/// Fails on an unknown limit, and on a value that is not a whole number.
pub fn package_limits_of(json: &str) -> Result<PackageLimits, Error> {
    let given: serde_json::Value = serde_json::from_str(json).map_err(|error| Error::of(IssueCode::Misuse, &error))?;
    let mut limits = PackageLimits::default();
    for (name, value) in given.as_object().into_iter().flatten() {
        let number = value.as_u64();
        if !limits.set(name, number.unwrap_or_default()) {
            let known = PackageLimits::NAMES.map(|(name, _)| format!("`{name}`")).join(", ");
            let message = format!("there is no limit `{name}` of packages: there are {known}");
            return Err(Error::of(IssueCode::UnknownLimit, &message));
        }
        if number.is_none() {
            return Err(Error::misuse(&format!("expected a whole number as the limit `{name}`, not {value}")));
        }
    }
    Ok(limits)
}
