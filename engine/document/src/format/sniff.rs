//! Determines the format of a file: by its first character, then by its extension, then by its content.

use thiserror::Error;

use super::encoding;
use crate::source::file_name;

/// A format that this version reads.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Format {
    /// XML 1.0.
    Xml,
    /// JSON, JSON with comments and trailing commas, JSON5, and glTF, which is JSON.
    Json,
    /// The JSON in binary glTF.
    Glb,
    /// YAML 1.2.
    Yaml,
    /// Sections and keys: the files of Godot, and INI.
    Ini,
}

impl Format {
    /// Returns the format for the extension of the file at `path`.
    #[must_use]
    pub fn of_extension(path: &str) -> Option<Self> {
        of_extension(extension(path)).map(|known| known.format)
    }

    /// Returns true if the reader of the format can read a document in parts.
    pub(super) const fn comes_in_parts(self) -> bool {
        matches!(self, Self::Xml | Self::Json)
    }
}

/// A file extension and its format.
#[derive(Clone, Copy, Debug)]
pub struct Extension {
    /// The extension in lower case, without its dot.
    pub name: &'static str,
    /// The format of files with the extension.
    pub format: Format,
    /// The common name of such files, with its article.
    pub doc: &'static str,
    /// True if a file that begins with `{` is JSON in spite of the extension.
    or_json: bool,
}

/// Every extension that determines the format of a file.
pub static FORMATS: &[Extension] = &[
    extension_of(Format::Xml, "xml", "XML"),
    extension_of(Format::Xml, "repository", "a Messiah repository"),
    extension_of(Format::Xml, "iworld", "a Messiah world"),
    extension_of(Format::Xml, "ilevel", "a Messiah level"),
    extension_of(Format::Xml, "sbc", "a game definition"),
    Extension { or_json: true, ..extension_of(Format::Xml, "assetlist", "an asset list") },
    extension_of(Format::Xml, "svg", "an SVG drawing"),
    extension_of(Format::Xml, "dae", "a COLLADA scene"),
    extension_of(Format::Xml, "mtlx", "a MaterialX material"),
    extension_of(Format::Json, "json", "JSON"),
    extension_of(Format::Json, "jsonc", "JSON with comments"),
    extension_of(Format::Json, "json5", "JSON5"),
    extension_of(Format::Json, "gltf", "a glTF scene"),
    extension_of(Format::Yaml, "yaml", "YAML"),
    extension_of(Format::Yaml, "yml", "YAML"),
    extension_of(Format::Yaml, "meta", "a Unity asset's metadata"),
    extension_of(Format::Yaml, "prefab", "a Unity prefab"),
    extension_of(Format::Yaml, "unity", "a Unity scene"),
    extension_of(Format::Yaml, "asset", "a Unity asset"),
    extension_of(Format::Yaml, "mat", "a Unity material"),
    extension_of(Format::Yaml, "anim", "a Unity animation"),
    extension_of(Format::Yaml, "controller", "a Unity animator"),
    extension_of(Format::Yaml, "overridecontroller", "a Unity animator"),
    extension_of(Format::Yaml, "mask", "a Unity avatar mask"),
    extension_of(Format::Yaml, "playable", "a Unity timeline"),
    extension_of(Format::Yaml, "preset", "a Unity preset"),
    extension_of(Format::Yaml, "lighting", "Unity lighting settings"),
    extension_of(Format::Yaml, "mixer", "a Unity audio mixer"),
    extension_of(Format::Yaml, "physicmaterial", "a Unity physic material"),
    extension_of(Format::Yaml, "rendertexture", "a Unity render texture"),
    extension_of(Format::Yaml, "spriteatlas", "a Unity sprite atlas"),
    extension_of(Format::Yaml, "terrainlayer", "a Unity terrain layer"),
    extension_of(Format::Yaml, "brush", "a Unity terrain brush"),
    extension_of(Format::Yaml, "cubemap", "a Unity cube map"),
    extension_of(Format::Yaml, "flare", "a Unity lens flare"),
    extension_of(Format::Yaml, "fontsettings", "a Unity font"),
    extension_of(Format::Yaml, "giparams", "Unity lightmap parameters"),
    extension_of(Format::Yaml, "guiskin", "a Unity GUI skin"),
    extension_of(Format::Yaml, "physicsmaterial2d", "a Unity 2D physics material"),
    extension_of(Format::Yaml, "scenetemplate", "a Unity scene template"),
    extension_of(Format::Yaml, "shadervariants", "a Unity shader variant collection"),
    extension_of(Format::Yaml, "signal", "a Unity timeline signal"),
    extension_of(Format::Yaml, "spriteatlasv2", "a Unity sprite atlas"),
    extension_of(Format::Yaml, "wlt", "a Unity window layout"),
    extension_of(Format::Ini, "tscn", "a Godot scene"),
    extension_of(Format::Ini, "tres", "a Godot resource"),
    extension_of(Format::Ini, "import", "Godot import settings"),
    extension_of(Format::Ini, "godot", "a Godot project"),
    extension_of(Format::Ini, "cfg", "a configuration"),
    extension_of(Format::Ini, "ini", "a configuration"),
    extension_of(Format::Glb, "glb", "a binary glTF scene"),
    extension_of(Format::Glb, "vrm", "a VRM avatar"),
];

