// The interface of a reader: it looks at a document for the evidence that it knows, and claims what
// it saw, once for each charge. Readers never decide between themselves; reconcile.ts does.

import type { MailDocument } from "./mail.ts";
import type { Claim, Doubt, View } from "./receipt.ts";

/** A reader's findings: claims, and the views that it added to the document's own. */
export interface Found {
  readonly claims: readonly Claim[];
  readonly views: readonly View[];
  /** About parts that it could not read. */
  readonly doubts: readonly Doubt[];
}

export type Reader = (document: MailDocument) => Found | Promise<Found>;

export const NOTHING_FOUND: Found = { claims: [], views: [], doubts: [] };
