//! Runs over blocks make the report of a whole run, no matter where the blocks are cut.

use std::collections::BTreeMap;
use std::rc::Rc;

use assay_document::source::{MemorySource, Source};
use assay_report::Report;
use proptest::prelude::*;

use crate::fixture::{RULES, checker, files, json, run_over};
use crate::{BlockMerge, Blocks, BuiltIndex, Checker, IndexMerge, Run, SavedBlock, Worker, process_batch};

/// A project in blocks, and the data of each step.
struct Project<'c> {
    checker: &'c Checker,
    source: Rc<dyn Source>,
    blocks: Blocks,
    /// The paths of each block; the last one is that of virtual files.
    paths: Vec<Vec<String>>,
    index: Option<Rc<BuiltIndex>>,
    saved: BTreeMap<usize, Vec<u8>>,
    references: Vec<Vec<Vec<u8>>>,
}

impl Project<'_> {
    fn work(&self, run: &mut Run) {
        while let Some(batches) = run.batches(self.checker, 1) {
            let mut worker =
                self.index.as_ref().map_or_else(Worker::default, |index| Worker::new(&index.encoded).unwrap());
            for batch in batches {
                run.absorb(self.checker, process_batch(self.checker, &mut worker, &batch, Rc::clone(&self.source)));
            }
        }
    }

    fn keep(&mut self, number: usize, saved: SavedBlock) {
        self.saved.insert(number, saved.run);
        for (to, references) in saved.references {
            self.references[to].push(references);
        }
    }

    /// Reads all files for collections, and returns the collections.
    fn build_index(&mut self) -> Vec<u8> {
        let mut merge = IndexMerge::default();
        let mut sources = Vec::new();
        for number in 0..self.paths.len() {
            if number + 1 == self.paths.len() {
                self.paths[number] = std::mem::take(&mut sources);
            }
            let mut run = Run::of_block(self.checker, self.blocks.block(number), self.paths[number].clone());
            run.pause_after_index();
            self.work(&mut run);
            sources.extend(run.virtual_sources(self.checker));
            merge.add(&run.take_contributions(self.checker)).unwrap();
            let saved = run.save(self.checker, &self.blocks);
            self.keep(number, saved);
        }
        let index = merge.finish(self.checker);
        self.index = Some(Rc::new(BuiltIndex::new(&index).unwrap()));
        index
    }

    fn begin(&self, number: usize) -> Run {
        let (block, paths) = (self.blocks.block(number), self.paths[number].clone());
        let mut run = match self.saved.get(&number) {
            Some(saved) => Run::resume(self.checker, block, paths, saved).unwrap(),
            None => Run::of_block(self.checker, block, paths),
        };
        if let Some(index) = &self.index {
            run.use_index(index);
        }
        run
    }

    fn check_blocks(&mut self) {
        // In any order.
        for number in (0..self.paths.len()).rev() {
            let mut run = self.begin(number);
            run.pause_after_check();
            self.work(&mut run);
            let saved = run.save(self.checker, &self.blocks);
            self.keep(number, saved);
        }
    }

    fn report(mut self) -> Report {
        if Run::needs_index(self.checker) {
            self.build_index();
        }
        self.check_blocks();
        // Scripts may read files while references are followed.
        for _ in 0..2 {
            for (number, references) in
                std::mem::replace(&mut self.references, vec![Vec::new(); self.paths.len()]).into_iter().enumerate()
            {
                let mut run = self.begin(number);
                for references in references {
                    run.add_references(&references).unwrap();
                }
                run.pause_after_references();
                self.work(&mut run);
                let saved = run.save(self.checker, &self.blocks);
                self.keep(number, saved);
            }
        }
        let mut merge = BlockMerge::new(self.checker, self.index.as_ref());
        for saved in self.saved.values() {
            merge.add(saved).unwrap();
        }
        if merge.has_missing() {
            self.paths.iter().for_each(|paths| merge.name_twins(paths));
        }
        let mut run = merge.into_run(self.checker, self.paths.concat());
        self.work(&mut run);
        run.finish(self.checker)
    }
}

fn source_of(files: &[(String, String)]) -> Rc<MemorySource> {
    Rc::new(files.iter().map(|(path, text)| (path.as_str(), text.as_bytes())).collect())
}

