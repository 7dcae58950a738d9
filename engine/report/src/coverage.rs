//! The number of files that rules look into, by kind of file, and the gaps to report.

use serde::{Deserialize, Serialize};
use std::cmp::Reverse;

use super::wording::{clean, group_digits};

/// The number of files of one kind that any rule looks into.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Coverage {
    /// The format of the files, derived from their names (`XML`, `JSON`, `glTF`, `YAML`, `INI`), or their extension
    /// (`.lua`).
    pub kind: String,
    /// The number of files of this kind.
    pub files: u64,
    /// The number of these files that any rule looked into. A rule whose `xpath` selects only a name or a size does not
    /// count.
    pub looked_into: u64,
}

impl Coverage {
    /// Returns the number of files that no rule looked into.
    pub(super) const fn missed(&self) -> u64 {
        self.files.saturating_sub(self.looked_into)
    }

    fn is_asset(&self) -> bool {
        self.kind != WITHOUT_EXTENSION && !NO_ASSETS.contains(&format!(" {} ", self.kind))
    }

    /// Returns the words that follow the number of missed files: `XML files`, or `of 30 XML files`.
    fn noun(&self) -> String {
        let noun = if self.files == 1 { "file" } else { "files" };
        let of = if self.looked_into > 0 { format!("of {} ", group_digits(self.files)) } else { String::new() };
        format!("{of}{} {noun}", clean(&self.kind))
    }
}

/// The kind of the files whose names have no extension.
pub const WITHOUT_EXTENSION: &str = "without extension";

/// Kinds of files that are not assets: documentation, source code with shaders, and settings of tools. Reports for people do not list them as gaps.
// The spaces around each entry keep `.c` from matching `.cs`.
const NO_ASSETS: &str = " .md .rst .adoc .pdf .c .cc .cpp .cxx .h .hh .hpp .inl .cs .csproj .sln .slnx .asmdef .asmref .java .kt \
    .kts .gradle .rs .go .swift .m .mm .js .mjs .cjs .ts .tsx .jsx .py .pyc .rb .pl .php .gd .sh .bash .bat .cmd .ps1 .cmake .lock \
    .toml .config .stderr .wgsl .wesl .glsl .vert .frag .comp .geom .hlsl .hlsli .cginc .metal .log .html .htm .css .dll .exe .so .dylib .pdb .jar .class ";

/// The files whose content no rule reads, as in reports for people: the largest kinds, and a count of the remaining ones.
#[derive(Debug, Default)]
pub(super) struct CoverageGaps<'c> {
    /// The largest kinds, the one with the most missed files first.
    pub kinds: Vec<&'c Coverage>,
    /// The number of missed files of other kinds.
    others: u64,
}

impl<'c> CoverageGaps<'c> {
    /// Finds the gaps in the coverage of a run.
    pub fn of(coverage: &'c [Coverage]) -> Self {
        /// The maximum number of kinds that are listed.
        const NAMED: usize = 5;
        let mut kinds: Vec<_> = coverage.iter().filter(|kind| kind.missed() > 0 && kind.is_asset()).collect();
        kinds.sort_by_key(|kind| Reverse(kind.missed()));
        let others = kinds.split_off(kinds.len().min(NAMED));
        Self { kinds, others: others.into_iter().map(Coverage::missed).sum() }
    }

    /// Returns true if rules looked into all assets.
    pub const fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// Returns the lines of a list: each is a number and the kind of files that it counts.
    pub fn lines(&self) -> Vec<(String, String)> {
        let noun = if self.others == 1 { "other file" } else { "other files" };
        let others = (self.others > 0).then(|| (group_digits(self.others), noun.to_owned()));
        self.kinds.iter().map(|kind| (group_digits(kind.missed()), kind.noun())).chain(others).collect()
    }

