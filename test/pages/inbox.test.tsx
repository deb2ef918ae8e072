// What the inbox's pages are made of: a text with its values marked, a form of which only changes are sent, links that are only
// shown. And the pages over the whole Worker, for a person and for nobody.

import { createExecutionContext, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { http } from "../../src/http.ts";
import { mintSignInLink } from "../../src/oauth/session.ts";
import { confirmationLinks } from "../../src/pages/inbox/confirmation.tsx";
import { correctionsOf, fieldOf, typedIn, typedOf } from "../../src/pages/inbox/correct.tsx";
import { piecesOf, windowOf, type Place } from "../../src/pages/inbox/marks.ts";
import { readingOf } from "../../src/pages/inbox/source.tsx";
import type { DocumentShown, ReceiptShown } from "../../src/pages/inbox/wire.ts";
import { historyWords, moneyWords, reasonWords, verdictWords } from "../../src/pages/inbox/words.ts";
import { REASONS } from "../../src/import/decode/receipt/receipt.ts";
import { Visitor } from "../oauth/visitor.ts";

const RECEIPT: ReceiptShown = {
  id: 7,
  document: 0,
  charge: 0,
  state: "review",
  reason: "ambiguous_currency",
  detail: null,
  kind: "receipt",
  merchant: "Harbour Books",
  total: "12.50",
  currency: null,
  date: "2026-10-20",
  order_number: "H-1",
  card_last4: null,
  incoming: false,
  items: [],
  corrected: [],
  account_id: null,
  mode: "wait",
  duplicate_of: null,
  match: null,
  transaction_id: null,
  next_attempt_at: null,
};

const place = (id: string, start: number, end: number): Place => ({ id, label: id.toUpperCase(), start, end });

describe("a marked text", () => {
  test("is cut where values begin and end; a value inside another is in both", () => {
    expect(piecesOf("Total EUR 9.99", [place("total", 6, 14), place("currency", 6, 9)])).toEqual([
      { text: "Total ", ids: [], labels: [] },
      { text: "EUR", ids: ["total", "currency"], labels: ["TOTAL", "CURRENCY"] },
      { text: " 9.99", ids: [], labels: ["TOTAL"] },
    ]);
  });

  test("is whole, in order, and each value in it has one beginning, whatever the places", () => {
    const places = fc.array(fc.record({ start: fc.integer({ min: -3, max: 40 }), end: fc.integer({ min: -3, max: 40 }) }), { maxLength: 12 });
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), places, (text, spans) => {
        const all = spans.map(({ start, end }, index) => place(`p${index}`, start, end));
        const pieces = piecesOf(text, all);
        expect(pieces.map((piece) => piece.text).join("")).toBe(text);
        const inside = all.filter(({ start, end }) => start >= 0 && start < end && end <= text.length);
        expect(pieces.flatMap(({ ids }) => ids).sort()).toEqual(inside.map(({ id }) => id).sort());
        for (const { label, start, end } of inside) expect(pieces.filter(({ labels }) => labels.includes(label)).map((piece) => piece.text).join("")).toBe(text.slice(start, end));
      }),
    );
  });

  test("that is long is shown about its values", () => {
    expect(windowOf("x".repeat(100), [], 200)).toEqual({ start: 0, end: 100 });
    expect(windowOf("x".repeat(10_000), [place("total", 6_000, 6_010)], 1_000)).toEqual({ start: 5_600, end: 6_600 });
    expect(windowOf("x".repeat(10_000), [place("total", 9_990, 9_999)], 1_000)).toEqual({ start: 9_000, end: 10_000 });
    expect(windowOf("x".repeat(10_000), [], 1_000)).toEqual({ start: 0, end: 1_000 });
  });
});

describe("the form of a receipt", () => {
  test("that is sent as it stands corrects nothing", () => {
    expect(correctionsOf(typedOf(RECEIPT), RECEIPT)).toEqual({});
  });

  test("sends what was changed, a cleared number as none, and an empty value not at all", () => {
    const typed = { ...typedOf(RECEIPT), currency: "CAD", order_number: "", merchant: "", account_id: "3" };
    expect(correctionsOf(typed, RECEIPT)).toEqual({ currency: "CAD", order_number: null, account_id: 3 });
  });

  test("of nothing that was read sends all that was typed", () => {
    const typed = typedIn({ kind: "receipt", total: " 3.00 ", currency: "eur", date: "2026-10-20", merchant: "Kiosk" });
    expect(correctionsOf(typed, null)).toEqual({ kind: "receipt", total: "3.00", currency: "eur", date: "2026-10-20", merchant: "Kiosk" });
  });

  test("knows its own fields in a refusal", () => {
    expect([fieldOf("/body/total"), fieldOf("/body/receipt"), fieldOf(null)]).toEqual(["total", null, null]);
  });
});

