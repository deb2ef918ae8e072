// What the inbox's job works with, beside the tools of imports.

import type { MailVerdict } from "../../receipts/authenticity/verdict.ts";
import type { MailReading } from "../../receipts/reading.ts";
import type { Tools } from "../tools.ts";

export interface InboxTools extends Tools {
  /** Whose mail it is. */
  readonly connection: string;
  readonly bucket: R2Bucket;
  readonly read: (raw: Uint8Array) => Promise<MailReading>;
  /** Who vouches for a mail, and for each message that it carries; asks for keys and nothing else. */
  readonly authenticate: (raw: Uint8Array, carried: readonly Uint8Array[]) => Promise<MailVerdict>;
  /** Resolves when what was written so far is there for good. */
  readonly sync: () => Promise<void>;
  /** What is being deleted in R2 just now, by key. */
  readonly forgetting: Map<string, Promise<void>>;
}
