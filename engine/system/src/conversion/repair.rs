//! Repairs tags with spaces after the `<`, which XML does not allow. Upstream's documentation has such tags.

use assay_document::text::Span;

/// A name that was moved to the left, over spaces.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moved {
    /// The place of the name in the repaired text, where the spaces were.
    pub now: Span,
    /// The place of the name in the file.
    pub written: Span,
}

/// Returns the text with these spaces moved to the end of the names, so that all other places stay, and the names.
pub(super) fn without_blanks(text: &str) -> (Option<String>, Vec<Moved>) {
    let mut made: Option<Vec<u8>> = None;
    let mut moved = Vec::new();
    let mut at = 0;
    while let Some(found) = text[at..].find('<') {
        let start = at + found;
        let rest = &text[start..];
        if let Some(end) = [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")].iter().find_map(|(open, close)| {
            rest.strip_prefix(open).map(|inner| inner.find(close).map_or(rest.len(), |end| open.len() + end))
        }) {
            at = start + end;
            continue;
        }
        let slash = usize::from(rest[1..].starts_with('/'));
        let after = &rest[1 + slash..];
        let name = after.trim_start_matches([' ', '\t', '\r', '\n']);
        let blanks = after.len() - name.len();
        let length = name.find(|c: char| !(c.is_alphanumeric() || "_-.:".contains(c))).unwrap_or(name.len());
        if blanks > 0 && name.starts_with(|c: char| c.is_alphabetic() || c == '_') && is_tag(&name[length..]) {
            let bytes = made.get_or_insert_with(|| text.as_bytes().to_vec());
            let place = start + 1 + slash;
            bytes[place..place + blanks + length].rotate_left(blanks);
            let at = |start: usize| Span::of(start, start + length);
            moved.push(Moved { now: at(place), written: at(place + blanks) });
        }
        at = start + 1;
    }
    // Only whole names were moved over spaces, so the bytes are still valid UTF-8.
    (made.and_then(|bytes| String::from_utf8(bytes).ok()), moved)
}

/// Returns true if `rest`, which follows a name, continues a tag. The `<` in the text `a < b` does not begin one.
fn is_tag(rest: &str) -> bool {
    let rest = rest.trim_start();
    match rest.as_bytes() {
        [b'>', ..] | [b'/', b'>', ..] => true,
        _ => rest
            .split_once('=')
            .is_some_and(|(name, value)| !name.contains(['<', '>']) && value.trim_start().starts_with(['"', '\''])),
    }
}

#[cfg(test)]
mod tests {
    use super::without_blanks;

    #[test]
    fn blanks_are_moved_after_names() {
        for (text, expected) in [
            ("< a >x</a>", Some("<a  >x</a>")),
            ("<r>< \t noConv >x</ noConv></r>", Some("<r><noConv \t  >x</noConv ></r>")),
            ("<\n\ta\r\n>x</a>", Some("<a\n\t\r\n>x</a>")),
            ("< a b = '1'/>", Some("<a  b = '1'/>")),
            ("<r>1 < 2</r>", None),
            ("<r>a < b</r>", None),
            ("<r>a < b and <c d='1'/></r>", None),
            ("<?pi < a > ?><r/>", None),
            ("<r a='1'/>", None),
            ("<!-- < a > --><r/>", None),
            ("<r><![CDATA[< a >]]>< é/></r>", Some("<r><![CDATA[< a >]]><é /></r>")),
            ("<", None),
            ("<!-- < a >", None),
        ] {
            assert_eq!(without_blanks(text).0.as_deref(), expected, "{text}");
        }
    }
}
