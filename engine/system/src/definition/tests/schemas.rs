//! Generated schemas: made from an XSD, and drafted from definitions. Both can be read again without problems.

use super::super::{Schema, schema_of_xsd};
use super::{file, resolve, xml};

const XSD: &str = r#"<?xml version="1.0" encoding="utf-8"?>
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
  <xs:complexType name="MyObjectBuilder_DefinitionBase"><xs:sequence><xs:element name="Id" type="xs:string"/></xs:sequence></xs:complexType>
  <xs:complexType name="MyObjectBuilder_BlockDefinition" abstract="true"><xs:complexContent>
    <xs:extension base="MyObjectBuilder_DefinitionBase">
      <xs:sequence>
        <xs:element minOccurs="0" name="Mass" type="xs:float"/>
        <xs:element minOccurs="0" maxOccurs="unbounded" name="Component" type="Component"/>
        <xs:element minOccurs="0" maxOccurs="unbounded" name="Tag" type="xs:string"/>
        <xs:element minOccurs="0" name="Materials" type="ArrayOfMaterial"/>
        <xs:element minOccurs="0" name="Size" type="Vector3"/>
        <xs:element minOccurs="0" name="Kind" type="Kind"/>
        <xs:choice minOccurs="0" maxOccurs="unbounded">
          <xs:element name="Slider" type="Component"/><xs:element name="Label" type="Component"/>
        </xs:choice>
        <xs:element name="Inline"><xs:complexType><xs:sequence><xs:element name="Deep" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
      </xs:sequence>
      <xs:attribute name="Solid" type="xs:boolean"/>
    </xs:extension></xs:complexContent>
  </xs:complexType>
  <xs:complexType name="MyObjectBuilder_LampDefinition"><xs:complexContent>
    <xs:extension base="MyObjectBuilder_BlockDefinition"/></xs:complexContent></xs:complexType>
  <xs:complexType name="Named"><xs:attribute name="Name" type="xs:string"/></xs:complexType>
  <xs:complexType name="Component"><xs:complexContent><xs:extension base="Named">
    <xs:sequence><xs:element name="Part" type="Component"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>
  <xs:complexType name="ArrayOfMaterial"><xs:sequence>
    <xs:element minOccurs="0" maxOccurs="unbounded" name="Material" type="Named"/></xs:sequence></xs:complexType>
  <xs:complexType name="Vector3"><xs:attribute name="x" type="xs:float"/><xs:attribute name="y" type="xs:float"/><xs:attribute name="z" type="xs:float"/></xs:complexType>
  <xs:simpleType name="Kind"><xs:restriction base="xs:string"><xs:enumeration value="Wood"/><xs:enumeration value="No"/></xs:restriction></xs:simpleType>
</xs:schema>"#;

const OF_XSD: &str = "\
# made from an XSD: add keys, units, groups, dependencies, and fields that cannot be absent
schema: 1
types:
  BlockDefinition:
    extends: DefinitionBase
    abstract: true
    fields:
      Mass: number
      Component: {list: repeated, item: Component}
      Tag: {list: repeated}
      Materials: {list: wrapped, items: [Material], item: Named}
      Size: {is: vector, size: 3}
      Kind: {is: enum, values: [Wood, 'No']}
      SliderOrLabel: {list: choice, elements: [Slider, Label]}  # guess: the name
      Inline:
        is: object
        fields:
          Deep: int
      '@Solid': bool
  LampDefinition: {extends: BlockDefinition}
structs:
  Component:
    '@Name': text
    Part: {is: object, of: Component}
  Named:
    '@Name': text
";

fn read_again(text: &str) {
    let diagnostics = Schema::read("s.yaml", text.as_bytes()).1;
    assert!(diagnostics.is_empty(), "{text}\n{diagnostics:?}");
}

#[test]
fn an_xsd_provides_kinds_lists_choices_words_and_nesting() {
    let text = schema_of_xsd("a.xsd", XSD.as_bytes()).unwrap();
    assert_eq!(text, OF_XSD);
    read_again(&text);
}

