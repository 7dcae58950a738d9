//! Encodings: converts the bytes of a file to text.
//!
//! A file that is compressed with gzip is expanded first. The encoding is determined by the byte order mark, or else by
//! the `encoding` of an XML declaration. All other files are UTF-8.

mod gzip;
mod label;
mod latin;
mod legacy;
#[cfg(test)]
mod tests;
mod undecoded;
mod utf_16;

use std::ops::Range;
use std::string::FromUtf8Error;

use thiserror::Error;

use self::gzip::GzipFault;
use self::undecoded::Undecoded;
use crate::text::{Fault, IssueCode, Span, nearest};

pub use legacy::{Decode, Reading, Unavailable, decode_with};

/// Common encodings, to suggest one for an unknown name.
const COMMON: &str = "utf-8 utf-16 gbk gb2312 gb18030 big5 shift_jis euc-jp euc-kr iso-8859-1 iso-8859-15 windows-1251 \
                      windows-1252 koi8-r";

/// The number of bytes after an undecodable one that are shown with it.
const EXCERPT_BYTES: usize = 160;

/// The number of bytes at the start of a file that decide whether it is text.
const HEAD: usize = 1 << 10;

/// Bytes that are not valid in their encoding.
#[derive(Clone, Debug, Eq, Error, PartialEq)]
#[error("{fault}")]
pub struct Undecodable {
    /// The fault, with its place in `text`.
    pub fault: Fault,
    /// The text of the file up to the end of the line with the fault, with U+FFFD in place of the invalid bytes.
    pub text: String,
}

impl Undecodable {
    /// Returns true if Unity wrote the file in binary. Light maps, terrains and navigation meshes are always binary.
    pub fn is_unity(&self) -> bool {
        self.fault.code == IssueCode::FileUnityBinary
    }
}

/// The encoding of a file.
enum Encoding {
    Utf8,
    /// UTF-16: its name, and the byte order.
    Utf16(&'static str, utf_16::Unit),
    Windows1252,
    /// An encoding that the host decodes: its name, and the place of its name in the declaration.
    Legacy(&'static str, Range<usize>),
}

impl Encoding {
    /// Returns the name of the encoding in the WHATWG standard.
    const fn name(&self) -> &'static str {
        match self {
            Self::Utf8 => "UTF-8",
            Self::Windows1252 => "windows-1252",
            Self::Utf16(name, _) | Self::Legacy(name, _) => name,
        }
    }
}

/// Decodes the text of a file: by its byte order mark, by the encoding of its XML declaration, or else as UTF-8. The
/// byte order mark is not part of the text.
///
/// # Errors
/// Fails if the encoding is unknown, or if bytes are not valid in it.
pub fn decode_text(bytes: Vec<u8>) -> Result<String, Undecodable> {
    let mut text = decode(bytes)?;
    if text.starts_with('\u{feff}') {
        text.drain(..'\u{feff}'.len_utf8());
    }
    Ok(text)
}

/// Like [`decode_text`], but keeps the byte order mark of a UTF-8 file: its bytes become the text without a copy.
pub(super) fn decode(bytes: Vec<u8>) -> Result<String, Undecodable> {
    if u32::try_from(bytes.len()).is_err() {
        return Err(at_start(IssueCode::DocumentTooLarge, "documents of 4 GiB or more are not supported", ""));
    }
    let bytes = if gzip::is_packed(&bytes) { gzip::unpack(&bytes).map_err(cannot_unpack)? } else { bytes };
    match encoding_of(&bytes)? {
        (Encoding::Utf8, _) => String::from_utf8(bytes).map_err(|error| {
            // Text in another encoding has no control characters, but a binary file has one near its start.
            let is_text = controls(error.as_bytes()).next().is_none();
            if is_text { not_utf_8(error) } else { binary() }
        }),
        (encoding, start) => decode_other(&encoding, &bytes[start..]),
    }
}

/// Returns true if a file that starts with `head` is UTF-8, as far as its start shows.
pub(super) fn is_utf_8(head: &[u8]) -> bool {
    !gzip::is_packed(head) && encoding_of(head).is_ok_and(|(encoding, _)| matches!(encoding, Encoding::Utf8))
}

/// Returns the characters at the start of a file from the first that is not white space, as far as they are text.
pub(super) fn first_chars(bytes: &[u8]) -> Box<dyn Iterator<Item = char> + '_> {
    match bytes {
        [0xff, 0xfe, rest @ ..] => Box::new(utf_16::chars(rest, u16::from_le_bytes).skip_while(|&c| is_blank(c))),
        [0xfe, 0xff, rest @ ..] => Box::new(utf_16::chars(rest, u16::from_be_bytes).skip_while(|&c| is_blank(c))),
        _ => {
            // A chunk is validated as a whole, so only as many bytes are used as are needed.
            let chunks = head(bytes.trim_ascii_start()).utf8_chunks();
            let replaced = |invalid: &[u8]| (!invalid.is_empty()).then_some(char::REPLACEMENT_CHARACTER);
            let chars = chunks.flat_map(move |chunk| chunk.valid().chars().chain(replaced(chunk.invalid())));
            Box::new(chars.skip_while(|&c| is_blank(c)))
        }
    }
}

