//! Runs that check only some files: determines the files to check, and the relevant rules.
//!
//! All files still matter: collections are built from all of them, and values of rules with `subxpath` are followed
//! from all of them. So the findings are those that a full run has in these files, or through values in them. Rules
//! that look at none of these files are not reported, unless they look at no file at all. A rule that extracts nothing
//! from a few files is not reported either.

use assay_document::text::IssueCode;
use assay_report::{Finding, Problem};
use assay_rule::{RuleSet, SelectedFiles};
use assay_store::{Demand, ListId};
use assay_system::{makes_virtual_files, report_on, virtual_folder};
use assay_zip as zip;
use rustc_hash::FxHashSet;

use super::batch::{Citation, CitedFile, Counts};
use super::file::list_paths;
use super::gathered::GatheredRule;
use super::select::SelectedBy;
use super::virtual_file::{list_reads_virtual_files, rule_reads_virtual_files};

/// The files that a run is about.
#[derive(Default)]
pub(super) struct PathFilter {
    /// Their paths, in order. A path of an archive, or of a folder in one, includes all files in it.
    paths: Vec<String>,
    /// For each path, true if a rule looks at the file.
    is_selected: Vec<bool>,
    /// True if virtual files are made of one of them. They are checked in its place.
    makes_virtual_files: bool,
    /// By rule, once all paths have been searched: true if it looks at any file of the run.
    matches_file: Vec<bool>,
    /// True if a rule may depend on other files, through a script, a collection, or values that name these files.
    depends_on_others: bool,
    /// The virtual files that values in these files name, each with the number of the rule that follows them.
    virtual_references: Vec<(u32, String)>,
    /// By number of a custom collection: true if the relevant rules need it. A rule is relevant if it may report
    /// something about these files.
    needs: Vec<bool>,
    /// The other data that the relevant rules need.
    pub demand: Demand,
    /// True if the relevant rules may look at virtual files.
    pub may_look: bool,
}

impl PathFilter {
    /// Sorts the paths.
    pub fn new(mut paths: Vec<String>) -> Self {
        paths.sort_unstable();
        paths.dedup();
        let makes_virtual_files = paths.iter().any(|path| makes_virtual_files(path));
        Self { makes_virtual_files, is_selected: vec![false; paths.len()], paths, ..Self::default() }
    }

    /// Returns the number of files.
    pub fn size(&self) -> u64 {
        self.paths.len() as u64
    }

    /// Returns true if the file at `path` is one of them, or a virtual file that is made of one of them.
    pub fn owns(&self, path: &str) -> bool {
        if let Some((_, subject)) = report_on(path) {
            return self.names(subject);
        }
        if virtual_folder(path).is_some() { self.makes_virtual_files } else { self.names(path) }
    }

    /// Like [`PathFilter::owns`], for a file in a folder or in an archive.
    pub fn names(&self, path: &str) -> bool {
        self.place(path).is_some()
    }

    /// Returns the index of the path, or else of the archive that holds the file, or of a folder in that archive.
    fn place(&self, path: &str) -> Option<usize> {
        let at = |path: &str| self.paths.binary_search_by(|known| known.as_str().cmp(path)).ok();
        at(path).or_else(|| {
            let (archive, inside) = zip::split(path)?;
            let start = path.len() - inside.len();
            let folders = inside.match_indices('/').map(|(at, _)| &path[..start + at]);
            [archive].into_iter().chain(folders).find_map(at)
        })
    }

    /// Returns true if an archive is one of them, or contains one of them.
    fn is_around(&self, archive: &str) -> bool {
        let is_inside = |path: &String| zip::split(path).is_some_and(|(around, _)| around == archive);
        self.names(archive) || self.paths.iter().any(is_inside)
    }

    /// Records that a rule looks at some file.
    pub fn note_looking(&mut self, rule: u32) {
        self.matches_file[rule as usize] = true;
    }

    /// Assumes that every rule looks at a file that is published, so that a rule that looks at none here is no mistake.
    pub fn expect_published_files(&mut self) {
        self.matches_file.fill(true);
    }

    /// Returns true if a custom collection is needed.
    pub fn needs_list(&self, number: u32) -> bool {
        self.needs.get(number as usize) == Some(&true)
    }

    /// Records that a rule looks at the file at `path`.
    pub fn note_selected(&mut self, path: &str) {
        let path = report_on(path).map_or(path, |(_, subject)| subject);
        if virtual_folder(path).is_some() {
            for (path, is_selected) in self.paths.iter().zip(&mut self.is_selected) {
                *is_selected |= makes_virtual_files(path);
            }
        } else if let Some(at) = self.place(path) {
            self.is_selected[at] = true;
        }
    }

    /// Returns a hint that lists the files that no rule looks at; `None` if there are no such files.
    pub fn unselected_hint(&self) -> Option<Problem> {
        let unselected = self.paths.iter().zip(&self.is_selected).filter(|(_, is_selected)| !**is_selected);
        let paths: Vec<&str> = unselected.map(|(path, _)| path.as_str()).collect();
        let message = format!("no rule looks at {}", list_paths(&paths));
        (!paths.is_empty()).then(|| Problem::new(IssueCode::FileUnwanted, message))
    }

