/** The exit codes of the process, besides those of a report: 0, 1 for findings, 2 for a run that is incomplete. */

/** Something was not possible: wrong usage, no rules, a report that cannot be written. */
export const CANNOT_RUN = 2;

/** It was interrupted from the keyboard: as shells count it, 128 and the number of the signal. */
export const INTERRUPTED = 130;

/**
 * All was well, and whoever read the standard output left before its end: as shells count it, as for a program that the system ends
 * for that. With `pipefail` it fails a script, as nothing tells a reader that has seen enough from one that broke down.
 */
export const UNREAD = 141;

/** A person must do something before the migrated rules can run. */
export const UNFINISHED = 1;