/// Returns these files in blocks that are cut in front of these files, by number.
fn in_blocks<'c>(checker: &'c Checker, files: &[(String, String)], cuts: &[usize]) -> Project<'c> {
    let mut all: Vec<String> = files.iter().map(|(path, _)| path.clone()).collect();
    all.sort();
    let mut paths: Vec<Vec<String>> = vec![Vec::new()];
    for (at, path) in all.into_iter().enumerate() {
        if cuts.contains(&at) && at > 0 {
            paths.push(Vec::new());
        }
        paths.last_mut().unwrap().push(path);
    }
    let firsts = paths.iter().map(|paths| paths.first().cloned().unwrap_or_default()).collect();
    paths.push(Vec::new());
    let references = vec![Vec::new(); paths.len()];
    let (blocks, saved) = (Blocks::new(firsts), BTreeMap::new());
    Project { checker, source: source_of(files), blocks, paths, index: None, saved, references }
}

/// Returns the report over these files in blocks that are cut in front of these files, by number.
fn report_in_blocks(checker: &Checker, files: &[(String, String)], cuts: &[usize]) -> Report {
    in_blocks(checker, files, cuts).report()
}

/// Returns the report of those of `files` that are not published, as an addition to the files in `published`, which have
/// been checked in blocks.
fn report_of_addition(checker: &Checker, files: &[(String, String)], published: &[(String, String)]) -> Report {
    let mut project = in_blocks(checker, published, &[1, 3]);
    let index = project.build_index();
    project.check_blocks();
    let added = files.iter().filter(|file| !published.contains(file)).map(|(path, _)| path.clone());
    let mut run = Run::new(checker, added.collect());
    run.extend_project(Some(index)).unwrap();
    for references in project.references.iter().flatten() {
        run.add_citations(references).unwrap();
    }
    while let Some(batches) = run.batches(checker, 1) {
        let mut worker = Worker::new(run.knowledge()).unwrap();
        for batch in batches {
            run.absorb(checker, process_batch(checker, &mut worker, &batch, source_of(files)));
        }
    }
    run.finish(checker)
}

