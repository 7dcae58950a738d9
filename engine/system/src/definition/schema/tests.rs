//! The mistakes of schemas, at their places.

use super::{Level, Schema};

fn report_lines(path: &str, text: &str) -> Vec<String> {
    let lines = Schema::read(path, text.as_bytes()).1.into_iter().map(|diagnostic| {
        let place = diagnostic.problem.region.map(|region| region.start);
        let (line, column) = place.map_or((0, 0), |place| (place.line, place.column));
        let help = diagnostic.problem.help.map_or(String::new(), |help| format!("; {help}"));
        format!("{line}:{column} {} {}{help}", diagnostic.problem.code, diagnostic.problem.message)
    });
    lines.collect()
}

#[test]
fn errors_have_a_place_and_a_suggestion() {
    for (text, expected) in [
        ("schema: 2", "1:9 schema-version expected schema 1, and this is 2"),
        ("tpyes: {A: {}}", "1:1 schema-key expected a key of a schema, and this is `tpyes`; did you mean `types`?"),
        (
            "types:\n  A: {feilds: {B: text}}",
            "2:7 schema-key expected a key of a type, and this is `feilds`; did you mean `fields`?",
        ),
        (
            "types:\n  A:\n    fields:\n      B: {is: numbr}",
            "4:15 schema-kind expected a kind of value, and this is `numbr`; did you mean `number`?",
        ),
        (
            "types:\n  A:\n    fields:\n      B: {is: number, lits: repeated}",
            "4:23 schema-key expected a key of a field, and this is `lits`; did you mean `list`?",
        ),
        (
            "types: {A: {fields: {B: {list: repeatd}}}}",
            "1:32 schema-value expected a word for `list`, and this is `repeatd`; did you mean `repeated`?",
        ),
        (
            "types: {A: {fields: {B: {list: repeated, item: Enrty}}}}\nstructs: {Entry: {C: text}}",
            "1:48 schema-struct expected the name of a struct, and this is `Enrty`; did you mean `Entry`?",
        ),
        ("types: {A: {strict: maybe}}", "1:21 schema-value expected `true` or `false` as `strict`"),
        ("types: {A: {fields: {B: {is: vector, size: 7}}}}", "1:44 schema-value expected a size of 2, 3 or 4"),
        (
            "types: {A: {fields: {B: {list: choice}}}}",
            "1:22 schema-value expected the names of a choice's elements as `elements`",
        ),
        (
            "types: {A: {fields: {B: {list: repeated, merger: keyed-deep}}}}",
            "1:22 schema-value `keyed-deep` needs a `key`",
        ),
        ("types: {A: {fields: {B: {is: number, merger: keyed-deep}}}}", "1:46 schema-value `keyed-deep` is for lists"),
        ("types: {A: {}, MyObjectBuilder_A: {}}", "1:16 schema-twice the type `A` is already described"),
        ("types: {A: {handlers: {x: y}}}", "1:13 schema-value expected the name of a library"),
        (
            "types: {A: {depends: [{recursive: true}]}}",
            "1:23 schema-value expected the name of a type, or `{type: …, recursive: true}`",
        ),
        ("types:\n  A: {extends: B}\n  B: {extends: A}", "2:3 schema-extends types extend each other: A → B → A"),
        ("hello", "1:1 schema-value expected a mapping with `types`"),
        ("types: L", "1:8 schema-value expected a mapping as `types`"),
        ("types: {L: text}", "1:12 schema-value expected a mapping as `L`"),
        ("types: {L: {fields: Mass}}", "1:21 schema-value expected a mapping as `fields`"),
        ("structs: {E: text}\ntypes: {}", "1:14 schema-value expected a mapping as `E`"),
        ("types: {L: {extends: [A, B]}}", "1:26 schema-value expected one string as `extends`"),
        ("types: {L: {group: {a: b}}}", "1:13 schema-value expected a string as `group`"),
        ("types: {L: {}, K: {names: [M, MyObjectBuilder_L]}}", "1:31 schema-twice a type is already called `L`"),
        (
            "types: {A: {fields: {B: {is: number, unit: Deg}}}}",
            "1:44 schema-value expected a word for `unit`, and this is `Deg`; did you mean `deg`?",
        ),
        (
            "types: {A: {fields: {B: {is: number, values: [a]}}}}",
            "1:22 schema-value `values` are for `enum` and `flags`",
        ),
        (
            "types: {A: {fields: {B: {is: number, nullable: false, default: x}}}}",
            "1:22 schema-value `default` is for a number, and this is `x`",
        ),
        (
            "types: {A: {fields: {B: {is: number, default: 1}}}}",
            "1:22 schema-value `default` is for one value that cannot be absent (`nullable: false`), and this is `1`",
        ),
        (
            "types: {A: {fields: {B: {list: repeated, items: [C]}}}}",
            "1:22 schema-value `items` are for `wrapped`, `elements` for `choice`",
        ),
        (
            "types: {A: {fields: {B: {list: repeated, of: C}}}}\nstructs: {C: {}}",
            "1:42 schema-key expected a key of a list, and this is `of`; known are also, nomerge, nullable, default, merger, list, merge, items, elements, key, append, duplicates, item, fields",
        ),
    ] {
        assert_eq!(report_lines("s.yaml", text), [expected], "{text}");
    }
}

