//! Converts `xpath` and `subxpath`: spellings of version 1 that the current language does not accept, or accepts only
//! leniently.

use assay_document::extract::XPath;

use super::draft::{DraftNote, DraftPart};

/// The characters that end an unquoted value in version 1. Now brackets, quotes and `=` end it, too.
const ENDS_OLD_VALUE: &str = "&|,:";

/// The characters that an unquoted value can no longer contain.
const NOT_IN_VALUE: &str = "()[]=\"'`\u{201c}\u{201d}";

pub(super) fn change(part: &mut DraftPart) {
    let Some(text) = part.as_text() else { return };
    let tidy = Tidy::new(text, false);
    let is_understood = |tidy: &Tidy<'_>| XPath::parse(&tidy.out).xpath.is_some();
    let tidy = match tidy {
        tidy if is_understood(&tidy) => tidy,
        // Version 1 had no tests of attributes, so this is not an expression of version 1.
        _ if text.contains("[@") => return,
        _ => Tidy::new(text, true),
    };
    if is_understood(&tidy) && tidy.out != text {
        let (out, done) = (tidy.out, tidy.done);
        part.rewrite(out, DraftNote::done_note(done.join("; ")));
    }
}

/// An expression with its new spelling.
struct Tidy<'x> {
    rest: &'x str,
    out: String,
    /// The changes that were made.
    done: Vec<String>,
}

impl<'x> Tidy<'x> {
    /// Converts `text`. If `old_values` is true, unquoted values end as in version 1.
    fn new(text: &'x str, old_values: bool) -> Self {
        let mut tidy = Self { rest: text, out: String::with_capacity(text.len()), done: Vec::new() };
        while let Some(c) = tidy.rest.chars().next() {
            match c {
                '"' | '\u{201c}' | '\u{201d}' => tidy.write_quoted(),
                '`' => tidy.pattern(),
                '=' | '!' if tidy.operator() => tidy.value(old_values),
                c => tidy.take(c.len_utf8()),
            }
        }
        tidy
    }

    fn take(&mut self, length: usize) {
        let (taken, rest) = self.rest.split_at(length);
        self.out.push_str(taken);
        self.rest = rest;
    }

    fn note_done(&mut self, done: impl Into<String>) {
        let done = done.into();
        if !self.done.contains(&done) {
            self.done.push(done);
        }
    }

    /// Writes a string in double quotes, straight or curly, with straight ones.
    fn write_quoted(&mut self) {
        let open = self.rest.chars().next().map_or(1, char::len_utf8);
        let inner = &self.rest[open..];
        let Some(length) = inner.find(['"', '\u{201c}', '\u{201d}']) else { return self.take(self.rest.len()) };
        let close = inner[length..].chars().next().map_or(1, char::len_utf8);
        if open > 1 || close > 1 {
            self.note_done("curly quotes are written as straight ones");
        }
        self.out.extend(["\"", &inner[..length], "\""]);
        self.rest = &inner[length + close..];
    }

    fn pattern(&mut self) {
        let length = self.rest[1..].find('`').map_or(self.rest.len(), |length| length + 2);
        self.take(length);
    }

    /// Writes an operator without the spaces inside; returns true if there is one.
    fn operator(&mut self) -> bool {
        let after = self.rest[1..].trim_start();
        if !after.starts_with('=') {
            return false;
        }
        let (first, blanks) = (&self.rest[..1], self.rest.len() - 1 - after.len());
        if blanks > 0 {
            self.note_done(format!("`{}` is written `{first}=`", &self.rest[..blanks + 2]));
        }
        self.out.push_str(first);
        self.out.push('=');
        self.rest = &after[1..];
        true
    }

    fn value(&mut self, old_values: bool) {
        let blanks = self.rest.len() - self.rest.trim_start().len();
        self.take(blanks);
        match self.rest.chars().next() {
            Some('\'') => self.single_quoted(old_values),
            Some('`' | '"' | '\u{201c}' | '\u{201d}') | None => {}
            Some(_) if old_values => self.old_value(),
            Some(_) => {}
        }
    }

