// The inbox under faults: whatever dies between two writes, each mail that was accepted is there
// exactly once, and each charge in it too; and a mail that nothing can read ends with a person.

import { runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { READER_VERSION } from "../../../src/receipts/reading.ts";
import { makeInbox } from "../../../src/importer/inbox/job.ts";
import type { InboxTools } from "../../../src/importer/inbox/job-tools.ts";
import { MAIL_READS_MAX } from "../../../src/platform/limits.ts";
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
  NEVER,
  newAddress,
  post,
  readMarked,
  toolsOn,
  work,
} from "./driver.ts";
import { abortAllDurableObjects, emptyBucket, reset } from "../../reset.ts";

beforeEach(async () => {
  await emptyBucket();
  holdAlarms();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await reset();
});

const CSV =
  "Date,Description,Amount\r\n2026-10-21,Other shop,-3.00\r\n2026-10-22,Salary,100.00\r\n2026-10-23,Third shop,-4.00\r\n";

/** A mail with two charges and a statement. */
function rich(n = 1): string {
  const inner = mailOf({
    id: `<${n}@corner.example>`,
    body: `Thank you for coming to the Corner Shop, visit number ${n}.`,
    charges: [
      { total: "5.00", number: `A${n}` },
      { total: "6.00", number: `B${n}` },
    ],
  });
  const [head, body] = [
    inner.slice(0, inner.indexOf("\r\n\r\n")),
    inner.slice(inner.indexOf("\r\n\r\n") + 4),
  ];
  const plain = head.replace(
    "Content-Type: text/plain; charset=utf-8",
    "MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x",
  );
  return `${plain}\r\n\r\n--x\r\nContent-Type: text/plain\r\n\r\n${body}--x\r\nContent-Type: text/csv; name=bank.csv\r\nContent-Disposition: attachment; filename=bank.csv\r\n\r\n${CSV}--x--\r\n`;
}

const rowsOf = (statement: string) =>
  runInDurableObject(importer(), (_, state) => state.storage.sql.exec(statement).toArray());

/** Every accepted mail once, with two charges and one import each, nothing left to do. */
async function expectWhole(mails: number): Promise<void> {
  const all = await inbox("limit=100");
  const first = all.filter(({ state }) => state !== "duplicate");
  expect(first).toHaveLength(mails);
  for (const message of first) {
    expect(message.receipts.map(({ total, state }) => [total, state])).toEqual([
      ["5.00", "waiting"],
      ["6.00", "waiting"],
    ]);
    expect(message.imports).toHaveLength(1);
  }
  expect(await rowsOf("SELECT 1 FROM runs")).toHaveLength(mails);
  expect(await rowsOf("SELECT 1 FROM inbox WHERE state IN ('received','reading')")).toEqual([]);
}

class Killed extends Error {}

/** A step of the job that dies at its n-th call of the outside; whether it died. */
async function dyingAt(n: number): Promise<boolean> {
  let calls = 0;
  let died = false;
  const mayDie = () => {
    calls += 1;
    if (calls !== n) return;
    died = true;
    throw new Killed("killed");
  };
  await runInDurableObject(importer(), async (_, state) => {
    const tools = toolsOn(state);
    const bucket = new Proxy(tools.bucket, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function"
          ? (...values: unknown[]) => (mayDie(), Reflect.apply(value, target, values))
          : value;
      },
    });
    const read = async (raw: Uint8Array) => {
      mayDie();
      const reading = await readMarked(raw);
      mayDie();
      return reading;
    };
    await makeInbox(NEVER)
      .work({ ...tools, bucket, read, sync: async () => mayDie() } satisfies InboxTools)
      .catch((error: unknown) => {
        if (!(error instanceof Killed)) throw error;
      });
  });
  return died;
}

test("a reading that dies at any of its calls is begun again, and comes to the same", async () => {
  let points = 0;
  for (let n = 1; ; n += 1) {
    const { id } = await bring(rich(n));
    const died = await dyingAt(n);
    await rowsOf("UPDATE inbox SET next_attempt_at = NULL");
    await work();
    expect(await look(id), `died at call ${n}`).toMatchObject({
      state: "review",
      reason: "statement",
    });
    if (!died) break;
    points += 1;
  }

  // sync, get, read twice, and what the statement takes.
  expect(points).toBeGreaterThanOrEqual(6);
  await expectWhole(points + 1);
});

