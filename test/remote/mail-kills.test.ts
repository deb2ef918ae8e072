// The object is killed at every request that a receipt makes of the budget, carried out or not, and
// at every write: in either order, inserted or matched, the purchase is one transaction with its
// number once in the notes and its file once, and taken back all is as it was.

import { afterEach, expect, test } from "vitest";
import type { InboxMessage } from "../../src/importer/inbox/message.ts";
import { call, fake, passTime, settle, statement, upload, type KeptTransaction } from "./driver.ts";
import { killedAtRequests, killedAtWrites, type Story, type Write } from "./stories.ts";
import { reset } from "../reset.ts";

afterEach(() => reset());

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

const ITEMS = MAIL.replace(
  "Total: USD 41.18",
  "  1 x Harbour atlas, hardback      USD 20.00\r\n  2 x Almanac of tides             USD 18.00\r\n\r\n  Shipping                         USD 3.18\r\n  Total                            USD 41.18",
);

/** Without a job's or a receipt's time, which the driver changes as well. */
const WRITES: readonly Write[] = [
  ...["inbox", "receipts", "settlings", "pendings", "updates", "inbox_documents"].map((table) => ({
    table,
    event: "INSERT",
  })),
  { table: "inbox", event: "UPDATE OF state" },
  { table: "receipts", event: "UPDATE OF state, match, transaction_id" },
  {
    table: "settlings",
    event: "UPDATE OF state, put, put_done, file, file_done, transaction_id, instead, carried",
  },
  ...["pendings", "updates"].flatMap((table) =>
    ["UPDATE", "DELETE"].map((event) => ({ table, event })),
  ),
  { table: "settlings", event: "DELETE" },
  { table: "rows", event: "UPDATE" },
];

/** Sends it until it is taken, as a mail program does. */
async function bring(mail = MAIL): Promise<string> {
  for (let round = 0; round < 20; round += 1) {
    const response = await call("/api/inbox", {
      method: "POST",
      body: mail,
      headers: { "content-type": "message/rfc822" },
    }).catch(() => null);
    if (response?.ok === true) return (await response.json<InboxMessage>()).id;
  }
  return "not taken";
}

const look = async (id: string): Promise<InboxMessage> => (await call(`/api/inbox/${id}`)).json();
const kept = async (): Promise<KeptTransaction[]> => (await fake("/look")).kept;

async function until(id: string, state: InboxMessage["state"]): Promise<InboxMessage> {
  const known = id === "not taken" ? await bring() : id;
  for (let round = 0; round < 60; round += 1) {
    const now = await look(known).catch(() => null);
    if (now?.state === state) return now;
    // Three times it could not be stored: that is a person's, who has it read again.
    if (now?.reason === "parse_error") await call(`/api/inbox/${known}/reread`, { method: "POST" });
    await passTime();
  }
  throw new Error(`the message does not become ${state}: ${JSON.stringify(await look(known))}`);
}

async function theOne(): Promise<KeptTransaction> {
  const [one, ...others] = (await kept()).filter(({ amount }) => Number(amount) === 41.18);
  expect(others).toEqual([]);
  if (one === undefined) throw new Error("the purchase is not in the budget");
  return one;
}

function enriched({ notes, files }: KeptTransaction): void {
  expect(notes).toBe("Order LB-5512");
  expect(files).toHaveLength(1);
}

async function undone(id: string): Promise<void> {
  for (let round = 0; round < 20; round += 1) {
    const response = await call(`/api/inbox/${id}/undo`, { method: "POST" }).catch(() => null);
    if (response?.ok === true) break;
  }
  for (let round = 0; round < 6; round += 1) await passTime();
}

const plain = (all: readonly KeptTransaction[]) =>
  all.map(({ date, amount, payee, notes, files }) => [
    date,
    amount,
    payee,
    notes ?? null,
    files?.length ?? 0,
  ]);
const ROWS = [
  ["2026-03-10", "3.5000", "Coffee", null, 0],
  ["2026-03-12", "41.1800", "LAKESIDE BOOKS", null, 0],
  ["2026-03-20", "-2100.0000", "Salary", null, 0],
];

const BEHIND: Story = {
  before: async () => (await settle((await upload(STATEMENT)).id)).id,
  begin: () => bring(),
  isOver: async (id) => (await look(id)).state === "matched",
  end: async (_, id) => {
    const message = await until(id, "matched");
    enriched(await theOne());
    await undone(message.id);
    expect(plain(await kept())).toEqual(ROWS);
  },
};

const BEFORE: Story = {
  before: async () => (await until(await bring(), "waiting")).id,
  begin: async (id) => {
    const send = () => upload(STATEMENT, "account=Checking", { "idempotency-key": "the file" });
    await send().catch(send);
    return id;
  },
  isOver: BEHIND.isOver,
  end: BEHIND.end,
};

const INSERTED: Story = {
  before: BEFORE.before,
  begin: async (id) => {
    for (let round = 0; round < 20; round += 1) {
      const response = await call(`/api/inbox/${id}/import`, {
        method: "POST",
        body: JSON.stringify({ mode: "insert", account_id: 1 }),
      }).catch(() => null);
      if (response?.ok === true) break;
    }
    return id;
  },
  isOver: async (id) => (await look(id)).state === "inserted",
  end: async (_, id) => {
    if ((await look(id)).state === "waiting" && (await kept()).length === 0)
      await INSERTED.begin(id);
    await until(id, "inserted");
    const { id: transaction } = await theOne();
    enriched(await theOne());
    await settle((await upload(STATEMENT)).id);
    await until(id, "matched");
    expect(await theOne()).toMatchObject({ id: transaction, date: "2026-03-12" });
    enriched(await theOne());
    expect(await kept()).toHaveLength(3);
  },
};

