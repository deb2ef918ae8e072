// Whatever comes in whatever order, with faults and kills between: a purchase is at most one
// transaction, a transaction has at most one receipt's words and file, what a person wrote stays,
// and every mail is in the inbox. The sequences are drawn anew by fast-check from fixed seeds.

import * as fc from "fast-check";
import { env } from "cloudflare:workers";
import { afterEach, expect, test } from "vitest";
import type { InboxMessage } from "../../src/importer/inbox/message.ts";
import {
  call,
  fail,
  fake,
  passTime,
  settle,
  statement,
  upload,
  type KeptTransaction,
} from "./driver.ts";
import type { Fault } from "./fake-budget.ts";
import { abortAllDurableObjects, reset } from "../reset.ts";

afterEach(() => reset());

const bindings: Env = env;

interface Purchase {
  readonly number: string;
  readonly total: string;
  readonly day: string;
}

const PURCHASES: readonly Purchase[] = [
  { number: "LB-5512", total: "41.18", day: "11" },
  { number: "LB-5513", total: "12.50", day: "13" },
];
const KINDS = {
  order: "Your order",
  shipped: "Shipped: your order",
  receipt: "Your receipt for order",
} as const;
type MailKind = keyof typeof KINDS;

type AboutPurchase =
  | {
      readonly op: "mail";
      readonly p: number;
      readonly kind: MailKind;
      readonly forwarded: boolean;
    }
  | {
      readonly op: "row" | "insert" | "accept" | "undo" | "ignore" | "look" | "note";
      readonly p: number;
    };
type Op =
  | AboutPurchase
  | { readonly op: "time" }
  | { readonly op: "kill" }
  | { readonly op: "fault"; readonly fault: Fault };

const p = fc.nat(PURCHASES.length - 1);
const fault = fc.record({
  on: fc.constantFrom("GET", "POST", "PUT", "DELETE"),
  commit: fc.boolean(),
  drop: fc.constant(true),
});
const op: fc.Arbitrary<Op> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      op: fc.constant("mail"),
      p,
      kind: fc.constantFrom<MailKind>("order", "shipped", "receipt"),
      forwarded: fc.boolean(),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      op: fc.constantFrom("row", "insert", "accept", "undo", "look", "note"),
      p,
    }),
  },
  { weight: 3, arbitrary: fc.record({ op: fc.constantFrom("row", "accept", "insert"), p }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant("ignore"), p }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant("time") }) },
  { weight: 1, arbitrary: fc.record({ op: fc.constant("kill") }) },
  { weight: 2, arbitrary: fc.record({ op: fc.constant("fault"), fault }) },
);

function mailOf({ number, total, day }: Purchase, kind: MailKind, forwarded: boolean): string {
  const subject = `${KINDS[kind]} ${number}`;
  const minute = { order: "02", shipped: "22", receipt: "42" }[kind];
  const date = `${day} Mar 2026 14:${minute}:08 +0000`;
  const body =
    kind === "shipped"
      ? `Good news: your order ${number} has been shipped and is on its way.`
      : [
          `Thank you for your order at Lakeside Books!`,
          "",
          `Order number: ${number}`,
          `Date: March ${day}, 2026`,
          "",
          `Total: USD ${total}`,
        ].join("\r\n");
  const stamped = forwarded ? "Resent-From: ada@mail.example\r\nReceived: from a by b\r\n" : "";
  return `${stamped}From: Lakeside Books <orders@lakeside.example>\r\nTo: ada@mail.example\r\nSubject: ${subject}\r\nDate: ${date}\r\nMessage-ID: <${number}.${kind}@lakeside.example>\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${body}\r\n`;
}

const rowOf = ({ total, day }: Purchase) =>
  statement([
    ["2026-03-01", "Salary", "2100.00"],
    [`2026-03-${Number(day) + 1}`, "LAKESIDE BOOKS", `-${total}`],
  ]);

async function messagesOf({ total }: Purchase): Promise<InboxMessage[]> {
  const { messages } = await (
    await call("/api/inbox?limit=100")
  ).json<{ messages: InboxMessage[] }>();
  return messages.filter((message) => message.total === total);
}

const ofPurchase = (all: readonly KeptTransaction[], { total }: Purchase) =>
  all.filter(({ amount }) => Number(amount) === Number(total));

/** A person writes into the notes of the purchase's transaction, where it is there; its id. */
async function note(purchase: Purchase): Promise<number | null> {
  const [one] = ofPurchase((await fake("/look")).kept, purchase);
  if (one === undefined) return null;
  const notes = [one.notes ?? "", "for Sam"].filter((line) => line !== "").join("\n");
  const request = new Request(new URL(`/v2/transactions/${one.id}`, bindings.BUDGET_API_URL), {
    method: "PUT",
    body: JSON.stringify({ notes }),
    headers: { authorization: "Bearer planted-remote-token", "content-type": "application/json" },
  });
  await fetch(request).then(
    (response) => response.text(),
    () => null,
  );
  return ((await fake("/look")).kept.find(({ id }) => id === one.id)?.notes ?? "").includes(
    "for Sam",
  )
    ? one.id
    : null;
}

