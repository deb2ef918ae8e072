// A raw mail read whole: parse, unwrap, read each document, reconcile. A function of the bytes alone, so that a kept mail
// can be read again; nothing it names is fetched. It does not throw for anything a mail holds.

import { documentsOf } from "./mime/documents.ts";
import { statementArchivesAmong, statementsAmong } from "./mime/statements.ts";
import type { MailDocument } from "./mail.ts";
import { NOTHING, type Found, type Reader } from "./reader.ts";
import { READERS } from "./readers.ts";
import { reconcile } from "./reconcile.ts";
import type { MailReading, ReadDocument } from "./reading.ts";

/**
 * Reads a raw message. What bears on a document is a doubt of its receipts too; what readers could not read of a document
 * without a receipt is said of the whole mail.
 */
export async function readMail(raw: Uint8Array): Promise<MailReading> {
  const { message, documents, carried, doubts, doubtsOf } = await documentsOf(raw);
  const said = [...doubts];
  const read: ReadDocument[] = [];
  for (const document of documents) {
    const found = await foundIn(document);
    const one = await reconciled(document, found);
    if (one.receipts.length === 0) said.push(...found.flatMap((each) => each.doubts));
    const own = doubtsOf.get(document) ?? [];
    read.push({
      ...one,
      receipts: one.receipts.map((receipt) => ({
        ...receipt,
        doubts: [...receipt.doubts, ...own],
      })),
    });
  }
  return { message, documents: read, carried, doubts: said };
}

/** What all readers see in one document. */
export async function readDocument(document: MailDocument): Promise<ReadDocument> {
  return reconciled(document, await foundIn(document));
}

async function reconciled(document: MailDocument, found: readonly Found[]): Promise<ReadDocument> {
  // Readers that use the same text (the sender) each give it.
  const views = [...document.views, ...found.flatMap((one) => one.views)].filter(
    (view, at, all) => all.findIndex(({ name }) => name === view.name) === at,
  );
  const statements = [
    ...statementsAmong(document.attachments),
    ...(await statementArchivesAmong(document.attachments)),
  ];
  return { document, views, receipts: reconcile(document, found), statements };
}

async function foundIn(document: MailDocument): Promise<Found[]> {
  const found: Found[] = [];
  for (const reader of READERS) found.push(await tried(reader, document));
  return found;
}

/** A fault of one reader takes nothing from the others; the doubt it leaves keeps the mail from the budget. */
async function tried(reader: Reader, document: MailDocument): Promise<Found> {
  try {
    return await reader(document);
  } catch (error) {
    const detail = `A part of the mail could not be read: ${error instanceof Error ? error.message.slice(0, 200) : "unknown fault"}`;
    return { ...NOTHING, doubts: [{ reason: "parse_error", detail }] };
  }
}
