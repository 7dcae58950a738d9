/** Moves to an item of a list by its first letters, in trees and menus. */

/** The time, in milliseconds, within which letters belong to one name. */
const TYPED_TOGETHER = 700;

/** The letters that are typed on a list, and the search for the item that they name. */
export class TypeAhead {
  #text = "";
  #at = 0;

  /**
   * Returns true if a key is a letter of a name. A space is one only after other letters, as it chooses an item
   * otherwise; `?` opens the help.
   */
  takes({ key, ctrlKey, metaKey, altKey }: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">): boolean {
    return key.length === 1 && key !== "?" && !(ctrlKey || metaKey || altKey) && (key !== " " || this.#isGoingOn());
  }

  /** Returns the index of the next item whose name begins with the letters so far and `key`; `at` if none does. */
  find<Item>(key: string, items: readonly Item[], at: number, titleOf: (item: Item) => string): number {
    this.#text = (this.#isGoingOn() ? this.#text : "") + key.toLowerCase();
    this.#at = performance.now();
    // The same letter repeated goes through all items that begin with it.
    const [first = ""] = this.#text;
    const isOne = [...this.#text].every((letter) => letter === first);
    const prefix = isOne ? first : this.#text;
    for (let step = isOne ? 1 : 0; step <= items.length; step += 1) {
      const place = (at + step + items.length) % items.length;
      const item = items[place];
      if (item !== undefined && titleOf(item).toLowerCase().startsWith(prefix)) {
        return place;
      }
    }
    return at;
  }

  #isGoingOn(): boolean {
    return this.#text !== "" && performance.now() - this.#at < TYPED_TOGETHER;
  }
}
