//! Rhai equivalents of the Python in functions of version 1: hints for rewriting the functions.

/// A piece of Python with its Rhai equivalent.
struct Equivalent {
    /// The Python that is searched for.
    python: &'static str,
    /// The Rhai to write in its place.
    rhai: &'static str,
}

const EQUIVALENTS: &[Equivalent] = &[
    Equivalent { python: "pdict['data']", rhai: "data" },
    Equivalent { python: "pdict[\"data\"]", rhai: "data" },
    Equivalent { python: "pdict.get('data'", rhai: "data" },
    Equivalent { python: "pdict['filepath']", rhai: "filepath" },
    Equivalent { python: "pdict[\"filepath\"]", rhai: "filepath" },
    Equivalent { python: "pdict['condition']", rhai: "condition" },
    Equivalent { python: "pdict[\"condition\"]", rhai: "condition" },
    Equivalent { python: "os.path.exists(", rhai: "exists(path)" },
    Equivalent { python: "os.path.isfile(", rhai: "exists(path)" },
    Equivalent { python: "os.path.getsize(", rhai: "size(path)" },
    Equivalent { python: "os.walk(", rhai: "files(regex)" },
    Equivalent { python: "os.listdir(", rhai: "files(regex)" },
    Equivalent { python: "glob.glob(", rhai: "files(regex)" },
    Equivalent { python: "open(", rhai: "read_text(path)" },
    Equivalent { python: "re.search(", rhai: "matches(text, regex)" },
    Equivalent { python: "re.match(", rhai: "matches(text, \"^(?:…)\")" },
    Equivalent { python: "re.findall(", rhai: "captures(text, regex)" },
    Equivalent { python: "re.sub(", rhai: "replace_all(text, regex, with)" },
    Equivalent { python: "hashlib.md5(", rhai: "md5(path)" },
    Equivalent { python: "hashlib.sha256(", rhai: "sha256(path)" },
    Equivalent { python: "Image.open(", rhai: "image(path), which has width, height and format" },
    Equivalent { python: "ET.parse(", rhai: "xpath(path, expression)" },
    Equivalent { python: "etree.parse(", rhai: "xpath(path, expression)" },
    Equivalent { python: "ElementTree.parse(", rhai: "xpath(path, expression)" },
];

/// Returns a line for each of these pieces in `python`, with its Rhai equivalent.
pub(super) fn hints(python: &str) -> Vec<String> {
    let used = EQUIVALENTS.iter().filter(|equivalent| python.contains(equivalent.python));
    let shown = used.map(|Equivalent { python, rhai }| {
        let ellipsis = if python.ends_with('(') {
            "…)"
        } else if python.ends_with("'data'") {
            ")"
        } else {
            ""
        };
        format!("{python}{ellipsis} → {rhai}")
    });
    shown.collect()
}
