import { exports } from "cloudflare:workers";
import { runDurableObjectAlarm } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  ATTACHMENT_BYTES_MAX,
  ATTACHMENT_FORM_BYTES_MAX,
  FILES_A_TRANSACTION_MAX,
} from "../../src/platform/limits.ts";
import { looksLike, safeName } from "../../src/budget/transactions/file-type.ts";
import { isSigned, sign, signingKey } from "../../src/platform/credentials/signature.ts";
import { serveBudget } from "../../src/budget/service.ts";
import {
  bindings,
  call,
  config,
  LOCAL_TOKEN,
  database,
  del,
  get,
  insert,
  insertOne,
  post,
  put,
  type Answer,
} from "./client.ts";
import { reset } from "../reset.ts";

afterEach(async () => {
  vi.useRealTimers();
  await reset();
});

const ITEM = { date: "2026-11-20", amount: 80, payee: "Market", manual_account_id: 1 };
const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const PDF = bytesOf("%PDF-1.7\n");

function bytesOf(text: string): number[] {
  return Array.from(text, (character) => character.charCodeAt(0));
}

function file(
  start: readonly number[],
  type: string,
  name = "receipt",
  size: number = start.length + 5,
): File {
  const bytes = new Uint8Array(size);
  bytes.set(start);
  return new File([bytes], name, { type });
}

async function upload(
  id: number,
  fields: readonly (readonly [string, string | File])[],
): Promise<Answer> {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return call("POST", `/transactions/${id}/attachments`, undefined, { raw: form });
}

/** Attaches a PNG, and fails loudly when that is refused. */
async function attach(id: number, name = "receipt.png"): Promise<Answer["body"]> {
  const { status, body } = await upload(id, [["file", file(PNG, "image/png", name)]]);
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}

async function download(url: string): Promise<Response> {
  return exports.default.fetch(new Request(url));
}

async function linkTo(id: number): Promise<string> {
  return (await get(`/transactions/attachments/${id}`)).body.url;
}

/** The keys of all files in the bucket that belong to the demo budget. */
async function keptFiles(): Promise<number> {
  return (await bindings.DOCUMENTS.list({ prefix: "attachments/1/" })).objects.length;
}

/** Waits until the object's alarm, which may be running by itself, has deleted what was forgotten. */
async function settle(): Promise<void> {
  await runDurableObjectAlarm(bindings.BUDGET.getByName("1"));
  const waiting = () => database((sql) => sql.all("SELECT key FROM forgotten_files").length);
  await expect.poll(waiting, { interval: 10, timeout: 30_000 }).toBe(0);
}

let transaction: number;
beforeEach(async () => {
  transaction = (await insertOne(ITEM)).id;
});

