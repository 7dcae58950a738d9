//! `condition`.

/// How a method is spelled.
mod methods {
    fails!(letter_case_is_free("[nOT eXIST IN, [a]]", "['a', 'b']") => ["a"]);
    fails!(runs_of_blanks_are_free("['  Null   collection ', ]", "['a']") => ["a"]);
    fails!(blanks_inside_an_operator("[' ! = ', a]", "['a', 'b']") => ["a"]);
    fails!(blanks_inside_other_operators("['< =', 5]", "[5, 6]") => [6]);
    fails!(no_blank_at_all("[notexistin, [a]]", "['a', 'b']") => ["a"]);
    fails!(quotes_of_any_kind_around_it_go("['\u{201c}Unique\u{201d}']", "['a', 'a']") => ["a"]);
    wrong!(an_unknown_one_is_a_problem_with_the_nearest("[Uniqe]") at 1, "Unique");
    wrong!(an_unknown_operator_is_a_problem("['=>', 5]") at 2, ">=");
    says!(an_empty_list_is_a_problem(rule!("xpath: A, condition: []"))
        => ["problem rules.yaml:1:33 (r) \u{2026}condition"]);
    wrong!(a_method_that_is_no_text_is_a_problem("[5, 6]") at 1, "");
    wrong!(a_parameter_too_few("[Exist in]") at 1, "collection");
    wrong!(a_parameter_too_many("[Exist, a]") at 8, "no parameter");
    wrong!(two_values_to_compare_with("['<=', 5, 6]") at 10, "one parameter");

    /// What needs functions is a clear problem until there are some.
    #[test]
    fn functions_and_expressions_have_to_wait() {
        for condition in [
            "[Satisfy the expression, 'd == 1']",
            "[satisfy the  Expression, 'd == 1']",
            "[func_mine]",
            "[func_mine, 5]",
            "[messiah_condfunc.effect_check]",
            "[condfunc.compressed_src_tex]",
            "[condfunc.func_compressed_src_tex, 1]",
            "[g83_runner.srcTexConflict]",
            "[my_module.my_function]",
        ] {
            let rules = format!("- {{name: r, rpath: ., xpath: A, condition: {condition}}}\n");
            let checker = crate::run::checker(&[("rules.yaml", &rules)]);
            let said = crate::run::said(checker.diagnostics());
            assert!(checker.rules().rules().is_empty() && said.len() == 1, "{condition}: {said:?}");
            assert!(said[0].starts_with("problem rules.yaml:1:") && said[0].contains("(r)"), "{condition}: {said:?}");
        }
    }
}

