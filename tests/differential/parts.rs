//! A long file that is read in parts, of any size, tells what it tells as a whole.

use std::borrow::Cow;
use std::cell::RefCell;
use std::rc::Rc;

use assay_engine::extract::{Extraction, Yield};
use assay_engine::format::{Document, FormatMap, Notes, Scalar, Sink, Special, Tag, fact};
use assay_engine::source::{MemorySource, Source, SourceError, Start};
use assay_engine::text::{Fault, Span};
use proptest::prelude::{prop_assert_eq, proptest};

use crate::damage::{damaged, edits};
use crate::document::documents;
use crate::expression::{Expression, expressions};
use crate::extraction::{found, plan_of};
use crate::reference::Found;

/// One file that is read in parts of so many bytes.
struct InParts {
    bytes: Vec<u8>,
    part: usize,
}

impl Source for InParts {
    fn read(&self, _path: &str) -> Result<Vec<u8>, SourceError> {
        Ok(self.bytes.clone())
    }

    fn start(&self, _path: &str) -> Result<Start, SourceError> {
        let head = self.bytes[..self.bytes.len().min(4096)].to_vec();
        Ok(Start::Long { head, size: self.bytes.len() as u64, part: self.part })
    }
}

/// What is yielded, or the fault with its lines and columns; both with the lines and columns of all that they name.
fn outcome(document: &Document, expressions: &[Expression]) -> Result<Vec<Vec<Found>>, String> {
    let mut plan = plan_of(expressions).expect("they parse");
    let Extraction { values, yields, .. } =
        plan.run(document).map_err(|fault| format!("{} {:?} {}", fault.code, fault.span, fault.message))?;
    let lists = yields.iter().map(|yielded| match yielded {
        Yield::List(ids) => ids.iter().map(|&id| found(&values, id)).collect(),
        other => panic!("{other:?}"),
    });
    Ok(lists.collect())
}

/// Asserts that a file tells the same in parts of each size as it does as a whole.
fn assert_same(bytes: &[u8], expressions: &[Expression]) -> Result<(), proptest::test_runner::TestCaseError> {
    let Ok(whole) = Document::decode("a.xml", bytes.to_vec()) else { return Ok(()) };
    let expected = outcome(&whole, expressions);
    for part in [1, 2, 3, 7, 16, 61, 300] {
        let source: Rc<dyn Source> = Rc::new(InParts { bytes: bytes.to_vec(), part });
        let document = Document::open_by(&FormatMap::default(), "a.xml", &source).expect("it is UTF-8");
        prop_assert_eq!(&outcome(&document, expressions), &expected, "in parts of {}", part);
    }
    Ok(())
}

proptest! {
    #![proptest_config(crate::config(300))]

    #[test]
    fn a_document_in_parts_yields_the_values_of_the_whole(
        text in documents(),
        expressions in proptest::collection::vec(expressions(), 1..6),
    ) {
        assert_same(text.as_bytes(), &expressions)?;
    }

    #[test]
    fn a_damaged_document_in_parts_has_the_fault_of_the_whole(
        text in documents(),
        edits in edits(),
        expressions in proptest::collection::vec(expressions(), 1..2),
    ) {
        assert_same(damaged(&text, &edits).as_bytes(), &expressions)?;
    }
}

/// Writes down each call, with its place.
#[derive(Debug, Default, PartialEq)]
pub struct Calls(Vec<String>);

impl Sink for Calls {
    fn open(&mut self, tag: Option<Tag<'_>>, span: Span) {
        self.0.push(format!("open {tag:?} {span:?}"));
    }
    fn attribute(&mut self, name: Tag<'_>, value: Cow<'_, str>, span: Span) {
        self.0.push(format!("attribute {name:?} {value:?} {span:?}"));
    }
    fn text(&mut self, text: Cow<'_, str>, span: Span) {
        self.0.push(format!("text {text:?} {span:?}"));
    }
    fn scalar(&mut self, scalar: Scalar<'_>, span: Span) {
        self.0.push(format!("scalar {scalar:?} {span:?}"));
    }
    fn close(&mut self, end: u32) {
        self.0.push(format!("close {end}"));
    }
}

