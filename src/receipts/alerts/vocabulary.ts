// The words that the alert reader knows, as tables. The phrases are in ../words/alert-*.json, by
// meaning and language. Here is what the meanings are called, and how each table compares phrases.

import AMOUNTS from "../words/alert-amounts.json" with { type: "json" };
import LABEL_WORDS from "../words/alert-labels.json" with { type: "json" };
import NOUNS from "../words/alert-nouns.json" with { type: "json" };
import VERB_WORDS from "../words/alert-verbs.json" with { type: "json" };
import { foldInPlace, IN_PLACE, inPlaceWithout } from "../words/in-place.ts";
import { Phrases, phrasesIn, rowsIn } from "../words/phrases.ts";
import { findSeparable } from "./separable-verbs.ts";

/**
 * What a verb says of money. "maybe" verbs are used of other things too, and count only where the
 * rest of the message is a bank's. "nothing" is a phrase that contains a verb and says nothing
 * itself.
 */
export type Sense =
  | "out"
  | "in"
  | "back"
  | "maybe out"
  | "maybe in"
  | "stopped"
  | "hold"
  | "code"
  | "to come"
  | "future"
  | "later"
  | "asked"
  | "arranged"
  | "nothing";

export interface Verb {
  readonly sense: Sense;
  /** The payee follows the verb: "You paid Ada Lane $20.00". */
  readonly isBeforePayee: boolean;
  readonly phrase: string;
  readonly start: number;
  readonly end: number;
}

/**
 * Parts that turn a verb into the name of a person, an account or a limit. Thai, Lao and Khmer
 * write them before the verb ("person who receives"). Chinese, Japanese and Korean write them
 * after it ("payee", "account to debit", "limit of transfers").
 */
const NOUN_PARTS = {
  before: /(?:ผู้|บัญชี|บัญชีเงิน|วงเงิน|วงเงินการ|ค่า|ຜູ້|ບັນຊີ|អ្នក|គណនី|未|次回|待|ต้อง|ควร)$/u,
  behind:
    /^(?:人(?!民)|者|户名|戶名|宝(?!贝)|寶(?!貝)|方(?!便)|行(?!为|為)|限[额額]|密[码碼]|期限|期日|先|口座|元(?=[：:])|名義|手数料|待ち|可能|자(?!동)|인(?![출증])|계좌|은행|처(?!리)|번호|수단|한도|가능|수수료)/u,
};

const VERBS = new Phrases<{ readonly sense: Sense; readonly isBeforePayee: boolean }>(
  [
    ...rowsIn<Sense>(VERB_WORDS.verbs).map(
      ([sense, phrases]) => [{ sense, isBeforePayee: false }, phrases] as const,
    ),
    ...rowsIn<"out" | "maybe out">(VERB_WORDS["before the payee"]).map(
      ([sense, phrases]) => [{ sense, isBeforePayee: true }, phrases] as const,
    ),
  ],
  inPlaceWithout(NOUN_PARTS),
);

/** The verbs between two places of a folded text, in order. */
export function findVerbs(folded: string, from = 0, to = folded.length): readonly Verb[] {
  const whole = VERBS.find(folded, from, to).map(({ tag, phrase, start, end }): Verb => ({
    ...tag,
    phrase,
    start,
    end,
  }));
  // "Kommet penger inn på" is a phrase of its own, and not the verb "kommet inn" around a word.
  const separable = findSeparable(folded, from, to).filter(
    ({ second, ...first }) =>
      !whole.some((one) => isCertain(one) && one.start <= first.start && one.end >= second.end),
  );
  if (separable.length === 0) return whole;
  const parts = separable.flatMap(({ second, ...first }) => [first, second]);
  return [
    ...whole.filter(({ start, end }) => !parts.some((one) => one.start < end && start < one.end)),
    ...separable.map(({ sense, phrase, start, end }): Verb => ({
      sense,
      isBeforePayee: false,
      phrase,
      start,
      end,
    })),
  ].sort((a, b) => a.start - b.start);
}

/** Whether a verb says for certain that money went out or came in. */
export function isCertain({ sense }: Pick<Verb, "sense">): boolean {
  return sense === "out" || sense === "in";
}

