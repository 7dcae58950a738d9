//! Paths of the studio that made a package, in its text files → paths in the project that it is put into.
//!
//! A path is one that a `srcPath` says, and nothing longer or shorter: `D:/game/lamp.ma` is not in `D:/game/lamp.ma.bak`. It is
//! known with slashes or backslashes, alone or escaped as its format escapes; on Windows in any letter case.

use super::METADATA;
use super::metadata::Metadata;
use crate::text::sort_by;

/// A `srcPath` of more bytes is no path.
const MOST: usize = 1024;

/// Extensions of text formats that hold paths, each with how texts are escaped in them.
const FORMATS: [(&str, Escapes); 4] = [
    ("ma", Escapes::Backslash),
    ("json", Escapes::Backslash),
    ("usda", Escapes::Backslash),
    ("xml", Escapes::Entities),
];

/// How texts are escaped.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Escapes {
    Backslash,
    Entities,
}

/// Old paths with the new ones.
#[derive(Clone, Debug, Default)]
pub struct Remap {
    /// In the order of their keys.
    moves: Vec<Move>,
}

/// Where a file came from, and where it goes.
#[derive(Clone, Debug)]
struct Move {
    /// The old path with `/` only and in small letters.
    key: String,
    /// The same in its own letters where these count. Moves are in the order of both.
    exact: Option<String>,
    to: String,
}

impl Move {
    /// The key but for so many bytes.
    fn rest(&self, from: usize) -> &[u8] {
        self.key.as_bytes().get(from..).unwrap_or_default()
    }
}

/// A path that is another one now.
#[derive(Clone, Debug, Eq, PartialEq, serde::Serialize)]
pub struct Rewrite {
    /// The line, from 1.
    pub line: usize,
    /// The old path, as it stood there.
    pub from: String,
    /// The new one.
    pub to: String,
}

/// A text with new paths.
#[derive(Clone, Debug, Default)]
pub struct Remapped {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// What is different, in order.
    pub rewrites: Vec<Rewrite>,
}

impl Remap {
    /// The new paths of all files of a package that is put into the folder `place`, a path with `/`.
    #[must_use]
    pub fn new(metadata: &Metadata, place: &str) -> Self {
        let place = place.trim_end_matches('/');
        let to_move = |entry: &super::FileEntry| {
            let exact = entry.src_path.as_ref()?.replace('\\', "/");
            // A bare name may be any text, and so may a part of a path.
            (exact.len() <= MOST && is_absolute(&exact)).then(|| Move {
                key: exact.to_ascii_lowercase(),
                to: format!("{place}/{}", entry.path),
                exact: (!is_of_windows(&exact)).then_some(exact),
            })
        };
        let mut moves: Vec<Move> = metadata.files.iter().filter_map(to_move).collect();
        sort_by(&mut moves, |a, b| (&a.key, &a.exact).cmp(&(&b.key, &b.exact)));
        Self { moves }
    }

    /// Whether the file at `path` in the package is of a format that is looked through.
    #[must_use]
    pub fn is_text(path: &str) -> bool {
        path != METADATA && escapes_of(path).is_some()
    }

    /// The text of the file at `path` with the new paths; `None` when there is nothing to be changed.
    ///
    /// # Errors
    /// It has the name of a text file, and is none.
    pub fn rewrite(&self, path: &str, text: &[u8]) -> Result<Option<Remapped>, NoText> {
        let Some(escapes) = escapes_of(path).filter(|_| Self::is_text(path)) else { return Ok(None) };
        if self.moves.is_empty() {
            return Ok(None);
        }
        if memchr::memchr(0, text).is_some() || std::str::from_utf8(text).is_err() {
            return Err(NoText);
        }
        let (mut made, mut kept, mut line, mut counted, mut at) = (Remapped::default(), 0, 1, 0, 0);
        while at < text.len() {
            let found = if begins_at(text, at) { self.find(text, at, escapes) } else { None };
            let Some((end, to)) = found else {
                at += 1;
                continue;
            };
            line += memchr::memchr_iter(b'\n', &text[counted..at]).count();
            counted = at;
            made.bytes.extend_from_slice(&text[kept..at]);
            made.bytes.extend_from_slice(escaped(to, escapes).as_bytes());
            let from = String::from_utf8_lossy(&text[at..end]).into_owned();
            made.rewrites.push(Rewrite { line, from, to: to.to_owned() });
            (at, kept) = (end, end);
        }
        made.bytes.extend_from_slice(&text[kept..]);
        Ok((!made.rewrites.is_empty()).then_some(made))
    }

    /// The path that begins at `at`: where it ends, and the new one.
    fn find(&self, text: &[u8], at: usize, escapes: Escapes) -> Option<(usize, &str)> {
        let (mut read, mut end, mut left) = (String::new(), at, &self.moves[..]);
        while let Some((c, length)) = decode(&text[end..], escapes) {
            let from = read.len();
            read.push(c);
            end += length;
            let lower = read[from..].to_ascii_lowercase();
            let begin = left.partition_point(|it| it.rest(from) < lower.as_bytes());
            let behind = left[begin..].partition_point(|it| it.rest(from).starts_with(lower.as_bytes()));
            left = &left[begin..begin + behind];
            if left.first().is_some_and(|it| it.key.len() == read.len())
                && ends_at(text, end, escapes)
                && let Some(it) = exactly(left, &read)
            {
                return Some((end, &it.to));
            }
            if left.is_empty() {
                return None;
            }
        }
        None
    }
}

