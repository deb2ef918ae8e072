// What the inbox makes of the charges that are read in mail: each is there once, whichever way and
// however often it came, and what cannot be told is asked.

import { runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  bring,
  call,
  email,
  holdAlarms,
  importer,
  inbox,
  look,
  mailOf,
  NEVER,
  newAddress,
  post,
  readMarked,
  work,
  type Charge,
  type MailParts,
} from "./driver.ts";
import { emptyBucket, reset } from "../../reset.ts";

beforeEach(async () => {
  await emptyBucket();
  holdAlarms();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await reset();
});

let sent = 0;

/** A mail of its own with one charge in it, read. */
async function told(charge: Charge, parts: MailParts = {}): Promise<string> {
  sent += 1;
  const { id } = await bring(
    mailOf({
      id: `<${sent}@corner.example>`,
      body: `Thank you for coming to the Corner Shop, this is what we write in mail ${sent}.`,
      ...parts,
      charges: [charge],
    }),
  );
  await work();
  return id;
}

const standing = async (id: string) => {
  const { state, reason, duplicate_of, total } = await look(id);
  return { state, reason, duplicate_of, total };
};

/** The same mail as a person forwards it: another sender, another Message-ID, the body quoted. */
function forwarded(parts: MailParts, n: number): string {
  const inner = mailOf(parts);
  const body = inner.slice(inner.indexOf("\r\n\r\n") + 4);
  const block = [
    "---------- Forwarded message ---------",
    `From: ${parts.from ?? "Corner Shop <orders@corner.example>"}`,
    "Date: Tue, Oct 20, 2026 at 2:32 PM",
    `Subject: ${parts.subject ?? "Your order"}`,
    "To: <ada@mail.example>",
    "",
    "",
  ].join("\r\n");
  return mailOf({
    from: "Ada <ada@mail.example>",
    subject: "Fwd: Your order",
    id: `<fwd-${n}@mail.example>`,
    body: block + body,
  });
}

describe("a receipt with everything that it takes", () => {
  test("waits for the bank's row, with what was read", async () => {
    const id = await told({ total: "40.77", currency: "usd", number: "TW-20461" });

    expect(await look(id)).toMatchObject({
      state: "waiting",
      kind: "receipt",
      merchant: "Corner Shop",
      total: "40.77",
      currency: "usd",
      date: "2026-10-20",
      order_number: "TW-20461",
      reason: null,
      transaction_id: null,
    });
  });

  test("is matched when its transaction is found, and says by what", async () => {
    const { id } = await bring(mailOf({ charges: [{ total: "40.77" }] }));
    await work(async () => ({
      kind: "matched",
      transaction_id: 17,
      evidence: ["the same amount", "the same day"],
    }));

    expect(await look(id)).toMatchObject({
      state: "matched",
      transaction_id: 17,
      match: { transaction_id: 17, evidence: ["the same amount", "the same day"] },
    });
  });

  test("that no row comes for in 45 days is put to a person", async () => {
    const id = await told({ total: "40.77" });
    await runInDurableObject(importer(), (_, state) =>
      state.storage.sql.exec("UPDATE receipts SET next_attempt_at = 1, settle_until = 2"),
    );
    await work();

    expect(await standing(id)).toMatchObject({ state: "review", reason: "no_match" });
  });

  test("is looked for once a day, and at once when an import is done", async () => {
    await told({ total: "40.77" });
    const due = () =>
      runInDurableObject(
        importer(),
        (_, state) =>
          state.storage.sql.exec<{ at: number }>("SELECT next_attempt_at AS at FROM receipts").one()
            .at,
      );
    const tomorrow = await due();
    expect(tomorrow - Date.now()).toBeGreaterThan(23 * 3_600_000);
    expect(tomorrow - Date.now()).toBeLessThanOrEqual(24 * 3_600_000);
    vi.restoreAllMocks();
    const response = await call("/api/imports?account=Checking", {
      method: "POST",
      body: "Date,Description,Amount\n2026-10-21,Other shop,-3.00\n2026-10-22,Salary,100.00\n2026-10-23,Third shop,-4.00\n",
    });
    const { id } = await response.json<{ id: string }>();
    for (
      let round = 0;
      round < 4_000 &&
      (await (await call(`/api/imports/${id}`)).json<{ state: string }>()).state !== "done";
      round += 1
    )
      await scheduler.wait(10);

    // Due at once, or looked for since and put off for a day from then.
    expect(await due()).not.toBe(tomorrow);
  });

  test("of an account of its address goes there, at once where the address says so", async () => {
    const { id: address, address: to } = await newAddress();
    const set = await call(`/api/addresses/${address}`, {
      method: "PUT",
      body: JSON.stringify({ mode: "insert", account_id: 1 }),
    });
    expect(await set.json()).toMatchObject({ mode: "insert", account_id: 1 });
    await email(mailOf({ charges: [{ total: "5.00" }] }), to);
    await work();
    const [first] = await inbox();
    expect(first?.receipts).toMatchObject([
      { mode: "wait", account_id: 1, state: "waiting", reason: "sender_not_trusted" },
    ]);

    await post(`/api/inbox/${first?.id ?? ""}/import`, {});
    await email(
      mailOf({
        id: "<2@corner.example>",
        body: "Thank you for your second order at the Corner Shop, it is on its way.",
        charges: [{ total: "6.00" }],
      }),
      to,
    );
    await work();

    expect((await inbox()).map(({ receipts }) => receipts[0]?.mode)).toEqual(["insert", "insert"]);
    expect((await inbox())[0]?.receipts).toMatchObject([
      { mode: "insert", account_id: 1, state: "waiting" },
    ]);
  });
});

