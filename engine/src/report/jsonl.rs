//! The report as JSON lines: each line an object with one member, whose name says what the line holds.

use super::{Report, shape};
use crate::text::json::one_line;

/// Writes `report`: findings, problems, warnings, hints, the rules, and last what it all comes to.
pub(super) fn report(report: &Report) -> String {
    use shape::Line;
    let shape::Report { findings, problems, warnings, hints, summary, stats, .. } = report.into();
    let mut lines: Vec<Line<'_>> = findings.iter().map(Line::Finding).collect();
    lines.extend(problems.iter().map(Line::Problem));
    lines.extend(warnings.iter().map(Line::Warning));
    lines.extend(hints.iter().map(Line::Hint));
    lines.extend(stats.rules.iter().map(Line::Rule));
    lines.push(Line::Stats(shape::Stats { rules: &[], ..stats }));
    lines.push(Line::Summary(summary));
    lines.iter().flat_map(|line| [one_line(line), "\n".to_owned()]).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value as Json, json};

    use super::report as jsonl;
    use crate::report::fixture::everything;
    use crate::report::{Diagnostics, Report, Stats};

    /// The report that lines are made of.
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
    fn the_lines_together_are_the_whole_report() {
        let nothing = Diagnostics::default;
        for report in [everything(), Report::new(Vec::new(), nothing(), nothing(), Stats::default())] {
            assert_eq!(joined(&jsonl(&report)), serde_json::to_value(&report).expect("a report is JSON"));
        }
    }

    #[test]
    fn a_line_is_one_finding() {
        let lines = jsonl(&everything());
        let first = lines.lines().next().expect("there is a finding");
        assert!(first.starts_with("{\"finding\":{\"rule\":\"prop-faces\","), "{first}");
        assert!(lines.ends_with("}}\n") && !lines.contains("\n\n"));
    }
}
