//! Texts that are made in portions: of a report on millions of findings no text is in memory as a whole.

use std::fmt;

use super::Style;

/// Bytes of a portion, about.
const PORTION: usize = 1 << 18;

/// A text in the making that is never there as a whole.
pub(super) trait Portions<T> {
    /// Writes some more of what is shown to the end of `text`; false when that was all.
    fn write(&mut self, shown: &T, text: &mut Vec<u8>) -> bool;
}

/// The way in which a format writes its output.
pub(super) enum FormatWriter<T: 'static> {
    /// At once, as it is never long.
    Whole(fn(&T, Style) -> String),
    /// In portions.
    Portions(fn(Style) -> Box<dyn Portions<T>>),
}

impl<T> fmt::Debug for FormatWriter<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Whole(_) => "Whole",
            Self::Portions(_) => "Portions",
        })
    }
}

impl<T> Clone for FormatWriter<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for FormatWriter<T> {}

/// A report, or whatever else is shown, in one format, portion by portion.
pub struct Rendering<T: 'static> {
    state: PortionState<T>,
}

enum PortionState<T: 'static> {
    Whole(fn(&T, Style) -> String, Style),
    Portions(Box<dyn Portions<T>>),
    Done,
}

impl<T> Rendering<T> {
    pub(super) fn new(writer: FormatWriter<T>, style: Style) -> Self {
        let state = match writer {
            FormatWriter::Whole(write) => PortionState::Whole(write, style),
            FormatWriter::Portions(begin) => PortionState::Portions(begin(style)),
        };
        Self { state }
    }

    /// Returns the next portion as UTF-8; `None` after the last one. `shown` must be the same for all portions.
    pub fn next(&mut self, shown: &T) -> Option<Vec<u8>> {
        match &mut self.state {
            PortionState::Whole(write, style) => {
                let text = write(shown, *style).into_bytes();
                self.state = PortionState::Done;
                Some(text)
            }
            PortionState::Portions(portions) => {
                let mut text = Vec::with_capacity(PORTION + PORTION / 4);
                while text.len() < PORTION {
                    if !portions.write(shown, &mut text) {
                        self.state = PortionState::Done;
                        break;
                    }
                }
                Some(text)
            }
            PortionState::Done => None,
        }
    }
}
