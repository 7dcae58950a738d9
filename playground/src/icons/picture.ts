/** Icons in elements that an editor creates. */

import { ICONS, type IconName, type Shape } from "./icons.ts";

/** Returns an icon, `size` pixels wide and high. Text next to it must have the same meaning. */
export function picture(name: IconName, size: number): HTMLElement {
  const shape: Shape = ICONS[name];
  const paths = Object.entries(shape).map(([part, d]) => `<path class="${part}" d="${d}" />`);
  const holder = document.createElement("span");
  const attributes = `class="icon" width="${size}" height="${size}" viewBox="0 0 16 16" aria-hidden="true"`;
  // No part of it comes from a user.
  holder.innerHTML = `<svg ${attributes}>${paths.join("")}</svg>`;
  return holder;
}
