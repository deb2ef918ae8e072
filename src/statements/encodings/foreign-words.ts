// What the choice of an encoding is decided on: the distinct words of a document that hold bytes
// above ASCII, and what the rest of it shows of its language.

import words from "../words/language-words.json" with { type: "json" };

/** A run of letters with a byte above ASCII. */
export interface ForeignRun {
  readonly bytes: Uint8Array;
  /** Whether a digit is beside it, as beside the sign of a currency. */
  readonly besideDigit: boolean;
}

const RUNS_MAX = 150;
const RUN_BYTES_MAX = 60;
const TOTAL_BYTES_MAX = 2_048;

/** The distinct runs in the order of their first appearance. */
export function findForeignRuns(sample: Uint8Array): readonly ForeignRun[] {
  const runs = new Map<string, ForeignRun>();
  let total = 0;
  for (let at = 0; at < sample.length && runs.size < RUNS_MAX && total < TOTAL_BYTES_MAX;) {
    let end = at;
    let foreign = false;
    while (end < sample.length && (sample[end] ?? 0) >= 0x40 && end - at < RUN_BYTES_MAX) {
      foreign = foreign || (sample[end] ?? 0) >= 0x80;
      end += 1;
    }
    if (foreign) {
      const bytes = sample.subarray(at, end);
      const besideDigit = isDigit(sample[at - 1]) || isDigit(sample[end]);
      const key = `${bytes.join()}${besideDigit}`;
      if (!runs.has(key)) {
        runs.set(key, { bytes, besideDigit });
        total += bytes.length;
      }
    }
    at = Math.max(end, at + 1);
  }
  return [...runs.values()];
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 48 && byte <= 57;
}

const SHARED_MAX = 6;
const WORD_WEIGHT = 4;
const COUNTRY_WEIGHT = 5;
/** The most that such evidence weighs. */
export const EVIDENCE_MAX = 12;

/** language -> its words of statements. */
export const LANGUAGE_WORDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(words).map(([language, line]) => [language, new Set(line.split(" "))]),
);

const PLAIN_WORD = /[a-z]{2,}/g;
const IBAN = /\b([A-Z]{2})\d{2}[A-Z0-9]{4}[A-Z0-9 ]{7,30}\b/g;
const CURRENCY = /\b[A-Z]{3}\b/g;

/** Languages by the country of an account's number or by a currency. */
const COUNTRIES: Readonly<Record<string, string>> = {
  TR: "tr",
  TRY: "tr",
  IS: "is",
  ISK: "is",
  PL: "pl",
  PLN: "pl",
  CZ: "cs",
  CZK: "cs",
  SK: "sk",
  HU: "hu",
  HUF: "hu",
  RO: "ro",
  RON: "ro",
  HR: "hr",
  HRK: "hr",
  SI: "sl",
  AL: "sq",
  ALL: "sq",
  LT: "lt",
  LV: "lv",
  EE: "et",
  DE: "de",
  AT: "de",
  FR: "fr",
  ES: "es",
  IT: "it",
  NL: "nl",
  PT: "pt",
  BRL: "pt",
  BR: "pt",
  SE: "sv",
  SEK: "sv",
  NO: "nb",
  NOK: "nb",
  DK: "da",
  DKK: "da",
  FI: "fi",
  VND: "vi",
  RUB: "ru",
  UAH: "uk",
  UA: "uk",
  BG: "bg",
  BGN: "bg",
  RS: "sr",
  RSD: "sr",
  MK: "mk",
  MKD: "mk",
  GR: "el",
  CY: "el",
  IL: "he",
  ILS: "he",
  SA: "ar",
  SAR: "ar",
  AED: "ar",
  AE: "ar",
  EGP: "ar",
  THB: "th",
  IRR: "fa",
  BYN: "be",
  MT: "mt",
};

/** How much the plain words, the account numbers and the currencies speak for each language. */
export function weighLanguages(sample: Uint8Array): ReadonlyMap<string, number> {
  const text = new TextDecoder("latin1").decode(sample).replace(/[\u0080-\u00ff]+/g, "\u00ff");
  const weights = new Map<string, number>();
  const add = (language: string, weight: number) =>
    weights.set(language, Math.min(EVIDENCE_MAX, (weights.get(language) ?? 0) + weight));
  const lower = text.toLowerCase().replace(/[a-z]*\u00ff[a-z\u00ff]*/g, " ");
  for (const word of new Set(lower.match(PLAIN_WORD) ?? [])) {
    const having = [...LANGUAGE_WORDS].filter(([, known]) => known.has(word));
    if (having.length > SHARED_MAX) continue;
    for (const [language] of having) add(language, WORD_WEIGHT / having.length);
  }
  const codes = [...text.matchAll(IBAN)].map(([, country = ""]) => country);
  for (const code of new Set([...codes, ...(text.match(CURRENCY) ?? [])])) {
    const language = COUNTRIES[code];
    if (language !== undefined) add(language, COUNTRY_WEIGHT);
  }
  return weights;
}