    /// Determines the relevant rules and their data. Removes other custom collections from `selected_by`.
    fn select(&mut self, rules: &RuleSet, paths: &[String], selected_by: &mut [SelectedBy]) {
        let all = rules.rules();
        self.matches_file = vec![false; all.len()];
        let mut is_relevant = vec![false; all.len()];
        for (path, SelectedBy { rules, .. }) in paths.iter().zip(&*selected_by) {
            let owns = self.owns(path);
            for &rule in rules.iter() {
                self.matches_file[rule as usize] = true;
                is_relevant[rule as usize] |= owns;
            }
        }
        let makes_any = paths.iter().any(|path| makes_virtual_files(path));
        self.needs = vec![false; rules.collections().len()];
        for ((number, rule), is_relevant) in (0..).zip(all).zip(is_relevant) {
            let (leads, by_collection) = (rule.sub().is_some(), matches!(rule.rpath(), SelectedFiles::Collection(_)));
            let reads_virtual_files = rule_reads_virtual_files(rules, number);
            self.matches_file[number as usize] |= reads_virtual_files && makes_any;
            if !(is_relevant || leads || by_collection || self.makes_virtual_files && reads_virtual_files) {
                continue;
            }
            self.depends_on_others |= leads || rule.depends_on_project();
            self.demand = self.demand.and(rule.demand());
            self.may_look |= reads_virtual_files || self.makes_virtual_files || leads && (is_relevant || by_collection);
            for ListId(list) in rule.lists() {
                self.needs[list as usize] = true;
                self.may_look |= list_reads_virtual_files(rules, list);
            }
        }
        for SelectedBy { lists, .. } in selected_by.iter_mut().filter(|selected_by| !selected_by.lists.is_empty()) {
            *lists = lists.iter().copied().filter(|&list| self.needs[list as usize]).collect();
        }
    }

    /// Omits rules that look at files, but at none of these. Drops warnings that the choice of files may have caused.
    pub fn omit_unrelated_rules(&self, rules: &mut [GatheredRule]) {
        for (rule, &matches_file) in rules.iter_mut().zip(&self.matches_file) {
            rule.is_passed_over = rule.counts == Counts::default() && matches_file;
            rule.drop_warnings(matches_file);
        }
    }

    /// Determines the rules that select its files. Returns the problems of files that do not exist.
    pub fn select_files(&mut self, rules: &RuleSet, paths: &[String], selected_by: &mut [SelectedBy]) -> Vec<Problem> {
        self.select(rules, paths, selected_by);
        let mut missing = Vec::new();
        for (path, is_selected) in self.paths.iter().zip(&mut self.is_selected) {
            let folder = format!("{path}/");
            let inside = paths.get(paths.partition_point(|known| *known < folder));
            let is_folder = zip::split(path).is_some() && inside.is_some_and(|inside| inside.starts_with(&folder));
            if is_folder || paths.binary_search(path).is_ok() {
                continue;
            }
            // The problem makes the hint that no rule looks at it redundant.
            *is_selected = true;
            let problem = Problem::new(IssueCode::FileMissing, "there is no such file among those under check");
            missing.push(problem.in_file(path.as_str()));
        }
        missing
    }

    /// Returns true if a problem may matter for these files. Other archives matter only if rules depend on them.
    pub fn is_relevant(&self, problem: &Problem) -> bool {
        self.depends_on_others
            || problem.affected_file().is_none_or(|path| {
                let archive = zip::split(path).map_or(path, |(archive, _)| archive);
                !zip::is_archive(archive) || self.is_around(archive)
            })
    }

    /// Returns the files that are named by values in these files, each with the number of the rule.
    pub fn references_from(&mut self, citations: &[Citation]) -> FxHashSet<(u32, CitedFile)> {
        let own = citations.iter().filter(|citation| self.owns(&citation.via.path));
        let references: FxHashSet<(u32, CitedFile)> =
            own.map(|citation| (citation.rule, citation.target.clone())).collect();
        let made = references.iter().filter_map(|(rule, target)| match target {
            CitedFile::File(path) if virtual_folder(path).is_some() => Some((*rule, path.clone())),
            _ => None,
        });
        self.virtual_references = made.collect();
        references
    }

    /// Returns true if a finding in a virtual file is in one of these files, or if a value there named the virtual
    /// file.
    pub fn is_about(&self, rules: &RuleSet, finding: &Finding) -> bool {
        let is_referenced = |(rule, made): &(u32, String)| {
            rules.rules()[*rule as usize].name() == finding.rule
                && finding.related.iter().any(|related| related.path == *made)
        };
        self.names(&finding.path) || finding.via.is_some() && self.virtual_references.iter().any(is_referenced)
    }
}

#[cfg(test)]
mod tests;
