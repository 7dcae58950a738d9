//! The long examples of the game's documentation: a projectile, and the containers of characters.

use super::{file, resolve, xml};

const ARROW: &str = r##"
<Definition xsi:type="MyObjectBuilder_ProjectileDefinition">
	<Id Type="ProjectileDefinition" Subtype="Arrow"/>
	<Deviation>5</Deviation>
	<Speed>53</Speed>
	<Model>Models/Projectiles/Arrow.mwm</Model>
	<Timeout Seconds="5"/>
	<ModelTint Hex="#FFCC00"/>
	<HitParticleEffect>FeathersPoof</HitParticleEffect>
	<DamageEntry Material="Stone"	Amount="3" 	/>
	<DamageEntry Material="Wood"	Amount="5" 	/>
	<DamageEntry Material="Flesh"	Amount="15" />
</Definition>"##;

const HARDER: &str = r#"
<!-- Merge mode to to append! -->
<Definition xsi:type="MyObjectBuilder_ProjectileDefinition" Merge="Append">
	<Id Type="ProjectileDefinition" Subtype="Arrow" />
	<!-- Override flesh damage to 30 -->
	<DamageEntry Material="Flesh"	Amount="30" />
</Definition>"#;

const SCHEMA: &str = "
schema: 1
types:
  ProjectileDefinition:
    extends: DefinitionBase
    fields:
      Deviation: {is: number, unit: deg}
      Speed: number
      Model: path
      Timeout: time
      ModelTint: color
      HitParticleEffect: {is: ref, to: EffectDefinition}
      DamageEntry: {list: repeated, key: '@Material', item: DamageEntry}
  ContainerDefinition:
    fields:
      Component: {list: repeated, key: ['@Type', '@Subtype']}
structs:
  DamageEntry: {'@Material': text, '@Amount': number}
";

#[test]
fn a_mod_changes_only_the_damage_of_an_arrow_to_flesh() {
    let set = resolve(&[("base/a.sbc", &file(ARROW)), ("mod/a.sbc", &file(HARDER))], SCHEMA);
    assert_eq!(set.diagnostics(), []);
    let expected = "<Definition xsi:type=\"ProjectileDefinition\">\
        <Id Type=\"ProjectileDefinition\" Subtype=\"Arrow\"/><Deviation>5</Deviation><Speed>53</Speed>\
        <Model>Models/Projectiles/Arrow.mwm</Model><Timeout Seconds=\"5\"/><ModelTint Hex=\"#FFCC00\"/>\
        <HitParticleEffect>FeathersPoof</HitParticleEffect><DamageEntry Material=\"Stone\" Amount=\"3\"/>\
        <DamageEntry Material=\"Wood\" Amount=\"5\"/><DamageEntry Material=\"Flesh\" Amount=\"30\"/></Definition>";
    assert_eq!(xml(&set, "ProjectileDefinition/Arrow"), expected);
}

#[test]
fn the_arrow_has_the_values_of_the_game() {
    let set = resolve(&[("base/a.sbc", &file(ARROW))], SCHEMA);
    let (values, bad_values) = (set.get(0).unwrap().values(), set.bad_values());
    assert_eq!(bad_values, []);
    let expected = serde_json::json!({
        "Id": "ProjectileDefinition/Arrow", "Deviation": 5f64.to_radians(), "Speed": 53,
        "Model": "Models/Projectiles/Arrow.mwm", "Timeout": 5, "ModelTint": [255, 204, 0, 255],
        "HitParticleEffect": "FeathersPoof",
        "DamageEntry": [
            {"@Material": "Stone", "@Amount": 3}, {"@Material": "Wood", "@Amount": 5},
            {"@Material": "Flesh", "@Amount": 15},
        ],
    });
    assert_eq!(values, expected);
}

