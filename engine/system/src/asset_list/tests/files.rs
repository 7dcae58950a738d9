//! The forms of lists.

use crate::asset_list::{AssetList, ContentHash, Form, ListEntry, ListWriter, Seed, SeedList, list_of_bytes};

/// A list of one entry, byte for byte as upstream writes it.
pub const HELLO: &str = concat!(
    "<ObjectStream version=\"3\">\n",
    "\t<Class name=\"AssetFileInfoList\" version=\"1\" type=\"{61F16042-E381-47E4-8AAA-91BC532F4101}\">\n",
    "\t\t<Class name=\"AZStd::vector&lt;AssetFileInfo, allocator&gt;\" field=\"fileInfoList\" type=\"{4F6B07E0-7EB7-5CE4-AABE-8717224FC1DB}\">\n",
    "\t\t\t<Class name=\"AssetFileInfo\" field=\"element\" version=\"1\" type=\"{F1616D53-9A20-4C04-854E-D458A334B86B}\">\n",
    "\t\t\t\t<Class name=\"AssetId\" field=\"assetId\" version=\"1\" type=\"{652ED536-3402-439B-AEBE-4A5DBC554085}\">\n",
    "\t\t\t\t\t<Class name=\"AZ::Uuid\" field=\"guid\" value=\"{A4E1FF93-7114-5D43-96A2-BB8CF3BDEEBC}\" type=\"{E152C105-A133-4D03-BBF8-3D4B2FBA3E2A}\"/>\n",
    "\t\t\t\t\t<Class name=\"unsigned int\" field=\"subId\" value=\"0\" type=\"{43DA906B-7DEF-4CA8-9790-854106D3F983}\"/>\n",
    "\t\t\t\t</Class>\n",
    "\t\t\t\t<Class name=\"AZStd::string\" field=\"assetRelativePath\" value=\"notes/hello.txt\" type=\"{03AAAB3F-5C47-5A66-9EBC-D5FA4DB353C9}\"/>\n",
    "\t\t\t\t<Class name=\"AZ::u64\" field=\"modificationTime\" value=\"0\" type=\"{D6597933-47CD-4FC8-B911-63F3E2B0993A}\"/>\n",
    "\t\t\t\t<Class name=\"AZStd::array&lt;unsigned int, 5&gt;\" field=\"hash\" type=\"{B6423B78-0722-5AD2-9CB4-100E6DA85824}\">\n",
    "\t\t\t\t\t<Class name=\"unsigned int\" field=\"element\" value=\"4117943190\" type=\"{43DA906B-7DEF-4CA8-9790-854106D3F983}\"/>\n",
    "\t\t\t\t\t<Class name=\"unsigned int\" field=\"element\" value=\"4209582182\" type=\"{43DA906B-7DEF-4CA8-9790-854106D3F983}\"/>\n",
    "\t\t\t\t\t<Class name=\"unsigned int\" field=\"element\" value=\"678514610\" type=\"{43DA906B-7DEF-4CA8-9790-854106D3F983}\"/>\n",
    "\t\t\t\t\t<Class name=\"unsigned int\" field=\"element\" value=\"3456169774\" type=\"{43DA906B-7DEF-4CA8-9790-854106D3F983}\"/>\n",
    "\t\t\t\t\t<Class name=\"unsigned int\" field=\"element\" value=\"2498897295\" type=\"{43DA906B-7DEF-4CA8-9790-854106D3F983}\"/>\n",
    "\t\t\t\t</Class>\n",
    "\t\t\t</Class>\n",
    "\t\t</Class>\n",
    "\t</Class>\n",
    "</ObjectStream>\n",
    "\n",
);

/// The list in the simple JSON form.
const HELLO_JSON: &str = "{\"assets\": [\n{\"path\": \"notes/hello.txt\", \"hash\": \
                          \"f572d396fae9206628714fb2ce00f72e94f2258f\", \"id\": \
                          \"{A4E1FF93-7114-5D43-96A2-BB8CF3BDEEBC}:0\"}\n]}\n";

