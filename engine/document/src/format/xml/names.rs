//! The names of the open elements.

/// The names, the innermost last, in one string, because only a part of a long document is in memory.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct OpenNames {
    names: String,
    /// The start of each name.
    starts: Vec<usize>,
}

impl OpenNames {
    pub fn push(&mut self, name: &str) {
        self.starts.push(self.names.len());
        self.names.push_str(name);
    }

    pub fn pop(&mut self) {
        if let Some(start) = self.starts.pop() {
            self.names.truncate(start);
        }
    }

    pub fn last(&self) -> Option<&str> {
        self.starts.last().map(|&start| &self.names[start..])
    }

    pub fn len(&self) -> usize {
        self.starts.len()
    }

    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }
}
