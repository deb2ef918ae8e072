// The result of reading a message: each document in it with its receipts, and the statements that
// were attached. It depends on the raw bytes and on this version alone, so that a stored message
// can be read again after an upgrade.

import type { Attachment, MailDocument, Message } from "./mail.ts";
import type { Doubt, Receipt, View } from "./receipt.ts";

/** Raise it with each change that may read a stored message otherwise. */
export const READER_VERSION = 32;

export interface ReadDocument {
  readonly document: MailDocument;
  /** The document's views and those of its attachments; spans point into them. */
  readonly views: readonly View[];
  /** One for each charge; empty where the document is not about money. */
  readonly receipts: readonly Receipt[];
  /** Attachments that are imported as statements. */
  readonly statements: readonly Attachment[];
}

export interface MailReading {
  /** The outer message, as it arrived. */
  readonly message: Message;
  readonly documents: readonly ReadDocument[];
  /** The bytes of each attached message that was read, at any depth. */
  readonly carried: readonly Uint8Array[];
  /** Why the message could not be read, or not to its end. */
  readonly doubts: readonly Doubt[];
}
