/** A repository of resources: identifiers that are unique, and dependencies that are there. */

import type { Sample } from "./table.ts";

const RULES = String.raw`- name: guid-unique
  description: No two resources of a repository have the same GUID.
  message: "{value} is taken already"
  rpath: /resource\.repository$
  xpath: "*/Items/Item/GUID"
  condition: [Unique]

- name: model-has-package
  description: Every model belongs to a package.
  severity: warning
  message: this model belongs to no package
  rpath: /resource\.repository$
  xpath: "*/Items/Item.Type==Model,Package?"
  condition: [Exist]
`;

const FOREST = `<Repository>
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
`;

/** Unique values, with the place of the first one. */
export const guids: Sample = {
  title: "Unique GUIDs",
  note: "Values that occur twice, with a link to the first, and values that are missing",
  rules: { "guids.yaml": RULES },
  files: { "Repository/Forest/resource.repository": FOREST },
};
