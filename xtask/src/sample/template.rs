//! Templates: the documents of the samples, with placeholders for computed values, and marks at the faults.
//!
//! The templates are located in `xtask/templates`, in a folder for each sample. A template in the folder `files` there
//! makes one file of the sample, at the same path. The generator of the sample fills the other templates, most of them
//! more than once. Templates are written in Jinja, and values are inserted without escapes. They can use these
//! functions:
//!
//! - `guid(name)` writes the GUID of a name; `guid32(name)` writes it without hyphens.
//! - `fault(rule)` writes nothing. It marks the place that the rule must report.
//! - `fault(rule, value)` writes nothing. It names the value that the rule must report.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use minijinja::syntax::SyntaxConfig;
use minijinja::value::{Rest, Serde};
use minijinja::{AutoEscape, Environment, UndefinedBehavior, path_loader};
use serde_json::Value;

use super::guid::Guid;
use crate::places;

/// A document that was made from a template.
pub struct Document {
    /// The text, without marks.
    pub text: String,
    /// The faults of the document, in their order.
    pub marks: Vec<Mark>,
}

/// A call of `fault`.
pub struct Mark {
    /// The rule that must report the fault.
    pub rule: String,
    /// The value that the rule must report, if the call has one.
    pub value: Option<Value>,
    /// The place of the call in the text.
    pub place: Place,
}

/// A place in a string: line and column, from 1, in characters.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Place {
    /// The line.
    pub line: usize,
    /// The column.
    pub column: usize,
}

impl Place {
    /// Returns the place after the last character of `text`.
    pub fn after(text: &str) -> Self {
        let last = text.rsplit('\n').next().unwrap_or("");
        Self { line: text.matches('\n').count() + 1, column: last.chars().count() + 1 }
    }
}

/// A character that no document contains. It surrounds the output of `fault` in the text until [`fill`] removes it.
const MARK: char = '\u{e000}';

/// All templates. Each is read when it is first used.
static TEMPLATES: LazyLock<Environment<'_>> = LazyLock::new(|| {
    let mut templates = Environment::new();
    let syntax = SyntaxConfig::builder().keep_trailing_newline(true).trim_blocks(true).lstrip_blocks(true).build();
    templates.set_syntax(syntax.expect("the delimiters are those of Jinja"));
    templates.set_loader(path_loader(folder()));
    templates.set_auto_escape_callback(|_| AutoEscape::None);
    templates.set_undefined_behavior(UndefinedBehavior::SemiStrict);
    templates.add_function("guid", |name: &str| Guid::named(name).to_string());
    templates.add_function("guid32", |name: &str| Guid::named(name).to_string().replace('-', ""));
    templates.add_function("fault", |rule: &str, values: Rest<minijinja::Value>| {
        format!("{MARK}{}{MARK}", serde_json::json!([rule, values.0]))
    });
    templates
});

fn folder() -> PathBuf {
    places::in_root("xtask/templates")
}

/// Fills a template with the members of a JSON object. The template is named by its path in `xtask/templates`.
///
/// # Panics
/// Panics if the template does not exist, or needs a value that `values` does not have.
pub fn fill(template: &str, values: &Value) -> Document {
    let template = TEMPLATES.get_template(template);
    let filled = template.and_then(|template| template.render(Serde(values)));
    let filled = filled.unwrap_or_else(|error| panic!("{error:#}"));
    let mut document = Document { text: String::new(), marks: Vec::new() };
    for (at, part) in filled.split(MARK).enumerate() {
        if at % 2 == 0 {
            document.text.push_str(part);
        } else {
            let (rule, mut values): (String, Vec<Value>) = serde_json::from_str(part).expect("`fault` wrote it");
            document.marks.push(Mark { rule, value: values.pop(), place: Place::after(&document.text) });
        }
    }
    document
}

/// Lists the files of a sample that have a template each. The template of `path` is `<sample>/files/<path>`.
///
/// # Panics
/// Panics if a folder cannot be read.
pub fn files(sample: &str) -> Vec<String> {
    let mut found = Vec::new();
    let root = folder().join(sample).join("files");
    list(&root, &mut found);
    let relative = found.iter().filter_map(|path| path.strip_prefix(&root).ok()?.to_str());
    relative.map(|path| path.replace('\\', "/")).collect()
}

fn list(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder of templates can be read").flatten() {
        let path = entry.path();
        if path.is_dir() {
            list(&path, found);
        } else {
            found.push(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{MARK, Place, fill};

    #[test]
    fn a_fault_has_the_place_of_its_call() {
        let document = fill("gltf/files/props/format_1.gltf", &json!({}));
        let [mark] = &document.marks[..] else { panic!("there are {} marks", document.marks.len()) };
        assert_eq!((&*mark.rule, mark.place), ("gltf-validator-error", Place { line: 5, column: 24 }));
        assert!(document.text.contains("\"version\": \"1.0\"") && !document.text.contains(MARK));
    }

    #[test]
    fn a_fault_can_name_a_value() {
        let document = fill("packages/vase.ma", &json!({}));
        assert_eq!(document.marks[0].value, Some(json!("D:/game/vase/textures/vase_d.ppm")));
    }
}
