//! Hashes the content of metadata, independently of how it is written.

use assay_document::format::{Algorithm, Hasher};
use assay_document::text::json::tree::ast::Value;

use super::json::{self, Content, write_content};
use super::listed::whole_number;

/// Lists whose order has no meaning.
const SETS: [&str; 2] = ["dependency", "revisionFiles"];
/// The keys of a file's entry that are not hashed: they are compared with the file itself.
const OF_FILES: [&str; 2] = ["hash", "size"];

/// Returns a hash of metadata. It is equal for texts with the same content, not counting the sizes and hashes of files.
/// Keys may be in another order, and a revision may be a number or a string.
pub(super) fn metadata_hash(text: &str) -> String {
    let mut plain = String::new();
    if let Ok(value) = json::parse(text) {
        write_value(&mut plain, &value, &[]);
    }
    let mut hasher = Hasher::new(Algorithm::Sha256);
    hasher.update(plain.as_bytes());
    hasher.finish()
}

/// Writes a value; `keys` are the keys that lead to it.
fn write_value(out: &mut String, value: &Value<'_>, keys: &[&str]) {
    match value {
        Value::Object(object) => {
            let is_file = keys == ["revisionFiles"];
            let mut members: Vec<_> = object.properties.iter().map(|it| (it.name.as_str(), &it.value)).collect();
            members.retain(|(key, _)| !(is_file && OF_FILES.contains(key)));
            // The order of keys has no meaning in JSON.
            members.sort_by_key(|(a, _)| *a);
            out.push('{');
            for (key, value) in members {
                out.push_str(&write_content(&Content::Text(key.to_owned())));
                write_value(out, value, &[keys, &[key]].concat());
            }
            out.push('}');
        }
        Value::Array(array) => {
            let one = |element: &Value<'_>| {
                let mut text = String::new();
                write_value(&mut text, element, keys);
                text
            };
            let mut elements: Vec<String> = array.elements.iter().map(one).collect();
            if let [key] = keys
                && SETS.contains(key)
            {
                elements.sort();
            }
            out.push('[');
            out.extend(elements.iter().flat_map(|element| [element.as_str(), ","]));
            out.push(']');
        }
        Value::NumberLit(_) | Value::StringLit(_) if matches!(keys, ["data" | "dependency", "revision"]) => {
            match json::digits(value).and_then(whole_number::<u64>) {
                Some(number) => out.push_str(&number.to_string()),
                None => out.push_str(&write_content(&Content::Old(value))),
            }
        }
        other => out.push_str(&write_content(&Content::Old(other))),
    }
}

#[cfg(test)]
mod tests {
    use super::metadata_hash;

    #[test]
    fn the_hash_does_not_depend_on_formatting() {
        let one =
            r#"{"data": {"revision": 1, "tag": "a"}, "revisionFiles": [{"path": "a", "hash": "x"}, {"path": "b"}]}"#;
        for (other, is_same) in [
            (r#"{"revisionFiles": [{"path": "b"}, {"path": "a"}], "data": {"tag": "a", "revision": "001"}}"#, true),
            (
                r#"{"revisionFiles": [{"size": 1, "path": "b"}, {"path": "a"},], /* */ "data": {"tag": "a", "revision": 1}}"#,
                true,
            ),
            (r#"{"revisionFiles": [{"path": "b"}, {"path": "c"}], "data": {"tag": "a", "revision": 1}}"#, false),
            (r#"{"revisionFiles": [{"path": "b"}, {"path": "a"}], "data": {"tag": "b", "revision": 1}}"#, false),
            (r#"{"revisionFiles": [{"path": "b"}, {"path": "a"}], "data": {"tag": "a", "revision": "1.0"}}"#, false),
        ] {
            assert_eq!(metadata_hash(one) == metadata_hash(other), is_same, "{other}");
        }
        assert_ne!(
            metadata_hash(r#"{"metadata": [1, 2]}"#),
            metadata_hash(r#"{"metadata": [2, 1]}"#),
            "a list of anything"
        );
        assert_ne!(metadata_hash(r#"{"metadata": ["1,2"]}"#), metadata_hash(r#"{"metadata": ["1", "2"]}"#));
    }
}
