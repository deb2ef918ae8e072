// The doors that mail comes in by: what is taken, what is refused, and that what was taken is there exactly once.

import { runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { READER_VERSION } from "../../../src/receipts/reading.ts";
import { MAIL_A_DAY_MAX, MAIL_BYTES_MAX } from "../../../src/platform/limits.ts";
import { Importer } from "../../../src/importer/object.ts";
import { mails } from "./abuse.ts";
import {
  bindings,
  bring,
  call,
  email,
  holdAlarms,
  importer,
  inbox,
  look,
  mailOf,
  newAddress,
  work,
} from "./driver.ts";
import { expectWithin } from "../../growth.ts";
import { emptyBucket, reset } from "../../reset.ts";
import { callsTo } from "../../importer-calls.ts";

beforeEach(async () => {
  await emptyBucket();
  holdAlarms();
});
afterEach(async () => {
  vi.restoreAllMocks();
  await reset();
});

const mailKeys = async () =>
  (await bindings.DOCUMENTS.list({ prefix: "mail/" })).objects.map(({ key }) => key);

describe("a mail to one of our addresses", () => {
  test("is stored whole, listed with its envelope, and read when there is time", async () => {
    const { id, address } = await newAddress();
    const raw = mailOf();

    expect(await email(raw, address.toUpperCase(), "srs=abc@relay.example")).toBeNull();

    const [message] = await inbox();
    expect(message).toMatchObject({
      state: "received",
      door: "email",
      envelope_from: "srs=abc@relay.example",
      address_id: id,
      bytes: raw.length,
      subject: null,
    });
    const back = await call(`/api/inbox/${message?.id ?? ""}/message`);
    expect(back.headers.get("content-disposition")).toMatch(/^attachment; /);
    expect(await back.text()).toBe(raw);
    await work();
    expect((await inbox())[0]).toMatchObject({
      state: "ignored",
      reason: "not_a_transaction",
      subject: "Your order",
      from: { address: "orders@corner.example" },
    });
  });

  test("to an address that is made up, ended, or of another mailbox is rejected for good, with the same words, and writes nothing", async () => {
    const { id, address } = await newAddress();
    const other = address.replace(/-[a-z2-7]{16}@/, `-${"a".repeat(16)}@`);
    await call(`/api/addresses/${id}`, { method: "DELETE" });

    const said = [];
    for (const to of [
      address,
      other,
      "receipts@example.com",
      "nobody@example.com",
      `receipts+${"b".repeat(26)}-${"a".repeat(16)}@example.com`,
      "",
    ])
      said.push(await email(mailOf(), to));

    expect(new Set(said)).toEqual(new Set(["No such mailbox"]));
    expect(await inbox()).toEqual([]);
    expect(await mailKeys()).toEqual([]);
  });

  test("goes by the recipient of the envelope alone, whatever its headers say", async () => {
    const { address } = await newAddress();
    const raw = `To: ${address}\r\nDelivered-To: ${address}\r\nX-Forwarded-To: ${address}\r\n${mailOf()}`;

    expect(await email(raw, "nobody@example.com")).toBe("No such mailbox");
    expect(await inbox()).toEqual([]);
  });

  test("of more than 25 MiB is rejected with what it has and what may be", async () => {
    const { address } = await newAddress();

    expect(await email("x", address, "a@b.example", MAIL_BYTES_MAX + 1)).toBe(
      "The message has 26 MiB; at most 25 MiB are taken",
    );
    expect(await inbox()).toEqual([]);
  });

  test("of just 25 MiB is taken", async () => {
    const { address } = await newAddress();
    const raw = new Uint8Array(MAIL_BYTES_MAX).fill(120);
    raw.set(new TextEncoder().encode(mailOf({ body: "" })));

    expect(await email(raw, address)).toBeNull();
    expect(await inbox()).toMatchObject([{ state: "received", bytes: MAIL_BYTES_MAX }]);
  });

  test("whose size the platform understates is refused while it streams, and nothing of it stays", async () => {
    const { address } = await newAddress();

    expect(await email(new Uint8Array(MAIL_BYTES_MAX + 1), address, "a@b.example", 10)).toMatch(
      /at most 25 MiB/,
    );
    expect(await inbox()).toEqual([]);
    expect((await bindings.DOCUMENTS.list()).objects).toEqual([]);
  });
});

describe("where storing fails the sender is told to try again", () => {
  test("no bucket: it throws, and no row is left", async () => {
    const { address } = await newAddress();
    vi.spyOn(bindings.DOCUMENTS, "put").mockRejectedValueOnce(new Error("R2 is away"));

    await expect(email(mailOf(), address)).rejects.toThrow();
    expect(await inbox()).toEqual([]);
    expect(await email(mailOf(), address)).toBeNull();
    expect(await inbox()).toHaveLength(1);
  });

  test("no row: it throws; the bytes wait for the next try", async () => {
    const { address } = await newAddress();
    await runInDurableObject(importer(), (_, state) =>
      state.storage.sql.exec(
        "CREATE TRIGGER full BEFORE INSERT ON inbox BEGIN SELECT RAISE(ABORT, 'full'); END",
      ),
    );
    await expect(email(mailOf(), address)).rejects.toThrow("full");
    await runInDurableObject(importer(), (_, state) => state.storage.sql.exec("DROP TRIGGER full"));

    expect(await email(mailOf(), address)).toBeNull();
    expect(await inbox()).toMatchObject([{ state: "received" }]);
    expect(await mailKeys()).toHaveLength(1);
  });

  test("the row is there and the answer is lost: it throws, and the mail that comes again names the first", async () => {
    const { address } = await newAddress();
    const lost = vi.spyOn(Importer.prototype, "receiveMail").mockImplementationOnce(async function (
      this: Importer,
      delivery,
    ) {
      lost.mockRestore();
      await this.receiveMail(delivery);
      throw new Error("the connection drops");
    });
    await expect(email(mailOf(), address)).rejects.toThrow("drops");
    expect(await inbox()).toHaveLength(1);
    expect(await email(mailOf(), address)).toBeNull();
    await work();

    const [second, first] = await inbox();
    expect([first?.duplicate_of, second]).toMatchObject([
      null,
      { state: "duplicate", duplicate_of: first?.id },
    ]);
  });

  test("a row whose bytes are gone is none", async () => {
    const { sha256, bytes } = { sha256: "0".repeat(64), bytes: 10 };
    await newAddress();
    await expect(
      runInDurableObject(importer(), (object) =>
        object.receiveMail({ sha256, bytes, door: "api", envelope_from: null, address: null }),
      ),
    ).rejects.toThrow("not stored");

    expect(await inbox()).toEqual([]);
  });
});

describe("the same again", () => {
  test("by mail: the second delivery is a duplicate that names the first, however often", async () => {
    const { address } = await newAddress();
    for (let count = 0; count < 3; count += 1) await email(mailOf(), address);
    await work();

    const [third, second, first] = await inbox();
    expect(first).toMatchObject({ state: "ignored", duplicate_of: null });
    expect([second, third]).toMatchObject([
      { state: "duplicate", duplicate_of: first?.id },
      { state: "duplicate", duplicate_of: first?.id },
    ]);
    expect(await mailKeys()).toHaveLength(1);
  });

  test("at once, by both doors: one of them is the mail", async () => {
    const { address } = await newAddress();
    await Promise.all([
      email(mailOf(), address),
      bring(mailOf()),
      email(mailOf(), address),
      bring(mailOf()),
    ]);
    await work();

    const all = await inbox();
    expect(all.filter(({ state }) => state !== "duplicate")).toHaveLength(1);
  });

  test("over the interface: the same message, said with 200", async () => {
    const first = await bring(mailOf());
    const response = await call("/api/inbox", {
      method: "POST",
      body: mailOf(),
      headers: { "content-type": "message/rfc822" },
    });

    expect([
      response.status,
      response.headers.get("location"),
      await response.json(),
    ]).toMatchObject([200, `/api/inbox/${first.id}`, { id: first.id }]);
    expect(await inbox()).toHaveLength(1);
  });

  test("stamped otherwise on the way: known by Message-ID and body when it is read", async () => {
    const first = await bring(mailOf());
    const second = await bring(
      mailOf({ stamped: "Received: from a by b; Tue, 20 Oct 2026 14:40:00 +0000\r\n" }),
    );
    await work();

    expect(await look(second.id)).toMatchObject({ state: "duplicate", duplicate_of: first.id });
  });

  test("the same Message-ID over another body is another mail", async () => {
    await bring(mailOf({ charges: [{ total: "5.00", number: "A1" }] }));
    const second = await bring(
      mailOf({
        body: "Something else entirely, of which nobody may be robbed.",
        charges: [{ total: "7.00", number: "B2" }],
      }),
    );
    await work();

    expect(await look(second.id)).toMatchObject({ state: "waiting", total: "7.00" });
  });
});

test(`past ${MAIL_A_DAY_MAX} a day an address's mail is stored and shown, and read when a person asks`, async () => {
  const { id, address } = await newAddress();
  await email(mailOf(), address);
  await runInDurableObject(importer(), (_, state) => {
    const copy =
      "INSERT INTO inbox (id, state, sha256, bytes, same_bytes, door, address, received_at) SELECT ?, 'ignored', ?, 1, 0, 'email', ?, ?";
    for (let n = 1; n < MAIL_A_DAY_MAX; n += 1)
      state.storage.sql.exec(copy, `m${n}`, String(n).padStart(64, "0"), id, Date.now());
  });

  expect(
    await email(mailOf({ id: "<2@corner.example>", charges: [{ total: "5.00" }] }), address),
  ).toBeNull();
  await work();
  const [late] = await inbox("limit=1");
  expect(late).toMatchObject({ state: "review", reason: "too_many", subject: null });

  await call(`/api/inbox/${late?.id ?? ""}/reread`, { method: "POST" });
  await work();
  expect(await look(late?.id ?? "")).toMatchObject({ state: "waiting", total: "5.00" });
});

describe("POST /api/inbox", () => {
  test("takes a raw message alone", async () => {
    for (const type of ["application/json", "multipart/form-data; boundary=x", ""]) {
      const response = await call("/api/inbox", {
        method: "POST",
        body: new TextEncoder().encode(mailOf()),
        headers: type === "" ? {} : { "content-type": type },
      });
      expect(response.status).toBe(415);
    }
    const empty = await call("/api/inbox", {
      method: "POST",
      body: "",
      headers: { "content-type": "message/rfc822" },
    });
    expect(empty.status).toBe(422);
    expect(await inbox()).toEqual([]);
  });

  test("takes 25 MiB and no byte more", async () => {
    const response = await call("/api/inbox", {
      method: "POST",
      body: new Uint8Array(MAIL_BYTES_MAX + 1),
      headers: { "content-type": "message/rfc822" },
    });
    expect([response.status, await response.json()]).toMatchObject([
      413,
      { errors: [{ bytes_max: MAIL_BYTES_MAX }] },
    ]);
  });

  test("an import key may bring mail and see what became of it; nobody else may", async () => {
    const made = await callsTo(importer()).createKey("script");
    const headers = {
      "content-type": "message/rfc822",
      authorization: `Bearer ${made?.token ?? ""}`,
    };
    const { exports } = await import("cloudflare:workers");
    const ask = (init: RequestInit) =>
      exports.default.fetch(new Request("https://tributary.test/api/inbox", init));

    expect((await ask({ method: "POST", body: mailOf(), headers })).status).toBe(202);
    expect(
      (await ask({ method: "POST", body: mailOf(), headers: { "content-type": "message/rfc822" } }))
        .status,
    ).toBe(401);
  });

  test("an import key sees neither what a mail says nor the address in it, and decides nothing", async () => {
    const { token } = (await callsTo(importer()).createKey("script")) ?? { token: "" };
    const { id } = await bring(mailOf());
    await work();
    const { exports } = await import("cloudflare:workers");
    const ask = (path: string, method = "GET") =>
      exports.default.fetch(
        new Request(`https://tributary.test/api/inbox${path}`, {
          method,
          headers: { authorization: `Bearer ${token}` },
        }),
      );

    expect([(await ask("")).status, (await ask(`/${id}`)).status]).toEqual([200, 200]);
    expect(await (await ask(`/${id}`)).json()).toMatchObject({
      subject: "Your order",
      reading: null,
    });
    const refused = [
      ask(`/${id}/message`),
      ask(`/${id}/html`),
      ask(`/${id}/import`, "POST"),
      ask(`/${id}/ignore`, "POST"),
      ask(`/${id}/reread`, "POST"),
      ask("/reread", "POST"),
      ask(`/${id}`, "DELETE"),
    ];
    expect((await Promise.all(refused)).map(({ status }) => status)).toEqual(
      refused.map(() => 403),
    );
    expect((await call(`/api/inbox/${id}`)).status).toBe(200);
  });
});

describe("mail made to be hard to read is answered at the door as plain mail of its size is", () => {
  for (const [name, make] of Object.entries(mails)) {
    test(name, async () => {
      const { address } = await newAddress();
      const raw = new TextEncoder().encode(make());
      const started = performance.now();
      await email(new Uint8Array(raw.byteLength).fill(0x61), address);
      const plain = performance.now() - started;
      let rejected: string | null = null;
      let deliveries = 1;
      await expectWithin(4 * plain + 2_000, async () => {
        rejected = await email(raw, address);
        deliveries += 1;
      });

      expect(rejected === null ? (await inbox()).length : 0).toBe(
        raw.byteLength > MAIL_BYTES_MAX ? 0 : deliveries,
      );
    });
  }
});

test("the object's alarm does the reading by itself", async () => {
  vi.restoreAllMocks();
  const { id } = await bring(mailOf());
  for (let round = 0; round < 4_000 && (await look(id)).reader_version === null; round += 1)
    await scheduler.wait(10);

  expect(await look(id)).toMatchObject({ reader_version: READER_VERSION, subject: "Your order" });
});
