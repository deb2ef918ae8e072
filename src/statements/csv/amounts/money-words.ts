// Facts: how currencies are written beside a number, and the letters that mark debit and credit there.

import { parseCurrency, type Currency } from "../../../money/currency.ts";

/** Symbols and abbreviations; null where several currencies share one. */
// prettier-ignore
const WORDS: Readonly<Record<string, Currency | null>> = {
  "€": "eur", "£": "gbp", "$": null, "us$": "usd", "$us": "usd", "u$s": "usd", "c$": "cad", "ca$": "cad", "a$": "aud", "au$": "aud",
  "nz$": "nzd", "hk$": "hkd", "s$": "sgd", "nt$": "twd", "r$": "brl", "mx$": "mxn", "¥": null, "￥": null, "円": "jpy", "元": "cny",
  "₹": "inr", rs: "inr", "₽": "rub", "руб": "rub", р: "rub", "₴": "uah", грн: "uah", "₺": "try", tl: "try", "₪": "ils", "฿": "thb",
  "₩": "krw", 원: "krw", "₫": "vnd", đ: "vnd", "₱": "php", "₦": "ngn", "₡": "crc", "₲": "pyg", "₸": "kzt", "₼": "azn", "₾": "gel", kč: "czk",
  zł: "pln", kr: null, ft: "huf", fr: "chf", sfr: "chf", lei: "ron", лв: "bgn", lv: "bgn", din: "rsd", km: "bam", rm: "myr", rp: "idr",
  "s/": "pen", "s/.": "pen", "b/.": "pab", euro: "eur", euros: "eur", eu: "eur", r: "zar", nis: "ils", "ден": "mkd", "dh": "mad", "ksh": "kes",
};
/** Letters behind a number: whether they take the sign away from the account. */
const FLAGS: Readonly<Record<string, "out" | "in">> = {
  dr: "out",
  db: "out",
  d: "out",
  s: "out",
  debit: "out",
  cr: "in",
  c: "in",
  h: "in",
  credit: "in",
  ch: "in",
};

/** What a word beside a number says: a currency (null: one of several), a side, or undefined: no such word. */
export function moneyWord(
  word: string,
): { currency: Currency | null } | { side: "out" | "in" } | undefined {
  const key = word.toLowerCase().replace(/\.$/, "");
  const side = Object.hasOwn(FLAGS, key) ? FLAGS[key] : undefined;
  if (side !== undefined) return { side };
  if (Object.hasOwn(WORDS, key)) return { currency: WORDS[key] ?? null };
  if (key.length === 3) {
    const currency = parseCurrency(key);
    if (currency !== null) return { currency };
  }
  return undefined;
}

/** The one currency that a label names, "CAD$" too; null where it names none, or several. */
export function labelCurrency(label: string): Currency | null {
  const found = new Set(
    [
      currencyIn(label),
      ...[...label.matchAll(/(?<![A-Za-z])[A-Z]{3}(?![A-Za-z])/g)].map(([code]) =>
        parseCurrency(code),
      ),
    ].filter((code) => code !== null),
  );
  const [only] = found;
  return found.size === 1 && only !== undefined ? only : null;
}

/** The currency written in a text such as "Saldo CHF", "Betrag (€)" or "12,00 EUR"; null where none is. */
export function currencyIn(text: string): Currency | null {
  for (const word of text.split(/[\s()[\]/:;,.\d+\-−'’"=|_]+/u)) {
    if (word === "") continue;
    const code = word.length === 3 && word === word.toUpperCase() ? parseCurrency(word) : null;
    if (code !== null) return code;
    const key = word.toLowerCase();
    if (word.length <= 3 && !/^[a-z]+$/.test(key) && Object.hasOwn(WORDS, key)) {
      const known = WORDS[key] ?? null;
      if (known !== null) return known;
    }
  }
  return null;
}
