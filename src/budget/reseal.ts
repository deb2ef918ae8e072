// Seals stored secrets (accesses of banks, credentials of wallets and exchanges) again after
// TOKEN_KEY was changed. Budgets are numbered from 1; one that was never created, or was deleted,
// has no secrets and writes nothing.

import { RESEAL_STEP_BUDGETS } from "../platform/limits.ts";
import type { Sql } from "../platform/sql/sql.ts";
import { NOTHING_SEALED, addResealed, type Resealed } from "../platform/sealing/resealed.ts";
import { resealSecret, sealedSecrets } from "./banks/store.ts";
import { resealSource, sealedSources } from "./crypto/sources.ts";
import type { Providers } from "./outside.ts";

/** Seals the secrets of one budget again. */
export async function resealBudget(
  sql: Sql,
  { banks, coins }: Pick<Providers, "banks" | "coins">,
): Promise<Resealed> {
  const secrets =
    banks === null
      ? NOTHING_SEALED
      : await banks.reseal(sealedSecrets(sql), (row, sealed) => resealSecret(sql, row, sealed));
  const credentials =
    coins === null
      ? NOTHING_SEALED
      : await coins.reseal(sealedSources(sql), (row, sealed) => resealSource(sql, row, sealed));
  return addResealed(secrets, credentials);
}

/**
 * Processes some budgets from the number `first` on: how many, the result of each, and the next
 * number, null at the end.
 */
export async function resealBudgets(env: Env, first: number) {
  const last = await env.DIRECTORY.getByName("directory").last("account");
  const until = Math.min(last, first + RESEAL_STEP_BUDGETS - 1);
  const numbers = Array.from(
    { length: Math.max(0, until - first + 1) },
    (_, index) => first + index,
  );
  const done = await Promise.all(
    numbers.map(async (budget) => ({ budget, done: await resealOne(env, budget) })),
  );
  return { budgets: numbers.length, done, next: until < last ? until + 1 : null };
}

async function resealOne(env: Env, budget: number): Promise<Resealed> {
  try {
    return await env.BUDGET.getByName(String(budget)).reseal();
  } catch {
    return { ...NOTHING_SEALED, failed: ["its object did not answer: run this again"] };
  }
}
