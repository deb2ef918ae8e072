// The policy as a whole table: every path with every verdict, and that no way leads from "nobody vouches" into the budget.

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { MessageVerdict, Outcome } from "../../../src/import/decode/receipt/authenticate/verdict.ts";
import { KINDS } from "../../../src/import/decode/receipt/receipt.ts";
import { handlingOf, type Case } from "../../../src/import/inbox/policy.ts";
import { MAIL_SIGNED_AGE_MS_MAX } from "../../../src/limits.ts";

const verdict = (result: Outcome, signed_at: number | null = null): MessageVerdict => ({ result, why: [], domain: "shop.example", signatures: [], platform: "absent", signed_at });
const NOW = 1_795_000_000_000;
const ADA = "ada@mail.example";

function handled(changes: Partial<Case>) {
  const { action, reason } = handlingOf({ kind: "receipt", door: "email", carrier: "direct", outer: verdict("pass"), outerFrom: ADA, inner: null, trusts: () => false, receivedAt: NOW, ...changes });
  return reason === null ? action : `${action}: ${reason}`;
}

describe("by the mail door", () => {
  test.each<[Case["carrier"], Outcome, Outcome | null, boolean, string]>([
    ["direct", "pass", null, false, "automatic"],
    ["direct", "absent", null, true, "review: auth_absent"],
    ["direct", "fail", null, true, "review: auth_failed"],
    ["inline", "pass", null, true, "pending"],
    ["inline", "pass", null, false, "review: sender_not_trusted"],
    ["inline", "absent", null, true, "review: auth_absent"],
    ["inline", "fail", null, true, "review: auth_failed"],
    ["attached", "absent", "pass", false, "automatic"],
    ["attached", "fail", "pass", false, "automatic"],
    ["attached", "pass", "absent", true, "pending"],
    ["attached", "pass", "fail", true, "pending"],
    ["attached", "pass", null, false, "review: sender_not_trusted"],
    ["attached", "absent", "absent", true, "review: auth_absent"],
    // A forward within a carried message is the outer forwarder's word, whoever signed what is between.
    ["inline", "absent", "pass", true, "review: auth_absent"],
  ])("%s, verdict %s, of the carried message %s, forwarder trusted %s: %s", (carrier, outer, inner, trusted, expected) => {
    expect(handled({ carrier, outer: verdict(outer), inner: inner === null ? null : verdict(inner), trusts: (address) => trusted && address === ADA })).toBe(expected);
  });

  test("what was signed long before it comes is looked at; a carried one may be old", () => {
    const old = verdict("pass", NOW - MAIL_SIGNED_AGE_MS_MAX - 1);

    expect(handled({ outer: old })).toBe("review: sender_not_trusted");
    expect(handled({ outer: verdict("pass", NOW - MAIL_SIGNED_AGE_MS_MAX) })).toBe("automatic");
    expect(handled({ carrier: "attached", inner: old })).toBe("automatic");
  });
});

describe("by the interface", () => {
  test.each<[Case["carrier"], Outcome, string]>([
    ["direct", "pass", "automatic"],
    ["direct", "absent", "pending"],
    ["direct", "fail", "review: auth_failed"],
    ["inline", "pass", "pending"],
    ["inline", "fail", "review: auth_failed"],
    ["attached", "absent", "pending"],
  ])("%s, verdict %s: %s", (carrier, outer, expected) => {
    expect(handled({ door: "api", carrier, outer: verdict(outer) })).toBe(expected);
  });
});

test("a question whether mail may be forwarded is shown to a person, whoever it is from", () => {
  for (const result of ["pass", "absent", "fail"] as const) expect(handled({ kind: "forwarding confirmation", outer: verdict(result) })).toBe("review: forwarding_confirmation");
});

test("by mail nothing is inserted by itself that no sender's own domain vouches for, and nothing meets a row unless somebody's does", () => {
  const outcome = fc.constantFrom<Outcome>("pass", "absent", "fail");
  fc.assert(
    fc.property(fc.constantFrom(...KINDS), fc.constantFrom("direct" as const, "inline" as const, "attached" as const), outcome, fc.option(outcome, { nil: null }), fc.boolean(), (kind, carrier, outer, inner, trusted) => {
      const done = handled({ kind, carrier, outer: verdict(outer), inner: inner === null ? null : verdict(inner), trusts: () => trusted });

      const own = carrier === "direct" ? outer === "pass" : carrier === "attached" && inner === "pass";
      if (done === "automatic") expect(own).toBe(true);
      if (done === "pending") expect([own || outer === "pass", own || trusted]).toEqual([true, true]);
    }),
  );
});
