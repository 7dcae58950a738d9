use insta::assert_snapshot;
use serde_json::Value as Json;

use super::write;
use crate::fixture::{REPOSITORY, everything, finding, of_file, report, rule, stats};
use crate::{About, Diagnostics, Finding, Report, RuleStats, Severity};

/// Returns the log without the version of this program.
fn sarif(report: &Report) -> String {
    super::report(report).replace(env!("CARGO_PKG_VERSION"), "[VERSION]")
}

fn run(report: &Report, most: usize) -> Json {
    let mut log: Json = serde_json::from_str(&write(report, most)).expect("the log is JSON");
    log["runs"][0].take()
}

fn results(report: &Report) -> Json {
    run(report, 100)["results"].take()
}

#[test]
fn every_kind_of_entry_is_written() {
    assert_snapshot!(sarif(&everything()), @r#"
    {
      "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
      "version": "2.1.0",
      "runs": [{
        "tool": { "driver": { "name": "Assay", "version": "[VERSION]", "rules": [
          {"id":"guid-unique","shortDescription":{"text":"guid-unique"},"fullDescription":{"text":"guid-unique"},"help":{"text":"The rule has no description."},"defaultConfiguration":{"level":"error"},"properties":{"problem.severity":"error","state":"failed","files":3,"filesUnchecked":0,"values":4,"findings":1}},
          {"id":"guid-spelling","shortDescription":{"text":"guid-spelling"},"fullDescription":{"text":"guid-spelling"},"help":{"text":"The rule has no description."},"defaultConfiguration":{"level":"warning"},"properties":{"problem.severity":"warning","state":"failed","files":3,"filesUnchecked":0,"values":4,"findings":1}},
          {"id":"face-budget","shortDescription":{"text":"face-budget"},"fullDescription":{"text":"face-budget"},"help":{"text":"The rule has no description."},"defaultConfiguration":{"level":"error"},"properties":{"problem.severity":"error","state":"failed","files":3,"filesUnchecked":0,"values":4,"findings":1}},
          {"id":"prop-faces","shortDescription":{"text":"prop-faces"},"fullDescription":{"text":"prop-faces"},"help":{"text":"The rule has no description."},"defaultConfiguration":{"level":"note"},"properties":{"problem.severity":"recommendation","state":"failed","files":3,"filesUnchecked":0,"values":1,"findings":1}},
          {"id":"has-world","shortDescription":{"text":"has-world"},"fullDescription":{"text":"has-world"},"help":{"text":"The rule has no description."},"defaultConfiguration":{"level":"note"},"properties":{"problem.severity":"recommendation","state":"failed","files":1,"filesUnchecked":0,"values":0,"findings":1}},
          {"id":"names","shortDescription":{"text":"names"},"fullDescription":{"text":"names"},"help":{"text":"The rule has no description."},"defaultConfiguration":{"level":"error"},"properties":{"problem.severity":"error","state":"passed","files":3,"filesUnchecked":0,"values":4,"findings":0}},
          {"id":"hdr","shortDescription":{"text":"hdr"},"fullDescription":{"text":"hdr"},"help":{"text":"The rule has no description."},"defaultConfiguration":{"level":"error"},"properties":{"problem.severity":"error","state":"unchecked","reason":"no-file","files":0,"filesUnchecked":0,"values":0,"findings":0}},
          {"id":"lods","shortDescription":{"text":"lods"},"fullDescription":{"text":"lods"},"help":{"text":"The rule has no description."},"defaultConfiguration":{"level":"error"},"properties":{"problem.severity":"error","state":"unchecked","reason":"invalid","files":0,"filesUnchecked":0,"values":0,"findings":0}}
        ] } },
        "columnKind": "utf16CodeUnits",
        "originalUriBaseIds": { "%SRCROOT%": { "description": { "text": "the folder under check" } } },
        "invocations": [{ "executionSuccessful": false, "toolExecutionNotifications": [
          {"descriptor":{"id":"xml-unclosed"},"level":"error","message":{"text":"`<Items>` is never closed"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"Package/Broken/resource.repository"},"region":{"startLine":3,"startColumn":5,"endLine":3,"endColumn":12},"contextRegion":{"startLine":3,"snippet":{"text":"    <Items>"}}}}]},
          {"descriptor":{"id":"cited-missing"},"level":"error","message":{"text":"there is no such file"},"associatedRule":{"id":"prop-faces"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"Package/Tree/aa/resource.xml"}}}]},
          {"descriptor":{"id":"xpath-unclosed"},"level":"error","message":{"text":"`(` is never closed (close it with `)` before the names)"},"associatedRule":{"id":"lods"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"rules/mesh.yaml"},"region":{"startLine":3,"startColumn":37,"endLine":3,"endColumn":38},"contextRegion":{"startLine":3,"snippet":{"text":"    xpath: \"*/Items/Item.Type==Mesh&(Lods,GUID\""}}}}]},
          {"descriptor":{"id":"rule-no-file"},"level":"warning","message":{"text":"rule `hdr` matched no file"},"associatedRule":{"id":"hdr"}},
          {"descriptor":{"id":"rule-unknown-field"},"level":"warning","message":{"text":"no field is called `conditon` (did you mean `condition`?)"},"associatedRule":{"id":"lods"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"rules/mesh.yaml"},"region":{"startLine":4,"startColumn":5,"endLine":4,"endColumn":13},"contextRegion":{"startLine":4,"snippet":{"text":"    conditon: [Exist]"}}}}]},
          {"descriptor":{"id":"rule-curly-quotes"},"level":"note","message":{"text":"curly quotes are read as straight quotes"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"rules/mesh.yaml"},"region":{"startLine":3,"startColumn":13,"endLine":3,"endColumn":14},"contextRegion":{"startLine":3,"snippet":{"text":"    xpath: \"*/Items/Item.Type==Mesh&(Lods,GUID\""}}}}]}
        ] }],
        "results": [
          {"ruleId":"prop-faces","ruleIndex":3,"level":"note","message":{"text":"too many faces for a prop"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"Package/Tree/e5/resource.xml","uriBaseId":"%SRCROOT%"},"region":{"startLine":2,"startColumn":26,"endLine":2,"endColumn":30},"contextRegion":{"startLine":2,"snippet":{"text":" <Root><Entity><NumFaces>6000</NumFaces></Entity></Root>"}}}}],"relatedLocations":[{"physicalLocation":{"artifactLocation":{"uri":"Package/Tree/resource.repository","uriBaseId":"%SRCROOT%"},"region":{"startLine":6,"startColumn":19,"endLine":6,"endColumn":55}},"message":{"text":"referenced by `e5ce0940-f689-404d-968f-775317804069`"}}],"partialFingerprints":{"rulePathValue/v1":"e92ffe413b40ca3179c4a62a5ca58b8a","rulePathValue/v2":"054ebd3940340f99859d418a68123520"},"properties":{"severity":"info","value":"6000"}},
          {"ruleId":"guid-spelling","ruleIndex":1,"level":"warning","message":{"text":"`E5CE0940-f689-404d-968f-775317804069` is not what it should be"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"Package/Tree/resource.repository","uriBaseId":"%SRCROOT%"},"region":{"startLine":12,"startColumn":19,"endLine":12,"endColumn":55},"contextRegion":{"startLine":12,"snippet":{"text":"            <GUID>E5CE0940-f689-404d-968f-775317804069</GUID>"}}}}],"partialFingerprints":{"rulePathValue/v1":"86718aa382769f4c62286f5df89885bb","rulePathValue/v2":"55ec45596b3523406f4decefb3e651be"},"properties":{"severity":"warning","value":"E5CE0940-f689-404d-968f-775317804069"}},
          {"ruleId":"guid-unique","ruleIndex":0,"level":"error","message":{"text":"`E5CE0940-f689-404d-968f-775317804069` is not what it should be"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"Package/Tree/resource.repository","uriBaseId":"%SRCROOT%"},"region":{"startLine":12,"startColumn":19,"endLine":12,"endColumn":55},"contextRegion":{"startLine":12,"snippet":{"text":"            <GUID>E5CE0940-f689-404d-968f-775317804069</GUID>"}}}}],"relatedLocations":[{"physicalLocation":{"artifactLocation":{"uri":"Package/Tree/resource.repository","uriBaseId":"%SRCROOT%"},"region":{"startLine":6,"startColumn":19,"endLine":6,"endColumn":55}},"message":{"text":"first seen here"}}],"partialFingerprints":{"rulePathValue/v1":"9dcf760cf3bf65bd6a881688038fbd58","rulePathValue/v2":"7e56ab11fd20152682804c4335233bc2"},"properties":{"severity":"error","value":"E5CE0940-f689-404d-968f-775317804069"}},
          {"ruleId":"face-budget","ruleIndex":2,"level":"error","message":{"text":"the mesh has 12000 faces, 5000 are allowed"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"Package/Tree/resource.repository","uriBaseId":"%SRCROOT%"},"region":{"startLine":14,"startColumn":23,"endLine":14,"endColumn":28},"contextRegion":{"startLine":14,"snippet":{"text":"            <NumFaces>12000</NumFaces>"}}}}],"partialFingerprints":{"rulePathValue/v1":"7c93bace43a4bf3394f8ad18ec4b2bea","rulePathValue/v2":"3698f2e1eccb347ddca3a91829475f31"},"properties":{"severity":"error","value":"12000"}},
          {"ruleId":"has-world","ruleIndex":4,"level":"note","message":{"text":"nothing was extracted from this file"},"locations":[{"physicalLocation":{"artifactLocation":{"uri":"World/empty.iworld","uriBaseId":"%SRCROOT%"},"region":{"startLine":1}}}],"partialFingerprints":{"rulePathValue/v1":"37412107fe961967a8c59a00342680a2","rulePathValue/v2":"2838ce0cbc5809b97b7b81c7a8591021"},"properties":{"severity":"hint","value":null}}
        ],
        "properties": {"summary":{"errors":2,"warnings":1,"infos":1,"hints":1,"problems":3,"files_failed":3,"files_unchecked":2,"rules_passed":1,"rules_failed":5,"rules_unchecked":2,"empty":false},"filesSeen":512,"filesRead":31,"bytes":68123456,"values":4096}
      }]
    }
    "#);
}

