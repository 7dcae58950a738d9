//! The codes of problems, warnings and hints, in one table that the checker and the documentation read.

/// Makes [`IssueCode`] and its families from the table.
///
/// In each row the sentences of the documentation stand above the code, as a list; `Help:` begins one that says what helps.
/// A row without sentences is not listed in the documentation.
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

            /// Returns the code as reports and people write it, such as `xml-unclosed`.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $($(Self::$code => $text,)*)*
                }
            }

            /// Returns the code that is written as `text`.
            #[must_use]
            pub fn named(text: &str) -> Option<Self> {
                // A search through the table is fast enough for reports that are read, and short.
                Self::ALL.iter().copied().find(|code| code.as_str() == text)
            }

            /// Returns the family of the code.
            #[must_use]
            pub const fn family(self) -> CodeFamily {
                match self {
                    $($(Self::$code)|* => CodeFamily::$family,)*
                }
            }

            /// Returns the code of the same syntax error in a configuration: rule files have its syntax. Any other code
            /// is returned unchanged.
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
    /// A filter can be the reason why a rule finds nothing.
    OfFilter,
    /// The warning is about how a test of rules is written.
    OfTests,
    /// A limit was exceeded, which the user can raise.
    Limit,
    /// A rule that finds nothing proves nothing, as its whole condition asks something else than it seems to. A
    /// comparison in a script that is never equal has no such flag: what stands around it may be right.
    NoVerdict,
    /// A key is given twice in one mapping.
    RepeatedKey,
    /// Something is not closed. The rest of a file that is read in parts may close it.
    Unclosed,
}

