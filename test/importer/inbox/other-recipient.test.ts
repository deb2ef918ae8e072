// Receipts that are made out to another address than the person's: they are asked about, and the
// answer is remembered. Verdicts are the test's own; who signs what is authenticity.test.ts.

import { runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { hex, sha256 } from "../../../src/platform/digest.ts";
import { Sql } from "../../../src/platform/sql/sql.ts";
import type { InboxMessage } from "../../../src/importer/inbox/message.ts";
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
  VOUCHED,
  work,
  type Charge,
} from "./driver.ts";
import { reset } from "../../reset.ts";

const ADA = "ada@mail.example";
const EVE = "eve@elsewhere.example";
const QUESTION = `This receipt is made out to ${EVE}. Is it yours?`;

let address = "";

beforeEach(async () => {
  holdAlarms();
  address = await insertingAddress();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await reset();
});

/** An address whose receipts are inserted at once. */
async function insertingAddress(): Promise<string> {
  const made = await newAddress("now");
  const body = JSON.stringify({ mode: "insert", account_id: 1 });
  expect((await call(`/api/addresses/${made.id}`, { method: "PUT", body })).status).toBe(200);
  return made.address;
}

/** Changes the connection's own database. */
const write = (statement: string, ...values: (string | number)[]) =>
  runInDurableObject(importer(), (_, state) => new Sql(state.storage).run(statement, ...values));

/** The person has signed up with this address. */
const signUpAs = (who: string) =>
  write(
    `INSERT INTO connection (id, owner, service, user_id, account_id, budget_name, person_name, email, currency, kind, state, generation, refreshable, renewed, written_at, created_at)
     VALUES (1, '1', 'https://service.example', 1, 1, 'Home', 'Ada', ?, 'eur', 'token', 'connected', 1, 0, 0, 1, 1)`,
    who,
  );

/** The person has accepted a receipt of the shop. */
const acceptShop = () =>
  write("INSERT INTO trusted (kind, who, at) VALUES ('sender', 'corner.example', 1)");

interface Sent {
  readonly n: number;
  readonly to?: string;
  readonly at?: string;
  readonly charge?: Charge;
}

const mailTo = ({ n, to = EVE, charge = {} }: Sent) =>
  mailOf({
    to,
    id: `<${n}@corner.example>`,
    body: `Thank you for your order number ${n} at the Corner Shop, it is on its way.`,
    charges: [{ total: `${n}.50`, number: `CS-${n}`, ...charge }],
  });

/** Sends the n-th mail as the shop wrote it, and reads it; the message. */
async function sent(one: Sent): Promise<InboxMessage> {
  return arrive(mailTo(one), one.at);
}

/** Sends the n-th mail attached to a mail of this sender. */
async function attached(one: Sent, by = "Mallory <mallory@evil.example>"): Promise<InboxMessage> {
  const head = `From: ${by}\r\nTo: receipts@example.com\r\nSubject: Fwd: your order\r\nDate: Tue, 20 Oct 2026 15:00:00 +0000\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="b"`;
  return arrive(
    `${head}\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nSee below.\r\n--b\r\nContent-Type: message/rfc822\r\n\r\n${mailTo(one)}\r\n--b--\r\n`,
    one.at,
  );
}

/** Sends the n-th mail quoted in the body of Ada's. */
async function quoted(one: Sent): Promise<InboxMessage> {
  const block = `---------- Forwarded message ---------\r\nFrom: Corner Shop <orders@corner.example>\r\nDate: Tue, 20 Oct 2026 at 14:32\r\nSubject: Your order\r\nTo: <${one.to ?? EVE}>\r\n\r\n`;
  const mail = mailTo(one)
    .replace(/^From: .*$/m, `From: Ada <${ADA}>`)
    .replace(/^To: .*$/m, `To: ${address}`)
    .replace(/^Subject: /m, "Subject: Fwd: ")
    .replace("\r\n\r\n", `\r\n\r\n${block}`);
  return arrive(mail, one.at);
}

async function arrive(mail: string, at = address): Promise<InboxMessage> {
  expect(await email(mail, at)).toBeNull();
  await read();
  const [message] = await inbox();
  if (message === undefined) throw new Error("it came in");
  return message;
}

