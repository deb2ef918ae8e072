// What the budget's rules will make of the new rows of a preview: one request for all rows that are
// shown. Only the embedded service has rules; for another one nothing is said.

import * as z from "zod";
import { ruleSchema } from "../rules/wire.ts";
import { send } from "../ui/client.ts";
import type { Variables } from "../ui/context.ts";
import type { PreviewedRow, PreviewedRows } from "../ui/wire.ts";

const by = ruleSchema.pick({ id: true, name: true }).nullable();
const foreseenSchema = z.object({
  transactions: z.array(
    z.object({
      payee: z.string(),
      category: z.object({ id: z.int(), name: z.string() }).nullable(),
      payee_rule: by,
      category_rule: by,
      recurring_id: z.int().nullable(),
    }),
  ),
});

type By = z.infer<typeof by>;
export type Foreseen = z.infer<typeof foreseenSchema>["transactions"][number];

/** By the number of its row, what will be set on each new transaction; empty if nothing is known. */
export async function readForeseen(
  { api, frame }: Pick<Variables, "api" | "frame">,
  { applies_rules: applies, rows }: Pick<PreviewedRows, "applies_rules" | "rows">,
): Promise<ReadonlyMap<number, Foreseen>> {
  const items = rows.flatMap((row) =>
    row.item !== null && isNew(row) ? [[row.n, row.item] as const] : [],
  );
  if (frame.remote !== null || !applies || items.length === 0) return new Map();
  const transactions = items.map(
    ([, { date, amount, currency, payee, original_name, notes, manual_account_id }]) => ({
      date,
      amount,
      currency: currency ?? undefined,
      payee: payee ?? undefined,
      original_name: original_name ?? undefined,
      notes,
      manual_account_id,
    }),
  );
  const found = await send(api, "/api/rules/foresee", { transactions }, foreseenSchema);
  if (!found.ok) return new Map();
  return new Map(
    found.value.transactions.flatMap((one, index) => {
      const n = items[index]?.[0];
      return n === undefined ? [] : [[n, one] as const];
    }),
  );
}

function isNew({ mark }: Pick<PreviewedRow, "mark">): boolean {
  return mark === "new" || mark === "elsewhere";
}

/** "Payee “Aldi”, category Groceries, by the rule ALDI"; nothing if the row stays as it is. */
export function ForeseenWords({
  printed,
  foreseen: { payee, category, payee_rule: payeeRule, category_rule: categoryRule, recurring_id },
}: {
  /** The payee as the file has it. */
  readonly printed: string;
  readonly foreseen: Foreseen;
}) {
  const isSame = payeeRule?.id === categoryRule?.id;
  const recurring = recurring_id !== null;
  const newPayee = payee === printed || printed === "" ? null : `payee “${payee}”`;
  const newCategory = category === null ? null : category.name;
  if (newPayee === null && newCategory === null) return null;
  return (
    <small class="foreseen">
      {"→ "}
      {newPayee}
      {newPayee !== null && newCategory !== null && !isSame ? (
        <By rule={payeeRule} recurring={recurring} />
      ) : null}
      {newPayee !== null && newCategory !== null ? ", " : null}
      {newCategory}
      <By rule={newCategory === null ? payeeRule : categoryRule} recurring={recurring} />
    </small>
  );
}

function By({ rule, recurring }: { readonly rule: By; readonly recurring: boolean }) {
  if (rule !== null)
    return (
      <>
        {" by "}
        <a href={`/rules/${rule.id}`}>{rule.name ?? "a rule"}</a>
      </>
    );
  return recurring ? (
    <>
      {" by a "}
      <a href="/recurring">recurring item</a>
    </>
  ) : null;
}
