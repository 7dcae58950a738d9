//! Replaces paths of the studio that made a package, in its text files, by paths in the project that receives it.
//!
//! Only paths that equal a `srcPath` are replaced: `D:/game/lamp.ma` is not replaced in `D:/game/lamp.ma.bak`. A path
//! may have slashes or backslashes, single, repeated or escaped in the way of its format. Windows paths match in any
//! letter case. Other paths in the folders of that studio stay, and are counted: `D:/game/x/../lamp.ma`,
//! `D:/game/shade.<UDIM>.png`.

use thiserror::Error;

use super::METADATA;
use super::metadata::Metadata;
use super::path_syntax::{Escapes, LOCAL, begins_at, decode, ends_at, escape};
use super::src_path::{absolute, is_of_windows};

/// Extensions of text formats that contain paths, each with the way in which strings are escaped in them.
const FORMATS: [(&str, Escapes); 4] = [
    ("ma", Escapes::Backslash),
    ("json", Escapes::Backslash),
    ("usda", Escapes::Backslash),
    ("xml", Escapes::Entities),
];

/// Old paths with their new paths.
#[derive(Clone, Debug, Default)]
pub struct Remap {
    /// The moves, in the order of their keys.
    moves: Vec<Move>,
}

/// The old and the new path of a file.
#[derive(Clone, Debug)]
struct Move {
    /// The old path with `/` only, in lower case.
    key: String,
    /// The old path in its original letter case, if it is case-sensitive. Moves are sorted by `key` and `exact`.
    exact: Option<String>,
    to: String,
    /// The length of the common folder of all files published from its disk; `usize::MAX` without such a folder.
    root: usize,
}

impl Move {
    /// Returns true if a path that begins like the old one is in the same root.
    fn is_beside(&self, path: &str) -> bool {
        let root = path.get(..self.root);
        root.is_some_and(|root| self.exact.as_ref().is_none_or(|exact| exact.starts_with(root)))
    }

    /// Returns the key without its first `from` bytes.
    fn rest(&self, from: usize) -> &[u8] {
        self.key.as_bytes().get(from..).unwrap_or_default()
    }
}

/// A path that was replaced.
#[derive(Clone, Debug, Eq, PartialEq, serde::Serialize)]
pub struct Rewrite {
    /// The line, from 1.
    pub line: usize,
    /// The old path, as written in the file.
    pub from: String,
    /// The new path.
    pub to: String,
}

/// The content of a file with new paths.
#[derive(Clone, Debug, Default)]
pub struct Remapped {
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The replaced paths, in order.
    pub rewrites: Vec<Rewrite>,
    /// The lines of other paths in the folders that files were published from. They stay as they are.
    pub left: Vec<u32>,
}

impl Remap {
    /// Returns the new paths of all files of a package in the folder `place`, a path with `/`.
    pub fn new(metadata: &Metadata, place: &str) -> Self {
        let place = place.trim_end_matches('/');
        let to_move = |entry: &super::FileEntry| {
            let exact = absolute(entry.src_path.as_ref()?)?;
            Some(Move {
                // Windows ignores letter case; for other systems, `exact` is compared at the end.
                key: exact.to_ascii_lowercase(),
                to: format!("{place}/{}", entry.path),
                exact: (!is_of_windows(&exact)).then_some(exact),
                root: usize::MAX,
            })
        };
        let mut moves: Vec<Move> = metadata.files.iter().filter_map(to_move).collect();
        // Sorted, so that a path is found character by character in smaller and smaller ranges.
        moves.sort_by(|a, b| (&a.key, &a.exact).cmp(&(&b.key, &b.exact)));
        find_roots(&mut moves);
        Self { moves }
    }

    /// Returns true if the file at `path` in the package has a format in which paths are looked for.
    pub fn is_text(path: &str) -> bool {
        path != METADATA && escapes_of(path).is_some()
    }

    /// Starts to rewrite the text of the file at `path`; returns `None` if no paths are looked for in it.
    ///
    /// # Errors
    /// Fails if the name is that of a text file, but the content is not text.
    pub fn begin(&self, path: &str, text: Vec<u8>) -> Result<Option<Rewriting>, NoText> {
        let Some(escapes) = escapes_of(path).filter(|_| Self::is_text(path) && !self.moves.is_empty()) else {
            return Ok(None);
        };
        // In another encoding, the bytes of a path could be other characters.
        if std::str::from_utf8(&text).is_err() {
            return Err(NoText::Encoding);
        }
        if memchr::memchr(0, &text).is_some() {
            return Err(NoText::Zero);
        }
        let made = Remapped::default();
        Ok(Some(Rewriting { text, escapes, at: 0, kept: 0, counted: 0, line: 1, read: String::new(), made }))
    }

