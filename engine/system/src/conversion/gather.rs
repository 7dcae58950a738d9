//! Collects the files for the collections of an asset pipeline: assets, roots and orphans.

use rustc_hash::FxHashSet;

use super::collection::{ConvertedFiles, is_rule_file};
use super::pipeline::Pipeline;

impl Pipeline {
    /// Sorts the files of a root by the result of their conversion.
    #[must_use]
    pub fn gather(&self, paths: &[String]) -> ConvertedFiles {
        let there: FxHashSet<&str> = paths.iter().map(String::as_str).collect();
        let mut files = ConvertedFiles::default();
        let mut resolver = self.resolver();
        for path in paths.iter().filter(|path| !is_rule_file(path)) {
            let conversion = resolver.resolve(path);
            if conversion.is_asset() {
                files.sources.push(path.clone());
            }
            if conversion.is_root() {
                files.roots.push(path.clone());
            }
            if conversion.is_orphan(|source| there.contains(source)) {
                files.orphans.push(path.clone());
            }
        }
        files
    }
}
