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
        ("schema: 2", "1:9 schema-version `schema` must be 1, not 2"),
        ("tpyes: {A: {}}", "1:1 schema-key a schema has no key `tpyes`; did you mean `types`?"),
        ("types:\n  A: {feilds: {B: text}}", "2:7 schema-key a type has no key `feilds`; did you mean `fields`?"),
        (
            "types:\n  A:\n    fields:\n      B: {is: numbr}",
            "4:15 schema-kind unknown kind of value `numbr`; did you mean `number`?",
        ),
        (
            "types:\n  A:\n    fields:\n      B: {is: number, lits: repeated}",
            "4:23 schema-key a field has no key `lits`; did you mean `list`?",
        ),
        (
            "types: {A: {fields: {B: {list: repeatd}}}}",
            "1:32 schema-value `list` cannot be `repeatd`; did you mean `repeated`?",
        ),
        (
            "types: {A: {fields: {B: {list: repeated, item: Enrty}}}}\nstructs: {Entry: {C: text}}",
            "1:48 schema-struct there is no struct `Enrty`; did you mean `Entry`?",
        ),
        ("types: {A: {strict: maybe}}", "1:21 schema-value `strict` must be `true` or `false`"),
        ("types: {A: {fields: {B: {is: vector, size: 7}}}}", "1:44 schema-value `size` must be 2, 3 or 4"),
        (
            "types: {A: {fields: {B: {list: choice}}}}",
            "1:22 schema-value `elements` must be the names of the choice's elements",
        ),
        (
            "types: {A: {fields: {B: {list: repeated, merger: keyed-deep}}}}",
            "1:22 schema-value `keyed-deep` needs a `key`",
        ),
        ("types: {A: {fields: {B: {is: number, merger: keyed-deep}}}}", "1:46 schema-value `keyed-deep` is for lists"),
        ("types: {A: {}, MyObjectBuilder_A: {}}", "1:16 schema-twice the type `A` is already described"),
        ("types: {A: {handlers: {x: y}}}", "1:13 schema-value `handlers` must be the name of a library"),
        (
            "types: {A: {depends: [{recursive: true}]}}",
            "1:23 schema-value an item of `depends` must be the name of a type, or `{type: …, recursive: true}`",
        ),
        ("types:\n  A: {extends: B}\n  B: {extends: A}", "2:3 schema-extends types extend each other: A → B → A"),
        ("hello", "1:1 schema-value a schema must be a mapping with `types`"),
        ("types: L", "1:8 schema-value `types` must be a mapping"),
        ("types: {L: text}", "1:12 schema-value `L` must be a mapping"),
        ("types: {L: {fields: Mass}}", "1:21 schema-value `fields` must be a mapping"),
        ("structs: {E: text}\ntypes: {}", "1:14 schema-value `E` must be a mapping"),
        ("types: {L: {extends: [A, B]}}", "1:26 schema-value `extends` must be one string"),
        ("types: {L: {group: {a: b}}}", "1:13 schema-value `group` must be a string"),
        ("types: {L: {}, K: {names: [M, MyObjectBuilder_L]}}", "1:31 schema-twice a type is already called `L`"),
        (
            "types: {A: {fields: {B: {is: number, unit: Deg}}}}",
            "1:44 schema-value `unit` cannot be `Deg`; did you mean `deg`?",
        ),
        (
            "types: {A: {fields: {B: {is: number, values: [a]}}}}",
            "1:22 schema-value `values` needs one of the kinds `enum` and `flags`",
        ),
        (
            "types: {A: {fields: {B: {is: number, nullable: false, default: x}}}}",
            "1:22 schema-value `default` must be a number, not `x`",
        ),
        (
            "types: {A: {fields: {B: {is: number, default: 1}}}}",
            "1:22 schema-value `default` must be one value that cannot be absent (`nullable: false`), not `1`",
        ),
        (
            "types: {A: {fields: {B: {list: repeated, items: [C]}}}}",
            "1:22 schema-value `items` are for `wrapped`, `elements` for `choice`",
        ),
        (
            "types: {A: {fields: {B: {list: repeated, of: C}}}}\nstructs: {C: {}}",
            "1:42 schema-key a list has no key `of`; known: also, nomerge, nullable, default, merger, list, merge, items, elements, key, append, duplicates, item, fields",
        ),
    ] {
        assert_eq!(report_lines("s.yaml", text), [expected], "{text}");
    }
}

