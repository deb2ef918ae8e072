// A bank's notice is known by its card, amount and minute where it names no reference: the same
// name whichever way it came, another for another minute; two mails about one minute are asked
// about, never counted twice in silence.

import { describe, expect, test } from "vitest";
import { deriveFacts } from "../../../src/importer/inbox/facts.ts";
import { externalIdBase } from "../../../src/importer/inbox/identity.ts";
import { relate, type Arriving, type Known } from "../../../src/importer/inbox/purchase.ts";
import type { Receipt, Seen } from "../../../src/receipts/receipt.ts";
import { must } from "../../../src/platform/assert.ts";
import { parseDay } from "../../../src/money/day.ts";
import { units } from "../../../src/money/money.ts";

const day = must(parseDay("2025-11-18"), "a day");
const seen = <T>(value: T): Seen<T> => ({
  value,
  span: { view: "text", start: 0, end: 1 },
  rule: "test",
});

function notice(time: string | null, card: string | null): Receipt {
  return {
    kind: "bank alert",
    merchant: null,
    total: { ...seen("3.00"), currency: "eur", candidates: [] },
    currency: "eur",
    date: seen(day),
    order_number: null,
    card_last4: card === null ? null : seen(card),
    subtotal: null,
    tax: null,
    shipping: null,
    tip: null,
    discount: null,
    incoming: false,
    items: [],
    doubts: [],
    why: [],
    ...(time === null ? {} : { time: seen(time) }),
  };
}

const momentOf = (time: string | null, card: string | null) =>
  deriveFacts(notice(time, card), null, {}, null).moment;
const arriving = (moment: string): Arriving => ({
  domain: "bank.example",
  class: "alert",
  kind: "bank alert",
  order_number: null,
  moment,
  date: day,
  currency: "eur",
  total: units(30_000),
});
const known = (same: boolean): Known => ({
  id: 7,
  domain: "bank.example",
  class: "alert",
  kind: "bank alert",
  order_number: null,
  date: day,
  currency: "eur",
  total: units(30_000),
  settled: false,
  same_moment: same,
  document: "different",
});

describe("a notice without a reference", () => {
  test("is known by card and minute, whatever seconds and marks are printed", () => {
    expect(momentOf("9:05", "4410")).toBe("4410-0905");
    expect([momentOf("09:05:31", "4410"), momentOf("09.05", "4410")]).toEqual([
      "4410-0905",
      "4410-0905",
    ]);
    expect([momentOf("9:05 AM", "4410"), momentOf("9:05 p.m.", "4410")]).toEqual([
      "4410-0905a",
      "4410-0905p",
    ]);
  });

  test("is known by its text where card or time is missing", () => {
    expect([momentOf(null, "4410"), momentOf("09:05", null)]).toEqual([undefined, undefined]);
  });

  test("has one name in whatever text it came, and another at another minute", () => {
    expect(externalIdBase(arriving("4410-0905"), "a-text")).toBe(
      externalIdBase(arriving("4410-0905"), "another"),
    );
    expect(externalIdBase(arriving("4410-0906"), "a-text")).not.toBe(
      externalIdBase(arriving("4410-0905"), "a-text"),
    );
  });

  test("of the same minute as another mail's is asked about; of another minute it is new", () => {
    expect(relate(arriving("4410-0905"), [known(true)])).toMatchObject({
      kind: "doubt",
      of: 7,
      reason: "possible_duplicate",
    });
    expect(relate(arriving("4410-0905"), [known(false)])).toEqual({ kind: "new" });
  });
});
