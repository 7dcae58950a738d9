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
  /** What the folders of `examples/` hold, in their order, as `src/examples/packed.ts` reads it. */
  const samples: string;
  export default samples;
}

declare module "virtual:reference" {
  /** What the tables of the docs say, with an example for each row, as `src/examples/packed.ts` reads it. */
  const reference: string;
  export default reference;
}

/** The address of a file of the page. */
declare module "*?url" {
  const address: string;
  export default address;
}
