use assay_report::Report;
use proptest::prelude::*;

use super::{RunShard, Unmergeable, merge};
use crate::fixture::{RULES, files, json, run_over};

fn share(number: u32, of: u32) -> RunShard {
    RunShard { number, of, common: "r".to_owned(), commit: String::new() }
}

/// Returns the report over these files, or that of a part.
fn report(files: &[(String, String)], share: Option<RunShard>, parts: usize) -> Report {
    part_of(RULES, files, share, parts)
}

/// Like [`report`], by other rules.
fn part_of(rules: &str, files: &[(String, String)], share: Option<RunShard>, parts: usize) -> Report {
    run_over(rules, files, parts, |run| {
        if let Some(share) = share {
            run.share(share);
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn merged_parts_equal_the_whole_report(files in files(), of in 1..6u32, workers in 1..4usize) {
        let whole = json(&report(&files, None, workers));
        let mut parts: Vec<(String, Report)> = Vec::new();
        for number in (1..=of).rev() {
            let text = json(&report(&files, Some(share(number, of)), workers));
            let part = Report::from_json(&text).expect("it is read back");
            prop_assert_eq!(json(&part), text);
            parts.push((number.to_string(), part));
        }
        prop_assert_eq!(json(&merge(parts).expect("they are all of them")), whole);
    }
}

#[test]
fn each_file_is_checked_by_one_part() {
    for of in [1, 2, 3, 7] {
        let mut counts = vec![0; of as usize];
        for file in 0..7000 {
            let path = format!("a/{file}.xml");
            let owners: Vec<u32> = (1..=of).filter(|&number| share(number, of).owns(&path)).collect();
            assert_eq!(owners.len(), 1, "{path}");
            counts[owners[0] as usize - 1] += 1;
        }
        let fair = 7000 / of;
        assert!(counts.iter().all(|count| (fair * 9 / 10..=fair * 11 / 10).contains(count)), "{counts:?}");
    }
}

/// Rules that cover each way in which a part reads files of other parts.
const READING: &str = r"
collections:
  names: { rpath: '/names/.*\.xml$', xpath: List/Name }
  lines: { file: names/lines.txt }
rules:
  - name: named
    rpath: /models/
    xpath: Model/Name
    condition: [Exist in, artfunc_names]
  - name: listed
    rpath: /models/
    xpath: Model/Name
    condition: [Exist in, artfunc_lines]
  - name: cited
    rpath: /models/
    xpath: Model/Uses
    subxpath: Part/Size
    condition: ['<', 5]
";

/// Returns the files under check, some of them with replaced content.
fn assets(changed: &[(&str, Option<&str>)]) -> Vec<(String, String)> {
    let mut files: Vec<(&str, String)> = vec![
        ("names/a.xml", "<List><Name>a</Name></List>".to_owned()),
        ("names/long.xml", format!("<List>{}</List>", "<Name>b</Name>".repeat(500))),
        ("names/lines.txt", "a\nb\n".to_owned()),
        ("models/a.xml", "<Model><Name>a</Name><Uses>parts/a.xml</Uses></Model>".to_owned()),
        ("parts/a.xml", "<Part><Size>1</Size></Part>".to_owned()),
        ("idle/a.txt", "nobody reads this".to_owned()),
    ];
    for &(path, text) in changed {
        files.retain(|(known, _)| *known != path);
        files.extend(text.map(|text| (path, text.to_owned())));
    }
    files.into_iter().map(|(path, text)| (path.to_owned(), text)).collect()
}

/// Merges two parts. The second part had these files instead of the original ones.
fn merged(changed: &[(&str, Option<&str>)]) -> Result<Report, Unmergeable> {
    let part = |number, files: &[_]| part_of(READING, files, Some(share(number, 2)), number as usize);
    merge(vec![("1".to_owned(), part(1, &assets(&[]))), ("2".to_owned(), part(2, &assets(changed)))])
}

#[test]
fn parts_that_read_different_contents_are_refused() {
    assert_eq!(json(&merged(&[]).expect("they are the same")), json(&part_of(READING, &assets(&[]), None, 1)));
    for (path, text) in [
        ("names/a.xml", "<List><Name>A</Name></List>"),
        ("names/a.xml", "<List><Name>a</Name></List> "),
        ("names/a.xml", "<List><Name>a</Name>"),
        ("names/long.xml", "<List><Name>b</Name></List>"),
        ("names/lines.txt", "a\nc\n"),
        ("models/a.xml", "<Model><Name>b</Name><Uses>parts/a.xml</Uses></Model>"),
    ] {
        let refusal = merged(&[(path, Some(text))]).expect_err(text);
        let message = format!("`1` and `2` differ in the content of `{path}`, which every part reads");
        assert_eq!((refusal.to_string(), text), (message, text));
    }
    for path in ["parts/a.xml", "idle/a.txt"] {
        assert!(merged(&[(path, Some("<Part><Size>2</Size></Part>"))]).is_ok(), "only one part reads {path}");
    }
}

#[test]
fn parts_that_list_different_files_are_refused() {
    for (path, text, folder) in [
        ("idle/a.txt", None, "the folder `idle`"),
        ("idle/b.txt", Some(""), "the folder `idle`"),
        ("b.txt", Some(""), "the folder under check"),
        ("names/deep/b.xml", Some("<List/>"), "the folder `names/deep`"),
    ] {
        let refusal = merged(&[(path, text)]).expect_err(path);
        assert_eq!(refusal.to_string(), format!("`1` and `2` list different files in {folder}"));
    }
}

#[test]
fn parts_of_different_commits_are_reported() {
    let files = assets(&[]);
    for (commits, expected) in [
        (["a1", "a1", "a1"], None),
        (["", "a1", "a1"], None),
        (["", "a1", ""], None),
        (["a1 f", "b2 f", "f"], None),
        (["a1", "a1 f", "a1 g"], None),
        (["a1", "b2", "c3"], Some("`1` is from the commit a1, but `2` is from b2: their files may differ")),
        (["", "a1", "b2"], Some("`2` is from the commit a1, but `3` is from b2: their files may differ")),
        (["a1", "a1", "b2"], Some("`1` is from the commit a1, but `3` is from b2: their files may differ")),
        (["a1 f", "", "b2 g"], Some("`1` is from the commit a1, but `3` is from b2: their files may differ")),
    ] {
        let part = |(number, commit): (u32, &str)| {
            let share = RunShard { commit: commit.to_owned(), ..share(number, 3) };
            (number.to_string(), part_of(READING, &files, Some(share), 1))
        };
        let whole = merge((1..).zip(commits).map(part).collect()).expect("they are the same all the same");
        let problems: Vec<&str> = whole.problems().iter().map(|problem| &*problem.message).collect();
        assert_eq!(problems, expected.into_iter().collect::<Vec<_>>(), "{commits:?}");
    }
}

#[test]
fn all_parts_have_the_same_digest() {
    let digest = |common: &str, number, workers, files: &[_]| {
        let share = RunShard { common: common.to_owned(), ..share(number, 2) };
        part_of(READING, files, Some(share), workers).shard().expect("it is a part").digest.clone()
    };
    let known = digest("r=1", 1, 1, &assets(&[]));
    assert_eq!(known.len(), 64);
    for (number, workers) in [(1, 3), (2, 1), (2, 3)] {
        assert_eq!(digest("r=1", number, workers, &assets(&[])), known);
    }
    assert_ne!(digest("r=2", 1, 1, &assets(&[])), known);
    for path in ["names/a.xml", "names/lines.txt", "new.txt"] {
        assert_ne!(digest("r=1", 1, 1, &assets(&[(path, Some("<List/>"))])), known, "{path}");
    }
}

#[test]
fn a_part_with_a_flipped_bit_is_refused() {
    let files = assets(&[]);
    let [one, two] = [1, 2].map(|number| report(&files, Some(share(number, 2)), 1));
    let whole = one.shard().unwrap();
    for at in 0..whole.state.len() {
        let mut shard = whole.clone();
        shard.state[at] ^= 1 << (at % 8);
        let parts = vec![("a".to_owned(), one.clone().of_shard(shard)), ("b".to_owned(), two.clone())];
        assert_eq!(merge(parts), Err(Unmergeable::Damaged("a".to_owned())), "{at}");
    }
}

#[test]
fn incomplete_or_mixed_parts_are_refused() {
    let files = [("models/a.xml".to_owned(), "<Model/>".to_owned())];
    let named = |name: &str, share: RunShard| (name.to_owned(), report(&files, Some(share), 1));
    let other = |number, common: &str| RunShard { common: common.to_owned(), ..share(number, 2) };
    let mut damaged = report(&files, Some(share(1, 2)), 1);
    let mut shard = damaged.shard().unwrap().clone();
    shard.state.truncate(9);
    damaged = damaged.of_shard(shard);
    for (reports, message) in [
        (vec![], "there is no report to merge"),
        (vec![("a".to_owned(), report(&files, None, 1))], "`a` is the report of a whole run, not of a part"),
        (
            vec![("a".to_owned(), damaged)],
            "`a` cannot be merged: the report is damaged, or another version of Assay wrote it",
        ),
        (vec![named("a", share(1, 2)), named("b", share(2, 3))], "`a` is a part of 2 and `b` a part of 3"),
        (vec![named("a", share(1, 2)), named("b", share(1, 2))], "`a` and `b` are both part 1"),
        (vec![named("a", share(2, 4))], "part 1, 3, 4 of 4 is missing"),
        (vec![named("a", other(1, "r")), named("b", other(2, "x"))], "`a` and `b` differ in rules, options or version"),
        (
            vec![named("a", other(1, "v=1\nr=1\no=1")), named("b", other(2, "v=1\nr=2\no=2"))],
            "`a` and `b` differ in r, o",
        ),
        (
            vec![named("a", other(1, "r=1\nr\ta=b=1\nr\tb=1")), named("b", other(2, "r=2\nr\ta=b=2\nr\tb=2"))],
            "`a` and `b` differ in r (`a=b`)",
        ),
        (
            vec![named("a", other(1, "r\ta=1\no=1")), named("b", other(2, "r\ta=1\nr\tb=1\no=1"))],
            "`a` and `b` differ in r (`b`)",
        ),
    ] {
        let refusal: Unmergeable = merge(reports).expect_err(message);
        assert_eq!(refusal.to_string(), message);
    }
}
