// The answer of POST /transactions. Whoever asks for it gets only ids and outcomes (RFC 7240,
// "return=minimal"): what was inserted is what was sent.

import * as z from "zod";
import type { Inserted } from "./insert.ts";
import { PLAIN, toWire } from "./present.ts";
import type { INSERT_ANSWER } from "./schemas.ts";

/** An insert with the body that asked for it. */
export interface Done extends Inserted {
  readonly sent: unknown;
}

const MINIMAL = /^return\s*=\s*"?minimal"?\s*(?:;|$)/i;

/** Whether the request asks for the short answer; of two "return" preferences the first counts. */
export function wantsMinimal({ headers }: Request): boolean {
  const preferences = (headers.get("prefer") ?? "").split(",").map((one) => one.trim());
  return MINIMAL.test(preferences.find((one) => /^return\s*=/i.test(one)) ?? "");
}

/** The rows are shown as they were written, without reading them back. */
export function insertAnswer({ rows, tags, skipped, sent }: Done): z.input<typeof INSERT_ANSWER> {
  const requested = skipped.length === 0 ? [] : sentItems(sent);
  return {
    transactions: rows.map((row) => toWire(row, tags.get(row.id) ?? [], PLAIN)),
    skipped_duplicates: skipped.map((one) => ({
      ...toSkipped(one),
      request_transaction: { ...requested[one.index] },
    })),
  };
}

/** The ids that were given, and what was skipped with the reason. */
export function minimalAnswer({ rows, skipped }: Inserted) {
  return {
    transactions: rows.map(({ id, external_id }) => ({ id, external_id })),
    skipped_duplicates: skipped.map(toSkipped),
  };
}

function toSkipped({ index, reason, existingId }: Inserted["skipped"][number]) {
  return { reason, request_transactions_index: index, existing_transaction_id: existingId };
}

const SENT = z.object({ transactions: z.array(z.record(z.string(), z.unknown())) });

function sentItems(sent: unknown): Record<string, unknown>[] {
  return SENT.parse(sent).transactions;
}
