// Light and dark, and the colours that the canvas takes from the style sheet.

import type { State, Theme } from "./state";
import { byId } from "./dom";

export interface Colours {
  paper: string; ink: string; quiet: string; line: string; beyond: string; hull: string;
  blue: string; vermilion: string; held: string; green: string; orange: string; faint: string;
}

const names: (keyof Colours)[] = ["paper", "ink", "quiet", "line", "beyond", "hull", "blue", "vermilion", "held", "green", "orange", "faint"];

function each(value: (name: string) => string): Colours {
  return Object.fromEntries(names.map((name) => [name, value(name)])) as unknown as Colours;
}

/** colours returns the colours of the current theme. */
export function colours(): Colours {
  const style = getComputedStyle(document.documentElement);
  return each((name) => style.getPropertyValue("--" + name).trim());
}

/** namedColours are the colours by the names of the style sheet, for elements of the page. */
export const namedColours = each((name) => `var(--${name})`);

/** paperColours returns the colours for white paper. */
export function paperColours(): Colours {
  const root = document.documentElement, printing = root.hasAttribute("data-print");
  root.setAttribute("data-print", "");
  const found = colours();
  root.toggleAttribute("data-print", printing);
  return found;
}

/** startTheme lets a button go through the themes, beginning with the theme of the system. */
export function startTheme(state: State): void {
  const cycle: Theme[] = ["auto", "light", "dark"];
  const control = byId("theme");
  const show = () => {
    const root = document.documentElement;
    if (state.theme === "auto") root.removeAttribute("data-theme");
    else root.setAttribute("data-theme", state.theme);
    control.textContent = "Theme: " + state.theme;
  };
  control.addEventListener("click", () => {
    state.theme = cycle[(cycle.indexOf(state.theme) + 1) % cycle.length]!;
    state.tell("theme");
  });
  state.on(["theme"], show);
  show();
  for (const query of ["(prefers-color-scheme: dark)", "(forced-colors: active)"]) matchMedia(query).addEventListener("change", () => state.tell("theme"));
  // Paper is white, and print styles do not apply to a canvas, so it is painted again.
  addEventListener("beforeprint", () => print(true));
  addEventListener("afterprint", () => print(false));
  function print(on: boolean): void {
    document.documentElement.toggleAttribute("data-print", on);
    state.tell("print");
  }
}
