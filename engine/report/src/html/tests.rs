use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use insta::assert_snapshot;
use roxmltree::{Document, ParsingOptions};
use sha2::{Digest, Sha256};

use super::{SCRIPT, SCRIPT_HASH, STYLE, STYLE_HASH, report as html};
use crate::fixture::{REPOSITORY, everything, finding, of_file, reasoned, report, rule, stats, stopped};
use crate::{About, Diagnostics, Problem, Report, RuleStats, Severity};

/// Returns the text between the header and the script.
fn body(report: &Report) -> String {
    let page = html(report);
    let (start, end) = (page.find("<body>").expect("a body"), page.find("<script>").expect("a script"));
    page[start..end].to_owned()
}

#[test]
fn the_policy_has_the_hashes_of_style_and_script() {
    for (text, hash) in [(STYLE, STYLE_HASH), (SCRIPT, SCRIPT_HASH)] {
        assert_eq!(STANDARD.encode(Sha256::digest(text)), hash);
    }
    assert!(!STYLE.contains("</") && !SCRIPT.contains("</") && !SCRIPT.contains("<!--"));
}

#[test]
fn problems_that_differ_only_in_the_document_are_written_once() {
    let page = body(&stopped(502));
    assert!(page.contains("502 problems: not everything was checked"));
    assert_eq!(page.matches("stopped on").count(), 1);
    let (_, after) = page.split_once("<details>").expect("the others are folded away");
    let (head, rest) = after.split_once('\n').expect("lines");
    assert_eq!(head, "<summary>also in 501 more files</summary>");
    assert_eq!(rest.matches("<span class=\"path\">art/").count(), 500);
    assert!(rest.contains("<p>\u{2026} and 1 more</p>\n</details>"), "{rest}");
    assert!(!body(&stopped(1)).contains("<details>"));
}

