//! The shapes of objects: sequences of keys.
//!
//! Objects of one kind have the same keys in the same order. Each key is remembered together with the keys before it,
//! and expected there the next time. Recognising the expected key takes one or two comparisons. It is known not to be a
//! repeated key, because this was tested the first time.

use super::string::is_plain;
use crate::format::Tag;
use crate::text::same_bytes;

/// The maximum number of keys to remember in total. Without a limit, a document whose keys are all different would fill
/// the memory.
const MOST: usize = 4096;
/// The maximum number of keys of an object whose shape is remembered. An object with more keys is usually a table,
/// whose keys occur in no other object.
const MOST_KEYS: u32 = 128;
/// The maximum number of different keys to remember as followers of the same keys.
const MOST_FOLLOWERS: u32 = 32;

/// The number of bytes of a key that are compared at once.
const HEAD: usize = 8;

/// The keys of an object so far, in order.
#[derive(Clone, Copy, Eq, PartialEq)]
pub(super) struct ObjectKeys(u32);

impl ObjectKeys {
    /// A shape without keys.
    pub(super) const EMPTY: Self = Self(0);
}

/// All shapes of a document, by their numbers. The first shape has no keys.
pub(super) struct Shapes(Vec<ShapeNode>);

/// A shape: its last key, and its links to other shapes.
#[derive(Default)]
struct ShapeNode {
    /// The shape without the last key.
    before: u32,
    /// The number of keys.
    keys: u32,
    /// The last shape that followed with one more key; 0 if no shape has.
    expected: u32,
    /// The next shape that differs only in the last key. The last of them links to the first.
    other: u32,
    /// The number of shapes with one more key.
    followers: u32,
    /// The last key.
    key: Box<str>,
    /// The first eight bytes of the key in double quotes, padded with zeros.
    head: u64,
    /// The bits of `head` that are used.
    mask: u64,
}

impl Shapes {
    /// Returns the empty shape only.
    pub(super) fn new() -> Self {
        Self(vec![ShapeNode::default()])
    }

    /// Returns the last key of a shape, with a number that is valid only in this document.
    #[inline]
    pub(super) fn key(&self, shape: ObjectKeys) -> Tag<'_> {
        Tag { number: shape.0, ..Tag::key(&self.0[shape.0 as usize].key) }
    }

    pub(super) fn keys(&self, shape: ObjectKeys) -> Vec<&str> {
        let mut keys = Vec::new();
        let mut at = shape;
        while at != ObjectKeys::EMPTY {
            keys.push(self.key(at).full);
            at = ObjectKeys(self.0[at.0 as usize].before);
        }
        keys.reverse();
        keys
    }

    /// Returns the shape with one more key, which `bytes` begin with, and the length of the key with its quotes.
    /// Returns `None` if the key is not known to follow, or if fewer than eight bytes are left.
    #[inline]
    pub(super) fn follow(&mut self, shape: ObjectKeys, bytes: &[u8]) -> Option<(ObjectKeys, usize)> {
        let head = u64::from_le_bytes(*bytes.first_chunk()?);
        let expected = self.0[shape.0 as usize].expected;
        if expected == 0 {
            return None;
        }
        let mut at = expected;
        loop {
            let node = &self.0[at as usize];
            if (head ^ node.head) & node.mask == 0 && ends_so(&node.key, bytes) {
                let length = node.key.len() + 2;
                // The next object is likely to continue like this one.
                if at != expected {
                    self.0[shape.0 as usize].expected = at;
                }
                return Some((ObjectKeys(at), length));
            }
            at = node.other;
            if at == expected {
                return None;
            }
        }
    }

    /// Returns the shape with one more key, which may be new. Returns `None` if the shape should not be remembered, or
    /// if the object already has the key.
    pub(super) fn with(&mut self, shape: ObjectKeys, key: &str) -> Option<ObjectKeys> {
        let node = &self.0[shape.0 as usize];
        let (keys, followers, expected) = (node.keys + 1, node.followers + 1, node.expected);
        let mut at = expected;
        for _ in 0..node.followers {
            if *self.0[at as usize].key == *key {
                return Some(ObjectKeys(at));
            }
            at = self.0[at as usize].other;
        }
        let is_beyond = self.0.len() >= MOST || keys > MOST_KEYS || followers > MOST_FOLLOWERS;
        if is_beyond || !is_plain(key) || self.keys(shape).contains(&key) {
            return None;
        }
        let number = u32::try_from(self.0.len()).ok()?;
        let other = if expected == 0 { number } else { self.0[expected as usize].other };
        self.0.push(ShapeNode { before: shape.0, keys, other, ..ShapeNode::of(key) });
        if expected != 0 {
            self.0[expected as usize].other = number;
        }
        let before = &mut self.0[shape.0 as usize];
        (before.expected, before.followers) = (number, followers);
        Some(ObjectKeys(number))
    }
}

