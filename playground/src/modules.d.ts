/** Types of imports that are not TypeScript, for tools other than `svelte-check`. */

declare module "*.svelte" {
  import type { Component } from "svelte";

  // biome-ignore lint/suspicious/noExplicitAny: the properties of a component are known to `svelte-check` only.
  const component: Component<any>;
  export default component;
}

declare module "*.css";

declare module "*?inline" {
  const address: string;
  export default address;
}

declare module "*?worker&inline" {
  /** A constructor of workers that run that script. */
  const WorkerClass: new () => Worker;
  export default WorkerClass;
}

declare module "virtual:samples" {
  /** The sample projects in `examples/`, in order. */
  const samples: readonly import("./examples/table.ts").InlineSample[];
  export default samples;
}

declare module "virtual:reference" {
  /** The tables of the documentation, with an example for each row. */
  const reference: readonly import("./examples/table.ts").InlineSection[];
  export default reference;
}

/** The address of a file of the page. */
declare module "*?url" {
  const address: string;
  export default address;
}
