//! Extraction: `xpath`, `subxpath`.

/// Where a path begins, and what its steps stand for.
mod path {
    yields!(the_first_part_is_the_roots_tag("<R><A>1</A></R>", "R/A") => ["1"]);
    yields!(a_root_of_another_tag_is_not_selected("<R><A>1</A></R>", "A") => []);
    yields!(an_empty_root_is_any_root("<R><A>1</A></R>", "/A") => ["1"]);
    yields!(a_glob_may_match_the_root("<Repository><A>1</A></Repository>", "Rep*/A") => ["1"]);
    yields!(a_quoted_root("<p:R xmlns:p='u'><A>1</A></p:R>", "\"p:R\"/A") => ["1"]);
    yields!(blanks_around_all_parts("<R><A><B>1</B></A></R>", "  * / A , B  ") => ["1"]);
    yields!(a_step_below_a_leaf_selects_nothing("<R><A>1</A></R>", "*/A/B") => []);
    yields!(a_path_is_not_cut_short("<R><A><B>1</B></A></R>", "*/B") => []);
    yields!(every_child_is_a_star("<R><A>1</A><B>2</B><A>3</A></R>", "*/*") => ["1", "2", "3"]);
    yields!(siblings_in_the_order_of_the_document("<R><B>2</B><A>1</A><B>3</B></R>", "*/*") => ["2", "1", "3"]);
    yields!(a_glob_with_two_stars("<R><axbyc>1</axbyc><abc>2</abc><acb>3</acb></R>", "*/a*b*c") => ["1", "2"]);
    yields!(a_star_matches_no_character_too("<R><Item>1</Item></R>", "*/*Item*") => ["1"]);
    yields!(parts_of_a_glob_do_not_overlap("<R><aba>1</aba><ababa>2</ababa></R>", "*/aba*aba") => []);
    yields!(a_glob_ends_at_the_end("<R><abxb>1</abxb><abx>2</abx></R>", "*/a*b") => ["1"]);
    yields!(a_glob_next_to_a_star_is_one_tag("<R><Item>1</Item><It>2</It></R>", "*/It**") => ["1", "2"]);
    yields!(a_glob_is_case_sensitive("<R><item>1</item></R>", "*/It*") => []);
}

mod any_number_of_levels {
    yields!(zero_levels_included("<R>0<A>1</A></R>", "**/R") => ["0"]);
    yields!(every_element_as_the_whole_path("<R>0<A>1<B>2</B></A></R>", "**") => ["0", "1", "2"]);
    yields!(at_the_end_the_node_itself_and_all_below("<R>0<A>1<B>2</B></A></R>", "*/A/**") => ["1", "2"]);
    yields!(in_the_middle("<R><A><x><y><B>1</B></y></x></A><B>2</B></R>", "*/A/**/B") => ["1"]);
    yields!(twice_in_a_row_is_as_once("<R><A>1<A>2</A></A></R>", "**/**/A") => ["1", "2"]);
    yields!(a_node_is_selected_once_on_several_ways("<A><A><A>x</A></A></A>", "**/A/**/A,{tag}")
        => ["A", "A"]);
    yields!(before_a_star_at_least_one_level("<R>0<A>1</A></R>", "R/**/*") => ["1"]);
    yields!(values_of_the_root_are_below_nothing("<R>0<A>1</A></R>", "**,*") => ["1"]);
    yields!(values_of_nested_nodes_keep_the_order_of_the_document(
        "<R><A><N>1</N><A><N>2</N></A><N>3</N></A></R>",
        "**/A,N"
    ) => ["1", "2", "3"]);
    yields!(nodes_are_ordered_by_their_start("<R><A><A>inner</A>outer</A></R>", "*/**/A,{line}") => [1, 1]);
}

