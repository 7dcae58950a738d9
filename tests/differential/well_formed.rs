//! The engine and `roxmltree` accept and refuse the same documents, and find the same errors of encoding.
//!
//! `{dom}` builds its trees with `roxmltree`, so a document that only one of them refuses would be checked by half.

use std::sync::LazyLock;

use assay_engine::format::{Document, Scalar, Sink, Tag};
use assay_engine::text::Span;
use proptest::prelude::{prop_assert, proptest};
use regex::Regex;

use crate::damage::{damaged, edits};
use crate::document::documents;
use crate::nasty::{ACCEPTED, REFUSED};

/// Takes everything and keeps nothing, but counts what is open.
#[derive(Default)]
struct Depth(usize);

impl Sink for Depth {
    fn open(&mut self, _: Option<Tag<'_>>, _: Span) {
        self.0 += 1;
    }
    fn attribute(&mut self, _: Tag<'_>, _: std::borrow::Cow<'_, str>, _: Span) {}
    fn text(&mut self, _: std::borrow::Cow<'_, str>, _: Span) {}
    fn scalar(&mut self, _: Scalar<'_>, _: Span) {}
    fn close(&mut self, _: u32) {
        self.0 -= 1;
    }
}

/// What the engine says of a document: why it refuses it, if it does.
fn refusal(bytes: &[u8]) -> Option<String> {
    let document = match Document::decode("a.xml", bytes.to_vec()) {
        Ok(document) => document,
        Err(unusable) => return Some(unusable.to_string()),
    };
    let mut depth = Depth::default();
    match document.read(&mut depth) {
        Ok(_) => {
            assert_eq!(depth.0, 0, "what opens closes");
            None
        }
        Err(malformed) => {
            let end = malformed.span.end() as usize;
            let text = document.text().expect("it is at hand");
            assert!(text.is_char_boundary(malformed.span.start() as usize), "{malformed:?}");
            assert!(text.is_char_boundary(end), "{malformed:?}");
            Some(malformed.to_string())
        }
    }
}

/// One way in which `roxmltree` reads other documents than XML 1.0 has.
struct Exception {
    reason: &'static str,
    /// Documents that it may be said of.
    may: &'static str,
    /// Documents that are free of it all the same.
    unless: &'static str,
}

/// Where `roxmltree` 0.21 accepts what is not well formed. The patterns are wide: a document that one of them finds is
/// compared in one direction only (what the engine accepts, `roxmltree` does).
const LENIENT: &[Exception] = &[
    Exception {
        reason: "looks at the declaration's parts, but not at their values",
        may: r"\A\u{feff}?<\?xml ",
        unless: concat!(
            r#"\A\u{feff}?<\?xml\s+version\s*=\s*("1\.\d+"|'1\.\d+')(\s+encoding\s*=\s*("[A-Za-z][\w.-]*"|'[A-Za-z][\w.-]*'))?"#,
            r#"(\s+standalone\s*=\s*("(yes|no)"|'(yes|no)'))?\s*\?>"#
        ),
    },
    Exception {
        reason: "takes a declaration without a blank behind `xml`, or in capitals, for an instruction",
        may: r"(?i)<\?xml[ \t\r\n?]",
        unless: r"\A\u{feff}?<\?xml [^?]*\?>(?s:.)*\z",
    },
    Exception {
        reason: "wants no blank between the name and the content of an instruction",
        may: r"<\?[^ \t\r\n?]*([^\w:. \t\r\n?-]|\?[^>])",
        unless: r"\A\z",
    },
    Exception {
        reason: "reads a reference to half a surrogate pair, or beyond all characters, as U+FFFD",
        may: r"&#(x0*([dD][89a-fA-F]..|1[1-9a-fA-F].{4}|[2-9a-fA-F].{5,}|..{6,})|\d{5,});",
        unless: r"\A\z",
    },
    Exception {
        reason: "is given a text, so that the name of its encoding does not matter",
        may: r#"\A\u{feff}?<\?xml[^>]*encoding\s*=\s*["']"#,
        unless: r#"encoding\s*=\s*["'](?i:utf-8)["']"#,
    },
    Exception { reason: "takes `:a` for a name without a prefix", may: r"</?:", unless: r"\A\z" },
    Exception { reason: "reads an internal subset", may: r"<!DOCTYPE[^\[]*\[", unless: r"\A\z" },
    Exception {
        reason: "takes any character of a public identifier",
        may: r#"<!DOCTYPE[^>]*PUBLIC\s*("[^"]*[^"\w\r\n '()+,./:=?;!*#@$%-]|'[^']*[^'\w\r\n ()+,./:=?;!*#@$%-]|['"][^>]*[^\x00-\x7f])"#,
        unless: r"\A\z",
    },
];

static LENIENT_PATTERNS: LazyLock<Vec<(Regex, Regex)>> = LazyLock::new(|| {
    let compile = |pattern: &str| Regex::new(pattern).expect("the patterns are fixed");
    LENIENT.iter().map(|exception| (compile(exception.may), compile(exception.unless))).collect()
});

/// Why `roxmltree` may accept a document that is not well formed.
fn lenient(text: &str) -> Option<&'static str> {
    let found = LENIENT_PATTERNS.iter().position(|(may, unless)| may.is_match(text) && !unless.is_match(text));
    found.map(|at| LENIENT[at].reason)
}

/// Whether `roxmltree` refuses a document because of its prefixes, which are only text to the engine.
fn of_prefixes(error: &roxmltree::Error, text: &str) -> bool {
    use roxmltree::Error as E;
    let name = || {
        let position = error.pos();
        let line = text.split('\n').nth(position.row as usize - 1).unwrap_or("");
        let rest: String = line.chars().skip(position.col as usize - 1).collect();
        rest.split(|c: char| c.is_whitespace() || "=/>'\"".contains(c)).next().unwrap_or("").to_owned()
    };
    match error {
        E::UnknownNamespace(..)
        | E::InvalidXmlPrefixUri(_)
        | E::UnexpectedXmlUri(_)
        | E::UnexpectedXmlnsUri(_)
        | E::InvalidElementNamePrefix(_)
        | E::DuplicatedNamespace(..) => true,
        // Twice only without its prefix.
        E::DuplicatedAttribute(local, _) => text.contains(&format!(":{local}")),
        E::InvalidName(_) => name().contains(':'),
        _ => false,
    }
}

fn tree(text: &str) -> Result<roxmltree::Document<'_>, roxmltree::Error> {
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    roxmltree::Document::parse_with_options(text, options)
}

