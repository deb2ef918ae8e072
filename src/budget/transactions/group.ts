// Grouping and ungrouping (gaps.md 3.7, D16, D17). In lists a group replaces its members, which
// keep all their data, their accounts' balances included; ungrouping shows them again.

import { ERRORS_MAX } from "../../platform/limits.ts";
import type { Day } from "../../money/day.ts";
import { units } from "../../money/money.ts";
import { ok, type Result } from "../../platform/result.ts";
import { readBudget } from "../me/store.ts";
import { refuse, type ErrorItem, type Problem } from "../../platform/api/problem.ts";
import type { Context } from "../route.ts";
import { dissolveGroups, joinGroup } from "./membership.ts";
import { loadReferences, unknownReferences } from "./references.ts";
import { NO_PAYEE, type TransactionRow } from "./row.ts";
import {
  addTags,
  listChildren,
  findTransaction,
  findTransactions,
  insertTransactions,
  nextId,
} from "./store.ts";
import { sharedCategory, sumMembers, ungroupable, type Total } from "./total.ts";
import { PLAIN_WORDING, type Wording } from "./wording.ts";

/**
 * The contents of a group. Without `status` it follows the members' status; without `category_id`
 * it is the one they share.
 */
export interface GroupForm {
  readonly ids: readonly number[];
  readonly date: Day;
  readonly payee: string;
  readonly category_id?: number | null | undefined;
  readonly notes?: string | null | undefined;
  readonly status?: "reviewed" | "unreviewed" | undefined;
  readonly tag_ids?: readonly number[] | undefined;
}

/** Puts the transactions behind a new one; its id. */
export function groupTransactions(
  context: Context,
  body: GroupForm,
  wording: Wording = PLAIN_WORDING,
): Result<number, Problem> {
  const { sql, now } = context;
  const rows = new Map(findTransactions(sql, body.ids).map((row) => [row.id, row]));
  const errors = [
    ...body.ids.flatMap((id, index) => memberFaults(id, index, body.ids, rows.get(id), wording)),
    ...unknownReferences(body, loadReferences(sql, [body]), {}, wording),
  ];
  if (errors.length > 0) return refuse("invalid body", ...errors.slice(0, ERRORS_MAX));

  const members = [...rows.values()];
  const total = sumMembers(members, readBudget(sql).primary_currency);
  if (total === null) {
    return refuse("invalid body", {
      errMsg: "The members' total would leave the range of amounts.",
      invalid_property: "ids",
    });
  }
  const id = nextId(sql);
  insertTransactions(sql, [{ ...groupRow(body, members, total, now), id }]);
  joinGroup(sql, body.ids, id, now);
  addTags(
    sql,
    (body.tag_ids ?? []).map((tag) => [id, tag] as const),
  );
  return ok(id);
}

/** Undoes a group; the ids of its members, which stay. Null where no group has this id. */
export function ungroup({ sql, now }: Context, id: number): number[] | null {
  if (findTransaction(sql, id)?.is_group_parent !== 1) return null;
  const members = listChildren(sql, [id], false).map((member) => member.id);
  dissolveGroups(sql, [id], now);
  return members;
}

function memberFaults(
  id: number,
  index: number,
  ids: readonly number[],
  row: TransactionRow | undefined,
  { name }: Wording,
): ErrorItem[] {
  const at = { error: "Invalid Transaction ID", ids_index: index, transaction_id: id };
  if (ids.indexOf(id) !== index)
    return [{ errMsg: `${name("ids")}[${index}] repeats the id ${id}.`, ...at }];
  if (row === undefined) return [{ errMsg: `There is no transaction with the id ${id}.`, ...at }];
  const because = ungroupable(row);
  if (because === null) return [];
  const grouped = row.group_parent_id === null ? {} : { group_parent_id: row.group_parent_id };
  return [{ errMsg: `Transaction ${id} ${because}, so it cannot be grouped.`, ...at, ...grouped }];
}

function groupRow(
  body: GroupForm,
  members: readonly TransactionRow[],
  total: Total,
  now: number,
): Omit<TransactionRow, "id"> {
  const payee = body.payee || NO_PAYEE;
  const reviewed = members.every(({ status }) => status === "reviewed");
  return {
    ...total,
    date: body.date,
    payee,
    original_name: payee,
    category_id: body.category_id === undefined ? sharedCategory(members) : body.category_id,
    notes: body.notes || null,
    status: body.status ?? (reviewed ? "reviewed" : "unreviewed"),
    is_pending: 0,
    manual_account_id: null,
    linked_account_id: null,
    recurring_id: null,
    external_id: null,
    source: "api",
    is_split_parent: 0,
    split_parent_id: null,
    is_group_parent: 1,
    group_parent_id: null,
    balance_moved: units(0),
    created_at: now,
    updated_at: now,
    linked_metadata: null,
    custom_metadata: null,
  };
}
