/** The groups of platforms that seeds can be for. */

/** The groups by name; each function returns true for the platforms of its group. */
export const GROUPS: Readonly<Record<string, (platform: string) => boolean>> = {
  all: () => true,
  all_client: (platform) => platform !== "server",
};

/** Returns true if `names`, of platforms or groups of platforms, include a platform. */
export function isFor(names: readonly string[], platform: string): boolean {
  return names.some((name) => name === platform || GROUPS[name]?.(platform));
}
