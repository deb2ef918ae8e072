// The one way by which these pages split and group transactions, link them to recurring items, and
// attach files. Each call is one request to the budgeting service.

import * as z from "zod";
import type { Result } from "../../platform/result.ts";
import { readAnswer, readService, type Refusal } from "../ui/client.ts";
import type { Variables } from "../ui/context.ts";

type Service = Variables["service"];

const made = z.object({ id: z.int() });

/** A group before it has an id. */
export interface NewGroup {
  readonly ids: readonly number[];
  readonly date: string;
  readonly payee: string;
  /** Left out: the category that all members share. */
  readonly category_id?: number | null;
  readonly notes?: string | null;
}

/** Splits a transaction into these parts. */
export function saveSplit(
  service: Service,
  id: number,
  parts: readonly object[],
): Promise<Result<unknown, Refusal>> {
  const body = { child_transactions: parts };
  return write(service, "POST", `/transactions/split/${id}`, z.unknown(), body);
}

/** Deletes the parts of a split transaction, which is then as it was. */
export async function removeSplit(service: Service, id: number): Promise<Result<unknown, Refusal>> {
  return erase(service, `/transactions/split/${id}`);
}

/** Groups transactions; the group's id. */
export function saveGroup(
  service: Service,
  group: NewGroup,
): Promise<Result<{ readonly id: number }, Refusal>> {
  return write(service, "POST", "/transactions/group", made, group);
}

/** Takes a group apart; its members stay. */
export async function removeGroup(service: Service, id: number): Promise<Result<unknown, Refusal>> {
  return erase(service, `/transactions/group/${id}`);
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

/** Attaches the file of a form as the browser sent it: its bytes are not held here. */
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
