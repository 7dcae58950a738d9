/** Renders messages of the engine in the tooltips of an editor. Names between backticks become code. */

/** Returns an element for a message. Each line becomes a block, and parts between backticks become code. */
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

export function code(text: string): HTMLElement {
  const element = document.createElement("code");
  element.textContent = text;
  return element;
}
