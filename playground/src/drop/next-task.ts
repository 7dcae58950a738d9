/** Pauses in long work, so that the page draws and takes key presses meanwhile. */

/** Resolves in a task of its own. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
