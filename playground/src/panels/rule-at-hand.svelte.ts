/** Makes the current rule, whose steps and values are shown, follow the selection and the cursor. */

import { untrack } from "svelte";
import { ruleAt } from "../rule-text/rule-at.ts";
import type { Page } from "../state.svelte.ts";

/** Makes the rule of the page follow them while the component that calls this exists. */
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
