// What may become of a charge without a person, by how its mail came and who vouches for it. A table of facts and a pure
// function over it. The receipt address is a secret and proves only that its holder gave it away; a From header proves nothing.

import type { MessageVerdict, Outcome } from "../../receipts/authenticity/verdict.ts";
import { MAIL_SIGNED_AGE_MS_MAX } from "../../platform/limits.ts";
import type { Carrier } from "../../receipts/mail.ts";
import type { Kind, Reason } from "../../receipts/receipt.ts";
import type { TrustKind } from "./trust.ts";

/** Who is asked to vouch. "caller": whoever brought it by the interface, with a session or an import key. */
export type Path = "sender" | "new sender" | "trusted forwarder" | "forwarder" | "caller";

/**
 * "automatic": it meets the bank's row, or is inserted where its address says so. "pending": it meets the bank's row where
 * exactly one fits, and nothing is inserted for it by itself. "ask": likewise, and where its address says insert a person is
 * asked meanwhile. "review": a person looks first.
 */
export type Action = "automatic" | "pending" | "ask" | "review";

export interface Rule {
  readonly action: Action;
  /** Of a review, and of what is asked; else null. */
  readonly reason: Reason | null;
  /** One sentence for the person. */
  readonly why: string;
}

/** Whom a person trusts by accepting it, as far as their domain vouches for it; null: nobody. */
export interface Handling extends Rule {
  /** Who forwarded it. */
  readonly forwarder: string | null;
  /** Who sent it, where it came as they wrote it. */
  readonly sender: string | null;
}

/** A document of a mail, with what is known of who sent it. */
export interface Case {
  readonly kind: Kind;
  readonly door: "email" | "api";
  readonly carrier: Carrier;
  /** The message that came, and its From address. */
  readonly outer: MessageVerdict;
  readonly outerFrom: string;
  /** The carried message that this document is in; null where there is none, or it was not looked at when it came. */
  readonly inner: MessageVerdict | null;
  /** By what the document's own sender is known again; empty where by nothing. */
  readonly sender: string;
  /** Whether a person accepted a forward of that address, or a mail of that sender, before. */
  readonly trusts: (kind: TrustKind, who: string) => boolean;
  readonly receivedAt: number;
}

const review = (reason: Reason, why: string): Rule => ({ action: "review", reason, why });
const FAILED = review(
  "auth_failed",
  "what vouches for it does not hold: somebody may have made or changed it",
);
const UNKNOWN_SENDER = review("auth_absent", "nothing shows that it is from whom it says");
const UNKNOWN_FORWARDER = review(
  "auth_absent",
  "nothing shows that it is from who is said to have forwarded it",
);

/**
 * One rule a path and verdict. What a forward says is the forwarder's own word, so nothing is inserted for it unasked. That a
 * sender's domain vouches for a mail says whose it is, not that it is a shop: anybody can own a domain and learn an address. The
 * bank's row shows that a charge is one, so it meets that; it becomes a transaction by itself once a person has accepted the sender.
 */
// prettier-ignore
export const POLICY: Readonly<Record<Path, Readonly<Record<Outcome, Rule>>>> = {
  sender: {
    pass: { action: "automatic", reason: null, why: "its sender's domain vouches for it, and a receipt of that sender was accepted before" },
    absent: UNKNOWN_SENDER,
    fail: FAILED,
  },
  "new sender": {
    pass: { action: "ask", reason: "sender_not_trusted", why: "its sender's domain vouches for it, and no receipt of that sender was accepted before" },
    absent: UNKNOWN_SENDER,
    fail: FAILED,
  },
  "trusted forwarder": {
    pass: { action: "pending", reason: null, why: "somebody forwarded it whose forwards were accepted before, and their domain vouches for that" },
    absent: UNKNOWN_FORWARDER,
    fail: FAILED,
  },
  forwarder: {
    pass: review("sender_not_trusted", "it was forwarded, and no forward of that sender was accepted before"),
    absent: UNKNOWN_FORWARDER,
    fail: FAILED,
  },
  caller: {
    pass: { action: "automatic", reason: null, why: "it was brought by the interface, and its sender's domain vouches for it" },
    absent: { action: "pending", reason: null, why: "it was brought by the interface, by somebody who may import" },
    fail: FAILED,
  },
};

const DAY_MS = 24 * 60 * 60_000;

/** What may become of the charges of a document. */
export function decideHandling({
  kind,
  door,
  carrier,
  outer,
  outerFrom,
  inner,
  sender,
  trusts,
  receivedAt,
}: Case): Handling {
  // A carried message that its own sender vouches for came as it was written; any other is its forwarder's word.
  const carried = carrier === "attached" && inner?.result === "pass" ? inner : null;
  const own = carrier === "direct" || carried !== null;
  const { result, signed_at } = carried ?? outer;
  if (kind === "forwarding confirmation") return confirmation(own && result === "pass");
  const teaches = {
    forwarder: own || result !== "pass" || outerFrom === "" ? null : outerFrom,
    sender: own && result === "pass" && sender !== "" ? sender : null,
  };
  const rule = ruleFor(
    door,
    own,
    result,
    own
      ? trusts("sender", sender)
      : teaches.forwarder !== null && trusts("forwarder", teaches.forwarder),
  );
  const age = carrier === "direct" && signed_at !== null ? receivedAt - signed_at : 0;
  if (rule.action !== "review" && age > MAIL_SIGNED_AGE_MS_MAX) {
    return {
      ...review(
        "sender_not_trusted",
        `it was signed ${Math.floor(age / DAY_MS)} days before it came: it may be an old mail, sent again`,
      ),
      ...teaches,
    };
  }
  return { ...rule, ...teaches };
}

function ruleFor(door: Case["door"], own: boolean, result: Outcome, trusted: boolean): Rule {
  if (door === "email") return POLICY[own ? ownMail(trusted) : forwardedMail(trusted)][result];
  // A forward that somebody brings by the interface is their word, whoever else vouches for it.
  return POLICY.caller[own || result === "fail" ? result : "absent"];
}

const ownMail = (trusted: boolean) => (trusted ? "sender" : "new sender");
const forwardedMail = (trusted: boolean) => (trusted ? "trusted forwarder" : "forwarder");

/** A mail program's question whether it may forward here is shown to a person with its code, whoever it is from. */
function confirmation(vouched: boolean): Handling {
  const why = vouched
    ? "its sender's domain vouches for it"
    : "nothing shows that it is from the mail program it names: do not follow its link unless you asked for it just now";
  return { ...review("forwarding_confirmation", why), forwarder: null, sender: null };
}

/** An order or an invoice is no charge yet, and what was authorised may never be booked: none is inserted by itself. */
export function isCharged(kind: Kind): boolean {
  return kind !== "order" && kind !== "invoice" && kind !== "authorisation";
}
