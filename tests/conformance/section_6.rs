//! Collections.

use crate::rows::assert_finds;
use crate::run::tree;

const A: &str = "914fa3a0-62cd-4b5a-83df-92fdf494534a";
const B: &str = "e5ce0940-f689-404d-968f-775317804069";

/// Which of `values` are in a collection of the tree `files`.
fn members<'v>(collection: &str, files: &[(&str, &str)], values: &[&'v str]) -> Vec<&'v str> {
    members_by("", collection, files, values)
}

/// The same, of a collection that a rule file adds.
fn members_by<'v>(head: &str, collection: &str, files: &[(&str, &str)], values: &[&'v str]) -> Vec<&'v str> {
    let rules = format!(
        "{head}rules:\n\
         - {{name: r, rpath: /values\\.json, xpath: '*/v', condition: [Not exist in, artfunc_{collection}]}}\n"
    );
    let document = serde_json::json!({ "v": values }).to_string();
    let mut files = files.to_vec();
    files.push(("values.json", &document));
    let report = crate::run::check(&tree(&files), "conf/rules.yaml", &rules);
    assert!(report.problems().is_empty(), "{:?}", crate::run::report_lines(&report));
    let found: Vec<String> = report.findings().iter().map(|finding| finding.value.display()).collect();
    values.iter().copied().filter(|value| found.iter().any(|found| found == value)).collect()
}

/// A repository with these items.
fn repository(items: &str) -> String {
    format!("<Repository><Items>{items}</Items></Repository>")
}

mod res_in_repo {
    use super::{A, B, members, repository};

    #[test]
    fn keys_are_guids_without_braces_and_letter_case() {
        let text = repository(&format!("<Item><GUID>{{{}}}</GUID></Item>", A.to_uppercase()));
        let braced = format!("{{{A}}}");
        let values = [A, &A.to_uppercase(), &braced, B, "", "x"];
        for name in ["res_store.res_in_repo", "res_filter.ALL_RES"] {
            assert_eq!(
                members(name, &[("r/resource.repository", &text)], &values),
                [A, &A.to_uppercase(), &braced],
                "{name}"
            );
        }
    }

    #[test]
    fn every_file_of_that_name_is_read() {
        let (a, b) = (
            repository(&format!("<Item><GUID>{A}</GUID></Item>")),
            repository(&format!("<Item><GUID>{B}</GUID></Item>")),
        );
        assert_eq!(
            members("res_store.res_in_repo", &[("resource.repository", &a), ("x/y/resource.repository", &b)], &[A, B]),
            [A, B]
        );
        for name in ["my.resource.repository", "resource.repository.xml", "Resource.Repository", "resource.repositor"] {
            assert!(members("res_store.res_in_repo", &[(name, &a)], &[A]).is_empty(), "{name}");
        }
    }

    #[test]
    fn items_are_read_at_their_place() {
        for (text, found) in [
            (format!("<Repository><Items><Item><GUID>{A}</GUID></Item></Items></Repository>"), true),
            (format!("<Repository><Items><Item><GUID>\n {A}</GUID><Name/></Item></Items></Repository>"), true),
            (format!("<Repository><Items><Item><GUID><![CDATA[{A}]]></GUID></Item></Items></Repository>"), true),
            (format!("<Repository><Items><Item><X><GUID>{A}</GUID></X></Item></Items></Repository>"), false),
            (format!("<Repository><Item><GUID>{A}</GUID></Item></Repository>"), false),
            (format!("<R><Items><Item><GUID>{A}</GUID></Item></Items></R>"), false),
            (format!("<Repository><Items><Item GUID='{A}'/></Items></Repository>"), false),
        ] {
            assert_eq!(
                !members("res_store.res_in_repo", &[("resource.repository", &text)], &[A]).is_empty(),
                found,
                "{text}"
            );
        }
    }

    #[test]
    fn items_without_a_guid_are_skipped() {
        let text = repository("<Item><Name>n</Name></Item><Item><GUID/></Item><Item><GUID> </GUID></Item>");
        assert!(members("res_store.res_in_repo", &[("resource.repository", &text)], &["", "n", "{}"]).is_empty());
    }
}

mod guids_of_digits {
    use super::{repository, tree};

