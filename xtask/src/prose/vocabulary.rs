//! The words to avoid, and what to write instead of each.

/// A word or a phrase, in all its forms, and the words for the same idea that readers know.
struct Avoid {
    forms: &'static [&'static str],
    /// Phrases with one of the forms that are plain English.
    except: &'static [&'static str],
    instead: &'static str,
}

const fn avoid(forms: &'static [&'static str], instead: &'static str) -> Avoid {
    Avoid { forms, except: &[], instead }
}

/// The words of the guide to plain English in `docs/glossary.md`.
const AVOID: &[Avoid] = &[
    avoid(
        &[
            "is told",
            "are told",
            "was told",
            "be told",
            "is said",
            "are said",
            "be said",
            "told of",
            "tells of",
            "told as",
            "told where",
        ],
        "reports, is reported, warns",
    ),
    avoid(&["gravity", "graver", "gravest", "how grave"], "severity, most severe"),
    avoid(&["take away", "takes away", "taken away", "taking away"], "export, download, remove"),
    avoid(
        &["takes over", "taken over", "take over", "heeds", "heed", "heeded", "lends", "lend", "lent"],
        "read, import, adopt, apply, pass",
    ),
    avoid(&["wants", "is wanted", "are wanted", "asks for", "asked for"], "needs, requires, selects"),
    Avoid {
        forms: &["stands", "stand", "stood", "lies", "lie"],
        except: &["stands for", "stand for", "stand-in", "stand-ins", "stands in for", "stand in for"],
        instead: "is, is located",
    },
    avoid(
        &["of its own", "of their own", "of one's own", "of our own", "of your own", "of his own"],
        "custom, user-defined, separate",
    ),
    Avoid { forms: &["behind"], except: &["look-behind", "lookbehind"], instead: "after, follows" },
    Avoid {
        forms: &["a text", "each text", "the texts", "every text", "of texts", "as texts"],
        except: &["a text file", "a text report", "a text editor", "each text file", "a text format", "a text field"],
        instead: "a string",
    },
    Avoid {
        forms: &["a sign", "the sign", "signs"],
        except: &["the sign of", "without a sign"],
        instead: "a character, a symbol, an operator",
    },
    avoid(&["the rest", "all others", "the others"], "the name of the thing"),
    avoid(&["so many", "how many", "so much", "how much"], "the number of, count"),
    avoid(&["a stranger", "strangers", "somebody", "nobody", "someone", "no one"], "another tool, a user"),
    avoid(&["of which", "is none", "are none", "there is none", "that is none"], "a sentence that names the thing"),
    avoid(
        &["whose turn", "is there that", "whatever else", "what it is not", "of it all"],
        "a sentence that names the thing",
    ),
    avoid(&["what comes of", "comes of", "comes out of"], "findings, the result"),
];

/// Lists the words to avoid in a text: the byte of each, the word, and what to write instead.
pub(super) fn matches(text: &str) -> impl Iterator<Item = (usize, &'static str, &'static str)> {
    // Lower case of ASCII only, and spaces for line ends, keep every byte where it is.
    let folded = text.to_ascii_lowercase().replace('\n', " ");
    let mut found = Vec::new();
    for avoid in AVOID {
        for form in avoid.forms {
            found.extend(
                places(&folded, form)
                    .filter(|at| !avoid.except.iter().any(|phrase| is_part_of(&folded, *at, phrase)))
                    .map(|at| (at, *form, avoid.instead)),
            );
        }
    }
    found.sort_unstable();
    found.into_iter()
}

/// The places of a phrase as whole words.
fn places<'t>(text: &'t str, phrase: &'t str) -> impl Iterator<Item = usize> + 't {
    let is_inside = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '-' || c == '_');
    text.match_indices(phrase).map(|(at, _)| at).filter(move |&at| {
        !is_inside(text[..at].chars().next_back()) && !is_inside(text[at + phrase.len()..].chars().next())
    })
}

/// Returns true if the byte `at` is in a place of `phrase`.
fn is_part_of(text: &str, at: usize, phrase: &str) -> bool {
    places(text, phrase).any(|start| (start..start + phrase.len()).contains(&at))
}
