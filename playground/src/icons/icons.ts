/** The icons of the page: lines and areas in a field of 16 by 16. */

export interface Shape {
  /** Areas in the colour of the text. */
  fill?: string;
  /** Lines in the colour of the text. */
  line?: string;
  /** Lines in the background colour, over the areas. */
  cut?: string;
}

/** All icons by name. The first five differ by their outline, not only by their colour. */
export const ICONS = {
  problem: { fill: "M5.2 1.5h5.6l3.7 3.7v5.6l-3.7 3.7H5.2l-3.7-3.7V5.2z", cut: "M8 4.7v4M8 10.9v.4" },
  error: { fill: "M8 1.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 0 0 0-13", cut: "M5.7 5.7l4.6 4.6M10.3 5.7l-4.6 4.6" },
  warning: { fill: "M8 1.6 15 14H1z", cut: "M8 6.2v3.6M8 11.6v.4" },
  info: { line: "M2.5 2.5h11v11h-11zM8 7.4v3.6M8 4.9v.4" },
  hint: { line: "M8 1.7 14.3 8 8 14.3 1.7 8z" },
  passed: { line: "M3 8.5l3.2 3.2L13 4.8" },
  right: { line: "M6 4l4 4-4 4" },
  down: { line: "M4 6l4 4 4-4" },
  up: { line: "M4 10l4-4 4 4" },
  plus: { line: "M8 3.5v9M3.5 8h9" },
  close: { line: "M4.5 4.5l7 7M11.5 4.5l-7 7" },
  pencil: { line: "M3 13l.6-2.6 7-7 2 2-7 7zM9.4 4.6l2 2" },
  trash: { line: "M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5l.6 8.5h5.8l.6-8.5" },
  rules: { line: "M3.5 1.8h6l3 3v9.4h-9zM5.6 9l1.7 1.7 3-3.4" },
  script: { line: "M6 3.5C4 3.5 5.5 8 3 8c2.5 0 1 4.5 3 4.5M10 3.5c2 0 .5 4.5 3 4.5-2.5 0-1 4.5-3 4.5" },
  file: { line: "M3.5 1.8h6l3 3v9.4h-9zM9.3 1.8v3.2h3.2" },
  binary: { line: "M3.5 1.8h9v12.4h-9zM6 5v2.4M9 5h1.2v2.4H9zM6 9.2h1.2v2.4H6zM10 9.2v2.4" },
  test: { line: "M6.2 2v4.2L2.8 12a1.3 1.3 0 0 0 1.2 2h8a1.3 1.3 0 0 0 1.2-2L9.8 6.2V2M5 2h6M4.6 10h6.8" },
  folder: { line: "M1.8 4h4.4l1.3 1.6h6.7v7.2H1.8z" },
  sun: {
    line: "M8 5a3 3 0 1 0 0 6a3 3 0 0 0 0-6M8 1.3v1.4M8 13.3v1.4M1.3 8h1.4M13.3 8h1.4M3.3 3.3l1 1M11.7 11.7l1 1M12.7 3.3l-1 1M4.3 11.7l-1 1",
  },
  moon: { line: "M13 9.8A5.6 5.6 0 0 1 6.2 3a5.6 5.6 0 1 0 6.8 6.8z" },
  system: { line: "M2 3h12v8H2zM6 13.5h4" },
  link: {
    line: "M6.6 9.4l2.8-2.8M7.4 4.6l1.5-1.5a2.8 2.8 0 0 1 4 4l-1.5 1.5M8.6 11.4l-1.5 1.5a2.8 2.8 0 0 1-4-4l1.5-1.5",
  },
  book: {
    line: "M8 3.8C6.5 2.6 4.3 2.3 2 2.6v10c2.3-.3 4.5 0 6 1.2 1.5-1.2 3.7-1.5 6-1.2v-10c-2.3-.3-4.5 0-6 1.2zM8 3.8v10",
  },
  help: { line: "M5.8 6a2.2 2.2 0 1 1 3.3 1.9c-.8.5-1.1.9-1.1 1.7M8 11.8v.4" },
  stop: { fill: "M4 4h8v8H4z" },
  copy: { line: "M5.5 5.5h8v8h-8zM3.5 10.5h-1v-8h8v1" },
  open: { line: "M8 10.5V2.5M4.8 5.7 8 2.5l3.2 3.2M2.5 10.5v3h11v-3" },
  away: { line: "M8 2.5v8M4.8 7.3 8 10.5l3.2-3.2M2.5 10.5v3h11v-3" },
  wrap: { line: "M2 3.5h12M2 12.5h4M2 8h9.5a2.25 2.25 0 0 1 0 4.5H9.5M11 10.7 9.2 12.5 11 14.3" },
  group: { line: "M2.5 4h11M5 8h8.5M5 12h8.5" },
} as const satisfies Record<string, Shape>;

export type IconName = keyof typeof ICONS;