describe("what stands between a receipt and the budget is said", () => {
  const cases: readonly (readonly [string, Charge, string])[] = [
    ["no total", {}, "no_total"],
    [
      "a sign that several currencies share",
      { total: "5.00", currency: null, candidates: ["usd", "cad"], doubt: "ambiguous_currency" },
      "ambiguous_currency",
    ],
    ["totals that differ", { total: "5.00", doubt: "conflicting_totals" }, "conflicting_totals"],
    [
      "a mail program that asks for leave",
      { kind: "forwarding confirmation" },
      "forwarding_confirmation",
    ],
  ];
  for (const [name, charge, reason] of cases) {
    test(name, async () => {
      expect(await standing(await told(charge))).toMatchObject({ state: "review", reason });
    });
  }

  test("a sign's currency is asked about, and meanwhile the bank's row may tell it", async () => {
    const dollars: Charge = {
      total: "5.00",
      currency: null,
      candidates: ["usd", "cad"],
      doubt: "ambiguous_currency",
      number: "7",
    };
    const { id } = await bring(mailOf({ charges: [dollars] }));
    const tried: (string | null)[] = [];
    await work(async (_, receipt) => {
      tried.push(receipt.currency);
      return { kind: "none" };
    });
    expect([tried, await standing(id)]).toMatchObject([
      [null],
      { state: "review", reason: "ambiguous_currency" },
    ]);
    await runInDurableObject(importer(), (_, state) =>
      state.storage.sql.exec("UPDATE receipts SET next_attempt_at = 1"),
    );
    await work(async () => ({
      kind: "matched",
      transaction_id: 9,
      evidence: ["the bank's row is in USD"],
    }));

    expect(await look(id)).toMatchObject({ state: "matched", reason: null, transaction_id: 9 });
  });

  test("what lacks more than its currency is not tried, nor what has no amount", async () => {
    const dollars: Charge = {
      total: "5.00",
      currency: null,
      candidates: ["usd", "cad"],
      doubt: "ambiguous_currency",
      further: "conflicting_totals",
    };
    await bring(mailOf({ charges: [dollars, { currency: null, doubt: "ambiguous_currency" }] }));
    await work(() => Promise.reject(new Error("nothing is to be tried")));

    expect(
      (await inbox())[0]?.receipts.map(({ state, next_attempt_at: at }) => [state, at]),
    ).toEqual([
      ["review", null],
      ["review", null],
    ]);
  });

  test.each<NonNullable<Charge["doubt"]>>(["invoice_due", "sums_disagree", "ambiguous_date"])(
    "a receipt with a doubt that the bank's row may answer (%s) is looked for while a person is asked, and never inserted",
    async (doubt) => {
      const { id: address, address: to } = await newAddress();
      await call(`/api/addresses/${address}`, {
        method: "PUT",
        body: JSON.stringify({ mode: "insert", account_id: 1 }),
      });
      await email(
        mailOf({
          charges: [
            { total: "5.00", doubt, kind: doubt === "invoice_due" ? "invoice" : "receipt" },
          ],
        }),
        to,
      );
      const tried: (string | null)[] = [];
      await work(async (_, receipt) => {
        tried.push(receipt.reason);
        return { kind: "none" };
      });

      expect(tried).toEqual([doubt]);
      expect((await inbox())[0]).toMatchObject({
        state: "review",
        reason: doubt,
        receipts: [{ state: "waiting", reason: doubt, mode: "wait" }],
      });
    },
  );

  test("an order in dollars of some kind and its receipt in one of them are one charge", async () => {
    const order = await told({
      kind: "order",
      total: "5.00",
      currency: null,
      candidates: ["usd", "cad"],
      doubt: "ambiguous_currency",
      number: "7",
    });
    const receipt = await told({ kind: "receipt", total: "5.00", currency: "usd", number: "7" });

    expect([await standing(order), await standing(receipt)]).toMatchObject([
      { state: "duplicate", duplicate_of: receipt },
      { state: "waiting" },
    ]);
  });

  test("what is about no money is ignored, and kept", async () => {
    expect(await standing(await told({ kind: "not a transaction" }))).toMatchObject({
      state: "ignored",
      reason: "not_a_transaction",
    });
  });
});

