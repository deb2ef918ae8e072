// Stores the identities of a message's documents. They find a document that comes again another
// way, for example as a forward.

import type { Sql } from "../../platform/sql/sql.ts";
import type { Day } from "../../money/day.ts";
import type { DocumentIdentity } from "./identity.ts";
import type { ReceiptRow } from "./rows.ts";

/** The facts that identify the document of a receipt. */
export function identityOfRow(
  sql: Sql,
  { message, document }: Pick<ReceiptRow, "message" | "document">,
): DocumentIdentity {
  const rows = sql.all<DocumentRow>(
    "SELECT text_hash, domain, message_id, day, instant, minute FROM inbox_documents WHERE message = ? AND document = ?",
    message,
    document,
  );
  const {
    domain = "",
    message_id = null,
    day = null,
    instant = null,
    minute = null,
  } = rows[0] ?? {};
  return {
    texts: rows.map(({ text_hash: text }) => text).filter((text) => text !== ""),
    domain,
    message_id,
    day,
    instant,
    minute,
  };
}

/** Stores the identities of documents. One with too little text is stored, and never found. */
export function storeIdentities(
  sql: Sql,
  message: number,
  identities: readonly DocumentIdentity[],
): void {
  sql.run("DELETE FROM inbox_documents WHERE message = ?", message);
  for (const [
    document,
    { texts, domain, message_id, day, instant, minute },
  ] of identities.entries()) {
    for (const text of texts.length === 0 ? [""] : texts) {
      sql.run(
        "INSERT INTO inbox_documents (message, document, text_hash, domain, message_id, day, instant, minute) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        message,
        document,
        text,
        domain,
        message_id,
        day,
        instant,
        minute,
      );
    }
  }
}

interface DocumentRow {
  readonly text_hash: string;
  readonly domain: string;
  readonly message_id: string | null;
  readonly day: Day | null;
  readonly instant: number | null;
  readonly minute: number | null;
}
