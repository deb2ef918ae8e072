// The secrets of schedules: sealed for their place, never shown, never sent to another address than
// they were set for, sealed again when the key changes, and gone with the schedule or the
// connection.

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test } from "vitest";
import { whileTimeStands } from "../../clock.ts";
import { reset } from "../../reset.ts";
import { Schedules } from "../../../src/importer/schedules/feature.ts";
import { callsTo, coreOf } from "../../importer-calls.ts";

const bindings: Env = env;
const importer = () => bindings.IMPORTER.getByName("1");
const SECRET = "Authorization: Bearer planted-schedule-secret";
const SOURCE = {
  type: "json",
  url: "https://bank.example/balance",
  path: "$.balance",
  currency: "eur",
};

afterEach(() => reset());

const create = (source: object) =>
  callsTo(importer()).createSchedule({
    name: "Bank",
    cron: "0 6 * * *",
    timezone: "UTC",
    enabled: false,
    source,
    target: { crypto_manual_id: 1 },
  });
const stored = () =>
  runInDurableObject(importer(), (_, state) =>
    state.storage.sql
      .exec<{ schedule: string; name: string; sealed: string }>("SELECT * FROM schedule_secrets")
      .toArray(),
  );

async function made(): Promise<string> {
  const done = await create({ ...SOURCE, secrets: { headers: SECRET } });
  return done.value.id;
}

test("a secret is shown as set, in no answer and in no table as itself", async () => {
  const id = await made();

  const shown = JSON.stringify([
    await callsTo(importer()).schedules(),
    await callsTo(importer()).schedule(id),
  ]);
  expect(shown).toContain('"secrets":{"headers":{"set":true}}');
  expect(shown + JSON.stringify(await stored())).not.toContain("planted-schedule-secret");
});

test("a source at another address needs its secrets said again; a new name does not", async () => {
  const id = await made();

  const moved = await callsTo(importer()).changeSchedule(id, {
    source: { ...SOURCE, url: "https://thief.example/" },
  });
  const named = await callsTo(importer()).changeSchedule(id, { name: "My bank" });
  const said = await callsTo(importer()).changeSchedule(id, {
    source: { ...SOURCE, url: "https://other.example/", secrets: {} },
  });

  expect(moved).toMatchObject({
    status: 400,
    value: { errors: [{ instancePath: "/body/source/secrets" }] },
  });
  expect([named.ok, said.ok, await stored()]).toEqual([true, true, []]);
});

test("two changes at once never join the address of one to the secrets of the other", async () => {
  const id = await made();
  const moved = {
    source: {
      ...SOURCE,
      url: "https://other.example/",
      secrets: { headers: "Authorization: planted-other" },
    },
  };

  const both = await runInDurableObject(importer(), (_, state) => {
    const schedules = new Schedules(coreOf(state, bindings, "1"));
    const changes = [moved, { cron: "0 7 * * *" }, moved];
    return Promise.all(changes.map((what) => schedules.change(id, JSON.stringify(what))));
  });

  const taken = both.filter(({ ok }) => ok);
  expect(taken).toHaveLength(1);
  expect(both.filter(({ ok }) => !ok)).toMatchObject([
    { error: { kind: "not offered" } },
    { error: { kind: "not offered" } },
  ]);
  expect(await callsTo(importer()).schedule(id)).toMatchObject(
    both[1]?.ok === true
      ? { cron: "0 7 * * *", source: SOURCE }
      : { cron: "0 6 * * *", source: { url: "https://other.example/" } },
  );
});

test("what an older key sealed is sealed again, and what opens with none is said", async () => {
  await made();
  const [before] = await stored();
  expect(await importer().reseal()).toMatchObject({ resealed: 0, current: 1, failed: [] });

  await runInDurableObject(importer(), (_, state) =>
    state.storage.sql.exec(
      "UPDATE schedule_secrets SET sealed = 'AgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=='",
    ),
  );

  expect(before?.name).toBe("headers");
  expect(await importer().reseal()).toMatchObject({
    resealed: 0,
    current: 0,
    failed: ["1 secrets of schedules open with neither key: they have to be set again"],
  });
});

test("a secret that was moved to another schedule opens nowhere, and the run says what to do", async () => {
  const [from, to] = [await made(), await made()];
  await runInDurableObject(importer(), (_, state) => {
    state.storage.sql.exec(
      "UPDATE schedule_secrets SET sealed = (SELECT sealed FROM schedule_secrets WHERE schedule = ?) WHERE schedule = ?",
      from,
      to,
    );
  });

  const run = await whileTimeStands(async () => callsTo(importer()).runSchedule(to));

  expect(run.value).toMatchObject({
    state: "failed",
    fault: {
      kind: "refused",
      message: "Its credentials open with no key of this deployment: set them again.",
    },
  });
});

test("with the schedule its secrets are gone", async () => {
  const id = await made();

  expect([
    await callsTo(importer()).deleteSchedule(id),
    await stored(),
    await callsTo(importer()).deleteSchedule(id),
  ]).toEqual([true, [], false]);
});
