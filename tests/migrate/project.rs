//! A small project that has something for every rule of the samples.

use assay_engine::source::MemorySource;

const REPOSITORY: &str = "\
<Repository>
  <Items>
    <Item><Type>Model</Type><GUID>00000000-0000-0000-0000-000000000001</GUID><Package>Char</Package><Name>char_hero</Name>
      <Deps>00000000-0000-0000-0000-000000000002</Deps></Item>
    <Item><Type>Texture</Type><GUID>00000000-0000-0000-0000-000000000002</GUID><Package>Char</Package><Name>char_skin</Name>
      <Deps>00000000-0000-0000-0000-00000000dead</Deps></Item>
    <Item><Type>Material</Type><GUID>00000000-0000-0000-0000-000000000003</GUID><Package>Char</Package><Name>Debug(old)</Name></Item>
    <Item><Type>Material</Type><GUID>00000000-0000-0000-0000-000000000004</GUID><Package>Char</Package><Name>skin</Name></Item>
    <Item><Type>Skeleton</Type><GUID>00000000-0000-0000-0000-000000000005</GUID><Package>Char</Package><Name>dwarf</Name></Item>
    <Item><Type>Model</Type><GUID>00000000-0000-0000-0000-000000000001</GUID><Package>Npc</Package><Name>npc_dwarf_old</Name></Item>
  </Items>
</Repository>
";

const MODEL: &str = "<Model><ModelInfo><Root><Entity><NumFaces>81000</NumFaces></Entity></Root></ModelInfo></Model>\n";

const LEVEL: &str = "\
<Level>
  <Entities>
    <Entity ResourceGUID=\"00000000-0000-0000-0000-000000000001\">
      <Type>Light</Type><Intensity>0</Intensity><Name>lamp</Name><GUID>00000000-0000-0000-0000-00000000beef</GUID>
    </Entity>
    <Entity><Type>Collision</Type><Layer>Lava_1</Layer><Name>New Entity</Name></Entity>
    <Entity><Type>Trigger</Type><Layer>Lava_2</Layer></Entity>
  </Entities>
</Level>
";

/// The files.
pub fn source() -> MemorySource {
    let folder = "Package/Repository/Characters.local";
    [
        (format!("{folder}/resource.repository"), REPOSITORY),
        (format!("{folder}/00/{{00000000-0000-0000-0000-000000000001}}/resource.xml"), MODEL),
        (
            format!("{folder}/00/{{00000000-0000-0000-0000-000000000002}}/texture.xml"),
            "<T><Size><Width>4096</Width></Size></T>\n",
        ),
        (
            format!("{folder}/00/{{00000000-0000-0000-0000-000000000004}}/resource.xml"),
            "<M><Shader>Lava</Shader></M>\n",
        ),
        (format!("{folder}/lod.xml"), "<C><LOD><Bias>0.25</Bias></LOD></C>\n"),
        (format!("{folder}/npc_skeleton.xml"), "<S><Bones><Bone/></Bones></S>\n"),
        ("Worlds/a.iworld".to_owned(), "<World><Levels><Level><Path>Worlds/a.ilevel</Path></Level></Levels></World>\n"),
        ("Worlds/a.ilevel".to_owned(), LEVEL),
    ]
    .into_iter()
    .collect()
}

/// Samples and their rules, with what these must find.
pub const EXPECTED: &[(&str, &str, &[&str])] = &[
    (
        "art-resources.json",
        "model_num_faces",
        &["Package/Repository/Characters.local/00/{00000000-0000-0000-0000-000000000001}/resource.xml:1: 81000"],
    ),
    (
        "art-resources.json",
        "char_texture_deps",
        &["Package/Repository/Characters.local/resource.repository:6: 00000000-0000-0000-0000-00000000dead"],
    ),
    (
        "art-resources.json",
        "no_debug_material",
        &["Package/Repository/Characters.local/resource.repository:8: 00000000-0000-0000-0000-000000000004"],
    ),
    ("art-resources.json", "deps_of_models", &[]),
    ("art-resources.json", "names_begin_with_a_letter", &[]),
    (
        "art-resources.json",
        "names_in_small_letters",
        &["Package/Repository/Characters.local/resource.repository:7: Debug(old)"],
    ),
    ("levels.yaml", "level_guid_exists", &["Worlds/a.ilevel:4: 00000000-0000-0000-0000-00000000beef"]),
    ("levels.yaml", "null_lights", &["Worlds/a.ilevel:4: lamp"]),
    (
        "characters.json",
        "char_materials",
        &["Package/Repository/Characters.local/00/{00000000-0000-0000-0000-000000000004}/resource.xml:1: Lava"],
    ),
    (
        "characters.json",
        "char_model_prefix",
        &["Package/Repository/Characters.local/resource.repository:10: npc_dwarf_old"],
    ),
    ("characters.json", "char_lod_bias", &["Package/Repository/Characters.local/lod.xml:1: 0.25"]),
];

/// Samples and those of their rules whose functions are still to be written.
pub const UNWRITTEN: &[(&str, &str)] = &[
    ("art-resources.json", "large_textures"),
    ("art-resources.json", "texture_source_size"),
    ("levels.yaml", "entity_count"),
    ("levels.yaml", "collision_layers"),
    ("levels.yaml", "trigger_layers"),
    ("characters.json", "char_skeleton"),
    ("characters.json", "char_bones_npc"),
];
