//! Definitions of a game: a base game, three mods that change it one after the other, and what went wrong in them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use super::super::random::Random;
use super::written::Place;
use super::{Expected, Sample};

/// A definition of a file.
#[derive(Clone)]
struct Definition {
    /// Its attributes, `xsi:type` first.
    attributes: String,
    /// `Type/Subtype`.
    id: String,
    /// The elements in it, a line each.
    lines: Vec<String>,
}

/// A definition in a table.
const fn row(attributes: &'static str, id: &'static str, lines: &'static [&'static str]) -> Row {
    Row { attributes, id, lines }
}

/// The same as a [`Definition`], for tables.
struct Row {
    attributes: &'static str,
    id: &'static str,
    lines: &'static [&'static str],
}

const CHARACTERS: &str = "game/Data/Characters.sbc";
const COMPONENTS: &str = "game/Data/Components.sbc";
const ITEMS: &str = "game/Data/Items.sbc";
const LAMPS: &str = "game/Data/Lamps.sbc";
const PROJECTILES: &str = "game/Data/Projectiles.sbc";
const LIGHTER: &str = "mods/lighter/Data/Lamps.sbc";
const BEARS: &str = "mods/bears/Data/Bears.sbc";
const WAR: &str = "mods/war/Data/War.sbc";

/// The definitions that are not made from a seed, by file.
const DEFINITIONS: &[(&str, &[Row])] = &[
    (
        CHARACTERS,
        &[
            row(
                "ContainerDefinition\" Abstract=\"true",
                "Character/Character",
                &["<Component Type=\"InventorySpawnComponent\"/>"],
            ),
            row(
                "MyObjectBuilder_ContainerDefinition\" Copy=\"Append",
                "Character/Deer",
                &[
                    "<CopyFrom Type=\"Character\" Subtype=\"Character\"/>",
                    "<Component Type=\"Inventory\" Subtype=\"Animal\"/>",
                    "<Component Type=\"SoundComponent\" Subtype=\"Deer\"/>",
                ],
            ),
            row(
                "ContainerDefinition\" Copy=\"Append\" Abstract=\"true",
                "Character/Humanoid",
                &[
                    "<CopyFrom Type=\"Character\" Subtype=\"Character\"/>",
                    "<Component Type=\"Inventory\" Subtype=\"Humanoid\"/>",
                    "<Component Type=\"CombatComponent\"/>",
                ],
            ),
            row(
                "ContainerDefinition\" Copy=\"Append",
                "Character/Guard",
                &[
                    "<CopyFrom Type=\"Character\" Subtype=\"Humanoid\"/>",
                    "<Component Type=\"SoundComponent\" Subtype=\"Guard\"/>",
                ],
            ),
        ],
    ),
    (
        LAMPS,
        &[
            row(
                "LampDefinition",
                "Lamp/Street",
                &[
                    "<Model>Models/Lamps/Street.mwm</Model>",
                    "<Mass>40</Mass>",
                    "<Light Id=\"top\" Radius=\"6\"/>",
                    "<Light Id=\"side\" Radius=\"2.5\"/>",
                    "<Tint Hex=\"#FFE0A0\"/>",
                    "<Flicker Min=\"0.5\" Max=\"1.5\"/>",
                    "<Fade Seconds=\"0.2\"/>",
                ],
            ),
            row(
                "LampDefinition\" Copy=\"Append",
                "Lamp/Harbour",
                &[
                    "<CopyFrom Type=\"Lamp\" Subtype=\"Street\"/>",
                    "<Mass>55</Mass>",
                    "<Light Id=\"water\" Radius=\"9\"/>",
                ],
            ),
            row(
                "LampDefinition",
                "Lamp/Candle",
                &[
                    "<Model>Models/Lamps/Candle.mwm</Model>",
                    "<Mass>.2</Mass>",
                    "<Light Id=\"flame\" Radius=\"1\"/>",
                    "<Glow R=\"255\" G=\"180\" B=\"90\"/>",
                ],
            ),
        ],
    ),
    (
        PROJECTILES,
        &[
            row(
                "ProjectileDefinition",
                "Projectile/Arrow",
                &[
                    "<Deviation>5</Deviation>",
                    "<Speed>60</Speed>",
                    "<Model>Models/Weapons/Arrow.mwm</Model>",
                    "<Timeout Seconds=\"30\"/>",
                    "<ModelTint Hex=\"#B08040\"/>",
                    "<DamageEntry Material=\"Wood\" Amount=\"5\"/>",
                    "<DamageEntry Material=\"Flesh\" Amount=\"20\"/>",
                ],
            ),
            row(
                "ProjectileDefinition",
                "Projectile/FireArrow",
                &["<CopyFrom Type=\"Projectile\" Subtype=\"Arrow\"/>", "<ModelTint Hex=\"#FF4000\"/>"],
            ),
            row(
                "ProjectileDefinition",
                "Projectile/Stone",
                &[
                    "<Speed>25</Speed>",
                    "<Model>Models/Weapons/Stone.mwm</Model>",
                    "<DamageEntry Material=\"Wood\" Amount=\"40\"/>",
                ],
            ),
        ],
    ),
    (
        LIGHTER,
        &[
            row(
                "LampDefinition\" Merge=\"Append",
                "Lamp/Street",
                &["<Light Id=\"top\" Radius=\"12\"/>", "<Light Id=\"ground\" Radius=\"3\"/>"],
            ),
            row("LampDefinition\" Merge=\"Merge", "Lamp/Candle", &["<Glow R=\"255\" G=\"220\" B=\"160\"/>"]),
            row(
                "LampDefinition",
                "Lamp/Lantern",
                &["<CopyFrom Type=\"Lamp\" Subtype=\"Candle\"/>", "<Mass>1.5</Mass>"],
            ),
        ],
    ),
    (
        BEARS,
        &[
            row("InventoryDefinition", "Inventory/Bear", &["<Slots>4</Slots>"]),
            row("SoundComponentDefinition", "SoundComponent/Bear", &["<Cue>BearGrowl</Cue>"]),
            row(
                "ContainerDefinition\" Copy=\"Append",
                "Character/Bear",
                &[
                    "<CopyFrom Type=\"Character\" Subtype=\"Character\"/>",
                    "<Component Type=\"Inventory\" Subtype=\"Bear\"/>",
                    "<Component Type=\"SoundComponent\" Subtype=\"Bear\"/>",
                ],
            ),
            row(
                "ContainerDefinition\" Merge=\"Append",
                "Character/Guard",
                &["<Component Type=\"FearOfBearsComponent\"/>"],
            ),
        ],
    ),
    (
        WAR,
        &[
            row(
                "ProjectileDefinition\" Merge=\"Append",
                "Projectile/Arrow",
                &["<DamageEntry Material=\"Flesh\" Amount=\"30\"/>", "<DamageEntry Material=\"Straw\" Amount=\"8\"/>"],
            ),
            row(
                "ProjectileDefinition",
                "Projectile/Stone",
                &[
                    "<Speed>35</Speed>",
                    "<Model>Models/War/Stone.mwm</Model>",
                    "<DamageEntry Material=\"Wood\" Amount=\"80\"/>",
                ],
            ),
            row("LampDefinition\" Enabled=\"false", "Lamp/Harbour", &["<Mass>55</Mass>"]),
        ],
    ),
];

