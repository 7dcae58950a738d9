use super::{NoteKind, migrate};

/// The new file, and its notes: `LINE kind message`.
fn migrated(path: &str, text: &str) -> (String, Vec<String>) {
    let migration = migrate(path, text, &|_| None).unwrap();
    let notes = migration.notes.iter().map(|note| {
        let kind = match note.kind {
            NoteKind::Done => "done",
            NoteKind::Todo => "todo",
        };
        format!("{} {kind} {}", note.line, note.message)
    });
    (migration.text, notes.collect())
}

/// Rows: the name of the test, the old file, the new file, the notes.
macro_rules! migrates {
    ($($name:ident: $path:literal, $old:literal => $new:literal, [$($note:literal,)*];)*) => {
        $(#[test]
        fn $name() {
            let strip = |text: &str| text.strip_prefix('\n').unwrap_or(text).to_owned();
            let (text, notes) = migrated($path, &strip($old));
            assert_eq!(text, strip($new));
            let expected: &[&str] = &[$($note),*];
            assert_eq!(notes, expected);
            let again = migrate("r.yaml", &text, &|_| None).unwrap();
            assert_eq!(again.text, text, "a second time changes nothing");
            assert!(again.notes.iter().all(|note| note.kind == NoteKind::Todo), "{:?}", again.notes);
        })*
    };
}

mod forms {
    use super::{NoteKind, migrate, migrated};

    #[rustfmt::skip]
    migrates! {
        a_current_file: "r.yaml", r#"
rules:
- {name:   r, rpath: ".", xpath: '*/A',
   condition: [Exist]}   # odd, but fine
"# => r#"
rules:
- {name:   r, rpath: ".", xpath: '*/A',
   condition: [Exist]}   # odd, but fine
"#, [];
        a_list_in_json: "r.json", r#"
[{"name": "r", "rpath": ".", "xpath": "*/A", "condition": ["Exist"]},
 {"name": "s", "rpath": ".", "xpath": "*/A", "condition": ["<=", 1.50]}]
"# => r"
rules:
  - name: r
    rpath: '.'
    xpath: '*/A'
    condition: [Exist]

  - name: s
    rpath: '.'
    xpath: '*/A'
    condition: ['<=', 1.50]
", [];
        a_mapping_in_json: "r.json", r#"
{"r": {"rpath": ".", "xpath": "*/A", "condition": ["Exist"]}, "s": {"enabled": false}}
"# => r"
r:
  rpath: '.'
  xpath: '*/A'
  condition: [Exist]

s:
  enabled: false
", [];
        a_single_rule: "r.json", r#"
{"name": "r", "rpath": ".", "xpath": "*/A", "condition": ["Exist"]}
"# => r"
rules:
  - name: r
    rpath: '.'
    xpath: '*/A'
    condition: [Exist]
", ["1 done the fields of a single rule are now an item of `rules:`",];
        an_export: "r.json", r#"
{"version": "1.4",
 "data": [{"name": "r", "rpath": ".", "xpath": "*/A", "condition": ["Exist"]}]}
"# => r"
version: '1.4'

rules:
  - name: r
    rpath: '.'
    xpath: '*/A'
    condition: [Exist]
", ["2 done `data` is renamed to `rules`",];
        keys_of_the_file: "r.json", r#"
{"extends": [], "Rules": [{"name": "r", "rpath": ".", "xpath": "*/A", "condition": ["Exist in", "artfunc_a"]}],
 "collections": {"a": ["x", "z"]},
 "tests": [{"name": "t", "files": {"a.xml": "<R>\n  <A>x</A>\n</R>\n"}, "expect": []}]}
"# => r"
extends: []

rules:
  - name: r
    rpath: '.'
    xpath: '*/A'
    condition: [Exist in, artfunc_a]

collections:
  a: [x, z]

tests:
  - name: t
    files:
      a.xml: |
        <R>
          <A>x</A>
        </R>
    expect: []
", ["1 todo `extends` names no rule file, so none is read", "1 done `Rules` is written `rules`",];
                                                }

