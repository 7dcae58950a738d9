//! Tables of bytes with their text, and of invalid bytes with their messages.

use std::ops::Range;

use encoding_rs::{DecoderResult, Encoding};

use super::{Undecoded, decode, decode_text, first_chars, latin, legacy, utf_16};
use crate::text::LineIndex;

fn declared(encoding: &str, rest: &[u8]) -> Vec<u8> {
    [format!("<?xml version=\"1.0\" encoding=\"{encoding}\"?>\n").as_bytes(), rest].concat()
}

fn utf_16(text: &str, unit: fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(unit).collect()
}

#[test]
fn the_declaration_names_the_encoding() {
    for (encoding, bytes, expected) in [
        ("utf-8", b"\xc3\xa4".as_slice(), "\u{e4}"),
        ("UTF8", b"\xc3\xa4", "\u{e4}"),
        ("us-ascii", b"a", "a"),
        ("GBK", b"\xc4\xa3\xd0\xcd", "\u{6a21}\u{578b}"),
        ("gb2312", b"\xe9F", "\u{9555}"),
        ("GB18030", b"\x81\x30\x81\x30\xd6\xd0", "\u{80}\u{4e2d}"),
        ("Big5", b"\xbc\xd2", "\u{6a21}"),
        // The second bytes are a backslash, a bracket and a vertical bar in ASCII.
        ("Shift_JIS", b"\x83\\\x95\\\x81[\x83|", "\u{30bd}\u{8868}\u{30fc}\u{30dd}"),
        ("shift-jis", b"\xb1", "\u{ff71}"),
        ("EUC-JP", b"\xa5\xbd", "\u{30bd}"),
        ("ISO-2022-JP", b"\x1b$B%=\x1b(B", "\u{30bd}"),
        ("euc-kr", b"\xb8\xf0\xb5\xa8", "\u{baa8}\u{b378}"),
        ("ISO-8859-1", b"caf\xe9 \xff", "caf\u{e9} \u{ff}"),
        ("latin1", b"\xe4", "\u{e4}"),
        ("iso-8859-15", b"\xa4", "\u{20ac}"),
        ("windows-1251", b"\xcc", "\u{41c}"),
        ("koi8-r", b"\xed", "\u{41c}"),
    ] {
        let text = decode(declared(encoding, bytes)).unwrap();
        assert_eq!(text.split_once('\n').unwrap().1, expected, "{encoding}");
    }
}

#[test]
fn declarations_are_written_in_many_ways() {
    for start in [
        "<?xml version='1.0' encoding='latin1'?>",
        "<?xml version = \"1.0\"\n\tencoding = \"latin1\"\r\n?>",
        "<?xml encoding=\"latin1\" standalone=\"yes\"?>",
        "<?xml version=\"1.0\" encoding=\" Latin1 \"?>",
        " \r\n\t<?xml version=\"1.0\" encoding=\"latin1\"?>",
        "<?xml version=\"1.0\" encoding=\"latin1\">",
    ] {
        let text = decode([start.as_bytes(), b"\xe4"].concat()).unwrap();
        assert_eq!(text, format!("{start}\u{e4}"));
    }
}

#[test]
fn other_text_declares_no_encoding() {
    for start in [
        "<?xml version=\"1.0\"?>",
        "<?xmlencoding=\"latin1\"?>",
        "<?xml-stylesheet encoding=\"latin1\"?>",
        "<?xml version=1.0 encoding=\"latin1\"?>",
        "<?xml version=\"1.0\" coding=\"latin1\"?>",
        "<?xml version=\"1.0\"?><a encoding=\"latin1\">",
        "<?xml version=\"encoding='latin1'\"?>",
        "<?xml encoding",
        "<?xml encoding=\"latin1",
        "<?xml encoding=>",
        "<!-- --><?xml version=\"1.0\" encoding=\"latin1\"?>",
        "{\"a\": \"<?xml encoding='latin1'?>\"}",
    ] {
        assert_eq!(decode(start.into()).as_deref(), Ok(start));
        assert!(decode([start.as_bytes(), b"\xe4"].concat()).is_err(), "{start}");
    }
}

#[test]
fn a_byte_order_mark_overrides_the_declaration() {
    let text = "<?xml version=\"1.0\" encoding=\"gbk\"?><a>\u{e4}\u{1f600}</a>";
    let marked = format!("\u{feff}{text}");
    assert_eq!(decode(marked.clone().into()), Ok(marked.clone()));
    assert_eq!(decode(utf_16(&marked, u16::to_le_bytes)).as_deref(), Ok(text));
    assert_eq!(decode(utf_16(&marked, u16::to_be_bytes)).as_deref(), Ok(text));
    assert_eq!(decode_text(marked.into()).as_deref(), Ok(text));
}

