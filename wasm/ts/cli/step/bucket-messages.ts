/** The messages between a thread that needs objects of a bucket and the thread that requests them. */

export type ObjectRequest =
  | { do: "read"; key: string; tag?: string | undefined; range?: [from: number, to: number] }
  | { do: "read-ahead"; objects: [key: string, tag: string][] }
  | { do: "has" | "remove"; key: string }
  | { do: "write"; key: string; bytes: Uint8Array }
  | { do: "list"; prefix: string; after: string | undefined };

export interface ObjectAnswer {
  /** The content of the object. */
  bytes?: Uint8Array;
  /** True if there is no such object. */
  missing?: boolean;
  /** True if the object is not the one with the tag of the request. */
  changed?: boolean;
  /** Some objects of a list, in order. */
  objects?: [key: string, size: number, tag: string][];
  /** The value of `after` that continues the list; undefined at the end. */
  next?: string | undefined;
  /** The reason why the request failed. */
  error?: string;
  /** True if the request may succeed later. */
  isPassing?: boolean;
}
