//! The prose of a file: the prose of Markdown, comments, and strings that are sentences.

use std::ops::Range;

/// The mark in front of a list item in a comment, where a blank line would move the lines after it.
pub(super) const ITEM: char = '\u{2022}';

/// A piece of prose.
pub(super) struct Text {
    /// The prose. Code in backticks is one word, and marks of comments are spaces.
    pub plain: String,
    /// The number of the first line.
    line: usize,
}

impl Text {
    fn new(raw: &str, line: usize) -> Self {
        Self { plain: without_code(raw), line }
    }

    /// The number of the line that a byte is in.
    pub fn line_at(&self, at: usize) -> usize {
        self.line + self.plain[..at].matches('\n').count()
    }
}

/// The reader for a file, by its extension.
pub(super) fn reader_of(path: &str) -> Option<fn(&str) -> Vec<Text>> {
    match path.rsplit_once('.')?.1 {
        "md" => Some(of_markdown),
        "rs" => Some(|content| of_code(content, Quotes::RUST)),
        "ts" | "mjs" => Some(|content| of_code(content, Quotes::TYPESCRIPT)),
        "svelte" => Some(of_svelte),
        "yaml" | "toml" => Some(of_data),
        _ => None,
    }
}

/// The prose of Markdown, paragraph by paragraph, without blocks of code.
fn of_markdown(content: &str) -> Vec<Text> {
    let mut texts = Vec::new();
    let mut paragraph: Option<(usize, String)> = None;
    let mut fence: Option<&str> = None;
    for (at, line) in content.lines().enumerate() {
        let trimmed = line.trim_start();
        let mark =
            ["```", "~~~", "---"].into_iter().find(|mark| trimmed.starts_with(mark) && (*mark != "---" || at == 0));
        if let Some(mark) = mark.or(fence.filter(|open| trimmed.starts_with(open))) {
            fence = if fence.is_some() { None } else { Some(mark) };
        }
        if fence.is_some() || mark.is_some() || trimmed.is_empty() || trimmed.starts_with("<!--") {
            texts.extend(paragraph.take().map(|(line, text)| Text::new(&text, line)));
            continue;
        }
        let begins_anew = trimmed.starts_with(['#', '|']) || is_item(trimmed);
        if begins_anew {
            texts.extend(paragraph.take().map(|(line, text)| Text::new(&text, line)));
        }
        let (_, text) = paragraph.get_or_insert((at + 1, String::new()));
        text.push_str(line);
        text.push('\n');
    }
    texts.extend(paragraph.map(|(line, text)| Text::new(&text, line)));
    texts
}

/// Returns true for a line that begins a list item.
fn is_item(line: &str) -> bool {
    let digits = line.trim_start_matches(|c: char| c.is_ascii_digit());
    line.starts_with("- ") || line.starts_with("* ") || (digits.len() < line.len() && digits.starts_with(". "))
}

/// The characters around strings in a language.
#[derive(Clone, Copy)]
struct Quotes {
    /// The characters that begin and end a string.
    marks: &'static [char],
    /// True if `r"…"` and `r#"…"#` are strings.
    has_raw: bool,
}

impl Quotes {
    const RUST: Self = Self { marks: &['"'], has_raw: true };
    const TYPESCRIPT: Self = Self { marks: &['"', '\'', '`'], has_raw: false };
}

/// Comments, and strings that are sentences.
fn of_code(content: &str, quotes: Quotes) -> Vec<Text> {
    let content = without_tests(content);
    let mut texts = Vec::new();
    let mut comments: Option<(Range<usize>, String)> = None;
    let mut at = 0;
    while let Some(next) = content[at..].chars().next() {
        let rest = &content[at..];
        if rest.starts_with("//") {
            let end = rest.find('\n').map_or(content.len(), |end| at + end);
            let text = content[at..end].trim_start_matches(['/', '!']);
            match comments.as_mut().filter(|(range, _)| content[range.end..at].trim().is_empty()) {
                Some((range, joined)) => {
                    joined.push('\n');
                    joined.push_str(text);
                    range.end = end;
                }
                None => {
                    texts.extend(comments.replace((at..end, text.to_owned())).map(|it| comment(content, it)));
                }
            }
            at = end;
        } else if rest.starts_with("/*") {
            let end = rest.find("*/").map_or(content.len(), |end| at + end + 2);
            let lines = content[at..end].trim_end_matches("*/").lines();
            let text: Vec<&str> = lines.map(|line| line.trim_start().trim_start_matches(['/', '*'])).collect();
            texts.push(comment(content, (at..end, text.join("\n"))));
            at = end;
        } else if let Some(length) = string(rest, &content[..at], quotes) {
            let raw = &rest[..length];
            let inner = raw.trim_start_matches(['r', '#']).trim_end_matches('#');
            let inner = inner.get(1..inner.len().saturating_sub(1)).unwrap_or_default();
            if is_sentence(inner) {
                texts.push(Text::new(inner, line_of(content, at)));
            }
            at += length;
        } else {
            at += character(rest).unwrap_or(next.len_utf8());
        }
    }
    texts.extend(comments.map(|it| comment(content, it)));
    texts
}

