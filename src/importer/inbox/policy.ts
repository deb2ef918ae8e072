// Decides how far a charge may go without the user, by the way its mail came and whether it is
// authenticated: a table of facts and a pure function over it. A receipt address is a secret that
// its holder may give away, so it proves little; a From header proves nothing.

import type { MessageVerdict, Outcome } from "../../receipts/authenticity/verdict.ts";
import { MAIL_SIGNED_AGE_MS_MAX } from "../../platform/limits.ts";
import type { Carrier } from "../../receipts/mail.ts";
import type { Kind, Reason } from "../../receipts/receipt.ts";
import type { TrustKind } from "./trust.ts";

/**
 * Whose authentication counts. "caller": whoever posted it to the API, with a session or an import
 * key.
 */
export type Path = "sender" | "new sender" | "trusted forwarder" | "forwarder" | "caller";

/**
 * "automatic": it is matched to the bank's row, or inserted if its address says so. "pending": it
 * is matched if exactly one row fits, and never inserted by itself. "ask": the same, and if its
 * address says insert, the user is asked meanwhile. "review": the user looks first.
 */
export type Action = "automatic" | "pending" | "ask" | "review";

export interface Rule {
  readonly action: Action;
  /** Set for "review" and "ask", else null. */
  readonly reason: Reason | null;
  /** One sentence for the user. */
  readonly why: string;
}

/**
 * The forwarder or sender that the user trusts by accepting the receipt, if authenticated; null:
 * neither.
 */
export interface Handling extends Rule {
  /** Who forwarded it. */
  readonly forwarder: string | null;
  /** The sender, if the mail came as they wrote it. */
  readonly sender: string | null;
}

/** A document of a mail, with what is known about its sender. */
export interface Case {
  readonly kind: Kind;
  readonly door: "email" | "api";
  readonly carrier: Carrier;
  /** The message that came, and its From address. */
  readonly outer: MessageVerdict;
  readonly outerFrom: string;
  /**
   * The attached message that this document is in; null if there is none, or it was not checked
   * when it came.
   */
  readonly inner: MessageVerdict | null;
  /** The key of the document's own sender (sender-key.ts); empty if it has none. */
  readonly sender: string;
  /** Whether the user accepted a forward from that address, or a mail of that sender, before. */
  readonly trusts: (kind: TrustKind, who: string) => boolean;
  readonly receivedAt: number;
}

const review = (reason: Reason, why: string): Rule => ({ action: "review", reason, why });
const FAILED = review(
  "auth_failed",
  "its signature or authentication is invalid: somebody may have forged or changed it",
);
const UNKNOWN_SENDER = review("auth_absent", "nothing proves that it is from the sender it names");
const UNKNOWN_FORWARDER = review(
  "auth_absent",
  "nothing proves that it is from the person who seems to have forwarded it",
);

/**
 * One rule for each path and verdict. A forward is only the forwarder's word, so nothing is
 * inserted for it unasked. A valid signature proves the domain, not that it is a shop: anybody can
 * own a domain and learn an address. The bank's row proves the charge, so the receipt may be
 * matched to it. It becomes a transaction by itself only once the user has accepted the sender.
 */
// prettier-ignore
export const POLICY: Readonly<Record<Path, Readonly<Record<Outcome, Rule>>>> = {
  sender: {
    pass: { action: "automatic", reason: null, why: "its sender's domain is authenticated, and a receipt of that sender was accepted before" },
    absent: UNKNOWN_SENDER,
    fail: FAILED,
  },
  "new sender": {
    pass: { action: "ask", reason: "sender_not_trusted", why: "its sender's domain is authenticated, but no receipt of that sender was accepted before" },
    absent: UNKNOWN_SENDER,
    fail: FAILED,
  },
  "trusted forwarder": {
    pass: { action: "pending", reason: null, why: "it was forwarded by somebody whose forwards were accepted before, and their domain is authenticated" },
    absent: UNKNOWN_FORWARDER,
    fail: FAILED,
  },
  forwarder: {
    pass: review("sender_not_trusted", "it was forwarded, and no forward from that address was accepted before"),
    absent: UNKNOWN_FORWARDER,
    fail: FAILED,
  },
  caller: {
    pass: { action: "automatic", reason: null, why: "it was uploaded through the API, and its sender's domain is authenticated" },
    absent: { action: "pending", reason: null, why: "it was uploaded through the API by somebody who may import" },
    fail: FAILED,
  },
};

const DAY_MS = 24 * 60 * 60_000;

/** Decides how the charges of a document are handled. */
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
  // An attached message whose own sender is authenticated came as it was written; any other is its
  // forwarder's word.
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
        `it was signed ${Math.floor(age / DAY_MS)} days before it came: it may be an old mail that was sent again`,
      ),
      ...teaches,
    };
  }
  return { ...rule, ...teaches };
}

function ruleFor(door: Case["door"], own: boolean, result: Outcome, trusted: boolean): Rule {
  if (door === "email") return POLICY[own ? ownMail(trusted) : forwardedMail(trusted)][result];
  // A forward that is posted to the API is the caller's word, however it is authenticated.
  return POLICY.caller[own || result === "fail" ? result : "absent"];
}

const ownMail = (trusted: boolean) => (trusted ? "sender" : "new sender");
const forwardedMail = (trusted: boolean) => (trusted ? "trusted forwarder" : "forwarder");

/**
 * A mail program asks whether it may forward here. The user always sees that question with its
 * code.
 */
function confirmation(vouched: boolean): Handling {
  const why = vouched
    ? "its sender's domain is authenticated"
    : "nothing proves that it is from the mail program it names: do not follow its link unless you requested it just now";
  return { ...review("forwarding_confirmation", why), forwarder: null, sender: null };
}

/**
 * An order or an invoice is no charge yet, and an authorisation may never be booked: none of them
 * is inserted by itself.
 */
export function isCharged(kind: Kind): boolean {
  return kind !== "order" && kind !== "invoice" && kind !== "authorisation";
}
