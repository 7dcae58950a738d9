//! The elements of the page. Strings from documents and rules must pass through these functions, which escape them.

use assay_document::text::Region;

use crate::Severity;
use crate::markup::{MarkupPiece, pieces};
use crate::wording::{clean, clean_path, cut, escape_markup};

/// The maximum number of columns of a message or a value; data files have values of megabytes.
const LONGEST: usize = 600;

/// Returns a string on one line, escaped so that no character is markup, inside or outside of an attribute.
pub(super) fn text(text: &str) -> String {
    escape_markup(&clean(text)).replace('\'', "&#39;")
}

/// Returns a value as code, cut if it is long.
pub(super) fn value(value: &str) -> String {
    code(&cut(&clean(value), LONGEST))
}

/// Returns a message, with text between backticks as code; cut if a value in it makes it long.
pub(super) fn message(message: &str) -> String {
    let rendered = |piece| match piece {
        // `clean` removes the space at the end, which matters in front of code.
        MarkupPiece::Words(words) => text(words) + if words.ends_with(' ') { " " } else { "" },
        MarkupPiece::Code(piece) => code(piece),
    };
    pieces(&cut(message, LONGEST)).into_iter().map(rendered).collect()
}

fn code(code: &str) -> String {
    format!("<code>{}</code>", text(code))
}

/// Returns a path in a separate element.
pub(super) fn path(path: &str) -> String {
    format!(r#"<span class="path">{}</span>"#, text(&clean_path(path)))
}

/// Returns `path:line:column`, with the path in a separate element.
pub(super) fn place(file: &str, region: Option<Region>) -> String {
    let place = region
        .map(|region| format!(r#"<span class="path">:</span>{}:{}"#, region.start.line, region.start.char_column));
    path(file) + &place.unwrap_or_default()
}

/// Returns a severity: a mark with a distinct shape, and the word.
pub(super) fn severity(severity: Severity) -> String {
    format!(r#"<span class="mark" aria-hidden="true">{}</span> {severity}"#, mark(severity))
}

/// Returns the mark of a severity: the outline of its icon in the playground (`playground/src/icons/icons.ts`).
const fn mark(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "\u{25cf}",
        Severity::Warning => "\u{25b2}",
        Severity::Info => "\u{25a1}",
        Severity::Hint => "\u{25c7}",
    }
}

#[cfg(test)]
mod tests {
    use super::{message, text};

    #[test]
    fn strings_are_escaped() {
        for (written, expected) in [
            ("</script><script>alert(1)</script>", "&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;"),
            ("\" onload='x' &amp;", "&quot; onload=&#39;x&#39; &amp;amp;"),
            ("<!--\u{0}\u{202e}", "&lt;!--\\u{0}\\u{202e}"),
        ] {
            assert_eq!(text(written), expected);
        }
    }

    #[test]
    fn code_in_messages_is_tagged() {
        assert_eq!(message("`<a>` is not `b`, `c"), "<code>&lt;a&gt;</code> is not <code>b</code>, `c");
    }
}
