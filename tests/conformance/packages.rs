//! Archives and portable asset packages as rules see them.

use std::rc::Rc;

use assay_engine::check::Checker;
use assay_engine::format::Algorithm;
use assay_engine::rule::RuleFile;
use assay_engine::source::MemorySource;
use assay_engine::system::package::{PackageLimits, Packer, ZipWriter};
use assay_engine::zip::CompressionMethod;

use crate::run::{check, finding_line, report_lines};

/// An archive of these members.
fn zip(members: &[(&str, &str)]) -> Vec<u8> {
    zip_of(&members.iter().map(|(name, content)| (*name, content.as_bytes())).collect::<Vec<_>>())
}

fn zip_of(members: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut writer, mut bytes) = (ZipWriter::default(), Vec::new());
    for (name, content) in members {
        let mut packer = Packer::new(CompressionMethod::Deflated, Algorithm::Md5);
        let mut data = packer.push(content);
        let (rest, entry) = packer.finish();
        data.extend(rest);
        bytes.extend(writer.add(name, entry).expect("it is small"));
        bytes.extend(data);
    }
    bytes.extend(writer.finish());
    bytes
}

/// The metadata of a package.
fn metadata(assets: &str, revision: u32, needs: &[(&str, u32, bool)]) -> String {
    let needs: Vec<_> = needs
        .iter()
        .map(|(assets, revision, active)| {
            format!(
                "{{ \"active\": {active}, \"assetGroupPath\": \"{assets}\", \"revisionGroupPath\": \"model\", \
                 \"revision\": \"{revision}\" }}"
            )
        })
        .collect();
    format!(
        "{{ \"data\": {{ \"assetGroupPath\": \"{assets}\", \"revisionGroupPath\": \"model\", \"revision\": {revision} }},\n\
         \"dependency\": [\n{}\n],\n\
         \"revisionFiles\": [{{ \"path\": \"a.ma\", \"size\": 3, \"hash\": \"3 900150983cd24fb0d6963f7d28e17f72\" }}] }}",
        needs.join(",\n")
    )
}

/// Packages that need each other, and one that is not there.
fn project() -> MemorySource {
    let lamp =
        metadata("assets/lamp", 1, &[("assets/bulb", 2, true), ("assets/shade", 1, true), ("assets/old", 7, false)]);
    let bulb = metadata("assets/bulb", 2, &[]);
    [
        ("in/lamp.zip", zip(&[("a.ma", "abc"), ("sub/b.xml", "<R><A>1</A></R>"), ("metadata.json", &lamp)])),
        ("in/bulb.zip", zip(&[("a.ma", "abc"), ("metadata.json", &bulb)])),
        ("in/plain.xml", b"<R><A>2</A></R>".to_vec()),
    ]
    .into_iter()
    .collect()
}

/// What a rule finds and says over files.
fn found(files: &MemorySource, rule: &str) -> Vec<String> {
    let report = check(files, "rules.yaml", &format!("r: {{{rule}}}\n"));
    let mut lines: Vec<String> = report.findings().iter().map(finding_line).collect();
    lines.extend(report_lines(&report));
    lines
}

