//! Files whose rules are divided among workers have the same report as with a single worker.

use std::rc::Rc;

use assay_document::source::{MemorySource, Source, SourceError, Start};
use proptest::prelude::*;

use crate::batch::BatchTask;
use crate::fixture::{RULES, checker, files, in_memory, json, run_on, run_over};
use crate::{Batch, Run, Worker};

/// Rules that take long, so that a file is worth dividing, and rules that can start before the collections are built.
const SLOW: &str = r"
  - {name: slow-1, rpath: \.(xml|json)$, xpath: '**/Name', condition: [Satisfy the expression, 'len(d) > 1']}
  - {name: slow-2, rpath: \.(xml|json)$, xpath: '**/Faces', condition: [Satisfy the expression, 'int(d) % 2 == 0']}
  - {name: slow-3, rpath: \.(xml|json)$, xpath: '**/Uses', condition: [Satisfy the expression, 'exists(d)']}
  - {name: present, rpath: \.(xml|json)$, xpath: '**/Name', condition: ['!=', a]}
  - {name: fact, rpath: \.(xml|json)$, xpath: '{file.size}', condition: ['<', 3]}
";

fn rules() -> String {
    format!("{RULES}{SLOW}")
}

/// Files of which those whose paths contain `part` are read in parts of a few bytes.
struct LargeFiles {
    files: MemorySource,
    part: String,
    /// True if these files also seem to be large.
    is_of_coordinator: bool,
}

impl Source for LargeFiles {
    fn read(&self, path: &str) -> Result<Vec<u8>, SourceError> {
        self.files.read(path)
    }

    fn size(&self, path: &str) -> Result<u64, SourceError> {
        if self.is_of_coordinator && path.contains(&self.part) { Ok(1 << 30) } else { self.files.size(path) }
    }

    fn start(&self, path: &str) -> Result<Start, SourceError> {
        let bytes = self.files.read(path)?;
        let size = bytes.len() as u64;
        let is_large = path.contains(&self.part) && size > 0;
        Ok(if is_large { Start::Long { head: bytes, size, part: 16 } } else { Start::Whole(bytes) })
    }

    fn read_part(&self, path: &str, offset: u64, part: &mut [u8]) -> Result<usize, SourceError> {
        self.files.read_part(path, offset, part)
    }
}

fn large(files: &[(String, String)], part: &str, is_of_coordinator: bool) -> Rc<dyn Source> {
    Rc::new(LargeFiles { files: in_memory(files), part: part.to_owned(), is_of_coordinator })
}

/// Divides each file whose path contains `part` among all workers.
fn divide(run: &mut Run, part: &str) {
    run.divide(large(&[], part, true));
}

/// Checks the files with `parts` workers, among which the files whose paths contain `part` are divided. Returns the lines
/// that differ from the report of one worker.
fn differences(rules: &str, files: &[(String, String)], parts: usize, part: &str) -> Vec<(String, String)> {
    let alone = json(&run_on(rules, files, &large(files, part, false), 1, |_| {}));
    let begun = |run: &mut Run| run.divide(large(files, part, true));
    let divided = json(&run_on(rules, files, &large(files, part, false), parts, begun));
    assert_eq!(divided.lines().count(), alone.lines().count());
    let pairs = divided.lines().zip(alone.lines()).filter(|(divided, alone)| divided != alone);
    let mut pairs: Vec<(String, String)> =
        pairs.map(|(divided, alone)| (divided.to_owned(), alone.to_owned())).collect();
    pairs.truncate(3);
    pairs
}

fn owned(files: &[(&str, &str)]) -> Vec<(String, String)> {
    files.iter().map(|&(path, text)| (path.to_owned(), text.to_owned())).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn the_report_does_not_depend_on_the_number_of_workers(files in files(), parts in 2..9usize) {
        for part in ["models/", "/a.xml", "names/"] {
            prop_assert_eq!(differences(&rules(), &files, parts, part), []);
        }
    }
}

