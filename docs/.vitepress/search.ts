/**
 * Makes the search of VitePress accessible. VitePress calls its dialog a button and its links the options of a list, so
 * screen readers do not see their content.
 */

/** The parts of VitePress's component to replace, each with its replacement. */
const MENDED: readonly [string, string][] = [
  [
    `role="button"
      :aria-owns="results?.length ? 'localsearch-list' : undefined"
      aria-expanded="true"
      aria-haspopup="listbox"
      aria-labelledby="localsearch-label"`,
    `role="dialog"
      aria-modal="true"
      :aria-label="buttonText"`,
  ],
  [
    `aria-labelledby="localsearch-label"
            autocapitalize`,
    `:aria-label="buttonText"
            autocapitalize`,
  ],
  [
    `:role="results?.length ? 'listbox' : undefined"
          :aria-labelledby="results?.length ? 'localsearch-label' : undefined"`,
    `aria-label="Results"`,
  ],
  [
    `:id="'localsearch-item-' + index"
            :aria-selected="selectedIndex === index ? 'true' : 'false'"
            role="option"`,
    "",
  ],
  [
    `class="result"
              :class`,
    `class="result"
              :id="'localsearch-item-' + index"
              :aria-current="selectedIndex === index ? 'true' : undefined"
              :class`,
  ],
  // The text of the link is its accessible name.
  [`:aria-label="[...p.titles, p.title].join(' > ')"`, ""],
  ['<span class="title-icon">', '<span class="title-icon" aria-hidden="true">'],
  ["<kbd :aria-label=", '<kbd role="img" :aria-label='],
];

/** Replaces these parts while the site is built. */
export function accessibleSearch() {
  return {
    name: "accessible-search",
    enforce: "pre" as const,
    transform(code: string, id: string): string | undefined {
      if (!id.endsWith("/VPLocalSearchBox.vue")) {
        return undefined;
      }
      return MENDED.reduce((text, [wrong, right]) => {
        if (!text.includes(wrong)) {
          throw new Error(`VitePress's search is another one: it lacks ${wrong}`);
        }
        return text.replaceAll(wrong, right);
      }, code);
    },
  };
}
