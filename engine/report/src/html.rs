//! The report as a page of its own: one file that needs no network, to be kept and handed on.
//!
//! Everything can be read without the script and without the style sheet, which strict servers take away; the script
//! adds what a reader of many findings wants: to search, to filter, to sort and to group them. A content security
//! policy in the page names the hashes of these two and allows nothing else.

mod excerpt;
mod finding;
mod overview;
mod problem;
mod tag;

#[cfg(test)]
mod tests;

use self::tag::Html;
use super::{Report, text};

const STYLE: &str = include_str!("html/page.css");
const SCRIPT: &str = include_str!("html/page.js");

/// The SHA-256 hash of [`STYLE`] in base64, by which the page's policy knows it.
const STYLE_HASH: &str = "zHbGOlA6ZPZTE5rqWnE+RQANzMKfHBfmj6dJvaLowrU=";
/// The SHA-256 hash of [`SCRIPT`] in base64, by which the page's policy knows it.
const SCRIPT_HASH: &str = "ZCCtWU7nWE2wYpXxRIKhwr3DseJhifgq8xbYU66BKTU=";

/// Writes `report`.
pub(super) fn report(report: &Report) -> String {
    let result = text::outcome(report).result;
    let mut html = Html::default();
    write_head(&mut html, &result);
    html.raw("<body>\n");
    overview::write_header(&mut html, report, &result);
    html.raw("<main>\n");
    problem::write_problems(&mut html, report.problems());
    overview::write_rules(&mut html, report);
    finding::write(&mut html, report.stored());
    problem::write_asides(&mut html, report.diagnostics());
    html.raw("</main>\n<script>").raw(SCRIPT).raw("</script>\n</body>\n</html>\n");
    html.finish()
}

fn write_head(html: &mut Html, result: &str) {
    html.raw("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    html.raw("<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-");
    html.raw(STYLE_HASH).raw("'; script-src 'sha256-").raw(SCRIPT_HASH).raw("'\">\n");
    html.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    html.raw("<meta name=\"color-scheme\" content=\"light dark\">\n");
    html.raw("<title>Assay: ").text(result).raw("</title>\n<style>").raw(STYLE).raw("</style>\n</head>\n");
}
