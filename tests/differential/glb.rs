//! Binary glTF is read as the JSON in it, and a damaged container is refused with a code.

use assay_engine::format::{Document, Unusable};
use proptest::prelude::{Strategy, any, prop_assert, prop_assert_eq, prop_oneof, proptest};
use proptest::sample::{Index, select};

use crate::json::printed;
use crate::parts::calls;

const MAGIC: &[u8; 4] = b"glTF";

/// A chunk: its kind, and its content with a length that is a multiple of four.
type Chunk = ([u8; 4], Vec<u8>);

/// What may stand behind the JSON: BIN or not, and chunks of kinds that nobody knows.
fn other_chunks() -> impl Strategy<Value = Vec<Chunk>> {
    let content = || proptest::collection::vec(any::<[u8; 4]>(), 0..6).prop_map(|words| words.concat());
    let binary = proptest::option::of(content().prop_map(|content| (*b"BIN\0", content)));
    let unknown = (select(vec![*b"XYZW", *b"json", [0xff; 4]]), content());
    (binary, proptest::collection::vec(unknown, 0..3))
        .prop_map(|(binary, more)| binary.into_iter().chain(more).collect())
}

/// The JSON, filled up with blanks: as many as it needs, and four times `more`.
fn json_chunk(text: &str, more: usize) -> Chunk {
    let mut content = text.as_bytes().to_vec();
    content.resize(content.len().next_multiple_of(4) + 4 * more, b' ');
    (*b"JSON", content)
}

/// A file of these chunks.
fn container(chunks: &[Chunk]) -> Vec<u8> {
    let length = |bytes: usize| u32::try_from(bytes).expect("it is short").to_le_bytes();
    let chunk = |(kind, content): &Chunk| [&length(content.len()), kind.as_slice(), content].concat();
    let body: Vec<u8> = chunks.iter().flat_map(chunk).collect();
    [MAGIC.as_slice(), &2_u32.to_le_bytes(), &length(12 + body.len()), &body].concat()
}

/// One change of a file's bytes.
#[derive(Clone, Debug)]
enum Damage {
    Set(Index, u8),
    Insert(Index, Vec<u8>),
    Delete(Index, usize),
    Cut(Index),
}

fn damages() -> impl Strategy<Value = Vec<Damage>> {
    let byte = || prop_oneof![select(vec![0, 1, 2, 4, 0x20, 0x7f, 0x80, 0xff]), any::<u8>()];
    let damage = prop_oneof![
        4 => (any::<Index>(), byte()).prop_map(|(at, byte)| Damage::Set(at, byte)),
        1 => (any::<Index>(), proptest::collection::vec(byte(), 1..9)).prop_map(|(at, bytes)| Damage::Insert(at, bytes)),
        1 => (any::<Index>(), 1..9_usize).prop_map(|(at, length)| Damage::Delete(at, length)),
        1 => any::<Index>().prop_map(Damage::Cut),
    ];
    proptest::collection::vec(damage, 1..4)
}

/// The bytes with all changes made, one after the other.
fn damaged(mut bytes: Vec<u8>, damages: &[Damage]) -> Vec<u8> {
    for damage in damages {
        let place = |at: &Index| at.index(bytes.len() + 1);
        match damage {
            Damage::Set(at, byte) if !bytes.is_empty() => {
                let at = at.index(bytes.len());
                bytes[at] = *byte;
            }
            Damage::Set(..) => {}
            Damage::Insert(at, inserted) => {
                let at = place(at);
                bytes.splice(at..at, inserted.iter().copied());
            }
            Damage::Delete(at, length) => {
                let start = place(at);
                bytes.drain(start..(start + length).min(bytes.len()));
            }
            Damage::Cut(at) => bytes.truncate(place(at)),
        }
    }
    bytes
}

/// The code of the fault that a file of these bytes has; `None` when it is read.
fn fault(path: &str, bytes: Vec<u8>) -> Option<&'static str> {
    match Document::decode(path, bytes) {
        Ok(document) => calls(&document).err().map(|fault| fault.code.as_str()),
        Err(Unusable::Undecodable(undecodable)) => Some(undecodable.fault.code.as_str()),
        Err(Unusable::NoReader(fault)) => panic!("{fault}"),
    }
}

proptest! {
    #![proptest_config(crate::config(500))]

    #[test]
    fn a_container_is_read_like_its_json(text in printed(), more in 0..3_usize, others in other_chunks()) {
        let chunks: Vec<Chunk> = [json_chunk(&text, more)].into_iter().chain(others).collect();
        let file = Document::decode("a.glb", container(&chunks)).expect("it is as it should be");
        let json = Document::decode("a.gltf", text.into_bytes()).expect("it is JSON");
        prop_assert_eq!(calls(&file), calls(&json));
    }

    #[test]
    fn a_damaged_container_has_a_fault_or_is_json(
        text in printed(),
        others in other_chunks(),
        damages in damages(),
    ) {
        let chunks: Vec<Chunk> = [json_chunk(&text, 0)].into_iter().chain(others).collect();
        let bytes = damaged(container(&chunks), &damages);
        if let Some(code) = fault("a.glb", bytes.clone()) {
            let known = ["glb-", "json-", "encoding-undecodable"].iter().any(|known| code.starts_with(known));
            prop_assert!(known || bytes.first() == Some(&b'<'), "{}", code);
        } else {
            prop_assert!(bytes.starts_with(MAGIC) && bytes.len().is_multiple_of(4), "{:?}", bytes);
        }
    }

    #[test]
    fn a_truncated_container_is_refused(text in printed(), others in other_chunks(), at in any::<Index>()) {
        let chunks: Vec<Chunk> = [json_chunk(&text, 0)].into_iter().chain(others).collect();
        let mut bytes = container(&chunks);
        bytes.truncate(at.index(bytes.len()));
        prop_assert!(fault("a.glb", bytes).is_some_and(|code| code.starts_with("glb-")));
    }
}