    const DIGITS: &str = "00112233445566778899001122334455";

    /// YAML and JSON read such a GUID as a number.
    #[test]
    fn are_found_by_their_spelling() {
        let text = repository(&format!("<Item><GUID>{DIGITS}</GUID><Name>n</Name></Item>"));
        let files = [("r/resource.repository", text.as_str()), ("v.yaml", &format!("v: [{DIGITS}, {}]", &DIGITS[2..]))];
        for condition in [
            "[Not exist in, artfunc_res_store.res_in_repo]",
            "[Satisfy the expression, d not in res_store.res_in_repo]",
            "[Satisfy the expression, not res_store.res_in_repo.get(d)]",
            "[Satisfy the expression, 'd not in res_store.res_in_repo or res_store.res_in_repo[d][0].Name != \"n\"']",
        ] {
            let rules = format!("rules: {{r: {{rpath: /v, xpath: '*/v', condition: {condition}}}}}\n");
            let report = crate::run::check(&tree(&files), "rules.yaml", &rules);
            let spelled: Vec<String> = report.findings().iter().map(|finding| finding.value.display()).collect();
            assert_eq!(spelled, [DIGITS], "{condition} {:?}", crate::run::report_lines(&report));
        }
    }
}

mod res_virt_info {
    use super::{A, members, repository};

    #[test]
    fn keys_are_package_and_name() {
        let text = repository(&format!(
            "<Item><GUID>{A}</GUID><Package>P/Q</Package><Name>n</Name></Item><Item><GUID>{A}</GUID><Name>m</Name></Item>\
             <Item><GUID>{A}</GUID><Package>P</Package></Item><Item><Package>P</Package><Name>x</Name></Item>"
        ));
        let values = ["P/Q/n", "p/q/n", "P/Q/N", "/m", "m", "P/", "P", "P/x", A];
        // A missing name or package is empty; an item without a GUID is left out; only GUIDs are free in letter case.
        assert_eq!(
            members("res_store.res_virt_info", &[("resource.repository", &text)], &values),
            ["P/Q/n", "/m", "P/"]
        );
    }
}

mod res_in_disk {
    use super::{A, B, members};

    #[test]
    fn keys_are_folders_named_by_a_guid_with_a_file() {
        let braced = format!("{{{}}}", B.to_uppercase());
        for name in ["res_store.res_in_disk", "res_filter.ALL_RES_GUID"] {
            for (path, values, found) in [
                (format!("r/{A}/resource.xml"), vec![A, B], vec![A]),
                (format!("{A}/x.txt"), vec![A], vec![A]),
                (format!("r/{braced}/resource"), vec![A, B, &braced], vec![B, &*braced]),
                (format!("r/{A}/sub/x.txt"), vec![A], vec![]),
                (format!("r/x{A}/x.txt"), vec![A], vec![]),
                (format!("r/{A}.xml"), vec![A], vec![]),
                (A.to_owned(), vec![A], vec![]),
            ] {
                assert_eq!(members(name, &[(&*path, "x")], &values), found, "{path}");
            }
        }
    }

    /// Which file is a resource's attribute file shows in where its GUID leads.
    #[test]
    fn the_attribute_file_is_the_first_of_three() {
        let rules = "- {name: r, rpath: '/i\\.xml$', xpath: '*/A', filter: artfunc_res_filter.guidToRealPath, condition: [Null collection]}\n";
        let index = format!("<R><A>{A}</A></R>");
        for (names, found) in [
            (vec!["texture.xml", "resource", "resource.xml"], Some("resource.xml")),
            (vec!["texture.xml", "resource"], Some("resource")),
            (vec!["texture.xml", "texture.data"], Some("texture.xml")),
            (vec!["Resource.xml", "resource.data"], None),
        ] {
            let paths: Vec<String> = names.iter().map(|name| format!("d/{A}/{name}")).collect();
            let mut files: Vec<(&str, &str)> = paths.iter().map(|path| (path.as_str(), "x")).collect();
            files.push(("i.xml", &index));
            let expected: Vec<String> = found.iter().map(|name| format!("r i.xml:1:1 \"d/{A}/{name}\"")).collect();
            let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
            super::assert_finds(&super::tree(&files), rules, &expected, &[]);
        }
    }
}