/// Returns the findings of a report, and its problems of files at `paths`.
fn results_in(report: &Report, paths: &[String]) -> Vec<serde_json::Value> {
    let report: serde_json::Value = serde_json::from_str(&json(report)).unwrap();
    let of = |key: &str| report[key].as_array().unwrap().clone().into_iter();
    let is_in =
        |of: &serde_json::Value| of["path"].as_str().is_some_and(|path| paths.iter().any(|known| known == path));
    of("findings").chain(of("problems").filter(is_in)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn blocks_make_the_report_of_a_whole_run(files in files(), cuts in prop::collection::vec(0..20usize, 0..6)) {
        let whole = json(&run_over(RULES, &files, 1, |_| ()));
        prop_assert_eq!(json(&report_in_blocks(&checker(RULES), &files, &cuts)), whole);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn additions_to_a_published_project_have_the_findings_of_these_files_in_the_whole(
        files in files(),
        old in files(),
        are_added in prop::collection::vec(any::<bool>(), 20),
    ) {
        let (added, mut published): (Vec<_>, Vec<_>) =
            files.iter().cloned().zip(are_added.into_iter().cycle()).partition(|(_, is_added)| *is_added);
        let added: Vec<(String, String)> = added.into_iter().map(|(file, _)| file).collect();
        let paths: Vec<String> = added.iter().map(|(path, _)| path.clone()).collect();
        // Added files take the place of published ones.
        published.extend(old.into_iter().filter(|(path, _)| paths.contains(path)).map(|file| (file, false)));
        let published: Vec<(String, String)> =
            published.into_iter().map(|(file, _)| file).filter(|file| !added.contains(file)).collect();
        let whole = run_over(RULES, &files, 1, |run| run.focus(paths.clone()));
        let addition = report_of_addition(&checker(RULES), &files, &published);
        prop_assert_eq!(results_in(&addition, &paths), results_in(&whole, &paths));
    }
}

/// Checks these files by these rules, whole and in blocks of one to five files.
fn expect_equal(rules: &str, files: &[(&str, &str)]) {
    let files: Vec<(String, String)> =
        files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
    let whole = run_over(rules, &files, 1, |_| ());
    for size in 1..=5 {
        let cuts: Vec<usize> = (0..files.len()).step_by(size).collect();
        let report = report_in_blocks(&checker(rules), &files, &cuts);
        assert_eq!(json(&report), json(&whole), "{size} files in a block: {rules}");
    }
}

#[test]
fn virtual_files_are_made_from_files_of_all_blocks() {
    let files = [
        ("blue.toybox", "<Box><Toy>ball</Toy></Box>"),
        ("letter.xml", "<Letter><Wish>car</Wish><Wish>kite</Wish></Letter>"),
        ("other.xml", "<Other/>"),
        ("red.toybox", "<Box><Toy>car</Toy><Toy>ball</Toy></Box>"),
    ];
    for rule in [
        "rpath: '@toys/', xpath: Toys/Boxes, condition: ['==', 1]",
        "rpath: '@toys/', xpath: Toys/Nothing, condition: ['==', 1]",
        "rpath: letter, xpath: Letter/Wish, condition: [Exist in, artfunc_toys.by_name]",
        "rpath: letter, xpath: '*', subxpath: Toys/Boxes, condition: ['==', 1]",
    ] {
        expect_equal(&format!("rule: {{ {rule} }}"), &files);
    }
}

#[test]
fn functions_look_at_files_of_other_blocks() {
    let files = [("a.xml", "<A>b.xml</A>"), ("b.xml", "<A>c.xml</A>"), ("c.xml", "<A>C.XML</A>"), ("d.json", "{}")];
    for rule in [
        "rpath: xml$, xpath: A, condition: [func_f], func_str: 'fn f(d, p, c) { d.filter(|v| exists(v) && xpath(v, `A`) == []) }'",
        "rpath: xml$, xpath: A, subxpath: A, condition: [func_f], func_str: 'fn f(d, p, c) { d.filter(|v| !exists(v)) }'",
        "rpath: a.xml, xpath: A, subxpath: A, condition: [Exist]",
        "rpath: c.xml, xpath: A, subxpath: A, condition: [Exist]",
        "rpath: ., xpath: '{file.path}', condition: [func_f], func_str: 'fn f(d, p, c) { list_files(`.`).len() > 9 }'",
    ] {
        expect_equal(&format!("rule: {{ {rule} }}"), &files);
    }
}

#[test]
fn collections_of_several_blocks_are_complete() {
    let files = [
        ("a.xml", "<A><B>b</B></A>"),
        ("b.xml", "<A><B>c</B></A>"),
        ("c.xml", "<A><B>"),
        ("list.txt", "b\n"),
        ("z.xml", "<Z><B>b</B><B>d</B></Z>"),
    ];
    for collection in [
        "rpath: '[ab].xml', xpath: A/B",
        "rpath: '[abc].xml', xpath: A/B",
        "rpath: '[ab].xml', xpath: A/Nothing",
        "rpath: nowhere, xpath: A/B",
        "file: list.txt",
        "file: gone.txt",
        "rpath: xml, xpath: '{file.path}'",
    ] {
        for rule in [
            "rpath: z.xml, xpath: Z/B, condition: [Exist in, artfunc_c]",
            "rpath: artfunc_c, xpath: A/B, condition: ['==', b]",
            "rpath: nothing, xpath: A/B, condition: [Exist in, artfunc_c]",
        ] {
            expect_equal(&format!("collections: {{ c: {{ {collection} }} }}\nrule: {{ {rule} }}"), &files);
        }
    }
}

#[test]
fn added_files_take_the_place_of_published_ones() {
    let owned = |files: &[(&str, &str)]| -> Vec<(String, String)> {
        files.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect()
    };
    let published = owned(&[
        ("a.xml", "<A><B>a</B></A>"),
        ("gone.xml", "<A><B>b</B></A>"),
        ("list.txt", "a\n"),
        ("old.xml", "<A><B>b</B><B>z</B></A>"),
        ("w.iworld", "<W><L>l/a.ilevel</L></W>"),
        ("x.iworld", "<W><L>l/x.ilevel</L></W>"),
    ]);
    let mut files = owned(&[
        ("l/a.ilevel", "<A><B>l/a.ilevel</B></A>"),
        ("l/b.ilevel", "<A><B>l/b.ilevel</B></A>"),
        ("l/x.ilevel", "<A><B>l/x.ilevel</B></A>"),
        ("new.xml", "<A><B>a</B><B>b</B><B>c</B><B>z</B></A>"),
        ("old.xml", "<A><B>c</B></A>"),
        ("w.iworld", "<W><L>l/b.ilevel</L></W>"),
    ]);
    let added: Vec<String> = files.iter().map(|(path, _)| path.clone()).collect();
    let kept = published.iter().filter(|(path, _)| !added.contains(path)).cloned();
    files.extend(kept);
    let mut found = 0;
    for rules in [
        "collections: { c: { rpath: xml$, xpath: A/B } }\nrule: { rpath: xml$, xpath: A/B, condition: [Satisfy the expression, 'len(c.paths(d)) == 1'] }",
        "collections: { c: { file: list.txt } }\nrule: { rpath: xml$, xpath: A/B, condition: [Satisfy the expression, 'len(c.paths(d)) == 1'] }",
        "collections: { c: { file: list.txt } }\nrule: { rpath: xml$, xpath: A/B, condition: [Exist in, artfunc_c] }",
        "rule: { rpath: artfunc_res_store.ilevels, xpath: A/B, condition: ['==', '1'] }",
        "rule: { rpath: ilevel$, xpath: A/B, condition: [Exist in, artfunc_res_store.ilevels] }",
        "rule: { rpath: new, xpath: '{file.path}', condition: [func_f], func_str: 'fn f(d, p, c) { list_files(`.`) }' }",
        // A file that a rule names counts for other collections, too.
        "collections: { c: { file: list.txt }, i: { rpath: '(txt|xml)$', xpath: '*/B' } }\nrule: { rpath: old, xpath: A/B, condition: [Satisfy the expression, 'd in c or len(i.paths(d)) == 2'] }",
    ] {
        let whole = run_over(rules, &files, 1, |run| run.focus(added.clone()));
        let report = report_of_addition(&checker(rules), &files, &published);
        assert_eq!(results_in(&report, &added), results_in(&whole, &added), "{rules}");
        found += results_in(&whole, &added).len();
    }
    assert!(found > 10, "{found}");
}

#[test]
fn values_of_the_project_name_added_files() {
    let owned = |(path, text): (&str, &str)| (path.to_owned(), text.to_owned());
    let rules = "rule: { rpath: s/, xpath: S/U, subxpath: M/F, condition: ['<', 5] }";
    let uses = "<S><U>m.xml</U></S>";
    let published = [("m.xml", "<M><F>1</F></M>"), ("s/a.xml", uses), ("s/b.xml", uses)].map(owned);
    // The first file that names `m.xml` is replaced.
    let files = [("m.xml", "<M><F>9</F></M>"), ("s/a.xml", "<S/>"), ("s/b.xml", uses)].map(owned);
    let report = report_of_addition(&checker(rules), &files, &published);
    let found = results_in(&report, &[]);
    assert_eq!((found.len(), found[0]["via"]["path"].as_str()), (1, Some("s/b.xml")), "{found:?}");
}

#[test]
fn virtual_files_of_additions_are_not_checked() {
    let owned = |(path, text): (&str, &str)| (path.to_owned(), text.to_owned());
    let box_of = |toy: &str| format!("<Box><Toy>{toy}</Toy></Box>");
    let published = [owned(("a.toybox", &box_of("car")))];
    for (rpath, problems) in [("@toys/", 1), ("toybox$", 0)] {
        let rules = format!("rule: {{ rpath: '{rpath}', xpath: '*', condition: [Exist] }}");
        let report = report_of_addition(&checker(&rules), &[owned(("b.toybox", &box_of("kite")))], &published);
        let report: serde_json::Value = serde_json::from_str(&json(&report)).unwrap();
        assert_eq!(report["problems"].as_array().map(Vec::len), Some(problems), "{rpath}: {}", report["problems"]);
    }
}

#[test]
fn an_incomplete_project_makes_additions_incomplete() {
    let owned = |(path, text): (&str, &str)| (path.to_owned(), text.to_owned());
    let rules = "collections: { c: { rpath: xml$, xpath: A/B } }\n\
        rule: { rpath: xml$, xpath: A/B, condition: [Satisfy the expression, 'len(c.paths(d)) == 1'] }";
    let (broken, good) = (("a.xml", "<A><B>1</B>"), ("a.xml", "<A><B>2</B></A>"));
    let new = ("b.xml", "<A><B>1</B></A>");
    for (added, problems) in [(vec![new], 1), (vec![good, new], 0)] {
        let files: Vec<(String, String)> = added.into_iter().map(owned).collect();
        let report = report_of_addition(&checker(rules), &files, &[owned(broken)]);
        assert_eq!(results_in(&report, &["a.xml".to_owned()]).len(), problems);
    }
}

#[test]
fn comments_hide_findings_in_blocks() {
    let files = [
        ("a.xml", "<A><!-- assay-ignore rule for a reason --><B>1</B><B>2</B></A>"),
        ("b.xml", "<A><!-- assay-ignore rule for nothing --><B>3</B><B>2</B></A>"),
    ];
    expect_equal("rule: { rpath: ., xpath: A/B, condition: ['==', 3] }", &files);
}
