//! Tests of every kind of mistake in rule files: the message, its line and column, and the underlined text.
//!
//! A line of a row is `problem LINE:COLUMN CODE MESSAGE <UNDERLINED>`, with columns in characters.

mod replaced;
mod scripts;

use assay_report::{Diagnostics, Problem};

use super::{RuleFile, RuleSet};

/// Returns everything that is reported for a file. A line break before its first line is removed.
fn report_lines(path: &str, text: &str) -> Vec<String> {
    let text = text.strip_prefix('\n').unwrap_or(text);
    let out = load(path, text);
    for problem in [&out.problems, &out.warnings, &out.hints].into_iter().flatten() {
        assert_suggestion_mends(text, problem);
    }
    let lists = [("problem", &out.problems), ("warning", &out.warnings), ("hint", &out.hints)];
    lists
        .iter()
        .flat_map(|(kind, list)| list.iter().map(move |problem| format!("{kind} {}", describe(problem))))
        .collect()
}

fn load(path: &str, text: &str) -> Diagnostics {
    RuleSet::load(&[RuleFile { path: path.to_owned(), text: text.to_owned() }], &|_| None).1
}

/// Asserts that applying a suggestion repairs the mistake and leaves a file that can be read.
fn assert_suggestion_mends(text: &str, problem: &Problem) {
    let (Some(suggestion), Some(path), Some(region)) = (&problem.suggestion, &problem.path, problem.region) else {
        return;
    };
    let mut repaired = text.to_owned();
    repaired.replace_range(region.start.offset as usize..region.end.offset as usize, suggestion);
    let out = load(path, &repaired);
    let again = [&out.problems, &out.warnings, &out.hints].into_iter().flatten();
    let starts = |other: &&Problem| other.region.is_some_and(|other| other.start == region.start);
    let again = again.filter(starts).any(|other| other.code == problem.code);
    let is_read =
        out.problems.iter().all(|problem| !matches!(problem.code.as_str(), "rule-file-yaml" | "rule-file-json"));
    assert!(is_read && !again, "{suggestion}\n{repaired}\n{:?}", out.problems);
}

fn describe(problem: &Problem) -> String {
    assert!(problem.path.is_some(), "{problem:?}");
    let place = |region: assay_document::text::Region| format!("{}:{}", region.start.line, region.start.char_column);
    let place = problem.region.map_or("-".to_owned(), place);
    let under: String = problem.excerpt.as_ref().map_or(String::new(), |excerpt| {
        let (start, end) = (excerpt.start as usize, excerpt.end as usize);
        excerpt.text.chars().skip(start).take(end - start).collect()
    });
    format!("{place} {} {} <{under}>", problem.code, problem.message)
}

/// Rows: the name of the test, the file, and what is reported for it, in order.
macro_rules! mistakes {
    ($($name:ident: $text:literal => [$($line:literal,)*];)*) => {
        $(#[test]
        fn $name() {
            assert_eq!(report_lines("r.yaml", $text), [$($line),*]);
        })*
    };
}

/// Like [`mistakes!`], for files in JSON.
macro_rules! mistakes_json {
    ($($name:ident: $text:literal => [$($line:literal,)*];)*) => {
        $(#[test]
        fn $name() {
            assert_eq!(report_lines("r.json", $text), [$($line),*]);
        })*
    };
}

/// Input that is not YAML, and YAML that rule files cannot contain.
mod syntax {
    use super::report_lines;

    mistakes! {
        a_colon_too_many: "
- name: r
  rpath: a: b
" => [
            "problem 2:11 rule-file-yaml this is not YAML: a `:` is not allowed here <:>",
        ];
        a_key_out_of_its_column: "
- name: r
  rpath: a
   xpath: b
" => [
            "problem 3:9 rule-file-yaml this is not YAML: a `:` is not allowed here <:>",
        ];
        a_key_further_out: "
- name: r
  rpath: a
 xpath: b
" => [
            "problem 3:2 rule-file-yaml this is not YAML: a `-` was expected here <x>",
        ];
        a_tab: "
- name: r
\trpath: a
" => [
            "problem 2:1 rule-file-yaml this is not YAML: a tab is not allowed here < >",
        ];
        a_tab_before_an_item: "
rules:
\t- name: r
\t  rpath: a
" => [
            "problem 2:1 rule-file-yaml this is not YAML: a tab is not allowed here < >",
        ];
        a_tab_after_blanks: "
rules:
  - name: r
 \t  rpath: a
" => [
            "problem 3:2 rule-file-yaml this is not YAML: a tab is not allowed here < >",
        ];
        tabs_before_a_key_between_two_keys: "
rules:
  - name: r
\t\trpath: a
    xpath: '*/A'
" => [
            "problem 3:1 rule-file-yaml this is not YAML: a tab is not allowed here <  >",
        ];
        a_quote_left_open: r#"