/** Reads what came; the shop's domain vouches for each mail, and for each that is attached. */
const read = (): Promise<void> =>
  work(NEVER, {
    authenticate: async (_, carried) => ({
      ...VOUCHED,
      carried: Object.fromEntries(
        await Promise.all(
          carried.map(async (bytes) => [hex(await sha256(bytes)), VOUCHED] as const),
        ),
      ),
    }),
  });

/** The bank's transaction is found for whatever waits. */
async function match(transaction_id: number): Promise<void> {
  await write("UPDATE receipts SET next_attempt_at = 1 WHERE state = 'waiting'");
  await work(async () => ({ kind: "matched", transaction_id, evidence: ["the test says so"] }));
}

const accept = async ({ id }: InboxMessage) =>
  expect((await post(`/api/inbox/${id}/import`, {})).status).toBe(200);

const ASKED = {
  state: "review",
  reason: "other_recipient",
  detail: QUESTION,
  receipts: [{ state: "waiting", mode: "wait", reason: "other_recipient", detail: QUESTION }],
};
const INSERTS = { state: "waiting", reason: null, receipts: [{ mode: "insert", reason: null }] };

interface Listed {
  readonly trusted: readonly { readonly id: number; readonly kind: string; readonly who: string }[];
}
const learned = async () =>
  (await (await call("/api/trusted")).json<Listed>()).trusted.filter(
    ({ kind }) => kind === "recipient",
  );

describe("an accepted shop's receipt that is made out to somebody else", () => {
  beforeEach(async () => {
    await signUpAs(ADA);
    await acceptShop();
  });

  test("is asked about and not inserted, however it came", async () => {
    expect(await attached({ n: 1 })).toMatchObject(ASKED);
    expect(await sent({ n: 2 })).toMatchObject(ASKED);
    await accept(await quoted({ n: 3, to: ADA }));
    expect(await quoted({ n: 4 })).toMatchObject(ASKED);
  });

  test("is asked about at an address that waits for the bank's row, and at one for cash", async () => {
    expect(await attached({ n: 1, at: (await newAddress("waits")).address })).toMatchObject(ASKED);

    const cash = await newAddress("cash");
    await write("UPDATE addresses SET cash = 1, account = 2 WHERE id = ?", cash.id);
    expect(await attached({ n: 2, at: cash.address, charge: { cash: true } })).toMatchObject(ASKED);
  });

  test("is asked about before an invoice's payment is, since both may be answered by the bank's transaction", async () => {
    expect(
      await attached({ n: 1, charge: { kind: "invoice", doubt: "invoice_due" } }),
    ).toMatchObject(ASKED);
  });

  test("leaves nothing of the address behind once its message is deleted", async () => {
    const { id } = await attached({ n: 1 });
    await match(7);
    expect((await look(id)).state).toBe("matched");

    expect((await call(`/api/inbox/${id}`, { method: "DELETE" })).status).toBe(204);

    const found = await runInDurableObject(importer(), (_, state) =>
      new Sql(state.storage).all("SELECT id FROM receipts WHERE made_out_to IS NOT NULL"),
    );
    expect(found).toEqual([]);
  });

  test("is inserted after the person said that it is theirs, and the address is not asked about again", async () => {
    const first = await attached({ n: 1 });
    const waiting = await attached({ n: 2 });
    const other = await attached({ n: 3, to: "third@elsewhere.example" });

    await accept(first);
    await read();

    expect(await look(first.id)).toMatchObject(INSERTS);
    expect(await look(waiting.id)).toMatchObject(INSERTS);
    expect(await look(other.id)).toMatchObject({ reason: "other_recipient" });
    expect(await attached({ n: 4, to: "Eve+shops@Elsewhere.example" })).toMatchObject(INSERTS);
    expect(await learned()).toMatchObject([{ who: EVE, message: first.id }]);
  });

  test("teaches nothing if the person ignores it", async () => {
    const { id } = await attached({ n: 1 });

    await post(`/api/inbox/${id}/ignore`);

    expect(await learned()).toEqual([]);
    expect(await attached({ n: 2 })).toMatchObject(ASKED);
  });

  test("teaches nothing if another question about it was answered", async () => {
    await accept(await attached({ n: 1, charge: { doubt: "conflicting_totals" } }));

    expect(await learned()).toEqual([]);
    expect(await attached({ n: 2 })).toMatchObject(ASKED);
  });

  test("is matched by the bank's transaction, which answers the question and teaches nothing", async () => {
    const { id } = await attached({ n: 1 });

    await match(7);

    expect(await look(id)).toMatchObject({ state: "matched", reason: null });
    expect(await learned()).toEqual([]);
  });

  test("is asked about again after the person has removed the address", async () => {
    await accept(await attached({ n: 1 }));
    const waiting = await attached({ n: 2 });
    expect(waiting).toMatchObject(INSERTS);
    const [one] = await learned();

    expect((await call(`/api/trusted/${one?.id ?? 0}`, { method: "DELETE" })).status).toBe(204);
    await read();

    expect(await look(waiting.id)).toMatchObject(ASKED);
    expect(await attached({ n: 3 })).toMatchObject(ASKED);
  });
});

