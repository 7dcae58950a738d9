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
                run.absorb(process_batch(self.checker, &mut worker, &batch, Rc::clone(&self.source)));
            }
        }
    }

    fn keep(&mut self, number: usize, saved: SavedBlock) {
        self.saved.insert(number, saved.run);
        for (to, references) in saved.references {
            self.references[to].push(references);
        }
    }

    fn build_index(&mut self) {
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
        self.index = Some(Rc::new(BuiltIndex::new(&merge.finish(self.checker)).unwrap()));
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

    fn report(mut self) -> Report {
        if Run::needs_index(self.checker) {
            self.build_index();
        }
        // In any order.
        for number in (0..self.paths.len()).rev() {
            let mut run = self.begin(number);
            run.pause_after_check();
            self.work(&mut run);
            let saved = run.save(self.checker, &self.blocks);
            self.keep(number, saved);
        }
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

/// Returns the report over these files in blocks that are cut in front of these files, by number.
fn report_in_blocks(checker: &Checker, files: &[(String, String)], cuts: &[usize]) -> Report {
    let source: MemorySource = files.iter().map(|(path, text)| (path.as_str(), text.as_bytes())).collect();
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
    Project { checker, source: Rc::new(source), blocks, paths, index: None, saved, references }.report()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn blocks_make_the_report_of_a_whole_run(files in files(), cuts in prop::collection::vec(0..20usize, 0..6)) {
        let whole = json(&run_over(RULES, &files, 1, |_| ()));
        prop_assert_eq!(json(&report_in_blocks(&checker(RULES), &files, &cuts)), whole);
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
fn comments_hide_findings_in_blocks() {
    let files = [
        ("a.xml", "<A><!-- assay-ignore rule for a reason --><B>1</B><B>2</B></A>"),
        ("b.xml", "<A><!-- assay-ignore rule for nothing --><B>3</B><B>2</B></A>"),
    ];
    expect_equal("rule: { rpath: ., xpath: A/B, condition: ['==', 3] }", &files);
}
