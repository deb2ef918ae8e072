// The fee of the oldest row, which no running balance tests: an opening balance decides, or a person.

import { findLabelledBalances } from "../amounts/labelled-balances.ts";
import type { MoneyContext, MoneyFinding } from "../amounts/money.ts";
import { findUnprovenFee } from "../amounts/unproven-fee.ts";
import type { DateOrder } from "../dates/dates.ts";
import { askAfter, printReading, quoteColumn } from "../questions.ts";
import { findOutsideRows } from "../shape/outside-table.ts";
import { nameColumn } from "./explain.ts";
import type { Materials } from "./settle-columns.ts";
import { findAnswer, settle, settleAfter, type Settled } from "./settled.ts";

const FEE = "fee";

/** The reading with the fee of the oldest row on top of its amount, or within it. */
export function settleFee(
  { head, region, answers }: Materials,
  context: MoneyContext,
  finding: MoneyFinding,
  order: DateOrder,
): Settled<MoneyFinding> {
  // In a longer file, rows that are not looked at yet come before the last one.
  if (!head.whole) return settle(finding);
  const { mark, decimals, columns } = context;
  const openings = findLabelledBalances(findOutsideRows(head, region), mark, decimals, order)
    .filter(({ which }) => which === "opening")
    .map(({ value }) => value);
  const fee = findUnprovenFee(context, finding, openings);
  if (fee === null || fee.shown === false) return settle(finding);
  const charged: MoneyFinding = { ...finding, plan: fee.onTop };
  if (fee.shown === true) {
    const name = nameColumn(columns.profiles, fee.column).replace(/^column/, "Column");
    return settle(charged, {
      reasons: [
        `${name} also changes the balance: with it the opening balance fits the first row.`,
      ],
    });
  }
  const answer = findAnswer(answers, FEE);
  if (answer.decision === "on_top") return settleAfter(charged, [answer]);
  if (answer.decision === "included") return settleAfter(finding, [answer]);
  const name = quoteColumn(columns.profiles, fee.column);
  return askAfter(finding, answer, {
    id: FEE,
    ask: `Did the fee in ${name} leave your account on top of the amount?`,
    note: "Only the oldest row has a fee, and no balance comes before that row.",
    concerns: [fee.column],
    choices: [
      {
        value: "on_top",
        label: "Yes, amount and fee left the account",
        example: printReading(context, fee.onTop, fee.row),
      },
      {
        value: "included",
        label: "No, the amount already includes the fee",
        example: printReading(context, finding.plan, fee.row),
      },
    ],
  });
}
