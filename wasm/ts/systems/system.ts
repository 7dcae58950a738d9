/** The form of a game system in this package: what it adds to an engine, and the tasks that workers do for it. */

import type { Listener } from "../api.js";
import type { Home } from "../home.js";
import type { Shelf } from "../shelf.js";

/** @internal A game system. */
export interface System<Methods, Tasks> {
  /** Returns the properties and methods that the system adds to an engine, whose memory is `home`. */
  methods(home: Home): Methods;
  /** The functions that do the tasks of the system in a worker. */
  handlers: Handlers<Methods, Tasks>;
}

/** The input of a task. `Tasks` has a method for each kind of task, as a client has. */
export type TaskOf<Tasks, Kind extends keyof Tasks> = Tasks[Kind] extends (task: infer Task) => Promise<unknown>
  ? Omit<Task, keyof Listener>
  : never;

/** The result of a task. */
export type ResultOf<Tasks, Kind extends keyof Tasks> = Tasks[Kind] extends (task: never) => Promise<infer Result>
  ? Result
  : never;

/** A task as its handler gets it: the files are passed beside it. */
export type WithoutFiles<Task> = Omit<Task, "files">;

/** @internal A function for each kind of task, with the engine and the files under check. */
export type Handlers<Engine, Tasks> = {
  [Kind in keyof Tasks]: (
    engine: Engine,
    task: WithoutFiles<TaskOf<Tasks, Kind>>,
    files: Shelf,
  ) => ResultOf<Tasks, Kind> | Promise<ResultOf<Tasks, Kind>>;
};