describe("attaching a file", () => {
  test.each([
    ["image/jpeg", [0xff, 0xd8, 0xff, 0xe0]],
    ["image/png", PNG],
    ["application/pdf", PDF],
    ["image/heic", bytesOf("\0\0\0\x18ftypheic")],
    ["image/heif", bytesOf("\0\0\0\x18ftypmif1")],
    ["image/heif", bytesOf("\0\0\0\x18ftypheix")],
  ] as const)(
    "attaching a file of the type %s answers the attachment object",
    async (type, start) => {
      const { status, body } = await upload(transaction, [
        ["file", file(start, type, "r.x", 1_001)],
        ["notes", "Lunch"],
      ]);

      expect(status).toBe(201);
      expect(body).toMatchObject({ uploaded_by: 1, name: "r.x", type, size: 2, notes: "Lunch" });
      expect((await get(`/transactions/${transaction}`)).body.files).toEqual([body]);
    },
  );

  test("an attachment is dated when it has arrived completely", async () => {
    const head =
      'Content-Disposition: form-data; name="file"; filename="a.pdf"\r\nContent-Type: application/pdf';
    const bytes = new TextEncoder().encode(`--B\r\n${head}\r\n\r\n%PDF-1.7\r\n--B--\r\n`);
    let arrived = 0;
    const body = new ReadableStream<Uint8Array>({
      start: async (controller) => {
        controller.enqueue(bytes.subarray(0, 20));
        await scheduler.wait(50);
        arrived = Date.now();
        controller.enqueue(bytes.subarray(20));
        controller.close();
      },
    });
    const headers = {
      Authorization: `Bearer ${LOCAL_TOKEN}`,
      "Content-Type": "multipart/form-data; boundary=B",
    };
    const url = `http://localhost/v2/transactions/${transaction}/attachments`;

    const response = await serveBudget(
      new Request(url, { method: "POST", headers, body }),
      bindings,
      config,
      null,
    );

    expect(response.status).toBe(201);
    const { created_at: created } = await response.json<{ created_at: string }>();
    expect(Date.parse(created)).toBeGreaterThanOrEqual(arrived);
  });

  test("an attachment's size counts begun kilobytes, and missing or empty notes become null", async () => {
    const sizes = [];
    for (const size of [9, 1_000, 1_001]) {
      const { body } = await upload(transaction, [
        ["file", file(PNG, "image/png", "r.png", size)],
        ["notes", ""],
      ]);
      sizes.push([body.size, body.notes]);
    }
    expect(sizes).toEqual([
      [1, null],
      [1, null],
      [2, null],
    ]);
    expect((await attach(transaction)).notes).toBeNull();
  });

  test.each([
    ["../../etc/passwd.png", "passwd.png"],
    ["C:\\Users\\a\\scan.png", "scan.png"],
    ["Quittung – Café ☕.png", "Quittung – Café ☕.png"],
    ["a\u202egnp.exe\u0007", "agnp.exe"],
    ["..", "attachment.png"],
  ])("an attachment named %j keeps the name %j", async (name, kept) => {
    expect(safeName(name, "image/png")).toBe(kept);
  });

  test("a name that is too long is cut to 200 characters and the extension", async () => {
    const name = safeName(`${"é".repeat(300)}.png`, "image/png");
    expect(name).toBe(`${"é".repeat(196)}.png`);
    expect(safeName("x".repeat(201), "image/png")).toBe("x".repeat(200));
    expect((await attach(transaction, `${"a".repeat(197)}.png`)).name).toBe(
      `${"a".repeat(196)}.png`,
    );
  });

  test("a file of just under 10 MB is kept completely, and one of 10 MB is refused", async () => {
    const largest = file(PNG, "image/png", "large.png", ATTACHMENT_BYTES_MAX - 1);
    const { status, body } = await upload(transaction, [["file", largest]]);
    expect(status).toBe(201);
    expect(body.size).toBe(10_000);
    const bytes = await (await download(await linkTo(body.id))).bytes();
    expect(bytes.byteLength).toBe(9_999_999);

    const tooLarge = file(PNG, "image/png", "large.png", ATTACHMENT_BYTES_MAX);
    const refused = await upload(transaction, [["file", tooLarge]]);
    expect(refused.status).toBe(400);
    expect(refused.body.errors[0].errMsg).toContain("10000000 bytes");
    const form = await upload(transaction, [
      ["file", file(PNG, "image/png", "l.png", ATTACHMENT_FORM_BYTES_MAX)],
    ]);
    expect(form.status).toBe(400);
    expect(form.body.errors[0].errMsg).toContain("longer than");
    expect(await keptFiles()).toBe(1);
  });

  test("a transaction takes at most fifty attachments", async () => {
    await database((sql) => {
      for (let count = 0; count < FILES_A_TRANSACTION_MAX - 1; count++)
        sql.run(
          "INSERT INTO attachments (transaction_id, uploaded_by, name, type, bytes, key, created_at) VALUES (?, 1, 'a', 'image/png', 1, ?, 0)",
          transaction,
          `k${count}`,
        );
    });

    expect(FILES_A_TRANSACTION_MAX).toBe(50);
    await attach(transaction);
    expect((await upload(transaction, [["file", file(PNG, "image/png")]])).status).toBe(400);
    expect(await keptFiles()).toBe(1);
  });
});

