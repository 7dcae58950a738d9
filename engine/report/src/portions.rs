//! Output in portions, so that a report with millions of findings is never in memory as a whole.

use super::Style;

/// The approximate number of bytes of a portion.
const PORTION: usize = 1 << 18;

/// Appends the next part of the output to a buffer; returns false after the last part.
pub(super) type PortionWriter<T> = Box<dyn FnMut(&T, &mut Vec<u8>) -> bool>;

/// Returns a writer of the whole output at once, for output that is never long.
pub(super) fn whole<T: 'static>(style: Style, write: fn(&T, Style) -> String) -> PortionWriter<T> {
    Box::new(move |value, text| {
        *text = write(value, style).into_bytes();
        false
    })
}

/// The output of one report, trace or test result in one format, portion by portion.
pub struct Rendering<T: 'static> {
    /// `None` once everything has been written.
    pub(super) writer: Option<PortionWriter<T>>,
}

impl<T> Rendering<T> {
    /// Returns the next portion as UTF-8; `None` after the last one. `value` must be the same for all portions.
    pub fn next(&mut self, value: &T) -> Option<Vec<u8>> {
        let write = self.writer.as_mut()?;
        // A portion ends with the finding, or the document, that fills it.
        let mut text = Vec::with_capacity(PORTION + PORTION / 4);
        while text.len() < PORTION {
            if !write(value, &mut text) {
                self.writer = None;
                break;
            }
        }
        Some(text)
    }
}
