//! The overview of all definitions.

use serde_json::{Value, json};

use super::{file, resolve};

fn survey(files: &[(&str, &str)]) -> Value {
    serde_json::to_value(resolve(files, "").survey()).expect("it is JSON")
}

#[test]
fn each_definition_lists_its_contexts_and_diagnostics() {
    let lamp = |id: &str, mode: &str, rest: &str| {
        format!(r#"<Definition xsi:type="LampDefinition"{mode}><Id Type="Lamp" Subtype="{id}"/>{rest}</Definition>"#)
    };
    let base = [lamp("A", "", "<Mass>2</Mass>"), lamp("B", "", r#"<CopyFrom Type="Lamp" Subtype="A"/>"#)].join("\n");
    let delta = [
        lamp("C", "", r#"<CopyFrom Type="Lamp" Subtype="None"/>"#),
        lamp("A", r#" Merge="Merge""#, "<Mass>3</Mass>"),
        lamp("A", r#" Merge="Merge""#, "<Mass>4</Mass>"),
    ];
    let survey = survey(&[("base/a.sbc", &file(&base)), ("mod/a.sbc", &file(&delta.join("\n")))]);
    assert_eq!(survey["contexts"], json!(["base", "mod"]));
    let row = |id: &str, copied: bool, contexts: &[u32], diagnostics: &[u32]| json!({"id": id, "type": "LampDefinition", "live": true, "copied": copied, "contexts": contexts, "told": diagnostics});
    let diagnostics = survey["told"].as_array().expect("a list");
    let place = |code: &str| {
        let place = diagnostics
            .iter()
            .position(|diagnostic| diagnostic["code"] == code)
            .unwrap_or_else(|| panic!("no {code} in {diagnostics:?}"));
        u32::try_from(place).expect("there are few")
    };
    let expected = json!([
        row("Lamp/A", false, &[0, 1], &[place("duplicate-id")]),
        row("Lamp/B", true, &[0], &[]),
        row("Lamp/C", false, &[1], &[place("copy-source-missing")]),
    ]);
    assert_eq!(survey["definitions"], expected);
}

#[test]
fn diagnostics_without_a_definition_belong_to_no_definition() {
    let survey = survey(&[("base/a.sbc", "<Definitions><Definition></Definitions>")]);
    assert_eq!(survey["definitions"], json!([]));
    assert_eq!(survey["told"].as_array().map(Vec::len), Some(1), "{survey}");
}