/// Among moves of which the first have the same key as `read`, the one that it is: in any letter case, or in its own.
fn exactly<'m>(moves: &'m [Move], read: &str) -> Option<&'m Move> {
    let alike = &moves[..moves.partition_point(|it| it.key.len() == read.len())];
    alike.first().filter(|it| it.exact.is_none()).or_else(|| {
        let at = alike.partition_point(|it| it.exact.as_deref() < Some(read));
        alike.get(at).filter(|it| it.exact.as_deref() == Some(read))
    })
}

/// A file has the name of a text file, and is none: it is not UTF-8.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct NoText;

fn escapes_of(path: &str) -> Option<Escapes> {
    let extension = path.rsplit_once('.')?.1;
    FORMATS.iter().find(|(known, _)| known.eq_ignore_ascii_case(extension)).map(|(_, escapes)| *escapes)
}

/// Whether a path, with `/` only, leads from the root of a disk or a server to a file.
fn is_absolute(path: &str) -> bool {
    let behind = if is_of_windows(path) { &path[2..] } else { path };
    behind.strip_prefix('/').is_some_and(|rest| !rest.is_empty()) || (path.starts_with("//") && behind.contains('/'))
}

/// Whether a path is one of Windows, where letter case does not count: with a drive, or a server.
fn is_of_windows(path: &str) -> bool {
    path.as_bytes().get(1) == Some(&b':') || path.starts_with("//")
}

/// Whether a path may begin at `at`.
fn begins_at(text: &[u8], at: usize) -> bool {
    let before = &text[..at];
    let Some(&last) = before.last() else { return true };
    let is_drive = text[at].is_ascii_alphabetic() && text.get(at + 1) == Some(&b':');
    match last {
        b'/' => is_drive || before.ends_with(b"file://"),
        b'\\' => false,
        _ => !is_of_name(last) && last != b'.',
    }
}

/// Whether a path may end before `at`.
fn ends_at(text: &[u8], at: usize, escapes: Escapes) -> bool {
    match text.get(at..).unwrap_or_default() {
        [] => true,
        // A quote that is escaped ends a path in a text of a text.
        [b'\\', b'"' | b'\'' | b'n', ..] if escapes == Escapes::Backslash => true,
        [b'/' | b'\\', ..] => false,
        [b'.', next, ..] | [next, ..] => !is_of_name(*next),
    }
}

const fn is_of_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-') || byte >= 0x80
}

/// The character that `text`, which is UTF-8 but for where it begins, begins with, a backslash as `/`; and its length there.
fn decode(text: &[u8], escapes: Escapes) -> Option<(char, usize)> {
    match (escapes, text) {
        (_, [] | [b'\n', ..]) => None,
        (Escapes::Backslash, [b'\\', b'u', ..]) => decode_unit(text).or(Some(('/', 1))),
        (Escapes::Backslash, [b'\\', b'\\' | b'/', ..]) => Some(('/', 2)),
        (_, [b'\\', ..]) => Some(('/', 1)),
        (Escapes::Entities, [b'&', ..]) => {
            let known = ENTITIES.iter().find(|(_, entity)| text.starts_with(entity.as_bytes()));
            known.map(|(c, entity)| (*c, entity.len()))
        }
        _ => {
            let length = text.iter().skip(1).position(|byte| byte & 0xc0 != 0x80).map_or(text.len(), |at| at + 1);
            let c = std::str::from_utf8(&text[..length.min(4)]).ok()?.chars().next()?;
            Some((c, c.len_utf8()))
        }
    }
}

/// `\u3042`, or two of them that stand for one character.
fn decode_unit(text: &[u8]) -> Option<(char, usize)> {
    let unit = |at: usize| {
        let digits = text.get(at..at + 6)?.strip_prefix(b"\\u")?;
        u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
    };
    let units = [unit(0)?, unit(6).unwrap_or_default()];
    let c = char::decode_utf16(units).next()?.ok()?;
    Some((c, c.len_utf16() * 6))
}

const ENTITIES: [(char, &str); 5] = [('&', "&amp;"), ('<', "&lt;"), ('>', "&gt;"), ('"', "&quot;"), ('\'', "&apos;")];

