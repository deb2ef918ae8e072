// POST /transactions (service-v2.md, POST /transactions rules; gaps.md 3.1, D4, D13, D14, D18,
// D20..D22). A batch is checked whole, then written whole: one lookup of the ids it names, one of
// its external_ids, one of possible duplicates, one insert. Repeating a request is harmless for
// items with an external_id: they are found and skipped.

import { units } from "../../money/money.ts";
import { ok, type Result } from "../../platform/result.ts";
import { ERRORS_MAX } from "../../platform/limits.ts";
import { refuse, type ErrorItem, type Problem } from "../../platform/api/problem.ts";
import { type Convert, writingConverter } from "../rates/store.ts";
import { loadRecognizer } from "../recurring/apply.ts";
import { requestDetection } from "../recurring/job.ts";
import { recognizedNew } from "../recurring/recognize.ts";
import type { Context } from "../route.ts";
import { recordEffects } from "../rules/effects.ts";
import type { Outcome } from "../rules/matcher.ts";
import { enabledRules } from "../rules/store.ts";
import { move, settleBalances, type Moves } from "./balance.ts";
import { choosePayee, decide, readDefaults, toRow, type Defaults, type Draft } from "./draft.ts";
import { partsByRule } from "./parts.ts";
import { isLocked, loadReferences, unknownReferences, type References } from "./references.ts";
import type { TransactionRow } from "./row.ts";
import type { InsertBody, InsertItem, SkipReason } from "./schemas.ts";
import { insertParts, type Split } from "./split.ts";
import {
  addTags,
  insertTransactions,
  nextId,
  findIdentical,
  withExternalIds,
  type TwinKey,
} from "./store.ts";
import { PLAIN_WORDING, type Wording } from "./wording.ts";

/** An item that is not written because it is there already. */
export interface Skipped {
  readonly index: number;
  readonly reason: SkipReason;
  readonly existingId: number;
}

/**
 * The result of an insert: the written rows with their tags, in the order of the request, and the
 * skipped items.
 */
export interface Inserted {
  readonly rows: readonly TransactionRow[];
  readonly tags: ReadonlyMap<number, readonly number[]>;
  readonly skipped: readonly Skipped[];
}

/**
 * The body of an insert; with `check_for_recurring` false, transactions that name no recurring item
 * get none.
 */
export interface InsertRequest extends InsertBody {
  readonly check_for_recurring?: boolean;
}

/** Inserts the batch, or refuses it whole with the errors of every item. */
export function insertBatch(
  context: Context,
  body: InsertRequest,
  wording: Wording = PLAIN_WORDING,
): Result<Inserted, Problem> {
  const { sql, now } = context;
  const { transactions: items } = body;
  const references = loadReferences(sql, items);
  const errors = [
    ...items.flatMap((item, index) => findProblems(item, references, index, wording)),
    ...repeatedExternalIds(items, wording),
  ];
  if (errors.length > 0) return refuse("invalid body", ...errors.slice(0, ERRORS_MAX));

  const defaults = readDefaults(context);
  const rules = body.apply_rules ? enabledRules(sql) : [];
  const decisions = items.map((item) => decide(rules, item));
  const outcomes = decisions.map((decision) => decision?.outcome ?? null);

  const convert = writingConverter(context);
  const recognizer = loadRecognizer(sql);
  const drafts = items.map((item, index) => {
    const draft = toRow(item, outcomes[index] ?? null, defaults, convert);
    const stays = body.check_for_recurring === false && draft.recurring_id === null;
    return stays ? draft : recognizedNew(recognizer, draft);
  });

  const existing = existingTransactions(context, items, outcomes, drafts, body.skip_duplicates);
  const moves: Moves = new Map();
  const rows: TransactionRow[] = [];
  const tags = new Map<number, readonly number[]>();
  const splits: Split[] = [];
  const ruled = new Map<number, readonly number[]>();
  let id = nextId(sql);
  for (const [index, draft] of drafts.entries()) {
    const item = items[index];
    if (item === undefined || existing.has(index)) continue;
    const moved = body.skip_balance_update ? 0 : movedBy(item, references, convert, defaults);
    move(moves, item.manual_account_id ?? null, moved);
    const outcome = outcomes[index] ?? null;
    const parts = partsByRule(draft, outcome);
    const row = {
      ...draft,
      id,
      balance_moved: units(moved),
      is_split_parent: parts === null ? 0 : 1,
    };
    rows.push(row);
    const tagIds = chooseTags(item, outcome);
    if (parts !== null) splits.push({ whole: row, tags: tagIds, parts });
    if (tagIds.length > 0) tags.set(id, tagIds);
    ruled.set(id, decisions[index]?.ruleIds ?? []);
    id++;
  }
  writeRows(context, { rows, tags, ruled });
  if (splits.length > 0) insertParts(context, splits, { primary: defaults.primary, convert, now });
  const settled = settleBalances(context, moves, convert, defaults.primary, wording.account);
  return settled.ok ? ok({ rows, tags, skipped: [...existing.values()] }) : settled;
}

