//! Radiance: lines of text, of which one names each axis with its length.

use std::io::{BufRead, Read, Seek, SeekFrom};

/// Width and height in pixels; `None` where the file ends or something else stands.
///
/// The line begins with the axis along which lines of pixels follow one another: `-Y 512 +X 1024` as a rule, and
/// `+X 1024 -Y 512` of an image that is stored by columns. Both are 1024 pixels wide.
pub(super) fn size(file: &mut (impl BufRead + Seek)) -> Option<(u64, u64)> {
    /// Far more than anybody writes.
    const LINES: usize = 1000;
    file.seek(SeekFrom::Start(0)).ok()?;
    for _ in 0..LINES {
        let line = line(file)?;
        let Some(first) = line.split_ascii_whitespace().next().and_then(axis) else { continue };
        let [_, length, second, other] = words(&line)?;
        let (length, other) = (length.parse().ok()?, other.parse().ok()?);
        return match (first, axis(second)?) {
            ('X', 'Y') => Some((length, other)),
            ('Y', 'X') => Some((other, length)),
            _ => None,
        };
    }
    None
}

/// The next line; `None` when the file ends before it does, and of one that nobody writes.
fn line(file: &mut impl BufRead) -> Option<String> {
    const LONGEST: u64 = 1024;
    let mut bytes = Vec::new();
    file.take(LONGEST).read_until(b'\n', &mut bytes).ok()?;
    (bytes.last() == Some(&b'\n')).then(|| String::from_utf8_lossy(&bytes).into_owned())
}

/// The four words of a line that says the size.
fn words(line: &str) -> Option<[&str; 4]> {
    let mut words = line.split_ascii_whitespace();
    let four = [words.next()?, words.next()?, words.next()?, words.next()?];
    words.next().is_none().then_some(four)
}

/// The axis that a word names, whichever way it goes.
fn axis(word: &str) -> Option<char> {
    word.strip_prefix(['+', '-'])?.parse().ok().filter(|&axis: &char| matches!(axis, 'X' | 'Y'))
}
