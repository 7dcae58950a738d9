/** The page's pictures for elements that an editor makes by itself. */

import { ICONS, type IconName, type Shape } from "./icons.ts";

/** Returns a picture, `size` pixels wide and high. Its meaning must be given in words beside it. */
export function picture(name: IconName, size: number): HTMLElement {
  const shape: Shape = ICONS[name];
  const paths = Object.entries(shape).map(([part, d]) => `<path class="${part}" d="${d}" />`);
  const holder = document.createElement("span");
  const attributes = `class="icon" width="${size}" height="${size}" viewBox="0 0 16 16" aria-hidden="true"`;
  // No part of it comes from a user.
  holder.innerHTML = `<svg ${attributes}>${paths.join("")}</svg>`;
  return holder;
}
