//! What a rule says about itself, for those who meet its findings.

use serde::{Deserialize, Serialize};

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

impl About {
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

#[cfg(test)]
mod tests {
    use super::About;

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
