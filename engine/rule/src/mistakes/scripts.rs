//! Tests of mistakes in functions and expressions, in every style of a string in a rule file.

use super::describe;
use crate::{RuleFile, RuleSet};

/// Returns everything that is reported for the first of these files, which can read the other files. Each line begins
/// with the path, unless it is the path of the first file.
fn report_lines(files: &[(&str, &str)]) -> Vec<String> {
    let texts = |text: &str| text.strip_prefix('\n').unwrap_or(text).to_owned();
    let first = RuleFile { path: files[0].0.to_owned(), text: texts(files[0].1) };
    let read = |path: &str| files.iter().find(|(known, _)| *known == path).map(|(_, text)| texts(text));
    let (_, mut out) = RuleSet::load(&[first], &read);
    out.settle();
    let lists = [("problem", &out.problems), ("warning", &out.warnings), ("hint", &out.hints)];
    let line = |kind: &str, problem: &assay_report::Problem| match problem.path.as_deref() {
        Some(path) if path != files[0].0 => format!("{kind} {path}:{}", describe(problem)),
        _ => format!("{kind} {}", describe(problem)),
    };
    lists.iter().flat_map(|(kind, list)| list.iter().map(move |problem| line(kind, problem))).collect()
}

/// A library with a function for conditions and one for filters.
const SHOP: &str = "fn f(data, filepath, condition) { [] }
    fn g(data, filepath) { data }";

/// A rule with these further fields, which begin on the fourth line.
macro_rules! rule {
    ($rest:literal) => {
        concat!("\n- name: r\n  rpath: .\n  xpath: '*/A'", $rest)
    };
}

/// Rows: the name of the test, the files, and what is reported for them, in order.
macro_rules! mistakes {
    ($($name:ident: $($path:literal = $text:expr),+ => [$($line:literal,)*];)*) => {
        $(#[test]
        fn $name() {
            let expected: &[&str] = &[$($line),*];
            assert_eq!(report_lines(&[$(($path, $text)),+]), expected);
        })*
    };
}

/// The place of a fault in a script, for each style of the script.
mod places {
    use super::report_lines;

    mistakes! {
        in_a_block: "r.yaml" = rule!("
  filter: artfunc_f
  condition: [Exist]
  func_str: |
    fn f(data, filepath) {
        let x = ;
        data
    }
") => [
            "problem 8:17 script-syntax unexpected `;` <;>",
        ];
        in_a_block_that_loses_its_last_line_break: "r.yaml" = rule!("
  filter: artfunc_f
  condition: [Exist]
  func_str: |-
      fn f(data, filepath) {
          let x = ;
          data
      }
") => [
            "problem 8:19 script-syntax unexpected `;` <;>",
        ];
        in_a_block_whose_indentation_is_given: "r.yaml" = rule!("
  filter: artfunc_f
  condition: [Exist]
  func_str: |2-
     fn f(data, filepath) {
         let x = ;
         data
     }
") => [
            "problem 8:18 script-syntax unexpected `;` <;>",
        ];
        in_a_folded_block: "r.yaml" = rule!("
  filter: artfunc_f
  condition: [Exist]
  func_str: >
    fn f(data, filepath) {
    let x = ;
    data
    }
") => [
            "problem 8:13 script-syntax unexpected `;` <;>",
        ];
        after_blank_lines: "r.yaml" = rule!(r#"
  filter: artfunc_f
  condition: [Exist]
  func_str: |

    // é😀

    fn f(data, filepath) { "é😀" + }
"#) => [
            "problem 10:35 script-syntax unexpected `}` <}>",
        ];
        without_quotes: "r.yaml" = rule!("
  filter: artfunc_f
  condition: [Exist]
  func_str: fn f(data, filepath) { let x = ; data }
") => [
            "problem 6:44 script-syntax unexpected `;` <;>",
        ];
        in_single_quotes: "r.yaml" = rule!("
  filter: artfunc_f
  condition: [Exist]
  func_str: 'fn f(data, filepath) { let s = ''x''; let x = ; }'
") => [
            "problem 6:60 script-syntax unexpected `;` <;>",
        ];
        in_single_quotes_over_lines: "r.yaml" = rule!("
  filter: artfunc_f
  condition: [Exist]
  func_str: 'fn f(data, filepath) {

    let x = ;
    data }'
") => [
            "problem 8:13 script-syntax unexpected `;` <;>",
        ];
        in_double_quotes_with_escapes: "r.yaml" = rule!(r#"
  filter: artfunc_f
  condition: [Exist]
  func_str: "fn f(data, filepath) {\n\tlet s = \"\u00e9\"; let x = ;\n}"
"#) => [
            "problem 6:68 script-syntax unexpected `;` <;>",
        ];
        over_lines_in_double_quotes: "r.yaml" = rule!(r#"
  filter: artfunc_f
  condition: [Exist]
  func_str: "fn f(data, filepath) {\n\
    \  let x = ;\n}"
"#) => [
            "problem 7:16 script-syntax unexpected `;` <;>",
        ];
        with_line_ends_of_windows: "r.yaml" = "- name: r\r\n  rpath: .\r\n  xpath: '*/A'\r\n  filter: artfunc_f\r\n  condition: [Exist]\r\n  func_str: |\r\n    fn f(data, filepath) {\r\n        let x = ;\r\n        data\r\n    }\r\n" => [
            "problem 8:17 script-syntax unexpected `;` <;>",
        ];
        with_line_ends_of_old_macs: "r.yaml" = "- name: r\r  rpath: .\r  xpath: '*/A'\r  filter: artfunc_f\r  condition: [Exist]\r  func_str: |\r    fn f(data, filepath) {\r        let x = ;\r        data\r    }\r" => [
            "problem 8:17 script-syntax unexpected `;` <;>",
        ];
        after_a_byte_order_mark: "r.yaml" = "\u{feff}name: r\nfunc_str: fn f( { }\nrpath: .\nxpath: A\ncondition: [Exist]\n" => [
            "problem 2:17 script-syntax expected `)` to close the parameters list of function `f` <{>",
            "hint 1:1 rule-file-single these fields are read as one rule <name>",
        ];
        in_json: "r.json" = r#"[{"name": "r", "rpath": ".", "xpath": "*/A", "condition": ["Exist"],
    "func_str": "fn f(data, filepath) {\n  let s = \"\u00e9\ud83d\ude00\"; let x = ;\n}"}]"# => [
            "problem 2:84 script-syntax unexpected `;` <;>",
        ];
        in_json_with_line_ends_of_windows: "r.json" = "[{\"name\": \"r\", \"rpath\": \".\", \"xpath\": \"*/A\", \"condition\": [\"Exist\"],\r\n  \"func_str\": \"fn f(data, filepath) {\\r\\n  let x = ;\\r\\n}\"}]" => [
            "problem 2:52 script-syntax unexpected `;` <;>",
        ];
        in_the_script_of_the_file: "r.yaml" = "
