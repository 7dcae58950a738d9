//! Scripts that stopped while a file was filtered or judged.

use assay_document::text::counted;
use assay_script::ScriptError;

/// A script that stopped before its end. For the values on which it stopped, the result is unknown.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct StoppedScript {
    /// The error that stopped the script, and its place.
    pub error: Box<ScriptError>,
    /// The work for which the script was called.
    pub work: Work,
}

/// The work for which a script was called.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Work {
    /// A function of this name, for all values of a file at once.
    Function(String),
    /// An expression, for one value after another.
    Expression {
        /// The first value that stopped it, as messages show it.
        value: String,
        /// The number of values that stopped it.
        count: usize,
    },
}

impl StoppedScript {
    /// Returns the message that the script stopped on the file at `path`, in one sentence.
    pub fn message(&self, path: &str) -> String {
        let reason = &self.error.message;
        match &self.work {
            Work::Function(name) => format!("`{name}` stopped on {path}: {reason}"),
            Work::Expression { value, count: 1 } => format!("the expression stopped on {value} in {path}: {reason}"),
            Work::Expression { value, count } => {
                let others = counted(count - 1, "more value", "more values");
                format!("the expression stopped on {value} and {others} in {path}: {reason}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use assay_document::text::{IssueCode, Span};
    use assay_script::{ScriptError, ScriptPlace};

    use super::{StoppedScript, Work};

    #[test]
    fn messages_name_the_script_and_the_value_or_file() {
        let expression = |count| Work::Expression { value: "`x`".to_owned(), count };
        for (work, message) in [
            (Work::Function("no_gaps".to_owned()), "`no_gaps` stopped on a.xml: it went wrong"),
            (expression(1), "the expression stopped on `x` in a.xml: it went wrong"),
            (expression(2), "the expression stopped on `x` and 1 more value in a.xml: it went wrong"),
            (expression(7), "the expression stopped on `x` and 6 more values in a.xml: it went wrong"),
        ] {
            let place = ScriptPlace::Expression { span: Span::at(0) };
            let error = ScriptError {
                code: IssueCode::ScriptError,
                message: "it went wrong".to_owned(),
                help: None,
                suggestion: None,
                place,
            };
            assert_eq!(StoppedScript { error: Box::new(error), work }.message("a.xml"), message);
        }
    }
}
