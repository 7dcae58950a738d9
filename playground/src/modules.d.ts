/** What files that are no TypeScript are to those who do not read them: `svelte-check` knows more of components. */

declare module "*.svelte" {
  import type { Component } from "svelte";

  // biome-ignore lint/suspicious/noExplicitAny: the properties of a component are known to `svelte-check` only.
  const component: Component<any>;
  export default component;
}

declare module "*.css";

declare module "*?inline" {
  /** The file as an address that holds it. */
  const address: string;
  export default address;
}

declare module "*?worker&inline" {
  /** A worker that runs that script. */
  const Made: new () => Worker;
  export default Made;
}

declare module "virtual:samples" {
  /** A text, or bytes. */
  type Content = string | { bytes: string };

  interface Sample {
    title: string;
    shows: string;
    note: string;
    open?: string;
    view?: string;
    rules: Readonly<Record<string, Content>>;
    files: Readonly<Record<string, Content>>;
  }

  /** What the folders of `examples/` hold, in their order; `build/samples.mjs` reads them. */
  const samples: readonly [Sample, ...Sample[]];
  export default samples;
}

declare module "virtual:reference" {
  /** One method, function or name, or some that belong together. */
  interface Entry {
    names: readonly string[];
    doc: string;
    more: readonly (readonly [string, string])[];
    example: {
      rules: Readonly<Record<string, string>>;
      files: Readonly<Record<string, string | { hex: string }>>;
      open?: string;
    } | null;
  }

  /** What the tables of the docs say, with an example for each row; `build/reference.mjs` reads them. */
  const reference: readonly { title: string; note: string; entries: readonly Entry[] }[];
  export default reference;
}
