//! `condition`.

/// How a method is spelled.
mod methods {
    fails!(letter_case_is_free("[nOT eXIST IN, [a]]", "['a', 'b']") => ["a"]);
    fails!(runs_of_blanks_are_free("['  Null   collection ', ]", "['a']") => ["a"]);
    fails!(blanks_inside_an_operator("[' ! = ', a]", "['a', 'b']") => ["a"]);
    fails!(blanks_inside_other_operators("['< =', 5]", "[5, 6]") => [6]);
    fails!(without_blanks("[notexistin, [a]]", "['a', 'b']") => ["a"]);
    fails!(quotes_of_any_kind_are_removed("['\u{201c}Unique\u{201d}']", "['a', 'a']") => ["a"]);
    wrong!(an_unknown_method_is_a_problem_with_a_suggestion("[Uniqe]") at 1, "Unique");
    wrong!(an_unknown_operator_is_a_problem("['=>', 5]") at 2, ">=");
    reports!(an_empty_list_is_a_problem(rule!("xpath: A, condition: []"))
        => ["problem rules.yaml:1:33 (r) \u{2026}condition"]);
    wrong!(a_method_that_is_not_a_string_is_a_problem("[5, 6]") at 1, "");
    wrong!(a_parameter_too_few("[Exist in]") at 1, "collection");
    wrong!(a_parameter_too_many("[Exist, a]") at 8, "no parameter");
    wrong!(two_values_to_compare_with("['<=', 5, 6]") at 10, "one parameter");
    wrong!(an_unknown_custom_function("[func_mine, 5]") at 1, "there is no function `mine`");
    wrong!(an_unknown_library("[condfunk.compressed]") at 1, "there is no library `condfunk`");
    wrong!(with_func_too("[func_my_module.my_function]") at 1, "there is no library `my_module`");
    wrong!(a_missing_expression("[Satisfy the expression]") at 1, "needs a expression");
    wrong!(an_expression_that_is_not_a_string("[Satisfy the expression, [d]]") at 25, "an expression must be a string, not a list");
    wrong!(two_expressions("[Satisfy the expression, d == 1, d == 2]") at 33, "one parameter");
}

/// When a condition is evaluated, and on what.
mod evaluation {
    finds!(once_for_each_file(
        [("a.xml", "<R><A>1</A></R>"), ("b.xml", "<R><A>1</A></R>")],
        rule!("xpath: '*/A', condition: [Unique]")
    ) => [], ["hint rules.yaml:1:\u{2026} (r) `Unique` compares the values of one file\u{2026}"]);
    finds!(for_an_empty_list_too(
        [("a.xml", "<R/>"), ("b.xml", "<R><A/></R>")],
        rule!("xpath: '*/A', condition: [Not null collection]")
    ) => ["r a.xml:1:1 null"]);
    finds!(on_values_that_the_filter_keeps(
        [("a.xml", "<R><A>1</A><A>2</A></R>")],
        rule!("xpath: '*/A', filter: '3', condition: [Not null collection]")
    ) => ["r a.xml:1:1 null"]);
    finds!(not_for_a_file_that_cannot_be_read(
        [("a.xml", "<R>")],
        rule!("xpath: '*/A', condition: [Not null collection]")
    ) => [], ["problem a.xml:1:4 \u{2026}", "warning \u{2026}"]);
}

mod exist {
    const VALUES: &str = "[null, false, '', 0, -0.0, 0e5, '0', ' ', 'false', true, 1, 0.5, 'x']";