    #[test]
    fn unreadable_files_are_refused() {
        for (path, text, expected) in [
            ("r.yaml", "", "the file is empty"),
            ("r.json", "// nothing", "the file is empty"),
            ("r.yaml", "rules", "a rule file must be a list or a mapping, not a string"),
            ("r.json", "[{]", "this is not JSON: unexpected token in object"),
            ("r.json", "[{'name': 'r'}]", "this is not JSON: single-quoted strings are not allowed"),
            ("r.yaml", "- &x a", "anchors are not supported"),
        ] {
            let problems = migrate(path, text, &|_| None).unwrap_err();
            assert_eq!(problems[0].message, expected, "{text}");
            assert_eq!(problems[0].path.as_deref(), Some(path));
        }
    }

    #[test]
    fn the_new_file_has_a_yaml_extension() {
        for (old, new) in
            [("a/r.json", "a/r.yaml"), ("r.yml", "r.yml"), ("a.b/rules", "a.b/rules.yaml"), ("r.JSON", "r.yaml")]
        {
            assert_eq!(super::super::new_path(old), new);
        }
        assert_eq!(
            migrated("r.JSONC", "[{\"rpath\": \"\"}]").1[0],
            "1 done the rule had no name and is named `r-1`; give it a better one"
        );
    }
}

mod fields {
    use super::{NoteKind, migrate, migrated};

    #[rustfmt::skip]
    migrates! {
        names_in_any_letter_case: "r.yaml", r"
- Name: r
  Severity: WARN
  RPath: .
  XPATH: A
  Condition: [Exist]
  Other: x
" => r"
- name: r
  severity: warning
  rpath: '.'
  xpath: A
  condition: [Exist]
  Other: x
", [
                                                        "1 done `Name` is written `name`",
                                                        "2 done `Severity` is written `severity`",
                                                        "2 done the severity `WARN` is written `warning`",
                                                        "3 done `RPath` is written `rpath`",
                                                        "4 done `XPATH` is written `xpath`",
                                                        "5 done `Condition` is written `condition`",
                                                    ];
        a_repeated_field: "r.yaml", r"
- name: r
  Rpath: .
  rpath: a
  xpath: A
  condition: [Exist]
" => r"
- name: r
  rpath: '.'
  rpath: a
  xpath: A
  condition: [Exist]
", [
                                                        "2 done `Rpath` is written `rpath`",
                                                        "3 todo `rpath` is given twice, first on line 2",
                                                    ];
        a_slip_in_a_name: "r.yaml", r"
- Name: r
  rpath: .
  xpath: A
  conditon: [Exist]
" => r"
- name: r
  rpath: '.'
  xpath: A
  conditon: [Exist]
", [
                                                        "1 done `Name` is written `name`",
                                                        "1 todo the rule has no `condition`",
                                                        "4 todo unknown field `conditon`",
                                                    ];
        severities: "r.yaml", r#"
- {name: a, severity: " Error", rpath: ., xpath: A, condition: [Exist]}
- {name: b, severity: 3, rpath: ., xpath: A, condition: [Exist]}
- {name: c, severity: high, rpath: ., xpath: A, condition: [Exist]}
"# => r"
- name: a
  severity: error
  rpath: '.'
  xpath: A
  condition: [Exist]
- name: b
  severity: '3'
  rpath: '.'
  xpath: A
  condition: [Exist]
- name: c
  severity: high
  rpath: '.'
  xpath: A
  condition: [Exist]
", [
                                                        "1 done the severity ` Error` is written `error`",
                                                        "2 done `severity` is a string and is now in quotes",
                                                        "2 todo unknown severity `3`, read as `error`",
                                                        "3 todo unknown severity `high`, read as `error`",
                                                    ];
        missing_or_used_names: "old/r.yaml", r"
- {name: r-1, rpath: ., xpath: A, condition: [Exist]}
- {name: r-1, rpath: ., xpath: A, condition: [Exist]}
- {name: '', rpath: ., xpath: A, condition: [Exist]}
- {rpath: ., xpath: A, condition: [Exist]}
" => r"
- name: r-1
  rpath: '.'
  xpath: A
  condition: [Exist]
- name: r-1-2
  rpath: '.'
  xpath: A
  condition: [Exist]
