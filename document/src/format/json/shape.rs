//! The shapes of objects: which keys follow each other.
//!
//! Objects of one kind have the same keys in the same order, over and over. Each key that has once followed others is
//! remembered with them, and expected there the next time: to see that it is the expected one takes a comparison or two,
//! and that no object on its way has it twice was seen when it came for the first time.

use super::string::is_plain;
use crate::text::{Span, same_bytes};

/// So many keys are remembered in all. A document whose keys are all different must not fill the memory.
const MOST: usize = 4096;
/// So many keys has an object whose shape is remembered; one with more is rather a table, each with keys of its own.
const MOST_KEYS: u32 = 128;
/// So many different keys are remembered as followers of the same others.
const MOST_FOLLOWERS: u32 = 32;

/// The keys that an object has had so far, in their order.
#[derive(Clone, Copy, Eq, PartialEq)]
pub(super) struct Shape(u32);

impl Shape {
    /// No keys yet.
    pub(super) const EMPTY: Self = Self(0);
}

/// All shapes of a document.
pub(super) struct Shapes {
    /// By their numbers. The first one has no keys.
    nodes: Vec<Node>,
    /// The last keys of all shapes, each between double quotes.
    texts: String,
}

/// A shape: the last of its keys, and its place among the others.
#[derive(Default)]
struct Node {
    /// The shape without the last key.
    before: u32,
    /// How many keys it has.
    keys: u32,
    /// The shape with one more key that was met last; 0 for none.
    expected: u32,
    /// The next of those that differ in the last key only; after the last comes the first.
    other: u32,
    /// How many there are with one more key.
    followers: u32,
    /// Where the last key stands in `Shapes::texts`, quotes included.
    key: Span,
    /// The first eight bytes there; zeros where it is shorter.
    head: u64,
    /// Which bits of eight bytes `head` stands for.
    mask: u64,
}

impl Shapes {
    /// None but the empty one.
    pub(super) fn new() -> Self {
        Self { nodes: vec![Node::default()], texts: String::new() }
    }

    /// The last key of a shape.
    pub(super) fn key(&self, shape: Shape) -> &str {
        let key = self.nodes[shape.0 as usize].key;
        self.texts.get(key.start() as usize + 1..(key.end() as usize).saturating_sub(1)).unwrap_or_default()
    }

    /// All keys of a shape.
    pub(super) fn keys(&self, shape: Shape) -> Vec<&str> {
        let mut keys = Vec::new();
        let mut at = shape;
        while at != Shape::EMPTY {
            keys.push(self.key(at));
            at = Shape(self.nodes[at.0 as usize].before);
        }
        keys.reverse();
        keys
    }

    /// The shape with one more key, with which `bytes` begin, and the key's length with its quotes; `None` when that key
    /// is not known to follow, and where less than eight bytes are left.
    #[inline]
    pub(super) fn follow(&mut self, shape: Shape, bytes: &[u8]) -> Option<(Shape, usize)> {
        let head = u64::from_le_bytes(*bytes.first_chunk()?);
        let expected = self.nodes[shape.0 as usize].expected;
        let mut at = expected;
        loop {
            let node = &self.nodes[at as usize];
            let length = node.key.len() as usize;
            if (head ^ node.head) & node.mask == 0
                && node.keys > 0
                && (length <= 8 || bytes.len() >= length && self.ends_so(node.key, &bytes[8..length]))
            {
                if at != expected {
                    self.nodes[shape.0 as usize].expected = at;
                }
                return Some((Shape(at), length));
            }
            at = node.other;
            if at == expected {
                return None;
            }
        }
    }

    /// Whether the key at `key` ends with `bytes` behind its first eight ones.
    #[inline]
    fn ends_so(&self, key: Span, bytes: &[u8]) -> bool {
        same_bytes(&self.texts.as_bytes()[key.start() as usize + 8..key.end() as usize], bytes)
    }

    /// The shape with one more key, which may be new; `None` when it is not to be remembered. One that stands in the
    /// object already is not, unless it `may_repeat`.
    pub(super) fn with(&mut self, shape: Shape, key: &str, may_repeat: bool) -> Option<Shape> {
        let node = &self.nodes[shape.0 as usize];
        let (keys, followers, expected) = (node.keys + 1, node.followers + 1, node.expected);
        let mut at = expected;
        for _ in 0..node.followers {
            if self.key(Shape(at)) == key {
                return Some(Shape(at));
            }
            at = self.nodes[at as usize].other;
        }
        let is_beyond = self.nodes.len() >= MOST || keys > MOST_KEYS || followers > MOST_FOLLOWERS;
        if is_beyond || !is_plain(key) || !may_repeat && self.keys(shape).contains(&key) {
            return None;
        }
        let number = Span::of(self.nodes.len(), 0).start();
        let other = if expected == 0 { number } else { self.nodes[expected as usize].other };
        let mut node = Node { before: shape.0, keys, other, ..Node::default() };
        self.write(key, &mut node);
        self.nodes.push(node);
        if expected != 0 {
            self.nodes[expected as usize].other = number;
        }
        let before = &mut self.nodes[shape.0 as usize];
        (before.expected, before.followers) = (number, followers);
        Some(Shape(number))
    }