test("one answer accepts a new shop and the address that its receipt is made out to", async () => {
  await signUpAs(ADA);
  const first = await sent({ n: 1 });
  expect(first).toMatchObject(ASKED);

  await accept(first);

  expect(await sent({ n: 2 })).toMatchObject(INSERTS);
});

describe("no question about the recipient is asked", () => {
  beforeEach(acceptShop);

  test.each([
    ["in other letters", "Ada <ADA@Mail.Example>"],
    ["with a part behind a plus", "ada+shops@mail.example"],
    ["among others", `Eve <${EVE}>, Ada <${ADA}>`],
  ])("where the receipt names the sign-up address %s", async (_, to) => {
    await signUpAs("Ada+budget@mail.example");

    expect(await attached({ n: 1, to })).toMatchObject(INSERTS);
  });

  test.each([
    ["undisclosed recipients", "undisclosed-recipients:;"],
    ["only a name", "Ada Moore"],
    ["an address within a machine", "ada@localhost"],
    ["an address that hides another", "x7kq2@privaterelay.appleid.com"],
    ["an address below one that hides others", "shop@ada.anonaddy.com"],
  ])("where the receipt names %s", async (_, to) => {
    await signUpAs(ADA);

    expect(await attached({ n: 1, to })).toMatchObject(INSERTS);
  });

  test("where the shop writes to the receipt address itself", async () => {
    await signUpAs(ADA);

    expect(await sent({ n: 1, to: address })).toMatchObject(INSERTS);
  });

  test("where the person is known by no address", async () => {
    expect(await attached({ n: 1 })).toMatchObject(INSERTS);
    await signUpAs("you@localhost");
    expect(await attached({ n: 2 })).toMatchObject(INSERTS);
  });

  test("where the receipt names an address that the person has forwarded from", async () => {
    await signUpAs("ada@work.example");
    const asked = await attached({ n: 1, to: ADA });
    expect(asked).toMatchObject({ reason: "other_recipient" });

    await accept(await quoted({ n: 2, to: "ada@work.example" }));
    await read();

    expect(await look(asked.id)).toMatchObject(INSERTS);
    expect(await attached({ n: 3, to: ADA })).toMatchObject(INSERTS);
  });

  test("where a person or their program brought the mail over the interface", async () => {
    await signUpAs(ADA);
    const { id } = await bring(mailTo({ n: 1 }));

    await read();

    expect(await look(id)).toMatchObject({ state: "waiting", reason: null });
  });

  test("where nothing was charged", async () => {
    await signUpAs(ADA);

    expect(await attached({ n: 1, charge: { kind: "zero charge" } })).toMatchObject({
      state: "ignored",
    });
  });
});

test("a receipt address of another connection is no address of the person", async () => {
  await signUpAs(ADA);
  await acceptShop();
  const to = address.replace("+1-", "+abcdefghijklmnopqrstuvwx27-");

  expect(await sent({ n: 1, to })).toMatchObject({ reason: "other_recipient" });
});