interface Written extends Pick<Inserted, "rows" | "tags"> {
  /** The rules that set fields of each transaction, by its id. */
  readonly ruled: ReadonlyMap<number, readonly number[]>;
}

function writeRows({ sql, now }: Pick<Context, "sql" | "now">, { rows, tags, ruled }: Written) {
  if (rows.length > 0) {
    insertTransactions(sql, rows);
    requestDetection(sql, now);
  }
  addTags(
    sql,
    [...tags].flatMap(([transaction, ids]) => ids.map((tag) => [transaction, tag] as const)),
  );
  recordEffects(sql, ruled);
}

function findProblems(
  item: InsertItem,
  references: References,
  index: number,
  wording: Wording,
): ErrorItem[] {
  const at = { transaction_index: index };
  const errors = unknownReferences(item, references, at, wording);
  if (isLocked(references, item.linked_account_id)) {
    errors.push({
      errMsg: `linked_account_id is ${item.linked_account_id}, a linked account that does not allow its transactions to be added to.`,
      error: "Transaction belongs to a locked linked account",
      ...at,
      invalid_property: "linked_account_id",
    });
  }
  return errors;
}

/** One error for each external_id that several items of one manual account carry. */
function repeatedExternalIds(items: readonly InsertItem[], { account }: Wording): ErrorItem[] {
  if (!repeatsOne(items)) return [];
  const groups = Map.groupBy(
    items.entries(),
    ([, { manual_account_id: manual, external_id: external }]) =>
      manual == null || external == null ? null : `${manual} ${external}`,
  );
  groups.delete(null);
  return [...groups.values()]
    .filter((group) => group.length > 1)
    .map((group) => {
      const { external_id, manual_account_id } = group[0]?.[1] ?? {};
      return {
        errMsg: `The external_id ${JSON.stringify(external_id)} is given ${group.length} times for ${account} ${manual_account_id} in this request.`,
        error: "Duplicate External ID",
        transactions_indices: group.map(([index]) => index),
        invalid_property: "external_id",
        external_id,
        manual_account_id,
      };
    });
}

/**
 * Whether two items of one manual account carry the same external_id. Hardly any request has such
 * two, so that the items are grouped only then.
 */
function repeatsOne(items: readonly InsertItem[]): boolean {
  const seen = new Map<number, Set<string>>();
  return items.some(({ manual_account_id: manual, external_id: external }) => {
    if (manual == null || external == null) return false;
    const ofAccount = seen.get(manual) ?? new Set();
    if (ofAccount.has(external)) return true;
    seen.set(manual, ofAccount.add(external));
    return false;
  });
}

/**
 * The items that are stored already, by their index. An external_id takes precedence over equal
 * facts.
 */
function existingTransactions(
  { sql }: Context,
  items: readonly InsertItem[],
  outcomes: readonly (Outcome | null)[],
  drafts: readonly Draft[],
  skipDuplicates: boolean,
): Map<number, Skipped> {
  const existing = new Map<number, Skipped>();
  const keyed = [...items.entries()].flatMap(
    ([index, { manual_account_id: account, external_id: external }]) =>
      account == null || external == null ? [] : [{ index, key: [account, external] as const }],
  );
  for (const { position, id } of withExternalIds(
    sql,
    keyed.map(({ key }) => key),
  )) {
    const index = keyed[position]?.index ?? 0;
    existing.set(index, { index, reason: "duplicate_external_id", existingId: id });
  }
  if (!skipDuplicates) return inOrder(existing);
  const open = [...items.entries()].filter(([index]) => !existing.has(index));
  // A rule or a recurring item may have replaced the payee before it was stored: all of these count
  // as the same.
  const twins = open.map(([index, item]): TwinKey => {
    const payee = choosePayee(item);
    const { manual_account_id: manual = null, linked_account_id: linked = null } = item;
    const ruled = outcomes[index]?.payee ?? payee;
    return [manual, linked, item.date, item.amount, payee, ruled, drafts[index]?.payee ?? payee];
  });
  for (const { position, id } of findIdentical(sql, twins)) {
    const index = open[position]?.[0] ?? 0;
    existing.set(index, { index, reason: "duplicate_payee_amount_date", existingId: id });
  }
  return inOrder(existing);
}

function inOrder(skipped: ReadonlyMap<number, Skipped>): Map<number, Skipped> {
  return new Map([...skipped].sort(([a], [b]) => a - b));
}

function movedBy(
  item: InsertItem,
  references: References,
  convert: Convert,
  { primary }: Defaults,
): number {
  const account =
    item.manual_account_id == null
      ? undefined
      : references.manualAccounts.get(item.manual_account_id);
  return account === undefined
    ? 0
    : convert(item.amount, item.currency ?? primary, account.currency, item.date);
}

function chooseTags(item: InsertItem, outcome: Outcome | null): readonly number[] {
  const given = item.tag_ids ?? [];
  const added = outcome?.tag_ids ?? [];
  return given.length + added.length < 2
    ? [...given, ...added]
    : [...new Set([...given, ...added])].sort((a, b) => a - b);
}
