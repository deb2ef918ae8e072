// The policy as a whole table: every path with every verdict, and that no way leads from "nobody
// vouches" into the budget.

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { MessageVerdict, Outcome } from "../../../src/receipts/authenticity/verdict.ts";
import { KINDS } from "../../../src/receipts/receipt.ts";
import {
  decideHandling,
  isCharged,
  POLICY,
  type Case,
  type Path,
} from "../../../src/importer/inbox/policy.ts";
import { MAIL_SIGNED_AGE_MS_MAX } from "../../../src/platform/limits.ts";

const verdict = (result: Outcome, signed_at: number | null = null): MessageVerdict => ({
  result,
  why: [],
  domain: "shop.example",
  signatures: [],
  platform: "absent",
  signed_at,
});
const NOW = 1_795_000_000_000;
const ADA = "ada@mail.example";

const PLAIN: Case = {
  kind: "receipt",
  door: "email",
  carrier: "direct",
  outer: verdict("pass"),
  outerFrom: ADA,
  inner: null,
  sender: "shop.example",
  trusts: () => false,
  receivedAt: NOW,
};

function handled(changes: Partial<Case>) {
  const { action, reason } = decideHandling({ ...PLAIN, ...changes });
  return reason === null ? action : `${action}: ${reason}`;
}

describe("the table, a cell at a time", () => {
  test.each<[Path, Outcome, string]>([
    ["sender", "pass", "automatic"],
    ["sender", "absent", "review: auth_absent"],
    ["sender", "fail", "review: auth_failed"],
    ["new sender", "pass", "ask: sender_not_trusted"],
    ["new sender", "absent", "review: auth_absent"],
    ["new sender", "fail", "review: auth_failed"],
    ["trusted forwarder", "pass", "pending"],
    ["trusted forwarder", "absent", "review: auth_absent"],
    ["trusted forwarder", "fail", "review: auth_failed"],
    ["forwarder", "pass", "review: sender_not_trusted"],
    ["forwarder", "absent", "review: auth_absent"],
    ["forwarder", "fail", "review: auth_failed"],
    ["caller", "pass", "automatic"],
    ["caller", "absent", "pending"],
    ["caller", "fail", "review: auth_failed"],
  ])("%s, verdict %s: %s", (path, result, expected) => {
    const { action, reason, why } = POLICY[path][result];

    expect(reason === null ? action : `${action}: ${reason}`).toBe(expected);
    expect(why.length).toBeGreaterThan(20);
    const trusted: Partial<Record<string, string>> = {
      sender: "sender shop.example",
      "trusted forwarder": `forwarder ${ADA}`,
    };
    const accepted = trusted[path] ?? "nobody";
    const carrier = path.endsWith("forwarder") ? "inline" : "direct";
    expect(
      handled({
        carrier,
        door: path === "caller" ? "api" : "email",
        outer: verdict(result),
        trusts: (kind, who) => accepted === `${kind} ${who}`,
      }),
    ).toBe(expected);
  });
});

test("what an acceptance teaches: the sender of what came as it was written, the forwarder of what did not, nobody where nobody vouches", () => {
  const teaches = (changes: Partial<Case>) => {
    const { sender, forwarder } = decideHandling({ ...PLAIN, ...changes });
    return { sender, forwarder };
  };

  expect(teaches({})).toEqual({ sender: "shop.example", forwarder: null });
  expect(
    teaches({ carrier: "attached", inner: verdict("pass"), outer: verdict("absent") }),
  ).toEqual({ sender: "shop.example", forwarder: null });
  expect(teaches({ carrier: "inline" })).toEqual({ sender: null, forwarder: ADA });
  expect(teaches({ carrier: "attached", inner: verdict("absent") })).toEqual({
    sender: null,
    forwarder: ADA,
  });
  expect(teaches({ sender: "" })).toEqual({ sender: null, forwarder: null });
  for (const result of ["absent", "fail"] as const) {
    for (const carrier of ["direct", "inline", "attached"] as const)
      expect(teaches({ carrier, outer: verdict(result) })).toEqual({
        sender: null,
        forwarder: null,
      });
  }
  expect(teaches({ kind: "forwarding confirmation" })).toEqual({ sender: null, forwarder: null });
});

