//! Runs the automaton over one document: opens and closes nodes, and keeps the values that extractions take.

use std::borrow::Cow;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use super::automaton::{Automaton, AutomatonState, DEAD, SlotTarget, StateId};
use super::list::ExtractionList;
use super::own_text::OwnText;
use super::plan::{Arrangement, NodeSlot, NodeTakes};
use super::raw::{Captured, Frame, Held, Raw, RawForm};
use super::streaming_judge::StreamingJudge;
use super::values::{Labels, ValueId, Values};
use super::verdict::Verdicts;
use crate::format::{Leaf, Scalar, Single, Sink, Tag};
use crate::text::{Fault, IssueCode, LineStarts, Span};

/// The maximum size in bytes of the content that open nodes keep in memory. If it is exceeded, nothing is extracted
/// from the document, so that memory does not run out.
const MAX_CAPTURED: usize = 64 << 20;

/// The maximum size in bytes of the values from one document: fifty times those of a large one. Without a limit, the
/// text of nested nodes could exceed the memory of any machine.
const MAX_KEPT: usize = 1 << 30;

/// The limit that was exceeded, with the start tag of the node that exceeded it.
#[derive(Clone, Copy)]
enum Overflow {
    Held(Span),
    Kept(Span),
}

impl Overflow {
    fn fault(self) -> Fault {
        match self {
            Self::Held(span) => {
                let message = "the nodes selected here contain more than 64 MiB of values";
                let fault = Fault::new(IssueCode::ExtractTooMuchHeld, message, span);
                fault.help("select nodes deeper in the document, so that each contains less")
            }
            Self::Kept(span) => {
                let message = "more than 1 GiB of values has been extracted from this file up to here";
                let fault = Fault::new(IssueCode::ExtractTooMuchKept, message, span);
                fault.help("`{text}` of nested nodes extracts the same text many times")
            }
        }
    }
}

/// An open node that is selected or captured, or contains nodes that may be.
struct OpenNode {
    state: StateId,
    /// The index of the first frame of the node.
    frames: usize,
    start_tag: Span,
    scalar: Option<Raw>,
    /// True if the text of the node is in `ExtractionRun::texts`. It is the last entry if the level is the last one.
    has_text: bool,
    /// True if the node has attributes or other nodes.
    is_holder: bool,
}

/// The working memory of a pass. It is kept for the next document, so that short documents do not allocate it again.
#[derive(Default)]
pub(super) struct Tools {
    /// Values that exist only until the judge has seen them.
    passing: Values,
    /// The values of each extraction.
    pub lists: Vec<ExtractionList>,
    levels: Vec<OpenNode>,
    texts: Vec<OwnText>,
    frames: Vec<Frame>,
    captured: Held,
    /// The values of the current record, and the end of each of its lists.
    members: Vec<ValueId>,
    ends: Vec<usize>,
    /// True for each watched slot that had a value.
    pub met: Vec<bool>,
}

/// The pass over one document.
pub(super) struct ExtractionRun<'p> {
    arrangement: &'p Arrangement,
    automaton: &'p mut Automaton,
    verdicts: &'p mut Verdicts,
    values: Values,
    tools: Tools,
    judge: &'p mut dyn StreamingJudge,
    /// The approximate size in bytes of passing values at which they are passed to the judge.
    portion: usize,
    /// The maximum size in bytes of the values.
    most_kept: usize,
    /// The labels of each extraction that yields records.
    labels: Vec<Option<Labels>>,
    /// The number of open nodes below the last level. Nothing is extracted from them.
    dead: usize,
    open_texts: usize,
    open_frames: usize,
    /// The number of open frames that collect all text below their nodes.
    collecting: usize,
    overflow: Option<Overflow>,
    /// The slots that take a large part of the memory, each with its group.
    holders: Vec<(usize, usize)>,
    /// The starts of lines, if an extraction needs line numbers.
    lines: Option<LineStarts>,
}