/// Rules for the slices of a file: those that judge each slice, and those that need all of it.
const SLICED: &str = r"
collections:
  names: { rpath: '/big\.xml$', xpath: '*/*/Model/Name' }
rules:
  - {name: each, rpath: big, xpath: '*/*/Model/Faces', condition: ['<', 50]}
  - {name: expression, rpath: big, xpath: '**/Model/Name', condition: [Satisfy the expression, 'len(d) < 2 and len(names.paths(d)) == 1']}
  - {name: filtered, rpath: big, xpath: '**/Model,Name,Faces?', filter: '^(?!b)', condition: [Satisfy the expression, 'len(d.Faces) > 1']}
  - {name: tested, rpath: big, xpath: '*/*/Model.Gone!=1&Name==`^(?=a)`,Faces', condition: [Null collection]}
  - {name: negated, rpath: big, xpath: '**/*.Special!=1&Uses!=c.xml,Faces', condition: ['<', 59]}
  - {name: referenced, rpath: big, xpath: '**/Uses', subxpath: '*/Size', condition: ['<', 5]}
  - {name: beside, rpath: big, xpath: 'Root/Meta/Model/Name', condition: ['==', a]}
  - {name: unique, rpath: big, xpath: '**/Model/Name', condition: [Unique]}
  - {name: required, rpath: big, xpath: '**/Special', condition: [Not null collection]}
  - {name: forbidden, rpath: big, xpath: '**/Special', condition: [Null collection]}
  - {name: attribute, rpath: big, xpath: '*:version', condition: ['==', 2]}
  - {name: any-level, rpath: big, xpath: '**:version', condition: ['==', 2]}
  - {name: line, rpath: big, xpath: '**/Model,{line}', condition: ['<', 10]}
  - {name: text, rpath: big, xpath: 'Root,{text}', condition: ['==', x]}
  - {name: script, rpath: big, xpath: '**/Name', condition: [func_few], func_str: 'fn few(data, path, condition) { if data.len() > 9 { data } else { [] } }'}
  - {name: stopped, rpath: big, xpath: '**/Name', condition: [Satisfy the expression, 'int(d) > 1']}
  - {name: size, rpath: big, xpath: '{file.size}', condition: ['<', 3]}
";

/// A piece of a file that is cut into slices.
fn piece() -> impl Strategy<Value = String> {
    let model = (0..60u32, "[a-c]|dd|5", "[ab]").prop_map(|(faces, name, uses)| {
        let version = faces % 4;
        format!("<Model version='{version}'><Name>{name}</Name><Faces>{faces}</Faces><Uses>{uses}.xml</Uses></Model>")
    });
    prop_oneof![
        40 => model,
        1 => Just("<!-- \n  <Model><Name>c</Name></Model>\n  <Model/> -->".to_owned()),
        1 => Just("<!-- assay-ignore each old -->".to_owned()),
        1 => Just("<![CDATA[\n  <Model></Model>]]>".to_owned()),
        1 => Just("<Model\n  ><Name>a\n  </Name></Model>".to_owned()),
        1 => Just("<Special>\u{e4}</Special>\r".to_owned()),
        1 => Just("</Items>\n  <Items>".to_owned()),
        1 => Just("</Items>\n  <Others>\n  <Model/>\n  </Others><Items>".to_owned()),
        1 => Just("text".to_owned()),
    ]
}