    fails!(finds_falsy_values("[Exist]", VALUES) => [null, false, "", 0, 0, 0]);
    fails!(not_exist_finds_truthy_values("[Not exist]", VALUES) => ["0", " ", "false", true, 1, 0.5, "x"]);
    fails!(an_object_is_an_empty_string("[Exist]", "[{}, {a: 1}]") => ["", ""]);
    fails!(nothing_in_an_empty_list("[Exist]", "[]") => []);
    fails!(not_exist_finds_nothing_in_an_empty_list("[Not exist]", "[]") => []);
    finds!(a_record_whose_lists_are_all_empty_is_falsy(
        [("a.xml", "<R><I/><I><A/></I></R>")],
        rule!("xpath: '*/I,A,B', condition: [Exist]")
    ) => ["r a.xml:1:4 {A: [], B: []}"]);
    finds!(a_record_with_a_null_is_truthy(
        [("a.xml", "<R><I/></R>")],
        rule!("xpath: '*/I,A?,B', condition: [Not exist]")
    ) => ["r a.xml:1:4 {A: [null], B: []}"]);
    finds!(a_line_is_a_number([("a.xml", "<R/>")], rule!("xpath: '*,{line}', condition: [Not exist]"))
        => ["r a.xml:1:1 1"]);
    finds!(an_empty_file_has_the_size_0([("a.txt", "")], rule!("xpath: '{file.size}', condition: [Exist]"))
        => ["r a.txt:1:1 0"]);
    finds!(a_node_is_truthy([("a.xml", "<R><I/></R>")], rule!("xpath: '*/I,{dom}', condition: [Exist]")) => []);
}

mod exist_in {
    fails!(a_list("[Exist in, [a, b]]", "['a', 'c', 'b', 'A', ' a']") => ["c", "A", " a"]);
    fails!(not_in_a_list("[Not exist in, [a, b]]", "['a', 'c', 'b']") => ["a", "b"]);
    fails!(an_empty_list("[Exist in, []]", "['a', null]") => ["a", null]);
    fails!(a_single_string_is_not_a_list("['Exist in', ['a, b']]", "['a', 'a, b']") => ["a"]);
    fails!(numbers_compare_by_value(
        "[Exist in, [256, 1e3, 0.5]]",
        "[256, 256.0, '256', '1000', 1000, '.5', ' 5e-1 ', 2560, '256x']"
    ) => [2560, "256x"]);
    fails!(numbers_of_any_length(
        "[Exist in, [12345678901234567890]]",
        "['12345678901234567890', '12345678901234567891']"
    ) => ["12345678901234567891"]);
    fails!(strings_that_spell_numbers_are_strings("[Exist in, ['256']]", "['256', '256.0', ' 256']") => ["256.0", " 256"]);
    fails!(null_is_null("[Exist in, [null, x]]", "[null, 'null', '', 'x']") => ["null", ""]);
    fails!(not_in_finds_null_too("[Not exist in, [null]]", "[null, 'null']") => [null]);
    fails!(a_python_list("['Exist in', \"['a', 'b']\"]", "['a', 'c']") => ["c"]);
    fails!(a_python_list_with_blanks("['Exist in', \"  [ 'a' , 'b', ]  \"]", "['a', 'c']") => ["c"]);
    fails!(a_python_list_in_double_quotes("['Exist in', '[\"a\", \"it''s\"]']", "['a', \"it's\"]") => []);
    fails!(a_python_list_with_escapes("['Exist in', \"['a\\\\'b', '\\\\u00e4\\\\n']\"]", "[\"a'b\", '\u{e4}\\n', 'x']")
        => ["x"]);
    fails!(a_python_list_of_everything("['Exist in', \"[1, 2.0, -3, None, 'x']\"]", "[1, '2', -3, null, 'x', 4]")
        => [4]);
    fails!(an_empty_python_list("['Exist in', '[]']", "['a']") => ["a"]);
    fails!(commas_and_brackets_in_python_strings("['Exist in', \"['a,b', ']']\"]", "['a,b', ']', 'a']") => ["a"]);
    finds!(a_record_is_never_in_a_list(
        [("a.xml", "<R><I><A>a</A></I></R>")],
        rule!("xpath: '*/I,A,B', condition: [Exist in, [a]]")
    ) => ["r a.xml:1:4 {A: [\"a\"], B: []}"]);
    finds!(not_in_passes_a_record(
        [("a.xml", "<R><I><A>a</A></I></R>")],
        rule!("xpath: '*/I,A,B', condition: [Not exist in, [a]]")
    ) => [], ["warning rules.yaml:1:53 (r) `Not exist in` is true for every record\u{2026}"]);
    wrong!(a_list_that_is_not_closed("[Exist in, \"['a'\"]") at 12, "`]`");
    wrong!(words_without_quotes("[Exist in, \"[a, b]\"]") at 13, "");
    wrong!(a_string_that_is_not_a_list("[Exist in, a]") at 11, "");
    wrong!(a_list_in_a_list("[Exist in, [[a]]]") at 11, "list");
    wrong!(a_number("[Exist in, 5]") at 11, "number");
    wrong!(null("[Exist in, null]") at 11, "null");
    wrong!(an_unknown_collection("[Exist in, artfunc_res_store.res_in_rep]") at 11, "res_store.res_in_repo");
}

