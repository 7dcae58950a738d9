/** The rules that a project begins with: one or two for each kind of file that was seen, with tests. */

import type { DetectedFiles } from "./detect.js";

/** A rule with its tests, as they stand in a rule file. */
interface FirstRule {
  /** Whether there is something for it to look at. */
  isFor: (detected: DetectedFiles) => boolean;
  /** The rule. */
  rule: (detected: DetectedFiles) => string;
  /** Its tests. */
  tests: (detected: DetectedFiles) => string;
  /** The extensions of the files into which it looks. */
  covers?: (detected: DetectedFiles) => readonly string[];
}

/** A rule that files of a format can be read. What is not well-formed is a problem of the check, whatever the rule demands. */
function readable(
  format: string,
  name: string,
  of: (detected: DetectedFiles) => readonly string[],
  xpath: string,
  tests: (extension: string) => string,
): FirstRule {
  return {
    isFor: (detected) => of(detected).length > 0,
    covers: of,
    rule: (detected) => `  - name: ${name}
    severity: warning
    description: Every file of ${format} can be read and holds something.
    why: A file that is damaged or empty comes from a tool that broke off.
    message: '{path} holds nothing'
    rpath: '${endingIn(of(detected))}'
    xpath: '${xpath}'
    condition: [Not null collection]
`,
    tests: (detected) => tests(of(detected)[0] ?? ""),
  };
}