test("an order, an invoice and a hold are no charge yet", () => {
  expect(KINDS.filter((kind) => !isCharged(kind))).toEqual(["order", "invoice", "authorisation"]);
});

describe("by the mail door", () => {
  test.each<[Case["carrier"], Outcome, Outcome | null, boolean, string]>([
    ["direct", "pass", null, true, "automatic"],
    ["direct", "pass", null, false, "ask: sender_not_trusted"],
    ["direct", "absent", null, true, "review: auth_absent"],
    ["direct", "fail", null, true, "review: auth_failed"],
    ["inline", "pass", null, true, "pending"],
    ["inline", "pass", null, false, "review: sender_not_trusted"],
    ["inline", "absent", null, true, "review: auth_absent"],
    ["inline", "fail", null, true, "review: auth_failed"],
    ["attached", "absent", "pass", true, "automatic"],
    ["attached", "absent", "pass", false, "ask: sender_not_trusted"],
    ["attached", "fail", "pass", true, "automatic"],
    ["attached", "pass", "absent", true, "pending"],
    ["attached", "pass", "fail", true, "pending"],
    ["attached", "pass", null, false, "review: sender_not_trusted"],
    ["attached", "absent", "absent", true, "review: auth_absent"],
    // A forward within a carried message is the outer forwarder's word, whoever signed what is between.
    ["inline", "absent", "pass", true, "review: auth_absent"],
  ])(
    "%s, verdict %s, of the carried message %s, whoever it goes by accepted %s: %s",
    (carrier, outer, inner, trusted, expected) => {
      expect(
        handled({
          carrier,
          outer: verdict(outer),
          inner: inner === null ? null : verdict(inner),
          trusts: (kind, who) =>
            trusted && (kind === "forwarder" ? who === ADA : who === "shop.example"),
        }),
      ).toBe(expected);
    },
  );

  test("what was signed long before it comes is looked at; a carried one may be old", () => {
    const old = verdict("pass", NOW - MAIL_SIGNED_AGE_MS_MAX - 1);

    expect(handled({ outer: old })).toBe("review: sender_not_trusted");
    expect(handled({ outer: old, trusts: () => true })).toBe("review: sender_not_trusted");
    expect(
      handled({ outer: verdict("pass", NOW - MAIL_SIGNED_AGE_MS_MAX), trusts: () => true }),
    ).toBe("automatic");
    expect(handled({ carrier: "attached", inner: old, trusts: () => true })).toBe("automatic");
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
  for (const result of ["pass", "absent", "fail"] as const)
    expect(handled({ kind: "forwarding confirmation", outer: verdict(result) })).toBe(
      "review: forwarding_confirmation",
    );
});

test("by mail nothing is inserted by itself but what its sender's own domain vouches for and a person accepted them before, and nothing meets a row unless somebody's does", () => {
  const outcome = fc.constantFrom<Outcome>("pass", "absent", "fail");
  fc.assert(
    fc.property(
      fc.constantFrom(...KINDS),
      fc.constantFrom("direct" as const, "inline" as const, "attached" as const),
      outcome,
      fc.option(outcome, { nil: null }),
      fc.boolean(),
      (kind, carrier, outer, inner, trusted) => {
        const done = handled({
          kind,
          carrier,
          outer: verdict(outer),
          inner: inner === null ? null : verdict(inner),
          trusts: () => trusted,
        });

        const own =
          carrier === "direct" ? outer === "pass" : carrier === "attached" && inner === "pass";
        if (done === "automatic") expect([own, trusted]).toEqual([true, true]);
        if (done.startsWith("ask")) expect([own, trusted]).toEqual([true, false]);
        if (done === "pending")
          expect([own || outer === "pass", own || trusted]).toEqual([true, true]);
      },
    ),
  );
});
