// Which currency a shared symbol ("$", "kr") means in a document. The evidence is another amount
// with a code, the merchant, the sender's domain, addresses, taxes and registrations, airports, the
// language. Nothing is assumed, and nothing is taken from the forwarder. Evidence that disagrees
// does not count.

import { isCurrency, type Currency } from "../../money/currency.ts";
import { findAmounts } from "../totals/money/amounts.ts";
import { WORDLIKE_CODES } from "../totals/money/currency-symbols.ts";
import { foldWords } from "../words/phrases.ts";
import { CURRENCY_OF_AIRPORT, JOURNEY } from "./airports.ts";
import {
  CONTESTED,
  COUNTRY_EVIDENCE,
  DOLLARS,
  HEAD_OFFICES,
  JOURNEY_WORDS,
  OWN_SYMBOLS,
  findDomainCurrency,
} from "./country-evidence.ts";
import { findMerchantByAddress, merchantByMark, type Merchant } from "./known.ts";
import { findMatches } from "../words/matches.ts";

export interface CurrencyEvidence {
  readonly currency: Currency;
  /** Why, as the end of a sentence. */
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
  /** One if the symbol is a currency's own; empty if the total has no symbol. */
  readonly means: readonly Currency[];
  /** The document has no evidence. Evidence that disagrees is disputed, not open. */
  readonly open: boolean;
  /** The evidence is a country's: an address, a domain, a telephone number. */
  readonly byCountry?: true;
}

/** Evidence of one document about currencies. It is searched once, at the first question. */
export class DocumentCurrencies {
  readonly #texts: readonly string[];
  readonly #address: string | null;
  readonly #merchant: Merchant | null;
  #named: Named | null = null;
  #shown: readonly Shown[] | null = null;

  /** `address` is the sender's, or null. */
  constructor(texts: readonly string[], address: string | null) {
    this.#texts = texts;
    this.#address = address;
    this.#merchant =
      address === null
        ? merchantByMark(foldWords(texts.join(" ").slice(-SCRIPT_CHARS_MAX)))
        : findMerchantByAddress(address);
  }