impl<'p> ExtractionRun<'p> {
    /// Starts a pass that adds to `values`. `tools` may have been used before.
    pub fn new(
        arrangement: &'p Arrangement,
        automaton: &'p mut Automaton,
        verdicts: &'p mut Verdicts,
        mut values: Values,
        judge: &'p mut dyn StreamingJudge,
        mut tools: Tools,
    ) -> Self {
        tools.passing.begin();
        arrangement.begin(&mut tools.lists, judge);
        tools.levels.clear();
        tools.captured.clear();
        tools.met.clear();
        tools.met.resize(arrangement.watches, false);
        let labels = arrangement.extractions.iter().map(|extraction| match &extraction.takes {
            NodeTakes::Record { labels, .. } => {
                tools.passing.labels(labels);
                Some(values.labels(labels))
            }
            NodeTakes::Values { .. } => None,
        });
        let labels = labels.collect();
        let wants_lines = arrangement.groups.iter().any(|group| group.slots.contains(&NodeSlot::Line));
        let above = OpenNode {
            state: automaton.start(),
            frames: 0,
            start_tag: Span::at(0),
            scalar: None,
            has_text: false,
            is_holder: false,
        };
        tools.levels.push(above);
        Self {
            arrangement,
            automaton,
            most_kept: MAX_KEPT / verdicts.slices as usize,
            verdicts,
            values,
            tools,
            portion: judge.portion(),
            judge,
            labels,
            dead: 0,
            open_texts: 0,
            open_frames: 0,
            collecting: 0,
            overflow: None,
            holders: Vec::new(),
            lines: wants_lines.then(LineStarts::default),
        }
    }

    /// Returns the values, and the tools with the list of each extraction.
    ///
    /// # Errors
    /// Fails if the document needs too much memory at once. The slots are those that take most of it.
    #[expect(clippy::type_complexity, reason = "the doc comment explains both pairs")]
    pub fn finish(mut self) -> Result<(Values, Tools), (Fault, Vec<(usize, usize)>)> {
        if let Some(overflow) = self.overflow {
            return Err((overflow.fault(), self.holders));
        }
        self.settle();
        Ok((self.values, self.tools))
    }

    /// Passes the values so far to the judge. Must be called while no selected node is open.
    #[inline(never)]
    fn settle(&mut self) {
        for list in &mut self.tools.lists {
            list.settle(&mut self.values, &self.tools.passing, self.judge);
        }
        self.tools.passing.clear();
    }

    fn level(&self) -> &OpenNode {
        // The level above the root is never removed.
        &self.tools.levels[self.tools.levels.len() - 1]
    }

    /// Opens the frames of the groups that select the node that was just opened.
    // A separate function, because the callers run for every node, and the compiler optimises long functions poorly.
    #[inline(never)]
    fn select(&mut self, state: StateId, tag: Option<Tag<'_>>, start_tag: Span) {
        for at in 0..self.automaton.state(state).selects.len() {
            let group = self.automaton.state(state).selects[at] as usize;
            if self.open_frames == self.tools.frames.len() {
                self.tools.frames.push(Frame::default());
            }
            let frame = &mut self.tools.frames[self.open_frames];
            frame.open(group, self.arrangement.groups[group].slots.len(), start_tag);
            self.open_frames += 1;
            for (slot, what) in self.arrangement.groups[group].slots.iter().enumerate() {
                let raw = match what {
                    NodeSlot::Tag => self.tools.captured.tag(tag, start_tag),
                    NodeSlot::Line => {
                        let line = self.lines.as_ref().map_or(0, |lines| lines.line(start_tag.start()));
                        Raw { origin: Span::at(start_tag.start()), form: RawForm::Line(line) }
                    }
                    NodeSlot::Element => self.tools.captured.element(tag, start_tag),
                    NodeSlot::AllText => {
                        frame.collects = true;
                        self.collecting += 1;
                        continue;
                    }
                    NodeSlot::Own | NodeSlot::Nodes(_) | NodeSlot::Attributes(..) => continue,
                };
                frame.captured[slot].push(Captured::new(start_tag, raw));
            }
        }
    }

    /// Adds a value of the node or attribute at `of` to the frame of `target`. `level` is the level of the node.
    fn capture(&mut self, level: usize, target: SlotTarget, of: Span, raw: Raw) {
        let mut at = self.tools.levels[level - target.up as usize].frames;
        while self.tools.frames[at].group != target.group as usize {
            at += 1;
        }
        let slot = target.slot as usize;
        self.tools.frames[at].captured[slot].push(Captured::new(of, raw));
        self.tools.captured.count(size_of::<Captured>());
        self.check_captured();
    }

    fn check_captured(&mut self) {
        if self.tools.captured.bytes() > MAX_CAPTURED && self.overflow.is_none() {
            self.overflow = Some(Overflow::Held(self.level().start_tag));
            self.holders = self.largest_holders();
        }
    }