/** The senses of a verb that tells of a movement. */
export const MOVING: ReadonlySet<Sense> = new Set<Sense>([
  "out",
  "in",
  "maybe out",
  "maybe in",
  "back",
]);

/** The meaning of the value after a label. */
export type LabelRole = keyof typeof LABEL_WORDS.anywhere;

const LABELS = new Phrases<{ readonly role: LabelRole; readonly isWholeLabel: boolean }>(
  [
    ...rowsIn(LABEL_WORDS.anywhere).map(
      ([role, phrases]) => [{ role, isWholeLabel: false }, phrases] as const,
    ),
    ...rowsIn<keyof typeof LABEL_WORDS.alone>(LABEL_WORDS.alone).map(
      ([role, phrases]) => [{ role, isWholeLabel: true }, phrases] as const,
    ),
  ],
  IN_PLACE,
);

/** The labels of what a transfer was for, alone. */
export const PURPOSES = phrasesIn({ purpose: LABEL_WORDS.anywhere.purpose }, IN_PLACE);

export interface Label {
  readonly role: LabelRole;
  /** Such a word ("to", "von") is a label only alone, and says nothing within a longer one. */
  readonly isWholeLabel: boolean;
  readonly start: number;
  readonly end: number;
}

/** The words of labels between two places of a folded text, in order. */
export function findLabels(folded: string, from: number, to: number): readonly Label[] {
  return LABELS.find(folded, from, to).map(({ tag, start, end }) => ({ ...tag, start, end }));
}

/** The role that decides among those that a label's words name; the first of these wins. */
const DECIDING: readonly LabelRole[] = [
  "balance",
  "fee",
  "posted",
  "status",
  "weak reference",
  "reference",
  "account amount",
  "amount",
  "merchant",
  "payer",
  "purpose",
  "date",
  "account",
  "operation",
];

/**
 * The role of a label whose words name several: "balance date" is about the balance, for example.
 */
export function mainRole(roles: readonly LabelRole[]): LabelRole | null {
  return DECIDING.find((role) => roles.includes(role)) ?? null;
}

/** The account or card that an alert is about. */
export const HOLDINGS = phrasesIn({ card: NOUNS.card, account: NOUNS.account }, IN_PLACE);
/** Words that only banks write, and such words that others write of their customers' banks. */
const BANK_WORDS = phrasesIn(
  { bank: NOUNS.bank, other: NOUNS["bank's number of a payment"] },
  IN_PLACE,
);
export const OF_BANKS = {
  find: (folded: string, from = 0, to = folded.length) =>
    BANK_WORDS.find(folded, from, to).filter(({ tag }) => tag === "bank"),
};
/** How money went, networks of cards, and the words of alerts themselves. */
const WAYS_TO_PAY: ReadonlySet<string> = new Set(
  Object.values(NOUNS["way to pay"]).flat().map(foldInPlace),
);

/** Whether folded words only say how it was paid: "upi", "nach/ecs". */
export function isWayToPay(words: string): boolean {
  return words.split("/").every((word) => WAYS_TO_PAY.has(word.replace(/[®™℠]/gu, "").trim()));
}

/** Words that only shops write. */
export const OF_SHOPS = phrasesIn({ shop: NOUNS.shop }, IN_PLACE);
/** Words of a company that debits its customers' accounts. */
export const OF_CREDITORS = phrasesIn({ creditor: NOUNS.creditor }, IN_PLACE);
/** The balance of an account, which only its own bank prints. */
export const BALANCES = phrasesIn({ balance: NOUNS.balance }, IN_PLACE);
/**
 * The words of banks, of balances and of purposes in one table: a text without any of them, as most
 * shops' are, is looked through once.
 */
export const BANKS_OR_ROWS = phrasesIn(
  { bank: NOUNS.bank, balance: NOUNS.balance, purpose: LABEL_WORDS.anywhere.purpose },
  IN_PLACE,
);

/**
 * What the words next to an amount say it is: a balance, a limit or a reward, which did not move; a
 * fee or a rate of the movement; or the same money in the account's currency.
 */
export type AmountWord = "not moved" | "fee or rate" | "in account currency";

export const BEFORE_AMOUNT = phrasesIn<AmountWord>(AMOUNTS.before, IN_PLACE);
export const AFTER_AMOUNT = phrasesIn<"not moved">(AMOUNTS.after, IN_PLACE);