#[test]
fn an_empty_run_is_not_a_success() {
    let nothing = Report::new(Vec::new(), Diagnostics::default(), Diagnostics::default(), stats(Vec::new()));
    assert_snapshot!(sarif(&nothing), @r#"
    {
      "$schema": "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
      "version": "2.1.0",
      "runs": [{
        "tool": { "driver": { "name": "Assay", "version": "[VERSION]", "rules": [] } },
        "columnKind": "utf16CodeUnits",
        "originalUriBaseIds": { "%SRCROOT%": { "description": { "text": "the folder under check" } } },
        "invocations": [{ "executionSuccessful": false, "toolExecutionNotifications": [
          {"descriptor":{"id":"nothing-checked"},"level":"error","message":{"text":"no rule is enabled, so nothing was checked"}}
        ] }],
        "results": [],
        "properties": {"summary":{"errors":0,"warnings":0,"infos":0,"hints":0,"problems":0,"files_failed":0,"files_unchecked":0,"rules_passed":0,"rules_failed":0,"rules_unchecked":0,"empty":true},"filesSeen":512,"filesRead":31,"bytes":68123456,"values":4096}
      }]
    }
    "#);
}

#[test]
fn a_clean_run_is_a_success() {
    let rules = vec![rule("r", Severity::Error, 1, 1)];
    let clean = run(&Report::new(Vec::new(), Diagnostics::default(), Diagnostics::default(), stats(rules)), 1);
    assert_eq!(clean["invocations"][0]["executionSuccessful"], true);
    assert_eq!(clean["tool"]["driver"]["rules"][0]["properties"]["state"], "passed");
}

#[test]
fn the_most_severe_results_are_kept_and_further_ones_counted() {
    let of = |severity, value: &str| finding("r", severity, "a.xml", REPOSITORY, value);
    let many = report(vec![
        of(Severity::Hint, "Mesh"),
        of(Severity::Error, "6000"),
        of(Severity::Warning, "Wall"),
        of(Severity::Error, "12000"),
    ]);
    let log = run(&many, 3);
    let values: Vec<_> = log["results"].as_array().unwrap().iter().map(|one| &one["properties"]["value"]).collect();
    assert_eq!(values, ["Wall", "6000", "12000"]);
    let note = &log["invocations"][0]["toolExecutionNotifications"][0];
    assert_eq!(note["descriptor"]["id"], "results-left-out");
    assert_eq!(
        note["message"]["text"],
        "1 finding left out, the least severe ones: a SARIF run has at most 3 findings"
    );
    assert_eq!(run(&many, 4)["invocations"][0]["toolExecutionNotifications"], serde_json::json!([]));
}

#[test]
fn fingerprints_do_not_depend_on_omitted_results() {
    let same = || of_file("r", Severity::Warning, "a.xml", "again");
    let mut findings = vec![same(), Finding { severity: Severity::Error, ..same() }, same()];
    let prints = |report: &Report, most| -> Vec<String> {
        let results = run(report, most)["results"].take();
        results.as_array().unwrap().iter().map(|one| one["partialFingerprints"].to_string()).collect()
    };
    let all = prints(&report(findings.clone()), 3);
    assert_eq!(prints(&report(findings.clone()), 1), all[1..2]);
    findings.truncate(2);
    assert_eq!(prints(&report(findings), 3), all[..2]);
}

#[test]
fn placeholders_and_links_in_strings_are_escaped() {
    for (message, text) in [
        ("{0} of {value}", "{{0}} of {{value}}"),
        ("[click](https://example.org)", "[click] (https://example.org)"),
        ("\u{1b}[2Jgone", "\\u{{1b}}[2Jgone"),
        ("two\nlines", "two\nlines"),
        ("\u{202e}\"</script>", "\\u{{202e}}\"</script>"),
    ] {
        let found = report(vec![of_file("r", Severity::Error, "a.xml", message)]);
        assert_eq!(results(&found)[0]["message"]["text"], text);
    }
}

#[test]
fn a_rule_has_its_description_and_help() {
    let about = About {
        description: Some("No more than 5000 faces.".to_owned()),
        why: Some("A scene has a budget.".to_owned()),
        url: Some("https://example.org/faces".to_owned()),
        tags: vec!["mesh".to_owned(), "budget".to_owned()],
    };
    let wild = About { url: Some("javascript:alert(1)".to_owned()), ..about.clone() };
    let rules = [about, wild].map(|about| RuleStats { about, ..rule("r", Severity::Info, 1, 1) });
    let report = Report::new(Vec::new(), Diagnostics::default(), Diagnostics::default(), stats(rules.to_vec()));
    let rules = run(&report, 1)["tool"]["driver"]["rules"].take();
    let help = "No more than 5000 faces.\n\nA scene has a budget.\n\nhttps://example.org/faces";
    assert_eq!(rules[0]["help"]["text"], help);
    assert_eq!(rules[0]["helpUri"], "https://example.org/faces");
    assert_eq!(rules[0]["defaultConfiguration"]["level"], "note");
    assert_eq!(rules[0]["properties"]["tags"], serde_json::json!(["mesh", "budget"]));
    assert!(rules[1].get("helpUri").is_none());
}
