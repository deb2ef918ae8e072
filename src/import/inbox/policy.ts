// What may become of a charge without a person, by how its mail came and who vouches for it. A table of facts and a pure
// function over it. The receipt address is a secret and proves only that its holder gave it away; a From header proves nothing.

import type { MessageVerdict, Outcome } from "../decode/receipt/authenticate/verdict.ts";
import { MAIL_SIGNED_AGE_MS_MAX } from "../../limits.ts";
import type { Carrier } from "../decode/receipt/mail.ts";
import type { Kind, Reason } from "../decode/receipt/receipt.ts";

/** Who is asked to vouch. "caller": whoever brought it by the interface, with a session or an import key. */
export type Path = "sender" | "forwarder" | "caller";

/**
 * "automatic": it meets the bank's row, or is inserted where its address says so. "pending": it meets the bank's row where
 * exactly one fits, and nothing is inserted for it by itself. "review": a person looks first.
 */
export type Action = "automatic" | "pending" | "review";

export interface Handling {
  readonly action: Action;
  /** Of a review; else null. */
  readonly reason: Reason | null;
  /** One sentence for the person. */
  readonly why: string;
  /** The address that was shown to be the one it names: trusted once a person accepts what it sent. Null: nobody's. */
  readonly voucher: string | null;
}

/** A document of a mail, with what is known of who sent it. */
export interface Case {
  readonly kind: Kind;
  readonly door: "email" | "api";
  readonly carrier: Carrier;
  /** The message that came, and its From address. */
  readonly outer: MessageVerdict;
  readonly outerFrom: string;
  /** The message that it carries and this document is; null where there is none, or it was not looked at when it came. */
  readonly inner: MessageVerdict | null;
  readonly from: string;
  /** Whether a person accepted mail of that address before. */
  readonly trusts: (address: string) => boolean;
  readonly receivedAt: number;
}

interface Row {
  readonly trusted: Action;
  readonly stranger: Action;
  readonly reason: Reason;
  readonly why: string;
}

const review = (reason: Reason, why: string): Row => ({ trusted: "review", stranger: "review", reason, why });
const FAILED = "what vouches for it does not hold: somebody may have made or changed it";

/** One row a path and verdict; a stranger is an address whose mail no person has accepted yet. */
export const POLICY: Readonly<Record<Path, Readonly<Record<Outcome, Row>>>> = {
  sender: {
    pass: { trusted: "automatic", stranger: "pending", reason: "sender_not_trusted", why: "its sender's domain vouches for it" },
    absent: review("auth_absent", "nothing shows that it is from whom it says"),
    fail: review("auth_failed", FAILED),
  },
  // What a forward says is the forwarder's own word for it, so nothing is inserted for it unasked.
  forwarder: {
    pass: { trusted: "pending", stranger: "review", reason: "sender_not_trusted", why: "the domain of who forwarded it vouches for the forward" },
    absent: review("auth_absent", "nothing shows that it is from who is said to have forwarded it"),
    fail: review("auth_failed", FAILED),
  },
  caller: {
    pass: { trusted: "automatic", stranger: "pending", reason: "sender_not_trusted", why: "it was brought by the interface, and its sender's domain vouches for it" },
    absent: { trusted: "pending", stranger: "pending", reason: "auth_absent", why: "it was brought by the interface, by somebody who may import" },
    fail: review("auth_failed", FAILED),
  },
};

const DAY_MS = 24 * 60 * 60_000;

/** What may become of the charges of a document. */
export function handlingOf(one: Case): Handling {
  const carried = one.carrier === "attached" && one.inner?.result === "pass" ? one.inner : null;
  const own = one.carrier === "direct" || carried !== null;
  const { result, signed_at } = carried ?? one.outer;
  const voucher = result !== "pass" ? null : own ? one.from : one.outerFrom;
  if (one.kind === "forwarding confirmation") return confirmation(own && result === "pass");
  const path: Path = one.door === "api" && !(carried === null && result === "pass" && !own) ? "caller" : own ? "sender" : "forwarder";
  const row = POLICY[path][result];
  const known = voucher !== null && voucher !== "" && one.trusts(voucher);
  const age = one.carrier === "direct" && signed_at !== null ? one.receivedAt - signed_at : 0;
  if (row[known ? "trusted" : "stranger"] !== "review" && age > MAIL_SIGNED_AGE_MS_MAX) {
    return { action: "review", reason: "sender_not_trusted", why: `it was signed ${Math.floor(age / DAY_MS)} days before it came: it may be an old mail, sent again`, voucher: null };
  }
  const action = row[known ? "trusted" : "stranger"];
  const stranger = row.reason === "sender_not_trusted" && !known ? `; no mail of ${voucher === null || voucher === "" ? "this sender" : voucher} was accepted before` : "";
  return { action, reason: action === "review" ? row.reason : null, why: `${row.why}${stranger}`, voucher: voucher === "" ? null : voucher };
}

/** A mail program's question whether it may forward here is shown to a person with its code, whoever it is from. */
function confirmation(vouched: boolean): Handling {
  const why = vouched ? "its sender's domain vouches for it" : "nothing shows that it is from the mail program it names: do not follow its link unless you asked for it just now";
  return { action: "review", reason: "forwarding_confirmation", why, voucher: null };
}
