// Whom a person has accepted: what that lets in by itself, what it decides again, and that it can
// be taken back. Verdicts are the test's own; who signs what is authenticity.test.ts.

import { runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { MailVerdict } from "../../../src/receipts/authenticity/verdict.ts";
import type { InboxMessage } from "../../../src/importer/inbox/message.ts";
import { senderKey } from "../../../src/importer/inbox/sender-key.ts";
import { DECIDED_AGAIN_MAX } from "../../../src/platform/limits.ts";
import { Sql } from "../../../src/platform/sql/sql.ts";
import {
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
  VOUCHED,
  work,
  type Charge,
} from "./driver.ts";
import { reset } from "../../reset.ts";

interface Listed {
  readonly trusted: readonly {
    readonly id: number;
    readonly kind: string;
    readonly who: string;
    readonly since: string;
    readonly message: string | null;
  }[];
}

let address = "";

beforeEach(async () => {
  holdAlarms();
  ({ address } = await newAddress());
});
afterEach(async () => {
  vi.restoreAllMocks();
  await reset();
});

/** An address whose receipts are inserted at once. */
async function insertingAddress(): Promise<string> {
  const made = await newAddress("now");
  expect(
    (
      await call(`/api/addresses/${made.id}`, {
        method: "PUT",
        body: JSON.stringify({ mode: "insert", account_id: 1 }),
      })
    ).status,
  ).toBe(200);
  return made.address;
}

interface Sent {
  readonly n: number;
  readonly from?: string;
  readonly to?: string;
  readonly verdict?: Partial<MailVerdict>;
  readonly charge?: Charge;
  readonly forwarded?: boolean;
}

/** Sends in the n-th mail and reads it; the message. */
async function sent({
  n,
  from = "Corner Shop <orders@corner.example>",
  to = address,
  verdict = {},
  charge = {},
  forwarded = false,
}: Sent): Promise<InboxMessage> {
  const inner =
    "---------- Forwarded message ---------\r\nFrom: Corner Shop <orders@corner.example>\r\nDate: Tue, 20 Oct 2026 at 14:32\r\nSubject: Your order\r\nTo: <ada@mail.example>\r\n\r\n";
  const body = `${forwarded ? inner : ""}Thank you for your order number ${n} at the Corner Shop, it is on its way.`;
  const mail = mailOf({
    from,
    id: `<${n}@corner.example>`,
    subject: forwarded ? "Fwd: Your order" : "Your order",
    body,
    charges: [{ total: `${n}.50`, number: `CS-${n}`, ...charge }],
  });
  expect(await email(mail, to)).toBeNull();
  await read(verdict);
  const [message] = await inbox();
  if (message === undefined) throw new Error("it came in");
  return message;
}

const read = (verdict: Partial<MailVerdict> = {}): Promise<void> =>
  work(NEVER, { authenticate: async () => ({ ...VOUCHED, ...verdict }) });
const listed = async (): Promise<Listed["trusted"]> =>
  (await (await call("/api/trusted")).json<Listed>()).trusted;
const forwarder = (n: number, who = "ada") =>
  sent({ n, from: `${who} <${who}@mail.example>`, forwarded: true });

describe("an address that inserts at once", () => {
  test("waits with a new sender's receipt for the bank's row and asks meanwhile; accepting one inserts it, and the sender's next by itself", async () => {
    const to = await insertingAddress();
    const first = await sent({ n: 1, to });

    expect(first).toMatchObject({
      state: "review",
      reason: "sender_not_trusted",
      receipts: [{ state: "waiting", mode: "wait", account_id: 1, reason: "sender_not_trusted" }],
    });
    expect(first.receipts[0]?.next_attempt_at).not.toBeNull();
    expect((await post(`/api/inbox/${first.id}/import`, {})).status).toBe(200);
    expect(await look(first.id)).toMatchObject({
      state: "waiting",
      reason: null,
      receipts: [{ mode: "insert", account_id: 1, reason: null }],
    });
    expect(await sent({ n: 2, to })).toMatchObject({
      state: "waiting",
      reason: null,
      receipts: [{ mode: "insert" }],
    });
    expect(await sent({ n: 3, to, from: "Other <orders@other.example>" })).toMatchObject({
      state: "review",
      reason: "sender_not_trusted",
    });
  });

  test("asks about nothing that it would not insert: orders, invoices, holds", async () => {
    const to = await insertingAddress();

    for (const [n, kind] of (["order", "invoice", "authorisation"] as const).entries()) {
      expect(await sent({ n: n + 1, to, charge: { kind } })).toMatchObject({
        state: "waiting",
        reason: null,
        receipts: [{ mode: "wait" }],
      });
    }
  });

  test("lets the bank's row settle what is asked about, and asks no more", async () => {
    const to = await insertingAddress();
    const { id } = await sent({ n: 1, to });

    await runInDurableObject(importer(), (_, state) =>
      new Sql(state.storage).run("UPDATE receipts SET next_attempt_at = 1"),
    );
    await work(async () => ({
      kind: "matched",
      transaction_id: 7,
      evidence: ["the test says so"],
    }));

    expect(await look(id)).toMatchObject({
      state: "matched",
      reason: null,
      receipts: [{ state: "matched", reason: null, transaction_id: 7 }],
    });
    expect(await listed()).toEqual([]);
  });
});

test("an address that waits asks nothing of a new sender", async () => {
  expect(await sent({ n: 1 })).toMatchObject({ state: "waiting", reason: null });
});

test("only what a domain vouches for is learned, once, with when and by which message", async () => {
  const unsigned = await sent({ n: 1, verdict: { result: "absent" } });
  const failed = await sent({ n: 2, verdict: { result: "fail" } });
  for (const { id } of [unsigned, failed])
    expect((await post(`/api/inbox/${id}/import`, {})).status).toBe(200);
  expect(await listed()).toEqual([]);

  const forward = await forwarder(3);
  const direct = await sent({ n: 4 });
  for (const { id } of [forward, direct, await sent({ n: 5 })])
    expect((await post(`/api/inbox/${id}/import`, {})).status).toBe(200);

  expect(await listed()).toMatchObject([
    { kind: "sender", who: "corner.example", message: direct.id },
    { kind: "forwarder", who: "ada@mail.example", message: forward.id },
  ]);
});

test("accepting a forwarder decides again what of theirs waits for that alone, and nobody else's", async () => {
  const ids: string[] = [];
  for (const [n, who] of [
    [1, "ada"],
    [2, "ada"],
    [3, "bob"],
  ] as const)
    ids.push((await forwarder(n, who)).id);
  const doubtful = await sent({
    n: 4,
    from: "ada <ada@mail.example>",
    forwarded: true,
    charge: { doubt: "conflicting_totals" },
  });
  const ignored = await forwarder(5);
  await post(`/api/inbox/${ignored.id}/ignore`);
  const states = async () =>
    Promise.all(
      [...ids, doubtful.id, ignored.id].map(async (id) =>
        (({ state, reason }) => [state, reason])(await look(id)),
      ),
    );
  expect(await states()).toEqual(
    [...ids, doubtful.id]
      .map(() => ["review", "sender_not_trusted"])
      .concat([["ignored", null]] as never),
  );

  await post(`/api/inbox/${ids[0] ?? ""}/import`, {});
  // What is to be read again is a row's state: whatever is killed here goes on from it.
  expect((await look(ids[1] ?? "")).state).toBe("received");
  await read();

  expect(await states()).toEqual([
    ["waiting", null],
    ["waiting", null],
    ["review", "sender_not_trusted"],
    ["review", "conflicting_totals"],
    ["ignored", null],
  ]);
  const history = (
    await (
      await call(`/api/inbox/${ids[1] ?? ""}`)
    ).json<{ history: { who: string; what: string }[] }>()
  ).history;
  expect(
    history.some(
      ({ who, what }) => who === "reader" && what.includes("ada@mail.example is accepted now"),
    ),
  ).toBe(true);
});

test("what is just being read goes on, and is not given more tries than any other", async () => {
  const [first, second] = [await forwarder(1), await forwarder(2)];
  const failures = () =>
    runInDurableObject(
      importer(),
      (_, state) =>
        state.storage.sql
          .exec<{ failures: number }>("SELECT failures FROM inbox WHERE id = ?", second.id)
          .one().failures,
    );
  await runInDurableObject(importer(), (_, state) =>
    state.storage.sql.exec(
      "UPDATE inbox SET state = 'reading', failures = 2 WHERE id = ?",
      second.id,
    ),
  );

  await post(`/api/inbox/${first.id}/import`, {});

  expect([(await look(second.id)).state, await failures()]).toEqual(["reading", 2]);
});

test("taking it back has what waits by it decided again; what a person decided stays, and so does the rest", async () => {
  const first = await forwarder(1);
  await post(`/api/inbox/${first.id}/import`, {});
  await read();
  const second = await forwarder(2);
  const other = await sent({ n: 3 });
  expect([second.state, other.state]).toEqual(["waiting", "waiting"]);
  const [one] = await listed();

  expect((await call(`/api/trusted/${one?.id ?? 0}`, { method: "DELETE" })).status).toBe(204);
  expect((await call(`/api/trusted/${one?.id ?? 0}`, { method: "DELETE" })).status).toBe(404);
  // What a person decided is not even read again.
  expect([(await look(first.id)).state, (await look(second.id)).state]).toEqual([
    "waiting",
    "received",
  ]);
  await read();

  expect(await listed()).toEqual([]);
  expect(await look(second.id)).toMatchObject({ state: "review", reason: "sender_not_trusted" });
  expect([(await look(first.id)).state, (await look(other.id)).state]).toEqual([
    "waiting",
    "waiting",
  ]);
  expect(await forwarder(4)).toMatchObject({ state: "review", reason: "sender_not_trusted" });
});

test("of thousands that wait for one forwarder the newest thousand are decided again, found by index", async () => {
  const first = await forwarder(1);
  const rows = (state: DurableObjectState, statement: string) =>
    state.storage.sql.exec<{ detail: string; n: number }>(statement).toArray();
  await runInDurableObject(importer(), (_, state) => {
    rows(
      state,
      `WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 1006)
      INSERT INTO inbox (id, state, reason, sha256, bytes, same_bytes, door, received_at) SELECT 'many' || i, 'review', 'sender_not_trusted', printf('%064d', i), 1, 0, 'email', 1 FROM n`,
    );
    rows(
      state,
      `INSERT INTO receipts (message, document, charge, state, reason, kind, class, domain, incoming, receipt, forwarder, created_at)
      SELECT seq, 0, 0, 'review', 'sender_not_trusted', 'receipt', 'charge', '', 0, '{}', 'ada@mail.example', 1 FROM inbox WHERE id LIKE 'many%'`,
    );
  });

  expect((await post(`/api/inbox/${first.id}/import`, {})).status).toBe(200);

  await runInDurableObject(importer(), (_, state) => {
    expect(rows(state, "SELECT COUNT(*) AS n FROM inbox WHERE state = 'received'")).toEqual([
      { n: DECIDED_AGAIN_MAX },
    ]);
    expect(
      rows(
        state,
        "SELECT COUNT(*) AS n FROM inbox WHERE id IN ('many2', 'many6') AND state = 'review'",
      ),
    ).toEqual([{ n: 2 }]);
    for (const [column, index] of [
      ["forwarder", "receipts_by_forwarder"],
      ["vouched", "receipts_by_vouched"],
      ["made_out_to", "receipts_by_made_out_to"],
    ]) {
      const plan = rows(
        state,
        `EXPLAIN QUERY PLAN SELECT message FROM receipts WHERE ${column} = 'x' AND decided_at IS NULL AND state IN ('waiting','review') AND reason = 'sender_not_trusted'`,
      );
      expect(plan.map(({ detail }) => detail).join()).toContain(index);
    }
  });
});

test("a sender taken back is asked about again, at an address that inserts", async () => {
  const to = await insertingAddress();
  await post(`/api/inbox/${(await sent({ n: 1, to })).id}/import`, {});
  const [one] = await listed();
  const next = await sent({ n: 2, to });
  expect(next).toMatchObject({ state: "waiting", receipts: [{ mode: "insert" }] });

  await call(`/api/trusted/${one?.id ?? 0}`, { method: "DELETE" });
  await read();

  expect(await look(next.id)).toMatchObject({
    state: "review",
    reason: "sender_not_trusted",
    receipts: [{ mode: "wait" }],
  });
});

test("what is on its way to the budget stays on it when its sender is taken back", async () => {
  const to = await insertingAddress();
  await post(`/api/inbox/${(await sent({ n: 1, to })).id}/import`, {});
  const { id } = await sent({ n: 2, to });
  await runInDurableObject(importer(), (_, state) =>
    new Sql(state.storage).run("UPDATE receipts SET match = '{}' WHERE order_number = 'CS-2'"),
  );

  await call(`/api/trusted/${(await listed())[0]?.id ?? 0}`, { method: "DELETE" });

  expect(await look(id)).toMatchObject({ state: "waiting", receipts: [{ mode: "insert" }] });
});

describe("by what a sender is known again", () => {
  const of = (from: string, merchant: string | null = "Blue Cup") =>
    senderKey({ name: "", address: from }, merchant);

  test("a shop by its registrable domain, a mailbox by its address, a payment provider's by the shop it names, and nobody by nothing", () => {
    expect(of("orders@mail.corner.example")).toBe("corner.example");
    expect(of("ada.shop@gmail.com")).toBe("ada.shop@gmail.com");
    expect(of("Someone@proton.me".toLowerCase())).toBe("someone@proton.me");
    expect(of("noreply@messaging.squareup.com")).toBe("squareup.com: blue cup");
    expect(of("receipts@stripe.com", "  BLUE-Cup,  Inc. ")).toBe("stripe.com: blue cup inc");
    expect(of("receipts@stripe.com", null)).toBe("");
    expect([senderKey(null, "Blue Cup"), of(""), of("orders@localhost")]).toEqual(["", "", ""]);
  });

  test("tenants of a host that many share are apart", () => {
    expect(of("a@one.myshopify.com")).not.toBe(of("a@two.myshopify.com"));
  });
});

test("an import key learns nothing of whom a person accepts, and takes nothing back", async () => {
  const { token } = await (await post("/api/keys", { label: "script" })).json<{ token: string }>();
  const { exports } = await import("cloudflare:workers");
  const asKey = (path: string, method = "GET") =>
    exports.default.fetch(
      new Request(`https://tributary.test${path}`, {
        method,
        headers: { authorization: `Bearer ${token}` },
      }),
    );

  for (const [path, method] of [
    ["/api/trusted", "GET"],
    ["/api/trusted/1", "DELETE"],
    ["/api/corrections", "GET"],
    ["/api/corrections/corner.example", "DELETE"],
  ] as const) {
    expect((await asKey(path, method)).status).toBe(403);
  }
});

test("a receipt that nobody vouches for takes no order's place, one that is vouched for does", async () => {
  const order = await sent({ n: 1, charge: { kind: "order" } });

  const spoof = await sent({
    n: 2,
    verdict: { result: "absent" },
    charge: { total: "1.50", number: "CS-1" },
  });
  expect([(await look(order.id)).state, spoof.state, spoof.reason]).toEqual([
    "waiting",
    "review",
    "auth_absent",
  ]);
  await sent({ n: 3, charge: { total: "1.50", number: "CS-1" } });

  expect((await look(order.id)).state).toBe("duplicate");
});

test("on a message's page stands what is remembered of its own senders", async () => {
  const [corner, other] = [
    await sent({ n: 1 }),
    await sent({ n: 2, from: "Other <orders@other.example>" }),
  ];
  await post(`/api/inbox/${corner.id}/import`, { merchant: "The Corner" });
  const rememberedOn = async (id: string) =>
    (
      await (await call(`/api/inbox/${id}`)).json<{ remembered: { domain: string }[] }>()
    ).remembered.map(({ domain }) => domain);

  expect([await rememberedOn(corner.id), await rememberedOn(other.id)]).toEqual([
    ["corner.example"],
    [],
  ]);
});

test("what was set right for a sender is listed, and forgotten by field or whole", async () => {
  const { id } = await sent({ n: 1, charge: { currency: null, candidates: ["cad", "usd"] } });
  await post(`/api/inbox/${id}/import`, { merchant: "The Corner", currency: "cad" });
  const remembered = async () =>
    (
      await (
        await call("/api/corrections")
      ).json<{ corrections: { domain: string; fields: { field: string; value: string }[] }[] }>()
    ).corrections.map(({ domain, fields }) => [
      domain,
      ...fields.map(({ field, value }) => `${field} ${value}`),
    ]);
  expect(await remembered()).toEqual([["corner.example", "currency cad", "merchant The Corner"]]);

  expect(
    (await call("/api/corrections/corner.example?field=tax", { method: "DELETE" })).status,
  ).toBe(400);
  expect(
    (await call("/api/corrections/corner.example?field=merchant", { method: "DELETE" })).status,
  ).toBe(204);
  expect(await remembered()).toEqual([["corner.example", "currency cad"]]);
  expect(
    await sent({ n: 2, charge: { currency: null, candidates: ["cad", "usd"] } }),
  ).toMatchObject({ merchant: "Corner Shop", currency: "cad" });
  expect((await call("/api/corrections/corner.example", { method: "DELETE" })).status).toBe(204);
  expect((await call("/api/corrections/corner.example", { method: "DELETE" })).status).toBe(404);
  expect(await remembered()).toEqual([]);
  expect(
    await sent({ n: 3, charge: { currency: null, candidates: ["cad", "usd"] } }),
  ).toMatchObject({ currency: null, reason: "ambiguous_currency" });
});