- name: r-3
  rpath: '.'
  xpath: A
  condition: [Exist]
- name: r-4
  rpath: '.'
  xpath: A
  condition: [Exist]
", [
                                                        "2 done another rule has the name `r-1`; this one is renamed to `r-1-2`",
                                                        "3 done the rule had no name and is named `r-3`; give it a better one",
                                                        "4 done the rule had no name and is named `r-4`; give it a better one",
                                                    ];
        a_name_used_in_tests: "r.yaml", r"
rules:
- {rpath: ., xpath: A, condition: [Exist]}
tests:
- {name: t, files: {}, expect: [{rule: 'r.yaml#1', path: a}]}
" => r"
rules:
  - name: 'r.yaml#1'
    rpath: '.'
    xpath: A
    condition: [Exist]
tests:
  - name: t
    files: {}
    expect:
      - rule: 'r.yaml#1'
        path: a
", ["2 done the rule had no name and is named `r.yaml#1`; give it a better one",];
        strings_that_yaml_forbids: "r.yaml", r#"
- name: r
  rpath: .
  xpath: */A
  condition: ["Null collection”]
"# => r"
- name: r
  rpath: '.'
  xpath: '*/A'
  condition: [Null collection]
", [
                                                        "3 done `xpath` is now in quotes; without them, other YAML parsers do not read a string",
                                                        "4 done the curly quote that ends the method is now a straight one",
                                                    ];
        paths_and_collections: "r.json", r#"
[{"name": "a", "rpath": "artfunc_res_filter.ALL_USED_FILTER", "not_rpath": "Test\\\\old", "xpath": "*/A.B! =c,D",
  "condition": "('Not exist in', 'res_filter.ALL_RES')"},
 {"name": "b", "rpath": "^C:/art", "xpath": "*/A", "filter": "res_filter.guidToRealPath", "subxpath": "*/B", "condition": ["Exist"]}]
"# => r"
rules:
  - name: a
    rpath: artfunc_res_store.ilevels
    not_rpath: Test/old
    xpath: '*/A.B!=c,D'
    condition: [Not exist in, artfunc_res_store.res_in_repo]

  - name: b
    rpath: '^C:/art'
    xpath: '*/A'
    filter: res_filter.guidToRealPath
    subxpath: '*/B'
    condition: [Exist]
", [
                                                        "1 done `res_filter.ALL_USED_FILTER` is renamed to `res_store.ilevels`",
                                                        "1 done `\\\\` is written `/`, which separates the parts of every path",
                                                        "1 done `! =` is written `!=`",
                                                        "2 done a collection is written `artfunc_res_store.res_in_repo`",
                                                        "2 done the string with a list is now a list",
                                                        "3 todo this pattern begins with a drive, but paths begin at the folder that is checked",
                                                        "3 todo `res_filter.guidToRealPath` is a regular expression here, not a call of the function",
                                                    ];
        mixed_connectives: "r.yaml", r"
- {Name: a, rpath: ., xpath: '*/A.B==1&C==2|D==3,E', condition: [Exist]}
- {name: b, rpath: ., xpath: '*/A//B', condition: <= 5}
" => r"
- name: a
  rpath: '.'
  xpath: '*/A.B==1&C==2|D==3,E'
  condition: [Exist]
- name: b
  rpath: '.'
  xpath: '*/A//B'
  condition: '<= 5'
", [
                                                        "1 done `Name` is written `name`",
                                                        "1 todo `&` and `|` are mixed without parentheses",
                                                        "2 todo a tag is missing here",
                                                        "2 todo `condition` must be a list, not a string",
                                                    ];
                                                }
}

mod comments {
    use super::{NoteKind, migrate, migrated};

