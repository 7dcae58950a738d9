/** What is told in passing, and what can be done about it. */

/** Something to tell. */
export interface Notice {
  /** What there is to say. */
  text: string;
  /** The packages that it tells of, as long as nobody knows how they are. */
  packages?: readonly string[];
  /** A way to take it back or to go on. */
  action?: Action;
  /** Something else that can be done. */
  other?: Action;
}

/** Something that can be done. */
export interface Action {
  /** What it says. */
  label: string;
  /** What it does. */
  run: () => void;
  /** It is of no use, or would take back something else, after any change, or once another project is here. */
  until?: "change" | "project";
}

/** Where it is told. */
export interface Telling {
  /** What there is to tell. */
  notice: Notice | undefined;
}

/** What is left of a notice after a change: without what it offered until then. What there is to tell stays. */
export function afterChange({ text, packages: _, ...actions }: Notice): Notice {
  return { text, ...Object.fromEntries(Object.entries(actions).filter(([, action]) => action.until !== "change")) };
}

/** Whether a notice is of the project at hand, and means nothing once another one is here. */
export function isOfProject({ action, other }: Notice): boolean {
  return action?.until !== undefined || other?.until !== undefined;
}
