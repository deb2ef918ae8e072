// The schema of a connection's object: steps that shipped never change, and an object of an older
// version goes on with all it has.

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, expect, test } from "vitest";
import { steps } from "../../src/importer/schema.ts";
import { hashStep, migrate } from "../../src/platform/sql/migrate.ts";
import { Sql } from "../../src/platform/sql/sql.ts";
import { reset } from "../reset.ts";
import { callsTo } from "../importer-calls.ts";

const bindings: Env = env;
const CONNECTION = "abcdefghijklmnopqrstuvwx27";
const importer = () => bindings.IMPORTER.getByName(CONNECTION);
const HASH = "a".repeat(64);

afterEach(() => reset());

test("the steps that shipped are unchanged", async () => {
  expect(
    await Promise.all(steps.map(async (step) => [step.id, step.name, await hashStep(step)])),
  ).toEqual(SHIPPED);
});

test("an object from before runs followed imports and hooks' secrets could be changed keeps its schedules, hooks and what they told", async () => {
  await runInDurableObject(importer(), async (_, state) => {
    const sql = new Sql(state.storage);
    await migrate(
      sql,
      steps.filter(({ id }) => id <= 12),
      1,
    );
    sql.run(
      "INSERT INTO runs (id, state, door, document, options, created_at) VALUES ('told', 'done', 'hook', '{}', '{}', 5)",
    );
    sql.run("INSERT INTO hooks (id, label, hash, created_at) VALUES (3, 'Till', ?, 5)", HASH);
    sql.run(
      "INSERT INTO hook_calls (hook, key, body, run, received_at) VALUES (3, 'k1', ?, 'told', 5)",
      HASH,
    );
    sql.run(
      "INSERT INTO hook_calls (hook, key, body, account, amount, currency, as_of, state, received_at) VALUES (3, 'k2', ?, 9, '1.0000', 'eur', 4, 'done', 5)",
      HASH,
    );
    sql.run(
      "INSERT INTO hook_items (hook, external_id, facts, run) VALUES (3, 'till-1', 'facts', 'told')",
    );
    const source = `'json', '{"url":"https://bank.example/","path":"$","currency":"eur"}', '{"manual_account_id":9}'`;
    sql.run(
      `INSERT INTO schedules (id, name, cron, timezone, enabled, stopped, type, settings, target, not_before, failures, created_at, updated_at) VALUES ('s1', 'House', '0 6 * * *', 'UTC', 0, 'It was refused.', ${source}, 6, 2, 5, 5)`,
    );
    sql.run(
      "INSERT INTO schedule_secrets (schedule, name, sealed) VALUES ('s1', 'headers', 'sealed')",
    );
    sql.run(
      `INSERT INTO schedule_runs (schedule, due_at, state, tries, reading, writing, outcome, created_at, finished_at) VALUES ('s1', 4, 'done', 1, '{"amount":"1","unit":"eur","as_of":null,"name":null}', '{"path":"/manual_accounts/9","body":{"balance":"1.0000"}}', 'Set.', 5, 6)`,
    );
  });

  expect(await callsTo(importer()).hooks()).toMatchObject([
    { id: 3, label: "Till", check: "address" },
  ]);
  expect((await callsTo(importer()).hookCalls(3, 10, 0)).calls).toMatchObject([
    { balance: { account_id: 9, amount: "1.0000", state: "done" } },
    { import_id: "told" },
  ]);
  expect(await callsTo(importer()).schedule("s1")).toMatchObject({
    name: "House",
    enabled: false,
    stopped: "It was refused.",
    failures: 2,
    target: { manual_account_id: 9 },
    source: { type: "json", url: "https://bank.example/", secrets: { headers: { set: true } } },
    runs: [
      {
        state: "done",
        import: null,
        read: { amount: "1" },
        written: { path: "/manual_accounts/9" },
      },
    ],
  });
  await runInDurableObject(importer(), (_, state) => {
    const sql = new Sql(state.storage);
    expect(sql.all("SELECT * FROM hook_tellings")).toEqual([
      { hook: 3, external_id: "till-1", facts: "facts", run: "told" },
    ]);
    expect(sql.all("SELECT pins, not_before FROM schedules")).toEqual([
      { pins: "{}", not_before: 6 },
    ]);
    expect(sql.all("SELECT id FROM schema_journal ORDER BY id")).toHaveLength(steps.length);
  });
});

