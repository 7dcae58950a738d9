/** Groups of paths, such as those with one extension or in one folder. */

/** Groups paths by their keys; paths without a key are left out. */
export function grouped(paths: readonly string[], keyOf: (path: string) => string | undefined): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const path of paths) {
    const key = keyOf(path);
    if (key !== undefined) {
      const group = groups.get(key) ?? [];
      group.push(path);
      groups.set(key, group);
    }
  }
  return groups;
}