describe("one charge, told of more than once", () => {
  const shop: MailParts = { charges: [{ total: "12.95" }] };

  test("forwarded by a rule and by hand: the second is a duplicate", async () => {
    const first = await bring(mailOf(shop));
    const second = await bring(forwarded(shop, 1));
    await work();

    expect([await standing(first.id), await standing(second.id)]).toMatchObject([
      { state: "waiting" },
      { state: "duplicate", duplicate_of: first.id },
    ]);
  });

  test("forwarded by hand twice, without a number: asked, since two equal coffees would look so", async () => {
    await bring(forwarded(shop, 1));
    const second = await bring(forwarded(shop, 2));
    await work();

    expect(await standing(second.id)).toMatchObject({
      state: "review",
      reason: "possible_duplicate",
    });
  });

  test("forwarded by hand twice, with a number: the second is a duplicate", async () => {
    const numbered: MailParts = { charges: [{ total: "12.95", number: "A-17" }] };
    const first = await bring(forwarded(numbered, 1));
    const second = await bring(forwarded(numbered, 2));
    await work();

    expect(await standing(second.id)).toMatchObject({ state: "duplicate", duplicate_of: first.id });
  });

  test("order, then shipping, then receipt of one order: one charge, which the receipt tells of", async () => {
    const order = await told({ kind: "order", total: "50.00", number: "No. 4711" });
    const shipping = await told({ kind: "order", total: "50.00", number: "no 4711" });
    const receipt = await told({ kind: "receipt", total: "50.00", number: "NO-4711" });

    expect(await standing(order)).toMatchObject({ state: "duplicate", duplicate_of: receipt });
    expect(await standing(shipping)).toMatchObject({ state: "duplicate" });
    expect(await standing(receipt)).toMatchObject({ state: "waiting" });
  });

  test("the receipt before its order, or once the order is in the budget: the later one is the duplicate", async () => {
    const receipt = await told({ kind: "receipt", total: "50.00", number: "4711" });
    const order = await told({ kind: "order", total: "50.00", number: "4711" });
    expect(await standing(order)).toMatchObject({ state: "duplicate", duplicate_of: receipt });

    const { id: early } = await bring(
      mailOf({
        id: "<early@corner.example>",
        body: "An order of another day that is in the budget at once.",
        charges: [{ kind: "order", total: "60.00", number: "4712" }],
      }),
    );
    await work(async () => ({ kind: "inserted", transaction_id: 3, evidence: [] }));
    const late = await told({ kind: "receipt", total: "60.00", number: "4712" });
    expect([await standing(early), await standing(late)]).toMatchObject([
      { state: "inserted" },
      { state: "duplicate", duplicate_of: early },
    ]);
  });

  test("a receipt of another amount than its order is asked about", async () => {
    await told({ kind: "order", total: "50.00", number: "4711" });

    expect(
      await standing(await told({ kind: "receipt", total: "48.00", number: "4711" })),
    ).toMatchObject({ state: "review", reason: "further_charge" });
  });

  test.each([
    ["its order first", [0, 1, 2]],
    ["its order between them", [1, 0, 2]],
    ["its order last", [1, 2, 0]],
  ] as const)("an order that is charged in two parts is its parts: %s", async (_, sequence) => {
    const charges: readonly Charge[] = [
      { kind: "order", total: "50.00", number: "4711" },
      { kind: "receipt", total: "20.00", number: "4711" },
      { kind: "receipt", total: "30.00", number: "4711" },
    ];
    const ids: string[] = [];
    for (const index of sequence) ids[index] = await told(charges[index] ?? {});
    const [order = "", one = "", other = ""] = ids;

    expect(await standing(order)).toMatchObject({ state: "duplicate", total: "50.00" });
    expect((await look(one)).receipts[0]?.state).toBe("waiting");
    expect((await look(other)).receipts[0]?.state).toBe("waiting");
  });

  test("parts that do not add up to their order leave it waiting", async () => {
    const order = await told({ kind: "order", total: "50.00", number: "4711" });
    await told({ kind: "receipt", total: "20.00", number: "4711" });
    await told({ kind: "receipt", total: "29.00", number: "4711" });

    expect(await standing(order)).toMatchObject({ state: "waiting" });
  });

  test("two receipts of one number with two amounts are asked about", async () => {
    await told({ kind: "receipt", total: "20.00", number: "4711" });

    expect(
      await standing(await told({ kind: "receipt", total: "30.00", number: "4711" })),
    ).toMatchObject({ state: "review", reason: "further_charge" });
  });

  test("the refund of an order is not the order; a second one of its amount is asked about", async () => {
    await told({ total: "50.00", number: "4711" });
    const refund = await told({ kind: "refund", total: "50.00", number: "4711" });
    const second = await told({ kind: "refund", total: "50.00", number: "4711" });

    expect([await standing(refund), await standing(second)]).toMatchObject([
      { state: "waiting" },
      { state: "review", reason: "possible_duplicate" },
    ]);
  });

  test("two equal coffees of two mails are two", async () => {
    const first = await told({ total: "3.50" });
    const second = await told({ total: "3.50" });

    expect([await standing(first), await standing(second)]).toMatchObject([
      { state: "waiting" },
      { state: "waiting" },
    ]);
    const ids = await runInDurableObject(importer(), (_, state) =>
      state.storage.sql
        .exec<{ id: string }>("SELECT base || ':' || seq AS id FROM receipts")
        .toArray(),
    );
    expect(new Set(ids.map(({ id }) => id)).size).toBe(2);
  });

  test("the same number at another shop is another charge", async () => {
    await told({ total: "50.00", number: "4711" });

    expect(
      await standing(
        await told({ total: "50.00", number: "4711" }, { from: "Other <o@other.example>" }),
      ),
    ).toMatchObject({ state: "waiting" });
  });

  test("several charges in one mail are several, and the whole mail again is none", async () => {
    const charges = [
      { total: "5.00", number: "1" },
      { total: "6.00", number: "1" },
      { total: "5.00", number: "1" },
    ];
    const first = await bring(mailOf({ charges }));
    await work();
    const again = await bring(forwarded({ charges }, 9));
    await work();

    expect((await look(first.id)).receipts.map(({ state, total }) => [state, total])).toEqual([
      ["waiting", "5.00"],
      ["waiting", "6.00"],
      ["waiting", "5.00"],
    ]);
    expect((await look(first.id)).total).toBeNull();
    expect((await look(again.id)).receipts.map(({ state }) => state)).toEqual([
      "duplicate",
      "duplicate",
      "duplicate",
    ]);
  });
});