describe("what was read of a receipt", () => {
  const read = (total: string) => ({ total: { value: total, span: { view: "text", start: 0, end: 1 }, candidates: [] }, items: [], doubts: [], why: [] });
  const document = (...totals: string[]): DocumentShown => ({ carrier: "direct", from: null, subject: "", sent: null, chain: [], note: null, views: [], receipts: totals.map(read), attachments: [] });

  test("is that of its place, or of its total where a later reading has it elsewhere, or nothing", () => {
    expect(readingOf(RECEIPT, document("12.5", "7"))?.total?.value).toBe("12.5");
    expect(readingOf(RECEIPT, document("7", "12.50"))?.total?.value).toBe("12.50");
    expect(readingOf(RECEIPT, document("7"))).toBeNull();
    expect(readingOf(RECEIPT, undefined)).toBeNull();
    expect(readingOf({ ...RECEIPT, total: "99.00", corrected: ["total"] }, document("12.5"))?.total?.value).toBe("12.5");
  });
});

describe("words", () => {
  test("there are some for every reason, and none is its name", () => {
    expect(REASONS.filter((reason) => reasonWords(reason) === reason.replaceAll("_", " "))).toEqual([]);
  });

  test("amounts have a direction; what is not known is said", () => {
    expect(moneyWords({ ...RECEIPT, currency: "eur" })).toBe("\u221212.50 EUR");
    expect(moneyWords({ ...RECEIPT, currency: "eur", incoming: true })).toBe("+12.50 EUR");
    expect(moneyWords(RECEIPT)).toBe("\u221212.50, currency not known");
    expect(moneyWords({ ...RECEIPT, total: null })).toBe("no amount");
  });

  test("a verdict of nobody's is not one for it", () => {
    expect(verdictWords(null)).toContain("not checked");
    expect(verdictWords({ result: "absent", why: [] })).toContain("Nobody vouches");
    expect(verdictWords({ result: "fail", why: [] })).toContain("somebody else");
  });

  test("a reason in the history is said in words", () => {
    expect(historyWords("receipt: review (ambiguous_currency), the sign")).toBe("receipt: review (The currency is not certain), the sign");
  });
});

test("of a confirmation the links of known mail programs are shown, each once, and no other", () => {
  const text = "Open https://mail-settings.google.com/mail/vf-abc. Or <https://mail-settings.google.com/mail/vf-abc> https://evil.example/mail-settings.google.com http://mail.google.com/a https://mail-settings.google.com.evil.example/x https://mail.google.com@evil.example/";
  expect(confirmationLinks(text)).toEqual(["https://mail-settings.google.com/mail/vf-abc"]);
});

describe("the pages", () => {
  let visitor = new Visitor();
  afterEach(() => reset());
  beforeEach(async () => {
    visitor = new Visitor();
    await visitor.post("/sign-in", { link: await mintSignInLink(env) });
  });

  test("ask who is nobody to sign in, and change nothing for them", async () => {
    const stranger = new Visitor();
    for (const path of ["/inbox", "/inbox/unmatched", "/inbox/abc"]) expect((await stranger.get(path)).status).toBe(401);
    for (const path of ["/inbox/abc/import", "/inbox/abc/ignore", "/inbox/abc/match", "/inbox/abc/undo", "/inbox/abc/reread", "/inbox/abc/delete"]) expect((await stranger.post(path, {})).status).toBe(401);
  });

  test("say that there is no such message, also where something is to be done to it", async () => {
    expect((await visitor.get("/inbox/abc")).status).toBe(404);
    for (const action of ["import", "ignore", "reread", "delete"]) expect((await visitor.post(`/inbox/abc/${action}`, {})).status).toBe(404);
  });

  test("are not kept by the browser, and act on no budget but the one they were shown for", async () => {
    expect((await visitor.get("/inbox")).headers.get("cache-control")).toBe("no-store");
    expect((await visitor.post("/inbox/abc/ignore?connection=other", {})).status).toBe(409);
  });

  test("take no form of another site", async () => {
    const headers = { "sec-fetch-site": "cross-site", "content-type": "application/x-www-form-urlencoded" };
    const response = await http.fetch(new Request("https://tributary.test/inbox/abc/delete", { method: "POST", headers, body: "" }), env, createExecutionContext());
    expect(response.status).toBe(403);
  });
});
