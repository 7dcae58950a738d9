//! Tests of the settings of configurations, and of their problems with places.

use assay_rule::RuleFile;

use super::Config;

fn read(text: &str) -> Config {
    named("assay.yaml", text)
}

fn named(path: &str, text: &str) -> Config {
    Config::read(&RuleFile { path: path.to_owned(), text: text.to_owned() })
}

/// Formats each setting as a line: `key of = value line:column`.
fn settings(config: &Config) -> Vec<String> {
    let settings = config.settings().map(|setting| {
        let of = setting.of.as_ref().map(|of| format!(" {of}")).unwrap_or_default();
        format!("{}{of} = {} {}:{}", setting.key, setting.value, setting.line, setting.column)
    });
    settings.collect()
}

/// Formats each problem as a line: `line:column code message [help]`.
fn problems(config: &Config) -> Vec<String> {
    let problems = config.diagnostics().problems.iter().map(|problem| {
        let start = problem.region.expect("problems of a configuration have a place").start;
        let help = problem.help.as_ref().map(|help| format!(" [{help}]")).unwrap_or_default();
        assert!(!problem.in_rules && problem.path.is_some(), "{problem:?}");
        format!("{}:{} {} {}{help}", start.line, start.column, problem.code, problem.message)
    });
    problems.collect()
}

#[test]
fn every_key_is_read_with_its_place() {
    let config = read(
        "root: assets\nrules: [rules/a.yaml, more]\nignore:\n  - '*.tmp'\n  - build/\nseverity: {lower-case: off, r: Warning}\n\
         fail_on: warning\nstrict: true\nformat: [text, sarif=out.sarif]\nlimits: {operations: 5, depth: 8}\njobs: 2\n\
         packages: {limits: {unpacked: 8GiB}}\ndefinitions:\n  base: game\n  mods: [mods/a, mods/b]\n  schema: s.yaml\n",
    );
    assert_eq!(problems(&config), [""; 0]);
    assert_eq!(
        settings(&config),
        [
            "root = assets 1:7",
            "rules = rules/a.yaml 2:9",
            "rules = more 2:23",
            "ignore = *.tmp 4:5",
            "ignore = build/ 5:5",
            "severity lower-case = off 6:24",
            "severity r = Warning 6:32",
            "fail_on = warning 7:10",
            "strict = true 8:9",
            "format = text 9:10",
            "format = sarif=out.sarif 9:16",
            "limits operations = 5 10:22",
            "limits depth = 8 10:32",
            "jobs = 2 11:7",
            "packages.limits unpacked = 8GiB 12:31",
            "definitions.base = game 14:9",
            "definitions.mods = mods/a 15:10",
            "definitions.mods = mods/b 15:18",
            "definitions.schema = s.yaml 16:11",
        ]
    );
    assert_eq!((config.limits().operations, config.limits().depth), (5, 8));
}

#[test]
fn json_is_read_and_an_empty_object_sets_nothing() {
    let config = named("assay.json", "{\"rules\": \"rules\", \"jobs\": 3}");
    assert_eq!(settings(&config), ["rules = rules 1:11", "jobs = 3 1:28"]);
    for text in ["{}", "# nothing yet\n{}\n", "ignore:\nseverity:\ndefinitions:\n", "ignore: []\n"] {
        let config = read(text);
        assert_eq!((settings(&config), problems(&config)), (Vec::new(), Vec::new()), "{text:?}");
    }
}

#[test]
fn an_empty_configuration_is_a_problem() {
    const EMPTY: &str = "1:1 config-empty the configuration is empty [if there is nothing to set, write `{}`]";
    for text in ["", "\u{feff}", "\n", "# nothing yet\n", "---\n", "---\n...\n", "null\n"] {
        assert_eq!(problems(&read(text)), [EMPTY], "{text:?}");
    }
}

