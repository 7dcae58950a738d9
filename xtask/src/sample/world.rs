//! Worlds, and the levels they are made of.

use super::element::Element;
use super::encoding::Encoding;
use super::guid::Guid;
use super::random::Random;

/// One world: a folder with an `.iworld` file and the levels it names.
pub struct World {
    /// The name of the folder and of the world.
    pub name: &'static str,
    /// What the editor that built it writes.
    pub encoding: Encoding,
    /// Whether its levels cite GUIDs in braces.
    braces: bool,
    /// The key of the texture behind everything.
    sky: &'static str,
    /// The levels, the first of which is always loaded.
    pub levels: &'static [Level],
}

/// One level.
pub struct Level {
    /// The name of its file, without extension.
    pub name: &'static str,
    /// What its main layer is for.
    purpose: &'static str,
    /// Keys of the models that are scattered over it, and how many of each, with a name in the level.
    models: &'static [(&'static str, u64, &'static str)],
    /// Keys of the effects and sounds in it.
    others: &'static [&'static str],
}

/// The worlds of the project.
pub const WORLDS: &[World] = &[
    World {
        name: "harbor",
        encoding: Encoding::Utf8,
        braces: true,
        sky: "Environment/Sky/T_env_sky_day_H",
        levels: &[
            level("harbor_base", &[("Environment/Rocks/env_cliff", 6, "cliff")], &["Audio/Music/mus_harbor_day"]),
            level(
                "harbor_docks",
                &[
                    ("Environment/Dock/env_crate", 9, "crate"),
                    ("Environment/Dock/env_barrel", 7, "barrel"),
                    ("Environment/Dock/env_boat", 2, "boat"),
                    ("Environment/Dock/env_lantern", 5, "lantern"),
                ],
                &["Effects/Common/fx_splash", "Effects/Common/fx_torch_fire", "Audio/Ambience/amb_gulls"],
            ),
            level(
                "harbor_market",
                &[
                    ("Environment/Village/env_cart", 4, "cart"),
                    ("Environment/Dock/env_crate", 6, "crate"),
                    ("Characters/Merchant/char_merchant", 3, "merchant"),
                ],
                &["Effects/Common/fx_dust", "Audio/Ambience/amb_market"],
            ),
        ],
    },
    World {
        name: "highlands",
        encoding: Encoding::Utf16,
        braces: false,
        sky: "Environment/Sky/T_env_sky_dawn_H",
        levels: &[
            level(
                "highlands_base",
                &[("Environment/Rocks/env_cliff", 8, "cliff"), ("Environment/Rocks/env_boulder", 6, "boulder")],
                &["Audio/Music/mus_highlands", "Audio/Ambience/amb_mountain_wind"],
            ),
            Level {
                purpose: "wip",
                ..level("highlands_lake", &[("Environment/Trees/env_birch", 8, "birch")], &["Effects/Common/fx_fog"])
            },
            level(
                "highlands_pass",
                &[
                    ("Environment/Trees/env_pine", 12, "pine"),
                    ("Environment/Rocks/env_pebbles", 6, "pebbles"),
                    ("Environment/Village/env_bridge", 1, "bridge"),
                    ("Creatures/Wolf/char_wolf", 3, "wolf"),
                    ("Creatures/Golem/char_golem", 1, "golem"),
                ],
                &["Effects/Common/fx_leaves"],
            ),
        ],
    },
    World {
        name: "old_town",
        encoding: Encoding::Gbk,
        braces: true,
        sky: "Environment/Sky/T_env_sky_night_H",
        levels: &[
            level(
                "old_town_base",
                &[("Environment/Village/env_wall", 10, "旧城")],
                &["Audio/Music/mus_old_town_night"],
            ),
            level(
                "old_town_gate",
                &[
                    ("Environment/Village/env_wall", 6, "城门"),
                    ("Environment/Village/env_fence", 4, "石桥"),
                    ("Characters/Knight/char_knight", 2, "钟楼"),
                ],
                &["Effects/Common/fx_torch_fire", "Effects/Common/fx_sparks", "Audio/Ambience/amb_bell_tower"],
            ),
            level(
                "old_town_square",
                &[
                    ("Environment/Village/env_well", 1, "古井"),
                    ("Environment/Trees/env_oak", 3, "市集"),
                    ("Characters/Archer/char_archer", 2, "古楼"),
                    ("Characters/Miner/char_miner", 1, "古城"),
                ],
                &["Effects/Common/fx_dust", "Audio/Ambience/amb_market"],
            ),
        ],
    },
];

