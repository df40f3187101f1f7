// The menu of what can be saved.

import { button, byId } from "./dom";
import { fileName, mappingCSV, mappingJSON, plainName, save } from "./download";
import type { Fate } from "./groups/fate";
import { assignment, given } from "./groups/clusters";
import { figurePNG, figureSVG } from "./figure";
import type { State } from "./state";
import type { View } from "./view";

/** Offer is what the page around this one can save. In the menu it is after the button of an id, or at the end. */
export interface Offer { id: string; text: string; title: string; act: () => void; after?: string }

declare global {
  interface Window {
    /** What the page around this one may use: the names of groups, and a place in the menu. */
    inner?: { names: () => string[][]; offer: (list: Offer[]) => void };
  }
}

/** startMenu fills the menu. fateOf returns what becomes of the value that is found. */
export function startMenu(state: State, view: View, fateOf: () => Fate | null): void {
  const d = state.data, menu = byId<HTMLDetailsElement>("download"), figure = (ending: string) => `${plainName(d.about.title)}.${ending}`;
  const done = (content: string | Blob, name: string, type: string) => {
    save(content, name, type);
    byId("live").textContent = `Saved ${name}`;
  };
  const list: [id: string, text: string, title: string, act: (j: number) => void][] = [
    ["csv", "Save the mapping as CSV", "The group of each value, with the names of the groups", (j) => done(mappingCSV(d, j), fileName(d, j, "csv"), "text/csv")],
    ["json", "Save the mapping as JSON", "With the values and the name of each group, also for 'dibmap encode --names'", (j) => done(mappingJSON(d, j), fileName(d, j, "json"), "application/json")],
    ["save-svg", "Save the trade-off as SVG", "The figure in light colours, for print and for drawing programs", () => done(figureSVG(state, view, fateOf()), figure("svg"), "image/svg+xml")],
    ["save-png", "Save the trade-off as PNG", "The figure in light colours, with two pixels for each of the screen", () => figurePNG(state, view, fateOf(), (picture) => {
      if (picture) done(picture, figure("png"), "image/png");
      else byId("live").textContent = "This browser could not make the picture.";
    })],
  ];
  const offer = (list: Offer[]) => list.forEach(({ id, text, title, act, after }) => {
    const made = button(text, () => { close(); act(); }, { id, title });
    if (after) byId(after).after(made);
    else byId("downloads").append(made);
  });
  offer(list.map(([id, text, title, act]) => ({ id, text, title, act: () => act(state.selected) })));
  window.inner = { names: () => given(d, state.selected), offer };
  const show = () => {
    for (const id of ["csv", "json"]) byId<HTMLButtonElement>(id).disabled = assignment(d, state.selected) === null;
  };
  state.on(["selected", "later"], show);
  show();

  function close(): void {
    if (menu.contains(document.activeElement)) menu.querySelector("summary")!.focus();
    menu.open = false;
  }
  menu.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && menu.open) close();
  });
  document.addEventListener("pointerdown", (event) => {
    if (!menu.contains(event.target as Node)) menu.open = false;
  });
}
