//! Tests the files that a rule selects, the files that are read for it, and requests for missing files and rules.

use insta::assert_snapshot;

use super::{FACES, FACES_XML, checker, describe, trace};

#[test]
fn a_file_that_the_rule_does_not_select() {
    let files = [("faces.xml", FACES_XML), ("old/faces.xml", ""), ("b.xml", "")];
    assert_snapshot!(describe(&trace(FACES, &files, "b.xml")), @r"
    r on b.xml

    rpath  /faces
      dropped  b.xml  `/faces` is not found in `/b.xml`

      result   the rule does not select this file; it selects 1 other file
    ");
    assert_snapshot!(describe(&trace(FACES, &files, "old/faces.xml")), @r"
    r on old/faces.xml

    rpath  /faces
      kept     old/faces.xml

    not_rpath  /old
      dropped  old/faces.xml  `/old` is found in `/old/faces.xml`

      result   the rule does not select this file; it selects 1 other file
    ");
    assert_snapshot!(describe(&trace(FACES, &files[2..], "b.xml")), @r"
    r on b.xml

    rpath  /faces
      dropped  b.xml  `/faces` is not found in `/b.xml`

      result   the rule selects neither this file nor any other file here
    ");
}

#[test]
fn a_collection_with_or_without_the_file() {
    let rules = "{collections: {mine: [a.xml, ./a.xml, /b.xml, gone.xml], other: {rpath: ., xpath: '*'}}, \
                 rules: {r: {rpath: artfunc_mine, not_rpath: b, xpath: '{file.name}', condition: [Exist]}}}";
    let files = [("a.xml", "<"), ("b.xml", ""), ("c.xml", "")];
    assert_snapshot!(describe(&trace(rules, &files, "a.xml")), @r#"
    r on a.xml

    rpath  artfunc_mine
      kept     a.xml

    not_rpath  b
      kept     a.xml

    xpath  {file.name}  1 value
      found    a.xml

    condition  ["Exist"]  1 value, 0 failed
      passed   a.xml

      result   passed: 1 value
    "#);
    assert_snapshot!(describe(&trace(rules, &files, "b.xml")), @r"
    r on b.xml

    rpath  artfunc_mine
      kept     b.xml

    not_rpath  b
      dropped  b.xml  `b` is found in `/b.xml`

      result   the rule does not select this file; it selects 1 other file
    ");
    assert_snapshot!(describe(&trace(rules, &files, "c.xml")), @r"
    r on c.xml

    rpath  artfunc_mine
      dropped  c.xml  the collection does not name it

      result   the rule does not select this file; it selects 1 other file
    ");
}

#[test]
fn only_files_that_the_rule_needs_are_read() {
    let rules = "{collections: {mine: {rpath: own, xpath: '*'}}, rules: {\
                 r: {rpath: /a, xpath: '*', condition: [Exist]}, \
                 s: {rpath: ., xpath: '*', condition: [Exist in, artfunc_mine]}, \
                 t: {rpath: ., xpath: '*', condition: [Exist in, artfunc_res_store.ilevels]}}}";
    let files = [("a.xml", "<R>1</R>"), ("own.xml", "<"), ("w.iworld", "<")];
    assert_eq!(trace(rules, &files, "a.xml").exit_code(), 0);
}

#[test]
fn unknown_rules_and_files_have_no_trace() {
    let rules = "{faces: {rpath: ., xpath: '*', condition: [Exist]}, off: {enabled: false, rpath: ., xpath: '*', condition: []}}";
    let checker = checker(rules);
    let outcome = |rule: &str, path: &str| {
        let result = crate::Run::explaining(&checker, rule, path, vec!["city.xml".to_owned()]).map(|_| ());
        result.map_err(|error| error.to_string())
    };
    for (rule, path, expected) in [
        ("face", "city.xml", Err("there is no rule `face`; did you mean `faces`?")),
        ("x", "city.xml", Err("there is no rule `x`")),
        ("off", "city.xml", Err("the rule `off` is switched off, by its `enabled: false`")),
        ("faces", "cty.xml", Err("there is no file `cty.xml`; did you mean `city.xml`?")),
        ("faces", "x", Err("there is no file `x`")),
        ("faces", "city.xml", Ok(())),
    ] {
        assert_eq!(outcome(rule, path), expected.map_err(str::to_owned), "{rule} {path}");
    }
}
