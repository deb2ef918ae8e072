// Receipts and the bank's rows at somebody else's service, with every kind of fault between them
// and the budget and a kill behind it: in either order one transaction, its notes written once, its
// file attached once; taken back, all is as it was.

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { InboxMessage } from "../../src/importer/inbox/message.ts";
import {
  call,
  fail,
  fake,
  importer,
  passTime,
  settle,
  statement,
  upload,
  type KeptTransaction,
} from "./driver.ts";
import { ATTACH_TRIES_MAX } from "../../src/platform/limits.ts";
import type { Fault } from "./fake-budget.ts";
import { abortAllDurableObjects, reset } from "../reset.ts";
import { callsTo } from "../importer-calls.ts";

beforeEach(async () => {
  await fake("/reset");
});
afterEach(() => reset());

const FAULTS: Record<string, Omit<Fault, "on">> = {
  "the connection drops after the commit": { commit: true, drop: true },
  "the connection drops before it": { drop: true },
  "the answer is cut in the middle": { commit: true, drop: 20 },
  "a 500 after the commit": { commit: true, status: 500 },
  "a page in HTML": { status: 502, body: "<html>" },
  "a 429": { status: 429, headers: { "retry-after": "1" } },
};

const MAIL = [
  "From: Lakeside Books <orders@lakeside.example>",
  "To: ada@mail.example",
  "Subject: Your receipt for order LB-5512",
  "Date: Wed, 11 Mar 2026 14:32:08 +0000",
  "Message-ID: <LB-5512@lakeside.example>",
  "Content-Type: text/plain; charset=utf-8",
  "",
  "Thank you for your order at Lakeside Books!",
  "",
  "Order number: LB-5512",
  "Date: March 11, 2026",
  "",
  "Total: USD 41.18",
  "",
].join("\r\n");
const STATEMENT = statement([
  ["2026-03-10", "Coffee", "-3.50"],
  ["2026-03-12", "LAKESIDE BOOKS", "-41.18"],
  ["2026-03-20", "Salary", "2100.00"],
]);

async function bring(): Promise<string> {
  const response = await call("/api/inbox", {
    method: "POST",
    body: MAIL,
    headers: { "content-type": "message/rfc822" },
  });
  expect([200, 202]).toContain(response.status);
  return (await response.json<InboxMessage>()).id;
}

async function message(id: string): Promise<InboxMessage> {
  return (await call(`/api/inbox/${id}`)).json();
}

/** Lets time pass until the message is in that state. */
async function until(id: string, state: InboxMessage["state"]): Promise<InboxMessage> {
  for (let round = 0; round < 60; round += 1) {
    const now = await message(id);
    if (now.state === state) return now;
    await passTime();
  }
  throw new Error(`the message does not become ${state}: ${JSON.stringify(await message(id))}`);
}

async function kept(): Promise<KeptTransaction[]> {
  return (await fake("/look")).kept;
}

async function books(): Promise<KeptTransaction> {
  const found = (await kept()).filter(({ amount }) => Number(amount) === 41.18);
  expect(found).toHaveLength(1);
  return found[0] as KeptTransaction;
}

function has(one: KeptTransaction): void {
  expect(one.notes).toBe("Order LB-5512");
  expect(one.files?.map(({ name }) => name)).toEqual([
    expect.stringMatching(/^receipt-[0-9a-f]{12}-0-0\.pdf$/),
  ]);
}

/** The file is attached some seconds later, also where nobody lets time pass. */
const THREE_TIMES = Array.from({ length: 3 }, (): Fault => ({ on: "POST", status: 500 }));
const everywhere = (fault: Omit<Fault, "on">): Fault[] =>
  (["GET", "PUT", "POST", "GET", "POST"] as const).map((on) => ({ ...fault, on }));

