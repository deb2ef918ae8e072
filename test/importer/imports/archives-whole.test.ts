// Archives through the whole importer: an import each, the Idempotency-Key for all of them
// together, and what nobody can read listed with the reason.

import { env, exports } from "cloudflare:workers";
import { afterEach, expect, test } from "vitest";
import type { Import } from "../../../src/importer/imports/runs.ts";
import { compressed, zipOf } from "../../statements/workbook/zip-writing.ts";
import { xlsxOf } from "../../statements/workbook/xlsx-writing.ts";
import { whileTimeStands } from "../../clock.ts";
import { HEADERS, listed, rest } from "../posting/driver.ts";
import { reset } from "../../reset.ts";
import { callsTo } from "../../importer-calls.ts";

afterEach(() => reset());

const MARCH = "Date,Description,Amount\n2026-03-13,Coffee,-3.50\n2026-03-14,Salary,100.00\n";
const APRIL = "Date,Description,Amount\n2026-04-13,Tea,-2.50\n2026-04-15,Salary,100.00\n";

function send(file: Uint8Array, headers: Record<string, string> = {}): Promise<Response> {
  return exports.default.fetch(
    new Request("https://tributary.test/api/imports?account=Checking&name=download.zip", {
      method: "POST",
      headers: { ...HEADERS, ...headers },
      body: file,
    }),
  );
}

async function storedPayees(): Promise<string[]> {
  return (await listed()).map(({ payee, date }) => `${date} ${payee}`).sort();
}

test("one statement in an archive is imported as if it had been uploaded", async () => {
  for (const file of [
    await zipOf([{ name: "march.csv", content: MARCH }]),
    await compressed(new TextEncoder().encode(MARCH), "gzip"),
  ]) {
    const response = await send(file);
    const run = await response.json<Import>();

    expect(response.status).toBe(202);
    expect(response.headers.get("location")).toBe(`/api/imports/${run.id}`);
    expect((await rest(run.id)).state).toBe("done");
  }
  expect(await storedPayees()).toEqual(["2026-03-13 Coffee", "2026-03-14 Salary"]);
});

test("several are an import each, in one answer and in the list; what is no statement says why; the same key repeats the answer", async () => {
  const workbook = await xlsxOf([
    ["Date", "Description", "Amount"],
    [{ day: "2026-05-13" }, "Book", -9.5],
    [{ day: "2026-05-14" }, "Salary", 100],
  ]);
  const file = await zipOf([
    { name: "march.csv", content: MARCH },
    { name: "secret.csv", content: APRIL, flags: 0x801 },
    { name: "may.xlsx", content: workbook },
    { name: "terms.pdf", content: "%PDF-1.7 terms" },
  ]);

  const first = await send(file, { "idempotency-key": "whole" });
  const { imports } = await first.json<{ imports: Import[] }>();
  const again = await send(file, { "idempotency-key": "whole" });
  const repeated = await again.json<{ imports: Import[] }>();
  const other = await send(await zipOf([{ name: "april.csv", content: APRIL }]), {
    "idempotency-key": "whole",
  });
  const runs = await Promise.all(imports.map(({ id }) => rest(id)));
  const kept = await callsTo(env.IMPORTER.getByName("1")).list(100, 0);

  expect([first.status, again.status, other.status]).toEqual([202, 202, 422]);
  expect(repeated.imports.map(({ id }) => id)).toEqual(imports.map(({ id }) => id));
  expect(
    runs.map(({ document, state }) => `${document.name} in ${document.archive}: ${state}`),
  ).toEqual([
    "march.csv in download.zip: done",
    "secret.csv in download.zip: failed",
    "may.xlsx in download.zip: done",
    "terms.pdf in download.zip: failed",
  ]);
  expect(runs[1]?.error).toContain("password");
  expect(runs[3]?.error).toContain("PDF");
  expect(kept.imports).toHaveLength(4);
  expect(await storedPayees()).toEqual([
    "2026-03-13 Coffee",
    "2026-03-14 Salary",
    "2026-05-13 Book",
    "2026-05-14 Salary",
  ]);
});

test("an archive in which nothing can be read is refused with each file's reason", async () => {
  const file = await zipOf([
    { name: "a.pdf", content: "%PDF-1.7 a" },
    { name: "b.csv", content: "x", flags: 0x801 },
  ]);
  const response = await whileTimeStands(() => send(file));
  const body = await response.json<{ errors: { errMsg: string; import_id: string }[] }>();

  expect(response.status).toBe(422);
  expect(body.errors.map(({ errMsg }) => errMsg)).toEqual([
    expect.stringContaining("PDF"),
    expect.stringContaining("password"),
  ]);
  expect(
    (await callsTo(env.IMPORTER.getByName("1")).list(10, 0)).imports.map(({ id }) => id).sort(),
  ).toEqual(body.errors.map(({ import_id }) => import_id).sort());
});
