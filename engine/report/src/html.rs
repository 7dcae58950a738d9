//! The report as a standalone page: one file that needs no network and can be kept and shared.
//!
//! Everything can be read without the script and the style sheet, which strict servers remove. The script adds search,
//! filters, sorting and grouping for reports with many findings. A content security policy in the page contains the
//! hashes of the script and the style sheet, and allows nothing else.

mod excerpt;
mod finding;
mod overview;
mod problem;
mod tag;

#[cfg(test)]
mod tests;

use super::{Report, text};

const STYLE: &str = include_str!("html/page.css");
const SCRIPT: &str = include_str!("html/page.js");

/// The SHA-256 hash of [`STYLE`] in base64, for the page's policy.
const STYLE_HASH: &str = "A0MyHQtvGE8wJqxpa4lbaI5E19pI842RmgHAtGpbFbA=";
/// The SHA-256 hash of [`SCRIPT`] in base64, for the page's policy.
const SCRIPT_HASH: &str = "ZCCtWU7nWE2wYpXxRIKhwr3DseJhifgq8xbYU66BKTU=";

/// Writes `report`.
pub(super) fn report(report: &Report) -> String {
    let result = text::outcome(report).result;
    let title = tag::text(&result);
    let (header, problems) = (overview::header(report, &result), problem::problems(report.problems()));
    let (rules, findings) = (overview::rules(report), finding::findings(report.stored()));
    let coverage = overview::coverage(report.stats());
    let asides = problem::folded_remarks(report.diagnostics());
    format!(
        r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-{STYLE_HASH}'; script-src 'sha256-{SCRIPT_HASH}'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Assay: {title}</title>
<style>{STYLE}</style>
</head>
<body>
{header}<main>
{problems}{rules}{coverage}{findings}{asides}</main>
<script>{SCRIPT}</script>
</body>
</html>
"#
    )
}
