use assay_document::extract::{ValueId, Values};
use assay_document::source::{MemorySource, Source, SourceError};
use assay_document::text::{Fault, Span};
use assay_report::Problem;
use assay_script::{Host, Limits};
use assay_store::{CollectionNames, Demand, ListId, Store};
use assay_system::Parts;

use super::{Citations, FUNCTIONS, Filter, FilterContext, FilterHalt};
use crate::Scope;

const A: &str = "914fa3a0-62cd-4b5a-83df-92fdf494534a";
const B: &str = "e081bf41-a561-4750-83af-78c80468bc6c";

fn names() -> CollectionNames {
    let mut names = CollectionNames::new();
    assert!(names.add("fruit", ListId(0)));
    names
}

fn host() -> Host {
    Host::new(Limits::default())
}

/// Compiles a filter of a rule without functions.
fn compile(text: &str) -> Result<Filter, Fault> {
    Filter::compile(text, &Scope { names: &names(), host: &host(), program: None })
}

/// The environment of filters: files, and cached data about them.
struct World {
    source: MemorySource,
    store: Store,
    citations: Citations,
    problems: Vec<Problem>,
}

impl World {
    fn new(files: &[(&str, &str)]) -> Self {
        let source: MemorySource = files.iter().map(|&(path, text)| (path, text)).collect();
        let paths: Vec<(&str, &str)> = files.iter().map(|&(path, _)| (path, "<W/>")).collect();
        let store = Store::new(&Parts::of_files(&paths), Vec::new());
        Self { source, store, citations: Citations::default(), problems: Vec::new() }
    }

    fn apply(&mut self, filter: &Filter, values: &mut Values, list: &[ValueId]) -> Result<Vec<ValueId>, FilterHalt> {
        let mut context = FilterContext {
            rule: "rule",
            path: "checked.xml",
            slices: 1,
            needs_whole_file: false,
            store: &self.store,
            source: &self.source,
            host: &host(),
            citations: &mut self.citations,
            problems: &mut self.problems,
        };
        filter.apply(values, list, &mut context)
    }

    /// Applies a filter to strings.
    fn filtered(&mut self, filter: &str, texts: &[&str]) -> Vec<String> {
        let filter = compile(filter).unwrap();
        let mut values = Values::new();
        let list: Vec<ValueId> = texts.iter().map(|text| values.text(text, Span::at(0))).collect();
        let kept = self.apply(&filter, &mut values, &list).unwrap();
        kept.iter().map(|&id| values.as_text(id).unwrap().to_owned()).collect()
    }

    /// Formats each problem as `code path: message`, with the name of the rule if the problem has one.
    fn problems(&mut self) -> Vec<String> {
        let show = |problem: Problem| {
            let rule = problem.rule.map_or(String::new(), |rule| format!("{rule} "));
            format!("{rule}{} {}: {}", problem.code, problem.path.unwrap_or_default(), problem.message)
        };
        self.problems.drain(..).map(show).collect()
    }
}

mod patterns {
    use super::*;

    fn kept(filter: &str, texts: &[&str]) -> Vec<String> {
        World::new(&[]).filtered(filter, texts)
    }

    #[test]
    fn keep_values_that_match() {
        for (filter, expected) in [
            ("^p", &["pear", "plum"][..]),
            ("p", &["apple", "pear", "plum"]),
            ("zzz", &[]),
            ("^$", &[""]),
            ("", &["apple", "pear", "plum", ""]),
            ("m\\Z", &["plum"]),
            ("(?!a)^.*e", &["pear"]),
        ] {
            assert_eq!(kept(filter, &["apple", "pear", "plum", ""]), expected, "{filter}");
        }
    }

    /// Returns which values a filter keeps, of one value of each kind.
    fn kinds(filter: &Filter) -> Vec<usize> {
        let mut values = Values::new();
        let none = Span::at(0);
        let (x, y, null) = (values.text("x1", none), values.text("y", none), values.null(none));
        let labels = values.labels(&["A".to_owned(), "B".to_owned()]);
        let list = [
            null,
            values.number("10", none),
            values.bool(true, none),
            values.record(labels, [&[y][..], &[null, x]], none),
            values.record(labels, [&[null][..], &[]], none),
            values.empty(none),
        ];
        let kept = World::new(&[]).apply(filter, &mut values, &list).unwrap();
        kept.iter().filter_map(|id| list.iter().position(|known| known == id)).collect()
    }

    #[test]
    fn match_all_kinds_of_values() {
        for (pattern, found) in
            [("", &[1, 2, 3, 5][..]), ("1", &[1, 3]), ("^tr", &[2]), ("^x1$", &[3]), ("^y$", &[3]), ("null|^$", &[5])]
        {
            assert_eq!(kinds(&compile(pattern).unwrap()), found, "{pattern}");
            let others: Vec<usize> = (0..6).filter(|at| !found.contains(at)).collect();
            assert_eq!(kinds(&Filter::compile_not(pattern).unwrap()), others, "not {pattern}");
        }
    }

