/** The page's pictures for elements that an editor makes by itself. */

import { ICONS, type IconName, type Shape } from "./icons.ts";

const SVG = "http://www.w3.org/2000/svg";

/** A picture, `size` pixels wide and high. What it says is to be said in words beside it. */
export function picture(name: IconName, size: number): SVGElement {
  const shape: Shape = ICONS[name];
  const svg = element("svg", { width: size, height: size, viewBox: "0 0 16 16", "aria-hidden": "true", class: "icon" });
  for (const part of ["fill", "line", "cut"] as const) {
    const d = shape[part];
    if (d !== undefined) {
      svg.append(element("path", { d, class: part }));
    }
  }
  return svg;
}

function element(name: string, attributes: Record<string, string | number>): SVGElement {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, String(value));
  }
  return made;
}
