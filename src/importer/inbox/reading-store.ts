// Stores readings: a small one in its message's row, a larger one in R2, written before the row
// that names it.

import { READING_ROW_CHARS_MAX } from "../../platform/limits.ts";
import { READER_VERSION, type MailReading } from "../../receipts/reading.ts";
import { readingKey } from "./mail-store.ts";
import type { MessageRow } from "./rows.ts";
import { keptReading, type KeptReading } from "./reading.ts";
import type { InboxTools } from "./job-tools.ts";

/** The columns of the message that say where the reading is. */
export interface StoredReading {
  readonly reading: string | null;
  readonly reading_key: string | null;
}

export async function keepReading(
  tools: InboxTools,
  message: MessageRow,
  reading: MailReading,
): Promise<StoredReading> {
  const text = keptReading(reading);
  if (text.length <= READING_ROW_CHARS_MAX) return { reading: text, reading_key: null };
  const key = readingKey(tools.connection, message.id, READER_VERSION);
  await tools.bucket.put(key, text);
  return { reading: null, reading_key: key };
}

/** The reading of a message; null if it was not read yet. */
export async function loadReading(
  bucket: R2Bucket,
  message: MessageRow,
): Promise<KeptReading | null> {
  const text =
    message.reading ??
    (message.reading_key === null ? null : await (await bucket.get(message.reading_key))?.text()) ??
    null;
  return text === null ? null : JSON.parse(text);
}