#[test]
fn rules_select_the_files_in_archives() {
    for (rule, expected) in [
        (
            "rpath: '\\.xml$', xpath: '*/A', condition: [Not exist]",
            &["r in/lamp.zip!/sub/b.xml:1:7 \"1\"", "r in/plain.xml:1:7 \"2\""][..],
        ),
        ("rpath: '\\.zip!/sub/', xpath: '{file.size}', condition: ['<', 15]", &["r in/lamp.zip!/sub/b.xml:1:1 15"]),
        (
            "rpath: '\\.ma$', xpath: '{file.md5}', condition: ['!=', 900150983cd24fb0d6963f7d28e17f72]",
            &[
                "r in/bulb.zip!/a.ma:1:1 \"900150983cd24fb0d6963f7d28e17f72\"",
                "r in/lamp.zip!/a.ma:1:1 \"900150983cd24fb0d6963f7d28e17f72\"",
            ],
        ),
        (
            "rpath: 'lamp\\.zip!/metadata\\.json$', xpath: '*/dependency.active==true,assetGroupPath', condition: [Null collection]",
            &[
                "r in/lamp.zip!/metadata.json:3:37 \"assets/bulb\"",
                "r in/lamp.zip!/metadata.json:4:37 \"assets/shade\"",
            ],
        ),
        (
            "rpath: lamp.zip!/meta, xpath: '{file.path}', condition: [Satisfy the expression, 'exists(\"in/bulb.zip!/a.ma\") and not exists(\"in/bulb.zip!/b\")']",
            &[],
        ),
        ("rpath: plain, xpath: '{file.path}', condition: [Satisfy the expression, 'len(files(\"zip!\")) == 5']", &[]),
    ] {
        assert_eq!(found(&project(), rule), expected, "{rule}");
    }
}

#[test]
fn packages_are_a_collection() {
    const NEEDS: &str =
        "rpath: '\\.zip!/metadata\\.json$', xpath: '*/dependency,assetGroupPath,revisionGroupPath,revision'";
    let missing =
        ["r in/lamp.zip!/metadata.json:4:1 {assetGroupPath: [\"assets/shade\"]", "r in/lamp.zip!/metadata.json:5:1"];
    for condition in
        ["condition: [Exist in, artfunc_asset_packages]", "condition: [Satisfy the expression, d in asset_packages]"]
    {
        let lines = found(&project(), &format!("{NEEDS}, {condition}"));
        assert_eq!(lines.len(), 2, "{lines:?}");
        assert!(lines.iter().zip(missing).all(|(line, start)| line.starts_with(start)), "{lines:?}");
    }
    for (expression, expected) in [
        ("asset_packages.len()", "2"),
        ("asset_packages.keys()", "[\"assets/bulb/publish/model/rev002\", \"assets/lamp/publish/model/rev001\"]"),
        ("asset_packages[\"assets/bulb/publish/model/rev002\"][0].path", "in/bulb.zip"),
        ("asset_packages[\"assets/bulb/publish/model/rev002\"][0].revision", "2"),
        (
            "asset_packages[\"assets/lamp/publish/model/rev001\"][0].dependency.map(|d| d in asset_packages)",
            "[true, false, false]",
        ),
        ("asset_packages[\"assets/lamp/publish/model/rev001\"][0].dependency.map(|d| d.active)", "[true, true, false]"),
        ("asset_packages[\"assets/lamp/publish/model/rev001\"][0].revisionFiles[0].size", "3"),
        ("asset_packages.get(\"assets/none/publish/model/rev001\") == ()", "true"),
        ("\"in/bulb.zip\" in asset_packages", "false"),
    ] {
        let rule = format!(
            "rpath: plain, xpath: '{{file.path}}', condition: [func_f], func_str: 'fn f(data, path, c) {{ [finding(data[0], `${{{expression}}}`)] }}'"
        );
        let report = check(&project(), "rules.yaml", &format!("r: {{{rule}}}\n"));
        let messages: Vec<&str> = report.findings().iter().map(|finding| finding.message.as_str()).collect();
        assert_eq!((messages, report_lines(&report)), (vec![expected], vec![]), "{expression}");
    }
}

#[test]
fn collections_of_an_engine_are_not_in_archives() {
    let repository =
        "<Repository><Items><Item><GUID>914fa3a0-62cd-4b5a-83df-92fdf494534a</GUID></Item></Items></Repository>";
    let files: MemorySource = [
        ("a.zip", zip(&[("P/resource.repository", repository)])),
        ("v.xml", b"<R><A>914fa3a0-62cd-4b5a-83df-92fdf494534a</A></R>".to_vec()),
    ]
    .into_iter()
    .collect();
    let lines = found(&files, "rpath: '/v', xpath: '*/A', condition: [Exist in, artfunc_res_store.res_in_repo]");
    assert_eq!(lines.first().map(String::as_str), Some("r v.xml:1:7 \"914fa3a0-62cd-4b5a-83df-92fdf494534a\""));
}