#[test]
fn other_files_than_an_xsd_of_definitions_are_refused_with_a_place() {
    for (text, code, line) in [
        ("<Definitions/>", "xsd-root", 1),
        ("<xs:schema xmlns:xs='x'/>", "xsd-no-definitions", 1),
        ("<xs:schema xmlns:xs='x'>\n<a></b></xs:schema>", "xml-mismatched-end", 2),
        (&"<a>".repeat(300), "xml-unclosed", 1),
        (&["<a>".repeat(300), "</a>".repeat(300)].concat(), "xsd-depth", 1),
    ] {
        let diagnostic = schema_of_xsd("a.xsd", text.as_bytes()).unwrap_err();
        let place = diagnostic.problem.region.map(|region| region.start.line);
        assert_eq!((diagnostic.problem.code.as_str(), place), (code, Some(line)), "{text}");
    }
}

#[test]
fn an_xsd_of_a_game_has_a_base_below_its_base_and_groups() {
    let xsd = "<s:schema xmlns:s='x'><s:include schemaLocation='more.xsd'/>\
        <s:complexType name='MyObjectBuilder_Base'/>\
        <s:complexType name='MyObjectBuilder_DefinitionBase'><s:complexContent><s:extension base='MyObjectBuilder_Base'>\
        <s:sequence><s:element name='Id'/><s:element name='Icon' type='s:string'/></s:sequence></s:extension></s:complexContent></s:complexType>\
        <s:group name='G'><s:sequence><s:element name='Mass' type='s:float'/></s:sequence></s:group>\
        <s:attributeGroup name='G'><s:attribute name='On' type='s:boolean'/></s:attributeGroup>\
        <s:complexType name='Lamp'><s:complexContent><s:extension base='MyObjectBuilder_DefinitionBase'>\
        <s:sequence><s:group ref='G'/><s:group ref='H'/></s:sequence><s:attributeGroup ref='G'/></s:extension></s:complexContent></s:complexType>\
        </s:schema>";
    let text = schema_of_xsd("a.xsd", xsd.as_bytes()).unwrap();
    assert!(
        text.ends_with("  Lamp:\n    extends: DefinitionBase\n    fields:\n      Mass: number\n      '@On': bool\n"),
        "{text}"
    );
    assert!(
        text.contains("# left out: `more.xsd`, which it includes\n# left out: the group `H`, which does not exist\n"),
        "{text}"
    );
    assert!(text.contains("types:\n  DefinitionBase:\n    fields:\n      Icon: text\n  Lamp:"), "{text}");
    read_again(&text);
}

#[test]
fn recursive_types_and_structs_end() {
    let xsd = "<s:schema xmlns:s='x'>\
        <s:complexType name='MyObjectBuilder_DefinitionBase'/>\
        <s:complexType name='A'><s:complexContent><s:extension base='B'/></s:complexContent></s:complexType>\
        <s:complexType name='B'><s:complexContent><s:extension base='A'/></s:complexContent></s:complexType>\
        <s:complexType name='C'><s:complexContent><s:extension base='MyObjectBuilder_DefinitionBase'>\
        <s:sequence><s:element name='F' type='A'/><s:element name='G' type='W'/></s:sequence></s:extension></s:complexContent></s:complexType>\
        <s:complexType name='W'><s:sequence><s:element name='W' type='W' maxOccurs='unbounded'/></s:sequence></s:complexType>\
        </s:schema>";
    read_again(&schema_of_xsd("a.xsd", xsd.as_bytes()).unwrap());
}

