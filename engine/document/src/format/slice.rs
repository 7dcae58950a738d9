//! Slices of a long XML file, which several workers read at the same time.
//!
//! A file is cut between two children of one element. The places are found without reading the file: a line break and
//! the same indentation as between the first children, in front of a start tag. Such a place may be in a comment, or
//! between the children of another element. The reader of the slice in front of it notices that, because it does not
//! end inside the same elements as those in which the next slice begins. The slices of the file cannot be used then.

use std::borrow::Cow;

use memchr::memmem;

use super::long::Long;
use super::part::{Slice, TextPortion};
use super::xml::XmlDocument;
use super::{Scalar, Sink, Tag};
use crate::text::Span;

/// The number of bytes in which the first children are expected at the start of a file, and in which a place to cut is
/// searched.
const WINDOW: usize = 256 << 10;

/// The slices of a file.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Slices {
    /// The names of the nested elements in which all slices begin, from the root down.
    pub around: Vec<String>,
    /// The slices, in order. There are at least two.
    pub slices: Vec<Slice>,
}

impl Slices {
    /// Cuts a file into about `count` slices; `None` if no places to cut it are found.
    pub(super) fn find(long: &Long, count: u32) -> Option<Self> {
        let size = u32::try_from(long.size()).ok()?;
        // An element that contains most of the file is open in the middle of it.
        let head = long.read_window(0, WINDOW.min(size as usize / 2))?;
        let mut siblings = Siblings { text: &head, open: Vec::new() };
        let part = TextPortion { text: &head, base: 0, is_last: false };
        XmlDocument::default().read(part, &mut siblings).ok()?;
        let open = siblings.open;
        // Between the children of an outer element no place is found if one of them contains most of the file.
        (0..open.len()).find_map(|depth| Self::between_children(long, &open[..=depth], size, count))
    }

    /// Cuts a file between the children of the innermost of these nested elements.
    fn between_children(long: &Long, around: &[OpenElement], size: u32, count: u32) -> Option<Self> {
        let OpenElement { head, separator, .. } = around.last()?;
        let mark = format!("{}<", separator.as_ref()?);
        let length = (size - head) / count;
        let mut cuts: Vec<u32> =
            (1..count).filter_map(|number| find_cut(long, head + number * length, &mark)).collect();
        cuts.dedup();
        let starts = std::iter::once(*head).chain(cuts.iter().copied());
        let ends = cuts.iter().copied().chain([size]);
        let count = u32::try_from(cuts.len() + 1).ok().filter(|count| *count > 1)?;
        let slices = starts.zip(ends).map(|(start, end)| Slice { head: *head, start, end, count }).collect();
        Some(Self { around: around.iter().map(|element| element.name.clone()).collect(), slices })
    }
}

/// Returns the offset of the first line from `start` on that begins with a start tag after `mark`, if one is close.
fn find_cut(long: &Long, start: u32, mark: &str) -> Option<u32> {
    let text = long.read_bytes(start, WINDOW)?;
    let is_start_tag = |at: &usize| text.get(at + mark.len()).is_some_and(|next| !b"/!?".contains(next));
    let place = memmem::find_iter(&text, mark).find(is_start_tag)?;
    // A line belongs to one slice, because findings show it.
    Some(start + u32::try_from(place + 1).ok()?)
}

/// A sink that looks for elements with several children.
struct Siblings<'t> {
    text: &'t str,
    open: Vec<OpenElement>,
}

struct OpenElement {
    name: String,
    /// The end of its start tag.
    head: u32,
    /// The end of its last child so far.
    child: Option<u32>,
    /// The last line break and the indentation between two children.
    separator: Option<String>,
}

impl Sink for Siblings<'_> {
    fn open(&mut self, tag: Option<Tag<'_>>, span: Span) {
        if let Some(parent) = self.open.last_mut()
            && let Some(end) = parent.child
        {
            let gap = &self.text[end as usize..span.start() as usize];
            let indentation = gap.rfind('\n').map(|at| &gap[at..]).filter(|_| gap.trim().is_empty());
            parent.separator = indentation.map(str::to_owned).or_else(|| parent.separator.take());
        }
        let name = tag.map(|tag| tag.full.to_owned()).unwrap_or_default();
        self.open.push(OpenElement { name, head: span.end(), child: None, separator: None });
    }

    fn close(&mut self, end: u32) {
        self.open.pop();
        if let Some(parent) = self.open.last_mut() {
            parent.child = Some(end);
        }
    }

    fn attribute(&mut self, _name: Tag<'_>, _value: Cow<'_, str>, _span: Span) {}
    fn needs_text(&self) -> bool {
        false
    }
    fn text(&mut self, _text: Cow<'_, str>, _span: Span) {}
    fn scalar(&mut self, _scalar: Scalar<'_>, _span: Span) {}
}
