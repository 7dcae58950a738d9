//! Each row has the result of Python's `re`, except for limits and for syntax that only the crates support: `\p{L}`,
//! `\z`, `(?<n>…)`.

use super::{BacktrackLimit, Pattern};
use crate::Fault;

fn pattern(source: &str) -> Pattern {
    match Pattern::new(source) {
        Ok(pattern) => pattern,
        Err(fault) => panic!("{source}: {fault:?}"),
    }
}

/// `name(pattern) finds these strings, not those`.
macro_rules! finds {
    ($($name:ident($pattern:literal) => [$($found:literal),*], not [$($missed:literal),*];)*) => {$(
        #[test]
        fn $name() {
            let pattern = pattern($pattern);
            $(assert_eq!(pattern.is_match($found), Ok(true), "{:?} in {:?}", $pattern, $found);)*
            $(assert_eq!(pattern.is_match($missed), Ok(false), "{:?} not in {:?}", $pattern, $missed);)*
        }
    )*};
}

/// `name(pattern) => code, from byte to byte`.
macro_rules! refuses {
    ($($name:ident($pattern:literal) => $code:literal, $start:literal..$end:literal;)*) => {$(
        #[test]
        fn $name() {
            let Err(Fault { code, span, .. }) = Pattern::new($pattern) else { panic!("{} was taken", $pattern) };
            assert_eq!((code.as_str(), span.range()), ($code, $start..$end), "{}", $pattern);
        }
    )*};
}

mod search {
    use super::*;
    finds! {
        anywhere(r"b\.xm") => ["x/ab.xml"], not ["b.txt"];
        nothing_is_everywhere("") => ["", "a"], not [];
        letter_case_counts("xml") => ["a.xml"], not ["A.XML"];
        a_branch_may_be_empty("^(a|)$") => ["", "a"], not ["b"];
    }
}

mod braces {
    use super::*;
    finds! {
        a_lone_brace_is_a_character("^{[0-9a-f-]+}$") => ["{914fa3a0-62cd}"], not ["914fa3a0-62cd", "{}"];
        a_brace_at_the_end("a{") => ["a{"], not ["a"];
        empty_braces_are_characters("a{}") => ["a{}"], not ["a"];
        names_in_braces_are_characters("^a{x}b{2}$") => ["a{x}bb"], not ["a{x}b", "abb"];
        an_unfinished_count_is_characters("a{1,2") => ["a{1,2"], not ["aa"];
        counts_have_no_blanks("a{1, 2}") => ["a{1, 2}"], not ["aa"];
        a_count("^a{2}$") => ["aa"], not ["a", "aaa"];
        a_least_count("^a{2,}$") => ["aa", "aaaa"], not ["a"];
        a_largest_count("^a{,2}$") => ["", "a", "aa"], not ["aaa"];
        both_counts_may_be_missing("^a{,}$") => ["", "aaa"], not ["b"];
        a_range_of_counts("^a{1,2}?$") => ["a", "aa"], not ["", "aaa"];
        a_closing_brace_is_a_character("^}$") => ["}"], not ["{"];
    }
    refuses! {
        counts_run_upwards("xa{3,2}") => "pattern-repeat", 2..7;
        counts_are_limited("a{100001}") => "pattern-repeat", 1..9;
        no_count_overflows("a{99999999999999999999}") => "pattern-repeat", 1..23;
        a_count_of_nothing("{3}") => "pattern-repeat", 0..3;
    }
}

mod repetition {
    use super::*;
    finds! {
        lazy_repetitions("^a*?b+?c??$") => ["ab", "bc"], not ["a"];
        of_any_name(r"^\w{1,260}$") => ["aé_1"], not ["", "a-b"];
        of_a_group("^(?:ab)*$") => ["", "abab"], not ["aba"];
        of_a_group_of_repetitions("^(?:a*)*$") => ["aaa"], not ["b"];
        possessive_repetitions_do_not_backtrack("a*+a") => [], not ["aaa"];
        atomic_groups_do_not_backtrack("(?>a*)a") => [], not ["aaa"];
    }
    refuses! {
        of_nothing("*(a)") => "pattern-repeat", 0..1;
        of_nothing_as_in_a_glob("*a") => "pattern-repeat", 0..2;
        of_nothing_in_a_group("a(+b)") => "pattern-repeat", 2..3;
        of_nothing_in_a_branch("a|?") => "pattern-repeat", 2..3;
        of_a_place("^*") => "pattern-repeat", 1..2;
        of_a_boundary(r"\b+") => "pattern-repeat", 2..3;
        of_a_repetition("a**") => "pattern-repeat", 2..3;
        of_a_counted_repetition("a{2}{3}") => "pattern-repeat", 4..7;
        too_large(r"((\w{1000}){1000}){1000}") => "pattern-too-large", 0..24;
        too_large_with_look_around(r"(?=x)((\w{1000}){1000}){1000}") => "pattern-too-large", 0..29;
    }
}