#[test]
fn mistakes_are_reported_at_their_place() {
    let cases: &[(&str, &str)] = &[
        ("rule: rules\n", "1:1 config-key a configuration has no key `rule` [did you mean `rules`?]"),
        (
            "defintions: {base: a}\n",
            "1:1 config-key a configuration has no key `defintions` [did you mean `definitions`?]",
        ),
        ("definitions: {mod: a}\n", "1:15 config-key `definitions` has no key `mod` [did you mean `mods`?]"),
        ("definitions: {colour: a}\n", "1:15 config-key `definitions` has no key `colour` [known: base, mods, schema]"),
        ("definitions: game\n", "1:14 config-value `definitions` must be a mapping, not `game`"),
        ("definitions: {base: }\n", "1:19 config-value `definitions.base` must be a string, not null"),
        ("root: [a, b]\n", "1:7 config-value `root` must be a string, not a list"),
        ("root: true\n", "1:7 config-value `root` must be a string, not `true`"),
        ("rules: {a: b}\n", "1:8 config-value `rules` must be a string or a list of strings, not a mapping"),
        ("rules: [[a]]\n", "1:9 config-value `rules` must be a string, not a list"),
        ("jobs: 0\n", "1:7 config-value `jobs` must be a whole number from 1 to 256, not `0`"),
        ("jobs: 300\n", "1:7 config-value `jobs` must be a whole number from 1 to 256, not `300`"),
        ("jobs: '+4'\n", "1:7 config-value `jobs` must be a whole number from 1 to 256, not `+4`"),
        (
            "null: 1\n",
            "1:1 config-key a configuration has a key without a name [known: root, rules, ignore, formats, severity, parameters, overrides, profiles, fail_on, strict, format, baseline, limits, jobs, cache, packages, definitions, conversion, asset_lists]",
        ),
        ("jobs: two\n", "1:7 config-value `jobs` must be a whole number from 1 to 256, not `two`"),
        ("strict: on\n", "1:9 config-value `strict` must be `true` or `false`, not `on`"),
        ("strict: 1\n", "1:9 config-value `strict` must be `true` or `false`, not `1`"),
        ("strict:\n", "1:7 config-value `strict` must be `true` or `false`, not null"),
        ("fail_on: off\n", "1:10 config-value `fail_on` must be `error`, `warning`, `info` or `hint`, not `off`"),
        (
            "severity: {a: eror}\n",
            "1:15 config-value `severity` must be a mapping from rules to `error`, `warning`, `info`, `hint` or `off`, not `eror` \
             [did you mean `error`?]",
        ),
        (
            "severity: warning\n",
            "1:11 config-value `severity` must be a mapping from rules to `error`, `warning`, `info`, `hint` or `off`, not `warning`",
        ),
        ("limits: 5\n", "1:9 config-value `limits` must be a mapping from limits to numbers, not a number"),
        (
            "limits: {depth: many}\n",
            "1:10 config-limit the script limit `depth` must be a whole number from 1 to 1000, not `many`",
        ),
        (
            "packages: {limits: {member: 5}}\n",
            "1:21 config-limit archives have no limit `member`, only members, unpacked, ratio, total_ratio, directory, metadata [did you mean `members`?]",
        ),
        (
            "packages: {limits: {members: 5 GB}}\n",
            "1:30 config-value `packages.limits` must be a mapping from limits to numbers, which may have a unit: `8GiB`, not `5 GB`",
        ),
        (
            "format: [text, sariff=a]\n",
            "1:16 config-value `format` must be a report format, as `NAME` or `NAME=FILE`, or a list of them, not `sariff=a` \
             [did you mean `sarif`?]",
        ),
        (
            "conversion: {severity: {rule-without-files: off}}\n",
            "1:25 config-value `assay pipeline check` has no check `rule-without-files` [did you mean `rule-without-file`?]",
        ),
        ("rules: [a\n", "1:8 config-yaml this is not YAML: `[` is not closed"),
        ("root: a\nroot: b\n", "2:1 config-repeated `root` is repeated in this mapping"),
        ("severity: {a: off, a: error}\n", "1:20 config-repeated `a` is repeated in this mapping"),
        ("- rules\n", "1:1 config-root the configuration must be a mapping, not a list [for example: `rules: rules`]"),
        ("rules\n", "1:1 config-root the configuration must be a mapping, not a string [for example: `rules: rules`]"),
    ];
    for (text, expected) in cases {
        let config = read(text);
        assert_eq!(problems(&config).first().map(String::as_str), Some(*expected), "{text:?}");
    }
}

#[test]
fn invalid_yaml_is_a_problem() {
    for text in ["rules: [a\n", "rules: *x\n", "{rules: a\n", "rules: a: b\n"] {
        assert!(!problems(&read(text)).is_empty(), "{text:?}");
    }
}

