//! glTF files: a sound crate, and one file for each thing that can be wrong with it.

use serde_json::{Value, json};

use super::super::picture::Picture;
use super::super::template::Place;
use super::written::Written;
use super::{Expected, Sample, crate_model, image};

/// A crate that was spoilt in one way.
struct Fault {
    /// The name of the file, without folder and extension.
    file: &'static str,
    /// The rule that must find it.
    rule: &'static str,
    /// Where.
    at: At,
    /// What happened to the document.
    edit: fn(&mut Value),
}

/// Faults of binary files, whose places are those in the text of their first chunk.
const BINARY_FAULTS: &[Fault] = &[
    node("binary_mesh", "gltf-mesh-index", "/nodes/2/mesh", |gltf| gltf["nodes"][2]["mesh"] = json!(1)),
    value("binary_image", "gltf-file-exists", "/images/0/uri", |gltf| gltf["images"][0]["uri"] = json!("gone.png")),
    node("binary_view", "gltf-buffer-view-fits", "/bufferViews/8/byteLength", |gltf| {
        gltf["bufferViews"][8]["byteLength"] = json!(5000);
    }),
    node("binary_chunk", "gltf-chunk-length", "/buffers/0/byteLength", |gltf| {
        let length = gltf["buffers"][0]["byteLength"].as_u64().unwrap_or(0);
        gltf["buffers"][0]["byteLength"] = json!(length + 100);
    }),
];