test("a reading that cannot be stored, at any of its rows, leaves nothing of itself, and is begun again", async () => {
  await bring(rich());
  const [first, ...others] = [
    ["receipts", "INSERT", "NEW.charge = 1"],
    ["inbox_documents", "INSERT", "1"],
    ["runs", "INSERT", "1"],
    ["inbox_statements", "INSERT", "1"],
    ["inbox", "UPDATE", "NEW.state = 'review'"],
  ] as const;
  for (const [table, event, when] of [first, ...others]) {
    await rowsOf("UPDATE inbox SET failures = 0, next_attempt_at = NULL");
    await rowsOf(
      `CREATE TRIGGER full BEFORE ${event} ON ${table} WHEN ${when} BEGIN SELECT RAISE(ABORT, 'full'); END`,
    );
    await work();
    await rowsOf("DROP TRIGGER full");
    expect(
      [
        await rowsOf("SELECT 1 FROM receipts"),
        await rowsOf("SELECT 1 FROM runs"),
        await rowsOf("SELECT 1 FROM inbox_documents"),
      ],
      table,
    ).toEqual([[], [], []]);
  }
  await rowsOf("UPDATE inbox SET failures = 0, next_attempt_at = NULL");
  await work();

  await expectWhole(1);
});

test("objects that are aborted again and again between the door and the reading lose nothing and double nothing", async () => {
  const { address } = await newAddress();
  vi.restoreAllMocks();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const accepted: string[] = [];
  for (let n = 0; n < 6; n += 1) {
    const raw = mailOf({
      id: `<${n}@corner.example>`,
      subject: `Mail ${n}`,
      body: `Nothing about money stands in the mail of number ${n}.`,
    });
    const sending = email(raw, address).then(
      () => accepted.push(raw),
      () => undefined,
    );
    for (let turn = 0; turn < n; turn += 1) await scheduler.wait(1);
    await abortAllDurableObjects();
    await sending;
    // Its sender tries again where there was no answer.
    if (!accepted.includes(raw)) await email(raw, address);
  }
  for (
    let round = 0;
    round < 4_000 &&
    (await inbox("limit=100")).some(({ state }) => state === "received" || state === "reading");
    round += 1
  )
    await scheduler.wait(20);

  const all = await inbox("limit=100");
  const first = all.filter(({ state }) => state !== "duplicate");
  expect(new Set(first.map(({ subject }) => subject))).toEqual(
    new Set(["Mail 0", "Mail 1", "Mail 2", "Mail 3", "Mail 4", "Mail 5"]),
  );
  expect(first.map(({ reader_version: version }) => version)).toEqual(
    Array.from({ length: 6 }, () => READER_VERSION),
  );
});

describe("mail that nothing can read", () => {
  test(`ends with a person after ${MAIL_READS_MAX} readings that fault, and the next mail is read all the same`, async () => {
    const { id } = await bring(mailOf());
    const other = await bring(
      mailOf({
        id: "<2@corner.example>",
        body: "Another mail, in which there is no poison at all.",
        charges: [{ total: "5.00" }],
      }),
    );
    let readings = 0;
    const read: InboxTools["read"] = (raw) => {
      if (new TextDecoder().decode(raw).includes("<2@corner")) return readMarked(raw);
      readings += 1;
      return Promise.reject(new Error("poison"));
    };
    for (let round = 0; round < MAIL_READS_MAX + 2; round += 1) {
      await rowsOf("UPDATE inbox SET next_attempt_at = NULL");
      await work(NEVER, { read });
    }

    expect(readings).toBe(MAIL_READS_MAX);
    expect(await look(id)).toMatchObject({ state: "review", reason: "parse_error" });
    expect(await look(other.id)).toMatchObject({ state: "waiting" });
  });

  test("that kills the isolate, without a word, ends there too", async () => {
    const { id } = await bring(mailOf());
    for (let life = 0; life < MAIL_READS_MAX; life += 1) {
      // The step never comes back: what it stored before it began is all that is left of it.
      await runInDurableObject(importer(), async (_, state) => {
        const begun = Promise.withResolvers<void>();
        void makeInbox(NEVER).work(
          toolsOn(state, { read: () => (begun.resolve(), new Promise(() => undefined)) }),
        );
        await begun.promise;
      });
      await abortAllDurableObjects();
    }
    let readings = 0;
    await work(NEVER, { read: (raw) => ((readings += 1), readMarked(raw)) });

    expect(readings).toBe(0);
    expect(await look(id)).toMatchObject({ state: "review", reason: "parse_error" });
    await post(`/api/inbox/${id}/reread`);
    await work();
    expect(await look(id)).toMatchObject({ state: "ignored" });
  });

  test("waits longer each time, and does not spin the alarm", async () => {
    const { id } = await bring(mailOf());
    await work(NEVER, { read: () => Promise.reject(new Error("away")) });
    const [row] = await rowsOf(`SELECT next_attempt_at AS at FROM inbox WHERE id = '${id}'`);

    expect(Number(row?.["at"])).toBeGreaterThan(Date.now());
  });
});