    /// Returns the slots, each with its group, that take a large part of the memory.
    #[cold]
    fn largest_holders(&self) -> Vec<(usize, usize)> {
        /// A slot that takes less memory is not the reason for the overflow.
        const PART: usize = MAX_CAPTURED / 8;
        let mut sizes: FxHashMap<(usize, usize), usize> = FxHashMap::default();
        for frame in &self.tools.frames[..self.open_frames] {
            for (slot, captured) in frame.captured.iter().enumerate() {
                let bytes = captured.iter().map(|captured| captured.raw.length() + size_of::<Captured>());
                *sizes.entry((frame.group, slot)).or_default() += bytes.sum::<usize>();
            }
            let slots = &self.arrangement.groups[frame.group].slots;
            if frame.collects
                && let Some(slot) = slots.iter().position(|slot| *slot == NodeSlot::AllText)
            {
                *sizes.entry((frame.group, slot)).or_default() += frame.collected.byte_count();
            }
        }
        let mut texts = self.tools.texts[..self.open_texts].iter();
        for level in self.tools.levels.iter().filter(|level| level.has_text) {
            let text = texts.next().map_or(0, OwnText::byte_count);
            for target in &self.automaton.state(level.state).captures {
                *sizes.entry((target.group as usize, target.slot as usize)).or_default() += text;
            }
        }
        sizes.into_iter().filter(|(_, bytes)| *bytes >= PART).map(|(slot, _)| slot).collect()
    }

    /// Takes the value of a node that contains no nodes. Returns `false` if the node has to be opened instead.
    #[inline]
    fn take(&mut self, tag: Option<Tag<'_>>, start_tag: Span, value: impl FnOnce(&mut Held) -> Raw) -> bool {
        self.note_content();
        let state = self.automaton.child(&self.arrangement.groups, self.level().state, tag);
        if state == DEAD && self.collecting == 0 {
            return true;
        }
        let AutomatonState { selects, captures, .. } = self.automaton.state(state);
        // A full automaton can forget states only when a node is opened.
        if self.collecting > 0 || self.automaton.is_full() || !selects.is_empty() {
            return false;
        }
        let captures = captures.len();
        if captures > 0 {
            let raw = value(&mut self.tools.captured);
            // By index, because the state cannot be borrowed while a value is captured.
            for at in 0..captures {
                let target = self.automaton.state(state).captures[at];
                self.capture(self.tools.levels.len(), target, start_tag, raw);
            }
        }
        true
    }

    fn own_value(&mut self) -> Raw {
        let level = &self.tools.levels[self.tools.levels.len() - 1];
        if let Some(scalar) = level.scalar {
            return scalar;
        }
        match self.tools.texts[self.open_texts - 1].trimmed() {
            Some((text, origin)) => self.tools.captured.text(text, origin),
            None if level.is_holder => Raw { origin: level.start_tag, form: RawForm::Holder },
            None => Raw { origin: level.start_tag, form: RawForm::Empty },
        }
    }

    /// Records that the innermost open node contains something besides text.
    #[inline]
    fn note_content(&mut self) {
        if let Some(level) = self.tools.levels.last_mut() {
            level.is_holder = true;
        }
    }

