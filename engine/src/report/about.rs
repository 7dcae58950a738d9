//! What a rule says about itself, for those who meet its findings.

use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use super::RuleStats;

/// The fields of a rule that are shown and never evaluated, as far as reports show them.
#[derive(Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
pub struct About {
    /// What the rule checks.
    pub description: Option<String>,
    /// Why it matters.
    pub why: Option<String>,
    /// Where more is written about it; whatever its author typed.
    pub url: Option<String>,
    /// Words to group rules by.
    pub tags: Vec<String>,
}

/// The name of the rule that the reader itself checks.
pub const REPEATED_KEY: &str = "repeated-key";

impl About {
    /// What the rule of that name says about itself that every run has.
    pub(super) fn of_built_in(name: &str) -> Option<Self> {
        (name == REPEATED_KEY).then(|| Self {
            description: Some("A key stands once in its object or mapping (JSON, YAML).".to_owned()),
            why: Some("Here each is a node of its own; other tools keep one and drop the others.".to_owned()),
            ..Self::default()
        })
    }
    /// What is told beside the first finding of the rule, each under its label: why it matters, or else what the rule
    /// checks, and where more is written.
    pub(super) fn notes(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let reason = self.why.as_deref().map(|why| ("why", why));
        let reason = reason.or_else(|| self.description.as_deref().map(|description| ("about", description)));
        reason.into_iter().chain(self.url.as_deref().map(|url| ("url", url)))
    }

    /// The page at `url`, when that is an address of the web: nothing else may become a link.
    #[must_use]
    pub fn page(&self) -> Option<&str> {
        let url = self.url.as_deref()?;
        let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"))?;
        let is_address =
            !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_graphic() && !b"\"<>\\^`{|}".contains(&byte));
        is_address.then_some(url)
    }
}

/// What rules say about themselves, for reports that tell it once: beside the first finding of each.
#[derive(Default)]
pub(super) struct Untold {
    told: FxHashSet<String>,
}

impl Untold {
    /// What a rule of these says about itself; nothing when it has been told.
    pub fn take<'r>(
        &mut self,
        rules: &'r [RuleStats],
        rule: &str,
    ) -> impl Iterator<Item = (&'static str, &'r str)> + use<'r> {
        let is_news = !self.told.contains(rule) && self.told.insert(rule.to_owned());
        let rule = rules.iter().find(|known| is_news && known.name == rule);
        rule.into_iter().flat_map(|rule| rule.about.notes())
    }
}

#[cfg(test)]
mod tests {
    use super::{About, Untold};
    use crate::report::{RuleStats, Severity};

    #[test]
    fn a_reason_is_told_once_and_a_description_where_there_is_none() {
        let about = |why: Option<&str>| About {
            why: why.map(str::to_owned),
            description: Some("what".to_owned()),
            url: Some("page".to_owned()),
            ..About::default()
        };
        let rule = |name: &str, about| RuleStats { about, ..RuleStats::new(name, Severity::Error) };
        let rules = [rule("a", about(Some("because"))), rule("b", about(None)), rule("c", About::default())];
        let mut untold = Untold::default();
        let mut told = |rule| untold.take(&rules, rule).collect::<Vec<_>>();
        assert_eq!(told("a"), [("why", "because"), ("url", "page")]);
        assert_eq!(told("a"), []);
        assert_eq!(told("b"), [("about", "what"), ("url", "page")]);
        assert_eq!((told("c"), told("d")), (Vec::new(), Vec::new()));
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
