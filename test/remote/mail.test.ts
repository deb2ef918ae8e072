// Mail while the budget is somebody else's service over HTTP: the door and the reading need nobody;
// a statement that was attached is posted once, when a person says so, whatever fails meanwhile.

import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readConfig } from "../../src/config.ts";
import { receiveEmail } from "../../src/importer/inbox/mailbox.ts";
import type { InboxMessage } from "../../src/importer/inbox/message.ts";
import { call, fail, fake, look, manyRows, passTime, settle, statement } from "./driver.ts";
import { abortAllDurableObjects, reset } from "../reset.ts";

beforeEach(async () => {
  await fake("/reset");
});
afterEach(() => reset());

const MAIL =
  "From: Shop <s@shop.example>\r\nSubject: Your visit\r\nMessage-ID: <1@shop.example>\r\n\r\nThank you. See https://shop.example/receipt and <img src=https://shop.example/p.gif>.\r\n";
const ROWS = 40;
const WITH_STATEMENT =
  "From: Bank <b@bank.example>\r\nSubject: Your statement\r\nMessage-ID: <2@bank.example>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n" +
  `--x\r\nContent-Type: text/plain\r\n\r\nYour statement is attached.\r\n--x\r\nContent-Type: text/csv; name=bank.csv\r\nContent-Disposition: attachment; filename=bank.csv\r\n\r\n${statement(manyRows(ROWS))}--x--\r\n`;

async function bring(raw: string): Promise<InboxMessage> {
  const response = await call("/api/inbox", {
    method: "POST",
    body: raw,
    headers: { "content-type": "message/rfc822" },
  });
  expect([200, 202]).toContain(response.status);
  return response.json();
}

async function untilRead(id: string): Promise<InboxMessage> {
  for (let round = 0; round < 4_000; round += 1) {
    const message = await (await call(`/api/inbox/${id}`)).json<InboxMessage>();
    if (message.reader_version !== null) return message;
    await scheduler.wait(10);
  }
  throw new Error("the mail is not read");
}

test("a mail that asks for nothing of the budget is taken and read without a request to anybody", async () => {
  await fail({ on: "GET", drop: true }, { on: "GET", status: 401 });
  const { id } = await bring(MAIL);

  expect(await untilRead(id)).toMatchObject({ subject: "Your visit" });
  expect((await fake("/look")).log).toEqual([]);
});

test("a deployment without a mailbox rejects all mail", async () => {
  const said: string[] = [];
  const setReject = (reason: string) => void said.push(reason);
  const to = "receipts+1-aaaaaaaaaaaaaaaa@example.com";
  await receiveEmail(
    { from: "a@b.example", to, raw: new Blob([MAIL]).stream(), rawSize: MAIL.length, setReject },
    env,
    readConfig(env),
  );

  expect(said).toEqual(["No such mailbox"]);
});

describe("a statement that was attached", () => {
  /** Its import, once it is shown, with its account said. */
  async function shownImport(): Promise<{ message: string; run: string }> {
    const { id } = await bring(WITH_STATEMENT);
    const { imports } = await untilRead(id);
    expect(imports).toHaveLength(1);
    const [run = ""] = imports;
    for (let round = 0; round < 20 && (await look(run)).state !== "question"; round += 1)
      await passTime();
    const [question] = (await look(run)).questions;
    const choice = question?.choices.find(({ label }) => label.startsWith("Checking"))?.value ?? "";
    const answered = await call(`/api/imports/${run}/answers`, {
      method: "POST",
      body: JSON.stringify({ answers: { [question?.id ?? ""]: choice } }),
    });
    expect(answered.status, await answered.clone().text()).toBe(200);
    expect((await settle(run)).state).toBe("preview");
    return { message: id, run };
  }

  test("waits to be confirmed, and is posted once through lost answers and aborted objects", async () => {
    const { message, run } = await shownImport();
    expect((await fake("/look")).kept).toEqual([]);
    expect(await untilRead(message)).toMatchObject({ state: "review", reason: "statement" });

    await fail({ commit: true, drop: true }, { status: 500 }, { commit: true, drop: 20 });
    await call(`/api/imports/${run}/confirm`, { method: "POST" });
    await abortAllDurableObjects();
    await bring(WITH_STATEMENT);
    await call(`/api/inbox/${message}/reread`, { method: "POST" });
    const done = await settle(run);

    expect(done).toMatchObject({
      state: "done",
      door: "mail",
      counts: { read: ROWS, inserted: ROWS },
    });
    expect((await fake("/look")).kept).toHaveLength(ROWS);
    for (
      let round = 0;
      round < 4_000 &&
      (await (await call(`/api/inbox/${message}`)).json<InboxMessage>()).state !== "ignored";
      round += 1
    )
      await scheduler.wait(10);
    const after = await (await call(`/api/inbox/${message}`)).json<InboxMessage>();
    expect(after).toMatchObject({ state: "ignored", reason: "statement", imports: [run] });
  });
});