    /// Tests the frame that closes, and keeps the values that its extractions take.
    // A separate function, because the callers run for every node, and the compiler optimises long functions poorly.
    #[inline(never)]
    fn close_frame(&mut self, end: u32) {
        self.open_frames -= 1;
        let frame = &mut self.tools.frames[self.open_frames];
        let group = &self.arrangement.groups[frame.group];
        let node = Span::new(frame.start_tag.start(), end);
        if frame.collects {
            self.collecting -= 1;
            frame.take_collected(&group.slots, &mut self.tools.captured);
        }
        for &(slot, watch) in &group.watched {
            self.tools.met[watch] |= !frame.captured[slot].is_empty();
        }
        let passing: Rc<[usize]> = self.verdicts.passing(self.arrangement, frame, &self.tools.captured);
        for &number in &*passing {
            let extraction = &self.arrangement.extractions[number];
            let list = &mut self.tools.lists[number];
            let is_whole = list.is_whole();
            let home = if is_whole { &mut self.values } else { &mut self.tools.passing };
            let mut keep = |(slot, optional): (usize, bool), ids: &mut Vec<ValueId>, values: &mut Values| {
                let captured = &mut frame.captured[slot];
                values.in_lane(slot);
                if captured.is_empty() && optional {
                    ids.push(values.null(frame.start_tag));
                }
                make_room(ids, captured.len());
                ids.extend(
                    captured.iter_mut().map(|captured| captured.keep(values, is_whole, &self.tools.captured, node)),
                );
            };
            match &extraction.takes {
                NodeTakes::Values { slot, optional } => keep((*slot, *optional), &mut list.ids, home),
                NodeTakes::Record { lists, .. } => {
                    self.tools.members.clear();
                    self.tools.ends.clear();
                    for &item in lists {
                        keep(item, &mut self.tools.members, home);
                        self.tools.ends.push(self.tools.members.len());
                    }
                    if let Some(labels) = self.labels[number] {
                        let starts = std::iter::once(&0).chain(&self.tools.ends);
                        let lists = starts.zip(&self.tools.ends).map(|(&start, &end)| &self.tools.members[start..end]);
                        list.ids.push(home.record(labels, lists, node));
                    }
                }
            }
            if group.nests {
                let own = match extraction.takes {
                    NodeTakes::Values { slot, .. } => &frame.captured[slot][..],
                    NodeTakes::Record { .. } => &[],
                };
                list.place(own.iter().map(|captured| captured.at), node.start());
            }
        }
        if self.values.weight() + self.tools.passing.weight() > self.most_kept && self.overflow.is_none() {
            self.overflow = Some(Overflow::Kept(frame.start_tag));
            let slots = frame.captured.iter().enumerate().filter(|(_, captured)| !captured.is_empty());
            self.holders = slots.map(|(slot, _)| (frame.group, slot)).collect();
        }
        self.release_closed();
        if self.open_frames == 0 && self.tools.passing.weight() >= self.portion {
            self.settle();
        }
    }

    /// Removes the values that the closed frame had captured, and the text that no open frame needs any more.
    fn release_closed(&mut self) {
        let captured = &mut self.tools.frames[self.open_frames].captured;
        let count: usize = captured.iter().map(Vec::len).sum();
        captured.iter_mut().for_each(Vec::clear);
        self.tools.captured.release(count * size_of::<Captured>());
        if self.open_frames == 0 {
            self.tools.captured.clear();
        } else if self.tools.captured.may_be_idle() {
            let open =
                self.tools.frames[..self.open_frames].iter_mut().flat_map(|frame| frame.captured.iter_mut().flatten());
            self.tools.captured.keep_only(open.map(|captured| &mut captured.raw));
        }
    }
}