describe("refused attachments", () => {
  const png = file(PNG, "image/png");

  test.each([
    [
      "a type that is not accepted",
      [["file", file(bytesOf("GIF89a"), "image/gif")]],
      { allowed_values: expect.any(Array) },
    ],
    [
      "a page as a picture",
      [["file", file(bytesOf("<html>"), "image/png")]],
      { invalid_property: "file" },
    ],
    [
      "another accepted type's bytes",
      [["file", file(PDF, "image/jpeg")]],
      { invalid_property: "file" },
    ],
    [
      "a program under a picture's name",
      [["file", file(bytesOf("MZ"), "application/x-msdownload", "a.png")]],
      { invalid_property: "file" },
    ],
    ["no declared type", [["file", file(PNG, "")]], { invalid_property: "file" }],
    [
      "an empty file",
      [["file", new File([], "e.png", { type: "image/png" })]],
      { invalid_property: "file" },
    ],
    [
      "no file",
      [["notes", "x"]],
      { error: "Missing required property", instancePath: "/body/file" },
    ],
    ["text in place of the file", [["file", "x"]], { instancePath: "/body/file" }],
    [
      "two files",
      [
        ["file", png],
        ["file", png],
      ],
      { instancePath: "/body/file" },
    ],
    [
      "notes given twice",
      [
        ["file", png],
        ["notes", "a"],
        ["notes", "b"],
      ],
      { instancePath: "/body/notes" },
    ],
    [
      "notes that are too long",
      [
        ["file", png],
        ["notes", "x".repeat(351)],
      ],
      { instancePath: "/body/notes" },
    ],
    [
      "an unknown field",
      [
        ["file", png],
        ["kind", "x"],
      ],
      { instancePath: "/body/kind" },
    ],
  ] as const)("an upload is refused and stores nothing: %s", async (_, fields, error) => {
    const { status, body } = await upload(transaction, fields);

    expect(status).toBe(400);
    expect(body.errors[0]).toMatchObject(error);
    expect(await keptFiles()).toBe(0);
    expect((await get(`/transactions/${transaction}`)).body.files).toEqual([]);
  });

  test("an upload whose body is not a form, or is cut off, is refused and stores nothing", async () => {
    const path = `/transactions/${transaction}/attachments`;
    expect((await post(path, { file: "x" })).status).toBe(400);
    expect((await call("POST", path)).status).toBe(400);
    const cut = new Request(`http://localhost/v2${path}`, {
      method: "POST",
      headers: {
        Authorization: "Bearer local-token-for-tests",
        "Content-Type": "multipart/form-data; boundary=b",
      },
      body: '--b\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n\x89PN',
    });
    expect((await exports.Service.fetch(cut)).status).toBe(400);
  });

  test("attaching a file to a transaction that does not exist answers 404", async () => {
    expect((await upload(999_999, [["file", png]])).status).toBe(404);
    expect(await keptFiles()).toBe(0);
  });
});

test("a file shorter than the signature of its type does not match it", () => {
  expect(looksLike("image/png", new Uint8Array(PNG.slice(0, 7)))).toBe(false);
  expect(looksLike("image/png", new Uint8Array(PNG))).toBe(true);
  expect(looksLike("text/html", new Uint8Array(PNG))).toBe(false);
});