async function run(sequence: readonly Op[]): Promise<void> {
  await reset();
  await fake("/reset");
  await call("/api/inbox");
  const [noted, undone, brought] = [new Set<number>(), new Set<number>(), new Set<string>()];
  for (const one of sequence) {
    if (one.op === "time") await passTime();
    else if (one.op === "kill") await abortAllDurableObjects();
    else if (one.op === "fault") await fail(one.fault);
    else await act(one, { noted, undone, brought });
  }
  for (let round = 0; round < 10; round += 1) await passTime();
  await check(sequence, noted, brought);
}

interface Known {
  readonly noted: Set<number>;
  readonly undone: Set<number>;
  readonly brought: Set<string>;
}

async function act(one: AboutPurchase, { noted, undone, brought }: Known): Promise<void> {
  const purchase = PURCHASES[one.p] as Purchase;
  if (one.op === "mail") {
    const raw = mailOf(purchase, one.kind, one.forwarded);
    const response = await call("/api/inbox", {
      method: "POST",
      body: raw,
      headers: { "content-type": "message/rfc822" },
    });
    expect([200, 202]).toContain(response.status);
    brought.add((await response.json<InboxMessage>()).id);
    return;
  }
  if (one.op === "row") {
    await settle((await upload(rowOf(purchase))).id).catch(() => null);
    return;
  }
  if (one.op === "note") {
    const id = await note(purchase);
    if (id !== null) noted.add(id);
    return;
  }
  // Whoever has taken a match back and then inserts has said that it is another purchase.
  if (one.op === "insert" && undone.has(one.p)) return;
  if (one.op === "undo") undone.add(one.p);
  const path = one.op === "insert" || one.op === "accept" ? "import" : one.op;
  const bodies: Partial<Record<string, object>> = {
    insert: { mode: "insert", account_id: 1 },
    accept: { mode: "wait" },
  };
  const body = bodies[one.op] ?? {};
  for (const { id, state } of await messagesOf(purchase)) {
    // Whoever imports a copy, or what was put aside, says that it is another payment.
    if (path === "import" && (state === "duplicate" || state === "ignored")) continue;
    const response = await call(`/api/inbox/${id}/${path}`, {
      method: "POST",
      body: JSON.stringify(body),
    });
    expect([200, 400, 409, 502]).toContain(response.status);
    if (response.status === 200) break;
  }
}

async function check(
  sequence: readonly Op[],
  noted: ReadonlySet<number>,
  brought: ReadonlySet<string>,
): Promise<void> {
  const { kept } = await fake("/look");
  const said = JSON.stringify(sequence);
  for (const purchase of PURCHASES) {
    const mine = ofPurchase(kept, purchase);
    expect(mine.length, said).toBeLessThanOrEqual(1);
    for (const { notes, files } of mine) {
      expect(
        (notes ?? "").split("\n").filter((line) => line.startsWith("Order ")).length,
        said,
      ).toBeLessThanOrEqual(1);
      expect(files?.length ?? 0, said).toBeLessThanOrEqual(1);
    }
    const settled = (await messagesOf(purchase)).filter(
      ({ state }) => state === "matched" || state === "inserted",
    );
    for (const { transaction_id } of settled)
      expect(
        kept.map(({ id }) => id),
        said,
      ).toContain(transaction_id);
    expect(settled.length, said).toBeLessThanOrEqual(1);
  }
  for (const { id, notes } of kept) if (noted.has(id)) expect(notes, said).toContain("for Sam");
  const { messages } = await (
    await call("/api/inbox?limit=100")
  ).json<{ messages: InboxMessage[] }>();
  const there = messages.map(({ id }) => id);
  for (const id of brought) expect(there, said).toContain(id);
}

test("any sequence of mails, rows, decisions, faults and kills leaves a purchase one transaction, and a transaction one receipt", async () => {
  const sequences = fc.sample(fc.array(op, { minLength: 8, maxLength: 14, size: "max" }), {
    numRuns: 12,
    seed: 20_260_311,
  });
  for (const sequence of sequences) await run(sequence);
}, 300_000);

test.each([
  ["order", "shipped", "receipt"],
  ["receipt", "shipped", "order"],
  ["shipped", "receipt", "order"],
] as const)("%s, %s and %s of one order are one transaction", async (...kinds) => {
  await run([
    ...kinds.map((kind): Op => ({ op: "mail", p: 0, kind, forwarded: false })),
    { op: "row", p: 0 },
    { op: "time" },
  ]);
  const [one] = ofPurchase((await fake("/look")).kept, PURCHASES[0] as Purchase);
  expect(one).toMatchObject({ notes: "Order LB-5512", files: [{}] });
});
