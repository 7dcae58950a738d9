//! The resources of the project, before faults are planted.

use serde_json::{Value, json};

use super::super::picture::Picture;
use super::super::random::Random;
use super::repository::Repository::{self, Audio, Characters, Effects, Environment, UI};
use super::resource::{Resource, Source};

/// Returns every resource of the project.
pub fn resources() -> Vec<Resource> {
    let mut all: Vec<Resource> = FIGURES.iter().flat_map(figure).collect();
    all.extend(PROPS.iter().flat_map(prop));
    all.extend(BODIES.iter().map(body));
    all.extend(PLANTS.iter().map(plants));
    all.extend(SKIES.iter().flat_map(sky));
    all.extend(PARTICLES.iter().flat_map(particles));
    all.extend(WIDGETS.iter().map(widget));
    all.extend(SOUNDS.iter().map(sound));
    // The last resource of a market stall; a fault removes it from the list.
    all.push(material(Environment, ("Environment/Village", "env_stall_mat"), "PBR_Opaque", &[]));
    all
}

/// A person or animal: package, name, triangles of the body, triangles of its gear, and the template of its bones.
type Figure = (&'static str, &'static str, u32, u32, &'static str);

const FIGURES: &[Figure] = &[
    ("Characters/Archer", "archer", 9_860, 1_420, "biped"),
    ("Characters/Knight", "knight", 11_240, 2_380, "biped"),
    ("Characters/Merchant", "merchant", 8_150, 940, "biped"),
    ("Characters/Miner", "miner", 8_730, 1_160, "biped"),
    ("Creatures/Golem", "golem", 14_600, 0, "biped"),
    ("Creatures/Wolf", "wolf", 7_420, 0, "quadruped"),
];

/// Returns the resources of a figure: textures, a material, meshes, a skeleton, animations and the model that uses
/// them.
fn figure((package, name, body, gear, bones): &Figure) -> Vec<Resource> {
    let key = |name: &str| format!("{package}/{name}");
    let depot = format!("characters/{name}");
    let textures = [("D", "BaseColor", 256), ("N", "Normal", 256), ("M", "Mask", 128)]
        .map(|(suffix, usage, side)| texture(Characters, (package, &format!("T_char_{name}_{suffix}")), usage, side));
    let slots = [("BaseColor", &*textures[0].key), ("Normal", &textures[1].key), ("Mask", &textures[2].key)];
    let material = material(Characters, (package, &format!("char_{name}_mat")), "PBR_Skin", &slots);
    let skeleton = format!("char_{name}_skel");
    let mut parts = vec![("body", key(&format!("Mesh_char_{name}")), *body)];
    if *gear > 0 {
        parts.push(("gear", key(&format!("Mesh_char_{name}_gear")), *gear));
    }
    let model = model(Characters, (package, &format!("char_{name}")), &parts, &material).needing([key(&skeleton)]);

    let mut random = Random::named(name);
    let mut all = Vec::from(textures);
    all.extend([material, model]);
    all.extend(parts.iter().map(|(_, mesh_key, faces)| {
        let mesh_name = &mesh_key[package.len() + 1..];
        mesh(Characters, (package, mesh_name), *faces, format!("{depot}/char_{name}.fbx")).needing([key(&skeleton)])
    }));
    all.push(
        Resource::new(Characters, "Skeleton", (package, &skeleton), json!({"bones": bones, "tools": []}))
            .imported_from(format!("{depot}/char_{name}_rig.fbx")),
    );
    all.extend(["idle", "walk", "attack"].map(|action| {
        let settings = json!({"skeleton": key(&skeleton), "rate": 30, "frames": random.between(24, 96)});
        Resource::new(Characters, "Animation", (package, &format!("char_{name}_{action}")), settings)
            .needing([key(&skeleton)])
            .imported_from(format!("{depot}/anim/{name}_{action}.fbx"))
    }));
    all
}

/// A prop: package, name, triangles, shader, and the triangles of its hull if it has collisions.
type Prop = (&'static str, &'static str, u32, &'static str, Option<u32>);

const PROPS: &[Prop] = &[
    ("Environment/Dock", "barrel", 780, "PBR_Opaque", Some(24)),
    ("Environment/Dock", "boat", 3_900, "PBR_Opaque", Some(60)),
    ("Environment/Dock", "crate", 420, "PBR_Opaque", Some(12)),
    ("Environment/Dock", "lantern", 960, "PBR_Emissive", None),
    ("Environment/Rocks", "boulder", 1_850, "PBR_Opaque", Some(48)),
    ("Environment/Rocks", "cliff", 4_600, "PBR_Layered", Some(120)),
    ("Environment/Rocks", "pebbles", 340, "PBR_Opaque", None),
    ("Environment/Meadow", "grass", 64, "Foliage_TwoSided", None),
    ("Environment/Meadow", "reeds", 96, "Foliage_TwoSided", None),
    ("Environment/Trees", "birch", 3_180, "Foliage_TwoSided", Some(20)),
    ("Environment/Trees", "oak", 4_420, "Foliage_TwoSided", Some(28)),
    ("Environment/Trees", "pine", 3_640, "Foliage_TwoSided", Some(20)),
    ("Environment/Village", "bridge", 4_980, "PBR_Layered", Some(84)),
    ("Environment/Village", "cart", 2_760, "PBR_Opaque", Some(36)),
    ("Environment/Village", "fence", 640, "PBR_Opaque", Some(12)),
    ("Environment/Village", "wall", 1_120, "PBR_Layered", Some(12)),
    ("Environment/Village", "well", 2_240, "PBR_Opaque", Some(40)),
];

/// Returns the resources of a prop: textures, a material, a mesh, an optional hull, and the model.
fn prop((package, name, faces, shader, hull): &Prop) -> Vec<Resource> {
    let depot = format!("environment/{name}/env_{name}.fbx");
    let textures = [("D", "BaseColor"), ("N", "Normal")]
        .map(|(suffix, usage)| texture(Environment, (package, &format!("T_env_{name}_{suffix}")), usage, 256));
    let slots = [("BaseColor", &*textures[0].key), ("Normal", &*textures[1].key)];
    let material = material(Environment, (package, &format!("env_{name}_mat")), shader, &slots);
    let mut mesh = mesh(Environment, (package, &format!("Mesh_env_{name}")), *faces, depot.clone());
    let hull = hull.map(|faces| {
        Resource::new(Environment, "CollisionShape", (package, &format!("env_{name}_col")), json!({"faces": faces}))
            .imported_from(depot)
    });
    mesh.collision_shape = hull.as_ref().map(|hull| hull.key.clone());
    let parts = [("base", mesh.key.clone(), *faces)];
    let model = model(Environment, (package, &format!("env_{name}")), &parts, &material);
    Vec::from(textures).into_iter().chain([material, mesh, model]).chain(hull).collect()
}

/// A prop that can be pushed: package, name of the prop, kilograms.
type Body = (&'static str, &'static str, u32);

const BODIES: &[Body] = &[
    ("Environment/Dock", "barrel", 80),
    ("Environment/Dock", "boat", 450),
    ("Environment/Dock", "crate", 35),
    ("Environment/Village", "cart", 220),
];

/// Returns the rigid body of a prop, which uses its hull and its model.
fn body((package, name, mass): &Body) -> Resource {
    let [shape, model] = ["_col", ""].map(|suffix| format!("{package}/env_{name}{suffix}"));
    let settings = json!({"mass": mass, "shape": shape, "model": model});
    Resource::new(Environment, "RigidBody", (package, &format!("env_{name}_body")), settings).needing([shape, model])
}

/// Plants that are scattered: package, name of the prop, number of plants on 100 square metres, and their visible
/// distance in metres.
type Plants = (&'static str, &'static str, u32, u32);

const PLANTS: &[Plants] = &[
    ("Environment/Meadow", "grass", 1_200, 40),
    ("Environment/Meadow", "reeds", 300, 60),
    ("Environment/Trees", "birch", 6, 400),
    ("Environment/Trees", "pine", 9, 400),
];

/// Returns the foliage of a prop.
fn plants((package, name, density, distance): &Plants) -> Resource {
    let model = format!("{package}/env_{name}");
    let settings = json!({"model": model, "density": density, "distance": distance});
    Resource::new(Environment, "Foliage", (package, &format!("env_{name}_foliage")), settings).needing([model])
}

/// A sky: name and the colour of its zenith.
type Sky = (&'static str, [u8; 3]);

const SKIES: &[Sky] = &[("sky_dawn", [214, 168, 142]), ("sky_day", [120, 168, 232]), ("sky_night", [52, 58, 96])];

/// Returns the resources of a sky: a panorama and a material.
fn sky((name, zenith): &Sky) -> Vec<Resource> {
    let (package, width, height) = ("Environment/Sky", 128, 64);
    let panorama = imported_texture(Environment, (package, &format!("T_env_{name}_H")), "Sky", (width, height))
        .imported_from(format!("environment/sky/{name}.hdr"))
        .keeping(Source::Hdr(width, height, *zenith));
    let slots = [("Panorama", &*panorama.key)];
    let material = material(Environment, (package, &format!("env_{name}_mat")), "Sky_Panorama", &slots);
    vec![panorama, material]
}

/// An emitter of an effect: its name, its maximum number of particles, and how they move.
type Emitter = (&'static str, u32, Motion);

/// How the particles of an emitter move.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Motion {
    /// Independently of the effect.
    Free,
    /// With the effect.
    Attached,
    /// Independently of the effect, bouncing off obstacles.
    Bouncing,
}

use Motion::{Attached, Bouncing, Free};

/// An effect: name, shader, and its emitters.
type Particles = (&'static str, &'static str, &'static [Emitter]);

const PARTICLES: &[Particles] = &[
    ("dust", "Particle_Alpha", &[("puff", 40, Free)]),
    ("fog", "Particle_Alpha", &[("bank", 24, Attached), ("wisps", 60, Attached)]),
    ("leaves", "Particle_Alpha", &[("fall", 180, Bouncing)]),
    ("sparks", "Particle_Additive", &[("burst", 320, Bouncing), ("embers", 120, Free)]),
    ("splash", "Particle_Alpha", &[("drops", 260, Bouncing), ("ring", 8, Attached)]),
    ("torch_fire", "Particle_Additive", &[("flame", 90, Attached), ("smoke", 45, Free), ("embers", 30, Free)]),
];

/// Returns the resources of an effect: a sprite sheet, a material with a layer for each emitter, and the emitters.
fn particles((name, shader, emitters): &Particles) -> Vec<Resource> {
    let package = "Effects/Common";
    let texture = texture(Effects, (package, &format!("T_fx_{name}_D")), "Sprite", 128);
    let mut material = material(Effects, (package, &format!("fx_{name}_mat")), shader, &[("BaseColor", &*texture.key)]);
    material.settings["layers"] = emitters.iter().map(|emitter| emitter.0).collect();
    let mut random = Random::named(&material.key);
    let emitters = emitters.iter().map(|(name, particles, motion)| {
        json!({
            "name": name,
            "enabled": true,
            "particles": particles,
            "life_time": format!("{}.{}", random.between(0, 3), random.between(1, 9)),
            "space": if *motion == Attached { "Local" } else { "World" },
            "material": material.key,
            "bounces": *motion == Bouncing,
        })
    });
    let settings = json!({"emitters": emitters.collect::<Vec<_>>()});
    let effect = Resource::new(Effects, "Effect", (package, &format!("fx_{name}")), settings).needing([&material.key]);
    vec![texture, material, effect]
}

/// A picture of the interface: package, name, width and height. Panels may have any size.
type Widget = (&'static str, &'static str, u16, u16);

const WIDGETS: &[Widget] = &[
    ("UI/Icons", "ui_icon_bow", 32, 32),
    ("UI/Icons", "ui_icon_coin", 32, 32),
    ("UI/Icons", "ui_icon_key", 32, 32),
    ("UI/Icons", "ui_icon_map", 32, 32),
    ("UI/Icons", "ui_icon_pickaxe", 32, 32),
    ("UI/Icons", "ui_icon_potion", 32, 32),
    ("UI/Icons", "ui_icon_sword", 32, 32),
    ("UI/Icons", "ui_icon_torch", 32, 32),
    ("UI/Panels", "ui_panel_dialog", 60, 24),
    ("UI/Panels", "ui_panel_inventory", 48, 36),
    ("UI/Panels", "ui_panel_tooltip", 36, 20),
];

/// Returns a picture of the interface.
fn widget((package, name, width, height): &Widget) -> Resource {
    imported_texture(UI, (package, name), "Interface", (*width, *height))
        .imported_from(format!("ui/{name}.tga"))
        .keeping(Source::PlainTga(Picture::painted(name, *width, *height)))
}

/// A sound: package, name, category and seconds.
type Sound = (&'static str, &'static str, &'static str, u32);

const SOUNDS: &[Sound] = &[
    ("Audio/Ambience", "amb_bell_tower", "ambience", 14),
    ("Audio/Ambience", "amb_gulls", "ambience", 48),
    ("Audio/Ambience", "amb_market", "ambience", 65),
    ("Audio/Ambience", "amb_mountain_wind", "ambience", 72),
    ("Audio/Music", "mus_harbor_day", "music", 184),
    ("Audio/Music", "mus_highlands", "music", 226),
    ("Audio/Music", "mus_old_town_night", "music", 201),
    ("Audio/Sfx", "sfx_chest_open", "effect", 2),
    ("Audio/Sfx", "sfx_door_creak", "effect", 3),
    ("Audio/Sfx", "sfx_door_slam", "effect", 2),
    ("Audio/Sfx", "sfx_step_stone", "effect", 1),
];

/// Returns a sound. Music is streamed.
fn sound((package, name, category, seconds): &Sound) -> Resource {
    let settings = json!({"category": category, "seconds": seconds, "streamed": *category == "music"});
    Resource::new(Audio, "Sound", (package, name), settings).imported_from(format!("audio/{category}/{name}.wav"))
}

/// Returns a square texture of `side` pixels, imported from a TGA file that its folder keeps.
fn texture(repository: Repository, (package, name): (&str, &str), usage: &str, side: u16) -> Resource {
    let paint = if usage == "Normal" { Picture::normals } else { Picture::painted };
    imported_texture(repository, (package, name), usage, (side, side))
        .imported_from(format!("{}/textures/{name}.tga", format!("{repository:?}").to_lowercase()))
        .keeping(Source::PackedTga(paint(name, side, side)))
}

/// Returns a texture, with the settings for its usage.
fn imported_texture(
    repository: Repository,
    (package, name): (&str, &str),
    usage: &str,
    (width, height): (u16, u16),
) -> Resource {
    let (format, compression, srgb, mip_maps) = match usage {
        "BaseColor" => ("RGBA8", "BC7", true, true),
        "Normal" => ("RGBA8", "BC5", false, true),
        "Mask" => ("RGBA8", "BC7", false, true),
        "Sprite" => ("RGBA8", "BC3", true, true),
        "Interface" => ("RGBA8", "None", true, false),
        "Sky" => ("RGBA16F", "BC6H", false, true),
        other => panic!("no texture is used as {other}"),
    };
    let file = if usage == "Sky" { "source.hdr" } else { "source.tga" };
    let source = format!("{}/{file}", repository.resource_folder(&format!("{package}/{name}")));
    let settings = json!({
        "source": source, "usage": usage, "width": width, "height": height, "format": format, "srgb": srgb,
        "mip_maps": mip_maps, "compression": compression,
    });
    Resource::new(repository, "Texture", (package, name), settings)
}

/// Returns a material that reads `slots`, each with the key of a texture.
fn material(repository: Repository, name: (&str, &str), shader: &str, slots: &[(&str, &str)]) -> Resource {
    let read: Vec<Value> = slots.iter().map(|(name, key)| json!({"name": name, "texture": key})).collect();
    Resource::new(repository, "Material", name, json!({"shader": shader, "slots": read, "layers": []}))
        .needing(slots.iter().map(|(_, key)| *key))
}

/// Returns a mesh of `faces` triangles.
fn mesh(repository: Repository, name: (&str, &str), faces: u32, depot: String) -> Resource {
    let settings = json!({"faces": faces, "vertices": vertices(faces)});
    Resource::new(repository, "Mesh", name, settings).imported_from(depot)
}

/// Returns a model with two coarser versions. Each part has a name, the key of its mesh, and its triangles.
fn model(repository: Repository, name: (&str, &str), parts: &[(&str, String, u32)], material: &Resource) -> Resource {
    let faces = parts.iter().map(|part| part.2).sum::<u32>() / 3;
    let entities = parts.iter().map(|(name, mesh, faces)| {
        json!({"name": name, "mesh": mesh, "material": material.key, "faces": faces, "vertices": vertices(*faces)})
    });
    let settings = json!({
        "parts": entities.collect::<Vec<_>>(),
        "lods": [{"screen_size": "0.30", "faces": faces}, {"screen_size": "0.15", "faces": faces}],
    });
    let meshes = parts.iter().map(|part| &part.1);
    Resource::new(repository, "Model", name, settings).needing(meshes).needing([&material.key])
}

/// Returns the approximate number of vertices of a closed mesh with `faces` triangles, once its seams are split.
fn vertices(faces: u32) -> u32 {
    faces * 3 / 5
}
