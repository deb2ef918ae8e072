// The shapes of a parsed message and of the documents in it. A document is what a shop or a bank
// wrote, without the messages that it was forwarded in. Nothing here is about money yet; receipt.ts
// is.

import type { Day } from "../money/day.ts";
import type { View } from "./receipt.ts";

export interface Correspondent {
  readonly name: string;
  /** In lower case; empty where a forward has only a name. Without either, use null instead. */
  readonly address: string;
}

export interface MailHeader {
  /** In lower case. */
  readonly name: string;
  readonly value: string;
}

export interface Attachment {
  readonly name: string;
  /** In lower case, without parameters. */
  readonly mediaType: string;
  readonly bytes: Uint8Array;
  /** Whether it is a part of the body's look, such as a logo, and not a file sent along. */
  readonly inline: boolean;
}

/** One message of the MIME tree. */
export interface Message {
  /** In their order in the message, the newest first. */
  readonly headers: readonly MailHeader[];
  readonly from: readonly Correspondent[];
  readonly to: readonly Correspondent[];
  readonly cc: readonly Correspondent[];
  readonly subject: string;
  readonly messageId: string | null;
  /** Milliseconds since 1970; null if the header is missing or cannot be read. */
  readonly date: number | null;
  readonly html: string | null;
  readonly text: string | null;
  readonly attachments: readonly Attachment[];
  /** The bytes of each message that is attached as such (message/rfc822). */
  readonly attached: readonly Uint8Array[];
}

/**
 * How a document came with the message: as itself, as an attached message, or quoted in the body.
 */
export type Carrier = "direct" | "attached" | "inline";

/** When a document was sent: the writer's own day, and the instant where it is known. */
export interface SentAt {
  readonly day: Day;
  readonly instant: number | null;
  /** Where a time is printed without its zone: the minute of its hour. */
  readonly minute?: number;
}

/** A message of a shop or a bank, out of all forwards. */
export interface MailDocument {
  readonly carrier: Carrier;
  /** The SHA-256 in hexadecimal of the attached message that holds the document, where one does. */
  readonly carriedIn?: string;
  readonly from: Correspondent | null;
  readonly to: readonly Correspondent[];
  readonly cc: readonly Correspondent[];
  readonly subject: string;
  readonly messageId: string | null;
  readonly sent: SentAt | null;
  /** Each person who forwarded it, the last one first. */
  readonly chain: readonly { readonly from: Correspondent | null; readonly subject: string }[];
  /** The note that the forwarder wrote above it. */
  readonly note: string | null;
  /** The document's own HTML, for structured data; null if it has only text. */
  readonly html: string | null;
  /**
   * "subject", "html" (rendered), "text". Readers of attachments add theirs: "pdf 1", "xml 1",
   * "json 1".
   */
  readonly views: readonly View[];
  readonly attachments: readonly Attachment[];
}

/** The view of that name, or null. */
export function findView(document: MailDocument, name: string): View | null {
  return document.views.find((view) => view.name === name) ?? null;
}

/** The formatted text of a document, else its plain text. */
export function bodyOf(document: MailDocument): string {
  const formatted = findView(document, "html")?.text ?? "";
  return formatted === "" ? (findView(document, "text")?.text ?? "") : formatted;
}
