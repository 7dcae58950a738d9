//! Rhai equivalents of the Python in functions of version 1: hints for rewriting the functions.

/// Pieces of Python, each with the Rhai to write in its place.
const EQUIVALENTS: &[(&str, &str)] = &[
    ("pdict['data']", "data"),
    ("pdict[\"data\"]", "data"),
    ("pdict.get('data'", "data"),
    ("pdict['filepath']", "filepath"),
    ("pdict[\"filepath\"]", "filepath"),
    ("pdict['condition']", "condition"),
    ("pdict[\"condition\"]", "condition"),
    ("os.path.exists(", "exists(path)"),
    ("os.path.isfile(", "exists(path)"),
    ("os.path.getsize(", "size(path)"),
    ("os.walk(", "files(regex)"),
    ("os.listdir(", "files(regex)"),
    ("glob.glob(", "files(regex)"),
    ("open(", "read_text(path)"),
    ("re.search(", "matches(text, regex)"),
    ("re.match(", "matches(text, \"^(?:…)\")"),
    ("re.findall(", "captures(text, regex)"),
    ("re.sub(", "replace_all(text, regex, with)"),
    ("hashlib.md5(", "md5(path)"),
    ("hashlib.sha256(", "sha256(path)"),
    ("Image.open(", "image(path), which has width, height and format"),
    ("ET.parse(", "xpath(path, expression)"),
    ("etree.parse(", "xpath(path, expression)"),
    ("ElementTree.parse(", "xpath(path, expression)"),
];

/// Returns a line for each of these pieces in `python`, with its Rhai equivalent.
pub(super) fn hints(python: &str) -> Vec<String> {
    let used = EQUIVALENTS.iter().filter(|(piece, _)| python.contains(piece));
    let lines = used.map(|(piece, rhai)| {
        let rest = match piece {
            call if call.ends_with('(') => "…)",
            call if call.contains('(') => ")",
            _ => "",
        };
        format!("{piece}{rest} → {rhai}")
    });
    lines.collect()
}
