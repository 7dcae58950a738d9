//! Output for people and programs: reports of every kind.

use assay_engine::report::{Severity, Style};

use crate::error::Error;

/// Returns the style of output for people.
pub fn style(color: bool, width: Option<usize>, all: bool) -> Style {
    let plain = Style::default();
    Style { color, width: width.unwrap_or(plain.width), all, ..plain }
}

/// Returns the severity with that name. Fails if the severity is unknown.
pub fn severity(name: &str) -> Result<Severity, Error> {
    Severity::named(name).ok_or_else(|| Error::misuse("there is no such severity"))
}

/// Defines functions that return `inner` as JSON and in output formats.
macro_rules! shown {
    ($name:ident) => {
        #[wasm_bindgen]
        impl $name {
            /// Returns the value as JSON for JavaScript, with marked large integers.
            pub fn json(&self) -> String {
                assay_engine::text::json::for_javascript(&self.inner)
            }

            /// Returns the value in one of its output formats, as UTF-8. Findings are failures from the severity
            /// `fail_on`, or from the default one. Fails if the format or the severity is unknown.
            pub fn render(
                &self,
                format: &str,
                color: bool,
                width: Option<usize>,
                all: bool,
                fail_on: Option<String>,
            ) -> Result<Vec<u8>, Error> {
                let mut style = $crate::shown::style(color, width, all);
                if let Some(fail_on) = fail_on {
                    style.fail_on = $crate::shown::severity(&fail_on)?;
                }
                Ok(assay_engine::report::OutputFormat::named(format)?.render(&self.inner, style).into_bytes())
            }
        }
    };
}