mod collections {
    fails!(null_finds_every_value("[Null collection]", "['a', null, 0, 'a']") => ["a", null, 0, "a"]);
    fails!(null_finds_nothing_in_an_empty_list("[Null collection]", "[]") => []);
    fails!(not_null_finds_nothing_in_a_list("[Not null collection]", "['', null]") => []);
    fails!(not_null_finds_the_file_itself("[Not null collection]", "[]") => [null]);
    finds!(the_file_itself_is_at_line_1_column_1(
        [("a.xml", "\n\n<R/>")],
        rule!("xpath: '*/A', condition: [Not null collection]")
    ) => ["r a.xml:1:1 null"], ["warning \u{2026}"]);
}

mod unique {
    fails!(each_value_seen_before("[Unique]", "['a', 'b', 'a', 'a', 'b']") => ["a", "a", "b"]);
    fails!(exactly("[Unique]", "['a', 'A', ' a', 'a ']") => []);
    fails!(numbers_by_value("[Unique]", "[1, 1.0, 10e-1, 0x1, 2]") => [1, 1, 1]);
    fails!(large_numbers_exactly("[Unique]", "[9007199254740993, 9007199254740992, 9007199254740993]")
        => [(9_007_199_254_740_993_i64)]);
    fails!(types_are_distinguished("[Unique]", "[1, '1', true, 'true', false, 0, '']") => []);
    fails!(booleans_too("[Unique]", "[true, false, true]") => [true]);
    fails!(strings_that_spell_numbers_are_compared_as_strings("[Unique]", "['1', '1.0', '01']") => []);
    fails!(nulls_are_never_equal("[Unique]", "[null, null]") => []);
    fails!(empty_strings_too("[Unique]", "['', 'a', '']") => [""]);
    finds!(records_by_content(
        [("a.xml", "<R><I><A>1</A></I><I><B>1</B></I><I>x<A>1</A></I></R>")],
        rule!("xpath: '*/I,A,B', condition: [Unique]")
    ) => ["r a.xml:1:34 {A: [\"1\"], B: []}"]);
    finds!(only_within_one_file(
        [("a.xml", "<R><A>1</A></R>"), ("b.xml", "<R><A>1</A><A>1</A></R>")],
        rule!("xpath: '*/A', condition: [Unique]")
    ) => ["r b.xml:1:15 \"1\""]);
    finds!(the_later_one_in_the_document(
        [("a.xml", "<R>\n<A><N>x</N>\n<A><N>y</N></A>\n<N>y</N></A></R>")],
        rule!("xpath: '**/A,N', condition: [Unique]")
    ) => ["r a.xml:4:4 \"y\""]);

    #[test]
    fn the_first_equal_value_is_related() {
        let files = crate::run::tree(&[("a.xml", "<R>\n<A>x</A>\n<A>y</A>\n<A>x</A>\n<A>x</A></R>")]);
        let rules = rule!("xpath: '*/A', condition: [Unique]");
        for finding in crate::rows::assert_finds(&files, rules, &["r a.xml:4:4 \"x\"", "r a.xml:5:4 \"x\""], &[]) {
            let [related] = &finding.related[..] else { panic!("one is related: {finding:?}") };
            assert_eq!((related.path.as_str(), crate::rows::place_line(related.region).as_str()), ("a.xml", "2:4-2:5"));
        }
    }
}

/// Comparison with a number.
mod numbers {
    const VALUES: &str = "[4, '5', 5.0, '6', ' 7 ', '4.5e0']";

