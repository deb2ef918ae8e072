// A receipt of a reading, before it is stored. Pure.

import type { Kind, Receipt } from "../../receipts/receipt.ts";
import type { Doubt, Facts } from "./facts.ts";
import type { ChargeFacts, DocumentIdentity } from "./identity.ts";
import type { MadeOut } from "./made-out-to.ts";
import type { Handling } from "./policy.ts";

/** A receipt of a reading, with everything known about it. */
export interface ReadReceipt {
  readonly message: number;
  readonly document: number;
  readonly charge: number;
  readonly receipt: Receipt;
  readonly facts: Facts;
  readonly identity: DocumentIdentity;
  /** How far its sender is trusted; null if the user decides. */
  readonly handling: Handling | null;
  /** The address that it is made out to, if the person is not known by it. */
  readonly madeOut?: MadeOut | null;
  /** The question to the user while it waits; null: none. */
  readonly asks?: Doubt | null;
}

/** The charge that the receipt tells of; null if too little of it was read to compare it. */
export function toCharge({ facts, identity }: ReadReceipt): (ChargeFacts & { kind: Kind }) | null {
  const { class: what, kind, total, currency, date, order_number } = facts;
  if (what === "none" || total === null || date === null) return null;
  return {
    domain: identity.domain,
    class: what,
    kind,
    total,
    currency,
    date,
    order_number,
    ...(facts.moment === undefined ? {} : { moment: facts.moment }),
  };
}
