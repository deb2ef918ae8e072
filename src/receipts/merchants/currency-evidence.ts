// Which of the currencies that share a sign a document means, where something in it or about its sender says so: another
// amount with a code, the merchant, the sender's domain, addresses, taxes and registrations, airports, the language.
// Nothing is assumed, least of all from whoever passed the mail on; evidence that disagrees is none.

import { isCurrency, type Currency } from "../../money/currency.ts";
import { findAmounts } from "../totals/money/amounts.ts";
import { WORDLIKE_CODES } from "../totals/money/currency-symbols.ts";
import { folded } from "../words/phrases.ts";
import { CURRENCY_OF_AIRPORT, JOURNEY } from "./airports.ts";
import {
  CONTESTED,
  COUNTRY_SIGNS,
  HEAD_OFFICES,
  JOURNEY_WORDS,
  OWN_SIGNS,
  currencyOfDomain,
} from "./country-evidence.ts";
import { merchantByAddress, merchantByMark, type Merchant } from "./known.ts";

export interface CurrencyEvidence {
  readonly currency: Currency;
  /** How it is known, as the end of a sentence. */
  readonly because: string;
}

/** Not the special region "Hong Kong SAR". */
const CODE = /(?<![\p{L}\d]|Hong ?Kong |Maca[ou] )[A-Z]{3}(?![\p{L}\d])/gu;
const LANGUAGES: readonly (readonly [currency: Currency, words: ReadonlySet<string>])[] = [
  [
    "sek",
    new Set(
      "och kop bestallning ordernummer ar fran tack betalning varav totalt summa belopp leverans inkop hej kvitto".split(
        " ",
      ),
    ),
  ],
  [
    "dkk",
    new Set(
      "tak kob belob heraf bestilling ordrenummer kære kaere ialt din betaling hos os moms levering dit".split(
        " ",
      ),
    ),
  ],
  [
    "nok",
    new Set(
      "takk kjop kjopet belop mva bestilling ordrenummer hei betaling hos oss levering ditt totalt".split(
        " ",
      ),
    ),
  ],
];
const SCRIPT_CHARS_MAX = 20_000;
const EVIDENCE_CHARS_MAX = 200_000;

/** The currencies that a total's print may mean, and the document's evidence for one of them. */
export interface Meaning {
  readonly evidence: CurrencyEvidence | null;
  /** One where the print has a currency's own sign; empty where the total has no sign. */
  readonly means: readonly Currency[];
  /** The document has no evidence. Evidence that disagrees is disputed, not open. */
  readonly open: boolean;
  /** The evidence is a country's: an address, a domain, a telephone number. */
  readonly byCountry?: true;
}

/** What one document shows about currencies; looked for once, when it is first asked. */
export class DocumentCurrencies {
  readonly #texts: readonly string[];
  readonly #address: string | null;
  readonly #merchant: Merchant | null;
  #named: Named | null = null;
  #shown: readonly Shown[] | null = null;

  /** `address` is the sender's, null where none is known. */
  constructor(texts: readonly string[], address: string | null) {
    this.#texts = texts;
    this.#address = address;
    this.#merchant =
      address === null
        ? merchantByMark(folded(texts.join(" ").slice(-SCRIPT_CHARS_MAX)))
        : merchantByAddress(address);
  }

