//! JSON as RFC 8259 has it: what every reader of it must accept, what it must refuse, and what it may do as it likes.
//!
//! A `.json` file that strict JSON refuses is refused here, too, or read with a warning; one that it accepts is read
//! without that. Each table has one document a row, with what becomes of it; `serde_json` is asked about each as well.

use std::borrow::Cow;
use std::collections::BTreeSet;

use assay_engine::format::{Document, MAX_DEPTH, Notes, Scalar, Sink, Tag, Unusable};
use assay_engine::text::Span;
use serde_json::Value;

use self::Outcome::{Read, Refused, Warned};

/// What becomes of a document.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Outcome {
    /// Read without a word.
    Read,
    /// Read with a warning of this code.
    Warned(&'static str),
    /// Not read; the code says why.
    Refused(&'static str),
}

/// Read with the warning that it is not strict.
const LENIENT: Outcome = Warned("json-not-strict");

/// Read with the warning that a key is repeated: the names of an object only should be unique.
const REPEATED: Outcome = Warned("json-repeated-key");

/// Read with the warning that half of a pair of surrogates is read as U+FFFD.
const LONE: Outcome = Warned("json-lone-surrogate");

/// A claim, the bytes of a `.json` file, and what becomes of it.
type Row = (&'static str, &'static [u8], Outcome);

/// What every reader must accept.
const ACCEPTED: &[Row] = &[
    // Arrays.
    ("an empty array", b"[]", Read),
    ("an empty array with blanks in it", b"[ \t\r\n]", Read),
    ("one element", b"[7]", Read),
    ("several elements", b"[1,2,3]", Read),
    ("elements of all kinds", br#"[null, true, false, 1, "x", {}, []]"#, Read),
    ("arrays in arrays", b"[[], [[]], [[], []]]", Read),
    ("blanks around an element", b"[ 7 ]", Read),
    ("a line for each element", b"[\n1\n,\n2\n]", Read),
    ("many nulls", b"[1,null,null,null,2]", Read),
    ("an empty text as element", br#"[""]"#, Read),
    // Objects.
    ("an empty object", b"{}", Read),
    ("an empty object with blanks in it", b"{ \t\r\n}", Read),
    ("one member", br#"{"a":"b"}"#, Read),
    ("several members", br#"{"a":"b","c":"d"}"#, Read),
    ("an empty key", br#"{"":0}"#, Read),
    ("a key with an escape", br#"{"a\u0000b\"":42}"#, Read),
    ("a key that is blank", br#"{" ":1}"#, Read),
    ("a key beyond ASCII", b"{\"\xe6\x9d\x90\xe8\xb4\xa8\":1}", Read),
    ("keys that differ in case", br#"{"a":1,"A":2}"#, Read),
    ("blanks around everything", b" {\r\n\t\"a\" : 1 , \"b\"\n:\n2 } ", Read),
    ("objects in objects", br#"{"a":{"b":{"c":{}}}}"#, Read),
    ("the same key in two objects", br#"[{"a":1},{"a":2}]"#, Read),
    ("words of JavaScript as keys", br#"{"__proto__":1,"constructor":2,"null":3}"#, Read),
    ("a key twice", br#"{"a":"b","a":"c"}"#, REPEATED),
    ("a key and its value twice", br#"{"a":"b","a":"b"}"#, REPEATED),
    ("a key twice, once with an escape", br#"{"a":0,"\u0061":0}"#, REPEATED),
    ("values of all kinds", br#"{"a":null,"b":true,"c":[],"d":{},"e":"","f":-1}"#, Read),
    // Numbers.
    ("zero", b"[0]", Read),
    ("minus zero", b"[-0]", Read),
    ("a digit", b"[9]", Read),
    ("a negative number", b"[-123]", Read),
    ("minus one", b"[-1]", Read),
    ("a fraction", b"[123.456]", Read),
    ("a fraction of zeros", b"[1.000]", Read),
    ("a fraction close to zero", b"[-0.000000000000000000000000000000000000000000000000000000000000000001]", Read),
    ("an exponent", b"[1e22]", Read),
    ("a capital exponent", b"[1E22]", Read),
    ("an exponent with a plus", b"[1e+2]", Read),
    ("a capital exponent with a plus", b"[1E+2]", Read),
    ("an exponent with a minus", b"[1E-2]", Read),
    ("an exponent of zero", b"[0e+1, 1e0]", Read),
    ("an exponent with leading zeros", b"[1e007]", Read),
    ("a fraction with an exponent", b"[123.456e78]", Read),
    ("a number behind a blank", b"[ 4]", Read),
    ("a number before a line end", b"[4\n]", Read),
    ("the least integer of 64 bits", b"[-9223372036854775808]", Read),
    ("the greatest integer of 64 bits", b"[18446744073709551615]", Read),
    // Texts.
    ("an empty text", br#""""#, Read),
    ("each short escape", br#"["\"\\\/\b\f\n\r\t"]"#, Read),
    ("an escape of four digits", br#"["\u0060\u012a\u12AB"]"#, Read),
    ("an escaped zero", br#"["\u0000"]"#, Read),
    ("an escaped escape", br#"["\\u0000"]"#, Read),
    ("an escaped backslash at the end", br#"["\\"]"#, Read),
    ("an escaped quote", br#"["\u0022"]"#, Read),
    ("an escaped line end", br#"["new\u000Aline"]"#, Read),
    ("an escaped pair of surrogates", br#"["\uD801\udc37"]"#, Read),
    ("two escaped pairs", br#"["\ud83d\ude39\ud83d\udc8d"]"#, Read),
    ("the last character, escaped", br#"["\uDBFF\uDFFF"]"#, Read),
    ("an escaped noncharacter", br#"["\uFFFF\uFDD0"]"#, Read),
    ("an escaped byte order mark", br#"["\uFEFF"]"#, Read),
    ("two bytes", b"[\"\xc3\xa9\"]", Read),
    ("three bytes", b"[\"\xe2\x82\xac\"]", Read),
    ("four bytes", b"[\"\xf0\x9f\x98\x80\"]", Read),
    ("a noncharacter", b"[\"\xef\xbf\xbf\"]", Read),
    ("the last character", b"[\"\xf4\x8f\xbf\xbf\"]", Read),
    ("the byte order mark inside a text", b"[\"\xef\xbb\xbf\"]", Read),
    ("the line separators of Unicode", b"[\"\xe2\x80\xa8\xe2\x80\xa9\"]", Read),
    ("the blank without break", b"[\"\xc2\xa0\"]", Read),
    ("the control character U+007F", b"[\"a\x7fa\"]", Read),
    ("the control character U+0085", b"[\"\xc2\x85\"]", Read),
    ("an apostrophe", br#"["it's"]"#, Read),
    ("what looks like a comment", br#"["a/*b*/c//d"]"#, Read),
    ("what looks like an array", br#"["[1,2]"]"#, Read),
    ("blanks that count", br#"[" a  b "]"#, Read),
    // The document.
    ("null alone", b"null", Read),
    ("true alone", b"true", Read),
    ("false alone", b"false", Read),
    ("a number alone", b"42", Read),
    ("a negative number alone", b"-0.1", Read),
    ("a text alone", br#""asd""#, Read),
    ("blanks before and behind", b" \t\r\n[] \t\r\n", Read),
    ("a line end at the end", b"{}\n", Read),
];

/// What every reader must refuse.
const REFUSED: &[Row] = &[
    // Arrays.
    ("an array that is not closed", b"[1", Refused("json-unfinished")),
    ("an array that only opens", b"[", Refused("json-unfinished")),
    ("an array that only closes", b"]", Refused("json-missing-value")),
    ("an array that ends with its comma", b"[1,", Refused("json-unfinished")),
    ("an inner array that is not closed", b"[[1]", Refused("json-unfinished")),
    ("an array that closes twice", b"[1]]", Refused("json-trailing-text")),
    ("an array closed as an object", b"[1}", Refused("json-wrong-bracket")),
    ("an element behind the array", b"[1]2", Refused("json-trailing-text")),
    ("a comma behind the last element", b"[1,]", LENIENT),
    ("two commas behind the last element", b"[1,,]", Refused("json-missing-value")),
    ("two commas between elements", b"[1,,2]", Refused("json-missing-value")),
    ("a comma before the first element", b"[,1]", Refused("json-missing-value")),
    ("a comma alone", b"[,]", Refused("json-missing-value")),
    ("a comma behind the array", b"[1],", Refused("json-trailing-text")),
    ("a colon between elements", br#"["a": 1]"#, Refused("json-missing-comma")),
    ("no comma between texts", br#"["a" "b"]"#, Refused("json-missing-comma")),
    ("no comma between numbers", b"[1 2]", Refused("json-missing-comma")),
    ("no comma before an array", b"[3[4]]", Refused("json-missing-comma")),
    ("a semicolon between elements", b"[1;2]", Refused("json-missing-comma")),
    ("an asterisk", b"[*]", Refused("json-missing-value")),
    ("an ellipsis", b"[1,...]", Refused("json-bad-number")),
    ("round brackets", b"(1)", Refused("json-missing-value")),
    // Objects.
    ("an object that is not closed", br#"{"a":1"#, Refused("json-unfinished")),
    ("an object that only opens", b"{", Refused("json-unfinished")),
    ("an object that only closes", b"}", Refused("json-missing-value")),
    ("an object that ends with its key", br#"{"a""#, Refused("json-unfinished")),
    ("an object that ends with its colon", br#"{"a":"#, Refused("json-unfinished")),
    ("an object that ends with its comma", br#"{"a":1,"#, Refused("json-unfinished")),
    ("an object closed as an array", br#"{"a":1]"#, Refused("json-wrong-bracket")),
    ("an object that closes twice", b"{}}", Refused("json-trailing-text")),
    ("a comma behind the last member", br#"{"a":1,}"#, LENIENT),
    ("two commas behind the last member", br#"{"a":1,,}"#, Refused("json-missing-key")),
    ("two commas between members", br#"{"a":1,,"b":2}"#, Refused("json-missing-key")),
    ("a comma before the first member", br#"{,"a":1}"#, Refused("json-missing-key")),
    ("no comma between members", br#"{"a":1 "b":2}"#, Refused("json-missing-comma")),
    ("a semicolon between members", br#"{"a":1;"b":2}"#, Refused("json-missing-comma")),
    ("a key without value", br#"{"a":}"#, Refused("json-missing-value")),
    ("a key without colon", br#"{"a" 1}"#, Refused("json-missing-colon")),
    ("a key alone", br#"{"a"}"#, Refused("json-missing-colon")),
    ("two colons", br#"{"a"::1}"#, Refused("json-missing-value")),
    ("a comma for a colon", br#"{"a",1}"#, Refused("json-missing-colon")),
    ("an equals sign for a colon", br#"{"a"=1}"#, Refused("json-missing-colon")),
    ("two values", br#"{"a":1:2}"#, Refused("json-missing-comma")),
    ("no key", b"{:1}", Refused("json-missing-key")),
    ("a key without quotes", b"{a:1}", LENIENT),
    ("a key in single quotes", b"{'a':1}", LENIENT),
    ("a key with one quote", br#"{a":1}"#, Refused("json-missing-colon")),
    ("a number as key", b"{1:1}", Refused("json-bad-key")),
    ("null as key", b"{null:1}", LENIENT),
    ("an array as key", b"{[]:1}", Refused("json-missing-key")),
    ("an array in an object", b"{[1]}", Refused("json-missing-key")),
    ("a key that is no UTF-8", b"{\"\xb9\":0}", Refused("encoding-undecodable")),
    ("a comment in an object", br#"{"a":/*x*/1}"#, LENIENT),
    ("a comment behind an object", br#"{"a":1}// x"#, LENIENT),
    ("a comment with a hash", b"{\"a\":1} # x", Refused("json-trailing-text")),
    ("a comment that is not closed", br#"{"a":1}/*"#, Refused("json-unclosed-comment")),
    ("half of a comment's start", br#"{"a":1}/"#, Refused("json-trailing-text")),
    // Numbers.
    ("a plus sign", b"[+1]", LENIENT),
    ("two plus signs", b"[++1]", Refused("json-bad-number")),
    ("two minus signs", b"[--1]", Refused("json-bad-number")),
    ("a plus and a minus", b"[+-1]", Refused("json-bad-number")),
    ("a minus alone", b"[-]", Refused("json-bad-number")),
    ("a minus and a blank", b"[- 1]", Refused("json-bad-number")),
    ("a minus and a word", b"[-foo]", Refused("json-bad-number")),
    ("a leading zero", b"[012]", Refused("json-leading-zero")),
    ("a leading zero behind a minus", b"[-012]", Refused("json-leading-zero")),
    ("two zeros", b"[00]", Refused("json-leading-zero")),
    ("a leading zero of a fraction", b"[01.5]", Refused("json-leading-zero")),
    ("no digit before the point", b"[.5]", LENIENT),
    ("no digit between minus and point", b"[-.5]", LENIENT),
    ("no digit behind the point", b"[1.]", LENIENT),
    ("no digit between point and exponent", b"[0.e1]", LENIENT),
    ("a point alone", b"[.]", Refused("json-bad-number")),
    ("a minus and a point", b"[-.]", Refused("json-bad-number")),
    ("two points", b"[1.2.3]", Refused("json-bad-number")),
    ("no digit in the exponent", b"[1e]", Refused("json-bad-number")),
    ("a sign alone in the exponent", b"[1.0e+]", Refused("json-bad-number")),
    ("two signs in the exponent", b"[1e+-2]", Refused("json-bad-number")),
    ("two exponents", b"[1e2e3]", Refused("json-bad-number")),
    ("a fraction in the exponent", b"[1e2.5]", Refused("json-bad-number")),
    ("an exponent alone", b"[e5]", Refused("json-bad-word")),
    ("a hexadecimal number", b"[0x42]", LENIENT),
    ("a hexadecimal number without digits", b"[0x]", Refused("json-bad-number")),
    ("an octal number", b"[0o7]", Refused("json-bad-number")),
    ("a binary number", b"[0b1]", Refused("json-bad-number")),
    ("a blank among the digits", b"[1 000.0]", Refused("json-missing-comma")),
    ("an underscore among the digits", b"[1_000]", Refused("json-bad-number")),
    ("a letter behind the digits", b"[1a]", Refused("json-bad-number")),
    ("a sum", b"[1+2]", Refused("json-bad-number")),
    ("not a number", b"[NaN]", LENIENT),
    ("minus not a number", b"[-NaN]", LENIENT),
    ("infinity", b"[Infinity]", LENIENT),
    ("minus infinity", b"[-Infinity]", LENIENT),
    ("infinity, cut short", b"[Inf]", Refused("json-bad-word")),
    ("digits of full width", b"[\xef\xbc\x91]", Refused("json-missing-value")),
    ("a number and a byte that is no UTF-8", b"[0\xe5]", Refused("encoding-undecodable")),
    // Words.
    ("true, cut short", b"[tru]", Refused("json-bad-word")),
    ("false, cut short", b"[fals]", Refused("json-bad-word")),
    ("null, cut short", b"[nul]", Refused("json-bad-word")),
    ("a capital true", b"[True]", Refused("json-bad-word")),
    ("null in capitals", b"[NULL]", Refused("json-bad-word")),
    ("a word that goes on", b"[truely]", Refused("json-bad-word")),
    ("two words", b"[true false]", Refused("json-missing-comma")),
    ("undefined", b"[undefined]", Refused("json-bad-word")),
    ("a word that nobody knows", b"[lamp]", Refused("json-bad-word")),
    // Texts.
    ("a text that is not closed", br#"["x]"#, Refused("json-unclosed-text")),
    ("a quote alone", b"\"", Refused("json-unclosed-text")),
    ("a text that ends with a backslash", b"[\"\\", Refused("json-unclosed-text")),
    ("a text whose end is escaped", br#"["\"]"#, Refused("json-unclosed-text")),
    ("a string in single quotes", b"['x']", LENIENT),
    ("a single quote alone", b"'", Refused("json-unclosed-text")),
    ("a text in backticks", b"[`x`]", Refused("json-missing-value")),
    ("a text in quotes of print", b"[\xe2\x80\x9cx\xe2\x80\x9d]", Refused("json-missing-value")),
    ("an escape without quotes", br"[\n]", Refused("json-missing-value")),
    ("an escape of one byte", br#"["\x41"]"#, LENIENT),
    ("an escape of one byte without digits", br#"["\x"]"#, Refused("json-bad-escape")),
    ("an escape of a letter that has none", br#"["\a"]"#, LENIENT),
    ("an escape with a capital", br#"["\U00A66D"]"#, LENIENT),
    ("an escaped apostrophe", br#"["\'"]"#, LENIENT),
    ("an escaped zero of C", br#"["\0"]"#, LENIENT),
    ("an octal escape", br#"["\101"]"#, Refused("json-bad-escape")),
    ("an escaped tabulator", b"[\"\\\t\"]", LENIENT),
    ("an escaped line end as it is", b"[\"\\\n\"]", LENIENT),
    ("an escaped character beyond ASCII", b"[\"\\\xc3\xa9\"]", LENIENT),
    ("an escape without digits", br#"["\u"]"#, Refused("json-bad-escape")),
    ("an escape of three digits", br#"["\u00A"]"#, Refused("json-bad-escape")),
    ("an escape with another letter", br#"["\u00G0"]"#, Refused("json-bad-escape")),
    ("an escape in curly brackets", br#"["\u{41}"]"#, Refused("json-bad-escape")),
    ("an escape with a sign", br#"["\u+041"]"#, Refused("json-bad-escape")),
    ("half a pair and half an escape", br#"["\uD800\u"]"#, Refused("json-bad-escape")),
    ("half a pair and three digits", br#"["\uD834\uDd"]"#, Refused("json-bad-escape")),
    ("half a pair and an end that is escaped", br#"["\uD800\"]"#, Refused("json-unclosed-text")),
    ("half a pair and another letter's escape", br#"["\uD800\x"]"#, Refused("json-bad-escape")),
    ("an escaped byte that is no UTF-8", b"[\"\\\xe5\"]", Refused("encoding-undecodable")),
    ("a line end in a text", b"[\"a\nb\"]", Refused("json-unclosed-text")),
    ("a carriage return in a text", b"[\"a\rb\"]", Refused("json-unclosed-text")),
    ("a tabulator in a text", b"[\"\t\"]", LENIENT),
    ("a zero in a text", b"[\"a\0a\"]", LENIENT),
    ("the control character U+001F in a text", b"[\"\x1f\"]", LENIENT),
    ("a backspace in a key", b"{\"\x08\":1}", LENIENT),
    // The document.
    ("nothing", b"", Refused("json-empty")),
    ("a blank", b" ", Refused("json-empty")),
    ("line ends only", b"\n\r\n", Refused("json-empty")),
    ("a byte order mark only", b"\xef\xbb\xbf", Refused("json-empty")),
    ("half of a byte order mark", b"\xef\xbb{}", Refused("encoding-undecodable")),
    ("a comment only", b"// nothing", Refused("json-empty")),
    ("a byte that is no UTF-8, alone", b"\xe9", Refused("encoding-undecodable")),
    ("a byte that is no UTF-8, behind the value", b"123\xe5", Refused("encoding-undecodable")),
    ("two documents", b"{}{}", Refused("json-trailing-text")),
    ("two documents on two lines", b"1\n2", Refused("json-trailing-text")),
    ("a word behind the document", b"[]a", Refused("json-trailing-text")),
    ("a zero behind the document", b"[]\0", Refused("json-trailing-text")),
    ("a zero inside an array", b"[1,\0]", Refused("json-missing-value")),
    ("a member without its object", br#""a":1"#, Refused("json-trailing-text")),
    ("an assignment", b"a = {}", Refused("json-bad-word")),
    ("a call", br#"f({"a":1})"#, Refused("json-bad-word")),
    ("a section of an INI file", b"[section]\nk=1\n", Refused("json-bad-word")),
    ("markup that is none", b"<.>", Refused("xml-tag-name")),
    ("a word in angle brackets", b"[<null>]", Refused("json-missing-value")),
    ("a form feed as blank", b"[\x0c]", LENIENT),
    ("a vertical tabulator as blank", b"[\x0b]", LENIENT),
    ("a blank without break", b"[\xc2\xa0]", LENIENT),
    ("a line separator as blank", b"\xe2\x80\xa8[]", LENIENT),
    ("a joiner as blank", b"[\xe2\x81\xa0]", Refused("json-missing-value")),
    ("a backslash as blank", b"\\[]", Refused("json-missing-value")),
    ("a mark behind the document", b"[]\xef\xbb\xbf", LENIENT),
];

/// What a reader may accept or refuse.
const EITHER: &[Row] = &[
    // Encodings.
    ("a byte order mark", b"\xef\xbb\xbf{}", Read),
    ("a byte order mark before a text", b"\xef\xbb\xbf\"x\"", Read),
    ("two byte order marks", b"\xef\xbb\xbf\xef\xbb\xbf{}", Read),
    ("UTF-16 with a mark, the low byte first", b"\xff\xfe[\0\"\0\xe9\0\"\0]\0", Read),
    ("UTF-16 with a mark, the high byte first", b"\xfe\xff\0[\0\"\0\xe9\0\"\0]", Read),
    ("UTF-16 without a mark, the low byte first", b"[\0\"\0\xe9\0\"\0]\0", Refused("encoding-no-mark")),
    ("UTF-16 without a mark, the high byte first", b"\0[\0\"\0\xe9\0\"\0]", Refused("encoding-no-mark")),
    ("UTF-16 with half a pair", b"\xff\xfe\"\0\0\xd8\"\0", Refused("encoding-undecodable")),
    ("UTF-16 with half a character", b"\xff\xfe[\0]", Refused("encoding-undecodable")),
    ("UTF-32 with a mark", b"\xff\xfe\0\0[\0\0\0]\0\0\0", Refused("encoding-unknown")),
    ("a byte of Latin-1", b"[\"\xe9\"]", Refused("encoding-undecodable")),
    ("a byte of no character", b"[\"\xff\"]", Refused("encoding-undecodable")),
    ("a character's second byte alone", b"[\"\x81\"]", Refused("encoding-undecodable")),
    ("a character that is cut", b"[\"\xe0\xff\"]", Refused("encoding-undecodable")),
    ("a character that ends with the text", b"[\"\xe6\x97\"]", Refused("encoding-undecodable")),
    ("a character in more bytes than it needs", b"[\"\xc0\xaf\"]", Refused("encoding-undecodable")),
    ("a zero in six bytes", b"[\"\xfc\x80\x80\x80\x80\x80\"]", Refused("encoding-undecodable")),
    ("a character beyond the last", b"[\"\xf4\xbf\xbf\xbf\"]", Refused("encoding-undecodable")),
    ("half a pair in UTF-8", b"[\"\xed\xa0\x80\"]", Refused("encoding-undecodable")),
    // Surrogates.
    ("the first half of a pair alone", br#"["\uDADA"]"#, LONE),
    ("the second half of a pair alone", br#"["\uDFAA"]"#, LONE),
    ("the first half before a letter", br#"["\ud800abc"]"#, LONE),
    ("the first half before a line end", br#"["\uD800\n"]"#, LONE),
    ("the first half before another character", br#"["\uD888\u1234"]"#, LONE),
    ("the first half twice", br#"["\uD800\uD800"]"#, LONE),
    ("the halves of a pair swapped", br#"["\uDd1e\uD834"]"#, LONE),
    ("half a pair in a key", br#"{"\uDFAA":0}"#, LONE),
    // Numbers of any size.
    ("an exponent that no double has", b"[1.5e+9999]", Read),
    ("a negative number that no double has", b"[-123123e100000]", Read),
    ("a number that is nearly zero", b"[123e-10000000]", Read),
    ("an exponent of many digits", b"[0.4e00669999999999999999999999999999999999969999999006]", Read),
    ("an integer of many digits", b"[100000000000000000000]", Read),
    ("a negative integer of many digits", b"[-237462374673276894279832749832423479823246327846]", Read),
];

/// Arrays and objects in each other, so many: a reader may have a limit.
const NESTED: &[(&str, usize, Outcome)] = &[
    ("[", 500, Read),
    ("[", MAX_DEPTH, Read),
    ("[", MAX_DEPTH + 1, Refused("json-too-deep")),
    ("{\"a\":", MAX_DEPTH - 1, Read),
    ("{\"a\":", MAX_DEPTH, Refused("json-too-deep")),
    ("[{\"a\":", 100_000, Refused("json-too-deep")),
];

/// Nobody who wants to know of a document's nodes.
struct Nobody;

impl Sink for Nobody {
    fn open(&mut self, _: Option<Tag<'_>>, _: Span) {}
    fn attribute(&mut self, _: Tag<'_>, _: Cow<'_, str>, _: Span) {}
    fn text(&mut self, _: Cow<'_, str>, _: Span) {}
    fn scalar(&mut self, _: Scalar<'_>, _: Span) {}
    fn close(&mut self, _: u32) {}
}

/// What becomes of a `.json` file of these bytes.
fn outcome(bytes: &[u8]) -> Outcome {
    let notes = match Document::decode("a.json", bytes.to_vec()) {
        Ok(document) => document.read(&mut Nobody).map_err(|fault| fault.code.as_str()),
        Err(Unusable::Undecodable(undecodable)) => Err(undecodable.fault.code.as_str()),
        Err(fault @ Unusable::NoReader(_)) => panic!("{fault}"),
    };
    let first = |notes: Notes| {
        let repeated = notes.repeated.first().cloned();
        notes.warnings().next().or(repeated).map(|warning| warning.code.as_str())
    };
    match notes.map(first) {
        Ok(warning) => warning.map_or(Read, Warned),
        Err(code) => Refused(code),
    }
}

/// Asserts that each document of a table has its outcome, and that `suits` that and what `serde_json` makes of it.
fn check(rows: &[Row], suits: fn(Outcome, bool) -> bool) {
    let wrong = rows.iter().filter_map(|&(claim, bytes, expected)| {
        let (found, peer) = (outcome(bytes), serde_json::from_slice::<Value>(bytes));
        let is_right = found == expected && suits(found, peer.is_ok());
        (!is_right).then(|| format!("{claim}: {found:?}, not {expected:?}; serde_json: {peer:?}"))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn documents_that_must_be_accepted_are_read_as_strict() {
    check(ACCEPTED, |outcome, peer_accepts| (outcome == Read || outcome == REPEATED) && peer_accepts);
}

#[test]
fn documents_that_must_be_refused_are_refused_or_reported() {
    check(REFUSED, |outcome, peer_accepts| (outcome == LENIENT || matches!(outcome, Refused(_))) && !peer_accepts);
}

#[test]
fn optional_documents_are_never_lenient() {
    check(EITHER, |outcome, _| outcome != LENIENT);
}

#[test]
fn nesting_is_limited_even_without_an_end() {
    for &(open, depth, expected) in NESTED {
        let closed: String = open.chars().rev().filter_map(closer).collect();
        let whole = [open.repeat(depth), "0".to_owned(), closed.repeat(depth)].concat();
        assert_eq!(outcome(whole.as_bytes()), expected, "{depth} times {open}");
        let cut = outcome(open.repeat(depth).as_bytes());
        assert!(matches!(cut, Refused("json-unfinished" | "json-too-deep")), "{depth} times {open}: {cut:?}");
    }
}

const fn closer(c: char) -> Option<char> {
    match c {
        '[' => Some(']'),
        '{' => Some('}'),
        _ => None,
    }
}

#[test]
fn each_table_has_unique_rows() {
    assert_eq!((ACCEPTED.len(), REFUSED.len(), EITHER.len()), (82, 166, 33));
    let rows = || [ACCEPTED, REFUSED, EITHER].into_iter().flatten();
    let (claims, documents): (BTreeSet<_>, BTreeSet<_>) = rows().map(|row| (row.0, row.1)).unzip();
    assert_eq!((claims.len(), documents.len()), (rows().count(), rows().count()));
}
