// The one way by which these pages change a transaction: one entry in the journal of changes, which
// writes the changed fields alone, each only while the transaction still holds the value that the
// person saw, and which can be undone.

import { CHANGE_ANSWER, type ShownAnswer } from "../../importer/changes/wire.ts";
import { hex, sha256 } from "../../platform/digest.ts";
import { ok, type Result } from "../../platform/result.ts";
import { readService, send, type Refusal } from "../ui/client.ts";
import type { Variables } from "../ui/context.ts";
import {
  FIELD_LABELS,
  FIELDS,
  fieldText,
  readField,
  toFieldValue,
  type Field,
  type Texts,
} from "./fields.ts";
import { transactionSchema, type Transaction } from "./wire.ts";

/** What a person saw, and what they want instead; only fields of both are looked at. */
export interface Edit {
  readonly id: number;
  /** The form's one-time id: the same edit sent again changes nothing twice. */
  readonly key: string;
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
  /** The journal's entry; null if the journal wrote nothing and has nothing left to write. */
  readonly change: number | null;
}

/** Writes the changed fields of one transaction. If a field cannot be what was typed, nothing is written. */
export async function saveTransaction(
  { api, service }: Pick<Variables, "api" | "service">,
  edit: Edit,
): Promise<Result<Saved, Refusal>> {
  const path = `/transactions/${edit.id}`;
  const found = await readService(service, path, transactionSchema);
  if (!found.ok) return found;
  const { was, set, conflicts, refused } = compare(found.value, edit);
  if (refused.length > 0 || Object.keys(set).length === 0)
    return ok({ transaction: found.value, conflicts, refused, change: null });
  const transactions = [{ id: edit.id, was, set }];
  const key = await makeKey(edit.key, transactions);
  const body = { key, transactions, from: "the transactions page" };
  const answer = await send(api, "/api/changes", body, CHANGE_ANSWER);
  if (!answer.ok) return answer;
  const now = await readService(service, path, transactionSchema);
  if (!now.ok) return now;
  const written = answer.value;
  return ok({
    transaction: now.value,
    conflicts: [
      ...conflicts,
      ...written.conflicts.flatMap((one) => toConflict(now.value, edit, one.field) ?? []),
    ],
    refused: written.refused.map(toRefused),
    change: isWithoutEffect(written.change) ? null : written.change.id,
  });
}

/**
 * Makes the key of a change. With the browser's Back, the same form may be sent with another edit,
 * and that is another change.
 */
export async function makeKey(formKey: string, content: unknown): Promise<string> {
  const digest = hex(await sha256(JSON.stringify(content)));
  return `${formKey.slice(0, FORM_KEY_CHARS)}-${digest.slice(0, DIGEST_CHARS)}`;
}

const FORM_KEY_CHARS = 36;
const DIGEST_CHARS = 32;

/** Whether a change had no effect. One that still waits for the service may have one later. */
function isWithoutEffect({ count, state }: ShownAnswer["change"]): boolean {
  return count === 0 && state !== "applying";
}

interface Compared {
  /** The values as the service has them, which the person saw as text. */
  readonly was: Readonly<Record<string, unknown>>;
  readonly set: Readonly<Record<string, unknown>>;
  readonly conflicts: readonly Conflict[];
  readonly refused: readonly RefusedField[];
}

function compare(now: Transaction, edit: Edit): Compared {
  const conflicts: Conflict[] = [];
  const refused: RefusedField[] = [];
  const was: Record<string, unknown> = {};
  const set: Record<string, unknown> = {};
  for (const field of FIELDS) {
    const [saw, wanted] = [edit.was[field], edit.set[field]];
    const current = fieldText(now, field);
    if (saw === undefined || wanted === undefined || wanted === saw || wanted === current) continue;
    if (current !== saw) {
      conflicts.push({ field, now: current, set: wanted });
      continue;
    }
    const value = toFieldValue(field, wanted);
    if (value.ok) {
      was[field] = readField(now, field);
      set[field] = value.value;
    } else refused.push({ field, message: value.error });
  }
  return { was, set, conflicts, refused };
}

function toConflict(
  now: Transaction,
  { set }: Edit,
  named: ShownAnswer["conflicts"][number]["field"],
): Conflict | null {
  const field = FIELDS.find((one) => one === named);
  return field === undefined ? null : { field, now: fieldText(now, field), set: set[field] ?? "" };
}

function toRefused(refused: ShownAnswer["refused"][number]): RefusedField {
  const field = FIELDS.find((one) => one === refused.field) ?? null;
  const { message } = refused;
  return { field, message: inWords(message, field) };
}

/** The service's sentence with the field's label in place of its name. */
function inWords(sentence: string, field: Field | null): string {
  const plain = sentence
    .replace(/ of transaction \d+/, "")
    .replace(/^Transaction \d+/, "This transaction");
  return field === null ? plain : plain.replace(new RegExp(`^${field}\\b`), FIELD_LABELS[field]);
}
