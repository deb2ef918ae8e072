// The answer about unsigned amounts that fits a card's statement: purchases are money out, and only
// the texts tell payments of the bill, refunds and other credits from them.

import type { Choice } from "../../statement.ts";
import { namesCredit, type MoneyContext, type SampleRow } from "../amounts/money.ts";
import type { MoneyPlan } from "../plan.ts";
import { printReading } from "../questions.ts";
import { stripCell } from "../shape/cells.ts";

/** The answer's value. */
export const TOLD = "told";
const TEXTS_LISTED = 6;
const LISTED_CHARS = 40;

export type ToldPlan = MoneyPlan & { readonly kind: "told" };

/** All are money out but payments and credits, if the texts of some unsigned rows name such. */
export function tellByTexts(context: MoneyContext, plan: MoneyPlan): ToldPlan | null {
  if (plan.kind !== "signed") return null;
  const { negatives = 0 } = context.columns.profiles[plan.column] ?? {};
  if (negatives > 0 || context.texts.length === 0) return null;
  const told = { kind: "told", column: plan.column, texts: context.texts } as const;
  const credits = listCredits(context, told);
  return credits.length > 0 && credits.length < context.rows.length ? told : null;
}

function listCredits({ rows }: MoneyContext, { texts }: ToldPlan): readonly SampleRow[] {
  return rows.filter(({ cells }) => namesCredit(texts, cells));
}

/** The choice, with the texts that it takes for payments and credits. */
export function offerTold(context: MoneyContext, told: ToldPlan): Choice {
  const credits = listCredits(context, told);
  const [credit] = credits;
  const charge = context.rows.find(({ cells }) => !namesCredit(told.texts, cells));
  const text = ({ cells }: SampleRow) =>
    told.texts.map((at) => stripCell(cells[at] ?? "")).find((cell) => cell !== "") ?? "";
  const all = [...new Set(credits.map(text))];
  const shown = all.slice(0, TEXTS_LISTED).map((one) => `“${one.slice(0, LISTED_CHARS)}”`);
  const more = all.length > shown.length ? ` and ${all.length - shown.length} more` : "";
  return {
    value: TOLD,
    label: `Money out, except payments and credits: ${shown.join(", ")}${more}`,
    example: [charge, credit]
      .flatMap((row) => (row === undefined ? [] : [printReading(context, told, row)]))
      .join("; "),
  };
}