test("matching that faults is tried again later; what it said when a person was faster is dropped", async () => {
  const { id } = await bring(mailOf({ charges: [{ total: "5.00" }] }));
  await work(() => Promise.reject(new Error("the service is away")));
  expect(await look(id)).toMatchObject({ state: "waiting" });
  const [row] = await rowsOf("SELECT failures, next_attempt_at AS at FROM receipts");
  expect([row?.["failures"], Number(row?.["at"]) > Date.now()]).toEqual([1, true]);

  await rowsOf("UPDATE receipts SET next_attempt_at = 1");
  await work(async () => {
    await post(`/api/inbox/${id}/ignore`);
    return { kind: "matched", transaction_id: 3, evidence: [] };
  });
  expect(await look(id)).toMatchObject({ state: "ignored", transaction_id: null });
});

test("what matching found for a receipt that a person set right meanwhile is dropped", async () => {
  const { id } = await bring(mailOf({ charges: [{ total: "5.00" }] }));
  await work(async (_, { total }) => {
    if (total !== 50_000) return { kind: "none" };
    await post(`/api/inbox/${id}/import`, { total: "6.00" });
    return { kind: "matched", transaction_id: 3, evidence: ["5.00"] };
  });

  expect(await look(id)).toMatchObject({ state: "waiting", total: "6.00", transaction_id: null });
});

test("a mail deleted while it is read is gone, with everything that was read in it", async () => {
  const { id } = await bring(rich());
  await work(NEVER, {
    read: async (raw) => {
      await call(`/api/inbox/${id}`, { method: "DELETE" });
      return readMarked(raw);
    },
  });
  await work();

  expect(await inbox()).toEqual([]);
  expect([await rowsOf("SELECT 1 FROM receipts"), await rowsOf("SELECT 1 FROM runs")]).toEqual([
    [],
    [],
  ]);
  expect((await bindings.DOCUMENTS.list({ prefix: "mail/" })).objects).toEqual([]);
});

test("bytes that cannot be deleted are deleted later", async () => {
  const { id } = await bring(mailOf());
  await call(`/api/inbox/${id}`, { method: "DELETE" });
  const away = new Proxy(bindings.DOCUMENTS, {
    get: (target, name) =>
      name === "delete" ? () => Promise.reject(new Error("R2 is away")) : Reflect.get(target, name),
  });
  await work(NEVER, { bucket: away });
  expect((await bindings.DOCUMENTS.list()).objects).toHaveLength(1);
  await rowsOf("UPDATE forgotten_mail SET next_attempt_at = 1");
  await work();

  expect((await bindings.DOCUMENTS.list()).objects).toEqual([]);
});

test("a statement in a mail is shown, not posted, however often the mail is read", async () => {
  const { id } = await bring(rich());
  await work();
  for (let count = 0; count < 2; count += 1) {
    await post(`/api/inbox/${id}/reread`);
    await work();
  }

  await expectWhole(1);
  expect(await rowsOf("SELECT door, options ->> '$.preview' AS preview FROM runs")).toEqual([
    { door: "mail", preview: 1 },
  ]);
});