impl Sink for ExtractionRun<'_> {
    fn open(&mut self, tag: Option<Tag<'_>>, span: Span) {
        if self.dead > 0 || self.overflow.is_some() {
            self.dead += 1;
            return;
        }
        self.note_content();
        let parent = self.level().state;
        let state = self.automaton.child(&self.arrangement.groups, parent, tag);
        if state == DEAD {
            self.dead = 1;
            return;
        }
        let has_text = !self.automaton.state(state).captures.is_empty();
        if has_text {
            if self.open_texts == self.tools.texts.len() {
                self.tools.texts.push(OwnText::default());
            }
            self.tools.texts[self.open_texts].clear();
            self.open_texts += 1;
        }
        let frames = self.open_frames;
        self.tools.levels.push(OpenNode { state, frames, start_tag: span, scalar: None, has_text, is_holder: false });
        self.select(state, tag, span);
        if self.automaton.is_full() {
            // The levels now contain every state that is in use.
            let states = self.tools.levels.iter_mut().map(|level| &mut level.state);
            self.automaton.forget(&self.arrangement.groups, states);
        }
    }

    fn attribute(&mut self, name: Tag<'_>, value: Cow<'_, str>, span: Span) {
        if self.dead > 0 || self.overflow.is_some() {
            return;
        }
        self.note_content();
        let state = self.level().state;
        let mut raw = None;
        for at in 0..self.automaton.state(state).attributes.len() {
            let (target, pattern) = &self.automaton.state(state).attributes[at];
            if pattern.matches(Some(name)) {
                let target = *target;
                // The text is stored once for all slots that take it.
                let raw = *raw.get_or_insert_with(|| self.tools.captured.text(&value, span));
                self.capture(self.tools.levels.len() - 1, target, span, raw);
            }
        }
    }

    #[inline]
    fn needs_nodes(&self) -> bool {
        self.overflow.is_none() && (self.collecting > 0 || self.dead == 0)
    }

    fn needs_text(&self) -> bool {
        self.overflow.is_none() && (self.collecting > 0 || (self.dead == 0 && self.level().has_text))
    }

    fn text(&mut self, text: Cow<'_, str>, span: Span) {
        if !self.needs_text() {
            return;
        }
        if self.collecting > 0 {
            for frame in self.tools.frames[..self.open_frames].iter_mut().filter(|frame| frame.collects) {
                // Each open frame keeps a copy: text inside ten thousand nested nodes is copied ten thousand times.
                let before = frame.collected.byte_count();
                frame.collected.push(&text, span);
                self.tools.captured.count(frame.collected.byte_count() - before);
            }
            self.check_captured();
        }
        if self.dead == 0 && self.level().has_text {
            let own = &mut self.tools.texts[self.open_texts - 1];
            let before = own.byte_count();
            own.push(&text, span);
            self.tools.captured.count(own.byte_count() - before);
            self.check_captured();
        }
    }

    fn scalar(&mut self, scalar: Scalar<'_>, span: Span) {
        if self.overflow.is_some() {
            return;
        }
        if self.collecting > 0
            && let Some(text) = scalar_text(&scalar)
        {
            // A borrowed text would have to be the whole text at its place, but the place of a string includes the
            // quotes.
            self.text(Cow::Owned(text.to_owned()), span);
        }
        if self.dead > 0 || !self.level().has_text {
            return;
        }
        let raw = self.tools.captured.scalar(&scalar, span);
        let top = self.tools.levels.len() - 1;
        self.tools.levels[top].scalar = Some(raw);
    }

    fn close(&mut self, end: u32) {
        if self.dead > 0 {
            self.dead -= 1;
            return;
        }
        if self.overflow.is_some() {
            // The frames are not evaluated any more, because their values may be far larger than what was counted.
            self.tools.levels.pop();
            return;
        }
        let (state, frames) = (self.level().state, self.level().frames);
        if self.level().has_text {
            let (raw, start_tag) = (self.own_value(), self.level().start_tag);
            self.tools.captured.release(self.tools.texts[self.open_texts - 1].byte_count());
            for at in 0..self.automaton.state(state).captures.len() {
                let target = self.automaton.state(state).captures[at];
                self.capture(self.tools.levels.len() - 1, target, start_tag, raw);
            }
            self.open_texts -= 1;
        }
        while self.open_frames > frames {
            self.close_frame(end);
        }
        self.tools.levels.pop();
    }

    fn load_part(&mut self, part: &str) {
        if let Some(lines) = &mut self.lines {
            lines.add(part);
        }
    }

    fn leaf(&mut self, leaf: Leaf<'_>) {
        if self.overflow.is_some() || self.dead > 0 && self.collecting == 0 {
            return;
        }
        if self.dead > 0 || !self.take(Some(leaf.tag), leaf.start_tag, |pending| pending.leaf(&leaf)) {
            leaf.part_by_part(self);
        }
    }

    fn single(&mut self, single: Single<'_>) {
        if self.overflow.is_some() || self.dead > 0 && self.collecting == 0 {
            return;
        }
        let Single { tag, start_tag, ref scalar, span } = single;
        if self.dead > 0 || !self.take(tag, start_tag, |pending| pending.scalar(scalar, span)) {
            single.part_by_part(self);
        }
    }
}

/// Reserves memory for more values. A long list grows in few steps, because each step moves all of its values. A very
/// long list grows in steps for which memory has room.
#[inline]
fn make_room(ids: &mut Vec<ValueId>, more: usize) {
    const LONG: std::ops::Range<usize> = 256..1 << 20;
    if ids.capacity() - ids.len() < more && LONG.contains(&ids.len()) {
        ids.reserve(more.max(3 * ids.len()));
    }
}

/// Returns the text of a JSON or YAML scalar for `{text}`; `None` for null.
fn scalar_text<'s>(scalar: &'s Scalar<'_>) -> Option<&'s str> {
    match scalar {
        Scalar::Null => None,
        Scalar::Bool(value) => Some(if *value { "true" } else { "false" }),
        Scalar::Number(text) | Scalar::Text(text) => Some(text),
    }
}
