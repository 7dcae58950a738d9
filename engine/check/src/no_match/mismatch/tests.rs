use assay_document::extract::XPath;
use assay_document::format::Document;

use super::Mismatch;

pub(in crate::no_match) fn document(text: &str) -> Document {
    let path = if text.starts_with('<') { "a.xml" } else { "a.json" };
    Document::decode(path, text.as_bytes().to_vec()).expect("it can be read")
}

pub(in crate::no_match) fn miss(text: &str, xpath: &str) -> Option<Mismatch> {
    super::missing(&XPath::parse(xpath).xpath.expect("it parses"), &document(text))
}

fn missing(text: &str, xpath: &str) -> Option<String> {
    miss(text, xpath).map(|miss| miss.message)
}

/// Each extraction with the expected message and the expected replacement.
#[test]
fn suggestions_are_whole_extractions() {
    const XML: &str = "<Rig><Model tris='350' lodBias='1'><Mesh level='0' name='a'><Bone id='b'/></Mesh></Model>\
                       <Model tris='20'><Kind>x</Kind></Model></Rig>";
    for (xpath, message, suggestion) in [
        (
            "Rig/Model/tris",
            "`Rig/Model` has no `tris`, but an attribute of that name: `Rig/Model:tris`",
            Some("Rig/Model:tris"),
        ),
        ("**/tris", "`**` has no `tris`, but an attribute of that name: `**:tris`", Some("**:tris")),
        (
            "Rig/Model,tris",
            "`Rig/Model` has no `tris`, but an attribute of that name: `Rig/Model:tris`",
            Some("Rig/Model:tris"),
        ),
        (
            "Rig/Model.tris",
            "`Rig/Model` has no `tris`, but an attribute of that name: `Rig/Model:tris`",
            Some("Rig/Model:tris"),
        ),
        // Optional names yield nulls, and several names yield records.
        ("Rig/Model,Mesh,size", "", None),
        ("Rig/Model,size?", "", None),
        (
            "Rig/Model,Mesh.level",
            "`Rig/Model` has no `Mesh.level`, but an attribute of that name: `Rig/Model:Mesh.level`",
            Some("Rig/Model:Mesh.level"),
        ),
        (
            "Rig/Model/triss",
            "`Rig/Model` has no `triss`; found `Mesh`, `Kind`; there is an attribute `tris`: `Rig/Model:tris`",
            Some("Rig/Model:tris"),
        ),
        ("Rig/Model/tris/x", "`Rig/Model` has no `tris`, but an attribute of that name", None),
        ("Rig/Model:triss", "`Rig/Model` has no attribute `triss`; did you mean `tris`?", Some("Rig/Model:tris")),
        ("Rig/Model:size", "`Rig/Model` has no attribute `size`; found `tris`, `lodBias`", None),
        (
            "Rig/Model:Kind",
            "`Rig/Model` has no attribute `Kind`, but a node of that name: `Rig/Model,Kind`",
            Some("Rig/Model,Kind"),
        ),
        (
            "Rig/Model/Mesh[@Level==0]",
            "no `Rig/Model/Mesh` has `@Level==0`: none has `@Level`; did you mean `level`?",
            Some("Rig/Model/Mesh[@level==0]"),
        ),
        (
            "Rig/Model/Mesh[@name==a&Level==0]",
            "no `Rig/Model/Mesh` has `@Level==0`: none has `@Level`; did you mean `level`?",
            Some("Rig/Model/Mesh[@name==a&level==0]"),
        ),
        (
            "Rig/Model.kind==x",
            "no `Rig/Model` has `kind==x`: none has `kind`; did you mean `Kind`?",
            Some("Rig/Model.Kind==x"),
        ),
        (
            "Rig/Model.tris==350",
            "no `Rig/Model` has `tris==350`: none has `tris`, but an attribute: `[@tris==350]`",
            None,
        ),
        (
            "Rig/Model[@Kind==x]",
            "no `Rig/Model` has `@Kind==x`: none has `@Kind`, but a node of that name: `Rig/Model.Kind==x`",
            Some("Rig/Model.Kind==x"),
        ),
        ("Rig/Modle:tris", "`Rig` has no `Modle`; did you mean `Model`?", Some("Rig/Model:tris")),
        // One step is missing, and a similar name does not help.
        ("Rig/Mesh:level", "`Rig` has no `Mesh`; did you mean `Model/Mesh`?", Some("Rig/Model/Mesh:level")),
        ("Rig/Bone", "`Rig` has no `Bone`, but it occurs further down: `Rig/**/Bone`", Some("Rig/**/Bone")),
        ("*/Bone:id", "`*` has no `Bone`, but it occurs further down: `*/**/Bone:id`", Some("*/**/Bone:id")),
        // An attribute one level below.
        (
            "*/tris",
            "`*` has no `tris`, but `Model` has an attribute of that name: `*/Model:tris`",
            Some("*/Model:tris"),
        ),
        ("*/Model/id", "`*/Model` has no `id`; found `Mesh`, `Kind`", None),
        ("tris", "the root is not `tris`: did you mean `*/Model:tris`?", Some("*/Model:tris")),
        ("Rig/Model/Mesh,Kind", "`Rig/Model/Mesh` has no `Kind`; found `Bone`", None),
        ("Rig/Model/Kind,Mesh", "`Rig/Model/Kind` has no `Mesh`", None),
        ("Model/tris", "the root is not `Model`, but contains it: did you mean `*/Model:tris`?", Some("*/Model:tris")),
        ("Model/size", "the root is not `Model`, but contains it: did you mean `*/Model/size`?", Some("*/Model/size")),
        ("Mesh:level", "the root is not `Mesh`: did you mean `*/Model/Mesh:level`?", Some("*/Model/Mesh:level")),
        ("Rig/Mode:level", "`Rig` has no `Mode`; did you mean `Model`?", Some("Rig/Model:level")),
        ("Model:tris", "the root is not `Model`, but contains it: did you mean `*/Model:tris`?", Some("*/Model:tris")),
        (
            "Rig/Model/0",
            "`Rig/Model` has no `0`: nodes cannot be selected by number, a path selects all nodes of that name",
            Some("Rig/Model"),
        ),
        (
            "Rig/Model/1/Kind",
            "`Rig/Model` has no `1`: nodes cannot be selected by number, a path selects all nodes of that name",
            Some("Rig/Model/Kind"),
        ),
        // It is unclear which of the two was meant.
        ("Rig/Modle/Modle", "`Rig` has no `Modle`; did you mean `Model`?", None),
    ] {
        let miss = miss(XML, xpath).unwrap_or(Mismatch { message: String::new(), suggestion: None });
        assert_eq!((miss.message.as_str(), miss.suggestion.as_deref()), (message, suggestion), "{xpath}");
    }
}