/// The list as an ObjectStream in JSON.
const HELLO_OBJECTS: &str = r#"{"name": "ObjectStream", "version": 3, "Objects": [
  {"typeName": "AssetFileInfoList", "typeId": "{61F16042-E381-47E4-8AAA-91BC532F4101}", "version": 1, "Objects": [
    {"field": "fileInfoList", "typeName": "x", "typeId": "{4F6B07E0-7EB7-5CE4-AABE-8717224FC1DB}", "Objects": [
      {"field": "element", "typeName": "AssetFileInfo", "typeId": "{F1616D53-9A20-4C04-854E-D458A334B86B}", "Objects": [
        {"field": "assetId", "typeId": "{652ED536-3402-439B-AEBE-4A5DBC554085}", "version": 1, "Objects": [
          {"field": "guid", "typeId": "{E152C105-A133-4D03-BBF8-3D4B2FBA3E2A}", "value": "{A4E1FF93-7114-5D43-96A2-BB8CF3BDEEBC}"}]},
        {"field": "assetRelativePath", "typeId": "{03AAAB3F-5C47-5A66-9EBC-D5FA4DB353C9}", "value": "notes/hello.txt"},
        {"field": "hash", "typeId": "{B6423B78-0722-5AD2-9CB4-100E6DA85824}", "Objects": [
          {"field": "element", "typeId": "{43DA906B-7DEF-4CA8-9790-854106D3F983}", "value": "4117943190"},
          {"field": "element", "typeId": "{43DA906B-7DEF-4CA8-9790-854106D3F983}", "value": "4209582182"},
          {"field": "element", "typeId": "{43DA906B-7DEF-4CA8-9790-854106D3F983}", "value": "678514610"},
          {"field": "element", "typeId": "{43DA906B-7DEF-4CA8-9790-854106D3F983}", "value": "3456169774"},
          {"field": "element", "typeId": "{43DA906B-7DEF-4CA8-9790-854106D3F983}", "value": "2498897295"}]}]}]}]}]}"#;

/// The list in the serialization of O3DE.
const HELLO_SERIALIZED: &str = r#"{"Type": "JsonSerialization", "Version": 1, "ClassName": "assetFileInfoList",
  "ClassData": {"fileInfoList": [{"assetId": {"guid": "{A4E1FF93-7114-5D43-96A2-BB8CF3BDEEBC}"},
    "assetRelativePath": "notes/hello.txt",
    "hash": [4117943190, 4209582182, 678514610, 3456169774, 2498897295]}]}}"#;

/// Returns a line for each entry of a list, or for its problem.
fn lines(name: &str, text: &str) -> Vec<String> {
    match list_of_bytes(name, text.as_bytes().to_vec()) {
        Ok(reading) => {
            let entry = |entry: ListEntry<'_>| {
                let id = entry.id.map(|id| format!(" {id}")).unwrap_or_default();
                let hash = entry.hash.to_string();
                format!("{} {}{id} {}", entry.path, &hash[..4], entry.modified)
            };
            let warnings = reading.warnings.iter().map(|warning| format!("warning: {}", warning.message));
            reading.value.iter().map(entry).chain(warnings).collect()
        }
        Err(problem) => vec![format!("error: {}", problem.message)],
    }
}

/// Returns a list in a form.
fn bytes(list: &AssetList, form: Form) -> Vec<u8> {
    ListWriter::new(list, form).into_bytes().unwrap()
}

#[test]
fn every_form_has_the_same_entries() {
    for (name, text) in [
        ("a.assetlist", HELLO),
        ("a.assetlist", HELLO_OBJECTS),
        ("a.assetlist", HELLO_SERIALIZED),
        ("a.json", HELLO_JSON),
        ("a", &format!("\u{feff}\n{HELLO}")),
        ("a.json", &format!("// of today\n{HELLO_JSON}")),
    ] {
        assert_eq!(lines(name, text), ["notes/hello.txt f572 {A4E1FF93-7114-5D43-96A2-BB8CF3BDEEBC}:0 0"], "{text}");
    }
}

#[test]
fn both_forms_are_written_byte_for_byte() {
    let list = list_of_bytes("a.json", HELLO_JSON.as_bytes().to_vec()).unwrap().value;
    assert_eq!(String::from_utf8(bytes(&list, Form::Xml)).unwrap(), HELLO);
    assert_eq!(String::from_utf8(bytes(&list, Form::Json)).unwrap(), HELLO_JSON);
}

#[test]
fn a_list_without_entries_is_written_and_read() {
    let empty = AssetList::of_entries([]);
    let xml = String::from_utf8(bytes(&empty, Form::Xml)).unwrap();
    let vector = "\t\t<Class name=\"AZStd::vector&lt;AssetFileInfo, allocator&gt;\" field=\"fileInfoList\" \
                  type=\"{4F6B07E0-7EB7-5CE4-AABE-8717224FC1DB}\"/>\n\t</Class>\n</ObjectStream>\n\n";
    assert!(xml.ends_with(vector), "{xml}");
    assert_eq!(lines("a.assetlist", &xml), [""; 0]);
    let json = String::from_utf8(bytes(&empty, Form::Json)).unwrap();
    assert_eq!((json.as_str(), lines("a.json", &json)), ("{\"assets\": []}\n", vec![]));
}

