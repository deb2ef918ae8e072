// The rehearsal of leaving: everything is downloaded, restored elsewhere, and every answer compared.

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { SCHEMA_STEPS } from "../../../src/importer/backup/version.ts";
import { IMPORTER_TABLES } from "../../../src/importer/backup/tables.ts";
import { steps } from "../../../src/importer/schema.ts";
import { must } from "../../../src/platform/assert.ts";
import { toRanges, zipMembers } from "../../../src/platform/zip.ts";
import { Sql } from "../../../src/platform/sql/sql.ts";
import { abortAllDurableObjects, emptyBucket, reset } from "../../reset.ts";
import {
  ask,
  download,
  filesOf,
  json,
  LOCAL,
  newPerson,
  restore,
  restored,
  zipOf,
  type Person,
} from "./driver.ts";
import { fillHousehold } from "./household.ts";

const BUDGET_LISTS = [
  "/v2/me/account/settings",
  "/v2/me/user/settings",
  "/v2/manual_accounts",
  "/v2/linked_accounts",
  "/v2/crypto/manual",
  "/v2/categories?format=nested",
  "/v2/tags",
  "/v2/transactions?limit=1000&include_metadata=true&include_files=true",
  "/v2/transactions?limit=1000&include_group_children=true&include_split_parents=true",
  "/v2/recurring_items?start_date=2026-11-01&end_date=2026-11-30",
  "/v2/balance_history?start_month=2026-01&end_month=2026-11",
  "/v2/summary?start_date=2026-01-01&end_date=2026-12-31",
  "/v1/me",
  "/v1/transactions?start_date=2026-01-01&end_date=2026-12-31",
  "/v1/categories",
  "/v1/tags",
  "/v1/assets",
  "/api/rules",
  "/api/recurring",
  "/api/rates",
];
/** How long is waited for what the alarm does, on a machine that is busy. */
const SOON = { timeout: 20_000 };
const TABLE = "budget/transactions.jsonl";
const IMPORTER_LISTS = [
  "/api/imports",
  "/api/inbox",
  "/api/inbox/counts",
  "/api/layouts",
  "/api/schedules",
  "/api/changes",
  "/api/views",
  "/api/trusted",
  "/api/corrections",
  "/api/stated-balances",
  "/api/transaction-dates",
];

/** Files of a backup that say who made it, and what the budget does by itself after a while. */
const DIFFERENT = [
  "README.txt",
  "manifest.json",
  "contents.json",
  "budget/users.jsonl",
  "budget/budget.jsonl",
  "budget/jobs.jsonl",
  "budget/recurring_detection.jsonl",
];

beforeEach(async () => {
  await json(LOCAL, "GET", "/v2/me");
});
afterEach(async () => {
  await emptyBucket();
  await reset();
});

/** Without what says which budget answers, and for whom. */
function strip(body: unknown): unknown {
  const own = [
    "account_id",
    "api_key_label",
    "created_by_name",
    "uploaded_by",
    "user_id",
    "user_name",
    "user_email",
    "who",
  ];
  return JSON.parse(
    JSON.stringify(body, (name, value: unknown) => (own.includes(name) ? 0 : value)),
  );
}

let made: Promise<Uint8Array> | null = null;

/**
 * The backup of a full household. It is made once, in the first test that asks for it. A test that compares with the
 * original fills a household itself.
 */
async function householdsBackup(): Promise<Uint8Array> {
  made ??= fillHousehold().then(() => download(LOCAL));
  return (await made).slice();
}

async function answers(who: Person): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for (const path of [...BUDGET_LISTS, ...IMPORTER_LISTS])
    found[path] = strip(await json(who, "GET", path));
  return found;
}

/** The details of each thing of a list, and its bytes. */
async function details(who: Person): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  const { imports } = await json(who, "GET", "/api/imports");
  for (const { id } of imports) {
    found[`rows of ${id}`] = await json(who, "GET", `/api/imports/${id}/rows`);
    found[`file of ${id}`] = await (await ask(who, "GET", `/api/imports/${id}/document`)).text();
  }
  const { messages } = await json(who, "GET", "/api/inbox");
  for (const { id } of messages) {
    found[`message ${id}`] = await json(who, "GET", `/api/inbox/${id}`);
    found[`mail of ${id}`] = await (await ask(who, "GET", `/api/inbox/${id}/message`)).text();
  }
  const { changes } = await json(who, "GET", "/api/changes");
  for (const { id } of changes)
    found[`change ${id}`] = strip(await json(who, "GET", `/api/changes/${id}`));
  return found;
}