const fn extension_of(format: Format, name: &'static str, doc: &'static str) -> Extension {
    // No INI file begins with a brace, so such a file can only be JSON.
    Extension { name, format, doc, or_json: matches!(format, Format::Ini) }
}

/// No reader: neither the content nor the extension of the file names a format that this version reads.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("{message}")]
pub struct NoReader {
    /// The reason why there is no reader, in one lower-case sentence without a full stop.
    pub message: String,
    /// The help: the supported formats, and how to choose one.
    pub help: String,
}

/// Returns the extension of the file at `path`, without its dot and in its letter case; empty without an extension.
///
/// A name whose only dot is at its start (`.gitignore`) has no extension.
#[must_use]
pub fn extension(path: &str) -> &str {
    match file_name(path).rsplit_once('.') {
        Some((stem, extension)) if !stem.is_empty() => extension,
        _ => "",
    }
}

/// Returns the entry of an extension, in any letter case; `None` if it is unknown.
fn of_extension(extension: &str) -> Option<&'static Extension> {
    FORMATS.iter().find(|known| known.name.eq_ignore_ascii_case(extension))
}

/// Returns the format of the file at `path` whose first bytes are `head`.
///
/// # Errors
/// Fails if neither the content nor the extension names a format that this version reads.
pub(super) fn sniff(path: &str, head: &[u8]) -> Result<Format, NoReader> {
    let first = encoding::first_chars(head).next();
    // The extension is ignored, because no other format begins with this character.
    if first == Some('<') {
        return Ok(Format::Xml);
    }
    let extension = extension(path);
    match (of_extension(extension), first) {
        (Some(known), Some('{')) if known.or_json => Ok(Format::Json),
        (Some(known), _) => Ok(known.format),
        (None, Some('{' | '[')) if may_be_json(head) => Ok(Format::Json),
        // Unity begins its files with this directive, whatever their extension.
        (None, Some('%')) if is_yaml(head) => Ok(Format::Yaml),
        (None, _) if extension.is_empty() => Err(no_reader("no reader: the format of the file is unknown")),
        (None, _) => Err(no_reader(format!("no reader for `.{extension}`, and the content is neither XML nor JSON"))),
    }
}

fn is_yaml(head: &[u8]) -> bool {
    const DIRECTIVE: &str = "%YAML";
    encoding::first_chars(head).take(DIRECTIVE.len()).eq(DIRECTIVE.chars())
}

/// Returns true if the text after the bracket at the start is possible in JSON: a key, a value, a comment, or the
/// closing bracket.
fn may_be_json(head: &[u8]) -> bool {
    let mut text = encoding::first_chars(head);
    let is_object = text.next() == Some('{');
    let rest: String = text.skip_while(|c| c.is_whitespace()).take(MOST).collect();
    let word_end = rest.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$').unwrap_or(rest.len());
    let (word, after) = rest.split_at(word_end);
    match rest.chars().next() {
        None | Some('"' | '\'' | '/') => true,
        Some('}') => is_object,
        // The key may continue after the bytes that were read.
        Some(_) if is_object => word_end == rest.len() || !word.is_empty() && after.trim_start().starts_with(':'),
        Some('[' | '{' | ']' | '+' | '-' | '.' | '0'..='9') => true,
        Some(_) => ["true", "false", "null", "Infinity", "NaN"].contains(&word),
    }
}

/// The number of bytes that distinguish JSON from other files that begin with a bracket.
const MOST: usize = 256;

