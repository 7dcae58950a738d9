/** How far something is that takes its time. */
export interface Stage {
  /** What is being done. */
  doing: string;
  /** Files, or what it is about, that are done. */
  done: number;
  /** Of how many, once that is known. */
  total?: number;
}
