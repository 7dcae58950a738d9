//! What an element has that is probably meant by a name which nothing in it has.

use super::Element;
use super::tree::Tree;
use crate::text::nearest;

/// So many nodes are looked at: a script may ask for each of many thousands.
const MOST: usize = 256;

/// What to write for an attribute that is not there.
pub(super) fn attribute(element: &Element, name: &str) -> Option<String> {
    let tree = &*element.tree;
    if tree.children(element.node).take(MOST).any(|child| tree.tag(child) == name) {
        return Some(format!("`{name}` is no attribute, but a node in it: write `findtext`"));
    }
    slip(name, element.attributes().map(|(name, _)| name))
}

/// What to write for a path of names that leads nowhere.
pub(super) fn path(element: &Element, path: &str) -> Option<String> {
    let tree = &*element.tree;
    let mut at = element.node;
    for step in path.split('/') {
        let is_name = step.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | ':'));
        if !is_name || step.is_empty() {
            return None;
        }
        let next = tree.children(at).find(|&child| tree.tag(child) == step);
        let Some(next) = next else { return child(tree, at, step) };
        at = next;
    }
    None
}

/// What to write for a node that is nowhere in an element.
pub(super) fn tag(element: &Element, name: &str) -> Option<String> {
    slip(name, element.tree.subtree(element.node).take(MOST).map(|node| element.tree.tag(node)))
}

/// What to write for a node that is not right below another.
fn child(tree: &Tree, parent: u32, name: &str) -> Option<String> {
    if tree.attributes(parent).any(|(known, _)| known == name) {
        return Some(format!("`{name}` is no node, but an attribute: write `get`"));
    }
    if tree.subtree(parent).skip(1).take(MOST).any(|node| tree.tag(node) == name) {
        return Some(format!("`{name}` is further down: `.//{name}` finds it there"));
    }
    slip(name, tree.children(parent).take(MOST).map(|child| tree.tag(child)))
}

/// The one of these names that was missed by a slip. Among short names there are many alike, and a letter or a number for another
/// makes another name: `posX` and `posY`.
fn slip<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Option<String> {
    /// Letters that one of the two names has at least, unless only their case differs.
    const LEAST: usize = 4;
    let letters = |name: &str| {
        let letters = name.trim_end_matches(|c: char| c.is_ascii_digit()).to_lowercase();
        letters.chars().collect::<Vec<_>>()
    };
    let is_slip = |near: &&str| {
        let (mut own, mut its) = (letters(name), letters(near));
        let is_same = own == its;
        let is_longer = own.len() != its.len();
        own.sort_unstable();
        its.sort_unstable();
        let is_twisted = own.len().max(its.len()) >= LEAST && !is_same && (is_longer || own == its);
        is_twisted || name.to_lowercase() == near.to_lowercase()
    };
    nearest(name, names).filter(is_slip).map(|near| format!("did you mean `{near}`?"))
}

#[cfg(test)]
mod tests {
    use super::slip;

    #[test]
    fn a_slip_is_told_and_another_name_is_not() {
        for (name, near, is_slip) in [
            ("Class", "class", true),
            ("Clas", "Class", true),
            ("Calss", "Class", true),
            ("Lod1", "lod1", true),
            ("Lod1", "Lod2", false),
            ("Lod1", "Lod", false),
            ("posX", "posY", false),
            ("Old", "Lod", false),
            ("Lod", "LOD", true),
            ("min_lod", "max_lod", false),
            ("width", "height", false),
            ("x", "y", false),
        ] {
            assert_eq!(slip(name, [near].into_iter()).is_some(), is_slip, "{name} {near}");
        }
    }
}
