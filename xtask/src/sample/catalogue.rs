//! What the project owns, before anything goes wrong with it.

use super::details::{self, Emitter, Motion, Part, Usage};
use super::guid::Guid;
use super::picture::Picture;
use super::random::Random;
use super::repository::{AUDIO, CHARACTERS, EFFECTS, ENVIRONMENT, Repository, UI};
use super::resource::{Kind, Resource, Source};

/// Every resource of the project.
pub fn resources() -> Vec<Resource> {
    let mut all: Vec<Resource> = FIGURES.iter().flat_map(figure).collect();
    all.extend(PROPS.iter().flat_map(prop));
    all.extend(BODIES.iter().map(body));
    all.extend(PLANTS.iter().map(plants));
    all.extend(SKIES.iter().flat_map(sky));
    all.extend(PARTICLES.iter().flat_map(particles));
    all.extend(WIDGETS.iter().map(widget));
    all.extend(SOUNDS.iter().map(sound));
    all
}

/// Someone or something that walks: package, name, triangles of the body, triangles of its gear, bones.
type Figure = (&'static str, &'static str, u32, u32, &'static [&'static str]);

const FIGURES: &[Figure] = &[
    ("Characters/Archer", "archer", 9_860, 1_420, BIPED),
    ("Characters/Knight", "knight", 11_240, 2_380, BIPED),
    ("Characters/Merchant", "merchant", 8_150, 940, BIPED),
    ("Characters/Miner", "miner", 8_730, 1_160, BIPED),
    ("Creatures/Golem", "golem", 14_600, 0, BIPED),
    ("Creatures/Wolf", "wolf", 7_420, 0, QUADRUPED),
];

const BIPED: &[&str] = &[
    "root",
    "root/pelvis",
    "root/pelvis/spine_01",
    "root/pelvis/spine_01/spine_02",
    "root/pelvis/spine_01/spine_02/neck",
    "root/pelvis/spine_01/spine_02/neck/head",
    "root/pelvis/spine_01/spine_02/upperarm_l",
    "root/pelvis/spine_01/spine_02/upperarm_l/hand_l",
    "root/pelvis/spine_01/spine_02/upperarm_r",
    "root/pelvis/spine_01/spine_02/upperarm_r/hand_r",
    "root/pelvis/thigh_l",
    "root/pelvis/thigh_l/foot_l",
    "root/pelvis/thigh_r",
    "root/pelvis/thigh_r/foot_r",
];

const QUADRUPED: &[&str] = &[
    "root",
    "root/pelvis",
    "root/pelvis/spine_01",
    "root/pelvis/spine_01/neck",
    "root/pelvis/spine_01/neck/head",
    "root/pelvis/spine_01/foreleg_l",
    "root/pelvis/spine_01/foreleg_r",
    "root/pelvis/hindleg_l",
    "root/pelvis/hindleg_r",
    "root/pelvis/tail",
];

/// A figure: textures, a material, meshes, a skeleton, animations and the model that ties them together.
fn figure((package, name, body, gear, bones): &Figure) -> Vec<Resource> {
    let key = |name: &str| format!("{package}/{name}");
    let depot = format!("characters/{name}");
    let textures = [("D", Usage::Colour, 256), ("N", Usage::Normal, 256), ("M", Usage::Mask, 128)]
        .map(|(suffix, usage, side)| texture(&CHARACTERS, (package, &format!("T_char_{name}_{suffix}")), usage, side));
    let [colour, normal, mask] = &textures;
    let slots = [("BaseColor", &*colour.key), ("Normal", &normal.key), ("Mask", &mask.key)];
    let material = material(&CHARACTERS, (package, &format!("char_{name}_mat")), "PBR_Skin", &slots);

    let meshes: Vec<(&str, String, u32)> = [("body", format!("Mesh_char_{name}"), *body)]
        .into_iter()
        .chain((*gear > 0).then(|| ("gear", format!("Mesh_char_{name}_gear"), *gear)))
        .collect();
    let skeleton = format!("char_{name}_skel");
    let mesh_keys: Vec<String> = meshes.iter().map(|(_, mesh, _)| key(mesh)).collect();
    let parts: Vec<Part<'_>> = meshes
        .iter()
        .zip(&mesh_keys)
        .map(|((part, _, faces), mesh)| (*part, &**mesh, &*material.key, *faces))
        .collect();
    let model = Resource::new(&CHARACTERS, Kind::Model, (package, &format!("char_{name}")), details::model(&parts, 2))
        .needing(&mesh_keys)
        .needing([&material.key, &key(&skeleton)]);

    let mut random = Random::named(name);
    let mut all = Vec::from(textures);
    all.extend([material, model]);
    all.extend(meshes.iter().map(|(_, mesh, faces)| {
        Resource::new(&CHARACTERS, Kind::Mesh, (package, mesh), details::mesh(*faces))
            .needing([key(&skeleton)])
            .imported_from(format!("{depot}/char_{name}.fbx"))
    }));
    all.push(
        Resource::new(&CHARACTERS, Kind::Skeleton, (package, &skeleton), details::skeleton(bones))
            .imported_from(format!("{depot}/char_{name}_rig.fbx")),
    );
    all.extend(["idle", "walk", "attack"].map(|action| {
        let details = details::animation(&key(&skeleton), 30, random.between(24, 96));
        Resource::new(&CHARACTERS, Kind::Animation, (package, &format!("char_{name}_{action}")), details)
            .needing([key(&skeleton)])
            .imported_from(format!("{depot}/anim/{name}_{action}.fbx"))
    }));
    all
}

