//! What stands in the attribute files of each kind of resource.

use super::element::Element;
use super::guid::Guid;
use super::random::Random;

/// What a texture is for, from which its import settings follow.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Usage {
    /// Base colour.
    Colour,
    /// Tangent-space normals.
    Normal,
    /// Roughness, metalness and occlusion in one picture.
    Mask,
    /// Sprites of an effect.
    Sprite,
    /// Icons and panels.
    Interface,
    /// A panorama in high dynamic range.
    Sky,
}

impl Usage {
    /// Name, format before compression, compression, whether colours are sRGB, whether there are mip maps.
    fn settings(self) -> (&'static str, &'static str, &'static str, bool, bool) {
        match self {
            Self::Colour => ("BaseColor", "RGBA8", "BC7", true, true),
            Self::Normal => ("Normal", "RGBA8", "BC5", false, true),
            Self::Mask => ("Mask", "RGBA8", "BC7", false, true),
            Self::Sprite => ("Sprite", "RGBA8", "BC3", true, true),
            Self::Interface => ("Interface", "RGBA8", "None", true, false),
            Self::Sky => ("Sky", "RGBA16F", "BC6H", false, true),
        }
    }
}

/// A texture of `width` by `height`, imported from the file at `source`.
pub fn texture(usage: Usage, width: u16, height: u16, source: String) -> Vec<Element> {
    let (name, format, compression, srgb, mip_maps) = usage.settings();
    vec![
        Element::leaf("Source", source),
        Element::leaf("Usage", name),
        Element::new("Size").holding([Element::leaf("Width", width), Element::leaf("Height", height)]),
        Element::leaf("Format", format),
        Element::leaf("SRGB", srgb),
        Element::leaf("MipMaps", mip_maps),
        Element::leaf("Compression", compression),
    ]
}

/// A material: a shader and the slots it reads, each with the key of a texture.
pub fn material(shader: &str, slots: &[(&str, &str)]) -> Vec<Element> {
    let slots = slots.iter().map(|(slot, key)| Element::leaf("Slot", Guid::named(key)).with("Name", slot));
    vec![Element::new("MaterialInfo").holding([
        Element::leaf("Shader", shader),
        Element::leaf("TwoSided", false),
        Element::new("Textures").holding(slots),
    ])]
}

/// The layers that the material of an effect has beside its textures, one for each emitter.
pub fn layers<'a>(names: impl IntoIterator<Item = &'a str>) -> Element {
    Element::new("Layers").holding(names.into_iter().map(layer))
}

/// One layer of an effect's material.
pub fn layer(name: &str) -> Element {
    Element::new("Layer").with("Name", name)
}

/// A mesh of `faces` triangles.
pub fn mesh(faces: u32) -> Vec<Element> {
    vec![Element::new("MeshInfo").holding([
        Element::leaf("NumFaces", faces),
        Element::leaf("NumVertices", vertices(faces)),
        Element::leaf("UVSets", 2),
        Element::leaf("IndexFormat", "UInt16"),
    ])]
}

/// One part of a model: its name, the keys of its mesh and its material, and its triangles.
pub type Part<'a> = (&'a str, &'a str, &'a str, u32);