test("an object from before failed imports could be dismissed lists what waits, however old", async () => {
  await runInDurableObject(importer(), async (_, state) => {
    const sql = new Sql(state.storage);
    await migrate(
      sql,
      steps.filter(({ id }) => id <= 16),
      1,
    );
    for (const [id, now] of [
      ["asks", "question"],
      ["broken", "failed"],
      ["paired", "done"],
      ["over", "done"],
    ] as const) {
      sql.run(
        "INSERT INTO runs (id, state, door, document, options, created_at) VALUES (?, ?, 'upload', '{}', '{}', 5)",
        id,
        now,
      );
    }
    sql.run(
      "INSERT INTO transfers (run, key, debit, credit, kind, sides, evidence, state) SELECT seq, 'k', 1, 2, 'equal', '{}', '[]', 'suggested' FROM runs WHERE id = 'paired'",
    );
  });

  const { imports, total } = await callsTo(importer()).waiting(10, 0);

  expect(imports.map(({ id, transfers_to_decide: transfers }) => [id, transfers])).toEqual([
    ["paired", 1],
    ["broken", 0],
    ["asks", 0],
  ]);
  expect(total).toBe(3);
});

test("an object from before recipients were remembered keeps whom a person accepted, and counts on", async () => {
  const kept = await runInDurableObject(importer(), async (_, state) => {
    const sql = new Sql(state.storage);
    await migrate(
      sql,
      steps.filter(({ id }) => id <= 27),
      1,
    );
    sql.run(
      "INSERT INTO trusted (id, kind, who, at, message) VALUES (3, 'sender', 'shop.example', 5, 'm1'), (4, 'forwarder', 'ada@mail.example', 6, NULL)",
    );
    await migrate(sql, steps, 2);
    sql.run("INSERT INTO trusted (kind, who, at) VALUES ('recipient', 'ada@work.example', 7)");
    return sql.all("SELECT * FROM trusted ORDER BY id");
  });

  expect(kept).toEqual([
    { id: 3, kind: "sender", who: "shop.example", at: 5, message: "m1" },
    { id: 4, kind: "forwarder", who: "ada@mail.example", at: 6, message: null },
    { id: 5, kind: "recipient", who: "ada@work.example", at: 7, message: null },
  ]);
});

test("an object from before cash was remembered keeps what a person corrected for a sender", async () => {
  const kept = await runInDurableObject(importer(), async (_, state) => {
    const sql = new Sql(state.storage);
    await migrate(
      sql,
      steps.filter(({ id }) => id <= 26),
      1,
    );
    sql.run(
      "INSERT INTO merchant_memory (domain, field, value, at) VALUES ('shop.example', 'currency', 'usd', 5)",
    );
    await migrate(sql, steps, 2);
    sql.run(
      "INSERT INTO merchant_memory (domain, field, value, at) VALUES ('shop.example', 'cash_account', '4', 6)",
    );
    return sql.all("SELECT * FROM merchant_memory ORDER BY at");
  });

  expect(kept).toEqual([
    { domain: "shop.example", field: "currency", value: "usd", at: 5 },
    { domain: "shop.example", field: "cash_account", value: "4", at: 6 },
  ]);
});

test("an object from before rows had their texts apart shows the items and cells of its rows", async () => {
  await runInDurableObject(importer(), async (_, state) => {
    const sql = new Sql(state.storage);
    await migrate(
      sql,
      steps.filter(({ id }) => id <= 34),
      1,
    );
    sql.run(
      "INSERT INTO runs (id, state, door, document, options, read, inserted, skipped, created_at) VALUES ('old', 'done', 'upload', '{}', '{}', 2, 1, 1, 5)",
    );
    sql.run(
      `INSERT INTO rows (run, seq, line, state, account, date, amount, key, occurrence, item, cells, transaction_id, reason) VALUES
       (1, 0, 2, 'inserted', 9, '2026-03-01', -430, 'k', 1, '{"date":"2026-03-01","payee":"Bakery"}', '["1.3.2026","-4.30"]', 77, NULL),
       (1, 1, 3, 'skipped', NULL, NULL, NULL, NULL, NULL, NULL, '["Total","-4.30"]', NULL, 'a sum')`,
    );
  });

  const inserted = await callsTo(importer()).rows("old", "inserted", 10, 0);
  const skipped = await callsTo(importer()).rows("old", "skipped", 10, 0);

  expect(inserted?.rows).toMatchObject([
    { line: 2, item: { payee: "Bakery" }, transaction_id: 77, raw: ["1.3.2026", "-4.30"] },
  ]);
  expect(skipped?.rows).toMatchObject([
    { line: 3, item: null, reason: "a sum", raw: ["Total", "-4.30"] },
  ]);
});