    #[test]
    fn stop_the_rule_for_the_file_at_the_limit() {
        let mut world = World::new(&[]);
        let filter = compile("^(?:a|(a))*(?(1)|)$").unwrap();
        let mut values = Values::new();
        let text = "a".repeat(60) + "b";
        let list = [values.text("a", Span::at(0)), values.text(&text, Span::at(0))];
        let FilterHalt::Problem(problem) = world.apply(&filter, &mut values, &list).unwrap_err() else {
            panic!("no script")
        };
        assert_eq!((problem.code.as_str(), problem.rule.as_deref()), ("pattern-limit", Some("rule")));
        assert_eq!(problem.path.as_deref(), Some("checked.xml"));
        assert_eq!(
            problem.message,
            format!("the regular expression `^(?:a|(a))*(?(1)|)$` of the filter takes too long on `{text}`")
        );
    }

    #[test]
    fn keep_the_origin_of_values() {
        let mut values = Values::new();
        let list = [values.text("x", Span::new(0, 1)), values.text("y", Span::new(1, 2))];
        let filter = compile("y").unwrap();
        assert_eq!(World::new(&[]).apply(&filter, &mut values, &list).unwrap(), [list[1]]);
    }
}

mod compiling {
    use super::*;

    #[test]
    fn functions_are_unique_and_documented() {
        for (at, function) in FUNCTIONS.iter().enumerate() {
            assert!(FUNCTIONS[..at].iter().all(|other| other.name != function.name), "{}", function.name);
            assert!(!function.doc.is_empty() && !function.doc.ends_with('.'), "{}", function.name);
        }
    }

    #[test]
    fn invalid_filters() {
        for (text, code, help) in [
            ("*", "pattern-repeat", Some("write `.*` for any string, `\\*` for a literal `*`")),
            ("artfunc_nope", "script-unknown-function", None),
            ("artfunc_", "script-unknown-function", None),
            (
                "artfunc_res_filter.validGuid",
                "script-unknown-function",
                Some("did you mean `artfunc_res_filter.validGUID`?"),
            ),
            ("artfunc_validGUID", "script-unknown-function", Some("did you mean `artfunc_res_filter.validGUID`?")),
            (
                "artfunc_guidToRealpath",
                "script-unknown-function",
                Some("did you mean `artfunc_res_filter.guidToRealPath`?"),
            ),
            (
                "artfunc_fruit",
                "filter-collection",
                Some("to look values up in it, write `condition: [\"Exist in\", \"artfunc_fruit\"]`"),
            ),
        ] {
            let fault = compile(text).unwrap_err();
            assert_eq!(fault.code.as_str(), code, "{text}");
            if help.is_some() {
                assert_eq!(fault.help.as_deref(), help, "{text}");
            }
        }
        let Fault { message, help, .. } = compile("artfunc_nope").unwrap_err();
        assert_eq!(message, "there is no function `nope`");
        assert!(help.unwrap().starts_with("the built-in functions are `artfunc_res_filter.guidToResourcePath`, "));
    }

    #[test]
    fn not_filters_take_no_function() {
        assert_eq!(Filter::compile_not("artfunc_res_filter.validGUID").unwrap_err().code.as_str(), "filter-function");
        assert_eq!(Filter::compile_not("[").unwrap_err().code.as_str(), "pattern-class");
    }

    #[test]
    fn only_resource_filters_need_resource_paths() {
        for (text, disk) in [
            ("x", false),
            ("artfunc_res_filter.guidToRealPath", true),
            (" artfunc_res_filter.guidToResourcePath ", true),
            ("artfunc_res_filter.validGUID", false),
            ("artfunc_res_filter.getResourcesInILevel", false),
        ] {
            let demand = compile(text).unwrap().demand();
            let folders = CollectionNames::new().resolve("res_store.res_in_disk").unwrap();
            assert_eq!(demand, if disk { Demand::of(folders) } else { Demand::default() }, "{text}");
        }
    }
}

mod guid_to_resource_path {
    use super::*;

    #[test]
    fn known_guids_become_paths_and_unknown_ones_are_dropped() {
        let first = format!("a/{A}/resource");
        let second = format!("b/{{{A}}}/resource.xml");
        let mut world = World::new(&[(&first, ""), (&second, ""), (&format!("c/{B}/resource.data"), "")]);
        for name in ["artfunc_res_filter.guidToRealPath", "artfunc_res_filter.guidToResourcePath"] {
            let expected = [first.as_str(), &second, &first, &second];
            assert_eq!(world.filtered(name, &[A, "x", B, "", &A.to_uppercase()]), expected, "{name}");
        }
        assert_eq!(world.problems(), [""; 0]);
    }

    #[test]
    fn nulls_and_records_are_dropped() {
        let mut world = World::new(&[(&format!("a/{A}/resource"), "")]);
        let mut values = Values::new();
        let guid = values.text(A, Span::at(0));
        let labels = values.labels(&["A".to_owned()]);
        let list = [values.null(Span::at(0)), values.record(labels, [&[guid][..]], Span::at(0))];
        let filter = compile("artfunc_res_filter.guidToRealPath").unwrap();
        assert_eq!(world.apply(&filter, &mut values, &list).unwrap(), []);
    }