  /** Finds the currency of an amount that has only a shared sign, or no sign. */
  settle(candidates: readonly Currency[]): Meaning {
    const meaning = (evidence: CurrencyEvidence | null, open: boolean): Meaning => ({
      evidence,
      means: candidates,
      open,
    });
    const fits = (currency: Currency | null): currency is Currency =>
      currency !== null && (candidates.length === 0 || candidates.includes(currency));
    const named = (this.#named ??= currenciesNamed(this.#texts));
    const merchant = this.#merchant;
    const own =
      merchant !== null && fits(merchant.currency)
        ? { currency: merchant.currency, because: `${merchant.name} prices in it` }
        : null;
    // The merchant's own currency outweighs a code that stands alone, but not other money.
    const printed = [
      ...(own === null ? new Set([...named.amounts, ...named.codes]) : named.amounts),
    ];
    const [only, ...more] = printed.filter(fits);
    if (only !== undefined && more.length === 0 && (candidates.length > 0 || printed.length === 1))
      return meaning(
        {
          currency: only,
          because: "the document names no other such currency by its code or own sign",
        },
        false,
      );
    if (more.length > 0) return meaning(null, false);
    if (own !== null) return meaning(own, false);
    // Without any sign only the firmest evidence counts. A carrier sells from its domain in every country.
    const shown = this.#countries().filter(
      ({ currency, kind }) =>
        fits(currency) &&
        (candidates.length > 0 || kind === "address" || kind === "registration") &&
        (kind !== "domain" || merchant?.home === undefined || merchant.home === null),
    );
    const evidence = [
      ...shown,
      ...(candidates.length === 0
        ? []
        : ofJourneys(this.#texts, merchant?.home ?? null).filter(({ currency }) => fits(currency))),
    ];
    const [first] = evidence;
    if (first !== undefined)
      return {
        ...meaning(
          evidence.every(({ currency }) => currency === first.currency)
            ? { currency: first.currency, because: first.because }
            : null,
          false,
        ),
        byCountry: true,
      };
    const language = candidates.length === 0 ? null : byLanguage(candidates, this.#texts);
    return meaning(language, language === null);
  }

  /**
   * Of a sign that nearly always means one currency, and in a few countries another: that other one, where something shows
   * such a country and nothing its own; none where both are shown; the usual one otherwise. `printed` is the amount as it stands.
   */
  contested(currency: Currency, printed: string): Meaning {
    const usual: CurrencyEvidence = { currency, because: "its sign says so" };
    const rivals = CONTESTED.get(currency);
    if (rivals === undefined || OWN_SIGNS[currency]?.test(printed) === true)
      return { evidence: usual, means: [currency], open: false };
    const means = [currency, ...rivals];
    const shown = this.#countries().filter(
      (one) => one.kind !== "country" && means.includes(one.currency),
    );
    const rival = shown.find((one) => one.currency !== currency);
    if (rival === undefined) return { evidence: usual, means, open: shown.length === 0 };
    return {
      evidence: shown.every((one) => one.currency === rival.currency) ? rival : null,
      means,
      open: false,
    };
  }

  #countries(): readonly Shown[] {
    return (this.#shown ??= ofCountries(this.#texts, this.#address));
  }
}

interface Shown extends CurrencyEvidence {
  readonly kind: "domain" | "address" | "registration" | "country" | "telephone";
}

/** What shows a country: the sender's domain and the text, but for the lines of head offices and, of journeys, for places. */
function ofCountries(texts: readonly string[], address: string | null): readonly Shown[] {
  const domain = address === null ? null : currencyOfDomain(address);
  const text = texts
    .map((one) =>
      one
        .slice(0, EVIDENCE_CHARS_MAX)
        .split("\n")
        .filter((line) => !HEAD_OFFICES.in(line))
        .join("\n"),
    )
    .join("\n");
  const journey = JOURNEY_WORDS.in(text.slice(0, SCRIPT_CHARS_MAX));
  const shown = COUNTRY_SIGNS.filter(({ kind }) => !journey || kind === "registration").flatMap(
    ({ kind, because, patterns }) =>
      patterns
        .filter(([, pattern]) => pattern.test(text))
        .map(([currency]): Shown => ({ currency, because, kind })),
  );
  return domain === null
    ? shown
    : [
        { currency: domain, because: "the sender's domain is of its country", kind: "domain" },
        ...shown,
      ];
}

/** A carrier's flights within one country, which is its own where that is known. */
function ofJourneys(texts: readonly string[], home: Currency | null): readonly CurrencyEvidence[] {
  const codes = texts
    .flatMap((text) =>
      [...text.slice(0, EVIDENCE_CHARS_MAX).matchAll(JOURNEY)].flatMap(([, one, from, to]) => [
        one,
        from,
        to,
      ]),
    )
    .filter((code) => code !== undefined);
  const currencies = new Set(codes.map((code) => CURRENCY_OF_AIRPORT.get(code) ?? null));
  const [currency, ...others] = currencies;
  if (
    new Set(codes).size < 2 ||
    currency === undefined ||
    currency === null ||
    others.length > 0 ||
    (home !== null && home !== currency)
  )
    return [];
  return [{ currency, because: "the journey is within its country" }];
}

/** The currencies that texts name: with money, and by a code alone. */
interface Named {
  readonly amounts: ReadonlySet<Currency>;
  readonly codes: ReadonlySet<Currency>;
}

function currenciesNamed(texts: readonly string[]): Named {
  const amounts = new Set<Currency>();
  const codes = new Set<Currency>();
  for (const text of texts) {
    for (const { currency } of findAmounts(text)) if (currency !== null) amounts.add(currency);
    for (const [code] of text.matchAll(CODE)) {
      const currency = code.toLowerCase();
      if (isCurrency(currency) && !WORDLIKE_CODES.has(currency)) codes.add(currency);
    }
  }
  return { amounts, codes };
}

function byLanguage(
  candidates: readonly Currency[],
  texts: readonly string[],
): CurrencyEvidence | null {
  const text = texts.join("\n").slice(0, SCRIPT_CHARS_MAX);
  if (candidates.includes("jpy") && candidates.includes("cny")) {
    if (/[\u3041-\u30fe]{3}/.test(text))
      return { currency: "jpy", because: "the document is Japanese" };
    return /[\u4e00-\u9fff]{3}/.test(text)
      ? { currency: "cny", because: "the document is Chinese" }
      : null;
  }
  if (!candidates.includes("sek") || !candidates.includes("nok")) return null;
  const words = new Set(folded(text).split(" "));
  const scores = LANGUAGES.map(([currency, own]) => ({
    currency,
    hits: [...own].filter((word) => words.has(word)).length,
  })).sort((a, b) => b.hits - a.hits);
  const [best, second] = scores;
  return best !== undefined && best.hits >= 3 && best.hits >= (second?.hits ?? 0) + 2
    ? { currency: best.currency, because: "the document's language is its country's" }
    : null;
}
