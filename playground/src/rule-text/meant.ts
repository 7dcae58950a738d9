/** What was probably meant where an extraction yields nothing: the name that the file has, in place of the one that it has not. */

/** The extraction as it is written, with the name that `help` says was meant; nothing where it is not one name in it. */
export function meantIn(written: string, help: string): { text: string; name: string } | undefined {
  const [, wrong, name] = /has no `([^`]+)`; did you mean `([^`]+)`\?/.exec(help) ?? [];
  if (wrong === undefined || name === undefined) {
    return undefined;
  }
  const found = [...written.matchAll(/[\p{L}\p{N}_.:-]+/gu)].filter(([word]) => word === wrong);
  const at = found[0]?.index;
  return found.length === 1 && at !== undefined
    ? { text: written.slice(0, at) + name + written.slice(at + wrong.length), name }
    : undefined;
}
