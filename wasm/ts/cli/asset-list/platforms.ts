/** Groups of platforms, as seeds are for. */

/** Names for several platforms: which of them belong to each. */
export const GROUPS: Readonly<Record<string, (platform: string) => boolean>> = {
  all: () => true,
  all_client: (platform) => platform !== "server",
};

/** Whether something that is for these platforms, or groups of them, is for one. */
export function isFor(names: readonly string[], platform: string): boolean {
  return names.some((name) => name === platform || GROUPS[name]?.(platform));
}
