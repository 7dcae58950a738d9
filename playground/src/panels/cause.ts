/** Why a script stopped: what is told first. */

/** What a remark says, with why a script stopped before what it stopped over: of a long text the end is left out. */
export function causeFirst(message: string): string {
  const [, what, why] = /^((?:\S+|the expression) stopped over .+?): (.+)$/s.exec(message) ?? [];
  return why === undefined ? message : `${why} (${what})`;
}
