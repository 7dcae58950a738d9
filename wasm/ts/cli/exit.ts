/** The exit codes of the process, besides those of a report: 0, 1 for findings, 2 for a run that is incomplete. */

/** The command could not run: wrong usage, no rules, a report that cannot be written. */
export const CANNOT_RUN = 2;

/** The command was interrupted from the keyboard: 128 plus the number of the signal, as in shells. */
export const INTERRUPTED = 130;

/**
 * The command succeeded, but the reader of the standard output stopped before its end. Shells report this code for
 * programs that the system ends for that reason. With `pipefail` it fails a script, as the reader may have crashed.
 */
export const UNREAD = 141;

/** The command ran, and what it looked at has errors, differs, is empty, or needs work by a person. */
export const FAULTY = 1;