#[test]
#[expect(clippy::too_many_lines, reason = "most of it is the page")]
fn every_kind_of_entry_is_written() {
    assert_snapshot!(body(&everything()), @r##"
    <body>
    <header>
    <h1>Assay</h1>
    <p class="result bad">2 errors, 1 warning, 1 info, 1 hint in 3 files; 3 problems, so the run is incomplete</p>
    <div class="tiles">
    <section class="tile"><h2>Findings</h2>
    <ul>
    <li class="error"><strong>2</strong> <span><span class="mark" aria-hidden="true">●</span> errors</span></li>
    <li class="warning"><strong>1</strong> <span><span class="mark" aria-hidden="true">▲</span> warning</span></li>
    <li class="info"><strong>1</strong> <span><span class="mark" aria-hidden="true">□</span> info</span></li>
    <li class="hint"><strong>1</strong> <span><span class="mark" aria-hidden="true">◇</span> hint</span></li>
    </ul>
    </section>
    <section class="tile"><h2>Rules</h2>
    <ul>
    <li class="good"><strong>1</strong> passed</li>
    <li class="error"><strong>5</strong> failed</li>
    <li class="warning"><strong>2</strong> not checked</li>
    <li class="error"><strong>3</strong> problems</li>
    </ul>
    </section>
    <section class="tile"><h2>Files</h2>
    <ul>
    <li class=""><strong>512</strong> seen</li>
    <li class=""><strong>31</strong> read (68.1 MB)</li>
    <li class="error"><strong>3</strong> with findings</li>
    <li class="warning"><strong>2</strong> not checked</li>
    </ul>
    </section>
    </div>
    </header>
    <main>
    <section id="problems" class="error">
    <h2>3 problems: not everything was checked</h2>
    <ul class="problems">
    <li><p><strong><code>&lt;Items&gt;</code> is never closed</strong> <span class="faint">xml-unclosed</span></p>
    <p class="place"><span class="path">Package/Broken/resource.repository</span><span class="path">:</span>3:5</p>
    <pre><i>3 | </i><mark>&lt;Items&gt;</mark>
    <i>  | </i><b>^^^^^^^</b></pre>
    </li>
    <li><p><strong>there is no such file</strong> <span class="faint">prop-faces: cited-missing</span></p>
    <p class="place"><span class="path">Package/Tree/aa/resource.xml</span></p>
    </li>
    <li><p><strong><code>(</code> is never closed</strong> <span class="faint">lods: xpath-unclosed</span></p>
    <p class="place"><span class="path">rules/mesh.yaml</span><span class="path">:</span>3:37</p>
    <pre><i>3 | </i>xpath: &quot;*/Items/Item.Type==Mesh&amp;<mark>(</mark>Lods,GUID&quot;
    <i>  | </i>                                <b>^</b></pre>
    <p class="note">Help: close it with <code>)</code> before the names</p>
    </li>
    </ul>
    </section>
    <section id="rules">
    <h2>Rules</h2>
    <table class="bars">
    <caption>Findings by rule</caption>
    <thead><tr><th scope="col">Rule</th><th scope="col">Severity</th><th scope="col" colspan="2">Findings</th></tr></thead>
    <tbody>
    <tr class="error"><th scope="row"><a href="#findings" data-rule="guid-unique">guid-unique</a></th><td class="severity"><span class="mark" aria-hidden="true">●</span> error</td><td class="number">1</td><td class="bar"><svg viewBox="0 0 1000 12" width="200" height="12" preserveAspectRatio="none" aria-hidden="true"><rect width="1000" height="12" fill="currentColor"/></svg></td></tr>
    <tr class="error"><th scope="row"><a href="#findings" data-rule="face-budget">face-budget</a></th><td class="severity"><span class="mark" aria-hidden="true">●</span> error</td><td class="number">1</td><td class="bar"><svg viewBox="0 0 1000 12" width="200" height="12" preserveAspectRatio="none" aria-hidden="true"><rect width="1000" height="12" fill="currentColor"/></svg></td></tr>
    <tr class="warning"><th scope="row"><a href="#findings" data-rule="guid-spelling">guid-spelling</a></th><td class="severity"><span class="mark" aria-hidden="true">▲</span> warning</td><td class="number">1</td><td class="bar"><svg viewBox="0 0 1000 12" width="200" height="12" preserveAspectRatio="none" aria-hidden="true"><rect width="1000" height="12" fill="currentColor"/></svg></td></tr>
    <tr class="info"><th scope="row"><a href="#findings" data-rule="prop-faces">prop-faces</a></th><td class="severity"><span class="mark" aria-hidden="true">□</span> info</td><td class="number">1</td><td class="bar"><svg viewBox="0 0 1000 12" width="200" height="12" preserveAspectRatio="none" aria-hidden="true"><rect width="1000" height="12" fill="currentColor"/></svg></td></tr>
    <tr class="hint"><th scope="row"><a href="#findings" data-rule="has-world">has-world</a></th><td class="severity"><span class="mark" aria-hidden="true">◇</span> hint</td><td class="number">1</td><td class="bar"><svg viewBox="0 0 1000 12" width="200" height="12" preserveAspectRatio="none" aria-hidden="true"><rect width="1000" height="12" fill="currentColor"/></svg></td></tr>
    </tbody>
    </table>
    <h3>Not checked</h3>
    <ul class="unchecked">
    <li><span class="name">lods</span> <em>could not be used</em></li>
    <li><span class="name">hdr</span> <em>matched no file</em></li>
    </ul>
    <details><summary>1 passed</summary>
    <ul class="passed">
    <li><span class="name">names</span></li>
    </ul>
    </details>
    </section>
    <section id="findings">
    <h2>Findings</h2>
    <form id="controls" hidden>
    <label>Search <input type="search" id="query" autocomplete="off"></label>
    <fieldset><legend>Severity</legend><label class="error"><input type="checkbox" name="severity" value="error" checked> <span class="mark" aria-hidden="true">●</span> error <small>2</small></label>
    <label class="warning"><input type="checkbox" name="severity" value="warning" checked> <span class="mark" aria-hidden="true">▲</span> warning <small>1</small></label>
    <label class="info"><input type="checkbox" name="severity" value="info" checked> <span class="mark" aria-hidden="true">□</span> info <small>1</small></label>
    <label class="hint"><input type="checkbox" name="severity" value="hint" checked> <span class="mark" aria-hidden="true">◇</span> hint <small>1</small></label>
    </fieldset>
    <label>Rule <select id="rule"><option value="">all</option><option>face-budget</option><option>guid-spelling</option><option>guid-unique</option><option>has-world</option><option>prop-faces</option></select></label>
    <label>Group by <select id="group"><option value="path">file</option><option value="rule">rule</option><option value="">nothing</option></select></label>
    <output id="count" aria-live="polite"></output>
    </form>
    <table class="findings" data-group="path">
    <thead><tr><th scope="col" data-sort="severity">Severity</th><th scope="col" data-sort="place">Place</th><th scope="col" data-sort="message">Finding</th><th scope="col" data-sort="rule">Rule</th></tr></thead>
    <tbody>
    <tr class="group"><th colspan="4" scope="rowgroup">Package/Tree/e5/resource.xml <small>1</small></th></tr>
    <tr class="finding info"><td class="severity"><span class="mark" aria-hidden="true">□</span> info</td><td class="place"><span class="path">Package/Tree/e5/resource.xml</span><span class="path">:</span>2:26</td><td class="what"><p class="message">too many faces for a prop</p><pre><i>2 | </i>&lt;Root&gt;&lt;Entity&gt;&lt;NumFaces&gt;<mark>6000</mark>&lt;/NumFaces&gt;&lt;/Entity&gt;&lt;/Root&gt;
    <i>  | </i>                        <b>^^^^</b></pre>
    <p class="note">Referenced from Package/Tree/resource.repository:6:19 by <code>e5ce0940-f689-404d-968f-775317804069</code></p></td><td class="rule">prop-faces</td></tr>
    </tbody>
    <tbody>
    <tr class="group"><th colspan="4" scope="rowgroup">Package/Tree/resource.repository <small>3</small></th></tr>
    <tr class="finding warning"><td class="severity"><span class="mark" aria-hidden="true">▲</span> warning</td><td class="place"><span class="path">Package/Tree/resource.repository</span><span class="path">:</span>12:19</td><td class="what"><p class="message"><code>E5CE0940-f689-404d-968f-775317804069</code> is not what it should be</p><pre><i>12 | </i>&lt;GUID&gt;<mark>E5CE0940-f689-404d-968f-775317804069</mark>&lt;/GUID&gt;
    <i>   | </i>      <b>^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^</b></pre>
    </td><td class="rule">guid-spelling</td></tr>
    <tr class="finding error"><td class="severity"><span class="mark" aria-hidden="true">●</span> error</td><td class="place"><span class="path">Package/Tree/resource.repository</span><span class="path">:</span>12:19</td><td class="what"><p class="message"><code>E5CE0940-f689-404d-968f-775317804069</code> is not what it should be</p><pre><i>12 | </i>&lt;GUID&gt;<mark>E5CE0940-f689-404d-968f-775317804069</mark>&lt;/GUID&gt;
    <i>   | </i>      <b>^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^</b></pre>
    <p class="note">See Package/Tree/resource.repository:6:19: first seen here</p></td><td class="rule">guid-unique</td></tr>
    <tr class="finding error"><td class="severity"><span class="mark" aria-hidden="true">●</span> error</td><td class="place"><span class="path">Package/Tree/resource.repository</span><span class="path">:</span>14:23</td><td class="what"><p class="message">the mesh has 12000 faces, 5000 are allowed</p><pre><i>14 | </i>&lt;NumFaces&gt;<mark>12000</mark>&lt;/NumFaces&gt;
    <i>   | </i>          <b>^^^^^</b></pre>
    </td><td class="rule">face-budget</td></tr>
    </tbody>
    <tbody>
    <tr class="group"><th colspan="4" scope="rowgroup">World/empty.iworld <small>1</small></th></tr>
    <tr class="finding hint"><td class="severity"><span class="mark" aria-hidden="true">◇</span> hint</td><td class="place"><span class="path">World/empty.iworld</span><span class="path">:</span>1:1</td><td class="what"><p class="message">nothing was extracted from this file</p></td><td class="rule">has-world</td></tr>
    </tbody>
    </table>
    <p id="nothing" hidden>No findings match the filters.</p>
    </section>
    <section class="warning">
    <details><summary>2 warnings: something may be wrong</summary>
    <ul class="problems">
    <li><p><strong>rule <code>hdr</code> matched no file</strong> <span class="faint">hdr: rule-no-file</span></p>
    </li>
    <li><p><strong>no field is called <code>conditon</code></strong> <span class="faint">lods: rule-unknown-field</span></p>
    <p class="place"><span class="path">rules/mesh.yaml</span><span class="path">:</span>4:5</p>
    <pre><i>4 | </i><mark>conditon</mark>: [Exist]
    <i>  | </i><b>^^^^^^^^</b></pre>
    <p class="note">Help: did you mean <code>condition</code>?</p>
    </li>
    </ul>
    </details>
    </section>
    <section class="hint">
    <details><summary>1 hint: possible improvements</summary>
    <ul class="problems">
    <li><p><strong>curly quotes are read as straight quotes</strong> <span class="faint">rule-curly-quotes</span></p>
    <p class="place"><span class="path">rules/mesh.yaml</span><span class="path">:</span>3:13</p>
    <pre><i>3 | </i>xpath: &quot;<mark>*</mark>/Items/Item.Type==Mesh&amp;(Lods,GUID&quot;
    <i>  | </i>        <b>^</b></pre>
    </li>
    </ul>
    </details>
    </section>
    </main>
    "##);
}

#[test]
fn a_clean_run_is_green() {
    let rules = vec![rule("r", Severity::Error, 3, 5)];
    let clean = Report::new(Vec::new(), Diagnostics::default(), Diagnostics::default(), stats(rules));
    assert_snapshot!(body(&clean), @r#"
    <body>
    <header>
    <h1>Assay</h1>
    <p class="result good">no findings</p>
    <div class="tiles">
    <section class="tile"><h2>Findings</h2>
    <ul>
    <li class="none"><strong>0</strong> <span><span class="mark" aria-hidden="true">●</span> errors</span></li>
    <li class="none"><strong>0</strong> <span><span class="mark" aria-hidden="true">▲</span> warnings</span></li>
    <li class="none"><strong>0</strong> <span><span class="mark" aria-hidden="true">□</span> infos</span></li>
    <li class="none"><strong>0</strong> <span><span class="mark" aria-hidden="true">◇</span> hints</span></li>
    </ul>
    </section>
    <section class="tile"><h2>Rules</h2>
    <ul>
    <li class="good"><strong>1</strong> passed</li>
    <li class="none"><strong>0</strong> failed</li>
    <li class="none"><strong>0</strong> not checked</li>
    <li class="none"><strong>0</strong> problems</li>
    </ul>
    </section>
    <section class="tile"><h2>Files</h2>
    <ul>
    <li class=""><strong>512</strong> seen</li>
    <li class=""><strong>31</strong> read (68.1 MB)</li>
    <li class="none"><strong>0</strong> with findings</li>
    <li class="none"><strong>0</strong> not checked</li>
    </ul>
    </section>
    </div>
    </header>
    <main>
    <section id="rules">
    <h2>Rules</h2>
    <details><summary>1 passed</summary>
    <ul class="passed">
    <li><span class="name">r</span></li>
    </ul>
    </details>
    </section>
    </main>
    "#);
}

#[test]
fn unchecked_runs_are_never_green() {
    let of = |rules, problems| {
        let run = Diagnostics { problems, ..Diagnostics::default() };
        html(&Report::new(Vec::new(), Diagnostics::default(), run, stats(rules)))
    };
    let passed = || rule("r", Severity::Error, 1, 1);
    for page in [
        of(vec![], vec![]),
        of(vec![rule("r", Severity::Error, 0, 0)], vec![]),
        of(vec![passed(), rule("s", Severity::Error, 0, 0)], vec![]),
        of(vec![passed()], vec![Problem::new("x", "y")]),
    ] {
        assert!(!page.contains("class=\"result good\""), "{page}");
    }
    assert!(of(vec![passed()], vec![]).contains("class=\"result good\""));
}

#[test]
fn strings_are_never_markup() {
    const WILD: &str = "\"'></title></style></script><script>alert(1)</script><img src=x onerror=alert(1)>{{a}}&amp;";
    let about =
        About { description: Some(WILD.to_owned()), url: Some("javascript:alert(1)".to_owned()), ..About::default() };
    let rules = vec![RuleStats { about, ..rule(WILD, Severity::Error, 1, 1) }];
    let problems = vec![Problem::new(WILD, WILD).of_rule(WILD).in_file(WILD).help(WILD).checking(WILD)];
    let run = Diagnostics { problems: problems.clone(), warnings: problems.clone(), hints: problems };
    let wild = Report::new(vec![of_file(WILD, Severity::Error, WILD, WILD)], Diagnostics::default(), run, stats(rules));
    let page = body(&wild);
    assert!(!page.contains("<img") && !page.contains("<script") && !page.contains("javascript:"), "{page}");
    // Apart from its empty elements the page is well-formed XML, so nothing ends in the wrong place.
    let xml = page.replace(" hidden>", " hidden=\"\">").replace(" checked>", " checked=\"\"/>");
    let xml = xml.replace("autocomplete=\"off\">", "autocomplete=\"off\"/>") + "</body>";
    let options = ParsingOptions::default();
    let document = Document::parse_with_options(&xml, options).unwrap_or_else(|error| panic!("{error}\n{xml}"));
    let message = document.descendants().find(|node| node.attribute("class") == Some("message")).expect("a finding");
    assert_eq!(message.text(), Some(WILD));
}

#[test]
fn a_chart_folds_away_further_rules() {
    let found = |number: usize| -> Vec<_> {
        let of = |at| finding(&format!("r{at:02}"), Severity::Error, "a.xml", REPOSITORY, "Wall");
        (0..number).map(of).collect()
    };
    let (twelve, thirteen) = (body(&report(found(12))), body(&report(found(13))));
    assert_eq!((twelve.matches("<table class=\"bars\">").count(), twelve.contains("<summary>")), (1, false));
    assert_eq!(thirteen.matches("<rect ").count(), 13);
    assert!(thirteen.contains("<details><summary>1 more with findings</summary>"));
}

#[test]
fn a_page_counts_further_findings() {
    let of = |severity, number| vec![finding("r", severity, "a.xml", REPOSITORY, "Wall"); number];
    let page = body(&report([of(Severity::Hint, 2), of(Severity::Error, super::finding::MAX_FINDINGS)].concat()));
    assert_eq!(page.matches("<tr class=\"finding error\">").count(), super::finding::MAX_FINDINGS);
    assert!(!page.contains("finding hint") && page.contains("2 findings left out, the least severe ones"));
}

#[test]
fn rules_have_their_descriptions_and_reasons() {
    let page = body(&reasoned());
    let faces = " <span class=\"faint\">Models stay small.<br>A scene has *one* <code>budget</code>. \
                 <a rel=\"noreferrer\" href=\"https://example.org/faces\">more</a></span>";
    assert!(page.contains(faces), "{page}");
    assert!(page.contains(" <span class=\"faint\">Names are &lt;short&gt;.</span>"), "{page}");
}