#[test]
fn a_nested_type_inherits_fields() {
    let xsd = "<s:schema xmlns:s='x'>\
        <s:complexType name='MyObjectBuilder_DefinitionBase'/>\
        <s:complexType name='Base'><s:sequence><s:element name='X' type='s:float'/></s:sequence></s:complexType>\
        <s:complexType name='Sub'><s:complexContent><s:extension base='Base'>\
        <s:sequence><s:element name='E' type='s:string' maxOccurs='unbounded'/></s:sequence></s:extension></s:complexContent></s:complexType>\
        <s:complexType name='V'><s:complexContent><s:extension base='Base'>\
        <s:attribute name='x'/><s:attribute name='y'/></s:extension></s:complexContent></s:complexType>\
        <s:complexType name='C'><s:complexContent><s:extension base='MyObjectBuilder_DefinitionBase'>\
        <s:sequence><s:element name='F' type='Sub'/><s:element name='G' type='V'/><s:element name='H'>\
        <s:complexType><s:complexContent><s:extension base='Base'><s:sequence><s:element name='Name' type='s:string'/></s:sequence></s:extension></s:complexContent></s:complexType></s:element>\
        </s:sequence></s:extension></s:complexContent></s:complexType></s:schema>";
    let text = schema_of_xsd("a.xsd", xsd.as_bytes()).unwrap();
    let fields = "      F: {is: object, of: Sub}\n      G: {is: object, of: V}\n      H:\n        is: object\n        fields:\n          X: number\n          Name: text\n";
    assert!(text.contains(fields), "{text}");
    assert!(
        text.ends_with(
            "  Sub:\n    X: number\n    E: {list: repeated}\n  V:\n    X: number\n    '@x': text\n    '@y': text\n"
        ),
        "{text}"
    );
    read_again(&text);
}

/// Returns a base game with two types.
fn definitions() -> String {
    file(
        "<Definition xsi:type='Lamp' Enabled='true'><Id Type='L' Subtype='S'/><Mass>1</Mass><On>true</On>\
         <Model>Models\\Lamp.mwm</Model><Light Id='a' Radius='2'/><Size x='1' y='2'/><State>x</State><State>y</State>\
         <Spot Cone='1'><Name>n</Name></Spot><Parts><Part><Of>1</Of></Part><Part/></Parts></Definition>\n\
         <Definition xsi:type='MyObjectBuilder_Known'><Id Type='K'/></Definition>",
    )
}

const DRAFT: &str = "\
# drafted from definitions: check each guess; add keys, units, fields that cannot be absent, and dependencies
schema: 1
types:
  Lamp:
    fields:
      Mass: number  # guess: all are numbers
      'On': bool  # guess: all are `true` or `false`
      Model: path  # guess: all look like paths
      Light:  # guess: it has a Name or an Id
        list: repeated
        fields:
          '@Id': text  # guess: it fits no other kind
          '@Radius': number  # guess: all are numbers
      Size: {is: vector, size: 2}  # guess: its parts are those of a value of this kind
      State: {list: repeated}  # guess: one element has several
      Spot:  # guess: it has fields
        is: object
        fields:
          '@Cone': number  # guess: all are numbers
          Name: text  # guess: it fits no other kind
      Parts:  # guess: it contains only one list
        list: wrapped
        items: [Part]
        fields:
          Of: number  # guess: all are numbers
";

#[test]
fn a_draft_marks_each_guess_and_omits_described_types() {
    let text = resolve(&[("base/a.sbc", &definitions())], "types: {Known: {}}").draft();
    assert_eq!(text, DRAFT);
    read_again(&text);
    assert!(resolve(&[], "").draft().ends_with("types: {}\n"));
}

#[test]
fn definitions_resolve_equally_with_their_draft() {
    let delta = file(
        "<Definition xsi:type='Lamp' Merge='Append'><Id Type='L' Subtype='S'/><Light Id='b'/><Mass>2</Mass><Parts><Part/></Parts></Definition>",
    );
    let files = [("base/a.sbc", definitions()), ("mod/a.sbc", delta)];
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (*path, text.as_str())).collect();
    let guessed = resolve(&files, "");
    assert_eq!(xml(&resolve(&files, &guessed.draft()), "L/S"), xml(&guessed, "L/S"));
}