mod ilevels {
    use super::members;

    const WORLD: &str = "<W><L>l/a.ilevel</L><L p='\\l\\b.ilevel'> /l/./x/../c.ilevel\n</L>\
        <L>d.ilevel.xml</L><L>see e.ilevel</L><L><![CDATA[f]]>.ilevel</L></W>";

    #[test]
    fn are_strings_and_attributes_that_end_in_ilevel() {
        let values = ["l/a.ilevel", "l/b.ilevel", "l/c.ilevel", "d.ilevel.xml", "f.ilevel", "x.ilevel"];
        for name in ["res_store.ilevels", "res_filter.ALL_USED_ILEVEL", "res_filter.ALL_USED_FILTER"] {
            assert_eq!(
                members(name, &[("w.iworld", WORLD)], &values),
                ["l/a.ilevel", "l/b.ilevel", "l/c.ilevel", "f.ilevel"],
                "{name}"
            );
        }
    }

    #[test]
    fn are_read_from_iworld_files_only() {
        let world = "<W>a.ilevel</W>";
        assert_eq!(members("res_store.ilevels", &[("x/w.iworld", world)], &["a.ilevel"]), ["a.ilevel"]);
        assert!(
            members("res_store.ilevels", &[("w.xml", world), ("iworld", world), ("w.ilevel", world)], &["a.ilevel"])
                .is_empty()
        );
    }
}

mod ones_own {
    use super::{members_by, tree};

    #[test]
    fn an_inline_list() {
        assert_eq!(
            members_by(
                "collections: {fruit: [apple, 'pear ', 5]}\n",
                "fruit",
                &[],
                &["apple", "Apple", "pear", "pear ", "5"]
            ),
            ["apple", "pear ", "5"]
        );
    }

    #[test]
    fn the_lines_of_a_file_next_to_the_rules() {
        let text = "apple\r\n# no fruit\n\n  pear # green\n#plum\nred currant";
        let values = ["apple", "pear", "plum", "# no fruit", "red currant", "red", ""];
        let head = "collections:\n  fruit: {file: allow/fruit.txt}\n";
        assert_eq!(
            members_by(head, "fruit", &[("conf/allow/fruit.txt", text)], &values),
            ["apple", "pear", "red currant"]
        );
    }

    #[test]
    fn a_file_that_is_passed_with_the_rules() {
        let rules = "collections: {fruit: {file: fruit.txt}}\n\
            rules:\n\
            - {name: r, rpath: ., xpath: '*/v', condition: [Exist in, artfunc_fruit]}\n";
        let checker = crate::run::checker(&[("conf/rules.yaml", rules), ("conf/fruit.txt", "apple\n")]);
        let report = crate::run::check_by(&checker, &tree(&[("a.json", "{\"v\": [\"apple\", \"nut\"]}")]));
        let found: Vec<String> = report.findings().iter().map(crate::run::finding_line).collect();
        assert_eq!((found, crate::run::report_lines(&report)), (vec!["r a.json:1:17 \"nut\"".to_owned()], Vec::new()));
    }

    #[test]
    fn extracted_from_the_source() {
        let head = "collections: {fruit: {rpath: /fruit/, xpath: '*/F'}}\n";
        let files = [
            ("fruit/a.xml", "<R><F> apple </F><F/></R>"),
            ("fruit/b.json", "{\"F\": [5, null, \"pear\"]}"),
            ("nuts/a.xml", "<R><F>nut</F></R>"),
        ];
        assert_eq!(
            members_by(head, "fruit", &files, &["apple", "pear", "5", "nut", "null", ""]),
            ["apple", "pear", "5", ""]
        );
    }

    finds!(a_file_that_is_not_strict_json_is_a_warning_too(
        [("a.json", "{\"v\": 1}"), ("b.json", "{\"F\": 1,}")],
        "collections: {one: {rpath: /b, xpath: '*/F'}}\n\
         rules: {r: {rpath: /a, xpath: '*/v', condition: [Exist in, artfunc_one]}}\n"
    ) => [], ["warning b.json:1:8 "]);

