//! Paths of the studio that made a package, in its text files → paths in the project that it is put into.
//!
//! A path is one that a `srcPath` says, and nothing longer or shorter: `D:/game/lamp.ma` is not in `D:/game/lamp.ma.bak`. It is
//! known with slashes or backslashes, one or several, alone or escaped as its format escapes; on Windows in any letter case.
//! Other paths of that studio stay, and are counted: `D:/game/x/../lamp.ma`, `D:/game/shade.<UDIM>.png`.

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
    /// So many bytes of the key are the folder in which all that were published from its disk lie; `usize::MAX` where nothing
    /// can be said of that.
    root: usize,
}

impl Move {
    /// Whether a path that begins like the old one is in its root, too.
    fn is_beside(&self, path: &str) -> bool {
        let root = path.get(..self.root);
        root.is_some_and(|root| self.exact.as_ref().is_none_or(|exact| exact.starts_with(root)))
    }

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
    /// The lines of further paths in the folders that files were published from. No `srcPath` says them, so they stay.
    pub left: Vec<u32>,
}

impl Remap {
    /// The new paths of all files of a package that is put into the folder `place`, a path with `/`.
    #[must_use]
    pub fn new(metadata: &Metadata, place: &str) -> Self {
        let place = place.trim_end_matches('/');
        let to_move = |entry: &super::FileEntry| {
            let exact = with_single_slashes(entry.src_path.as_ref()?);
            // A bare name may be any text, and so may a part of a path.
            (exact.len() <= MOST && is_absolute(&exact)).then(|| Move {
                key: exact.to_ascii_lowercase(),
                to: format!("{place}/{}", entry.path),
                exact: (!is_of_windows(&exact)).then_some(exact),
                root: usize::MAX,
            })
        };
        let mut moves: Vec<Move> = metadata.files.iter().filter_map(to_move).collect();
        sort_by(&mut moves, |a, b| (&a.key, &a.exact).cmp(&(&b.key, &b.exact)));
        find_roots(&mut moves);
        Self { moves }
    }

    /// Whether the file at `path` in the package is of a format that is looked through.
    #[must_use]
    pub fn is_text(path: &str) -> bool {
        path != METADATA && escapes_of(path).is_some()
    }

    /// The text of the file at `path` with the new paths; `None` when it names no path of that studio.
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
            let Some(to) = to else {
                made.left.push(u32::try_from(line).unwrap_or(u32::MAX));
                at = end;
                continue;
            };
            // A disk of Windows follows the root of such an address, and is none of Unix.
            let is_rooted = text[..at].ends_with(b"file:///");
            let written = to.strip_prefix('/').filter(|_| is_rooted).unwrap_or(to);
            made.bytes.extend_from_slice(&text[kept..at]);
            made.bytes.extend_from_slice(escaped(written, escapes).as_bytes());
            let from = String::from_utf8_lossy(&text[at..end]).into_owned();
            made.rewrites.push(Rewrite { line, from, to: to.to_owned() });
            (at, kept) = (end, end);
        }
        made.bytes.extend_from_slice(&text[kept..]);
        Ok((made.rewrites.len() + made.left.len() > 0).then_some(made))
    }

    /// The path that begins at `at`: where it ends, and the new one; of another one in the folders of these, as far as it is
    /// known, `None`.
    fn find(&self, text: &[u8], at: usize, escapes: Escapes) -> Option<(usize, Option<&str>)> {
        let (mut read, mut end, mut left) = (String::new(), at, &self.moves[..]);
        loop {
            let (from, before) = (read.len(), left);
            let stays = |read: &str, end| before.first().filter(|it| it.is_beside(&read[..from])).map(|_| (end, None));
            let Some((c, length)) = decode(&text[end..], escapes) else { return stays(&read, end) };
            end += length;
            // Two slashes begin a server's name, and are one elsewhere.
            if c == '/' && from > 1 && read.ends_with('/') {
                continue;
            }
            read.push(c);
            let lower = read[from..].to_ascii_lowercase();
            let begin = left.partition_point(|it| it.rest(from) < lower.as_bytes());
            let behind = left[begin..].partition_point(|it| it.rest(from).starts_with(lower.as_bytes()));
            left = &left[begin..begin + behind];
            if left.first().is_some_and(|it| it.key.len() == read.len())
                && ends_at(text, end, escapes)
                && let Some(it) = exactly(left, &read)
            {
                return Some((end, Some(&it.to)));
            }
            if left.is_empty() {
                return stays(&read, end - length);
            }
        }
    }
}