mod ends {
    use super::*;
    finds! {
        a_dollar_is_the_end(r"\.xml$") => ["a.xml", "a.xml\n"], not ["a.xml.bak", "a.xml\n\n", "a.xml\r\n"];
        in_each_branch("^(?:a$|b$)") => ["a", "b\n"], not ["ab"];
        before_something_else("a$\n") => ["a\n"], not ["a", "a\n\n"];
        before_nothing_else("(a$|b)c") => ["bc"], not ["ac", "a\nc"];
        in_a_repeated_group("^(a$|\n)*x") => ["\nx", "x"], not ["a\nx"];
        of_a_line("(?m)a$") => ["a\nb", "b\na"], not ["ab"];
        of_a_line_in_a_group("(?m:a$)b|c$") => ["c\n"], not ["a\nb"];
        a_capital_z_is_the_very_end(r"pear\Z") => ["pear"], not ["pears", "pear\n"];
        a_small_z_too(r"pear\z") => ["pear"], not ["pear\n"];
        a_caret_is_the_start("^a") => ["a"], not ["ba", "b\na"];
        a_caret_is_the_start_of_a_line("(?m)^a") => ["b\na"], not ["ba"];
        a_capital_a_is_the_very_start(r"(?m)\Aa") => ["a"], not ["b\na"];
        a_boundary_of_words(r"\bcat\b") => ["a cat.", "cat"], not ["cats", "_cat"];
        inside_a_word(r"\Bat\B") => ["rate"], not ["at", "rat"];
    }

    #[test]
    fn a_dollar_at_the_end_stays_linear() {
        for source in ["a$", "(a|b$)", "a$|b$", "((a$))", "(?m)a$b"] {
            assert!(pattern(source).linear().is_some(), "{source}");
        }
        assert_eq!(pattern("(a$|b)c").linear(), None);
    }
}

mod class {
    use super::*;
    finds! {
        of_characters("^[abc]$") => ["a", "c"], not ["d", "ab"];
        negated("^[^abc]$") => ["d", "\n"], not ["a"];
        ranges("^[a-cx]$") => ["b", "x"], not ["d", "-"];
        a_bracket_in_a_class("^[[]$") => ["["], not ["]", "[]"];
        a_closing_bracket_first("^[]a]+$") => ["]a"], not ["["];
        a_closing_bracket_first_when_negated("^[^]a]$") => ["["], not ["]", "a"];
        a_hyphen_first("^[-a]+$") => ["-a"], not ["b"];
        a_hyphen_last("^[a-]+$") => ["-a"], not ["b"];
        a_hyphen_after_a_class(r"^[\w-]+$") => ["a-b"], not ["+"];
        two_ampersands("^[a&&b]$") => ["a", "&", "b"], not ["c"];
        two_hyphens("^[--/]$") => ["-", ".", "/"], not [","];
        two_tildes("^[a~~b]$") => ["a", "~", "b"], not ["c"];
        two_bars("^[a||b]$") => ["a", "|", "b"], not ["c"];
        classes_are_not_nested("^[[:alpha:]]$") => ["a]", ":]", "[]"], not ["b]", "a", "z"];
        special_characters_are_literal("^[.*+?(){}|$^#]+$") => [".*+?(){}|$^#"], not ["a"];
        escapes(r"^[\]\[\-\\\n]+$") => ["][-\\\n"], not ["n"];
        a_backspace(r"^[\b]$") => ["\u{8}"], not ["b"];
        classes_in_a_class(r"^[\d\s]+$") => ["1 2"], not ["a"];
        negated_classes_in_a_class(r"^[\Wa]+$") => ["a-"], not ["b"];
        negated_twice(r"^[^\W\d]+$") => ["ab_"], not ["a1", "-"];
        everything(r"^[\s\S]$") => ["a", "\n"], not ["ab"];
        octal_numbers(r"^[\101\1\60]+$") => ["A\u{1}0"], not ["1"];
        properties(r"^[\p{Lu}\d]+$") => ["A1"], not ["a"];
    }
    refuses! {
        that_does_not_end("a[bc") => "pattern-class", 1..4;
        that_begins_with_its_end("[]") => "pattern-class", 0..2;
        that_ends_in_a_range("[a-") => "pattern-class", 0..3;
        from_a_letter_to_a_hyphen("[a--b]") => "pattern-class", 1..4;
        that_runs_backwards("x[z-a]") => "pattern-class", 2..5;
        from_a_class(r"[\w-z]") => "pattern-class", 1..5;
        to_a_class(r"[a-\d]") => "pattern-class", 1..5;
        with_a_bad_escape(r"[\q]") => "pattern-escape", 1..3;
        with_a_digit_that_is_not_octal(r"[\8]") => "pattern-escape", 1..3;
    }
}

