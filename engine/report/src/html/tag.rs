//! The page under construction: what is markup, and what is text.

use assay_document::text::Region;

use crate::Severity;
use crate::markup::{MarkupPiece, pieces};
use crate::wording::{clean, clean_path, cut};

/// Columns that a message or a value has on the page; data files have values of megabytes.
const LONGEST: usize = 600;

/// A page under construction.
#[derive(Default)]
pub(super) struct Html {
    page: String,
}

impl Html {
    /// Returns the page.
    pub(super) fn finish(self) -> String {
        self.page
    }

    /// Writes markup. Nothing that comes from a document or a rule goes this way.
    pub(super) fn raw(&mut self, markup: &str) -> &mut Self {
        self.page.push_str(markup);
        self
    }

    /// Writes a text on one line, such that no character of it is markup, in an attribute or out of it.
    pub(super) fn text(&mut self, text: &str) -> &mut Self {
        for c in clean(text).chars() {
            match c {
                '&' => self.page.push_str("&amp;"),
                '<' => self.page.push_str("&lt;"),
                '>' => self.page.push_str("&gt;"),
                '"' => self.page.push_str("&quot;"),
                '\'' => self.page.push_str("&#39;"),
                c => self.page.push(c),
            }
        }
        self
    }

    /// Writes a text in an element.
    pub(super) fn element(&mut self, name: &str, text: &str) -> &mut Self {
        self.raw("<").raw(name).raw(">").text(text).raw("</").raw(name).raw(">")
    }

    /// Writes a value as code, cut when it is long.
    pub(super) fn value(&mut self, value: &str) -> &mut Self {
        self.element("code", &cut(&clean(value), LONGEST))
    }

    /// Writes a message, what stands between backticks as code; cut when a value in it makes it long.
    pub(super) fn message(&mut self, message: &str) -> &mut Self {
        for piece in pieces(&cut(message, LONGEST)) {
            match piece {
                MarkupPiece::Words(words) => self.words(words),
                MarkupPiece::Code(code) => self.element("code", code),
            };
        }
        self
    }

    /// Writes words between two codes; the blank at their end counts.
    fn words(&mut self, words: &str) -> &mut Self {
        self.text(words).raw(if words.ends_with(' ') { " " } else { "" })
    }

    /// Writes `path:line:column`, the path in an element of its own.
    pub(super) fn place(&mut self, path: &str, region: Option<Region>) -> &mut Self {
        self.raw("<span class=\"path\">").text(&clean_path(path)).raw("</span>");
        if let Some(region) = region {
            let (line, column) = (region.start.line, region.start.char_column);
            self.raw("<span class=\"path\">:</span>").raw(&format!("{line}:{column}"));
        }
        self
    }

    /// Writes a severity: a mark that differs by its form, and the word.
    pub(super) fn severity(&mut self, severity: Severity) -> &mut Self {
        self.raw("<span class=\"mark\" aria-hidden=\"true\">").raw(mark(severity)).raw("</span> ").raw(severity.name())
    }
}

/// The mark of a severity: the outline of its icon in the playground (`playground/src/icons/icons.ts`).
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
    use super::Html;

    #[test]
    fn no_character_of_a_text_is_markup() {
        for (text, shown) in [
            ("</script><script>alert(1)</script>", "&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;"),
            ("\" onload='x' &amp;", "&quot; onload=&#39;x&#39; &amp;amp;"),
            ("<!--\u{0}\u{202e}", "&lt;!--\\u{0}\\u{202e}"),
        ] {
            assert_eq!(Html::default().text(text).page, shown);
        }
    }

    #[test]
    fn code_in_messages_is_marked() {
        let message = "`<a>` is not `b`, `c";
        assert_eq!(Html::default().message(message).page, "<code>&lt;a&gt;</code> is not <code>b</code>, `c");
    }
}
