// What is left of a connection when its person or budget is deleted: nothing.

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test } from "vitest";
import { emptyBucket, reset } from "../reset.ts";
import { ask, json, newPerson, type Person } from "./backup/driver.ts";
import { mailOf } from "./inbox/driver.ts";

afterEach(async () => {
  await emptyBucket();
  await reset();
});

const FILE = "Date,Description,Amount\n2026-10-01,Shop,-5.00\n2026-10-02,Shop,-6.00\n";

/** A person with an import, a message and a backup. */
async function household(mail: string): Promise<Person> {
  const person = await newPerson();
  await json(person, "POST", "/api/imports?preview=true&name=bank.csv", FILE);
  expect((await ask(person, "POST", "/api/inbox", mail, "message/rfc822")).status).toBe(202);
  await json(person, "PUT", "/api/backups", { days: 7 });
  await expect
    .poll(async () => (await json(person, "GET", "/api/backups")).backups.length, {
      timeout: 20_000,
    })
    .toBe(1);
  await expect
    .poll(
      async () => (await keys()).some((key) => key === `document-uses/${SHA}/${person.connection}`),
      { timeout: 20_000 },
    )
    .toBe(true);
  return person;
}

const SHA = "3551c56dd24bfc2f491632e47946136d2c2f96ab1369c4b47849605fd4f99626";

async function keys(): Promise<string[]> {
  return (await env.DOCUMENTS.list()).objects.map(({ key }) => key);
}

async function tablesOf(connection: string): Promise<number> {
  return runInDurableObject(
    env.IMPORTER.getByName(connection),
    (_, { storage }) =>
      storage.sql
        .exec("SELECT 1 FROM sqlite_master WHERE name NOT LIKE '!_cf!_%' ESCAPE '!'")
        .toArray().length,
  );
}

test("deleting one of two people who uploaded the same statement deletes everything of hers and nothing of his", async () => {
  const ada = await household(mailOf({ id: "<ada@shop.example>" }));
  const ben = await household(mailOf({ id: "<ben@shop.example>" }));

  await env.IMPORTER.getByName(ada.connection).erase();

  await expect.poll(() => tablesOf(ada.connection), { timeout: 20_000 }).toBe(0);
  expect((await keys()).filter((key) => key.includes(ada.connection))).toEqual([]);
  expect(await env.TOKENS.get(`connection/${ada.connection}`)).toBeNull();
  expect(await keys()).toContain(`documents/${SHA}`);
  expect((await keys()).filter((key) => key.includes(ben.connection)).length).toBeGreaterThan(2);

  await env.IMPORTER.getByName(ben.connection).erase();

  await expect.poll(() => tablesOf(ben.connection), { timeout: 20_000 }).toBe(0);
  expect(await keys()).toEqual([]);
});