/// A large file, sometimes damaged.
fn big() -> impl Strategy<Value = String> {
    let pieces = prop::collection::vec(piece(), 0..60);
    (pieces, 0..20u32, any::<bool>()).prop_map(|(pieces, damage, crlf)| {
        let end = if damage == 0 { "</Root>" } else { "</Items></Root>" };
        let lines: Vec<String> = pieces.iter().map(|piece| format!("\n  {piece}")).collect();
        let meta = "<Meta version='7'><Model><Name>dd</Name><Faces>70</Faces><Uses>a.xml</Uses></Model></Meta>";
        let start = format!("\u{feff}<?xml version='1.0'?>\n<Root version='1'>\n {meta}\n <Items>");
        let text = format!("{start}{}\n {end}\n", lines.concat());
        if crlf { text.replace('\n', "\r\n") } else { text }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn slices_of_a_file_have_the_findings_of_the_whole(big in big(), parts in 2..6usize) {
        let files = [("big.xml", big.as_str()), ("a.xml", "<Part><Size>7</Size></Part>"), ("b.xml", "<Part")];
        let files = owned(&files);
        prop_assert_eq!(differences(SLICED, &files, parts, "big"), []);
    }
}

/// A file that can be cut, with the rules `each` and `expression` to check it.
fn cut() -> (String, Vec<(String, String)>) {
    let model = |number| format!("\n <Model><Name>n{number}</Name><Faces>{number}</Faces></Model>");
    let models: String = (0..40).map(model).collect();
    let rules: Vec<&str> = SLICED.lines().take(6).collect();
    (rules.join("\n"), owned(&[("big.xml", &format!("<Root><Items>{models}\n</Items></Root>"))]))
}

#[test]
fn each_worker_reads_one_slice() {
    let (rules, files) = cut();
    let checker = checker(&rules);
    let mut run = Run::new(&checker, vec!["big.xml".to_owned()]);
    run.divide(large(&files, "big", true));
    let source = large(&files, "big", false);
    let mut slices = Vec::new();
    while let Some(batches) = run.batches(&checker, 4) {
        slices.push(batches.iter().filter(|batch| batch.tasks[0].slice().is_some()).count());
        for batch in batches {
            let mut worker = Worker::new(run.knowledge()).unwrap();
            let outcome = crate::process_batch(&checker, &mut worker, &batch, Rc::clone(&source));
            outcome.into_parts().for_each(|part| run.absorb(&checker, part));
        }
    }
    assert_eq!(slices, [0, 4], "a stage for the collection and one for the check, without a further check");
}

#[test]
fn a_path_keeps_the_place_of_an_equal_value_in_another_slice() {
    const GUID: &str = "01234567-89ab-cdef-0123-456789abcdef";
    let rules = r"
rules:
  - name: size
    rpath: big
    xpath: '**/File'
    filter: artfunc_res_filter.guidToRealPath
    subxpath: '*/Size'
    condition: ['<', 5]
";
    let path = format!("a/{GUID}/resource");
    let file = |text: &str| format!("\n <File>{text}</File>");
    for last in ["x", &path] {
        let text = [file(GUID), file("x").repeat(40), file(last)].concat();
        let files = owned(&[("big.xml", &format!("<Root>{text}\n</Root>")), (&path, "<Part><Size>7</Size></Part>")]);
        assert_eq!(differences(rules, &files, 4, "big"), []);
    }
}

#[test]
fn a_name_that_only_a_slice_without_values_has_is_met() {
    let rules = r"
rules:
  - {name: whole, rpath: xml, xpath: '**/Model.Broken!=1,Faces', condition: ['<', 100]}
  - {name: misspelt, rpath: xml, xpath: '**/Model.Borken!=1,Faces', condition: ['<', 100]}
";
    let model = |broken: &str| format!("\n <Model><Faces>1</Faces>{broken}</Model>").repeat(20);
    let text = [model("<Broken>1</Broken>"), model("")].concat();
    let other = "<Root><Model><Faces>1</Faces><Brokne>1</Brokne></Model></Root>";
    let files = owned(&[("a.xml", other), ("big.xml", &format!("<Root>{text}\n</Root>"))]);
    assert_eq!(differences(rules, &files, 2, "big"), []);
}

#[test]
fn rules_check_the_whole_file_if_a_worker_crashed_on_a_slice() {
    let (rules, files) = cut();
    let alone = json(&run_on(&rules, &files, &large(&files, "big", false), 1, |_| {}));
    let checker = checker(&rules);
    let mut run = Run::new(&checker, vec!["big.xml".to_owned()]);
    run.divide(large(&files, "big", true));
    let source = large(&files, "big", false);
    while let Some(batches) = run.batches(&checker, 4) {
        for (number, batch) in batches.into_iter().enumerate() {
            if number == 2 {
                run.report_crash(&batch, "out of memory");
                continue;
            }
            let mut worker = Worker::new(run.knowledge()).unwrap();
            run.absorb(&checker, crate::process_batch(&checker, &mut worker, &batch, Rc::clone(&source)));
        }
    }
    assert_eq!(json(&run.finish(&checker)), alone);
}

#[test]
fn warnings_about_a_document_occur_once() {
    for text in [
        r#"{"Name": "b", "Name": "c", "Uses": "gone"}"#,
        "{'Name': 'b'}",
        "{\"Name\": \"b\",\n}",
        "{\"Name\": ",
        "<Model><!-- assay-ignore slow-1 short --><Name>b</Name><!-- assay-ignore unknown --><Faces>x</Faces></Model>",
        "<Model><Name>b</Faces></Model>",
    ] {
        let path = if text.starts_with('<') { "models/a.xml" } else { "models/a.json" };
        let files = owned(&[(path, text), ("names/a.xml", "<List><Name>a</Name></List>")]);
        assert_eq!(differences(&rules(), &files, 4, path), [], "{text}");
    }
}

#[test]
fn warnings_about_a_document_occur_even_if_early_rules_need_only_facts() {
    let rules = r"
collections:
  names: { rpath: '\.json$', xpath: '*/Uses' }
rules:
  - {name: fact, rpath: \.json$, xpath: '{file.size}', condition: ['<', 3]}
  - {name: known, rpath: \.json$, xpath: '**/Name', condition: [Exist in, artfunc_names]}
  - {name: slow-1, rpath: \.json$, xpath: '**/Name', condition: [Satisfy the expression, 'len(d) > 1']}
  - {name: slow-2, rpath: \.json$, xpath: '**/Name', condition: [Satisfy the expression, 'd in names']}
";
    let files = owned(&[("a.json", r#"{"Name": "b", "Name": "c", "Uses": "gone"}"#)]);
    let alone = json(&run_over(rules, &files, 1, |_| {}));
    assert!(alone.contains("repeated-key"), "{alone}");
    let checker = checker(rules);
    let mut run = Run::new(&checker, vec!["a.json".to_owned()]);
    divide(&mut run, "a.json");
    let stage = run.batches(&checker, 2).unwrap();
    assert!(stage[0].tasks[0].is_divided(), "the fact is checked while the collection is built");
    assert_eq!(differences(rules, &files, 2, "a.json"), []);
}

#[test]
fn a_divided_file_makes_one_batch_for_each_worker() {
    let checker = checker(&rules());
    let paths = ["models/a.xml", "models/b.xml", "names/a.xml"].map(str::to_owned).to_vec();
    let mut run = Run::new(&checker, paths);
    divide(&mut run, "models/a.xml");
    let shared = |batch: &Batch| batch.tasks.iter().filter(|task| BatchTask::is_divided(task)).count();
    let stage = run.batches(&checker, 3).unwrap();
    assert_eq!(stage.iter().map(shared).sum::<usize>(), 0, "another file is read for the collection");
    assert_eq!(run.progress().total, 1);
    let stage = run.batches(&checker, 3).unwrap();
    assert_eq!(stage.iter().map(shared).collect::<Vec<_>>(), [1, 1, 1, 0, 0], "the longest first");
    assert_eq!(run.progress().total, 3, "a divided file counts once");
}

#[test]
fn cached_and_sharded_runs_are_not_divided() {
    let (rules, files) = cut();
    let checker = checker(&rules);
    for begun in [
        |run: &mut Run| run.remember(),
        |run: &mut Run| {
            run.share(crate::RunShard { number: 1, of: 1, common: String::new(), commit: String::new() });
        },
    ] {
        let mut run = Run::new(&checker, vec!["big.xml".to_owned()]);
        begun(&mut run);
        run.divide(large(&files, "big", true));
        while let Some(stage) = run.batches(&checker, 3) {
            assert!(!stage.iter().flat_map(|batch| &batch.tasks).any(BatchTask::is_divided));
        }
    }
}
