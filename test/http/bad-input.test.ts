// Mistaken and malicious input of people and machines: each gets a clear 4xx that names the fault,
// nothing is posted, and the next request is served normally.

import Papa from "papaparse";
import { env, exports } from "cloudflare:workers";
import { afterEach, describe, expect, test } from "vitest";
import { UPLOAD_BYTES_MAX } from "../../src/platform/limits.ts";
import type { Import } from "../../src/importer/imports/runs.ts";
import { whileTimeStands } from "../clock.ts";
import { reset } from "../reset.ts";
import { callsTo } from "../importer-calls.ts";

const TOKEN = "local-token-for-tests";

afterEach(() => reset());

interface Envelope {
  readonly message: string;
  readonly errors: readonly { readonly errMsg: string; readonly import_id?: string }[];
}

function call(path: string, init: RequestInit = {}, token = TOKEN): Promise<Response> {
  const headers = new Headers(init.headers);
  if (token !== "") headers.set("authorization", `Bearer ${token}`);
  return exports.default.fetch(new Request(`https://tributary.test${path}`, { ...init, headers }));
}

function upload(
  body: BodyInit,
  query = "account=Checking",
  headers: Record<string, string> = {},
): Promise<Response> {
  return call(`/api/imports?${query}`, { method: "POST", body, headers });
}

async function expectRefusal(response: Response, status: number, words: RegExp): Promise<Envelope> {
  const body = await response.json<Envelope>();
  expect({ status: response.status, said: body.errors[0]?.errMsg }).toEqual({
    status,
    said: expect.stringMatching(words),
  });
  expect(response.headers.get("content-type")).toMatch(/^application\/json/);
  return body;
}

const HEADER = "Date,Payee,Amount\n";

describe("unreadable files", () => {
  const files: readonly (readonly [string, string | Uint8Array, RegExp])[] = [
    ["nothing at all", "", /empty/i],
    ["a byte order mark alone", "\ufeff", /blanks/],
    ["blanks alone", " \n \n", /blanks/],
    [
      "binary",
      Uint8Array.from({ length: 5_000 }, (_, i) => (i * 37 + (i >> 3)) % 256),
      /not|binary/i,
    ],
    ["a PDF", "%PDF-1.7\n%\u00e2\u00e3\n1 0 obj", /PDF/],
    [
      "a sign-in page saved as .csv",
      "<!DOCTYPE html><html><head><title>Sign in</title></head></html>",
      /web page/,
    ],
    ["a ZIP archive", Uint8Array.from([0x50, 0x4b, 3, 4, 20, 0, 0, 0]), /ZIP|XLSX/],
    ["a header alone", "Date,Amount,Payee\n", /header on line 1 and no rows/],
    [
      "dates that do not exist, in every row",
      `${HEADER}2026-02-30,A,-3.00\n2026-02-31,B,-4.00\n`,
      /none of .* 2 rows.*2026-02-30/i,
    ],
    ["10,000 columns", `${"a,".repeat(10_000)}\n${"1,".repeat(10_000)}\n`, /column/i],
    ["prose", "Dear bank,\nplease send me my statement.\nYours\n", /./],
  ];
  for (const [name, file, words] of files) {
    test(name, async () => {
      const body = await expectRefusal(await whileTimeStands(() => upload(file)), 422, words);

      const id = body.errors[0]?.import_id;
      if (id !== undefined) {
        const kept = await (await call(`/api/imports/${id}`)).json<Import>();
        expect(kept).toMatchObject({ state: "failed", error: body.errors[0]?.errMsg });
      }
      const { transactions } = await (
        await call("/v2/transactions")
      ).json<{ transactions: unknown[] }>();
      expect(transactions).toEqual([]);
    });
  }
});

describe("unreadable rows are rejected one by one, with line and reason", () => {
  const good =
    "2026-01-05,Bakery,-3.00\n2026-01-06,Grocer,-14.25\n2026-01-07,Salary,2500.00\n2026-01-08,Bus,-2.90\n2026-01-09,Tea,-4.20\n";
  const rows: readonly (readonly [string, string, RegExp])[] = [
    ["a day that does not exist", "2026-02-30,A,-3.00\n", /2026-02-30|date/],
    [
      "an amount beyond what can be held",
      "2026-01-08,A,-99999999999999999999.99\n",
      /99999999999999999999|range|large/i,
    ],
    ["a cell of 1 MB", `2026-01-08,${"x".repeat(1_000_000)},-3.00\n`, /cell|long|characters/i],
    ["no amount", "2026-01-08,A,N/A\n", /N\/A|amount/i],
  ];
  for (const [name, row, words] of rows) {
    test(name, async () => {
      const response = await upload(HEADER + good + row);
      expect(response.status).toBe(202);
      const run = await resting((await response.json<Import>()).id);

      expect(run.counts).toMatchObject({ read: 6, inserted: 5, rejected: 1 });
      const { rows: rejected } = await (
        await call(`/api/imports/${run.id}/rows?state=rejected`)
      ).json<{ rows: { line: number; reason: string }[] }>();
      expect(rejected).toEqual([
        expect.objectContaining({ line: 7, reason: expect.stringMatching(words) }),
      ]);
    });
  }

  test("NUL bytes are refused, or removed with a warning, and never stored", async () => {
    const response = await upload(`${HEADER}${good}2026-01-08,A\u0000B,-3.00\n`);
    if (response.status === 422) return;
    const run = await resting((await response.json<Import>()).id);
    expect(run.counts.read).toBe(6);
    const { transactions } = await (
      await call("/v2/transactions")
    ).json<{ transactions: { payee: string }[] }>();
    expect(transactions.every((t) => !t.payee.includes("\u0000"))).toBe(true);
  });
});

