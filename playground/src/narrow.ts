/** Where the page is narrow: it shows one of its parts at a time. The style sheets of the parts say the same. */
export const NARROW = "(max-width: 830px)";