#[test]
fn the_first_part_without_a_match_is_named() {
    const XML: &str = "<Repository><Items><Item id='7'><Type>Model</Type><GUID>a</GUID></Item>\
                       <Item><Type>Texture</Type><GUID>b</GUID></Item></Items></Repository>";
    for (xpath, expected) in [
        ("*/Items/Item,GUID", None),
        ("Repo/Items/Item", Some("the root is not `Repo`; found `Repository`")),
        ("Repositry/Items", Some("the root is not `Repositry`; did you mean `Repository`?")),
        ("Items/Item,GUID", Some("the root is not `Items`, but contains it: did you mean `*/Items/Item,GUID`?")),
        ("*/Item", Some("`*` has no `Item`; did you mean `Items`?")),
        ("*/Items/Itm,GUID", Some("`*/Items` has no `Itm`; did you mean `Item`?")),
        ("*/Items/Entity", Some("`*/Items` has no `Entity`; found `Item`")),
        ("*/Items/Item/Type/X", Some("`*/Items/Item/Type` has no `X`")),
        ("*/**/Itm", Some("`*/**` has no `Itm`; did you mean `Item`?")),
        ("*/Items/Item.Type==Modell,GUID", Some("no `*/Items/Item` has `Type==Modell`; did you mean `Model`?")),
        (
            "*/Items/Item.Type==Sound,GUID",
            Some("no `*/Items/Item` has `Type==Sound`; the values there are `Model`, `Texture`"),
        ),
        (
            "*/Items/Item.Kind==Model",
            Some("no `*/Items/Item` has `Kind==Model`: none has `Kind`; found `Type`, `GUID`"),
        ),
        ("*/Items/Item.Type!=`.`", Some("no `*/Items/Item` has `Type!=`.``")),
        ("*/Items/Item.Type==Model&GUID==b", Some("no `*/Items/Item` passes the test of the nodes below it")),
        ("*/Items/Item[@id==8]", Some("no `*/Items/Item` has `@id==8`; the values there are `7`")),
        ("*/Items/Item,Guids", Some("`*/Items/Item` has no `Guids`; did you mean `GUID`?")),
        ("*/Items/Item,A.B", Some("`*/Items/Item` has no `A.B`")),
        ("*/Items/Item:ids", Some("`*/Items/Item` has no attribute `ids`; did you mean `id`?")),
        ("{file.path}", None),
    ] {
        assert_eq!(missing(XML, xpath).as_deref(), expected, "{xpath}");
    }
}

#[test]
fn json_gets_the_same_explanations() {
    const JSON: &str = r#"{"nodes": [{"name": "a"}, {"name": "b"}]}"#;
    for (xpath, expected) in [
        ("*/nodes,name", None),
        ("nodes.name", Some("the root is not `nodes`, but contains it: did you mean `*/nodes.name`?")),
        ("*/node,name", Some("`*` has no `node`; did you mean `nodes`?")),
        ("*/nodes.name==c", Some("no `*/nodes` has `name==c`; the values there are `a`, `b`")),
    ] {
        assert_eq!(missing(JSON, xpath).as_deref(), expected, "{xpath}");
    }
    // A document without a root has no nodes to search.
    for xpath in ["*/nodes,name", "nodes", "*"] {
        assert!(missing("[]", xpath).is_none_or(|message| !message.contains("did you mean")), "{xpath}");
    }
}
