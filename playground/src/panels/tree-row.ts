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
