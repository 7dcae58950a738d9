//! The codes of problems, warnings and hints, in one table that the checker and the documentation read.

/// Makes [`IssueCode`] and its families from the table.
///
/// The doc comment of each row lists the messages of the code, for the documentation; a help message begins with
/// `Help:`. A code without a list is not documented.
macro_rules! codes {
    ($($(#[$about:meta])* $family:ident { $(
        $(#[$sentence:meta])*
        $code:ident = $text:literal $([$($flag:ident),+])? $(=> $in_config:ident, $in_baseline:ident)?;
    )* })*) => {
        /// A group of codes that the documentation lists together.
        #[derive(Clone, Copy, Debug, Eq, PartialEq)]
        pub enum CodeFamily {
            $($(#[$about])* $family,)*
        }

        /// A short stable name of a kind of problem, warning or hint.
        #[derive(Clone, Copy, Debug, Eq, PartialEq)]
        pub enum IssueCode {
            $($(
                #[doc = concat!("`", $text, "`")]
                $code,
            )*)*
        }

        impl IssueCode {
            /// All codes, in the order of the table.
            pub const ALL: &[Self] = &[$($(Self::$code,)*)*];

            /// Returns the code as it is written in reports, such as `xml-unclosed`.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $($(Self::$code => $text,)*)*
                }
            }

            /// Returns the code that is written as `text`.
            pub fn named(text: &str) -> Option<Self> {
                // A linear search is fast enough: only reports that are read back need it.
                Self::ALL.iter().copied().find(|code| code.as_str() == text)
            }

            /// Returns the family of the code.
            pub const fn family(self) -> CodeFamily {
                match self {
                    $($(Self::$code)|* => CodeFamily::$family,)*
                }
            }

            /// Returns the code of the same syntax error in a configuration, which has the syntax of rule files. Any
            /// other code is returned unchanged.
            #[must_use]
            pub const fn in_config(self) -> Self {
                match self {
                    $($($(Self::$code => Self::$in_config,)?)*)*
                    code => code,
                }
            }

            /// Returns the code of the same syntax error in a baseline. Any other code is returned unchanged.
            #[must_use]
            pub const fn in_baseline(self) -> Self {
                match self {
                    $($($(Self::$code => Self::$in_baseline,)?)*)*
                    code => code,
                }
            }

            const fn flags(self) -> &'static [CodeFlag] {
                match self {
                    $($($(Self::$code => &[$(CodeFlag::$flag),+],)?)*)*
                    _ => &[],
                }
            }
        }
    };
}

/// A property of a code that the checker decides on.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum CodeFlag {
    /// The warning is about a filter, which may be the reason why a rule finds nothing.
    OfFilter,
    /// The warning is about how a test of rules is written.
    OfTests,
    /// A limit was exceeded, which the user can raise.
    Limit,
    /// A rule that finds nothing proves nothing, because its condition as a whole does not test what it seems to test.
    /// A comparison in a script that is never equal does not have this flag: other parts of the script may be correct.
    NoVerdict,
    /// A key is given twice in one mapping.
    RepeatedKey,
    /// Something is not closed. If a file is read in parts, a later part may close it.
    Unclosed,
}

impl IssueCode {
    /// Returns true if the code has this property.
    pub fn has(self, flag: CodeFlag) -> bool {
        self.flags().contains(&flag)
    }

    /// Returns true if the code says that one checked file cannot be read or parsed. A project can accept such files.
    pub fn is_about_file(self) -> bool {
        match self.family() {
            CodeFamily::Xml | CodeFamily::Json | CodeFamily::Yaml | CodeFamily::Gltf | CodeFamily::Pictures => {
                !self.has(CodeFlag::RepeatedKey)
            }
            CodeFamily::Archives => true,
            CodeFamily::Files => matches!(
                self,
                Self::DocumentTooLarge
                    | Self::EncodingNoMark
                    | Self::EncodingUnavailable
                    | Self::EncodingUndecodable
                    | Self::EncodingUnknown
                    | Self::EncodingWrong
                    | Self::FileBinary
                    | Self::FileUnreadable
                    | Self::GitLfsPointer
                    | Self::IniLine
                    | Self::IniSection
                    | Self::IniUnclosed
                    | Self::MergeConflict
                    | Self::NoReader
            ),
            _ => false,
        }
    }
}

impl std::fmt::Display for IssueCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.as_str())
    }
}

