// The views of the page, of which one is shown at a time.

import { button, byId } from "./dom";
import type { State, Tab } from "./state";

/** startTabs makes the tabs of the views that a frontier has. */
export function startTabs(state: State, there: (tab: Tab) => boolean): void {
  const names: [tab: Tab, name: string][] = [["groups", "Groups"], ["trade-off", "Trade-off"], ["heat", "Heat map"],
    ["compare", "Compare two groupings"], ["how-many", "How many groups"], ["details", "Details"]];
  const tabs = names.map(([tab, name]) => button(name, () => state.view(tab),
    { role: "tab", id: "tab-" + tab, "aria-controls": tab, value: tab, keydown: (event) => move(event as KeyboardEvent) }));
  byId("views").replaceChildren(...tabs);

  function move(event: KeyboardEvent): void {
    const open = tabs.filter((t) => !t.hidden), at = open.indexOf(event.currentTarget as HTMLButtonElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: open.length - 1 }[event.key];
    const next = to === undefined ? undefined : open[(to + open.length) % open.length];
    if (!next) return;
    event.preventDefault();
    next.focus();
    state.view(next.value as Tab);
  }

  const show = () => {
    for (const t of tabs) {
      const tab = t.value as Tab, shown = tab === state.tab;
      t.hidden = !there(tab);
      t.setAttribute("aria-selected", String(shown));
      t.tabIndex = shown ? 0 : -1;
      byId(tab).hidden = !shown;
      if (shown) byId("views").scrollLeft = t.offsetLeft - 24; // on a phone, tabs are wider than the page
    }
  };
  state.on(["tab", "later"], show);
  show();
}

/** whileShown calls a function soon after a change of a part, if a view is shown, and otherwise when it is shown next. */
export function whileShown(state: State, tab: Tab, parts: Parameters<State["on"]>[0], act: () => void): void {
  let due = true, waiting = false;
  const run = () => {
    waiting = false;
    if (state.tab !== tab || !due) return;
    due = false;
    act();
  };
  const later = () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(run);
  };
  state.on(parts, () => { due = true; later(); });
  state.on(["tab"], run);
  run();
}
