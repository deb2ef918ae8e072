// Which of the currencies that share a sign a document means, where something in it or about its sender says so: another
// amount with a code, the merchant's or the sender's country, the postal addresses, the language. Evidence that disagrees
// is none.

import { isCurrency, type Currency } from "../../../../value/currency.ts";
import { findAmounts } from "../money/amounts.ts";
import { WORDLIKE_CODES } from "../money/signs.ts";
import { folded } from "../labels/phrases.ts";
import { currencyOfDomain, merchantByAddress, merchantByMark } from "./known.ts";

export interface CurrencyEvidence {
  readonly currency: Currency;
  /** How it is known, as the end of a sentence. */
  readonly because: string;
}

const CODE = /(?<![\p{L}\d])[A-Z]{3}(?![\p{L}\d])/gu;
const US_ADDRESS = /(?<![A-Za-z])(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY]),? \d{5}(?:-\d{4})?(?!\d)/;
const ADDRESSES: readonly (readonly [currency: Currency, pattern: RegExp])[] = [
  ["usd", US_ADDRESS],
  ["cad", /(?<![A-Za-z\d])[ABCEGHJ-NPRSTVXY]\d[A-Z] ?\d[A-Z]\d(?![A-Za-z\d])/],
  ["aud", /(?<![A-Za-z])(?:NSW|VIC|QLD|TAS|ACT|WA|SA|NT),? \d{4}(?!\d)|(?<![A-Za-z])ABN:? \d{2} \d{3} \d{3} \d{3}/],
  ["sgd", /Singapore \d{6}(?!\d)/], ["nzd", /(?:Auckland|Wellington|Christchurch|Hamilton|Dunedin),? \d{4}(?!\d)/], ["hkd", /(?:Kowloon|Wan Chai|New Territories), Hong Kong/], ["mxn", /C\.P\.? ?\d{5}(?!\d)/],
];
const LANGUAGES: readonly (readonly [currency: Currency, words: ReadonlySet<string>])[] = [
  ["sek", new Set("och kop bestallning ordernummer ar fran tack betalning varav totalt summa belopp leverans inkop hej kvitto".split(" "))],
  ["dkk", new Set("tak kob belob heraf bestilling ordrenummer kære kaere ialt din betaling hos os moms levering dit".split(" "))],
  ["nok", new Set("takk kjop kjopet belop mva bestilling ordrenummer hei betaling hos oss levering ditt totalt".split(" "))],
];
const SCRIPT_CHARS_MAX = 20_000;

/** The currency of an amount that only a shared sign, or nothing, names; null where nothing settles it. */
export function settleCurrency(candidates: readonly Currency[], texts: readonly string[], address: string | null): CurrencyEvidence | null {
  const fits = (currency: Currency | null): currency is Currency => currency !== null && (candidates.length === 0 || candidates.includes(currency));
  const named = currenciesNamed(texts);
  const fitting = [...named].filter(fits);
  const [only, ...more] = fitting;
  if (only !== undefined && more.length === 0 && (candidates.length > 0 || named.size === 1)) return { currency: only, because: "the document names no other such currency by its code or own sign" };
  if (more.length > 0) return null;
  const merchant = address === null ? merchantByMark(folded(texts.join(" ").slice(-SCRIPT_CHARS_MAX))) : merchantByAddress(address);
  if (merchant !== null && fits(merchant.currency)) return { currency: merchant.currency, because: `${merchant.name} prices in it` };
  if (candidates.length === 0) return null;
  const ofDomain = address === null ? null : currencyOfDomain(address);
  if (fits(ofDomain)) return { currency: ofDomain, because: "the sender's domain is of its country" };
  const addresses = ADDRESSES.filter(([, pattern]) => texts.some((text) => pattern.test(text))).map(([currency]) => currency);
  const [place, ...others] = addresses;
  if (place !== undefined && others.length === 0 && fits(place)) return { currency: place, because: "every postal address in it is of its country" };
  return byLanguage(candidates, texts);
}

/** Currencies that the texts name by a code, or by a sign of their own. */
function currenciesNamed(texts: readonly string[]): ReadonlySet<Currency> {
  const named = new Set<Currency>();
  for (const text of texts) {
    for (const { currency } of findAmounts(text)) if (currency !== null) named.add(currency);
    for (const [code] of text.matchAll(CODE)) {
      const currency = code.toLowerCase();
      if (isCurrency(currency) && !WORDLIKE_CODES.has(currency)) named.add(currency);
    }
  }
  return named;
}

function byLanguage(candidates: readonly Currency[], texts: readonly string[]): CurrencyEvidence | null {
  const text = texts.join("\n").slice(0, SCRIPT_CHARS_MAX);
  if (candidates.includes("jpy") && candidates.includes("cny")) {
    if (/[\u3041-\u30fe]{3}/.test(text)) return { currency: "jpy", because: "the document is Japanese" };
    return /[\u4e00-\u9fff]{3}/.test(text) ? { currency: "cny", because: "the document is Chinese" } : null;
  }
  if (!candidates.includes("sek") || !candidates.includes("nok")) return null;
  const words = new Set(folded(text).split(" "));
  const scores = LANGUAGES.map(([currency, own]) => ({ currency, hits: [...own].filter((word) => words.has(word)).length })).sort((a, b) => b.hits - a.hits);
  const [best, second] = scores;
  return best !== undefined && best.hits >= 3 && best.hits >= (second?.hits ?? 0) + 2 ? { currency: best.currency, because: "the document's language is its country's" } : null;
}
