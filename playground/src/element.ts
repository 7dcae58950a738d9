/** Elements of the page in one call. Texts go in as texts, so that nothing in a document becomes a part of the page. */

/** An element with a class and with what is in it. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className = "",
  ...children: (string | Node)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  if (className !== "") {
    made.className = className;
  }
  made.append(...children);
  return made;
}

/** The element of the page with that id, which the page is known to have. */
export function byId(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) {
    throw new Error(`the page has no \`${id}\``);
  }
  return found;
}