fn is_blank(c: char) -> bool {
    c.is_whitespace() || c == '\u{feff}'
}

/// Returns the encoding of the text in `bytes`, and the start of the text. A UTF-8 byte order mark is part of the text.
fn encoding_of(bytes: &[u8]) -> Result<(Encoding, usize), Undecodable> {
    match bytes {
        // The byte order mark of UTF-32 begins with that of UTF-16.
        [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] => {
            Err(at_start(IssueCode::EncodingUnknown, "UTF-32 is not supported", "save the file as UTF-8"))
        }
        [0xff, 0xfe, ..] => Ok((Encoding::Utf16("UTF-16LE", u16::from_le_bytes), 2)),
        [0xfe, 0xff, ..] => Ok((Encoding::Utf16("UTF-16BE", u16::from_be_bytes), 2)),
        [0xef, 0xbb, 0xbf, ..] => Ok((Encoding::Utf8, 0)),
        // These files are also binary, but their help is more exact.
        _ if is_unity(bytes) => Err(unity_binary()),
        _ if is_binary(bytes) => Err(binary()),
        // In encodings that contain ASCII, a zero byte never occurs next to a letter.
        [0, 1..=u8::MAX, ..] | [1..=u8::MAX, 0, ..] => Err(at_start(
            IssueCode::EncodingNoMark,
            "UTF-16 without a byte order mark",
            "save the file as UTF-8, or as UTF-16 with a byte order mark",
        )),
        _ => match declared_label(bytes) {
            Some(label) => read_label(bytes, label).map(|encoding| (encoding, 0)),
            None => Ok((Encoding::Utf8, 0)),
        },
    }
}

/// Returns true if a file without a byte order mark is not text in UTF-8 or UTF-16. A file with a few zero bytes is
/// damaged text, and its reader reports the place.
fn is_binary(bytes: &[u8]) -> bool {
    const FEW: usize = 4;
    let head = head(bytes);
    // Nearly all text files have no zero byte, and nearly all binary files have one near the start.
    if memchr::memchr(0, head).is_none() {
        return false;
    }
    let is_utf_16 = match head {
        [0, 1..=u8::MAX, ..] => utf_16::chars(head, u16::from_be_bytes).all(|c| !is_control(c)),
        [1..=u8::MAX, 0, ..] => utf_16::chars(head, u16::from_le_bytes).all(|c| !is_control(c)),
        _ => false,
    };
    let count = controls(bytes).count();
    !is_utf_16 && count >= FEW && count * 10 > head.len()
}

/// Returns true if the file is a serialized file of Unity. Its header contains the version of the editor, such as
/// `2022.3.5f1`, followed by a zero byte.
fn is_unity(bytes: &[u8]) -> bool {
    /// The position of the version in headers of 32 and of 64 bits.
    const VERSIONS: [usize; 2] = [20, 48];
    bytes.first() == Some(&0)
        && VERSIONS.iter().filter_map(|&at| bytes.get(at..)).any(|rest| {
            let version: Vec<u8> = rest.iter().copied().take(24).take_while(u8::is_ascii_graphic).collect();
            let mut numbers = version.split(|&byte| byte == b'.');
            rest.get(version.len()) == Some(&0)
                && numbers.by_ref().take(2).all(|number| !number.is_empty() && number.iter().all(u8::is_ascii_digit))
                && numbers.next().is_some_and(|last| last.first().is_some_and(u8::is_ascii_digit))
        })
}

fn head(bytes: &[u8]) -> &[u8] {
    &bytes[..bytes.len().min(HEAD)]
}

/// Returns the bytes at the start of a file that are control characters in UTF-8 and similar encodings.
fn controls(bytes: &[u8]) -> impl Iterator<Item = u8> {
    head(bytes).iter().copied().filter(|&byte| is_control(char::from(byte)))
}

