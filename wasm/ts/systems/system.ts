/** The types of the tasks that a web worker runs for a game system. */

import type { Progress } from "../api.js";
import type { FileStore } from "../file-store.js";

/** The progress callback of a task, and the signal that ends it. */
export interface TaskListener {
  /** Called before the first batch of a stage, after every batch, and while files are read and scripts run. */
  onProgress?: ((progress: Progress) => void) | undefined;
  /** Ends the task at once, and its worker with it. */
  signal?: AbortSignal | undefined;
}

/** The input of a task. `Tasks` has a method for each kind of task, as a client has. */
export type TaskOf<Tasks, Kind extends keyof Tasks> = Tasks[Kind] extends (task: infer Task) => Promise<unknown>
  ? Omit<Task, keyof TaskListener>
  : never;

export type ResultOf<Tasks, Kind extends keyof Tasks> = Tasks[Kind] extends (task: never) => Promise<infer Result>
  ? Result
  : never;

/** A task as its handler receives it: the files are passed separately. */
export type WithoutFiles<Task> = Omit<Task, "files">;

/**
 * A function for each kind of task, with the engine and the files under check. Its result belongs to the caller, which
 * removes long lists from it: a list that the engine keeps must be copied.
 */
export type Handlers<Engine, Tasks> = {
  [Kind in keyof Tasks]: (
    engine: Engine,
    task: WithoutFiles<TaskOf<Tasks, Kind>>,
    files: FileStore,
  ) => ResultOf<Tasks, Kind> | Promise<ResultOf<Tasks, Kind>>;
};