/// When a condition is evaluated, and on what.
mod evaluation {
    finds!(once_for_each_file(
        [("a.xml", "<R><A>1</A></R>"), ("b.xml", "<R><A>1</A></R>")],
        rule!("xpath: '*/A', condition: [Unique]")
    ) => []);
    finds!(for_an_empty_list_too(
        [("a.xml", "<R/>"), ("b.xml", "<R><A/></R>")],
        rule!("xpath: '*/A', condition: [Not null collection]")
    ) => ["r a.xml:1:1 null"]);
    finds!(on_what_the_filter_leaves(
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

    fails!(finds_what_is_falsy("[Exist]", VALUES) => [null, false, "", 0, 0, 0]);
    fails!(not_exist_finds_what_is_truthy("[Not exist]", VALUES) => ["0", " ", "false", true, 1, 0.5, "x"]);
    fails!(an_object_is_an_empty_text("[Exist]", "[{}, {a: 1}]") => ["", ""]);
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
    fails!(one_text_is_no_list("['Exist in', ['a, b']]", "['a', 'a, b']") => ["a"]);
    fails!(numbers_compare_by_value(
        "[Exist in, [256, 1e3, 0.5]]",
        "[256, 256.0, '256', '1000', 1000, '.5', ' 5e-1 ', 2560, '256x']"
    ) => [2560, "256x"]);
    fails!(numbers_of_any_length(
        "[Exist in, [12345678901234567890]]",
        "['12345678901234567890', '12345678901234567891']"
    ) => ["12345678901234567891"]);
    fails!(texts_that_spell_numbers_are_texts("[Exist in, ['256']]", "['256', '256.0', ' 256']") => ["256.0", " 256"]);
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
    fails!(commas_and_brackets_in_python_texts("['Exist in', \"['a,b', ']']\"]", "['a,b', ']', 'a']") => ["a"]);
    finds!(a_record_is_in_no_list(
        [("a.xml", "<R><I><A>a</A></I></R>")],
        rule!("xpath: '*/I,A,B', condition: [Exist in, [a]]")
    ) => ["r a.xml:1:4 {A: [\"a\"], B: []}"]);
    finds!(not_in_passes_a_record(
        [("a.xml", "<R><I><A>a</A></I></R>")],
        rule!("xpath: '*/I,A,B', condition: [Not exist in, [a]]")
    ) => []);
    wrong!(a_list_that_is_not_closed("[Exist in, \"['a'\"]") at 12, "`]`");
    wrong!(words_without_quotes("[Exist in, \"[a, b]\"]") at 13, "");
    wrong!(a_text_that_is_no_list("[Exist in, a]") at 11, "");
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
    fails!(types_apart("[Unique]", "[1, '1', true, 'true', false, 0, '']") => []);
    fails!(booleans_too("[Unique]", "[true, false, true]") => [true]);
    fails!(texts_that_spell_numbers_by_text("[Unique]", "['1', '1.0', '01']") => []);
    fails!(nulls_never("[Unique]", "[null, null]") => []);
    fails!(empty_texts_too("[Unique]", "['', 'a', '']") => [""]);
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
    fn the_first_one_is_named_as_related() {
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
    fails!(a_text_that_spells_a_number_is_one("['<=', ' 5 ']", VALUES) => ["6", " 7 "]);
    fails!(a_float("['<', 4.75]", VALUES) => ["5", 5.0, "6", " 7 "]);
    fails!(an_exponent("['==', 1e3]", "['1000', '1e3', '1.0E+3', 1000, '1000.1']") => ["1000.1"]);
    fails!(a_sign("['==', '+5']", "['5', '+5', '-5']") => ["-5"]);
    fails!(zeros_around("['==', 5]", "['005', '5.', '5.00', '0005.0']") => []);
    fails!(a_point_first("['==', 0.5]", "['.5', '+.5', '-.5']") => ["-.5"]);
    fails!(what_is_no_number(
        "['>', 0]",
        "['', 'x', '0x10', '1_0', 'inf', 'nan', 'Infinity', '1,5', '5 5', '1e', '.', '\u{ff15}', '\u{665}', '5%']"
    ) => ["", "x", "0x10", "1_0", "inf", "nan", "Infinity", "1,5", "5 5", "1e", ".", "\u{ff15}", "\u{665}", "5%"]);
    fails!(what_is_no_number_differs("['!=', 0]", "['', 'x', null]") => []);
    fails!(white_space_around("['==', 5]", "['\\t5\\n', '\\r\\n5']") => []);
    fails!(integers_exactly(
        "['==', 9007199254740993]",
        "['9007199254740992', '9007199254740993', '9007199254740993.0']"
    ) => ["9007199254740992"]);
    fails!(integers_of_any_length_exactly(
        "['<', 340282366920938463463374607431768211456]",
        "['340282366920938463463374607431768211455', '340282366920938463463374607431768211456', '-340282366920938463463374607431768211457']"
    ) => ["340282366920938463463374607431768211456"]);
    fails!(others_as_floats(
        "['==', 0.30000000000000004]",
        "['0.3', '0.30000000000000004', '0.300000000000000040000001']"
    ) => ["0.3"]);
    fails!(beyond_floats("['<', 1e400]", "['1', '1e400', '1e399']") => ["1e400", "1e399"]);
    fails!(booleans_are_none("['==', 1]", "[true, 1]") => [true]);
    fails!(booleans_differ("['!=', 1]", "[true, false]") => []);
    fails!(null_fails("['<', 5]", "[null]") => [null]);
    fails!(null_passes_not_equal("['!=', 5]", "[null]") => []);
    finds!(records_fail([("a.xml", "<R><I><A>1</A></I></R>")], rule!("xpath: '*/I,A,B', condition: ['<', 5]"))
        => ["r a.xml:1:4 {A: [\"1\"], B: []}"]);
    finds!(records_pass_not_equal(
        [("a.xml", "<R><I><A>5</A></I></R>")],
        rule!("xpath: '*/I,A,B', condition: ['!=', 5]")
    ) => []);
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
    fails!(numbers_are_texts_then("['<', '5x']", "[10, 9, '5']") => [9]);
    fails!(numbers_as_spelled("['==', '1.50x']", "[1.50]") => [1.5]);
    fails!(the_empty_text("['==', '']", "['', ' ', null]") => [" ", null]);
    fails!(the_text_null_is_not_null("['==', 'null']", "[null, 'null']") => [null]);
    fails!(null_passes_not_equal("['!=', x]", "[null, 'x']") => ["x"]);
    finds!(records_fail([("a.xml", "<R><I><A>a</A></I></R>")], rule!("xpath: '*/I,A,B', condition: ['==', a]"))
        => ["r a.xml:1:4 {A: [\"a\"], B: []}"]);
}