fn comment(content: &str, (range, text): (Range<usize>, String)) -> Text {
    let lines =
        text.lines().map(|line| if is_item(line.trim_start()) { format!("{ITEM}{line}") } else { line.to_owned() });
    Text::new(&lines.collect::<Vec<_>>().join("\n"), line_of(content, range.start))
}

fn line_of(content: &str, at: usize) -> usize {
    content[..at].matches('\n').count() + 1
}

/// What precedes a module of tests at the end of a file.
fn without_tests(content: &str) -> &str {
    content.find("\n#[cfg(test)]\nmod tests {").map_or(content, |end| &content[..end])
}

/// The length of the string that `rest` begins with.
fn string(rest: &str, before: &str, quotes: Quotes) -> Option<usize> {
    let raw = rest.strip_prefix('r').filter(|_| quotes.has_raw && !before.ends_with(char::is_alphanumeric));
    if let Some(raw) = raw {
        let hashes = raw.len() - raw.trim_start_matches('#').len();
        if raw[hashes..].starts_with('"') {
            let close = format!("\"{}", "#".repeat(hashes));
            let body = 1 + hashes + 1;
            return rest[body..].find(&close).map(|end| body + end + close.len());
        }
    }
    let mark = rest.chars().next().filter(|mark| quotes.marks.contains(mark))?;
    let mut is_escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '\n' if mark == '\'' => return None,
            _ if c == mark => return Some(at + 1),
            _ => {}
        }
    }
    None
}

/// The length of a character literal of Rust that could be taken for the beginning of a string.
fn character(rest: &str) -> Option<usize> {
    ["'\"'", "'\\''", "'\\\"'", "b'\"'"].into_iter().find(|literal| rest.starts_with(literal)).map(str::len)
}

/// Returns true for a string that people read as a sentence or a part of one.
fn is_sentence(text: &str) -> bool {
    /// Short words that lists of names and data do not have.
    const SHORT: [&str; 11] = ["the", "is", "are", "of", "to", "not", "no", "and", "for", "with", "cannot"];
    let words: Vec<&str> = text.split_whitespace().collect();
    words.len() > 2 && words.iter().any(|word| SHORT.contains(&word.to_ascii_lowercase().as_str()))
}

/// The attributes of markup that people read.
const READ_ATTRIBUTES: [&str; 10] =
    ["title", "aria-label", "placeholder", "label", "alt", "text", "heading", "doc", "note", "what"];

/// The scripts, comments and expressions of a component, the text of its markup, and the attributes that people read.
fn of_svelte(content: &str) -> Vec<Text> {
    let mut texts = Vec::new();
    // Everything else is replaced by its line ends, so that every line keeps its number.
    let mut markup = String::with_capacity(content.len());
    let mut at = 0;
    while let Some(next) = content[at..].chars().next() {
        let rest = &content[at..];
        let to = |mark: &str| rest.find(mark).map_or(rest.len(), |end| end + mark.len());
        let length = match next {
            '{' => expression(rest),
            '<' if rest.starts_with("<script") => to("</script>"),
            '<' if rest.starts_with("<style") => to("</style>"),
            '<' if rest.starts_with("<!--") => to("-->"),
            _ => next.len_utf8(),
        };
        let (piece, line) = (&rest[..length], line_of(content, at));
        if let Some(comment) = piece.strip_prefix("<!--") {
            texts.push(trimmed(comment.trim_end_matches("-->"), line));
        } else if next == '{' || piece.starts_with("<script") {
            let strings = of_code(piece, Quotes::TYPESCRIPT);
            texts.extend(strings.into_iter().map(|text| Text { line: text.line + line - 1, ..text }));
        }
        match next {
            // A block such as `{#if …}` ends a sentence. Any other expression is a word in it.
            '{' => markup.push(if piece[1..].starts_with(['#', ':', '/']) { '|' } else { 'x' }),
            _ if length == next.len_utf8() => markup.push(next),
            _ => {}
        }
        markup.extend(piece.chars().skip(1).filter(|c| *c == '\n'));
        at += length;
    }
    texts.extend(of_markup(&markup));
    texts
}

