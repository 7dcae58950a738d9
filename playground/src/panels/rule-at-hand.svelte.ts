/** The rule that the steps and the tree are of follows what is selected, and where the cursor goes. */

import { untrack } from "svelte";
import { ruleAt } from "../rule-text/rule-at.ts";
import type { Page } from "../state.svelte.ts";

/** Has it do so on the page that one is `at`, as long as the component is there that calls this. */
export function followRule(at: () => Page): void {
  const underCursor = () => {
    const { open, project } = at();
    const { cursor } = open;
    const text = cursor?.side === "rules" ? project.rules.get(cursor.path) : undefined;
    return cursor && typeof text === "string" ? ruleAt(text, cursor.offset) : undefined;
  };
  $effect(() => {
    const { selected } = at().checking;
    untrack(() => at().stepping.select(selected));
  });
  $effect(() => {
    const { cursor } = at().open;
    untrack(() => at().stepping.move(cursor, underCursor));
  });
}
