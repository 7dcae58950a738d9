//! Finds the known name that is most similar to an unknown one.

/// Returns the candidate that is most similar to `name`, if it is similar enough to be a typing error.
///
/// Letter case is ignored. Of equally similar candidates the first one is returned. A single letter is similar to no
/// other.
pub fn nearest<'c>(name: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let mut search = NearestSearch::new(name);
    let mut best = None;
    for candidate in candidates {
        if search.is_nearer(candidate) {
            best = Some(candidate);
        }
    }
    best
}

/// A search for the nearest candidate. It does not depend on the type of the iterator, so that it is compiled once.
struct NearestSearch {
    name: String,
    letters: usize,
    /// The distance of the nearest candidate so far.
    least: usize,
}

impl NearestSearch {
    fn new(name: &str) -> Self {
        let name = name.to_lowercase();
        Self { letters: name.chars().count(), name, least: usize::MAX }
    }

    /// Returns true if a candidate is similar enough, and more similar than all earlier ones.
    #[inline(never)]
    fn is_nearer(&mut self, candidate: &str) -> bool {
        let candidate = candidate.to_lowercase();
        let letters = candidate.chars().count();
        // Up to a third of the letters may differ; beyond that the words are unrelated.
        let length = self.letters.max(letters);
        let allowed = (length / 3).max(1).min(length.saturating_sub(1));
        // The distance is at least the difference in length.
        if self.letters.abs_diff(letters) > allowed {
            return false;
        }
        let distance = strsim::damerau_levenshtein(&self.name, &candidate);
        let is_nearer = distance <= allowed && distance < self.least;
        if is_nearer {
            self.least = distance;
        }
        is_nearer
    }
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn misspelled_words_get_a_suggestion() {
        assert_eq!(nearest("conditon", ["name", "condition"]), Some("condition"));
        assert_eq!(nearest("Xpaht", ["rpath", "xpath"]), Some("xpath"));
    }

    #[test]
    fn dissimilar_words_get_no_suggestion() {
        assert_eq!(nearest("colour", ["name", "condition"]), None);
        assert_eq!(nearest("x", ["f", "y"]), None);
    }
}