/// Finds the folders that all files of one disk, or one server, were published from.
fn find_roots(moves: &mut [Move]) {
    for alike in moves.chunk_by_mut(|a, b| disk_of(&a.key) == disk_of(&b.key)) {
        let (Some(first), Some(last)) = (alike.first(), alike.last()) else { continue };
        // They are sorted, so what these two have in common all have.
        let common = first.key.bytes().zip(last.key.bytes()).take_while(|(a, b)| a == b).count();
        let root = first.key.as_bytes()[..common].iter().rposition(|byte| *byte == b'/').map_or(0, |at| at + 1);
        let is_told = disk_of(&first.key).is_some_and(|disk| disk.len() <= root);
        for it in alike {
            it.root = if is_told { root } else { usize::MAX };
        }
    }
}

/// What a path begins with up to a slash: a drive, a server, a folder at the root.
fn disk_of(path: &str) -> Option<&str> {
    let skipped = path.len() - path.trim_start_matches('/').len();
    let end = path[skipped..].find('/')?;
    Some(&path[..=skipped + end])
}

/// A path with one `/` wherever it has slashes or backslashes, but for the two in front of a server's name.
fn with_single_slashes(path: &str) -> String {
    let mut single = String::new();
    for c in path.chars() {
        let c = if c == '\\' { '/' } else { c };
        if c != '/' || single.len() < 2 || !single.ends_with('/') {
            single.push(c);
        }
    }
    single
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
            ("a.ma", "file:///D:/game/lamp.ma", Some("file:///p/r/x/lamp.ma")),
            ("a.usda", "@/home/jo/影.exr@", Some("@/p/r/x/影.exr@")),
            ("a.json", r#"["\/home\/jo\/\u5f71.exr"]"#, Some(r#"["/p/r/x/影.exr"]"#)),
            ("a.json", r#"["say \"D:\\game\\lamp.ma\""]"#, Some(r#"["say \"/p/r/x/lamp.ma\""]"#)),
            ("a.xml", "<t p='D:/game/tex/a &amp; b.jpg'/>", Some("<t p='/p/r/x/tex/a &amp; b.jpg'/>")),
            ("a.ma", "D:/game/lamp.mab D:/game/lamp.ma.bak D:/game/lamp.ma/x xD:/game/lamp.ma D:/game/lam", None),
            ("a.ma", "/x/home/jo/影.exr /HOME/jo/影.exr bare.jpg 影D:/game/lamp.ma", None),
            ("a.ma", r"D://game///lamp.ma D:\\\\game\\/lamp.ma", Some("/p/r/x/lamp.ma /p/r/x/lamp.ma")),
            ("a.ma", "", None),
            ("a.txt", "D:/game/lamp.ma", None),
            ("metadata.json", "D:/game/lamp.ma", None),
            ("below/metadata.json", "D:/game/lamp.ma", Some("/p/r/x/lamp.ma")),
        ] {
            let made = remap().rewrite(path, text.as_bytes()).unwrap().filter(|made| !made.rewrites.is_empty());
            let made = made.map(|made| made.bytes);
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
            let made = remap.rewrite("a.ma", text.as_bytes()).unwrap().filter(|made| !made.rewrites.is_empty());
            let made = made.map(|made| made.bytes);
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
    fn other_paths_of_the_folders_that_files_were_published_from_stay_and_are_counted() {
        for (text, expected) in [
            ("D:/game/tex/../lamp.ma", vec![1]),
            ("x\n\"d:\\\\game\\\\tex\\\\shade.<UDIM>.png\" D:/game/lamp.ma.bak", vec![2, 2]),
            ("/home/jo/other.exr /home/jo/影.exr/x D:/game/", vec![1, 1, 1]),
            ("D:/gam D:/game D:/other/lamp.ma /home/jim/a /home/JO/a", vec![]),
            ("D:/game/lamp.ma /home/jo/影.exr", vec![]),
        ] {
            let made = remap().rewrite("a.ma", text.as_bytes()).unwrap().unwrap_or_default();
            assert_eq!(made.left, expected, "{text}");
        }
    }

    #[test]
    fn what_is_no_text_stays() {
        for text in [b"\xff\xfeD\0".as_slice(), b"\x93\xfaD:/game/lamp.ma", b"D:/game/lamp.ma\0"] {
            assert_eq!(remap().rewrite("a.ma", text).err(), Some(NoText));
        }
    }
}
