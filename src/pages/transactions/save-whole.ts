// These pages split and group transactions, link them to recurring items, and attach files only
// through here. Each is an entry in the journal of changes, which can be undone.

import { CHANGE_ANSWER, type ShownAnswer } from "../../importer/changes/wire.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { readAnswer, send, type Refusal } from "../ui/client.ts";
import type { Variables } from "../ui/context.ts";
import { makeKey } from "./save.ts";

type Api = Variables["api"];

/** A group before it has an id. */
export interface NewGroup {
  readonly ids: readonly number[];
  readonly date: string;
  readonly payee: string;
  /** If left out, the category that all members share. */
  readonly category_id?: number | null;
  readonly notes?: string | null;
}

/** The journal's answer to a split or group. */
export interface Joined {
  /** The journal's entry. */
  readonly change: number;
  /** The transaction that was split, or the new group; null after taking one apart. */
  readonly made: number | null;
}

/**
 * Splits a transaction into these parts. With the same `formKey`, a repeated form changes nothing
 * twice.
 */
export function saveSplit(
  api: Api,
  formKey: string,
  id: number,
  parts: readonly object[],
): Promise<Result<Joined, Refusal>> {
  const create = { transaction_id: id, child_transactions: parts };
  return changeRecord(api, formKey, { kind: "split", create });
}

/** Deletes the parts of a split transaction, which is then as it was. */
export function removeSplit(
  api: Api,
  formKey: string,
  id: number,
): Promise<Result<Joined, Refusal>> {
  return changeRecord(api, formKey, { kind: "split", delete: id });
}

/** Groups transactions. */
export function saveGroup(
  api: Api,
  formKey: string,
  group: NewGroup,
): Promise<Result<Joined, Refusal>> {
  return changeRecord(api, formKey, { kind: "group", create: group });
}

/** Takes a group apart; its members stay. */
export function removeGroup(
  api: Api,
  formKey: string,
  id: number,
): Promise<Result<Joined, Refusal>> {
  return changeRecord(api, formKey, { kind: "group", delete: id });
}

async function changeRecord(
  api: Api,
  formKey: string,
  record: object,
): Promise<Result<Joined, Refusal>> {
  const key = await makeKey(formKey || crypto.randomUUID(), [record]);
  const body = { key, records: [record], from: "the transactions page" };
  const answer = await send(api, "/api/changes", body, CHANGE_ANSWER);
  if (!answer.ok) return answer;
  const [refused] = answer.value.record_refused;
  if (refused !== undefined) return err({ status: 409, message: refused.message });
  return ok({ change: answer.value.change.id, made: answer.value.made[0]?.id ?? null });
}

/** Says in one line why an undo did nothing; null if it did something or is under way. */
export function explainUndo({
  change,
  conflicts,
  refused,
  record_refused: records,
}: ShownAnswer): string | null {
  if (change.count > 0 || change.state === "applying") return null;
  const said = [...refused, ...records].map(({ message }) => message);
  if (conflicts.length > 0) said.push("It was changed again since.");
  return `It was not undone. ${said.join(" ")}`.trim();
}

/** Links a transaction to a recurring item, or to none, if it is linked as the person saw it. */
export async function saveRecurring(
  api: Api,
  formKey: string,
  id: number,
  was: number | null,
  set: number | null,
): Promise<Result<number, Refusal>> {
  const transactions = [{ id, was: { recurring_id: was }, set: { recurring_id: set } }];
  const key = await makeKey(formKey || crypto.randomUUID(), transactions);
  const body = { key, transactions, from: "the transactions page" };
  const answer = await send(api, "/api/changes", body, CHANGE_ANSWER);
  if (!answer.ok) return answer;
  const { conflicts, refused, change } = answer.value;
  const [message] = [
    ...refused.map((one) => one.message),
    ...conflicts.map(() => "Its recurring item was changed since, so it was left as it is."),
  ];
  return message === undefined ? ok(change.id) : err({ status: 409, message });
}

/** Attaches the file of a form. The body is passed on as it comes, without holding the bytes. */
export async function attachFile(
  api: Api,
  id: number,
  form: Request,
): Promise<Result<number, Refusal>> {
  const answer = await api(`/api/changes/files?transaction=${id}`, {
    method: "POST",
    headers: { "content-type": form.headers.get("content-type") ?? "" },
    body: form.body,
  });
  const read = await readAnswer(answer, CHANGE_ANSWER);
  if (!read.ok) return read;
  const [refused] = read.value.record_refused;
  return refused === undefined
    ? ok(read.value.change.id)
    : err({ status: 400, message: refused.message });
}

/** Removes an attached file; the journal keeps it, so that this can be undone. */
export async function removeFile(
  api: Api,
  formKey: string,
  id: number,
  file: number,
): Promise<Result<Joined, Refusal>> {
  return changeRecord(api, formKey, { kind: "file", delete: file, transaction_id: id });
}