async function attachmentOf(who: Person): Promise<string> {
  const { transactions } = await json(who, "GET", "/v2/transactions?include_files=true");
  const [file] = transactions.flatMap((one: { files?: { id: number }[] }) => one.files ?? []);
  const { url } = await json(who, "GET", `/v2/transactions/attachments/${file.id}`);
  return (await ask(who, "GET", new URL(url).pathname + new URL(url).search)).text();
}

describe("a backup that is restored elsewhere", () => {
  test("gives every answer of the API that the original gives, and every file", async () => {
    await fillHousehold();
    const before = { ...(await answers(LOCAL)), ...(await details(LOCAL)) };
    for (const list of ["imports", "inbox", "layouts", "schedules", "changes", "views"])
      expect(JSON.stringify(before[`/api/${list}`]).length, list).toBeGreaterThan(40);
    const file = await attachmentOf(LOCAL);
    const zip = await download(LOCAL);
    const grace = await newPerson();
    await env.DOCUMENTS.delete((await env.DOCUMENTS.list()).objects.map(({ key }) => key));

    const done = await restore(grace, zip);

    expect(done).toMatchObject({ state: "done", error: null });
    const after: Record<string, unknown> = { ...(await answers(grace)), ...(await details(grace)) };
    for (const [path, answer] of Object.entries(before)) expect(after[path], path).toEqual(answer);
    expect(Object.keys(after)).toEqual(Object.keys(before));
    expect(await attachmentOf(grace)).toBe(file);
  });

  test("makes receipt addresses anew, with their names", async () => {
    await fillHousehold();
    const zip = await download(LOCAL);
    const grace = await newPerson();

    await restore(grace, zip);

    const [ours, theirs] = [
      (await json(LOCAL, "GET", "/api/addresses")).addresses,
      (await json(grace, "GET", "/api/addresses")).addresses,
    ];
    expect(theirs.map(({ label }: { label: string }) => label)).toEqual(["Shops"]);
    expect(theirs[0].address).toMatch(/@/);
    expect(theirs[0].address).not.toBe(ours[0].address);
  });

  test("is the same backup again when it is downloaded there", async () => {
    const zip = await householdsBackup();
    const grace = await newPerson();

    await restore(grace, zip);

    const [first, second] = [await filesOf(zip), await filesOf(await download(grace))];
    expect([...second.keys()]).toEqual([...first.keys()]);
    for (const [name, text] of first) {
      if (DIFFERENT.includes(name)) continue;
      const ours = (lines: string) =>
        lines
          .replaceAll(/"(created_by|uploaded_by|linked_by)":\d+/g, "")
          .replaceAll(/\\"id\\":\d+/g, "");
      expect(ours(second.get(name) ?? ""), name).toBe(ours(text));
    }
  });

  test("goes on after each kill, and has everything once", async () => {
    await fillHousehold();
    const before = { ...(await answers(LOCAL)), ...(await details(LOCAL)) };
    const zip = await download(LOCAL);
    const grace = await newPerson();
    const { total } = await json(grace, "POST", "/api/restore", zip);
    const carriedOut = async () => (await json(grace, "GET", "/api/restore")).done;
    await expect.poll(carriedOut, { interval: 1, timeout: 30_000 }).toBeGreaterThan(0);

    const seen = new Set<number>();
    for (let kill = 0; kill < 12; kill += 1) {
      await abortAllDurableObjects();
      // Sent again, as a person does who saw an error.
      const again = await json(grace, "POST", "/api/restore", zip);
      seen.add(again.done);
    }

    expect(await restored(grace)).toMatchObject({ state: "done", error: null });
    expect([...seen].filter((parts) => parts > 0 && parts < total)).not.toEqual([]);
    const after = { ...(await answers(grace)), ...(await details(grace)) };
    expect(after).toEqual(before);
  });

  test("is not restored a second time when it is sent again after it was done", async () => {
    const zip = await householdsBackup();
    const grace = await newPerson();
    const first = await restore(grace, zip);
    await json(grace, "POST", "/v2/tags", { name: "Mine" });

    const second = await json(grace, "POST", "/api/restore", zip);

    expect(second).toEqual(first);
    expect(
      (await json(grace, "GET", "/v2/tags")).tags.map(({ name }: { name: string }) => name),
    ).toContain("Mine");
    await expect
      .poll(async () => (await env.DOCUMENTS.list({ prefix: "restores/" })).objects, SOON)
      .toEqual([]);
  });

  test("is read if it was made before a table or column was added", async () => {
    const files = await filesOf(await householdsBackup());
    const manifest = JSON.parse(files.get("manifest.json") ?? "");
    manifest.parts.importer.steps = 20;
    manifest.parts.importer.tables = manifest.parts.importer.tables.filter(
      (name: string) => name !== "views",
    );
    files.set("manifest.json", JSON.stringify(manifest));
    files.delete("importer/views.jsonl");
    files.set(
      "importer/runs.jsonl",
      (files.get("importer/runs.jsonl") ?? "").replaceAll(/,"upload":null/g, ""),
    );
    const grace = await newPerson();

    expect(await restore(grace, await zipOf(files))).toMatchObject({ state: "done" });

    expect((await json(grace, "GET", "/api/views")).views).toEqual([]);
    expect((await json(grace, "GET", "/api/imports")).imports).toHaveLength(2);
  });

  test("has each row of an import with its item and its cells, and shows them again", async () => {
    await fillHousehold();
    const zip = await download(LOCAL);
    const grace = await newPerson();
    const rowsOf = async (who: Person) => {
      const { imports } = await json(who, "GET", "/api/imports");
      return Promise.all(
        imports.map(({ id }: { id: string }) => json(who, "GET", `/api/imports/${id}/rows`)),
      );
    };

    const lines = (await filesOf(zip)).get("importer/rows.jsonl") ?? "";
    for (const line of lines.trim().split("\n"))
      expect(JSON.parse(line)).toMatchObject({ cells: expect.stringMatching(/^\[/) });
    expect(await restore(grace, zip)).toMatchObject({ state: "done" });

    const before = await rowsOf(LOCAL);
    expect(before.flatMap(({ rows: all }) => all).length).toBeGreaterThan(2);
    expect(await rowsOf(grace)).toEqual(before);
  });
});

describe("a file that is no good backup", () => {
  const refusal = async (who: Person, zip: Uint8Array | string) => {
    const response = await ask(who, "POST", "/api/restore", zip);
    const { errors } = await response.json<{ errors: { errMsg: string }[] }>();
    return { status: response.status, said: errors[0]?.errMsg };
  };
  const uploads = async () => (await env.DOCUMENTS.list({ prefix: "restores/" })).objects;
  /** Nothing was written, and nothing is locked. */
  const isUntouched = async (who: Person) => {
    expect((await json(who, "GET", "/v2/transactions")).transactions).toEqual([]);
    expect((await json(who, "GET", "/api/imports")).imports).toEqual([]);
    await json(who, "POST", "/v2/tags", { name: `Free ${Math.random()}` });
    await expect.poll(uploads, SOON).toEqual([]);
  };

  test("is refused if it was cut, at any place", async () => {
    const zip = await householdsBackup();
    const grace = await newPerson();

    for (const part of [0.1, 0.5, 0.9, 0.999]) {
      const { status, said } = await refusal(grace, zip.slice(0, Math.floor(zip.length * part)));
      expect(status, said).toBe(422);
      expect(said).toMatch(/^The file is not a whole backup: /);
    }
    await isUntouched(grace);
  });

  test("is refused if it is no backup at all", async () => {
    const grace = await newPerson();
    const other = await zipOf(new Map([["bank.csv", "Date,Amount\n"]]));

    expect((await refusal(grace, "Date,Amount\n")).said).toMatch(/not a whole backup/);
    expect((await refusal(grace, other)).said).toMatch(/not a backup of Tributary/);
    await isUntouched(grace);
  });

  test("is refused with a clear sentence if a newer version made it", async () => {
    const grace = await newPerson();
    const files = await filesOf(await download(LOCAL));
    const changed = async (change: (manifest: ReturnType<typeof JSON.parse>) => void) => {
      const manifest = JSON.parse(files.get("manifest.json") ?? "");
      change(manifest);
      return zipOf(new Map([...files, ["manifest.json", JSON.stringify(manifest)]]));
    };
    const format = await changed((manifest) => (manifest.version = 2));
    const schema = await changed((manifest) => (manifest.parts.importer.steps += 1));
    const budget = await changed((manifest) => (manifest.parts.budget.steps += 1));
    const part = await zipOf(new Map([...files, ["goals/goals.jsonl", "{}\n"]]));

    expect((await refusal(grace, format)).said).toMatch(/format 2, of a newer Tributary/);
    expect((await refusal(grace, schema)).said).toMatch(/made by a newer Tributary/);
    expect((await refusal(grace, budget)).said).toMatch(/made by a newer Tributary/);
    expect((await refusal(grace, part)).said).toMatch(/does not know: goals\/goals.jsonl/);
    await isUntouched(grace);
  });

  test("is refused if a byte in it was changed, and leaves nothing behind", async () => {
    const zip = await householdsBackup();
    const grace = await newPerson();
    const members = await zipMembers(toRanges(zip), 1_000);
    const one = must(members.ok ? members.value.find(({ name }) => name === TABLE) : null, "there");
    const at = one.offset + 30 + TABLE.length + Math.floor(one.packed / 2);
    zip[at] = (zip[at] ?? 0) ^ 0x10;

    const ended = await restore(grace, zip);

    expect(ended).toMatchObject({
      state: "failed",
      error: `The backup was changed or damaged after it was made: ${TABLE} is not as it was written.`,
    });
    await isUntouched(grace);
  });

  test("is refused if a table was edited without contents.json", async () => {
    const files = await filesOf(await householdsBackup());
    const contents = files.get("contents.json") ?? "";
    const name = TABLE;
    files.set(name, (files.get(name) ?? "").replace("Salary", "Celery"));
    const grace = await newPerson();

    const ended = await restore(grace, await zipOf(files, contents));

    expect(ended).toMatchObject({
      state: "failed",
      error: `The backup was changed or damaged after it was made: ${name} is not as it was written.`,
    });
    await isUntouched(grace);
  });

  test("is given up in the middle if a made-up row cannot be stored, and leaves nothing behind", async () => {
    const files = await filesOf(await householdsBackup());
    const name = "importer/runs.jsonl";
    files.set(name, (files.get(name) ?? "").replace('"state":"done"', '"state":"stolen"'));
    const grace = await newPerson();

    const ended = await restore(grace, await zipOf(files));

    expect(ended.state).toBe("failed");
    expect(ended.error).toMatch(/importer\/runs.jsonl from line 1 .* CHECK/);
    await isUntouched(grace);
    expect(await restore(grace, await householdsBackup()).catch(() => null)).toBeNull();
  });

  test.each([
    ["a row of an import whose cells are no JSON", "rows", '"cells":"[', '"cells":"', "CHECK"],
    ["a row of an import without its cells", "rows", '"cells":', '"sells":', "sells"],
    ["what follows the rows of imports", "edges", '"key":', '"quay":', "quay"],
  ])("is given up in the middle at %s", async (_what, table, from, to, fault) => {
    const files = await filesOf(await householdsBackup());
    const name = `importer/${table}.jsonl`;
    const [first = "", ...others] = (files.get(name) ?? "").trim().split("\n").toReversed();
    files.set(name, `${[first.replace(from, to), ...others].toReversed().join("\n")}\n`);
    const grace = await newPerson();

    const ended = await restore(grace, await zipOf(files));

    expect(ended).toMatchObject({ state: "failed", error: expect.stringContaining(fault) });
    await isUntouched(grace);
    const left = await runInDurableObject(env.IMPORTER.getByName(grace.connection), (_, state) =>
      ["rows", "row_texts"].map((table) => new Sql(state.storage).count(table)),
    );
    expect(left).toEqual([0, 0]);
  });

  test("shows nobody's documents but its own", async () => {
    await fillHousehold();
    const files = await filesOf(await download(LOCAL));
    const document = [...files.keys()].find((name) => name.startsWith("files/documents/")) ?? "";
    files.delete(document);
    const grace = await newPerson();

    expect(await restore(grace, await zipOf(files))).toMatchObject({ state: "done" });

    const { imports } = await json(grace, "GET", "/api/imports");
    const statuses = await Promise.all(
      imports.map(async ({ id }: { id: string }) => {
        const response = await ask(grace, "GET", `/api/imports/${id}/document`);
        await response.body?.cancel();
        return response.status;
      }),
    );
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 404]);
  });

  test("names no stored file of another connection", async () => {
    const files = await filesOf(await householdsBackup());
    const row = {
      id: 90,
      change: 1,
      kind: "file",
      action: "create",
      record: "",
      wanted: '{"key":"mail/1/secret"}',
      state: "waiting",
    };
    files.set("importer/change_records.jsonl", `${JSON.stringify(row)}\n`);
    const grace = await newPerson();

    const ended = await restore(grace, await zipOf(files));

    expect(ended.error).toMatch(/its file is not one that the journal keeps/);
  });

  test("is refused where something was imported already", async () => {
    await fillHousehold();
    const zip = await download(LOCAL);

    expect(await refusal(LOCAL, zip)).toEqual({
      status: 409,
      said: "There is something here already: runs. A backup is restored where nothing was imported yet.",
    });
  });
});

