/** The theme, light or dark: that of the system, or the one that was chosen on an earlier visit. */

import type { IconName } from "./icons/icons.ts";
import { readSetting, writeSetting } from "./storage/settings.ts";

/** The choices, in the order in which the switch goes through them, with their titles and icons. */
export const THEMES = {
  system: { title: "as the system", icon: "system" },
  light: { title: "light", icon: "sun" },
  dark: { title: "dark", icon: "moon" },
} as const satisfies Record<string, { title: string; icon: IconName }>;

type ThemeName = keyof typeof THEMES;

const ORDER = Object.keys(THEMES) as ThemeName[];

class Theme {
  choice: ThemeName = $state("system");

  constructor() {
    const kept = readSetting("theme");
    this.#set(ORDER.find((name) => name === kept) ?? "system");
  }

  /** Changes to the next choice, and stores it. */
  next(): void {
    this.#set(ORDER[(ORDER.indexOf(this.choice) + 1) % ORDER.length] ?? "system");
    writeSetting("theme", this.choice);
  }

  #set(name: ThemeName): void {
    this.choice = name;
    document.documentElement.dataset.theme = name;
  }
}

export const theme = new Theme();
