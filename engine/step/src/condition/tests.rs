use assay_document::extract::{ValueId, Values};
use assay_document::text::{Fault, Span};
use assay_script::{Host, Limits};
use assay_store::{CollectionId, CollectionNames, CustomList, ListId, Store};
use assay_system::Parts;

use super::{Compiled, Condition, ConditionContext, ConditionFault, METHODS};
use crate::{Parameter, Scope};

/// A value to judge.
#[derive(Clone, Copy, Debug)]
enum V {
    Null,
    Bool(bool),
    /// A number of JSON.
    Number(&'static str),
    Text(&'static str),
    /// A record of the lists `A` and `B`.
    Record(&'static [V], &'static [V]),
}

use V::{Null, Number, Record, Text as T};

fn add(values: &mut Values, value: &V) -> ValueId {
    let none = Span::at(0);
    match value {
        Null => values.null(none),
        V::Bool(value) => values.bool(*value, none),
        Number(text) => values.number(text, none),
        T(text) => values.text(text, none),
        Record(a, b) => {
            let lists = [a, b].map(|list| list.iter().map(|value| add(values, value)).collect::<Vec<_>>());
            let labels = values.labels(&["A".to_owned(), "B".to_owned()]);
            values.record(labels, lists.iter().map(Vec::as_slice), none)
        }
    }
}

fn text(text: &str) -> Parameter {
    Parameter::Text(text.to_owned())
}

fn number(text: &str) -> Parameter {
    Parameter::Number(text.to_owned())
}

fn names() -> CollectionNames {
    let mut names = CollectionNames::new();
    assert!(names.add("fruit", ListId(0)));
    names
}

fn store() -> Store {
    Store::new(&Parts::default(), vec![CustomList::new(["apple", "plum", "5"])])
}

fn host() -> Host {
    Host::new(Limits::default())
}

/// Compiles the elements of a condition of a rule without functions.
fn try_compile(elements: &[Parameter]) -> Result<Compiled, Vec<ConditionFault>> {
    Condition::compile(elements, &Scope { names: &names(), host: &host(), program: None })
}

/// Returns the only fault of the elements of a condition.
fn fault(elements: &[Parameter]) -> ConditionFault {
    let mut faults = try_compile(elements).expect_err("it is taken");
    assert_eq!(faults.len(), 1, "{faults:?}");
    faults.remove(0)
}

fn compile(elements: &[Parameter]) -> Condition {
    match try_compile(elements) {
        Ok(compiled) => compiled.condition,
        Err(fault) => panic!("{elements:?}: {fault:?}"),
    }
}

/// Returns the indexes of the values that fail, and the message about each.
fn judge(elements: &[Parameter], list: &[V]) -> (Vec<Option<usize>>, Vec<String>) {
    let condition = compile(elements);
    let mut values = Values::new();
    let ids: Vec<ValueId> = list.iter().map(|value| add(&mut values, value)).collect();
    let context = ConditionContext { path: "checked.xml", store: &store(), host: &host() };
    let judgement = condition.judge(&mut values, &ids, &context);
    assert_eq!(judgement.stopped, None);
    let place = |id: ValueId| ids.iter().position(|&known| known == id);
    let places = judgement.failed.iter().map(|verdict| verdict.value.and_then(place)).collect();
    (places, judgement.failed.iter().map(|verdict| condition.message(verdict, &values)).collect())
}

/// `name([condition], [values]) => [indexes of the values that fail]`.
macro_rules! fails {
    ($($name:ident($($element:expr),+; $($value:expr),*) => [$($place:literal),*];)*) => {$(
        #[test]
        fn $name() {
            let expected: &[usize] = &[$($place),*];
            let (places, _) = judge(&[$($element),+], &[$($value),*]);
            assert_eq!(places, expected.iter().map(|&place| Some(place)).collect::<Vec<_>>());
        }
    )*};
}

/// `name([condition]) => code, index of the element, first byte, end byte`.
macro_rules! refuses {
    ($($name:ident($($element:expr),*) => $code:literal, $parameter:literal, $start:literal..$end:literal;)*) => {$(
        #[test]
        fn $name() {
            let ConditionFault { parameter, fault } = fault(&[$($element),*]);
            assert_eq!((fault.code.as_str(), parameter, fault.span.range()), ($code, $parameter, $start..$end), "{fault:?}");
        }
    )*};
}

mod names {
    use super::*;

    #[test]
    fn are_unique_and_documented() {
        for (at, method) in METHODS.iter().enumerate() {
            assert!(METHODS[..at].iter().all(|other| !other.name.eq_ignore_ascii_case(method.name)), "{}", method.name);
            assert!(!method.doc.is_empty() && !method.doc.ends_with('.'), "{}", method.name);
            let docs = include_str!("../../../../docs/rules.md");
            assert!(docs.contains(method.name), "docs/rules.md lacks `{}`", method.name);
        }
    }

    #[test]
    fn letter_case_and_white_space_are_ignored() {
        for name in ["Not null collection", "NOT   null\tCOLLECTION", " not null collection ", "notnullcollection"] {
            assert_eq!(judge(&[text(name)], &[]).0, [None], "{name}");
        }
        for operator in ["<=", "< =", " < = "] {
            assert_eq!(judge(&[text(operator), number("5")], &[T("6")]).0, [Some(0)], "{operator}");
        }
        assert_eq!(judge(&[text(" ! ="), text("5")], &[T("5")]).0, [Some(0)]);
    }

    #[test]
    fn quotes_are_dropped_with_a_hint() {
        for name in [
            "'Unique'",
            "\"Unique\"",
            "`Unique`",
            "\u{2018}Unique'",
            "\u{201c}Unique\u{201d}",
            "Unique\u{201d}",
            "\u{300c}Unique\u{300d}",
            "\u{301d}Unique\u{301f}",
            "\u{2036}Unique\u{2034}",
            "Uni\"que",
        ] {
            let hints = try_compile(&[text(name)]).unwrap().hints;
            let codes: Vec<_> =
                hints.iter().map(|hint| (hint.parameter, hint.fault.code.as_str(), hint.fault.span)).collect();
            assert_eq!(codes, [(0, "condition-quotes", Span::of(0, name.len()))], "{name}");
            assert_eq!(
                hints[0].fault.message,
                "the quotes around `Unique` are dropped"
                    .replace("`Unique`", &format!("`{}`", name.replace(|c: char| !c.is_ascii_alphabetic(), "")))
            );
        }
        assert!(try_compile(&[text("UNIQUE ")]).unwrap().hints.is_empty());
    }

    #[test]
    fn ordering_of_strings_that_look_like_numbers_is_reported() {
        let suggestions = |operator: &str, value: Parameter| {
            let hints = try_compile(&[text(operator), value]).unwrap().hints;
            hints
                .into_iter()
                .map(|hint| (hint.parameter, hint.fault.code.as_str(), hint.fault.help))
                .collect::<Vec<_>>()
        };
        for (written, help, number) in [
            ("8,000", "write `['<=', 8000]`", "8000"),
            ("\u{2212}5", "write `['<=', -5]`", "-5"),
            ("2,5", "write `['<=', 2.5]`", "2.5"),
            ("1 000 000", "write `['<=', 1000000]`", "1000000"),
            ("<=5", "write `['<=', 5]`", "5"),
        ] {
            let hints = try_compile(&[text("<="), text(written)]).unwrap().hints;
            let actual: Vec<_> = hints.iter().map(|hint| (hint.parameter, hint.fault.code.as_str())).collect();
            assert_eq!(actual, [(1, "condition-order-of-texts")], "{written}");
            assert_eq!(hints[0].fault.help.as_deref(), Some(help), "{written}");
            assert_eq!(hints[0].fault.suggestion.as_deref(), Some(number), "{written}");
        }
        // The values may be in another unit: bytes, or thousands.
        for (written, number, unit) in [("5 MB", "5", "MB"), ("8px", "8", "px"), ("-5,000 m", "-5000", "m")] {
            let help = format!(
                "write `['<=', {number}]` if the values are in `{unit}`; if they end with it, \
                 `[Satisfy the expression, \"float(d.replace('{unit}', '')) <= {number}\"]`"
            );
            assert_eq!(suggestions("<=", text(written)), [(1, "condition-order-of-texts", Some(help))]);
        }
        // The order of these as strings may be correct.
        let help = "a function in `func_str` can compare its parts as numbers";
        for written in [
            "1.10.2",
            "2024.01.01",
            "20240101T00",
            "0xFF",
            "00A0",
            "9z",
            "3D",
            "10:30 AM",
            "1/2",
            "1024x1024",
            "0,125",
            "5 m, 6 m",
            "9zz",
            "0800 kg",
            "4K",
            "5M",
            "12 of 20",
        ] {
            for operator in ["<=", ">"] {
                let actual = suggestions(operator, text(written));
                assert_eq!(actual, [(1, "condition-order-of-letters", Some(help.to_owned()))], "{operator} {written}");
            }
        }
        for (operator, value) in [
            ("==", text("8px")),
            ("!=", text("8px")),
            ("<", text("8")),
            ("<", number("8")),
            ("<", text("m")),
            (">=", text("2026-01-31")),
            (">=", text("2026-01-31T12:00:00Z")),
            (">=", text("12:30")),
            (">=", text("2024/01/01")),
            (">=", text("#000000")),
            (">=", text("<=5")),
        ] {
            assert_eq!(suggestions(operator, value.clone()), [], "{operator} {value:?}");
        }
    }

    #[test]
    fn conditions_with_literals_of_other_syntax_are_reported() {
        let list = |texts: &[&str]| Parameter::List(texts.iter().map(|written| text(written)).collect());
        let help_of = |elements: &[Parameter]| {
            let hints = try_compile(elements).unwrap().hints;
            assert!(hints.iter().all(|hint| hint.fault.code.as_str() == "condition-literal"), "{hints:?}");
            hints.into_iter().next().map(|hint| hint.fault.help.unwrap())
        };
        for (written, help) in [
            (
                "^meshes/Barrel.*",
                "write `[\"Satisfy the expression\", \"not matches(d, '^meshes/Barrel.*')\"]`; for exactly this \
                 string, write `d != '^meshes/Barrel.*'`",
            ),
            (
                "meshes/Barrel*",
                "write `[\"Satisfy the expression\", \"not d.startswith('meshes/Barrel')\"]`; for exactly this \
                 string, write `d != 'meshes/Barrel*'`",
            ),
            (
                "{image.height}",
                "use a function, which gets the path: `func_str: 'fn same(data, filepath, condition) { data.filter(|d| \
                 d == image(filepath).height) }'` and `[func_same]`",
            ),
        ] {
            assert_eq!(help_of(&[text("!="), text(written)]).as_deref(), Some(help));
            assert_eq!(help_of(&[text("not exist in"), list(&[written])]).as_deref(), Some(help));
            let spelled = format!("['{written}']");
            assert_eq!(help_of(&[text("Not exist in"), text(&spelled)]).as_deref(), Some(help));
            // These find every value, which is obvious to users. Only for a fact, the warning shows what to write
            // instead.
            let help = help.replace("d == image", "d != image");
            let help = written.starts_with('{').then_some(help);
            assert_eq!(help_of(&[text("=="), text(written)]), help);
            assert_eq!(help_of(&[text("Exist in"), list(&[written])]), help);
        }
        let filter = "fn same(data, filepath, condition) { data.filter(|d| d > size(filepath)) }";
        assert!(help_of(&[text("<="), text("{file.size}")]).unwrap().contains(filter));
        assert_eq!(help_of(&[text("<="), text("{size}")]), None);
        let among = "write `[\"Satisfy the expression\", \"not matches(d, '^T_')\"]` to test for that; for exactly this \
                     string, write `d != '^T_'`";
        assert_eq!(help_of(&[text("Not exist in"), list(&["a", "^T_", "b"])]).as_deref(), Some(among));
        for sound in [
            "*",
            "**",
            "*.*",
            "/*",
            "*/*",
            "a*b",
            "a *",
            "* a",
            "5*",
            "*default*",
            "*pointer",
            "[*]",
            "image/*",
            "^",
            "^C",
            "^[",
            "^F5",
            "^2",
            "^128",
            "^_^",
            "^^^",
            "^foo^",
            "com.example.*",
            "wait...",
            ".*",
            "a.b",
            "a|b",
            "(none)",
            "[none]",
            "$NAME",
            "US$",
            "c:\\temp",
            "C++",
            "what?",
            "{name}",
            "{}",
            "{image}",
            "{0}",
            "{image.hight}",
            "{guid} x",
            "<none>",
            "../*.*",
        ] {
            assert_eq!(help_of(&[text("!="), text(sound)]), None, "{sound}");
            assert_eq!(help_of(&[text("Not exist in"), list(&[sound])]), None, "{sound}");
        }
    }

    #[test]
    fn unknown_methods_get_a_suggestion() {
        for (name, help) in [
            (
                "Exists",
                "did you mean `Exist`? For a file at that path, write `[\"Satisfy the expression\", \"exists(d)\"]`",
            ),
            (
                "not exists",
                "did you mean `Not exist`? For a file at that path, write `[\"Satisfy the expression\", \"not exists(d)\"]`",
            ),
            ("exists in", "write `[\"Exist in\", COLLECTION]`"),
            ("Not exits", "did you mean `Not exist`?"),
            ("Null colection", "did you mean `Null collection`?"),
            ("Uniqe", "did you mean `Unique`?"),
            ("Satisfy expression", "write `[\"Satisfy the expression\", EXPRESSION]`"),
            ("=", "write `[\"==\", VALUE]`"),
            ("in", "write `[\"Exist in\", COLLECTION]`"),
            ("max", "write `[\"<=\", VALUE]`"),
            ("required", "did you mean `Exist`?"),
            ("d <= 4", "write `[\"<=\", 4]`"),
            ("len(d) <= 4", "write `[\"Satisfy the expression\", \"len(d) <= 4\"]`"),
            ("d in ('a', 'b')", "write `[\"Satisfy the expression\", \"d in ('a', 'b')\"]`"),
            ("<= 5", "write `[\"<=\", 5]`"),
            ("<=5", "write `[\"<=\", 5]`"),
        ] {
            let fault = fault(&[text(name)]).fault;
            assert_eq!(
                (fault.code.as_str(), fault.help.as_deref()),
                ("condition-unknown-method", Some(help)),
                "{name}"
            );
        }
        for (name, method) in [("=", "=="), ("=<", "<="), ("\u{2265}", ">="), ("<>", "!="), ("max", "<=")] {
            let fault = fault(&[text(name), number("5")]).fault;
            assert_eq!(fault.suggestion.as_deref(), Some(method), "{name}");
        }
        let fault = fault(&[text("frobnicate")]).fault;
        assert_eq!(fault.message, "there is no method `frobnicate`");
        assert!(fault.help.unwrap().starts_with("the methods are `Exist`, `Not exist`, "));
    }

    #[test]
    fn methods_of_other_tools_get_an_expression() {
        for (elements, list, is_certain) in [
            (vec![text("matches"), text("^[a-z]+$")], r#"["Satisfy the expression", "matches(d, '^[a-z]+$')"]"#, true),
            (
                vec![text("Between"), number("1"), number("5")],
                r#"["Satisfy the expression", "1 <= float(d) <= 5"]"#,
                true,
            ),
            (vec![text("file exists")], r#"["Satisfy the expression", "exists(d)"]"#, true),
            (vec![text("<= 5")], r#"["<=", 5]"#, true),
            // Missing parameters, and strings that would need other quotes, are left open.
            (vec![text("starts with")], r#"["Satisfy the expression", "d.startswith('…')"]"#, false),
            (vec![text("regex"), text(r"\d")], r#"["Satisfy the expression", "matches(d, r'\\d')"]"#, true),
            (vec![text("regex"), text(r#"'""#)], r#"["Satisfy the expression", "matches(d, '…')"]"#, false),
        ] {
            let ConditionFault { parameter, fault } = fault(&elements);
            assert_eq!(fault.help, Some(format!("write `{list}`")));
            assert_eq!(
                (fault.suggestion.as_deref(), parameter == ConditionFault::WHOLE),
                (is_certain.then_some(list), is_certain)
            );
        }
    }

    refuses! {
        an_empty_list() => "condition-empty", 0, 0..0;
        null(Parameter::Null) => "condition-method", 0, 0..0;
        a_list(Parameter::List(vec![text("Exist")])) => "condition-method", 0, 0..0;
        an_empty_name(text("")) => "condition-unknown-method", 0, 0..0;
        an_unknown_name(text(" Exists")) => "condition-unknown-method", 0, 0..7;
        an_expression_that_is_a_number(text("Satisfy the expression"), number("1")) => "condition-expression", 1, 0..0;
        a_missing_expression(text("Satisfy the expression")) => "condition-parameter-missing", 0, 0..22;
        an_unknown_custom_function(text("func_no_gaps"), text("1")) => "script-unknown-function", 0, 0..12;
        a_library_function(text("condfunc.foliage_shader")) => "script-unknown-function", 0, 0..23;
        a_function_as_in_version_1(text("func_g83_runner.srcTexConflict")) => "script-unknown-function", 0, 0..30;
        no_function(text("Exist.")) => "condition-unknown-method", 0, 0..6;
        no_list(text("Exist in")) => "condition-parameter-missing", 0, 0..8;
        no_value(text("<=")) => "condition-parameter-missing", 0, 0..2;
        too_much(text("Exist"), text("xy")) => "condition-parameter-extra", 1, 0..2;
        two_values(text("<="), number("1"), number("2")) => "condition-parameter-extra", 2, 0..0;
    }

    #[test]
    fn conditions_in_one_string_get_a_list() {
        for (written, list) in [
            ("Exist", r#"["Exist"]"#),
            ("not  exist", r#"["Not exist"]"#),
            ("exists", r#"["Exist"]"#),
            (" <= 5000 ", r#"["<=", 5000]"#),
            ("== 'none'", r#"["==", "none"]"#),
            ("= 5", r#"["==", 5]"#),
            ("\u{2264} 5", r#"["<=", 5]"#),
            ("d <= 4", r#"["<=", 4]"#),
            (r#"d == "a""#, r#"["==", "a"]"#),
            ("len(d) > 1", r#"["Satisfy the expression", "len(d) > 1"]"#),
            ("d > 1 and d < 4", r#"["Satisfy the expression", "d > 1 and d < 4"]"#),
            ("4 >= d", r#"["Satisfy the expression", "4 >= d"]"#),
            (r#"d == "it's""#, r#"["==", "it's"]"#),
        ] {
            let scope = Scope { names: &names(), host: &host(), program: None };
            assert_eq!(Condition::as_list(&[text(written)], &scope).as_deref(), Some(list), "{written}");
        }
    }

    #[test]
    fn parameter_counts_are_explained() {
        for (elements, message, help) in [
            (vec![text("exist in")], "`Exist in` needs a collection", "write `[\"Exist in\", COLLECTION]`"),
            (vec![text("Exist"), text("x")], "`Exist` takes no parameter", "write `[\"Exist\"]`"),
            (vec![text("<"), number("1"), number("2")], "`<` takes one parameter", "write `[\"<\", VALUE]`"),
        ] {
            let Fault { message: found, help: advice, .. } = fault(&elements).fault;
            assert_eq!((found.as_str(), advice.as_deref()), (message, Some(help)));
        }
    }
}

mod exist {
    use super::*;
    fails! {
        falsy_values(text("Exist");
            Null, V::Bool(false), T(""), Number("0"), Number("0.0"), Number("-0"), Number("0e5"), Record(&[],
            &[])) => [0, 1, 2, 3, 4, 5, 6, 7];
        truthy_values(text("Exist");
            V::Bool(true), T("0"), T("false"), T(" "), Number("1"), Number("-0.5"), Record(&[Null], &[]), Record(&[],
            &[T("")])) => [];
        the_opposite(text("Not exist");
            Null, T("x"), T(""), Number("0"), T("0"), Record(&[], &[]), Record(&[T("")], &[])) => [1, 4, 6];
        nothing_to_judge(text("Exist");) => [];
    }
}

mod exist_in {
    use super::*;

    fn list(elements: &[Parameter]) -> Parameter {
        Parameter::List(elements.to_vec())
    }

    fails! {
        a_list_of_strings(text("Exist in"), list(&[text("1"), text("a")]);
            T("1"), T("01"), T("a"), T("A"), T(""), Number("1"), Number("1.0"), Null) => [1, 3, 4, 6, 7];
        a_list_of_numbers(text("Exist in"), list(&[number("1"), number("2")]);
            T("1"), T("2.0"), T(" 1e0 "), T("3"), T("x"), Number("1.0"), V::Bool(true), Null) => [3, 4, 6, 7];
        large_numbers_exactly(text("Exist in"), list(&[number("9007199254740993")]);
            T("9007199254740993"), T("9007199254740992"), T("9007199254740993.0")) => [1];
        booleans_as_spelled(text("Exist in"), list(&[Parameter::Bool(true)]);
            V::Bool(true), T("true"), V::Bool(false), T("True"), Number("1")) => [2, 3, 4];
        null_with_null(text("Exist in"), list(&[Parameter::Null, text("a")]);
            Null, T("a"), T(""), T("null"), V::Bool(false)) => [2, 3, 4];
        an_empty_list(text("Exist in"), list(&[]); T("a"), Null, T("")) => [0, 1, 2];
        records_are_never_in_a_list(text("Exist in"), list(&[text("x")]); Record(&[T("x")], &[]), T("x")) => [0];
        not_in_a_list(text("Not exist in"), list(&[text("x"), number("5")]);
            T("x"), T("5.0"), T("y"), Null, Record(&[T("x")], &[])) => [0, 1];
        a_python_list(text("Exist in"), text(" ['apple', \"plum\", 1, None,] ");
            T("apple"), T("pear"), T("1.0"), Null, T("None")) => [1, 4];
        a_custom_collection(text("Exist in"), text("artfunc_fruit");
            T("apple"), T("Apple"), T("5"), Number("5"), Number("5.0"), Null) => [1, 4, 5];
        not_in_a_custom_collection(text("Not exist in"), text(" artfunc_fruit "); T("apple"), T("pear")) => [0];
        a_built_in_collection(text("Exist in"), text("artfunc_res_store.res_in_repo"); T("x")) => [0];
    }

    refuses! {
        null(text("Exist in"), Parameter::Null) => "condition-collection", 1, 0..0;
        a_number(text("Exist in"), number("5")) => "condition-collection", 1, 0..0;
        a_mapping(text("Exist in"), Parameter::Map) => "condition-collection", 1, 0..0;
        a_bare_string(text("Exist in"), text("apple")) => "condition-collection", 1, 0..5;
        an_unknown_collection(text("Exist in"), text("artfunc_friut")) => "collection-unknown", 1, 0..13;
        a_list_in_a_list(text("Exist in"), list(&[text("a"), list(&[])])) => "condition-list-element", 1, 0..0;
        a_number_in_base_two(text("Exist in"), list(&[number("0b10")])) => "condition-list-element", 1, 0..0;
        a_broken_python_list(text("Exist in"), text("['apple]")) => "condition-list", 1, 1..8;
    }

    #[test]
    fn typing_errors_are_explained() {
        for (written, help) in [
            ("artfunc_friut", "did you mean `artfunc_fruit`?"),
            ("artfunc_res_store.ilevel", "did you mean `artfunc_res_store.ilevels`?"),
            ("fruit", "write `artfunc_fruit`"),
            ("res_filter.ALL_RES", "write `artfunc_res_filter.ALL_RES`"),
            ("apple, plum", "write `artfunc_NAME` for a collection, `[\"a\", \"b\"]` for a list"),
        ] {
            let fault = fault(&[text("Exist in"), text(written)]).fault;
            assert_eq!(fault.help.as_deref(), Some(help), "{written}");
        }
    }

    #[test]
    fn the_collection_of_a_condition_is_known() {
        let repositories = CollectionNames::new().resolve("res_filter.ALL_RES").unwrap();
        for (elements, collection) in [
            (vec![text("Exist in"), text("artfunc_fruit")], Some(CollectionId::Own(ListId(0)))),
            (vec![text("Not exist in"), text("artfunc_res_filter.ALL_RES")], Some(repositories)),
            (vec![text("Exist in"), text("['a']")], None),
            (vec![text("Exist")], None),
        ] {
            assert_eq!(compile(&elements).collection(), collection, "{elements:?}");
        }
    }
}

mod collections {
    use super::*;
    fails! {
        null_fails_every_value(text("Null collection"); T("a"), Null) => [0, 1];
        null_without_values(text("Null collection");) => [];
        not_null_of_some(text("Not null collection"); Null) => [];
    }

    #[test]
    fn not_null_without_values_is_reported_for_the_file() {
        let (places, messages) = judge(&[text("Not null collection")], &[]);
        assert_eq!((places, messages), (vec![None], vec!["no value was found in this file".to_owned()]));
    }
}

mod unique {
    use super::*;
    fails! {
        strings_are_compared_exactly(text("Unique"); T("x"), T("X"), T("x "), T("x"), T("x")) => [3, 4];
        numbers_by_value(text("Unique");
            Number("1"), Number("1.0"), Number("10e-1"), T("1"), V::Bool(true), Number("-0"), Number("0.0")) => [1, 2,
            6];
        numbers_in_strings_are_strings(text("Unique"); T("1"), T("1.0"), T("1")) => [2];
        large_numbers(text("Unique");
            Number("9007199254740993"), Number("9007199254740992"), Number("9007199254740993")) => [2];
        booleans(text("Unique"); V::Bool(true), V::Bool(false), V::Bool(true), T("true")) => [2];
        nulls_are_never_equal(text("Unique"); Null, Null, T(""), T("")) => [3];
        records_by_content(text("Unique");
            Record(&[T("1")], &[T("2")]), Record(&[T("1")], &[T("2")]), Record(&[T("1")], &[]), Record(&[],
            &[T("1")]), Record(&[Number("1")], &[]), Record(&[Null], &[]), Record(&[Null], &[])) => [1, 6];
    }

    #[test]
    fn the_first_of_equal_values_is_named() {
        let mut values = Values::new();
        let ids: Vec<ValueId> = [T("a"), T("b"), T("a"), T("a")].iter().map(|value| add(&mut values, value)).collect();
        let judgement = compile(&[text("Unique")]).judge(
            &mut values,
            &ids,
            &ConditionContext { path: "checked.xml", store: &store(), host: &host() },
        );
        let pairs: Vec<_> =
            judgement.failed.iter().map(|verdict| (verdict.value, verdict.related.first().copied())).collect();
        assert_eq!(pairs, [(Some(ids[2]), Some(ids[0])), (Some(ids[3]), Some(ids[0]))]);
    }
}

mod compare {
    use super::*;
    fails! {
        less(text("<"), number("5"); T("4"), T("5"), T("6")) => [1, 2];
        at_most(text("<="), number("5"); T("4"), T("5"), T("6")) => [2];
        more(text(">"), number("5"); T("4"), T("5"), T("6")) => [0, 1];
        at_least(text(">="), number("5"); T("4"), T("5"), T("6")) => [0];
        equal(text("=="), number("5"); T("4"), T("5"), T("5.0"), Number("5"), T(" 5\n")) => [0];
        not_equal(text("!="), number("5"); T("4"), T("5"), T("5.0"), Number("5")) => [1, 2, 3];
        a_string_that_spells_a_number(text("<="), text(" 9 "); T("10"), T("9")) => [0];
        exponents(text("=="), text("1e3"); T("1000"), T("1E+3"), T("1000.0"), T("1001")) => [3];
        leading_zeros(text("=="), text("007"); T("7"), T("7.0"), T("7a")) => [2];
        fractions(text("=="), number(".5"); T("0.5"), T("5.e-1"), T(".")) => [2];
        large_integers_exactly(text("<="), text("18446744073709551616");
            T("18446744073709551617"), T("18446744073709551616"), T("-99999999999999999999999")) => [0];
        values_that_are_not_numbers(text("<"), number("1000");
            T("0x5"), T("5_0"), T("inf"), T("nan"), T("5 5"), T("5,0"), T("\u{ff15}"), T(""), V::Bool(true)) => [0, 1,
            2, 3, 4, 5, 6, 7, 8];
        infinities(text(">"), number("5");
            Number(".inf"), Number("Infinity"), Number("-.inf"), Number("-Infinity"), T(".inf"), T("Infinity")) => [2, 3,
            4, 5];
        an_infinite_limit(text("<"), number(".inf");
            Number("1e300"), Number("-Infinity"), Number("Infinity"), Number("5")) => [2];
        not_infinite(text("!="), number(".inf"); Number("Infinity"), Number("-.inf"), Number(".nan"), T(".inf")) => [0];
        nan_has_no_order(text("<="), number("5"); Number(".nan"), Number("NaN"), Number("5")) => [0, 1];
        values_that_are_not_numbers_pass_not_equal(text("!="), number("5");
            T("x"), T(""), V::Bool(true), Null, Record(&[T("5")], &[]), T("5")) => [5];
        strings_are_ordered_by_code_point(text("<"), text("\u{1f000}"); T("\u{1f600}"), T("\u{ff5e}"), T("a"), T("")) => [0];
        numbers_are_compared_with_strings_by_spelling(text("<"), text("5x"); T("10"), T("9"), Number("10"), Number("9")) => [1, 3];
        booleans_are_compared_with_strings_by_spelling(text("=="), Parameter::Bool(true);
            V::Bool(true), T("true"), V::Bool(false), T("True")) => [2, 3];
        an_empty_string(text("=="), text(""); T(""), T(" "), Null) => [1, 2];
        nulls_and_records_fail(text("<"), text("z"); Null, Record(&[T("a")], &[]), T("a")) => [0, 1];
        nulls_and_records_pass_not_equal(text("!="), text("z"); Null, Record(&[T("z")], &[]), T("z")) => [2];
        null_is_not_a_string(text("=="), text("null"); Null, T("null")) => [0];
    }

    refuses! {
        a_list(text("<="), Parameter::List(vec![number("5")])) => "condition-value", 1, 0..0;
        null(text("=="), Parameter::Null) => "condition-value", 1, 0..0;
        a_mapping(text("!="), Parameter::Map) => "condition-value", 1, 0..0;
        base_two(text("<"), number("0b11")) => "condition-value", 1, 0..0;
        nan(text("<"), number(".nan")) => "condition-value", 1, 0..0;
    }
}

#[test]
fn messages_are_one_sentence() {
    let list = Parameter::List(vec![text("a"), number("5"), Parameter::Null]);
    for (elements, value, message) in [
        (vec![text("Exist")], Null, "expected a value, found null"),
        (vec![text("Exist")], T(""), "expected a value, found an empty string"),
        (vec![text("Exist")], Number("0"), "expected a value, found `0`"),
        (vec![text("Not exist")], T("x"), "expected no value, found `x`"),
        (vec![text("Null collection")], T("1"), "expected no value, found `1`"),
        (vec![text("<="), number("5000")], T("6000"), "`6000` is not <= 5000"),
        (vec![text("<="), number("5000")], T("many"), "`many` is not a number, expected <= 5000"),
        (vec![text("<="), number("5000")], Number(".nan"), "`.nan` is not a number, expected <= 5000"),
        (vec![text("<="), number("5000")], Number("Infinity"), "`Infinity` is not <= 5000"),
        (vec![text("<="), number("5000")], Null, "null is not a number, expected <= 5000"),
        (vec![text("=="), text("x")], T("y"), "`y` is not == `x`"),
        (vec![text("=="), text("")], T("y"), "`y` is not == an empty string"),
        (vec![text("!="), text("x")], T("x"), "`x` equals `x`"),
        (vec![text("!="), number("5")], T("5.0"), "`5.0` equals 5"),
        (vec![text("Exist in"), list.clone()], T("b"), "`b` is not one of `a`, `5`, `null`"),
        (vec![text("Not exist in"), list], T("a"), "`a` is one of `a`, `5`, `null`"),
        (vec![text("Exist in"), Parameter::List(vec![])], T("b"), "`b` is not one of an empty list"),
        (vec![text("Exist in"), text("artfunc_fruit")], T("b"), "`b` is not in `fruit`"),
        (vec![text("Not exist in"), text("artfunc_fruit")], T("plum"), "`plum` is in `fruit`"),
    ] {
        assert_eq!(judge(&elements, &[value]).1, [message], "{elements:?}");
    }
    let twice = judge(&[text("Unique")], &[T("x"), T("x")]).1;
    assert_eq!(twice, ["`x` occurs more than once in this file"]);
}

#[test]
fn expectations_fit_into_a_message() {
    for (elements, expected) in [
        (vec![text("Exist")], "a value"),
        (vec![text("Not exist")], "no value"),
        (vec![text("Null collection")], "no value"),
        (vec![text("Not null collection")], "at least one value"),
        (vec![text("Unique")], "each value once"),
        (vec![text("< ="), number("5000")], "<= 5000"),
        (vec![text("=="), text("x")], "== `x`"),
        (vec![text("Exist in"), text("artfunc_fruit")], "in `fruit`"),
        (vec![text("Not exist in"), text("artfunc_fruit")], "not in `fruit`"),
        (vec![text("Exist in"), text("['a', 1]")], "one of `a`, `1`"),
        (vec![text("Not exist in"), text("['a', 1]")], "none of `a`, `1`"),
    ] {
        assert_eq!(compile(&elements).describe_expected(), expected, "{elements:?}");
    }
}
