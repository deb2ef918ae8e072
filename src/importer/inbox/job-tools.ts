// What the inbox's job needs in addition to the tools of imports.

import type { Mailbox } from "../../config.ts";
import type { MailVerdict } from "../../receipts/authenticity/verdict.ts";
import type { MailReading } from "../../receipts/reading.ts";
import type { Tools } from "../tools.ts";

export interface InboxTools extends Tools {
  /** The connection that the mail belongs to. */
  readonly connection: string;
  /** The mailbox of the receipt addresses; null if there is none. */
  readonly mailbox: Mailbox | null;
  readonly bucket: R2Bucket;
  readonly read: (raw: Uint8Array) => Promise<MailReading>;
  /**
   * Authenticates a mail and each message that it carries. It makes no request but for signing
   * keys.
   */
  readonly authenticate: (raw: Uint8Array, carried: readonly Uint8Array[]) => Promise<MailVerdict>;
  /** Resolves when everything written so far is durable. */
  readonly sync: () => Promise<void>;
  /** Deletions in R2 that are under way, by key. */
  readonly forgetting: Map<string, Promise<void>>;
}