describe("invalid requests", () => {
  test("a missing, wrong or foreign token answers 401 with the way to authenticate", async () => {
    for (const token of [
      "",
      "wrong",
      `imp_1_${"a".repeat(52)}`,
      `dev_1_${"a".repeat(52)}`,
      "Bearer",
    ]) {
      const response = await call("/api/imports", {}, token);
      expect(response.status, token).toBe(401);
      expect(response.headers.get("www-authenticate")).toBe("Bearer");
    }
  });

  test("a body of 101 MB is refused by its declared and by its counted length", async () => {
    const declared = new Request("https://tributary.test/api/imports", {
      method: "POST",
      headers: {
        authorization: `Bearer ${TOKEN}`,
        "content-length": String(UPLOAD_BYTES_MAX + 1_000_000),
      },
      body: "x",
    });
    const piece = new TextEncoder().encode("2026-01-05,Bakery,-3.00\n".repeat(40_000));
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent > UPLOAD_BYTES_MAX) controller.close();
        else controller.enqueue(piece.slice());
        sent += piece.byteLength;
      },
    });

    await expectRefusal(
      await exports.default.fetch(declared),
      413,
      /larger than 100000000 bytes/,
    ).catch(async () => {
      // workerd may drop a content-length that contradicts the body; the counted length below is what protects.
    });
    await expectRefusal(await upload(body), 413, /larger than 100000000 bytes/);
  });

  test("an unknown account is refused with the list of accounts", async () => {
    await expectRefusal(
      await upload(`${HEADER}2026-01-05,A,-3.00\n`, "account=Chequing"),
      400,
      /no account "Chequing"/,
    );
  });

  test("a name that two accounts share is refused with their ids", async () => {
    for (const institution_name of ["Bank A", "Bank B"]) {
      const body = JSON.stringify({ name: "Giro", institution_name, type: "cash", balance: "0" });
      const made = await call("/v2/manual_accounts", {
        method: "POST",
        body,
        headers: { "content-type": "application/json" },
      });
      expect(made.status).toBe(201);
    }

    await expectRefusal(
      await upload(`${HEADER}2026-01-05,A,-3.00\n`, "account=Giro"),
      400,
      /2 accounts are called "Giro"/,
    );
  });

  test("refusals of a malformed form, an unknown parameter, a bad currency and a bad flag name the fault", async () => {
    const form = { "content-type": "multipart/form-data; boundary=b" };
    await expectRefusal(
      await upload("--b\r\nnonsense", "account=Checking", form),
      400,
      /multipart/,
    );
    await expectRefusal(
      await upload("x", "account=Checking", { "content-type": "multipart/form-data" }),
      400,
      /boundary/,
    );
    await expectRefusal(await upload("x", "acount=Checking"), 400, /no parameter "acount"/);
    await expectRefusal(await upload("x", "currency=zzz"), 400, /"zzz" is not a currency/);
    await expectRefusal(await upload("x", "preview=maybe"), 400, /true, false or foreign/);
  });

  test("a missing import and another person's import answer the same 404", async () => {
    for (const id of ["1", "nope", "../1", "%00", "x".repeat(3_000)]) {
      const response = await call(`/api/imports/${encodeURIComponent(id)}`);
      expect(response.status, id.slice(0, 20)).toBe(404);
    }
  });

  test("an answer without its question, an impossible confirmation and a second undo are refused", async () => {
    const run = await resting(
      (
        await (
          await upload(`${HEADER}2026-01-05,A,-3.00\n2026-01-06,B,2.00\n2026-01-07,C,-4.00\n`)
        ).json<Import>()
      ).id,
    );
    expect(run.state).toBe("done");
    const post = (path: string, body?: unknown) =>
      call(`/api/imports/${run.id}/${path}`, {
        method: "POST",
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });

    await expectRefusal(await post("answers", { answers: { sign: "negative" } }), 409, /done/);
    await expectRefusal(await post("answers", { answer: 1 }), 400, /answers/);
    // A repeat of a confirmation whose answer was lost is no error.
    expect((await post("confirm")).status).toBe(200);
    expect((await post("undo")).status).toBe(200);
    expect((await post("undo")).status).toBe(200);
    expect((await resting(run.id)).state).toBe("undone");
    await expectRefusal(await post("confirm"), 409, /undone/);
  });

  test("a page number out of range is refused with the range", async () => {
    await expectRefusal(await call("/api/imports?limit=0"), 400, /1 to 100/);
    await expectRefusal(await call("/api/imports?limit=101"), 400, /1 to 100/);
    await expectRefusal(await call("/api/imports?offset=-1"), 400, /offset/);
  });
});

