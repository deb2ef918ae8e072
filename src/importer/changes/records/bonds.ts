// Splits and groups of transactions. Making one and undoing it take one request each. After a lost
// answer the transactions show whether it was carried out. A split that is made again has parts
// with new ids, so the journal keeps which old part each of them replaces.

import * as z from "zod";
import type { Chance, NoAnswer } from "../../../platform/outbox/effect.ts";
import type { Sql } from "../../../platform/sql/sql.ts";
import type { Refused } from "../../posting/client.ts";
import type { FileRoom } from "../files/room.ts";
import type { ChangeService, ReadTransaction } from "../service.ts";
import { addSuccessor, findCurrentId } from "../store.ts";
import type { Facts } from "./kinds.ts";
import { isSameFact } from "./plan.ts";
import { renumber } from "./renumber.ts";
import type { MakeReply, RecordService } from "./service.ts";
import {
  currentIds,
  findRecord,
  markRecordSent,
  markRecordWaiting,
  readFacts,
  readRecord,
  settleRecord,
  type RecordRow,
} from "./store.ts";

/** The storage and the services that a step works with. */
export interface BondRoom {
  readonly sql: Sql;
  readonly chance: Chance;
  readonly service: ChangeService;
  readonly records: RecordService;
  readonly files: FileRoom;
}

const GONE = "It is no longer in the budget.";
const PART = ["amount", "payee", "date", "category_id", "notes", "tag_ids"] as const;
const GROUP = ["date", "payee", "category_id", "notes", "status", "tag_ids"] as const;

const childrenSchema = z.array(z.looseObject({ id: z.int() }));

/** Makes or undoes one split or group; returns the reason if the service does not answer. */
export function sendBond(room: BondRoom, row: RecordRow): Promise<NoAnswer | null> {
  return row.action === "create" ? make(room, row) : undo(room, row);
}

/** Looks at a split or group whose answer was lost, and settles it as done or not. */
export async function lookAtBond(room: BondRoom, row: RecordRow): Promise<NoAnswer | null> {
  const { sql } = room;
  const { put } = readRecord(row);
  if (row.action === "delete") {
    const now = await readOne(room, Number(put["id"]));
    if (isReply(now)) return now;
    // Somebody may have split it again since.
    const { kept } = readRecord(row);
    const isOld = now !== null && isSameFact(listMembers(now.whole), listMembers(kept["whole"]));
    if (now !== null && isBond(row, now) && isOld) markRecordWaiting(sql, row.id);
    else settleRecord(sql, row.id, { effect: true });
    return null;
  }
  const member = await readOne(room, Number(put["first"]));
  if (isReply(member)) return member;
  const parent = row.kind === "split" ? member : await readGroup(room, member);
  if (isReply(parent)) return parent;
  if (parent === null || !isBond(row, parent)) {
    markRecordWaiting(sql, row.id);
    return null;
  }
  const found = compareMade(row, parent);
  if (found === "another")
    return refuse(sql, row, OTHERS[row.kind === "split" ? "split" : "group"]);
  return settleMade(room, row, parent, found === "as made" ? pickShape(row, parent) : CHANGED);
}

const OTHERS = {
  split: "Somebody else has split it.",
  group: "Somebody else has grouped one of the transactions.",
};
/** The result of looking at a split or group that somebody has changed since it was made. */
const CHANGED = "changed";

/**
 * Compares a split or group with the one that was sent: its amounts or members, then the other
 * facts.
 */
function compareMade(
  row: RecordRow,
  { whole, fields }: ReadTransaction,
): "as made" | "changed" | "another" {
  const { put } = readRecord(row);
  const isLike = (sent: Facts, now: Facts, names: readonly string[]) =>
    names.every(
      (name) =>
        sent[name] == null ||
        isSameFact(sent[name], now[name], name) ||
        (name === "tag_ids" && isSameFact(sortIds(sent[name]), sortIds(now[name]))),
    );
  if (row.kind === "group") {
    if (!isSameFact(sortIds(put["ids"]), listMembers(whole))) return "another";
    return isLike(put, whole, GROUP) ? "as made" : "changed";
  }
  const sent = listParts(put["child_transactions"]);
  const now = listParts(whole["children"]);
  const pairs = sent.map((part, index) => [part, now[index] ?? {}] as const);
  if (sent.length !== now.length || !pairs.every(([a, b]) => isLike(a, b, ["amount"])))
    return "another";
  const isNew = ([part, one]: readonly [Facts, Facts]) =>
    isLike(part, one, PART) &&
    (part["notes"] != null || one["notes"] == null || isSameFact(one["notes"], fields.notes));
  return pairs.every(isNew) ? "as made" : "changed";
}

