//! Choices of rules, parameters and overrides: `packs.md`, section 1.

use assay_document::text::Pattern;
use assay_report::{Diagnostics, Severity};
use assay_script::Limits;

use super::super::{
    FileOverride, FileSeverity, FileText, ParameterSetting, ParameterValue, Rule, RuleChoice, RuleFile, RuleSet,
    RuleSettings, Site,
};
use assay_document::text::Span;

const PACK: &str = "name: art\nparameters:\n  most: {default: 2048, description: The largest side.}\n  prefixes: {example: [T_, M_]}\n";

const RULES: &str = r"
parameters:
  note: {default: large}
rules:
  - name: size
    tags: [fast]
    rpath: '\.png$'
    xpath: '{image.width}'
    condition: ['<=', $most]
    message: '{value} is ${note}, ${most} at most'
  - name: prefix
    rpath: '/(?:${prefixes})[^/]*$'
    xpath: '*/a'
    condition: [Satisfy the expression, 'd in params.prefixes or len(d) < params.most']
  - name: function
    rpath: x
    xpath: '*/a'
    condition: [func_f]
    func_str: |
      fn f(data, filepath, condition) { data.filter(|d| d.len() > params.most && filepath != `${params.note}`) }
";

fn site() -> Site {
    FileText::new("assay.yaml", "x").site(Span::at(0))
}

fn setting(of: &str, name: &str, value: ParameterValue) -> ParameterSetting {
    let of = (!of.is_empty()).then(|| (of.to_owned(), site()));
    ParameterSetting { of, name: name.to_owned(), value, site: site(), value_site: site() }
}

fn number(text: &str) -> ParameterValue {
    ParameterValue::Number(text.to_owned())
}

fn list(texts: &[&str]) -> ParameterValue {
    ParameterValue::List(texts.iter().map(|text| ParameterValue::Text((*text).to_owned())).collect())
}

fn load(settings: &RuleSettings) -> (RuleSet, Diagnostics) {
    load_text(RULES, settings)
}

fn load_text(text: &str, settings: &RuleSettings) -> (RuleSet, Diagnostics) {
    let files = [RuleFile { path: "art/r.yaml".to_owned(), text: text.to_owned() }];
    let read = |path: &str| (path == "art/pack.yaml").then(|| PACK.to_owned());
    RuleSet::load_within(Limits::default(), settings, &files, &read)
}

fn messages(out: &Diagnostics) -> Vec<&str> {
    out.problems.iter().map(|problem| problem.message.as_str()).collect()
}

fn written<'s>(set: &'s RuleSet, rule: &str, step: &str) -> Vec<&'s str> {
    set.rules().iter().filter(|known| known.name() == rule).filter_map(|rule| rule.written(step)).collect()
}

