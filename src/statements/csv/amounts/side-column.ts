// Whether a column of words such as debit and credit gives the amounts their sign.

import { readSide } from "../columns/cell-words.ts";
import { stripCell } from "../shape/cells.ts";
import type { Profile } from "../columns/profile.ts";
import type { MoneyPlan } from "../plan.ts";
import {
  readAmountUnder,
  reverseSigns,
  signedPlan,
  type MoneyContext,
  type SignFinding,
} from "./money.ts";

/**
 * The reading by a debit/credit column, which gives unsigned amounts their sign or agrees with
 * printed ones; null if it does neither.
 */
export function readSideColumn(
  context: MoneyContext,
  column: number,
  side: number,
): SignFinding | null {
  const blank = decideBlankSide(context.columns.profiles[side]);
  const printed = signedPlan(column);
  const sided = { kind: "side", column, side, blank } as const;
  const decided = (plan: MoneyPlan, why: string): SignFinding => ({
    plan,
    sign: "side",
    why: [why],
  });
  let agree = 0;
  let against = 0;
  let unsigned = 0;
  for (const row of context.rows) {
    const value = readAmountUnder(context, printed, row.cells);
    const said = readSide(row.cells[side] ?? "");
    const word = said === "none" ? blank : said;
    if (value === null || value === 0 || (word !== "out" && word !== "in")) continue;
    if (value < 0 === (word === "out")) agree += 1;
    else against += 1;
    if (value > 0) unsigned += 1;
  }
  const total = agree + against;
  if (total === 0) return null;
  const label = context.columns.profiles[side]?.label ?? "";
  // Before any majority: one credit among twenty debits is still a credit.
  if (unsigned === total)
    return decided(
      sided,
      `The words in "${label}" say which of the unsigned amounts are money in or out.`,
    );
  if (agree >= 0.95 * total)
    return decided(printed, `The words in "${label}" agree with the printed signs.`);
  if (against >= 0.95 * total)
    return decided(
      reverseSigns(printed),
      `The words in "${label}" say that positive amounts are money out.`,
    );
  if (unsigned < 0.9 * total) return null;
  return decided(
    sided,
    `The words in "${label}" say which amounts are money in or out; a minus reverses an amount.`,
  );
}

/**
 * Whether two letters of a column would mean the same side: "B" and "D" are "Breme" and "Dobro" at
 * one bank, and debits in the words of others. Then the table of letters does not count.
 */
export function hasLettersOfOneSide({ rows }: MoneyContext, column: number): boolean {
  const words = new Set(rows.map(({ cells }) => stripCell(cells[column] ?? "").toUpperCase()));
  words.delete("");
  return (
    words.size === 2 &&
    [...words].every((word) => /^\p{L}$/u.test(word)) &&
    new Set([...words].map(readSide)).size === 1
  );
}

/**
 * The side of rows on which a side column is empty: if it names one side only, they are the other.
 */
export function decideBlankSide(profile: Profile | undefined): "out" | "in" | null {
  if (profile === undefined || profile.filled === profile.rows) return null;
  if (profile.outs > 0 === profile.ins > 0) return null;
  return profile.ins > 0 ? "out" : "in";
}