#[test]
fn limits_of_archives_can_be_configured() {
    let bytes = zip(&[("metadata.json", &metadata("assets/a", 1, &[])), ("a.ma", "abc")]);
    let files: MemorySource = [("a.zip", bytes)].into_iter().collect();
    let rules = [RuleFile {
        path: "rules.yaml".to_owned(),
        text: "r: {rpath: '\\.ma$', xpath: '{file.path}', condition: [Exist in, artfunc_asset_packages]}\n".to_owned(),
    }];
    for (name, limit, expected) in [
        ("members", 2, None),
        ("members", 1, Some("zip-limit-members")),
        ("unpacked", 3, Some("zip-limit-unpacked")),
        ("directory", 40, Some("zip-limit-directory")),
        ("metadata", 40, Some("package-limit-metadata")),
    ] {
        let checker = Checker::new(&rules, &|_| None);
        let mut limits = PackageLimits::default();
        assert!(limits.set(name, limit));
        checker.limit_packages(limits);
        let report = assay_engine::check::check(&checker, vec!["a.zip".to_owned()], Rc::new(files.clone()));
        assert_eq!(report.problems().first().map(|problem| problem.code.as_str()), expected, "{name}={limit}");
    }
}

#[test]
fn packages_with_metadata_in_other_encodings_are_reported_and_omitted() {
    let text = metadata("assets/a", 1, &[]);
    let utf_16: Vec<u8> = [0xfeff].into_iter().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect();
    for (bytes, expected) in [
        (
            utf_16,
            vec![
                "problem a.zip!/metadata.json:1:1 `metadata.json` is not UTF-8: it is UTF-16",
                "warning packages are incomplete because `a.zip!/metadata.json` could not be read, so rules that use them may \
                 miss findings",
            ],
        ),
        (format!("\u{feff}{text}").into_bytes(), vec![]),
    ] {
        let files: MemorySource =
            [("a.zip", zip_of(&[("metadata.json", &bytes)])), ("b.txt", Vec::new())].into_iter().collect();
        let condition = usize::from(expected.is_empty());
        let rule = format!(
            "rpath: b.txt, xpath: '{{file.path}}', condition: [Satisfy the expression, 'len(asset_packages) == {condition}']"
        );
        assert_eq!(found(&files, &rule), expected);
    }
}

#[test]
fn a_refused_archive_makes_the_run_incomplete() {
    let help =
        "; rules check the files in an archive like files in a folder; the files of this archive were not checked";
    let mut broken = zip(&[("a.xml", "<R/>"), ("b.xml", "<R><A>1</A></R>")]);
    broken[40] ^= 1;
    for (name, bytes, expected) in [
        (
            "none.zip",
            b"hello".to_vec(),
            format!(
                "problem none.zip the archive is refused: this is not a zip archive: its end record is missing{help}"
            ),
        ),
        (
            "up.zip",
            zip(&[("../a.xml", "<R/>")]),
            format!("problem up.zip!/../a.xml the archive is refused for `../a.xml`: its path has a part `..`{help}"),
        ),
        ("damaged.zip", broken, "problem damaged.zip!/a.xml the file cannot be read out of its archive: ".to_owned()),
    ] {
        let files: MemorySource = [(name, bytes), ("c.xml", b"<R><A>2</A></R>".to_vec())].into_iter().collect();
        let report = check(&files, "rules.yaml", "r: {rpath: '\\.xml$', xpath: '*/A', condition: [Exist]}\n");
        let actual = report_lines(&report);
        assert!(actual.len() == 1 && actual[0].starts_with(&expected), "{actual:?}");
        assert!(
            !report.problems().is_empty() && report.problems()[0].code.as_str().starts_with("zip-"),
            "{:?}",
            report.problems()
        );
    }
}