describe("a person decides", () => {
  test("imports what was asked about, with what was missing; the next mail of the sender needs no answer", async () => {
    const dollars: Charge = {
      total: "5.00",
      currency: null,
      candidates: ["usd", "cad"],
      doubt: "ambiguous_currency",
    };
    const id = await told(dollars);
    const missing = await post(`/api/inbox/${id}/import`, {});
    expect([missing.status, await missing.json()]).toMatchObject([
      400,
      { errors: [{ instancePath: "/body/currency" }] },
    ]);

    const set = await post(`/api/inbox/${id}/import`, { currency: "CAD", merchant: "The Corner" });
    expect([set.status, await set.json()]).toMatchObject([
      200,
      {
        state: "waiting",
        currency: "cad",
        merchant: "The Corner",
        receipts: [{ corrected: ["merchant", "currency"], mode: "wait" }],
      },
    ]);

    expect(await look(await told(dollars))).toMatchObject({
      state: "waiting",
      currency: "cad",
      merchant: "The Corner",
    });
  });

  test("a currency that the sign cannot mean is not taken from memory", async () => {
    const id = await told({
      total: "5.00",
      currency: null,
      candidates: ["usd", "cad"],
      doubt: "ambiguous_currency",
    });
    await post(`/api/inbox/${id}/import`, { currency: "cad" });

    expect(
      await standing(
        await told({
          total: "5.00",
          currency: null,
          candidates: ["sek", "nok"],
          doubt: "ambiguous_currency",
        }),
      ),
    ).toMatchObject({ state: "review", reason: "ambiguous_currency" });
  });

  test("imports what nothing was read in, saying all of it", async () => {
    const { id } = await bring(mailOf());
    await work();
    expect(
      (await post(`/api/inbox/${id}/import`, { total: "9.00", merchant: "Corner Shop" })).status,
    ).toBe(400);
    const set = await post(`/api/inbox/${id}/import`, {
      total: "9.00",
      merchant: "Corner Shop",
      currency: "eur",
      account_id: 1,
    });

    expect(await set.json()).toMatchObject({
      state: "waiting",
      total: "9.00",
      date: "2026-10-20",
      receipts: [{ mode: "insert", account_id: 1 }],
    });
  });

  test("a decision outlives every later reading", async () => {
    const id = await told({ total: "5.00", doubt: "conflicting_totals" });
    await post(`/api/inbox/${id}/import`, { total: "6.50", order_number: "Z9" });
    const ignored = await told({ total: "7.00" });
    await post(`/api/inbox/${ignored}/ignore`);
    expect(
      (await (await post("/api/inbox/reread", { all: true })).json<{ messages: number }>())
        .messages,
    ).toBe(2);
    await work();

    expect(await look(id)).toMatchObject({
      state: "review",
      receipts: [
        { total: "6.50", order_number: "Z9", state: "waiting" },
        { total: "5.00", reason: "conflicting_totals" },
      ],
    });
    expect(await standing(ignored)).toMatchObject({ state: "ignored" });
  });

  test("reading again what is settled changes nothing", async () => {
    const { id } = await bring(mailOf({ charges: [{ total: "5.00" }] }));
    await work(async () => ({ kind: "matched", transaction_id: 3, evidence: ["amount"] }));
    await post(`/api/inbox/${id}/reread`);
    await work(() => Promise.reject(new Error("nothing waits")));

    expect(await look(id)).toMatchObject({ state: "matched", transaction_id: 3 });
  });

  test("reading again gives the same: what was a duplicate stays one, what waits waits", async () => {
    const first = await told({ kind: "order", total: "50.00", number: "4711" });
    const second = await told({ kind: "receipt", total: "50.00", number: "4711" });
    const third = await told({ kind: "order", total: "50.00", number: "4711" });
    const before = await Promise.all([first, second, third].map(standing));
    for (const id of [third, first, second, first]) {
      await post(`/api/inbox/${id}/reread`);
      await work();
    }

    expect(await Promise.all([first, second, third].map(standing))).toEqual(before);
  });

  test("what is just on its way to the budget is not changed, ignored, read otherwise or superseded", async () => {
    const { id } = await bring(
      mailOf({ charges: [{ kind: "order", total: "5.00", number: "7" }] }),
    );
    await work();
    await runInDurableObject(importer(), (_, state) =>
      state.storage.sql.exec("UPDATE receipts SET match = '{}'"),
    );

    expect((await post(`/api/inbox/${id}/import`, { total: "6.00" })).status).toBe(409);
    expect((await post(`/api/inbox/${id}/ignore`)).status).toBe(409);
    expect(
      await standing(await told({ kind: "receipt", total: "5.00", number: "7" })),
    ).toMatchObject({ state: "duplicate", duplicate_of: id });
    await post(`/api/inbox/${id}/reread`);
    await runInDurableObject(importer(), (_, state) =>
      state.storage.sql.exec("UPDATE receipts SET next_attempt_at = 1 WHERE match IS NOT NULL"),
    );
    await work(async () => ({ kind: "inserted", transaction_id: 4, evidence: [] }), {
      read: () =>
        readMarked(
          new TextEncoder().encode(
            mailOf({ charges: [{ kind: "order", total: "9.00", number: "7" }] }),
          ),
        ),
    });
    expect(
      (await look(id)).receipts.filter(({ transaction_id: found }) => found !== null),
    ).toMatchObject([{ total: "5.00", state: "inserted" }]);
  });

  test("what was only suggested is read anew", async () => {
    const { id } = await bring(mailOf({ charges: [{ total: "5.00" }] }));
    await work(async () => ({
      kind: "ask",
      reason: "several_matches",
      detail: "two rows fit",
      match: { candidates: [1, 2] },
    }));
    expect(await standing(id)).toMatchObject({ state: "review", reason: "several_matches" });
    await post(`/api/inbox/${id}/reread`);
    await work(NEVER, {
      read: () => readMarked(new TextEncoder().encode(mailOf({ charges: [{ total: "6.00" }] }))),
    });

    expect(await look(id)).toMatchObject({ state: "waiting", total: "6.00", match: null });
  });

  test("what was the duplicate of a charge that is read otherwise now is read again", async () => {
    const first = await told({ total: "5.00", number: "7" }, { subject: "the first" });
    const second = await told({ total: "5.00", number: "7" });
    expect(await standing(second)).toMatchObject({ state: "duplicate" });
    await post(`/api/inbox/${first}/reread`);
    const other = (raw: Uint8Array) =>
      new TextEncoder().encode(
        new TextDecoder()
          .decode(raw)
          .replace('"number":"7"', '"number":"8"')
          .replace("5.00", "6.00"),
      );
    await work(NEVER, {
      read: (raw) =>
        readMarked(new TextDecoder().decode(raw).includes("the first") ? other(raw) : raw),
    });

    expect([await standing(first), await standing(second)]).toMatchObject([
      { state: "waiting", total: "6.00" },
      { state: "waiting", total: "5.00" },
    ]);
  });

  test("reading all again leaves the first delivery the first", async () => {
    const first = await bring(mailOf({ charges: [{ total: "5.00" }] }));
    const second = await bring(
      mailOf({ stamped: "Received: by x\r\n", charges: [{ total: "5.00" }] }),
    );
    await work();
    await post("/api/inbox/reread", { all: true });
    await work();

    expect([await standing(first.id), await standing(second.id)]).toMatchObject([
      { state: "waiting" },
      { state: "duplicate", duplicate_of: first.id },
    ]);
  });

  test("importing what is in the budget already changes nothing", async () => {
    const { id } = await bring(mailOf({ charges: [{ total: "5.00" }] }));
    await work(async () => ({ kind: "inserted", transaction_id: 3, evidence: [] }));

    expect(await (await post(`/api/inbox/${id}/import`, { total: "6.00" })).json()).toMatchObject({
      state: "inserted",
      total: "5.00",
      transaction_id: 3,
    });
  });

  test("ignoring what is in the budget is refused; twice is as once", async () => {
    const { id } = await bring(mailOf({ charges: [{ total: "5.00" }] }));
    await work(async () => ({ kind: "inserted", transaction_id: 3, evidence: [] }));
    expect((await post(`/api/inbox/${id}/ignore`)).status).toBe(409);

    const other = await told({ total: "8.00" });
    for (let count = 0; count < 2; count += 1)
      expect(await (await post(`/api/inbox/${other}/ignore`)).json()).toMatchObject({
        state: "ignored",
      });
  });

  test("a duplicate that is none is imported on its own", async () => {
    await told({ total: "5.00", number: "1" });
    const second = await told({ total: "5.00", number: "1" });
    expect(await standing(second)).toMatchObject({ state: "duplicate" });

    expect(await (await post(`/api/inbox/${second}/import`)).json()).toMatchObject({
      state: "waiting",
      duplicate_of: null,
    });
  });

  test("what was set right stays so when something else is", async () => {
    const id = await told({ total: "5.00" });
    await post(`/api/inbox/${id}/import`, { total: "9.00" });
    await post(`/api/inbox/${id}/import`, { merchant: "The Corner" });

    expect(await look(id)).toMatchObject({
      total: "9.00",
      merchant: "The Corner",
      receipts: [{ corrected: ["total", "merchant"] }],
    });
  });

  test("what is wrong in a correction is named", async () => {
    const id = await told({ total: "5.00" });
    for (const [body, path] of [
      [{ total: "-5" }, "/body/total"],
      [{ total: "1e3" }, "/body/total"],
      [{ total: 5 }, "/body/total"],
      [{ currency: "dollar" }, "/body/currency"],
      [{ date: "2026-02-30" }, "/body/date"],
      [{ merchant: "" }, "/body/merchant"],
      [{ merchant: "a\u0000b" }, "/body/merchant"],
      [{ kind: "gift" }, "/body/kind"],
      [{ account_id: 999_999 }, "/body/account_id"],
      [{ receipt: 999_999 }, "/body/receipt"],
      [{ mode: "insert" }, "/body/account_id"],
    ] as const) {
      const response = await post(`/api/inbox/${id}/import`, body);
      expect([response.status, await response.json()], JSON.stringify(body)).toMatchObject([
        400,
        { errors: [{ instancePath: path }] },
      ]);
    }
    expect((await call(`/api/inbox/${id}/import`, { method: "POST", body: "{" })).status).toBe(400);
    expect((await post("/api/inbox/nothing/import")).status).toBe(404);
  });

  test("takes a mail with a statement off the inbox, and it stays off", async () => {
    const csv =
      "--x\r\nContent-Type: text/csv; name=bank.csv\r\nContent-Disposition: attachment; filename=bank.csv\r\n\r\nDate,Description,Amount\r\n2026-10-21,Shop,-3.00\r\n--x--\r\n";
    const { id } = await bring(
      `From: Bank <b@bank.example>\r\nMessage-ID: <9@bank.example>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n${csv}`,
    );
    await work();
    expect(await standing(id)).toMatchObject({ state: "review", reason: "statement" });
    await post(`/api/inbox/${id}/ignore`);
    await post(`/api/inbox/${id}/reread`);
    await work();

    expect(await standing(id)).toMatchObject({ state: "ignored" });
  });

  test("confirms the statement's import: the mail is done with", async () => {
    const csv =
      "--x\r\nContent-Type: text/csv; name=bank.csv\r\nContent-Disposition: attachment; filename=bank.csv\r\n\r\nDate,Description,Amount\r\n2026-10-21,Shop,-3.00\r\n--x--\r\n";
    const { id } = await bring(
      `From: Bank <b@bank.example>\r\nMessage-ID: <9@bank.example>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n${csv}`,
    );
    await work();
    const [run = ""] = (await look(id)).imports;
    await runInDurableObject(importer(), (_, state) => {
      state.storage.sql.exec(
        "UPDATE runs SET state = 'posting', compared_to = '2026-12-31', posting_since = 1, read_done = 1 WHERE id = ?",
        run,
      );
    });
    vi.restoreAllMocks();
    await runInDurableObject(importer(), (object) => object.alarm());

    expect(await standing(id)).toMatchObject({ state: "ignored", reason: "statement" });
  });

  test("deletes a mail, its bytes too; the same mail may come again", async () => {
    const { id } = await bring(mailOf({ charges: [{ total: "5.00" }] }));
    await work();
    expect((await call(`/api/inbox/${id}`, { method: "DELETE" })).status).toBe(204);
    await work();
    expect([
      (await call(`/api/inbox/${id}`)).status,
      (await call(`/api/inbox/${id}/message`)).status,
      (await call(`/api/inbox/${id}`, { method: "DELETE" })).status,
    ]).toEqual([404, 404, 404]);
    const { env } = await import("cloudflare:workers");
    expect((await env.DOCUMENTS.list()).objects).toEqual([]);

    await bring(mailOf({ charges: [{ total: "5.00" }] }));
    await work();
    expect(await inbox()).toMatchObject([{ state: "waiting" }]);
  });

  test("deletes the first of two copies: the other is read again in its place, and is no copy any more", async () => {
    const { address } = await newAddress();
    const charge = { charges: [{ total: "5.00", number: "A1" }] };
    await email(mailOf(charge), address);
    await work();
    const [first] = await inbox();
    await email(mailOf({ ...charge, stamped: "Received: from elsewhere\r\n" }), address);
    await work();
    const [copy] = await inbox();
    expect(copy).toMatchObject({ state: "duplicate", duplicate_of: first?.id });

    await call(`/api/inbox/${first?.id ?? ""}`, { method: "DELETE" });
    expect(await look(copy?.id ?? "")).toMatchObject({
      state: "received",
      duplicate_of: null,
      receipts: [],
    });
    await work();

    expect(await look(copy?.id ?? "")).toMatchObject({
      state: "waiting",
      receipts: [{ total: "5.00" }],
    });
  });

  test("a sender that names nobody is none", async () => {
    const { address } = await newAddress();
    await email(mailOf({ from: "", charges: [{ total: "5.00" }] }), address);
    await work();

    expect((await inbox())[0]?.from).toBeNull();
  });

  test("deletes a mail that comes in again before its bytes are gone: it is there whole", async () => {
    const { id } = await bring(mailOf());
    await call(`/api/inbox/${id}`, { method: "DELETE" });
    const again = await bring(mailOf());
    await work();

    expect((await call(`/api/inbox/${again.id}/message`)).status).toBe(200);
  });
});
