//! The nearest known name to one that nobody knows.

/// The candidate most like `name`, if one is alike enough to be a slip of the fingers.
///
/// Letter case does not count. Equal distances go to the earlier candidate. A single letter is like no other.
pub fn nearest<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let name = name.to_lowercase();
    let letters = name.chars().count();
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let lower = candidate.to_lowercase();
        let others = lower.chars().count();
        // A third of the letters may be wrong; beyond that the two words have little to do with each other.
        let length = letters.max(others);
        let allowed = (length / 3).max(1).min(length.saturating_sub(1));
        // So many are missing in one of them at least.
        if letters.abs_diff(others) > allowed {
            continue;
        }
        let distance = strsim::damerau_levenshtein(&name, &lower);
        if distance <= allowed && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_slip_finds_its_word() {
        assert_eq!(nearest("conditon", ["name", "condition"]), Some("condition"));
        assert_eq!(nearest("Xpaht", ["rpath", "xpath"]), Some("xpath"));
    }

    #[test]
    fn strangers_find_nothing() {
        assert_eq!(nearest("colour", ["name", "condition"]), None);
        assert_eq!(nearest("x", ["f", "y"]), None);
    }
}