/// The calls that a document makes, and what its reader has to say about it.
pub fn calls(document: &Document) -> Result<(Calls, Notes), Fault> {
    let mut calls = Calls::default();
    let notes = document.read(&mut calls)?;
    Ok((calls, notes))
}

/// Asserts that a file makes the same calls in parts of each size as it does as a whole.
pub fn assert_same_calls(path: &str, bytes: &[u8]) -> Result<(), proptest::test_runner::TestCaseError> {
    let Ok(whole) = Document::decode(path, bytes.to_vec()) else { return Ok(()) };
    let expected = calls(&whole);
    for part in [1, 2, 3, 5, 17, 64, 65, 200] {
        let source: Rc<dyn Source> = Rc::new(InParts { bytes: bytes.to_vec(), part });
        let document = Document::open_by(&FormatMap::default(), path, &source).expect("it is UTF-8");
        prop_assert_eq!(&calls(&document), &expected, "in parts of {}", part);
    }
    Ok(())
}

/// Each kind of markup, cut at each of its bytes.
#[test]
fn a_part_may_end_anywhere() {
    let text = "\u{feff}<?xml version='1.0'?>\r\n<!-- a > - b --><r a='1' b = \"<!--\"\r\n><p:x>t\r\nt]]&amp;&#65;</p:x>\
                <e/><e /><![CDATA[ <&]] > ]]]]><?pi ??>\u{e4}\u{6750}\u{1f600}<x>a<y>b</y>c</x ></r>\n<!---->";
    let text = text.replace("\"<!--\"", "\"!--\"");
    let expression = |text: &str| plan_text(text);
    for xpath in ["**", "r/x,{text},{line}", "r/**,{tag}", "r:a,b", "r/x.y==b,{dom}"] {
        let whole = Document::decode("a.xml", text.clone().into_bytes()).unwrap();
        let expected = describe(&whole, &expression(xpath));
        for part in 1..text.len() {
            let source: Rc<dyn Source> = Rc::new(InParts { bytes: text.clone().into_bytes(), part });
            let document = Document::open_by(&FormatMap::default(), "a.xml", &source).unwrap();
            assert_eq!(describe(&document, &expression(xpath)), expected, "{xpath} in parts of {part}");
        }
    }
}

fn plan_text(text: &str) -> assay_engine::extract::XPath {
    let parsed = assay_engine::extract::XPath::parse(text);
    parsed.xpath.unwrap_or_else(|| panic!("{text}: {:?}", parsed.faults))
}

/// The values with their places, as one text.
fn describe(document: &Document, xpath: &assay_engine::extract::XPath) -> String {
    let extraction = assay_engine::extract::Plan::new([xpath]).run(document).unwrap();
    let Yield::List(ids) = &extraction.yields[0] else { panic!("{:?}", extraction.yields) };
    assert!(!ids.is_empty());
    let value = |&id| format!("{} {:?}", extraction.values.to_value(id), extraction.values.origin(id));
    ids.iter().map(value).collect::<Vec<_>>().join("\n")
}

#[test]
fn places_refer_to_the_whole_text() {
    let line = "<x a='\u{e4}\u{1f600}'>\u{6750}</x>\t<y/>";
    let lines: String = (0..4000).flat_map(|at| [line, ["\n", "\r\n", "\r", ""][at % 4]]).collect();
    let text = format!("<r>{lines}<z>{}</z></r>", "long ".repeat(9000));
    let source: Rc<dyn Source> = Rc::new(InParts { bytes: text.clone().into_bytes(), part: 5000 });
    let document = Document::open_by(&FormatMap::default(), "a.xml", &source).unwrap();
    assert!(describe(&document, &plan_text("r/y")).len() > 1000);
    let whole = assay_engine::text::LineIndex::new(&text);
    for (offset, _) in text.char_indices().step_by(97) {
        let offset = u32::try_from(offset).unwrap();
        assert_eq!(document.with_lines(offset, |lines| lines.place(offset)), Some(whole.place(offset)), "{offset}");
    }
}