    #[rustfmt::skip]
    migrates! {
        comments_keep_their_place: "r.yaml", r"
# about the file
# more about it

# about the first
- Name: r   # beside
  rpath: .
  # before a field

  # apart
  xpath: A   # value
  condition: [Exist, # inside
    ]
  # message: later

# about the second
- name: s
  description: |  # behind a header
    # no comment
    text
  rpath: '# no comment'
  xpath: A#b
  condition:
    # before an item
    - Exist # behind an item
# the end

# the very end
" => r"
# about the file
# more about it

# about the first
- name: r # beside
  rpath: '.'
  # before a field

  # apart
  xpath: A # value
  condition: [Exist] # inside
  # message: later

# about the second
- name: s
  description: | # behind a header
    # no comment
    text
  rpath: '# no comment'
  xpath: 'A#b'
  condition:
    # before an item
    - Exist # behind an item
# the end

# the very end
", ["5 done `Name` is written `name`",];
        comments_of_json: "r.json", r#"
// about the file

/* about
 * the first */
[{"Name": "r", // beside
  "rpath": "http://x/*", "xpath": "A",
  "condition": ["Exist"]
  // the end
}]
"# => r"
# about the file

rules:
  # about
  # the first
  - name: r # beside
    rpath: 'http://x/*'
    xpath: A
    condition: [Exist]
    # the end
", ["5 done `Name` is written `name`",];
                                                }
}

mod functions {
    use super::{NoteKind, migrate};

    /// Migrates a YAML file with these rules: each is a name, fields separated by `;`, and Python. Returns the new file
    /// and the notes.
    fn text(rules: &[(&str, &str, &str)]) -> (String, Vec<String>) {
        let rows = rules.iter().map(|(name, fields, python)| {
            let rest = if fields.contains("condition") { "" } else { ";condition: [Exist]" };
            let fields = format!("rpath: .;xpath: A;{fields}{rest}");
            let fields = fields.split(';').filter(|field| !field.is_empty()).map(|field| format!("  {field}\n"));
            let fields = fields.collect::<String>();
            let python = format!("    {}\n", python.replace('\n', "\n    "));
            format!("- name: {name}\n{fields}  func_str: |\n{python}")
        });
        let old = rows.collect::<String>();
        let migration = migrate("r.yaml", &old, &|_| None).unwrap();
        let again = migrate("r.yaml", &migration.text, &|_| None).unwrap();
        assert_eq!(again.text, migration.text, "a second time changes nothing");
        assert!(again.notes.iter().all(|note| note.kind == NoteKind::Todo), "{:?}", again.notes);
        let notes = migration.notes.iter().filter(|note| !note.message.contains("version"));
        let notes = notes.map(|note| format!("{} {}", note.line, note.message)).collect();
        (migration.text, notes)
    }

    /// Returns the lines of the new file that begin functions, each after the name of its place.
    fn functions(text: &str) -> Vec<String> {
        let mut place = "";
        let mut found = Vec::new();
        for line in text.split('\n') {
            if line.starts_with("script:") {
                place = "script";
            } else if let Some(name) = line.trim_start().strip_prefix("- name: ") {
                place = name;
            } else if let Some(head) = line.trim_start().strip_prefix("fn ") {
                found.push(format!("{place}: {}", head.trim_end_matches(" {")));
            }
        }
        found
    }

    const KEEP: &str = "def keep(**pdict):\n    return pdict['data']";

    #[test]
    fn a_function_has_the_parameters_of_its_callers() {
        for (fields, python, expected) in [
            ("filter: artfunc_f", "def f(**pdict):\n  return []", vec!["r: f(data, filepath)"]),
            ("subxpath: B;subfilter: artfunc_f", "def f(**pdict): return []", vec!["r: f(data, filepath)"]),
            ("condition: [func_f, 5]", "def f(data, **kw): return True, []", vec!["r: f(data, filepath, condition)"]),
            (
                "filter: artfunc_f;condition: [func_f]",
                "def f(**p): pass",
                vec!["r: f(data, filepath)", "r: f(data, filepath, condition)"],
            ),
            (
                "filter: artfunc_f",
                "def g(a, b=1, *c): pass\ndef f(**pdict): return g(1)",
                vec!["r: g(a, b, c)", "r: f(data, filepath)"],
            ),
            (
                "filter: artfunc_f",
                "def f(**pdict): return map(g, pdict['data'])\ndef g(match): pass",
                vec!["r: f(data, filepath)", "r: g(match_)"],
            ),
            ("filter: artfunc_f", "f = lambda **pdict: pdict['data']", vec!["r: f(data, filepath)"]),
            (
                "filter: artfunc_f",
                "try:\n  import a\n  def f(**p): return a\nexcept ImportError:\n  def f(**p): return []",
                vec!["r: f(data, filepath)"],
            ),
            ("filter: artfunc_match", "def match(**pdict): pass", vec!["r: match_(data, filepath)"]),
            ("condition: ['Satisfy the expression', limit(d) > 5]", "def limit(d): return 5", vec!["r: limit(d)"]),
            ("filter: artfunc_g", "def f(**pdict): pass", vec![]),
        ] {
            assert_eq!(functions(&text(&[("r", fields, python)]).0), expected, "{fields} {python}");
        }
    }