  /** Finds the currency of an amount with a shared symbol, or with none. */
  settle(printedCandidates: readonly Currency[]): Meaning {
    const candidates = printedCandidates.length > 0 ? printedCandidates : this.#sharedSymbol();
    const isCandidate = (currency: Currency | null): currency is Currency =>
      currency !== null && (candidates.length === 0 || candidates.includes(currency));
    const meaning = (evidence: CurrencyEvidence | null, open = false): Meaning => ({
      evidence,
      means: candidates,
      open,
    });
    const named = (this.#named ??= findNamed(this.#texts));
    const merchant = this.#merchant;
    const own =
      merchant !== null && isCandidate(merchant.currency)
        ? { currency: merchant.currency, because: `${merchant.name} prices in it` }
        : null;
    // The merchant's own currency outweighs a code without an amount, but not other money.
    const printed = [
      ...(own === null ? new Set([...named.amounts, ...named.codes]) : named.amounts),
    ];
    const [only, ...more] = printed.filter(isCandidate);
    if (
      only !== undefined &&
      more.length === 0 &&
      (candidates.length > 0 || printed.length === 1)
    ) {
      // "Rs 600" above a total without a symbol is of the country that the document shows.
      const { evidence } = this.settleContested(only, this.#texts.join("\n"));
      if (evidence?.currency !== only) return meaning(evidence);
      return meaning({
        currency: only,
        because: "the document names no other such currency by its code or own symbol",
      });
    }
    if (more.length > 0) return meaning(null);
    if (own !== null) return meaning(own);
    const evidence = this.#gather(candidates).filter(({ currency }) => isCandidate(currency));
    const [first] = evidence;
    if (first !== undefined) {
      const agrees = evidence.every(({ currency }) => currency === first.currency);
      const { currency, because } = first;
      return { ...meaning(agrees ? { currency, because } : null), byCountry: true };
    }
    // A domain or a telephone number names the currency of a total without a symbol, if the budget holds it.
    if (candidates.length === 0) {
      const hinted = new Set(this.#findCountries().map(({ currency }) => currency));
      return { evidence: null, means: hinted.size === 1 ? [...hinted] : [], open: true };
    }
    const language = findByLanguage(candidates, this.#texts);
    return meaning(language, language === null);
  }

  /** Returns the possible currencies of the symbol that all amounts share, for a total without one. */
  #sharedSymbol(): readonly Currency[] {
    const amounts = this.#texts.flatMap((text) => findAmounts(text));
    if (amounts.some(({ currency }) => currency !== null)) return [];
    const symbols = amounts.flatMap(({ candidates }) =>
      candidates.length > 0 ? [candidates] : [],
    );
    const [first = [], ...more] = symbols;
    return more.every((other) => other.join() === first.join()) ? first : [];
  }

  /** The evidence of countries and journeys. */
  #gather(candidates: readonly Currency[]): readonly CurrencyEvidence[] {
    const home = this.#merchant?.home ?? null;
    const hasSymbol = candidates.length > 0;
    // Without a symbol only the firmest evidence counts. A carrier sells from one domain
    // everywhere.
    const shown = this.#findCountries().filter(
      ({ kind }) =>
        (hasSymbol || kind === "address" || kind === "registration") &&
        (kind !== "domain" || home === null),
    );
    return hasSymbol ? [...shown, ...findJourneys(this.#texts, home)] : shown;
  }

  /**
   * Finds the currency of a symbol that nearly always means one, and in a few countries another. It
   * is the other one if the document shows such a country and not the usual one's; unknown if it
   * shows both; otherwise the usual one. `printed` is the amount as printed.
   */
  settleContested(currency: Currency, printed: string): Meaning {
    const usual: CurrencyEvidence = { currency, because: "its symbol says so" };
    const others = CONTESTED.get(currency);
    if (others === undefined || OWN_SYMBOLS[currency]?.test(printed) === true)
      return { evidence: usual, means: [currency], open: false };
    const means = [currency, ...others];
    const shown = this.#findCountries().filter(
      (one) => one.kind !== "country" && means.includes(one.currency),
    );
    const other = shown.find((one) => one.currency !== currency);
    if (other === undefined) return { evidence: usual, means, open: shown.length === 0 };
    return {
      evidence: shown.every((one) => one.currency === other.currency) ? other : null,
      means,
      open: false,
    };
  }

  #findCountries(): readonly Shown[] {
    return (this.#shown ??= findCountries(this.#texts, this.#address));
  }
}

interface Shown extends CurrencyEvidence {
  readonly kind: "domain" | "address" | "registration" | "country" | "telephone";
}

/**
 * The evidence of countries in the sender's domain and the text. Lines of head offices do not
 * count, nor do the places of journeys.
 */
function findCountries(texts: readonly string[], address: string | null): readonly Shown[] {
  const domain = address === null ? null : findDomainCurrency(address);
  const text = texts
    .map((one) =>
      one
        .slice(0, EVIDENCE_CHARS_MAX)
        .split("\n")
        .filter((line) => !HEAD_OFFICES.in(line))
        .join("\n"),
    )
    .join("\n");
  const isJourney = JOURNEY_WORDS.in(text.slice(0, SCRIPT_CHARS_MAX));
  const shown = COUNTRY_EVIDENCE.filter(
    ({ kind }) => !isJourney || kind === "registration",
  ).flatMap(({ kind, because, patterns }) =>
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

/** The evidence of flights within one country; if the carrier has a home country, only there. */
function findJourneys(
  texts: readonly string[],
  home: Currency | null,
): readonly CurrencyEvidence[] {
  const codes = texts
    .flatMap((text) =>
      [...findMatches(text.slice(0, EVIDENCE_CHARS_MAX), JOURNEY)].flatMap(([, one, from, to]) => [
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

/** The currencies that texts name with an amount, and by a code alone. */
interface Named {
  readonly amounts: ReadonlySet<Currency>;
  readonly codes: ReadonlySet<Currency>;
}

/** "9.00 USD @ 1.4656": a purchase abroad before its exchange. "3 @ 1.25" is groceries: no currency before the "@". */
const EXCHANGED_LINE = /^.{0,120}\d ?[A-Z]{3} @ ?\d{1,6}[.,]\d{2,8}.{0,40}$/gmu;

function findNamed(texts: readonly string[]): Named {
  const amounts = new Set<Currency>();
  const codes = new Set<Currency>();
  for (const printed of texts) {
    const text = printed.replace(EXCHANGED_LINE, "");
    for (const { currency } of findAmounts(text)) if (currency !== null) amounts.add(currency);
    for (const [code] of text.matchAll(CODE)) {
      const currency = code.toLowerCase();
      if (isCurrency(currency) && !WORDLIKE_CODES.has(currency)) codes.add(currency);
    }
    for (const [currency, named] of DOLLARS) if (named.test(text)) codes.add(currency);
  }
  return { amounts, codes };
}

function findByLanguage(
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
  const words = new Set(foldWords(text).split(" "));
  const scores = LANGUAGES.map(([currency, own]) => ({
    currency,
    hits: [...own].filter((word) => words.has(word)).length,
  })).sort((a, b) => b.hits - a.hits);
  const [best, second] = scores;
  return best !== undefined && best.hits >= 3 && best.hits >= (second?.hits ?? 0) + 2
    ? { currency: best.currency, because: "the document's language is its country's" }
    : null;
}
