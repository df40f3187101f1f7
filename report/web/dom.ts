// Elements of the page. Text becomes text nodes: nothing here reads HTML.

import { visible } from "./format";

type Attribute = string | number | boolean | ((event: Event) => void);

/** byId returns the element of the page with an id, and throws if there is none. */
export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found as T;
}

/** el makes an element. A function becomes a listener; true sets an attribute, and false leaves it out. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K, attributes: Record<string, Attribute> = {}, ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  give(made, attributes);
  made.append(...children);
  return made;
}

/** svg makes an element of a drawing. */
export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K, attributes: Record<string, Attribute> = {}, ...children: (Node | string)[]
): SVGElementTagNameMap[K] {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  give(made, attributes);
  made.append(...children);
  return made;
}

function give(to: Element, attributes: Record<string, Attribute>): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") to.addEventListener(name, value);
    else if (value === true) to.setAttribute(name, "");
    else if (value !== false) to.setAttribute(name, String(value));
  }
}

/** button makes a button with a text. */
export function button(text: string | Node, act: () => void, attributes: Record<string, Attribute> = {}): HTMLButtonElement {
  return el("button", { type: "button", click: act, ...attributes }, text);
}

/** named shows a label in its own writing direction, which may differ from that of the text around it. */
export function named(label: string, letters?: number): HTMLElement {
  return el("bdi", {}, visible(label, letters));
}

/** patch of a cluster's colour; the CSS class has the colour, since styles in attributes are forbidden. */
export function patch(hue: number): HTMLElement {
  return el("span", { class: `patch hue${hue % 8}`, "aria-hidden": "true" });
}

/** soon returns a function that acts in the next frame, once however often it is called before. */
export function soon(act: () => void): () => void {
  let waiting = false;
  return () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => { waiting = false; act(); });
  };
}

/**
 * renew replaces the content of an element. If the focus was on a part of it, the new part with the same
 * key gets the focus, or otherwise that in the same place. Without this, the focus would return to the top
 * of the page.
 */
export function renew(place: HTMLElement, ...children: (Node | string)[]): void {
  const had = document.activeElement;
  const n = had && had !== place && place.contains(had) ? controls(place).indexOf(had as HTMLElement) : -1;
  place.replaceChildren(...children);
  if (!had || n < 0) return;
  const now = controls(place), key = keyOf(had);
  const same = now[n] && keyOf(now[n]) === key ? now[n] : now.find((c) => keyOf(c) === key);
  focusOn(same ?? now[Math.min(n, now.length - 1)] ?? place);
}

/** focusOn gives an element the focus without scrolling, even one that the Tab key does not reach. */
export function focusOn(at: HTMLElement | SVGElement): void {
  if (at.tabIndex < 0 && !at.hasAttribute("tabindex")) at.setAttribute("tabindex", "-1");
  at.focus({ preventScroll: true });
}

function controls(place: HTMLElement): (HTMLElement | SVGElement)[] {
  return Array.from(place.querySelectorAll<HTMLElement | SVGElement>("button:not(:disabled), summary, [tabindex]"));
}

function keyOf(control: Element): string {
  return control.getAttribute("data-key") || control.id || control.getAttribute("aria-label") || control.textContent || "";
}
