//! Limits of scripts, as JavaScript sets them.

use assay_engine::script::Limits;
use js_sys::{Array, Object};

use crate::error::Error;

/// The limits with those of an object in place of the defaults: numbers by name. What is undefined is left as it is.
///
/// # Errors
/// There is no such limit, or it does not take that value.
pub fn limits_of(object: Option<&Object>) -> Result<Limits, Error> {
    limits_over(Limits::default(), object)
}

/// The same with those of an object in place of `limits`.
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