    /// Finds the longest old path that begins at `at`: returns its end, and the new path. For another path in the same
    /// folders, returns the end of its known part, and `None`. `read` is a buffer for the path that is read.
    fn find(&self, text: &[u8], at: usize, escapes: Escapes, read: &mut String) -> Option<(usize, Option<&str>)> {
        let (mut end, mut left, mut longest) = (at, &self.moves[..], None);
        read.clear();
        loop {
            let (from, before) = (read.len(), left);
            let decoded = decode(&text[end..], escapes);
            // Two slashes begin a server's name; elsewhere they count as one.
            if let Some(('/', length)) = decoded
                && from > 1
                && read.ends_with('/')
            {
                end += length;
                continue;
            }
            left = decoded.map_or_else(Default::default, |(c, _)| {
                read.push(c);
                read[from..].make_ascii_lowercase();
                let lower = &read.as_bytes()[from..];
                let begin = left.partition_point(|it| it.rest(from) < lower);
                let after = left[begin..].partition_point(|it| it.rest(from).starts_with(lower));
                read.truncate(from);
                read.push(c);
                &left[begin..begin + after]
            });
            let Some((_, length)) = decoded.filter(|_| !left.is_empty()) else {
                let is_beside = || before.first().is_some_and(|it| it.is_beside(&read[..from]));
                return longest.or_else(|| is_beside().then_some((end, None)));
            };
            end += length;
            if left[0].key.len() == read.len()
                && ends_at(text, end, escapes)
                && let Some(it) = exactly(left, read)
            {
                longest = Some((end, Some(it.to.as_str())));
            }
        }
    }
}

/// Replaces the paths in the content of a file, in steps.
#[derive(Clone, Debug)]
pub struct Rewriting {
    text: Vec<u8>,
    escapes: Escapes,
    /// The current position in the text.
    at: usize,
    /// The end of the part of the text that is in the output.
    kept: usize,
    /// The end of the part in which lines were counted, and their number.
    counted: usize,
    line: usize,
    /// A buffer for the path that is read.
    read: String,
    made: Remapped,
}

impl Rewriting {
    /// Processes about `bytes` more bytes. Returns true if some are left.
    pub fn step(&mut self, remap: &Remap, bytes: usize) -> bool {
        let until = self.at.saturating_add(bytes).min(self.text.len());
        while self.at < until {
            let Self { text, escapes, at, .. } = self;
            let found =
                if begins_at(text, *at, *escapes) { remap.find(text, *at, *escapes, &mut self.read) } else { None };
            match found {
                Some((end, to)) => self.take(end, to),
                None => self.at += 1,
            }
        }
        self.at < self.text.len()
    }

    /// Returns the text with the new paths.
    pub fn finish(mut self) -> Remapped {
        self.made.bytes.extend_from_slice(&self.text[self.kept..]);
        self.made
    }

    /// Replaces the path up to `end` by `to`, or keeps it if there is no new path.
    fn take(&mut self, end: usize, to: Option<&str>) {
        let Self { text, at, .. } = self;
        self.line += memchr::memchr_iter(b'\n', &text[self.counted..*at]).count();
        self.counted = *at;
        if let Some(to) = to {
            self.made.bytes.extend_from_slice(&text[self.kept..*at]);
            let (before, old) = (&text[..*at], &text[*at..end]);
            // In a `file:` address, a server's name includes the two slashes in front of it. A Windows drive comes
            // after the root, a Unix path does not.
            let root = if before.ends_with(LOCAL) && !to.starts_with('/') {
                "/"
            } else if before.ends_with(b"file:") && old.len() > 1 && !old[1].is_ascii_alphanumeric() {
                if to.starts_with('/') { "//" } else { "///" }
            } else {
                ""
            };
            let is_rooted = before.ends_with(b"file:///") || before.ends_with(b"file://localhost/");
            let written = to.strip_prefix('/').filter(|_| is_rooted).unwrap_or(to);
            self.made.bytes.extend_from_slice(root.as_bytes());
            self.made.bytes.extend_from_slice(escape(written, self.escapes).as_bytes());
            let from = String::from_utf8_lossy(old).into_owned();
            self.made.rewrites.push(Rewrite { line: self.line, from, to: to.to_owned() });
            self.kept = end;
        } else {
            self.made.left.push(u32::try_from(self.line).unwrap_or(u32::MAX));
        }
        self.at = end;
    }
}

