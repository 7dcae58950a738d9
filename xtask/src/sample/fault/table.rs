//! Every fault of the sample, a row each.

use super::{Edit, Fault, Place, Value};
use crate::sample::details;
use crate::sample::element::Element;
use crate::sample::encoding::Encoding;
use crate::sample::guid::Guid;
use crate::sample::picture::Picture;
use crate::sample::project::Project;
use crate::sample::repository::{AUDIO, ENVIRONMENT};
use crate::sample::resource::{Kind, Resource, Source};

/// A row whose file is the list of a repository.
const fn entry(
    rule: &'static str,
    key: &'static str,
    value: Value,
    what: &'static str,
    edit: fn(&mut Resource),
) -> Fault {
    Fault { rule, what, place: Place::Entry(key), value, edit: Edit::Resource(edit) }
}

/// A row whose file is the attribute file of a resource.
const fn attributes(
    rule: &'static str,
    key: &'static str,
    value: Value,
    what: &'static str,
    edit: fn(&mut Resource),
) -> Fault {
    Fault { rule, what, place: Place::Attributes(key), value, edit: Edit::Resource(edit) }
}

/// A row whose file lies beside the attribute file of a resource.
const fn beside(
    rule: &'static str,
    (key, name): (&'static str, &'static str),
    value: Value,
    what: &'static str,
    edit: fn(&mut Resource),
) -> Fault {
    Fault { rule, what, place: Place::Beside(key, name), value, edit: Edit::Resource(edit) }
}

/// A row whose file is a world or a level.
const fn document(
    rule: &'static str,
    path: &'static str,
    value: Value,
    what: &'static str,
    edit: fn(&mut Element),
) -> Fault {
    Fault { rule, what, place: Place::File(path), value, edit: Edit::Document(edit) }
}

/// A row that changes more than one thing, or adds one.
const fn project(rule: &'static str, place: Place, value: Value, what: &'static str, edit: fn(&mut Project)) -> Fault {
    Fault { rule, what, place, value, edit: Edit::Project(edit) }
}

