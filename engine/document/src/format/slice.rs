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

/// Cuts a file into about `count` slices, in order; none if no places to cut it are found.
pub(super) fn slices(long: &Long, count: u32) -> Vec<Slice> {
    let Ok(size) = u32::try_from(long.size()) else { return Vec::new() };
    // An element that contains most of the file is open in the middle of it.
    let Some(head) = long.read_window(0, WINDOW.min(size as usize / 2)) else { return Vec::new() };
    let mut finder = SiblingFinder { text: &head, open: Vec::new() };
    let part = TextPortion { text: &head, base: 0, is_last: false };
    if XmlDocument::default().read(part, &mut finder).is_err() {
        return Vec::new();
    }
    let open = finder.open;
    // Between the children of an outer element fewer places are found if one of them contains most of the file.
    let cut = (0..open.len()).rev().map(|depth| cut_between_children(long, &open[..=depth], size, count));
    cut.max_by_key(Vec::len).unwrap_or_default()
}

/// Cuts a file between the children of the innermost of these nested elements.
fn cut_between_children(long: &Long, around: &[OpenElement], size: u32, count: u32) -> Vec<Slice> {
    let separator = around.last().and_then(|element| element.separator.as_ref());
    let Some(mark) = separator.map(|separator| format!("{separator}<")) else { return Vec::new() };
    let mut starts: Vec<u32> = (1..count).filter_map(|number| find_cut(long, number * (size / count), &mark)).collect();
    starts.dedup();
    let Ok(count) = u32::try_from(starts.len() + 1) else { return Vec::new() };
    if count == 1 {
        return Vec::new();
    }
    let around: Vec<String> = around.iter().map(|element| element.name.clone()).collect();
    let ends = starts.clone().into_iter().chain([size]);
    let bounds = std::iter::once(0).chain(starts).zip(ends);
    bounds.map(|(start, end)| Slice { around: around.clone(), start, end, count }).collect()
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
struct SiblingFinder<'t> {
    text: &'t str,
    open: Vec<OpenElement>,
}

struct OpenElement {
    name: String,
    /// The end of its last child so far.
    child: Option<u32>,
    /// The last line break and the indentation between two children.
    separator: Option<String>,
}

impl Sink for SiblingFinder<'_> {
    fn open(&mut self, tag: Option<Tag<'_>>, span: Span) {
        if let Some(parent) = self.open.last_mut()
            && let Some(end) = parent.child
        {
            let gap = &self.text[end as usize..span.start() as usize];
            let indentation = gap.rfind('\n').map(|at| &gap[at..]).filter(|_| gap.trim().is_empty());
            parent.separator = indentation.map(str::to_owned).or_else(|| parent.separator.take());
        }
        let name = tag.map(|tag| tag.full.to_owned()).unwrap_or_default();
        self.open.push(OpenElement { name, child: None, separator: None });
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