#[test]
fn text_of_legacy_encodings_may_grow_or_shrink() {
    for (encoding, unit, character) in
        [("gbk", b"\xd6\xd0".as_slice(), '\u{4e2d}'), ("latin1", b"\xe4", '\u{e4}'), ("latin1", b"\x80", '\u{20ac}')]
    {
        let text = decode(declared(encoding, &unit.repeat(100_000))).unwrap();
        assert_eq!(text.chars().filter(|&c| c == character).count(), 100_000, "{encoding}");
    }
    let text = format!("\u{feff}{}", "a".repeat(100_000));
    assert_eq!(decode(utf_16(&text, u16::to_le_bytes)).unwrap().len(), 100_000);
}

#[test]
fn utf_8_is_decoded_without_a_copy() {
    let bytes = b"\xef\xbb\xbf<a/>".to_vec();
    let start = bytes.as_ptr();
    let text = decode(bytes).unwrap();
    assert_eq!(text.as_ptr(), start);
}

#[test]
fn undecodable_bytes_are_reported_with_their_place_and_line() {
    for (bytes, message, place, excerpt) in [
        (b"ab\n\xc3\xa4 x\xffy\nz".to_vec(), "the byte FF is not valid in UTF-8", (2, 4), "\u{e4} x\u{fffd}y"),
        (b"\xef\xbb\xbfa\xc0\xafb".to_vec(), "the byte C0 is not valid in UTF-8", (1, 2), "a\u{fffd}\u{fffd}b"),
        (b"a\xe4\xb8 b".to_vec(), "the bytes E4 B8 are not valid in UTF-8", (1, 2), "a\u{fffd} b"),
        (
            b"a\xe4\xb8".to_vec(),
            "the bytes E4 B8 are not valid in UTF-8, or the file is truncated",
            (1, 2),
            "a\u{fffd}",
        ),
        (b"\xed\xa0\x80".to_vec(), "the byte ED is not valid in UTF-8", (1, 1), "\u{fffd}\u{fffd}\u{fffd}"),
        (
            declared("utf-8", b"<a>\xd6\xd0</a>\r\n"),
            "the byte D6 is not valid in UTF-8",
            (2, 4),
            "<a>\u{fffd}\u{fffd}</a>",
        ),
        (declared("GBK", b"<a>\xff\xff</a>"), "the byte FF is not valid in GBK", (2, 4), "<a>\u{fffd}\u{fffd}</a>"),
        (
            declared("Shift_JIS", b"\x83\\\x81\x20"),
            "the byte 81 is not valid in Shift_JIS",
            (2, 2),
            "\u{30bd}\u{fffd} ",
        ),
        (
            declared("Shift_JIS", b"\x83\\\x83"),
            "the byte 83 is not valid in Shift_JIS, or the file is truncated",
            (2, 2),
            "\u{30bd}\u{fffd}",
        ),
        (
            declared("EUC-KR", b"\xff"),
            "the byte FF is not valid in EUC-KR, or the file is truncated",
            (2, 1),
            "\u{fffd}",
        ),
        (b"\xff\xfea\0\0\xd8b\0".to_vec(), "the bytes 00 D8 are not valid in UTF-16LE", (1, 2), "a\u{fffd}b"),
        (
            b"\xfe\xff\0a\0".to_vec(),
            "the byte 00 is not valid in UTF-16BE, or the file is truncated",
            (1, 2),
            "a\u{fffd}",
        ),
    ] {
        let undecodable = decode(bytes).unwrap_err();
        assert_eq!(undecodable.fault.message, message);
        let index = LineIndex::new(&undecodable.text);
        let at = index.place(undecodable.fault.span.start());
        assert_eq!((at.line, at.char_column), place, "{message}");
        let (before, from) = index.around(undecodable.fault.span.start());
        assert_eq!(format!("{before}{from}"), excerpt, "{message}");
        assert_eq!(&undecodable.text[undecodable.fault.span.range()], "\u{fffd}", "{message}");
    }
}

#[test]
fn a_long_line_after_the_fault_is_cut() {
    let fault = decode([b"a\xff".as_slice(), &b"x".repeat(10_000)].concat()).unwrap_err();
    assert!(fault.text.len() < 200);
}