    /// Converts a value after a single quote: a string, or a regular expression that only ends in a backtick.
    fn single_quoted(&mut self, old_values: bool) {
        let inner = &self.rest[1..];
        match (inner.find('`'), inner.find('\'')) {
            (Some(length), quote) if quote.is_none_or(|quote| length < quote) => {
                self.note_done("the regular expression is put between two backticks");
                self.out.extend(["`", &inner[..length], "`"]);
                self.rest = &inner[length + 1..];
            }
            (_, Some(length)) if !inner[..length].contains(['"', '\u{201c}', '\u{201d}']) => {
                self.note_done(format!("the value `{}` is put in double quotes", &inner[..length]));
                self.out.extend(["\"", &inner[..length], "\""]);
                self.rest = &inner[length + 1..];
            }
            _ if old_values => self.old_value(),
            _ => {}
        }
    }

    /// Converts a value without quotes, if it has characters that would now end it.
    fn old_value(&mut self) {
        let length = self.rest.find(|c| ENDS_OLD_VALUE.contains(c)).unwrap_or(self.rest.len());
        let value = self.rest[..length].trim_end();
        if !value.contains(|c| NOT_IN_VALUE.contains(c)) || value.contains(['"', '\u{201c}', '\u{201d}']) {
            return self.take(length);
        }
        self.note_done(format!("the value `{value}` is put in double quotes"));
        self.out.extend(["\"", value, "\""]);
        self.rest = &self.rest[value.len()..];
    }
}

#[cfg(test)]
mod tests {
    use super::{DraftPart, change};

    #[test]
    fn spellings_of_version_1_are_updated() {
        for (old, new) in [
            ("*/Items/Item.Type! =Mesh,GUID", "*/Items/Item.Type!=Mesh,GUID"),
            ("*/Items/Item.Type = = Mesh,GUID", "*/Items/Item.Type == Mesh,GUID"),
            ("*/A.B==\u{201c}a b\u{201d},C", "*/A.B==\"a b\",C"),
            ("*/A.B==\"a\u{201d},C", "*/A.B==\"a\",C"),
            ("*/Items/Item.Type==Model&Name=='^char_`,Deps", "*/Items/Item.Type==Model&Name==`^char_`,Deps"),
            ("*/A.Type=='Mesh',GUID", "*/A.Type==\"Mesh\",GUID"),
            ("*/A.Type=='Mesh'&Name!='x y',GUID", "*/A.Type==\"Mesh\"&Name!=\"x y\",GUID"),
            ("*/A.Name==Rock(1),GUID", "*/A.Name==\"Rock(1)\",GUID"),
            ("*/A.Name==Rock[1]|Name==it's,GUID", "*/A.Name==\"Rock[1]\"|Name==\"it's\",GUID"),
            ("*/A.Name==a=b", "*/A.Name==\"a=b\""),
        ] {
            let mut part = DraftPart::text(old, 1);
            change(&mut part);
            assert_eq!(part.as_text(), Some(new), "{old}");
            assert_eq!(part.notes.len(), 1, "{old}");
        }
    }

    #[test]
    fn valid_paths_are_kept() {
        for text in [
            "*/Items/Item.Type==Material,GUID",
            "*/A.(B==1|C==2)&D==3,E",
            "*/A[@id==7].Type==Mesh",
            "*/A.B==`! = '\u{201c}`,C",
            "*/A.B==\"! =\",C",
            "*/A.B==Test/Demo.x y,C",
            "{file.name}",
        ] {
            let mut part = DraftPart::text(text, 1);
            change(&mut part);
            assert_eq!((part.as_text(), part.notes.len()), (Some(text), 0), "{text}");
        }
    }

    #[test]
    fn ambiguous_paths_are_kept() {
        for text in ["*/A//B", "*/A.B==x:y:z,C", "*/A.B==\"x", "*/A[@b=='x(',C", "*/A.B==x\"y,C", ""] {
            let mut part = DraftPart::text(text, 1);
            change(&mut part);
            assert_eq!((part.as_text(), part.notes.len()), (Some(text), 0), "{text}");
        }
    }
}
