// The words of payees' texts (words.json): what banks print before the name, labels of numbers,
// fillers.

import bankWords from "./bank-words.json" with { type: "json" };
import partyLabels from "../words/party-labels.json" with { type: "json" };
import words from "./words.json" with { type: "json" };
import months from "../words/months.json" with { type: "json" };
import { expandChoices, indexPhrases } from "./phrases.ts";
import { comparisonKey } from "./keys.ts";

/** Kinds that are payees themselves, cash and salary, and words that merchants are called by. */
const NAMES_TOO =
  /\b(RETRAIT|LOHN|GEHALT|LON|LONN|BANKOMAT\w*|BANCOMAT|ATM|CAJERO|NUMERAR|CEKME|HOTOVOSTI|GOTOWKI|DAB|RUT TIEN|IDEAL|VERSLUN|DIVERSEN|CARTE|CARTA|PLATA|FAST|POS|BLIK|GIRO|MULTIBANCO|SIPO)$|^(ΑΝΑΛΗΨΗ|СНЯТИЕ|ВЫДАЧА|ПЛАТА|RETRAGERE|GELDOPNAME|KESZPENZFELVET|RETUR|RETOUR|AFFITTO|CANONE AFFITTO|LOYER|MIETE|HUUR|ALUGUEL|RENDA|NAJEM|ALQUILER|RENT PAYMENT|NOMINA|STIPENDIO|EMOLUMENTI|UTTAG|UTTAK|HAEVNING|NOSTO|WYPLATA|VYPLATA|WPLATA|STORNO|RETRAIT|LOHN|GELDAUTOMAT|REINTEGRO|PRELIEVO|PRELEVAMENTO|SAQUE|LEVANTAMENTO|VYBER)/;
const KIND_CHARS_MIN = 5;

/**
 * Phrases before the name that say what kind of transaction it is, by language or country. After
 * "card" and "debit" a merchant follows, after "transfer" a person or firm whose name ends at a
 * reference word. After "dated" the day and month follow as four or six digits, then the town.
 * "weak" words are also merchants' names, so they count only if a number, date or place follows.
 */
export const PREFIXES = indexPhrases([
  ...entriesOf(words.prefixes).flatMap(([kind, byRegion]) =>
    Object.values(byRegion).map((phrases) => [kind, phrases] as const),
  ),
  ["card", listPlainKinds()] as const,
  ["cash", words.cash] as const,
]);

/** Texts that name cash at a machine, which is what a person calls the payee. */
export const CASH_TEXTS: ReadonlySet<string> = new Set(words.cash.map(comparisonKey));

/** Words that name it in any text; a star stands for any letters. */
export const CASH_WORDS = matchWords(words.cash_words);
/** The first of such words. */
export const CASH_BEGINS = matchWords(words.cash_words.map((word) => word.split(" ")[0] ?? ""));

function matchWords(list: readonly string[]): RegExp {
  return new RegExp(`\\b(?:${list.join("|").replaceAll("*", "\\w*")})\\b`);
}

/** The bank's words for a kind of transaction, by which nobody recognizes the other party. */
export const KINDS = indexPhrases(
  Object.values(bankWords).map((phrases) => [true, phrases] as const),
);

/** Texts that say that there is nothing. */
export const NOTHING_TEXTS: ReadonlySet<string> = new Set(partyLabels.nothing.map(comparisonKey));

/**
 * The bank's own words that no name begins with: of several words, or in a script of their own.
 * English phrases are listed one by one instead, because merchants are called so.
 */
function listPlainKinds(): readonly string[] {
  return entriesOf(bankWords)
    .filter(([group]) => group !== "English")
    .flatMap(([, phrases]) => phrases.flatMap(expandChoices))
    .filter((phrase) => !NAMES_TOO.test(phrase))
    .filter((phrase) => phrase.trim().includes(" ") || isPlainKind(phrase.trim()));
}

/** A single word of Latin letters is a kind if it is long enough; of another script, always. */
function isPlainKind(word: string): boolean {
  return /[\u0250-\uffff]/.test(word) || word.length >= KIND_CHARS_MIN;
}

/** Labels of numbers, and how many pieces with digits may follow each. A label alone stays. */
export const LABELS = indexPhrases(
  entriesOf(words.labels).map(
    ([rule, { values, phrases }]) => [{ rule, values }, phrases] as const,
  ),
);

/** Words of politeness and help by shops and card networks, which are left out everywhere. */
export const FILLERS = indexPhrases([["filler", words.fillers]] as const);

/** After the name of a person or firm, these words begin the message to them. */
export const MESSAGES: ReadonlySet<string> = new Set(words.message_words);

/** Words before a date or time, and words after one. */
export const BEFORE_DATES: ReadonlySet<string> = new Set(words.before_dates);
export const AFTER_DATES: ReadonlySet<string> = new Set(words.after_dates);
/** Words before a rate of exchange, and names of currencies in words. */
export const RATE_WORDS: ReadonlySet<string> = new Set(words.rate_words);
export const CURRENCY_WORDS: ReadonlySet<string> = new Set(words.currency_words);
export const MONTH_NAMES: ReadonlySet<string> = new Set(words.months);

/** Payment services and cash registers that are printed before the merchant's name and a star. */
export const SERVICES: ReadonlySet<string> = new Set(words.payment_services);

/** The months in all languages: "Hyra mars" names nobody. */
export const MONTHS_ANYWHERE: ReadonlySet<string> = new Set(
  Object.values(months.names)
    .flatMap((names) => names.split(/[ /]+/))
    .map(comparisonKey),
);

/** Words by which nobody recognizes a payee if nothing else is left. */
export const GENERIC: ReadonlySet<string> = new Set(words.generic_words);

/** Generic words and months. */
export const NAMELESS: ReadonlySet<string> = new Set([...GENERIC, ...MONTHS_ANYWHERE]);

/** Words after which a name must go on. */
export const CONNECTORS: ReadonlySet<string> = new Set(words.connectors);

function entriesOf<Key extends string, Value>(table: Readonly<Record<Key, Value>>): [Key, Value][] {
  return Object.entries(table) as [Key, Value][];
}
