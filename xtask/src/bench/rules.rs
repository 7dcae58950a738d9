//! The rules of the benches: any number of them, in a mix that is typical of art checks.
//!
//! Most rules look at one type of resource and have few findings. The Python peer can read all of them: it knows paths,
//! tests with `==` and `!=`, names, attributes, records, regular expressions and the conditions used here.

use serde_json::{Value, json};

use super::corpus::{PACKAGES, TYPES};

/// The `rpath` of the rules.
const RPATH: &str = r"Repository.*/resource\.repository$";

/// The kinds of rules, used in turn. Each gets the type it is about and its number.
const KINDS: &[fn(&str, usize) -> Value] = &[
    |kind, _| json!({ "xpath": format!("*/Items/Item.Type=={kind},Name"), "condition": ["Exist"] }),
    |kind, _| {
        let names = r"^[a-z][a-z0-9_]*_lod[0-3]$";
        json!({ "xpath": format!("*/Items/Item.Type=={kind},Name"), "not_filter": names,
            "condition": ["Null collection"] })
    },
    |kind, number| {
        let most = 4095 + number;
        json!({ "xpath": format!("*/Items/Item.Type=={kind},Flags"), "condition": ["<=", most] })
    },
    |kind, _| json!({ "xpath": format!("*/Items/Item.Type=={kind},Package"), "condition": ["Exist in", PACKAGES] }),
    |kind, _| json!({ "xpath": format!("*/Items/Item.Type=={kind}&Class!={kind},GUID"), "condition": ["Null collection"] }),
    |kind, _| json!({ "xpath": format!("*/Items/Item.Type=={kind},GUID"), "condition": ["Unique"] }),
    |kind, number| {
        let test = format!("Type=={kind}&Name==`_lod{}$`", number % 4);
        json!({ "xpath": format!("*/Items/Item.{test},Annotation.SourcePath"), "filter": r"\.(tga|psd)$",
            "condition": ["!=", format!("art/Interface/Icons/{number:06}.tga")] })
    },
    |kind, _| json!({ "xpath": format!("*/Items/Item.Type=={kind},Name,Deps"), "condition": ["Exist"] }),
    |kind, _| {
        json!({ "xpath": format!("*/Items/Item.Type=={kind}:Annotation.Edit.author"),
            "condition": ["Exist in", ["amira", "bo", "chen", "dagny"]] })
    },
    |kind, number| {
        json!({ "xpath": format!("*/Items/Item.Type=={kind},Annotation.CreationTime"),
            "condition": [">=", 1_500_000_000 + number] })
    },
    |_, _| {
        json!({ "xpath": "*/Items/Item.Type==Mesh&Annotation.Anno.Key==CollisionShape,Annotation.Anno.Value",
            "filter": "^[0-9a-f-]{36}$", "condition": ["Exist"] })
    },
    |_, number| {
        json!({ "xpath": format!("*/Items/Item.Package==\"{}\",Name", PACKAGES[number % PACKAGES.len()]),
            "filter": "^(barrel|well)_", "condition": ["Not exist in", ["barrel_tmp", "well_tmp"]] })
    },
    |kind, _| json!({ "xpath": format!("*/Items/Item.Type=={kind}:Annotation.Edit.tool"), "condition": ["==", "ArtEase 2.0"] }),
];

/// Returns a rule file with this number of rules. It begins with the rules of every smaller file.
pub fn file(count: usize) -> Value {
    let rules: Vec<Value> = (0..count).map(rule).collect();
    json!({ "rules": rules })
}

fn rule(number: usize) -> Value {
    // The numbers of kinds and types share no factor, so each kind of rule meets each type.
    let types = distinct_types();
    let kind = types[number % types.len()];
    let mut rule = KINDS[number % KINDS.len()](kind, number);
    rule["name"] = json!(format!("bench-{number:03}"));
    rule["rpath"] = json!(RPATH);
    rule
}

fn distinct_types() -> Vec<&'static str> {
    let mut types = TYPES.to_vec();
    types.dedup();
    types
}

#[cfg(test)]
mod tests {
    use super::file;

    #[test]
    fn rules_differ() {
        let file = file(100);
        let mut texts: Vec<String> = file["rules"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|rule| format!("{} {} {} {}", rule["xpath"], rule["filter"], rule["not_filter"], rule["condition"]))
            .collect();
        let all = texts.len();
        texts.sort();
        texts.dedup();
        // Some rules may be equal, because two kinds may ignore the type; most must differ.
        assert_eq!(all, 100);
        assert!(texts.len() > 85, "only {} distinct rules", texts.len());
    }
}
