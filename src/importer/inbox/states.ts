// The states of a message of the inbox. Until it is read it has a state of its own; after that its
// state follows from its receipts and attached statements, by the table DERIVED. Messages change
// their state in change-state.ts, which enforces NEXT.

import type { NextStates } from "../../platform/states.ts";
import type { Reason } from "../../receipts/receipt.ts";
import type { RunState } from "../imports/states.ts";
import type { ReceiptState } from "./receipt-states.ts";

/** In the order in which the API lists them. */
export const MESSAGE_STATES = [
  "received",
  "reading",
  "waiting",
  "matched",
  "inserted",
  "review",
  "ignored",
  "duplicate",
] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/** State -> its meaning, in one sentence. */
export const MEANING: Readonly<Record<MessageState, string>> = {
  received: "It is stored and is to be read, for the first time or again.",
  reading: "Reading it has begun.",
  waiting: "A receipt waits for the bank's row.",
  matched: "Its receipts are matched.",
  inserted: "A receipt was inserted.",
  review: "It asks a person.",
  ignored: "Nothing in it counts.",
  duplicate: "It repeats another message, or its receipts do.",
};

/** It is to be read. In the order of the index inbox_to_read. */
export const TO_BE_READ: readonly MessageState[] = ["received", "reading"];

/** It was read, or is not read by itself. */
export const READ: readonly MessageState[] = MESSAGE_STATES.filter(
  (state) => !TO_BE_READ.includes(state),
);

/**
 * The states of a new message. It asks the user if its address has too many messages, and is a
 * duplicate if the same bytes came before.
 */
export const FIRST: readonly MessageState[] = ["received", "review", "duplicate"];

/** The states that may follow reading a message; "received" means that it is read again. */
export const AFTER_READ: readonly MessageState[] = [...READ, "received"];

/** State -> the states that may follow. One whose reading never ends asks a person. */
export const NEXT: NextStates<MessageState> = {
  received: ["reading", "review"],
  reading: ["review", "ignored", "duplicate", "waiting", "inserted", "matched"],
  waiting: AFTER_READ,
  matched: AFTER_READ,
  inserted: AFTER_READ,
  review: AFTER_READ,
  ignored: AFTER_READ,
  duplicate: AFTER_READ,
};

/** Why a message has its state. */
export interface Cause {
  readonly reason: Reason | null;
  readonly detail: string | null;
}

/** What the state of a message that was read follows from. */
export interface MessageFacts {
  /** In the order of the mail. */
  readonly receipts: readonly (Cause & { readonly state: ReceiptState })[];
  /** The states of the imports made of its attached statements. */
  readonly imports: readonly RunState[];
  /** Whether a person took the whole message off the inbox. */
  readonly dismissed: boolean;
  /** Whether a receipt of it was inserted, and another transaction may be the same purchase. */
  readonly rival: boolean;
}

interface Derivation {
  readonly state: MessageState;
  /** The condition in words. */
  readonly because: string;
  /** Why the message has the state; null if the condition does not hold. */
  readonly when: (facts: MessageFacts) => Cause | null;
}

/** The first of these that holds is the state: questions first, then waiting, then done. */
export const DERIVED: readonly Derivation[] = [
  {
    state: "review",
    because: "a receipt asks, or waits while it asks",
    when: ({ receipts }) => receipts.find(isAsked) ?? null,
  },
  {
    state: "review",
    because: "the import of an attached statement is neither done nor undone",
    when: ({ imports, dismissed }) =>
      !dismissed && imports.some((state) => state !== "done" && state !== "undone")
        ? { reason: "statement", detail: "its import waits for your review" }
        : null,
  },
  {
    state: "review",
    because: "another transaction may be the purchase of an inserted receipt",
    when: ({ rival }) =>
      rival
        ? {
            reason: "several_matches",
            detail: "it was inserted, and another transaction may be the same purchase",
          }
        : null,
  },
  { state: "waiting", because: "a receipt is waiting", when: hasReceipt("waiting") },
  { state: "inserted", because: "a receipt is inserted", when: hasReceipt("inserted") },
  { state: "matched", because: "a receipt is matched", when: hasReceipt("matched") },
  { state: "duplicate", because: "a receipt is a duplicate", when: hasReceipt("duplicate") },
  {
    // A cover letter without a charge: the mail was about its statement.
    state: "ignored",
    because: "a statement is attached",
    when: ({ imports }) => (imports.length > 0 ? { reason: "statement", detail: null } : null),
  },
  { state: "ignored", because: "a receipt is ignored", when: hasReceipt("ignored") },
];

/** A state that was derived, with its cause. */
export interface DerivedState extends Cause {
  readonly state: MessageState;
}

/** The state that the facts call for; null if they say nothing. */
export function deriveState(facts: MessageFacts): DerivedState | null {
  for (const { state, when } of DERIVED) {
    const cause = when(facts);
    if (cause !== null) return { state, reason: cause.reason, detail: cause.detail };
  }
  return null;
}

/**
 * Whether the user is asked about the receipt: before anything else, or while it waits for the
 * bank's row.
 */
function isAsked({ state, reason }: MessageFacts["receipts"][number]): boolean {
  return state === "review" || (state === "waiting" && reason !== null);
}

function hasReceipt(wanted: ReceiptState): Derivation["when"] {
  return ({ receipts }) => receipts.find(({ state }) => state === wanted) ?? null;
}
