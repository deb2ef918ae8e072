// Classifies number formats (ECMA-376 18.8.30 and .31) as a date, a time or a number, with its
// currency. Some programs write localized letters (TT.MM.JJJJ) instead of English ones; no number
// has those.

import type { Currency } from "../../money/currency.ts";
import { findCurrency } from "../csv/amounts/money-words.ts";

export interface NumberFormat {
  readonly shows: "number" | "date" | "time";
  readonly currency: Currency | null;
}

const PLAIN: NumberFormat = { shows: "number", currency: null };
const CODE_CHARS_MAX = 255;

/** Formats without a code: 27 to 36 and 50 to 58 are East Asian dates, 71 to 81 Thai ones. */
export function builtInFormat(id: number): NumberFormat {
  if (
    (id >= 14 && id <= 17) ||
    id === 22 ||
    (id >= 27 && id <= 31) ||
    id === 36 ||
    (id >= 50 && id <= 54) ||
    id === 57 ||
    id === 58 ||
    (id >= 71 && id <= 74) ||
    id === 77
  ) {
    return { shows: "date", currency: null };
  }
  if (
    (id >= 18 && id <= 21) ||
    (id >= 32 && id <= 35) ||
    (id >= 45 && id <= 47) ||
    id === 55 ||
    id === 56 ||
    (id >= 75 && id <= 76) ||
    (id >= 78 && id <= 81)
  ) {
    return { shows: "time", currency: null };
  }
  return PLAIN;
}

/** Classifies a format code by its section for positive numbers. */
export function parseFormat(code: string): NumberFormat {
  const { bare, words } = stripLiterals(code.slice(0, CODE_CHARS_MAX));
  const letters = bare.toLowerCase().replace(/general|standard|am\/pm|a\/p/g, "");
  const seconds = /s\.?0+/.test(letters);
  if (/[#?]/.test(letters) || (/0/.test(letters) && !seconds))
    return { shows: "number", currency: words };
  if (/[yd]/.test(letters) || /m{3,}/.test(letters) || FOREIGN_DATE.test(letters.trim()))
    return { shows: "date", currency: null };
  if (/[hs]/.test(letters)) return { shows: "time", currency: null };
  return /m/.test(letters)
    ? { shows: "date", currency: null }
    : { shows: "number", currency: words };
}

/**
 * Three groups of letters, one of them of two or four: TT.MM.JJJJ, pp.kk.vvvv, gg/mm/aaaa,
 * RRRR-MM-DD.
 */
const FOREIGN_DATE =
  /^(?:([tjpgd])\1?[./\- ]([mkl])\2?\2?[./\- ]([javgyr])\3{1,3}|([jravg])\4{3}[./\- ]([mk])\5?[./\- ]([tjpgd])\6?)\.?$/;

/** The code without its literal texts, and the currency among those. */
function stripLiterals(code: string): { readonly bare: string; readonly words: Currency | null } {
  let bare = "";
  let words: Currency | null = null;
  let at = 0;
  const note = (text: string) => {
    words ??= findCurrency(text);
  };
  while (at < code.length && code[at] !== ";") {
    const letter = code[at] ?? "";
    if (letter === '"') {
      const end = closing(code, '"', at);
      note(code.slice(at + 1, end));
      at = end + 1;
    } else if (letter === "[") {
      const end = closing(code, "]", at);
      const inside = code.slice(at + 1, end);
      // [h], [mm], [ss] are elapsed times; [$€-407] is a currency and a locale; others are colours
      // or conditions.
      if (/^(h+|m+|s+)$/i.test(inside)) bare += inside[0]?.toLowerCase() === "m" ? "h" : inside;
      else if (inside.startsWith("$")) words ??= localCurrency(inside.slice(1));
      at = end + 1;
    } else if (letter === "\\" || letter === "_" || letter === "*") {
      if (letter === "\\") note(code[at + 1] ?? "");
      at += 2;
    } else {
      if (letter === "€" || letter === "£") note(letter);
      bare += letter;
      at += 1;
    }
  }
  return { bare, words };
}

function closing(code: string, mark: string, from: number): number {
  const at = code.indexOf(mark, from + 1);
  return at < 0 ? code.length : at;
}

/** Symbols that several currencies share, by the format's locale (its hexadecimal number). */
// prettier-ignore
const LOCALES: ReadonlyMap<string, Currency> = new Map([
  ["$ 409", "usd"], ["$ 1009", "cad"], ["$ c0c", "cad"], ["$ c09", "aud"], ["$ 1409", "nzd"], ["$ c04", "hkd"], ["$ 3c09", "hkd"],
  ["$ 4809", "sgd"], ["$ 1004", "sgd"], ["$ 80a", "mxn"], ["$ 2c0a", "ars"], ["$ 340a", "clp"], ["$ 240a", "cop"],
  ["kr 41d", "sek"], ["kr 414", "nok"], ["kr 814", "nok"], ["kr 406", "dkk"], ["kr 40f", "isk"], ["kr. 406", "dkk"],
  ["¥ 411", "jpy"], ["￥ 411", "jpy"], ["¥ 804", "cny"], ["￥ 804", "cny"],
  ["ft 40e", "huf"], ["lei 418", "ron"], ["tl 41f", "try"], ["fr. 807", "chf"], ["sfr. 807", "chf"], ["fr. 100c", "chf"], ["rs. 4009", "inr"], ["r 1c09", "zar"],
]);

/** The currency in "€-407", "USD", "kr-41D"; null when the symbol and locale fit several. */
function localCurrency(inside: string): Currency | null {
  const dash = inside.lastIndexOf("-");
  const sign = (dash < 0 ? inside : inside.slice(0, dash)).trim();
  const locale =
    dash < 0
      ? ""
      : inside
          .slice(dash + 1)
          .toLowerCase()
          .replace(/^0+/, "");
  return LOCALES.get(`${sign.toLowerCase()} ${locale}`) ?? findCurrency(sign);
}