codes! {
    /// Rule files and their tests.
    RuleFiles {
        /// - A path for elements of `{dom}` cannot be read.
        ElementPath = "element-path";
        /// - A rule file cannot extend itself.
        /// - `…` extends this file, so this file cannot extend it.
        ExtendsCycle = "extends-cycle";
        /// - More than … rule files extend each other in a chain.
        ExtendsDepth = "extends-depth";
        /// - `extends` names no rule file, so none is read.
        ExtendsEmpty = "extends-empty";
        /// - An item of `extends` must be the path of a rule file, not …
        ExtendsKind = "extends-kind";
        /// - There is no rule file `…`.
        /// - Help: Paths are relative to this file.
        ExtendsMissing = "extends-missing";
        /// - The messages of this rule are longer than … KiB: reports contain only their beginning.
        /// - Help: Write only what is wrong, not the whole content.
        MessageCut = "message-cut";
        /// - Unknown placeholder `…`.
        /// - Help: It is shown as written.
        MessageUnknownName = "message-unknown-name";
        /// - Every rule is switched off.
        NoEnabledRules = "no-enabled-rules";
        /// - No rule files were given.
        NoRuleFiles = "no-rule-files";
        /// - … is empty.
        /// - The rule files contain no rules.
        NoRules = "no-rules";
        /// - `not_rpath` must be a regular expression; it cannot name a collection.
        NotRpathCollection = "not-rpath-collection";
        /// - `…` is a map, not a collection of paths.
        /// - Help: For example `artfunc_res_store.ilevels`, or a list under `collections:`.
        RpathMap = "rpath-map";
        /// - There is no collection `…`.
        RpathUnknownCollection = "rpath-unknown-collection";
        /// - Several of the extended files have a collection `…`, so this rule is not run.
        /// - The collection `…` cannot be used, so this rule is not run.
        /// - Help: See the problems reported for the collection.
        RuleBrokenCollection = "rule-broken-collection";
        /// - … cannot be used, so this rule is not run.
        RuleBrokenScript = "rule-broken-script";
        /// - `condition` must be a list, not …
        /// - YAML needs straight quotes, `'` or `"`.
        /// - `…` must be …, not …
        RuleFieldKind = "rule-field-kind";
        /// - `…` should be …; this value is not shown.
        RuleFieldNotShown = "rule-field-not-shown";
        /// - Aliases are not supported.
        /// - Help: Put a string that begins with `*` in quotes.
        RuleFileAlias = "rule-file-alias" => ConfigAlias, BaselineAlias;
        /// - Anchors are not supported.
        /// - Help: Put a string that begins with `&` in quotes.
        /// - Help: Put a string that begins with `!` in quotes.
        RuleFileAnchor = "rule-file-anchor" => ConfigAnchor, BaselineAnchor;
        /// - Values nest too deep.
        RuleFileDepth = "rule-file-depth" => ConfigDepth, BaselineDepth;
        /// - A file can contain only one document; everything after it is ignored.
        RuleFileDocuments = "rule-file-documents" => ConfigDocuments, BaselineDocuments;
        /// - A rule file must be a list or a mapping, not …
        RuleFileForm = "rule-file-form";
        /// - The file is not JSON.
        RuleFileJson = "rule-file-json" => ConfigJson, BaselineJson;
        /// - A key must be a string, not …
        RuleFileKey = "rule-file-key" => ConfigKey, BaselineKey;
        /// - A string that begins with `…` needs quotes in YAML.
        RuleFilePlain = "rule-file-plain" => ConfigPlain, BaselinePlain;
        /// - `…` is read as a straight quote.
        RuleFileQuote = "rule-file-quote" => ConfigQuote, BaselineQuote;
        /// - `…` is given twice, first on line …
        /// - Help: Merge the two.
        RuleFileRepeatedKey = "rule-file-repeated-key";
        /// - `rules` must be a list or a mapping from name to rule, not …
        RuleFileRules = "rule-file-rules";
        /// - These fields are read as one rule.
        /// - Help: Write the rule as an item of a list, or below `rules:`.
        RuleFileSingle = "rule-file-single";
        /// - Tags are not supported.
        /// - Help: Put a string that begins with `!` in quotes.
        RuleFileTag = "rule-file-tag" => ConfigTag, BaselineTag;
        /// - There is no key of that name.
        RuleFileUnknownKey = "rule-file-unknown-key";
        /// - This is not YAML: …
        RuleFileYaml = "rule-file-yaml" => ConfigYaml, BaselineYaml;
        /// - The filters of the rule removed every value of every file.
        RuleFiltered = "rule-filtered";
        /// - The description of a pack, `pack.yaml`, has an unknown key or an invalid value.
        PackForm = "pack-form";
        /// - The declaration of a parameter has an invalid name or value, or an unknown key.
        ParameterForm = "parameter-form";
        /// - A rule uses a parameter that neither its file nor its pack declares.
        ParameterUnknown = "parameter-unknown";
        /// - Rule files have no merge keys.
        /// - Help: Write the fields out in each rule.
        RuleMerge = "rule-merge";
        /// - A rule lacks a field that it needs.
        RuleMissingField = "rule-missing-field";
        /// - The `rpath` matched no file.
        RuleNoFile = "rule-no-file";
        /// - … must be a mapping with the fields of a rule, not …
        RuleNoMapping = "rule-no-mapping";
        /// - The `xpath` or the `subxpath` extracted no value from any file.
        RuleNoValue = "rule-no-value";
        /// - Not checked: the collection `…` could not be built; see the problem reported for it.
        /// - Not checked: none of the files that `rpath` matched could be checked; see the problems reported for them.
        RuleNotChecked = "rule-not-checked";
        /// - `…` is given twice, first on line …
        /// - Help: Keep one of the two.
        RuleRepeatedField = "rule-repeated-field";
        /// - There is a rule `…` already, …; this one is not run.
        /// - Help: Give it another name.
        RuleRepeatedName = "rule-repeated-name";
        /// - Unknown severity `…`, read as `error`.
        RuleSeverity = "rule-severity";
        /// - `subfilter` filters the values of a `subxpath`, which is missing.
        RuleSubfilterAlone = "rule-subfilter-alone";
        /// - The rule is called `…` by its key; this `name` is ignored.
        RuleTwoNames = "rule-two-names";
        /// - There is no field of that name.
        RuleUnknownField = "rule-unknown-field";
        /// - The rule has no `name`; it is called `…`.
        RuleWithoutName = "rule-without-name";
        /// - `--rule`, `--tag`, `--skip-rule` or a profile names nothing that exists, or selects no rule.
        RulesNotSelected = "rules-not-selected";
        /// - The rule is switched off, so nothing is checked.
        SwitchedOff = "switched-off";
        /// - …, not …
        /// - `hex` must be pairs of hexadecimal digits, but …
        TestKind = "test-kind" [OfTests];
        /// - … has no `…`.
        TestMissingKey = "test-missing-key" [OfTests];
        /// - No rule finds a value in the files of this test, so it proves nothing.
        /// - `…` finds no value in the files of this test.
        /// - Help: The `xpath` of `…`: …
        TestNoValue = "test-no-value" [OfTests];
        /// - `…` is not a path inside the project.
        TestPath = "test-path" [OfTests];
        /// - Expected the problem `…` in `…`, which did not occur.
        TestProblemMissing = "test-problem-missing" [OfTests];
        /// - The file `…` is given twice.
        TestRepeatedFile = "test-repeated-file" [OfTests];
        /// - `…` is given twice.
        TestRepeatedKey = "test-repeated-key" [OfTests];
        /// - `…` is switched off (`enabled: false`), but this test expects findings of it.
        /// - Every rule is switched off, so this test proves nothing.
        /// - Help: Remove `enabled: false` or the test.
        TestRuleOff = "test-rule-off" [OfTests];
        /// - `size` must be between … (the size of the content) and … bytes
        TestSize = "test-size" [OfTests];
        /// - Unknown key `…`.
        TestUnknownKey = "test-unknown-key" [OfTests];
        /// - There is no rule `…`.
        TestUnknownRule = "test-unknown-rule" [OfTests];
        /// - No rule looks at the files of this test: …
        TestUnseen = "test-unseen" [OfTests];
        /// - `tests` must be a list, not …
        TestsKind = "tests-kind" [OfTests];
    }
    /// The configuration.
    Configuration {
        /// - The configuration is empty.
        ConfigEmpty = "config-empty";
        /// - There is no key of that name here.
        ConfigKey = "config-key";
        /// - Archives have no limit `…`, only …
        ConfigLimit = "config-limit";
        /// - More overrides apply to one rule than can be combined.
        ConfigOverrides = "config-overrides";
        /// - The configuration sets a parameter that does not exist, or gives it a value of the wrong kind.
        ConfigParameter = "config-parameter";
        /// - A folder or file of `definitions` does not exist, or contains no definitions.
        ConfigPath = "config-path";
        /// - `…` is repeated in this mapping.
        ConfigRepeated = "config-repeated";
        /// - The configuration must be a mapping, not …
        /// - Help: For example: `rules: rules`.
        ConfigRoot = "config-root";
        /// - Expected one configuration, found `…` too.
        ConfigTwice = "config-twice";
        /// - There is no rule `…`.
        ConfigUnknownRule = "config-unknown-rule";
        /// - A value is not valid for its key.
        ConfigValue = "config-value";
        ConfigAlias = "config-alias";
        ConfigAnchor = "config-anchor";
        ConfigDepth = "config-depth";
        ConfigDocuments = "config-documents";
        ConfigJson = "config-json";
        ConfigPlain = "config-plain";
        ConfigQuote = "config-quote";
        ConfigTag = "config-tag";
        ConfigYaml = "config-yaml";
    }
    /// Baselines and `assay-ignore` comments.
    KnownFindings {
        /// - A finding has no `…`.
        BaselineForm = "baseline-form";
        /// - An entry lists a finding that no longer occurs.
        BaselineGone = "baseline-gone";
        /// - This hides nothing, because no rule `…` is run.
        BaselineUnknownRule = "baseline-unknown-rule";
        /// - This comment gives no reason.
        /// - Help: Write the reason after the rule: `assay-ignore … REASON`.
        IgnoreNoReason = "ignore-no-reason";
        /// - This comment names no rule, so it hides nothing.
        IgnoreNoRule = "ignore-no-rule";
        /// - No element follows this comment, so it hides nothing.
        IgnoreNothing = "ignore-nothing";
        /// - This comment applies only to `…`: the text after the name is the reason.
        /// - Help: Write a comment for each `assay-ignore`.
        IgnoreTwice = "ignore-twice";
        /// - This hides nothing, because no rule `…` is run.
        IgnoreUnknownRule = "ignore-unknown-rule";
        /// - This comment hides nothing: `…` finds nothing in the element after it.
        /// - Help: Remove the comment.
        IgnoreUnused = "ignore-unused";
        /// - `…` is not `…`: this comment hides nothing.
        RemarkUnknown = "remark-unknown";
        BaselineAlias = "baseline-alias";
        BaselineAnchor = "baseline-anchor";
        BaselineDepth = "baseline-depth";
        BaselineDocuments = "baseline-documents";
        BaselineJson = "baseline-json";
        BaselineKey = "baseline-key";
        BaselinePlain = "baseline-plain";
        BaselineQuote = "baseline-quote";
        BaselineTag = "baseline-tag";
        BaselineYaml = "baseline-yaml";
    }
    /// Extractions: `xpath`, facts and records.
    Extraction {
        /// - The nodes selected here contain more than 64 MiB of values.
        ExtractTooMuchHeld = "extract-too-much-held";
        /// - More than 1 GiB of values has been extracted from this file up to here.
        ExtractTooMuchKept = "extract-too-much-kept";
        /// - `{…}` is a fact about an entry of an asset list, not about a file.
        FactOfEntries = "fact-of-entries";
        /// - No record has a value for `…`, neither in … nor in any other file.
        RecordNameEmpty = "record-name-empty";
        /// - `…` is not an operator.
        XpathBadOperator = "xpath-bad-operator";
        /// - An unquoted tag cannot contain `…`.
        XpathBadTag = "xpath-bad-tag";
        /// - An unquoted tag cannot contain spaces.
        XpathBlankInTag = "xpath-blank-in-tag";
        /// - Node names and attribute names cannot both be extracted.
        XpathBothNames = "xpath-both-names";
        /// - Curly quotes are read as straight quotes.
        XpathCurlyQuotes = "xpath-curly-quotes";
        /// - The path is empty.
        /// - Help: `*` selects the root.
        XpathEmpty = "xpath-empty";
        /// - A tag is missing here.
        XpathEmptyStep = "xpath-empty-step";
        /// - A tag cannot be empty.
        XpathEmptyTag = "xpath-empty-tag";
        /// - Read as a regular expression.
        XpathHalfBacktick = "xpath-half-backtick";
        /// - `**` cannot be part of a name.
        XpathLevelsInName = "xpath-levels-in-name";
        /// - `&` and `|` are mixed without parentheses.
        XpathMixedOperators = "xpath-mixed-operators";
        /// - `…` is extracted twice.
        /// - Help: Remove one of the two.
        XpathNameTwice = "xpath-name-twice";
        /// - … is missing here.
        XpathNoName = "xpath-no-name";
        /// - The test in front of `…` has no `==` or `!=`.
        /// - A test needs `==` or `!=` after its name.
        XpathNoOperator = "xpath-no-operator";
        /// - A tag is missing here.
        XpathNoTag = "xpath-no-tag";
        /// - A test needs a value after its operator.
        XpathNoValue = "xpath-no-value";
        /// - `[` must be followed by `@` and a test of attributes.
        XpathNotAttribute = "xpath-not-attribute";
        /// - `…` is read as one tag.
        XpathOrdering = "xpath-ordering";
        /// - A value cannot be in single quotes.
        XpathSingleQuotes = "xpath-single-quotes";
        /// - `…` must be the whole `xpath`.
        XpathSpecialAlone = "xpath-special-alone";
        /// - No node has `…`, so this test with `!=` is true for every node.
        XpathTestName = "xpath-test-name" [NoVerdict];
        /// - Parentheses nest more than … deep.
        XpathTooDeep = "xpath-too-deep";
        /// - A path has at most 1000 steps.
        /// - A name has at most 1000 parts.
        XpathTooLong = "xpath-too-long";
        /// - `…` not found before the end.
        XpathUnclosedBrace = "xpath-unclosed-brace";
        /// - `(` is not closed: `)` not found before the end.
        XpathUnclosedParenthesis = "xpath-unclosed-parenthesis";
        /// - The regular expression is not closed by a backtick.
        XpathUnclosedPattern = "xpath-unclosed-pattern";
        /// - The double quote is not closed.
        XpathUnclosedQuote = "xpath-unclosed-quote";
        /// - `[` is not closed: `]` not found before the end.
        XpathUnclosedTest = "xpath-unclosed-test";
        /// - `…` is not expected here.
        XpathUnexpected = "xpath-unexpected";
        /// - `…` is not known.
        XpathUnknownSpecial = "xpath-unknown-special";
        /// - `…` is not known.
        XpathUnknownWord = "xpath-unknown-word";
    }
    /// Regular expressions.
    Patterns {
        /// - A class in brackets is not closed, or has an invalid range.
        /// - The range `…` runs backwards.
        /// - Help: Write `\-` for a hyphen, `\[` for a bracket.
        PatternClass = "pattern-class";
        /// - Groups nest deeper than …
        PatternDepth = "pattern-depth";
        /// - A … pattern cannot be empty.
        PatternEmpty = "pattern-empty";
        /// - The meaning of a backslash is unknown, or its digits are missing.
        /// - `\…` means nothing in Python.
        /// - The pattern ends within an escape.
        /// - Help: Write `\\` for a backslash.
        PatternEscape = "pattern-escape";
        /// - Flags are not at the beginning of a pattern, or cannot be combined.
        /// - Help: Move them there, or write `(?i:…)` around the part that they apply to.
        PatternFlag = "pattern-flag";
        /// - A group is not closed, not opened, or begins with unknown syntax.
        /// - The `(` is not closed.
        /// - This `)` does not close a group.
        /// - No group begins with `…`.
        PatternGroup = "pattern-group";
        /// - A regular expression takes too long on a value or a path, so its result is unknown.
        PatternLimit = "pattern-limit";
        /// - A look-behind must match a string of fixed length.
        PatternLookBehind = "pattern-look-behind";
        /// - Both ends of a range must be ASCII characters.
        /// - The range ends before it begins: `…-…`.
        PatternRange = "pattern-range";
        /// - There is no group …, or it is still open here.
        PatternReference = "pattern-reference";
        /// - A repetition is not valid here, or its counts are not.
        /// - `…` has nothing to repeat.
        /// - Help: Write `\…` for the character.
        PatternRepeat = "pattern-repeat";
        /// - Groups nest more than … deep.
        PatternTooDeep = "pattern-too-deep";
        /// - The pattern is too large once its repetitions are expanded, alone or together with those of other rules.
        /// - Help: Repeat fewer times, or use `*` or `+`.
        PatternTooLarge = "pattern-too-large";
        /// - The group, the repetition or the class is not closed before the end of the pattern.
        /// - Help: Write `\{` for the character.
        PatternUnclosed = "pattern-unclosed";
        /// - `)` closes no group.
        /// - Help: Write `\)` for the character.
        PatternUnopened = "pattern-unopened";
        /// - The pattern cannot be used: …
        PatternUnusable = "pattern-unusable";
    }
    /// Conditions and filters.
    Conditions {
        /// - No value can fail this condition, because … is empty.
        /// - Every value is a number, and no number can fail this condition.
        /// - No value can equal …: it begins or ends with white space, but no value does.
        /// - No value can equal …, which is compared as an exact string, not as a pattern.
        ConditionCannotFail = "condition-cannot-fail" [NoVerdict];
        /// - Expected a collection or a list, found …
        /// - This is neither a collection nor a list.
        ConditionCollection = "condition-collection";
        /// - An empty list names no method.
        ConditionEmpty = "condition-empty";
        /// - An expression must be a string, not …
        ConditionExpression = "condition-expression";
        /// - `…` is true for every value that `…` lets through.
        ConditionFiltered = "condition-filtered" [NoVerdict];
        /// - A list that is written as a string cannot be read.
        ConditionList = "condition-list";
        /// - Element … of the list …
        ConditionListElement = "condition-list-element";
        /// - `…` is compared as an exact string, not as …
        ConditionLiteral = "condition-literal" [NoVerdict];
        /// - A condition must begin with the name of a method, not …
        ConditionMethod = "condition-method";
        /// - `…` is not a number, so values are compared with it as strings.
        ConditionOrderOfLetters = "condition-order-of-letters";
        /// - `…` is not a number, but all values are; they are compared with it as strings.
        /// - `…` is not a number, so values are compared with it as strings.
        ConditionOrderOfTexts = "condition-order-of-texts" [NoVerdict];
        /// - `…` takes …
        ConditionParameterExtra = "condition-parameter-extra";
        /// - `…` needs a …
        ConditionParameterMissing = "condition-parameter-missing";
        /// - The quotes around `…` are dropped.
        ConditionQuotes = "condition-quotes";
        /// - `…` is true for every record, whatever it contains.
        ConditionRecords = "condition-records" [NoVerdict];
        /// - `Unique` compares the values of one file, but no file had more than one value.
        ConditionUniqueAlone = "condition-unique-alone";
        /// - `…` compares the values of one file, and each file has only one `{…}`.
        ConditionUniqueFact = "condition-unique-fact" [NoVerdict];
        /// - There is no method `…`.
        ConditionUnknownMethod = "condition-unknown-method";
        /// - The value that the condition compares with has the wrong type.
        ConditionValue = "condition-value";
        /// - `[Exist]` requires a string that is not empty, or a number other than 0, but no value is one.
        ConditionWithoutText = "condition-without-text";
        /// - `…` is a collection, but a filter calls a function.
        /// - Help: To look values up in it, write `condition: ["Exist in", "……"]`.
        FilterCollection = "filter-collection" [OfFilter];
        /// - This is a regular expression; a function belongs in `func_str`.
        /// - `…` is a regular expression here, not a comparison.
        FilterComparison = "filter-comparison" [OfFilter];
        /// - `not_filter` takes no function.
        FilterFunction = "filter-function" [OfFilter];
        /// - `…` is a regular expression here, not a call of … function.
        FilterFunctionUnmarked = "filter-function-unmarked" [OfFilter];
        /// - `…` is searched with its slashes and flags.
        FilterSlashes = "filter-slashes" [OfFilter];
    }
    /// Expressions in Python's words.
    Expressions {
        /// - This is true for every value, because …
        ExpressionAlwaysHolds = "expression-always-holds" [NoVerdict];
        /// - The name of a type is expected here.
        /// - `…` takes …, not …
        ExpressionArguments = "expression-arguments";
        /// - This has the same result for every value, because …
        ExpressionConstant = "expression-constant";
        /// - Curly quotes are read as straight quotes.
        ExpressionCurlyQuotes = "expression-curly-quotes";
        /// - The expression is empty.
        ExpressionEmpty = "expression-empty";
        /// - A list has no element with that index, or a mapping does not have that key.
        ExpressionLookup = "expression-lookup";
        /// - The expression is a single comparison, which met only values that are never equal, such as a string and a
        ///   number.
        ExpressionNeverEqual = "expression-never-equal" [NoVerdict];
        /// - This is false for every value, because no value equals both.
        ExpressionNeverHolds = "expression-never-holds" [NoVerdict];
        /// - `…` is not a number, or too large.
        ExpressionNumber = "expression-number";
        /// - The expression is a single comparison, which ordered numbers as strings.
        ExpressionOrderOfTexts = "expression-order-of-texts" [NoVerdict];
        /// - A number is too large to calculate with.
        ExpressionOverflow = "expression-overflow";
        /// - The arguments of `matches` are swapped: it searches for the value in the pattern.
        ExpressionSwapped = "expression-swapped" [NoVerdict];
        /// - The expression is not valid at this place: a value, an operator or a bracket is missing, or the syntax is
        ///   that of another language.
        /// - `…` is not understood here.
        /// - An operator is missing before `…`.
        /// - `…` does not close `…`.
        ExpressionSyntax = "expression-syntax";
        /// - An escape in a string is not valid.
        /// - Help: Write `\\` for a backslash, or `r'…'` for a string without escapes.
        ExpressionText = "expression-text";
        /// - Adjacent strings are joined.
        ExpressionTextsJoined = "expression-texts-joined";
        /// - More than … levels of nested expressions.
        /// - Help: Put a part of it into a function of `func_str` and call it.
        ExpressionTooDeep = "expression-too-deep";
        /// - `find` returns an index, or -1 if it finds nothing, and -1 is truthy.
        ExpressionTruthOfPlace = "expression-truth-of-place" [NoVerdict];
        /// - A value does not have the type that an operator or a function requires.
        ExpressionType = "expression-type";
        /// - The string is not closed: `…` not found.
        /// - The line ends inside the string.
        /// - `…` is not closed: `…` not found before the end.
        ExpressionUnclosed = "expression-unclosed";
        /// - There is no function `…`.
        ExpressionUnknownFunction = "expression-unknown-function";
        /// - There is no method `…`.
        ExpressionUnknownMethod = "expression-unknown-method";
        /// - There is no collection `…`.
        /// - Unknown name `…`.
        ExpressionUnknownName = "expression-unknown-name";
        /// - The expression uses syntax of Python or Rhai that is not supported.
        /// - `…` is not understood here.
        /// - `…` cannot be part of an expression.
        /// - `…` changes its value, which expressions cannot do.
        ExpressionUnsupported = "expression-unsupported";
        /// - The expression cannot be compiled.
        ExpressionUnusable = "expression-unusable";
        /// - A value has the right type, but is not valid here.
        ExpressionValue = "expression-value";
        /// - This has the same result for every value, because it does not use `d`.
        ExpressionWithoutValue = "expression-without-value" [NoVerdict];
        /// - A number is divided by zero.
        ExpressionZeroDivision = "expression-zero-division";
    }
    /// Functions in Rhai.
    Scripts {
        /// - The tree of this file would take more than 512 MiB of memory.
        DomTooLarge = "dom-too-large";
        /// - `….…` uses collections or files, which are not available here.
        ScriptCollection = "script-collection";
        /// - Function calls are nested more than … deep.
        /// - Nested calls and expressions take more than … of stack.
        ScriptDepth = "script-depth";
        /// - The script stopped.
        ScriptError = "script-error";
        /// - `eval` is disabled.
        /// - Help: Write the code as a function.
        ScriptEval = "script-eval";
        /// - `xpath`, or `paths` of a collection, found nothing in a script for any file or value, and the rule has no
        ///   findings.
        ScriptFoundNothing = "script-found-nothing";
        /// - Not run on …: the script took too long on earlier files.
        ScriptGivenUp = "script-given-up";
        /// - `…` is not a library.
        /// - Help: Remove the import: `…` is always available.
        ScriptImportCollection = "script-import-collection";
        /// - Libraries import each other in a cycle: `…`.
        /// - Help: Move the functions that both need into a third library.
        ScriptImportCycle = "script-import-cycle";
        /// - There is no library `…`.
        ScriptImportMissing = "script-import-missing";
        /// - `script` must be a string, not …
        ScriptKind = "script-kind";
        /// - Expressions are nested more than … deep.
        /// - `switch` statements are nested more than … deep.
        ScriptLevels = "script-levels";
        /// - A list has more than … elements.
        ScriptListSize = "script-list-size";
        /// - A map has more than … elements.
        ScriptMapSize = "script-map-size";
        /// - The script takes more than … of memory.
        ScriptMemory = "script-memory";
        /// - There is no script `…`.
        ScriptMissing = "script-missing";
        /// - Lists and maps are nested more than … deep.
        ScriptNesting = "script-nesting";
        /// - A comparison in a script met only values that are never equal, such as a string and a number, or a value
        ///   and the name of the method.
        ScriptNeverEqual = "script-never-equal";
        /// - Not checked: …
        ScriptNotChecked = "script-not-checked" [NoVerdict];
        /// - The script takes more than … operations.
        ScriptOperations = "script-operations";
        /// - A comparison in a script ordered numbers as strings, which gives a different order.
        ScriptOrderOfTexts = "script-order-of-texts";
        /// - The function `…` takes …; …
        ScriptParameters = "script-parameters";
        /// - The output of `print` or `debug` in a script.
        ScriptPrint = "script-print";
        /// - The function `…` is private.
        ScriptPrivateFunction = "script-private-function";
        /// - The function `…` with … is defined twice.
        ScriptRepeatedFunction = "script-repeated-function";
        /// - The function `…` returned …; …
        ScriptReturn = "script-return";
        /// - The code is not valid at this place.
        /// - Expected …
        /// - The `…` is not closed: `…` is missing.
        /// - `…` cannot be used as a name.
        ScriptSyntax = "script-syntax";
        /// - A string is longer than …
        ScriptTextSize = "script-text-size";
        /// - The script takes longer than … ms.
        ScriptTime = "script-time";
        /// - There is no function `…`.
        ScriptUnknownFunction = "script-unknown-function";
        /// - There is no library `…`.
        ScriptUnknownLibrary = "script-unknown-library";
        /// - `…` cannot be changed.
        /// - There is no variable `…`.
        /// - Help: Use another name for the variable.
        ScriptUnknownVariable = "script-unknown-variable";
    }
    /// Collections.
    Collections {
        /// - An asset list that the collection uses cannot be read or compared.
        CollectionAssetList = "collection-asset-list";
        /// - `…` is a built-in collection.
        CollectionBuiltIn = "collection-built-in";
        /// - An element of a collection must be a string, not …
        CollectionElement = "collection-element";
        /// - The collection `…` is empty: …
        CollectionEmpty = "collection-empty";
        /// - The path `…` leaves the project.
        /// - `…` cannot be read.
        CollectionFile = "collection-file";
        /// - A filter of a collection must be a regular expression; only filters of rules can call functions.
        CollectionFilter = "collection-filter";
        /// - … are incomplete because … could not be read, so rules that use them may miss findings.
        /// - The collection `…` is incomplete because … could not be read.
        CollectionIncomplete = "collection-incomplete";
        /// - The collection, or one of its keys, has a value of the wrong kind.
        /// - `…` must be …, not …
        CollectionKind = "collection-kind";
        /// - A collection needs a name.
        CollectionName = "collection-name";
        /// - There is no operation `…`.
        /// - The pattern `…` cannot be read at column …: …
        CollectionOp = "collection-op";
        /// - `…` must be a string, not …
        /// - Help: Write `[value, …]`, `…` or `…`.
        CollectionOrigin = "collection-origin";
        /// - This extracts records, but the elements of a collection are strings.
        CollectionRecords = "collection-records";
        /// - There is a collection `…` already.
        CollectionRepeated = "collection-repeated";
        /// - The `rpath` of a collection must be a regular expression; it cannot name a collection.
        CollectionRpath = "collection-rpath";
        /// - There is no collection `…`.
        CollectionUnknown = "collection-unknown";
        /// - Unknown key `…`.
        CollectionUnknownKey = "collection-unknown-key";
        /// - `collections` must be a mapping from name to list, not …
        /// - Help: Write `NAME: [value, …]` below it.
        CollectionsKind = "collections-kind";
    }
    /// Files and folders as a whole.
    Files {
        /// - Documents of 4 GiB or more are not supported.
        DocumentTooLarge = "document-too-large";
        /// - UTF-16 without a byte order mark.
        EncodingNoMark = "encoding-no-mark";
        /// - Files in … cannot be read here: …
        EncodingUnavailable = "encoding-unavailable";
        /// - The byte … is not valid in …
        EncodingUndecodable = "encoding-undecodable";
        /// - UTF-32 is not supported.
        /// - Unknown encoding `…`.
        EncodingUnknown = "encoding-unknown";
        /// - The declaration says `…`, but the file is not UTF-16.
        EncodingWrong = "encoding-wrong";
        /// - The file is binary, not text.
        /// - Help: The file is skipped: change its file extension, or write it as text.
        FileBinary = "file-binary";
        /// - The file changed while it was read.
        /// - Help: Check again.
        FileChanged = "file-changed";
        /// - There is no such file among those under check.
        FileMissing = "file-missing";
        /// - There is no such file.
        FileNotFound = "file-not-found";
        /// - The file is not checked: another file has the same name.
        FileTwice = "file-twice";
        /// - Unity wrote this file in binary: nothing in it was checked.
        FileUnityBinary = "file-unity-binary";
        /// - This file is not read: a file in the archive `…` has the same path.
        /// - The file cannot be read: …
        /// - Help: Rename the folder whose name ends in `!`.
        FileUnreadable = "file-unreadable";
        /// - No rule looks at …
        FileUnwanted = "file-unwanted";
        /// - This is a Git LFS pointer instead of the file: fetch the files with `git lfs pull`, or accept in `assay.yaml`
        ///   that they are absent: `severity: {git-lfs-pointer: warning}`.
        GitLfsPointer = "git-lfs-pointer";
        /// - The glTF validator returned no report: …
        GltfNoReport = "gltf-no-report";
        /// - The glTF validator has found more issues in this model than its report lists.
        GltfReportCut = "gltf-report-cut";
        /// - Expected the end of the line, found …
        /// - Expected `[section]` or `key = value`, found `…`.
        IniLine = "ini-line";
        /// - The header `…` has a field without a value, or a string that is not closed.
        /// - The section `…` has no `]`.
        IniSection = "ini-section";
        /// - … that begins here is never closed.
        IniUnclosed = "ini-unclosed";
        /// - The link forms a cycle.
        LinkCycle = "link-cycle";
        /// - The link leads out of the folder under check and is not followed.
        LinkOutside = "link-outside";
        /// - The line begins with a merge conflict marker: resolve the conflict, and remove its markers.
        MergeConflict = "merge-conflict";
        /// - The name is not UTF-8, so no rule can match the file.
        MisnamedFile = "misnamed-file";
        /// - No reader for `…`, and the content is neither XML nor JSON.
        NoReader = "no-reader";
        /// - No rule matched a file, so nothing was checked (SARIF).
        NothingChecked = "nothing-checked";
        /// - This is part … of …: other files are not checked here.
        PartOfRun = "part-of-run";
        /// - `…` is from the commit …, but `…` is from …: their files may differ.
        /// - Help: Check all parts of the same commit.
        PartsOfCommits = "parts-of-commits";
        /// - A file or folder among the rules is skipped, although it may contain rules.
        SkippedRules = "skipped-rules";
        /// - More than … links to folders; this one is not followed.
        TooManyLinks = "too-many-links";
        /// - The folder cannot be read.
        UnreadableFolder = "unreadable-folder";
        /// - The ignore file cannot be read: …
        UnreadableIgnoreFile = "unreadable-ignore-file";
        /// - A rule file, or a folder of them, cannot be read.
        UnreadableRules = "unreadable-rules";
        GzipDamaged = "gzip-damaged";
        GzipTooLarge = "gzip-too-large";
    }
    /// Documents in XML.
    Xml {
        /// - `&` does not begin a reference.
        /// - Help: Write `&amp;`.
        XmlAmpersand = "xml-ampersand";
        /// - A space is missing before the attribute.
        XmlAttributeBlank = "xml-attribute-blank";
        /// - An attribute has no name, or none that XML allows.
        XmlAttributeName = "xml-attribute-name";
        /// - The value of the attribute `…` is not in quotes.
        /// - Help: Put it in double quotes.
        XmlAttributeQuotes = "xml-attribute-quotes";
        /// - The attribute `…` occurs twice.
        XmlAttributeTwice = "xml-attribute-twice";
        /// - The attribute `…` has no value.
        XmlAttributeValue = "xml-attribute-value";
        /// - `]]>` is not allowed in text.
        XmlCdataEnd = "xml-cdata-end";
        /// - The character U+… is not allowed in XML.
        XmlCharacter = "xml-character";
        /// - `--` is not allowed inside a comment.
        XmlCommentHyphens = "xml-comment-hyphens";
        /// - The declaration at the start is not well formed.
        XmlDeclaration = "xml-declaration";
        /// - A document type is not well formed, or declares something inside its brackets.
        XmlDtd = "xml-dtd";
        /// - The document has no element.
        XmlEmpty = "xml-empty";
        /// - The end tag `</…>` contains more than its name.
        XmlEndTag = "xml-end-tag";
        /// - The entity `&…;` is not defined.
        XmlEntity = "xml-entity";
        /// - `<?` is not followed by a name.
        /// - `…` is a reserved name and cannot name an instruction.
        XmlInstruction = "xml-instruction";
        /// - The XML declaration is not at the very start of the file.
        XmlLateDeclaration = "xml-late-declaration";
        /// - `<` is not allowed in an attribute value.
        XmlLessThan = "xml-less-than";
        /// - `<!` begins neither a comment nor a CDATA section.
        XmlMarkup = "xml-markup";
        /// - `</…>` does not close `<…>`.
        XmlMismatchedEnd = "xml-mismatched-end";
        /// - … is outside the root element.
        XmlOutsideRoot = "xml-outside-root";
        /// - Expected a name with a declared prefix, found `…`.
        XmlPrefix = "xml-prefix";
        /// - `…` is not a valid XML character.
        XmlReference = "xml-reference";
        /// - A second root element `…`.
        XmlSecondRoot = "xml-second-root";
        /// - An element has no name, or none that XML allows.
        XmlTagName = "xml-tag-name";
        /// - The document ends inside `<…>`.
        XmlUnclosed = "xml-unclosed" [Unclosed];
        /// - The CDATA section is not closed by `]]>`.
        XmlUnclosedCdata = "xml-unclosed-cdata" [Unclosed];
        /// - The comment is not closed by `-->`.
        XmlUnclosedComment = "xml-unclosed-comment" [Unclosed];
        /// - `<?` is not closed by `?>`.
        XmlUnclosedInstruction = "xml-unclosed-instruction" [Unclosed];
        /// - The tag is not closed by `>`.
        /// - The document type is not closed by `>`.
        XmlUnclosedTag = "xml-unclosed-tag" [Unclosed];
        /// - A quote in this tag is not closed.
        XmlUnclosedValue = "xml-unclosed-value" [Unclosed];
        /// - `</…>` closes nothing.
        XmlUnopenedEnd = "xml-unopened-end";
    }
    /// Documents in JSON.
    Json {
        /// - `…` is not a valid escape.
        /// - Help: Write a backslash as `\\`.
        JsonBadEscape = "json-bad-escape";
        /// - The key `…` needs double quotes.
        JsonBadKey = "json-bad-key";
        /// - `…` is not a number.
        JsonBadNumber = "json-bad-number";
        /// - `…` is not a value.
        JsonBadWord = "json-bad-word";
        /// - The document is empty.
        JsonEmpty = "json-empty";
        /// - A number has leading zeros.
        JsonLeadingZero = "json-leading-zero";
        /// - `…` is half a character; it is read as U+FFFD.
        JsonLoneSurrogate = "json-lone-surrogate";
        /// - Expected `:` after the key, found …
        JsonMissingColon = "json-missing-colon";
        /// - Expected `,` or `…`, found `:`.
        /// - Expected `,` or `…` after the value, found …
        JsonMissingComma = "json-missing-comma";
        /// - Expected a key in double quotes, found …
        JsonMissingKey = "json-missing-key";
        /// - Expected a value, found …
        JsonMissingValue = "json-missing-value";
        /// - … is not strict JSON, or not JSON with comments.
        JsonNotStrict = "json-not-strict";
        /// - This object already has the key `…`.
        JsonRepeatedKey = "json-repeated-key" [RepeatedKey];
        /// - Values nest more than … deep.
        JsonTooDeep = "json-too-deep";
        /// - The document has ended, but … follows.
        JsonTrailingText = "json-trailing-text";
        /// - The comment is never closed: no `*/` follows.
        JsonUnclosedComment = "json-unclosed-comment" [Unclosed];
        /// - A string is not closed by its quote.
        JsonUnclosedText = "json-unclosed-text" [Unclosed];
        /// - The document ends before the `…` of …
        /// - Help: The file may be truncated.
        JsonUnfinished = "json-unfinished";
        /// - Expected `…` to close …, found …
        JsonWrongBracket = "json-wrong-bracket";
    }
    /// Documents in YAML.
    Yaml {
        /// - A directive must be followed by a document that begins with `---`.
        YamlBadDirective = "yaml-bad-directive";
        /// - `…` is not a valid escape or character.
        /// - Help: Write a character above U+FFFF like `\U0001F600`.
        YamlBadEscape = "yaml-bad-escape";
        /// - … cannot follow `…`: the text begins on the next line.
        YamlBadHeader = "yaml-bad-header";
        /// - A line is indented differently from the other entries of its list or mapping.
        /// - This line contains a key, but it continues the value of the line before.
        /// - Help: Begin all entries in the same column, and indent the continuation lines of a string further.
        YamlBadIndent = "yaml-bad-indent";
        /// - `<<` merges mappings, but this value is not a mapping.
        /// - Help: Put a key that is really called `<<` in quotes.
        YamlBadMerge = "yaml-bad-merge";
        /// - An anchor or an alias has no name, or is directly followed by another character.
        YamlBadName = "yaml-bad-name";
        /// - A tag has no name, or contains a character that is not allowed.
        /// - Help: Put a string that begins with `!` in quotes.
        YamlBadTag = "yaml-bad-tag";
        /// - A key must be a string, not a list or a mapping.
        YamlComplexKey = "yaml-complex-key";
        /// - A byte order mark (U+FEFF) inside a document.
        /// - The control character U+… is not allowed.
        /// - Help: Write it as an escape in double quotes: `\x00`.
        YamlControlCharacter = "yaml-control-character";
        /// - `*…` is inside the node that it refers to.
        YamlEndlessAlias = "yaml-endless-alias";
        /// - A line inside the brackets… must be indented further than the lines around them.
        /// - This line continues a string in quotes and must be indented further.
        /// - Help: Perhaps a closing bracket is missing before it.
        YamlInnerIndent = "yaml-inner-indent";
        /// - A key and its `:` must be on one line.
        YamlLongKey = "yaml-long-key";
        /// - Expected `:` after the key.
        /// - Help: A line that continues the previous value must be indented further than its key.
        YamlMissingColon = "yaml-missing-colon";
        /// - Expected `,` or `…` after the value, found …
        YamlMissingComma = "yaml-missing-comma";
        /// - Expected a value, found …
        YamlMissingValue = "yaml-missing-value";
        /// - A list must begin on a new line after a key, an anchor or a tag.
        /// - A mapping cannot begin on this line.
        YamlNestedLine = "yaml-nested-line";
        /// - This mapping already has the key `…`.
        YamlRepeatedKey = "yaml-repeated-key" [RepeatedKey];
        /// - An alias cannot have an anchor or a tag.
        /// - The value already has …
        YamlSecondProperty = "yaml-second-property";
        /// - A tab cannot be used for indentation.
        /// - Help: Indent with spaces.
        YamlTab = "yaml-tab";
        /// - Values nest more than … deep.
        YamlTooDeep = "yaml-too-deep";
        /// - The aliases and merges up to here make more than … nodes, in a file of … bytes.
        YamlTooManyCopies = "yaml-too-many-copies";
        /// - … is not allowed after …
        /// - Help: If a value contains special characters, put the whole value in quotes.
        YamlTrailingText = "yaml-trailing-text";
        /// - The string is not closed before …
        YamlUnclosedText = "yaml-unclosed-text";
        /// - The document ends before the `…` of …
        YamlUnfinished = "yaml-unfinished";
        /// - No anchor `&…` is defined before it.
        YamlUnknownAlias = "yaml-unknown-alias";
        /// - Expected `…` to close …, found …
        YamlWrongBracket = "yaml-wrong-bracket";
    }
    /// Binary glTF.
    Gltf {
        /// - Binary glTF begins with `glTF`, but this file does not.
        GlbBadMagic = "glb-bad-magic";
        /// - The version is …, but only version 2 is supported.
        GlbBadVersion = "glb-bad-version";
        /// - … is …, but only the first chunk can be JSON, and only the second BIN.
        GlbChunkOrder = "glb-chunk-order";
        /// - … has …, which is too short for the header of a chunk.
        /// - … says …, but the file has only … more.
        GlbCutChunk = "glb-cut-chunk";
        /// - … has …, which is not a multiple of 4.
        /// - Help: Pad JSON with spaces, BIN with zeros.
        GlbMisaligned = "glb-misaligned";
        /// - This is binary glTF, but the file has another extension: rename it to `.glb`.
        GlbMisnamed = "glb-misnamed";
        /// - … is not the JSON that describes the scene.
        GlbNoJson = "glb-no-json";
        /// - The file ends after …, inside its header or the header of the first chunk.
        GlbTooShort = "glb-too-short";
        /// - The header says …, but the file has …
        GlbWrongLength = "glb-wrong-length";
    }
    /// Headers of pictures.
    Pictures {
        /// - The … image is truncated: it ends after … bytes, before …
        /// - The … image is truncated: it has … bytes, but needs at least …
        ImageCutOff = "image-cut-off";
        /// - The … image is damaged at byte …: …
        /// - The … image is damaged: … is … by … pixels, which is not possible.
        ImageDamaged = "image-damaged";
        /// - The content is not an image of a known format, or the file is empty.
        ImageUnknown = "image-unknown";
    }
    /// Zip archives.
    Archives {
        /// - The archive has two possible end records, and readers disagree about which one to use.
        ZipAmbiguous = "zip-ambiguous";
        /// - The checksum (CRC-32) of its bytes differs from the one in the directory.
        ZipChecksum = "zip-checksum";
        /// - The directory of the archive has … entries, but the end record says …
        ZipCountDisagrees = "zip-count-disagrees";
        /// - The archive is truncated: its end record is missing.
        ZipCutOff = "zip-cut-off";
        /// - Its packed bytes are damaged.
        ZipDamaged = "zip-damaged";
        /// - The data descriptor after its bytes disagrees with the directory.
        ZipDescriptorDisagrees = "zip-descriptor-disagrees";
        /// - The directory of the archive is damaged at entry …
        ZipDirectoryDamaged = "zip-directory-damaged";
        /// - The directory of the archive is not where the end record says.
        ZipDirectoryMisplaced = "zip-directory-misplaced";
        /// - Another member has the same name.
        ZipDuplicate = "zip-duplicate";
        /// - It is encrypted.
        ZipEncrypted = "zip-encrypted";
        /// - The end records of the archive disagree about …
        ZipEndDisagrees = "zip-end-disagrees";
        /// - A field of its entry is truncated.
        ZipExtraDamaged = "zip-extra-damaged";
        /// - A field of its entry occurs twice, and readers disagree about which one to use.
        ZipExtraTwice = "zip-extra-twice";
        /// - `…` is both a file and a folder.
        ZipFileAsFolder = "zip-file-as-folder";
        /// - It is a folder, but has content.
        ZipFolderContent = "zip-folder-content";
        /// - … to any member.
        ZipGap = "zip-gap";
        /// - The header in front of its bytes disagrees with the directory about …
        ZipHeaderDisagrees = "zip-header-disagrees";
        /// - It is a folder by its mode but a file by its name, and unpackers disagree about which one to use.
        ZipKindDisagrees = "zip-kind-disagrees";
        /// - Another member, which only some readers find, is in the … bytes before the first member.
        ZipLeading = "zip-leading";
        /// - The directory of the archive has … bytes, but the limit `directory` is …
        ZipLimitDirectory = "zip-limit-directory" [Limit];
        /// - The archive has …, but the limit `members` is …
        ZipLimitMembers = "zip-limit-members" [Limit];
        /// - Its … bytes unpack to …, but the limit `ratio` is … to 1.
        ZipLimitRatio = "zip-limit-ratio" [Limit];
        /// - The … packed bytes of the members unpack to …, but the limit `total_ratio` is … to 1.
        ZipLimitTotalRatio = "zip-limit-total-ratio" [Limit];
        /// - The members unpack to … bytes, but the limit `unpacked` is …
        ZipLimitUnpacked = "zip-limit-unpacked" [Limit];
        /// - It is a symbolic link: some unpackers create the link, others a file that contains the path.
        ZipLink = "zip-link";
        /// - It unpacks to more than … bytes, the size in the directory.
        ZipLonger = "zip-longer";
        /// - Its name looks like `…`: one of the two stores an accent or a letter variant as a separate character.
        ZipLookalike = "zip-lookalike";
        /// - Its compression method is …: expected stored, deflated or Deflate64.
        ZipMethod = "zip-method";
        /// - … more faults of this archive are not shown.
        ZipMore = "zip-more";
        /// - The member is not checked: …
        ZipName = "zip-name";
        /// - Its name is an absolute path.
        ZipNameAbsolute = "zip-name-absolute";
        /// - Its name contains a backslash, which separates folders on some systems only.
        ZipNameBackslash = "zip-name-backslash";
        /// - Its name is stored in two encodings, which give different names.
        ZipNameDisagrees = "zip-name-disagrees";
        /// - Its path has a part `…`.
        ZipNameDots = "zip-name-dots";
        /// - Its name or a part of its path is empty.
        ZipNameEmpty = "zip-name-empty";
        /// - Its name is not UTF-8.
        ZipNameEncoding = "zip-name-encoding";
        /// - … has … bytes: expected at most …
        ZipNameLong = "zip-name-long";
        /// - `…` is a name that is reserved for a tool.
        ZipNameReserved = "zip-name-reserved";
        /// - `…` cannot be the name of a file on Windows.
        ZipNameUnportable = "zip-name-unportable";
        /// - Its name contains the invisible character U+….
        ZipNameUnseen = "zip-name-unseen";
        /// - The header in front of its bytes is missing.
        ZipNoHeader = "zip-no-header";
        /// - This is not a zip archive: its end record is missing.
        ZipNone = "zip-none";
        /// - Its bytes are outside of the archive.
        ZipOutOfBounds = "zip-out-of-bounds";
        /// - Its bytes overlap those of `…`.
        ZipOverlap = "zip-overlap";
        /// - Its packed bytes are truncated.
        ZipPackedCutOff = "zip-packed-cut-off";
        /// - … left over.
        ZipPackedLeft = "zip-packed-left";
        /// - Readers that ignore additional names in UTF-8 confuse it with another member.
        ZipRawTwin = "zip-raw-twin";
        /// - It unpacks to … bytes, but the directory says …
        ZipShorter = "zip-shorter";
        /// - It is stored uncompressed, but its two sizes differ: … and … bytes.
        ZipSizesDiffer = "zip-sizes-differ";
        /// - It is a device: some unpackers create the device, others a file.
        ZipSpecial = "zip-special";
        /// - The archive is one part of a split archive, and the other parts are missing.
        ZipSplit = "zip-split";
        /// - Another member, which only some readers find, is in the … bytes after the end of the archive.
        ZipTrailing = "zip-trailing";
        /// - Its name differs from `…` only in letter case.
        ZipTwin = "zip-twin";
        /// - The zip cannot be read: …
        ZipUnusable = "zip-unusable";
        /// - Its entry lacks a 64-bit number.
        ZipWide = "zip-wide";
    }
    /// Portable asset packages.
    Packages {
        /// - This is …, like `…`, and their content is the same…
        PackageAgain = "package-again";
        /// - This is …, like `…`, but their content differs: `…`.
        PackageConflict = "package-conflict";
        /// - The dependency on … occurs twice.
        PackageDependencyTwice = "package-dependency-twice";
        /// - `metadata.json` is not UTF-8.
        PackageEncoding = "package-encoding";
        /// - `…` is listed, but the file does not exist.
        PackageFileMissing = "package-file-missing";
        /// - Expected …, found …
        PackageForm = "package-form";
        /// - Expected a path below `assets/` or `shots/`, found `…`.
        PackageGroup = "package-group";
        /// - The group path cannot be used: …
        PackageGroupPath = "package-group-path";
        /// - `…` has the … …, which replaces a different hash in the metadata.
        /// - `…` has the … …, but another one is listed.
        /// - `…` has a hash that differs from the listed one.
        PackageHash = "package-hash";
        /// - Expected a size and an MD5, or the digits of an MD5, SHA-1 or SHA-256, found `…`.
        PackageHashForm = "package-hash-form";
        /// - `metadata.json` is not JSON.
        PackageJson = "package-json";
        /// - Unknown key `…`, did you mean `…`?
        PackageKey = "package-key";
        /// - `…` occurs twice, and readers disagree about which one to use.
        PackageKeyTwice = "package-key-twice";
        /// - The package has … …; more than … are refused unless a higher limit is set.
        PackageLimit = "package-limit";
        /// - `…` has … bytes, but the limit `metadata` is …
        PackageLimitMetadata = "package-limit-metadata";
        /// - `…` is listed twice.
        PackageListedTwice = "package-listed-twice";
        /// - … has no `…`.
        PackageMissing = "package-missing";
        /// - … more problems of the members are not shown.
        /// - … more problems in this file are not shown.
        PackageMore = "package-more";
        /// - `…` cannot be in a package: …
        PackageName = "package-name";
        /// - The archive does not give the encoding of the name `…`, which was read as code page 437.
        PackageNameEncoding = "package-name-encoding";
        /// - The package depends on itself.
        PackageNeedsItself = "package-needs-itself";
        /// - The package has no `…` at its top.
        PackageNoMetadata = "package-no-metadata";
        /// - The path of a file cannot be used: …
        /// - `…` is a folder: list only files.
        /// - `…` describes the files and must not be listed.
        PackagePath = "package-path";
        /// - This is …, similar to the place of `…`, …
        PackagePlace = "package-place";
        /// - The place of the package is longer than the limit for paths.
        PackagePlaceLong = "package-place-long";
        /// - Expected a whole number of at least 1, found `…`.
        PackageRevision = "package-revision";
        /// - `…` has … bytes, but its listed size is ….
        /// - `…` has … bytes, which replaces the size … in the metadata.
        PackageSize = "package-size";
        /// - `…` and `…` have the same `srcPath`.
        PackageSrcTwice = "package-src-twice";
        /// - The package is larger than the limit for archives.
        PackageTooLarge = "package-too-large";
        /// - no hash for … of …: changes of their content cannot be detected.
        PackageUnhashed = "package-unhashed";
        /// - `…` is in the package, but not listed in `revisionFiles`.
        PackageUnlisted = "package-unlisted";
    }
    /// Conversion rules.
    ConversionRules {
        /// - Doubled backslashes are read as single ones.
        ConversionBackslashes = "conversion-backslashes";
        /// - Spaces after the `<` of a tag are not valid XML and are ignored…
        ConversionBlank = "conversion-blank";
        /// - An empty `noConversion` does not exclude the file: it counts as `false`.
        ConversionEmpty = "conversion-empty";
        /// - A value that is set here has no effect.
        ConversionNoEffect = "conversion-no-effect";
        /// - Group … does not exist: the `sourcePattern` has … groups.
        ConversionNoGroup = "conversion-no-group";
        /// - A rule has no `pattern`, or an empty one.
        ConversionNoPattern = "conversion-no-pattern";
        /// - The root is a rule: wrap it in `<rules>`.
        ConversionNoRoot = "conversion-no-root";
        /// - There is no rule in the file.
        ConversionNoRule = "conversion-no-rule";
        /// - There is no rule to check.
        ConversionNoRules = "conversion-no-rules";
        /// - `…` must be `true` or `false`, not …, and is ignored.
        ConversionNoTruthValue = "conversion-no-truth-value";
        /// - `…` matches only part of `……`, but a pattern must match the whole path.
        ConversionPartialMatch = "conversion-partial-match";
        /// - `…` occurs twice: the first one is used.
        /// - Two rules are called `…`: the first one is used.
        ConversionRepeated = "conversion-repeated";
        /// - No rule is called `…`, here or in the folders above.
        /// - The import of `…` leads back to this rule.
        ConversionUnknownImport = "conversion-unknown-import";
        /// - `…` is unknown in a …, so it is ignored.
        ConversionUnknownTag = "conversion-unknown-tag";
    }
    /// Asset lists, seeds and plans.
    AssetLists {
        /// - Expected an asset id `{GUID}:<number>`, found `…`.
        AssetId = "asset-id";
        /// - A binary ObjectStream cannot be read: expected XML or JSON.
        /// - Help: Write the list as XML with the tool that made it.
        AssetListBinary = "asset-list-binary";
        /// - A path contains a character that this format cannot contain.
        AssetListCharacter = "asset-list-character";
        /// - The count must be at least 1: every entry is in 0 or more lists.
        /// - The count must be at most …, the number of lists, not …
        AssetListCount = "asset-list-count";
        /// - Entry …, `…`, has the same … as entry …, `…`…
        /// - Help: List each asset only once.
        AssetListDuplicate = "asset-list-duplicate";
        /// - Entry … has no path, or no complete hash.
        AssetListEntry = "asset-list-entry";
        /// - `…` is not a field of `…` and is ignored.
        /// - `…` is not a key of … and is ignored.
        /// - `…` occurs more than once in one `…`: the last one is used.
        AssetListField = "asset-list-field";
        /// - The file is neither XML nor JSON, nor a text file with a path on each line.
        AssetListForm = "asset-list-form";
        /// - Expected …, found …
        AssetListKind = "asset-list-kind";
        /// - List … has no entries.
        AssetListNoEntries = "asset-list-no-entries";
        /// - Cannot compare by id: in list … entry …, `…`, has no id.
        AssetListNoId = "asset-list-no-id";
        /// - This object already has the key `…`: it is unclear which one to use.
        AssetListRepeated = "asset-list-repeated";
        /// - Only the first object of a stream is read.
        AssetListRoot = "asset-list-root";
        /// - A list of paths has neither hashes nor ids: each entry is treated as an empty file.
        AssetListText = "asset-list-text";
        /// - `…` is not a type id.
        /// - `…` does not have the type id of `…`, but is read anyway.
        AssetListType = "asset-list-type";
        /// - A value has the wrong type, or cannot be stored in a list.
        AssetListValue = "asset-list-value";
        /// - Expected a stream version up to …, found `…`.
        AssetListVersion = "asset-list-version";
        /// - … cannot be part of a series: make it the only step of a plan.
        PlanCountInSeries = "plan-count-in-series";
        /// - … reads `…`, which has no entries.
        PlanEmptyInput = "plan-empty-input";
        /// - … produces no entries for `…`, and a list without entries is not written.
        PlanEmptyResult = "plan-empty-result";
        /// - A step's lists cannot be compared.
        PlanIncomparable = "plan-incomparable";
        /// - A step lacks something that it needs.
        PlanMissing = "plan-missing";
        /// - … reads `…`, which does not exist.
        PlanNoList = "plan-no-list";
        /// - The plan has no steps.
        PlanNoSteps = "plan-no-steps";
        /// - … reads `…`, which is written only when all steps are done: name a variable, such as `$result`.
        PlanNotWrittenYet = "plan-not-written-yet";
        /// - …: the pattern `…` cannot be read at column …: ……
        PlanPattern = "plan-pattern";
        /// - … reads `…`, which no earlier step has written.
        PlanUnknownVariable = "plan-unknown-variable";
        /// - The result of a step cannot be written in that format.
        PlanUnwritable = "plan-unwritable";
        /// - … writes `…`, which an earlier step writes too: two results cannot go to the same file.
        PlanWrittenTwice = "plan-written-twice";
    }
    /// Definitions of a game and their schema.
    Definitions {
        /// - `…` is abstract in the schema and cannot have a definition.
        AbstractType = "abstract-type";
        /// - `…` contains a list elsewhere, and is treated as an empty list.
        /// - Help: Say in the schema whether it is a list.
        AmbiguousList = "ambiguous-list";
        /// - `…` must be ……
        /// - `xsi:nil` must be `true` or `false`, not `…`.
        /// - Help: The element is treated as if it had a value.
        BadValue = "bad-value";
        /// - The context `…` has no files.
        ContextEmpty = "context-empty";
        /// - `…` copies from itself.
        CopyCycle = "copy-cycle";
        /// - `Copy="Override"` takes nothing from the source.
        CopyOverrideNoop = "copy-override-noop";
        /// - `CopyFrom` must be the id of a `…` that is loaded, not …
        CopySourceMissing = "copy-source-missing";
        /// - `Copy` does nothing without `CopyFrom`.
        CopyWithoutSource = "copy-without-source";
        /// - Elements nest more than … deep.
        DefinitionDepth = "definition-depth";
        /// - There are more definitions than Assay can load.
        /// - Help: Load fewer folders.
        DefinitionsTooMany = "definitions-too-many";
        /// - `…` depends on itself.
        /// - Help: Remove one of the dependencies to break the cycle.
        DepCycle = "dep-cycle";
        /// - `…` depends on the abstract type `…`, but not on the types that extend it.
        DependencyNotRecursive = "dependency-not-recursive";
        /// - This context already has a definition `…`.
        DuplicateId = "duplicate-id";
        /// - `…` already has an entry with the key `…`.
        /// - An earlier entry has the same key: `…`.
        /// - Help: Both are kept.
        DuplicateKey = "duplicate-key";
        /// - Duplicate id: a `…` of the same group `…` has the id `…` too.
        GroupCollision = "group-collision";
        /// - A handler of the schema reported a problem.
        HandlerFinding = "handler-finding";
        /// - `…` must return a list of findings for `…`.
        /// - `…` returned an invalid finding for `…`: expected a definition and a message, found ……
        HandlerReturn = "handler-return";
        /// - `…` stopped for the type `…`: …
        HandlerStopped = "handler-stopped";
        /// - A limit is outside of its allowed range.
        LimitOutOfBounds = "limit-out-of-bounds";
        /// - There is nothing to … with: no earlier definition has this id.
        MergeWithoutBase = "merge-without-base";
        /// - The function of a `merger` returned a value that the field cannot hold.
        MergerReturn = "merger-return";
        /// - `…` stopped, and the definition is merged without it: …
        MergerStopped = "merger-stopped";
        /// - `…` refers to `…` in `…`, but does not depend on it.
        MissingDependency = "missing-dependency";
        /// - Expected `<Id Type="…" Subtype="…"/>`, which identifies a definition.
        /// - Help: The definition is ignored.
        MissingId = "missing-id";
        /// - `…` has no key, so it equals no other entry.
        /// - Help: It is kept.
        MissingKey = "missing-key";
        /// - `xsi:type` must be the name of a type.
        /// - Help: The definition is ignored.
        MissingType = "missing-type";
        /// - Expected `<Definition>`, found …`<…>`.
        NotADefinition = "not-a-definition";
        /// - Expected `<Definitions>`, found `<…>`.
        NotDefinitions = "not-definitions";
        /// - `…` cannot be absent in the game and is reset to its default: … is lost.
        NotNullableReset = "not-nullable-reset";
        /// - `…` already has the same entry, from …
        RepeatedEntry = "repeated-entry";
        /// - A key occurs twice in one mapping of a file, and readers disagree about which value they use.
        RepeatedKey = "repeated-key";
        /// - `…` holds one value, but occurs more than once.
        /// - Help: The first one is used.
        RepeatedScalar = "repeated-scalar";
        /// - … findings left out, the least severe ones: a SARIF run has at most …
        ResultsLeftOut = "results-left-out";
        /// - Values nest more than … deep.
        SchemaDepth = "schema-depth";
        /// - Types extend each other: …
        SchemaExtends = "schema-extends";
        /// - … has no key `…`.
        SchemaKey = "schema-key";
        /// - Unknown kind of value `…`.
        SchemaKind = "schema-kind";
        /// - Scripts cannot be run here.
        SchemaScript = "schema-script";
        /// - There is no struct `…`.
        SchemaStruct = "schema-struct";
        /// - A type or a field of this name is already described.
        SchemaTwice = "schema-twice";
        /// - The schema cannot be read.
        SchemaUnreadable = "schema-unreadable";
        /// - A value of the schema is not valid for its key, or a key is missing that another one requires.
        /// - `…` must be …
        /// - `…` needs a `key`.
        SchemaValue = "schema-value";
        /// - `schema` must be …, not …
        SchemaVersion = "schema-version";
        /// - Elements nest more than … deep.
        TooDeep = "too-deep";
        /// - `…` has the type … and completely replaces one of type …
        TypeReplaced = "type-replaced";
        /// - There is no field of that name.
        UnknownField = "unknown-field";
        /// - `…` must be `Override`, `Merge` or `Append`, not `…`.
        UnknownMergeMode = "unknown-merge-mode";
        /// - `…` names the type `…`, which is neither described nor loaded.
        UnknownType = "unknown-type";
        /// - Elements nest more than … deep.
        XsdDepth = "xsd-depth";
        /// - No complex type extends `MyObjectBuilder_…`.
        XsdNoDefinitions = "xsd-no-definitions";
        /// - Expected `<xs:schema>`, found `<…>`.
        XsdRoot = "xsd-root";
    }
    /// Arguments of the npm package.
    NpmPackage {
        /// - `…` is not UTF-8.
        /// - `…` has a zero byte, so it is not a text file.
        NotText = "not-text";
        /// - … is not a path, so `subxpath` has no file to read.
        /// - … is not the path of an ilevel.
        PathExpected = "path-expected";
        /// - The path `…` leaves the root.
        PathOutside = "path-outside";
        /// - Unknown format `…`.
        UnknownFormat = "unknown-format";
        /// - There is no limit `…` for packages: the limits are …
        UnknownLimit = "unknown-limit";
        /// - There is no file at that path.
        UnknownPath = "unknown-path";
        /// - There is no platform `…`.
        UnknownPlatform = "unknown-platform";
        /// - This object is not a report that `check` returned, but a copy or the report of a worker: pass its JSON to
        ///   `readReport`.
        UnknownReport = "unknown-report";
        /// - There is no rule of that name.
        UnknownRule = "unknown-rule";
        Misuse = "misuse";
        UnknownBytes = "unknown-bytes";
        Unmergeable = "unmergeable";
    }
    /// The checker itself.
    Checker {
        /// - The checker crashed on this file: …
        /// - Help: Please report it, with the file and the rules.
        Internal = "internal";
    }
}

#[cfg(test)]
mod tests {
    use super::IssueCode;

    #[test]
    fn each_code_is_found_by_its_string() {
        for code in IssueCode::ALL {
            assert_eq!(IssueCode::named(code.as_str()), Some(*code), "{code}");
        }
        assert_eq!(IssueCode::named("no-such-code"), None);
    }
}