/** A regular expression for names that end in one of some extensions. */
function endingIn(extensions: readonly string[]): string {
  const escaped = extensions.map((extension) => extension.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return `\\.(?i:${escaped.join("|").replaceAll("'", "''")})$`;
}

/** The extensions of XML that no other rule looks into. */
function otherXml({ xml, roots, xmlLike }: DetectedFiles): string[] {
  const isOpen = xml.length > 0 && (roots.length === 0 || roots.length > MAX_ROOTS);
  return [...(isOpen ? ["xml"] : []), ...xmlLike];
}

/** More tags than these are no list that anybody keeps. */
const MAX_ROOTS = 20;

const FIRST: readonly FirstRule[] = [
  {
    isFor: () => true,
    rule: ({ mayBeEmpty }) => `  - name: file-not-empty
    severity: error
    description: No file is empty, but for hidden ones, which often are on purpose, and the configuration of this check.
    why: An empty file comes from an export that broke off.
    message: '{path} is empty'
    rpath: '.'
    not_rpath: '/(?:\\.[^/]*|assay\\.(?:ya?ml|json))$${mayBeEmpty.length === 0 ? "" : `|${endingIn(mayBeEmpty)}`}'
    xpath: '{file.size}'
    condition: ['>', 0]
`,
    tests: () => `  - name: an empty file
    files: {a/empty.bin: '', a/full.bin: x, a/.gitkeep: ''}
    expect: [{rule: file-not-empty, path: a/empty.bin}]
`,
  },
  {
    covers: () => ["xml"],
    isFor: ({ roots }) => roots.length > 0 && roots.length <= MAX_ROOTS,
    rule: ({ roots }) => `  - name: xml-root-known
    severity: warning
    description: The root of every XML document is one that this project has.
    why: A document of another kind lies in the wrong place, or nobody reads it.
    message: 'no document of this project begins with {value}'
    rpath: '\\.(?i:xml)$'
    not_rpath: '/asset_rules\\.xml$'
    xpath: '*,{tag}'
    condition: [Exist in, [${roots.map((tag) => `'${tag}'`).join(", ")}]]
`,
    tests: () => `  - name: a document of another kind
    files: {a.xml: <FromSomewhereElse/>}
    expect: [{rule: xml-root-known, path: a.xml, value: FromSomewhereElse}]
`,
  },
  readable(
    "XML",
    "xml-readable",
    otherXml,
    "*,{tag}",
    (xml) => `  - name: XML that can be read, and a file that was cut off
    files: {a.${xml}: <a/>, b.${xml}: <a>}
    expect: [{problem: xml-unclosed, path: b.${xml}}]
`,
  ),
  readable(
    "YAML",
    "yaml-readable",
    ({ yaml }) => yaml,
    "*",
    (yaml) => `  - name: YAML that can be read, and a file with only a comment
    files: {a.${yaml}: 'a: 1', b.${yaml}: '# nothing'}
    expect: [{rule: yaml-readable, path: b.${yaml}}]
`,
  ),
  readable(
    "Godot",
    "godot-readable",
    ({ godot }) => godot,
    "*/*",
    (godot) => `  - name: a file that can be read, and one with only a comment
    files: {a.${godot}: '[gd_scene format=3]', b.${godot}: '; nothing'}
    expect: [{rule: godot-readable, path: b.${godot}}]
`,
  ),
  {
    covers: () => ["json"],
    isFor: ({ json }) => json.length > 0,
    rule: () => `  - name: json-not-empty
    severity: warning
    description: Every JSON document holds something.
    why: An empty list comes from a tool that found nothing where there should be something.
    message: '{path} holds an empty list'
    rpath: '\\.(?i:json)$'
    # Hidden folders hold settings of tools, often with comments.
    not_rpath: '/\\.'
    xpath: '*'
    condition: [Not null collection]
`,
    tests: () => `  - name: an empty list, and an object
    files: {a.json: '[]', b.json: '{"name": "lamp"}'}
    expect: [{rule: json-not-empty, path: a.json}]
`,
  },
  {
    covers: () => "png tga dds jpg jpeg psd exr hdr tif tiff bmp webp ktx2".split(" "),
    isFor: ({ pictures }) => pictures.length > 0,
    rule: () => `  - name: picture-not-huge
    severity: warning
    description: No picture is wider or higher than 8192 pixels.
    why: Twice the width and the height take four times the memory, and many devices refuse it.
    rpath: '\\.(?i:png|tga|dds|jpe?g|psd|exr|hdr|tiff?|bmp|webp|ktx2)$'
    xpath: '{file.size}'
    condition: [func_within, 8192]
    func_str: |
      fn within(data, filepath, condition) {
          if data == [0] { return []; }
          let most = condition[1];
          let side = image(filepath);
          if side.width <= most && side.height <= most { return []; }
          [finding(side.width, \`\${side.width} by \${side.height} pixels, and \${most} are enough\`)]
      }
`,
    tests: () => `  - name: pictures that are too wide, too high, and just right
    files:
      wide.tga: {hex: 000003000000000000000000004010000800}
      high.tga: {hex: 000003000000000000000000100000400800}
      right.tga: {hex: 000003000000000000000000002000200800}
    expect:
      - {rule: picture-not-huge, path: high.tga}
      - {rule: picture-not-huge, path: wide.tga}
`,
  },
  {
    covers: () => ["gltf", "glb", "vrm"],
    isFor: ({ gltf }) => gltf.length > 0,
    rule: () => `  - name: gltf-material-named
    severity: warning
    description: Every material of a glTF document has a name.
    why: Whoever replaces materials on import finds them by their names.
    message: a material has no name
    rpath: '\\.(?i:gltf|glb|vrm)$'
    xpath: '*/materials,name?'
    condition: [Exist]
`,
    tests: () => `  - name: a material without a name, and one with it
    files:
      a.gltf: |
        {"asset": {"version": "2.0"}, "materials": [{"name": "Wood"}, {}]}
    expect: [{rule: gltf-material-named, path: a.gltf}]
`,
  },
  {
    covers: () => ["assetlist"],
    isFor: ({ lists }) => lists.length > 0,
    rule: () => `  - name: list-no-source-file
    severity: warning
    description: No asset list names a file that artists work in.
    why: Such files are large, and no game can read them.
    message: '{value} is a file that artists work in'
    rpath: '\\.(?i:assetlist)$'
    xpath: '{asset.path}'
    filter: '\\.(?i:psd|psb|kra|xcf|blend|max|ma|mb|spp|ztl)$'
    condition: [Null collection]
`,
    tests: () => `  - name: a picture with its layers, and one that was exported
    files:
      a.assetlist: |
        {"assets": [
          {"path": "ui/logo.psd", "hash": "1111111111111111111111111111111111111111"},
          {"path": "ui/logo.dds", "hash": "2222222222222222222222222222222222222222"}
        ]}
    expect: [{rule: list-no-source-file, path: a.assetlist, value: ui/logo.psd}]
`,
  },
  {
    covers: () => ["zip"],
    isFor: ({ packages }) => packages.length > 0,
    rule: () => `  - name: package-dependency-here
    severity: warning
    description: What a package needs is here, too.
    why: Who unpacks it finds out only when something is missing on the screen.
    message: 'a package that this one needs is not here'
    rpath: '\\.(?i:zip)!/metadata\\.json$'
    xpath: '*/dependency.active!=false,assetGroupPath,revisionGroupPath,revision'
    condition: [Exist in, artfunc_asset_packages]
`,
    tests: () => `  - name: a package that needs another one
    files:
      lamp.zip!/metadata.json: |
        {
          "data": {"assetGroupPath": "props/lamp", "revisionGroupPath": "model", "revision": "1"},
          "dependency": [{"assetGroupPath": "props/bulb", "revisionGroupPath": "model", "revision": "1"}],
          "revisionFiles": []
        }
    expect: [{rule: package-dependency-here, path: lamp.zip!/metadata.json}]
`,
  },
  {
    covers: () => ["sbc"],
    isFor: ({ definitions }) => definitions.length > 0,
    rule: () => `  - name: definition-id-plain
    severity: warning
    description: The id of a definition has no blanks.
    why: Whoever names it in a script or on a command line has to put it in quotes, and forgets to.
    message: 'the id {value} has blanks in it'
    rpath: '^/@definitions/[^/]+/'
    xpath: '*/Definition/Id:Subtype'
    filter: '\\s'
    condition: [Null collection]
`,
    tests: () => `  - name: an id with a blank
    files:
      a.sbc: |
        <Definitions xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
          <Definition xsi:type="ItemDefinition">
            <Id Type="Item" Subtype="Long Rope"/>
          </Definition>
        </Definitions>
    expect: [{rule: definition-id-plain, path: a.sbc, value: Long Rope}]
`,
  },
  {
    isFor: ({ conversion }) => conversion.length > 0,
    rule: () => `  - name: built-file-has-source
    severity: error
    description: Every built file has its source.
    why: A built file that outlived its source is shipped, and nobody can build it again.
    message: 'the source of {value} is not there'
    rpath: '.'
    xpath: '{file.path}'
    condition: [Not exist in, artfunc_asset_pipeline.orphans]
`,
    tests: () => `  - name: a built file without its source, and one with it
    files:
      asset_rules.xml: |
        <rules>
          <rule pattern=".*\\.fxo"><sourcePattern>\\.fxo$</sourcePattern><sourceFormat>.fx</sourceFormat></rule>
        </rules>
      old.fxo: x
      new.fxo: x
      new.fx: x
    expect: [{rule: built-file-has-source, path: old.fxo, value: old.fxo}]
`,
  },
];

/** A rule file for what was seen, how many rules it has, and the extensions of the files into which these look. */
export function firstRules(detected: DetectedFiles): { text: string; count: number; covered: string[] } {
  const first = FIRST.filter(({ isFor }) => isFor(detected));
  const rules = first.map(({ rule }) => rule(detected)).join("\n");
  const tests = first.map((one) => one.tests(detected)).join("\n");
  const about =
    "# Rules to begin with. Each is one thing that must hold of files, and the tests below say what it finds.";
  return {
    text: `${about}\n\nrules:\n${rules}\ntests:\n${tests}`,
    count: first.length,
    covered: first.flatMap(({ covers }) => covers?.(detected) ?? []),
  };
}
