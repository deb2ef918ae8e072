// Backups that are made by themselves.

import { env } from "cloudflare:workers";
import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, expect, test } from "vitest";
import { BACKUPS_KEPT_MAX } from "../../../src/platform/limits.ts";
import { wakeSome } from "../../../src/importer/connection/all-connections.ts";
import type { KeptList } from "../../../src/importer/backup/wire.ts";
import { Sql } from "../../../src/platform/sql/sql.ts";
import { emptyBucket, reset } from "../../reset.ts";
import { ask, filesOf, json, LOCAL, newPerson, restore } from "./driver.ts";

beforeEach(async () => {
  await json(LOCAL, "GET", "/v2/me");
});
afterEach(async () => {
  await emptyBucket();
  await reset();
});

/** How long is waited for what the alarm does, on a machine that is busy. */
const SOON = { timeout: 20_000 };
const list = async (): Promise<KeptList> => json(LOCAL, "GET", "/api/backups");
const count = async () => (await list()).backups.length;
const inBucket = async () => (await env.DOCUMENTS.list({ prefix: "backups/" })).objects.length;

/** Lets the next backup be due now, and the alarm do what is due. */
async function makeDue(): Promise<void> {
  const importer = env.IMPORTER.getByName("1");
  await runInDurableObject(importer, (_, state) => {
    new Sql(state.storage).run("UPDATE backup_plan SET due_at = 1");
  });
  await importer.wake();
  await runDurableObjectAlarm(importer);
}

test("switching backups on makes the first at once, which can be restored", async () => {
  const on = await json(LOCAL, "PUT", "/api/backups", { days: 7 });
  await expect.poll(count, SOON).toBe(1);

  const { backups, next_at, error } = await list();
  const file = await ask(LOCAL, "GET", `/api/backups/${backups[0]?.id}`);
  const zip = new Uint8Array(await file.arrayBuffer());
  const grace = await newPerson();

  expect(on.days).toBe(7);
  expect(error).toBeNull();
  expect(Date.parse(next_at ?? "") - Date.now()).toBeGreaterThan(6.9 * 24 * 3_600_000);
  expect(backups[0]?.bytes).toBe(zip.length);
  expect([...(await filesOf(zip)).keys()]).toContain("budget/categories.jsonl");
  expect(await restore(grace, zip)).toMatchObject({ state: "done" });
});

test("only the newest backups are kept", async () => {
  await json(LOCAL, "PUT", "/api/backups", { days: 1 });
  await expect.poll(count, SOON).toBe(1);

  for (let made = 1; made < BACKUPS_KEPT_MAX + 2; made += 1) {
    const before = (await list()).backups[0]?.id;
    await makeDue();
    await expect.poll(async () => (await list()).backups[0]?.id, SOON).not.toBe(before);
  }

  expect(await count()).toBe(BACKUPS_KEPT_MAX);
  await expect.poll(inBucket, SOON).toBe(BACKUPS_KEPT_MAX);
});

test("the heartbeat makes a backup whose alarm was dropped", async () => {
  await json(LOCAL, "PUT", "/api/backups", { days: 1 });
  await expect.poll(count, SOON).toBe(1);
  await runInDurableObject(env.IMPORTER.getByName("1"), async (_, state) => {
    new Sql(state.storage).run("UPDATE backup_plan SET due_at = 1");
    await state.storage.deleteAlarm();
  });

  await wakeSome(env);

  await expect.poll(count, SOON).toBe(2);
});

test("a backup that was being written when the object was killed is deleted and made again", async () => {
  await json(LOCAL, "PUT", "/api/backups", { days: 1 });
  await expect.poll(count, SOON).toBe(1);
  await runInDurableObject(env.IMPORTER.getByName("1"), async (_, state) => {
    await env.DOCUMENTS.put("backups/1/half.zip", "half");
    new Sql(state.storage).run(
      "INSERT INTO backups (key, state, made_at) VALUES ('backups/1/half.zip', 'writing', 1)",
    );
  });

  await makeDue();

  await expect.poll(count, SOON).toBe(2);
  expect(await env.DOCUMENTS.head("backups/1/half.zip")).toBeNull();
});

test("a backup can be deleted, and making them can be switched off", async () => {
  await json(LOCAL, "PUT", "/api/backups", { days: 1 });
  await expect.poll(count, SOON).toBe(1);

  await json(LOCAL, "DELETE", `/api/backups/${(await list()).backups[0]?.id}`);
  const off = await json(LOCAL, "PUT", "/api/backups", { days: null });

  expect(off).toMatchObject({ days: null, next_at: null });
  await expect.poll(inBucket, SOON).toBe(0);
  expect((await ask(LOCAL, "GET", "/api/backups/1")).status).toBe(404);
});
