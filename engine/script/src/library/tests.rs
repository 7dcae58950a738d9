//! Every function of the library.

use super::{LibraryEntry, functions};
use crate::fixture::Fixture;

#[test]
fn functions_are_unique_documented_and_defined() {
    let fixture = Fixture::new();
    let all: Vec<LibraryEntry> = functions();
    for (at, entry) in all.iter().enumerate() {
        assert!(all[..at].iter().all(|other| other.name != entry.name), "{}", entry.name);
        assert!(entry.signature.starts_with(&format!("{}(", entry.name)), "{}", entry.signature);
        assert!(entry.doc.len() > 10 && !entry.doc.ends_with('.'), "{}", entry.name);
        // A call with the right number of arguments never reports an unknown function.
        let arguments = vec!["\"a\""; entry.parameters()].join(", ");
        let message = fixture.value(&format!("{}({arguments})", entry.name)).err().unwrap_or_default();
        assert!(!message.contains("no function") && !message.contains("cannot be called"), "{}: {message}", entry.name);
    }
}

#[test]
fn results_of_functions() {
    let fixture = Fixture::new();
    let mut wrong = Vec::new();
    for (expression, expected) in [
        (r#"exists("a.txt")"#, "true"),
        (r#"exists("/dir/../a.txt")"#, "true"),
        (r#"exists("\\a.txt")"#, "true"),
        (r#"exists("b.txt")"#, "false"),
        (r#"exists("dir")"#, "false"),
        (r#"exists("../a.txt")"#, "false"),
        (r#"exists("")"#, "false"),
        (r#"read_text("a.txt")"#, "hello"),
        (r#"read_text("dir/ä.txt")"#, "grün\r\n"),
        (
            r#"files(".")"#,
            r#"["a.txt", "dir/bad.txt", "dir/bad.xml", "dir/list.xml", "dir/p.png", "dir/pointer.bin", "dir/ä.txt"]"#,
        ),
        (r#"files("^/a")"#, r#"["a.txt"]"#),
        (r#"files("\\.xml$").len()"#, "2"),
        (r#"files("nothing")"#, "[]"),
        (r#"first_file("dir")"#, "dir/bad.txt"),
        (r#"first_file("/dir/")"#, "dir/bad.txt"),
        (r#"first_file("di")"#, ""),
        (r#"first_file("a.txt")"#, ""),
        (r#"twin("A.txt")"#, "a.txt"),
        (r#"twin("dir/a\u0308.txt")"#, "dir/ä.txt"),
        (r#"twin("a.txt")"#, ""),
        (r#"xpath("dir/list.xml", "*/B")"#, r#"["x", "y"]"#),
        (r#"xpath("/dir/list.xml", "*/B:k")"#, r#"["1", "2"]"#),
        (r#"xpath("dir/list.xml", "A,B,C?")"#, r#"[#{"B": ["x", "y"], "C": [()]}]"#),
        (r#"xpath("dir/list.xml", "*/B,{dom}")[1].get("k")"#, "2"),
        (r#"xpath("dir/list.xml", "A,{dom},B")[0].B"#, r#"["x", "y"]"#),
        (r#"xpath("dir/p.png", "{image.width}")"#, "[3]"),
        (r#"xpath("dir/x.y.z", "{file.stem}")"#, r#"["x.y"]"#),
        (r#"image("dir/p.png").width"#, "3"),
        (r#"image("dir/p.png").height"#, "5"),
        (r#"image("dir/p.png").format"#, "png"),
        (r#"size("a.txt")"#, "5"),
        (r#"size("dir/p.png")"#, "33"),
        (r#"md5("a.txt")"#, "5d41402abc4b2a76b9719d911017c592"),
        (r#"sha256("a.txt")"#, "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"),
        (r#"matches("abc", "b")"#, "true"),
        (r#"matches("abc", "^b")"#, "false"),
        (r#""abc".matches("(?=c)c")"#, "true"),
        (r#"captures("a1b22", "([a-z])(\\d+)")"#, r#"["a1", "a", "1"]"#),
        (r#"captures("b", "(a)?b")"#, r#"["b", ()]"#),
        (r#"captures("b", "x")"#, "[]"),
        (r#"captures("ab", "(?<=a)(b)")"#, r#"["b", "b"]"#),
        (r#"replace_all("a1b22", "\\d+", "<\\g<0>>")"#, "a<1>b<22>"),
        (r#"replace_all("a1b22", "([a-z])(\\d+)", "\\2\\1")"#, "1a22b"),
        (r#"replace_all("ab", "(?P<x>a)(z)?", "[\\g<x>\\2]")"#, "[a]b"),
        (r#"replace_all("a.b", "\\.", "\\\\$1\\n")"#, "a\\$1\nb"),
        (r#"replace_all("aaa", "", "-")"#, "-a-a-a-"),
        (r#"replace_all("abab", "(?<!a)b|a(?=b)", "x")"#, "xbxb"),
        (r#"assetlist("a.txt").len()"#, "1"),
        (r#"assetlist("a.txt")[0].path"#, "hello"),
        (r#"assetlist("/a.txt").get("hello").hash.len()"#, "40"),
        (r#"assetlist("a.txt")[0].modified"#, "0"),
        (r#"assetlist("a.txt").get("b") == ()"#, "true"),
        (r#"assetlist("a.txt").contains("hello")"#, "true"),
        (r#"assetlist("a.txt").contains(assetlist("a.txt")[0])"#, "true"),
        (r#"delta(assetlist("a.txt"), assetlist("dir/ä.txt"))[0].path"#, "grün"),
        (r#"union(assetlist("a.txt"), assetlist("dir/ä.txt")).len()"#, "2"),
        (r#"intersection(assetlist("a.txt"), assetlist("dir/ä.txt")).len()"#, "0"),
        (r#"complement(assetlist("a.txt"), assetlist("dir/ä.txt")).keys().map(|entry| entry.path)"#, r#"["grün"]"#),
        (r#"pattern(assetlist("a.txt"), "H*").len()"#, "1"),
        (r#"pattern(assetlist("a.txt"), "H.*", "regex").len()"#, "0"),
        (r#"count([assetlist("a.txt"), assetlist("a.txt")], 2).len()"#, "1"),
        (r#"finding(data[0], "wrong").value"#, "a"),
        (r"finding(1, 2).message", "2"),
        (r#"print("x")"#, ""),
    ] {
        let found = fixture.value(expression).unwrap_or_else(|_| "error".to_owned());
        if found != expected {
            wrong.push(format!("{expression}: {found}, not {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn errors_of_functions() {
    let fixture = Fixture::new();
    let mut wrong = Vec::new();
    for (expression, expected) in [
        (r#"read_text("b.txt")"#, "there is no file `b.txt`"),
        (r#"size("b.txt")"#, "there is no file `b.txt`"),
        (r#"md5("b.txt")"#, "there is no file `b.txt`"),
        (r#"sha256("b.txt")"#, "there is no file `b.txt`"),
        (r#"image("b.txt")"#, "there is no file `b.txt`"),
        (r#"xpath("b.xml", "A")"#, "there is no file `b.xml`"),
        (r#"read_text("../a.txt")"#, "the path `../a.txt` leaves the project"),
        (r#"xpath("/..", "A")"#, "the path `/..` leaves the project"),
        (r#"image("")"#, "the path `` leaves the project"),
        (r#"read_text("dir/bad.txt")"#, "`dir/bad.txt`: the byte FF is not valid in UTF-8"),
        (r#"image("a.txt")"#, "`a.txt`: the content is not an image of a known format"),
        (r#"size("dir/pointer.bin")"#, "`dir/pointer.bin`: this is a Git LFS pointer instead of the file"),
        (r#"image("dir/pointer.bin")"#, "`dir/pointer.bin`: this is a Git LFS pointer instead of the file"),
        (r#"read_text("dir/p.png")"#, "`dir/p.png`: the file is binary, not text"),
        (r#"xpath("dir/bad.xml", "A")"#, "`dir/bad.xml` is not well formed, line 1, column "),
        (r#"xpath("dir/p.png", "A")"#, "`dir/p.png`: no reader for `.png`"),
        (r#"xpath("a.txt", "[[")"#, "the xpath `[[`, column "),
        (r#"matches("a", "(")"#, "the regular expression `(` cannot be used, column "),
        (r#"files("^a/")"#, "`^a/` matches no path, because it is searched in `/` and the path"),
        (r#"files("[")"#, "the regular expression `[` cannot be used, column "),
        (
            r#"{ let t = ""; t.pad(60, 'a'); matches(t + "b", "^(?:a|(a))*(?(1)|)$") }"#,
            "the regular expression `^(?:a|(a))*(?(1)|)$` takes too long on this string",
        ),
        (r#"replace_all("a", "a", "\\q")"#, "`\\q` is not valid in a replacement"),
        (r#"assetlist("b.txt")"#, "there is no file `b.txt`"),
        (r#"assetlist("dir/list.xml")"#, "`dir/list.xml`:1: expected `<ObjectStream>`, found `<A>`"),
        (r#"delta("a.txt", "a.txt")"#, "`delta` takes asset lists"),
        (r"count(1, 2)", "`count` takes a list of asset lists"),
        (r#"count([assetlist("a.txt")], 0)"#, "the count must be at least 1"),
        (
            r#"pattern(assetlist("a.txt"), "ää(", "regex")"#,
            "the pattern `ää(` cannot be read at column 3: the group is not closed",
        ),
        (r#"pattern(assetlist("a.txt"), "a", "x")"#, "there is no type of pattern `x`"),
        (r#"matches(1, "a")"#, "`matches` cannot be called with a number and a string"),
        (r#"xpath("a.txt")"#, "`xpath` cannot be called with a string"),
    ] {
        let found = fixture.value(expression).expect_err(expression);
        let message = found.split_once(' ').and_then(|(_, rest)| rest.split_once(' ')).map_or("", |(_, rest)| rest);
        if !message.starts_with(expected) {
            wrong.push(format!("{expression}: {found}, not {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn prints_are_kept_with_their_places() {
    let mut fixture = Fixture::new();
    fixture.libraries.add("loud", "lib/loud.rhai", "print(\"loading\");\nfn shout(x) {\n  print(x); }".to_owned());
    let code = "import \"loud\" as l;\nfn f(data, filepath) { print(data); debug(\"a\\n\");\n l::shout(5); data.map(|v| print(v)); [] }";
    fixture.filter(code, &["a", "b"]).unwrap();
    let prints: Vec<String> = fixture
        .host
        .take_prints()
        .iter()
        .map(|print| {
            let place = print.place.as_ref().map(|place| crate::fixture::format_place(code, place));
            format!("{} {}", place.unwrap_or_default(), print.text)
        })
        .collect();
    let expected = ["2:24 [\"a\", \"b\"]", "2:37 \"a\\n\"", "lib/loud.rhai:3:3 5", "3:28 a", "3:28 b"];
    assert_eq!(prints, expected);
    assert!(fixture.host.take_prints().is_empty());
}

#[test]
fn endless_prints_are_cut() {
    let fixture = Fixture::new();
    fixture
        .filter("fn f(data, p) { let x = \"\"; x.pad(100000, 'x'); for i in 0..1000 { print(x); } [] }", &[])
        .unwrap();
    let prints = fixture.host.take_prints();
    let bytes: usize = prints.iter().map(|print| print.text.len()).sum();
    assert!(bytes < 2 << 20 && prints.last().unwrap().text == "\u{2026} and more", "{bytes}");
}

#[test]
fn the_cache_of_patterns_and_expressions_is_limited() {
    let fixture = Fixture::new();
    let code = "fn f(data, p) { for i in 0..500 { matches(\"a\", `a${i}`); xpath(\"dir/list.xml\", `*/B${i}`); } [] }";
    fixture.filter(code, &[]).unwrap();
    assert!(fixture.host.state().known.xpaths.len() <= 64 && fixture.host.state().known.patterns.len() <= 16);
}