/// A model of `parts`, with `lods` coarser versions after the full one.
pub fn model(parts: &[Part<'_>], lods: u32) -> Vec<Element> {
    let entities = parts.iter().map(|(name, mesh, material, faces)| {
        Element::new("Entity").with("Name", name).holding([
            Element::leaf("Mesh", Guid::named(mesh)),
            Element::leaf("Material", Guid::named(material)),
            Element::leaf("NumFaces", faces),
            Element::leaf("NumVertices", vertices(*faces)),
        ])
    });
    let total: u32 = parts.iter().map(|part| part.3).sum();
    let levels = (1..=lods).map(|level| {
        let screen_size = format!("0.{:02}", 60 >> level);
        let level = Element::new("LOD").with("Level", level).with("ScreenSize", screen_size);
        level.holding([Element::leaf("NumFaces", total / 3)])
    });
    vec![Element::new("ModelInfo").holding([
        Element::new("Root").holding(entities),
        Element::new("LODs").holding(levels),
        Element::leaf("CastShadow", true),
    ])]
}

/// A skeleton whose bones are given as paths: `root/pelvis/spine` is a child of `root/pelvis`, which comes before it.
pub fn skeleton(bones: &[&str]) -> Vec<Element> {
    let mut root = Element::new("Bones");
    for bone in bones {
        let names: Vec<&str> = bone.split('/').collect();
        let mut parent = &mut root;
        for _ in 1..names.len() {
            parent = parent.children().last_mut().expect("a parent comes before its children");
        }
        parent.push(Element::new("Bone").with("Name", names[names.len() - 1]));
    }
    vec![Element::new("SkeletonInfo").holding([Element::leaf("NumBones", bones.len()), root])]
}

/// An animation of the skeleton `skeleton`, `frames` long at `rate` a second.
pub fn animation(skeleton: &str, rate: u32, frames: u64) -> Vec<Element> {
    vec![Element::new("AnimationInfo").holding([
        Element::leaf("Skeleton", Guid::named(skeleton)),
        Element::leaf("FrameRate", rate),
        Element::leaf("NumFrames", frames),
        Element::leaf("Loop", true),
    ])]
}

/// How the particles of an emitter move.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub enum Motion {
    /// On their own, wherever the effect has gone meanwhile.
    Free,
    /// With the effect.
    Attached,
    /// On their own, and off what is in their way.
    Bouncing,
}

/// One emitter: its name, the most particles it may have alive, and how they move.
pub type Emitter<'a> = (&'a str, u32, Motion);

/// An effect of emitters, all drawn with `material`.
pub fn effect(emitters: &[Emitter<'_>], material: &str) -> Vec<Element> {
    let mut random = Random::named(material);
    let emitters = emitters.iter().map(|(name, particles, motion)| {
        let emitter = Element::new("Emitter").with("Name", name).with("Enabled", true).holding([
            Element::leaf("MaxParticles", particles),
            Element::leaf("LifeTime", format!("{}.{}", random.between(0, 3), random.between(1, 9))),
            Element::leaf("Space", if *motion == Motion::Attached { "Local" } else { "World" }),
            Element::leaf("Material", Guid::named(material)),
        ]);
        let collision = Element::new("Collision").with("Enabled", true).holding([Element::leaf("Bounce", "0.4")]);
        emitter.holding((*motion == Motion::Bouncing).then_some(collision))
    });
    vec![Element::new("EffectInfo").holding([
        Element::leaf("Duration", "2.5"),
        Element::leaf("Loop", true),
        Element::new("Emitters").holding(emitters),
    ])]
}

/// A sound of a category, `seconds` long; music is streamed.
pub fn sound(category: &str, seconds: u32) -> Vec<Element> {
    vec![Element::new("SoundInfo").with("Category", category).holding([
        Element::leaf("SampleRate", 48_000),
        Element::leaf("Channels", 2),
        Element::leaf("Duration", seconds),
        Element::leaf("Streamed", category == "music"),
    ])]
}

/// A collision hull of `faces` triangles.
pub fn collision(faces: u32) -> Vec<Element> {
    vec![
        Element::new("CollisionInfo").holding([Element::leaf("Shape", "ConvexHull"), Element::leaf("NumFaces", faces)]),
    ]
}

/// A rigid body of `mass` kilograms, with the keys of its shape and of the model that moves with it.
pub fn rigid_body(mass: u32, shape: &str, model: &str) -> Vec<Element> {
    vec![Element::new("RigidBodyInfo").holding([
        Element::leaf("Motion", "Dynamic"),
        Element::leaf("Mass", mass),
        Element::new("Shapes").holding([Element::leaf("Shape", Guid::named(shape))]),
        Element::leaf("Model", Guid::named(model)),
    ])]
}

/// Plants, so many on 100 square metres, seen up to a distance in metres; `model` is the key of one of them.
pub fn foliage(model: &str, density: u32, distance: u32) -> Vec<Element> {
    vec![Element::new("FoliageInfo").holding([
        Element::leaf("Model", Guid::named(model)),
        Element::leaf("Density", density),
        Element::leaf("CullDistance", distance),
        Element::leaf("CastShadow", false),
    ])]
}

/// Roughly what a closed mesh of `faces` triangles needs once its seams are split.
fn vertices(faces: u32) -> u32 {
    faces * 3 / 5
}
