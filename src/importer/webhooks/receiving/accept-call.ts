// A call that was let in becomes an import, or a balance that waits. What it did is stored with it,
// in one transaction: the same id again is answered the same and does nothing, another body under
// that id is refused. An external_id that comes again with other facts is refused too: a
// transaction is changed in the budget, and sending it anew would make it two.
//
// Order of writes: the document is in R2 before the call is a row; killed in between, the sender
// has no answer and tries again.

import { HOOK_CALLS_A_DAY_MAX, HOOK_FAULTS_TOLD } from "../../../platform/limits.ts";
import type { Sql } from "../../../platform/sql/sql.ts";
import { must } from "../../../platform/assert.ts";
import { base32 } from "../../../platform/digest.ts";
import { printUnits } from "../../../money/money.ts";
import { err, ok, type Result } from "../../../platform/result.ts";
import { sha256Sync } from "../../../platform/sha256.ts";
import type { ToldItem } from "../../../statements/items/document.ts";
import { normalizeText } from "../../imports/external-id.ts";
import { makeRun, newRunId } from "../../imports/arrival.ts";
import type { DocumentRef, RunOptions, Runs } from "../../imports/runs.ts";
import type { FieldFault, HookBalance, HookItem } from "./body.ts";
import {
  callByKey,
  toCall,
  callsOfDay,
  forgetCalls,
  hookById,
  hookUsed,
  type HookCall,
} from "./store.ts";

export type HookProblem =
  /** Made up, revoked, or of another connection: one answer for all. */
  | { readonly kind: "no such hook" }
  | { readonly kind: "not signed"; readonly message: string }
  | { readonly kind: "invalid"; readonly faults: readonly FieldFault[] }
  | { readonly kind: "id reused"; readonly message: string }
  | { readonly kind: "known otherwise"; readonly faults: readonly FieldFault[] }
  | { readonly kind: "too many"; readonly retryAfterSeconds: number };

/** A call that was let in. */
export interface Call {
  /** It may be revoked while the document is stored. */
  readonly hook: number;
  readonly key: string;
  /** The hash of the body. */
  readonly body: string;
}

/** What it says; items are in a document that is stored. */
export type Said =
  | {
      readonly kind: "items";
      readonly account: number;
      readonly items: readonly HookItem[];
      readonly document: DocumentRef;
    }
  | { readonly kind: "balance"; readonly balance: HookBalance };

const BUSY_S = 60 * 60;

/**
 * Each item with what tells it from every other: its own id, or its place in this call. Ids are
 * compared without case elsewhere, so the call's is hashed.
 */
export function toldItems(items: readonly HookItem[], hook: number, key: string): ToldItem[] {
  const call = digest(`${hook}/${key}`);
  return items.map(({ external_id: id, ...item }, index) => ({
    ...item,
    reference: id ?? `${call}/${index + 1}`,
  }));
}

/** What the same call did before; null where it is new, refused where its id stands for another body. */
export function doneBefore(
  sql: Sql,
  { hook, key, body }: Call,
): Result<HookCall, HookProblem> | null {
  const before = callByKey(sql, hook, key);
  if (before === null) return null;
  if (before.body === body) return ok(toCall(before));
  return err({
    kind: "id reused",
    message:
      "This webhook-id came before with another body. A message that is sent again is the same, byte by byte; a new one has a new id.",
  });
}

/** Makes what the call says so; all of it or nothing. */
export function takeCall(
  sql: Sql,
  runs: Runs,
  call: Call,
  said: Said,
  now: number,
): Result<HookCall, HookProblem> {
  return sql.atomically<HookCall, HookProblem>(() => {
    const hook = hookById(sql, call.hook);
    if (hook === null) return err({ kind: "no such hook" });
    const before = doneBefore(sql, call);
    if (before !== null) return before;
    forgetCalls(sql, hook.id, now);
    if (callsOfDay(sql, hook.id, now) >= HOOK_CALLS_A_DAY_MAX)
      return err({ kind: "too many", retryAfterSeconds: BUSY_S });
    hookUsed(sql, hook, now);
    if (said.kind === "balance") return ok(storeBalance(sql, hook.id, call, said.balance, now));
    const run = newRunId(now);
    const faults = storeIds(sql, hook.id, said.items, said.account, run);
    if (faults.length > 0) return err({ kind: "known otherwise", faults });
    makeRun(
      runs,
      run,
      { document: said.document, refused: null },
      { door: "hook", options: { ...OPTIONS, account: said.account } },
      now,
    );
    sql.run(
      "INSERT INTO hook_calls (hook, key, body, run, received_at) VALUES (?, ?, ?, ?, ?)",
      hook.id,
      call.key,
      call.body,
      run,
      now,
    );
    return ok(toCall(must(callByKey(sql, hook.id, call.key), "the call was just stored")));
  });
}

const OPTIONS: RunOptions = {
  account: null,
  account_named: null,
  currency: null,
  preview: false,
  apply_rules: true,
  skip_duplicates: true,
  include_pending: false,
};

function storeBalance(
  sql: Sql,
  hook: number,
  { key, body }: Call,
  { account, amount, currency, asOf }: HookBalance,
  now: number,
): HookCall {
  sql.run(
    `INSERT INTO hook_calls (hook, key, body, account, amount, currency, as_of, state, next_attempt_at, received_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, 'waiting', ?, ?)`,
    hook,
    key,
    body,
    account,
    printUnits(amount),
    currency,
    asOf,
    now,
    now,
  );
  return toCall(must(callByKey(sql, hook, key), "the call was just stored"));
}

/** Remembers the items' ids. What came by imports that were all undone, or failed, may be told of otherwise. */
function storeIds(
  sql: Sql,
  hook: number,
  items: readonly HookItem[],
  account: number,
  run: string,
): FieldFault[] {
  const faults: FieldFault[] = [];
  for (const [index, item] of items.entries()) {
    if (item.external_id === null) continue;
    const id = normalizeText(item.external_id);
    const facts = digest(
      JSON.stringify([item.external_id, account, item.date, item.amount, item.currency]),
    );
    if (sql.first(SAID_OTHERWISE, hook, id, facts) !== null) {
      const message =
        "external_id came before with another account, date, amount, currency or spelling. Change the transaction in the budget, or undo every import that told of it.";
      faults.push({ field: `/body/items/${index}/external_id`, message });
      if (faults.length >= HOOK_FAULTS_TOLD) break;
    } else
      sql.run(
        "INSERT INTO hook_tellings (hook, external_id, facts, run) VALUES (?, ?, ?, ?)",
        hook,
        id,
        facts,
        run,
      );
  }
  return faults;
}

const SAID_OTHERWISE = `SELECT 1 FROM hook_tellings JOIN runs ON runs.id = run
  WHERE hook = ?1 AND external_id = ?2 AND (facts < ?3 OR facts > ?3) AND runs.state NOT IN ('undone', 'failed') LIMIT 1`;

const DIGEST_BYTES = 16;

function digest(text: string): string {
  return base32(sha256Sync(text, DIGEST_BYTES));
}
