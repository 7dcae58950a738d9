//! Errors in the form in which JavaScript gets them.

use assay_engine::check::{Unexplained, Unmergeable};
use assay_engine::report::{Damaged, Problem, ProblemCode, UnknownFormat, UnreadableReport};
use assay_engine::script::Unsettable;
use assay_engine::system::asset_list::{Duplicate, Incomparable, RunError, Unwritable};
use assay_engine::text::{Fault, IssueCode};
use js_sys::Reflect;
use wasm_bindgen::JsValue;

/// An error of the engine: a stable code, a message, and the place if it is known.
#[derive(Debug)]
pub struct Error {
    code: ProblemCode,
    message: String,
    path: Option<String>,
    line: Option<u32>,
    /// The column, in UTF-16 units.
    column: Option<u32>,
}

/// The bytes come from another version, or are not of the expected kind.
impl From<postcard::Error> for Error {
    fn from(error: postcard::Error) -> Self {
        Self::of(IssueCode::UnknownBytes, &format!("these bytes are not from this version of the engine: {error}"))
    }
}

/// Converts errors that have one code each.
macro_rules! coded {
    ($($error:ident => $code:ident),+) => {$(
        impl From<$error> for Error {
            fn from(error: $error) -> Self {
                Self::of(IssueCode::$code, &error)
            }
        }
    )+};
}

coded!(
    Damaged => UnknownBytes,
    Duplicate => AssetListDuplicate,
    UnknownFormat => UnknownFormat,
    Unmergeable => Unmergeable
);

impl From<UnreadableReport> for Error {
    fn from(error: UnreadableReport) -> Self {
        let place = error.place();
        let (line, column) = (place.map(|place| place.line), place.map(|place| place.column));
        Self { line, column, ..Self::of(IssueCode::UnknownReport, &error) }
    }
}

impl From<Unexplained> for Error {
    fn from(error: Unexplained) -> Self {
        let code = match error {
            Unexplained::UnknownRule { .. } => IssueCode::UnknownRule,
            Unexplained::SwitchedOff(..) => IssueCode::SwitchedOff,
            Unexplained::UnknownPath { .. } => IssueCode::UnknownPath,
        };
        Self::of(code, &error)
    }
}

impl From<Unsettable> for Error {
    fn from(error: Unsettable) -> Self {
        let code = match error {
            Unsettable::Unknown { .. } => IssueCode::UnknownLimit,
            Unsettable::OutOfBounds { .. } => IssueCode::LimitOutOfBounds,
        };
        Self::of(code, &error)
    }
}

impl From<Box<Problem>> for Error {
    fn from(problem: Box<Problem>) -> Self {
        let Problem { code, message, help, path, region, .. } = *problem;
        let message = help.map_or(message.clone(), |help| format!("{message}; {help}"));
        let start = region.map(|region| region.start);
        Self { code, message, path, line: start.map(|start| start.line), column: start.map(|start| start.column) }
    }
}

impl From<Incomparable> for Error {
    fn from(error: Incomparable) -> Self {
        let code = match error {
            Incomparable::Duplicate { .. } => IssueCode::AssetListDuplicate,
            Incomparable::NoId { .. } => IssueCode::AssetListNoId,
            Incomparable::NoEntries { .. } => IssueCode::AssetListNoEntries,
            Incomparable::CountOfNone | Incomparable::CountBeyond { .. } => IssueCode::AssetListCount,
        };
        Self::of(code, &error)
    }
}

impl From<RunError> for Error {
    fn from(error: RunError) -> Self {
        Self { path: error.list().map(str::to_owned), ..Self::of(error.code(), &error) }
    }
}

impl From<Unwritable> for Error {
    fn from(error: Unwritable) -> Self {
        let code = match error {
            Unwritable::Lists { .. } => IssueCode::PlanUnwritable,
            Unwritable::Character { .. } => IssueCode::AssetListCharacter,
        };
        Self::of(code, &error)
    }
}

impl Error {
    /// Returns an error with the code `code`.
    pub(crate) fn of(code: IssueCode, message: &impl ToString) -> Self {
        Self { code: code.into(), message: message.to_string(), path: None, line: None, column: None }
    }

    /// Returns an error for a wrong use of the module by JavaScript.
    pub(crate) fn misuse(message: &str) -> Self {
        Self::of(IssueCode::Misuse, &message)
    }

    /// Returns an error for a fault in `text`, which is not part of a file.
    pub(crate) fn in_text(text: &str, fault: Fault) -> Self {
        let before = text.get(..fault.span.start() as usize).unwrap_or_default();
        let column = u32::try_from(before.encode_utf16().count() + 1).ok();
        let message = fault.help.map_or(fault.message.clone(), |help| format!("{}; {help}", fault.message));
        Self { column, line: Some(1), ..Self::of(fault.code, &message) }
    }
}

/// Returns an `Error` with a `code`, which distinguishes it from a panic, and with the place if it is known.
impl From<Error> for JsValue {
    fn from(Error { code, message, path, line, column }: Error) -> Self {
        let error = js_sys::Error::new(&message);
        // Setting a property of a new object cannot fail.
        let set = |name: &str, value: Self| drop(Reflect::set(&error, &name.into(), &value));
        set("code", code.as_str().into());
        set("path", path.into());
        set("line", line.into());
        set("column", column.into());
        error.into()
    }
}
