// The one way by which these pages change a transaction. It writes the changed fields alone, each
// only while the transaction still holds the value that the person saw. Over the documented
// interface this is a read and then a write: a change of the same moment can fall between them.

import * as z from "zod";
import { err, ok, type Result } from "../../platform/result.ts";
import { readService, type Refusal } from "../ui/client.ts";
import type { Variables } from "../ui/context.ts";
import { FIELD_LABELS, FIELDS, fieldText, toFieldValue, type Field, type Texts } from "./fields.ts";
import { transactionSchema, type Transaction } from "./wire.ts";

/** What a person saw, and what they want instead; only fields of both are looked at. */
export interface Edit {
  readonly id: number;
  readonly was: Texts;
  readonly set: Texts;
}

/** A field that somebody else changed since the person saw it. Nothing was written to it. */
export interface Conflict {
  readonly field: Field;
  readonly now: string;
  readonly set: string;
}

/** A change that the service or the field refused; null belongs to no field. */
export interface RefusedField {
  readonly field: Field | null;
  readonly message: string;
}

export interface Saved {
  /** The transaction as it is now. */
  readonly transaction: Transaction;
  readonly conflicts: readonly Conflict[];
  readonly refused: readonly RefusedField[];
}

/** Writes the changed fields of one transaction. If one is refused, nothing is written. */
export async function saveTransaction(
  { service }: Pick<Variables, "service">,
  { id, was, set }: Edit,
): Promise<Result<Saved, Refusal>> {
  const found = await readService(service, `/transactions/${id}`, transactionSchema);
  if (!found.ok) return found;
  const now = found.value;
  const conflicts: Conflict[] = [];
  const refused: RefusedField[] = [];
  const body: Record<string, unknown> = {};
  for (const field of FIELDS) {
    const [saw, wanted] = [was[field], set[field]];
    const current = fieldText(now, field);
    if (saw === undefined || wanted === undefined || wanted === saw || wanted === current) continue;
    if (current !== saw) {
      conflicts.push({ field, now: current, set: wanted });
      continue;
    }
    const value = toFieldValue(field, wanted);
    if (value.ok) body[field] = value.value;
    else refused.push({ field, message: value.error });
  }
  if (refused.length > 0 || Object.keys(body).length === 0)
    return ok({ transaction: now, conflicts, refused });
  const written = await write(service, id, body);
  if (written.ok) return ok({ transaction: written.value, conflicts, refused });
  const { refusal, fields } = written.error;
  return fields === null ? err(refusal) : ok({ transaction: now, conflicts, refused: fields });
}

/** A refused PUT: as any refusal, and where it is about the body, by field. */
interface Refused {
  readonly refusal: Refusal;
  readonly fields: readonly RefusedField[] | null;
}

const refusalSchema = z.object({
  message: z.string(),
  errors: z.array(
    z.object({
      errMsg: z.string(),
      instancePath: z.string().nullish(),
      invalid_property: z.string().nullish(),
      locked_property: z.string().nullish(),
    }),
  ),
});

async function write(
  service: Variables["service"],
  id: number,
  body: Readonly<Record<string, unknown>>,
): Promise<Result<Transaction, Refused>> {
  let text = "";
  const keep: Variables["service"] = async (path, init) => {
    const response = await service(path, init);
    text = response.ok ? "" : await response.clone().text();
    return response;
  };
  const put = async (path: string) =>
    keep(path, {
      method: "PUT",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const answer = await readService(put, `/transactions/${id}`, transactionSchema);
  if (answer.ok) return answer;
  return err({
    refusal: answer.error,
    fields: answer.error.status === 400 ? sortRefusals(text) : null,
  });
}

function sortRefusals(text: string): readonly RefusedField[] | null {
  const read = refusalSchema.safeParse(parseJson(text));
  if (!read.success || read.data.errors.length === 0) return null;
  return read.data.errors.map((error) => {
    const named = [
      error.locked_property,
      error.invalid_property,
      ...(error.instancePath ?? "").split("/"),
    ];
    const field =
      FIELDS.find((one) => named.includes(one) || error.errMsg.startsWith(`${one} `)) ?? null;
    return { field, message: inWords(error.errMsg, field) };
  });
}

/** The service's sentence with the field's label in place of its name. */
function inWords(sentence: string, field: Field | null): string {
  const plain = sentence
    .replace(/ of transaction \d+/, "")
    .replace(/^Transaction \d+/, "This transaction");
  return field === null ? plain : plain.replace(new RegExp(`^${field}\\b`), FIELD_LABELS[field]);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
