// The seam between a mail's document and what is understood of it: each reader looks for what it knows and says what
// it saw, once a charge. Readers never decide between themselves; reconcile.ts does.

import type { MailDocument } from "./mail.ts";
import type { Claim, View } from "./receipt.ts";

/** What a reader found: claims, and the views it read besides the document's own (an attachment's text). */
export interface Found {
  readonly claims: readonly Claim[];
  readonly views: readonly View[];
  /** What it met and could not read. */
  readonly doubts: readonly {
    readonly reason: import("./receipt.ts").Reason;
    readonly detail: string;
  }[];
}

export type Reader = (document: MailDocument) => Found | Promise<Found>;

export const NOTHING: Found = { claims: [], views: [], doubts: [] };
