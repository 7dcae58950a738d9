use std::rc::Rc;

use assay_document::source::{MemorySource, Source};
use serde_json::Value;

use super::{ModelReports, validate_with};
use crate::{FileReport, FileReports};

/// A stand-in for the validator: a model that names `a.bin` has an issue at each pointer of its `extras`.
fn validate(model: &[u8], read: super::validator::ReadResource<'_>) -> Result<String, String> {
    let Ok(model) = serde_json::from_slice::<Value>(model) else { return Err("no JSON".to_owned()) };
    let mut messages = Vec::new();
    for pointer in model["extras"].as_array().into_iter().flatten() {
        messages.push(serde_json::json!({"code": "C", "message": "m", "severity": 0, "pointer": pointer}));
    }
    if let Some(uri) = model["buffers"][0]["uri"].as_str() {
        let message = read(uri).map_or_else(|reason| reason, |bytes| format!("{} bytes", bytes.len()));
        messages.push(serde_json::json!({"code": "B", "message": message, "severity": 0, "pointer": "/buffers/0/uri"}));
    }
    let issues = serde_json::json!({"numErrors": messages.len(), "numWarnings": 0, "numInfos": 0, "numHints": 0,
        "messages": messages, "truncated": false});
    Ok(serde_json::json!({"validatorVersion": "1", "validatedAt": "now", "issues": issues, "info": {"a": 1}})
        .to_string())
}

fn report(files: &[(&str, &str)]) -> FileReport {
    validate_with(validate);
    let source: Rc<dyn Source> = Rc::new(files.iter().copied().collect::<MemorySource>());
    ModelReports.report(files[0].0, &source)
}

#[test]
fn issues_have_their_places_in_the_model() {
    let model = r#"{"extras": ["/meshes/0/primitives/7", "/accessors/0/min", "", "/a~1b"],
        "meshes": [{"name": "Crate", "primitives": [{"attributes": {"POSITION": 0}}]}],
        "accessors": [{"min": [0]}], "a/b": 5}"#;
    let file = report(&[("m/a.gltf", model)]).file.expect("a report");
    assert_eq!(file.path, "@gltf/m/a.gltf.json");
    let document: Value = serde_json::from_str(&file.text).expect("JSON");
    let places: Vec<&str> = document["issues"]["messages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|issue| issue["place"].as_str().unwrap())
        .collect();
    assert_eq!(
        places,
        ["/meshes/0/primitives/7 (mesh `Crate`)", "/accessors/0/min (mesh `Crate`)", "the root", "/a~1b"]
    );
    assert_eq!((document["info"]["a"].as_u64(), &document["validatorVersion"]), (Some(1), &Value::Null));
    let expected = ["[{\"attributes", "[0]}", "{\"extras", "5}"];
    for ((at, _), start) in file.text.match_indices("{\"code\"").zip(expected) {
        let (path, offset) = file.origin(u32::try_from(at).unwrap()).expect("an origin");
        assert_eq!(path, "m/a.gltf");
        assert!(model[offset as usize..].starts_with(start), "{offset}: {start}");
    }
}

#[test]
fn resources_are_read_relative_to_the_model() {
    let model = |uri: &str| format!(r#"{{"buffers": [{{"uri": "{uri}"}}]}}"#);
    let message = |uri: &str| {
        let report = report(&[
            ("m/a.gltf", &model(uri)),
            ("m/b/c d.bin", "1234"),
            ("m/p.bin", "version https://git-lfs.github.com/spec/v1\n"),
        ]);
        let document: Value = serde_json::from_str(&report.file.expect("a report").text).expect("JSON");
        let problems: Vec<String> =
            report.diagnostics.problems.iter().filter_map(|problem| problem.path.clone()).collect();
        (document["issues"]["messages"][0]["message"].as_str().unwrap().to_owned(), problems, report.read.len())
    };
    assert_eq!(message("b/c d.bin"), ("4 bytes".to_owned(), vec![], 2));
    assert_eq!(message("c.bin"), ("there is no such file".to_owned(), vec![], 1));
    assert_eq!(message("../../c.bin"), ("it is not one of the files under check".to_owned(), vec![], 1));
    assert_eq!(message("https://a.b/c.bin"), ("it is not one of the files under check".to_owned(), vec![], 1));
    let (message, problems, _) = message("p.bin");
    assert_eq!(
        (message.as_str(), problems),
        ("this is a Git LFS pointer instead of the file", vec!["m/p.bin".to_owned()])
    );
}

#[test]
fn a_model_without_a_report_is_a_problem() {
    let problem = |text: &str| {
        let FileReport { file, diagnostics, .. } = report(&[("a.gltf", text)]);
        assert!(file.is_none());
        diagnostics.problems.into_iter().map(|problem| (problem.code.to_string(), problem.message)).collect::<Vec<_>>()
    };
    assert_eq!(problem("{").len(), 1);
    assert!(problem("{")[0].0.starts_with("json-"), "{:?}", problem("{"));
    assert_eq!(
        problem("// a\n{}"),
        [("gltf-no-report".to_owned(), "the glTF validator returned no report: no JSON".to_owned())]
    );
}