function sortIds(ids: unknown): readonly number[] {
  return listIds(ids).toSorted((a, b) => a - b);
}

function listMembers(whole: unknown): readonly number[] {
  return listChildren(readFacts(whole)["children"])
    .map(({ id }) => id)
    .toSorted((a, b) => a - b);
}

async function make(room: BondRoom, row: RecordRow): Promise<NoAnswer | null> {
  const { sql, records } = room;
  const wanted = readFacts(renumber(readRecord(row).wanted, currentIds(sql, row.change)));
  const { transaction_id: transaction, transfer: _, ...split } = wanted;
  const old = listIds(wanted["ids"]).map((one) => findCurrentId(sql, one));
  const first = row.kind === "split" ? findCurrentId(sql, Number(transaction)) : (old[0] ?? 0);
  const now = await readOne(room, first);
  if (isReply(now)) return now;
  if (now === null) return refuse(sql, row, GONE);
  const body =
    row.kind === "split"
      ? { child_transactions: listParts(split["child_transactions"]) }
      : { ...split, ids: old };
  const name = row.kind === "split" ? String(now.fields.payee) : readText(wanted["payee"]);
  const path = row.kind === "split" ? `/transactions/split/${first}` : "/transactions/group";
  markRecordSent(sql, row, { kept: {}, put: { ...body, first }, name });
  const reply: MakeReply = await records.post(path, body);
  if (reply.kind === "refused") return refuse(sql, row, describe(reply));
  if (reply.kind !== "made") return putBack(sql, row, reply);
  const made = await readOne(room, reply.id);
  // It stays "sent", so it will be looked at.
  if (isReply(made)) return made;
  return made === null ? refuse(sql, row, GONE) : settleMade(room, row, made, pickShape(row, made));
}

/** Stores the parts as they were made, and gives restored parts the review state that they had. */
async function settleMade(
  room: BondRoom,
  row: RecordRow,
  parent: ReadTransaction,
  shape: unknown,
): Promise<NoAnswer | null> {
  const { sql, service } = room;
  const before = listChildren(readRecord(row).wanted["were"]);
  const after = listChildren(parent.whole["children"]);
  const reviews = row.kind === "split" ? listReviews(before, after) : [];
  if (reviews.length > 0) {
    const reply = await service.put(reviews);
    if (reply.kind !== "written" && reply.kind !== "refused") return reply;
  }
  const sent = findRecord(sql, row.id) ?? row;
  sql.transaction(() => {
    if (row.kind === "split")
      for (const [index, { id }] of after.entries()) {
        const old = before[index]?.id;
        if (old !== undefined) addSuccessor(sql, row.change, old, id);
      }
    const group = Number(row.record);
    if (row.kind === "group" && group > 0) addSuccessor(sql, row.change, group, parent.id);
    markRecordSent(sql, row, {
      kept: { shape },
      put: readRecord(sent).put,
      name: sent.name ?? String(parent.fields.payee),
    });
    settleRecord(sql, row.id, { made: parent.id, effect: true });
  });
  return null;
}

function listReviews(
  before: readonly Facts[],
  after: readonly (Facts & { readonly id: number })[],
) {
  return after.flatMap(({ id, status }, index) => {
    const wanted = before[index]?.["status"];
    const isSet = wanted === "reviewed" || wanted === "unreviewed";
    return isSet && wanted !== status ? [{ id, put: { status: wanted } }] : [];
  });
}