mod tag {
    yields!(the_local_name_with_any_prefix("<R xmlns:p='u'><p:A>1</p:A><A>2</A></R>", "*/A") => ["1", "2"]);
    yields!(prefixes_are_not_part_of_a_glob("<R xmlns:p='u'><p:A>1</p:A></R>", "*/p*") => []);
    yields!(in_quotes_the_prefix_counts("<R xmlns:p='u'><p:A>1</p:A><A>2</A></R>", "*/\"A\"") => ["2"]);
    yields!(in_quotes_everything_can_be_named(
        r#"{"a/b": {"c,d": {"e f": {"[@x]": 1}}}}"#,
        r#"*/"a/b"/"c,d"/"e f"/"[@x]""#
    ) => [1]);
    yields!(in_quotes_a_backtick_and_a_single_quote(r#"{"it's `x`": 1}"#, "*/\"it's `x`\"") => [1]);
    yields!(in_quotes_two_stars_are_a_name(r#"{"**": 1, "a": {"b": 2}}"#, r#"*/"**""#) => [1]);
    yields!(an_undeclared_prefix_is_only_text("<R><p:A>1</p:A></R>", "*/\"p:A\"") => ["1"]);
    yields!(a_second_colon_is_text_too("<R><p:a:b>1</p:a:b></R>", "*/\"p:a:b\"") => ["1"]);
    yields!(hyphens_underscores_and_digits("<R><_a-1>1</_a-1></R>", "*/_a-1") => ["1"]);
    yields!(beyond_ascii("<R><\u{6750}\u{8d28}>1</\u{6750}\u{8d28}></R>", "*/\u{6750}\u{8d28}") => ["1"]);
    yields!(other_marks_are_part_of_a_tag(r#"{"a$b#c;d%e+f<g>h^i~j\\k": 1}"#, r"*/a$b#c;d%e+f<g>h^i~j\k") => [1]);
    yields!(a_word_before_a_colon_is_a_tag_not_a_prefix("<R><p a='1'/></R>", "*/p:a") => ["1"]);
    refuses!(a_question_mark_is_refused("*/A?B") at 3, "");
    refuses!(an_at_character_is_refused("*/@A") at 1, "`@`");
    refuses!(a_closing_brace_is_refused("*/A}") at 2, "double quotes");
    refuses!(a_backtick_is_refused("*/`A`") at 2, "");
    refuses!(a_closing_bracket_is_refused("*/A]") at 3, "`]`");
    refuses!(an_equals_character_is_refused("*/A=B") at 3, "`=`");
    refuses!(an_ampersand_is_refused("*/A&B") at 3, "`&`");
    refuses!(a_blank_is_refused("*/A B/C") at 2, "\"A B\"");
    refuses!(nothing_in_quotes("*/\"\"") at 2, "empty");
    refuses!(an_open_quote("*/\"A") at 2, "not closed");
}

mod value_of_a_node {
    yields!(text_excludes_child_elements("<R><A>1<B>2</B>3<C/>4</A></R>", "*/A") => ["134"]);
    yields!(text_and_cdata_join("<R><A>a<![CDATA[b]]>c<![CDATA[d]]></A></R>", "*/A") => ["abcd"]);
    yields!(an_empty_cdata_section_is_nothing("<R><A>a<![CDATA[]]>b</A></R>", "*/A") => ["ab"]);
    yields!(all_five_entities("<R><A>&lt;&gt;&amp;&apos;&quot;</A></R>", "*/A") => ["<>&'\""]);
    yields!(a_reference_is_resolved_once("<R><A>&amp;lt;</A></R>", "*/A") => ["&lt;"]);
    yields!(references_in_cdata_are_text("<R><A><![CDATA[&#65;]]></A></R>", "*/A") => ["&#65;"]);
    yields!(trimmed_of_space_tab_cr_and_lf("<R><A> \t\r\n x \r\t\n </A></R>", "*/A") => ["x"]);
    yields!(trimmed_after_references_are_resolved("<R><A>&#9;&#32; x &#xD;&#xA;</A></R>", "*/A") => ["x"]);
    yields!(trimmed_across_cdata("<R><A> <![CDATA[ x ]]> </A></R>", "*/A") => ["x"]);
    yields!(blanks_in_cdata_alone_are_trimmed("<R><A><![CDATA[ \n]]></A></R>", "*/A") => [""]);
    yields!(a_no_break_space_is_kept("<R><A>\u{a0}x\u{a0}</A></R>", "*/A") => ["\u{a0}x\u{a0}"]);
    yields!(a_referenced_no_break_space_is_kept("<R><A>&#160;</A></R>", "*/A") => ["\u{a0}"]);
    yields!(other_wide_blanks_are_kept("<R><A>\u{3000}x\u{2003}\u{85}</A></R>", "*/A") => ["\u{3000}x\u{2003}\u{85}"]);
    yields!(text_between_child_elements_is_kept("<R><A>x <B/> y</A></R>", "*/A") => ["x  y"]);
    yields!(line_ends_become_line_feeds("<R><A>a\r\nb\rc\nd</A></R>", "*/A") => ["a\nb\nc\nd"]);
    yields!(line_ends_in_cdata_too("<R><A><![CDATA[a\r\nb\rc]]></A></R>", "*/A") => ["a\nb\nc"]);
    yields!(two_carriage_returns_are_two_line_ends("<R><A>a\r\r\nb</A></R>", "*/A") => ["a\n\nb"]);
    yields!(a_referenced_carriage_return_stays("<R><A>a&#13;&#10;b</A></R>", "*/A") => ["a\r\nb"]);
    yields!(a_carriage_return_before_a_reference("<R><A>a\r&#66;</A></R>", "*/A") => ["a\nB"]);
    yields!(comments_do_not_split_text("<R><A>1<!-- 2 -->3<?p 4?>5</A></R>", "*/A") => ["135"]);
    yields!(a_comment_keeps_the_blanks_around_it("<R><A>1 <!-- 2 --> 3</A></R>", "*/A") => ["1  3"]);
    yields!(attributes_are_not_trimmed("<R><A b='\u{a0} x '/></R>", "*/A:b") => ["\u{a0} x "]);
    yields!(blanks_in_attributes_become_spaces("<R><A b='1\t2\n3\r\n4\r5'/></R>", "*/A:b") => ["1 2 3 4 5"]);
    yields!(referenced_blanks_in_attributes_stay("<R><A b='1&#9;2&#xA;3&#13;4'/></R>", "*/A:b") => ["1\t2\n3\r4"]);
    yields!(references_in_attributes_are_resolved("<R><A b='&lt;&amp;&#x41;&quot;'/></R>", "*/A:b") => ["<&A\""]);
    yields!(strings_of_json_are_not_trimmed(r#"{"a": " x\t\n"}"#, "*/a") => [" x\t\n"]);
    yields!(blanks_of_json_are_not_an_empty_string(r#"{"a": " "}"#, "*/a") => [" "]);
}

mod test_of_nodes {
    const ITEMS: &str =
        "<R><I><T>M</T><N>1</N></I><I><T>m</T><N>2</N></I><I><N>3</N></I><I><T>X</T><T>M</T><N>4</N></I></R>";

    yields!(equal_when_one_node_has_the_value(ITEMS, "*/I.T==M,N") => ["1", "4"]);
    yields!(not_equal_is_the_exact_negation(ITEMS, "*/I.T!=M,N") => ["2", "3"]);
    yields!(not_equal_to_one_of_two_values_fails(ITEMS, "*/I.T!=X,N") => ["1", "2", "3"]);
    yields!(a_regular_expression_is_searched(ITEMS, "*/I.T==`[Xm]`,N") => ["2", "4"]);
    yields!(not_found_by_a_regular_expression_holds_for_absent_nodes(ITEMS, "*/I.T!=`.`,N") => ["3"]);
    yields!(a_pattern_that_finds_nothing_still_finds_it(ITEMS, "*/I.T==``,N") => ["1", "2", "4"]);
    yields!(an_absent_node_does_not_equal_an_empty_string(ITEMS, "*/I.T==\"\",N") => []);
    yields!(an_empty_node_equals_an_empty_string("<R><I><T/><N>1</N></I><I><N>2</N></I></R>", "*/I.T==\"\",N") => ["1"]);
    yields!(values_are_trimmed_before_they_are_compared("<R><I><T>\n M </T><N>1</N></I></R>", "*/I.T==M,N") => ["1"]);
    yields!(a_quoted_value_is_not_trimmed("<R><I><T>M</T><N>1</N></I></R>", "*/I.T==\" M \",N") => []);
    yields!(a_bare_value_is_trimmed("<R><I><T>a b</T><N>1</N></I></R>", "*/I.T==  a b  ,N") => ["1"]);
    yields!(a_bare_value_may_contain_other_characters(
        "<R><I><T>a.b/c*d?e!f@g{h}i+j</T><N>1</N></I></R>",
        "*/I.T==a.b/c*d?e!f@g{h}i+j,N"
    ) => ["1"]);
    yields!(a_star_in_a_value_is_a_star("<R><I><T>ab</T><N>1</N></I></R>", "*/I.T==a*,N") => []);
    yields!(values_are_case_sensitive("<R><I><T>true</T><N>1</N></I></R>", "*/I.T==True,N") => []);
    yields!(numbers_are_strings("<R><I><T>1.0</T><N>1</N></I></R>", "*/I.T==1,N") => []);
    yields!(blanks_inside_the_operators(ITEMS, "*/I.T = = M,N") => ["1", "4"]);
    yields!(line_ends_are_blanks(ITEMS, "*/I\n.T\n!\n=\nM\n,N") => ["2", "3"]);
    yields!(a_dotted_name_reaches_down(
        "<R><I><A><B><C>x</C></B></A><N>1</N></I><I><A><C>x</C></A><N>2</N></I></R>",
        "*/I.A.B.C==x,N"
    ) => ["1"]);
    yields!(globs_in_a_dotted_name("<R><I><A1><B>x</B></A1><N>1</N></I></R>", "*/I.A*.*==x,N") => ["1"]);
    yields!(one_of_several_nodes_at_a_dotted_name(
        "<R><I><A><B>y</B></A><A><B>x</B></A><N>1</N></I></R>",
        "*/I.A.B==x,N"
    ) => ["1"]);
    yields!(a_quoted_part_of_a_dotted_name("<R><I><A><b.c>x</b.c></A><N>1</N></I></R>", "*/I.A.\"b.c\"==x,N") => ["1"]);
    yields!(the_node_itself_is_not_a_child("<R><I>x<N>1</N></I></R>", "*/I.I==x,N") => []);
    yields!(of_the_root("<R><T>x</T><N>1</N></R>", "*.T==x,N") => ["1"]);
    yields!(a_test_without_names_yields_the_node("<R><I>a<T>x</T></I><I>b</I></R>", "*/I.T==x") => ["a"]);
    yields!(the_tested_node_may_come_after_the_names("<R><I><N>1</N><T>x</T></I></R>", "*/I.T==x,N") => ["1"]);
    yields!(the_tested_node_may_be_the_one_extracted("<R><I><N>1</N></I><I><N>2</N></I></R>", "*/I.N==2,N") => ["2"]);
    yields!(look_around_in_a_value("<R><I><T>a1</T><N>1</N></I><I><T>a2</T><N>2</N></I></R>", "*/I.T==`a(?=2)`,N")
        => ["2"]);
    yields!(double_quotes_in_a_regular_expression("<R><I><T>a\"b</T><N>1</N></I></R>", "*/I.T==`a\"b`,N") => ["1"]);
    yields!(curly_quotes_count_as_straight_ones(ITEMS, "*/I.T==\u{201c}M\u{201d},N") => ["1", "4"]);
    yields!(a_value_opened_by_a_single_quote_and_closed_by_a_backtick(ITEMS, "*/I.T=='^m`,N") => ["2"]);
    refuses!(a_single_quoted_value("*/I.T=='M',N") at 7, "\"M\"");
    refuses!(no_value("*/I.T==,N") at 7, "value");
    refuses!(no_value_at_the_end("*/I.T==") at 7, "value");
    refuses!(a_single_equals_character("*/I.T=M") at 5, "==");
    refuses!(only_an_exclamation_mark("*/I.T!M") at 5, "!=");
    refuses!(a_colon_in_a_bare_value("*/I.T==a:b:c") at 10, "`:`");
    refuses!(an_invalid_pattern("*/I.T==`a(b`,N") at 9, "");
    refuses!(levels_in_a_dotted_name("*/I.A.**.B==x") at 6, "`**`");
    refuses!(two_operators("*/I.T==M==X") at 8, "`=`");
}

mod connectives {
    const ITEMS: &str = "<R><I><A>1</A><B>0</B><N>1</N></I><I><A>0</A><B>1</B><N>2</N></I>\
        <I><A>1</A><B>1</B><N>3</N></I><I><N>4</N></I></R>";

    yields!(and_needs_both(ITEMS, "*/I.A==1&B==1,N") => ["3"]);
    yields!(or_needs_one(ITEMS, "*/I.A==1|B==1,N") => ["1", "2", "3"]);
    yields!(both_may_test_different_nodes_of_one_name("<R><I><A>1</A><A>2</A><N>1</N></I></R>", "*/I.A==1&A==2,N")
        => ["1"]);
    yields!(blanks_around_them(ITEMS, "*/I. A==1 & B==1 , N") => ["3"]);
    yields!(parentheses_nest(ITEMS, "*/I.((A==1)&((B==0)|(B==1))),N") => ["1", "3"]);
    yields!(a_negated_part(ITEMS, "*/I.A!=1&B!=1,N") => ["4"]);
    yields!(marks_inside_quotes_connect_nothing("<R><I><A>1&amp;B==1</A><N>1</N></I></R>", "*/I.A==\"1&B==1\",N")
        => ["1"]);
    yields!(marks_inside_a_regular_expression_connect_nothing(
        "<R><I><A>x|y&amp;</A><N>1</N></I></R>",
        "*/I.A==`^x\\|y&$`,N"
    ) => ["1"]);

    const RULE: &str = "- {name: r, rpath: ., condition: [Null collection], xpath: '";

    /// `<` and `>` may stand in a tag, but whoever writes them means something else.
    #[test]
    fn orderings_in_a_tag_are_a_warning() {
        for (xpath, expected) in [
            ("*/I.Size>50,Name", "warning"),
            ("*/I,Size>50", "warning"),
            ("*/a<b", "warning"),
            ("*/I.Size<=50", "problem"),
        ] {
            let rules = format!("{RULE}{xpath}'}}\n");
            let actual = crate::run::diagnostic_lines(crate::run::checker(&[("rules.yaml", &rules)]).diagnostics());
            assert!(actual.len() == 1 && actual[0].starts_with(expected), "{xpath}: {actual:?}");
        }
    }

    /// `&` binds tighter than `|`, and to rely on that is a warning.
    #[test]
    fn mixed_connectives_without_parentheses_are_a_warning() {
        for (xpath, warned) in [
            ("*/I.A==1|B==1&C==1", true),
            ("*/I.A==1&B==1|C==1", true),
            ("*/I[@a==1|b==1&c==1]", true),
            ("*/I.(A==1|B==1&C==1)&D==1", true),
            ("*/I.A==1|(B==1&C==1)", false),
            ("*/I.(A==1|B==1)&C==1", false),
            ("*/I.A==1|B==1|C==1", false),
            ("*/I[@a==1&b==1].A==1|B==1", false),
        ] {
            let rules = format!("{RULE}{xpath}'}}\n");
            let actual = crate::run::diagnostic_lines(crate::run::checker(&[("rules.yaml", &rules)]).diagnostics());
            assert_eq!(actual.len(), usize::from(warned), "{xpath}: {actual:?}");
            assert!(actual.iter().all(|line| line.starts_with("warning rules.yaml:1:")), "{actual:?}");
        }
    }

    refuses!(an_open_parenthesis("*/I.(A==1") at 4, "`)`");
    refuses!(a_closing_parenthesis_too_many("*/I.(A==1))") at 10, "`)`");
    refuses!(nothing_after_and("*/I.A==1&") at 9, "");
    refuses!(two_ands("*/I.A==1&&B==1") at 9, "`&`");
    refuses!(nothing_in_parentheses("*/I.()") at 5, "");
    refuses!(nothing_after_the_dot("*/I.") at 4, "");
    refuses!(a_part_without_an_operator_and_an_and("*/I.A&B") at 5, "`&`");
    refuses!(a_part_without_an_operator_and_an_or("*/I.A|B==1") at 5, "`|`");
    refuses!(a_part_without_an_operator_after_an_and("*/I.A==1&B,N") at 10, "`==`");
}

mod test_of_attributes {
    const ITEMS: &str = "<R><I a='1' b='2'>x</I><I a='1'>y</I><I b='2'>z</I></R>";

    yields!(equal(ITEMS, "*/I[@b==2]") => ["x", "z"]);
    yields!(not_equal_holds_when_absent(ITEMS, "*/I[@a!=1]") => ["z"]);
    yields!(and(ITEMS, "*/I[@a==1&b==2]") => ["x"]);
    yields!(parentheses(ITEMS, "*/I[@(a==1|b==2)&b!=2]") => ["y"]);
    yields!(blanks_inside(ITEMS, "*/I [ @ a == 1 & b == 2 ]") => ["x"]);
    yields!(quoted_and_patterns(ITEMS, "*/I[@a==\"1\"&b==`\\d`]") => ["x"]);
    yields!(an_empty_attribute_exists("<R><I a=''>x</I><I>y</I></R>", "*/I[@a==\"\"]") => ["x"]);
    yields!(values_are_not_trimmed("<R><I a=' 1'>x</I></R>", "*/I[@a==1]") => []);
    yields!(the_last_part_of_a_dotted_name_is_the_attribute(
        "<R><I><C><D k='1'/></C>x</I><I><C k='1'/>y</I></R>",
        "*/I[@C.D.k==1]"
    ) => ["x"]);
    yields!(one_of_several_child_nodes("<R><I><C k='1'/><C k='2'/>x</I></R>", "*/I[@C.k==2]") => ["x"]);
    yields!(a_glob_in_the_name("<R><I key='1'>x</I></R>", "*/I[@k*==1]") => ["x"]);
    yields!(together_with_a_test_of_nodes("<R><I a='1'>x<T>1</T></I><I a='1'>y</I></R>", "*/I[@a==1].T==1") => ["x"]);
    yields!(together_with_names("<R><I a='1'><N>1</N></I><I><N>2</N></I></R>", "*/I[@a==1],N") => ["1"]);
    yields!(together_with_attributes("<R><I a='1' b='x'/><I b='y'/></R>", "*/I[@a==1]:b") => ["x"]);
    yields!(declarations_are_not_attributes("<R xmlns='u' xmlns:p='v'><I>x</I></R>", "*[@xmlns==`.`|p==`.`],I") => []);
    refuses!(without_an_at_character("*/I[a==1]") at 0, "`@`");
    refuses!(nothing_inside("*/I[@]") at 5, "");
    refuses!(not_closed("*/I[@a==1") at 3, "`]`");
    refuses!(no_operator("*/I[@a]") at 6, "`==`");
    refuses!(in_the_middle_of_a_path("*/I[@a==1]/N") at 0, "`/`");
    refuses!(twice("*/I[@a==1][@b==1]") at 10, "`[`");
    refuses!(after_the_test_of_nodes("*/I.T==1[@a==1]") at 8, "`[`");
    refuses!(levels_in_a_name("*/I[@**.a==1]") at 5, "`**`");
}

mod names {
    yields!(one_value_for_each_node("<R><I><A>1</A><A>2</A></I><I/><I><A>3</A></I></R>", "*/I,A") => ["1", "2", "3"]);
    yields!(only_direct_children("<R><I><B><A>1</A></B></I></R>", "*/I,A") => []);
    yields!(dotted_at_any_depth("<R><I><A><B><C><D>1</D></C></B></A></I></R>", "*/I,A.B.C.D") => ["1"]);
    yields!(dotted_with_globs("<R><I><A1><B>1</B></A1><A2><B>2</B></A2></I></R>", "*/I,A*.B") => ["1", "2"]);
    yields!(dotted_with_blanks("<R><I><A><B>1</B></A></I></R>", "*/I, A . B") => ["1"]);
    yields!(a_star_is_every_child("<R><I><A>1</A><B>2</B></I></R>", "*/I,*") => ["1", "2"]);
    yields!(quoted("<R xmlns:p='u'><I><p:A>1</p:A><A>2</A></I></R>", "*/I,\"p:A\"") => ["1"]);
    yields!(an_optional_name_is_null_if_missing("<R><I><A>1</A></I><I/><I><A>2</A><A>3</A></I></R>", "*/I,A?")
        => ["1", null, "2", "3"]);
    yields!(optional_and_dotted("<R><I><A/></I><I><A><B>1</B></A></I></R>", "*/I,A.B?") => [null, "1"]);
    yields!(optional_with_a_blank("<R><I/></R>", "*/I,A ?") => [null]);
    yields!(optional_of_nothing_selected_is_nothing("<R/>", "*/I,A?") => []);
    yields!(a_part_without_an_operator_after_a_dot_is_a_name("<R><I><A>1</A></I></R>", "*/I.A") => ["1"]);
    yields!(a_dotted_name_after_a_dot("<R><I><A><B>1</B></A></I></R>", "*/I.A.B") => ["1"]);
    yields!(an_optional_name_after_a_dot("<R><I/></R>", "*/I.A?") => [null]);
    yields!(several_names_after_a_dot("<R><I><A>1</A></I></R>", "*/I.A,B") => [{"A": ["1"], "B": []}]);
    yields!(a_word_after_a_dot("<R>\n<I/></R>", "*/I.{line}") => [2]);
    yields!(attributes_one_value_for_each("<R><I a='1'/><I/><I a='2'/></R>", "*/I:a") => ["1", "2"]);
    yields!(attributes_optional("<R><I a='1'/><I/></R>", "*/I:a?") => ["1", null]);
    yields!(attributes_of_children("<R><I><Anno key='1'/><Anno key='2'/></I></R>", "*/I:Anno.key") => ["1", "2"]);
    yields!(attributes_with_a_glob_in_their_order("<R><I kb='1' x='2' ka='3'/></R>", "*/I:k*") => ["1", "3"]);
    yields!(attributes_with_any_prefix("<R xmlns:p='u'><I p:a='1' a='2'/></R>", "*/I:a") => ["1", "2"]);
    yields!(attributes_quoted("<R xmlns:p='u'><I p:a='1' a='2'/></R>", "*/I:\"p:a\"") => ["1"]);
    yields!(an_attribute_is_not_a_child_node("<R><I a='1'/></R>", "*/I,a") => []);
    yields!(a_child_node_is_not_an_attribute("<R><I><a>1</a></I></R>", "*/I:a") => []);
    yields!(neither_is_the_value_of_every_selected_node("<R><I>1</I><I>2<A>3</A></I></R>", "*/I") => ["1", "2"]);
    refuses!(of_nodes_and_attributes("*/I,A:b") at 5, "both");
    refuses!(of_nodes_after_a_dot_and_attributes("*/I.A:b") at 0, "both");
    refuses!(missing_after_a_comma("*/I,") at 4, "name");
    refuses!(missing_between_commas("*/I,A,,B") at 6, "name");
    refuses!(missing_after_a_colon("*/I:") at 4, "name");
    refuses!(two_question_marks("*/I,A??") at 6, "`?`");
    refuses!(levels("*/I,A.**.B") at 6, "`**`");
    refuses!(only_levels("*/I,**") at 4, "`**`");
    refuses!(an_unknown_word("*/I,{lines}") at 4, "{line}");
    refuses!(an_open_word("*/I,{line") at 4, "`}`");
    refuses!(a_star_test_as_a_name("*/I,(A)") at 4, "`(`");
}

mod records {
    yields!(one_for_each_selected_node("<R><I><A>1</A><B>2</B><A>3</A></I><I/></R>", "*/I,A,B")
        => [{"A": ["1", "3"], "B": ["2"]}, {"A": [], "B": []}]);
    yields!(labels_are_names_without_quotes_and_question_marks("<R><I><a.b>1</a.b></I></R>", "*/I,\"a.b\"?,C?")
        => [{"a.b": ["1"], "C": [null]}]);
    yields!(labels_keep_dots_and_stars("<R><I><A><B>1</B></A></I></R>", "*/I,A.B,*") => [{"A.B": ["1"], "*": [""]}]);
    yields!(labels_keep_words("<R>\n<I>x</I></R>", "*/I,{tag},{line},{text}")
        => [{"{tag}": ["I"], "{line}": [2], "{text}": ["x"]}]);
    yields!(of_attributes("<R><I a='1'/><I b='2' a='3'/></R>", "*/I:a,b?")
        => [{"a": ["1"], "b": [null]}, {"a": ["3"], "b": ["2"]}]);
    yields!(of_attributes_of_children("<R><I k='0'><C k='1'/></I></R>", "*/I:k,C.k") => [{"k": ["0"], "C.k": ["1"]}]);
    yields!(of_nested_nodes_in_the_order_of_the_document("<R><A><N>1</N><A><N>2</N></A></A></R>", "**/A,N,M")
        => [{"N": ["1"], "M": []}, {"N": ["2"], "M": []}]);
    yields!(of_typed_values(r#"{"i": [{"a": 1, "b": [true, null]}, {"a": "1"}]}"#, "*/i,a,b?")
        => [{"a": [1], "b": [true, null]}, {"a": ["1"], "b": [null]}]);
    refuses!(a_repeated_name("*/I,A,B,A") at 8, "twice");
    refuses!(a_repeated_name_once_optional("*/I,A,A?") at 6, "twice");
    refuses!(a_repeated_name_once_in_quotes("*/I,A,\"A\"") at 6, "twice");
    refuses!(a_repeated_attribute("*/I:a,a") at 6, "twice");
    refuses!(a_repeated_word("*/I,{line},{line}") at 11, "twice");
}

mod words {
    yields!(text_is_all_text_below("<R><I> a<B>b<C>c</C></B><![CDATA[ d ]]>&#101; </I></R>", "*/I,{text}")
        => ["abc d e"]);
    yields!(text_of_an_empty_node_is_empty("<R><I><B/> </I></R>", "*/I,{text}") => [""]);
    yields!(text_of_nested_nodes("<R>a<R>b</R>c</R>", "**,{text}") => ["abc", "b"]);
    yields!(text_of_json_scalars(r#"{"i": {"a": "x", "b": 5, "c": [true, null]}}"#, "*/i,{text}") => ["x5true"]);
    yields!(tag_is_as_written("<R xmlns:p='u'><p:I/><I/></R>", "*/I,{tag}") => ["p:I", "I"]);
    yields!(tag_of_a_json_key(r#"{"a b": 1}"#, "*/*,{tag}") => ["a b"]);
    yields!(line_is_the_line_of_the_opening_bracket("<R\n><I\na='1'\n>\nx</I></R>", "*/I,{line}") => [2]);
    yields!(line_counts_all_line_ends("<R>\r\n\r\n<I/>\r<I/>\n<I/></R>", "*/I,{line}") => [3, 4, 5]);
    yields!(line_is_a_number("<R>\n<I/></R>", "*/I,{line}") => [2]);
    yields!(dom_is_the_node_itself("<R><I a='1'><B/></I></R>", "*/I,{dom}") => ["<I>"]);
}

mod specials {
    yields!(path("a/b/c.xml" = "<R/>", "{file.path}") => ["a/b/c.xml"]);
    yields!(name("a/b/c.xml" = "<R/>", "{file.name}") => ["c.xml"]);
    yields!(stem_loses_the_last_extension_only("a/b.tar.gz" = "x", "{file.stem}") => ["b.tar"]);
    yields!(stem_of_a_name_without_extension("a.b/c" = "x", "{file.stem}") => ["c"]);
    yields!(stem_of_a_name_that_begins_with_a_dot(".gitignore" = "x", "{file.stem}") => [".gitignore"]);
    yields!(extension_has_no_dot("a/b.tar.gz" = "x", "{file.ext}") => ["gz"]);
    yields!(extension_keeps_its_letter_case("a.TGA" = "x", "{file.ext}") => ["TGA"]);
    yields!(a_missing_extension_is_empty("a.b/c" = "x", "{file.ext}") => [""]);
    yields!(extension_of_a_name_that_begins_with_a_dot(".gitignore" = "x", "{file.ext}") => [""]);
    yields!(size_is_a_number_of_bytes("a.bin" = b"\xff\x00\xe4", "{file.size}") => [3]);
    yields!(size_of_an_empty_file("a.bin" = b"", "{file.size}") => [0]);
    yields!(md5_in_small_letters("a.bin" = b"abc", "{file.md5}") => ["900150983cd24fb0d6963f7d28e17f72"]);
    yields!(sha256_in_small_letters("a.bin" = b"abc", "{file.sha256}")
        => ["ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"]);
    yields!(text_is_not_trimmed("a.txt" = " x\r\n\ty \n", "{file.text}") => [" x\r\n\ty \n"]);
    yields!(text_is_decoded_by_its_byte_order_mark("a.txt" = b"\xff\xfea\x00\xe4\x00", "{file.text}") => ["a\u{e4}"]);
    yields!(text_has_no_byte_order_mark("a.txt" = "\u{feff}a", "{file.text}") => ["a"]);
    yields!(text_is_decoded_by_its_declaration(
        "a.xml" = b"<?xml version='1.0' encoding='gbk'?><a>\xb2\xc4</a>",
        "{file.text}"
    ) => ["<?xml version='1.0' encoding='gbk'?><a>\u{6750}</a>"]);
    yields!(text_of_an_empty_file("a.txt" = "", "{file.text}") => [""]);
    yields!(blanks_around("a.xml" = "<R/>", "  {file.name} ") => ["a.xml"]);

    const GIF: &[u8] = b"GIF89a\x05\x00\x07\x00\x00\x00\x00;";
    yields!(width_is_a_number("a.gif" = GIF, "{image.width}") => [5]);
    yields!(height_is_a_number("a.gif" = GIF, "{image.height}") => [7]);
    yields!(format_is_a_string("a.gif" = GIF, "{image.format}") => ["gif"]);
    yields!(format_is_detected_from_the_content("a.png" = GIF, "{image.format}") => ["gif"]);

    /// A fact that is not to be had is a problem of the file, however many rules ask for it.
    #[test]
    fn an_image_that_cannot_be_read_is_a_problem_of_the_file() {
        let rules = "{r: {rpath: ., xpath: '{image.width}', condition: [Null collection]},
            s: {rpath: ., xpath: '{image.width}', condition: [Null collection]}}";
        let report = crate::run::check(&crate::run::tree(&[("a.png", "no image")]), "rules.yaml", rules);
        let [problem] = report.problems() else { panic!("{:?}", report.problems()) };
        assert_eq!((problem.path.as_deref(), &problem.rule), (Some("a.png"), &None), "{problem:?}");
    }

    /// Large repositories of art keep pictures in Git LFS, and check-outs without it have a few lines in their place.
    #[test]
    fn a_git_lfs_pointer_in_place_of_an_image_is_reported() {
        let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n";
        let rules = "{r: {rpath: ., xpath: '{image.width}', condition: [Exist]}}";
        let report = crate::run::check(&crate::run::tree(&[("a.png", pointer)]), "rules.yaml", rules);
        let [problem] = report.problems() else { panic!("{:?}", report.problems()) };
        assert_eq!((problem.code.as_str(), problem.path.as_deref()), ("git-lfs-pointer", Some("a.png")), "{problem:?}");
    }

    /// The size is that of what lies there, whatever it stands for.
    #[test]
    fn the_size_of_a_git_lfs_pointer_is_that_of_the_pointer() {
        let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n";
        let rules = "{r: {rpath: ., xpath: '{file.size}', condition: [Null collection]}}";
        let report = crate::run::check(&crate::run::tree(&[("a.bin", pointer)]), "rules.yaml", rules);
        assert_eq!(report.findings()[0].value.to_string(), pointer.len().to_string());
    }

    #[test]
    fn the_help_for_a_binary_file_suggests_to_exclude_it() {
        const BINARY: &[u8] = b"\0\0\0\0\0\0\0\x16\0\0\0\0\0\0\x20\x30\0\xf4";
        for (path, xpath) in
            [("a.prefab", "'*/a'"), ("a.json", "'*/a'"), ("a.xml", "'*/a'"), ("a.bin", "'{file.text}'")]
        {
            let rules = format!("{{r: {{rpath: ., xpath: {xpath}, condition: [Exist]}}}}");
            let source = [(path, BINARY)].into_iter().collect();
            let report = crate::run::check(&source, "rules.yaml", &rules);
            let [problem] = report.problems() else { panic!("{path}: {:?}", report.problems()) };
            assert_eq!((problem.code.as_str(), problem.path.as_deref()), ("file-binary", Some(path)), "{problem:?}");
            let help = "exclude it with `rpath`, or configure the game engine to save it as text";
            assert_eq!(problem.help.as_deref(), Some(help), "{problem:?}");
        }
    }

    /// Unity writes some assets in binary in every project, so that is no reason for a check to fail.
    #[test]
    fn binary_files_of_unity_are_a_warning() {
        let old = b"\0\0\x10\x20\0\0\x20\0\0\0\0\x11\0\0\x10\0\0\0\0\x002018.4.1f1\0\x13".as_slice();
        let new = [&old[..20], &[0; 28], b"2022.3.5f1\0\x13"].concat();
        let rules = "{collections: {ids: {rpath: '\\.asset$', xpath: '*/b'}}, \
                     rules: {r: {rpath: '\\.asset$', xpath: '*/a', condition: [Not exist in, artfunc_ids]}}}";
        for bytes in [old, &new] {
            let source = [("LightingData.asset", bytes), ("a.asset", b"a: 1".as_slice())].into_iter().collect();
            let report = crate::run::check(&source, "rules.yaml", rules);
            assert!(report.problems().is_empty(), "{:?}", report.problems());
            let warnings = report.warnings().iter().filter(|warning| warning.code.as_str() == "file-unity-binary");
            assert_eq!(warnings.map(|it| it.path.as_deref()).collect::<Vec<_>>(), [Some("LightingData.asset")]);
        }
    }

    /// Unity's materials of old versions repeat `data` on purpose.
    #[test]
    fn unity_repeats_keys() {
        let text = "--- !u!21 &1\nMaterial:\n  m_TexEnvs:\n    data:\n      first: 1\n    data:\n      first: 2\n";
        for (head, count) in [("%YAML 1.1\n%TAG !u! tag:unity3d.com,2011:\n", 0), ("", 1)] {
            let rules = "{r: {rpath: ., xpath: '*/**/first', condition: [Exist]}}";
            let report =
                crate::run::check(&crate::run::tree(&[("a.mat", &format!("{head}{text}"))]), "rules.yaml", rules);
            assert_eq!(report.findings().len(), count, "{head}");
        }
    }

    refuses!(unknown("{file.sizes}") at 0, "{file.size}");
    refuses!(unknown_without_a_similar_one("{xyz}") at 0, "file.path");
    refuses!(not_closed("{file.name") at 0, "`}`");
    refuses!(with_names("{file.name},A") at 11, "whole");
    refuses!(after_a_path("*,{file.name}") at 2, "");
    refuses!(a_word_of_a_node("{line}") at 0, "`*,{line}`");
}

mod faults_of_the_path {
    refuses!(an_empty_step("*/A//B") at 4, "");
    refuses!(a_slash_at_the_end("*/A/") at 4, "");
    refuses!(only_a_slash("/") at 1, "");
    refuses!(two_slashes_at_the_start("//A") at 1, "");
    refuses!(text_after_the_end("*/A,B)") at 5, "`)`");
    refuses!(a_position_as_in_real_xpath("*/A[1]") at 4, "`@`");
    refuses!(an_axis_as_in_real_xpath("*/A/@b") at 3, "`*/A:b`");
    refuses!(an_axis_after_levels_as_in_real_xpath("//Mesh/@tris") at 1, "`/**/Mesh:tris`");
    refuses!(an_xpath_predicate("*/A[@b='1']") at 0, "==");
}

/// Where values stand: from the first to behind the last character.
mod origins {
    places!(of_text_after_trimming("<R><A> xy </A></R>", "*/A") => ["1:8-1:10"]);
    places!(of_text_of_several_lines("<R><A>\n  x\n y\n</A></R>", "*/A") => ["2:3-3:3"]);
    places!(of_cdata_its_content("<R><A><![CDATA[ x ]]></A></R>", "*/A") => ["1:17-1:18"]);
    places!(of_references_as_written("<R><A>&lt;x&gt;</A></R>", "*/A") => ["1:7-1:16"]);
    places!(of_joined_parts_from_the_first_to_the_last("<R><A> a<B/>b<![CDATA[c]]> </A></R>", "*/A") => ["1:8-1:24"]);
    places!(of_trimmed_references_not("<R><A>&#32;x&#10;</A></R>", "*/A") => ["1:12-1:13"]);
    places!(of_text_around_a_comment("<R><A>a<!-- c -->b</A></R>", "*/A") => ["1:7-1:19"]);
    places!(of_an_empty_element_its_start_tag("<R>\n <A/></R>", "*/A") => ["2:2-2:6"]);
    places!(of_an_empty_pair_the_start_tag("<R><A b='1'></A></R>", "*/A") => ["1:4-1:13"]);
    places!(of_only_blanks_the_start_tag("<R><A> \n </A></R>", "*/A") => ["1:4-1:7"]);
    places!(of_a_null_the_selected_nodes_start_tag("<R>\n<I a='1'><B/></I></R>", "*/I,A?") => ["2:1-2:10"]);
    places!(of_a_null_attribute_the_selected_nodes_start_tag("<R>\n<I><B/></I></R>", "*/I:B.a?") => ["2:1-2:4"]);
    places!(of_an_attribute_its_value("<R><A b='xy' c=\"\"/></R>", "*/A:b") => ["1:10-1:12"]);
    places!(of_an_empty_attribute_the_place_between_the_quotes("<R><A b='xy' c=\"\"/></R>", "*/A:c") => ["1:17-1:17"]);
    places!(of_an_attribute_on_a_later_line("<R><A\n  b = '&lt;'/></R>", "*/A:b") => ["2:8-2:12"]);
    places!(of_a_record_its_node("<R>\n<I><A>1</A>\n</I></R>", "*/I,A,B") => ["2:1-3:5"]);
    places!(of_a_record_of_an_empty_element("<R><I/></R>", "*/I,A,B") => ["1:4-1:8"]);
    places!(of_all_text_below("<R><I> <B>x</B>y<C/> </I></R>", "*/I,{text}") => ["1:11-1:17"]);
    places!(of_a_json_string_with_its_quotes("{\"a\": \"x\"}", "*/a") => ["1:7-1:10"]);
    places!(of_a_json_number("{\"a\":\n [1, 25]}", "*/a") => ["2:3-2:4", "2:6-2:8"]);
    places!(of_json_words("{\"a\": [true, null]}", "*/a") => ["1:8-1:12", "1:14-1:18"]);
    places!(of_a_json_record_its_value("[{\"a\": 1}]", "*,a,b") => ["1:2-1:10"]);

    places!(columns_count_utf16_units_and_characters("<R><A>\u{1f600}</A><A>\u{1f600}x</A></R>", "*/A")
        => ["1:7-1:9/8", "1:16/15-1:19/17"]);
    places!(wide_characters_are_one_column("<R><A>\u{6750}</A><A>x</A></R>", "*/A") => ["1:7-1:8", "1:15-1:16"]);
    places!(a_tab_is_one_column("<R>\t<A>\tx</A></R>", "*/A") => ["1:9-1:10"]);
    places!(a_byte_order_mark_has_no_column("\u{feff}<R><A>x</A></R>", "*/A") => ["1:7-1:8"]);
    places!(crlf_is_one_line_break("<R>\r\n<A>\r\nx</A></R>", "*/A") => ["3:1-3:2"]);
    places!(a_single_carriage_return_ends_a_line("<R>\r<A>x</A></R>", "*/A") => ["2:4-2:5"]);
    places!(in_utf_16(utf_16("<R>\n<A>\u{1f600}x</A></R>"), "*/A") => ["2:4-2:7/6"]);
    places!(in_gbk(b"<?xml version='1.0' encoding='GBK'?>\n<R><\xb2\xc4>\xd6\xca</\xb2\xc4><A>x</A></R>", "*/*")
        => ["2:7-2:8", "2:15-2:16"]);

    fn utf_16(text: &str) -> Vec<u8> {
        let units = text.encode_utf16().flat_map(u16::to_be_bytes);
        [0xfe, 0xff].into_iter().chain(units).collect()
    }
}

mod encodings {
    yields!(utf_8_without_a_declaration("<R>\u{6750}</R>", "*") => ["\u{6750}"]);
    yields!(utf_8_with_a_mark("\u{feff}<?xml version='1.0' encoding='utf-8'?><R>\u{e4}</R>", "*") => ["\u{e4}"]);
    yields!(utf_16_little_endian_by_its_mark("a.xml" = b"\xff\xfe<\x00R\x00>\x00\xe4\x00<\x00/\x00R\x00>\x00", "*")
        => ["\u{e4}"]);
    yields!(utf_16_big_endian_by_its_mark("a.xml" = b"\xfe\xff\x00<\x00R\x00>\x67\x50\x00<\x00/\x00R\x00>", "*")
        => ["\u{6750}"]);
    yields!(a_mark_wins_over_the_declaration(
        "a.xml" = b"\xef\xbb\xbf<?xml version='1.0' encoding='gbk'?><R>\xc3\xa4</R>",
        "*"
    ) => ["\u{e4}"]);
    yields!(gbk("a.xml" = b"<?xml version='1.0' encoding=\"GBK\"?><R a='\xd6\xca'>\xb2\xc4</R>", "*") => ["\u{6750}"]);
    yields!(gb18030_with_four_bytes("a.xml" = b"<?xml version='1.0' encoding='gb18030'?><R>\x81\x39\xef\x30</R>", "*")
        => ["\u{3401}"]);
    yields!(shift_jis("a.xml" = b"<?xml version='1.0' encoding='Shift_JIS'?><R>\x83\x8f\x83\x43</R>", "*")
        => ["\u{30ef}\u{30a4}"]);
    yields!(big5("a.xml" = b"<?xml version='1.0' encoding='Big5'?><R>\xa7\xf7</R>", "*") => ["\u{6750}"]);
    yields!(windows_1252("a.xml" = b"<?xml version='1.0' encoding='windows-1252'?><R>\x80</R>", "*") => ["\u{20ac}"]);
    yields!(the_name_in_any_letter_case("a.xml" = b"<?xml version='1.0' encoding='Iso-8859-1'?><R>\xe9</R>", "*")
        => ["\u{e9}"]);
    yields!(json_by_its_mark("a.json" = b"\xff\xfe{\x00}\x00", "*") => [""]);
    broken!(unknown("a.xml", "<?xml version='1.0' encoding='klingon'?><R/>") at "1:31", "klingon");
    broken!(misspelled("a.xml", "<?xml version='1.0' encoding='utf-9'?><R/>") at "1:31", "utf-8");
    broken!(bytes_that_are_not_utf_8("a.xml", b"<R>\n<A>x\xff</A></R>") at "2:5", "FF");
    broken!(bytes_that_are_not_shift_jis(
        "a.xml",
        b"<?xml version='1.0' encoding='Shift_JIS'?>\n<R>\x83\xff</R>"
    ) at "2:4", "Shift_JIS");
    broken!(half_a_character_at_the_end("a.xml", b"<R>\xe6\x9d") at "1:4", "");
    broken!(half_a_unit_of_utf_16("a.xml", b"\xff\xfe<\x00R") at "1:2", "");
    broken!(utf_16_without_a_mark("a.xml", b"<\x00R\x00/\x00>\x00") at "1:1", "mark");
    broken!(json_that_is_not_utf_8("a.json", b"{\"a\": \"\xe4\"}") at "1:8", "UTF-8");
}

/// What decides how a file is read.
mod formats {
    yields!(a_leading_less_than_is_xml_with_any_name("a.json" = "<R>x</R>", "*") => ["x"]);
    yields!(a_less_than_after_blanks_is_xml_too("resource" = " \r\n\t<R>x</R>", "*") => ["x"]);
    yields!(a_known_extension_in_capitals("A.JSON" = "{\"a\": 1}", "*/a") => [1]);
    yields!(an_unknown_extension_by_its_brace("a.material" = "\n{\"a\": 1}", "*/a") => [1]);
    yields!(an_unknown_extension_by_its_bracket("a.material" = "[1]", "*") => [1]);
    yields!(no_extension_by_its_brace("material" = "{\"a\": 1}", "*/a") => [1]);
    yields!(a_gltf_file("a.gltf" = "{\"asset\": {\"version\": \"2.0\"}}", "*/asset,version") => ["2.0"]);
    yields!(a_yaml_file("a.yaml" = "a: 1\nb: [2]\n", "*/b") => [2]);
    yields!(a_unity_scene("a.unity" = "%YAML 1.1\n--- !u!4 &7 stripped\nTransform:\n  m: {id: 3}\n", "*/Transform/m/id") => [3]);
    yields!(a_metadata_file_in_capitals("A.PNG.META" = "guid: 0a1b\n", "*/guid") => ["0a1b"]);
    broken!(a_truncated_binary_gltf("a.glb", "glTF") at "1:1", "truncated");
    broken!(a_known_xml_extension_without_a_less_than("a.iworld", "{\"a\": 1}") at "1:1", "");
    broken!(an_empty_xml_file("a.xml", "") at "1:1", "");
    broken!(an_empty_ilevel("a.ilevel", " \n") at "2:1", "");

    /// What nothing settles has no reader: a problem of each rule and file.
    #[test]
    fn without_a_reader_each_file_is_one_problem() {
        let rules =
            "{r: {rpath: ., xpath: '*', condition: [Null collection]}, s: {rpath: ., xpath: '*', condition: [Exist]}}";
        for (path, text) in [("a.txt", "x"), ("a", ""), ("a.txt", "\"x\""), ("a.pdf", "%PDF")] {
            let report = crate::run::check(&crate::run::tree(&[(path, text)]), "rules.yaml", rules);
            let problems: Vec<_> =
                report.problems().iter().map(|problem| (problem.path.as_deref(), problem.rule.as_deref())).collect();
            assert_eq!(problems, [(Some(path), None)], "{path}");
        }
    }
}

/// A file that is not well formed is one problem for the run, with its place.
mod malformed_xml {
    broken!(a_second_root("a.xml", "<R/>\n<S/>") at "2:1", "root");
    broken!(text_after_the_root("a.xml", "<R/>\n x") at "2:2", "");
    broken!(an_attribute_twice("a.xml", "<R>\n<A b='1' b='2'/></R>") at "2:10", "twice");
    broken!(a_less_than_in_an_attribute("a.xml", "<R>\n<A b='1<2'/></R>") at "2:8", "&lt;");
    broken!(a_bare_ampersand("a.xml", "<R>\nTom & Jerry</R>") at "2:5", "&amp;");
    broken!(a_bare_ampersand_in_an_attribute("a.xml", "<R a='\n&'/>") at "2:1", "&amp;");
    broken!(an_undefined_entity("a.xml", "<R>\n&nbsp;</R>") at "2:1", "nbsp");
    broken!(the_end_of_cdata_in_text("a.xml", "<R>\nx]]></R>") at "2:2", "]]&gt;");
    broken!(two_hyphens_in_a_comment("a.xml", "<R>\n<!-- a -- b --></R>") at "2:8", "--");
    broken!(a_control_character("a.xml", "<R>\nx\u{8}</R>") at "2:2", "U+0008");
    broken!(a_control_character_by_reference("a.xml", "<R>\n&#8;</R>") at "2:1", "&#8;");
    broken!(a_document_type_after_the_root("a.xml", "<R/>\n<!DOCTYPE R>") at "2:1", "document type");
    broken!(a_second_document_type("a.xml", "<!DOCTYPE R>\n<!DOCTYPE R><R/>") at "2:1", "document type");
    broken!(a_document_type_in_small_letters("a.xml", "<!doctype html>\n<html/>") at "1:1", "capital");
    broken!(a_document_type_with_entities("a.xml", "<!DOCTYPE R [<!ENTITY a 'b'>]><R>&a;</R>") at "1:1", "internal subset");
    broken!(a_document_type_without_a_name("a.xml", "<!DOCTYPE [ ]><R/>") at "1:11", "expected a name");
    broken!(another_end_tag("a.xml", "<R>\n<A></B></R>") at "2:4", "</A>");
    broken!(a_file_cut_short("a.xml", "<R>\n<A>x</A>\n<B>") at "3:4", "");
    broken!(a_tag_cut_short("a.xml", "<R>\n<A b='1") at "2:6", "");
    broken!(a_comment_not_ended("a.xml", "<R>\n <!-- x</R>") at "2:2", "-->");
    broken!(a_cdata_section_not_ended("a.xml", "<R>\n<![CDATA[x</R>") at "2:1", "]]>");
    broken!(a_declaration_after_a_line_break("a.xml", "\n<?xml version='1.0'?><R/>") at "2:1", "start");
    broken!(a_declaration_as_in_the_example_of_the_rules(
        "a.xml",
        "<?xml version=\"1.0\" encoding=\"utf-8\"? >\n<R/>"
    ) at "1:1", "");
    broken!(elements_too_deep("a.xml", nested("<a>", "</a>")) at "1:30001", "10000");

    fn nested(open: &str, close: &str) -> String {
        format!("{}{}", open.repeat(100_000), close.repeat(100_000))
    }
}

mod json {
    yields!(the_document_is_the_root("{\"a\": 1}", "*,a") => [1]);
    yields!(an_empty_root_selects_the_document("{\"a\": 1}", "/a") => [1]);
    yields!(two_stars_select_the_document("{\"a\": 1}", "**") => ["", 1]);
    yields!(the_document_has_no_name("{\"R\": {\"R\": 1}}", "R/R") => []);
    yields!(the_document_has_no_name_in_quotes("{\"\": 1}", "\"R\"") => []);
    yields!(the_document_does_not_match_a_glob("{\"a\": 1}", "*a*") => []);
    yields!(a_scalar_may_be_the_document("a.json" = "5", "*") => [5]);
    yields!(keys_are_child_nodes_in_order("{\"b\": 1, \"a\": 2}", "*/*") => [1, 2]);
    yields!(repeated_keys_are_repeated_nodes("{\"a\": 1, \"b\": 2, \"a\": 3}", "*/a") => [1, 3]);
    yields!(each_element_repeats_its_keys_node("{\"a\": [1, \"x\", {\"b\": 2}]}", "*/a") => [1, "x", ""]);
    yields!(an_empty_array_is_not_a_node("{\"a\": []}", "*/a") => []);
    yields!(an_empty_array_is_null_where_optional("{\"a\": []}", "*,a?") => [null]);
    yields!(arrays_of_arrays_flatten("{\"a\": [[1, [2]], [], 3]}", "*/a") => [1, 2, 3]);
    yields!(each_element_of_a_top_level_array_is_a_root("[{\"a\": 1}, {\"a\": 2}, 3]", "*") => ["", "", 3]);
    yields!(the_value_of_an_object_is_an_empty_string("{\"a\": {\"b\": 1}}", "*/a") => [""]);
    yields!(scalars_are_typed("{\"a\": [\"5\", 5, 5.5, true, false, null]}", "*/a")
        => ["5", 5, 5.5, true, false, null]);
    yields!(escapes_are_resolved(r#"{"\u0061": "\u00e4\n\ud83d\ude00"}"#, "*/a") => ["\u{e4}\n\u{1f600}"]);
    yields!(attributes_do_not_exist("{\"a\": {\"b\": 1}}", "*/a:b") => []);
    yields!(a_missing_optional_attribute_is_null("{\"a\": {\"b\": 1}}", "*/a:b?") => [null]);
    yields!(a_test_that_no_attribute_equals_holds("{\"a\": {\"b\": 1}}", "*/a[@b!=1],b") => [1]);
    yields!(a_key_with_a_colon_has_no_prefix("{\"p:a\": 1, \"a\": 2}", "*/a") => [2]);
    yields!(a_key_with_a_colon_is_named_in_quotes("{\"p:a\": 1, \"a\": 2}", "*/\"p:a\"") => [1]);
    yields!(tests_compare_numbers_by_spelling("{\"i\": [{\"v\": 1.50, \"n\": 1}, {\"v\": 1.5, \"n\": 2}]}", "*/i.v==1.50,n")
        => [1]);
    yields!(tests_compare_words_by_spelling("{\"i\": [{\"v\": true, \"n\": 1}, {\"v\": false, \"n\": 2}]}", "*/i.v==`^t`,n")
        => [1]);
    yields!(null_equals_nothing("{\"i\": [{\"v\": null, \"n\": 1}]}", "*/i.v==null,n") => []);
    yields!(null_matches_nothing("{\"i\": [{\"v\": null, \"n\": 1}]}", "*/i.v==`.*`,n") => []);
    yields!(null_differs_from_everything("{\"i\": [{\"v\": null, \"n\": 1}]}", "*/i.v!=`.*`,n") => [1]);
    yields!(an_object_equals_an_empty_string("{\"i\": [{\"v\": {}, \"n\": 1}]}", "*/i.v==\"\",n") => [1]);
    yields!(strings_are_compared_untrimmed("{\"i\": [{\"v\": \" x\", \"n\": 1}]}", "*/i.v==x,n") => []);
    yields!(numbers_of_any_length("{\"a\": 123456789012345678901234567890}", "*/a")
        => [(crate::value::Value::Number("123456789012345678901234567890".to_owned()))]);
    yields!(json5_needs_no_quotes_around_keys("a.json5" = "{a: 'x', b: .5, c: 0x10, d: +1, /* e */ f: [1,],}", "*/*")
        => ["x", 0.5, 16, 1, 1]);
    yields!(comments_and_trailing_commas("a.jsonc" = "// c\n{\"a\": [1, /* 2 */ 3,],}", "*/a") => [1, 3]);
    broken!(a_missing_comma("a.json", "{\"a\": 1\n \"b\": 2}") at "2:2", "`,`");
    broken!(an_unfinished_document("a.json", "{\"a\":\n [1") at "2:4", "`]`");
    broken!(nothing("a.json", "") at "1:1", "empty");
    broken!(text_after_the_document("a.json", "{}\n{}") at "2:1", "");
    broken!(a_key_without_a_value("a.json", "{\"a\":}") at "1:6", "");
    broken!(arrays_too_deep("a.json", "[".repeat(100_000)) at "1:10001", "10000");
    broken!(objects_too_deep("a.json", "{\"a\":".repeat(100_000)) at "1:50001", "10000");

    /// A `.json` or `.gltf` file that needs more than strict JSON is read, with one warning at the first such place.
    #[test]
    fn more_than_strict_json_is_one_warning() {
        let rules = "{r: {rpath: ., xpath: '*/a', condition: [Null collection]},\
            s: {rpath: ., xpath: '*/*', condition: [Exist]}}";
        for (path, text, warning) in [
            ("a.json", "{\n \"a\": 1, // one\n}", Some("warning a.json:2:10 ")),
            ("a.json", "{\n a: 1,}", Some("warning a.json:2:2 ")),
            ("a.json", "{\"a\": 1}", None),
            ("a.jsonc", "{\"a\": 1,}", None),
            ("a.json5", "{a: 1}", None),
            // glTF is strict JSON, too.
            ("a.gltf", "{\"a\": 1,}", Some("warning a.gltf:1:8 ")),
        ] {
            let report = crate::run::check(&crate::run::tree(&[(path, text)]), "rules.yaml", rules);
            assert_eq!((report.findings().len(), report.problems().len()), (1, 0), "{text}");
            let actual = crate::run::report_lines(&report);
            assert_eq!(actual.len(), usize::from(warning.is_some()), "{actual:?}");
            assert!(actual.iter().all(|line| warning.is_some_and(|start| line.starts_with(start))), "{actual:?}");
        }
    }
}

/// One pass holds what the selected nodes that are open have yielded, up to a limit.
mod limits {
    /// The root is open to the end, so all that it yields is held.
    #[test]
    fn more_than_64_mib_of_captured_content_is_a_problem() {
        let text = format!("<R>{}</R>", "<A/>".repeat(600_000));
        let rules = "{r: {rpath: ., xpath: '*,A,A*,*A,*', condition: [Exist]}}";
        let report = crate::run::check(&crate::run::tree(&[("a.xml", &text)]), "rules.yaml", rules);
        let actual = crate::run::report_lines(&report);
        assert!(report.findings().is_empty() && report.problems().len() == 1, "{actual:?}");
        assert!(actual[0].starts_with("problem a.xml:1:") && actual[0].contains("64 MiB"), "{actual:?}");
    }

    /// The same file, selected further down, needs nothing held.
    #[test]
    fn values_of_closed_nodes_need_no_memory() {
        let text = format!("<R>{}</R>", "<A/>".repeat(300_000));
        let rules = "{r: {rpath: ., xpath: '*/A', condition: [Not exist]}}";
        let report = crate::run::check(&crate::run::tree(&[("a.xml", &text)]), "rules.yaml", rules);
        assert_eq!((report.findings().len(), report.problems().len()), (0, 0));
    }

    /// A value that is too large to be held fails the rules that hold it, and no other rule of the file.
    #[test]
    fn one_value_over_64_mib_affects_only_the_rules_that_capture_it() {
        let text = format!("<R><A>{}</A><B>1</B></R>", "&lt;".repeat(3_000_000));
        let rules = "{r: {rpath: ., xpath: '*/A', condition: [Exist]}, s: {rpath: ., xpath: '*/B', condition: [Null \
                     collection]}, t: {rpath: ., xpath: '*/A,{tag}', condition: [Null collection]}}";
        let report = crate::run::check(&crate::run::tree(&[("a.xml", &text)]), "rules.yaml", rules);
        let found: Vec<&str> = report.findings().iter().map(|finding| finding.rule.as_str()).collect();
        let failed: Vec<Option<&str>> = report.problems().iter().map(|problem| problem.rule.as_deref()).collect();
        assert_eq!((found, failed), (vec!["t", "s"], vec![Some("r")]));
    }

    #[test]
    fn an_xpath_has_at_most_a_thousand_steps() {
        let steps = |count: usize, step: &str| vec![step; count].join("/");
        for (xpath, code) in [
            (steps(1001, "a"), Some("xpath-too-long")),
            (format!("*,{}", vec!["a"; 1001].join(".")), Some("xpath-too-long")),
            (steps(1000, "a"), None),
            // Any number of levels, again and again, is any number of levels.
            (steps(100_000, "**"), None),
        ] {
            let rules = format!("{{r: {{rpath: ., xpath: '{xpath}', condition: [Exist]}}}}");
            let report = crate::run::check(&crate::run::tree(&[("a.xml", "<a/>")]), "rules.yaml", &rules);
            let codes: Vec<&str> = report.problems().iter().map(|problem| problem.code.as_str()).collect();
            assert_eq!(codes.first().copied(), code, "{codes:?}");
        }
    }

    /// Each of the nodes around a text would keep a copy of it.
    #[test]
    fn text_inside_a_thousand_selected_nodes_is_a_problem() {
        let text = format!("{}{}{}", "<A>".repeat(1000), "x".repeat(100_000), "</A>".repeat(1000));
        is_too_much(&text, "**,{text}");
    }

    /// A text in pieces needs more memory than the document: something is noted of each.
    #[test]
    fn text_in_millions_of_pieces_is_a_problem() {
        is_too_much(&format!("<A>{}</A>", "&lt;".repeat(3_000_000)), "*");
    }

    /// Never too much at once, but sixty times the document in the end.
    #[test]
    #[ignore = "takes some GiB of memory"]
    fn more_than_a_gib_of_values_is_a_problem() {
        let part = format!("{}{}{}", "<a>".repeat(60), "x".repeat(1_000_000), "</a>".repeat(60));
        assert_limit_reported(&format!("<R>{}</R>", part.repeat(20)), "**/a,{text}", "1 GiB");
    }

    fn is_too_much(text: &str, xpath: &str) {
        assert_limit_reported(text, xpath, "64 MiB");
    }

    fn assert_limit_reported(text: &str, xpath: &str, limit: &str) {
        let rules = format!("{{r: {{rpath: ., xpath: '{xpath}', condition: [Exist]}}}}");
        let report = crate::run::check(&crate::run::tree(&[("a.xml", text)]), "rules.yaml", &rules);
        let actual = crate::run::report_lines(&report);
        assert!(report.findings().is_empty() && report.problems().len() == 1, "{actual:?}");
        assert!(actual[0].contains(limit), "{actual:?}");
    }

    /// What lies twelve levels above is another thing at nearly every node: there are thousands of states in use, and
    /// forgetting the others at each node would take hours.
    #[test]
    fn deep_documents_may_have_any_number_of_states() {
        // Bits that repeat after 8191 levels only.
        let mut bits = 1_u32;
        let mut level = || {
            bits = (bits >> 1) | (((bits ^ (bits >> 1) ^ (bits >> 3) ^ (bits >> 4)) & 1) << 12);
            if bits & 1 == 1 { 'a' } else { 'b' }
        };
        let tags: Vec<char> = (0..9000).map(|_| level()).collect();
        let open: String = tags.iter().flat_map(|&tag| ['<', tag, '>']).collect();
        let close: String = tags.iter().rev().flat_map(|&tag| ['<', '/', tag, '>']).collect();
        let leaves = 20_000;
        let text = format!("{open}{}{close}", "<c/>".repeat(leaves));
        let rules = format!("{{r: {{rpath: ., xpath: '**/a{}', condition: [Null collection]}}}}", "/*".repeat(12));
        let report = crate::run::check(&crate::run::tree(&[("a.xml", &text)]), "rules.yaml", &rules);
        let above = tags[..tags.len() - 12].iter().filter(|&&tag| tag == 'a').count();
        let expected = above + if tags[tags.len() - 12] == 'a' { leaves } else { 0 };
        assert_eq!((report.findings().len(), report.problems().len()), (expected, 0));
    }

    /// A regular expression that would take for ever on each of thousands of values is tried on one of them.
    #[test]
    fn a_test_that_backtracks_too_long_is_abandoned() {
        let value = format!("<T>{}!</T>", "a".repeat(60));
        let rules = "{r: {rpath: ., xpath: '*/I.T==`^(?:a|(a))*(?(1)|)$`,N', condition: [Exist]}}";
        let text = format!("<R><I>{}</I></R>", value.repeat(5000));
        let report = crate::run::check(&crate::run::tree(&[("a.xml", &text)]), "rules.yaml", rules);
        assert_eq!((report.findings().len(), report.problems().len()), (0, 1));
    }

    /// Names and comparisons by the ten thousand, as tools write them, are found by look-up.
    #[test]
    fn tests_and_records_may_have_any_length() {
        let join = |parts: &mut dyn Iterator<Item = String>, by: &str| parts.collect::<Vec<_>>().join(by);
        let test = join(&mut (0..50_000).map(|number| format!("A=={number}")), "|");
        let names = join(&mut (0..50_000).map(|number| format!("A{number}")), ",");
        for xpath in [format!("*.{test}"), format!("*,{names}")] {
            let rules = format!("{{r: {{rpath: ., xpath: '{xpath}', condition: [Null collection]}}}}");
            let tree = crate::run::tree(&[("a.xml", "<R><A>49999</A><A49999/></R>")]);
            assert_eq!(crate::run::check(&tree, "rules.yaml", &rules).findings().len(), 1);
        }
    }

    /// A regular expression that would take for ever is a problem of the rule and file.
    #[test]
    fn a_test_that_backtracks_too_long_is_a_problem() {
        let text = format!("<R><I><T>{}!</T><N>1</N></I></R>", "a".repeat(60));
        let rules = "- {name: r, rpath: ., xpath: '*/I.T==`^(?:a|(a))*(?(1)|)$`,N', condition: [Null collection]}\n\
            - {name: s, rpath: ., xpath: '*/I,N', condition: [Null collection]}";
        let report = crate::run::check(&crate::run::tree(&[("a.xml", &text)]), "rules.yaml", rules);
        let [problem] = report.problems() else { panic!("{:?}", crate::run::report_lines(&report)) };
        assert_eq!((problem.rule.as_deref(), problem.path.as_deref()), (Some("r"), Some("a.xml")));
        assert_eq!(report.findings().len(), 1, "the other rule goes on");
    }
}