#[test]
fn defaults_are_filled_in_and_a_rule_without_a_value_is_off() {
    let (set, out) = load(&RuleSettings::default());
    assert_eq!(messages(&out), [""; 0]);
    assert_eq!(set.rules().iter().map(Rule::name).collect::<Vec<_>>(), ["size", "function"]);
    assert_eq!(written(&set, "size", "condition"), [r#"["<=", 2048]"#]);
    let off = set.switched_off("prefix").map(ToString::to_string);
    assert_eq!(off.as_deref(), Some("until the project sets its parameter `prefixes`"));
}

#[test]
fn a_project_sets_parameters_of_packs_and_of_rules() {
    let parameters = vec![
        setting("size", "most", number("512")),
        setting("art", "most", number("1024")),
        setting("art", "prefixes", list(&["T_", "S_"])),
    ];
    let (set, out) = load(&RuleSettings { parameters, ..RuleSettings::default() });
    assert_eq!(messages(&out), [""; 0]);
    assert_eq!(written(&set, "size", "condition"), [r#"["<=", 512]"#]);
    assert_eq!(written(&set, "prefix", "rpath"), ["/(?:T_|S_)[^/]*$"]);
    assert_eq!(
        written(&set, "prefix", "condition"),
        [r#"["Satisfy the expression", "d in [\"T_\", \"S_\"] or len(d) < 1024"]"#]
    );
}

#[test]
fn tests_use_examples() {
    let (set, _) = load(&RuleSettings { uses_examples: true, ..RuleSettings::default() });
    assert_eq!(written(&set, "prefix", "rpath"), ["/(?:T_|M_)[^/]*$"]);
}

#[test]
fn unknown_parameters_and_rules_are_problems() {
    let parameters = vec![
        setting("art", "mst", number("1")),
        setting("arts", "most", number("1")),
        setting("art", "most", list(&["x"])),
    ];
    let (_, out) = load(&RuleSettings { parameters, ..RuleSettings::default() });
    assert_eq!(
        messages(&out),
        ["`art` has no parameter `mst`", "there is no pack or rule `arts`", "`most` must be a number, not a list"]
    );
    assert!(out.problems.iter().all(|problem| problem.path.as_deref() == Some("assay.yaml")));
    let text = RULES.replace("params.most)", "params.mos)").replace("'<=', $most", "'<=', $mots");
    let (_, out) = load_text(&text, &RuleSettings::default());
    assert_eq!(messages(&out), ["there is no parameter `mots`"]);
    assert_eq!(out.problems[0].help.as_deref(), Some("did you mean `most`?"));
}

#[test]
fn an_override_applies_to_its_files() {
    let overrides = vec![
        FileOverride {
            files: Pattern::new("^/ui/").unwrap(),
            rules: vec![("size".to_owned(), site())],
            parameters: vec![setting("", "most", number("256"))],
            severity: Some(FileSeverity::Is(Severity::Hint)),
        },
        FileOverride {
            files: Pattern::new("/old/").unwrap(),
            rules: Vec::new(),
            parameters: Vec::new(),
            severity: Some(FileSeverity::Off),
        },
    ];
    let (set, out) = load(&RuleSettings { overrides, ..RuleSettings::default() });
    assert_eq!(messages(&out), [""; 0]);
    let of = |path: &str| {
        let rules = set.rules().iter().filter(|rule| rule.name() == "size" && rule.is_for(path));
        rules.map(|rule| (rule.written("condition").unwrap(), rule.severity())).collect::<Vec<_>>()
    };
    assert_eq!(of("a.png"), [(r#"["<=", 2048]"#, Severity::Error)]);
    assert_eq!(of("ui/a.png"), [(r#"["<=", 256]"#, Severity::Hint)]);
    assert_eq!(of("ui/old/a.png"), []);
    assert_eq!(of("old/a.png"), []);
}

#[test]
fn an_override_applies_to_the_report_about_a_file() {
    let overrides = vec![FileOverride {
        files: Pattern::new("^/tests/").unwrap(),
        rules: Vec::new(),
        parameters: Vec::new(),
        severity: Some(FileSeverity::Off),
    }];
    let (set, _) = load(&RuleSettings { overrides, ..RuleSettings::default() });
    let rule = set.rules().iter().find(|rule| rule.name() == "size").unwrap();
    assert!(rule.is_for("@gltf/a.gltf.json") && !rule.is_for("@gltf/tests/a.gltf.json"));
}

#[test]
fn a_project_selects_a_rule_by_a_choice_or_a_parameter() {
    let named = |settings: &RuleSettings| {
        let (set, _) = load(settings);
        let named = set.rules().iter().filter(|rule| rule.is_named()).map(|rule| rule.name().to_owned());
        named.collect::<Vec<_>>().join(" ")
    };
    let parameters = |of: &str, name: &str| RuleSettings {
        parameters: vec![setting(of, name, if name == "most" { number("1") } else { list(&["T_"]) })],
        ..RuleSettings::default()
    };
    assert_eq!(named(&RuleSettings::default()), "");
    assert_eq!(named(&parameters("art", "most")), "size function");
    assert_eq!(named(&parameters("prefix", "prefixes")), "prefix");
    let choice = |rule: &str| RuleSettings {
        choices: vec![RuleChoice { rules: vec![rule.to_owned()], by: "`--rule`".to_owned(), ..RuleChoice::default() }],
        ..RuleSettings::default()
    };
    assert_eq!(named(&choice("size")), "size");
    assert_eq!(named(&choice("s*")), "");
}

#[test]
fn a_choice_selects_rules() {
    let choice = |rules: &[&str], tags: &[&str], skipped: &[&str]| {
        let texts = |of: &[&str]| of.iter().map(|text| (*text).to_owned()).collect();
        let by = "`--rule`".to_owned();
        let choices = vec![RuleChoice { rules: texts(rules), tags: texts(tags), skipped: texts(skipped), by }];
        let (set, out) = load(&RuleSettings { choices, ..RuleSettings::default() });
        let names = set.rules().iter().map(|rule| rule.name().to_owned()).collect::<Vec<_>>().join(" ");
        (names, messages(&out).join("; "))
    };
    let fine = |names: &str| (names.to_owned(), String::new());
    assert_eq!(choice(&["s*"], &[], &[]), fine("size"));
    assert_eq!(choice(&[], &["fast"], &[]), fine("size"));
    assert_eq!(choice(&[], &[], &["size"]), fine("function"));
    assert_eq!(choice(&["sise"], &[], &[]).1, "`--rule`: there is no rule `sise`");
    assert_eq!(choice(&[], &["slow"], &[]).1, "`--rule`: there is no rule with the tag `slow`");
    assert_eq!(choice(&["prefix"], &[], &[]).1, "`--rule` selects no rule that is switched on");
    assert_eq!(choice(&["function"], &["fast"], &[]).1, "`--rule` selects no rule that is switched on");
}