#[test]
fn a_file_that_changes_is_reported() {
    struct Shrinking;
    impl Source for Shrinking {
        fn read(&self, _path: &str) -> Result<Vec<u8>, SourceError> {
            Ok(b"<r/>".to_vec())
        }
        fn start(&self, _path: &str) -> Result<Start, SourceError> {
            Ok(Start::Long { head: b"<r>".to_vec(), size: 1000, part: 16 })
        }
    }
    let source: Rc<dyn Source> = Rc::new(Shrinking);
    let document = Document::open_by(&FormatMap::default(), "a.xml", &source).unwrap();
    let fault = assay_engine::extract::Plan::new([&plan_text("r")]).run(&document).err().unwrap();
    assert_eq!((fault.code.as_str(), fault.message.as_str()), ("file-changed", "the file changed while it was read"));
}

/// The rest of the file may be gigabytes of vertices.
#[test]
fn only_the_json_of_a_long_binary_scene_is_read() {
    struct Scene(Vec<u8>, RefCell<usize>);
    impl Source for Scene {
        fn read(&self, _path: &str) -> Result<Vec<u8>, SourceError> {
            panic!("all of it was asked for")
        }
        fn start(&self, _path: &str) -> Result<Start, SourceError> {
            Ok(Start::Long { head: self.0[..4096].to_vec(), size: self.0.len() as u64, part: 4096 })
        }
        fn read_part(&self, _path: &str, offset: u64, part: &mut [u8]) -> Result<usize, SourceError> {
            let rest = &self.0[usize::try_from(offset).unwrap()..];
            let length = rest.len().min(part.len());
            part[..length].copy_from_slice(&rest[..length]);
            *self.1.borrow_mut() += length;
            Ok(length)
        }
    }
    let json = b"{\"asset\": {\"version\": \"2.0\"}}   ";
    let mut bytes = b"glTF\x02\0\0\0\0\0\0\0".to_vec();
    for (kind, content) in [(b"JSON", json.to_vec()), (b"BIN\0", vec![0xff; 100_000])] {
        bytes.extend(u32::try_from(content.len()).unwrap().to_le_bytes());
        bytes.extend(kind);
        bytes.extend(content);
    }
    let length = u32::try_from(bytes.len()).unwrap();
    bytes[8..12].copy_from_slice(&length.to_le_bytes());
    let scene = Rc::new(Scene(bytes, RefCell::default()));
    let source: Rc<dyn Source> = Rc::<Scene>::clone(&scene);
    let document = Document::open_by(&FormatMap::default(), "a.glb", &source).unwrap();
    assert!(describe(&document, &plan_text("*/asset,version")).starts_with("\"2.0\""));
    assert!(*scene.1.borrow() < 200, "{} bytes were read", scene.1.borrow());
}

#[test]
fn hashes_of_a_long_file_cover_all_its_bytes() {
    let bytes: Vec<u8> = (0..10_000_u32).flat_map(u32::to_le_bytes).collect();
    let whole = |special| fact(special, "a", &MemorySource::from_iter([("a", bytes.clone())])).unwrap();
    for part in [1000, 4096, 40_000, 40_001] {
        let source = InParts { bytes: bytes.clone(), part };
        for special in [Special::FileMd5, Special::FileSha256] {
            assert_eq!(fact(special, "a", &source).unwrap(), whole(special), "{special:?} in parts of {part}");
        }
    }
}

/// What stands in the middle of such a file cannot be told apart from what begins there.
#[test]
fn a_long_file_of_a_legacy_encoding_is_read_at_once() {
    let text = format!("<?xml version='1.0' encoding='gbk'?><r><x>\u{6750}</x>{}</r>", "<y/>".repeat(2000));
    let (gbk, _, _) = encoding_rs::GBK.encode(&text);
    let utf_16: Vec<u8> = std::iter::once(0xfeff).chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    for bytes in [gbk.into_owned(), utf_16] {
        let source: Rc<dyn Source> = Rc::new(InParts { bytes, part: 64 });
        let document = Document::open_by(&FormatMap::default(), "a.xml", &source).unwrap();
        assert!(describe(&document, &plan_text("r/x")).starts_with("\"\u{6750}\""));
    }
}