script: |
  fn f(data, filepath) {
      let x = ;
      data
  }
rules:
- name: r
  rpath: .
  xpath: '*/A'
  filter: artfunc_f
  condition: [Exist]
" => [
            "problem 3:15 script-syntax unexpected `;` <;>",
            "problem 10:11 rule-broken-script the `script` of this file cannot be used, so this rule is not run <artfunc_f>",
        ];
        in_a_script_of_its_own: "r.yaml" = "
script: s/f.rhai
rules:
- name: r
  rpath: .
  xpath: '*/A'
  filter: artfunc_f
  condition: [Exist]
",
            "s/f.rhai" = "fn f(data, filepath) {
    let x = ;
    data
}" => [
            "problem 6:11 rule-broken-script the `script` of this file cannot be used, so this rule is not run <artfunc_f>",
            "problem s/f.rhai:2:13 script-syntax unexpected `;` <;>",
        ];
        in_a_script_of_its_own_with_a_byte_order_mark: "r.yaml" = "
script: f.rhai
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
",
            "f.rhai" = "\u{feff}fn f( {}" => [
            "problem f.rhai:1:7 script-syntax expected `)` to close the parameters list of function `f` <{>",
        ];
        in_a_library: "r.yaml" = rule!("
  filter: artfunc_shop.f
  condition: [Exist]
"),
            "lib/shop.rhai" = "fn f(data, filepath) {\r\n    let x = ;\r\n    data\r\n}" => [
            "problem lib/shop.rhai:2:13 script-syntax unexpected `;` <;>",
            "problem 4:11 rule-broken-script the library `shop` cannot be used, so this rule is not run <artfunc_shop.f>",
        ];
    }
}

/// Expressions.
mod expressions {
    use super::report_lines;

    mistakes! {
        without_quotes: "r.yaml" = rule!("
  condition: [Satisfy the expression, d ==]
") => [
            "problem 4:43 expression-syntax a value is missing: the expression ends <]>",
        ];
        in_single_quotes: "r.yaml" = rule!("
  condition: [Satisfy the expression, 'd == ''it'' +* 2']
") => [
            "problem 4:53 expression-syntax a value is missing: found `*` <*>",
        ];
        in_double_quotes_with_escapes: "r.yaml" = rule!(r#"
  condition: [Satisfy the expression, "d == \"\u00e9\\n\" +* 2"]
"#) => [
            "problem 4:60 expression-syntax a value is missing: found `*` <*>",
        ];
        in_a_block_of_a_list: "r.yaml" = rule!("
  condition:
  - Satisfy the expression
  - >
    d == 1
    and d +* 2
") => [
            "problem 8:12 expression-syntax a value is missing: found `*` <*>",
        ];
        with_line_ends_of_windows: "r.yaml" = "- name: r\r\n  rpath: .\r\n  xpath: A\r\n  condition:\r\n  - Satisfy the expression\r\n  - |\r\n    d == 1 and\r\n      d +* 2\r\n" => [
            "problem 8:10 expression-syntax a value is missing: found `*` <*>",
        ];
        in_json: "r.json" = r#"[{"name": "r", "rpath": ".", "xpath": "*/A", "condition": ["Satisfy the expression", "d == \"\u00e9\ud83d\ude00\" +* 2"]}]"# => [
            "problem 1:116 expression-syntax a value is missing: found `*` <*>",
        ];
        an_unknown_name: "r.yaml" = rule!("
  condition: [Satisfy the expression, d in res_filter.ALL_RESS]
") => [
            "problem 4:44 expression-unknown-name there is no collection `res_filter.ALL_RESS` <res_filter.ALL_RESS>",
        ];
        an_unknown_function: "r.yaml" = rule!("
  condition: [Satisfy the expression, lenn(d) == 2]
") => [
            "problem 4:39 expression-unknown-function there is no function `lenn` <lenn>",
        ];
        nothing: "r.yaml" = rule!("
  condition: [Satisfy the expression, '']
") => [
            "problem 4:39 expression-empty the expression is empty <''>",
        ];
        a_number: "r.yaml" = rule!("
  condition: [Satisfy the expression, 5]
") => [
            "problem 4:39 condition-expression an expression must be a string, not a number <5>",
        ];
        a_lambda: "r.yaml" = rule!("
  condition: [Satisfy the expression, '(lambda x: x)(d)']
") => [
            "problem 4:41 expression-unsupported `lambda` is not understood here <lambda>",
        ];
    }
}

/// Functions that do not exist, or that have other parameters than the call.
mod functions {
    use super::report_lines;