- name: r
  rpath: "a
  xpath: b
"# => [
            "problem 2:10 rule-file-yaml this is not YAML: this quote is not closed <\">",
        ];
        a_single_quote_left_open: "
- name: 'r
" => [
            "problem 1:9 rule-file-yaml this is not YAML: this quote is not closed <'>",
        ];
        a_bracket_left_open: "
- name: r
  condition: [Exist
  xpath: b
" => [
            "problem 2:14 rule-file-yaml this is not YAML: `[` is not closed <[>",
        ];
        a_brace_left_open: "
- {name: r, rpath: a
" => [
            "problem 1:3 rule-file-yaml this is not YAML: `{` is not closed <{>",
        ];
        a_bracket_too_many: "
- name: r
  condition: [Exist]]
" => [
            "problem 2:21 rule-file-yaml this is not YAML: misplaced bracket <]>",
        ];
        text_after_a_quote: "
- name: r
  rpath: 'a' b
" => [
            "problem 2:14 rule-file-yaml this is not YAML: nothing may follow the closing quote <b>",
        ];
        an_unknown_escape: r#"
- name: r
  rpath: "\\.\.xml$"
"# => [
            "problem 2:14 rule-file-yaml this is not YAML: unknown escape <\\.>",
        ];
        a_pattern_in_double_quotes: r#"
- name: r
  rpath: "^\w+\.xml$"
"# => [
            "problem 2:10 rule-file-yaml this is not YAML: unknown escape <\"^\\w+\\.xml$\">",
        ];
        an_unquoted_class: "
- name: r
  rpath: [^/]+$
" => [
            "problem 2:14 rule-file-yaml this is not YAML: a key was expected here <+>",
        ];
        an_unquoted_percent: "
- name: r
  rpath: %a
" => [
            "problem 2:10 rule-file-yaml this is not YAML: unexpected character: `%' <%>",
        ];
        an_unquoted_operator: "
- name: r
  condition:
  - >=
  - 5
" => [
            "problem 3:5 rule-file-yaml this is not YAML: while scanning a block scalar, did not find expected comment or line break <>>",
        ];
        a_tag: "
- name: r
  rpath: .
  xpath: '*/A'
  condition: [!=, 5]
" => [
            "problem 4:15 rule-file-tag tags are not supported <!=>",
        ];
        an_anchor: "
- name: r
  rpath: &x a
  xpath: '*'
  condition: [Exist]
" => [
            "problem 2:10 rule-file-anchor anchors are not supported <&x>",
        ];
        an_alias: "
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
- name: s
  able: *r
" => [
            "problem 6:9 rule-file-alias aliases are not supported <*r>",
        ];
        a_merge: "
- name: r
  <<: {rpath: a}
  xpath: '*'
  condition: [Exist]
" => [
            "problem 2:3 rule-merge rule files have no merge keys <<<>",
        ];
        a_key_that_is_a_list: "
- name: r
  ? [a]
  : b
  rpath: .
  xpath: '*/A'
  condition: [Exist]
" => [
            "problem 2:5 rule-file-key a key must be a string, not a list <[a]>",
        ];
        a_second_document: "
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
---
- name: s
" => [
            "problem 5:1 rule-file-documents a file can contain only one document; everything after it is ignored <--->",
        ];
        a_control_character: "
- name: \0
" => [
            "problem 1:9 rule-file-yaml this is not YAML: found unprintable character < >",
        ];
        nesting: "
a: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[
" => [
            "problem 1:67 rule-file-depth values nest more than 64 deep <[>",
        ];
    }
}

/// Mistakes in JSON files.
mod json {
    use super::report_lines;

    mistakes_json! {
        a_comma_left_out: r#"[{"name": "r" "rpath": "a"}]"# => [
            "problem 1:14 rule-file-json this is not JSON: expected comma < >",
        ];
        a_name_without_quotes: r#"[{name: "r"}]"# => [
            "problem 1:3 rule-file-json this is not JSON: expected string for object property <name>",
        ];
        single_quotes: "[{'name': 1}]" => [
            "problem 1:3 rule-file-json this is not JSON: single-quoted strings are not allowed <'>",
        ];
        an_object_left_open: r#"[{"name": "r""# => [
            "problem 1:2 rule-file-json this is not JSON: unterminated object <{\"name\": \"r\">",
        ];
        an_unknown_escape: r#"[{"rpath": "\.xml"}]"# => [
            "problem 1:13 rule-file-json this is not JSON: invalid escape <\\.>",
        ];
        two_values: "[] {}" => [
            "problem 1:4 rule-file-json this is not JSON: text cannot contain more than one JSON value <{>",
        ];
        a_fault_after_escapes: "[{\"name\": \"r\", \"rpath\": \"\\\\d\\u00e9[z-a]\",\r\n \"xpath\": \"*\", \"condition\": [\"Exist\"]}]" => [
            "problem 1:36 pattern-class the range `z-a` runs backwards <z-a>",
        ];
    }
}

