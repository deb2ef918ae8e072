// A message as the readers alone read it. The wording (src/receipts/wording) was learned from the same messages, and
// would turn most of what the readers miss in them into questions.

import { findDocuments } from "../../src/receipts/mime/documents.ts";
import { readByReaders } from "../../src/receipts/read-mail.ts";
import type { MailReading } from "../../src/receipts/reading.ts";

/** Reads the documents of a message that is no forward. */
export async function readMailByReaders(raw: Uint8Array): Promise<MailReading> {
  const { message, documents, carried, doubts } = await findDocuments(raw);
  return { message, documents: await Promise.all(documents.map(readByReaders)), carried, doubts };
}
