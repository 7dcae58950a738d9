//! Every field names the place that set it: editing that place changes the field.

use super::super::{Explanation, Setting};
use super::{file, resolve};

const SCHEMA: &str = "
types:
  Lamp:
    fields:
      Light: {list: repeated, key: '@Id'}
      Spot: {is: object, fields: {State: {list: repeated}, Radius: number}}
";

/// Returns a base game and two mods, one definition on each line.
fn sample() -> Vec<(&'static str, String)> {
    let base = "<Definition xsi:type='Lamp' Copy='Append'>\n<Id Type='L' Subtype='Base'/>\n<Mass>value1</Mass>\n\
        <Light Id='a' Radius='value2'/>\n<Spot><State>value3</State>\n<Radius>value4</Radius></Spot>\n</Definition>\n\
        <Definition xsi:type='Lamp' Copy='Append'>\n<Id Type='L' Subtype='Big'/>\n\
        <CopyFrom Type='L' Subtype='Base'/>\n<Light Id='b' Radius='value5'/>\n</Definition>";
    let first = "<Definition xsi:type='Lamp' Merge='Merge'>\n<Id Type='L' Subtype='Base'/>\n<Mass>value6</Mass>\n\
        <Spot>\n<State>value7</State></Spot>\n</Definition>";
    let second = "<Definition xsi:type='Lamp' Merge='Append' Enabled='true'>\n<Id Type='L' Subtype='Big'/>\n\
        <Light Id='c' Radius='value8'/>\n<Light Id='b' Radius='value9'/>\n<Tint Hex='value10'/>\n</Definition>";
    vec![("base/a.sbc", file(base)), ("one/a.sbc", file(first)), ("two/a.sbc", file(second))]
}

fn explained(files: &[(&str, String)], id: &str) -> Explanation {
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (*path, text.as_str())).collect();
    let set = resolve(&files, SCHEMA);
    set.explain(set.find(id)[0]).unwrap()
}

fn describe(settings: &[Setting]) -> Vec<String> {
    let lines = settings.iter().map(|Setting { value, context, path, line, copied_from, .. }| {
        let copied = copied_from.as_ref().map_or(String::new(), |id| format!(" by {id}"));
        format!("{value} {context} {path}:{}{copied}", line.unwrap_or_default())
    });
    lines.collect()
}

#[test]
fn fields_name_their_setters_and_overridden_values() {
    let explanation = explained(&sample(), "L/Big");
    assert_eq!(explanation.sources, ["L/Base"]);
    let field = |path: &str| {
        let field = explanation.fields.iter().find(|field| field.path == path);
        let field = field.unwrap_or_else(|| panic!("no `{path}` in {:?}", explanation.fields));
        (describe(&field.set), describe(&field.overridden))
    };
    let list = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
    assert_eq!(
        field("Mass"),
        (list(&["value6 one one/a.sbc:4 by L/Base"]), list(&["value1 base base/a.sbc:4 by L/Base"]))
    );
    assert_eq!(
        field("Spot/State"),
        (list(&["value7 one one/a.sbc:6 by L/Base"]), list(&["value3 base base/a.sbc:6 by L/Base"]))
    );
    assert_eq!(
        field("Light/@Radius"),
        (
            list(&["value2 base base/a.sbc:5 by L/Base", "value9 two two/a.sbc:5", "value8 two two/a.sbc:4"]),
            list(&["value5 base base/a.sbc:12"])
        )
    );
    assert_eq!(field("@Enabled"), (list(&["true two two/a.sbc:2"]), list(&[])));
}

#[test]
fn editing_a_named_place_changes_the_field() {
    for id in ["L/Base", "L/Big"] {
        let explanation = explained(&sample(), id);
        let settings =
            explanation.fields.iter().flat_map(|field| field.set.iter().map(|setting| (&field.path, setting)));
        let mut edited = 0;
        for (field, setting) in settings.filter(|(_, setting)| setting.value.starts_with("value")) {
            let mut files = sample();
            let (_, text) = files.iter_mut().find(|(path, _)| *path == setting.path).unwrap();
            let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
            let line = &mut lines[setting.line.unwrap() as usize - 1];
            assert!(line.contains(&setting.value), "{setting:?} is not in `{line}`");
            *line = line.replace(&setting.value, "another");
            *text = lines.join("\n");
            let after = explained(&files, id);
            let values: Vec<_> =
                after.fields.iter().filter(|after| after.path == *field).flat_map(|f| &f.set).collect();
            assert!(values.iter().any(|setting| setting.value == "another"), "{field}: {setting:?} {values:?}");
            edited += 1;
        }
        assert_eq!(edited, if id == "L/Base" { 4 } else { 7 }, "{id}");
    }
}