describe("a receipt", () => {
  for (const [name, fault] of Object.entries(FAULTS)) {
    test(`behind the bank's row: ${name}, with kills`, async () => {
      await settle((await upload(STATEMENT)).id);
      const before = await kept();
      await fail(...everywhere(fault));
      const id = await bring();
      await abortAllDurableObjects();
      await bring();
      await until(id, "matched");
      has(await books());

      await fail({ ...fault, on: "GET" }, { ...fault, on: "DELETE" }, { ...fault, on: "PUT" });
      expect((await call(`/api/inbox/${id}/undo`, { method: "POST" })).status).toBe(200);
      await abortAllDurableObjects();
      for (let round = 0; round < 12; round += 1) await passTime();
      expect(
        (await kept()).map((one) => ({
          ...one,
          notes: one.notes ?? undefined,
          files: one.files ?? [],
        })),
      ).toEqual(before.map((one) => ({ ...one, notes: undefined, files: [] })));
    });

    test(`before the bank's row: ${name}, with kills`, async () => {
      const id = await bring();
      await until(id, "waiting");
      await fail(...everywhere(fault));
      const run = await upload(STATEMENT);
      await abortAllDurableObjects();
      await settle(run.id);
      await until(id, "matched");
      has(await books());
      expect(await kept()).toHaveLength(3);
      await settle((await upload(STATEMENT)).id);
      expect(await kept()).toHaveLength(3);
    });

    test(`inserted, and then the bank's row: ${name}, with kills`, async () => {
      const id = await bring();
      await until(id, "waiting");
      await fail(...everywhere(fault));
      const asked = await call(`/api/inbox/${id}/import`, {
        method: "POST",
        body: JSON.stringify({ mode: "insert" }),
      });
      expect(asked.status).toBe(400);
      for (let round = 0; round < 20; round += 1) {
        const response = await call(`/api/inbox/${id}/import`, {
          method: "POST",
          body: JSON.stringify({ mode: "insert", account_id: 1 }),
        });
        if (response.status === 200) break;
        expect(response.status).toBe(502);
        await passTime();
      }
      await abortAllDurableObjects();
      const inserted = await until(id, "inserted");
      expect(await kept()).toMatchObject([
        { id: inserted.transaction_id, payee: "Lakeside Books", date: "2026-03-11" },
      ]);
      has(await books());

      await fail({ ...fault, on: "PUT" }, { ...fault, on: "GET" }, { ...fault, on: "POST" });
      const { id: run } = await upload(STATEMENT);
      await abortAllDurableObjects();
      expect(await settle(run)).toMatchObject({
        state: "done",
        counts: { read: 3, inserted: 2, duplicate: 1 },
      });
      await until(id, "matched");
      expect(await books()).toMatchObject({
        id: inserted.transaction_id,
        date: "2026-03-12",
        payee: "Lakeside Books",
        external_id: expect.stringMatching(/^t1:/),
      });
      has(await books());
      expect(await kept()).toHaveLength(3);

      await callsTo(importer()).undo(run);
      await abortAllDurableObjects();
      await settle(run);
      await until(id, "inserted");
      expect(await kept()).toMatchObject([
        {
          id: inserted.transaction_id,
          date: "2026-03-11",
          external_id: expect.stringMatching(/^email:/),
        },
      ]);
    });
  }

  test("that was inserted is offered the transaction that came another way, through faults, and nothing is merged unasked", async () => {
    const id = await bring();
    await until(id, "waiting");
    expect(
      (
        await call(`/api/inbox/${id}/import`, {
          method: "POST",
          body: JSON.stringify({ mode: "insert", account_id: 1 }),
        })
      ).status,
    ).toBe(200);
    const own = (await until(id, "inserted")).transaction_id;
    await fake("/type-by-hand", {
      date: "2026-03-12",
      amount: "41.1800",
      payee: "LAKESIDE BOOKS",
      manual_account_id: 2,
      currency: "usd",
      external_id: null,
    });
    await fail({ on: "GET", drop: true }, { on: "GET", status: 500 });
    const asked = await until(id, "review");
    expect(asked.receipts[0]).toMatchObject({ state: "inserted", transaction_id: own });
    const [theirs] = asked.receipts[0]?.match?.candidates?.[0]?.transactions ?? [];
    for (let round = 0; round < 3; round += 1) await passTime();
    expect(await kept()).toHaveLength(2);
    await fail(...everywhere({ commit: true, drop: true }), {
      on: "DELETE",
      commit: true,
      drop: true,
    });
    expect(
      (
        await call(`/api/inbox/${id}/match`, {
          method: "POST",
          body: JSON.stringify({ transaction_id: theirs }),
        })
      ).status,
    ).toBe(200);
    await until(id, "matched");
    expect(await books()).toMatchObject({ id: theirs, manual_account_id: 2 });
    has(await books());
  });

  test("at a service that has no place for files is matched, and that is said", async () => {
    await fake("/reset", { takesFiles: false });
    await settle((await upload(STATEMENT)).id);
    const id = await bring();
    const matched = await until(id, "matched");
    expect(matched.match?.evidence.join(" ")).toContain("no file was attached");
    expect((await books()).notes).toBe("Order LB-5512");
  });

  test("whose file the service fails at again and again is matched without it, and that is said", async () => {
    await settle((await upload(STATEMENT)).id);
    await fail(
      ...Array.from({ length: ATTACH_TRIES_MAX + 2 }, () => ({ on: "POST" as const, status: 500 })),
    );
    const matched = await until(await bring(), "matched");
    expect(matched.match?.evidence.join(" ")).toContain("no file was attached");
    expect(await books()).toMatchObject({ notes: "Order LB-5512" });
  });

  describe("whose mail is deleted", () => {
    const remove = async (id: string) =>
      (await call(`/api/inbox/${id}`, { method: "DELETE" })).status;
    const rounds = async (count: number) => {
      for (let round = 0; round < count; round += 1) await passTime();
    };

    test("once it was inserted is the bank's row all the same, and its own again without it", async () => {
      const id = await bring();
      await until(id, "waiting");
      const asked = await call(`/api/inbox/${id}/import`, {
        method: "POST",
        body: JSON.stringify({ mode: "insert", account_id: 1 }),
      });
      expect(asked.status).toBe(200);
      await until(id, "inserted");
      expect(await remove(id)).toBe(204);
      const { id: run } = await upload(STATEMENT);
      expect(await settle(run)).toMatchObject({
        state: "done",
        counts: { inserted: 2, duplicate: 1 },
      });
      has(await books());
      expect(await kept()).toHaveLength(3);

      await callsTo(importer()).undo(run);
      await settle(run);
      expect(await kept()).toMatchObject([
        { date: "2026-03-11", external_id: expect.stringMatching(/^email:/) },
      ]);
    });

    test("once it was matched adds nothing when the mail comes again, until its row is taken back", async () => {
      const { id: run } = await upload(STATEMENT);
      await settle(run);
      const id = await bring();
      await until(id, "matched");
      expect(await remove(id)).toBe(204);
      await rounds(3);
      const again = await bring();
      expect(again).not.toBe(id);
      expect(await until(again, "duplicate")).toMatchObject({ duplicate_of: null });
      has(await books());
      expect(await kept()).toHaveLength(3);

      await callsTo(importer()).undo(run);
      await settle(run);
      await call(`/api/inbox/${again}/reread`, { method: "POST" });
      await until(again, "waiting");
    });

    test("while the budget is changed for it stays until that has ended", async () => {
      await settle((await upload(STATEMENT)).id);
      await fail(...THREE_TIMES);
      const id = await bring();
      for (let round = 0; round < 20 && (await books()).notes == null; round += 1) await passTime();
      expect(await remove(id)).toBe(409);
      await until(id, "matched");
      has(await books());
      expect(await remove(id)).toBe(204);
    });

    test("leaves its charge to the mail that repeated it", async () => {
      const id = await bring();
      await until(id, "waiting");
      const { id: other } = await (
        await call("/api/inbox", {
          method: "POST",
          body: MAIL.replace("Message-ID: <LB", "Message-ID: <again-LB"),
          headers: { "content-type": "message/rfc822" },
        })
      ).json<InboxMessage>();
      await until(other, "duplicate");
      expect(await remove(id)).toBe(204);
      await until(other, "waiting");
      await settle((await upload(STATEMENT)).id);
      await until(other, "matched");
      has(await books());
    });
  });

  test("whose transaction is gone between looking at it and changing it looks again", async () => {
    await settle((await upload(STATEMENT)).id);
    await fail({ on: "PUT", status: 404 });
    await until(await bring(), "matched");
    has(await books());
  });

  test("whose transaction a person deleted before the file was attached waits for another", async () => {
    await settle((await upload(STATEMENT)).id);
    await fail(...THREE_TIMES);
    const id = await bring();
    for (let round = 0; round < 20 && (await books()).notes == null; round += 1) await passTime();
    await fake("/delete", [(await books()).id]);
    for (let round = 0; round < 8; round += 1) await passTime();
    expect(await message(id)).toMatchObject({
      state: "waiting",
      match: null,
      transaction_id: null,
    });
  });

  test("whose transaction a person deleted meanwhile waits for another", async () => {
    const id = await bring();
    await until(id, "waiting");
    await fail(...Array.from({ length: 100 }, () => ({ on: "PUT" as const, status: 500 })));
    await settle((await upload(STATEMENT)).id);
    await passTime();
    await fake("/delete", [(await books()).id]);
    for (let round = 0; round < 5; round += 1) await passTime();
    expect(await message(id)).toMatchObject({ state: "waiting", match: null });
  });
});
