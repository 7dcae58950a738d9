//! What people and programs are shown: reports of every kind.

use assay_engine::report::Style;

/// How something is rendered for people.
pub fn style(color: bool, width: Option<usize>, all: bool) -> Style {
    let plain = Style::default();
    Style { color, width: width.unwrap_or(plain.width), all }
}

/// Makes what is behind `inner` readable for JavaScript.
macro_rules! shown {
    ($name:ident) => {
        #[wasm_bindgen]
        impl $name {
            /// It as JSON for JavaScript, large integers marked.
            #[must_use]
            pub fn json(&self) -> String {
                assay_engine::text::json::for_javascript(&self.inner)
            }

            /// It in a format of its kind, as UTF-8.
            ///
            /// # Errors
            /// There is no such format.
            pub fn render(&self, format: &str, color: bool, width: Option<usize>, all: bool) -> Result<Vec<u8>, Error> {
                let style = $crate::shown::style(color, width, all);
                Ok(assay_engine::report::Format::named(format)?.render(&self.inner, style).into_bytes())
            }
        }
    };
}
