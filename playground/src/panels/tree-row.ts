/** What every row of a tree says of itself. */

/** A row of a tree, as {@link VirtualTree} wants it. */
export interface TreeRow {
  /** What tells it from all others, as long as it is the same thing. */
  key: string;
  /** How deep it is, from 1. */
  level: number;
  /** Whether its own rows are to see; nothing when it has none. */
  open?: boolean | undefined;
  /** Its place among its siblings, from 1. */
  position: number;
  /** How many they are. */
  siblings: number;
  /** What it says to those who hear it, where that is not what stands in it. */
  label?: string;
}

/** A row of two lines: what it is called, and what there is to say of it. */
export interface LookingRow extends TreeRow {
  /** What it is, of which there is a sign. */
  kind: string;
  /** What there is to say of it. */
  said: string;
  /** The gravest of what is told of it. */
  weight: "error" | "warning" | "info" | "hint" | undefined;
}

/** How a kind looks: signs differ, not only colours. */
export interface Look {
  sign: string;
  color: string;
}
