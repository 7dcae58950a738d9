//! A wooden crate with a lid that opens: a glTF document in which nothing is wrong, and the bytes of its buffer.

use serde_json::{Value, json};

/// Floats, four bytes each.
const FLOAT: u32 = 5126;
/// Whole numbers of one byte.
const BYTE: u32 = 5121;
/// Whole numbers of two bytes.
const SHORT: u32 = 5123;

/// The six sides of a cube: the normal of each, and the two axes along it.
const SIDES: [[[i8; 3]; 3]; 6] = [
    [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    [[-1, 0, 0], [0, 0, 1], [0, 1, 0]],
    [[0, 1, 0], [0, 0, 1], [1, 0, 0]],
    [[0, -1, 0], [1, 0, 0], [0, 0, 1]],
    [[0, 0, 1], [1, 0, 0], [0, 1, 0]],
    [[0, 0, -1], [0, 1, 0], [1, 0, 0]],
];

/// A buffer in the making, with its views and accessors.
#[derive(Default)]
struct Buffer {
    bytes: Vec<u8>,
    views: Vec<Value>,
    accessors: Vec<Value>,
}

impl Buffer {
    /// Adds `count` elements, a view and an accessor of their own, whose number is returned.
    fn add(&mut self, kind: &str, component: u32, count: usize, bytes: &[u8]) -> usize {
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        self.views.push(json!({"buffer": 0, "byteOffset": self.bytes.len(), "byteLength": bytes.len()}));
        self.bytes.extend(bytes);
        let view = self.views.len() - 1;
        self.accessors.push(json!({"bufferView": view, "componentType": component, "count": count, "type": kind}));
        self.accessors.len() - 1
    }

    fn floats(&mut self, kind: &str, count: usize, floats: impl IntoIterator<Item = f32>) -> usize {
        let bytes: Vec<u8> = floats.into_iter().flat_map(f32::to_le_bytes).collect();
        self.add(kind, FLOAT, count, &bytes)
    }
}

/// The document, and the bytes of `SM_Crate.bin`.
pub fn document() -> (Value, Vec<u8>) {
    let mut buffer = Buffer::default();
    let corners: Vec<[f32; 3]> = SIDES.iter().flat_map(corners).collect();
    let normals = SIDES.iter().flat_map(|[normal, ..]| [normal.map(f32::from); 4]);
    let count = corners.len();
    let position = buffer.floats("VEC3", count, corners.iter().copied().flatten());
    buffer.accessors[position]["min"] = json!([-1.0, -1.0, -1.0]);
    buffer.accessors[position]["max"] = json!([1.0, 1.0, 1.0]);
    let normal = buffer.floats("VEC3", count, normals.flatten());
    let corner_of_picture = [0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0];
    let texture = buffer.floats("VEC2", count, SIDES.iter().flat_map(|_| corner_of_picture));
    let joints = buffer.add("VEC4", BYTE, count, &[0, 1, 0, 0].repeat(count));
    let weights = buffer.floats("VEC4", count, [0.5, 0.5, 0.0, 0.0].repeat(count));
    let indices: Vec<u8> =
        (0..6_u16).flat_map(|side| [0, 1, 2, 0, 2, 3].map(|at| side * 4 + at)).flat_map(u16::to_le_bytes).collect();
    let indices = buffer.add("SCALAR", SHORT, 36, &indices);
    let still = [1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0];
    let rest = buffer.floats("MAT4", 2, still.repeat(2));
    let times = buffer.floats("SCALAR", 2, [0.0, 1.0]);
    buffer.accessors[times]["min"] = json!([0.0]);
    buffer.accessors[times]["max"] = json!([1.0]);
    let turns = buffer.floats("VEC4", 2, [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0]);
    let attributes = json!({
        "POSITION": position, "NORMAL": normal, "TEXCOORD_0": texture, "JOINTS_0": joints, "WEIGHTS_0": weights,
    });
    let document = json!({
        "asset": {"version": "2.0", "generator": "Assay sample 1.0"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [
            {"name": "Crate", "children": [1, 2, 3]},
            {"name": "Body", "mesh": 0, "skin": 0},
            {"name": "Lid", "translation": [0.0, 1.0, 0.0]},
            {"name": "View", "camera": 0, "translation": [0.0, 0.0, 5.0]},
        ],
        "cameras": [{"type": "perspective", "perspective": {"yfov": 0.8, "znear": 0.1}}],
        "meshes": [{
            "name": "SM_Crate",
            "primitives": [{"attributes": attributes, "indices": indices, "material": 0, "mode": 4}],
        }],
        "skins": [{"inverseBindMatrices": rest, "joints": [0, 2], "skeleton": 0}],
        "animations": [{
            "name": "A_Crate_Open",
            "channels": [{"sampler": 0, "target": {"node": 2, "path": "rotation"}}],
            "samplers": [{"input": times, "interpolation": "LINEAR", "output": turns}],
        }],
        "materials": [{
            "name": "M_Crate",
            "alphaMode": "OPAQUE",
            "pbrMetallicRoughness": {"baseColorTexture": {"index": 0}, "metallicFactor": 0.0, "roughnessFactor": 0.9},
            "extensions": {"KHR_materials_emissive_strength": {"emissiveStrength": 2.0}},
        }],
        "textures": [{"sampler": 0, "source": 0}],
        "samplers": [{"magFilter": 9729, "minFilter": 9987, "wrapS": 10497, "wrapT": 10497}],
        "images": [{"uri": "textures/Old%20wood.png"}],
        "extensionsUsed": ["KHR_materials_emissive_strength"],
        "accessors": buffer.accessors,
        "bufferViews": buffer.views,
        "buffers": [{"byteLength": buffer.bytes.len(), "uri": "SM_Crate.bin"}],
    });
    (document, buffer.bytes)
}

/// The corners of a side, in their order around it.
fn corners(side: &[[i8; 3]; 3]) -> [[f32; 3]; 4] {
    let [normal, along, up] = side;
    [(-1, -1), (1, -1), (1, 1), (-1, 1)]
        .map(|(x, y)| [0, 1, 2].map(|axis| f32::from(normal[axis] + x * along[axis] + y * up[axis])))
}