async function undo(room: BondRoom, row: RecordRow): Promise<NoAnswer | null> {
  const { sql, records } = room;
  const id = findCurrentId(sql, Number(row.record));
  const now = await readOne(room, id);
  if (isReply(now)) return now;
  if (now === null || !isBond(row, now)) return refuse(sql, row, GONE);
  const { shape } = readRecord(row).wanted;
  const expected = renumber(shape ?? null, currentIds(sql, row.change));
  if (shape !== undefined && !isSameFact(expected, pickShape(row, now)))
    return refuse(sql, row, row.kind === "split" ? PARTS_CHANGED : GROUP_CHANGED);
  const kept = { whole: now.whole };
  markRecordSent(sql, row, { kept, put: { id }, name: String(now.fields.payee) });
  const reply = await records.removeAt(`/transactions/${row.kind}/${id}`);
  if (reply.kind === "refused") return refuse(sql, row, describe(reply));
  if (reply.kind !== "deleted") return putBack(sql, row, reply);
  settleRecord(sql, row.id, { effect: true });
  return null;
}

const PARTS_CHANGED = "Its parts were changed since.";
const GROUP_CHANGED = "The group was changed since.";

/** The facts that make an undone split or group again, from the transaction as it was. */
export function toRemake(kind: "split" | "group", whole: Facts): Facts {
  const were = listChildren(whole["children"]);
  if (kind === "split")
    return { transaction_id: whole["id"], child_transactions: listParts(were), were };
  const { status } = whole;
  const facts = Object.fromEntries(GROUP.map((name) => [name, whole[name] ?? null]));
  const settable = status === "reviewed" || status === "unreviewed" ? { status } : {};
  const { status: _, ...rest } = facts;
  return { ids: were.map(({ id }) => id), ...rest, ...settable };
}

/** The facts that must be unchanged for an undo. */
function pickShape({ kind }: RecordRow, { whole }: ReadTransaction): unknown {
  const children = listChildren(whole["children"]);
  if (kind === "split")
    return listParts(children).map((part) => ({ ...part, amount: Number(part["amount"]) }));
  const { date, payee, notes = null, category_id: category = null } = whole;
  return { date, payee, notes, category_id: category, members: listMembers(whole) };
}

function isBond({ kind }: RecordRow, { whole }: ReadTransaction): boolean {
  return whole[kind === "split" ? "is_split_parent" : "is_group_parent"] === true;
}

async function readOne(
  { service }: BondRoom,
  id: number,
): Promise<ReadTransaction | NoAnswer | null> {
  const reply = await service.one(id);
  if (reply.kind === "read") return reply.transaction;
  return reply.kind === "gone" ? null : reply;
}

/** The group that a member is in now; null if it is in none. */
async function readGroup(room: BondRoom, member: ReadTransaction | null) {
  const group = member?.whole["group_parent_id"];
  return typeof group === "number" ? readOne(room, group) : null;
}

function isReply(read: ReadTransaction | NoAnswer | null): read is NoAnswer {
  return read !== null && "kind" in read;
}

function listParts(children: unknown): Record<string, unknown>[] {
  if (!Array.isArray(children)) return [];
  return children.map((child: unknown) => {
    const part = readFacts(child);
    return Object.fromEntries(
      PART.filter((name) => part[name] !== undefined).map((name) => [name, part[name]]),
    );
  });
}

function listChildren(children: unknown): z.output<typeof childrenSchema> {
  const read = childrenSchema.safeParse(children);
  return read.success ? read.data : [];
}

function listIds(ids: unknown): number[] {
  return Array.isArray(ids) ? ids.map(Number) : [];
}

function readText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

function describe({ faults, message }: Refused): string {
  const said = (faults ?? []).map((fault) => fault.message);
  return said.length === 0 ? message : said.join(" ");
}

function refuse(sql: Sql, row: RecordRow, message: string): null {
  settleRecord(sql, row.id, { refused: [{ field: null, message }], effect: false });
  return null;
}

function putBack(sql: Sql, row: RecordRow, reply: NoAnswer): NoAnswer {
  if (reply.kind !== "unknown") markRecordWaiting(sql, row.id);
  return reply;
}