/// Returns true if `c` is a control character that does not occur in text. White space and the escape of ISO 2022 do
/// occur.
const fn is_control(c: char) -> bool {
    matches!(c, '\0'..='\x08' | '\x0e'..='\x1a' | '\x1c'..='\x1f')
}

/// Returns the encoding that the XML declaration names at `label`.
fn read_label(bytes: &[u8], label: Range<usize>) -> Result<Encoding, Undecodable> {
    match label::name_of(&bytes[label.clone()]) {
        // UTF-16 has been recognised before, by its byte order mark or its zero bytes.
        Some("UTF-16LE" | "UTF-16BE") => Err(at_label(bytes, label, |name| {
            let help = "write `utf-8` here, or save the file as UTF-16 with a byte order mark";
            let message = format!("the declaration says `{name}`, but the file is not UTF-16");
            (IssueCode::EncodingWrong, message, Some(help.to_owned()))
        })),
        Some("UTF-8") => Ok(Encoding::Utf8),
        Some("windows-1252") => Ok(Encoding::Windows1252),
        Some(name) => Ok(Encoding::Legacy(name, label)),
        None => Err(at_label(bytes, label, |name| {
            let help = nearest(name, COMMON.split(' ')).map(|near| format!("did you mean `{near}`?"));
            (IssueCode::EncodingUnknown, format!("unknown encoding `{name}`"), help)
        })),
    }
}

/// Returns a fault of the encoding that is named at `label`, with its code, message and help.
fn at_label(
    bytes: &[u8],
    label: Range<usize>,
    fault: impl FnOnce(&str) -> (IssueCode, String, Option<String>),
) -> Undecodable {
    let name = String::from_utf8_lossy(&bytes[label.clone()]);
    let text = String::from_utf8_lossy(&bytes[..label.end]).into_owned();
    let span = Span::of(text.len() - name.len(), text.len());
    let (code, message, help) = fault(&name);
    Undecodable { fault: Fault { code, message, help, suggestion: None, span }, text }
}

/// Returns the place of the encoding in the XML declaration that `bytes` start with. Returns `None` without a
/// declaration, or if the declaration is not well-formed, which the XML reader reports.
fn declared_label(bytes: &[u8]) -> Option<Range<usize>> {
    let mut rest = bytes.trim_ascii_start().strip_prefix(b"<?xml")?;
    rest = &rest[..memchr::memchr(b'>', rest)?];
    // `rest` only shrinks from its start, so its start follows from its length.
    let end = bytes.len() - bytes.trim_ascii_start().len() + b"<?xml".len() + rest.len();
    while rest.first().is_some_and(u8::is_ascii_whitespace) {
        rest = rest.trim_ascii_start();
        let name = &rest[..rest.iter().position(|byte| !byte.is_ascii_alphabetic())?];
        rest = rest[name.len()..].trim_ascii_start().strip_prefix(b"=")?.trim_ascii_start();
        let (&quote, value) = rest.split_first().filter(|(quote, _)| matches!(quote, b'"' | b'\''))?;
        let length = memchr::memchr(quote, value)?;
        if name == b"encoding" {
            let start = end - value.len();
            return Some(start..start + length);
        }
        rest = &value[length + 1..];
    }
    None
}

pub(super) fn utf_8(bytes: Vec<u8>) -> Result<String, Undecodable> {
    String::from_utf8(bytes).map_err(not_utf_8)
}

#[cold]
fn not_utf_8(error: FromUtf8Error) -> Undecodable {
    let fault = error.utf8_error();
    let start = fault.valid_up_to();
    let mut bytes = error.into_bytes();
    let length = fault.error_len().unwrap_or(bytes.len() - start);
    let unfinished = fault.error_len().is_none();
    let message = no_character(&bytes[start..start + length], &Encoding::Utf8, unfinished);
    let rest = rest_of_line(&Encoding::Utf8, &bytes[start + length..]);
    bytes.truncate(start);
    // The text is valid up to here, as the first pass has shown. A second pass is cheap for a file that cannot be used.
    undecodable(String::from_utf8(bytes).unwrap_or_default(), &rest, message)
}