    #[test]
    fn facts_of_files_can_be_extracted_too() {
        let head = "collections: {known: {rpath: ^/fruit/, xpath: '{file.stem}'}}\n";
        assert_eq!(
            members_by(head, "known", &[("fruit/apple.png", "x"), ("nut.png", "x")], &["apple", "nut"]),
            ["apple"]
        );
    }

    #[test]
    fn in_any_letter_case_if_configured() {
        let head = "collections: {known: {rpath: ^/fruit/, xpath: '{file.stem}', ignore_case: true}}\n";
        assert_eq!(
            members_by(head, "known", &[("fruit/Apple.png", "x"), ("nut.png", "x")], &["aPPle", "Apple", "nut"]),
            ["aPPle", "Apple"]
        );
    }

    finds!(elements_name_their_files(
        [("a.json", "{\"id\": 1}"), ("b.json", "{\"id\": [2, 2]}"), ("c.json", "{\"id\": 1}")],
        "collections: {ids: {rpath: '\\.json$', xpath: '*/id'}}\n\
         rules: {r: {rpath: ., xpath: '*/id', condition: [Satisfy the expression, 'len(ids.paths(d)) == 1']}}\n"
    ) => ["r a.json:1:8 1", "r c.json:1:8 1"]);

    finds!(an_empty_collection_is_a_warning_with_its_reason(
        [("a.json", "{\"v\": 1}"), ("b.json", "{\"F\": []}"), ("c.json", "{\"F\": null}")],
        "collections:\n  one: {rpath: /gone, xpath: '*/F'}\n  two: {rpath: /b, xpath: '*/F'}\n  three: {rpath: '/[bc]', xpath: '*/F'}\n  four: []\n\
         rules: {r: {rpath: /a, xpath: '*/v', condition: [Exist in, artfunc_one]}}\n"
    ) => ["r a.json:1:7 1"], [
        "warning rules.yaml:2:3 \u{2026}`one` is empty: its `rpath` matched no file",
        "warning rules.yaml:3:3 \u{2026}`two` is empty: its `xpath` extracted no string from `b.json`",
        "warning rules.yaml:4:3 \u{2026}`three` is empty: its `xpath` extracted no string from `b.json` and 1 more file",
    ]);

    finds!(collections_lack_malformed_files_and_use_other_ones(
        [("a.json", "{\"v\": [1, 2]}"), ("b.json", "{\"F\": [}"), ("c.json", "{\"F\": 2}")],
        "collections: {one: {rpath: '/[bc]', xpath: '*/F'}}\n\
         rules: {r: {rpath: /a, xpath: '*/v', condition: [Exist in, artfunc_one]}}\n"
    ) => ["r a.json:1:8 1"], [
        "problem b.json:1:8 ",
        "warning rules.yaml:1:\u{2026}`one` is incomplete because `b.json` could not be read",
    ]);

    finds!(collections_lack_files_without_a_reader(
        [("a.json", "{\"v\": 1}"), ("b.txt", "x"), ("c.txt", "y")],
        "collections: {one: {rpath: '/[bc]', xpath: '*/F'}}\n\
         rules: {r: {rpath: /a, xpath: '*/v', condition: [Not exist in, artfunc_one]}}\n"
    ) => [], ["problem b.txt no reader", "problem c.txt no reader", "warning rules.yaml:1:\u{2026}`one` is incomplete because `b.txt` and 1 more file could"]);

    /// A picture that cannot be read is one problem, whoever asks: a rule, a collection, or both.
    #[test]
    fn collections_without_the_facts_of_an_unreadable_image_are_incomplete() {
        let rules = "collections: {widths: {rpath: '\\.png$', xpath: '{image.width}'}}\n\
            rules: {r: {rpath: '\\.png$', xpath: '{image.width}', condition: [Exist in, artfunc_widths]}}\n";
        let expected = [
            "problem a.png the file is empty",
            "warning rules.yaml:1:\u{2026}`widths` is incomplete because `a.png` could",
            "warning rules.yaml:2:\u{2026}(r) not checked: none of the files",
        ];
        super::assert_finds(&tree(&[("a.png", "")]), rules, &[], &expected);
    }