/// The form of a file.
mod file {
    use super::report_lines;

    mistakes! {
        an_empty_file: "" => [
            "problem 1:1 no-rules the file is empty <>",
        ];
        only_a_comment: "
# soon
" => [
            "problem 1:1 no-rules the file is empty <#>",
        ];
        nothing_below_the_rules: "
rules:
# - name: r
" => [
            "problem 1:1 no-rules `rules` is empty <rules>",
        ];
        nothing_below_any_key: "
rules:
extends:
" => [
            "problem 1:1 no-rules `rules` is empty <rules>",
            "warning 2:1 extends-empty `extends` names no rule file, so none is read <extends>",
        ];
        a_string: "
rules
" => [
            "problem 1:1 rule-file-form a rule file must be a list or a mapping, not a string <rules>",
        ];
        rules_that_are_a_string: "
rules: all
" => [
            "problem 1:8 rule-file-rules `rules` must be a list or a mapping from name to rule, not a string <all>",
        ];
        a_misspelt_rules: "
ruels:
- name: r
" => [
            "problem 1:1 rule-file-unknown-key unknown key `ruels` <ruels>",
        ];
        an_unknown_key: "
rules: []
collectons: {}
version: 2
" => [
            "problem - no-rules the rule files hold no rules <>",
            "warning 2:1 rule-file-unknown-key unknown key `collectons` <collectons>",
            "warning 3:1 rule-file-unknown-key unknown key `version` <version>",
        ];
        a_key_twice: "
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
Rules: []
" => [
            "problem 6:1 rule-file-repeated-key `Rules` is given twice, first on line 1 <Rules>",
        ];
        a_rule_that_is_a_string: "
- r
- name: s
  rpath: .
  xpath: '*/A'
  condition: [Exist]
" => [
            "problem 1:3 rule-no-mapping an item of the list of rules must be a mapping with the fields of a rule, not a string <r>",
        ];
        an_empty_rule: "
-
- name: s
  rpath: .
  xpath: '*/A'
  condition: [Exist]
" => [
            "problem 1:2 rule-no-mapping an item of the list of rules must be a mapping with the fields of a rule, not null <>",
        ];
        a_named_rule_that_is_a_number: "
r: 5
s:
  rpath: .
  xpath: '*/A'
  condition: [Exist]
" => [
            "problem 1:4 rule-no-mapping `r` must be a mapping with the fields of a rule, not a number <5>",
        ];
        a_name_beside_a_key: "
r:
  name: s
  rpath: .
  xpath: '*/A'
  condition: [Exist]
" => [
            "warning 2:9 rule-two-names the rule is called `r` by its key; this `name` is ignored <s>",
        ];
        a_single_rule: "
name: r
rpath: .
xpath: a
condition: [Exist]
" => [
            "hint 1:1 rule-file-single these fields are read as one rule <name>",
        ];
        an_empty_list_of_rules: "
rules: []
" => [
            "problem - no-rules the rule files hold no rules <>",
        ];
        only_rules_that_are_off: "
- name: r
  enabled: false
" => [
            "warning - no-enabled-rules every rule is switched off <>",
        ];
        a_script_that_is_a_list: "
script: [a]
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
" => [
            "problem 1:9 script-kind `script` must be a string, not a list <[a]>",
        ];
    }
}

/// The fields of a rule.
mod fields {
    use super::report_lines;

    mistakes! {
        quotes_of_word_processors: "
- name: r
  rpath: ‘\\.json$’
  xpath: ‘*/A’
  condition: [Exist]
" => [
            "problem 2:10 rule-field-kind YAML needs straight quotes, `'` or `\"` <‘\\.json$’>",
            "problem 3:10 rule-field-kind YAML needs straight quotes, `'` or `\"` <‘*/A’>",
        ];
        no_name: "
- rpath: .
  xpath: '*/A'
  condition: [Exist]
" => [
            "warning 1:3 rule-without-name the rule has no `name`; it is called `r.yaml#1` <rpath>",
        ];
        no_fields: "
- name: r
" => [
            "problem 1:9 rule-missing-field the rule has no `rpath` <r>",
            "problem 1:9 rule-missing-field the rule has no `xpath` <r>",
            "problem 1:9 rule-missing-field the rule has no `condition` <r>",
        ];
        an_empty_field: "
- name: r
  rpath: ''
  xpath:
  condition: []
" => [
            "problem 2:3 rule-missing-field `rpath` is empty <rpath>",
            "problem 3:3 rule-missing-field `xpath` is empty <xpath>",
            "problem 4:3 rule-missing-field `condition` is empty <condition>",
        ];
        an_unknown_field: "
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
  Conditon: [Exist]
  colour: red