    #[test]
    fn an_existing_path_keeps_its_origin() {
        let path = format!("a/{A}/resource");
        let mut world = World::new(&[(&path, "")]);
        let mut values = Values::new();
        let list = [values.text(A, Span::new(0, 36)), values.text(&path, Span::of(37, 37 + path.len()))];
        let filter = compile("artfunc_res_filter.guidToRealPath").unwrap();
        assert_eq!(world.apply(&filter, &mut values, &list).unwrap(), [list[1]]);
    }
}

mod valid_guid {
    use super::*;

    #[test]
    fn braces_and_letter_case_are_ignored() {
        let (braced, upper, cut) = (format!("{{{A}}}"), A.to_uppercase(), &A[1..]);
        let texts = [A, &braced, &upper, cut, "", "x", &format!(" {A}"), A];
        assert_eq!(World::new(&[]).filtered("artfunc_res_filter.validGUID", &texts), [A, &braced, &upper, A]);
    }
}

mod resources_in_ilevel {
    use super::*;

    const FUNCTION: &str = "artfunc_res_filter.getResourcesInILevel";

    #[test]
    fn guids_are_unique_in_order_and_as_first_cited() {
        let upper = B.to_uppercase();
        let first = format!("<L a='{A}'><G> {upper}\n</G><G>x {A}</G><G b=' {A}'>{{{A}}}</G></L>");
        let second = format!("<L><G>{B}</G><G>{{{A}}}</G><G>00000000-0000-0000-0000-000000000000</G></L>");
        let mut world = World::new(&[("lv/a.ilevel", &first), ("b.ilevel", &second)]);
        let none = "00000000-0000-0000-0000-000000000000";
        assert_eq!(world.filtered(FUNCTION, &["lv/a.ilevel", "\\lv\\.\\a.ilevel", "/b.ilevel"]), [A, &upper, none]);
        assert_eq!(world.filtered(FUNCTION, &["b.ilevel", "lv/a.ilevel"]), [B, &format!("{{{A}}}"), none]);
        assert_eq!(world.filtered(FUNCTION, &[]), [""; 0]);
        assert_eq!(world.problems(), [""; 0]);
    }

    #[test]
    fn missing_files_are_problems_of_the_rule_and_existing_ones_are_used() {
        let mut world = World::new(&[("b.ilevel", &format!("<L>{A}</L>"))]);
        assert_eq!(world.filtered(FUNCTION, &["gone.ilevel", "b.ilevel", "../out.ilevel"]), [A]);
        let expected = [
            "rule file-missing gone.ilevel: there is no ilevel `gone.ilevel`",
            "rule path-outside ../out.ilevel: the path of the ilevel `../out.ilevel` leaves the root",
        ];
        assert_eq!(world.problems(), expected);
    }

    #[test]
    fn a_value_that_is_not_a_path_is_a_problem() {
        let mut world = World::new(&[]);
        let mut values = Values::new();
        let list = [values.null(Span::at(0))];
        let filter = compile(FUNCTION).unwrap();
        assert_eq!(world.apply(&filter, &mut values, &list).unwrap(), []);
        assert_eq!(world.problems(), ["rule path-expected checked.xml: null is not the path of an ilevel"]);
    }

    #[test]
    fn malformed_files_are_problems_of_the_file() {
        let mut world = World::new(&[("a.ilevel", "<L>"), ("b.txt", "hello")]);
        assert_eq!(world.filtered(FUNCTION, &["a.ilevel", "b.txt"]), [""; 0]);
        let problems = world.problems();
        assert_eq!(problems.len(), 2);
        assert!(problems[0].starts_with("xml-unclosed a.ilevel: "), "{}", problems[0]);
        assert!(problems[1].starts_with("rule no-reader b.txt: "), "{}", problems[1]);
    }

    /// A source that counts what is read.
    struct Counting(MemorySource, std::cell::Cell<usize>);

    impl Source for Counting {
        fn read(&self, path: &str) -> Result<Vec<u8>, SourceError> {
            self.1.set(self.1.get() + 1);
            self.0.read(path)
        }
    }

    #[test]
    fn each_file_is_read_once() {
        let mut world = World::new(&[]);
        let source = Counting(
            [("a.ilevel", format!("<L>{A}</L>")), ("b.ilevel", "<L>".to_owned())].into_iter().collect(),
            0.into(),
        );
        let filter = compile(FUNCTION).unwrap();
        for path in ["checked.xml", "other.xml"] {
            let mut values = Values::new();
            let list = ["a.ilevel", "b.ilevel", "gone.ilevel", "a.ilevel"].map(|text| values.text(text, Span::at(0)));
            let (citations, problems) = (&mut world.citations, &mut world.problems);
            let mut context = FilterContext {
                rule: "rule",
                path,
                slices: 1,
                needs_whole_file: false,
                store: &world.store,
                source: &source,
                host: &host(),
                citations,
                problems,
            };
            assert_eq!(filter.apply(&mut values, &list, &mut context).unwrap().len(), 1);
        }
        assert_eq!(source.1.get(), 3);
        let problems = world.problems();
        assert_eq!(problems[..2], problems[2..], "the same problem whoever meets it");
    }
}
