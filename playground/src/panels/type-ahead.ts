/** Going to a name of a list by its first letters, as trees and menus have it. */

/** Letters typed within so long, in milliseconds, are the start of one name. */
const TYPED_TOGETHER = 700;

/** What was typed on a list. */
export class TypeAhead {
  #text = "";
  #at = 0;

  /** Whether a key is a letter of a name. A blank is one behind others only: alone it chooses. `?` is the page's key for help. */
  takes({ key, ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">): boolean {
    return key.length === 1 && key !== "?" && !(ctrlKey || metaKey || altKey) && (key !== " " || this.#isGoingOn());
  }

  /** The next place from `at` whose name starts with what was typed, the key with it; `at` when there is none. */
  find<Item>(key: string, items: readonly Item[], at: number, titleOf: (item: Item) => string): number {
    this.#text = (this.#isGoingOn() ? this.#text : "") + key.toLowerCase();
    this.#at = performance.now();
    // One letter again and again goes through all that start with it.
    const [first = ""] = this.#text;
    const isOne = [...this.#text].every((letter) => letter === first);
    const wanted = isOne ? first : this.#text;
    for (let step = isOne ? 1 : 0; step <= items.length; step += 1) {
      const place = (at + step + items.length) % items.length;
      const item = items[place];
      if (item !== undefined && titleOf(item).toLowerCase().startsWith(wanted)) {
        return place;
      }
    }
    return at;
  }

  #isGoingOn(): boolean {
    return this.#text !== "" && performance.now() - this.#at < TYPED_TOGETHER;
  }
}