const TAKEN_BACK: Story = {
  before: async () => {
    await BEHIND.before();
    return (await until(await bring(), "matched")).id;
  },
  begin: async (id) => {
    await call(`/api/inbox/${id}/undo`, { method: "POST" }).catch(() => null);
    return id;
  },
  isOver: async () => (await theOne()).notes === null,
  end: async (_, id) => {
    await undone(id);
    expect(plain(await kept())).toEqual(ROWS);
    expect(await look(id)).toMatchObject({ state: "review", transaction_id: null });
  },
};

/** Asks until it is answered. */
async function ask(path: string, body?: object): Promise<void> {
  for (let round = 0; round < 20; round += 1) {
    const response = await call(path, {
      method: "POST",
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch(() => null);
    if (response !== null && response.status < 500) return;
  }
}

async function typed(amount: string): Promise<number> {
  const { kept: all } = await fake("/type-by-hand", {
    date: "2026-03-12",
    amount,
    payee: "LAKESIDE BOOKS",
    manual_account_id: 2,
    currency: "usd",
    external_id: null,
  });
  return all.at(-1)?.id ?? 0;
}

const SPLIT: Story = {
  before: async () => {
    await BEHIND.before();
    return (await until(await bring(ITEMS), "matched")).id;
  },
  begin: async (id) => {
    await ask(`/api/inbox/${id}/split`);
    return id;
  },
  isOver: async (id) => (await look(id)).receipts[0]?.split?.state === "done",
  end: async (_, id) => {
    await SPLIT.begin(id);
    for (let round = 0; round < 20 && !(await SPLIT.isOver(id)); round += 1) await passTime();
    const parts = (await kept()).filter(({ split_parent_id }) => split_parent_id != null);
    expect(parts.map(({ amount, notes }) => [amount, notes])).toEqual([
      ["21.6700", "Harbour atlas, hardback"],
      ["19.5100", "2 x Almanac of tides"],
    ]);
    await undone(id);
    expect(plain(await kept())).toEqual(ROWS);
  },
};

const TOGETHER: Story = {
  before: async () => {
    const ids = [await typed("30.0000"), await typed("11.1800")];
    return `${await bring()} ${ids.join(",")}`;
  },
  begin: async (first) => {
    const [id = "", ids = ""] = first.split(" ");
    await ask(`/api/inbox/${id}/match`, { transactions: ids.split(",").map(Number) });
    return id;
  },
  isOver: async (id) => (await look(id)).state === "matched",
  end: async (first, id) => {
    if ((await look(id)).state !== "matched") await TOGETHER.begin(first);
    await until(id, "matched");
    for (const one of await kept()) enriched(one);
    await undone(id);
    expect(plain(await kept())).toEqual([
      ["2026-03-12", "30.0000", "LAKESIDE BOOKS", null, 0],
      ["2026-03-12", "11.1800", "LAKESIDE BOOKS", null, 0],
    ]);
  },
};

const MERGED: Story = {
  before: async () => {
    const id = await BEFORE.before();
    await ask(`/api/inbox/${id}/import`, { mode: "insert", account_id: 1 });
    await until(id, "inserted");
    return `${id} ${await typed("41.1800")}`;
  },
  begin: async (first) => {
    const [id = "", other = ""] = first.split(" ");
    await ask(`/api/inbox/${id}/match`, { transaction_id: Number(other) });
    return id;
  },
  isOver: async (id) => (await look(id)).state === "matched",
  end: async (first, id) => {
    if ((await look(id)).state !== "matched") await MERGED.begin(first);
    await until(id, "matched");
    expect(await theOne()).toMatchObject({ id: Number(first.split(" ")[1]), manual_account_id: 2 });
    enriched(await theOne());
    await undone(id);
    expect(plain(await kept())).toEqual([["2026-03-12", "41.1800", "LAKESIDE BOOKS", null, 0]]);
  },
};

const DECIDED = {
  "that is split by its items": SPLIT,
  "that is two transactions": TOGETHER,
  "that gives way to what came another way": MERGED,
};

for (const [name, story] of Object.entries(DECIDED))
  test(
    `a receipt ${name} counts once, whichever request the object dies in`,
    () => killedAtRequests(story),
    300_000,
  );
test(
  "a receipt that gives way to what came another way counts once, whichever write the object dies at",
  () => killedAtWrites(MERGED, WRITES),
  300_000,
);

const STORIES = {
  "behind the bank's row": BEHIND,
  "before the bank's row": BEFORE,
  "that is inserted": INSERTED,
  "that is taken back": TAKEN_BACK,
};

for (const [name, story] of Object.entries(STORIES)) {
  // Met from either side it asks the service for the same.
  if (story !== BEFORE)
    test(
      `a receipt ${name} counts once, whichever request the object dies in`,
      () => killedAtRequests(story),
      300_000,
    );
  test(
    `a receipt ${name} counts once, whichever write the object dies at`,
    () => killedAtWrites(story, WRITES),
    300_000,
  );
}
