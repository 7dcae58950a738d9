/** Short messages to the user, and the actions that they offer. */

export interface Notice {
  text: string;
  /** The packages that the notice is about, as long as their check is not over. */
  packages?: readonly string[];
  /** An action that undoes the cause of the notice, or continues from there. */
  action?: Action;
  other?: Action;
  /** An action that is only a suggestion, shown after the other two. */
  offer?: Action;
}

/** An action that the user can choose. */
export interface Action {
  label: string;
  run: () => void;
  /** The event after which the action is useless or would undo something else: any change, or another project. */
  until?: "change" | "project";
}

/** Returns the action that undoes a change. */
export function undoAction(run: () => void): Action {
  return { label: "Undo", run, until: "change" };
}

/** The page, as the place that shows notices. */
export interface NoticeHost {
  notice: Notice | undefined;
}

/** Returns a notice as it is after a change: with its text, but without its packages and the actions until then. */
export function afterChange({ text, packages: _, ...actions }: Notice): Notice {
  return { text, ...Object.fromEntries(Object.entries(actions).filter(([, action]) => action.until !== "change")) };
}

/** Returns true if a notice is about the current project, and means nothing for another one. */
export function isOfProject({ action, other }: Notice): boolean {
  return action?.until !== undefined || other?.until !== undefined;
}