/// Something that stands about: package, name, triangles, shader, and the triangles of its hull if things bump into it.
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

/// A prop: textures, a material, a mesh, perhaps a hull, and the model.
fn prop((package, name, faces, shader, hull): &Prop) -> Vec<Resource> {
    let depot = format!("environment/{name}/env_{name}.fbx");
    let textures = [("D", Usage::Colour), ("N", Usage::Normal)]
        .map(|(suffix, usage)| texture(&ENVIRONMENT, (package, &format!("T_env_{name}_{suffix}")), usage, 256));
    let slots = [("BaseColor", &*textures[0].key), ("Normal", &*textures[1].key)];
    let material = material(&ENVIRONMENT, (package, &format!("env_{name}_mat")), shader, &slots);
    let mut mesh =
        Resource::new(&ENVIRONMENT, Kind::Mesh, (package, &format!("Mesh_env_{name}")), details::mesh(*faces))
            .imported_from(depot.clone());
    let hull = hull.map(|faces| {
        let details = details::collision(faces);
        Resource::new(&ENVIRONMENT, Kind::CollisionShape, (package, &format!("env_{name}_col")), details)
            .imported_from(depot.clone())
    });
    mesh.notes.extend(hull.iter().map(|hull| ("CollisionShape", hull.guid.to_string())));
    let details = details::model(&[("base", &mesh.key, &material.key, *faces)], 2);
    let model = Resource::new(&ENVIRONMENT, Kind::Model, (package, &format!("env_{name}")), details)
        .needing([&mesh.key, &material.key]);
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

/// The rigid body of a prop: it falls as its hull does, and its model is what one sees of it.
fn body((package, name, mass): &Body) -> Resource {
    let key = |suffix: &str| format!("{package}/env_{name}{suffix}");
    let details = details::rigid_body(*mass, &key("_col"), &key(""));
    let body = Resource::new(&ENVIRONMENT, Kind::RigidBody, (package, &format!("env_{name}_body")), details);
    body.needing([key("_col"), key("")])
}

/// What grows by itself: package, name of the prop, plants on 100 square metres, metres up to which they are seen.
type Plants = (&'static str, &'static str, u32, u32);

const PLANTS: &[Plants] = &[
    ("Environment/Meadow", "grass", 1_200, 40),
    ("Environment/Meadow", "reeds", 300, 60),
    ("Environment/Trees", "birch", 6, 400),
    ("Environment/Trees", "pine", 9, 400),
];

/// The foliage of a prop.
fn plants((package, name, density, distance): &Plants) -> Resource {
    let model = format!("{package}/env_{name}");
    let details = details::foliage(&model, *density, *distance);
    Resource::new(&ENVIRONMENT, Kind::Foliage, (package, &format!("env_{name}_foliage")), details).needing([model])
}

/// A sky: name and the colour of its zenith.
type Sky = (&'static str, [u8; 3]);

const SKIES: &[Sky] = &[("sky_dawn", [214, 168, 142]), ("sky_day", [120, 168, 232]), ("sky_night", [52, 58, 96])];

/// A sky: a panorama and the material that shows it.
fn sky((name, zenith): &Sky) -> Vec<Resource> {
    let (package, width, height) = ("Environment/Sky", 128, 64);
    let texture_name = format!("T_env_{name}_H");
    let source = folder_of(&ENVIRONMENT, package, &texture_name) + "/source.hdr";
    let details = details::texture(Usage::Sky, width, height, source);
    let texture = Resource::new(&ENVIRONMENT, Kind::Texture, (package, &texture_name), details)
        .imported_from(format!("environment/sky/{name}.hdr"))
        .keeping(Source::Hdr(width, height, *zenith));
    let slots = [("Panorama", &*texture.key)];
    let material = material(&ENVIRONMENT, (package, &format!("env_{name}_mat")), "Sky_Panorama", &slots);
    vec![texture, material]
}

/// An effect: name, shader, and its emitters.
type Particles = (&'static str, &'static str, &'static [Emitter<'static>]);

const PARTICLES: &[Particles] = &[
    ("dust", "Particle_Alpha", &[("puff", 40, Motion::Free)]),
    ("fog", "Particle_Alpha", &[("bank", 24, Motion::Attached), ("wisps", 60, Motion::Attached)]),
    ("leaves", "Particle_Alpha", &[("fall", 180, Motion::Bouncing)]),
    ("sparks", "Particle_Additive", &[("burst", 320, Motion::Bouncing), ("embers", 120, Motion::Free)]),
    ("splash", "Particle_Alpha", &[("drops", 260, Motion::Bouncing), ("ring", 8, Motion::Attached)]),
    (
        "torch_fire",
        "Particle_Additive",
        &[("flame", 90, Motion::Attached), ("smoke", 45, Motion::Free), ("embers", 30, Motion::Free)],
    ),
];

/// An effect: a sprite sheet, a material and the emitters.
fn particles((name, shader, emitters): &Particles) -> Vec<Resource> {
    let package = "Effects/Common";
    let texture = texture(&EFFECTS, (package, &format!("T_fx_{name}_D")), Usage::Sprite, 128);
    let slots = [("BaseColor", &*texture.key)];
    let mut material = material(&EFFECTS, (package, &format!("fx_{name}_mat")), shader, &slots);
    material.details.at("MaterialInfo").push(details::layers(emitters.iter().map(|emitter| emitter.0)));
    let details = details::effect(emitters, &material.key);
    let effect =
        Resource::new(&EFFECTS, Kind::Effect, (package, &format!("fx_{name}")), details).needing([&material.key]);
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

/// A picture of the interface.
fn widget((package, name, width, height): &Widget) -> Resource {
    let details = details::texture(Usage::Interface, *width, *height, folder_of(&UI, package, name) + "/source.tga");
    Resource::new(&UI, Kind::Texture, (package, name), details)
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
    ("Audio/Sfx", "sfx_step_stone", "effect", 1),
];

/// A sound.
fn sound((package, name, category, seconds): &Sound) -> Resource {
    Resource::new(&AUDIO, Kind::Sound, (package, name), details::sound(category, *seconds))
        .imported_from(format!("audio/{category}/{name}.wav"))
}

/// A square texture of `side` pixels, imported from a TGA file that its folder keeps.
fn texture(repository: &'static Repository, (package, name): (&str, &str), usage: Usage, side: u16) -> Resource {
    let source = folder_of(repository, package, name) + "/source.tga";
    let picture = match usage {
        Usage::Normal => Picture::normals(name, side, side),
        _ => Picture::painted(name, side, side),
    };
    Resource::new(repository, Kind::Texture, (package, name), details::texture(usage, side, side, source))
        .imported_from(format!("{}/textures/{name}.tga", repository.name.to_lowercase()))
        .keeping(Source::PackedTga(picture))
}

/// A material that reads `slots`, each with the key of a texture.
fn material(repository: &'static Repository, name: (&str, &str), shader: &str, slots: &[(&str, &str)]) -> Resource {
    Resource::new(repository, Kind::Material, name, details::material(shader, slots))
        .needing(slots.iter().map(|(_, key)| key))
}

/// The folder that the resource `name` of `package` will have.
fn folder_of(repository: &Repository, package: &str, name: &str) -> String {
    repository.resource_folder(Guid::named(&format!("{package}/{name}")))
}