    finds!(a_file_without_a_value_is_an_empty_collection(
        [("a.json", "{\"v\": 1}"), ("names.txt", "# none yet\n")],
        "collections: {one: {file: names.txt}}\n\
         rules: {r: {rpath: /a, xpath: '*/v', condition: [Exist in, artfunc_one]}}\n"
    ) => ["r a.json:1:7 1"], ["warning rules.yaml:1:\u{2026}`one` is empty: no line of `names.txt` contains a value"]);

    /// The elements of one's own compare as texts.
    #[test]
    fn numbers_are_strings_in_collections() {
        let rules = "collections: {sizes: [512, '1e3']}\n\
            rules:\n\
            - {name: r, rpath: ., xpath: '*/v', condition: [Exist in, artfunc_sizes]}\n";
        let report = crate::run::check(
            &tree(&[("a.json", "{\"v\": [512, \"512\", 512.0, 1000, \"1e3\"]}")]),
            "rules.yaml",
            rules,
        );
        let found: Vec<String> = report.findings().iter().map(crate::run::finding_line).collect();
        assert_eq!(found, ["r a.json:1:20 512.0", "r a.json:1:27 1000"], "{:?}", crate::run::report_lines(&report));
    }

    /// A condition, an expression and a function look a number up as its document spells it.
    #[test]
    fn every_lookup_uses_the_spelling() {
        const IDS: &str = "a.yaml";
        let digits = "00112233445566778899001122334455";
        let known = format!("id: [0042, 1.50, +7, 1e3, {digits}, 5, x]\n");
        let values =
            format!("v: [0042, 42, 042, 1.50, 1.5, +7, 7, 1e3, 1000, {digits}, {}, 5, '5', x]\n", &digits[2..]);
        let found = ["0042", "1.50", "+7", "1e3", digits, "5", "5", "x"];
        for condition in [
            "[Not exist in, artfunc_ids]",
            "[Satisfy the expression, d not in ids]",
            "[Satisfy the expression, len(ids.paths(d)) == 0]",
            "[Satisfy the expression, 'all(x != d for x in [d] if x in ids)']",
            "[Satisfy the expression, not same(d) in ids], func_str: 'fn same(x) { x }'",
            "[Satisfy the expression, 'not same([d])[0] in ids'], func_str: 'fn same(x) { x }'",
            "[Satisfy the expression, not is_known(d)], func_str: 'fn is_known(x) { x in ids }'",
            "[func_f], func_str: 'fn f(data, path, condition) { data.filter(|v| v in ids) }'",
            "[func_f], func_str: 'fn f(data, path, condition) { data.filter(|v| ids.paths(v) == [\"a.yaml\"]) }'",
            "[func_f], func_str: 'fn f(data, path, condition) { xpath(path, \"*/v\").filter(|v| v in ids) }'",
        ] {
            let rules = format!(
                "collections: {{ids: {{rpath: {IDS}, xpath: '*/id'}}}}\n\
                 rules: {{r: {{rpath: /b, xpath: '*/v', condition: {condition}}}}}\n"
            );
            let report = crate::run::check(&tree(&[(IDS, &known), ("b.yaml", &values)]), "rules.yaml", &rules);
            let spelled: Vec<String> = report.findings().iter().map(|finding| finding.value.display()).collect();
            assert_eq!(spelled, found, "{condition} {:?}", crate::run::report_lines(&report));
        }
    }

    /// A collection may be called as the first part of others' names.
    #[test]
    fn a_collection_may_have_the_name_of_a_namespace() {
        let rules = "collections: {res_store: [a], fruit: [b]}\n\
            rules: {r: {rpath: ., xpath: '*/v', condition: [Satisfy the expression, 'd in res_store or d in fruit']}}\n";
        let report = crate::run::check(&tree(&[("a.json", "{\"v\": [\"a\", \"b\", \"c\"]}")]), "rules.yaml", rules);
        let found: Vec<String> = report.findings().iter().map(|finding| finding.value.display()).collect();
        assert_eq!(found, ["c"], "{:?}", crate::run::report_lines(&report));
    }

