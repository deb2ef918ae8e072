// Finds the stored receipts that a receipt of a reading may repeat. A receipt that is not
// authenticated replaces no other, and is compared only with others that are not authenticated.

import type { Sql } from "../../platform/sql/sql.ts";
import { addDays } from "../../money/day.ts";
import { units } from "../../money/money.ts";
import { externalIdBase, sameDocument, type ChargeFacts } from "./identity.ts";
import { isSettled, type ReceiptRow } from "./rows.ts";
import type { Known, Relation } from "./purchase.ts";
import type { ReadReceipt } from "./read-receipt.ts";
import { identityOfRow } from "./document-identities.ts";

/**
 * Charges of other documents with the same number, or with the same amount at about the same day.
 */
export function listComparable(
  sql: Sql,
  one: ReadReceipt,
  whole: ChargeFacts,
  id: number | null,
): Known[] {
  const rows = sql.all<ReceiptRow>(
    `SELECT * FROM receipts WHERE state NOT IN ('ignored','duplicate') AND class = ?1 AND id IS NOT ?2 AND NOT (message = ?3 AND document = ?4)
       AND (?10 OR state != 'review' OR reason NOT IN ('auth_absent','auth_failed','sender_not_trusted'))
       AND (base = ?5 OR (total = ?6 AND date BETWEEN ?7 AND ?8)) ORDER BY id LIMIT ?9`,
    whole.class,
    id,
    one.message,
    one.document,
    externalIdBase(whole, one.identity.texts[0]),
    whole.total,
    addDays(whole.date, -DAYS_ABOUT),
    addDays(whole.date, DAYS_ABOUT),
    KNOWN_MAX,
    // A receipt that is not authenticated may repeat only others like it.
    one.handling?.action === "review",
  );
  return rows.flatMap((row): Known[] => {
    if (row.total === null) return [];
    const settled = isSettled(row) || row.decided_at !== null;
    const { id: known, kind, domain, class: what, order_number, currency, date } = row;
    return [
      {
        id: known,
        kind,
        domain,
        class: what,
        order_number,
        currency,
        date,
        total: units(row.total),
        settled,
        same_moment:
          whole.moment !== undefined && row.base === externalIdBase(whole, one.identity.texts[0]),
        document: sameDocument(one.identity, identityOfRow(sql, row)),
      },
    ];
  });
}

/**
 * For a receipt with too few facts to compare: the same receipt of the same document, read before.
 */
export function sameIncomplete(
  sql: Sql,
  { message, charge, identity }: ReadReceipt,
): number | null {
  const documents = sql.all<{ message: number; document: number }>(
    "SELECT DISTINCT message, document FROM inbox_documents WHERE text_hash IN (SELECT value FROM json_each(?)) AND text_hash != '' AND message < ? ORDER BY message LIMIT 20",
    JSON.stringify(identity.texts),
    message,
  );
  for (const of of documents) {
    const row = sql.first<ReceiptRow>(
      "SELECT * FROM receipts WHERE message = ? AND document = ? AND charge = ? AND state NOT IN ('ignored','duplicate')",
      of.message,
      of.document,
      charge,
    );
    if (row !== null && sameDocument(identity, identityOfRow(sql, row)) === "same") return row.id;
  }
  return null;
}

/** A receipt that is not authenticated never replaces another: the user is asked. */
export function askIfUntrusted({ handling }: ReadReceipt, relation: Relation): Relation {
  if (relation.kind !== "supersedes" || handling?.action !== "review") return relation;
  return { kind: "doubt", of: relation.of, reason: "possible_duplicate", detail: relation.why };
}

const KNOWN_MAX = 200;

const DAYS_ABOUT = 3;