" => [
            "warning 5:3 rule-unknown-field unknown field `Conditon` <Conditon>",
            "warning 6:3 rule-unknown-field unknown field `colour` <colour>",
        ];
        a_field_twice: "
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
  XPath: '*/B'
" => [
            "problem 5:3 rule-repeated-field `XPath` is given twice, first on line 3 <XPath>",
        ];
        a_name_twice: "
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
" => [
            "problem 5:9 rule-repeated-name there is a rule `r` already, on line 1; this one is not run <r>",
        ];
        a_list_in_place_of_a_string: "
- name: r
  rpath: [a]
  xpath: '*'
  condition: [Exist]
" => [
            "problem 2:10 rule-field-kind `rpath` must be a string, not a list <[a]>",
        ];
        a_mapping_in_place_of_a_string: "
- name: r
  rpath: a
  xpath: {file: x}
  condition: [Exist]
" => [
            "problem 3:10 rule-field-kind `xpath` must be a string, not a mapping <{file: x}>",
        ];
        a_string_in_place_of_a_list: "
- name: r
  rpath: a
  xpath: '*'
  condition: Exist
" => [
            "problem 4:14 rule-field-kind `condition` must be a list, not a string <Exist>",
        ];
        an_expression_for_a_list: "
- name: r
  rpath: a
  xpath: '*'
  condition: 'd <= 4'
" => [
            "problem 4:14 rule-field-kind `condition` must be a list, not a string <'d <= 4'>",
        ];
        neither_true_nor_false: "
- name: r
  enabled: maybe
  rpath: .
  xpath: '*/A'
  condition: [Exist]
" => [
            "problem 2:12 rule-field-kind `enabled` must be `true` or `false`, not a string <maybe>",
        ];
        an_unknown_severity: "
- name: r
  severity: eror
  rpath: .
  xpath: '*/A'
  condition: [Exist]
" => [
            "warning 2:13 rule-severity unknown severity `eror`, read as `error` <eror>",
        ];
        a_mapping_in_place_of_displayed_text: "
- name: r
  why: {a: b}
  rpath: .
  xpath: '*/A'
  condition: [Exist]
" => [
            "warning 2:8 rule-field-not-shown `why` should be a string or a list of strings; this value is not shown <{a: b}>",
        ];
        an_unquoted_star: "
- name: r
  rpath: .
  xpath: */A
  condition: [Exist]
" => [
            "hint 3:10 rule-file-plain a string that begins with `*` needs quotes in YAML <*/A>",
        ];
        an_unquoted_brace: "
- name: r
  rpath: .
  xpath: {file.name}
  condition: [Exist]
" => [
            "hint 3:10 rule-file-plain a string that begins with `{` needs quotes in YAML <{file.name}>",
        ];
        a_curly_quote: r#"
- name: r
  rpath: .
  xpath: a
  condition: ["Exist”]
"# => [
            "hint 4:21 rule-file-quote `”` is read as a straight quote <”>",
        ];
        a_curly_quote_before_straight_ones: r#"
- name: r
  rpath: .
  xpath: a
  condition: ["==”, "x"]
"# => [
            "hint 4:18 rule-file-quote `”` is read as a straight quote <”>",
        ];
    }
}

/// Patterns, paths, functions and messages.
mod expressions {
    use super::report_lines;

    mistakes! {
        a_bad_pattern: "
- name: r
  rpath: 'a[z-a]'
  xpath: '*'
  condition: [Exist]
" => [
            "problem 2:13 pattern-class the range `z-a` runs backwards <z-a>",
        ];
        four_bad_patterns: "
- name: r
  rpath: '('
  not_rpath: 'a)'
  filter: a**
  not_filter: '[a'
  xpath: '*'
  condition: [Exist]
" => [
            "problem 2:11 pattern-group the `(` is not closed <(>",
            "problem 3:16 pattern-group this `)` does not close a group <)>",
            "problem 4:13 pattern-repeat a repetition cannot be repeated <*>",
            "problem 5:16 pattern-class the `[` is not closed <[a>",
        ];
        a_pattern_in_a_block: "
- name: r
  rpath: |-
    ^/é
  filter: >-
    a
    [z-a]
  xpath: '*'
  condition: [Exist]
" => [
            "problem 6:6 pattern-class the range `z-a` runs backwards <z-a>",
        ];
        a_bad_path: "
- name: r
  rpath: .
  xpath: '*/A//B'
  condition: [Exist]
" => [
            "problem 3:15 xpath-empty-step a tag is missing here </>",
        ];
        a_path_after_doubled_quotes: r#"
- name: r
  rpath: .
  xpath: '*/A.B=="it''s",C//'
  condition: [Exist]
"# => [
            "problem 3:27 xpath-unexpected `/` is not expected here </>",
        ];
        two_bad_paths: "
