// A view of an alert, folded and cut into segments once, with the amounts in it.

import { findAmounts, type Amount } from "../totals/money/amounts.ts";
import { foldInPlace } from "../words/in-place.ts";
import { readAmountWords } from "./amount-words.ts";
import { amountsWithin } from "./amounts-within.ts";
import type { Segment } from "./cells.ts";
import { findSegments } from "./segments.ts";
import { joinThousands } from "./thousands.ts";
import { mainRole, type LabelRole } from "./vocabulary.ts";

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
  /** The amounts whose label says that they are a balance, a limit, a debt or a fee. */
  readonly balances: ReadonlySet<Amount>;
}

/** A segment that is a label with its value. */
export type Row = Segment & { readonly row: NonNullable<Segment["row"]> };

/** "debited by 350.0": a number after these words is money; something else names its currency. */
const WITHOUT_CURRENCY =
  /(?<![\p{L}])(?:debited|credited) (?:by|for|with) (?<value>\d{1,9}(?:\.\d{1,2})?)(?![\d.,:/-]?\d)(?= )/gu;
const BALANCE_ROLES: ReadonlySet<LabelRole> = new Set<LabelRole>(["balance", "fee"]);

/** Folds a text and finds its segments and amounts. */
export function parseAlertText(text: string): AlertText {
  const folded = foldInPlace(text);
  const printed = findAmounts(text);
  const segments = findSegments(text, folded);
  const amounts = [...printed, ...findWithoutCurrency(folded, printed)]
    .sort((a, b) => a.start - b.start)
    .map((amount) => joinThousands(text, folded, amount))
    .sort((a, b) => a.start - b.start);
  return { text, folded, segments, amounts, balances: findBalances(folded, segments, amounts) };
}

function findWithoutCurrency(folded: string, printed: readonly Amount[]): readonly Amount[] {
  return [...folded.matchAll(WITHOUT_CURRENCY)].flatMap((match) => {
    const end = match.index + match[0].length;
    const value = match.groups?.["value"] ?? "";
    const start = end - value.length;
    if (printed.some((one) => one.start < end && one.end > start)) return [];
    return [
      {
        start,
        end,
        value,
        negative: false,
        currency: null,
        candidates: [],
        iso: false,
        decimals: value.split(".")[1]?.length ?? 0,
        mark: null,
        otherwise: null,
      } satisfies Amount,
    ];
  });
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
