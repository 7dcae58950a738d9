//! YAML → nodes: YAML 1.2 in the core schema, with the same tree as JSON.
//!
//! Each document is a root without a name. The entries of a mapping are nodes named by their keys, and each item of a
//! list is a node with the name of the list. An alias is a copy of the node that it refers to, at the place of the
//! alias. `<<` merges mappings as in YAML 1.1, after the mapping's own keys.
//!
//! The reader accepts two extensions that engines write: tags whose handle is declared only for the first document of a
//! file, and the word `stripped` after them.

mod anchor;
mod block;
mod copy;
mod cursor;
mod directive;
mod flow;
mod level;
mod lines;
mod node;
mod plain;
mod property;
mod quoted;
mod scalar;
mod schema;
#[cfg(test)]
mod tests;

use self::anchor::{AnchorStart, Anchors};
use self::cursor::YamlCursor;
use self::directive::Directives;
use self::level::{LevelKind, Merging, NodeConstraints, Return, YamlLevel};
use self::property::Handles;
use super::key::Keys;
use super::{Repeats, Sink};
use crate::text::{Fault, IssueCode, Span, without_inlining};

type YamlChecked<T = ()> = Result<T, Fault>;

/// The number of steps in one call, see [`without_inlining`].
const STEPS: usize = 4096;

/// Passes the nodes of `text` to `sink`. Returns the repeated keys.
///
/// If `text` contains no document, there are no roots. A document without content is a null.
///
/// # Errors
/// Fails at the first place where the text is not YAML, or uses syntax that is not supported. The reader supports
/// neither keys that are lists or mappings nor aliases with too many copies.
pub(super) fn read(text: &str, sink: &mut dyn Sink) -> YamlChecked<Repeats> {
    let mut reader = YamlReader {
        cursor: YamlCursor::new(text),
        sink,
        levels: Vec::new(),
        nodes: 0,
        keys: Keys::default(),
        anchors: Anchors::default(),
        handles: Handles::of_file(text),
        copies: Vec::new(),
        copied: 0,
        merges: Vec::new(),
        place: None,
        muted: None,
        end: 0,
        repeated: Repeats::default(),
    };
    let mut may_begin = true;
    while let Some(explicit) = reader.begin_document(may_begin)? {
        reader.document(explicit)?;
        may_begin = reader.end_document()?;
    }
    Ok(reader.repeated)
}

struct YamlReader<'t, 's> {
    cursor: YamlCursor<'t>,
    /// Not a type parameter, because the reader is large and would be compiled for each kind of sink.
    sink: &'s mut dyn Sink,
    /// The open lists, mappings and copies, the document first.
    levels: Vec<YamlLevel>,
    /// The number of open nodes.
    nodes: usize,
    keys: Keys,
    anchors: Anchors<'t>,
    handles: Handles<'t>,
    /// The copies that are being read.
    copies: Vec<Return<'t>>,
    /// The number of nodes that copies have produced so far, see [`copy`].
    copied: usize,
    /// The values of `<<` in the open mappings.
    merges: Vec<AnchorStart<'t>>,
    /// The alias whose copy is being read. It is the place of all nodes in the copy.
    place: Option<Span>,
    /// The number of levels around a value that is read without calls of the sink.
    muted: Option<usize>,
    /// The offset after the last byte that has been read.
    end: usize,
    repeated: Repeats,
}

/// The next thing to read.
enum Next {
    /// The node for which the innermost level is open.
    Node,
    /// An entry between brackets, or their end.
    Entry,
    /// The text after a node: the next entry, or the end of the list or mapping.
    Behind,
    /// Nothing: the document has been read.
    End,
}

impl YamlReader<'_, '_> {
    /// Moves to the start of the next document, and returns true if it begins with `---`; `None` if there is no further
    /// document. A document may begin without `---` only at the start and after `...`.
    fn begin_document(&mut self, mut may_begin: bool) -> YamlChecked<Option<bool>> {
        let mut directives = Directives::default();
        loop {
            self.cursor.separate();
            while self.cursor.skip_mark() {
                self.cursor.separate();
            }
            let at_start = self.cursor.column() == 0;
            match self.cursor.peek() {
                None => break,
                Some(b'%') if may_begin && at_start => directives.read(&mut self.cursor, &mut self.handles)?,
                Some(_) if self.cursor.at_this_marker(*b"---") => {
                    self.cursor.advance(3);
                    return Ok(Some(true));
                }
                Some(_) if directives.first.is_some() => break,
                Some(_) if self.cursor.at_this_marker(*b"...") => {
                    self.cursor.advance(3);
                    self.cursor.end_line("the end of the document")?;
                    may_begin = true;
                }
                Some(_) if may_begin => return Ok(Some(false)),
                Some(_) => {
                    let message = |found| format!("the document has ended, but {found} follows");
                    return Err(self.cursor.fault(IssueCode::YamlTrailingText, message));
                }
            }
        }
        match directives.first {
            Some(span) => {
                let message = "a directive must be followed by a document that begins with `---`";
                Err(Fault::new(IssueCode::YamlBadDirective, message, span))
            }
            None => Ok(None),
        }
    }

    /// Reads one document.
    fn document(&mut self, explicit: bool) -> YamlChecked {
        self.end = self.cursor.at();
        let slot = NodeConstraints::document(!explicit);
        self.levels.push(YamlLevel {
            kind: LevelKind::Document,
            start: self.cursor.at(),
            slot,
            name: None,
            key: None,
            anchor: None,
            merging: Merging::No,
            first_merge: 0,
            merged: 0,
        });
        let steps: fn(&mut Self, Next) -> YamlChecked<Next> = without_inlining(Self::steps);
        let mut next = Next::Node;
        while !matches!(next, Next::End) {
            next = steps(self, next)?;
        }
        self.levels.clear();
        Ok(())
    }

    fn steps(&mut self, mut next: Next) -> YamlChecked<Next> {
        for _ in 0..STEPS {
            next = match next {
                Next::Node => self.node()?,
                Next::Entry => self.entry()?,
                Next::Behind => self.read_after_node()?,
                Next::End => return Ok(Next::End),
            };
        }
        Ok(next)
    }

    /// Reads the `...` after a document, if there is one. Returns true if the next document may begin without `---`.
    fn end_document(&mut self) -> YamlChecked<bool> {
        self.anchors.clear();
        self.handles.clear();
        self.cursor.separate();
        if !self.cursor.at_this_marker(*b"...") {
            return Ok(false);
        }
        self.cursor.advance(3);
        self.cursor.end_line("the end of the document")?;
        Ok(true)
    }

    /// Reads the node for which the innermost level is open.
    #[inline]
    fn node(&mut self) -> YamlChecked<Next> {
        match self.slot().around {
            plain::PlainContext::Flow => self.flow_node(),
            plain::PlainContext::Block => self.block_node(),
        }
    }

    /// Reads the text after a node, depending on the level that contains it.
    #[inline]
    fn read_after_node(&mut self) -> YamlChecked<Next> {
        if self.muted == Some(self.levels.len()) {
            self.muted = None;
        }
        match self.level().kind {
            LevelKind::Document => Ok(Next::End),
            LevelKind::List => self.read_after_item(),
            LevelKind::Map => self.read_after_value(),
            LevelKind::FlowList | LevelKind::FlowMap => self.read_after_entry(),
            LevelKind::Pair => self.close_map(),
            LevelKind::Copy => self.end_copy(),
        }
    }
}
