// These pages split and group transactions, link them to recurring items, and attach files only
// through here. Splits and groups are entries in the journal of changes, which can be undone. The
// journal does not have the others: they are written directly to the budgeting service.

import * as z from "zod";
import { CHANGE_ANSWER, type ShownAnswer } from "../../importer/changes/wire.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { readAnswer, readService, send, type Refusal } from "../ui/client.ts";
import type { Variables } from "../ui/context.ts";
import { makeKey } from "./save.ts";

type Api = Variables["api"];
type Service = Variables["service"];

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

/** Links a transaction to a recurring item, or to none. */
export function saveRecurring(
  service: Service,
  id: number,
  recurring: number | null,
): Promise<Result<unknown, Refusal>> {
  const body = { recurring_id: recurring };
  return write(service, "PUT", `/transactions/${id}`, z.unknown(), body);
}

/** Attaches the file of a form. The body is passed on as it comes, without holding the bytes. */
export async function attachFile(
  service: Service,
  id: number,
  form: Request,
): Promise<Result<unknown, Refusal>> {
  const answer = await service(`/transactions/${id}/attachments`, {
    method: "POST",
    headers: { "content-type": form.headers.get("content-type") ?? "" },
    body: form.body,
  });
  return readAnswer(answer, z.unknown());
}

/** Deletes an attached file. */
export async function removeFile(
  service: Service,
  file: number,
): Promise<Result<unknown, Refusal>> {
  return erase(service, `/transactions/attachments/${file}`);
}

function write<Schema extends z.ZodType>(
  service: Service,
  method: "POST" | "PUT",
  path: string,
  schema: Schema,
  body: object,
): Promise<Result<z.infer<Schema>, Refusal>> {
  const init = {
    method,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  };
  return readService((at) => service(at, init), path, schema);
}

async function erase(service: Service, path: string): Promise<Result<unknown, Refusal>> {
  return readAnswer(await service(path, { method: "DELETE" }), z.unknown());
}