#[test]
fn settings_without_an_effect_are_refused() {
    for (field, expected) in [
        ("{list: repeated, is: vector}", "schema-key a list has no key `is`"),
        ("{is: int, unit: deg}", "schema-value `unit: deg` is for `number` and `vector`"),
        ("{is: time, unit: deg}", "schema-value `unit: deg` is for `number`"),
        ("{is: number, size: 2}", "schema-value `size` is for `vector`"),
        ("{list: repeated, append: replace}", "schema-value `append` needs a `key`"),
        ("{list: repeated, duplicates: error}", "schema-value `duplicates` needs a `key`"),
        ("{list: repeated, key: ''}", "schema-value `key` must be `@Attribute`, `Element` or `#text`"),
        ("{list: repeated, key: ['@Id', '@']}", "schema-value `key` must be `@Attribute`, `Element` or `#text`"),
        ("{is: number, merge: replace}", "schema-key a field has no key `merge`"),
        ("{is: number, also: Mass}", "schema-twice a field is already called `Mass`, so `B` cannot have that name too"),
        ("{is: number, also: B}", "schema-twice a field is already called `B`, so `B` cannot have that name too"),
        (
            "{list: choice, elements: [A, Mass]}",
            "schema-twice a field is already called `Mass`, so `B` cannot have that name too",
        ),
        ("{is: number, merger: ../x}", "schema-value `merger` must be `library` or `library.function`, not `../x`"),
        ("{is: number, nomerge: true, merger: x}", "schema-value a `merger` has no effect with `nomerge: true`"),
        ("{is: object, merge: replace, merger: x}", "schema-value a `merger` has no effect with `merge: replace`"),
        (
            "{list: choice, elements: ['@C']}",
            "schema-value a list or an object must be an element, not the attribute `@C`",
        ),
        ("{is: object, also: '@C'}", "schema-value a list or an object must be an element, not the attribute `@C`"),
        (
            "{list: repeated, key: '@Nme', fields: {'@Name': text}}",
            "schema-value `key` must be a field of the entries, not `@Nme`; did you mean `@Name`?",
        ),
        (
            "{list: wrapped, key: ['#text', C], fields: {D: {is: text, also: '@E'}, F: {list: choice, elements: [G]}}}",
            "schema-value `key` must be a field of the entries, not `C`; known: D, @E, F, G",
        ),
        ("{list: repeated, item: Nope}", "schema-struct there is no struct `Nope`"),
    ] {
        let actual = report_lines("s.yaml", &format!("types: {{A: {{fields: {{Mass: number, B: {field}}}}}}}"));
        assert!(
            actual.len() == 1 && actual[0].contains(expected) && !actual[0].ends_with("known: "),
            "{field}: {actual:?}"
        );
    }
    assert_eq!(
        report_lines("s.yaml", "types: {A: {fields: {'@Min': number, B: {is: number, also: '@Max'}}}}"),
        [""; 0]
    );
    let key = "types: {A: {fields: {B: {list: repeated, key: '@Nme', item: E}}}}\nstructs: {E: {'@Name': text}}";
    let message = "1:47 schema-value `key` must be a field of the entries, not `@Nme`; did you mean `@Name`?";
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
    assert_eq!(report_lines("s.yaml", ""), ["1:1 schema-value a schema must be a mapping with `types`"]);
    let deep = report_lines("s.json", &["{\"a\": ".repeat(70), "1".into(), "}".repeat(70)].concat());
    assert!(deep[0].contains("schema-depth"), "{deep:?}");
}