#[test]
fn a_text_file_has_one_path_per_line() {
    let warning = "warning: a list of paths has neither hashes nor ids: each entry is treated as an empty file";
    for name in ["a.txt", "b/A.TXT", "a.lst", "a.list", "a"] {
        assert_eq!(lines(name, "a/b.txt\r\n\n  c d.txt \n"), ["a/b.txt 0000 0", "c d.txt 0000 0", warning]);
        assert_eq!(lines(name, ""), [""; 0]);
    }
}

#[test]
fn leniently_read_syntax_of_upstream_is_a_warning() {
    let vector = "{4F6B07E0-7EB7-5CE4-AABE-8717224FC1DB}";
    for (what, with, warning) in [
        ("field=\"modificationTime\"", "field=\"size\"", "`size` is not a field of `AssetFileInfo` and is ignored"),
        (
            "value=\"0\" type=\"{D6597933-47CD-4FC8-B911-63F3E2B0993A}\"",
            "value=\"0\" type=\"{43DA906B-7DEF-4CA8-9790-854106D3F983}\"",
            "`modificationTime` does not have the type id of `AZ::u64`, but is read anyway",
        ),
        (
            vector,
            "{00000000-0000-0000-0000-000000000000}",
            "`fileInfoList` does not have the type id of `AZStd::vector<AssetFileInfo, allocator>`, but is read anyway",
        ),
    ] {
        let found = lines("a.assetlist", &HELLO.replacen(what, with, 1));
        assert_eq!(found.len(), 2, "{found:?}");
        assert_eq!(found[1], format!("warning: {warning}"));
    }
    let path = "<Class name=\"AZStd::string\" field=\"assetRelativePath\" value=\"first.txt\"/>";
    let twice = HELLO.replacen("\t\t\t\t<Class name=\"AssetId\"", &format!("{path}<Class name=\"AssetId\""), 1);
    assert_eq!(
        lines("a.assetlist", &twice),
        [
            "notes/hello.txt f572 {A4E1FF93-7114-5D43-96A2-BB8CF3BDEEBC}:0 0",
            "warning: `assetRelativePath` occurs more than once in one `AssetFileInfo`: the last one is used"
        ]
    );
    // Upstream's time type on Linux, another order, and class names have no effect.
    let linux = HELLO.replace("{D6597933-47CD-4FC8-B911-63F3E2B0993A}", "{5EC2D6F7-6859-400F-9215-C106F5B10E53}");
    assert_eq!(lines("a.assetlist", &linux.replace("name=\"A", "name=\"B")).len(), 1);
}

#[test]
fn repeated_warnings_are_reported_once() {
    let text = r#"{"assets": [{"path": "a", "hash": "0000000000000000000000000000000000000000", "szie": 1},
                   {"path": "b", "hash": "0000000000000000000000000000000000000000", "szie": 1}]}"#;
    assert_eq!(
        lines("a.json", text),
        ["a 0000 0", "b 0000 0", "warning: `szie` is not a key of an entry and is ignored, 2 times"]
    );
}

#[test]
fn characters_that_xml_forbids_are_written_as_json_only() {
    let known = ListEntry { path: "a\tb\n", hash: ContentHash::default(), id: None, modified: 0 };
    for character in ['\u{1}', '\u{8}', '\u{b}', '\u{1f}', '\u{fffe}', '\u{ffff}'] {
        let path = format!("a{character}b");
        let list = AssetList::of_entries([known, ListEntry { path: &path, ..known }]);
        let refused = ListWriter::new(&list, Form::Xml).into_bytes().unwrap_err().to_string();
        let actual =
            format!("entry 2 contains the character U+{:04X}, which XML cannot hold: write JSON", character as u32);
        assert_eq!(refused, actual);
        let json = String::from_utf8(bytes(&list, Form::Json)).unwrap();
        assert_eq!(lines("a.json", &json), ["a\tb\n 0000 0".to_owned(), format!("{path} 0000 0")]);
        let mut seeds = SeedList::default();
        seeds.add(Seed { path_hint: path, platforms: 1, ..Seed::default() });
        assert!(seeds.to_bytes(Form::Xml).unwrap_err().to_string().starts_with("seed 1 contains"), "{character:?}");
        assert!(seeds.to_bytes(Form::Json).is_ok());
    }
}
