//! The report as JSON lines: each line is an object with one member, whose name is the kind of the line.

use assay_document::text::json::write_line;

use super::portions::PortionWriter;
use super::shape::Line;
use super::{FindingCursor, Report, shape};

/// Writes reports: findings, problems, warnings, hints, rules, and the summary as the last line.
pub(super) fn report() -> PortionWriter<Report> {
    let mut next = FindingCursor::default();
    Box::new(move |report, text| {
        let Some(finding) = report.stored().next(&mut next) else {
            write_other_members(report, text);
            return false;
        };
        write(text, &Line::Finding(shape::FindingShape::of(finding, &finding.rest())));
        true
    })
}

/// Writes the lines after the findings.
fn write_other_members(report: &Report, text: &mut Vec<u8>) {
    let (problems, warnings) = (report.problems().iter(), report.warnings().iter());
    let lines = problems.map(Line::Problem).chain(warnings.map(Line::Warning));
    let lines = lines.chain(report.hints().iter().map(Line::Hint)).chain(report.stats().rules.iter().map(Line::Rule));
    for line in lines.chain([Line::Stats(report.stats().without_rules()), Line::Summary(report.summary())]) {
        write(text, &line);
    }
}

fn write(text: &mut Vec<u8>, line: &Line<'_>) {
    write_line(text, line);
    text.push(b'\n');
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value as Json, json};

    use crate::fixture::everything;
    use crate::{Diagnostics, OutputFormat, Report, Stats, Style};

    fn jsonl(report: &Report) -> String {
        OutputFormat::named("jsonl").unwrap().render(report, Style::default())
    }

    /// Reassembles the report from its lines.
    fn joined(lines: &str) -> Json {
        let mut whole = Map::new();
        let mut rules = Vec::new();
        whole.insert("version".to_owned(), json!(1));
        for list in ["findings", "problems", "warnings", "hints"] {
            whole.insert(list.to_owned(), json!([]));
        }
        for line in lines.lines() {
            let Json::Object(line) = serde_json::from_str(line).expect("a line is JSON") else { panic!("{line}") };
            assert_eq!(line.len(), 1);
            for (kind, value) in line {
                match kind.as_str() {
                    "stats" | "summary" => drop(whole.insert(kind, value)),
                    "rule" => rules.push(value),
                    kind => whole[&format!("{kind}s")].as_array_mut().expect("a list").push(value),
                }
            }
        }
        whole["stats"]["rules"] = Json::Array(rules);
        Json::Object(whole)
    }

    #[test]
    fn the_lines_together_equal_the_whole_report() {
        let nothing = Diagnostics::default;
        for report in [everything(), Report::new(Vec::new(), nothing(), nothing(), Stats::default())] {
            assert_eq!(joined(&jsonl(&report)), serde_json::to_value(&report).expect("a report is JSON"));
        }
    }

    #[test]
    fn each_finding_is_one_line() {
        let lines = jsonl(&everything());
        let first = lines.lines().next().expect("there is a finding");
        assert!(first.starts_with("{\"finding\":{\"rule\":\"prop-faces\","), "{first}");
        assert!(lines.ends_with("}}\n") && !lines.contains("\n\n"));
    }
}