    mistakes! {
        an_unknown_condition: "r.yaml" = rule!("
  condition: [func_no_gap]
  func_str: |
    fn no_gaps(data, filepath, condition) { [] }
") => [
            "problem 4:15 script-unknown-function there is no function `no_gap` <func_no_gap>",
        ];
        an_unknown_filter: "r.yaml" = rule!("
  filter: artfunc_larg
  condition: [Exist]
  func_str: |
    fn large(data, filepath) { data }
") => [
            "problem 4:19 script-unknown-function there is no function `larg` <larg>",
        ];
        another_letter_case: "r.yaml" = rule!("
  condition: [func_F]
  func_str: |
    fn f(data, filepath, condition) { [] }
") => [
            "problem 4:15 script-unknown-function there is no function `F` <func_F>",
        ];
        a_filter_as_a_condition: "r.yaml" = rule!("
  condition: [func_f]
  func_str: |
    fn f(data, filepath) { data }
") => [
            "problem 4:15 script-parameters the function `f` takes 2 parameters; a condition is called with `(data, filepath, condition)` <func_f>",
        ];
        a_condition_as_a_filter: "r.yaml" = rule!("
  filter: artfunc_f
  condition: [Exist]
  func_str: |
    fn f(data, filepath, condition) { [] }
") => [
            "problem 4:14 script-parameters the function `f` takes 3 parameters; a filter is called with `(data, filepath)` <f>",
        ];
        too_many_parameters: "r.yaml" = rule!("
  subxpath: A
  subfilter: artfunc_f
  condition: [func_f]
  func_str: |
    fn f(a, b, c, d) { a }
") => [
            "problem 5:17 script-parameters the function `f` takes 4 parameters; a filter is called with `(data, filepath)` <f>",
            "problem 6:15 script-parameters the function `f` takes 4 parameters; a condition is called with `(data, filepath, condition)` <func_f>",
        ];
        an_unused_function: "r.yaml" = rule!("
  condition: [Exist]
  func_str: |
    fn f(data) { data
") => [
            "problem 6:16 script-syntax the `{` is not closed: `}` is missing <{>",
        ];
        eval: "r.yaml" = rule!(r#"
  condition: [func_f]
  func_str: |
    fn f(data, filepath, condition) { eval("1") }
"#) => [
            "problem 6:39 script-eval `eval` is disabled <eval>",
        ];
        python: "r.yaml" = rule!("
  condition: [func_f]
  func_str: |
    def f(**pdict):
        import res_filter
        return True, []
") => [
            "problem 6:5 script-syntax expected `;` to terminate this statement <def>",
        ];
        a_filter_without_its_mark: "r.yaml" = rule!("
  filter: func_keep
  condition: [Exist]
  func_str: |
    fn keep(data, filepath) { [] }
") => [
            "warning 4:11 filter-function-unmarked `keep` is a regular expression here, not a call of the function <func_keep>",
        ];
        a_filter_with_another_prefix_and_a_misspelled_name: "r.yaml" = rule!("
  filter: func_keeep
  condition: [Exist]
  func_str: |
    fn keep(data, filepath) { [] }
") => [
            "warning 4:11 filter-function-unmarked `func_keeep` is a regular expression here, not a call of a function <func_keeep>",
        ];
        a_filter_in_brackets: "r.yaml" = rule!("
  filter: [func_keep]
  condition: [Exist]
  func_str: |
    fn keep(data, filepath) { [] }
") => [
            "problem 4:11 rule-field-kind `filter` must be a string, not a list <[func_keep]>",
        ];
        a_filter_in_brackets_in_quotes: "r.yaml" = rule!("
  filter: '[func_keep]'
  condition: [Exist]
  func_str: |
    fn keep(data, filepath) { [] }
") => [
            "warning 4:11 filter-function-unmarked `keep` is a regular expression here, not a call of the function <'[func_keep]'>",
        ];
        a_filter_with_another_prefix_and_an_unknown_name: "r.yaml" = rule!("
  filter: ArtFunc_other
  condition: [Exist]
  func_str: |
    fn keep(data, filepath) { [] }
") => [
            "warning 4:11 filter-function-unmarked `ArtFunc_other` is a regular expression here, not a call of a function <ArtFunc_other>",
        ];
        a_filter_that_is_an_expression_in_a_rule_with_functions: "r.yaml" = rule!("
  filter: keeep
  condition: [Unique]
  func_str: |
    fn keep(data, filepath) { [] }
") => [];
        a_filter_as_in_javascript: "r.yaml" = rule!("
  filter: /^box$/i
  not_filter: /box/g
  condition: [Exist]
") => [
            "warning 4:11 filter-slashes `/^box$/i` is searched with its slashes and flags </^box$/i>",
            "warning 5:15 filter-slashes `/box/g` is searched with its slashes and flags </box/g>",
        ];
        records_compared_with_one_value: "r.yaml" = "
- {name: r, rpath: ., xpath: '*/A,B,C', condition: ['!=', b]}
- {name: s, rpath: ., xpath: '*/A,B,C', condition: [Not exist in, [a, b]]}
- {name: t, rpath: ., xpath: '*/A,B,C', condition: ['==', b]}
- {name: u, rpath: ., xpath: '*/A,B', condition: ['!=', b]}
" => [
            "warning 1:53 condition-records `!=` is true for every record, whatever it contains <'!='>",
            "warning 2:53 condition-records `Not exist in` is true for every record, whatever it contains <Not exist in>",
        ];
        a_filter_that_keeps_only_passing_values: "r.yaml" = "
- {name: a, rpath: ., xpath: '*/A', filter: ^SM_, condition: [Exist]}
- {name: b, rpath: ., xpath: '*/A:b,c', filter: 'png$'  , condition: [exist]}
- {name: c, rpath: ., xpath: '*/A', subxpath: '*/B', subfilter: '^[A-Z]', condition: [Exist]}
- {name: d, rpath: ., xpath: '*/A', filter: ^T_, condition: ['!=', none]}
- {name: e, rpath: ., xpath: '*/A', filter: ^T_, condition: [Not exist in, [a, b]]}
- {name: f, rpath: ., xpath: '*/A', not_filter: 'none|old', condition: ['!=', none]}
- {name: g, rpath: ., xpath: '*/A', filter: '^.[a-z]', not_filter: '.', condition: ['!=', '']}
" => [
            "warning 1:63 condition-filtered `Exist` is true for every value that `filter` lets through <Exist>",
            "warning 2:71 condition-filtered `exist` is true for every value that `filter` lets through <exist>",
            "warning 3:87 condition-filtered `Exist` is true for every value that `subfilter` lets through <Exist>",
            "warning 4:62 condition-filtered `!=` is true for every value that `filter` lets through <'!='>",
            "warning 5:62 condition-filtered `Not exist in` is true for every value that `filter` lets through <Not exist in>",
            "warning 6:73 condition-filtered `!=` is true for every value that `not_filter` lets through <'!='>",
            "warning 7:85 condition-filtered `!=` is true for every value that `filter` lets through <'!='>",
        ];
        a_filter_that_keeps_failing_values: "r.yaml" = "
- {name: a, rpath: ., xpath: '*/A', filter: ^SM_, condition: [Null collection]}
- {name: b, rpath: ., xpath: '*/A', filter: ^SM_, condition: [Not null collection]}
- {name: c, rpath: ., xpath: '*/A', filter: ^SM_, condition: [Not exist]}
- {name: d, rpath: ., xpath: '*/A', filter: ^SM_, condition: [Unique]}
- {name: e, rpath: ., xpath: '*/A', filter: ^SM_, condition: ['==', SM_A]}
- {name: f, rpath: ., xpath: '*/A', filter: ^SM_, condition: ['!=', SM_A]}
- {name: g, rpath: ., xpath: '*/A', filter: ^SM_, condition: [Not exist in, [a, SM_B]]}
- {name: h, rpath: ., xpath: '*/A', filter: ^SM_, condition: [Exist in, [a, b]]}
- {name: i, rpath: ., xpath: '*/A', filter: '^[0-9]', condition: [Exist]}
- {name: j, rpath: ., xpath: '*/A', filter: '^[0-9]+$', condition: ['!=', 5]}
- {name: k, rpath: ., xpath: '*/A', filter: '^[a-z]', condition: [Exist]}
- {name: l, rpath: ., xpath: '*/A', filter: '.*', condition: [Exist]}
- {name: m, rpath: ., xpath: '*/A', filter: '.', condition: [Exist]}
- {name: n, rpath: ., xpath: '*/A', filter: '^$|x', condition: [Exist]}
- {name: o, rpath: ., xpath: '*/A', not_filter: '^$', condition: [Exist]}
- {name: p, rpath: ., xpath: '*/A,B?', not_filter: '^(0.*|false|-0|)$', condition: [Exist]}
- {name: q, rpath: ., xpath: '*/A', not_filter: '^T_', condition: ['!=', none]}
- {name: r, rpath: ., xpath: '*/A', not_filter: 'none', condition: [Not exist in, [none, null]]}
- {name: s, rpath: ., xpath: '*/A', filter: ^SM_, subxpath: '*/B', condition: [Exist]}
- {name: t, rpath: ., xpath: '*/A', filter: ^SM_, condition: [Not exist in, []]}
- {name: u, rpath: ., xpath: '*/A', filter: artfunc_res_filter.validGUID, condition: [Exist]}
- {name: v, rpath: ., xpath: '*/A', filter: ^SM_, condition: [Satisfy the expression, len(d) > 3]}
- {name: w, rpath: ., xpath: '*/A', filter: ^SM_, condition: ['<', SM_B]}
" => [];
        unique_values_that_each_file_has_once: "r.yaml" = "
- {name: r, rpath: ., xpath: '{file.stem}', condition: [Unique]}
- {name: s, rpath: ., xpath: '{image.width}', filter: '^1', condition: [unique]}
- {name: t, rpath: ., xpath: '*/A', subxpath: '{file.md5}', condition: [Unique]}
- {name: u, rpath: ., xpath: '{file.text}', filter: artfunc_lines, condition: [Unique], func_str: 'fn lines(data, filepath) { data }'}
- {name: v, rpath: ., xpath: '{asset.path}', condition: [Unique]}
- {name: w, rpath: ., xpath: '{file.path}', subxpath: '*/A', condition: [Unique]}
- {name: x, rpath: ., xpath: '*/A,B', condition: [Unique]}
- {name: y, rpath: ., xpath: '*/A,B,C', condition: [Unique]}
- {name: z, rpath: ., xpath: '{file.stem}', condition: ['!=', a]}
- {name: a, rpath: ., xpath: '{file.path}', subxpath: '{file.text}', subfilter: artfunc_lines, condition: [Unique], func_str: 'fn lines(data, filepath) { data }'}
" => [
            "warning 1:57 condition-unique-fact `Unique` compares the values of one file, and each file has only one `{file.stem}` <Unique>",
            "warning 2:73 condition-unique-fact `unique` compares the values of one file, and each file has only one `{image.width}` <unique>",
            "warning 3:73 condition-unique-fact `Unique` compares the values of one file, and each file has only one `{file.md5}` <Unique>",
        ];
        constants_as_conditions: "r.yaml" = "
- {name: r, rpath: ., xpath: '*/A', condition: [Satisfy the expression, 'd == 1 or 2']}
- {name: s, rpath: ., xpath: '*/A', condition: [Satisfy the expression, '\"b\"']}
- {name: t, rpath: ., xpath: '*/A', condition: [Satisfy the expression, '(d or 2) == 2 or len(d) > 1']}
- {name: u, rpath: ., xpath: '*/A', condition: [Satisfy the expression, 'd == \"a\" or \"b\" or \"c\"']}
- {name: v, rpath: ., xpath: '*/A', condition: [Satisfy the expression, 'd != \"a\" and \"b\"']}
- {name: w, rpath: ., xpath: '*/A', condition: [Satisfy the expression, 'd != \"a\" or \"b\"']}
- {name: x, rpath: ., xpath: '*/A', condition: [Satisfy the expression, 'len(d) > 9 or True']}
- {name: y, rpath: ., xpath: '*/A', condition: [Satisfy the expression, 'True']}
- {name: z, rpath: ., xpath: '*/A', condition: [Satisfy the expression, '1 if d else 0']}
- {name: a, rpath: ., xpath: '*/A', condition: [Satisfy the expression, 'True and (False or len(d) > 1)']}
- {name: b, rpath: ., xpath: '*/A', condition: [Satisfy the expression, 'd == \"a\" and 1 or 0']}
- {name: c, rpath: ., xpath: '*/A', condition: [Satisfy the expression, '(d == \"a\" or \"b\") and len(d) < 9']}
- {name: d, rpath: ., xpath: '*/A', condition: [Satisfy the expression, 'd.strip() or \"\"']}
- {name: e, rpath: ., xpath: '*/A', condition: [Satisfy the expression, 'not (d == \"a\" and \"\")']}
" => [
            "warning 1:84 expression-always-holds this is true for every value, because it is a constant <2>",
            "warning 2:74 expression-always-holds this is true for every value, because it is a constant <\"b\">",
            "warning 4:86 expression-always-holds this is true for every value, because it is a constant <\"b\">",
            "warning 4:93 expression-always-holds this is true for every value, because it is a constant <\"c\">",
            "warning 6:86 expression-always-holds this is true for every value, because it is a constant <\"b\">",
            "warning 7:88 expression-always-holds this is true for every value, because it is a constant <True>",
            "warning 8:74 expression-always-holds this is true for every value, because it is a constant <True>",
            "hint 5:87 expression-constant this has the same result for every value, because it is a constant <\"b\">",
            "hint 12:87 expression-constant this has the same result for every value, because it is a constant <\"b\">",
            "hint 13:87 expression-constant this has the same result for every value, because it is a constant <\"\">",
            "hint 14:92 expression-constant this has the same result for every value, because it is a constant <\"\">",
        ];
        constant_comparisons: "r.yaml" = r#"
