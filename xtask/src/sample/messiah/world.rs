//! Worlds and their levels: the placed objects, and their places.

use serde_json::{Value, json};

use super::super::guid::Guid;
use super::super::random::Random;
use super::super::template;
use super::encoding::Encoding;

/// The file of a world or of a level.
pub struct Document {
    encoding: Encoding,
    template: &'static str,
    /// The values that the template needs.
    pub values: Value,
}

impl Document {
    /// Returns the bytes of the file.
    pub fn bytes(&self) -> Vec<u8> {
        self.encoding.encode(&template::fill(self.template, &self.values).text)
    }
}

/// One world: a folder with an `.iworld` file and the levels it names.
pub struct World {
    /// The name of the folder and of the world.
    name: &'static str,
    /// The encoding that its editor writes.
    encoding: Encoding,
    /// True if its levels write GUIDs in braces.
    braces: bool,
    /// The key of the texture of the sky.
    sky: &'static str,
    /// The levels. The first one is always loaded.
    levels: &'static [Level],
}

/// One level.
struct Level {
    /// The name of its file, without extension.
    name: &'static str,
    /// The purpose of its main layer.
    purpose: &'static str,
    /// The keys of the models that are scattered over it, the number of each, and a name in the level.
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

/// Returns a level whose main layer is always loaded.
const fn level(
    name: &'static str,
    models: &'static [(&'static str, u64, &'static str)],
    others: &'static [&'static str],
) -> Level {
    Level { name, purpose: "art", models, others }
}

impl World {
    /// Returns the path of the file of one of its levels.
    fn level_path(&self, level: &str) -> String {
        format!("Package/Worlds/{}/{level}.ilevel", self.name)
    }

    /// Returns its `.iworld` file and the files of its levels, each with its path.
    pub fn documents(&self) -> Vec<(String, Document)> {
        // Only the world files are in UTF-16; their levels have been saved again since.
        let encoding = if self.encoding == Encoding::Utf16 { Encoding::Utf8 } else { self.encoding };
        let template = "messiah/level.ilevel";
        let levels = self.levels.iter().map(|level| {
            let values = self.level_values(level, encoding);
            (self.level_path(level.name), Document { encoding, template, values })
        });
        let world = Document { encoding: self.encoding, template: "messiah/world.iworld", values: self.values() };
        levels.chain([(format!("Package/Worlds/{0}/{0}.iworld", self.name), world)]).collect()
    }

    /// Returns the values that the template of the world needs.
    fn values(&self) -> Value {
        let paths: Vec<String> = self.levels.iter().map(|level| self.level_path(level.name)).collect();
        let (first, streamed) = paths.split_first().expect("a world has a level that is always loaded");
        let streamed: Vec<Value> = streamed.iter().map(|path| json!({"file": path, "radius": 400})).collect();
        json!({"encoding": self.encoding.name(), "name": self.name, "persistent": first, "levels": streamed})
    }

    /// Returns the values that the template of a level needs.
    fn level_values(&self, level: &Level, encoding: Encoding) -> Value {
        let mut random = Random::named(level.name);
        let mut entities = Vec::new();
        for (key, count, name) in level.models {
            for number in 1..=*count {
                entities.push(self.entity(entities.len(), &format!("{name}_{number:02}"), "model", key, &mut random));
            }
        }
        let models = entities.len();
        for key in level.others {
            let kind = if key.starts_with("Audio/") { "sound" } else { "effect" };
            entities.push(self.entity(entities.len(), kind, kind, key, &mut random));
        }
        let ambience = entities.split_off(models);
        json!({
            "encoding": encoding.name(),
            "name": level.name,
            "sky": self.spelled_guid(self.sky),
            "fog": format!("0.0{}", random.between(10, 40)),
            "sun": random.between(20, 70),
            "layers": [
                {"name": "main", "purpose": level.purpose, "entities": entities},
                {"name": "ambience", "purpose": "ambience", "entities": ambience},
            ],
        })
    }

    /// Returns an entity at a random place on the ground, with the resource that it displays or plays.
    fn entity(&self, before: usize, name: &str, kind: &str, key: &str, random: &mut Random) -> Value {
        let (x, z) = (random.between(0, 4000), random.between(0, 4000));
        let mut entity = json!({
            "id": 1001 + before,
            "name": name,
            "position": format!("{}.{:02} 0.00 {}.{:02}", x / 100, x % 100, z / 100, z % 100),
            "scale": random.pick(&["1", "1", "1", "0.9", "1.15", "1.25"]),
            "rotation": format!("0 {} 0", random.between(0, 359)),
        });
        entity[kind] = json!(self.spelled_guid(key));
        entity
    }

    /// Returns the GUID of `key`, spelled as in the levels of this world.
    fn spelled_guid(&self, key: &str) -> String {
        let guid = Guid::named(key);
        if self.braces { format!("{{{guid}}}") } else { guid.to_string() }
    }
}
