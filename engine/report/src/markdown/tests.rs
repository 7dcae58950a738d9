use insta::assert_snapshot;

use super::{MOST, ROOM, code, format_message, report as markdown};
use crate::fixture::{REPOSITORY, everything, finding, of_file, reasoned, report, rule, stats, stopped};
use crate::{Diagnostics, Report, Severity};

#[test]
fn every_kind_of_entry_is_written() {
    assert_snapshot!(markdown(&everything()), @"
    ## Assay: 2 errors, 1 warning, 1 info, 1 hint in 3 files; 3 problems, so the run is incomplete

    | | |
    | --- | --- |
    | Rules | 1 passed, 5 failed, 2 not checked (1 could not be used, 1 matched no file) |
    | Files | 512 seen, 31 read (68.1 MB), 2 not checked |

    ### 3 problems: not everything was checked

    - `Package/Broken/resource.repository:3:5`: `<Items>` is never closed (`xml-unclosed`)
    - `Package/Tree/aa/resource.xml`: there is no such file (`prop-faces`, `cited-missing`)
    - `rules/mesh.yaml:3:37`: `(` is never closed; close it with `)` before the names (`lods`, `xpath-unclosed`)

    ### Findings

    | Severity | Place | Finding | Rule |
    | --- | --- | --- | --- |
    | error | `Package/Tree/resource.repository:12:19` | `E5CE0940-f689-404d-968f-775317804069` is not what it should be | `guid-unique` |
    | error | `Package/Tree/resource.repository:14:23` | the mesh has 12000 faces, 5000 are allowed | `face-budget` |
    | warning | `Package/Tree/resource.repository:12:19` | `E5CE0940-f689-404d-968f-775317804069` is not what it should be | `guid-spelling` |
    | info | `Package/Tree/e5/resource.xml:2:26` | too many faces for a prop | `prop-faces` |
    | hint | `World/empty.iworld:1:1` | nothing was extracted from this file | `has-world` |

    <details><summary>2 warnings</summary>

    - rule `hdr` matched no file (`hdr`, `rule-no-file`)
    - `rules/mesh.yaml:4:5`: no field is called `conditon`; did you mean `condition`? (`lods`, `rule-unknown-field`)

    </details>

    <details><summary>1 hint</summary>

    - `rules/mesh.yaml:3:13`: curly quotes are read as straight quotes (`rule-curly-quotes`)

    </details>
    ");
}

#[test]
fn problems_that_differ_only_in_the_document_are_written_once() {
    let text = markdown(&stopped(500));
    let items: Vec<&str> = text.lines().filter(|line| line.starts_with("- ")).collect();
    assert_eq!(
        items,
        ["- `r.yaml:1:3`: `f` stopped on art/0\\_b.xml; also in 499 more files: art/100\\_b.xml, art/101\\_b.xml, \
             art/102\\_b.xml, \u{2026} (`loops`, `script-error`)"]
    );
    assert!(!markdown(&stopped(1)).contains("also in"));
}

#[test]
fn descriptions_of_rules_are_folded_away() {
    let text = markdown(&reasoned());
    let (_, after) = text.split_once("<details>").expect("something is folded away");
    assert_snapshot!(after, @"
    <summary>About the rules</summary>

    - `faces`: Models stay small. A scene has \\*one\\* `budget`. <https://example.org/faces>
    - `names`: Names are &lt;short&gt;.

    </details>
    ");
}

#[test]
fn a_clean_run_is_short() {
    let rules = vec![rule("r", Severity::Error, 3, 5)];
    let clean = Report::new(Vec::new(), Diagnostics::default(), Diagnostics::default(), stats(rules));
    assert_snapshot!(markdown(&clean), @"
    ## Assay: no findings

    | | |
    | --- | --- |
    | Rules | 1 passed |
    | Files | 512 seen, 31 read (68.1 MB) |
    ");
}

#[test]
fn words_are_escaped() {
    for (text, expected) in [
        ("*a* _b_ ~c~ $d$", "\\*a\\* \\_b\\_ \\~c\\~ \\$d\\$"),
        ("[click](https://example.org)", "\\[click\\](https:\u{200b}//example.org)"),
        ("![x](y) <img src=x> &amp;", "\\!\\[x\\](y) &lt;img src=x&gt; &amp;amp;"),
        ("@everybody, see #12", "@\u{200b}everybody, see #\u{200b}12"),
        ("a\n\n# b", "a  #\u{200b} b"),
        ("`a|b` and c|d", "<code>a&#124;b</code> and c&#124;d"),
        ("`a\\|*b*`", "<code>a\\\\&#124;\\*b\\*</code>"),
        ("`one", "\\`one"),
    ] {
        assert_eq!(format_message(text), expected);
    }
}

#[test]
fn any_code_is_quoted() {
    for (text, expected) in [
        ("a b", "`a b`"),
        ("a`b", "``a`b``"),
        ("`", "`` ` ``"),
        ("``` a", "```` ``` a ````"),
        (" a", "`  a `"),
        ("", "`  `"),
        ("a\nb", "`a b`"),
    ] {
        assert_eq!(code(text), expected);
    }
}

#[test]
fn bars_in_cells_are_escaped() {
    let text = markdown(&report(vec![of_file("a|b", Severity::Error, "c|d", "`e|f` g|h")]));
    assert!(
        text.contains(
            "| error | <code>c&#124;d:1:1</code> | <code>e&#124;f</code> g&#124;h | <code>a&#124;b</code> |\n"
        ),
        "{text}"
    );
}

#[test]
fn the_most_severe_come_first_and_further_ones_are_counted() {
    let of = |severity, number| vec![finding("r", severity, "a.xml", REPOSITORY, "Wall"); number];
    let text = markdown(&report([of(Severity::Hint, 3), of(Severity::Error, MOST)].concat()));
    assert_eq!(text.matches("\n| error |").count(), MOST);
    assert!(!text.contains("\n| hint |") && text.contains("\n\u{2026} and 3 more\n"), "{text}");
    let all = markdown(&report(of(Severity::Error, MOST)));
    assert_eq!((all.matches("\n| error |").count(), all.contains("more\n")), (MOST, false));
}

#[test]
fn the_size_of_a_comment_is_limited() {
    let long = "\u{6f22}`<a>` ".repeat(5000);
    let found: Vec<_> = (0..5000).map(|_| of_file(&long, Severity::Error, &long, &long)).collect();
    let text = markdown(&report(found));
    assert!(text.len() < ROOM + 5000, "{}", text.len());
    assert!(text.contains(" more\n"));
}
