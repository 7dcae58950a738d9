//! What collections hold of the files that conversion rules speak of.

use rustc_hash::FxHashSet;

use super::outcome::Conversion;
use super::pipeline::Pipeline;
use crate::report::Problem;
use crate::store::{PipelineFiles, is_rule_file};

impl Pipeline {
    /// Sorts the files of a root by what comes of them, and tells of which a rule cannot say it.
    #[must_use]
    pub fn gather(&self, paths: &[String]) -> (PipelineFiles, Vec<Problem>) {
        let there: FxHashSet<&str> = paths.iter().map(String::as_str).collect();
        let (mut files, mut problems) = (PipelineFiles::default(), Vec::new());
        let mut resolver = self.resolver();
        for path in paths.iter().filter(|path| !is_rule_file(path)) {
            let conversion = resolver.resolve(path);
            problems.extend(conversion.problems(path));
            if conversion.is_asset() {
                files.sources.push(path.clone());
            }
            if conversion.is_root() {
                files.roots.push(path.clone());
            }
            if conversion.source().is_some_and(|source| !there.contains(source.value.as_str())) {
                files.orphans.push(path.clone());
            }
        }
        (files, problems)
    }
}

impl Conversion<'_> {
    /// A problem for each rule that cannot say what comes of the file.
    pub(super) fn problems(&self, path: &str) -> impl Iterator<Item = Problem> {
        self.limited.iter().map(move |setter| {
            let message = format!("the rule at `{}:{}` takes too long on this path", setter.path, setter.place.line);
            Problem::new("pattern-limit", message).in_file(path)
        })
    }
}