/// A level whose main layer is there to stay.
const fn level(
    name: &'static str,
    models: &'static [(&'static str, u64, &'static str)],
    others: &'static [&'static str],
) -> Level {
    Level { name, purpose: "art", models, others }
}

impl World {
    /// The path of the `.iworld` file.
    pub fn path(&self) -> String {
        format!("Package/Worlds/{0}/{0}.iworld", self.name)
    }

    /// The path of the file of one of its levels.
    pub fn level_path(&self, level: &str) -> String {
        format!("Package/Worlds/{}/{level}.ilevel", self.name)
    }

    /// The root of the `.iworld` file: the first level as a text, the others as attributes.
    pub fn document(&self) -> Element {
        let (first, rest) = self.levels.split_first().expect("a world has a level that is always loaded");
        let streamed = rest
            .iter()
            .map(|level| Element::new("Level").with("File", self.level_path(level.name)).with("LoadRadius", 400));
        Element::new("World").with("Name", self.name).with("Version", 7).holding([
            Element::leaf("Persistent", self.level_path(first.name)),
            Element::new("Levels").holding(streamed),
            Element::new("Weather").with("Preset", "clear"),
        ])
    }

    /// The root of the file of one of its levels.
    pub fn level_document(&self, level: &Level) -> Element {
        let mut random = Random::named(level.name);
        let mut id = 1000;
        let mut next_id = || {
            id += 1;
            id
        };
        let mut art = Element::new("Layer").with("Name", "main").with("Purpose", level.purpose);
        for (key, count, name) in level.models {
            for number in 1..=*count {
                let entity = Element::new("Entity").with("Id", next_id()).with("Name", format!("{name}_{number:02}"));
                art.push(entity.with("Model", self.cited(key)).holding([placed(&mut random)]));
            }
        }
        let mut ambience = Element::new("Layer").with("Name", "ambience").with("Purpose", "ambience");
        for key in level.others {
            let (tag, name) = if key.starts_with("Audio/") { ("Sound", "sound") } else { ("Effect", "effect") };
            let entity = Element::new("Entity").with("Id", next_id()).with("Name", name);
            ambience.push(entity.holding([placed(&mut random), Element::leaf(tag, self.cited(key))]));
        }
        Element::new("Level").with("Name", level.name).with("Version", 7).holding([
            Element::new("Environment").with("Sky", self.cited(self.sky)).holding([
                Element::leaf("FogDensity", format!("0.0{}", random.between(10, 40))),
                Element::leaf("SunAngle", random.between(20, 70)),
            ]),
            Element::new("Layers").holding([art, ambience]),
        ])
    }

    /// The GUID of `key`, as the levels of this world spell it.
    fn cited(&self, key: &str) -> String {
        let guid = Guid::named(key);
        if self.braces { format!("{{{guid}}}") } else { guid.to_string() }
    }
}

/// A random place on the ground.
fn placed(random: &mut Random) -> Element {
    let (x, z) = (random.between(0, 4000), random.between(0, 4000));
    let position = format!("{}.{:02} 0.00 {}.{:02}", x / 100, x % 100, z / 100, z % 100);
    let scale = *random.pick(&["1", "1", "1", "0.9", "1.15", "1.25"]);
    let turn = random.between(0, 359);
    Element::new("Transform").with("Position", position).with("Rotation", format!("0 {turn} 0")).with("Scale", scale)
}
