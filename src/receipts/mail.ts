// A raw message taken apart, and the documents in it: what a shop or bank wrote, once every wrapping is off.
// The message itself says nothing yet about money; receipt.ts does.

import type { Day } from "../money/day.ts";
import type { View } from "./receipt.ts";

export interface Correspondent {
  readonly name: string;
  /** In lower case; empty where a forward has a name alone. Nobody at all is null, not a correspondent. */
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
  /** Part of the body's look (a logo), not something sent along. */
  readonly inline: boolean;
}

/** One message of the MIME tree. */
export interface Message {
  /** In the order they stand, the newest at the top. */
  readonly headers: readonly MailHeader[];
  readonly from: readonly Correspondent[];
  readonly to: readonly Correspondent[];
  readonly cc: readonly Correspondent[];
  readonly subject: string;
  readonly messageId: string | null;
  /** Milliseconds since 1970, null where the header is missing or says nothing. */
  readonly date: number | null;
  readonly html: string | null;
  readonly text: string | null;
  readonly attachments: readonly Attachment[];
  /** Messages that are attached as such (message/rfc822), as their own bytes. */
  readonly attached: readonly Uint8Array[];
}

/** How the document came to be in the mail. */
export type Carrier = "direct" | "attached" | "inline";

/** When the document was sent: its day where it was written, and the instant where one is known. */
export interface SentAt {
  readonly day: Day;
  readonly instant: number | null;
  /** Where only a time without its zone is printed: the minute of that hour. */
  readonly minute?: number;
}

/** A message of a shop or a bank, unwrapped: the innermost of its forwards. */
export interface MailDocument {
  readonly carrier: Carrier;
  /** Of a document in a message that the mail carries: the SHA-256 of that message's bytes, in hexadecimal. */
  readonly carriedIn?: string;
  readonly from: Correspondent | null;
  readonly to: readonly Correspondent[];
  readonly cc: readonly Correspondent[];
  readonly subject: string;
  readonly messageId: string | null;
  readonly sent: SentAt | null;
  /** Who passed it on, the last one first. */
  readonly chain: readonly { readonly from: Correspondent | null; readonly subject: string }[];
  /** What the one who passed it on wrote above it. */
  readonly note: string | null;
  /** The document's own markup, for structured data; null where it has only text. */
  readonly html: string | null;
  /** "subject", "html" (rendered), "text"; readers of attachments add theirs ("pdf 1", "xml 1", "json 1"). */
  readonly views: readonly View[];
  readonly attachments: readonly Attachment[];
}

/** The view named, or null. */
export function viewOf(document: MailDocument, name: string): View | null {
  return document.views.find((view) => view.name === name) ?? null;
}