impl IssueCode {
    /// Returns true if the code has this property.
    #[must_use]
    pub fn has(self, flag: CodeFlag) -> bool {
        self.flags().contains(&flag)
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
        /// - Rule files extend each other more than … deep.
        ExtendsDepth = "extends-depth";
        /// - `extends` names no rule file, so none is read.
        ExtendsEmpty = "extends-empty";
        /// - `extends` names rule files, this is …
        ExtendsKind = "extends-kind";
        /// - There is no rule file `…`.
        /// - Help: Paths are relative to this file.
        ExtendsMissing = "extends-missing";
        /// - Its messages are longer than … KiB: reports hold their beginnings.
        /// - Help: Say what is wrong, not all that is there.
        MessageCut = "message-cut";
        /// - A name in braces stands for nothing.
        MessageUnknownName = "message-unknown-name";
        /// - Every rule is switched off.
        NoEnabledRules = "no-enabled-rules";
        /// - No rule files were given.
        NoRuleFiles = "no-rule-files";
        /// - A rule file is empty, or there is no rule in any.
        NoRules = "no-rules";
        /// - `not_rpath` is a regular expression; it cannot name a collection.
        NotRpathCollection = "not-rpath-collection";
        /// - `…` is a map, and not a collection of paths.
        /// - Help: `artfunc_res_store.ilevels` is one, and so is every list below `collections:`.
        RpathMap = "rpath-map";
        /// - There is no collection `…`.
        RpathUnknownCollection = "rpath-unknown-collection";
        /// - Several of the extended files have a collection `…`, so this rule is not run.
        /// - The collection `…` cannot be used, so this rule is not run.
        /// - Help: See what is said of the collection.
        RuleBrokenCollection = "rule-broken-collection";
        /// - … cannot be used, so this rule is not run.
        RuleBrokenScript = "rule-broken-script";
        /// - `condition` must be a list, this is …
        /// - Quotes of YAML are straight, `'` or `"`.
        /// - `…` must be …, this is …
        RuleFieldKind = "rule-field-kind";
        /// - `…` should be …; this is not shown.
        RuleFieldNotShown = "rule-field-not-shown";
        /// - `…` is a text; … is read as it is spelled.
        /// - Help: Put it in quotes.
        RuleFieldQuotes = "rule-field-quotes";
        /// - There are no aliases here.
        /// - Help: Put a text that begins with `*` in quotes.
        RuleFileAlias = "rule-file-alias" => ConfigAlias, BaselineAlias;
        /// - There are no anchors here.
        /// - Help: Put a text that begins with `&` in quotes.
        /// - Help: Put a text that begins with `!` in quotes.
        RuleFileAnchor = "rule-file-anchor" => ConfigAnchor, BaselineAnchor;
        /// - Values nest too deep.
        RuleFileDepth = "rule-file-depth" => ConfigDepth, BaselineDepth;
        /// - Rule files need no directives; this one is not read.
        RuleFileDirective = "rule-file-directive" => ConfigDirective, BaselineDirective;
        /// - A file holds one document here; what follows is not read.
        RuleFileDocuments = "rule-file-documents" => ConfigDocuments, BaselineDocuments;
        /// - A rule file holds a list or a mapping, this is …
        RuleFileForm = "rule-file-form";
        /// - The file is not JSON.
        RuleFileJson = "rule-file-json" => ConfigJson, BaselineJson;
        /// - A key must be a text, this is …
        RuleFileKey = "rule-file-key" => ConfigKey, BaselineKey;
        /// - A text that begins with `…` needs quotes in YAML.
        RuleFilePlain = "rule-file-plain" => ConfigPlain, BaselinePlain;
        /// - `…` is read as a straight quote.
        RuleFileQuote = "rule-file-quote" => ConfigQuote, BaselineQuote;
        /// - `…` is given twice, first on line …
        /// - Help: Put both into one.
        RuleFileRepeatedKey = "rule-file-repeated-key";
        /// - `rules` must be a list or a mapping from name to rule, this is …
        RuleFileRules = "rule-file-rules";
        /// - These fields are read as one rule.
        /// - Help: Write the rule as an item of a list, or below `rules:`.
        RuleFileSingle = "rule-file-single";
        /// - There are no tags here.
        /// - Help: Put a text that begins with `!` in quotes.
        RuleFileTag = "rule-file-tag" => ConfigTag, BaselineTag;
        /// - There is no key of that name.
        RuleFileUnknownKey = "rule-file-unknown-key";
        /// - This is not YAML: a blank is missing behind this `:`.
        /// - This is not YAML: a `:` is missing behind this key.
        /// - This is not YAML: …
        /// - This is not YAML: `…` is not closed.
        RuleFileYaml = "rule-file-yaml" => ConfigYaml, BaselineYaml;
        /// - `subfilter` let no value of any file through.
        /// - `filter` let no value of any file through.
        /// - `not_filter` let no value of any file through.
        /// - `filter` and `not_filter` let no value of any file through.
        RuleFiltered = "rule-filtered";
        /// - The description of a pack, `pack.yaml`, has a key or a value that it cannot have.
        PackForm = "pack-form";
        /// - The declaration of a parameter has a name, a key or a value that it cannot have.
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
        /// - … must be a mapping with the fields of a rule, this is …
        RuleNoMapping = "rule-no-mapping";
        /// - The `xpath` or the `subxpath` extracted no value from any file.
        RuleNoValue = "rule-no-value";
        /// - Not checked: the collection `…` could not be built, as a problem says.
        /// - Not checked: no file that `rpath` matched could be, as the problems say.
        RuleNotChecked = "rule-not-checked";
        /// - `…` is given twice, first on line …
        /// - Help: Keep one of the two.
        RuleRepeatedField = "rule-repeated-field";
        /// - There is a rule `…` already, …; this one is not run.
        /// - Help: Give it another name.
        RuleRepeatedName = "rule-repeated-name";
        /// - Unknown severity `…`, read as `error`.
        RuleSeverity = "rule-severity";
        /// - `subfilter` filters what `subxpath` extracts, and there is none.
        RuleSubfilterAlone = "rule-subfilter-alone";
        /// - The rule is called `…` by its key; this `name` is not used.
        RuleTwoNames = "rule-two-names";
        /// - There is no field of that name.
        RuleUnknownField = "rule-unknown-field";
        /// - The rule has no `name`; it is called `…`.
        RuleWithoutName = "rule-without-name";
        /// - `--rule`, `--tag`, `--skip-rule` or a profile names nothing that exists, or selects no rule.
        RulesNotSelected = "rules-not-selected";
        /// - The rule is switched off, so that nothing is checked.
        SwitchedOff = "switched-off";
        /// - …, this is …
        /// - `hex` must be pairs of hexadecimal digits, …
        TestKind = "test-kind" [OfTests];
        /// - … has no `…`.
        TestMissingKey = "test-missing-key" [OfTests];
        /// - Rules find no value in the files of a test, and one would in another letter case; or the rule that it
        ///   expects something of finds none.
        /// - Help: The `xpath` of `…`: …
        TestNoValue = "test-no-value" [OfTests];
        /// - `…` is no path inside a source.
        TestPath = "test-path" [OfTests];
        /// - Expected the problem `…` in `…`, which did not occur.
        TestProblemMissing = "test-problem-missing" [OfTests];
        /// - The file `…` is given twice.
        TestRepeatedFile = "test-repeated-file" [OfTests];
        /// - `…` is given twice.
        TestRepeatedKey = "test-repeated-key" [OfTests];
        /// - A test expects something of a rule that is switched off, or every rule is.
        TestRuleOff = "test-rule-off" [OfTests];
        /// - `size` must be a number from …, what is given, to …
        TestSize = "test-size" [OfTests];
        /// - Unknown key `…`.
        TestUnknownKey = "test-unknown-key" [OfTests];
        /// - There is no rule `…`.
        TestUnknownRule = "test-unknown-rule" [OfTests];
        /// - No rule looks at the files of a test, or not the one that it expects something of.
        TestUnseen = "test-unseen" [OfTests];
        /// - `tests` must be a list, this is …
        TestsKind = "tests-kind" [OfTests];
    }
    /// The configuration.
    Configuration {
        /// - The configuration is empty.
        ConfigEmpty = "config-empty";
        /// - There is no key of that name there.
        ConfigKey = "config-key";
        /// - Archives have no limit `…`, only …
        ConfigLimit = "config-limit";
        /// - More overrides apply to one rule than can be combined.
        ConfigOverrides = "config-overrides";
        /// - The configuration sets a parameter that does not exist, or gives it a value of the wrong kind.
        ConfigParameter = "config-parameter";
        /// - A folder or file of `definitions` is not there, or holds none.
        ConfigPath = "config-path";
        /// - `…` stands here already.
        ConfigRepeated = "config-repeated";
        /// - Expected keys with their values, and this is …
        /// - Help: For example: `rules: rules`.
        ConfigRoot = "config-root";
        /// - Expected one configuration, and there is `…`, too.
        ConfigTwice = "config-twice";
        /// - There is no rule `…`.
        ConfigUnknownRule = "config-unknown-rule";
        /// - A value is not what its key takes.
        ConfigValue = "config-value";
        ConfigAlias = "config-alias";
        ConfigAnchor = "config-anchor";
        ConfigDepth = "config-depth";
        ConfigDirective = "config-directive";
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
        /// - An entry lists what no longer occurs.
        BaselineGone = "baseline-gone";
        /// - No rule `…` is run: this hides nothing.
        BaselineUnknownRule = "baseline-unknown-rule";
        /// - This comment does not say why.
        IgnoreNoReason = "ignore-no-reason";
        /// - This comment names no rule, so it hides nothing.
        IgnoreNoRule = "ignore-no-rule";
        /// - No element follows this comment, so it hides nothing.
        IgnoreNothing = "ignore-nothing";
        /// - A comment holds `assay-ignore` more than once, and is about the first rule alone.
        IgnoreTwice = "ignore-twice";
        /// - No rule `…` is run: this hides nothing.
        IgnoreUnknownRule = "ignore-unknown-rule";
        /// - A comment hides nothing: the rule finds nothing in the element behind it.
        IgnoreUnused = "ignore-unused";
        /// - `…` is not `…`: this comment hides nothing.
        RemarkUnknown = "remark-unknown";
        BaselineAlias = "baseline-alias";
        BaselineAnchor = "baseline-anchor";
        BaselineDepth = "baseline-depth";
        BaselineDirective = "baseline-directive";
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
        /// - The nodes selected here hold more than 64 MiB before they close.
        ExtractTooMuchHeld = "extract-too-much-held";
        /// - More than 1 GiB of values has been taken from this file by here.
        ExtractTooMuchKept = "extract-too-much-kept";
        /// - `{…` is told of each entry of an asset list, and not of a file.
        FactOfEntries = "fact-of-entries";
        /// - A name of a rule's records has nothing in any record of the whole run, a like one has, and the rule found
        ///   nothing.
        RecordNameEmpty = "record-name-empty";
        /// - `…` is no operator.
        XpathBadOperator = "xpath-bad-operator";
        /// - An unquoted tag holds no `…`.
        XpathBadTag = "xpath-bad-tag";
        /// - An unquoted tag holds no blank.
        XpathBlankInTag = "xpath-blank-in-tag";
        /// - Node names and attribute names cannot both be extracted.
        XpathBothNames = "xpath-both-names";
        /// - Curly quotes count as straight ones.
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
        /// - `**` cannot stand inside a name.
        XpathLevelsInName = "xpath-levels-in-name";
        /// - `&` and `|` are mixed without parentheses.
        XpathMixedOperators = "xpath-mixed-operators";
        /// - `…` stands twice.
        /// - Help: Remove one of the two.
        XpathNameTwice = "xpath-name-twice";
        /// - … is missing here.
        XpathNoName = "xpath-no-name";
        /// - `…` joins two tests, and the one before it has no `==` or `!=`.
        /// - A test needs `==` or `!=` behind its name.
        XpathNoOperator = "xpath-no-operator";
        /// - A tag is missing here.
        XpathNoTag = "xpath-no-tag";
        /// - A test needs a value behind its operator.
        XpathNoValue = "xpath-no-value";
        /// - `[` is followed by `@` and a test of attributes.
        XpathNotAttribute = "xpath-not-attribute";
        /// - `…` is read as one tag.
        XpathOrdering = "xpath-ordering";
        /// - A value does not stand in single quotes.
        XpathSingleQuotes = "xpath-single-quotes";
        /// - `…` stands alone.
        XpathSpecialAlone = "xpath-special-alone";
        /// - No node has the name of a test by `!=`, so that the test holds for all of them.
        XpathTestName = "xpath-test-name" [NoVerdict];
        /// - Parentheses nest more than … deep.
        XpathTooDeep = "xpath-too-deep";
        /// - An `xpath` has more steps, or a name more parts, than it may have.
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
        /// - `…` is more than one byte, and a class in brackets stands for one.
        /// - Expected one character in `………]`.
        /// - There is no such class.
        /// - `…` is no range: it needs one character on both sides of its `-`.
        /// - The range `…` runs backwards.
        /// - The `[` is not closed.
        /// - Help: Write `(a|b)` for the one or the other.
        /// - Help: Known are …
        /// - Help: Write `\-` for a hyphen.
        /// - Help: Write `\[` for a bracket.
        PatternClass = "pattern-class";
        /// - Groups nest deeper than …
        PatternDepth = "pattern-depth";
        /// - A … pattern cannot be empty.
        PatternEmpty = "pattern-empty";
        /// - Nothing follows the backslash.
        /// - `\…` means nothing in a POSIX pattern.
        /// - Characters by name (`\N…`) are not known here.
        /// - `\…` means nothing in Python.
        /// - This escape needs … hexadecimal digits.
        /// - Half a surrogate pair never occurs in a text.
        /// - `…` names no class of characters.
        /// - The pattern ends within an escape.
        /// - Help: Write `\\` for the character.
        /// - Help: Write its code point: `\u` and four hexadecimal digits.
        /// - Help: Write `…`, or `\\…` for a backslash before it.
        /// - Help: Write `\\` for a backslash.
        PatternEscape = "pattern-escape";
        /// - ASCII classes (`a`) and free letter case (`i`) do not go together here.
        /// - Flags can be taken back for a group only.
        /// - Flags stand at the beginning of a pattern.
        /// - Help: Leave the `a` out.
        /// - Help: Write `(?-i:…)` around what they do not concern.
        /// - Help: Move them there, or write `(?i:…)` around what they concern.
        PatternFlag = "pattern-flag";
        /// - There are no groups with `?` here.
        /// - The comment is not closed.
        /// - There is a group `…` already.
        /// - Here a group's name is wanted.
        /// - No group begins with `…`.
        /// - Nothing is open that this `)` could close.
        /// - A condition has two branches at most.
        /// - The `(` is not closed.
        /// - Help: Write a plain group, `(…)`.
        /// - Help: A name has letters, digits and `_`, and ends at `…`.
        /// - Help: Write `\)` for a parenthesis.
        /// - Help: Close it by `)`, or write `\(` for a parenthesis.
        PatternGroup = "pattern-group";
        /// - `…` of the collection `…` takes too long on `…`: its rules are not checked.
        /// - `…` takes too long on an element of the collection.
        /// - The regular expression … of the … takes too long on …
        /// - Rules take too long: what this one and others with look-around or references say is not known, as they are
        ///   not asked.
        /// - The rule takes too long on `…`…: what it says of … is not known.
        PatternLimit = "pattern-limit";
        /// - The text that a look-behind finds must have a fixed length.
        PatternLookBehind = "pattern-look-behind";
        /// - A range goes from one ASCII character to another.
        /// - The range ends before it begins: `…-…`.
        PatternRange = "pattern-range";
        /// - There is no group `…` before this.
        /// - There is no such group.
        /// - Group … is still open here, so it has found nothing yet.
        /// - There is no group … before this.
        /// - There is no group …
        PatternReference = "pattern-reference";
        /// - `…` has nothing to repeat.
        /// - `…` repeats a repeat, and there are no lazy ones here.
        /// - Expected `{m}`, `{m,}` or `{m,n}` with m up to n and n up to …
        /// - A look-around cannot be repeated, because it takes no text.
        /// - There is nothing here that `…` can repeat.
        /// - Nothing repeats more than … times here.
        /// - The smaller count of a repetition comes first.
        /// - Help: Put what is repeated in parentheses.
        /// - Help: Write `\…` for the character.
        /// - Help: Put it in a group: `(?:…)`.
        /// - Help: Write `{…,…`.
        PatternRepeat = "pattern-repeat";
        /// - Groups nest more than … deep.
        PatternTooDeep = "pattern-too-deep";
        /// - The pattern is too large once its repeats are counted out.
        /// - The `sourcePattern` is too large with its groups.
        /// - The pattern is too large once its repetitions are counted out.
        /// - The regular expressions of all rules together are too large once their repetitions are counted out, and
        ///   this one does not fit anymore.
        /// - Help: Repeat fewer times, or use `*` or `+`.
        PatternTooLarge = "pattern-too-large";
        /// - The group is not closed: `)` not found before the end of the pattern.
        /// - The repeat is not closed: `}` not found before the end of the pattern.
        /// - The class is not closed: `]` not found before the end of the pattern.
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
        /// - No value can fail the condition, or none of the kinds that came.
        ConditionCannotFail = "condition-cannot-fail" [NoVerdict];
        /// - Here a collection or a list is wanted, found …
        /// - This is neither a collection nor a list.
        ConditionCollection = "condition-collection";
        /// - An empty list names no method.
        ConditionEmpty = "condition-empty";
        /// - An expression is a text, found …
        ConditionExpression = "condition-expression";
        /// - A condition holds of every value that the filter lets through, such as `Exist` behind `^SM_`.
        ConditionFiltered = "condition-filtered" [NoVerdict];
        /// - A list that is written as a text cannot be read.
        ConditionList = "condition-list";
        /// - An element of the list is a list or a mapping, or no number at all.
        ConditionListElement = "condition-list-element";
        /// - A text is compared letter by letter that reads like a pattern, a glob or a fact about the file.
        ConditionLiteral = "condition-literal" [NoVerdict];
        /// - A condition begins with the name of a method, found …
        ConditionMethod = "condition-method";
        /// - `…` is no number, so values are compared with it letter by letter.
        ConditionOrderOfLetters = "condition-order-of-letters";
        /// - `…` is no number, and all values are, so they are compared with it letter by letter.
        /// - `…` is no number, so values are compared with it letter by letter.
        ConditionOrderOfTexts = "condition-order-of-texts" [NoVerdict];
        /// - `…` takes …
        ConditionParameterExtra = "condition-parameter-extra";
        /// - `…` needs a …
        ConditionParameterMissing = "condition-parameter-missing";
        /// - The quotes around `…` are dropped.
        ConditionQuotes = "condition-quotes";
        /// - `…` holds of every record, whatever is in it.
        ConditionRecords = "condition-records" [NoVerdict];
        /// - `Unique` compares the values of one file, and of no file in the whole run it had two.
        ConditionUniqueAlone = "condition-unique-alone";
        /// - `Unique` is asked of a fact of which each file has one, so that it holds of every file.
        ConditionUniqueFact = "condition-unique-fact" [NoVerdict];
        /// - There is no method `…`.
        ConditionUnknownMethod = "condition-unknown-method";
        /// - The value that a condition compares with is not of its kind.
        ConditionValue = "condition-value";
        /// - `[Exist]` asks for a text, or a number other than 0, and no value is one.
        ConditionWithoutText = "condition-without-text";
        /// - `…` is a collection, and a filter calls a function.
        /// - Help: To look values up in it, write `condition: ["Exist in", "……"]`.
        FilterCollection = "filter-collection" [OfFilter];
        /// - A function stands in `func_str`, and this is a regular expression.
        /// - `…` is a regular expression here, and no comparison.
        FilterComparison = "filter-comparison" [OfFilter];
        /// - `not_filter` takes no function.
        FilterFunction = "filter-function" [OfFilter];
        /// - `…` is a regular expression here, and no call of … function.
        FilterFunctionUnmarked = "filter-function-unmarked" [OfFilter];
        /// - `…` is searched with its slashes and flags.
        FilterSlashes = "filter-slashes" [OfFilter];
    }
    /// Expressions in Python's words.
    Expressions {
        /// - An expression holds of every value, as a constant in it decides, or two comparisons of which one always
        ///   holds.
        ExpressionAlwaysHolds = "expression-always-holds" [NoVerdict];
        /// - The name of a type is expected here.
        /// - `…` takes …, not …
        ExpressionArguments = "expression-arguments";
        /// - A constant stands where a truth is asked, or a comparison that a constant settles, and says the same of
        ///   every value.
        ExpressionConstant = "expression-constant";
        /// - Curly quotes count as straight ones.
        ExpressionCurlyQuotes = "expression-curly-quotes";
        /// - The expression is empty.
        ExpressionEmpty = "expression-empty";
        /// - A list or a mapping has nothing at that place.
        ExpressionLookup = "expression-lookup";
        /// - An expression is one comparison, which met only values that are never equal, such as the text of a number
        ///   and a number.
        ExpressionNeverEqual = "expression-never-equal" [NoVerdict];
        /// - An expression holds of no value, as one value cannot equal two constants.
        ExpressionNeverHolds = "expression-never-holds" [NoVerdict];
        /// - An integer begins with no zero.
        /// - `…` is no number.
        /// - The number is too large.
        ExpressionNumber = "expression-number";
        /// - An expression is one comparison, which put texts that spell numbers in order letter by letter.
        ExpressionOrderOfTexts = "expression-order-of-texts" [NoVerdict];
        /// - A number is beyond what can be reckoned with.
        ExpressionOverflow = "expression-overflow";
        /// - `matches` is given the pattern first, so that values are searched in it.
        ExpressionSwapped = "expression-swapped" [NoVerdict];
        /// - The blank U+… is none in an expression.
        /// - `…` is no name.
        /// - `…` is not understood here.
        /// - `…` is a value, not a function.
        /// - `!in` is not understood here.
        /// - `!` is not understood here.
        /// - `…` is a word of the language.
        /// - Only functions and methods can be called.
        /// - `… for x in …` stands alone between parentheses.
        /// - `for` gives values to names.
        /// - …: the expression ends.
        /// - …: `…` stands here.
        /// - `!=` is written without a blank.
        /// - `(` is missing behind `…`.
        /// - Ranges are not written with `..`.
        /// - `,` stands outside brackets.
        /// - `…` closes no bracket.
        /// - `:` is not understood here.
        /// - An operator is missing before `…`.
        /// - `…` does not close `…`.
        /// - Help: Write a plain blank.
        /// - Help: Write `!=`.
        /// - Help: Write `…(…)`.
        /// - Help: Write `range(a, b)`, or `a <= x < b`.
        /// - Help: Write `…`.
        ExpressionSyntax = "expression-syntax";
        /// - Characters by name are not understood.
        /// - `…` needs … hexadecimal digits.
        /// - `…` is no character.
        /// - Help: Write `\\` for a backslash, or `r'…'` for a text without escapes.
        ExpressionText = "expression-text";
        /// - Texts side by side are one text.
        ExpressionTextsJoined = "expression-texts-joined";
        /// - More than … levels of expressions inside each other.
        /// - Help: Put a part of it into a function of `func_str` and call it.
        ExpressionTooDeep = "expression-too-deep";
        /// - `find` gives a place, and -1 where there is none, which is true as well.
        ExpressionTruthOfPlace = "expression-truth-of-place" [NoVerdict];
        /// - A value is not of the type that an operator or a function takes.
        ExpressionType = "expression-type";
        /// - The text is not closed: `…` not found.
        /// - The line ends inside the text.
        /// - `…` is not closed: `…` not found before the end.
        ExpressionUnclosed = "expression-unclosed";
        /// - There is no function `…`.
        ExpressionUnknownFunction = "expression-unknown-function";
        /// - There is no method `…`.
        ExpressionUnknownMethod = "expression-unknown-method";
        /// - There is no collection `…`.
        /// - `…` is not known.
        ExpressionUnknownName = "expression-unknown-name";
        /// - Texts with `…` inside are not understood.
        /// - Texts of bytes are not understood.
        /// - `…` gives something to go through, not a value.
        /// - `… for x in …` in parentheses is no value.
        /// - `…` changes its value, and an expression changes nothing.
        /// - `…` is a function.
        /// - Texts are not filled in with `%`.
        /// - `is` asks for `None`, `True` or `False` only.
        /// - `()` is an empty tuple in Python and nothing in Rhai.
        /// - `…` before an element is not understood.
        /// - Arguments by name are not understood.
        /// - Expressions have no closures.
        /// - An element has one number or key.
        /// - `…` is no part of an expression.
        /// - `…` is not understood here.
        /// - Help: Write `list(…)`.
        /// - Help: Join lists with `+`.
        ExpressionUnsupported = "expression-unsupported";
        /// - The expression was refused when it was read, as a problem says.
        ExpressionUnusable = "expression-unusable";
        /// - A value is of the right type, and of no use there.
        ExpressionValue = "expression-value";
        /// - This says the same of every value, as it does not ask for `d`.
        ExpressionWithoutValue = "expression-without-value" [NoVerdict];
        /// - Something is divided by zero.
        ExpressionZeroDivision = "expression-zero-division";
    }
    /// Functions in Rhai.
    Scripts {
        /// - The tree of this file would take more than 512 MiB of memory.
        DomTooLarge = "dom-too-large";
        /// - `….…` looks into collections or for files, and sees none.
        ScriptCollection = "script-collection";
        /// - Functions call each other more than … deep.
        /// - Calls and expressions inside each other take more than … of stack.
        ScriptDepth = "script-depth";
        /// - The script stopped.
        ScriptError = "script-error";
        /// - `eval` is off.
        /// - Help: Write the code as a function.
        ScriptEval = "script-eval";
        /// - `xpath`, or `paths` of a collection, found nothing in a script, whatever it was asked for, and the rule
        ///   found nothing, either.
        ScriptFoundNothing = "script-found-nothing";
        /// - Not tried on ……: the script took too long over files before.
        ScriptGivenUp = "script-given-up";
        /// - `…` is no library.
        /// - Help: Leave the import out: `…` is there already.
        ScriptImportCollection = "script-import-collection";
        /// - Libraries import each other in a circle: `…`.
        /// - Help: Move what both need into a third one.
        ScriptImportCycle = "script-import-cycle";
        /// - There is no library `…`.
        ScriptImportMissing = "script-import-missing";
        /// - `script` must be a text, this is …
        ScriptKind = "script-kind";
        /// - Expressions lie more than … deep inside each other.
        /// - `switch` statements lie more than … deep inside each other.
        ScriptLevels = "script-levels";
        /// - A list grows beyond … elements.
        ScriptListSize = "script-list-size";
        /// - A map grows beyond … elements.
        ScriptMapSize = "script-map-size";
        /// - The script takes more than … of memory.
        ScriptMemory = "script-memory";
        /// - There is no script `…`.
        ScriptMissing = "script-missing";
        /// - Lists and maps lie more than … deep inside each other.
        ScriptNesting = "script-nesting";
        /// - A comparison of a script met only values that are never equal, such as the text of a number and a number,
        ///   or the name of the method.
        ScriptNeverEqual = "script-never-equal";
        /// - The script takes more than … operations.
        ScriptOperations = "script-operations";
        /// - A comparison of a script put texts that spell numbers in order letter by letter, and the numbers have
        ///   another order.
        ScriptOrderOfTexts = "script-order-of-texts";
        /// - The function `…` takes …, and …
        ScriptParameters = "script-parameters";
        /// - The output of `print` or `debug` in a script.
        ScriptPrint = "script-print";
        /// - The function `…` is private.
        ScriptPrivateFunction = "script-private-function";
        /// - The function `…` with … is defined twice.
        ScriptRepeatedFunction = "script-repeated-function";
        /// - The function `…` returned …, and …
        ScriptReturn = "script-return";
        /// - Expected `;` behind this to end the statement.
        /// - The script ends too early.
        /// - `…` cannot be used as a name.
        /// - There is no operator `…`.
        /// - The function `…` has the parameter `…` twice.
        /// - A function cannot be defined inside something else.
        /// - Expected …
        /// - A constant is too large.
        /// - The `…` is not closed: `…` is missing.
        /// - Help: Put a `;` at the end of this line, unless the next one goes on with it.
        /// - Help: Look for a brace, a bracket or a parenthesis that is not closed.
        /// - Help: Places come second: `for (item, place) in list`.
        /// - Help: Move it to the top, or write a closure: `|x| …`.
        ScriptSyntax = "script-syntax";
        /// - A text grows beyond …
        ScriptTextSize = "script-text-size";
        /// - The script takes longer than … ms.
        ScriptTime = "script-time";
        /// - There is no function `…`.
        /// - The library `…` has no function `…`.
        /// - The library `…` has no handler.
        ScriptUnknownFunction = "script-unknown-function";
        /// - There is no library `…`.
        ScriptUnknownLibrary = "script-unknown-library";
        /// - `…` cannot be changed.
        /// - There is no variable `…`.
        /// - Help: Choose another name for the variable.
        ScriptUnknownVariable = "script-unknown-variable";
    }
    /// Collections.
    Collections {
        /// - A list of assets that the collection names cannot be used.
        CollectionAssetList = "collection-asset-list";
        /// - `…` is a built-in collection.
        CollectionBuiltIn = "collection-built-in";
        /// - An element of a collection must be a text, this is …
        CollectionElement = "collection-element";
        /// - The collection `…` is empty: …
        CollectionEmpty = "collection-empty";
        /// - The path `…` leaves the project.
        /// - `…` cannot be read.
        CollectionFile = "collection-file";
        /// - A filter of a collection is a regular expression; functions are for the filters of rules.
        CollectionFilter = "collection-filter";
        /// - … are incomplete because … could not be read, so rules that use them may miss findings.
        /// - The collection `…` is incomplete because … could not be read.
        CollectionIncomplete = "collection-incomplete";
        /// - Collection `…` must be a list or a mapping, this is …
        /// - `…` must be a regular expression, this is …
        /// - `…` must be true or false, this is …
        /// - `…` must be a text, this is …
        /// - There is no type of pattern `…`: write `wildcard` or `regex`.
        /// - `count` must be a whole number of at least 1, this is `…`.
        /// - `lists` must be a list of paths, this is …
        /// - `lists` has paths in it, and this is …
        /// - Help: Write `[value, …]`, `…` or `…`.
        /// - Help: Write `lists: [a.assetlist]`.
        CollectionKind = "collection-kind";
        /// - A collection needs a name.
        CollectionName = "collection-name";
        /// - There is no operation `…`.
        /// - The pattern `…` cannot be read at column …: …
        CollectionOp = "collection-op";
        /// - `…` must be a text, this is …
        /// - Help: Write `[value, …]`, `…` or `…`.
        CollectionOrigin = "collection-origin";
        /// - This yields records, and a collection holds texts.
        CollectionRecords = "collection-records";
        /// - There is a collection `…` already.
        CollectionRepeated = "collection-repeated";
        /// - The `rpath` of a collection is a regular expression.
        CollectionRpath = "collection-rpath";
        /// - There is no collection `…`.
        CollectionUnknown = "collection-unknown";
        /// - Unknown key `…`.
        CollectionUnknownKey = "collection-unknown-key";
        /// - `collections` must be a mapping from name to list, this is …
        /// - Help: Write `NAME: [value, …]` below it.
        CollectionsKind = "collections-kind";
    }
    /// Files and folders as a whole.
    Files {
        /// - A document of 4 GiB or more is not read.
        DocumentTooLarge = "document-too-large";
        /// - UTF-16 without a byte order mark.
        EncodingNoMark = "encoding-no-mark";
        /// - Texts in … cannot be read here: …
        EncodingUnavailable = "encoding-unavailable";
        /// - The bytes are no text of the encoding that the file names.
        EncodingUndecodable = "encoding-undecodable";
        /// - UTF-32 is not read.
        /// - Unknown encoding `…`.
        EncodingUnknown = "encoding-unknown";
        /// - The declaration says `…`, but the file is not UTF-16.
        EncodingWrong = "encoding-wrong";
        /// - The file is binary, not text.
        /// - Help: The file is left out: give it another ending, or write it as text.
        FileBinary = "file-binary";
        /// - The file changed while it was read.
        /// - Help: Check again.
        FileChanged = "file-changed";
        /// - There is no such file among those under check.
        /// - `…` is no file; the collection of `rpath` names it.
        /// - No definition that the rule looks at is this file.
        /// - The model that this report is about does not exist.
        /// - There is no ilevel `…`.
        FileMissing = "file-missing";
        /// - There is no such file.
        FileNotFound = "file-not-found";
        /// - The file is not checked: there is another one of that name.
        FileTwice = "file-twice";
        /// - Unity wrote this file in binary: nothing in it was checked.
        FileUnityBinary = "file-unity-binary";
        /// - This file is not read: one in the archive `…` has the same path.
        /// - The file cannot be read: …
        /// - Help: Give the folder that ends in `!` another name.
        FileUnreadable = "file-unreadable";
        /// - No rule looks at …
        FileUnwanted = "file-unwanted";
        /// - This is a pointer of Git LFS in place of the file: fetch the files with `git lfs pull`.
        GitLfsPointer = "git-lfs-pointer";
        /// - The glTF validator gave no report: …
        GltfNoReport = "gltf-no-report";
        /// - The glTF validator has more issues of this model than its report lists.
        GltfReportCut = "gltf-report-cut";
        /// - Expected the end of the line, found …
        /// - Expected `[section]` or `key = value`, found `…`.
        IniLine = "ini-line";
        /// - The header `…` has a field without a value, or a text that is not closed.
        /// - The section `…` has no `]`.
        IniSection = "ini-section";
        /// - … that begins here is never closed.
        IniUnclosed = "ini-unclosed";
        /// - The link leads in a circle.
        LinkCycle = "link-cycle";
        /// - The link leads out of the folder under check and is not followed.
        LinkOutside = "link-outside";
        /// - The line begins with the mark of a merge conflict: resolve the conflict, and remove its marks.
        MergeConflict = "merge-conflict";
        /// - The name is not UTF-8, so that no rule can be about the file.
        MisnamedFile = "misnamed-file";
        /// - Nothing reads files of that ending, and the content is neither XML nor JSON.
        NoReader = "no-reader";
        /// - No rule matched a file, so nothing was checked (SARIF).
        NothingChecked = "nothing-checked";
        /// - This is part … of …: other files are not checked here.
        PartOfRun = "part-of-run";
        /// - `…` is of the commit …, and `…` of …: files may not have been the same.
        /// - Help: Check all parts of one commit.
        PartsOfCommits = "parts-of-commits";
        /// - A file or a folder among the rules is passed over, and looks as if it held rules.
        SkippedRules = "skipped-rules";
        /// - There are more links to folders than are followed.
        TooManyLinks = "too-many-links";
        /// - The folder cannot be read.
        UnreadableFolder = "unreadable-folder";
        /// - The ignore file cannot be read, so that it is not known what is left out.
        UnreadableIgnoreFile = "unreadable-ignore-file";
        /// - A rule file, or a folder of them, cannot be read.
        UnreadableRules = "unreadable-rules";
        GzipDamaged = "gzip-damaged";
        GzipTooLarge = "gzip-too-large";
    }
    /// Documents in XML.
    Xml {
        /// - `&` begins no reference.
        /// - Help: Write `&amp;`.
        XmlAmpersand = "xml-ampersand";
        /// - A blank is missing before the attribute.
        XmlAttributeBlank = "xml-attribute-blank";
        /// - An attribute has no name, or none that XML allows.
        XmlAttributeName = "xml-attribute-name";
        /// - The value of the attribute `…` stands in no quotes.
        /// - Help: Put it into double quotes.
        XmlAttributeQuotes = "xml-attribute-quotes";
        /// - The attribute `…` stands twice.
        XmlAttributeTwice = "xml-attribute-twice";
        /// - The attribute `…` has no value.
        XmlAttributeValue = "xml-attribute-value";
        /// - `]]>` stands in a text.
        XmlCdataEnd = "xml-cdata-end";
        /// - The character U+… is not allowed in XML.
        XmlCharacter = "xml-character";
        /// - `--` stands inside a comment.
        XmlCommentHyphens = "xml-comment-hyphens";
        /// - The declaration at the start is not well formed.
        XmlDeclaration = "xml-declaration";
        /// - A document type is not well formed, or declares something inside its brackets.
        XmlDtd = "xml-dtd";
        /// - The document has no element.
        XmlEmpty = "xml-empty";
        /// - The end tag `</…>` holds more than its name.
        XmlEndTag = "xml-end-tag";
        /// - The entity `&…;` is not defined.
        XmlEntity = "xml-entity";
        /// - `<?` is not followed by a name.
        /// - `…` names no instruction.
        XmlInstruction = "xml-instruction";
        /// - The XML declaration does not stand at the very start.
        XmlLateDeclaration = "xml-late-declaration";
        /// - `<` stands in an attribute's value.
        XmlLessThan = "xml-less-than";
        /// - `<!` begins neither a comment nor a CDATA section.
        XmlMarkup = "xml-markup";
        /// - `</…>` does not close `<…>`.
        XmlMismatchedEnd = "xml-mismatched-end";
        /// - … stands outside the root element.
        XmlOutsideRoot = "xml-outside-root";
        /// - Expected a name with a declared prefix, and this is `…`.
        XmlPrefix = "xml-prefix";
        /// - `…` is no character of XML.
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
        /// - The characters behind a backslash are no escape sequence.
        /// - Help: A backslash itself is written `\\`.
        JsonBadEscape = "json-bad-escape";
        /// - The key `…` needs double quotes.
        JsonBadKey = "json-bad-key";
        /// - This is no number.
        JsonBadNumber = "json-bad-number";
        /// - `…` is no value.
        JsonBadWord = "json-bad-word";
        /// - The document is empty.
        JsonEmpty = "json-empty";
        /// - A number has leading zeros.
        JsonLeadingZero = "json-leading-zero";
        /// - `…` is half a character; it is read as U+FFFD.
        JsonLoneSurrogate = "json-lone-surrogate";
        /// - `:` expected behind the key, found …
        JsonMissingColon = "json-missing-colon";
        /// - `,` or `…` expected, found `:`.
        /// - `,` or `…` expected behind the value, found …
        JsonMissingComma = "json-missing-comma";
        /// - A key in double quotes expected, found …
        JsonMissingKey = "json-missing-key";
        /// - A value expected, found …
        JsonMissingValue = "json-missing-value";
        /// - This is read all the same, and strict readers refuse it.
        JsonNotStrict = "json-not-strict";
        /// - The key `…` stands in this object already.
        JsonRepeatedKey = "json-repeated-key" [RepeatedKey];
        /// - Values nest more than … deep.
        JsonTooDeep = "json-too-deep";
        /// - The document has ended, but … follows.
        JsonTrailingText = "json-trailing-text";
        /// - The comment is never closed: no `*/` follows.
        JsonUnclosedComment = "json-unclosed-comment" [Unclosed];
        /// - A text is not closed by its quote.
        JsonUnclosedText = "json-unclosed-text" [Unclosed];
        /// - The document ends before the `…` of …
        /// - Help: The file may have been cut off.
        JsonUnfinished = "json-unfinished";
        /// - `…` expected, to close …, found …
        JsonWrongBracket = "json-wrong-bracket";
    }
    /// Documents in YAML.
    Yaml {
        /// - A directive stands before a document that begins with `---`.
        YamlBadDirective = "yaml-bad-directive";
        /// - `…` is no escape…
        /// - `…` is no character.
        /// - Help: A character beyond U+FFFF is written `\U0001F600`.
        YamlBadEscape = "yaml-bad-escape";
        /// - … cannot stand behind `…`: the text begins on the next line.
        YamlBadHeader = "yaml-bad-header";
        /// - A key stands on this line, which is a further line of the value before it.
        /// - An item of a list stands among the keys.
        /// - This line is indented by …, and the entries here by …
        /// - This empty line has more blanks than the first line of the text that follows it.
        /// - Help: Begin each key in the column of the others.
        /// - Help: Begin each entry in the column of the others, and each further line of a text further in.
        YamlBadIndent = "yaml-bad-indent";
        /// - `<<` merges mappings, and this is none.
        /// - Help: A key that is really called `<<` is written in quotes.
        YamlBadMerge = "yaml-bad-merge";
        /// - An anchor or an alias has no name, or something stands right behind it.
        YamlBadName = "yaml-bad-name";
        /// - A tag between `<` and `>` has to be closed on its line and hold no blanks.
        /// - The tag `…` ends with its handle.
        /// - A tag cannot hold …
        /// - Help: Put a text that begins with `!` in quotes.
        YamlBadTag = "yaml-bad-tag";
        /// - A key is a text here, not a list or a mapping.
        YamlComplexKey = "yaml-complex-key";
        /// - A byte order mark (U+FEFF) inside a document.
        /// - The control character U+… is not text.
        /// - Help: In double quotes it may be written as an escape: `\x00`.
        YamlControlCharacter = "yaml-control-character";
        /// - `*…` stands inside of what it names.
        YamlEndlessAlias = "yaml-endless-alias";
        /// - A line between the brackets… has to be further in than what is around them.
        /// - This line belongs to a text in quotes and has to be further in than what holds the text.
        /// - Help: Perhaps a closing bracket is missing before it.
        YamlInnerIndent = "yaml-inner-indent";
        /// - A key with its `:` stands on one line.
        YamlLongKey = "yaml-long-key";
        /// - `:` expected behind the key.
        /// - Help: A further line of the value before has to be further in than its key.
        YamlMissingColon = "yaml-missing-colon";
        /// - `,` or `…` expected behind the value, found …
        YamlMissingComma = "yaml-missing-comma";
        /// - A value expected, found …
        YamlMissingValue = "yaml-missing-value";
        /// - A list begins on a line of its own, behind a key or a value's anchor or tag.
        /// - A mapping cannot begin on this line.
        YamlNestedLine = "yaml-nested-line";
        /// - The key `…` stands in this mapping already.
        YamlRepeatedKey = "yaml-repeated-key" [RepeatedKey];
        /// - An alias has neither an anchor nor a tag of its own.
        /// - The value has … already.
        YamlSecondProperty = "yaml-second-property";
        /// - A tab cannot indent.
        /// - Help: Indent with blanks.
        YamlTab = "yaml-tab";
        /// - Values nest more than … deep.
        YamlTooDeep = "yaml-too-deep";
        /// - The aliases and merges up to here make more than … nodes, in a file of … bytes.
        YamlTooManyCopies = "yaml-too-many-copies";
        /// - … stands behind the value.
        /// - … stands behind …
        /// - Help: Put a value that holds special characters in quotes as a whole.
        YamlTrailingText = "yaml-trailing-text";
        /// - The text is not closed before …
        YamlUnclosedText = "yaml-unclosed-text";
        /// - The document ends before the `…` of …
        YamlUnfinished = "yaml-unfinished";
        /// - No anchor `&…` stands before it.
        YamlUnknownAlias = "yaml-unknown-alias";
        /// - `…` expected, to close …, found …
        YamlWrongBracket = "yaml-wrong-bracket";
    }
    /// Binary glTF.
    Gltf {
        /// - Binary glTF begins with `glTF`, and this file does not.
        GlbBadMagic = "glb-bad-magic";
        /// - The version is …, and only version 2 is read.
        GlbBadVersion = "glb-bad-version";
        /// - … is …: the first is, or the second, and no other.
        GlbChunkOrder = "glb-chunk-order";
        /// - … has …, fewer than a chunk's header.
        /// - … says …, and … are left of the file.
        GlbCutChunk = "glb-cut-chunk";
        /// - … has …, which is no multiple of 4.
        /// - Help: JSON is filled up with blanks, BIN with zeros.
        GlbMisaligned = "glb-misaligned";
        /// - This is binary glTF, and its name says otherwise: call it `.glb`.
        GlbMisnamed = "glb-misnamed";
        /// - … is not the JSON that describes the scene.
        GlbNoJson = "glb-no-json";
        /// - The file ends after …, within the header and the first chunk's.
        GlbTooShort = "glb-too-short";
        /// - The header says …, and the file has …
        GlbWrongLength = "glb-wrong-length";
    }
    /// Headers of pictures.
    Pictures {
        /// - The file ends inside its header.
        ImageCutOff = "image-cut-off";
        /// - The header says what cannot be.
        ImageDamaged = "image-damaged";
        /// - The content is no image of a known format, or the file is empty.
        ImageUnknown = "image-unknown";
    }
    /// Zip archives.
    Archives {
        /// - Two records could each be the end of the archive, and readers would disagree which one is.
        ZipAmbiguous = "zip-ambiguous";
        /// - Its bytes have another checksum (CRC-32) than the directory says.
        ZipChecksum = "zip-checksum";
        /// - The directory of the archive has … entries, and its end says …
        ZipCountDisagrees = "zip-count-disagrees";
        /// - The archive is cut off: the record that ends it is not there.
        ZipCutOff = "zip-cut-off";
        /// - Its packed bytes are damaged.
        ZipDamaged = "zip-damaged";
        /// - The descriptor behind the bytes of a file disagrees with the directory.
        ZipDescriptorDisagrees = "zip-descriptor-disagrees";
        /// - The directory of the archive is damaged at entry …
        ZipDirectoryDamaged = "zip-directory-damaged";
        /// - The directory of the archive is not where its end says.
        ZipDirectoryMisplaced = "zip-directory-misplaced";
        /// - Another member has the same name.
        ZipDuplicate = "zip-duplicate";
        /// - It is encrypted.
        ZipEncrypted = "zip-encrypted";
        /// - The end of the archive disagrees with itself about …
        ZipEndDisagrees = "zip-end-disagrees";
        /// - A field of its entry is cut off.
        ZipExtraDamaged = "zip-extra-damaged";
        /// - A field of its entry is there twice, and readers would disagree which one counts.
        ZipExtraTwice = "zip-extra-twice";
        /// - `…` is a file, and a folder with files in it.
        ZipFileAsFolder = "zip-file-as-folder";
        /// - It is a folder, and has content.
        ZipFolderContent = "zip-folder-content";
        /// - … bytes follow its own that are no member's.
        ZipGap = "zip-gap";
        /// - The header in front of its bytes disagrees with the directory about …
        ZipHeaderDisagrees = "zip-header-disagrees";
        /// - It is a folder by its mode and a file by its name, and unpackers disagree which one counts.
        ZipKindDisagrees = "zip-kind-disagrees";
        /// - The … bytes in front of the archive's first member hold another member, which only readers from the front
        ///   find.
        ZipLeading = "zip-leading";
        /// - The directory of the archive has … bytes, and the limit `directory` is …
        ZipLimitDirectory = "zip-limit-directory" [Limit];
        /// - The archive has … members, and the limit `members` is …
        ZipLimitMembers = "zip-limit-members" [Limit];
        /// - Its … bytes unpack to …, and the limit `ratio` is … to 1.
        ZipLimitRatio = "zip-limit-ratio" [Limit];
        /// - The … packed bytes of the members unpack to …, and the limit `total_ratio` is … to 1.
        ZipLimitTotalRatio = "zip-limit-total-ratio" [Limit];
        /// - The members unpack to … bytes, and the limit `unpacked` is …
        ZipLimitUnpacked = "zip-limit-unpacked" [Limit];
        /// - It is a symbolic link, which some unpackers make and others write as a file with the path in it.
        ZipLink = "zip-link";
        /// - It unpacks to more than the … bytes that the directory says.
        ZipLonger = "zip-longer";
        /// - Its name looks like `…`: in one of the two an accent, or the look of a letter, is a character of its own.
        ZipLookalike = "zip-lookalike";
        /// - It is packed by …: expected stored, deflated or Deflate64.
        ZipMethod = "zip-method";
        /// - The archive is refused for … more faults.
        ZipMore = "zip-more";
        /// - The member is not checked: …
        ZipName = "zip-name";
        /// - Its name is an absolute path.
        ZipNameAbsolute = "zip-name-absolute";
        /// - Its name has a backslash, which is a part of a name on some systems and parts folders on others.
        ZipNameBackslash = "zip-name-backslash";
        /// - Its name is there in two encodings, and they are two names.
        ZipNameDisagrees = "zip-name-disagrees";
        /// - Its path has a part `…`.
        ZipNameDots = "zip-name-dots";
        /// - Its name is empty, or a part of its path is.
        ZipNameEmpty = "zip-name-empty";
        /// - Its name is not UTF-8.
        ZipNameEncoding = "zip-name-encoding";
        /// - … has … bytes: expected at most …
        ZipNameLong = "zip-name-long";
        /// - `…` is the name of something that belongs to a tool.
        ZipNameReserved = "zip-name-reserved";
        /// - `…` cannot be the name of a file on Windows.
        ZipNameUnportable = "zip-name-unportable";
        /// - Its name has the character U+…, which nobody sees.
        ZipNameUnseen = "zip-name-unseen";
        /// - The header in front of its bytes is not there.
        ZipNoHeader = "zip-no-header";
        /// - This is no zip archive: expected the record that ends one.
        ZipNone = "zip-none";
        /// - Its bytes lie outside of the archive.
        ZipOutOfBounds = "zip-out-of-bounds";
        /// - Its bytes are also those of `…`.
        ZipOverlap = "zip-overlap";
        /// - Its packed bytes end in the middle.
        ZipPackedCutOff = "zip-packed-cut-off";
        /// - … of its packed bytes are left over.
        ZipPackedLeft = "zip-packed-left";
        /// - It is another member, too, for readers that do not know the names in UTF-8 that stand beside others.
        ZipRawTwin = "zip-raw-twin";
        /// - It unpacks to … bytes, and the directory says …
        ZipShorter = "zip-shorter";
        /// - It is stored as it is, and its two sizes differ: … and … bytes.
        ZipSizesDiffer = "zip-sizes-differ";
        /// - It is a device, which some unpackers make and others write as a file.
        ZipSpecial = "zip-special";
        /// - The archive is a part of one that was split, and the other parts are not here.
        ZipSplit = "zip-split";
        /// - The … bytes behind the end of the archive hold another member, which only some readers find.
        ZipTrailing = "zip-trailing";
        /// - Its name is that of `…` where letter case does not count.
        ZipTwin = "zip-twin";
        /// - The zip cannot be read: …
        ZipUnusable = "zip-unusable";
        /// - Its entry lacks a number of 64 bits.
        ZipWide = "zip-wide";
    }
    /// Portable asset packages.
    Packages {
        /// - This is …, as `…` is, and their content is the same…
        PackageAgain = "package-again";
        /// - This is …, as `…` is, and their content differs: `…`.
        PackageConflict = "package-conflict";
        /// - The dependency on … is there twice.
        PackageDependencyTwice = "package-dependency-twice";
        /// - `metadata.json` is no text in UTF-8.
        PackageEncoding = "package-encoding";
        /// - `…` is listed, and there is no such file.
        PackageFileMissing = "package-file-missing";
        /// - Expected an object in braces, and this is …
        /// - Expected a size in bytes, a whole number, not `…`.
        /// - Expected …, and this is …
        PackageForm = "package-form";
        /// - Expected a path below `assets/` or `shots/`, and this is `…`.
        PackageGroup = "package-group";
        /// - `…` cannot be a part of the group path: it is the name of something else there.
        /// - A group path ends with its last name, not with `/`.
        /// - The group path cannot be used: …
        PackageGroupPath = "package-group-path";
        /// - `…` has the … …, which replaces another one.
        /// - `…` has the … …, and another one is listed.
        /// - `…` has another hash than is listed.
        PackageHash = "package-hash";
        /// - Expected a size and an MD5, or the digits of an MD5, SHA-1 or SHA-256, not `…`.
        PackageHashForm = "package-hash-form";
        /// - `metadata.json` is not JSON.
        PackageJson = "package-json";
        /// - `…` is no known key, perhaps `…`.
        PackageKey = "package-key";
        /// - `…` is there twice, and readers would disagree which one counts.
        PackageKeyTwice = "package-key-twice";
        /// - The package has … …, and more than … are refused unless a limit is set.
        PackageLimit = "package-limit";
        /// - `…` has … bytes, and the limit `metadata` is …
        PackageLimitMetadata = "package-limit-metadata";
        /// - `…` is listed twice.
        PackageListedTwice = "package-listed-twice";
        /// - … has no `…`.
        PackageMissing = "package-missing";
        /// - … more of its members are left out.
        /// - … more of this file are left out.
        PackageMore = "package-more";
        /// - `…` cannot be in a package: …
        PackageName = "package-name";
        /// - The archive states no encoding of the name `…`, which was read as code page 437.
        PackageNameEncoding = "package-name-encoding";
        /// - The package depends on itself.
        PackageNeedsItself = "package-needs-itself";
        /// - The package has no `…` at its top.
        PackageNoMetadata = "package-no-metadata";
        /// - The path of a file cannot be used: …
        /// - `…` is a folder, and files only are listed.
        /// - `…` describes the files, and is none of them.
        PackagePath = "package-path";
        /// - This is …, and `…` has nearly its place, …
        PackagePlace = "package-place";
        /// - The place of the package is longer than a path may be.
        PackagePlaceLong = "package-place-long";
        /// - Expected a whole number from 1, not `…`.
        PackageRevision = "package-revision";
        /// - `…` has … bytes, and … are listed.
        /// - `…` has … bytes, and … are replaced by that.
        PackageSize = "package-size";
        /// - `…` and `…` have the same `srcPath`.
        PackageSrcTwice = "package-src-twice";
        /// - The package is larger than an archive may be.
        PackageTooLarge = "package-too-large";
        /// - Of … of … files no hash is listed, so nothing tells whether they are those that were sent.
        PackageUnhashed = "package-unhashed";
        /// - `…` is in the package, and `revisionFiles` does not list it.
        PackageUnlisted = "package-unlisted";
    }
    /// Conversion rules.
    ConversionRules {
        /// - Doubled backslashes are read as single ones.
        ConversionBackslashes = "conversion-backslashes";
        /// - A tag begins right behind `<`: the blanks there are passed over…
        ConversionBlank = "conversion-blank";
        /// - An empty `noConversion` does not exclude the file: it counts as `false`.
        ConversionEmpty = "conversion-empty";
        /// - A value that is set there changes nothing.
        ConversionNoEffect = "conversion-no-effect";
        /// - `$` and a number stand for a group that the pattern does not have.
        ConversionNoGroup = "conversion-no-group";
        /// - A rule has no `pattern`, or an empty one.
        ConversionNoPattern = "conversion-no-pattern";
        /// - The root is a rule: wrap it in `<rules>`.
        ConversionNoRoot = "conversion-no-root";
        /// - There is no rule in the file.
        ConversionNoRule = "conversion-no-rule";
        /// - There is no rule to check.
        ConversionNoRules = "conversion-no-rules";
        /// - `…` holds …, and this is …: it is passed over.
        ConversionNoTruthValue = "conversion-no-truth-value";
        /// - `…` matches no path as a whole, only a part of `……`: a pattern has to match the whole path.
        ConversionPartialMatch = "conversion-partial-match";
        /// - A field stands twice in a rule, or two rules have one name: the first one counts.
        ConversionRepeated = "conversion-repeated";
        /// - No rule has the name of an `import`, or imports lead in a circle.
        ConversionUnknownImport = "conversion-unknown-import";
        /// - There is no tag or attribute of that name.
        ConversionUnknownTag = "conversion-unknown-tag";
    }
    /// Asset lists, seeds and plans.
    AssetLists {
        /// - Expected an asset id `{GUID}:<number>`, and this is `…`.
        AssetId = "asset-id";
        /// - A binary ObjectStream cannot be read: expected XML or JSON.
        /// - Help: Have the tool that wrote it write XML.
        AssetListBinary = "asset-list-binary";
        /// - A path holds a character that the form of the list cannot.
        AssetListCharacter = "asset-list-character";
        /// - A number of lists is asked for that there are not.
        AssetListCount = "asset-list-count";
        /// - Entry …, `…`, has the … of entry …, `…`…
        /// - Help: Each asset is in a list once.
        AssetListDuplicate = "asset-list-duplicate";
        /// - An entry lacks its path or its hash.
        AssetListEntry = "asset-list-entry";
        /// - A field is none of the list's, or stands there more than once: the last one counts.
        AssetListField = "asset-list-field";
        /// - The file is empty: expected XML or JSON.
        /// - Expected `<` of XML or `{` of JSON at the start of the file.
        /// - Expected a path on each line, and this is no text.
        /// - Help: A list of paths is a text whose name ends in .txt.
        AssetListForm = "asset-list-form";
        /// - Expected …: `…` is not there.
        /// - Expected …, and this is …
        /// - Expected … in the stream, and it is empty.
        /// - Expected `<ObjectStream>`, and this is `<…>`.
        AssetListKind = "asset-list-kind";
        /// - A list without entries is to be compared.
        AssetListNoEntries = "asset-list-no-entries";
        /// - Lists are to be compared by id, and an entry has none.
        AssetListNoId = "asset-list-no-id";
        /// - A key stands there more than once: which of them counts is not known.
        AssetListRepeated = "asset-list-repeated";
        /// - Only the first object of a stream is read.
        AssetListRoot = "asset-list-root";
        /// - A list of paths has neither hashes nor ids: each of its entries is taken for an empty file.
        AssetListText = "asset-list-text";
        /// - `…` is no type id.
        /// - `…` has a type id other than that of `…`, and is read all the same.
        AssetListType = "asset-list-type";
        /// - A value is none of its kind, or none that a list can hold.
        AssetListValue = "asset-list-value";
        /// - Expected a stream version up to …, and this is `…`.
        AssetListVersion = "asset-list-version";
        /// - … cannot be part of a series: run it alone.
        PlanCountInSeries = "plan-count-in-series";
        /// - … reads `…`, which has no entries.
        PlanEmptyInput = "plan-empty-input";
        /// - … gives `…` no entries, and a list without entries is not written.
        PlanEmptyResult = "plan-empty-result";
        /// - A step's lists cannot be compared.
        PlanIncomparable = "plan-incomparable";
        /// - A step lacks something that it needs.
        PlanMissing = "plan-missing";
        /// - … reads `…`, and there is no such list.
        PlanNoList = "plan-no-list";
        /// - The plan has no steps.
        PlanNoSteps = "plan-no-steps";
        /// - … reads `…`, which is written only when all steps are done: name a variable, such as `$result`.
        PlanNotWrittenYet = "plan-not-written-yet";
        /// - …: the pattern `…` cannot be read at column …: ……
        PlanPattern = "plan-pattern";
        /// - … reads `…`, which no step before has written.
        PlanUnknownVariable = "plan-unknown-variable";
        /// - The result of a step cannot be written in that form.
        PlanUnwritable = "plan-unwritable";
        /// - … writes `…`, and an earlier step does: two results cannot go to the same file.
        PlanWrittenTwice = "plan-written-twice";
    }
    /// Definitions of a game and their schema.
    Definitions {
        /// - The schema says that `…` is abstract, and here is a definition of it.
        AbstractType = "abstract-type";
        /// - A field may be a list, or an empty one, and it matters which.
        AmbiguousList = "ambiguous-list";
        /// - Expected … as `…`…
        /// - Expected `true` or `false` as `xsi:nil`, and this is `…`.
        /// - Help: The element is taken for given.
        BadValue = "bad-value";
        /// - Expected files of the context `…`, and it has none.
        ContextEmpty = "context-empty";
        /// - `…` copies from itself.
        CopyCycle = "copy-cycle";
        /// - `Copy="Override"` takes nothing from the source.
        CopyOverrideNoop = "copy-override-noop";
        /// - Expected the id of a `…` that is loaded, and this is …
        CopySourceMissing = "copy-source-missing";
        /// - `Copy` does nothing without `CopyFrom`.
        CopyWithoutSource = "copy-without-source";
        /// - Elements nest more than … deep.
        DefinitionDepth = "definition-depth";
        /// - There are more definitions than are loaded.
        DefinitionsTooMany = "definitions-too-many";
        /// - `…` depends on itself.
        /// - Help: Decide which of them is loaded first.
        DepCycle = "dep-cycle";
        /// - `…` depends on `…`, which is abstract, and not on the types that extend it.
        DependencyNotRecursive = "dependency-not-recursive";
        /// - `…` is given by this context already.
        DuplicateId = "duplicate-id";
        /// - `…` has an entry of the key `…` already.
        /// - An entry before has the same key: `…`.
        /// - Help: Both are kept.
        DuplicateKey = "duplicate-key";
        /// - Expected another id: a `…` of the same group `…` has `…`, too.
        GroupCollision = "group-collision";
        /// - A handler of the schema reported a problem.
        HandlerFinding = "handler-finding";
        /// - Expected a list of findings of `…` for `…`.
        /// - Expected findings of definitions of `…` of `…`, each with a message, and this is none: ……
        HandlerReturn = "handler-return";
        /// - `…` stopped for the type `…`: …
        HandlerStopped = "handler-stopped";
        /// - A limit is beyond what it may be.
        LimitOutOfBounds = "limit-out-of-bounds";
        /// - There is nothing to … with: this is the first of its id.
        MergeWithoutBase = "merge-without-base";
        /// - `…` returned …; this is merged without it.
        /// - Expected a map of fields of `…`, and it returned something else.
        /// - `…` holds one value, and a function returned a list of …
        /// - Help: The first one counts.
        MergerReturn = "merger-return";
        /// - `…` stopped, and this is merged without it: …
        MergerStopped = "merger-stopped";
        /// - `…` refers to `…` by `…` and does not depend on it.
        MissingDependency = "missing-dependency";
        /// - Expected `<Id Type="…" Subtype="…"/>`, by which a definition is known.
        /// - Help: The definition is left out.
        MissingId = "missing-id";
        /// - `…` has no key, and is equal to no other entry.
        /// - Help: It is kept.
        MissingKey = "missing-key";
        /// - Expected the name of a type as `xsi:type`: the definition is left out.
        /// - Help: The definition is left out.
        MissingType = "missing-type";
        /// - Expected `<Definition>`, and this is …`<…>`.
        NotADefinition = "not-a-definition";
        /// - Expected `<Definitions>`, and this is `<…>`.
        NotDefinitions = "not-definitions";
        /// - `…` cannot be absent in the game and is reset to its default: … is lost.
        NotNullableReset = "not-nullable-reset";
        /// - `…` has the same entry already, from …
        RepeatedEntry = "repeated-entry";
        /// - A key stands twice in one mapping of a file, and readers differ in which value they take.
        RepeatedKey = "repeated-key";
        /// - `…` holds one value and is given again.
        /// - Help: The first one counts.
        RepeatedScalar = "repeated-scalar";
        /// - More was found than a run of SARIF may hold: the least grave findings are left out.
        ResultsLeftOut = "results-left-out";
        /// - Values nest more than … deep.
        SchemaDepth = "schema-depth";
        /// - Types extend each other: …
        SchemaExtends = "schema-extends";
        /// - There is no key of that name there.
        SchemaKey = "schema-key";
        /// - A kind of value.
        SchemaKind = "schema-kind";
        /// - There is nothing here that runs scripts.
        SchemaScript = "schema-script";
        /// - The name of a struct.
        SchemaStruct = "schema-struct";
        /// - The type `…` is described already.
        /// - The field `…` is described already.
        /// - A field is called `…` already, and `…` cannot be so, too.
        /// - A type is called `…` already.
        SchemaTwice = "schema-twice";
        /// - The schema cannot be read.
        SchemaUnreadable = "schema-unreadable";
        /// - Expected a mapping with `types`.
        /// - Expected a mapping as `…`.
        /// - Expected one text as `…`.
        /// - Expected a text as `…`.
        /// - Expected `library`, or `library.function`.
        /// - Expected `library`, or `library.function`, and this is `…`.
        /// - `keyed-deep` is for lists.
        /// - Expected the name of a library.
        /// - Expected the name of a type, or `…`.
        /// - `unit: deg` is for `number` and `vector`.
        /// - `size` is for `vector`.
        /// - `values` are for `…`.
        /// - `default` is for …, and this is `…`.
        /// - Expected an element, and `…` is an attribute.
        /// - A `merger` has no use with `…: …`.
        /// - Expected a size of 2, 3 or 4.
        /// - Expected `@Attribute`, `Element` or `#text` as `key`.
        /// - `…` needs a `key`.
        /// - `keyed-deep` needs a `key`.
        /// - `items` are for `wrapped`, `elements` for `choice`.
        /// - Expected the names of a choice's elements as `elements`.
        /// - Expected `true` or `false` as `…`.
        /// - A field of the entries as `key`.
        SchemaValue = "schema-value";
        /// - Expected schema …, and this is …
        SchemaVersion = "schema-version";
        /// - Elements nest more than … deep.
        TooDeep = "too-deep";
        /// - `…` has the type … and takes the place of one of type … as a whole.
        TypeReplaced = "type-replaced";
        /// - There is no field of that name.
        UnknownField = "unknown-field";
        /// - Expected `Override`, `Merge` or `Append` as `…`, and this is `…`.
        UnknownMergeMode = "unknown-merge-mode";
        /// - `…` names the type `…`, which is neither described nor loaded.
        UnknownType = "unknown-type";
        /// - Elements nest more than … deep.
        XsdDepth = "xsd-depth";
        /// - Expected a complex type that extends `MyObjectBuilder_…`, and there is none.
        XsdNoDefinitions = "xsd-no-definitions";
        /// - Expected `<xs:schema>`, and this is `<…>`.
        XsdRoot = "xsd-root";
    }
    /// Arguments of the npm package.
    NpmPackage {
        /// - Expected a text.
        NotText = "not-text";
        /// - … is no path, so `subxpath` has no file to read.
        /// - … is not the path of an ilevel.
        PathExpected = "path-expected";
        /// - The path `…`, named in `…` on line …, leaves the root.
        /// - The path of the ilevel … leaves the root.
        /// - The path `…` …
        PathOutside = "path-outside";
        /// - There is no format of reports of that name.
        UnknownFormat = "unknown-format";
        /// - There is no limit `…` of packages: there are …
        UnknownLimit = "unknown-limit";
        /// - There is no file at that path.
        UnknownPath = "unknown-path";
        /// - There is no platform `…`.
        UnknownPlatform = "unknown-platform";
        /// - This is no report that `check` of an engine returned, but a copy, or one of a worker: take it as JSON, and
        ///   have it by `readReport`.
        UnknownReport = "unknown-report";
        /// - There is no rule of that name.
        UnknownRule = "unknown-rule";
        Misuse = "misuse";
        UnknownBytes = "unknown-bytes";
        Unmergeable = "unmergeable";
    }
    /// The checker itself.
    Checker {
        /// - The checker broke down over a file.
        Internal = "internal";
    }
}

#[cfg(test)]
mod tests {
    use super::IssueCode;

    #[test]
    fn each_code_is_found_by_its_text() {
        for code in IssueCode::ALL {
            assert_eq!(IssueCode::named(code.as_str()), Some(*code), "{code}");
        }
        assert_eq!(IssueCode::named("no-such-code"), None);
    }
}
