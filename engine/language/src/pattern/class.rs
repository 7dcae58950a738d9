//! Translates classes of characters in brackets as Python reads them, without nested classes and operators.

use super::cursor::{PatternCursor, fault};
use super::escape::{self, Escape, literal};
use crate::{Fault, IssueCode};

enum ClassMember {
    Char(char),
    /// More than one character, in the syntax of the `regex` crate.
    Many(String),
}

impl ClassMember {
    fn append_to(&self, out: &mut String) {
        match self {
            Self::Char(char) => literal(*char, out),
            Self::Many(text) => out.push_str(text),
        }
    }
}

/// Reads the class whose bracket starts at `start` and has just been taken, and appends it in the `regex` crate's
/// syntax to `out`.
///
/// # Errors
/// The class is not closed, or a range runs backwards or does not connect single characters.
pub(super) fn translate(
    cursor: &mut PatternCursor<'_>,
    start: usize,
    ascii: bool,
    out: &mut String,
) -> Result<(), Fault> {
    out.push('[');
    if cursor.take_if(|c| c == '^').is_some() {
        out.push('^');
    }
    let mut empty = true;
    loop {
        let at = cursor.offset();
        let Some(next) = cursor.next() else { return Err(unclosed_fault(cursor, start)) };
        // A `]` at the beginning is a member.
        if next == ']' && !empty {
            break;
        }
        empty = false;
        let first = item(cursor, at, next, ascii)?;
        if cursor.take_if(|c| c == '-').is_none() {
            first.append_to(out);
            continue;
        }
        let second_at = cursor.offset();
        let Some(next) = cursor.next() else { return Err(unclosed_fault(cursor, start)) };
        if next == ']' {
            first.append_to(out);
            literal('-', out);
            break;
        }
        let second = item(cursor, second_at, next, ascii)?;
        range(&first, &second, cursor, at, out)?;
    }
    out.push(']');
    Ok(())
}

fn item(cursor: &mut PatternCursor<'_>, at: usize, next: char, ascii: bool) -> Result<ClassMember, Fault> {
    if next != '\\' {
        return Ok(ClassMember::Char(next));
    }
    Ok(match escape::read_in_class(cursor, at, ascii)? {
        Escape::Char(char) => ClassMember::Char(char),
        Escape::Class(text) => ClassMember::Many(text),
        // Neither occurs in a class: the reader has read them as characters or refused them.
        Escape::Place(_) | Escape::Reference(_) => ClassMember::Many(String::new()),
    })
}

fn range(
    first: &ClassMember,
    last: &ClassMember,
    cursor: &PatternCursor<'_>,
    at: usize,
    out: &mut String,
) -> Result<(), Fault> {
    let written = cursor.since(at);
    let refuse = |message: String| {
        Err(fault(IssueCode::PatternClass, message, at, cursor.offset()).help("write `\\-` for a hyphen"))
    };
    let (ClassMember::Char(from), ClassMember::Char(to)) = (first, last) else {
        return refuse(format!("`{written}` is not a range: it needs one character on both sides of its `-`"));
    };
    if from > to {
        return refuse(format!("the range `{written}` runs backwards"));
    }
    literal(*from, out);
    out.push('-');
    literal(*to, out);
    Ok(())
}

fn unclosed_fault(cursor: &PatternCursor<'_>, start: usize) -> Fault {
    fault(IssueCode::PatternClass, "the `[` is not closed", start, cursor.offset()).help("write `\\[` for a bracket")
}
