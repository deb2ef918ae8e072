// The payee of a row among its texts, by the direction of the money, and the texts that go into the
// notes. Runs once a row.

import { isBankWords, isCode, mayNameParty } from "../../payees/bank-words.ts";
import { splitLabel } from "../../payees/fields.ts";
import { comparisonKey } from "../../payees/keys.ts";
import { cutPlace } from "../columns/padded-names.ts";
import { nameKey } from "../columns/party-labels.ts";
import type { PartiesPlan } from "../plan.ts";
import { foldBlanks } from "./row-text.ts";

const CACHE_ENTRIES_MAX = 2_000;
const LABEL_CHARS_MAX = 40;
const NOTE_CHARS_MAX = 500;

export class PayeeChooser {
  readonly #plan: PartiesPlan;
  readonly #header: readonly string[];
  readonly #own: ReadonlySet<string>;
  readonly #ownCache = new Map<string, boolean>();

  constructor(plan: PartiesPlan, header: readonly string[] | null) {
    this.#plan = plan;
    this.#header = header ?? [];
    this.#own = new Set(plan.own);
  }

  /** The payee's text; null if no column says more than the description. */
  choose(cells: readonly string[], amount: number): string | null {
    const { out, in: inward, extra, weak } = this.#plan;
    return (
      this.#findParty(cells, amount > 0 ? inward : out) ??
      this.#findLabelled(cells) ??
      this.#joinTexts(cells) ??
      this.#findFirst(cells, extra) ??
      this.#findFirst(cells, weak) ??
      this.#findWords(cells)
    );
  }

  /** The texts under unknown labels with their labels, without those that the row has already. */
  collectNotes(cells: readonly string[], known: string): string {
    let notes = "";
    const said = comparisonKey(known);
    for (const column of this.#plan.extra) {
      const text = foldBlanks(cells[column] ?? "").slice(0, NOTE_CHARS_MAX);
      if (text === "" || !mayNameParty(text) || said.includes(comparisonKey(text))) continue;
      const label = foldBlanks(this.#header[column] ?? "").slice(0, LABEL_CHARS_MAX);
      notes += `${notes === "" ? "" : "; "}${label === "" ? "" : `${label}: `}${text}`;
    }
    return notes;
  }

  /** A text that says itself whose name it is: "Nazwa odbiorcy: NAME", "TO: NAME". */
  #findLabelled(cells: readonly string[]): string | null {
    for (const column of [...this.#plan.texts, ...this.#plan.extra]) {
      const text = foldBlanks(cells[column] ?? "");
      if (splitLabel(text)?.isParty === true && this.#mayName(text)) return text;
    }
    return null;
  }

  /** The first name of a party; in such a column "O2" and "A2A" are names too. */
  #findParty(cells: readonly string[], columns: readonly number[]): string | null {
    for (const column of columns) {
      const text = this.#readText(cells, column);
      if (text === "" || this.#isOwn(text)) continue;
      if (mayNameParty(text) || isShortName(text)) return text;
    }
    return null;
  }

  #findFirst(cells: readonly string[], columns: readonly number[]): string | null {
    for (const column of columns) {
      const text = this.#readText(cells, column);
      if (text !== "" && this.#mayName(text)) return text;
    }
    return null;
  }

  /** The description's texts that may name the payee, none of which repeats another. */
  #joinTexts(cells: readonly string[]): string | null {
    const { texts, joined } = this.#plan;
    if (!joined) return this.#findFirst(cells, texts);
    let result: string | null = null;
    for (const column of texts) {
      const text = this.#readText(cells, column);
      if (text === "" || text === result || !this.#mayName(text)) continue;
      if (result === null) result = text;
      else if (!isSaidBy(result, text))
        result = isSaidBy(text, result) ? text : `${result} ${text}`;
    }
    return result;
  }

  /** The bank's own words, where the row has nothing else. */
  #findWords(cells: readonly string[]): string | null {
    const { out, texts, extra, weak } = this.#plan;
    for (const column of [...out, ...texts, ...extra, ...weak]) {
      const text = foldBlanks(cells[column] ?? "");
      if (text !== "" && /\p{L}{2}/u.test(text) && isBankWords(text) && !this.#isOwn(text))
        return text;
    }
    return null;
  }

  /** A cell's text, without the place behind a padded name. */
  #readText(cells: readonly string[], column: number): string {
    const cell = cells[column] ?? "";
    const { places } = this.#plan;
    return foldBlanks(places === undefined ? cell : cutPlace(cell, places[column]));
  }

  #mayName(text: string): boolean {
    return mayNameParty(text) && !this.#isOwn(text);
  }

  #isOwn(text: string): boolean {
    if (this.#own.size === 0) return false;
    const known = this.#ownCache.get(text);
    if (known !== undefined) return known;
    if (this.#ownCache.size >= CACHE_ENTRIES_MAX) this.#ownCache.clear();
    const own = this.#own.has(nameKey(text));
    this.#ownCache.set(text, own);
    return own;
  }
}

const SHORT_CHARS_MAX = 4;

function isShortName(text: string): boolean {
  return text.length > 1 && text.length <= SHORT_CHARS_MAX && /\p{L}/u.test(text) && isCode(text);
}

/** Whether the words of a short text are all in a longer one, which then adds only details. */
function isSaidBy(short: string, long: string): boolean {
  const words = comparisonKey(short).split(" ");
  const all = comparisonKey(long).split(" ");
  return words.length <= all.length && words.every((word) => all.includes(word));
}
