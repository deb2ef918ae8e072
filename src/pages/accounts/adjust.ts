// The ways to resolve a difference: add an adjusting transaction, delete it again, or correct the
// balance. Each first compares again: nothing is written if the difference has changed.

import * as z from "zod";
import { addDays, type Day } from "../../money/day.ts";
import { printUnits, units } from "../../money/money.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { CHANGE_ANSWER } from "../../importer/changes/wire.ts";
import { printDay } from "../ui/print.ts";
import { readService, send } from "../ui/client.ts";
import type { Variables } from "../ui/context.ts";
import { meSchema } from "../ui/wire.ts";
import { convertHeld, describeHeld } from "./figures.ts";
import { countAt, type Claim } from "./reconcile.ts";
import { readMoved } from "./read-one.ts";
import { readClaim, type Typed } from "./read-reconcile.ts";
import { saveAccount } from "./save.ts";
import { insertedSchema, namedCategoriesSchema, type OneManual } from "./wire.ts";

type Ways = Pick<Variables, "api" | "service">;

/** A difference that the person saw. */
export interface Wanted {
  readonly typed: Typed;
  readonly difference: number;
  /** The form's one-time id. */
  readonly key: string;
}

/** The payee of an adjusting transaction, and the name of its category. */
const PAYEE = "Balance adjustment";
const CATEGORY = "Balance adjustments";
const CHANGED =
  "The account has changed since you opened the page. Nothing was written; compare again.";

/** Adds one transaction of the difference, and returns its id. */
export async function adjust(
  ways: Ways,
  account: OneManual,
  wanted: Wanted,
): Promise<Result<string, string>> {
  const externalId = `adjustment:${wanted.key.slice(0, KEY_CHARS)}`;
  const looked = await lookAgain(ways, account, wanted);
  if (!looked.ok) return looked;
  const { claim, counted } = looked.value;
  const category = await findCategory(ways);
  if (!category.ok) return category;
  const item = {
    date: claim.day,
    amount: printUnits(units(0 - wanted.difference)),
    currency: account.currency,
    payee: PAYEE,
    category_id: category.value,
    notes: `The statement of ${printDay(claim.day)} says ${describeHeld(account, claim.balance)}, the budget had ${describeHeld(account, counted)}.`,
    manual_account_id: account.id,
    status: "reviewed",
    external_id: externalId,
  };
  const body = { transactions: [item], apply_rules: false, skip_duplicates: false };
  const made = await send(ways.service, "/transactions", body, insertedSchema);
  if (!made.ok) return err(made.error.message);
  const { transactions, skipped_duplicates: skipped } = made.value;
  const id = transactions[0]?.id ?? skipped?.[0]?.existing_transaction_id;
  return id === undefined ? err(CHANGED) : ok(String(id));
}

const KEY_CHARS = 40;

/** Changes the balance by the difference, without a transaction. */
export async function correctBalance(
  ways: Ways,
  account: OneManual,
  wanted: Wanted,
): Promise<Result<string, string>> {
  const looked = await lookAgain(ways, account, wanted);
  if (!looked.ok) return looked;
  const balance = printUnits(
    units(convertHeld(account.type, looked.value.balance + wanted.difference)),
  );
  const saved = await saveAccount(ways, account, {
    id: account.id,
    key: wanted.key,
    was: { balance: account.balance },
    set: { balance },
  });
  return saved.ok ? ok("value") : err(saved.error.errors.map(({ sentence }) => sentence).join(" "));
}

/** Deletes an adjusting transaction through the journal; returns null, or the reason why not. */
export async function undoAdjustment(
  { api, service }: Ways,
  account: OneManual,
  id: number,
  key: string,
): Promise<string | null> {
  const found = await readService(service, `/transactions/${id}`, ADJUSTMENT);
  if (!found.ok) return found.error.message;
  if (
    found.value.manual_account_id !== account.id ||
    found.value.external_id?.startsWith("adjustment:") !== true
  )
    return "This transaction does not adjust this account.";
  const body = { key: `undo-${key}`.slice(0, 100), delete: [id], from: "the page of an account" };
  const done = await send(api, "/api/changes", body, CHANGE_ANSWER);
  if (!done.ok) return done.error.message;
  return done.value.refused.map(({ message }) => message).join(" ") || null;
}

const ADJUSTMENT = z.object({
  manual_account_id: z.int().nullish(),
  external_id: z.string().nullish(),
});

interface Looked {
  readonly claim: Claim;
  /** The budget's balance at the end of that day. */
  readonly counted: number;
  readonly balance: number;
}

async function lookAgain(
  ways: Ways,
  account: OneManual,
  { typed, difference }: Wanted,
): Promise<Result<Looked, string>> {
  const { claim } = readClaim(account.type, typed);
  if (claim === null) return err(CHANGED);
  const me = await readService(ways.service, "/me", meSchema);
  if (!me.ok) return err(me.error.message);
  const since: Day = addDays(claim.day, 1);
  const one = { kind: "manual", account } as const;
  const moved = await readMoved(ways, one, me.value.primary_currency, { since });
  if (!moved.ok) return err(moved.error.message);
  const { known } = moved.value;
  const counted = countAt(known, claim.day);
  return known.isWhole && claim.balance - counted === difference && difference !== 0
    ? ok({ claim, counted, balance: known.balance })
    : err(CHANGED);
}

/**
 * The id of the category of adjustments. If it does not exist, it is created and left out of the
 * budget.
 */
async function findCategory({ service }: Ways): Promise<Result<number, string>> {
  const listed = await readService(service, "/categories?format=flattened", namedCategoriesSchema);
  if (!listed.ok) return err(listed.error.message);
  const found = listed.value.categories.find(
    ({ name, is_group: isGroup }) =>
      name.toLowerCase() === CATEGORY.toLowerCase() && isGroup !== true,
  );
  if (found !== undefined) return ok(found.id);
  const body = { name: CATEGORY, exclude_from_budget: true };
  const made = await send(service, "/categories", body, z.object({ id: z.int() }));
  return made.ok ? ok(made.value.id) : err(made.error.message);
}
