// How hard to search: a choice in plain words, of what the flag --effort says in numbers.

import { byId, el } from "../../../report/web/dom";

interface Effort { text: string; means: string; times: number } // as hard as a normal search

const efforts: Effort[] = [
  { text: "Quick", means: "a first look, which may miss some groupings", times: 0.05 },
  { text: "Normal", means: "enough for most tables", times: 1 },
  { text: "Thorough", means: "up to ten times the work, for a result to rely on", times: 10 },
];

/** The flags that say by themselves how a search is made. With one of them, there is nothing to choose. */
const others = ["order", "search", "epsilon"];

/** startEffort fills the list of efforts. normal is the effort of a normal search. */
export function startEffort(normal: number): void {
  const list = byId<HTMLSelectElement>("effort");
  list.append(...efforts.map(({ text, times }) => el("option", { value: String(Number((times * normal).toPrecision(6))) }, text)));
  list.value = String(normal);
  list.addEventListener("change", explain);
  explain();
}

/** offerEffort offers the choice for a table that was opened with flags. An effort among these is a choice of its own. */
export function offerEffort(flags: Record<string, string>): void {
  const list = byId<HTMLSelectElement>("effort"), given = flags.effort;
  byId("how-hard").hidden = others.some((flag) => flag in flags);
  if (given === undefined) return;
  if (![...list.options].some((o) => o.value === given)) list.append(el("option", { value: given }, "As the command says"));
  list.value = given;
  explain();
}

/** effortFlags returns the flags of the effort that is chosen. */
export function effortFlags(): Record<string, string> {
  return byId("how-hard").hidden ? {} : { effort: byId<HTMLSelectElement>("effort").value };
}

/** explain says what the chosen effort means. */
function explain(): void {
  const list = byId<HTMLSelectElement>("effort");
  byId("effort-means").textContent = efforts[list.selectedIndex]?.means ?? `--effort ${list.value}`;
}