    #[test]
    fn functions_of_several_rules_are_moved_to_script() {
        let other = "def keep(**pdict):\n    return []";
        let needs = "LIMIT = 5\ndef deep(x): return LIMIT\ndef keep(**pdict):\n    return deep(1)";
        let call = "filter: artfunc_keep";
        for (claim, rules, expected) in [
            ("its own", vec![("a", call, KEEP), ("b", "", other)], vec!["a: keep(data, filepath)"]),
            ("of another", vec![("a", call, KEEP), ("b", call, "import os")], vec!["script: keep(data, filepath)"]),
            ("written twice", vec![("a", call, KEEP), ("b", call, KEEP)], vec!["script: keep(data, filepath)"]),
            (
                "two of one name",
                vec![("a", call, KEEP), ("b", call, other)],
                vec!["a: keep(data, filepath)", "b: keep(data, filepath)"],
            ),
            (
                "with what it needs",
                vec![("a", call, "import os"), ("b", call, needs)],
                vec!["script: deep(x)", "script: keep(data, filepath)"],
            ),
            (
                "alike but for what they need",
                vec![("a", call, needs), ("b", call, &needs.replace('5', "6"))],
                vec!["a: deep(x)", "a: keep(data, filepath)", "b: deep(x)", "b: keep(data, filepath)"],
            ),
        ] {
            assert_eq!(functions(&text(&rules).0), expected, "{claim}");
        }
    }

    #[test]
    fn the_python_is_kept_line_by_line() {
        let python = "import os\n# about f\ndef f(**pdict):\n\n    # inside\n    return '''\nx'''\n\n# the end\ndef unused(): pass";
        let (text, notes) = text(&[("r", "filter: artfunc_f", python)]);
        let expected = "    // import os

    // Returns the values to keep.
    fn f(data, filepath) {
        throw \"not migrated yet: f\";
        // # about f
        // def f(**pdict):
        //
        //     # inside
        //     return '''
        // x'''
    }

    // No rule calls this:
    // # the end
    // def unused(): pass
";
        assert!(text.ends_with(expected), "{text}");
        assert_eq!(
            notes,
            [
                "6 the Python functions are now Rhai functions; the Python is kept as comments",
                "9 write the function `f` in Rhai",
                "15 no rule calls `unused`: its Python is kept as a comment",
            ]
        );
    }

    #[test]
    fn any_python_is_written_in_lines() {
        for line in [
            "\u{feff}x = 1",
            "x = '\u{2028}'",
            "x = 1\u{c}",
            "# condition: [\"a\u{201d}]",
            "\tx = 1",
            "x = '\u{201c}a\u{201d}'",
        ] {
            let old = serde_json::json!([{
                "name": "r", "rpath": ".", "xpath": "A", "filter": "artfunc_f", "condition": ["Exist"],
                "func_str": format!("{line}\ndef f(**pdict):\n\treturn [1]\n"),
            }]);
            let text = migrate("r.json", &old.to_string(), &|_| None).unwrap().text;
            assert!(text.contains("func_str: |\n"), "{line:?}: {text}");
            assert!(text.contains("\n          throw \"not migrated yet: f\";\n"), "{line:?}: {text}");
        }
    }

    #[test]
    fn an_unused_function_is_named() {
        let (text, _) =
            text(&[("a", "filter: artfunc_keep", KEEP), ("b", "filter: artfunc_keep", "def keep(**pdict): pass")]);
        assert!(text.contains("// Version 1 used the later function of this name in `b` instead: compare the two."));
    }
}