- name: r
  rpath: .
  xpath: '*/A['
  subxpath: '*/A,B:C'
  condition: [Exist]
" => [
            "problem 3:15 xpath-not-attribute `[` must be followed by `@` and a test of attributes <'>",
            "problem 4:19 xpath-both-names node names and attribute names cannot both be extracted <:C>",
        ];
        an_unknown_special: "
- name: r
  rpath: .
  xpath: {file.nam}
  condition: [Exist]
" => [
            "problem 3:10 xpath-unknown-special `{file.nam}` is not known <{file.nam}>",
            "hint 3:10 rule-file-plain a string that begins with `{` needs quotes in YAML <{file.nam}>",
        ];
        mixed_operators: "
- name: r
  rpath: .
  xpath: '*/A.B==1|C==2&D==3,E'
  condition: [Exist]
" => [
            "warning 3:15 xpath-mixed-operators `&` and `|` are mixed without parentheses <B==1|C==2&D==3>",
        ];
        an_unknown_collection_of_paths: "
- name: r
  rpath: artfunc_res_store.ilevel
  xpath: '*'
  condition: [Exist]
" => [
            "problem 2:10 rpath-unknown-collection there is no collection `res_store.ilevel` <artfunc_res_store.ilevel>",
        ];
        a_map_as_paths: "
- name: r
  rpath: artfunc_res_store.res_in_repo
  xpath: '*'
  condition: [Exist]
" => [
            "problem 2:10 rpath-map `res_store.res_in_repo` is a map, not a collection of paths <artfunc_res_store.res_in_repo>",
        ];
        a_collection_as_not_rpath: "
- name: r
  not_rpath: artfunc_res_store.ilevels
  rpath: .
  xpath: '*/A'
  condition: [Exist]
" => [
            "problem 2:14 not-rpath-collection `not_rpath` must be a regular expression; it cannot name a collection <artfunc_res_store.ilevels>",
        ];
        an_unknown_function: "
- name: r
  filter: artfunc_res_filter.validGUIDs
  rpath: .
  xpath: '*/A'
  condition: [Exist]
" => [
            "problem 2:11 script-unknown-function there is no function `res_filter.validGUIDs` <artfunc_res_filter.validGUIDs>",
        ];
        a_condition_as_filter: r#"
- name: r
  rpath: .
  xpath: '*'
  filter: "['==', blob]"
  not_filter: [==, blob]
  condition: [Exist]
"# => [
            "problem 5:15 rule-field-kind `not_filter` must be a string, not a list <[==, blob]>",
            "problem 4:12 filter-comparison `['==', blob]` is a regular expression here, not a comparison <['==', blob]>",
        ];
        a_comparison_as_filter: "
- name: r
  rpath: .
  xpath: '*'
  filter: this == 'blob'
  condition: [Exist]
" => [
            "warning 4:11 filter-comparison `this == 'blob'` is a regular expression here, not a comparison <this == 'blob'>",
        ];
        a_function_as_not_filter: "
- name: r
  not_filter: artfunc_res_filter.validGUID
  rpath: .
  xpath: '*/A'
  condition: [Exist]
" => [
            "problem 2:15 filter-function `not_filter` takes no function <artfunc_res_filter.validGUID>",
        ];
        only_a_subfilter: "
- name: r
  subfilter: a
  rpath: .
  xpath: '*/A'
  condition: [Exist]
" => [
            "problem 2:14 rule-subfilter-alone `subfilter` filters the values of a `subxpath`, which is missing <a>",
        ];
        a_collection_as_filter: "
- name: r
  filter: artfunc_res_store.ilevels
  rpath: .
  xpath: '*/A'
  condition: [Exist]
" => [
            "problem 2:11 filter-collection `res_store.ilevels` is a collection, but a filter calls a function <artfunc_res_store.ilevels>",
        ];
        an_unknown_name_in_a_message: r#"
- name: r
  message: "é\t{Value} of {Name}"
  rpath: .
  xpath: '*/A'
  condition: [Exist]
"# => [
            "hint 2:16 message-unknown-name unknown placeholder `{Value}` <{Value}>",
            "hint 2:27 message-unknown-name unknown placeholder `{Name}` <{Name}>",
        ];
    }
}

/// Methods and their parameters.
mod conditions {
    use super::report_lines;

    mistakes! {
        an_unknown_method: "
- name: r
  rpath: .
  xpath: '*'
  condition: [Exits]
" => [
            "problem 4:15 condition-unknown-method there is no method `Exits` <Exits>",
        ];
        a_method_that_is_a_list: "
- name: r
  rpath: .
  xpath: '*'
  condition: [[Exist]]
" => [
            "problem 4:15 condition-method a condition must begin with the name of a method, not a list <[Exist]>",
        ];
        a_parameter_left_out: "