    fails!(at_most("['<=', 5]", VALUES) => ["6", " 7 "]);
    fails!(less("['<', 5]", VALUES) => ["5", 5.0, "6", " 7 "]);
    fails!(more("['>', 5]", VALUES) => [4, "5", 5.0, "4.5e0"]);
    fails!(at_least("['>=', 5]", VALUES) => [4, "4.5e0"]);
    fails!(equal("['==', 5]", VALUES) => [4, "6", " 7 ", "4.5e0"]);
    fails!(not_equal("['!=', 5]", VALUES) => ["5", 5.0]);
    fails!(a_string_that_spells_a_number_is_a_number("['<=', ' 5 ']", VALUES) => ["6", " 7 "]);
    fails!(a_float("['<', 4.75]", VALUES) => ["5", 5.0, "6", " 7 "]);
    fails!(an_exponent("['==', 1e3]", "['1000', '1e3', '1.0E+3', 1000, '1000.1']") => ["1000.1"]);
    fails!(a_plus_or_minus("['==', '+5']", "['5', '+5', '-5']") => ["-5"]);
    fails!(zeros_around("['==', 5]", "['005', '5.', '5.00', '0005.0']") => []);
    fails!(a_point_first("['==', 0.5]", "['.5', '+.5', '-.5']") => ["-.5"]);
    fails!(values_that_are_not_numbers(
        "['>', 0]",
        "['', 'x', '0x10', '1_0', 'inf', 'nan', 'Infinity', '1,5', '5 5', '1e', '.', '\u{ff15}', '\u{665}', '5%']"
    ) => ["", "x", "0x10", "1_0", "inf", "nan", "Infinity", "1,5", "5 5", "1e", ".", "\u{ff15}", "\u{665}", "5%"]);
    finds!(infinities_of_json5_are_numbers(
        [("a.json5", "{v: [Infinity, -Infinity, 'Infinity', 5]}")],
        rule!("xpath: '*/v', condition: ['>', 100]")
    ) => ["r a.json5:1:16 -Infinity", "r a.json5:1:27 \"Infinity\"", "r a.json5:1:39 5"]);
    finds!(nan_has_no_order(
        [("a.yaml", "v: [.nan, 5, .inf]")],
        rule!("xpath: '*/v', condition: ['<=', 100]")
    ) => ["r a.yaml:1:5 .nan", "r a.yaml:1:14 .inf"]);
    finds!(an_infinity_to_compare_with(
        [("a.yaml", "v: [.nan, 5, .inf, -.inf]")],
        rule!("xpath: '*/v', condition: ['<', .inf]")
    ) => ["r a.yaml:1:5 .nan", "r a.yaml:1:14 .inf"]);
    finds!(infinities_are_floats_in_expressions(
        [("a.yaml", "v: [.nan, 5, .inf, -.inf]")],
        rule!("xpath: '*/v', condition: [Satisfy the expression, 'd > 4']")
    ) => ["r a.yaml:1:5 .nan", "r a.yaml:1:20 -.inf"]);
    fails!(values_that_are_not_numbers_differ("['!=', 0]", "['', 'x', null]") => []);
    fails!(white_space_around("['==', 5]", "['\\t5\\n', '\\r\\n5']") => []);
    fails!(integers_exactly(
        "['==', 9007199254740993]",
        "['9007199254740992', '9007199254740993', '9007199254740993.0']"
    ) => ["9007199254740992"]);
    fails!(integers_of_any_length_exactly(
        "['<', 340282366920938463463374607431768211456]",
        "['340282366920938463463374607431768211455', '340282366920938463463374607431768211456', '-340282366920938463463374607431768211457']"
    ) => ["340282366920938463463374607431768211456"]);
    fails!(other_numbers_as_floats(
        "['==', 0.30000000000000004]",
        "['0.3', '0.30000000000000004', '0.300000000000000040000001']"
    ) => ["0.3"]);
    fails!(beyond_floats("['<', 1e400]", "['1', '1e400', '1e399']") => ["1e400", "1e399"]);
    fails!(booleans_are_not_numbers("['==', 1]", "[true, 1]") => [true]);
    fails!(booleans_differ("['!=', 1]", "[true, false]") => []);
    fails!(null_fails("['<', 5]", "[null]") => [null]);
    fails!(null_passes_not_equal("['!=', 5]", "[null]") => []);
    finds!(records_fail([("a.xml", "<R><I><A>1</A></I></R>")], rule!("xpath: '*/I,A,B', condition: ['<', 5]"))
        => ["r a.xml:1:4 {A: [\"1\"], B: []}"]);
    finds!(records_pass_not_equal(
        [("a.xml", "<R><I><A>5</A></I></R>")],
        rule!("xpath: '*/I,A,B', condition: ['!=', 5]")
    ) => [], ["warning rules.yaml:1:53 (r) `!=` is true for every record\u{2026}"]);
    finds!(a_line_compares([("a.xml", "<R>\n<A/>\n<A/></R>")], rule!("xpath: '*/A,{line}', condition: ['<', 3]"))
        => ["r a.xml:3:1 3"]);
    wrong!(a_list_is_a_problem("['<=', [5]]") at 7, "list");
    wrong!(null_is_a_problem("['==', null]") at 7, "null");
    wrong!(a_mapping_is_a_problem("['==', {a: 1}]") at 7, "mapping");
}