describe("downloading", () => {
  test("the download link is on the request's origin, lasts ten minutes and answers the same bytes", async () => {
    vi.useFakeTimers({ now: Date.parse("2026-11-21T12:00:00.400Z"), toFake: ["Date"] });
    const { id } = await attach(transaction, "Beleg 'Café' (1).png");

    const { body } = await get(`/transactions/attachments/${id}`);

    expect(body.expires_at).toBe("2026-11-21T12:10:00.000Z");
    expect(body.url).toMatch(
      /^http:\/\/localhost\/files\/1\/[0-9a-f-]{36}\?expires=1795263000&signature=[\w-]{43}$/,
    );
    const response = await download(body.url);
    expect(response.status).toBe(200);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(
      new Uint8Array([...PNG, 0, 0, 0, 0, 0]),
    );
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/png",
      "content-disposition": "attachment; filename*=UTF-8''Beleg%20%27Caf%C3%A9%27%20%281%29.png",
      "content-length": "13",
      "cache-control": "private, no-store",
      "x-content-type-options": "nosniff",
    });

    vi.setSystemTime(Date.parse("2026-11-21T12:09:59.999Z"));
    expect((await download(body.url)).status).toBe(200);
    vi.setSystemTime(Date.parse("2026-11-21T12:10:00.000Z"));
    expect((await download(body.url)).status).toBe(403);
  });

  test("a download link with any change answers 403 without detail", async () => {
    const first = new URL(await linkTo((await attach(transaction)).id));
    const second = new URL(await linkTo((await attach(transaction)).id));
    const altered = (change: (url: URL) => void): string => {
      const url = new URL(first);
      change(url);
      return url.href;
    };
    const bad = [
      altered((url) =>
        url.searchParams.set("expires", String(Number(url.searchParams.get("expires")) + 1)),
      ),
      altered((url) => url.searchParams.delete("expires")),
      altered((url) => url.searchParams.delete("signature")),
      altered((url) => url.searchParams.set("signature", "")),
      altered((url) => url.searchParams.set("signature", "%%%")),
      altered((url) =>
        url.searchParams.set("signature", second.searchParams.get("signature") ?? ""),
      ),
      altered((url) => (url.pathname = second.pathname)),
      altered((url) => (url.pathname = url.pathname.replace("/files/1/", "/files/2/"))),
    ];
    for (const url of bad) {
      const response = await download(url);
      expect(response.status, url).toBe(403);
      expect(await response.text()).toBe("Forbidden");
    }
  });

  test("a link signed with a key of another purpose or another TOKEN_KEY is refused", async () => {
    const key = await signingKey(bindings.TOKEN_KEY, "file links");
    const signature = await sign(key, "a");

    expect(await isSigned(key, "a", signature)).toBe(true);
    expect(await isSigned(key, "b", signature)).toBe(false);
    expect(await isSigned(await signingKey(bindings.TOKEN_KEY, "other"), "a", signature)).toBe(
      false,
    );
    expect(await isSigned(await signingKey("x".repeat(32), "file links"), "a", signature)).toBe(
      false,
    );
    await expect(signingKey("short", "file links")).rejects.toThrow("TOKEN_KEY");
  });

  test("an attachment that does not exist has no download link", async () => {
    expect((await get("/transactions/attachments/7")).status).toBe(404);
    expect((await get("/transactions/attachments/x")).status).toBe(400);
  });
});

describe("simultaneous requests for attachments", () => {
  test("simultaneous uploads fill the last places up to fifty and leave no bytes of refused files", async () => {
    for (let count = 0; count < FILES_A_TRANSACTION_MAX - 2; count++) await attach(transaction);

    const answers = await Promise.all(
      Array.from({ length: 12 }, async () =>
        upload(transaction, [["file", file(PNG, "image/png")]]),
      ),
    );
    await settle();

    const kept = answers.filter(({ status }) => status === 201);
    expect([kept.length, answers.filter(({ status }) => status === 400).length]).toEqual([2, 10]);
    expect((await get(`/transactions/${transaction}`)).body.files).toHaveLength(
      FILES_A_TRANSACTION_MAX,
    );
    expect(await keptFiles()).toBe(FILES_A_TRANSACTION_MAX);
  });

  test("an upload and the simultaneous deletion of its transaction leave no bytes, in either order", async () => {
    const uploads = Array.from({ length: 12 }, async () =>
      upload(transaction, [["file", file(PNG, "image/png", "r.png", 500_000)]]),
    );
    const [deletion, ...answers] = await Promise.all([
      del(`/transactions/${transaction}`),
      ...uploads,
    ]);
    await settle();

    expect(deletion?.status).toBe(204);
    for (const { status } of answers) expect([201, 404]).toContain(status);
    expect(await keptFiles()).toBe(0);
  });
});

