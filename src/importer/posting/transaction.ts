// One transaction of the budgeting service: as it is now, changed, grouped with another, made whole
// again. As in client.ts a call never throws, and every one may be repeated: the same change twice
// is the same once, and a group refuses what is in one.

import * as z from "zod";
import type { Upstream } from "../connection/upstream.ts";
import { call, type DeleteReply, type Refused } from "./client.ts";
import type { NoAnswer } from "../../platform/outbox/effect.ts";

/** What keeps a transaction from being deleted. */
export interface Standing {
  readonly kind: "standing";
  readonly split: boolean;
  /** The group it belongs to. */
  readonly group: number | null;
}

/** A transaction as it is now, with what an update may change. */
export interface Present {
  readonly kind: "present";
  readonly date: string;
  readonly amount: string;
  readonly currency: string;
  readonly payee: string;
  readonly notes: string | null;
  readonly external_id: string | null;
  readonly status: string;
  readonly category_id: number | null;
  readonly tag_ids: readonly number[];
  readonly custom_metadata: Readonly<Record<string, unknown>> | null;
  readonly split: boolean;
  readonly group: number | null;
}

export type UpdateReply = { readonly kind: "updated" } | Refused | NoAnswer;

const standing = z.object({
  is_split_parent: z.boolean().nullish(),
  group_parent_id: z.int().nullish(),
});
const present = z.object({
  date: z.string(),
  amount: z.string(),
  currency: z.string(),
  payee: z.string(),
  notes: z.string().nullish(),
  external_id: z.string().nullish(),
  status: z.string(),
  category_id: z.int().nullish(),
  tag_ids: z.array(z.int()).nullish(),
  custom_metadata: z.record(z.string(), z.unknown()).nullish(),
  is_split_parent: z.boolean().nullish(),
  group_parent_id: z.int().nullish(),
});

/** GET /transactions/{id}: whether it has been split or grouped. */
export async function fetchStanding(
  upstream: Upstream,
  id: number,
): Promise<Standing | Refused | NoAnswer> {
  const reply = await call(upstream, "GET", `/transactions/${id}`, null);
  if (reply.kind !== "answer") return reply;
  const answer = standing.safeParse(reply.json);
  if (!answer.success)
    return { kind: "unknown", message: "the service's transaction could not be read" };
  return {
    kind: "standing",
    split: answer.data.is_split_parent === true,
    group: answer.data.group_parent_id ?? null,
  };
}

/** GET /transactions/{id}: as it is now. */
export async function readTransaction(
  upstream: Upstream,
  id: number,
): Promise<Present | Refused | NoAnswer> {
  const reply = await call(upstream, "GET", `/transactions/${id}`, null);
  if (reply.kind !== "answer") return reply;
  const answer = present.safeParse(reply.json);
  if (!answer.success)
    return { kind: "unknown", message: "the service's transaction could not be read" };
  const {
    is_split_parent: split,
    group_parent_id: group,
    notes,
    external_id,
    custom_metadata,
    category_id,
    tag_ids,
    ...rest
  } = answer.data;
  return {
    kind: "present",
    ...rest,
    notes: notes ?? null,
    category_id: category_id ?? null,
    tag_ids: tag_ids ?? [],
    external_id: external_id ?? null,
    custom_metadata: custom_metadata ?? null,
    split: split === true,
    group: group ?? null,
  };
}

/** PUT /transactions/{id}: sets what the body names; the same twice is the same once. */
export async function updateTransaction(
  upstream: Upstream,
  id: number,
  body: string,
): Promise<UpdateReply> {
  const reply = await call(upstream, "PUT", `/transactions/${id}`, body);
  return reply.kind === "answer" ? { kind: "updated" } : reply;
}

/** A part of a split, as a person may have changed it since. */
export interface SplitPart {
  readonly id: number;
  readonly date: string;
  readonly amount: string;
  readonly payee: string;
  readonly notes: string | null;
  readonly category_id: number | null;
  readonly tag_ids: readonly number[];
}

/** The parts of a transaction; null: it is not split, or the service does not show them. */
export interface SplitRead {
  readonly kind: "read";
  readonly split: boolean;
  readonly amount: string;
  readonly currency: string;
  readonly parts: readonly SplitPart[] | null;
}

const part = z.object({
  id: z.int(),
  date: z.string(),
  amount: z.string(),
  payee: z.string(),
  notes: z.string().nullish(),
  category_id: z.int().nullish(),
  tag_ids: z.array(z.int()).nullish(),
});
const parent = z.object({
  amount: z.string(),
  currency: z.string(),
  is_split_parent: z.boolean().nullish(),
  children: z.array(part).nullish(),
});

/** GET /transactions/{id}: whether it is split, and into what. */
export async function readSplit(
  upstream: Upstream,
  id: number,
): Promise<SplitRead | Refused | NoAnswer> {
  return toSplitRead(await call(upstream, "GET", `/transactions/${id}`, null));
}

/** POST /transactions/split/{id}: refuses what is split already, so a repeat splits nothing twice. */
export async function splitTransaction(
  upstream: Upstream,
  id: number,
  body: string,
): Promise<SplitRead | Refused | NoAnswer> {
  return toSplitRead(await call(upstream, "POST", `/transactions/split/${id}`, body));
}

function toSplitRead(reply: Awaited<ReturnType<typeof call>>): SplitRead | Refused | NoAnswer {
  if (reply.kind !== "answer") return reply;
  const answer = parent.safeParse(reply.json);
  if (!answer.success)
    return { kind: "unknown", message: "the service's transaction could not be read" };
  const { amount, currency, is_split_parent: split, children } = answer.data;
  const parts = children?.map(({ notes, category_id, tag_ids, ...rest }) => ({
    ...rest,
    notes: notes ?? null,
    category_id: category_id ?? null,
    tag_ids: tag_ids ?? [],
  }));
  return { kind: "read", split: split === true, amount, currency, parts: parts ?? null };
}

/** DELETE /transactions/split/{id} or /transactions/group/{id}: the transaction, or the members, are whole again. */
export async function dissolve(
  upstream: Upstream,
  what: "split" | "group",
  id: number,
): Promise<DeleteReply> {
  const reply = await call(upstream, "DELETE", `/transactions/${what}/${id}`, null);
  return reply.kind === "answer" ? { kind: "deleted" } : reply;
}