/// How a finding is known.
enum Seen {
    /// By its value.
    Value(&'static str),
    /// By the line of the element that it is about, the first of the fault's.
    Element,
    /// By the line of the definition.
    Definition,
}

use Seen::{Element, Value};

/// A definition that is wrong in one thing.
struct Fault {
    path: &'static str,
    definition: Row,
    rule: &'static str,
    seen: Seen,
}

const fn fault(path: &'static str, rule: &'static str, seen: Seen, definition: Row) -> Fault {
    Fault { path, definition, rule, seen }
}

/// Every fault of the sample. The first element of each definition is the one that is wrong.
const FAULTS: &[Fault] = &[
    fault(
        WAR,
        "definition-component-unique",
        Element,
        row(
            "ContainerDefinition\" Merge=\"Append",
            "Character/Deer",
            &["<Component Type=\"MyObjectBuilder_SoundComponent\" Subtype=\"Deer\"/>"],
        ),
    ),
    fault(
        BEARS,
        "definition-component-defined",
        Element,
        row("ContainerDefinition", "Character/Cub", &["<Component Type=\"Inventory\" Subtype=\"Cub\"/>"]),
    ),
    fault(
        WAR,
        "definition-light-unique",
        Value("flame"),
        row(
            "TorchDefinition\" Merge=\"Append",
            "Torch/Wall",
            &["<Light Id=\"flame\" Radius=\"4\"/>", "<Light Id=\"smoke\" Radius=\"1\"/>"],
        ),
    ),
    fault(
        WAR,
        "definition-model-file",
        Value("Models/War/Ram.fbx"),
        row("ItemDefinition", "Item/Ram", &["<Model>Models/War/Ram.fbx</Model>", "<Mass>300</Mass>"]),
    ),
    fault(
        WAR,
        "definition-icon-file",
        Value("Icons/War/Shield.tga"),
        row("ItemDefinition", "Item/Shield", &["<Icon>Icons/War/Shield.tga</Icon>", "<Mass>6</Mass>"]),
    ),
    fault(
        BEARS,
        "definition-path-form",
        Value("D:\\work\\Honey.png"),
        row("ItemDefinition", "Item/Honey", &["<Icon>D:\\work\\Honey.png</Icon>", "<Mass>1</Mass>"]),
    ),
    fault(
        LIGHTER,
        "definition-mass-positive",
        Value("0"),
        row("LampDefinition\" Merge=\"Merge", "Lamp/Street", &["<Mass>0</Mass>"]),
    ),
    fault(
        WAR,
        "definition-damage-not-negative",
        Element,
        row("ProjectileDefinition", "Projectile/Bandage", &["<DamageEntry Material=\"Flesh\" Amount=\"-15\"/>"]),
    ),
    fault(
        LIGHTER,
        "definition-color-hex",
        Value("#FD7"),
        row("LampDefinition", "Lamp/Brazier", &["<Tint Hex=\"#FD7\"/>"]),
    ),
    fault(
        LIGHTER,
        "definition-color-part",
        Element,
        row("LampDefinition", "Lamp/Forge", &["<Glow R=\"300\" G=\"120\" B=\"20\"/>"]),
    ),
    fault(
        WAR,
        "definition-time-not-negative",
        Value("-1"),
        row("ProjectileDefinition", "Projectile/Oil", &["<Timeout Seconds=\"-1\"/>"]),
    ),
    fault(
        LIGHTER,
        "definition-range-ordered",
        Element,
        row("LampDefinition", "Lamp/Storm", &["<Flicker Min=\"2\" Max=\"1.5\"/>"]),
    ),
    fault(
        BEARS,
        "definition-subtype-form",
        Value("Old bear"),
        row("ItemDefinition", "Item/Old bear", &["<Mass>250</Mass>"]),
    ),
    fault(
        BEARS,
        "definition-flag-form",
        Seen::Definition,
        row("ItemDefinition\" Enabled=\"yes", "Item/Fur", &["<Mass>3</Mass>"]),
    ),
    fault(
        WAR,
        "definition-copy-effective",
        Seen::Definition,
        row("ItemDefinition\" Copy=\"Append", "Item/Pitchfork", &["<Mass>2.5</Mass>"]),
    ),
];

const SCHEMA: &str = "\
schema: 1
types:
  ContainerDefinition:
    fields:
      Component: {list: repeated, key: ['@Type', '@Subtype'], append: concat, item: TypedId}
  ItemDefinition:
    fields: {Mass: {is: number, unit: kg}, Model: path, Icon: path}
  LampDefinition:
    fields:
      Model: path
      Mass: {is: number, unit: kg}
      Light: {list: repeated, key: '@Id', item: Light}
      Tint: color
      Glow: color
      Flicker: range
      Fade: time
  ProjectileDefinition:
    fields:
      Deviation: {is: number, unit: deg}
      Speed: number
      Model: path
      Timeout: time
      ModelTint: color
      DamageEntry: {list: repeated, key: '@Material', item: DamageEntry}
structs:
  DamageEntry: {'@Material': text, '@Amount': number}
  Light: {'@Id': text, '@Radius': number}
  TypedId: {'@Type': typename, '@Subtype': text}
";

const PROJECT: &str = "\
definitions:
  base: game
  mods: [mods/lighter, mods/bears, mods/war]
  schema: game/definitions.yaml
";

impl From<&Row> for Definition {
    fn from(&Row { attributes, id, lines }: &Row) -> Self {
        let lines = lines.iter().map(|&line| line.to_owned()).collect();
        Self { attributes: attributes.to_owned(), id: id.to_owned(), lines }
    }
}

impl Definition {
    fn write(&self, text: &mut String) {
        let (kind, subtype) = self.id.split_once('/').unwrap_or((&self.id, ""));
        let _ = writeln!(text, "  <Definition xsi:type=\"{}\">", self.attributes);
        let _ = writeln!(text, "    <Id Type=\"{kind}\" Subtype=\"{subtype}\"/>");
        for line in &self.lines {
            let _ = writeln!(text, "    {line}");
        }
        text.push_str("  </Definition>\n");
    }
}

/// A file of definitions.
fn file(definitions: &[Definition]) -> String {
    let mut text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
        <Definitions xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\">\n"
        .to_owned();
    for definition in definitions {
        definition.write(&mut text);
    }
    text.push_str("</Definitions>\n");
    text
}

/// Items and components, whose numbers come from their names.
fn seeded() -> Vec<(&'static str, Definition)> {
    const NAMES: [&str; 10] = ["Axe", "Bow", "Bread", "Bucket", "Hammer", "Net", "Rope", "Saw", "Sickle", "Sword"];
    let mut all = Vec::new();
    for name in NAMES {
        let mut random = Random::named(name);
        let mass = 1 + random.next() % 80;
        let lines = vec![
            format!("<Icon>Icons/Items/{name}.png</Icon>"),
            format!("<Model>Models/Items/{name}.mwm</Model>"),
            format!("<Mass>{}.{}</Mass>", mass / 10, mass % 10),
            format!("<Durability>{}</Durability>", 100 + random.next() % 400),
        ];
        let attributes = "ItemDefinition".to_owned();
        all.push((ITEMS, Definition { attributes, id: format!("Item/{name}"), lines }));
    }
    for (kind, name) in
        [("Inventory", "Animal"), ("Inventory", "Humanoid"), ("SoundComponent", "Deer"), ("SoundComponent", "Guard")]
    {
        let mut random = Random::named(name);
        let line = match kind {
            "Inventory" => format!("<Slots>{}</Slots>", 2 + random.next() % 30),
            _ => format!("<Cue>{name}Steps{:02}</Cue>", random.next() % 20),
        };
        let (attributes, id) = (format!("{kind}Definition"), format!("{kind}/{name}"));
        all.push((COMPONENTS, Definition { attributes, id, lines: vec![line] }));
    }
    let torch = vec!["<Light Id=\"flame\" Radius=\"3\"/>".to_owned(), "<Light Id=\"ember\" Radius=\"1\"/>".to_owned()];
    let torch = Definition { attributes: "TorchDefinition".to_owned(), id: "Torch/Wall".to_owned(), lines: torch };
    all.push((LAMPS, torch));
    all
}

/// The project with its faults.
pub fn sample() -> Sample {
    let mut files: BTreeMap<&str, Vec<Definition>> = BTreeMap::new();
    for (path, rows) in DEFINITIONS {
        files.entry(path).or_default().extend(rows.iter().map(Definition::from));
    }
    for (path, definition) in seeded() {
        files.entry(path).or_default().push(definition);
    }
    for fault in FAULTS {
        spoil(&mut files, fault);
    }
    let legacy = "  <Definition xsi:type=\"ItemDefinition\">\n    <Id>\n      <TypeId>Item</TypeId>\n      \
                  <SubtypeId>Banner</SubtypeId>\n    </Id>\n    <Mass>4</Mass>\n  </Definition>\n</Definitions>\n";
    let mut sample = Sample::new("definitions", []);
    for (path, definitions) in &files {
        let mut text = file(definitions);
        if *path == WAR {
            text = text.replace("</Definitions>\n", legacy);
            sample.findings.push(Expected::value("definition-id-form", path, "Item"));
        }
        for fault in FAULTS.iter().filter(|fault| fault.path == *path) {
            sample.findings.push(expected(fault, &text));
        }
        sample.put(path, text.into_bytes());
    }
    sample.put("assay.yaml", PROJECT.as_bytes().to_vec());
    sample.put("game/definitions.yaml", SCHEMA.as_bytes().to_vec());
    sample
}

/// Adds what is wrong to the file: to the definition of that id when the file has one, else as one more.
fn spoil(files: &mut BTreeMap<&str, Vec<Definition>>, fault: &Fault) {
    let definitions = files.entry(fault.path).or_default();
    let spoilt = Definition::from(&fault.definition);
    match definitions.iter_mut().find(|known| known.id == spoilt.id) {
        Some(known) => known.lines.extend(spoilt.lines),
        None => definitions.push(spoilt),
    }
}

fn expected(fault: &Fault, text: &str) -> Expected {
    let line_of = |sought: &str| {
        let (at, line) = text.lines().enumerate().find(|(_, line)| line.contains(sought)).unwrap_or_default();
        Place { line: at + 1, column: line.len() - line.trim_start().len() + 1 }
    };
    match fault.seen {
        Value(value) => Expected::value(fault.rule, fault.path, value),
        Element => Expected::at(fault.rule, fault.path, line_of(fault.definition.lines[0])),
        Seen::Definition => {
            let mut place =
                line_of(&format!("Subtype=\"{}\"", fault.definition.id.split('/').nth(1).unwrap_or_default()));
            place.line -= 1;
            place.column -= 2;
            Expected::at(fault.rule, fault.path, place)
        }
    }
}