const SHIPPED: readonly (readonly [number, string, string])[] = [
  [1, "runs", "2150d2b87bd6a34e200b9b0ac28b46ea7fd858d15bce8e40441b51729c3daf4c"],
  [2, "addresses", "c15bb1fafc3a7a9ffe10c7f7694e164739b84c564a71f373bca367ae525231c5"],
  [3, "connection", "7328383b1863ab2729561778ff7de7dadb6889767090682bf843daedc53ac4f6"],
  [4, "layouts", "4aa9c463b1919f335d3de8644c39b6a7d94fd89113a6f337bcb33465c8146820"],
  [5, "matches", "deae5becb74c58e038bc6bc925e7f4b783ca321733f7292b038685049932776c"],
  [6, "inbox", "432b33225880bfdda8aa5737eda251fb3aa3f83e042cb5e91d00a760f5ac9e9d"],
  [7, "settling", "76a93e1f00efc76bb2c8db8c7ad81094a2e8a6ad27abe62a4b8a22649f57a58d"],
  [8, "trust", "3ef3974913571d8cb2655dee32479b7dc96843ad5a882e7e7a0c99d1418853a5"],
  [9, "meeting", "b596c0da631259de62655346015dcdf82f3e847f968f78dcf4598f105ef09c76"],
  [10, "document minutes", "ff9a4e9e3619f0cc891de656469a7706cca537d595880fb9d7e28d5e9cd22402"],
  [11, "webhooks", "75adba3dc13f0a89b58b15574892a78edd61d8fb2e43f6c6a8cef7103e258359"],
  [12, "schedules", "af82c9169d161e048ebccec5376cb4ac8ade3a79060b3d453b2ec6e4945484e1"],
  [13, "schedule-follow-ups", "ca5b2666b97ba70f64ed28591a5fa9161bbf5ce05c8bc104a8af5fc05beaf134"],
  [14, "webhook rotation", "e8ae539b75f79cac048755b3086ae0b1bd50787c5379e856084248ea50e1f9bf"],
  [15, "schedule-pins", "fcb7cb3b7d4caa6b607c72b9a65c78eac5e714418c267a6ed95c81f802da1af5"],
  [16, "schedule-owed", "131328f614f3b0dd264ae3768e3fb44cf0fb39147080d7e4f55a236c45849db5"],
  [17, "imports-waiting", "74935dd877a89b4498a1c8eb04562494d7923dd7c489227f0af8262811f32e58"],
  [18, "stated-balances", "77c7cac37da88142473713b1fc6e084077f4ac6275d58cc9bb2c5da6a2d084d9"],
  [19, "queue faults", "419699a0808df203b4fc92082d535e2a51fd5f6c4945f7451d68951ba99e2a81"],
  [20, "changes", "1263709eb86f64b1d2b26ac193c92bc7d6c5a2d8f2bb0d319a6c9ab59c59d820"],
  [21, "change records", "1491a273e0826c8a2a93751bdd619e0fd390f77e48caea6cc3fd8afe841b7edc"],
  [22, "views", "19ed683d9a210778123fbf5c929ef256db2d31c810cd2e55f0010754c0754727"],
  [23, "uploads", "4d831de1342010cd9f2818a1c2fd05a6a452a8a1ba85cdb2f81a49fd82c0b80d"],
  [24, "changes of imports", "c90e0a3c411e3c25c8e9344a8b0f7867ecf7cbb4803d9ef31f56e86cecd7010a"],
  [25, "kept files", "a7a6c2482a3e9ca2d9f9f7511f6c3a9755d992cd00666f63c820f99cd7a3246f"],
  [26, "account dates", "7b1f0a812dd130b0917bf47bf8493156e43f6e453bc73042ae39a1b1a92a75ee"],
  [27, "cash accounts", "44fea0b1f8f6a38e412cca3ccf45e6a3729797f65156ff12337d27ea3321b176"],
  [28, "recipients", "f8f73fabfc6e7c13a4639190a7c4d6b6e085d6d2708cdcff109e314988b1cdbf"],
  [29, "key rights", "b55f872b56fd49ef3cd823f48259c6497123ad860bd5961307831ffeb4b85f98"],
  [30, "inserted by date", "1e4a2092e39de10c2b70c2937c3c4cb361ab72c6d790b293e3c4c9a4e78afc07"],
  [31, "backups", "a07070a5f4c0d2a16992f71454115b6fb03a437d43f794fb109b6497f45455f5"],
  [32, "readings", "f7eb9ae51a8651b99b5dcc73765ab9ef2da6580bb367866218c5cc67561aebd6"],
  [33, "backup target", "3c39704dc09c4b613e604aec3e09d87d79cbdeec26913efd2fd9c3849b71672c"],
  [34, "target password", "0ab4847803bb1fbbc559203d6e98457abfd313d8954de6655c04aa86306b4b47"],
  [35, "row texts", "642d008ae1dd2eb25524505557b22e402a19706881cba45657d6b489368c2f94"],
];