    /// Puts a key where the keys are, and says so to its node.
    fn write(&mut self, key: &str, node: &mut Node) {
        let start = self.texts.len();
        self.texts.extend(["\"", key, "\""]);
        node.key = Span::of(start, self.texts.len());
        let mut head = [0; 8];
        let shown = (node.key.len() as usize).min(8);
        head[..shown].copy_from_slice(&self.texts.as_bytes()[start..start + shown]);
        node.head = u64::from_le_bytes(head);
        node.mask = u64::MAX >> (64 - 8 * shown);
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST, MOST_FOLLOWERS, MOST_KEYS, Shape, Shapes};

    /// What follows in `text` on the shape of `keys`, made known if it is not: all keys, and how much of the text is
    /// the last one.
    fn followed(shapes: &mut Shapes, keys: &[&str], text: &str) -> Option<(String, usize)> {
        let shape = keys.iter().try_fold(Shape::EMPTY, |shape, key| shapes.with(shape, key, false))?;
        let (shape, length) = shapes.follow(shape, text.as_bytes())?;
        Some((shapes.keys(shape).join(" "), length))
    }

    #[test]
    fn what_has_followed_is_known_and_nothing_else() {
        let mut shapes = Shapes::new();
        for key in ["a", "abcdef", "abcdefg", "abcdefgh_123456789", "abcdefgh_123456780", "", "é"] {
            let quoted = format!("\"{key}\": 12345, ");
            assert_eq!(followed(&mut shapes, &["x"], &quoted), None, "{key}");
            assert!(followed(&mut shapes, &["x", key], "").is_none());
            assert_eq!(followed(&mut shapes, &["x"], &quoted), Some((format!("x {key}"), key.len() + 2)), "{key}");
            assert_eq!(followed(&mut shapes, &[], &quoted), None, "{key}");
            assert_eq!(followed(&mut shapes, &["x", key], &quoted), None, "{key}");
            let cut = &quoted[..key.len() + 1];
            assert_eq!(followed(&mut shapes, &["x"], cut), None, "{key}");
        }
        let (first, _) = followed(&mut shapes, &["x"], "\"a\":         ").unwrap();
        assert_eq!(first, "x a", "the others do not push it out");
    }

    #[test]
    fn a_key_is_in_a_shape_once_unless_it_may_repeat() {
        let mut shapes = Shapes::new();
        let [a, ab] = [&["a"][..], &["a", "b"]]
            .map(|keys| keys.iter().fold(Shape::EMPTY, |shape, key| shapes.with(shape, key, false).unwrap()));
        assert!(shapes.with(a, "a", false).is_none());
        assert!(shapes.with(ab, "a", false).is_none());
        let aba = shapes.with(ab, "a", true).unwrap();
        assert_eq!(shapes.keys(aba), ["a", "b", "a"]);
    }

    #[test]
    fn keys_that_do_not_stand_in_text_as_they_are_make_no_shape() {
        let mut shapes = Shapes::new();
        for key in ["a\"b", "a\\b", "a\nb", "\u{1f}"] {
            assert!(shapes.with(Shape::EMPTY, key, true).is_none(), "{key:?}");
        }
    }

    #[test]
    fn there_are_bounds() {
        let name = |number: u32| format!("key {number}");
        let long = |shapes: &mut Shapes| {
            let mut shape = Shape::EMPTY;
            (0..).take_while(|&key| shapes.with(shape, &name(key), false).map(|next| shape = next).is_some()).count()
        };
        let mut shapes = Shapes::new();
        assert_eq!(long(&mut shapes), MOST_KEYS as usize);
        assert_eq!(long(&mut shapes), MOST_KEYS as usize, "what is known still is");
        let wide = (0..1000).filter(|&key| shapes.with(Shape::EMPTY, &name(key), false).is_some());
        assert_eq!(wide.count(), MOST_FOLLOWERS as usize);
        let starts: Vec<Shape> =
            (0..MOST_FOLLOWERS).filter_map(|key| shapes.with(Shape::EMPTY, &name(key), true)).collect();
        for mut shape in starts {
            for key in 0..1000 {
                shape = shapes.with(shape, &name(key), true).unwrap_or(shape);
            }
        }
        assert!(shapes.nodes.len() <= MOST, "{}", shapes.nodes.len());
    }
}
