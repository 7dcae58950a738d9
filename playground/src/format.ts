/** Formats numbers and messages for people. */

const UNITS = ["bytes", "kB", "MB", "GB"];

/** Returns a size: `512 bytes`, `1.4 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) {
    return counted(bytes, "byte");
  }
  let unit = 0;
  let size = bytes;
  while (size >= 1000 && unit < UNITS.length - 1) {
    size /= 1000;
    unit += 1;
  }
  return `${size.toFixed(1)} ${UNITS[unit]}`;
}

const COUNT = new Intl.NumberFormat("en");

/** Returns a number: `10,000`. */
export function formatCount(count: number): string {
  return COUNT.format(count);
}

/** Returns a number with a noun: `1 file`, `10,000 files`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${COUNT.format(count)} ${count === 1 ? one : many}`;
}

/** Returns a time: `0.4 ms`, `12 ms`, `2.5 s`. */
export function formatTime(milliseconds: number): string {
  if (milliseconds >= 1000) {
    return `${(milliseconds / 1000).toFixed(1)} s`;
  }
  return milliseconds >= 10 ? `${Math.round(milliseconds)} ms` : `${milliseconds.toFixed(1)} ms`;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns a string with a capital letter at its beginning. */
export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns a phrase of the engine as a sentence, with a capital letter and a full stop. */
export function sentenceOf(text: string): string {
  return `${capitalized(text)}${/[.?!]$/.test(text) ? "" : "."}`;
}

const WHEN = new Intl.DateTimeFormat("en", {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  hourCycle: "h23",
});

/** Returns a point in time, given in milliseconds since 1970: `Nov 22, 14:05:30`. */
export function formatWhen(at: number): string {
  return WHEN.format(at);
}
