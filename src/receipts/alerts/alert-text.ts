// A view of an alert, folded and cut into segments once, with the amounts in it.

import { parseCurrency } from "../../money/currency.ts";
import type { Amount } from "../totals/money/amount.ts";
import { findAmounts } from "../totals/money/amounts.ts";
import { WORDLIKE_CODES } from "../totals/money/currency-symbols.ts";
import { withExchanged } from "../totals/money/exchanged.ts";
import { readNumber } from "../totals/money/numbers.ts";
import SENTENCES from "../words/alert-sentences.json" with { type: "json" };
import { foldInPlace } from "../words/in-place.ts";
import { wordsIn } from "../words/phrases.ts";
import { readAmountWords } from "./amount-words.ts";
import { amountsWithin } from "./amounts-within.ts";
import type { Segment } from "./cells.ts";
import { findChanged } from "./changed-amounts.ts";
import { findInConditionalRows } from "./conditional-rows.ts";
import { findSegments } from "./segments.ts";
import { joinThousands } from "./thousands.ts";
import { mainRole, type LabelRole } from "./vocabulary.ts";
import { findMatches } from "../words/matches.ts";

/** A part of a text: offsets, the end exclusive. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

export interface AlertText {
  readonly text: string;
  /** The text folded in place: the same offsets. */
  readonly folded: string;
  readonly segments: readonly Segment[];
  /** In order. */
  readonly amounts: readonly Amount[];
  /**
   * The amounts whose label says that they are a balance, a limit, a debt or a fee, prices of before and after, and
   * what would be under a condition.
   */
  readonly balances: ReadonlySet<Amount>;
}

/** A segment that is a label with its value. */
export type Row = Segment & { readonly row: NonNullable<Segment["row"]> };

/** "debited by 350.0": a number after these words is money; something else names its currency. */
const WITHOUT_CURRENCY =
  /(?<![\p{L}])(?:debited|credited) (?:by|for|with) (?<value>\d{1,9}(?:\.\d{1,2})?)(?![\d.,:/-]?\d)(?= )/gu;
/** "Recibiste 350.000 de Ada Lane": whole pesos, behind a verb that counts nothing else. */
const THOUSANDS = new RegExp(
  String.raw`(?<!\p{L})(?:${wordsIn(SENTENCES["then a whole amount"]).join("|")}) ` +
    String.raw`(?<value>\d{1,3}(?:\.\d{3}){1,3})(?= (?:de|a|en|em|para|por) )`,
  "gu",
);
/** A number, with up to three letters of a currency before it. */
const WHOLE_VALUE =
  /^\s{0,4}(?:\p{Lu}{1,3}\.?\s?)?(?<number>\d{1,3}(?:[.,]\d{3}){1,3}|\d{1,9})\s{0,4}$/u;
const BALANCE_ROLES: ReadonlySet<LabelRole> = new Set<LabelRole>(["balance", "fee"]);

/**
 * Folds a text and finds its segments and amounts. `tableLine` is the line of a table of movements
 * that is read, without the others.
 */
export function parseAlertText(text: string, tableLine: number | null = null): AlertText {
  const folded = foldInPlace(text);
  const printed = withExchanged(text, findAmounts(text));
  const segments = findSegments(text, folded, tableLine);
  const behindVerbs = findWithoutCurrency(folded, printed);
  const inRows = findWholeInRows(text, segments, [...printed, ...behindVerbs]);
  const amounts = [...printed, ...behindVerbs, ...inRows]
    .sort((a, b) => a.start - b.start)
    .map((amount) => withLabelCode(text, segments, joinThousands(text, folded, amount)))
    .sort((a, b) => a.start - b.start);
  const balances = new Set([
    ...findBalances(folded, segments, amounts),
    ...findChanged(text, folded, amounts),
    ...findInConditionalRows(text, folded, segments, amounts),
  ]);
  return { text, folded, segments, amounts, balances };
}

/** "Amount in AUD: 64.58": the code at the end of a row's label is the currency of a bare number in it. */
function withLabelCode(text: string, segments: readonly Segment[], amount: Amount): Amount {
  if (amount.currency !== null || amount.candidates.length > 0) return amount;
  const own = segments.find(
    ({ row }) => row !== null && amount.start >= row.start && amount.end <= row.end,
  );
  const label = own?.row == null ? "" : text.slice(own.start, own.row.start);
  const code = /(?<=\p{L} )([A-Z]{3})\s?[:：\t]{0,2}\s*$/u.exec(label)?.[1] ?? "";
  const currency = WORDLIKE_CODES.has(code) ? null : parseCurrency(code);
  return currency === null ? amount : { ...amount, currency, iso: true };
}

