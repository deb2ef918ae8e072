// Reads the data of the pages of rules: the rules, what a rule would change, and the corrections
// that people made.

import { CORRECTION_LIST, type ShownCorrection } from "../../importer/changes/wire.ts";
import { LEDGER_IDS_MAX, LEDGER_ROWS_MAX, RULE_ALIKE_ROWS } from "../../platform/limits.ts";
import { ok, type Result } from "../../platform/result.ts";
import { read, readService, send, type Refusal } from "../ui/client.ts";
import type { Variables } from "../ui/context.ts";
import { ledgerSchema, transactionSchema, type Transaction } from "../transactions/wire.ts";
import { findRepeated, leaveOutRuled, type Suggestion } from "./suggest.ts";
import { shortenText } from "./shorten.ts";
import {
  dryRunSchema,
  rulesSchema,
  unsuggestedSchema,
  type DryRun,
  type Rule,
  type RuleBody,
  type RuleMatch,
} from "./wire.ts";

type Api = Variables["api"];

/** All rules in the order they run. */
export async function readRules(api: Api): Promise<Result<readonly Rule[], Refusal>> {
  const found = await read(api, "/api/rules", rulesSchema);
  return found.ok ? ok(found.value.rules) : found;
}

/** Where a rule that is tried out would run. */
export interface RulePlace {
  /** The stored rule that it replaces; null for a new one. */
  readonly id: number | null;
  readonly isFirst: boolean;
  /** How many transactions are listed at most. */
  readonly most: number;
}

/** What a rule would change among all transactions. */
export function readDryRun(
  api: Api,
  rule: RuleBody,
  { id, isFirst, most }: RulePlace,
): Promise<Result<DryRun, Refusal>> {
  const body = { rule, limit: most, first: isFirst, ...(id !== null && { id }) };
  return send(api, "/api/rules/preview", body, dryRunSchema);
}

/** The properties of a new rule that its form does not have. */
export const NEW = { priority: 0, enabled: true };

/** Places a rule to be tried out: a new one runs after all others. */
export function placeLast(body: RuleBody, rule: Rule | null, rules: readonly Rule[]): RuleBody {
  if (rule !== null) return { ...body, priority: rule.priority };
  return { ...body, priority: Math.max(0, ...rules.map(({ priority }) => priority)) };
}

/** The values that people set by hand; none if the journal cannot be read. */
export async function readCorrections(api: Api): Promise<readonly ShownCorrection[]> {
  const found = await read(api, "/api/changes/corrections", CORRECTION_LIST);
  return found.ok ? found.value.corrections : [];
}

/** Reads the rules that a person's corrections suggest. */
export async function readSuggestions(
  api: Api,
  rules: readonly Rule[],
): Promise<readonly Suggestion[]> {
  const [corrections, unsuggested] = await Promise.all([
    readCorrections(api),
    read(api, "/api/rules/unsuggested", unsuggestedSchema),
  ]);
  const never = unsuggested.ok ? unsuggested.value.payees : [];
  const repeated = findRepeated(corrections, never).slice(0, LEDGER_IDS_MAX);
  if (repeated.length === 0) return [];
  const ids = repeated.map(({ transaction }) => transaction).join(",");
  const path = `/api/transactions?ids=${ids}&limit=${LEDGER_ROWS_MAX}`;
  const found = await read(api, path, ledgerSchema);
  return found.ok ? leaveOutRuled(repeated, rules, found.value.transactions) : [];
}

/**
 * A transaction that a rule is made from, and a condition that matches its payee's transactions.
 */
export interface Origin {
  readonly transaction: Transaction;
  readonly match: RuleMatch;
}

/** Reads the transaction that a rule is made from, and finds its condition. */
export async function readOrigin(
  { api, service }: Pick<Variables, "api" | "service">,
  id: number,
): Promise<Result<Origin, Refusal>> {
  const found = await readService(service, `/transactions/${id}`, transactionSchema);
  if (!found.ok) return found;
  const transaction = found.value;
  const payee = transaction.payee ?? "";
  const words = payee.slice(0, SEARCHED_CHARS);
  const query = new URLSearchParams({ q: words, limit: String(RULE_ALIKE_ROWS) });
  const alike = /\S/.test(words)
    ? await read(api, `/api/transactions?${query.toString()}`, ledgerSchema)
    : null;
  const rows = alike?.ok === true ? alike.value.transactions : [];
  const own = rows.filter((row) => row.payee === payee && row.id !== id);
  return ok({ transaction, match: chooseMatch(transaction, own) });
}

const SEARCHED_CHARS = 100;

function chooseMatch(transaction: Transaction, others: readonly Transaction[]): RuleMatch {
  const text = transaction.original_name ?? "";
  const texts = others.flatMap(({ original_name: other }) => (other ? [other] : []));
  const shared = shortenText(text, texts);
  if (shared !== null) return { original_name: { how: "contains", text: shared } };
  const payee = transaction.payee ?? "";
  return payee === "" ? {} : { payee: { how: "equals", text: payee } };
}