- name: r
  rpath: .
  xpath: '*'
  condition: [Exist in]
" => [
            "problem 4:15 condition-parameter-missing `Exist in` needs a collection <Exist in>",
        ];
        a_parameter_too_many: "
- name: r
  rpath: .
  xpath: '*'
  condition: [Unique, 5]
" => [
            "problem 4:23 condition-parameter-extra `Unique` takes no parameter <5>",
        ];
        a_list_to_compare_with: "
- name: r
  rpath: .
  xpath: '*'
  condition: ['<=', [1]]
" => [
            "problem 4:21 condition-value `<=` needs a number or a string, found a list <[1]>",
        ];
        nothing_to_compare_with: "
- name: r
  rpath: .
  xpath: '*'
  condition: ['<=', null]
" => [
            "problem 4:21 condition-value `<=` needs a number or a string, found null <null>",
        ];
        an_unknown_collection: "
- name: r
  rpath: .
  xpath: '*'
  condition: [Exist in, artfunc_res_store.res_in_rep]
" => [
            "problem 4:25 collection-unknown there is no collection `res_store.res_in_rep` <artfunc_res_store.res_in_rep>",
        ];
        a_broken_python_list: r#"
- name: r
  rpath: .
  xpath: '*'
  condition: [Exist in, "['a', 'b"]
"# => [
            "problem 4:32 condition-list the string is not closed: `'` not found <'b>",
        ];
        a_function: "
- name: r
  rpath: .
  xpath: '*'
  condition: [func_mine]
" => [
            "problem 4:15 script-unknown-function there is no function `mine` <func_mine>",
        ];
        curly_quotes_in_a_method: "
- name: r
  rpath: .
  xpath: '*'
  condition: ['“Exist”']
" => [
            "hint 4:16 condition-quotes the quotes around `Exist` are dropped <“Exist”>",
        ];
    }
}

/// The lists of a file.
mod collections {
    use super::report_lines;

    mistakes! {
        a_list_of_collections: "
collections: [a]
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
" => [
            "problem 1:14 collections-kind `collections` must be a mapping from name to list, not a list <[a]>",
        ];
        a_number: "
collections:
  a: 5
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
" => [
            "problem 2:6 collection-kind collection `a` must be a list or a mapping, not a number <5>",
        ];
        elements_that_are_not_strings: "
collections:
  a: [x, [y], null]
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
" => [
            "problem 2:10 collection-element an element of a collection must be a string, not a list <[y]>",
            "problem 2:15 collection-element an element of a collection must be a string, not null <null>",
        ];
        neither_list_nor_file: "
collections:
  a: {fil: x}
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
" => [
            "problem 2:7 collection-unknown-key unknown key `fil` <fil>",
            "problem 2:3 collection-origin collection `a` has neither `file` nor `rpath` and `xpath` <a>",
        ];
        both_a_file_and_a_path: "
collections:
  a: {file: x, rpath: y}
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
" => [
            "problem 2:3 collection-origin collection `a` has both a `file` and another source <a>",
        ];
        only_a_path: "
collections:
  a: {rpath: y}
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
" => [
            "problem 2:3 collection-origin collection `a` has no `xpath` <a>",
        ];
        only_an_extraction: "
collections:
  a: {xpath: y}
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
" => [
            "problem 2:3 collection-origin collection `a` has no `rpath` <a>",
        ];
        a_file_that_is_a_list: "
collections:
  a: {file: [x]}
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
" => [
            "problem 2:13 collection-kind `file` must be a string, not a list <[x]>",
        ];
        letter_case_that_is_not_a_boolean: "
collections:
  a: {file: x, ignore_case: Apple}
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
" => [
            "problem 2:29 collection-kind `ignore_case` must be true or false, not a string <Apple>",
        ];
        a_file_outside: "
collections:
  a: {file: ../x}
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
" => [
            "problem 2:13 collection-file `../x` cannot be read <../x>",
        ];
        an_operation_on_values_that_are_not_lists: "
collections:
  a: {assetlist: a, op: intersectioncount, count: 1, lists: b}
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
" => [
            "problem 2:61 collection-kind `lists` must be a list of paths, not a string <b>",
        ];
        lists_in_lists: "
collections:
  a: {assetlist: a, op: intersectioncount, count: 1, lists: [[b]]}
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
" => [
            "problem 2:62 collection-kind an element of `lists` must be a path, not a list <[b]>",
        ];
        a_count_in_words: "
collections:
  a: {assetlist: a, op: intersectioncount, count: two, lists: [b]}
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
" => [
            "problem 2:51 collection-kind `count` must be a whole number of at least 1, not `two` <two>",
        ];
        a_count_of_zero: "
collections:
  a: {assetlist: a, op: intersectioncount, count: 0, lists: [b]}
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
" => [
            "problem 2:51 collection-kind `count` must be a whole number of at least 1, not `0` <0>",
        ];
        a_missing_count: "