const BLOCKS_MAX = 20;

/**
 * The text once for each block of rows with the same labels ("Date, Shop, Amount; Date, Shop,
 * Amount"), without the rows of the other blocks; empty if amount and party do not repeat alike.
 */
export function splitBlocks(alert: AlertText): readonly AlertText[] {
  const { folded, segments } = alert;
  const labels = new Map<string, Segment[]>();
  const roles = new Map<string, LabelRole>();
  for (const segment of segments) {
    if (segment.row === null || segment.row.start <= segment.start) continue;
    const label = folded.slice(segment.start, segment.row.start).trim();
    labels.set(label, [...(labels.get(label) ?? []), segment]);
    roles.set(label, mainRole(segment.row.roles) ?? "status");
  }
  const countOf = (role: LabelRole): number =>
    Math.max(
      0,
      ...[...labels].filter(([label]) => roles.get(label) === role).map(([, all]) => all.length),
    );
  const count = countOf("amount");
  if (count < 2 || count > BLOCKS_MAX || countOf("merchant") !== count) return [];
  const repeated = [...labels.values()].filter((all) => all.length === count);
  return Array.from({ length: count }, (_, block) => {
    const others = new Set(repeated.flatMap((all) => all.filter((_one, at) => at !== block)));
    return { ...alert, segments: segments.filter((one) => !others.has(one)) };
  });
}

function findWithoutCurrency(folded: string, printed: readonly Amount[]): readonly Amount[] {
  const matches = [...findMatches(folded, WITHOUT_CURRENCY), ...findMatches(folded, THOUSANDS)];
  return matches.flatMap((match) => {
    const end = match.index + match[0].length;
    const number = match.groups?.["value"] ?? "";
    const start = end - number.length;
    const value = number.replace(/\.(?=\d{3})/g, "");
    if (printed.some((one) => one.start < end && one.end > start)) return [];
    const decimals = value.split(".")[1]?.length ?? 0;
    return [toAmount({ start, end }, { value, decimals, otherwise: null })];
  });
}

/**
 * "Monto RD 9112", "Monto: 9,112": in a row of the amount a whole number is money, though nothing or
 * only letters before it name a currency.
 */
function findWholeInRows(
  text: string,
  segments: readonly Segment[],
  found: readonly Amount[],
): readonly Amount[] {
  return segments.flatMap(({ row }) => {
    if (row === null || mainRole(row.roles) !== "amount") return [];
    const match = WHOLE_VALUE.exec(text.slice(row.start, row.end));
    const printed = match?.groups?.["number"];
    const number = printed === undefined ? null : readNumber(printed);
    if (match === null || printed === undefined || number === null) return [];
    const end = row.start + match[0].trimEnd().length;
    const start = end - printed.length;
    if (found.some((one) => one.start < end && one.end > start)) return [];
    return [toAmount({ start, end }, number)];
  });
}

/** An amount whose currency is not printed. */
function toAmount(
  place: Place,
  { value, decimals, otherwise }: Pick<Amount, "value" | "decimals" | "otherwise">,
): Amount {
  const unnamed = { currency: null, candidates: [], iso: false, mark: null };
  return { ...place, value, negative: false, ...unnamed, decimals, otherwise };
}

/** Takes the first amount after the label of a balance or a fee, with only a symbol between. */
function findBalances(
  folded: string,
  segments: readonly Segment[],
  amounts: readonly Amount[],
): ReadonlySet<Amount> {
  const balances = new Set<Amount>();
  for (const { row } of segments) {
    if (row === null || !BALANCE_ROLES.has(mainRole(row.roles) ?? "amount")) continue;
    const [first] = amountsWithin(amounts, row);
    if (first !== undefined && !/\p{L}{4}/u.test(folded.slice(row.start, first.start)))
      balances.add(first);
  }
  return balances;
}

/** Whether a text prints amounts, and each of them is a balance, a limit or a debt. */
export function hasOnlyBalances({ folded, segments, amounts, balances }: AlertText): boolean {
  const isBalance = (amount: Amount): boolean => {
    const segment = segments.find(({ start, end }) => amount.start >= start && amount.end <= end);
    return (
      balances.has(amount) ||
      (segment !== undefined &&
        readAmountWords(folded, amount, { from: segment.start, until: segment.end }) ===
          "not moved")
    );
  };
  return amounts.length > 0 && amounts.every(isBalance);
}

/** The rows of a text whose labels say the role, in order. */
export function findRows({ segments }: AlertText, role: LabelRole): readonly Row[] {
  return segments.flatMap((segment) =>
    segment.row !== null && mainRole(segment.row.roles) === role
      ? [{ ...segment, row: segment.row }]
      : [],
  );
}
