/** The progress of work that takes time. */
export interface Stage {
  /** A description of the work. */
  doing: string;
  /** The number of files, or of other items, that are done. */
  done: number;
  /** The total number, once it is known. */
  total?: number;
}