- {name: a, rpath: ., xpath: '*/A', condition: [Satisfy the expression, len(d) >= 0]}
- {name: b, rpath: ., xpath: '*/A', condition: [Satisfy the expression, 'len(d.strip()) > -1 or d == "a"']}
- {name: c, rpath: ., xpath: '*/A', condition: [Satisfy the expression, 0 <= len(files(d))]}
- {name: d, rpath: ., xpath: '*/A', condition: [Satisfy the expression, files(d) is not None]}
- {name: e, rpath: ., xpath: '*/A', condition: [Satisfy the expression, "xpath(d, '*/B') != None"]}
- {name: g, rpath: ., xpath: '*/A', condition: [Satisfy the expression, 'len(d) >= 0 and d != "a"']}
- {name: h, rpath: ., xpath: '*/A', condition: [Satisfy the expression, len(d) == -1]}
- {name: i, rpath: ., xpath: '*/A', condition: [Satisfy the expression, "d.find('x')"]}
- {name: j, rpath: ., xpath: '*/A', condition: [Satisfy the expression, exists(d) is not None]}
"# => [
            "warning 1:73 expression-always-holds this is true for every value, because a length is never below 0 <len(d) >= 0>",
            "warning 2:74 expression-always-holds this is true for every value, because a length is never below 0 <len(d.strip()) > -1>",
            "warning 3:73 expression-always-holds this is true for every value, because a length is never below 0 <0 <= len(files(d))>",
            "warning 4:73 expression-always-holds this is true for every value, because it never returns `None` <files(d) is not None>",
            "warning 5:74 expression-always-holds this is true for every value, because it never returns `None` <xpath(d, '*/B') != None>",
            "warning 8:74 expression-truth-of-place `find` returns an index, or -1 if it finds nothing, and -1 is truthy <d.find('x')>",
            "warning 9:73 expression-always-holds this is true for every value, because it never returns `None` <exists(d) is not None>",
            "hint 6:74 expression-constant this has the same result for every value, because a length is never below 0 <len(d) >= 0>",
            "hint 7:73 expression-constant this has the same result for every value, because a length is never below 0 <len(d) == -1>",
        ];
        comparisons_that_are_not_constant: "r.yaml" = r#"