describe("what is in a backup", () => {
  test("is no token, key or secret", async () => {
    await fillHousehold();
    await json(LOCAL, "POST", "/api/keys", { label: "script" });
    const hook = await json(LOCAL, "POST", "/api/hooks", { label: "Bank", check: "address" });

    const files = await filesOf(await download(LOCAL));

    const all = [...files]
      .filter(([name]) => name !== "README.txt")
      .map(([, text]) => text)
      .join("\n");
    for (const word of [...JSON.stringify(hook).matchAll(/[A-Za-z0-9_-]{30,}/g)].map(
      ([text]) => text,
    ))
      expect(all).not.toContain(word);
    expect(all).not.toMatch(/"(sealed|sealed_\w+|token_hash)":/);
    // The one table with a hash: of what a form sent.
    const hashed = [...files].filter(([, text]) => text.includes('"hash":')).map(([name]) => name);
    expect(hashed).toEqual(["importer/changes.jsonl"]);
    for (const [name] of files)
      expect(name).not.toMatch(/connection|keys|secret|token|hook|endpoint|grants|members/);
    expect(files.get("README.txt")).toContain("What is not here");
  });

  test("is no formula that a spreadsheet would run", async () => {
    const files = await filesOf(await householdsBackup());

    const sheet = files.get("csv/transactions.csv") ?? "";
    expect(sheet).toContain("'=HYPERLINK");
    expect(sheet).not.toMatch(/(^|,|")=HYPERLINK/m);
    expect(sheet).toMatch(/,-2500\.0000,usd,Checking,/);
    // What is restored is the line of JSON, as it was.
    expect(files.get("budget/transactions.jsonl")).toContain('"=HYPERLINK');
  });

  test("is every table of a connection, but for those that are known to stay out", async () => {
    await json(LOCAL, "GET", "/api/imports");
    const tables = await runInDurableObject(env.IMPORTER.getByName("1"), (_, state) =>
      new Sql(state.storage)
        .all<{ name: string }>(
          "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_cf%' ESCAPE '\\' AND name NOT LIKE 'sqlite%'",
        )
        .map(({ name }) => name),
    );

    expect(SCHEMA_STEPS).toBe(steps.length);
    expect(tables.filter((name) => !IMPORTER_TABLES.includes(name)).toSorted()).toEqual([
      "address_secrets",
      "backup_plan",
      "backup_target",
      "backups",
      "connection",
      "deliveries",
      "endpoints",
      "errands",
      "forgotten_mail",
      "hook_addresses",
      "hook_calls",
      "hook_tellings",
      "hooks",
      "idempotency",
      "kept_files",
      "keys",
      "notices",
      "pen",
      "readings",
      "restores",
      "rising",
      "row_texts",
      "schedule_claims",
      "schedule_secrets",
      "schema_journal",
    ]);
  });
});