/// The length of the expression in braces that `rest` begins with.
fn expression(rest: &str) -> usize {
    let mut depth = 0;
    let end = rest.find(|c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        depth == 0
    });
    end.map_or(rest.len(), |end| end + 1)
}

/// The text between the tags of markup, and the attributes that people read.
fn of_markup(markup: &str) -> Vec<Text> {
    let mut texts = Vec::new();
    let mut at = 0;
    for piece in markup.split_inclusive(['<', '>']) {
        if piece.ends_with('>') {
            for opening in READ_ATTRIBUTES.map(|name| format!(" {name}=\"")) {
                texts.extend(piece.match_indices(&opening).map(|(from, _)| {
                    let value = piece[from + opening.len()..].split('"').next().unwrap_or_default();
                    trimmed(value, line_of(markup, at + from))
                }));
            }
        } else {
            texts.push(trimmed(piece.trim_end_matches('<'), line_of(markup, at)));
        }
        at += piece.len();
    }
    texts
}

/// Prose whose lines are indented like the markup around them, which would end a sentence.
fn trimmed(text: &str, line: usize) -> Text {
    Text::new(&text.lines().map(str::trim).collect::<Vec<_>>().join("\n"), line)
}

/// Comments and values that are sentences in YAML and TOML.
fn of_data(content: &str) -> Vec<Text> {
    let mut texts: Vec<Text> = Vec::new();
    let mut is_comment = false;
    for (at, line) in content.lines().enumerate() {
        let trimmed = line.trim();
        let comment = trimmed.strip_prefix('#').map(|text| text.trim_start_matches('#'));
        match comment {
            Some(text) if is_comment => {
                if let Some(last) = texts.last_mut() {
                    last.plain.push('\n');
                    last.plain.push_str(&without_code(text));
                }
            }
            Some(text) => texts.push(Text::new(text, at + 1)),
            None => {
                let keys = ["message: ", "why: ", "description: ", "title: ", "doc = ", "text = ", "title = "];
                let value = keys.iter().find_map(|key| trimmed.trim_start_matches("- ").strip_prefix(key));
                texts.extend(value.map(|value| Text::new(value, at + 1)));
            }
        }
        is_comment = comment.is_some();
    }
    texts
}

/// Returns prose in which each piece of code in backticks, is one short word.
fn without_code(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for (at, piece) in text.split('`').enumerate() {
        if at % 2 == 0 {
            plain.push_str(piece);
        } else {
            plain.push('x');
            plain.extend(piece.chars().filter(|c| *c == '\n'));
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::of_svelte;

    #[test]
    fn texts_of_components() {
        let component = "\
<!-- A comment. -->
<script lang=\"ts\">
const a = \"a string of the script\";
</script>

{#if a > 0}
  <p title=\"A title\" class=\"no title\">One {a}
    text<b>two</b></p>
{:else}<input
    placeholder=\"Find\" value={a ? \"a string of an expression\" : `{}`}>{/if}

<style>
  p { color: red; }
</style>
";
        let texts = of_svelte(component);
        let found = texts.iter().filter(|text| text.plain.contains(char::is_alphabetic));
        let mut found: Vec<_> = found.map(|text| (text.line, text.plain.as_str())).collect();
        found.sort_unstable();
        let expected = [
            (1, "A comment."),
            (3, "a string of the script"),
            (7, "A title"),
            (7, "One x\ntext"),
            (8, "two"),
            (10, "Find"),
            (10, "a string of an expression"),
        ];
        assert_eq!(found, expected);
    }
}
