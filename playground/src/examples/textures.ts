/** Sizes, formats and sources of textures: values of one file, and files that others name. */

import type { Sample } from "./table.ts";

const RULES = String.raw`# Change a number, a path or a name: the findings follow.
rules:
  - name: texture-at-most-2048
    description: No side of a texture is longer than 2048 pixels.
    message: "a side of {value} pixels, 2048 is the most"
    rpath: /texture\.xml$
    xpath: Texture/Image/Size/*
    condition: ["<=", 2048]

  - name: texture-format
    description: Textures are stored in a format that graphics cards read.
    severity: warning
    rpath: /texture\.xml$
    xpath: Texture/Image,Format
    condition: ["Exist in", [BC1, BC3, BC5, BC7]]

  - name: material-texture-exists
    description: Every texture that a material names is there.
    message: "there is no texture {value}"
    rpath: \.material$
    xpath: Material/Texture:Path
    condition: ["Exist in", artfunc_texture_folders]

  - name: image-names
    description: Images are named for what they hold.
    severity: hint
    message: "{value} should end in _albedo, _normal or _mask"
    rpath: /texture\.xml$
    xpath: Texture/Image:Name
    condition: [func_named]
    func_str: |
      fn named(data, filepath, condition) {
        data.filter(|name| !name.ends_with("_albedo") && !name.ends_with("_normal") && !name.ends_with("_mask"))
      }

collections:
  texture_folders: {rpath: /texture\.xml$, xpath: Texture:Path}
`;

const BARK = `<?xml version="1.0" encoding="utf-8"?>
<Texture Path="textures/bark">
  <Image Name="bark_albedo">
    <Size><Width>4096</Width><Height>2048</Height></Size>
    <Format>BC7</Format>
  </Image>
  <Image Name="bark_normal">
    <Size><Width>1024</Width><Height>1024</Height></Size>
    <Format>RGBA8</Format>
  </Image>
</Texture>
`;

const MOSS = `<?xml version="1.0" encoding="utf-8"?>
<Texture Path="textures/moss">
  <Image Name="moss_color">
    <Size><Width>2048</Width><Height>2048</Height></Size>
    <Format>BC1</Format>
  </Image>
</Texture>
`;

const OAK = `<Material Shader="Foliage">
  <Texture Slot="0" Path="textures/bark" />
  <Texture Slot="1" Path="textures/leaves" />
</Material>
`;

/** The first example of the page. */
export const textures: Sample = {
  title: "Textures and materials",
  note: "Sizes, formats, names, and a material that names a texture which is not there",
  rules: { "textures.yaml": RULES },
  files: {
    "textures/bark/texture.xml": BARK,
    "textures/moss/texture.xml": MOSS,
    "materials/oak.material": OAK,
  },
};
