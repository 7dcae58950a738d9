//! Errors as JavaScript gets them.

use assay_engine::check::Unexplained;
use assay_engine::report::{Damaged, UnknownFormat};
use assay_engine::script::Unsettable;
use js_sys::Reflect;
use wasm_bindgen::JsValue;

/// What the engine refused: a short stable name of the kind, and a sentence.
#[derive(Debug)]
pub struct Error {
    code: &'static str,
    message: String,
}

/// The bytes were made by another version, or are not what they are taken for.
impl From<postcard::Error> for Error {
    fn from(error: postcard::Error) -> Self {
        Self { code: "unknown-bytes", message: format!("these bytes are not from this version of the engine: {error}") }
    }
}

impl From<Damaged> for Error {
    fn from(error: Damaged) -> Self {
        Self { code: "unknown-bytes", message: error.to_string() }
    }
}

impl From<UnknownFormat> for Error {
    fn from(error: UnknownFormat) -> Self {
        Self { code: "unknown-format", message: error.to_string() }
    }
}

impl From<Unexplained> for Error {
    fn from(error: Unexplained) -> Self {
        let code = match error {
            Unexplained::UnknownRule { .. } => "unknown-rule",
            Unexplained::SwitchedOff(_) => "switched-off",
            Unexplained::UnknownPath { .. } => "unknown-path",
        };
        Self { code, message: error.to_string() }
    }
}

impl From<Unsettable> for Error {
    fn from(error: Unsettable) -> Self {
        let code = match error {
            Unsettable::Unknown { .. } => "unknown-limit",
            Unsettable::OutOfBounds { .. } => "limit-out-of-bounds",
        };
        Self { code, message: error.to_string() }
    }
}

impl Error {
    /// Something that JavaScript must not do.
    pub(crate) fn misuse(message: &str) -> Self {
        Self { code: "misuse", message: message.to_owned() }
    }
}

/// An `Error` with a `code`, by which JavaScript tells it from the engine's end.
impl From<Error> for JsValue {
    fn from(Error { code, message }: Error) -> Self {
        let error = js_sys::Error::new(&message);
        // Setting a property of a fresh object cannot fail.
        let _ = Reflect::set(&error, &"code".into(), &code.into());
        error.into()
    }
}