/// Every fault of the sample.
pub const FAULTS: &[Fault] = &[
    // The lists of the repositories.
    project(
        "guid-unique",
        Place::Entry("Characters/Merchant/char_merchant_mat"),
        Value::Guid("Characters/Merchant/char_merchant_mat"),
        "an entry was copied in a text editor and kept its GUID",
        |project| {
            let mut copy = project.resource("Characters/Merchant/char_merchant_mat").clone();
            copy.key.push_str("_copy");
            copy.name.push_str("_copy");
            copy.on_disk = false;
            project.resources.push(copy);
        },
    ),
    entry(
        "virtual-path-unique",
        "Environment/Trees/env_birch_mat",
        Value::Record(&[("Package", "Environment/Trees"), ("Name", "env_pine_mat")]),
        "the birch was made from the pine, and its material was never renamed",
        |birch| "env_pine_mat".clone_into(&mut birch.name),
    ),
    entry(
        "dependency-exists",
        "Effects/Common/fx_fog_mat",
        Value::Guid("Effects/Common/T_fx_fog_N"),
        "the fog's normal map was deleted, its material still asks for it",
        |fog| fog.depends_on.push(Guid::named("Effects/Common/T_fx_fog_N")),
    ),
    entry(
        "dependency-exists",
        "Characters/Archer/char_archer",
        Value::Guid("Characters/Archer/Mesh_char_archer_quiver"),
        "the quiver became a part of the gear, the model still asks for it",
        |archer| archer.depends_on.push(Guid::named("Characters/Archer/Mesh_char_archer_quiver")),
    ),
    entry(
        "resource-on-disk",
        "UI/Icons/ui_icon_potion",
        Value::Guid("UI/Icons/ui_icon_potion"),
        "the list was committed, the folder was not",
        |icon| icon.on_disk = false,
    ),
    entry(
        "resource-on-disk",
        "Environment/Dock/env_lantern_mat",
        Value::Guid("Environment/Dock/env_lantern_mat"),
        "the folder was deleted by hand",
        |lantern| lantern.on_disk = false,
    ),
    project(
        "folder-registered",
        Place::Attributes("Environment/Village/env_stall_mat"),
        Value::Guid("Environment/Village/env_stall_mat"),
        "the market stall was taken out of the list, one folder stayed",
        |project| {
            let details = details::material("PBR_Opaque", &[]);
            let stall = Resource::new(&ENVIRONMENT, Kind::Material, ("Environment/Village", "env_stall_mat"), details);
            project.resources.push(Resource { registered: false, ..stall });
        },
    ),
    project(
        "folder-registered",
        Place::Attributes("Audio/Sfx/sfx_door_slam"),
        Value::Guid("Audio/Sfx/sfx_door_slam"),
        "two people imported sounds at once, and the merge of the list lost one",
        |project| {
            let slam = Resource::new(&AUDIO, Kind::Sound, ("Audio/Sfx", "sfx_door_slam"), details::sound("effect", 2));
            project.resources.push(Resource { registered: false, ..slam });
        },
    ),
    entry(
        "collision-shape-exists",
        "Environment/Village/Mesh_env_cart",
        Value::Guid("Environment/Village/env_cart_old_col"),
        "the cart's hull was made anew, the mesh names the old one",
        |cart| cart.notes[0].1 = Guid::named("Environment/Village/env_cart_old_col").to_string(),
    ),
    entry(
        "source-path-relative",
        "Characters/Knight/Mesh_char_knight",
        Value::Text(r"D:\game\knight\char_knight_v12_FINAL.max"),
        "imported from an artist's own disk",
        |knight| r"D:\game\knight\char_knight_v12_FINAL.max".clone_into(&mut knight.source_path),
    ),
    entry(
        "source-path-relative",
        "Environment/Trees/Mesh_env_oak",
        Value::Text(r"\\artnas\depot\environment\oak\env_oak.fbx"),
        "imported from a share of the old office",
        |oak| r"\\artnas\depot\environment\oak\env_oak.fbx".clone_into(&mut oak.source_path),
    ),
    entry(
        "creation-time-set",
        "Audio/Sfx/sfx_chest_open",
        Value::Text("0"),
        "converted from the previous project by a script",
        |chest| chest.created = 0,
    ),
    entry(
        "creation-time-set",
        "Environment/Rocks/env_cliff_col",
        Value::Text("0"),
        "made by a batch tool that knows no clock",
        |cliff| cliff.created = 0,
    ),
    // Names.
    entry(
        "package-not-empty",
        "Characters/Miner/char_miner_attack",
        Value::Text(""),
        "dropped on the root of the asset browser",
        |miner| miner.package.clear(),
    ),
    entry(
        "package-path-form",
        "Environment/Village/env_wall_col",
        Value::Text(r"Environment\Village"),
        "a script joined the package with the separator of Windows",
        |wall| r"Environment\Village".clone_into(&mut wall.package),
    ),
    entry(
        "resource-name-plain",
        "Environment/Village/env_cart_mat",
        Value::Text("env cart_mat"),
        "named in a hurry, with a blank",
        |cart| "env cart_mat".clone_into(&mut cart.name),
    ),
    entry(
        "resource-name-plain",
        "UI/Icons/ui_icon_sword",
        Value::Text("ui_icon_剑"),
        "named in the artist's own language",
        |icon| "ui_icon_剑".clone_into(&mut icon.name),
    ),
    entry(
        "resource-name-plain",
        "Audio/Ambience/amb_gulls",
        Value::Text("amb_gulls\u{a0}"),
        "pasted from a spreadsheet, with a no-break space nobody sees",
        |gulls| gulls.name.push('\u{a0}'),
    ),
    entry(
        "mesh-name-prefix",
        "Environment/Village/Mesh_env_fence",
        Value::Text("mesh_env_fence"),
        "exported with the prefix in lower case",
        |fence| "mesh_env_fence".clone_into(&mut fence.name),
    ),
    entry(
        "model-name-prefix",
        "Environment/Rocks/env_pebbles",
        Value::Text("Env_pebbles"),
        "exported with the prefix capitalised",
        |pebbles| "Env_pebbles".clone_into(&mut pebbles.name),
    ),
    entry(
        "texture-name-suffix",
        "Environment/Village/T_env_well_D",
        Value::Text("T_env_well_Diffuse"),
        "named as another studio names them",
        |well| "T_env_well_Diffuse".clone_into(&mut well.name),
    ),
    entry(
        "texture-name-suffix",
        "Creatures/Wolf/T_char_wolf_M",
        Value::Text("T_char__wolf_M"),
        "an empty field of the export template left two underscores",
        |wolf| "T_char__wolf_M".clone_into(&mut wolf.name),
    ),
    // Models, skeletons, animations, effects, sounds.
    attributes(
        "character-face-budget",
        "Creatures/Wolf/char_wolf",
        Value::Text("31250"),
        "the wolf went in as it was sculpted",
        |wolf| wolf.details.set("ModelInfo/Root/Entity/NumFaces", 31_250),
    ),
    attributes(
        "prop-face-budget",
        "Environment/Village/env_well",
        Value::Text("7300"),
        "someone modelled the rope",
        |well| well.details.set("ModelInfo/Root/Entity/NumFaces", 7300),
    ),
    attributes(
        "prop-face-budget",
        "Environment/Dock/env_boat",
        Value::Text("12480"),
        "the version for the intro film was exported",
        |boat| boat.details.set("ModelInfo/Root/Entity/NumFaces", 12_480),
    ),
    attributes(
        "model-has-lods",
        "Environment/Dock/env_lantern",
        Value::Null,
        "exported without coarser versions",
        |lantern| lantern.details.at("ModelInfo/LODs").children().clear(),
    ),
    attributes(
        "skeleton-bone-unique",
        "Characters/Miner/char_miner_skel",
        Value::Text("hand_l"),
        "a tool bone was copied from the hand and kept its name",
        |miner| miner.details.at("SkeletonInfo/Bones/Bone").push(Element::new("Bone").with("Name", "hand_l")),
    ),
    attributes(
        "animation-frame-rate",
        "Creatures/Wolf/char_wolf_walk",
        Value::Text("25"),
        "the animator's scene was set to film speed",
        |walk| walk.details.set("AnimationInfo/FrameRate", 25),
    ),
    project(
        "effect-particle-budget",
        Place::Attributes("Effects/Common/fx_sparks"),
        Value::Text("4000"),
        "a shower for the trailer; the second emitter is switched off and must not be reported",
        |project| {
            for (name, on, particles) in [("shower", true, 4000), ("shower_test", false, 9000)] {
                let emitter = Element::new("Emitter").with("Name", name).with("Enabled", on);
                let emitter =
                    emitter.holding([Element::leaf("MaxParticles", particles), Element::leaf("LifeTime", "1.5")]);
                project.resource("Effects/Common/fx_sparks").details.at("EffectInfo/Emitters").push(emitter);
                let material = project.resource("Effects/Common/fx_sparks_mat");
                material.details.at("MaterialInfo/Layers").push(details::layer(name));
            }
        },
    ),
    entry(
        "effect-collision-in-world",
        "Effects/Common/fx_splash",
        Value::Guid("Effects/Common/fx_splash"),
        "the splash was tied to the boat, and its drops with it; the ring does not collide and may be",
        |splash| splash.details.set("EffectInfo/Emitters/Emitter/Space", "Local"),
    ),
    project(
        "effect-layer-per-emitter",
        Place::Entry("Effects/Common/fx_torch_fire"),
        Value::Guid("Effects/Common/fx_torch_fire"),
        "the embers came later, and the material was never given a layer for them",
        |project| {
            let material = project.resource("Effects/Common/fx_torch_fire_mat");
            material.details.at("MaterialInfo/Layers").children().pop();
        },
    ),
    entry(
        "rigid-body-complete",
        "Environment/Dock/env_boat_body",
        Value::Guid("Environment/Dock/env_boat_body"),
        "the boat's hull was made anew, the list was told of it, the settings were not",
        |boat| boat.details.set("RigidBodyInfo/Shapes/Shape", Guid::named("Environment/Dock/env_boat_old_col")),
    ),
    project(
        "foliage-shader-allowed",
        Place::Entry("Environment/Meadow/env_reeds_foliage"),
        Value::Guid("Environment/Meadow/env_reeds_foliage"),
        "the reeds were drawn as a prop first",
        |project| {
            let material = project.resource("Environment/Meadow/env_reeds_mat");
            material.details.set("MaterialInfo/Shader", "PBR_Opaque");
        },
    ),
    attributes(
        "music-is-streamed",
        "Audio/Music/mus_highlands",
        Value::Text("false"),
        "nearly four minutes of music, all of it kept in memory",
        |music| music.details.set("SoundInfo/Streamed", false),
    ),
    // Textures and materials.
    attributes(
        "texture-power-of-two",
        "Environment/Trees/T_env_pine_N",
        Value::Text("300"),
        "cropped by eye",
        |pine| resize(pine, 300, 256),
    ),
    attributes(
        "texture-power-of-two",
        "Effects/Common/T_fx_dust_D",
        Value::Text("100"),
        "the last row of the sprite sheet was cut off",
        |dust| resize(dust, 128, 100),
    ),
    attributes(
        "texture-size-limit",
        "Environment/Rocks/T_env_cliff_D",
        Value::Text("2048"),
        "as large as it was painted",
        |cliff| resize(cliff, 2048, 1024),
    ),
    attributes(
        "normal-map-linear",
        "Environment/Rocks/T_env_boulder_N",
        Value::Text("true"),
        "imported with the settings for colours",
        |boulder| boulder.details.set("SRGB", true),
    ),
    attributes(
        "normal-map-linear",
        "Characters/Knight/T_char_knight_N",
        Value::Text("true"),
        "imported with the settings for colours",
        |knight| knight.details.set("SRGB", true),
    ),
    attributes(
        "normal-map-compression",
        "Environment/Dock/T_env_barrel_N",
        Value::Text("BC1"),
        "compressed as a colour, which leaves blocks on the barrel's staves",
        |barrel| barrel.details.set("Compression", "BC1"),
    ),
    attributes(
        "colour-map-srgb",
        "Environment/Dock/T_env_crate_D",
        Value::Text("false"),
        "imported with the settings for masks",
        |crate_| crate_.details.set("SRGB", false),
    ),
    attributes(
        "texture-mip-maps",
        "Environment/Trees/T_env_oak_D",
        Value::Text("false"),
        "switched off to look at one leaf, and never on again",
        |oak| oak.details.set("MipMaps", false),
    ),
    attributes(
        "texture-mip-maps",
        "Effects/Common/T_fx_leaves_D",
        Value::Text("false"),
        "imported with the settings for the interface",
        |leaves| leaves.details.set("MipMaps", false),
    ),
    attributes(
        "ui-texture-no-mip-maps",
        "UI/Icons/ui_icon_map",
        Value::Text("true"),
        "imported with the settings for colours",
        |icon| icon.details.set("MipMaps", true),
    ),
    attributes(
        "texture-source-exists",
        "Environment/Village/T_env_bridge_D",
        Value::FileOf("Environment/Village/T_env_bridge_D", "source.tga"),
        "the picture was never added to the repository",
        |bridge| bridge.source = Source::None,
    ),
    attributes(
        "texture-source-exists",
        "UI/Panels/ui_panel_tooltip",
        Value::FileOf("UI/Panels/ui_panel_tooltip", "source.tga"),
        "deleted by a script that saved space",
        |panel| panel.source = Source::None,
    ),
    beside(
        "source-not-placeholder",
        ("Characters/Archer/T_char_archer_M", "source.tga"),
        Value::Number(4),
        "the stand-in of the first week is still there",
        |mask| {
            resize(mask, 4, 4);
            mask.source = Source::PackedTga(Picture::painted("placeholder", 4, 4));
        },
    ),
    attributes(
        "texture-size-as-source",
        "Characters/Knight/T_char_knight_M",
        Value::FileOf("Characters/Knight/T_char_knight_M", "texture.xml"),
        "the picture was painted again at half the size and not imported again",
        |mask| mask.source = Source::PackedTga(Picture::painted("T_char_knight_M", 64, 64)),
    ),
    attributes(
        "texture-source-compressed",
        "Effects/Common/T_fx_splash_D",
        Value::FileOf("Effects/Common/T_fx_splash_D", "source.tga"),
        "saved by a plug-in that knows no compression",
        |splash| {
            resize(splash, 32, 32);
            splash.source = Source::PlainTga(Picture::painted("T_fx_splash_D", 32, 32));
        },
    ),
    beside(
        "sky-width-limit",
        ("Environment/Sky/T_env_sky_night_H", "source.hdr"),
        Value::Number(1024),
        "downloaded from a library at full size",
        |night| night.source = Source::Hdr(1024, 512, [52, 58, 96]),
    ),
    beside(
        "data-not-empty",
        ("Characters/Knight/char_knight_walk", "resource.data"),
        Value::Number(0),
        "the disk was full when the animation was built",
        |walk| walk.data_size = 0,
    ),
    attributes(
        "material-shader-allowed",
        "Environment/Village/env_bridge_mat",
        Value::Text("Debug_UVChecker"),
        "left from a look at the texture coordinates",
        |bridge| bridge.details.set("MaterialInfo/Shader", "Debug_UVChecker"),
    ),
    attributes(
        "material-slot-unique",
        "Environment/Village/env_fence_mat",
        Value::Text("Normal"),
        "two branches each added a normal map",
        |fence| {
            let texture = Guid::named("Environment/Village/T_env_wall_N");
            fence.details.at("MaterialInfo/Textures").push(Element::leaf("Slot", texture).with("Name", "Normal"));
        },
    ),
    // Worlds, levels and lists.
    document(
        "level-resource-exists",
        "Package/Worlds/harbor/harbor_market.ilevel",
        Value::Guid("Environment/Village/env_stall"),
        "the market stall was deleted, the level still places it",
        |level| {
            let entity = level.at("Layers/Layer/Entity[2]");
            entity.set_attribute("Model", Guid::named("Environment/Village/env_stall"));
        },
    ),
    document(
        "level-resource-exists",
        "Package/Worlds/highlands/highlands_pass.ilevel",
        Value::Guid("Effects/Common/fx_snow"),
        "the effect lies in a repository that was not delivered",
        |level| level.set("Layers/Layer[2]/Entity/Effect", Guid::named("Effects/Common/fx_snow")),
    ),
    document(
        "level-entity-id-unique",
        "Package/Worlds/harbor/harbor_docks.ilevel",
        Value::Text("1001"),
        "a crate was copied in a text editor",
        |level| level.at("Layers/Layer/Entity[2]").set_attribute("Id", 1001),
    ),
    document(
        "level-entity-scale",
        "Package/Worlds/harbor/harbor_docks.ilevel",
        Value::Text("-1"),
        "a barrel was mirrored by its scale",
        |level| level.at("Layers/Layer/Entity[12]/Transform").set_attribute("Scale", -1),
    ),
    document(
        "level-entity-scale",
        "Package/Worlds/old_town/old_town_gate.ilevel",
        Value::Text("0"),
        "a wall was hidden by making it infinitely small",
        |level| level.at("Layers/Layer/Entity[3]/Transform").set_attribute("Scale", 0),
    ),
    document(
        "release-level-no-debug",
        "Package/Worlds/old_town/old_town_square.ilevel",
        Value::Text("debug"),
        "the markers of a playtest are still in; the unfinished lake is in no release and must not be reported",
        |level| {
            let markers = Element::new("Layer").with("Name", "playtest").with("Purpose", "debug");
            level.at("Layers").push(markers);
        },
    ),
    document(
        "world-level-exists",
        "Package/Worlds/harbor/harbor.iworld",
        Value::Text("Package/Worlds/harbor/harbor_lighthouse.ilevel"),
        "the lighthouse was put off to the next release",
        |world| {
            let lighthouse = Element::new("Level").with("File", "Package/Worlds/harbor/harbor_lighthouse.ilevel");
            world.at("Levels").push(lighthouse.with("LoadRadius", 600));
        },
    ),
    document(
        "world-persistent-level-exists",
        "Package/Worlds/highlands/highlands.iworld",
        Value::Text("Package/Worlds/highlands/highlands_start.ilevel"),
        "the level was renamed in the editor of the other studio only",
        |world| {
            world.set("Persistent", "Package/Worlds/highlands/highlands_start.ilevel");
            let base = Element::new("Level").with("File", "Package/Worlds/highlands/highlands_base.ilevel");
            world.at("Levels").push(base.with("LoadRadius", 4000));
        },
    ),
    project(
        "level-in-world",
        Place::File("Package/Worlds/old_town/old_town_sewers.ilevel"),
        Value::Text("Package/Worlds/old_town/old_town_sewers.ilevel"),
        "the quest was cut, its level stayed",
        |project| add_empty_level(project, "Package/Worlds/old_town/old_town_sewers.ilevel"),
    ),
    project(
        "world-file-name",
        Place::File("Package/Worlds/harbor/Harbor Night.ilevel"),
        Value::Text("Harbor Night"),
        "saved under the title that the writers use",
        |project| {
            let path = "Package/Worlds/harbor/Harbor Night.ilevel";
            add_empty_level(project, path);
            let level = Element::new("Level").with("File", path).with("LoadRadius", 400);
            project.document("Package/Worlds/harbor/harbor.iworld").at("Levels").push(level);
        },
    ),
    project(
        "review-resource-exists",
        Place::File("Package/Config/review.json"),
        Value::Guid("Environment/Village/env_stall"),
        "the market stall was approved once",
        |project| project.reviews.push((Guid::named("Environment/Village/env_stall"), "approved")),
    ),
    project(
        "no-leftover-files",
        Place::File("Package/Repository/UI.local/Thumbs.db"),
        Value::Text("Thumbs.db"),
        "Windows keeps previews where someone looked at icons",
        |project| {
            /// How compound files begin.
            const MAGIC: &[u8] = &[0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1];
            project.strays.insert("Package/Repository/UI.local/Thumbs.db".to_owned(), MAGIC.to_vec());
        },
    ),
    project(
        "no-leftover-files",
        Place::File("Package/Worlds/harbor/harbor_docks.ilevel.bak"),
        Value::Text("harbor_docks.ilevel.bak"),
        "the level editor keeps a copy, and someone committed it",
        |project| {
            let old = Element::new("Level").with("Name", "harbor_docks").with("Version", 6).to_document("utf-8");
            project.strays.insert("Package/Worlds/harbor/harbor_docks.ilevel.bak".to_owned(), old.into_bytes());
        },
    ),
];

/// Gives a texture another size, in its settings and in its source alike.
fn resize(texture: &mut Resource, width: u16, height: u16) {
    texture.details.set("Size/Width", width);
    texture.details.set("Size/Height", height);
    texture.source = Source::PackedTga(Picture::painted(&texture.name, width, height));
}

/// Adds a level in which nothing has been placed yet.
fn add_empty_level(project: &mut Project, path: &str) {
    let level = Element::new("Level").with("Version", 7).holding([Element::new("Layers")]);
    project.documents.insert(path.to_owned(), (Encoding::Utf8, level));
}