collections:
  a: {assetlist: a, op: intersectioncount, lists: [b]}
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
" => [
            "problem 2:25 collection-op `intersectioncount` needs a count of at least 1 <intersectioncount>",
        ];
        a_pattern_for_an_operation_without_patterns: "
collections:
  a: {assetlist: a, op: union, second: b, pattern: 'x*'}
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
" => [
            "problem 2:43 collection-origin `union` does not take `pattern` <pattern>",
        ];
        a_second_list_of_a_pattern: "
collections:
  a: {assetlist: a, op: filepattern, pattern: 'x*', second: b}
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
" => [
            "problem 2:53 collection-origin `filepattern` does not take `second` <second>",
        ];
        an_operation_without_its_second_list: "
collections:
  a: {assetlist: a, op: delta}
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
" => [
            "problem 2:25 collection-op `delta` needs a second list <delta>",
        ];
        a_second_list_without_an_operation: "
collections:
  a: {assetlist: a, second: b}
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
" => [
            "problem 2:21 collection-origin `second` needs an `op` <second>",
        ];
        an_unknown_operation: "
collections:
  a: {assetlist: a, op: dleta, second: b}
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
" => [
            "problem 2:25 collection-op there is no operation `dleta` <dleta>",
        ];
        an_invalid_pattern: "
collections:
  a: {assetlist: a, op: filepattern, pattern: 'x[', patternType: regex}
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
" => [
            "problem 2:47 collection-op the pattern `x[` cannot be read at column 2: the class is not closed: `]` not found before the end of the pattern <'x['>",
        ];
        bad_expressions: "
collections:
  a: {rpath: 'b[z-a]', xpath: 'a//b'}
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
" => [
            "problem 2:17 pattern-class the range `z-a` runs backwards <z-a>",
            "problem 2:34 xpath-empty-step a tag is missing here </>",
        ];
        records: "
collections:
  a: {rpath: 'b', xpath: '*/C,D,E'}
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
" => [
            "problem 2:26 collection-records this extracts records, but the elements of a collection are strings <'*/C,D,E'>",
        ];
        a_collection_as_rpath: "
collections:
  a: {rpath: artfunc_b, xpath: 'c'}
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
" => [
            "problem 2:14 collection-rpath the `rpath` of a collection must be a regular expression; it cannot name a collection <artfunc_b>",
        ];
        a_built_in_name: "
collections:
  res_store.ilevels: []
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
" => [
            "problem 2:3 collection-built-in `res_store.ilevels` is a built-in collection <res_store.ilevels>",
        ];
        a_name_twice: "
collections:
  a: []
  a: [x]
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
" => [
            "problem 3:3 collection-repeated there is a collection `a` already <a>",
        ];
        no_name: "
collections:
  '': []
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
" => [
            "problem 2:3 collection-name a collection needs a name <''>",
        ];
        a_rule_that_uses_a_broken_collection: "
collections:
  a: 5
rules:
- name: r
  rpath: artfunc_a
  xpath: '*'
  condition: [Exist in, artfunc_a]
" => [
            "problem 2:6 collection-kind collection `a` must be a list or a mapping, not a number <5>",
            "problem 5:10 rule-broken-collection the collection `a` cannot be used, so this rule is not run <artfunc_a>",
            "problem 7:25 rule-broken-collection the collection `a` cannot be used, so this rule is not run <artfunc_a>",
        ];
    }
}

/// Other rule files.
mod extends {
    use super::report_lines;

    mistakes! {
        a_missing_file: "
extends: base.yaml
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
" => [
            "problem 1:10 extends-missing there is no rule file `base.yaml` <base.yaml>",
        ];
        itself: "
extends: [./r.yaml]
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
" => [
            "problem 1:11 extends-cycle a rule file cannot extend itself <./r.yaml>",
        ];
        something_else: "
extends: [[a], '']
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
" => [
            "problem 1:11 extends-kind an item of `extends` must be the path of a rule file, not a list <[a]>",
            "problem 1:16 extends-kind an item of `extends` must be the path of a rule file, not an empty string <''>",
        ];
    }
}

/// Tests of rules.
mod tests {
    use super::report_lines;

