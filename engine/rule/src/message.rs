//! Messages of rules: a template, and the values of a finding that fill it.

use std::fmt::Write as _;

use assay_document::text::{Fault, IssueCode, Span, nearest};
use assay_report::Value;

use super::file_text::suggest_or_help;

/// The placeholders of every template, each with its meaning. A record adds its names.
pub const PLACEHOLDERS: &[(&str, &str)] = &[
    ("value", "the value that failed"),
    ("path", "the path of the file"),
    ("rule", "the name of the rule"),
    ("expected", "the requirement of the condition with its operator: `<= 5000`"),
    ("line", "the line of the value"),
];

/// The `message` of a rule, parsed.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Message {
    parts: Vec<MessagePart>,
}

#[derive(Clone, Debug, Eq, PartialEq)]
enum MessagePart {
    Text(String),
    /// The name between two braces.
    Name(String),
}

/// The values of a finding that fill a message.
#[derive(Clone, Copy, Debug)]
pub struct MessageFacts<'f> {
    /// The value that failed; null for the file itself.
    pub value: &'f Value,
    /// The path of the document with the value.
    pub path: &'f str,
    /// The name of the rule.
    pub rule: &'f str,
    /// The requirement of the condition, with its operator.
    pub expected: &'f str,
    /// The line of the value, from 1.
    pub line: u32,
}

impl Message {
    /// Parses a template. Returns a hint for each `{NAME}` that is neither in [`PLACEHOLDERS`] nor in `labels`.
    ///
    /// Such a name stays in the message as written. So does every other brace.
    pub(super) fn parse(template: &str, labels: &[String]) -> (Self, Vec<Fault>) {
        let (mut parts, mut hints) = (Vec::new(), Vec::new());
        let mut rest = template;
        while let Some((before, name, after)) = next_name(rest) {
            let open = template.len() - rest.len() + before.len();
            let known = || PLACEHOLDERS.iter().map(|(name, _)| *name).chain(labels.iter().map(|label| bare(label)));
            if !known().any(|known| known == name) {
                let span = Span::of(open, open + name.len() + 2);
                let fault =
                    Fault::new(IssueCode::MessageUnknownName, format!("unknown placeholder `{{{name}}}`"), span);
                let suggestion = nearest(name, known()).map(|known| format!("{{{known}}}"));
                hints.push(suggest_or_help(fault, suggestion.as_deref(), "it is shown as written"));
            }
            parts.push(MessagePart::Text(before.to_owned()));
            parts.push(MessagePart::Name(name.to_owned()));
            rest = after;
        }
        parts.push(MessagePart::Text(rest.to_owned()));
        (Self { parts }, hints)
    }

    /// Returns the message of one finding. The message is cut soon after `most` bytes.
    pub fn render(&self, facts: &MessageFacts<'_>, most: usize) -> String {
        let mut text = String::new();
        for part in &self.parts {
            if text.len() > most {
                break;
            }
            match part {
                MessagePart::Text(part) => text.push_str(part),
                MessagePart::Name(name) => match fill(name, facts) {
                    Some(value) => text.push_str(&value),
                    // Writing to a string cannot fail.
                    None => _ = write!(text, "{{{name}}}"),
                },
            }
        }
        text
    }
}

/// Returns the text before the first name in braces, the name, and the text after it; `None` if there is no name.
fn next_name(text: &str) -> Option<(&str, &str, &str)> {
    let mut from = 0;
    while let Some(open) = memchr::memchr(b'{', &text.as_bytes()[from..]).map(|at| from + at) {
        let inner = &text[open + 1..];
        match inner.find(['{', '}']) {
            Some(close) if inner[close..].starts_with('}') && !inner[..close].trim().is_empty() => {
                return Some((&text[..open], &inner[..close], &inner[close + 1..]));
            }
            Some(_) => from = open + 1,
            None => return None,
        }
    }
    None
}

/// Returns a label as a template names it: a label in braces, such as `{tag}`, without its braces.
fn bare(label: &str) -> &str {
    label.strip_prefix('{').and_then(|word| word.strip_suffix('}')).unwrap_or(label)
}

/// Returns the value for the placeholder `name`; `None` if the finding has no value of that name.
fn fill(name: &str, facts: &MessageFacts<'_>) -> Option<String> {
    match name {
        "value" => Some(facts.value.display()),
        "path" => Some(facts.path.to_owned()),
        "rule" => Some(facts.rule.to_owned()),
        "expected" => Some(facts.expected.to_owned()),
        "line" => Some(facts.line.to_string()),
        _ => {
            let Value::Record(lists) = facts.value else { return None };
            let (_, values) = lists.iter().find(|(label, _)| bare(label) == name)?;
            Some(values.iter().map(Value::display).collect::<Vec<_>>().join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use assay_report::Value;

    use super::{Message, MessageFacts};

    fn text(text: &str) -> Value {
        Value::Text(text.to_owned())
    }

    fn rendered(template: &str, value: &Value) -> String {
        let (message, _) = Message::parse(template, &[]);
        message.render(&MessageFacts { value, path: "a/b.xml", rule: "r", expected: "at most 5", line: 7 }, 1000)
    }

    #[test]
    fn names_are_filled_in() {
        for (template, message) in [
            ("", ""),
            ("plain", "plain"),
            ("{value}", "x"),
            ("{path}:{line} {rule}: {value}, not {expected}", "a/b.xml:7 r: x, not at most 5"),
            ("{value}{value}", "xx"),
        ] {
            assert_eq!(rendered(template, &text("x")), message, "{template}");
        }
    }

    #[test]
    fn long_messages_are_cut() {
        assert!(rendered(&"{value}".repeat(100), &text(&"x".repeat(100))).len() < 1200);
    }

    #[test]
    fn unknown_placeholders_are_kept() {
        for template in ["{nope}", "{", "}", "{}", "{ }", "{{}}", "{va", "a } b { c", "{Value}", "{\u{e9}}"] {
            assert_eq!(rendered(template, &text("x")), template);
        }
        assert_eq!(rendered("{{value}}", &text("x")), "{x}");
        assert_eq!(rendered("{a {value}", &text("x")), "{a x");
    }

    #[test]
    fn lists_of_a_record_are_placeholders() {
        let list = vec![text("a"), Value::Null, Value::Number("5".to_owned())];
        let record = Value::Record(vec![("Name".to_owned(), list), ("None".to_owned(), Vec::new())]);
        assert_eq!(rendered("{Name}|{None}|{Other}", &record), "a, null, 5||{Other}");
        assert_eq!(rendered("{Name}", &text("x")), "{Name}");
        let words = Value::Record(vec![("{tag}".to_owned(), vec![text("Item")])]);
        assert_eq!(rendered("a {tag}", &words), "a Item");
    }

    #[test]
    fn an_unknown_name_is_a_hint_at_its_place() {
        let labels = ["Name".to_owned(), "{tag}".to_owned()];
        let hints = |template: &str| {
            let (_, hints) = Message::parse(template, &labels);
            hints.into_iter().map(|hint| (hint.span.start(), hint.span.end(), hint.help.unwrap())).collect::<Vec<_>>()
        };
        assert_eq!(hints("{value} {Name} {tag}"), []);
        assert_eq!(hints("\u{e9} {Value}"), [(3, 10, "did you mean `{value}`?".to_owned())]);
        assert_eq!(hints("{x}{Nam}").len(), 2);
    }
}
