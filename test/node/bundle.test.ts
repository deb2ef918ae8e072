// The modules that the Worker is built into (scripts/bundle.mjs): what is loaded at the start, that wrangler uploads
// the same ones, and that the built Worker loads another when it needs it.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { convertV4MiniflareOptions, Miniflare, Response as MiniflareResponse } from "miniflare";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadedAtStart, readBundle, serveModules, writeBundle } from "../../scripts/bundle.mjs";
import { pdfOfRuns } from "../receipts/pdf/write-pdf.ts";
import { until } from "./connecting.ts";
import { LOCAL_TOKEN, startWorker } from "./worker.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url).href);
/** Beyond it, ask which part not every request needs. */
const START_PACKED_BYTES_MAX = 1_000_000;

const scratch = mkdtempSync(join(tmpdir(), "tributary-bundle-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const readable = join(scratch, "readable");
beforeAll(() => writeBundle(readable, { as: "readable" }));

const fingerprint = ({ name, text }: { name: string; text: string }) =>
  `${name} ${createHash("sha256").update(text).digest("hex")}`;

test.each([
  "node_modules/unpdf/",
  "node_modules/@simplewebauthn/",
  "node_modules/fast-xml-parser/",
  "node_modules/postal-mime/",
  "src/receipts/read-mail.ts",
  "src/statements/read-statement.ts",
])("%s is in a module that is not loaded at the start", (path) => {
  const modules = readBundle(readable);
  const holds = ({ text }: { text: string }) => text.includes(`\n// ${path}`);

  expect(modules.some(holds)).toBe(true);
  expect(loadedAtStart(modules).some(holds)).toBe(false);
});

test("wrangler uploads the modules as they are, and those of the start are small", async () => {
  const [built, uploaded] = [join(scratch, "built"), join(scratch, "uploaded")];

  await writeBundle(built);
  execFileSync(
    process.execPath,
    [
      join(ROOT, "node_modules/wrangler/bin/wrangler.js"),
      "deploy",
      "--dry-run",
      "--outdir",
      uploaded,
    ],
    { cwd: ROOT, stdio: "ignore", env: { ...process.env, WRANGLER_SEND_METRICS: "false" } },
  );

  const modules = readBundle(uploaded);
  expect(modules.map(fingerprint)).toEqual(readBundle(built).map(fingerprint));
  expect(
    loadedAtStart(modules).reduce((total, { text }) => total + gzipSync(text).length, 0),
  ).toBeLessThan(START_PACKED_BYTES_MAX);
});

test("a module that is imported when it is needed is asked for then", async () => {
  const served = serveModules(
    scratch,
    [
      {
        name: "index.js",
        text: `import { hello } from "./start.js";
          export default {
            fetch: async (request) =>
              new Response(request.url.endsWith("/late") ? (await import("./late.js")).bye : hello),
          };`,
      },
      { name: "start.js", text: 'export const hello = "grüezi";' },
      { name: "late.js", text: 'export const bye = "adé";' },
    ],
    MiniflareResponse,
  );
  const asked: string[] = [];
  const worker = new Miniflare(
    convertV4MiniflareOptions({
      ...served,
      unsafeModuleFallbackService: (request) => {
        asked.push(new URL(request.url).searchParams.get("specifier") ?? "");
        return served.unsafeModuleFallbackService(request);
      },
      compatibilityDate: "2026-10-20",
      cf: false,
      telemetry: { enabled: false },
    }),
  );
  const read = async (path: string) => (await fetch(new URL(path, await worker.ready))).text();

  try {
    expect(await read("/")).toBe("grüezi");
    expect(asked).toEqual(["/index.js", "/start.js"]);
    expect(await read("/late")).toBe("adé");
    expect(await read("/late")).toBe("adé");
    expect(asked).toEqual(["/index.js", "/start.js", "/late.js"]);
  } finally {
    await worker.dispose();
  }
});

test("a PDF is read by the built Worker", async () => {
  const worker = await startWorker({});
  const headers = { authorization: `Bearer ${LOCAL_TOKEN}` };
  const cells = [
    ["Date", "Description", "Amount", "Balance"],
    ["2026-03-02", "Corner Bakery", "-3.50", "996.50"],
    ["2026-03-03", "Employer Ltd", "2,100.00", "3,096.50"],
    ["2026-03-15", "City Water", "-45.10", "3,051.40"],
    ["2026-03-28", "Rail Tickets", "-1,210.00", "1,841.40"],
  ];
  const runs = cells.flatMap((row, line) =>
    row.map((text, column) => ({ x: 40 + 130 * column, y: 700 - 14 * line, text })),
  );

  try {
    const taken = await fetch(`${worker.origin}/api/imports?account=Checking&preview=true`, {
      method: "POST",
      headers,
      body: new Uint8Array(pdfOfRuns(runs)),
    });
    const { id }: { id: string } = JSON.parse(await taken.text());
    const read = await until(async () => {
      const answer = await fetch(`${worker.origin}/api/imports/${id}`, { headers });
      const run: { state: string; layout: object | null } = JSON.parse(await answer.text());
      return ["received", "reading"].includes(run.state) ? null : run;
    });

    expect(read).toMatchObject({ layout: { format: "pdf" }, counts: { read: 4, rejected: 0 } });
  } finally {
    await worker.close();
  }
});