- {name: a, rpath: ., xpath: '*/A', condition: [Satisfy the expression, len(d) > 0]}
- {name: b, rpath: ., xpath: '*/A', condition: [Satisfy the expression, len(d) >= 1 and len(d) != 0]}
- {name: c, rpath: ., xpath: '*/A', condition: [Satisfy the expression, len(d) <= 0 or 0 == len(d)]}
- {name: d, rpath: ., xpath: '*/A', condition: [Satisfy the expression, int(d) >= 0]}
- {name: e, rpath: ., xpath: '*/A', condition: [Satisfy the expression, first_file(d) is not None]}
- {name: f, rpath: ., xpath: '*/A', condition: [Satisfy the expression, d is not None]}
- {name: g, rpath: ., xpath: '*/A', condition: [Satisfy the expression, "files(d) != [] and xpath(d, '*/B')"]}
- {name: h, rpath: ., xpath: '*/A', condition: [Satisfy the expression, "d.find('x') >= 0 or d.find('y') != -1"]}
- {name: i, rpath: ., xpath: '*/A', condition: [Satisfy the expression, "[d].index('a') == 0"]}
- {name: j, rpath: ., xpath: '*/A', condition: [func_len], func_str: 'fn len(data, filepath, condition) { data }'}
- {name: k, rpath: ., xpath: '*/A', condition: [Satisfy the expression, all(len(x) < 3 for x in d.split())]}
- {name: l, rpath: ., xpath: '*/A', condition: [Satisfy the expression, d.count('x') > -1 + 2]}
- {name: m, rpath: ., xpath: '*/A,{dom}', condition: [Satisfy the expression, "d.find('x') is not None"]}
- {name: n, rpath: ., xpath: '*/A', condition: [Satisfy the expression, len(d) > -1 + 4]}
"# => [];
        custom_functions_with_names_of_the_library: "r.yaml" = r#"
- {name: a, rpath: ., xpath: '*/A', condition: [Satisfy the expression, files(d) is not None], func_str: 'fn files(d) { }'}
- {name: b, rpath: ., xpath: '*/A', condition: [Satisfy the expression, exists(d) != None], func_str: 'fn exists(d) { }'}
- {name: c, rpath: ., xpath: '*/A', condition: [Satisfy the expression, files('png')], func_str: 'fn files(d) { exists(d) }'}
- {name: d, rpath: ., xpath: '*/A', condition: [Satisfy the expression, "matches('^T_', d)"], func_str: 'fn matches(a, d) { d }'}
- {name: e, rpath: ., xpath: '*/A', condition: [Satisfy the expression, "matches('a', 'b')"], func_str: 'fn matches(a, b) { exists(a) }'}
- {name: f, rpath: ., xpath: '*/A', condition: [Satisfy the expression, exists(d) is not None], func_str: 'fn files(d) { }'}
"# => [
            "warning 6:73 expression-always-holds this is true for every value, because it never returns `None` <exists(d) is not None>",
        ];
        expressions_that_do_not_use_the_value: "r.yaml" = r#"
collections: {pictures: [a.png]}
rules:
- {name: a, rpath: ., xpath: '*/A', condition: [Satisfy the expression, 'files("\.png$")']}
- {name: b, rpath: ., xpath: '*/A', condition: [Satisfy the expression, 1 < 2]}
- {name: c, rpath: ., xpath: '*/A', condition: [Satisfy the expression, "matches('d', '^T_')"]}
- {name: d, rpath: ., xpath: '*/A', condition: [Satisfy the expression, pictures]}
- {name: e, rpath: ., xpath: '*/A', condition: [Satisfy the expression, 'all([x > 1 for x in [2, 3]])']}
- {name: f, rpath: ., xpath: '*/A', condition: [Satisfy the expression, "'d'.startswith('a') or len('d') > 3"]}
- {name: g, rpath: ., xpath: '*/A', condition: ["Satisfy the expression", "files('png')"]}
- {name: h, rpath: ., xpath: '*/A', condition: [Satisfy the expression, True and True]}
"# => [
            r#"warning 3:74 expression-without-value this has the same result for every value, because it does not use `d` <files("\.png$")>"#,
            "warning 4:73 expression-without-value this has the same result for every value, because it does not use `d` <1 < 2>",
            "warning 5:74 expression-without-value this has the same result for every value, because it does not use `d` <matches('d', '^T_')>",
            "warning 6:73 expression-without-value this has the same result for every value, because it does not use `d` <pictures>",
            "warning 7:74 expression-without-value this has the same result for every value, because it does not use `d` <all([x > 1 for x in [2, 3]])>",
            "warning 8:74 expression-without-value this has the same result for every value, because it does not use `d` <'d'.startswith('a') or len('d') > 3>",
            "warning 9:76 expression-without-value this has the same result for every value, because it does not use `d` <files('png')>",
            "warning 10:73 expression-without-value this has the same result for every value, because it does not use `d` <True and True>",
        ];
        facts_that_an_expression_compares_as_strings: "r.yaml" = r#"
