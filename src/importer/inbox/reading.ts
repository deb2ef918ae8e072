// What is kept of a mail's reading: its documents' texts, the spans that values were read from, and
// the reasons. The page shows it next to the values; it can be made again from the raw mail. Its
// size is bounded: a text that is too long is cut, and `cut` says so.

import {
  READING_CHARS_MAX,
  READING_ROW_CHARS_MAX,
  READING_VIEW_CHARS_MAX,
  SHOWN_HTML_CHARS_MAX,
} from "../../platform/limits.ts";
import type { Correspondent, MailDocument, SentAt } from "../../receipts/mail.ts";
import { READER_VERSION, type MailReading, type ReadDocument } from "../../receipts/reading.ts";
import type { Reason, Receipt, View } from "../../receipts/receipt.ts";

export interface KeptDocument {
  readonly carrier: MailDocument["carrier"];
  readonly from: Correspondent | null;
  readonly subject: string;
  readonly sent: SentAt | null;
  readonly chain: MailDocument["chain"];
  readonly note: string | null;
  /** The texts that the spans of values point into. */
  readonly views: readonly View[];
  readonly receipts: readonly Receipt[];
  readonly attachments: readonly {
    readonly name: string;
    readonly media_type: string;
    readonly bytes: number;
    readonly is_statement: boolean;
  }[];
  /** The document's original markup; it is cleaned before any browser gets it. */
  readonly html: string | null;
}

export interface KeptReading {
  readonly version: number;
  readonly documents: readonly KeptDocument[];
  readonly doubts: readonly { readonly reason: Reason; readonly detail: string }[];
  /** Whether texts were left out. */
  readonly cut: boolean;
}

/** The reading without its attachments' bytes, as JSON of at most READING_CHARS_MAX characters. */
export function keptReading(reading: MailReading): string {
  for (const [views, html] of [
    [READING_VIEW_CHARS_MAX, SHOWN_HTML_CHARS_MAX],
    [READING_VIEW_CHARS_MAX, 0],
    [READING_ROW_CHARS_MAX, 0],
    [0, 0],
  ] as const) {
    const text = JSON.stringify(bounded(reading, views, html));
    if (text.length <= READING_CHARS_MAX) return text;
  }
  return JSON.stringify({
    version: READER_VERSION,
    documents: [],
    doubts: reading.doubts.slice(0, 20),
    cut: true,
  } satisfies KeptReading);
}

function bounded(
  { documents, doubts }: MailReading,
  viewChars: number,
  htmlChars: number,
): KeptReading {
  let cut = false;
  const fitted = (text: string, most: number) => {
    if (text.length <= most) return text;
    cut = true;
    return text.slice(0, most).toWellFormed();
  };
  const kept = documents.map((read) => ({
    ...keepDocument(read),
    views: read.views.map(({ name, text }) => ({ name, text: fitted(text, viewChars) })),
    html:
      read.document.html === null || htmlChars === 0 ? null : fitted(read.document.html, htmlChars),
  }));
  return { version: READER_VERSION, documents: kept, doubts, cut };
}

function keepDocument({
  document,
  receipts,
  statements,
}: ReadDocument): Omit<KeptDocument, "views" | "html"> {
  const { carrier, from, subject, sent, chain, note } = document;
  const attachments = document.attachments.map((attachment) => ({
    name: attachment.name,
    media_type: attachment.mediaType,
    bytes: attachment.bytes.byteLength,
    is_statement: statements.includes(attachment),
  }));
  return { carrier, from, subject, sent, chain, note, receipts, attachments };
}