/// Finds for each drive or server the folder that all its files were published from.
fn find_roots(moves: &mut [Move]) {
    for alike in moves.chunk_by_mut(|a, b| disk_of(&a.key) == disk_of(&b.key)) {
        let (Some(first), Some(last)) = (alike.first(), alike.last()) else { continue };
        // The moves are sorted, so all of them start with the common start of the first and the last one.
        let common = first.key.bytes().zip(last.key.bytes()).take_while(|(a, b)| a == b).count();
        let root = first.key.as_bytes()[..common].iter().rposition(|byte| *byte == b'/').map_or(0, |at| at + 1);
        let is_reported = disk_of(&first.key).is_some_and(|disk| disk.len() <= root);
        for it in alike {
            it.root = if is_reported { root } else { usize::MAX };
        }
    }
}

/// Returns the start of a path, up to and including a slash: a drive, a server, or a folder at the root.
fn disk_of(path: &str) -> Option<&str> {
    let skipped = path.len() - path.trim_start_matches('/').len();
    let end = path[skipped..].find('/')?;
    Some(&path[..=skipped + end])
}

/// Returns the move of the path `read`. The first of `moves` have `read` as their key.
fn exactly<'m>(moves: &'m [Move], read: &str) -> Option<&'m Move> {
    let alike = &moves[..moves.partition_point(|it| it.key.len() == read.len())];
    alike.first().filter(|it| it.exact.is_none()).or_else(|| {
        let at = alike.partition_point(|it| it.exact.as_deref() < Some(read));
        alike.get(at).filter(|it| it.exact.as_deref() == Some(read))
    })
}

/// The reason why a file with the name of a text file is not text.
#[derive(Clone, Copy, Debug, Eq, Error, PartialEq)]
pub enum NoText {
    /// It is not UTF-8.
    #[error("is not UTF-8")]
    Encoding,
    /// It has a zero byte.
    #[error("has a zero byte, so it is not a text file")]
    Zero,
}

fn escapes_of(path: &str) -> Option<Escapes> {
    let extension = path.rsplit_once('.')?.1;
    FORMATS.iter().find(|(known, _)| known.eq_ignore_ascii_case(extension)).map(|(_, escapes)| *escapes)
}

#[cfg(test)]
mod tests {
    use super::super::remarks::Remarks;
    use super::{Metadata, NoText, Remap, Remapped};

    /// Returns the text with the new paths, made a few bytes at a time; `None` if it has no paths of the studio.
    fn rewritten(remap: &Remap, path: &str, text: &[u8]) -> Result<Option<Remapped>, NoText> {
        let Some(mut rewriting) = remap.begin(path, text.to_vec())? else { return Ok(None) };
        while rewriting.step(remap, 3) {}
        let made = rewriting.finish();
        Ok((made.rewrites.len() + made.left.len() > 0).then_some(made))
    }