- {name: a, rpath: ., xpath: '{image.width}', condition: [Satisfy the expression, "d != '{image.height}'"]}
- {name: b, rpath: ., xpath: '{file.name}', condition: [Satisfy the expression, "d in ('a', '{file.stem}')"]}
- {name: c, rpath: ., xpath: '{file.name}', condition: [Satisfy the expression, "'{ file.path }' == d or len(d) > 9"]}
- {name: d, rpath: ., xpath: '{file.name}', condition: [Satisfy the expression, "d != '{name}' and d < 'file.path'"]}
- {name: e, rpath: ., xpath: '{file.name}', condition: [Satisfy the expression, "d.replace('{file.path}', '')"]}
"# => [
            "warning 1:89 condition-literal `{image.height}` is compared as an exact string, not as a fact about the file <'{image.height}'>",
            "warning 2:93 condition-literal `{file.stem}` is compared as an exact string, not as a fact about the file <'{file.stem}'>",
            "warning 3:82 condition-literal `{ file.path }` is compared as an exact string, not as a fact about the file <'{ file.path }'>",
        ];
        expressions_that_use_the_value_or_the_project: "r.yaml" = r#"
collections: {pictures: [a.png], maps: {rpath: png$, xpath: '{file.stem}'}}
rules:
- {name: a, rpath: ., xpath: '*/A', condition: [Satisfy the expression, 'd in files("\.png$")']}
- {name: b, rpath: ., xpath: '*/A', condition: [Satisfy the expression, "exists('LICENSE')"]}
- {name: c, rpath: ., xpath: '*/A', condition: [Satisfy the expression, "len(files('LICENSE')) == 1"]}
- {name: d, rpath: ., xpath: '*/A', condition: [Satisfy the expression, "not files('tmp$')"]}
- {name: e, rpath: ., xpath: '*/A', condition: [Satisfy the expression, "len(pictures) < 9"]}
- {name: f, rpath: ., xpath: '*/A', condition: [Satisfy the expression, d]}
- {name: g, rpath: ., xpath: '*/A', condition: [Satisfy the expression, files(d)]}
- {name: h, rpath: ., xpath: '*/A', condition: [Satisfy the expression, 'any(d == p for p in pictures)']}
- {name: i, rpath: ., xpath: '*/A', condition: [Satisfy the expression, "exists('a.png')"]}
- {name: j, rpath: ., xpath: '*/A', condition: [Satisfy the expression, "'a' in pictures"]}
- {name: k, rpath: ., xpath: '*/A', condition: [Satisfy the expression, 'False']}
- {name: l, rpath: ., xpath: '*/A', condition: [Satisfy the expression, not True]}
- {name: m, rpath: ., xpath: '*/A', condition: [Satisfy the expression, check(1)], func_str: 'fn check(x) { exists("a") }'}
- {name: n, rpath: ., xpath: '*/A', condition: [Satisfy the expression, 'len([x for x in pictures if x in d]) > 0']}
- {name: o, rpath: ., xpath: '*/A', condition: [Satisfy the expression, '-d < 1']}
- {name: p, rpath: ., xpath: '*/A', condition: [Satisfy the expression, 'd.get("a")']}
- {name: q, rpath: ., xpath: '*/A', condition: [Satisfy the expression, "xpath('a.xml', '*/B')[0] == '1'"]}
- {name: r, rpath: ., xpath: '*/A', condition: [Satisfy the expression, len(definitions) > 0]}
- {name: s, rpath: ., xpath: '*/A', condition: [Satisfy the expression, "len(maps.paths(d)) == 1"]}
- {name: t, rpath: ., xpath: '*/A', condition: [Satisfy the expression, "any(x == d for x in [1, 2])"]}
- {name: u, rpath: ., xpath: '*/A', condition: [Satisfy the expression, "1 if d else 0"]}
- {name: v, rpath: ., xpath: '*/A', condition: [Satisfy the expression, "0 < d < 9"]}
- {name: w, rpath: ., xpath: '*/A', condition: [Satisfy the expression, "res_store.res_in_repo['x'][0].Name == 'a'"]}
"# => [];
        alternatives_that_are_always_true: "r.yaml" = r#"
- {name: a, rpath: ., xpath: '*/A', condition: [Satisfy the expression, 'd != "albedo" or d != "normal"']}
- {name: b, rpath: ., xpath: '*/A', condition: [Satisfy the expression, "d != 'a' or d != 'b' or d != 'c'"]}
- {name: c, rpath: ., xpath: '*/A', condition: [Satisfy the expression, '(len(d) != 1) or (2 != len(d))']}
- {name: d, rpath: ., xpath: '*/A', condition: [Satisfy the expression, d == "a" and d == "b"]}
- {name: e, rpath: ., xpath: '*/A', condition: ["Satisfy the expression", "not (d == 'a' and d == 'b')"]}
- {name: f, rpath: ., xpath: '*/A', condition: [Satisfy the expression, 'd != "a" or d != "b" or len(d) > 3']}
- {name: g, rpath: ., xpath: '*/A', condition: [Satisfy the expression, 'len(d) > 3 and (d != "a" or d != "b")']}
- {name: h, rpath: ., xpath: '*/A', condition: [Satisfy the expression, 'len(d) > 3 or d == "a" and d == "b"']}
"# => [
            r#"warning 1:74 expression-always-holds this is true for every value, because each value differs from one of these <d != "albedo" or d != "normal">"#,
            "warning 2:74 expression-always-holds this is true for every value, because each value differs from one of these <d != 'a' or d != 'b' or d != 'c'>",
            "warning 3:75 expression-always-holds this is true for every value, because each value differs from one of these <len(d) != 1) or (2 != len(d)>",
            r#"warning 4:73 expression-never-holds this is false for every value, because no value equals both <d == "a" and d == "b">"#,
            "warning 5:81 expression-always-holds this is false for every value, because no value equals both <d == 'a' and d == 'b'>",
            r#"warning 6:74 expression-always-holds this is true for every value, because each value differs from one of these <d != "a" or d != "b" or len(d) > 3>"#,
            r#"hint 7:90 expression-constant this is true for every value, because each value differs from one of these <d != "a" or d != "b">"#,
            r#"hint 8:88 expression-constant this is false for every value, because no value equals both <d == "a" and d == "b">"#,
        ];
        alternatives_that_may_be_false: "r.yaml" = r#"