    #[test]
    fn a_missing_file_is_a_problem_and_the_rule_is_not_checked() {
        let rules = "collections: {fruit: {file: gone.txt}}\n\
            rules:\n\
            - {name: r, rpath: ., xpath: '*/v', condition: [Exist in, artfunc_fruit]}\n- {name: s, rpath: ., xpath: '*/v', condition: [Null collection]}\n";
        let report = crate::run::check(&tree(&[("a.json", "{\"v\": 1}")]), "rules.yaml", rules);
        let actual = crate::run::report_lines(&report);
        let found: Vec<&str> = report.findings().iter().map(|finding| finding.rule.as_str()).collect();
        assert_eq!((found, report.problems().len()), (vec!["s"], 1), "{actual:?}");
        assert!(actual[0].contains("gone.txt"), "{actual:?}");
    }

    /// A collection that cannot be had is no empty one: its rules are not checked.
    #[test]
    fn a_pattern_that_takes_too_long_is_a_problem_and_the_rule_is_not_checked() {
        let slow = format!("{}!", "a".repeat(60));
        let value = format!("{{\"v\": \"{slow}\"}}");
        for list in [
            "{rpath: '^/(?:a|(a))*(?(1)|)$', xpath: '{file.name}'}",
            "{rpath: /v, xpath: '*[@b!=1].v==`^(?:a|(a))*(?(1)|)$`'}",
        ] {
            let rules = format!(
                "collections:\n  slow: {list}\nrules:\n\
                 - {{name: r, rpath: /v, xpath: '*/v', condition: [Not exist in, artfunc_slow]}}\n"
            );
            let expected = [
                "problem rules.yaml:2:\u{2026}slow\u{2026}",
                "warning \u{2026}(r) not checked: the collection `slow`\u{2026}",
            ];
            super::assert_finds(&tree(&[(&slow, ""), ("v.json", &value)]), &rules, &[], &expected);
        }
    }

    reports!(an_unknown_collection_is_a_problem_with_a_suggestion(
        "collections: {fruit: [a]}\nrules:\n- {name: r, rpath: ., xpath: A, condition: [Exist in, artfunc_fruits]}\n"
    ) => ["problem rules.yaml:3:\u{2026} (r) \u{2026}fruit"]);
    reports!(a_built_in_name_is_reserved(
        "collections: {res_store.ilevels: [a]}\nrules:\n- {name: r, rpath: ., xpath: A, condition: [Exist]}\n"
    ) => ["problem rules.yaml:1:\u{2026}"]);
    reports!(faults_have_their_place(
        "collections:\n  a: {rpath: '(', xpath: B}\n  b: {rpath: ., xpath: C//D}\n  c: 5\nrules:\n\
         - {name: r, rpath: ., xpath: A, condition: [Exist]}\n"
    ) => ["problem rules.yaml:2:\u{2026}", "problem rules.yaml:3:\u{2026}", "problem rules.yaml:4:\u{2026}"]);
}

#[test]
fn a_malformed_repository_is_a_problem_and_other_files_are_used() {
    let (good, bad) =
        (repository(&format!("<Item><GUID>{A}</GUID></Item>")), format!("<Repository><Items><Item><GUID>{B}</GUID>"));
    let files = [
        ("a/resource.repository", &*good),
        ("b/resource.repository", &*bad),
        ("i.xml", &*format!("<R><G>{A}</G><G>{B}</G></R>")),
    ];
    let rules =
        "- {name: r, rpath: '/i\\.xml$', xpath: '*/G', condition: [Not exist in, artfunc_res_store.res_in_repo]}\n";
    assert_finds(
        &tree(&files),
        rules,
        &[&format!("r i.xml:1:7 \"{A}\"")],
        &[
            "problem b/resource.repository:1:\u{2026}",
            "warning resources are incomplete because `b/resource.repository` could not be read\u{2026}",
        ],
    );
}

/// Built on first use: who asks for none is told of no repository.
#[test]
fn unused_collections_are_not_built() {
    let files = [("resource.repository", "<Repository>"), ("w.iworld", "no XML"), ("a.xml", "<R/>")];
    let rules = "- {name: r, rpath: '/a\\.xml$', xpath: '*', condition: [Null collection]}\n";
    let findings = assert_finds(&tree(&files), rules, &["r a.xml:1:1 \"\""], &[]);
    assert_eq!(findings.len(), 1);
}
