// The two JSON columns of an application that enriches a transaction: the values it writes, and the
// values that the transaction had before. Undoing needs both. An older version may have stored
// fewer fields, or others: a missing field gets its empty value, an unknown one is kept.

import * as z from "zod";
import { readJson } from "../../../platform/sql/json.ts";
import type { Present } from "../../posting/transaction.ts";
import type { ApplicationRow } from "./applications.ts";

/**
 * The values that a receipt writes (column `put`), as the body of PUT /transactions/{id}. It has a
 * category and tags only if they come from the transaction that was inserted for the receipt.
 */
export interface WrittenValues {
  readonly notes?: string | undefined;
  readonly category_id?: number | undefined;
  readonly tag_ids?: readonly number[] | undefined;
  readonly custom_metadata: Readonly<Record<string, unknown>>;
}

/** The values that the transaction had before (column `before`). */
export type PreviousValues = Pick<Present, "notes" | "custom_metadata" | "category_id" | "tag_ids">;

export interface SavedValues {
  readonly written: WrittenValues;
  readonly previous: PreviousValues;
}

const METADATA = z.record(z.string(), z.unknown());
const WRITTEN = z.looseObject({
  category_id: z.number().optional(),
  tag_ids: z.array(z.number()).optional(),
  notes: z.string().optional(),
  custom_metadata: METADATA,
});
const PREVIOUS = z.looseObject({
  notes: z.string().nullable().default(null),
  custom_metadata: METADATA.nullable().default(null),
  category_id: z.number().nullable().default(null),
  tag_ids: z.array(z.number()).default([]),
});
const EVIDENCE = z.array(z.string());

/** Reads both columns; null before a write is prepared, and after the service refused it. */
export function readSavedValues({
  put,
  before,
}: Pick<ApplicationRow, "put" | "before">): SavedValues | null {
  return put === null || before === null
    ? null
    : { written: readJson(WRITTEN, put), previous: readJson(PREVIOUS, before) };
}

/** The sentences of the column `evidence`. */
export function readEvidence({ evidence }: Pick<ApplicationRow, "evidence">): string[] {
  return readJson(EVIDENCE, evidence);
}

/** What imports and receipts have noted in a transaction's metadata; empty if they noted nothing. */
export function readOwnMetadata({
  custom_metadata: metadata,
}: Pick<Present, "custom_metadata">): Readonly<Record<string, unknown>> {
  const own = metadata?.["tributary"];
  return typeof own === "object" && own !== null && !Array.isArray(own) ? { ...own } : {};
}