/// Comparison with a text.
mod texts {
    fails!(equal("['==', a]", "['a', 'A', ' a', 'a ']") => ["A", " a", "a "]);
    fails!(not_equal("['!=', a]", "['a', 'A']") => ["a"]);
    fails!(by_code_point("['<', a]", "['Z', '_', 'a', 'b', '']") => ["a", "b"]);
    fails!(beyond_the_basic_plane("['<', '\u{1f000}']", "['\u{1f600}', '\u{ff5e}']") => ["\u{1f600}"]);
    fails!(a_prefix_is_less("['<', abc]", "['ab', 'abc', 'abcd']") => ["abc", "abcd"]);
    fails!(numbers_are_compared_as_strings_then("['<', '5x']", "[10, 9, '5']") => [9]);
    fails!(numbers_as_spelled("['==', '1.50x']", "[1.50]") => [1.5]);
    fails!(an_empty_string("['==', '']", "['', ' ', null]") => [" ", null]);
    fails!(the_string_null_is_not_null("['==', 'null']", "[null, 'null']") => [null]);
    fails!(null_passes_not_equal("['!=', x]", "[null, 'x']") => ["x"]);
    finds!(records_fail([("a.xml", "<R><I><A>a</A></I></R>")], rule!("xpath: '*/I,A,B', condition: ['==', a]"))
        => ["r a.xml:1:4 {A: [\"a\"], B: []}"]);
}

/// `["Satisfy the expression", e]`.
mod expressions {
    /// The values for which an expression is false.
    macro_rules! satisfies {
        ($($claim:ident($expression:literal, $values:literal) => $failed:tt;)*) => {$(
            fails!($claim(concat!("[Satisfy the expression, \"", $expression, "\"]"), $values) => $failed);
        )*};
    }

    satisfies! {
        finds_falsy_values("d", "[1, 0, 'x', '', null, true, false]") => [0, "", null, false];
        and_or_not("d and not d == 1 or d == 0", "[0, 1, 2]") => [1];
        not_in_a_list("d not in ['a', 'b']", "['a', 'c']") => ["a"];
        not_before_in("not d in ['a', 'b']", "['a', 'c']") => ["a"];
        in_a_string("d in 'abc'", "['b', 'd']") => ["d"];
        is_none("d is None", "[null, 0]") => [0];
        is_not_none("d is not None", "[null, 0]") => [null];
        true_and_false("(d == 1) == True and (d == 2) == False", "[1, 2]") => [2];
        single_quoted_strings("d == 'it\\\\'s'", "[\"it's\", 'its']") => ["its"];
        chained_comparisons("1 < d <= 3", "[1, 2, 3, 4]") => [1, 4];
        chained_comparisons_of_all_kinds("1 < d == d != 3", "[1, 2, 3]") => [1, 3];
        conditional("d == 'x' if len(d) == 1 else d == 'yy'", "['x', 'yy', 'z', 'zz']") => ["z", "zz"];
        slices("d[1:3] == 'bc'", "['abcd', 'abc', 'ab']") => ["ab"];
        slices_from_the_end("d[-1] == 'c' and d[:-1] == 'ab'", "['abc', 'abd']") => ["abd"];
        slices_with_steps("d[::-1] == 'cba' and d[::2] == 'ac'", "['abc', 'abd']") => ["abd"];
        any_of("any(c == 'x' for c in d)", "['axb', 'ab']") => ["ab"];
        all_of("all(c in 'ab' for c in d)", "['ab', 'abc', '']") => ["abc"];
        any_and_all_of_lists("any([d == 1, d == 2]) and all([d, True])", "[1, 2, 3]") => [3];
        true_division("d / 2 == 2.5", "[5, 4]") => [4];
        floor_division_is_not_a_comment("d // 2 == -3", "[-5, -4]") => [(-4)];
        remainders_have_the_sign_of_the_divisor("d % 3 == 2", "[5, -1, 4]") => [4];
        powers("2 ** d == 8", "[3, 2]") => [2];
        lengths("len(d) == 2", "['ab', '\u{e4}\u{f6}', 'a']") => ["a"];
        string_and_number("str(int(d) + 1) == '8' and float(d) == 7.0", "['7', '8']") => ["8"];
        abs_min_max("abs(d) == 2 and min(d, 0) == -2 and max([d, 0, 5]) == 5", "[-2, 2]") => [2];
        starts_and_ends("d.startswith('a') and d.endswith('z')", "['a..z', 'b..z']") => ["b..z"];
        letter_case("d.lower() == 'ab' and d.upper() == 'AB'", "['aB', 'ac']") => ["ac"];
        strip_and_replace("d.strip() == 'a b' and d.replace(' ', '') == 'ab'", "[' a b ', 'ab']") => ["ab"];
        split("d.split('/')[1] == 'b'", "['a/b', 'a/c']") => ["a/c"];
        equality_of_two_types_is_false("d == 5", "[5, '5', null]") => ["5", null];
        integers_beyond_64_bits_are_floats("d > 1e19", "[20000000000000000000, 5]") => [5];
    }