describe("deleting attachments", () => {
  test("deleting an attachment deletes its bytes, and its link answers 404 afterwards", async () => {
    const { id } = await attach(transaction);
    const other = await attach(transaction);
    const url = await linkTo(id);

    expect((await del(`/transactions/attachments/${id}`)).status).toBe(204);
    await settle();

    expect((await del(`/transactions/attachments/${id}`)).status).toBe(404);
    expect((await get(`/transactions/attachments/${id}`)).status).toBe(404);
    expect((await download(url)).status).toBe(404);
    // The same bytes were attached twice; the other attachment keeps its own.
    expect(await keptFiles()).toBe(1);
    expect((await download(await linkTo(other.id))).status).toBe(200);
    expect((await get(`/transactions/${transaction}`)).body.files).toEqual([other]);
    expect(await database((sql) => sql.all("SELECT * FROM forgotten_files"))).toEqual([]);
  });

  test.each([
    ["a transaction", async (id: number) => del(`/transactions/${id}`)],
    ["transactions", async (id: number) => del("/transactions", { ids: [id] })],
    ["the account with its items", async () => del("/manual_accounts/1?delete_items=true")],
  ])("deleting %s deletes the attachments too", async (_, deletion) => {
    const { id } = await attach(transaction);

    expect((await deletion(transaction)).status).toBe(204);
    await settle();

    expect((await get(`/transactions/attachments/${id}`)).status).toBe(404);
    expect(await keptFiles()).toBe(0);
  });

  test("unsplitting deletes the attachments of the parts and keeps those of the parent", async () => {
    const whole = await attach(transaction);
    const split = await post(`/transactions/split/${transaction}`, {
      child_transactions: [{ amount: 30 }, { amount: 50 }],
    });
    const part = await attach(split.body.children[0].id);
    expect(split.body.files).toEqual([whole]);
    expect(split.body.children[0].files).toEqual([]);

    expect((await del(`/transactions/split/${transaction}`)).status).toBe(204);
    await settle();

    expect((await get(`/transactions/attachments/${part.id}`)).status).toBe(404);
    expect((await get(`/transactions/${transaction}`)).body.files).toEqual([whole]);
    expect(await keptFiles()).toBe(1);
  });

  test("ungrouping deletes the attachments of the group and keeps those of the members", async () => {
    const other = (await insertOne(ITEM)).id;
    const member = await attach(transaction);
    const group = (
      await post("/transactions/group", {
        ids: [transaction, other],
        date: "2026-11-20",
        payee: "Both",
      })
    ).body.id;
    await attach(group);

    expect((await del(`/transactions/group/${group}`)).status).toBe(204);
    await settle();

    expect((await get(`/transactions/${transaction}`)).body.files).toEqual([member]);
    expect(await keptFiles()).toBe(1);
  });

  test("deleting an account without its items keeps the attachments", async () => {
    const kept = await attach(transaction);
    expect((await del("/manual_accounts/1")).status).toBe(204);
    expect((await get(`/transactions/${transaction}`)).body.files).toEqual([kept]);
  });
});

test("lists include the files of each transaction and child only on request", async () => {
  const [one, two] = (await insert([ITEM, ITEM])).transactions.map(({ id }: { id: number }) => id);
  const files = [await attach(one, "a.png"), await attach(one, "b.png")];
  const group = (
    await post("/transactions/group", { ids: [one, two], date: "2026-11-21", payee: "Both" })
  ).body.id;

  expect((await get("/transactions")).body.transactions[0]).not.toHaveProperty("files");
  const { body } = await get("/transactions?include_files=true&include_children=true");
  expect(body.transactions.map(({ id, files: shown }: Answer["body"]) => [id, shown])).toEqual([
    [group, []],
    [transaction, []],
  ]);
  expect(body.transactions[0].children.map(({ files: shown }: Answer["body"]) => shown)).toEqual([
    files,
    [],
  ]);
  // What a GET shows, files included, is accepted by PUT.
  await attach(transaction);
  const shown = (await get(`/transactions/${transaction}`)).body;
  expect(shown.files).toHaveLength(1);
  expect((await put(`/transactions/${transaction}`, shown)).status).toBe(200);
});

test("the OpenAPI document describes the upload form", async () => {
  const { body } = await get("/openapi.json", { token: null });
  const operation = body.paths["/transactions/{transaction_id}/attachments"].post;

  expect(Object.keys(operation.requestBody.content)).toEqual(["multipart/form-data"]);
  const form = body.components.schemas.AttachmentUpload;
  expect(operation.requestBody.content["multipart/form-data"].schema).toEqual({
    $ref: "#/components/schemas/AttachmentUpload",
  });
  expect(form.required).toEqual(["file"]);
  expect(form.properties.file).toMatchObject({ type: "string", format: "binary" });
  expect(form.properties.notes.maxLength).toBe(350);
});
