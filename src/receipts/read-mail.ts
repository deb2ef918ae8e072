// Reads a raw message: parse, unwrap, read each document, reconcile. The result depends on the
// bytes alone, so that a stored message can be read again; nothing that it links to is fetched. No
// content of a message makes it throw.

import { findDocuments } from "./mime/documents.ts";
import { findStatementArchives, findStatements } from "./mime/statements.ts";
import type { MailDocument } from "./mail.ts";
import { NOTHING_FOUND, type Found, type Reader } from "./reader.ts";
import { READERS } from "./readers.ts";
import { reconcile } from "./reconcile.ts";
import type { MailReading, ReadDocument } from "./reading.ts";

/**
 * Reads a raw message. Each receipt also has the doubts about its document. What readers could not
 * read of a document without a receipt is a doubt about the whole message.
 */
export async function readMail(raw: Uint8Array): Promise<MailReading> {
  const {
    message,
    documents,
    carried,
    doubts,
    doubtsByDocument: doubtsOf,
  } = await findDocuments(raw);
  const messageDoubts = [...doubts];
  const read: ReadDocument[] = [];
  for (const document of documents) {
    const found = await runReaders(document);
    const one = await toReadDocument(document, found);
    if (one.receipts.length === 0) messageDoubts.push(...found.flatMap((each) => each.doubts));
    const own = doubtsOf.get(document) ?? [];
    const receipts = one.receipts.map((receipt) => ({
      ...receipt,
      doubts: [...receipt.doubts, ...own],
    }));
    read.push({ ...one, receipts });
  }
  return { message, documents: read, carried, doubts: messageDoubts };
}

/** Reads one document with all readers. */
export async function readDocument(document: MailDocument): Promise<ReadDocument> {
  return toReadDocument(document, await runReaders(document));
}

async function toReadDocument(
  document: MailDocument,
  found: readonly Found[],
): Promise<ReadDocument> {
  // Several readers may add the same view, such as the sender.
  const views = [...document.views, ...found.flatMap((one) => one.views)].filter(
    (view, at, all) => all.findIndex(({ name }) => name === view.name) === at,
  );
  const statements = [
    ...findStatements(document.attachments),
    ...(await findStatementArchives(document.attachments)),
  ];
  return { document, views, receipts: reconcile(document, found), statements };
}

async function runReaders(document: MailDocument): Promise<Found[]> {
  const found: Found[] = [];
  for (const reader of READERS) found.push(await runReader(reader, document));
  return found;
}

/**
 * Runs one reader. If it throws, the others still count, and the doubt that it leaves keeps the
 * message from the budget.
 */
async function runReader(reader: Reader, document: MailDocument): Promise<Found> {
  try {
    return await reader(document);
  } catch (error) {
    const fault = error instanceof Error ? error.message.slice(0, 200) : "unknown fault";
    const detail = `A part of the mail could not be read: ${fault}`;
    return { ...NOTHING_FOUND, doubts: [{ reason: "parse_error", detail }] };
  }
}