/// What is wrong with the two verdicts on `text`, if anything is.
fn disagreement(text: &str) -> Option<String> {
    let (engine, tree) = (refusal(text.as_bytes()), tree(text));
    match (&engine, &tree) {
        (None, Ok(_)) | (Some(_), Err(_)) => None,
        (Some(reason), Ok(_)) => {
            lenient(text).is_none().then(|| format!("only the engine refuses it: {reason}\n{text:?}"))
        }
        (None, Err(error)) => {
            (!of_prefixes(error, text)).then(|| format!("only `roxmltree` refuses it: {error}\n{text:?}"))
        }
    }
}

#[test]
fn well_formed_documents_are_accepted() {
    let wrong: Vec<_> = ACCEPTED.iter().filter_map(|(name, text)| Some((name, refusal(text.as_bytes())?))).collect();
    assert!(wrong.is_empty(), "refused: {wrong:#?}");
}

#[test]
fn malformed_documents_are_refused() {
    let wrong: Vec<_> = REFUSED.iter().filter(|(_, text)| refusal(text.as_bytes()).is_none()).collect();
    assert!(wrong.is_empty(), "accepted: {wrong:#?}");
}

#[test]
fn roxmltree_agrees_on_nasty_documents() {
    let wrong: Vec<_> = [ACCEPTED, REFUSED].concat().iter().filter_map(|(_, text)| disagreement(text)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_exception_is_needed() {
    let accepted = |text: &&str| tree(text).is_ok();
    let needed: Vec<_> = REFUSED.iter().map(|(_, text)| *text).filter(accepted).filter_map(lenient).collect();
    for Exception { reason, .. } in LENIENT {
        let exempt = reason.contains("is given a text") || reason.contains("`:a`");
        assert!(exempt || needed.contains(reason), "no nasty document shows that `roxmltree` {reason}");
    }
}

#[test]
fn nasty_documents_have_unique_names() {
    let all = [ACCEPTED, REFUSED].concat();
    for (at, (name, text)) in all.iter().enumerate() {
        assert!(all[..at].iter().all(|(other, other_text)| other != name && other_text != text), "{name} stands twice");
    }
    assert!(all.len() >= 120);
}

proptest! {
    #![proptest_config(crate::config(1500))]

    #[test]
    fn damaged_documents_are_judged_like_roxmltree(text in documents(), edits in edits()) {
        let text = damaged(&text, &edits);
        let disagreement = disagreement(&text);
        prop_assert!(disagreement.is_none(), "{}", disagreement.unwrap_or_default());
    }

    #[test]
    fn damaged_bytes_are_refused_or_decoded(
        text in documents(),
        at in proptest::prelude::any::<proptest::sample::Index>(),
        byte in proptest::prelude::any::<u8>(),
    ) {
        let mut bytes = text.into_bytes();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        match std::str::from_utf8(&bytes) {
            Ok(text) => {
                // Two bytes that are the mark of another encoding make it another text.
                let disagreement = disagreement(text).filter(|_| at > 3);
                prop_assert!(disagreement.is_none(), "{}", disagreement.unwrap_or_default());
            }
            Err(_) => prop_assert!(refusal(&bytes).is_some(), "bytes that are no UTF-8 are read: {bytes:?}"),
        }
    }
}
