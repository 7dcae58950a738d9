/** What the page offers to begin with. */

import type { State } from "./state.js";

/** A rule with a document that breaks it. */
export interface Example {
  /** What the list of examples calls it. */
  name: string;
  /** Its texts. */
  state: State;
}

const SIZES: Example = {
  name: "Texture sizes",
  state: {
    path: "textures/bark/texture.xml",
    rules: `# Change a number, a path or a name: the findings follow.
rules:
  - name: texture-at-most-2048
    description: No side of a texture is longer than 2048 pixels.
    message: "a side of {value} pixels, 2048 is the most"
    rpath: /texture\\.xml$
    xpath: Texture/Image/Size/*
    condition: ["<=", 2048]

  - name: texture-format
    description: Textures are stored in a format that the engine compresses.
    severity: warning
    rpath: /texture\\.xml$
    xpath: Texture/Image,Format
    condition: ["Exist in", [BC1, BC3, BC5, BC7]]
`,
    text: `<?xml version="1.0" encoding="utf-8"?>
<Texture>
  <Image Name="bark_albedo">
    <Size><Width>4096</Width><Height>2048</Height></Size>
    <Format>BC7</Format>
  </Image>
  <Image Name="bark_normal">
    <Size><Width>1024</Width><Height>1024</Height></Size>
    <Format>RGBA8</Format>
  </Image>
</Texture>
`,
  },
};

const GUIDS: Example = {
  name: "Unique GUIDs",
  state: {
    path: "Repository/Forest/resource.repository",
    rules: `- name: guid-unique
  description: No two resources of a repository have the same GUID.
  message: "\`{value}\` is taken already"
  rpath: /resource\\.repository$
  xpath: "*/Items/Item/GUID"
  condition: [Unique]

- name: model-has-package
  description: Every model belongs to a package.
  severity: warning
  message: this model belongs to no package
  rpath: /resource\\.repository$
  xpath: "*/Items/Item.Type==Model,Package?"
  condition: [Exist]
`,
    text: `<Repository>
  <Items>
    <Item>
      <GUID>{6E2F0C5A-1B7D-4E0B-9C3A-52D1A0B7F001}</GUID>
      <Name>oak_01</Name><Type>Model</Type><Package>Forest/Trees</Package>
    </Item>
    <Item>
      <GUID>{6E2F0C5A-1B7D-4E0B-9C3A-52D1A0B7F002}</GUID>
      <Name>oak_02</Name><Type>Model</Type>
    </Item>
    <Item>
      <GUID>{6E2F0C5A-1B7D-4E0B-9C3A-52D1A0B7F001}</GUID>
      <Name>oak_bark</Name><Type>Texture</Type><Package>Forest/Trees</Package>
    </Item>
  </Items>
</Repository>
`,
  },
};

const GLTF: Example = {
  name: "glTF materials",
  state: {
    path: "models/lantern.gltf",
    rules: `rules:
  - name: material-named
    description: Materials are called M_ and a name.
    message: "\`{value}\` should be called M_\u2026"
    rpath: \\.gltf$
    xpath: "*/materials,name?"
    not_filter: ^M_
    condition: [Not exist]

  - name: no-double-sided
    description: Double-sided materials are drawn twice.
    severity: info
    rpath: \\.gltf$
    xpath: "*/materials.doubleSided==true,name"
    condition: [Not exist]
`,
    text: `{
  "asset": { "version": "2.0" },
  "materials": [
    { "name": "M_Glass", "doubleSided": true },
    { "name": "Brass" },
    { "name": "M_Wick" }
  ]
}
`,
  },
};

/** All examples, the first one to begin with. */
export const EXAMPLES: readonly [Example, ...Example[]] = [SIZES, GUIDS, GLTF];
