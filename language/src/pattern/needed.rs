//! The texts that stand in everything in which a pattern is found: what an index is asked for before the pattern is run.

use regex_syntax::hir::{Hir, HirKind};

use super::{Engine, Pattern};

impl Pattern {
    /// The texts that a text must hold for the pattern to be found in it, as far as they are easily told.
    #[must_use]
    pub fn needed_texts(&self) -> Vec<String> {
        let Engine::Linear(text, _) = &self.0.engine else { return Vec::new() };
        let mut needed = NeededTexts::default();
        if let Ok(hir) = regex_syntax::parse(text) {
            needed.visit(&hir);
        }
        needed.end();
        needed.texts
    }
}

#[derive(Default)]
struct NeededTexts {
    texts: Vec<String>,
    /// The one that goes on with what comes next.
    open: String,
}

impl NeededTexts {
    fn visit(&mut self, hir: &Hir) {
        match hir.kind() {
            // Nothing stands between what is before and after it.
            HirKind::Empty | HirKind::Look(_) => {}
            HirKind::Literal(literal) => match str::from_utf8(&literal.0) {
                Ok(text) => self.open.push_str(text),
                Err(_) => self.end(),
            },
            HirKind::Capture(capture) => self.visit(&capture.sub),
            HirKind::Concat(parts) => parts.iter().for_each(|part| self.visit(part)),
            HirKind::Repetition(repetition) => {
                self.end();
                if repetition.min > 0 {
                    self.visit(&repetition.sub);
                    self.end();
                }
            }
            HirKind::Class(_) | HirKind::Alternation(_) => self.end(),
        }
    }

    fn end(&mut self) {
        if !self.open.is_empty() {
            self.texts.push(std::mem::take(&mut self.open));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Pattern;

    #[test]
    fn what_a_pattern_needs_is_in_all_that_it_finds() {
        for (source, needed) in [
            (r"^/textures/wall\.dds$", &["/textures/wall.dds"][..]),
            ("textures/wall.dds$", &["textures/wall", "dds"]),
            (r"/a.*/b\.(tga|dds)", &["/a", "/b."]),
            ("(?:ab)+c", &["ab", "c"]),
            ("(ab)c", &["abc"]),
            ("(ab)?c", &["c"]),
            ("a|b", &[]),
            ("(?i)abc", &[]),
            ("(?=a)b", &[]),
            ("", &[]),
        ] {
            assert_eq!(Pattern::new(source).unwrap().needed_texts(), needed, "{source}");
        }
    }
}