#[test]
fn settings_without_an_effect_are_refused() {
    for (field, expected) in [
        ("{list: repeated, is: vector}", "schema-key expected a key of a list, and this is `is`"),
        ("{is: int, unit: deg}", "schema-value `unit: deg` is for `number` and `vector`"),
        ("{is: time, unit: deg}", "schema-value `unit: deg` is for `number`"),
        ("{is: number, size: 2}", "schema-value `size` is for `vector`"),
        ("{list: repeated, append: replace}", "schema-value `append` needs a `key`"),
        ("{list: repeated, duplicates: error}", "schema-value `duplicates` needs a `key`"),
        ("{list: repeated, key: ''}", "schema-value expected `@Attribute`, `Element` or `#text` as `key`"),
        ("{list: repeated, key: ['@Id', '@']}", "schema-value expected `@Attribute`, `Element` or `#text` as `key`"),
        ("{is: number, merge: replace}", "schema-key expected a key of a field, and this is `merge`"),
        ("{is: number, also: Mass}", "schema-twice a field is already called `Mass`, so `B` cannot have that name too"),
        ("{is: number, also: B}", "schema-twice a field is already called `B`, so `B` cannot have that name too"),
        (
            "{list: choice, elements: [A, Mass]}",
            "schema-twice a field is already called `Mass`, so `B` cannot have that name too",
        ),
        ("{is: number, merger: ../x}", "schema-value expected `library`, or `library.function`, and this is `../x`"),
        ("{is: number, nomerge: true, merger: x}", "schema-value a `merger` has no effect with `nomerge: true`"),
        ("{is: object, merge: replace, merger: x}", "schema-value a `merger` has no effect with `merge: replace`"),
        ("{list: choice, elements: ['@C']}", "schema-value expected an element, but `@C` is an attribute"),
        ("{is: object, also: '@C'}", "schema-value expected an element, but `@C` is an attribute"),
        (
            "{list: repeated, key: '@Nme', fields: {'@Name': text}}",
            "schema-value expected a field of the entries as `key`, and this is `@Nme`; did you mean `@Name`?",
        ),
        (
            "{list: wrapped, key: ['#text', C], fields: {D: {is: text, also: '@E'}, F: {list: choice, elements: [G]}}}",
            "schema-value expected a field of the entries as `key`, and this is `C`; known are D, @E, F, G",
        ),
        ("{list: repeated, item: Nope}", "schema-struct expected the name of a struct, and this is `Nope`"),
    ] {
        let actual = report_lines("s.yaml", &format!("types: {{A: {{fields: {{Mass: number, B: {field}}}}}}}"));
        assert!(
            actual.len() == 1 && actual[0].contains(expected) && !actual[0].ends_with("known are "),
            "{field}: {actual:?}"
        );
    }
    assert_eq!(
        report_lines("s.yaml", "types: {A: {fields: {'@Min': number, B: {is: number, also: '@Max'}}}}"),
        [""; 0]
    );
    let key = "types: {A: {fields: {B: {list: repeated, key: '@Nme', item: E}}}}\nstructs: {E: {'@Name': text}}";
    let message =
        "1:47 schema-value expected a field of the entries as `key`, and this is `@Nme`; did you mean `@Name`?";
    assert_eq!(report_lines("s.yaml", key), [message]);
    assert_eq!(report_lines("s.yaml", &key.replace("@Nme", "@Name")), [""; 0]);
}

#[test]
fn repeated_keys_are_errors() {
    for (path, text, code) in [
        ("s.yaml", "types: {A: {fields: {B: text}, fields: {C: text}}}", "yaml-repeated-key"),
        ("s.json", r#"{"types": {}, "structs": {"E": {}, "E": {}}}"#, "json-repeated-key"),
    ] {
        let diagnostics = Schema::read(path, text.as_bytes()).1;
        assert_eq!(
            (diagnostics.len(), diagnostics[0].level, diagnostics[0].problem.code.as_str()),
            (1, Level::Error, code)
        );
    }
}

#[test]
fn both_forms_report_the_same_errors_and_their_syntax_errors() {
    assert_eq!(
        report_lines("s.json", r#"{"types": {"A": {"fields": {"B": {"list": "repeated", "key": ["@x"]}}}}}"#),
        [""; 0]
    );
    let json = report_lines("s.json", "{\"types\": {");
    assert!(json[0].contains("json-unfinished"), "{json:?}");
    let yaml = report_lines("s.yaml", "types: [");
    assert!(yaml[0].contains("yaml-"), "{yaml:?}");
    assert_eq!(report_lines("s.yaml", ""), ["1:1 schema-value expected a mapping with `types`"]);
    let deep = report_lines("s.json", &["{\"a\": ".repeat(70), "1".into(), "}".repeat(70)].concat());
    assert!(deep[0].contains("schema-depth"), "{deep:?}");
}