/// Decodes `bytes` without a byte order mark from any encoding except UTF-8.
fn decode_other(encoding: &Encoding, bytes: &[u8]) -> Result<String, Undecodable> {
    let text = match encoding {
        Encoding::Utf8 => return utf_8(bytes.to_vec()),
        Encoding::Utf16(_, unit) => utf_16::decode(bytes, *unit),
        Encoding::Windows1252 => return Ok(latin::decode(bytes)),
        Encoding::Legacy(name, label) => match legacy::decode(name, bytes) {
            Err(legacy::DecodeFault::Unavailable(why)) => return Err(unavailable(bytes, label.clone(), name, &why)),
            Err(legacy::DecodeFault::Undecoded(undecoded)) => Err(undecoded),
            Ok(text) => Ok(text),
        },
    };
    text.map_err(|Undecoded { text, bad }| {
        let message = no_character(&bytes[bad.clone()], encoding, bad.end == bytes.len());
        undecodable(text, &rest_of_line(encoding, &bytes[bad.end..]), message)
    })
}

#[cold]
fn unavailable(bytes: &[u8], label: Range<usize>, name: &str, why: &Unavailable) -> Undecodable {
    at_label(bytes, label, |_| {
        let message = format!("files in {name} cannot be read here: {why}");
        (IssueCode::EncodingUnavailable, message, Some("save the file as UTF-8".to_owned()))
    })
}

/// Returns the message for `bytes` that are not valid in `encoding`. If the file ends with them, it may be truncated.
fn no_character(bytes: &[u8], encoding: &Encoding, unfinished: bool) -> String {
    let hex: Vec<String> = bytes.iter().map(|byte| format!("{byte:02X}")).collect();
    let (noun, verb) = if bytes.len() == 1 { ("byte", "is") } else { ("bytes", "are") };
    let rest = if unfinished { ", or the file is truncated" } else { "" };
    format!("the {noun} {} {verb} not valid in {}{rest}", hex.join(" "), encoding.name())
}

/// Returns the text after a fault on the same line, to be shown to users. Reads at most [`EXCERPT_BYTES`] bytes.
fn rest_of_line(encoding: &Encoding, bytes: &[u8]) -> String {
    let excerpt = &bytes[..bytes.len().min(EXCERPT_BYTES)];
    let text = match encoding {
        Encoding::Utf8 => String::from_utf8_lossy(excerpt).into_owned(),
        Encoding::Utf16(_, unit) => utf_16::decode_lossy(excerpt, *unit),
        Encoding::Windows1252 => latin::decode(excerpt),
        Encoding::Legacy(name, _) => legacy::decode_lossy(name, excerpt),
    };
    text.split(['\r', '\n']).next().unwrap_or_default().to_owned()
}

fn undecodable(mut text: String, rest: &str, message: String) -> Undecodable {
    let start = text.len();
    text.push(char::REPLACEMENT_CHARACTER);
    let span = Span::of(start, text.len());
    text.push_str(rest);
    let declaration = text.split("?>").next().filter(|start| start.trim_start().starts_with("<?xml"));
    let help = if declaration.is_some_and(|declaration| declaration.contains("encoding")) {
        "save the file as UTF-8, or correct the encoding in its XML declaration"
    } else {
        "save the file as UTF-8, or, if it is XML, name its encoding in the XML declaration"
    };
    Undecodable { fault: Fault::new(IssueCode::EncodingUndecodable, message, span).help(help), text }
}

fn binary() -> Undecodable {
    let help = "exclude it with `rpath`, or configure the game engine to save it as text";
    at_start(IssueCode::FileBinary, "the file is binary, not text", help)
}

#[cold]
fn unity_binary() -> Undecodable {
    let help = "set `Asset Serialization` to `Force Text` in the project settings; light maps, terrains and navigation meshes are \
                always binary: add them to `ignore`";
    at_start(IssueCode::FileUnityBinary, "Unity wrote this file in binary: nothing in it was checked", help)
}

#[cold]
fn cannot_unpack(fault: GzipFault) -> Undecodable {
    match fault {
        GzipFault::Damaged => at_start(
            IssueCode::GzipDamaged,
            "the file is compressed with gzip, and is damaged or truncated",
            "compress the file again, or save it uncompressed",
        ),
        GzipFault::TooLarge => at_start(
            IssueCode::GzipTooLarge,
            "the file is compressed with gzip, and expands to more than 256 MiB",
            "save the file uncompressed",
        ),
    }
}

fn at_start(code: IssueCode, message: &str, help: &str) -> Undecodable {
    let fault = Fault::new(code, message, Span::at(0));
    let fault = if help.is_empty() { fault } else { fault.help(help) };
    Undecodable { fault, text: String::new() }
}