fn escaped(path: &str, escapes: Escapes) -> String {
    match escapes {
        Escapes::Backslash => path.replace('\\', "\\\\").replace('"', "\\\""),
        Escapes::Entities => ENTITIES.iter().fold(path.to_owned(), |text, (c, entity)| text.replace(*c, entity)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::remarks::Remarks;
    use super::{Metadata, NoText, Remap};

    fn remap() -> Remap {
        let text = r#"{ "data": { "assetGroupPath": "assets/a", "revisionGroupPath": "m", "revision": 1 }, "revisionFiles": [
            { "path": "lamp.ma", "srcPath": "D:/game/lamp.ma" },
            { "path": "tex/a & b.jpg", "srcPath": "D:\\game\\tex\\a & b.jpg" },
            { "path": "影.exr", "srcPath": "/home/jo/影.exr" },
            { "path": "bare.jpg", "srcPath": "bare.jpg" },
            { "path": "none.jpg" }
        ] }"#;
        Remap::new(&Metadata::read(text, &mut Remarks::default()), "/p/r/x/")
    }

    #[test]
    fn a_path_is_rewritten_where_it_stands_as_a_whole() {
        for (path, text, expected) in [
            ("a.ma", r#"file "D:/game/lamp.ma";"#, Some(r#"file "/p/r/x/lamp.ma";"#)),
            ("a.ma", r#"file "d:\\Game\\LAMP.ma";"#, Some(r#"file "/p/r/x/lamp.ma";"#)),
            ("a.ma", r"D:\game\lamp.ma", Some("/p/r/x/lamp.ma")),
            ("A.MA", "D:/game/lamp.ma. D:/game/lamp.ma\n", Some("/p/r/x/lamp.ma. /p/r/x/lamp.ma\n")),
            ("a.ma", "file:///D:/game/lamp.ma", Some("file:////p/r/x/lamp.ma")),
            ("a.usda", "@/home/jo/影.exr@", Some("@/p/r/x/影.exr@")),
            ("a.json", r#"["\/home\/jo\/\u5f71.exr"]"#, Some(r#"["/p/r/x/影.exr"]"#)),
            ("a.json", r#"["say \"D:\\game\\lamp.ma\""]"#, Some(r#"["say \"/p/r/x/lamp.ma\""]"#)),
            ("a.xml", "<t p='D:/game/tex/a &amp; b.jpg'/>", Some("<t p='/p/r/x/tex/a &amp; b.jpg'/>")),
            ("a.ma", "D:/game/lamp.mab D:/game/lamp.ma.bak D:/game/lamp.ma/x xD:/game/lamp.ma D:/game/lam", None),
            ("a.ma", "/x/home/jo/影.exr /HOME/jo/影.exr bare.jpg 影D:/game/lamp.ma", None),
            ("a.ma", "", None),
            ("a.txt", "D:/game/lamp.ma", None),
            ("metadata.json", "D:/game/lamp.ma", None),
            ("below/metadata.json", "D:/game/lamp.ma", Some("/p/r/x/lamp.ma")),
        ] {
            let made = remap().rewrite(path, text.as_bytes()).unwrap().map(|made| made.bytes);
            assert_eq!(made.map(|bytes| String::from_utf8(bytes).unwrap()).as_deref(), expected, "{path}: {text}");
        }
    }

    #[test]
    fn a_path_is_absolute_and_has_its_own_letters() {
        let file = |name: &str, from: &str| format!("{{\"path\": \"{name}\", \"srcPath\": \"{from}\"}}");
        let files = [
            ("1", "/a/b"),
            ("2", "/A/b"),
            ("3", "/A/B"),
            ("4", "/"),
            ("5", "c/d"),
            ("6", "C:/"),
            ("7", "//server/s"),
            ("8", &format!("/{}", "l".repeat(1024))),
        ]
        .map(|(name, from)| file(name, from));
        let text = format!("{{\"revisionFiles\": [{}]}}", files.join(","));
        let remap = Remap::new(&Metadata::read(&text, &mut Remarks::default()), "/p");
        for (text, expected) in [
            ("/a/b /A/b /A/B /a/B", Some("/p/1 /p/2 /p/3 /a/B")),
            ("//SERVER/s", Some("/p/7")),
            ("/ c/d C:/ C:/x", None),
            (&format!("/{}", "l".repeat(1024)), None),
        ] {
            let made = remap.rewrite("a.ma", text.as_bytes()).unwrap().map(|made| made.bytes);
            assert_eq!(made.map(|bytes| String::from_utf8(bytes).unwrap()).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn each_rewrite_has_its_line() {
        let text = b"D:/game/lamp.ma\n\nx D:\\game\\lamp.ma D:/game/lamp.ma\n";
        let rewrites = remap().rewrite("a.ma", text).unwrap().unwrap().rewrites;
        let told: Vec<_> = rewrites.iter().map(|it| (it.line, it.from.as_str(), it.to.as_str())).collect();
        let (from, to) = ("D:/game/lamp.ma", "/p/r/x/lamp.ma");
        assert_eq!(told, [(1, from, to), (3, "D:\\game\\lamp.ma", to), (3, from, to)]);
    }

    #[test]
    fn what_is_no_text_stays() {
        for text in [b"\xff\xfeD\0".as_slice(), b"\x93\xfaD:/game/lamp.ma", b"D:/game/lamp.ma\0"] {
            assert_eq!(remap().rewrite("a.ma", text).err(), Some(NoText));
        }
    }
}