    mistakes! {
        a_mapping: "
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
tests: {a: b}
" => [
            "problem 6:8 tests-kind `tests` must be a list, not a mapping <{a: b}>",
        ];
        a_test_that_is_a_string: "
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
tests:
- a
" => [
            "problem 7:3 test-kind a test must be a mapping, not a string <a>",
        ];
        an_empty_test: "
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
tests:
- name: t
" => [
            "problem 7:3 test-missing-key a test has no `files` <name>",
            "problem 7:3 test-missing-key a test has no `expect` <name>",
        ];
        an_unknown_key: "
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
tests:
- {name: t, files: {}, expect: [], expects: []}
" => [
            "warning 7:36 test-unknown-key unknown key `expects` <expects>",
        ];
        a_key_twice: "
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
tests:
- {name: t, files: {}, expect: [], Files: {}}
" => [
            "problem 7:36 test-repeated-key `Files` is given twice <Files>",
        ];
        files_in_a_list: "
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
tests:
- {name: t, files: [a], expect: []}
" => [
            "problem 7:20 test-kind `files` must be a mapping from path to content, not a list <[a]>",
        ];
        a_file_that_is_a_list: "
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
tests:
- {name: t, files: {a.xml: [x]}, expect: []}
" => [
            "problem 7:28 test-kind a file of a test must be a string, not a list <[x]>",
        ];
        a_file_of_half_a_byte: "
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
tests:
- {name: t, files: {a.png: {hex: 895}}, expect: []}
" => [
            "problem 7:34 test-kind `hex` must be pairs of hexadecimal digits <895>",
        ];
        a_file_of_invalid_hexadecimal_digits: "
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
tests:
- {name: t, files: {a.png: {hex: 89xy}}, expect: []}
" => [
            "problem 7:34 test-kind `hex` must be pairs of hexadecimal digits <89xy>",
        ];
        a_file_of_a_list_of_bytes: "
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
tests:
- {name: t, files: {a.png: {hex: [89]}}, expect: []}
" => [
            "problem 7:34 test-kind `hex` must be pairs of hexadecimal digits, not a list <[89]>",
        ];
        a_truncated_file: "
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
tests:
- {name: t, files: {a.txt: {text: abc, size: 2}, b.txt: {size: 99999999}, c.txt: {size: all}}, expect: []}
" => [
            "problem 7:46 test-size `size` must be between 3 (the size of the content) and 67108864 bytes <2>",
            "problem 7:64 test-size `size` must be between 0 (the size of the content) and 67108864 bytes <99999999>",
            "problem 7:89 test-kind `size` must be a number of bytes, not a string <all>",
        ];
        a_file_with_text_and_bytes: "
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
tests:
- {name: t, files: {a.txt: {text: abc, hex: 00}}, expect: []}
" => [
            "problem 7:45 test-kind a file must have `text` or `hex`, not both <00>",
        ];
        a_file_outside: "
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
tests:
- {name: t, files: {../a.xml: x}, expect: []}
" => [
            "problem 7:21 test-path `../a.xml` is not a path inside the project <../a.xml>",
        ];
        a_file_twice: "
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
tests:
- {name: t, files: {a.xml: x, ./a.xml: y}, expect: []}
" => [
            "problem 7:31 test-repeated-file the file `a.xml` is given twice <./a.xml>",
        ];
        nothing_expected: "
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
tests:
- name: t
  files: {}
  expect:
" => [
            "problem 9:9 test-kind `expect` must be a list of findings (`[]` for none), not null <:>",
        ];
        an_expectation_that_is_a_string: "
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
tests:
- {name: t, files: {}, expect: [r]}
" => [
            "problem 7:33 test-kind an expected finding must be a mapping, not a string <r>",
        ];
        an_expectation_without_rule_and_path: "
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
tests:
- {name: t, files: {}, expect: [{line: 3}]}
" => [
            "problem 7:34 test-missing-key an expected finding has no `rule` <line>",
            "problem 7:34 test-missing-key an expected finding has no `path` <line>",
        ];
        an_expected_problem_with_too_little_and_too_much: "
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
tests:
- {name: t, files: {}, expect: [{problem: xml-unclosed, line: 3}]}
" => [
            "problem 7:34 test-missing-key an expected problem has no `path` <problem>",
            "warning 7:57 test-unknown-key unknown key `line` <line>",
        ];
        a_line_zero: "
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
tests:
- {name: t, files: {}, expect: [{rule: r, path: a, line: 0}]}
" => [
            "problem 7:58 test-kind `line` must be a whole number of at least 1, not `0` <0>",
        ];
        a_list_for_a_value: "
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
tests:
- {name: t, files: {}, expect: [{rule: r, path: a, value: [x]}]}
" => [
            "problem 7:59 test-kind `value` must be one value or a record of lists, not a list <[x]>",
        ];
        a_mapping_for_a_message: "
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
tests:
- {name: t, files: {}, expect: [{rule: r, path: a, message: {}}]}
" => [
            "problem 7:61 test-kind `message` must be a string, not a mapping <{}>",
        ];
        an_unknown_rule: "
rules:
- name: r
  rpath: .
  xpath: '*/A'
  condition: [Exist]
tests:
- {name: t, files: {}, expect: [{rule: q, path: a}]}
" => [
            "warning 7:40 test-unknown-rule there is no rule `q` <q>",
        ];
    }
}
