// What a whole mail was read into: each document in it with its receipts, and the statements that were sent along.
// The reading is a function of the raw bytes and of this version alone, so that it can be done again after an upgrade.

import type { Attachment, MailDocument, Message } from "./mail.ts";
import type { Receipt, Reason, View } from "./receipt.ts";

/** Goes up with each change that may read a kept mail otherwise. */
export const READER_VERSION = 2;

export interface ReadDocument {
  readonly document: MailDocument;
  /** The document's views and those of its attachments: what spans point into. */
  readonly views: readonly View[];
  /** One a charge; none where the document is about no money. */
  readonly receipts: readonly Receipt[];
  /** Attachments that go the way of statements. */
  readonly statements: readonly Attachment[];
}

export interface MailReading {
  /** The outer message, as it came. */
  readonly message: Message;
  readonly documents: readonly ReadDocument[];
  /** The bytes of each message that the mail carries, and that was looked at, deeper ones too. */
  readonly carried: readonly Uint8Array[];
  /** Why the mail could not be read at all, or not whole. */
  readonly doubts: readonly { readonly reason: Reason; readonly detail: string }[];
}