- {name: a, rpath: ., xpath: '*/A', condition: [Satisfy the expression, 'd != "a" and d != "b"']}
- {name: b, rpath: ., xpath: '*/A', condition: [Satisfy the expression, 'd == "a" or d == "b"']}
- {name: c, rpath: ., xpath: '*/A', condition: [Satisfy the expression, 'd != "a" or d != "a"']}
- {name: d, rpath: ., xpath: '*/A', condition: [Satisfy the expression, 'd != "a" or d == "b"']}
- {name: e, rpath: ., xpath: '*/A', condition: [Satisfy the expression, 'd[0] != "a" or d[1] != "b"']}
- {name: f, rpath: ., xpath: '*/A', condition: [Satisfy the expression, 'd.lower() != "a" or d != "b"']}
- {name: g, rpath: ., xpath: '*/A', condition: [Satisfy the expression, '1 != d or 1.0 != d']}
- {name: h, rpath: ., xpath: '*/A', condition: [Satisfy the expression, 'd == 1 and d == True']}
- {name: i, rpath: ., xpath: '*/A', condition: [Satisfy the expression, 'd != "a" and len(d) > 1 or d != "b" and len(d) > 2']}
- {name: j, rpath: ., xpath: '*/A', condition: [Satisfy the expression, '"a" != d != "b"']}
- {name: k, rpath: ., xpath: '*/A', condition: [Satisfy the expression, '"a" in d or "b" in d']}
- {name: l, rpath: ., xpath: '*/A', condition: [Satisfy the expression, 'd != 1 or d != "1"']}
"# => [];
        a_condition_without_its_mark: "r.yaml" = rule!("
  condition: [check()]
  func_str: |
    fn check(data, filepath, condition) { [] }
") => [
            "problem 4:15 condition-unknown-method there is no method `check()` <check()>",
        ];
        a_path_in_place_of_functions: "r.yaml" = rule!("
  condition: [Exist]
  func_str: keep.rhai
") => [
            "problem 5:13 script-unknown-variable there is no variable `keep` <keep>",
        ];
        a_private_filter: "r.yaml" = rule!("
  condition: [func_f]
  func_str: |
    private fn f(data, filepath, condition) { [] }
") => [
            "problem 4:15 script-private-function the function `f` is private <func_f>",
        ];
        a_repeated_function: "r.yaml" = rule!("
  condition: [func_f]
  func_str: |
    fn f(data, filepath, condition) { [] }
    fn f(data, filepath, condition) { [] }
") => [
            "problem 7:5 script-repeated-function the function `f` with 3 parameters is defined twice <fn>",
        ];
        a_rule_with_several_faults: "r.yaml" = "
- name: r
  rpath: '['
  xpath: A/
  filter: artfunc_g
  condition: [func_h]
  func_str: fn f(a) { a }
" => [
            "problem 2:11 pattern-class the `[` is not closed <[>",
            "problem 3:12 xpath-empty-step a tag is missing here <>",
            "problem 4:19 script-unknown-function there is no function `g` <g>",
            "problem 5:15 script-unknown-function there is no function `h` <func_h>",
        ];
        a_broken_function_that_is_called_twice: "r.yaml" = rule!("
  filter: artfunc_f
  condition: [func_g]
  func_str: |
    fn f(data, filepath) { data
    fn g(data, filepath, condition) { data }
") => [
            "problem 8:5 script-syntax expected `;` to terminate this statement <fn>",
        ];
        not_in_this_rule: "r.yaml" = rule!("
  condition: [func_f]
  func_str: 'fn f(data, filepath, condition) { [] }'
- name: s
  rpath: .
  xpath: '*/A'
  condition: [func_f]
") => [
            "problem 9:15 script-unknown-function there is no function `f` <func_f>",
        ];
        statements_outside_functions: "r.yaml" = rule!("
  condition: [func_f]
  func_str: |
    let x = 5;
    fn f(data, filepath, condition) { [] }
") => [
        ];
    }
}

/// `script:` of a file.
mod of_a_file {
    use super::report_lines;

    mistakes! {
        a_missing_script_file: "r.yaml" = "
script: s/f.rhai
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [func_f]
- name: s
  rpath: .
  xpath: '*/A'
  condition: [Exist]
" => [
            "problem 1:9 script-missing there is no script `s/f.rhai` <s/f.rhai>",
            "problem 6:15 rule-broken-script the `script` of this file cannot be used, so this rule is not run <func_f>",
        ];
        one_fault_for_all_rules: "r.yaml" = "
script: fn f(data, filepath, condition) {
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [func_f]
- name: s
  rpath: .
  xpath: '*/A'
  condition: [func_f]
- name: t
  rpath: .
  xpath: '*/A'
  condition: [Exist]
  func_str: 'fn g( {}'
" => [
            "problem 1:41 script-syntax the `{` is not closed: `}` is missing <{>",
            "problem 6:15 rule-broken-script the `script` of this file cannot be used, so this rule is not run <func_f>",
            "problem 10:15 rule-broken-script the `script` of this file cannot be used, so this rule is not run <func_f>",
            "problem 15:20 script-syntax expected `)` to close the parameters list of function `g` <{>",
        ];
        python: "r.yaml" = "
script: |
  import re
  def f(**pdict):
    return []
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
" => [
            "problem 3:3 script-syntax expected `;` to terminate this statement <def>",
        ];
        a_number: "r.yaml" = "
script: 5
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
" => [
            "problem 1:9 script-kind `script` must be a string, not a number <5>",
        ];
        a_broken_collection: "r.yaml" = "
collections: {fruit: 5}
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Satisfy the expression, 'd in fruit']
- name: s
  rpath: .
  xpath: '*/A'
  condition: [func_f]
  func_str: 'fn f(data, filepath, condition) { data.filter(|v| v in fruit) }'
" => [
            "problem 1:22 collection-kind collection `fruit` must be a list or a mapping, not a number <5>",
            "problem 6:45 rule-broken-collection the collection `fruit` cannot be used, so this rule is not run <fruit>",
            "problem 11:69 rule-broken-collection the collection `fruit` cannot be used, so this rule is not run <fruit>",
        ];
    }
}

/// Libraries.
mod libraries {
    use super::{SHOP, report_lines};