#[test]
fn wrong_declarations_of_encodings_are_reported() {
    for (bytes, code, message, help, at) in [
        (
            declared("utf-16", b"<a/>"),
            "encoding-wrong",
            "the declaration says `utf-16`, but the file is not UTF-16",
            "write `utf-8` here, or save the file as UTF-16 with a byte order mark",
            "utf-16",
        ),
        (declared("gbk2", b"<a/>"), "encoding-unknown", "unknown encoding `gbk2`", "did you mean `gbk`?", "gbk2"),
        (
            declared("Shift-JS", b""),
            "encoding-unknown",
            "unknown encoding `Shift-JS`",
            "did you mean `shift_jis`?",
            "Shift-JS",
        ),
        (declared("ebcdic", b""), "encoding-unknown", "unknown encoding `ebcdic`", "", "ebcdic"),
        (declared("", b""), "encoding-unknown", "unknown encoding ``", "", ""),
        (declared("iso-2022-kr", b""), "encoding-unknown", "unknown encoding `iso-2022-kr`", "", "iso-2022-kr"),
        (
            b"<\0a\0/\0>\0".to_vec(),
            "encoding-no-mark",
            "UTF-16 without a byte order mark",
            "save the file as UTF-8, or as UTF-16 with a byte order mark",
            "",
        ),
        (
            b"\0<\0a\0/\0>".to_vec(),
            "encoding-no-mark",
            "UTF-16 without a byte order mark",
            "save the file as UTF-8, or as UTF-16 with a byte order mark",
            "",
        ),
        (b"\xff\xfe\0\0<\0\0\0".to_vec(), "encoding-unknown", "UTF-32 is not supported", "save the file as UTF-8", ""),
        (b"\0\0\xfe\xff\0\0\0<".to_vec(), "encoding-unknown", "UTF-32 is not supported", "save the file as UTF-8", ""),
    ] {
        let undecodable = decode(bytes).unwrap_err();
        assert_eq!((undecodable.fault.code.as_str(), undecodable.fault.message.as_str()), (code, message));
        assert_eq!(undecodable.fault.help.unwrap_or_default(), help, "{message}");
        assert_eq!(&undecodable.text[undecodable.fault.span.range()], at, "{message}");
    }
}

/// The start of a serialized file of Unity, and a header that is ASCII except for its numbers.
const ENGINES: [&[u8]; 2] =
    [b"\0\0\0\0\0\0\0\0\0\0\0\x16\0\0\0\0\0\0\x20\x302022.3.5f1\0\x13\0\0\0\xf4", b"MESH\x02\0\0\0\x10\0\0\0name\0"];

#[test]
fn binary_files_are_distinguished_from_damaged_text() {
    let late = [b"a: \x01\x02\n".as_slice(), &[b'x'; 4000], b"\xff"].concat();
    for (bytes, code) in [
        (ENGINES[0], "file-unity-binary"),
        (ENGINES[1], "file-binary"),
        (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "file-binary"),
        (b"\x1f\x8b\x08text.yaml\xff", "gzip-damaged"),
        // A control character before invalid bytes, even far before them.
        (&late, "file-binary"),
        // Integers of two bytes are not UTF-16.
        (b"\x01\0\x02\0\x03\0\x04\0", "file-binary"),
        (b"\0a\0\n\0b\0:", "encoding-no-mark"),
        // GBK, and ISO 2022, which has escapes.
        (b"a: \xd6\xd0\t\r\n", "encoding-undecodable"),
        (b"a: \x1b$B\xff", "encoding-undecodable"),
    ] {
        let undecodable = decode(bytes.to_vec()).unwrap_err();
        assert_eq!(undecodable.fault.code.as_str(), code, "{bytes:?}");
    }
    let marked = [b"\xff\xfe".as_slice(), &[1, 0].repeat(20)].concat();
    for bytes in [b"{\"a\": \"\0\0\0\"}".to_vec(), marked, b"\0".repeat(3), b"\xef\xbb\xbf\0\0\0\0".to_vec()] {
        assert!(decode(bytes.clone()).is_ok(), "{bytes:?}");
    }
}

#[test]
fn the_help_for_a_binary_file_suggests_to_exclude_it() {
    let undecodable = decode(ENGINES[1].to_vec()).unwrap_err();
    assert_eq!(undecodable.fault.message, "the file is binary, not text");
    let help = "exclude it with `rpath`, or configure the game engine to save it as text";
    assert_eq!((undecodable.fault.help.as_deref(), undecodable.text.as_str()), (Some(help), ""));
}

