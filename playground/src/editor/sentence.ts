/** Sentences of the engine in an editor's tooltips, with names between backticks set as code. */

/** A text of one line or more as nodes: each line a block, what stands between backticks as code. */
export function sentences(text: string): HTMLElement {
  const whole = document.createElement("div");
  whole.append(...text.split("\n").map(sentence));
  return whole;
}

function sentence(line: string): HTMLElement {
  const block = document.createElement("div");
  const parts = line.split(/`([^`]+)`/).map((part, index) => (index % 2 === 1 ? code(part) : part));
  block.append(...parts);
  return block;
}

/** A text as code. */
export function code(text: string): HTMLElement {
  const element = document.createElement("code");
  element.textContent = text;
  return element;
}
