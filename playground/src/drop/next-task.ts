/** Pauses in long work, so that the page draws and takes key presses meanwhile. */

/** Resolves in a separate task. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