    fn remap() -> Remap {
        let text = r#"{ "data": { "assetGroupPath": "assets/a", "revisionGroupPath": "m", "revision": 1 }, "revisionFiles": [
            { "path": "lamp.ma", "srcPath": "D:/game/lamp.ma" },
            { "path": "tex/a & b.jpg", "srcPath": "D:\\game\\tex\\a & b.jpg" },
            { "path": "影.exr", "srcPath": "/home/jo/影.exr" },
            { "path": "copy.exr", "srcPath": "/home/jo/影.exr copy.exr" },
            { "path": "s.png", "srcPath": "//srv/share/a.png" },
            { "path": "bare.jpg", "srcPath": "bare.jpg" },
            { "path": "none.jpg" }
        ] }"#;
        Remap::new(&Metadata::read(text, &mut Remarks::default()), "/p/r/x/")
    }

    #[test]
    fn only_whole_paths_are_rewritten() {
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
            ("a.ma", "D:/game/lamp.ma~ D:/game/lamp.ma%20b D:/game/lamp.ma${X}", None),
            (
                "a.ma",
                "${ROOT}/home/jo/影.exr ~/home/jo/影.exr %R%/home/jo/影.exr $(R)/home/jo/影.exr E:/home/jo/影.exr",
                None,
            ),
            ("a.ma", "PATH=/home/jo/影.exr:/home/jo/影.exr", Some("PATH=/p/r/x/影.exr:/p/r/x/影.exr")),
            ("a.json", r#"["log:\n/home/jo/影.exr"]"#, Some(r#"["log:\n/p/r/x/影.exr"]"#)),
            (
                "a.json",
                r#"["log:\nD:/game/lamp.ma\tD:/game/lamp.ma"]"#,
                Some(r#"["log:\n/p/r/x/lamp.ma\t/p/r/x/lamp.ma"]"#),
            ),
            ("a.json", r#"["D\u003a/game/lamp.ma"]"#, Some(r#"["/p/r/x/lamp.ma"]"#)),
            (
                "a.ma",
                "file://localhost/home/jo/影.exr file://localhost/D:/game/lamp.ma file://localhos/home/jo/影.exr",
                Some("file://localhost/p/r/x/影.exr file://localhost/p/r/x/lamp.ma file://localhos/home/jo/影.exr"),
            ),
            ("a.ma", "file:/home/jo/影.exr file:///home/jo/影.exr", Some("file:/p/r/x/影.exr file:///p/r/x/影.exr")),
            ("a.ma", "file://srv/share/a.png //SRV/share//a.png", Some("file:///p/r/x/s.png /p/r/x/s.png")),
            ("a.xml", "<p>/home/jo/影.exr</p>", Some("<p>/p/r/x/影.exr</p>")),
            (
                "a.xml",
                "<p q='D:&#x2f;game/lamp.ma' r='D:/game/tex/a &#38; b.jpg'/>",
                Some("<p q='/p/r/x/lamp.ma' r='/p/r/x/tex/a &amp; b.jpg'/>"),
            ),
            ("a.xml", "&#97;/home/jo/影.exr D:/game/lamp.ma&#97;", None),
            ("a.ma", "/home/jo/影.exr copy.exr", Some("/p/r/x/copy.exr")),
            ("a.ma", "", None),
            ("a.txt", "D:/game/lamp.ma", None),
            ("metadata.json", "D:/game/lamp.ma", None),
            ("below/metadata.json", "D:/game/lamp.ma", Some("/p/r/x/lamp.ma")),
        ] {
            let made = rewritten(&remap(), path, text.as_bytes()).unwrap().filter(|made| !made.rewrites.is_empty());
            let made = made.map(|made| made.bytes);
            assert_eq!(made.map(|bytes| String::from_utf8(bytes).unwrap()).as_deref(), expected, "{path}: {text}");
        }
    }

    #[test]
    fn paths_must_be_absolute_and_keep_their_letter_case() {
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
            let made = rewritten(&remap, "a.ma", text.as_bytes()).unwrap().filter(|made| !made.rewrites.is_empty());
            let made = made.map(|made| made.bytes);
            assert_eq!(made.map(|bytes| String::from_utf8(bytes).unwrap()).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn each_rewrite_has_a_line() {
        let text = b"D:/game/lamp.ma\n\nx D:\\game\\lamp.ma D:/game/lamp.ma\n";
        let rewrites = rewritten(&remap(), "a.ma", text).unwrap().unwrap().rewrites;
        let actual: Vec<_> = rewrites.iter().map(|it| (it.line, it.from.as_str(), it.to.as_str())).collect();
        let (from, to) = ("D:/game/lamp.ma", "/p/r/x/lamp.ma");
        assert_eq!(actual, [(1, from, to), (3, "D:\\game\\lamp.ma", to), (3, from, to)]);
    }

    #[test]
    fn other_paths_in_source_folders_are_kept_and_counted() {
        for (text, expected) in [
            ("D:/game/tex/../lamp.ma", vec![1]),
            ("x\n\"d:\\\\game\\\\tex\\\\shade.<UDIM>.png\" D:/game/lamp.ma.bak", vec![2, 2]),
            ("/home/jo/other.exr /home/jo/影.exr/x D:/game/", vec![1, 1, 1]),
            ("D:/gam D:/game D:/other/lamp.ma /home/jim/a /home/JO/a", vec![]),
            ("D:/game/lamp.ma /home/jo/影.exr", vec![]),
        ] {
            let made = rewritten(&remap(), "a.ma", text.as_bytes()).unwrap().unwrap_or_default();
            assert_eq!(made.left, expected, "{text}");
        }
    }

    #[test]
    fn binary_files_are_not_rewritten() {
        for (text, expected) in [
            (b"\xff\xfeD\0".as_slice(), NoText::Encoding),
            (b"\x93\xfaD:/game/lamp.ma", NoText::Encoding),
            (b"D:/game/lamp.ma\0", NoText::Zero),
        ] {
            assert_eq!(rewritten(&remap(), "a.ma", text).err(), Some(expected));
        }
    }

    /// The number of bytes read of a text is limited to a multiple of its length, whatever the text and the paths are.
    #[test]
    fn paths_that_contain_many_starts_of_paths_are_skipped() {
        let of = |path: &str| {
            let text = format!("{{\"revisionFiles\": [{{\"path\": \"x\", \"srcPath\": \"{path}\"}}]}}");
            Remap::new(&Metadata::read(&text, &mut Remarks::default()), "/p").moves.len()
        };
        for (part, at_most) in
            [("D:/", 16), ("/ ", 16), ("/a,", 16), ("/n", 17), ("/nD:", 16), ("/>", 16), ("/file:", 16)]
        {
            let path = |count: usize| format!("D:/x{}/y", part.repeat(count));
            let found = (0..100).take_while(|count| of(&path(*count)) == 1).count();
            assert!(found <= at_most + 1, "{part}: {found}");
        }
        assert_eq!(of(&format!("D:/{}", "folder/".repeat(100))), 1);
    }
}