    /// Returns all gaps in one sentence; `None` if no kind has missed files.
    pub fn in_words(&self) -> Option<String> {
        let lines: Vec<String> = self.lines().into_iter().map(|(number, kind)| format!("{number} {kind}")).collect();
        (!self.is_empty()).then(|| format!("{NO_RULE_READS} {}", lines.join(", ")))
    }
}

/// Introduces the kinds of files that no rule reads.
pub(super) const NO_RULE_READS: &str = "no rule reads the content of";

#[cfg(test)]
mod tests {
    use super::{Coverage, CoverageGaps};
    use crate::fixture::stats;
    use crate::text::Style;
    use crate::{Diagnostics, OutputFormat, Report, RuleStats, Severity, Stats};

    fn gaps(kinds: &[(&str, u64, u64)]) -> Option<String> {
        let kinds =
            kinds.iter().map(|&(kind, files, looked_into)| Coverage { kind: kind.to_owned(), files, looked_into });
        CoverageGaps::of(&kinds.collect::<Vec<_>>()).in_words()
    }

    #[test]
    fn the_largest_kinds_are_named_and_further_ones_summed() {
        for (kinds, words) in [
            (&[("XML", 7305, 0)][..], Some("no rule reads the content of 7,305 XML files")),
            (&[("JSON", 30, 12), ("XML", 1, 0)], Some("no rule reads the content of 18 of 30 JSON files, 1 XML file")),
            (&[("JSON", 30, 30), (".md", 3, 0), (".cs", 900, 0), ("without extension", 2, 0)], None),
            (
                &[(".a", 1, 0), (".b", 2, 0), (".c1", 3, 0), (".d", 4, 0), (".e", 5, 0), (".f", 6, 0), (".g", 7, 0)],
                Some(
                    "no rule reads the content of 7 .g files, 6 .f files, 5 .e files, 4 .d files, 3 .c1 files, 3 other files",
                ),
            ),
        ] {
            assert_eq!(gaps(kinds).as_deref(), words, "{kinds:?}");
        }
    }

    /// Renders a report on files of several kinds in a format.
    fn rendered(format: &str) -> String {
        let kinds = [("JSON", 30, 12), ("XML", 7305, 0), (".cs", 1, 0), (".png", 4, 4)];
        let coverage = kinds.map(|(kind, files, looked_into)| Coverage { kind: kind.to_owned(), files, looked_into });
        let stats = Stats { coverage: coverage.into(), ..stats(vec![RuleStats::new("faces", Severity::Error)]) };
        let report = Report::new(Vec::new(), Diagnostics::default(), Diagnostics::default(), stats);
        OutputFormat::named(format).unwrap().render(&report, Style::default())
    }

    #[test]
    fn every_format_shows_the_gaps() {
        for (format, part) in [
            (
                "text",
                "  gaps     no rule reads the content of\n           7,305 XML files\n              18 of 30 JSON files\n  result",
            ),
            ("github", "\ngaps: no rule reads the content of 7,305 XML files, 18 of 30 JSON files\nresult: "),
            (
                "markdown",
                "<details><summary>no rule reads the content of 7,305 XML files, 18 of 30 JSON files</summary>",
            ),
            ("markdown", "| XML | 7,305 | 0 |\n| JSON | 30 | 12 |\n"),
            ("html", "<p>No rule reads the content of 7,305 XML files, 18 of 30 JSON files</p>"),
            ("html", "<tr><th scope=\"row\">JSON</th><td class=\"number\">30</td><td class=\"number\">12</td></tr>"),
            ("junit", "<property name=\"coverage .cs\" value=\"0 of 1\"/>"),
            ("sarif", "\"coverage\":[{\"kind\":\"JSON\",\"files\":30,\"looked_into\":12}"),
            ("json", "{\"kind\":\".cs\",\"files\":1,\"looked_into\":0}"),
        ] {
            let text = rendered(format);
            assert!(text.contains(part), "{format}: {text}");
        }
    }
}