    const VALUES: [(&str, &str); 1] = [("a.json", "{\"v\": [7, \"x\", 8, \"y\", 9]}")];

    finds!(an_error_is_one_problem_and_other_values_are_judged(
        VALUES,
        rule!("xpath: '*/v', condition: [Satisfy the expression, d > 7]")
    ) => ["r a.json:1:8 7"], ["problem rules.yaml:1:75 (r) the expression stopped on `x` and 1 more value in a.json: "]);
    finds!(ordering_two_types_is_an_error(
        [("a.json", "{\"v\": [\"7\"]}")],
        rule!("xpath: '*/v', condition: [Satisfy the expression, d < 8]")
    ) => [], ["problem rules.yaml:1:73 (r) the expression stopped on `7` in a.json: \u{2026}"]);

    #[test]
    fn messages_name_value_and_expression() {
        let files = crate::run::tree(&[("a.xml", "<R><A>7</A></R>")]);
        for (message, expected) in [
            ("", "`7` does not satisfy `int(d) % 2 == 0`"),
            ("message: '{value}: {expected}', ", "7: a value that satisfies `int(d) % 2 == 0`"),
        ] {
            let rules = format!(
                "- {{name: r, rpath: ., xpath: '*/A', {message}condition: [Satisfy the expression, int(d) % 2 == 0]}}\n"
            );
            let found = crate::rows::assert_finds(&files, &rules, &["r a.xml:1:7 \"7\""], &[]);
            assert_eq!(found[0].message, expected);
        }
    }

    wrong!(invalid_syntax("[Satisfy the expression, 'd ==']") at 30, "");
    wrong!(a_column_inside_quotes("[Satisfy the expression, 'd == \"it''s\" +* 2']") at 40, "");
    wrong!(an_unknown_name("[Satisfy the expression, e == 1]") at 25, "`e`");
    wrong!(an_unknown_function("[Satisfy the expression, lenn(d) == 1]") at 25, "len");
    wrong!(the_and_of_rhai("[Satisfy the expression, 'd && 1']") at 28, "`and`");
    wrong!(the_or_of_rhai("[Satisfy the expression, 'd == 1 || d == 2']") at 33, "`or`");
    wrong!(the_not_of_rhai("[Satisfy the expression, '!d']") at 26, "`not`");
    wrong!(a_closure_of_rhai("[Satisfy the expression, 'd.some(|p| p)']") at 33, "any(");
    wrong!(a_method_of_rhai("[Satisfy the expression, 'd.contains(1)']") at 28, "x in d");
    wrong!(a_statement("[Satisfy the expression, 'd = 1']") at 28, "==");

    #[test]
    fn every_fault_of_a_rule_is_reported() {
        let rules = "- {name: r, rpath: '[', xpath: 'A/', condition: [Satisfy the expression, 'd ==']}\n";
        assert_eq!(crate::run::checker(&[("rules.yaml", rules)]).diagnostics().problems.len(), 3);
    }
}