    mistakes! {
        an_unknown_library: "r.yaml" = rule!("
  condition: [shoop.f]
- name: s
  rpath: .
  xpath: '*/A'
  condition: [shop.f]
"),
            "lib/shop.rhai" = SHOP => [
            "problem 4:15 script-unknown-library there is no library `shoop` <shoop.f>",
        ];
        an_unknown_library_without_a_similar_one: "r.yaml" = rule!("
  condition: [shop.f]
") => [
            "problem 4:15 script-unknown-library there is no library `shop` <shop.f>",
        ];
        an_unknown_function_of_a_library: "r.yaml" = rule!("
  condition: [shop.ff]
"),
            "lib/shop.rhai" = SHOP => [
            "problem 4:15 script-unknown-function there is no function `shop.ff` <shop.ff>",
        ];
        a_filter_of_a_library_as_a_condition: "r.yaml" = rule!("
  condition: [shop.g]
"),
            "lib/shop.rhai" = SHOP => [
            "problem 4:15 script-parameters the function `shop.g` takes 2 parameters; a condition is called with `(data, filepath, condition)` <shop.g>",
        ];
        an_unknown_filter_of_a_library: "r.yaml" = rule!("
  filter: artfunc_shop.gg
  condition: [Exist]
"),
            "lib/shop.rhai" = SHOP => [
            "problem 4:19 script-unknown-function there is no function `shop.gg` <shop.gg>",
        ];
        an_unknown_import: "r.yaml" = rule!(r#"
  condition: [func_f]
  func_str: |
    import "shoop" as s;
    fn f(data, filepath, condition) { s::f(data) }
"#),
            "lib/shop.rhai" = SHOP => [
            "problem 6:12 script-unknown-library there is no library `shoop` <\"shoop\">",
        ];
        an_import_with_its_extension: "r.yaml" = rule!(r#"
  condition: [func_f]
  func_str: |
    import "lib/shop.rhai" as s;
    fn f(data, filepath, condition) { [] }
"#),
            "lib/shop.rhai" = SHOP => [
            "problem 6:12 script-unknown-library there is no library `lib/shop.rhai` <\"lib/shop.rhai\">",
        ];
        an_import_of_script: "r.yaml" = r#"
script: |
  import "none" as n;
  fn f(data, filepath, condition) { [] }
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [func_f]
"# => [
            "problem 2:10 script-unknown-library there is no library `none` <\"none\">",
            "problem 8:15 rule-broken-script the `script` of this file cannot be used, so this rule is not run <func_f>",
        ];
        an_import_of_a_library: "r.yaml" = rule!("
  condition: [shop.f]
"),
            "lib/shop.rhai" = r#"import "none" as n;
fn f(data, filepath, condition) { [] }
fn g(data, filepath) { data }"# => [
            "problem lib/shop.rhai:1:8 script-unknown-library there is no library `none` <\"none\">",
            "problem 4:15 rule-broken-script the library `shop` cannot be used, so this rule is not run <shop.f>",
        ];
        a_broken_library: "r.yaml" = rule!(r#"
  condition: [shop.f]
- name: s
  rpath: .
  xpath: '*/A'
  filter: artfunc_shop.g
  condition: [Exist]
- name: t
  rpath: .
  xpath: '*/A'
  condition: [func_h]
  func_str: |
    import "shop" as s;
    fn h(data, filepath, condition) { [] }
"#),
            "lib/shop.rhai" = "fn f( {}" => [
            "problem lib/shop.rhai:1:7 script-syntax expected `)` to close the parameters list of function `f` <{>",
            "problem 4:15 rule-broken-script the library `shop` cannot be used, so this rule is not run <shop.f>",
            "problem 8:11 rule-broken-script the library `shop` cannot be used, so this rule is not run <artfunc_shop.g>",
            "problem 13:15 rule-broken-script the library `shop` cannot be used, so this rule is not run <func_h>",
        ];
    }
}

/// The help of each fault.
#[test]
fn help_texts() {
    const LIBRARY: &str = "fn large(data, filepath) { data }\nfn no_gaps(data, filepath, condition) { [] }";
    let python = "def f(**pdict):\n        import res_filter\n        return True, []";
    for (steps, functions, help) in [
        ("condition: [func_no_gap]", LIBRARY, "did you mean `func_no_gaps`?"),
        ("filter: artfunc_larg\n  condition: [Exist]", LIBRARY, "did you mean `artfunc_large`?"),
        ("filter: artfunc_shop.larg\n  condition: [Exist]", "", "did you mean `artfunc_shop.large`?"),
        ("filter: artfunc_validGuid\n  condition: [Exist]", LIBRARY, "did you mean `artfunc_res_filter.validGUID`?"),
        ("condition: [shop.no_gap]", "", "did you mean `shop.no_gaps`?"),
        ("condition: [shopp.no_gaps]", "import \"shop\" as s;", "did you mean `shop`?"),
        ("condition: [condfunk.foliage_shader]", "", "did you mean `condfunc`?"),
        (
            "condition: [vegetables.f]",
            "",
            "put it in `lib/vegetables.rhai` or `../lib/vegetables.rhai`, relative to the rule file",
        ),
        ("condition: [shop.no_gaps]", "import \"shoop\" as s;", "did you mean `shop`?"),
        (
            "condition: [Exist]",
            "import \"lib/shop.rhai\" as s;",
            "write a library without folder and extension: `shop`",
        ),
        (
            "condition: [func_f]",
            python,
            "this looks like Python; write functions in Rhai, or convert them with `assay migrate`",
        ),
        ("condition: [Satisfy the expression, larg(d)]", LIBRARY, "did you mean `large`?"),
        ("condition: [no_gaps]", LIBRARY, "did you mean `func_no_gaps`?"),
        ("condition: [no_gaps()]", LIBRARY, "did you mean `func_no_gaps`?"),
        ("condition: [no_gaps(2)]", LIBRARY, "write `func_no_gaps`, followed by each parameter as a separate element"),
        ("condition: [artfunc_large]", LIBRARY, "write `func_large`, which takes `data`, `filepath` and `condition`"),
        (
            "condition: [Exist]",
            "keep.rhai",
            "write the code itself in `func_str`; a path belongs in the `script` of the rule file",
        ),
        (
            "condition: [Exist]",
            "import \"shop\" as s; fn f(d) { s.large(d, 1) }",
            "call functions of a library with two colons: `s::…(…)`",
        ),
        ("condition: [Exist in, artfunc_vegetables]", "", "define collections of a rule file under `collections:`"),
        (
            "condition: [Satisfy the expression, 're.match(d)']",
            "",
            "write `matches(d, '…')`, which searches, or `captures(d, '…')`",
        ),
    ] {
        let functions = if functions.is_empty() {
            "''".to_owned()
        } else {
            format!("|\n    {}", functions.replace('\n', "\n    "))
        };
        let text = format!("- name: r\n  rpath: .\n  xpath: '*/A'\n  {steps}\n  func_str: {functions}\n");
        let read = |path: &str| (path == "lib/shop.rhai").then(|| LIBRARY.to_owned());
        let (_, out) = RuleSet::load(&[RuleFile { path: "r.yaml".to_owned(), text }], &read);
        let helps: Vec<_> = out.problems.iter().map(|problem| problem.help.as_deref().unwrap_or_default()).collect();
        assert_eq!(helps, [help], "{steps}: {:?}", out.problems);
    }
}
