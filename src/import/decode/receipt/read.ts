// A raw mail read whole: parse, unwrap, read each document, reconcile. A function of the bytes alone, so that a kept mail
// can be read again; nothing it names is fetched. It does not throw for anything a mail holds.

import { documentsOf } from "./mail/documents.ts";
import { statementsAmong } from "./mail/statements.ts";
import type { MailDocument } from "./mail.ts";
import type { Found } from "./reader.ts";
import { READERS } from "./readers.ts";
import { reconcile } from "./reconcile.ts";
import type { MailReading, ReadDocument } from "./reading.ts";

/** Reads a raw message. */
export async function readMail(raw: Uint8Array): Promise<MailReading> {
  const { message, documents, carried, doubts } = await documentsOf(raw);
  const read: ReadDocument[] = [];
  for (const document of documents) read.push(await readDocument(document));
  return { message, documents: read, carried, doubts };
}

/** What all readers see in one document. */
export async function readDocument(document: MailDocument): Promise<ReadDocument> {
  const found: Found[] = [];
  for (const reader of READERS) found.push(await reader(document));
  // Readers that use the same text (the sender) each give it.
  const views = [...document.views, ...found.flatMap((one) => one.views)].filter((view, at, all) => all.findIndex(({ name }) => name === view.name) === at);
  return { document, views, receipts: reconcile(document, found), statements: statementsAmong(document.attachments) };
}
