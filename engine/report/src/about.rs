//! The descriptive fields of rules, for readers of their findings.

use serde::{Deserialize, Serialize};

/// The fields of a rule that describe it and are never evaluated, as far as reports show them.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(remote = "Self")]
pub struct About {
    /// The description of the rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Why the rule matters.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The address of further documentation.
    // Exactly the string that the rule's author wrote.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Words that group rules.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
}

two_forms!(About { description, why, url, tags });

/// The name of the built-in rule that reports repeated keys.
pub const REPEATED_KEY: &str = "repeated-key";

impl About {
    /// Returns the descriptive fields of the built-in rule [`REPEATED_KEY`].
    pub(super) fn repeated_key() -> Self {
        Self {
            description: Some("The keys of an object or mapping are unique (JSON, YAML).".to_owned()),
            why: Some("Assay keeps every occurrence as a node; most other tools keep only one of them.".to_owned()),
            ..Self::default()
        }
    }

    /// Returns the notes for the first finding of the rule, each with its label: why it matters, or else what the rule
    /// checks, and where further documentation is.
    pub(super) fn notes(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let reason = self.why.as_deref().map(|why| ("why", why));
        let reason = reason.or_else(|| self.description.as_deref().map(|description| ("about", description)));
        reason.into_iter().chain(self.url.as_deref().map(|url| ("url", url)))
    }

    /// Returns `url` if it is a web address. Nothing else may become a link.
    pub fn page(&self) -> Option<&str> {
        let url = self.url.as_deref()?;
        let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"))?;
        let is_address =
            !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_graphic() && !b"\"<>\\^`{|}".contains(&byte));
        is_address.then_some(url)
    }
}

#[cfg(test)]
mod tests {
    use super::About;
    use crate::written_notes::WrittenNotes;
    use crate::{RuleStats, Severity};

    #[test]
    fn a_reason_is_written_once_and_a_description_without_one() {
        let about = |why: Option<&str>| About {
            why: why.map(str::to_owned),
            description: Some("what".to_owned()),
            url: Some("page".to_owned()),
            ..About::default()
        };
        let rule = |name: &str, about| RuleStats { about, ..RuleStats::new(name, Severity::Error) };
        let rules = [rule("a", about(Some("because"))), rule("b", about(None)), rule("c", About::default())];
        let mut pending = WrittenNotes::default();
        let mut notes = |rule| pending.take(&rules, rule).collect::<Vec<_>>();
        assert_eq!(notes("a"), [("why", "because"), ("url", "page")]);
        assert_eq!(notes("a"), []);
        assert_eq!(notes("b"), [("about", "what"), ("url", "page")]);
        assert_eq!((notes("c"), notes("d")), (Vec::new(), Vec::new()));
    }

    #[test]
    fn only_addresses_of_the_web_are_links() {
        for (url, is_link) in [
            ("https://example.org/rules#faces", true),
            ("http://wiki/Faces?a=b&c=%20", true),
            ("https://", false),
            ("javascript:alert(1)", false),
            ("data:text/html,<script>", false),
            ("https://example.org/a b", false),
            ("https://example.org/\"onclick", false),
            ("//example.org", false),
            ("see the wiki", false),
            ("", false),
        ] {
            let about = About { url: Some(url.to_owned()), ..About::default() };
            assert_eq!(about.page(), is_link.then_some(url), "{url}");
        }
    }
}