mod severities {
    use assay_document::text::IssueCode;
    use assay_report::{Diagnostics, Severity};
    use assay_rule::{Rule, RuleFile, RuleSet};

    use super::{problems, read};

    const RULES: &str = "- {name: a, rpath: x, xpath: '*/A', condition: [Exist]}\n\
                         - {name: b, severity: hint, rpath: x, xpath: '*/A', condition: [Exist]}\n";

    fn loaded(config: &str) -> (RuleSet, Diagnostics) {
        let config = read(config);
        assert!(config.diagnostics().problems.is_empty());
        let file = RuleFile { path: "r.yaml".to_owned(), text: RULES.to_owned() };
        RuleSet::load_within(config.limits(), &config.rule_settings(Vec::new()), &[file], &|_| None)
    }

    #[test]
    fn the_project_sets_the_severity_of_a_rule() {
        let (set, diagnostics) = loaded("severity: {a: Info, b: error}\n");
        let severities: Vec<_> = set.rules().iter().map(|rule| (rule.name(), rule.severity())).collect();
        assert_eq!(severities, [("a", Severity::Info), ("b", Severity::Error)]);
        assert!(diagnostics.problems.is_empty());
    }

    #[test]
    fn a_rule_that_is_off_is_not_run() {
        let (set, _) = loaded("severity: {a: off}\n");
        assert_eq!(set.rules().iter().map(Rule::name).collect::<Vec<_>>(), ["b"]);
        assert_eq!(set.switched_off("a").map(ToString::to_string).as_deref(), Some("at assay.yaml:1"));
    }

    #[test]
    fn an_override_sets_severities_by_rule() {
        let (set, diagnostics) = loaded("overrides: [{files: ^/ui/, severity: {a: hint, b: off}}]\n");
        assert!(diagnostics.problems.is_empty(), "{:?}", diagnostics.problems);
        // Rules with an override exist twice: for these files, and for all other files.
        let severities: Vec<_> = set.rules().iter().map(|rule| (rule.name(), rule.severity())).collect();
        assert_eq!(severities, [("a", Severity::Error), ("a", Severity::Hint), ("b", Severity::Hint)]);
    }

    #[test]
    fn problems_of_files_are_accepted_by_their_code() {
        let config = read("severity: {encoding-undecodable: warning, xml-unclosed: error}\n");
        assert!(config.accepted().contains("a.xml", IssueCode::EncodingUndecodable));
        assert!(!config.accepted().contains("a.xml", IssueCode::XmlUnclosed));
        let config = read("overrides: [{files: ^/old/, severity: {xml-unclosed: warning}}]\n");
        assert!(config.accepted().contains("old/a.xml", IssueCode::XmlUnclosed));
        assert!(!config.accepted().contains("a.xml", IssueCode::XmlUnclosed));
        let config =
            read("overrides: [{files: ^/new/, severity: {xml-unclosed: error}}]\nseverity: {xml-unclosed: warning}\n");
        assert!(config.accepted().contains("old/a.xml", IssueCode::XmlUnclosed));
        assert!(!config.accepted().contains("new/a.xml", IssueCode::XmlUnclosed));
        // It is reported as the rule `repeated-key`.
        assert!(!read("severity: {json-repeated-key: warning}\n").rule_settings(Vec::new()).severities.is_empty());
        assert!(config.rule_settings(Vec::new()).severities.is_empty());
        assert_eq!(
            problems(&read("severity: {xml-unclosed: off}\n")),
            ["1:26 config-value `xml-unclosed` must be `error` or `warning`, not `off`"]
        );
    }

    #[test]
    fn a_rule_that_does_not_exist_is_a_problem_at_its_place() {
        let (_, diagnostics) = loaded("severity: {lower: off, aa: error}\n");
        let actual =
            diagnostics.problems.iter().map(|problem| (problem.message.as_str(), problem.region.unwrap().start.column));
        assert_eq!(actual.collect::<Vec<_>>(), [("there is no rule `lower`", 12), ("there is no rule `aa`", 24)]);
        assert!(
            diagnostics
                .problems
                .iter()
                .all(|problem| problem.path.as_deref() == Some("assay.yaml") && !problem.in_rules)
        );
        assert_eq!(diagnostics.problems[1].help.as_deref(), Some("did you mean `a`?"));
    }
}