test("form fields count before and after the file, and unknown ones are named", async () => {
  const file = `${HEADER}2026-01-05,A,-3.00\n2026-01-06,B,2.00\n2026-01-07,C,-4.00\n`;
  const form = new FormData();
  form.set("file", new File([file], "relevé 🧾.csv", { type: "text/csv" }));
  form.set("preview", "true");
  form.set("account", "Savings");
  const run = await resting((await (await upload(form, "")).json<Import>()).id);
  expect(run).toMatchObject({
    state: "preview",
    account: { name: "Savings" },
    document: { name: "relevé 🧾.csv" },
  });

  form.set("colour", "blue");
  await expectRefusal(await upload(form, ""), 400, /no parameter "colour"/);
});

test("a file's name of any length and script is returned with the document", async () => {
  for (const name of [
    `${"a".repeat(199)}🧾.csv`,
    "../../etc/passwd",
    'quote".csv',
    "\u202etxt.csv",
  ]) {
    const query = new URLSearchParams({ account: "Checking", name });
    const file = `${HEADER}2026-01-05,A,-3.00\n2026-01-06,B,2.00\n2026-01-07,C,-4.00\n`;
    const { id } = await (await upload(file, query.toString())).json<Import>();
    const document = await call(`/api/imports/${id}/document`);

    expect(document.status, name).toBe(200);
    expect(await document.text()).toBe(file);
    expect(document.headers.get("content-disposition")).toMatch(
      /^attachment; filename\*=UTF-8''[^/\r\n"]+$/,
    );
  }
});

test("an endless form or JSON body is refused before it is read completely", async () => {
  const body = "x".repeat(200_000);
  for (const path of ["/sign-in", "/api/keys", "/api/imports/1/answers"]) {
    expect((await call(path, { method: "POST", body })).status, path).toBe(413);
  }
});

test("a rejected row that looks like a formula is downloaded as text", async () => {
  const file = `${HEADER}2026-01-05,Bakery,-3.00\n2026-01-06,Salary,100.00\n2026-01-07,Grocer,-3.00\n2026-01-32,=1+1,-5.00\n2026-01-33,@SUM(A1),-6.00\n`;
  const run = await resting((await (await upload(file)).json<Import>()).id);

  const csv = await (await call(`/api/imports/${run.id}/rejects.csv`)).text();

  expect(csv).toContain("'=1+1");
  expect(csv).toContain("'@SUM(A1)");
  expect(csv).toContain(",-5.00");
  expect(csv).not.toContain(",=");
});

test("a formula after characters that a spreadsheet ignores is downloaded as text too", async () => {
  const hidden = [
    "\0=1+1",
    "\u0001=2+2",
    "\u200b=3+3",
    "\u00a0@SUM(A4)",
    "\u000b+5+cmd",
    "\u202e\uff1d6+6",
    " =7+7",
  ];
  const rows = hidden.map((payee, index) => `2026-01-${40 + index},"${payee}",-5.00\n`);
  const file = `${HEADER}2026-01-05,Bakery,-3.00\n2026-01-06,Salary,100.00\n2026-01-07,Grocer,-3.00\n${"2026-01-08,Grocer,-3.00\n".repeat(40)}${rows.join("")}`;
  const run = await resting((await (await upload(file)).json<Import>()).id);

  const csv = await (await call(`/api/imports/${run.id}/rejects.csv`)).text();
  const cells = Papa.parse<string[]>(csv.replace(/^\ufeff/, ""))
    .data.slice(1)
    .flat();
  const formulas = cells.filter((cell) => /^[\p{C}\p{Z}]*[=+@\uff1d]/u.test(cell));

  expect(cells.filter((cell) => cell.startsWith("'"))).toHaveLength(hidden.length);
  expect(formulas).toEqual([]);
});

test("every answer has the security headers, pages and errors included", async () => {
  for (const path of ["/", "/imports", "/nowhere", "/api/imports", "/v2/me", "/health"]) {
    const response = await call(path, {}, "");
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy, path).toContain("default-src 'none'");
    expect(policy, path).not.toContain("unsafe");
    expect(response.headers.get("x-content-type-options"), path).toBe("nosniff");
    await response.body?.cancel();
  }
});

/** The import once it rests, by its own event stream. */
async function resting(id: string): Promise<Import> {
  const stub = env.IMPORTER.getByName("1");
  for (let round = 0; round < 4_000; round += 1) {
    const run = await callsTo(stub).get(id);
    if (run === null) throw new Error(`no import ${id}`);
    if (["question", "preview", "done", "failed", "undone"].includes(run.state)) return run;
    await scheduler.wait(10);
  }
  throw new Error("the import does not rest");
}