/// What a finding points at, each by its JSON pointer.
enum At {
    /// A node, from its name on.
    Node(&'static str),
    /// The value of a node.
    Value(&'static str),
    /// The name of a node, between its quotes.
    Name(&'static str),
}

/// A row whose rule points at a node.
const fn node(file: &'static str, rule: &'static str, at: &'static str, edit: fn(&mut Value)) -> Fault {
    Fault { file, rule, at: At::Node(at), edit }
}

/// A row whose rule points at a value.
const fn value(file: &'static str, rule: &'static str, at: &'static str, edit: fn(&mut Value)) -> Fault {
    Fault { file, rule, at: At::Value(at), edit }
}

/// A row whose rule points at a name.
const fn name(file: &'static str, rule: &'static str, at: &'static str, edit: fn(&mut Value)) -> Fault {
    Fault { file, rule, at: At::Name(at), edit }
}

/// Every fault of the sample.
const FAULTS: &[Fault] = &[
    // References that lead nowhere.
    node("attribute", "gltf-accessor-index", "/meshes/0/primitives/1/attributes/NORMAL", |gltf| {
        let mut copy = gltf["meshes"][0]["primitives"][0].clone();
        copy["attributes"]["NORMAL"] = json!(9);
        push(gltf, "/meshes/0/primitives", copy);
    }),
    node("indices", "gltf-accessor-index", "/meshes/0/primitives/0/indices", |gltf| {
        // The accessor of the indices stays in use by a second primitive.
        let mut copy = gltf["meshes"][0]["primitives"][0].clone();
        copy["indices"] = json!(-1);
        push(gltf, "/meshes/0/primitives", copy);
        swap(gltf, "/meshes/0/primitives");
    }),
    node("morph_target", "gltf-accessor-index", "/meshes/0/primitives/0/targets/0/POSITION", |gltf| {
        gltf["meshes"][0]["primitives"][0]["targets"] = json!([{"POSITION": 100}]);
    }),
    node("bind_matrices", "gltf-accessor-index", "/skins/1/inverseBindMatrices", |gltf| {
        push(gltf, "/skins", json!({"inverseBindMatrices": 9, "joints": [0]}));
    }),
    node("animation_output", "gltf-accessor-index", "/animations/0/samplers/1/output", |gltf| {
        push(gltf, "/animations/0/samplers", json!({"input": 7, "output": 55}));
    }),
    node("accessor_view", "gltf-buffer-view-index", "/accessors/4/bufferView", |gltf| {
        gltf["accessors"][4]["bufferView"] = json!(9);
    }),
    node("image_view", "gltf-buffer-view-index", "/images/0/bufferView", |gltf| {
        gltf["images"][0] = json!({"bufferView": 12, "mimeType": "image/png"});
    }),
    node("view_buffer", "gltf-buffer-index", "/bufferViews/2/buffer", |gltf| {
        gltf["bufferViews"][2]["buffer"] = json!(1);
    }),
    node("mesh_material", "gltf-material-index", "/meshes/0/primitives/1/material", |gltf| {
        let mut copy = gltf["meshes"][0]["primitives"][0].clone();
        copy["material"] = json!(1);
        push(gltf, "/meshes/0/primitives", copy);
    }),
    node(
        "variant_material",
        "gltf-material-index",
        "/meshes/0/primitives/0/extensions/KHR_materials_variants/mappings/0/material",
        |gltf| {
            let mappings = json!([{"material": 1, "variants": [0]}]);
            gltf["meshes"][0]["primitives"][0]["extensions"] =
                json!({"KHR_materials_variants": {"mappings": mappings}});
            push(gltf, "/extensionsUsed", json!("KHR_materials_variants"));
        },
    ),
    node(
        "compressed_buffer",
        "gltf-buffer-index",
        "/bufferViews/2/extensions/EXT_meshopt_compression/buffer",
        |gltf| {
            let bytes = json!({"buffer": 1, "byteLength": 20, "byteStride": 8, "count": 24, "mode": "ATTRIBUTES"});
            gltf["bufferViews"][2]["extensions"] = json!({"EXT_meshopt_compression": bytes});
            push(gltf, "/extensionsUsed", json!("EXT_meshopt_compression"));
        },
    ),
    node("material_texture", "gltf-texture-index", "/materials/0/normalTexture/index", |gltf| {
        gltf["materials"][0]["normalTexture"] = json!({"index": 1});
    }),
    node("texture_image", "gltf-image-index", "/textures/0/extensions/KHR_texture_basisu/source", |gltf| {
        gltf["textures"][0]["extensions"] = json!({"KHR_texture_basisu": {"source": 1}});
        push(gltf, "/extensionsUsed", json!("KHR_texture_basisu"));
    }),
    node("texture_sampler", "gltf-sampler-index", "/textures/0/sampler", |gltf| {
        gltf["textures"][0]["sampler"] = json!(1);
    }),
    node("node_mesh", "gltf-mesh-index", "/nodes/2/mesh", |gltf| gltf["nodes"][2]["mesh"] = json!(1)),
    node("node_skin", "gltf-skin-index", "/nodes/1/skin", |gltf| gltf["nodes"][1]["skin"] = json!(1)),
    node("node_camera", "gltf-camera-index", "/nodes/3/camera", |gltf| gltf["nodes"][3]["camera"] = json!(1)),
    node("node_child", "gltf-node-index", "/nodes/0/children/3", |gltf| push(gltf, "/nodes/0/children", json!(4))),
    node("scene_node", "gltf-node-index", "/scenes/0/nodes/1", |gltf| push(gltf, "/scenes/0/nodes", json!(40))),
    node("skin_joint", "gltf-node-index", "/skins/0/joints/2", |gltf| push(gltf, "/skins/0/joints", json!(4))),
    node("skeleton", "gltf-node-index", "/skins/0/skeleton", |gltf| gltf["skins"][0]["skeleton"] = json!(4)),
    node("animated_node", "gltf-node-index", "/animations/0/channels/0/target/node", |gltf| {
        gltf["animations"][0]["channels"][0]["target"]["node"] = json!(4);
    }),
    node("first_scene", "gltf-scene-index", "/scene", |gltf| gltf["scene"] = json!(1)),
    node("channel_sampler", "gltf-channel-sampler", "/animations/1/channels/0/sampler", |gltf| {
        let mut copy = gltf["animations"][0].clone();
        copy["channels"][0]["sampler"] = json!(1);
        push(gltf, "/animations", copy);
    }),
    // What does not fit together.
    node("two_parents", "gltf-node-tree", "/nodes/2/children/0", |gltf| gltf["nodes"][2]["children"] = json!([3])),
    node("circle", "gltf-node-tree", "/nodes/0/children/3", |gltf| push(gltf, "/nodes/0/children", json!(0))),
    node("view_too_long", "gltf-buffer-view-fits", "/bufferViews/9/byteLength", |gltf| {
        let end = gltf["buffers"][0]["byteLength"].clone();
        push(gltf, "/bufferViews", json!({"buffer": 0, "byteLength": 1, "byteOffset": end}));
    }),
    node("accessor_too_long", "gltf-accessor-fits", "/accessors/6/count", |gltf| {
        gltf["accessors"][6]["count"] = json!(3);
    }),
    node("buffer_cut_off", "gltf-buffer-file-length", "/buffers/0/byteLength", |gltf| {
        let length = gltf["buffers"][0]["byteLength"].as_u64().unwrap_or_default();
        gltf["buffers"][0]["byteLength"] = json!(length + 4);
    }),
    node("buffer_unpacked", "gltf-buffer-uri", "/buffers/1", |gltf| push(gltf, "/buffers", json!({"byteLength": 4}))),
    value("buffer_missing", "gltf-file-exists", "/buffers/0/uri", |gltf| {
        gltf["buffers"][0]["uri"] = json!("SM_Crate_old.bin");
    }),
    value("image_missing", "gltf-file-exists", "/images/0/uri", |gltf| {
        gltf["images"][0]["uri"] = json!("textures/Old%2520wood.png");
    }),
    value("image_on_a_server", "gltf-uri-relative", "/images/0/uri", |gltf| {
        gltf["images"][0]["uri"] = json!("https://example.com/wood.png");
    }),
    value("version_1", "gltf-version", "/asset/version", |gltf| gltf["asset"]["version"] = json!("1.0")),
    value("generator_unnamed", "gltf-generator", "/asset/generator", |gltf| gltf["asset"]["generator"] = json!("")),
    value("required_not_used", "gltf-extension-required-used", "/extensionsRequired/0", |gltf| {
        gltf["extensionsRequired"] = json!(["KHR_texture_transform"]);
    }),
    name("extension_not_listed", "gltf-extension-listed", "/nodes/3/extensions/KHR_lights_punctual", |gltf| {
        gltf["nodes"][3]["extensions"] = json!({"KHR_lights_punctual": {"light": 0}});
    }),
    value("extension_unknown", "gltf-extension-known", "/extensionsUsed/1", |gltf| {
        push(gltf, "/extensionsUsed", json!("STUDIO_secret"));
    }),
    value("component_type", "gltf-component-type", "/accessors/1/componentType", |gltf| {
        gltf["accessors"][1]["componentType"] = json!(5130);
    }),
    value("accessor_type", "gltf-accessor-type", "/accessors/1/type", |gltf| {
        gltf["accessors"][1]["type"] = json!("vec3");
    }),
    value("primitive_mode", "gltf-primitive-mode", "/meshes/0/primitives/0/mode", |gltf| {
        gltf["meshes"][0]["primitives"][0]["mode"] = json!(7);
    }),
    node("no_bounds", "gltf-position-bounds", "/meshes/0/primitives/0/attributes/POSITION", |gltf| {
        if let Some(accessor) = gltf["accessors"][0].as_object_mut() {
            accessor.remove("min");
        }
    }),
    node("signed_indices", "gltf-indices-type", "/meshes/0/primitives/0/indices", |gltf| {
        gltf["accessors"][5]["componentType"] = json!(5122);
    }),
    node("fewer_normals", "gltf-attribute-counts", "/meshes/0/primitives/0/attributes/WEIGHTS_0", |gltf| {
        gltf["accessors"][4]["count"] = json!(23);
    }),
    node("image_twice", "gltf-image-source", "/images/0", |gltf| {
        gltf["images"][0]["bufferView"] = json!(0);
    }),
    value("alpha_mode", "gltf-alpha-mode", "/materials/0/alphaMode", |gltf| {
        gltf["materials"][0]["alphaMode"] = json!("TRANSPARENT");
    }),
    node("too_rough", "gltf-factor-range", "/materials/0/pbrMetallicRoughness/roughnessFactor", |gltf| {
        gltf["materials"][0]["pbrMetallicRoughness"]["roughnessFactor"] = json!(90);
    }),
    value("old_wrap", "gltf-sampler-filter", "/samplers/0/wrapS", |gltf| gltf["samplers"][0]["wrapS"] = json!(10496)),
    node("no_joints", "gltf-required-member", "/skins/1", |gltf| push(gltf, "/skins", json!({"name": "S_Crate"}))),
    node("skin_without_mesh", "gltf-dependent-member", "/nodes/3/skin", |gltf| gltf["nodes"][3]["skin"] = json!(0)),
    node("scene_child", "gltf-scene-root", "/scenes/0/nodes/1", |gltf| push(gltf, "/scenes/0/nodes", json!(3))),
    node("image_jpg", "gltf-image-type", "/images/0/mimeType", |gltf| {
        gltf["images"][0]["mimeType"] = json!("image/jpg");
    }),
    node("second_coordinates", "gltf-texture-coordinates", "/meshes/0/primitives/0/material", |gltf| {
        gltf["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"]["texCoord"] = json!(1);
    }),
    node("target_tangent", "gltf-target-attribute", "/meshes/0/primitives/0/targets/0/TANGENT", |gltf| {
        gltf["meshes"][0]["primitives"][0]["targets"] = json!([{"TANGENT": 1}]);
    }),
    node("weight_of_nothing", "gltf-target-count", "/meshes/0/weights/0", |gltf| {
        gltf["meshes"][0]["weights"] = json!([0.5]);
    }),
    node("flat_colors", "gltf-attribute-type", "/meshes/0/primitives/0/attributes/COLOR_0", |gltf| {
        gltf["meshes"][0]["primitives"][0]["attributes"]["COLOR_0"] = json!(2);
    }),
    value("name_of_data", "gltf-name-short", "/nodes/2/name", |gltf| {
        gltf["nodes"][2]["name"] = json!("data:image/png;base64,iVBORw0KGgo=");
    }),
    // Values that are wrong, in the document itself.
    node("too_large_box", "gltf-bounds-true", "/accessors/9/min/0", |gltf| {
        triangle(gltf, CORNERS, &json!({"min": [-1, 0, 0], "max": [1, 1, 0]}), &json!({"POSITION": 9}));
    }),
    node("no_number", "gltf-values-finite", "/accessors/9", |gltf| {
        triangle(gltf, NO_CORNER, &json!({"min": [0, 0, 0], "max": [0, 1, 0]}), &json!({"POSITION": 9}));
    }),
    node("no_direction", "gltf-normal-length", "/accessors/9", |gltf| {
        triangle(gltf, CORNERS, &json!({"min": [0, 0, 0], "max": [1, 1, 0]}), &json!({"NORMAL": 9, "POSITION": 9}));
    }),
    // What nothing uses, and what is too much.
    node("unused_material", "gltf-material-used", "/materials/1", |gltf| {
        push(gltf, "/materials", json!({"name": "M_Crate.001"}));
    }),
    node("unused_texture", "gltf-texture-used", "/textures/1", |gltf| {
        push(gltf, "/textures", json!({"source": 0, "sampler": 0}));
    }),
    node("unused_image", "gltf-image-used", "/images/1", |gltf| {
        push(gltf, "/images", json!({"uri": "textures/Old%20wood.png", "name": "before"}));
    }),
    node("unused_accessor", "gltf-accessor-used", "/accessors/9", |gltf| {
        let copy = gltf["accessors"][0].clone();
        push(gltf, "/accessors", copy);
    }),
    node("negative_offset", "gltf-whole-numbers", "/bufferViews/0/byteOffset", |gltf| {
        gltf["bufferViews"][0]["byteOffset"] = json!(-4);
    }),
    value("large_buffer", "gltf-buffer-budget", "/buffers/1/byteLength", |gltf| {
        push(gltf, "/buffers", json!({"byteLength": 20_000_000, "uri": "data:application/octet-stream,AAAA"}));
    }),
    node("many_triangles", "gltf-triangle-budget", "/meshes/0", |gltf| {
        let count = 300_003;
        push(gltf, "/accessors", json!({"componentType": 5125, "count": count, "type": "SCALAR"}));
        let mut copy = gltf["meshes"][0]["primitives"][0].clone();
        copy["indices"] = json!(9);
        push(gltf, "/meshes/0/primitives", copy);
    }),
    node("many_materials", "gltf-material-budget", "/materials/8", |gltf| {
        for number in 1..9 {
            push(gltf, "/materials", json!({"name": format!("M_Plank_{number}")}));
            let mut copy = gltf["meshes"][0]["primitives"][0].clone();
            copy["material"] = json!(number);
            push(gltf, "/meshes/0/primitives", copy);
        }
    }),
    node("many_nodes", "gltf-node-budget", "/nodes/64", |gltf| {
        for number in 4..65 {
            push(gltf, "/nodes", json!({"name": format!("Group_{number}")}));
        }
    }),
];

impl At {
    fn place(&self, written: &Written) -> Place {
        match self {
            Self::Node(pointer) => written.node(pointer),
            Self::Value(pointer) => written.value_at(pointer),
            Self::Name(pointer) => {
                let Place { line, column } = written.node(pointer);
                Place { line, column: column + 1 }
            }
        }
    }
}

/// The corners (0, 0, 0), (1, 0, 0) and (0, 1, 0), as base64.
const CORNERS: &str = "AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA";
/// The same, but that the second one is no number.
const NO_CORNER: &str = "AAAAAAAAAAAAAAAAAADAfwAAAAAAAAAAAAAAAAAAgD8AAAAA";

/// Adds a triangle whose corners lie in the document itself.
fn triangle(gltf: &mut Value, corners: &str, bounds: &Value, attributes: &Value) {
    let uri = format!("data:application/octet-stream;base64,{corners}");
    push(gltf, "/buffers", json!({"byteLength": 36, "uri": uri}));
    push(gltf, "/bufferViews", json!({"buffer": 1, "byteLength": 36}));
    let (min, max) = (&bounds["min"], &bounds["max"]);
    let accessor = json!({
        "bufferView": 9, "componentType": 5126, "count": 3, "type": "VEC3", "min": min, "max": max,
    });
    push(gltf, "/accessors", accessor);
    push(gltf, "/meshes/0/primitives", json!({"attributes": attributes}));
}

/// Adds an element to the list at a JSON pointer.
fn push(gltf: &mut Value, list: &str, element: Value) {
    let list = gltf.pointer_mut(list).and_then(Value::as_array_mut);
    list.expect("the crate has that list").push(element);
}

/// Brings the last element of the list at a JSON pointer to its front.
fn swap(gltf: &mut Value, list: &str) {
    let list = gltf.pointer_mut(list).and_then(Value::as_array_mut);
    list.expect("the crate has that list").rotate_right(1);
}

/// The project with its faults.
pub fn sample() -> Sample {
    let (sound, buffer) = crate_model::document();
    let mut sample = Sample::new(
        "gltf",
        [
            ("props/SM_Crate.bin".to_owned(), buffer.clone()),
            ("props/SM_Crate.glb".to_owned(), binary(&Written::new(&in_one_file(&sound)).text, &buffer)),
            ("props/SM_Crate.gltf".to_owned(), Written::new(&sound).text.into_bytes()),
            ("props/textures/Old wood.png".to_owned(), image::png(&Picture::painted("wood", 16, 16))),
        ],
    );
    for Fault { file, rule, at, edit } in FAULTS {
        let mut spoilt = sound.clone();
        edit(&mut spoilt);
        let written = Written::new(&spoilt);
        let path = format!("props/{file}.gltf");
        sample.findings.push(Expected::at(rule, &path, at.place(&written)));
        sample.put(&path, written.text.into_bytes());
    }
    for Fault { file, rule, at, edit } in BINARY_FAULTS {
        let mut spoilt = in_one_file(&sound);
        edit(&mut spoilt);
        let written = Written::new(&spoilt);
        let path = format!("props/{file}.glb");
        sample.findings.push(Expected::at(rule, &path, at.place(&written)));
        sample.put(&path, binary(&written.text, &buffer));
    }
    let start = Place { line: 1, column: 1 };
    // Strict readers stop at the three bytes in front of this one.
    let marked = format!("\u{feff}{}", Written::new(&sound).text);
    sample.findings.push(Expected::at("gltf-byte-order-mark", "props/byte_order_mark.gltf", start));
    sample.put("props/byte_order_mark.gltf", marked.into_bytes());
    // Nothing of the crate is left in this one.
    sample.findings.push(Expected::at("gltf-object", "props/empty_list.gltf", start));
    sample.put("props/empty_list.gltf", b"[]\n".to_vec());
    // Version 1 has names where version 2 has numbers: that is one mistake, not one in each place.
    let old = Written::new(&old_document());
    sample.findings.push(Expected::at("gltf-version", "props/format_1.gltf", old.value_at("/asset/version")));
    sample.put("props/format_1.gltf", old.text.into_bytes());
    sample
}

/// A triangle as version 1 of the format had it.
fn old_document() -> Value {
    json!({
        "asset": {"version": "1.0"},
        "scene": "all",
        "scenes": {"all": {"nodes": ["crate"]}},
        "nodes": {"crate": {"meshes": ["triangle"]}},
        "meshes": {"triangle": {"primitives": [{"attributes": {"POSITION": "corners"}, "mode": 4}]}},
        "accessors": {
            "corners": {"bufferView": "all", "byteOffset": 0, "componentType": 5126, "count": 3, "type": "VEC3"},
        },
        "bufferViews": {"all": {"buffer": "bytes", "byteLength": 36, "byteOffset": 0, "target": 34962}},
        "buffers": {"bytes": {"byteLength": 36, "type": "arraybuffer", "uri": "old.bin"}},
        "images": {"wood": {"uri": "old.png"}},
        "extensionsUsed": ["KHR_materials_common"],
    })
}

/// The document for a file that holds the buffer as well.
fn in_one_file(gltf: &Value) -> Value {
    let mut gltf = gltf.clone();
    if let Some(buffer) = gltf["buffers"][0].as_object_mut() {
        buffer.remove("uri");
    }
    gltf
}

/// Binary glTF: a header, the document, the buffer, each filled up to a multiple of four bytes.
fn binary(text: &str, buffer: &[u8]) -> Vec<u8> {
    let mut chunks = chunk(*b"JSON", text.as_bytes(), b' ');
    chunks.extend(chunk(*b"BIN\0", buffer, 0));
    let mut bytes = b"glTF\x02\0\0\0".to_vec();
    bytes.extend(length(12 + chunks.len()));
    bytes.extend(chunks);
    bytes
}

fn chunk(kind: [u8; 4], content: &[u8], filler: u8) -> Vec<u8> {
    let whole = content.len().next_multiple_of(4);
    let mut bytes = length(whole).to_vec();
    bytes.extend(kind);
    bytes.extend(content);
    bytes.resize(8 + whole, filler);
    bytes
}

fn length(bytes: usize) -> [u8; 4] {
    u32::try_from(bytes).unwrap_or(u32::MAX).to_le_bytes()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{BINARY_FAULTS, FAULTS};

    #[test]
    fn each_file_has_a_fault_of_its_own() {
        let files: BTreeSet<&str> = FAULTS.iter().chain(BINARY_FAULTS).map(|fault| fault.file).collect();
        assert_eq!(files.len(), FAULTS.len() + BINARY_FAULTS.len());
    }
}