fn no_reader(message: impl Into<String>) -> NoReader {
    let help = r"Assay reads XML, JSON, YAML and INI; set the format with `formats: {'\.ext$': yaml}` in the configuration, or use `{file.text}`";
    NoReader { message: message.into(), help: help.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::{FORMATS, Format, extension, is_yaml, sniff};

    #[test]
    fn extensions_are_lower_case_documented_and_unique() {
        for (at, known) in FORMATS.iter().enumerate() {
            assert!(known.name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit()), "{}", known.name);
            assert!(!known.doc.is_empty(), "{}", known.name);
            assert!(FORMATS[..at].iter().all(|other| other.name != known.name), "{} twice", known.name);
        }
    }

    #[test]
    fn the_format_depends_on_extension_and_first_character() {
        use Format::{Glb, Ini, Json, Xml, Yaml};
        for (path, first, format) in [
            // The first character is `<`, so the extension is ignored.
            ("a.xml", Some('<'), Some(Xml)),
            ("a.json", Some('<'), Some(Xml)),
            ("a.yaml", Some('<'), Some(Xml)),
            ("a.png", Some('<'), Some(Xml)),
            ("resource", Some('<'), Some(Xml)),
            // A known extension.
            ("a.xml", Some('{'), Some(Xml)),
            ("a.xml", None, Some(Xml)),
            ("a/resource.repository", Some('x'), Some(Xml)),
            ("a.iworld", None, Some(Xml)),
            ("a.ilevel", None, Some(Xml)),
            ("a.sbc", None, Some(Xml)),
            ("a.assetlist", None, Some(Xml)),
            ("a.assetlist", Some('{'), Some(Json)),
            ("a.json", Some('x'), Some(Json)),
            ("a.JSON", None, Some(Json)),
            ("a.jsonc", Some('/'), Some(Json)),
            ("a.json5", Some('/'), Some(Json)),
            ("a.gltf", Some('{'), Some(Json)),
            ("a.yaml", Some('{'), Some(Yaml)),
            ("a.yml", Some('['), Some(Yaml)),
            ("a.yaml", None, Some(Yaml)),
            ("a.png.meta", Some('f'), Some(Yaml)),
            ("a.Prefab", Some('%'), Some(Yaml)),
            ("a.glb", Some('g'), Some(Glb)),
            ("a.GLB", Some('\u{1}'), Some(Glb)),
            ("a.vrm", Some('g'), Some(Glb)),
            // The content.
            ("a.ini", Some('['), Some(Ini)),
            ("a.cfg", Some('{'), Some(Json)),
            ("project.godot", Some(';'), Some(Ini)),
            ("a.material", Some('{'), Some(Json)),
            ("resource", Some('{'), Some(Json)),
            (".json", Some('{'), Some(Json)),
            // No format.
            ("a.txt", Some('h'), None),
            ("a.pdf", Some('%'), None),
            ("a.txt", None, None),
            ("resource", Some('"'), None),
            (".json", Some('1'), None),
            ("json", Some('1'), None),
        ] {
            assert_eq!(
                sniff(path, first.map(String::from).unwrap_or_default().as_bytes()).ok(),
                format,
                "{path} {first:?}"
            );
        }
    }

    #[test]
    fn yaml_with_a_directive_needs_no_extension() {
        for (path, head, format) in [
            ("a.custom", "%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n", Some(Format::Yaml)),
            ("a", "\u{feff}%YAML 1.1\n", Some(Format::Yaml)),
            ("a.json", "%YAML 1.1\n", Some(Format::Json)),
            ("a.pdf", "%PDF-1.7\n", None),
        ] {
            assert_eq!(sniff(path, head.as_bytes()).ok(), format, "{path} {head:?}");
        }
    }

    #[test]
    fn a_directive_identifies_yaml() {
        for (bytes, expected) in [
            (b"%YAML 1.1\n".as_slice(), true),
            (b"\n%YAML", true),
            (b"\xef\xbb\xbf%YAML 1.1", true),
            (b"\xff\xfe%\0Y\0A\0M\0L\0 \0", true),
            (b"\xfe\xff\0%\0Y\0A\0M\0L", true),
            (b"", false),
            (b"%YAM", false),
            (b"%TAG", false),
            (b"%yaml 1.1", false),
            (b"# %YAML", false),
            (b"\xff\xfe%\0Y\0", false),
            (b"\xff\xfe", false),
        ] {
            assert_eq!(is_yaml(bytes), expected, "{bytes:?}");
        }
    }

    #[test]
    fn a_bracket_alone_is_not_json() {
        for (head, is_json) in [
            ("{", true),
            ("[", true),
            ("{}", true),
            ("{ \"a\"", true),
            ("{a: 1}", true),
            ("{ a_b\n : 1}", true),
            ("{// x\n}", true),
            ("[]", true),
            ("[\n  {\"a\"", true),
            ("[-1", true),
            ("[true, false]", true),
            ("['a']", true),
            ("\u{feff} [1]", true),
            ("[gd_scene load_steps=2]", false),
            ("[section]\na=1", false),
            ("[nullable]", false),
            ("{ a = 1 }", false),
            ("{name} says", false),
            ("{% if x %}", false),
        ] {
            assert_eq!(sniff("a.custom", head.as_bytes()).is_ok(), is_json, "{head}");
        }
    }

    /// The table in the documentation contains each extension.
    #[test]
    fn extensions_are_documented() {
        let docs = include_str!("../../../../docs/rules.md");
        for known in FORMATS {
            assert!(docs.contains(&format!("`.{}`", known.name)), "docs/rules.md lacks `.{}`", known.name);
        }
    }

    #[test]
    fn a_missing_reader_names_the_supported_formats() {
        for (path, message) in [
            ("a.TXT", "no reader for `.TXT`, and the content is neither XML nor JSON"),
            ("a", "no reader: the format of the file is unknown"),
        ] {
            let fault = sniff(path, b"x").unwrap_err();
            assert_eq!(fault.message, message);
            assert!(fault.help.contains("`formats: {"), "{}", fault.help);
        }
    }

    #[test]
    fn extensions_keep_their_letter_case() {
        for (path, expected) in
            [("a/b.TGA", "TGA"), ("a.tar.gz", "gz"), ("a.b/c", ""), (".gitignore", ""), ("a.", ""), ("..a", "a")]
        {
            assert_eq!(extension(path), expected, "{path}");
        }
    }
}