#[test]
fn blanks_and_marks_before_the_first_character_are_skipped() {
    for (bytes, expected) in [
        (b"".as_slice(), None),
        (b" \r\n\t", None),
        (b"<a/>", Some('<')),
        (b" \n\xef\xbb\xbf <a/>", Some('<')),
        (b"\xef\xbb\xbf\n{}", Some('{')),
        (b"\xc2\xa0\xe3\x80\x80[", Some('[')),
        (b"\xff\xfe\n\0<\0", Some('<')),
        (b"\xfe\xff\0 \0{", Some('{')),
        (b"\xff\xfe", None),
        (b"\xff<", Some('\u{fffd}')),
        (b"\0<", Some('\0')),
        (b"\xe6\xa8\xa1", Some('\u{6a21}')),
    ] {
        assert_eq!(first_chars(bytes).next(), expected, "{bytes:?}");
    }
}

/// Decodes with `encoding_rs`. Returns the text, or the text before the first fault and the range of invalid bytes.
fn standard(encoding: &'static Encoding, bytes: &[u8]) -> Result<String, (String, Range<usize>)> {
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut text = String::with_capacity(bytes.len() * 3 + 16);
    match decoder.decode_to_string_without_replacement(bytes, &mut text, true) {
        (DecoderResult::Malformed(length, after), read) => {
            let end = read - usize::from(after);
            Err((text, end - usize::from(length)..end))
        }
        _ => Ok(text),
    }
}

/// Decodes like [`standard`], with the code of this crate.
fn ours(encoding: &'static Encoding, bytes: &[u8]) -> Result<String, (String, Range<usize>)> {
    let undecoded = |Undecoded { text, bad }| (text, bad);
    match encoding.name() {
        "UTF-16LE" => utf_16::decode(bytes, u16::from_le_bytes).map_err(undecoded),
        "UTF-16BE" => utf_16::decode(bytes, u16::from_be_bytes).map_err(undecoded),
        "windows-1252" => Ok(latin::decode(bytes)),
        name => legacy::decode(name, bytes).map_err(|trouble| match trouble {
            legacy::DecodeFault::Undecoded(fault) => undecoded(fault),
            legacy::DecodeFault::Unavailable(why) => panic!("{why}"),
        }),
    }
}

/// Bytes that are likely to begin, continue or break a character of some encoding.
const LIKELY: &[u8] = b"\n 0?AZ~\x1b\x1b$B(J@\x5c\x80\x81\x84\x8e\x8f\xa1\xa4\xb0\xc4\xd6\xd8\xdc\xe0\xfe\xff\x00\xd9";

/// Escapes that change the state of ISO-2022-JP.
const ESCAPES: &[&[u8]] = &[b"\x1b(B", b"\x1b(J", b"\x1b(I", b"\x1b$@", b"\x1b$B"];

/// One encoding of each kind.
const KINDS: &[&str] = &[
    "utf-16le",
    "utf-16be",
    "latin1",
    "gbk",
    "gb18030",
    "big5",
    "shift_jis",
    "euc-jp",
    "iso-2022-jp",
    "euc-kr",
    "windows-874",
];

#[test]
fn text_and_faults_follow_the_standard() {
    let mut random = 1_u32;
    let mut next = |bound: usize| {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (random >> 8) as usize % bound
    };
    for label in KINDS {
        let encoding = Encoding::for_label(label.as_bytes()).unwrap();
        let mut sound = 0;
        for _ in 0..20_000 {
            let length = next(12);
            let mut bytes = Vec::new();
            for _ in 0..length {
                match next(4) {
                    0 => bytes.push(next(256).to_le_bytes()[0]),
                    1 => bytes.extend(ESCAPES[next(ESCAPES.len())]),
                    _ => bytes.push(LIKELY[next(LIKELY.len())]),
                }
            }
            let expected = standard(encoding, &bytes);
            sound += usize::from(expected.is_ok());
            assert_eq!(ours(encoding, &bytes), expected, "{label} {bytes:x?}");
        }
        assert!(sound > 1_000, "{label}: {sound} are sound");
    }
}

#[test]
fn long_text_is_decoded_like_its_portions() {
    const LONG: usize = 3 << 20;
    for (label, unit) in [
        ("gbk", b"\xd6\xd0".as_slice()),
        ("gbk", b"a\xd6\xd0 "),
        ("gb18030", b"\x81\x30\x81\x30"),
        ("shift_jis", b"\x83\\\n"),
        ("iso-2022-jp", b"\x1b$B%=\x1b(B "),
        ("koi8-r", b"\xed"),
    ] {
        let encoding = Encoding::for_label(label.as_bytes()).unwrap();
        let mut bytes = unit.repeat(LONG / unit.len());
        assert_eq!(ours(encoding, &bytes), standard(encoding, &bytes), "{label} {unit:x?}");
        bytes.extend([0xff, 0xff, b'a']);
        assert_eq!(ours(encoding, &bytes), standard(encoding, &bytes), "{label} {unit:x?}");
    }
}
