// How the file is read: notes about it, and settings, which open below a message that concerns them.

import { button, byId, el } from "../../../report/web/dom";

type Flags = Record<string, string>;

/** A setting. No value means the usual one, if it has a name. */
interface Setting { flag: string; label: string; choices?: [value: string, text: string][]; usual?: string; example?: string }

const settings: Setting[] = [
  { flag: "delimiter", label: "Between the fields", choices: [["", "as the first line shows"], [",", "commas"], [";", "semicolons"], ["tab", "tabs"], ["|", "bars"]] },
  { flag: "decimal", label: "Decimal mark", choices: [["", "point: 1.5"], [",", "comma: 1,5"], [".", "point, also before three digits: 1.500"]] },
  { flag: "encoding", label: "Encoding", choices: [["", "UTF-8, or as its first bytes say"], ["windows-1252", "Windows-1252"], ["latin1", "Latin-1"], ["utf-16le", "UTF-16, little-endian"], ["utf-16be", "UTF-16, big-endian"]] },
  { flag: "skip-ragged", label: "Lines with more or fewer fields", choices: [["", "are an error"], ["true", "are left out"]] },
  { flag: "na", label: "Texts that mean a missing value", example: "NA,n/a,-" },
  { flag: "missing", label: "Records without a value of X", choices: [["", "a group of their own"], ["drop", "left out"], ["nearest", "in the group most like them"]], usual: "own" },
  { flag: "missing-y", label: "Records without a value of Y", choices: [["", "left out"], ["own", "the value “(missing)”"]], usual: "drop" },
];

/** Advice of a message: the setting that it concerns, what the page says in its place, and a button that follows it. */
interface Advice { at: RegExp; flag: string; says: string; act?: (found: string) => { text: string; flags: Flags } }

const advices: Advice[] = [
  { at: /, add --decimal \.$/, flag: "decimal", says: ", say so.", act: () => ({ text: "Read with a decimal point", flags: { decimal: "." } }) },
  { at: /(: if they are)?,? add --decimal ,$/, flag: "decimal", says: ".", act: () => ({ text: "Read with a decimal comma", flags: { decimal: "," } }) },
  { at: /(: if that stands for a missing value)?,? add --na (\S+|'[^']*')$/, flag: "na", says: ".", act: (list) => ({ text: `Take ${list} as missing`, flags: { na: list } }) },
  { at: /: add --na (\S+|'[^']*'), or --type .*$/, flag: "na", says: ".", act: (list) => ({ text: `Take ${list} as missing`, flags: { na: list } }) },
  { at: /: name its encoding with --encoding.*$/, flag: "encoding", says: ": choose its encoding.", act: () => ({ text: "Read as Windows-1252", flags: { encoding: "windows-1252" } }) },
  { at: /: (leave --encoding out|add --encoding .*)$/, flag: "encoding", says: ": choose another encoding." },
  { at: /: name it with --delimiter$/, flag: "delimiter", says: ": choose what separates them." },
  { at: /\d fields?, but the header has \d+$/, flag: "skip-ragged", says: "$&. Is there another character between the fields, or a quote that is not closed?", act: () => ({ text: "Leave such lines out", flags: { "skip-ragged": "true" } }) },
];

export interface Reading {
  /** offer shows the settings of a file that was read, with notes about it. */
  offer(given: Flags, notes: string[]): void;
  /** reset forgets the settings of another file. */
  reset(): void;
  /** flags returns the settings. */
  flags(): Flags;
  /** concerns shows the settings below an error about one of them, and returns the error in the words of the page. */
  concerns(error: string, below: HTMLElement): string;
}

/** startReading makes the settings. again reads the file another time, as they say. */
export function startReading(again: () => void): Reading {
  const card = byId("how-read"), details = byId<HTMLDetailsElement>("settings");
  const controls = new Map<string, HTMLSelectElement | HTMLInputElement>();
  for (const { flag, label, choices, example } of settings) {
    const control = choices
      ? el("select", { id: flag }, ...choices.map(([value, text]) => el("option", { value }, text)))
      : el("input", { id: flag, type: "text", placeholder: example ?? "", autocomplete: "off", spellcheck: "false" });
    controls.set(flag, control);
    byId("setting-list").append(el("label", {}, el("span", {}, label), control));
  }
  byId("reread").addEventListener("submit", (event) => { event.preventDefault(); again(); });

  const set = (flags: Flags) => {
    for (const [flag, control] of controls) {
      const value = flags[flag] ?? "";
      if (control instanceof HTMLSelectElement && ![...control.options].some((o) => o.value === value)) control.append(el("option", { value }, value));
      control.value = value;
    }
  };
  const flags = () => Object.fromEntries([...controls].map(([flag, control]) => [flag, control.value.trim()]));

  /** said returns a message in the words of the page, with a button that follows its advice. */
  function said(message: string): { text: string; flag?: string; follow?: HTMLElement } {
    for (const { at, flag, says, act } of advices) {
      const found = at.exec(message);
      if (!found) continue;
      const advised = act?.((found.at(-1) ?? "").replace(/^'|'$/g, ""));
      const follow = advised && button(advised.text, () => {
        const before = flags();
        const na = [before.na, advised.flags.na].filter(Boolean).join(",");
        set({ ...before, ...advised.flags, ...(na ? { na } : {}) });
        again();
      });
      return { text: message.replace(at, says), flag, ...(follow ? { follow } : {}) };
    }
    return { text: message };
  }

  return {
    flags,
    reset: () => set({}),
    offer(given, notes) {
      if (notes.length > 0) byId("setup").before(card);
      else byId("setup").after(card);
      const usual = settings.filter((s) => s.usual !== undefined && given[s.flag] === s.usual);
      set({ ...given, ...Object.fromEntries(usual.map((s) => [s.flag, ""])) });
      card.hidden = false;
      details.open = false;
      const items = notes.map(said);
      byId("read-notes").replaceChildren(...items.map(({ text, follow }) => el("li", {}, text.charAt(0).toUpperCase() + text.slice(1), " ", ...(follow ? [follow] : []))));
    },
    concerns(error, below) {
      const { text, flag, follow } = said(error);
      if (flag === undefined) return text;
      below.after(card);
      card.hidden = false;
      details.open = true;
      byId("read-notes").replaceChildren(...(follow ? [el("li", {}, follow)] : []));
      return text;
    },
  };
}