mod escape {
    use super::*;
    finds! {
        angle_brackets_are_characters(r"\<b\>") => ["<b>"], not ["b"];
        punctuation(r"^\.\*\+\?\(\)\[\]\{\}\|\^\$\\\/\-\#\&\~\'\%\_\ $") => [".*+?()[]{}|^$\\/-#&~'%_ "], not [""];
        beyond_ascii(r"^\é\😀$") => ["é😀"], not ["\\é"];
        line_ends_and_such(r"^\a\f\n\r\t\v$") => ["\u{7}\u{c}\n\r\t\u{b}"], not ["afnrtv"];
        two_hexadecimal_digits(r"^\x41b$") => ["Ab"], not ["x41b"];
        four_hexadecimal_digits(r"^\u00e9$") => ["é"], not ["e"];
        eight_hexadecimal_digits(r"^\U0001f600$") => ["😀"], not [""];
        octal_numbers(r"^\0\01\101\0101$") => ["\0\u{1}A\u{8}1"], not ["A"];
        digits_of_all_scripts(r"^\d+$") => ["12", "٣"], not ["²", "a"];
        words_of_all_scripts(r"^\w+$") => ["aé_1中²"], not ["a-b", "a\u{301}"];
        white_space(r"^\s+$") => [" \t\n\r\u{b}\u{c}\u{1c}\u{1f}\u{85}\u{a0}\u{3000}"], not ["\u{200b}"];
        not_white_space(r"^\S+$") => ["a\u{200b}"], not ["\u{1c}"];
        ascii_only(r"(?a)^\w+ \d+\s$") => ["ab 12\t"], not ["é 1 ", "a ٣ ", "a 1\u{a0}"];
        ascii_boundaries(r"(?a)\bt\b") => ["ét", "t"], not ["at"];
        inside_an_ascii_word(r"(?a)\Bt") => ["at"], not ["ét"];
        unicode_within_ascii(r"(?a)^\w(?u:\w)$") => ["aé"], not ["éa"];
        properties_of_unicode(r"^\p{L}\pN\P{L}$") => ["é12", "a1-"], not ["a1b"];
    }
    refuses! {
        an_unknown_letter(r"ab\q") => "pattern-escape", 2..4;
        a_letter_of_other_languages(r"\Qa\E") => "pattern-escape", 0..2;
        the_end(r"a\") => "pattern-escape", 1..2;
        the_end_of_a_class(r"[a\") => "pattern-escape", 2..3;
        too_few_digits(r"\x4") => "pattern-escape", 0..3;
        half_a_pair(r"\ud83d\ude00") => "pattern-escape", 0..6;
        no_character(r"\U00110000") => "pattern-escape", 0..10;
        too_large_an_octal(r"\777") => "pattern-escape", 0..4;
        a_name(r"\N{BULLET}") => "pattern-escape", 0..2;
        no_property(r"\p{Nonsense}") => "pattern-escape", 0..12;
    }
}

mod group {
    use super::*;
    finds! {
        captured("^(a)(b)$") => ["ab"], not ["a"];
        named("^(?P<first>a)(?P=first)$") => ["aa"], not ["ab"];
        named_in_the_crates_way("^(?<first>a)(?P=first)$") => ["aa"], not ["ab"];
        named_beyond_ascii("^(?P<größe>a)(?P=größe)$") => ["aa"], not ["ab"];
        referred_to(r"/(\w+)/\1\.xml$") => ["/ab/ab.xml"], not ["/ab/ac.xml"];
        referred_to_before_a_digit(r"^(b)\1(?#)0$") => ["bb0"], not ["bb", "b"];
        with_a_comment("^a(?# not (b* )b$") => ["ab"], not ["a b"];
        conditional("^(<)?a(?(1)>|!)$") => ["<a>", "a!"], not ["<a", "a>", "<a!"];
        conditional_by_name("^(?P<l><)?a(?(l)>)$") => ["<a>", "a"], not ["<a"];
    }
    refuses! {
        left_open("a(b(c)") => "pattern-group", 1..2;
        closed_too_often("a)b") => "pattern-group", 1..2;
        of_an_unknown_kind("(?y)") => "pattern-group", 0..3;
        of_an_unfinished_kind("(?") => "pattern-group", 0..2;
        of_an_unknown_python_kind("(?Px)") => "pattern-group", 0..3;
        without_a_name("(?P<>a)") => "pattern-group", 0..5;
        with_a_bad_name("(?P<1a>b)") => "pattern-group", 0..7;
        with_an_unfinished_name("(?P<a") => "pattern-group", 0..4;
        with_a_name_twice("(?P<a>x)(?P<a>y)") => "pattern-group", 8..14;
        with_an_unfinished_comment("a(?#b") => "pattern-group", 1..4;
        referred_to_too_early(r"\1(a)") => "pattern-reference", 0..2;
        referred_to_within_itself(r"(a\1)") => "pattern-reference", 2..4;
        referred_to_by_an_unknown_name("(?P=a)") => "pattern-reference", 0..6;
        a_condition_of_an_unknown_group("(?(2)a)") => "pattern-reference", 0..5;
        a_condition_of_group_zero("(?(0)a)") => "pattern-reference", 0..5;
        a_condition_of_an_open_group("(a(?(1)b))") => "pattern-reference", 2..7;
        three_branches("(a)(?(1)b|c|d)") => "pattern-group", 11..12;
    }
}

#[test]
fn groups_nest_within_bounds() {
    let nested = |depth: usize| format!("{}a{}", "(".repeat(depth), ")".repeat(depth));
    assert!(Pattern::new(&nested(50)).is_ok());
    assert!(
        Pattern::new(&nested(50).replace('a', "(?=a)")).is_err_and(|fault| fault.code.as_str() == "pattern-too-deep")
    );
    let Err(fault) = Pattern::new(&nested(100_000)) else { panic!("taken") };
    assert_eq!((fault.code.as_str(), fault.span.range()), ("pattern-too-deep", 50..51));
    assert!(Pattern::new(&(nested(49).replace('a', "(?=a)"))).is_ok(), "with look-around, too");
}

mod flags {
    use super::*;
    finds! {
        letter_case("(?i)straße") => ["STRAßE", "straße"], not ["STRASSE"];
        letter_case_of_a_group("^a(?i:b)c$") => ["aBc", "abc"], not ["ABc"];
        reset_in_a_group("(?i)^a(?-i:b)c$") => ["AbC"], not ["aBc"];
        any_character("(?s)^a.b$") => ["a\nb"], not ["a"];
        any_character_but_a_line_end("^a.b$") => ["a b", "a\rb"], not ["a\nb"];
        several("(?is)^A.$") => ["a\n"], not ["b\n"];
        several_groups_of_flags("(?i)(?s)^A.$") => ["a\n"], not ["b\n"];
        verbose("(?x) ^ a\\ b [ ] c # a comment ) \n d $") => ["a b cd"], not ["abcd"];
        verbose_group("^ (?x: a b )c d$") => [" abc d"], not ["abcd"];
        verbose_reset_in_a_group("(?x)a (?-x: b)") => ["a b"], not ["ab"];
        verbose_repetition("(?x)^a +$") => ["aa"], not ["a "];
    }
    refuses! {
        not_at_the_beginning("a(?i)b") => "pattern-flag", 1..5;
        in_a_later_branch("a|(?i)b") => "pattern-flag", 2..6;
        in_a_group("((?i)b)") => "pattern-flag", 1..5;
        reset_for_the_whole_pattern("(?-i)b") => "pattern-flag", 0..5;
        unknown("(?L)b") => "pattern-group", 0..3;
        ascii_and_letter_case("(?ai)b") => "pattern-flag", 0..5;
    }
}

mod look_around {
    use super::*;
    finds! {
        ahead(r"^/(?!skip/).*\.xml$") => ["/keep/a.xml"], not ["/skip/a.xml"];
        ahead_positive("a(?=b)") => ["ab"], not ["ac"];
        look_behind("(?<=a)b") => ["ab"], not ["cb"];
        look_behind_negative("(?<!a)b$") => ["cb", "b\n"], not ["ab"];
        python_classes_in_look_around(r"(?=[[a&&b]\Z)") => ["["], not ["a]"];
    }
    refuses! {
        look_behind_of_any_length("(?<=a+)b") => "pattern-look-behind", 0..8;
        repeated("(?=a)*") => "pattern-repeat", 0..6;
    }

    #[test]
    fn too_many_steps_are_an_error() {
        let pattern = pattern("^(?:a|(a))*(?(1)|)$");
        assert_eq!(pattern.is_match(&"a".repeat(60)), Ok(true));
        assert_eq!(pattern.is_match(&("a".repeat(60) + "b")), Err(BacktrackLimit));
    }
}

#[test]
fn patterns_that_regex_supports_are_linear() {
    for source in [".", r"^{\Z", r"\<[[a&&b]{,3}(?i:x)(?P<n>y)", r"(?a)\d", "(a+)+$"] {
        let linear = pattern(source).linear().map(str::to_owned);
        assert!(linear.is_some_and(|text| regex::Regex::new(&text).is_ok()), "{source}");
    }
    for source in ["(?=a)", r"(a)\1", "a*+", "(?>a)"] {
        assert_eq!(pattern(source).linear(), None, "{source}");
    }
}

#[test]
fn the_source_stays_as_written() {
    assert_eq!(pattern("^{a}").source(), "^{a}");
}

#[test]
fn messages_suggest_replacements() {
    for (source, message, help) in [
        ("a**", "a repetition cannot be repeated", Some("put it in a group: `(?:…)`")),
        ("*.xml", "`*` has nothing to repeat", Some(r"this is a regular expression, not a glob; write `\.xml$`")),
        (
            "**/T_*.p?g",
            "`*` has nothing to repeat",
            Some(r"this is a regular expression, not a glob; write `/T_.*\.p[^/]g$`"),
        ),
        (
            "atlas/**/*.json",
            "a repetition cannot be repeated",
            Some(r"this is a regular expression, not a glob; write `atlas/(?:.*/)?.*\.json$`"),
        ),
        (
            "atlas/**",
            "a repetition cannot be repeated",
            Some("this is a regular expression, not a glob; write `atlas/.*$`"),
        ),
        (
            "atlas/**/hud.json",
            "a repetition cannot be repeated",
            Some(r"this is a regular expression, not a glob; write `atlas/(?:.*/)?hud\.json$`"),
        ),
        ("*", "`*` has nothing to repeat", Some(r"write `.*` for any string, `\*` for a literal `*`")),
        ("a|*.xml", "`*` has nothing to repeat", Some(r"write `.*` for any string, `\*` for a literal `*`")),
        ("+.xml", "`+` has nothing to repeat", Some(r"write `\+` to match it literally")),
        ("[z-a]", "the range `z-a` runs backwards", Some("write `\\-` for a hyphen")),
        (r"\q", r"`\q` means nothing in Python", Some(r"write `q`, or `\\q` for a backslash before it")),
        ("a{3,2}", "the smaller count of a repetition must come first", Some("write `{2,3}`")),
        (r"\ud800", "half of a surrogate pair never occurs in a string", None),
    ] {
        let fault = Pattern::new(source).unwrap_err();
        assert_eq!((fault.message.as_str(), fault.help.as_deref()), (message, help), "{source}");
    }
}

#[test]
fn the_replacement_of_a_glob_matches_the_same_paths() {
    for (glob, path, other) in [
        ("*.json", "/a/b.json", "/a/b.json5"),
        ("**/T_*.png", "/a/b/T_Wall.png", "/a/b/SM_Wall.png"),
        ("*_D.?ga", "/a/T_Wall_D.tga", "/a/T_Wall_D/ga"),
    ] {
        let help = Pattern::new(glob).unwrap_err().help.unwrap();
        let regex = pattern(help.split('`').nth(1).unwrap());
        assert_eq!((regex.is_match(path), regex.is_match(other)), (Ok(true), Ok(false)), "{glob}: {help}");
    }
}