const CONTAINERS: &str = r#"
  <Definition xsi:type="MyObjectBuilder_ContainerDefinition">
	<Id Type="Character" Subtype="Character"/>
	<Component Type="InventorySpawnComponent"/>
  </Definition>
  <Definition xsi:type="MyObjectBuilder_ContainerDefinition" Copy="Append">
	<Id Type="Character" Subtype="Animal" />
	<CopyFrom Type="Character" Subtype="Character"/>
	<Component Type="Inventory" Subtype="Animal"/>
	<Component Type="CharacterStatComponent" Subtype="Peasant_male" />
	<Component Type="CharacterSoundComponent" Subtype="Deer" />
  </Definition>
  <Definition xsi:type="MyObjectBuilder_ContainerDefinition" Copy="Append">
	<Id Type="Character" Subtype="Humanoid" />
	<CopyFrom Type="Character" Subtype="Character"/>
	<Component Type="CharacterRagdollComponent"/>
	<Component Type="MedievalCharacterUseComponent" Subtype="CharacterUse"/>
	<Component Type="Inventory" Subtype="Internal"/>
	<Component Type="EntityEquipmentComponent" Subtype="Humanoid"/>
	<Component Type="EntityStanceComponent" />
	<Component Type="CharacterHandItemsComponent" Subtype="Humanoid" />
	<Component Type="CombatComponent" Subtype="Humanoid" />
  </Definition>
  <Definition xsi:type="ContainerDefinition" Copy="Append">
	<Id Type="Character" Subtype="PlayableCharacter"/>
	<CopyFrom Type="Character" Subtype="Humanoid"/>
	<Component Type="CharacterControllerComponent" />
	<Component Type="CraftingComponent" Subtype="Humanoid"/>
	<Component Type="CharacterStatComponent" Subtype="HumanoidStats"/>
	<Component Type="EntityQuestComponent" Subtype="Humanoid" />
	<Component Type="AreaInventory" Subtype="Ground"/>
	<Component Type="AreaInventoryAggregate" Subtype="NearbyInventories"/>
	<Component Type="EntityStateComponent" Subtype="CharacterStances"  />
	<Component Type="QuickEquipComponent" Subtype="Humanoid"  />
	<Component Type="CharacterShapecastDetectorComponent" Subtype="Default" />
  </Definition>
<Definition xsi:type="MyObjectBuilder_ContainerDefinition" Copy="Append">
	<Id Type="MyObjectBuilder_Character" Subtype="Medieval_female" />
	<CopyFrom Type="Character" Subtype="PlayableCharacter" />
	<Component Type="CharacterSoundComponent" Subtype="MedievalFemale"/>
</Definition>
<Definition xsi:type="MyObjectBuilder_ContainerDefinition" Copy="Append">
	<Id Type="MyObjectBuilder_Character" Subtype="Medieval_male" />
	<CopyFrom Type="Character" Subtype="PlayableCharacter" />
	<Component Type="CharacterSoundComponent" Subtype="MedievalMale"/>
</Definition>"#;

const PLAYABLE: &[&str] = &[
    "InventorySpawnComponent",
    "CharacterRagdollComponent",
    "MedievalCharacterUseComponent CharacterUse",
    "Inventory Internal",
    "EntityEquipmentComponent Humanoid",
    "EntityStanceComponent",
    "CharacterHandItemsComponent Humanoid",
    "CombatComponent Humanoid",
    "CharacterControllerComponent",
    "CraftingComponent Humanoid",
    "CharacterStatComponent HumanoidStats",
    "EntityQuestComponent Humanoid",
    "AreaInventory Ground",
    "AreaInventoryAggregate NearbyInventories",
    "EntityStateComponent CharacterStances",
    "QuickEquipComponent Humanoid",
    "CharacterShapecastDetectorComponent Default",
];

/// Returns a container with these components, `Type Subtype`.
fn container(subtype: &str, components: &[&str]) -> String {
    let component = |component: &&str| match component.split_once(' ') {
        Some((name, subtype)) => format!("<Component Type=\"{name}\" Subtype=\"{subtype}\"/>"),
        None => format!("<Component Type=\"{component}\"/>"),
    };
    let components: String = components.iter().map(component).collect();
    format!(
        "<Definition xsi:type=\"ContainerDefinition\"><Id Type=\"Character\" Subtype=\"{subtype}\"/>{components}</Definition>"
    )
}

#[test]
fn playable_characters_have_the_components_of_all_their_sources() {
    // With the schema, and with kinds guessed from the files.
    for schema in [SCHEMA, ""] {
        let set = resolve(&[("base/a.sbc", &file(CONTAINERS))], schema);
        assert_eq!(set.diagnostics(), []);
        let animal = [
            "InventorySpawnComponent",
            "Inventory Animal",
            "CharacterStatComponent Peasant_male",
            "CharacterSoundComponent Deer",
        ];
        assert_eq!(xml(&set, "Character/Animal"), container("Animal", &animal));
        for (subtype, sound) in [("Medieval_female", "MedievalFemale"), ("Medieval_male", "MedievalMale")] {
            let sound = format!("CharacterSoundComponent {sound}");
            let components = [PLAYABLE, &[sound.as_str()]].concat();
            assert_eq!(xml(&set, &format!("Character/{subtype}")), container(subtype, &components));
        }
    }
}
