/** A narrow page shows one of its parts at a time. The style sheets of the parts have the same width. */

import { MediaQuery } from "svelte/reactivity";

/** `narrow.current` is true if the page is narrow. */
export const narrow = new MediaQuery("(max-width: 830px)");
