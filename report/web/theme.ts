// Light and dark, and the colours that the canvas takes from the style sheet.

import type { State, Theme } from "./state";
import { byId } from "./dom";

export interface Colours {
  paper: string; ink: string; quiet: string; line: string; beyond: string; hull: string;
  blue: string; vermilion: string; held: string; green: string; orange: string; faint: string;
}

/** colours returns the colours of the current theme. */
export function colours(): Colours {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string) => style.getPropertyValue("--" + name).trim();
  return {
    paper: read("paper"), ink: read("ink"), quiet: read("quiet"), line: read("line"),
    beyond: read("beyond"), hull: read("hull"), blue: read("blue"), vermilion: read("vermilion"), held: read("held"),
    green: read("green"), orange: read("orange"), faint: read("faint"),
  };
}

/** startTheme lets a button go through the themes, of which the first is that of the system. */
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
    state.theme = cycle[(cycle.indexOf(state.theme) + 1) % cycle.length];
    state.tell("theme");
  });
  state.on(["theme"], show);
  show();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => state.tell("theme"));
  // Paper is white, and print styles do not apply to a canvas, so it is painted again.
  addEventListener("beforeprint", () => print(true));
  addEventListener("afterprint", () => print(false));
  function print(on: boolean): void {
    document.documentElement.toggleAttribute("data-print", on);
    state.tell("print");
  }
}