impl ShapeNode {
    /// Returns a shape with this last key, without links.
    fn of(key: &str) -> Self {
        let quoted = [b"\"", key.as_bytes(), b"\""].concat();
        let length = quoted.len().min(HEAD);
        let mut head = [0; HEAD];
        head[..length].copy_from_slice(&quoted[..length]);
        let mask = u64::MAX >> (64 - 8 * length);
        Self { key: key.into(), head: u64::from_le_bytes(head), mask, ..Self::default() }
    }
}

/// Returns true if `bytes` continue like the key in double quotes after its head, which is known to match.
#[inline]
fn ends_so(key: &str, bytes: &[u8]) -> bool {
    let rest = key.as_bytes().get(HEAD - 1..).unwrap_or_default();
    key.len() + 2 <= HEAD || bytes.get(key.len() + 1) == Some(&b'"') && same_bytes(rest, &bytes[HEAD..=key.len()])
}

#[cfg(test)]
mod tests {
    use super::{MOST, MOST_FOLLOWERS, MOST_KEYS, ObjectKeys, Shapes};

    /// Adds the shape of `keys` if it is unknown, and follows `text` from there. Returns all keys, and the length of
    /// the last one in the text.
    fn followed(shapes: &mut Shapes, keys: &[&str], text: &str) -> Option<(String, usize)> {
        let shape = keys.iter().try_fold(ObjectKeys::EMPTY, |shape, key| shapes.with(shape, key))?;
        let (shape, length) = shapes.follow(shape, text.as_bytes())?;
        Some((shapes.keys(shape).join(" "), length))
    }

    #[test]
    fn only_keys_that_followed_before_are_known() {
        let mut shapes = Shapes::new();
        for key in ["a", "abcdef", "abcdefg", "abcdefgh_123456789", "abcdefgh_123456780", "", "é"] {
            let quoted = format!("\"{key}\": 12345, ");
            assert_eq!(followed(&mut shapes, &["x"], &quoted), None, "{key}");
            assert!(followed(&mut shapes, &["x", key], "").is_none());
            assert_eq!(followed(&mut shapes, &["x"], &quoted), Some((format!("x {key}"), key.len() + 2)), "{key}");
            assert_eq!(followed(&mut shapes, &[], &quoted), None, "{key}");
            assert_eq!(followed(&mut shapes, &["x", key], &quoted), None, "{key}");
            let cut = &quoted[..=key.len()];
            assert_eq!(followed(&mut shapes, &["x"], cut), None, "{key}");
        }
        let (first, _) = followed(&mut shapes, &["x"], "\"a\":         ").unwrap();
        assert_eq!(first, "x a", "other keys do not replace it");
    }

    #[test]
    fn a_key_is_in_a_shape_once() {
        let mut shapes = Shapes::new();
        let [a, ab] = [&["a"][..], &["a", "b"]]
            .map(|keys| keys.iter().fold(ObjectKeys::EMPTY, |shape, key| shapes.with(shape, key).unwrap()));
        assert!(shapes.with(a, "a").is_none());
        assert!(shapes.with(ab, "a").is_none());
        assert!(shapes.with(ab, "c").is_some());
    }

    #[test]
    fn keys_that_need_escapes_make_no_shape() {
        let mut shapes = Shapes::new();
        for key in ["a\"b", "a\\b", "a\nb", "\u{1f}"] {
            assert!(shapes.with(ObjectKeys::EMPTY, key).is_none(), "{key:?}");
        }
    }

    #[test]
    fn shapes_are_bounded() {
        let name = |number: u32| format!("key {number}");
        let long = |shapes: &mut Shapes| {
            let mut shape = ObjectKeys::EMPTY;
            (0..1000).take_while(|&key| shapes.with(shape, &name(key)).map(|next| shape = next).is_some()).count()
        };
        let mut shapes = Shapes::new();
        assert_eq!(long(&mut shapes), MOST_KEYS as usize);
        assert_eq!(long(&mut shapes), MOST_KEYS as usize, "known keys stay known");
        let wide = (0..1000).filter(|&key| shapes.with(ObjectKeys::EMPTY, &name(key)).is_some());
        assert_eq!(wide.count(), MOST_FOLLOWERS as usize);
        let starts: Vec<ObjectKeys> =
            (0..MOST_FOLLOWERS).filter_map(|key| shapes.with(ObjectKeys::EMPTY, &name(key))).collect();
        for mut shape in starts {
            for key in 0..1000 {
                shape = shapes.with(shape, &name(key)).unwrap_or(shape);
            }
        }
        assert!(shapes.0.len() <= MOST, "{}", shapes.0.len());
    }
}
