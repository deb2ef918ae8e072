// What is attached to a mail: had one by one as downloads that no browser shows, never opened, and
// archives of statements taken the way of uploads.

import { exports } from "cloudflare:workers";
import { runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { readMail } from "../../../src/receipts/read-mail.ts";
import { downloadName } from "../../../src/importer/inbox/attachment.ts";
import { compressed, zipOf } from "../../statements/workbook/zip-writing.ts";
import { bindings, bring, call, holdAlarms, importer, look, NEVER, post, work } from "./driver.ts";
import { reset } from "../../reset.ts";
import { callsTo } from "../../importer-calls.ts";

/** The test file of virus scanners, in halves: whole it is taken for a virus where it lies. */
const EICAR = ["X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR", "-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*"].join(
  "",
);
const CSV =
  "Date,Description,Amount\r\n2026-10-21,Other shop,-3.00\r\n2026-10-22,Salary,100.00\r\n2026-10-23,Third shop,-4.00\r\n";
const OFX =
  "OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\n\r\n<OFX><SIGNONMSGSRSV1></SIGNONMSGSRSV1></OFX>";

interface File {
  readonly name: string;
  readonly type?: string;
  readonly content: string | Uint8Array;
}

function base64(content: string | Uint8Array): string {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replace(
    /.{76}/g,
    "$&\r\n",
  );
}

function mailWith(files: readonly File[], id = "<files@corner.example>"): string {
  const parts = files.map(({ name, type = "application/octet-stream", content }) => {
    const encoded = `=?utf-8?B?${btoa(String.fromCharCode(...new TextEncoder().encode(name)))}?=`;
    return `--b\r\nContent-Type: ${type}; name="${encoded}"\r\nContent-Disposition: attachment; filename="${encoded}"\r\nContent-Transfer-Encoding: base64\r\n\r\n${base64(content)}\r\n`;
  });
  return `From: Corner Shop <orders@corner.example>\r\nTo: ada@mail.example\r\nSubject: Your receipt\r\nDate: Tue, 20 Oct 2026 14:32:08 +0000\r\nMessage-ID: ${id}\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nThank you for your order at the Corner Shop.\r\nOrder number: CS-4711\r\nTotal charged: EUR 12.34\r\n${parts.join("")}--b--\r\n`;
}

interface Listed {
  readonly n: number;
  readonly name: string;
  readonly bytes: number;
  readonly is_statement: boolean;
}

/** Brings the mail and reads it: its id, and what it lists. */
async function brought(
  files: readonly File[],
  id?: string,
): Promise<{ id: string; listed: readonly Listed[] }> {
  const message = await bring(mailWith(files, id));
  await work(NEVER, { read: readMail });
  return { id: message.id, listed: await listedOf(message.id) };
}

async function listedOf(id: string): Promise<readonly Listed[]> {
  const { reading } = await (
    await call(`/api/inbox/${id}`)
  ).json<{ reading: { documents: { attachments: Listed[] }[] } }>();
  return reading.documents.flatMap(({ attachments }) => attachments);
}

const bytesOf = async (response: Response): Promise<number[]> => [
  ...new Uint8Array(await response.arrayBuffer()),
];

beforeEach(holdAlarms);
afterEach(async () => {
  vi.restoreAllMocks();
  await reset();
});

describe("an attachment", () => {
  test("is had by its number, byte for byte, as a download that nothing shows", async () => {
    const pdf = new TextEncoder().encode("%PDF-1.4 no pages");
    const { id, listed } = await brought([
      { name: "Beleg Nr. 7 (März).pdf", type: "application/pdf", content: pdf },
      { name: "page.html", type: "text/html", content: "<script>alert(1)</script>" },
    ]);
    expect(listed).toMatchObject([
      { n: 0, name: "Beleg Nr. 7 (März).pdf", bytes: pdf.length },
      { n: 1, name: "page.html" },
    ]);

    const first = await call(`/api/inbox/${id}/attachments/0`);
    const second = await call(`/api/inbox/${id}/attachments/1`);

    expect([first.status, first.headers.get("content-type")]).toEqual([200, "application/pdf"]);
    expect(first.headers.get("content-disposition")).toBe(
      "attachment; filename=\"Beleg Nr. 7 (M_rz).pdf\"; filename*=UTF-8''Beleg%20Nr.%207%20%28M%C3%A4rz%29.pdf",
    );
    expect(await bytesOf(first)).toEqual([...pdf]);
    expect(second.headers.get("content-type")).toBe("application/octet-stream");
    expect(await second.text()).toBe("<script>alert(1)</script>");
    for (const { headers } of [first, second]) {
      expect(headers.get("content-disposition")).toMatch(/^attachment;/);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("content-security-policy")).toMatch(/^default-src 'none'.*sandbox$/);
      expect(headers.get("cache-control")).toBe("no-store");
    }
  });

  test("that is not there, or of a mail that is gone, is not found", async () => {
    const { id } = await brought([{ name: "a.txt", content: "a" }]);

    for (const n of ["1", "-1", "00000", "x", "1e0", "%00"])
      expect((await call(`/api/inbox/${id}/attachments/${n}`)).status).toBe(404);
    expect((await call("/api/inbox/nobody/attachments/0")).status).toBe(404);
    await call(`/api/inbox/${id}`, { method: "DELETE" });
    expect((await call(`/api/inbox/${id}/attachments/0`)).status).toBe(404);
  });

  test("of a mail that was read by another version is not mistaken for the one that was listed", async () => {
    const { id } = await brought([
      { name: "a.txt", content: "a" },
      { name: "b.txt", content: "b" },
    ]);
    await runInDurableObject(importer(), (_, state) =>
      state.storage.sql.exec(
        "UPDATE inbox SET reading = replace(reading, '\"a.txt\"', '\"c.txt\"')",
      ),
    );

    expect((await call(`/api/inbox/${id}/attachments/0`)).status).toBe(409);
    expect((await call(`/api/inbox/${id}/attachments/1`)).status).toBe(200);
  });

  test("is for people, and of their own connection", async () => {
    const { id } = await brought([{ name: "a.txt", content: "planted-attachment" }]);
    const { token } = await (
      await post("/api/keys", { label: "script" })
    ).json<{ token: string }>();
    const url = `https://tributary.test/api/inbox/${id}/attachments/0`;
    const asKey = await exports.default.fetch(
      new Request(url, { headers: { authorization: `Bearer ${token}` } }),
    );
    const asNobody = await exports.default.fetch(new Request(url));

    expect([asKey.status, asNobody.status]).toEqual([403, 401]);
    for (const answer of [asKey, asNobody]) expect(await answer.text()).not.toContain("planted");
    // Another connection's inbox has no such message.
    expect(await callsTo(bindings.IMPORTER.getByName("2")).mailDetail(id)).toBeNull();
  });
});

test.each([
  ["../../etc/passwd", "passwd"],
  ["C:\\Windows\\evil.exe", "evil.exe"],
  ["invoice\u202Efdp.exe", "invoicefdp.exe"],
  ["a\r\nSet-Cookie: x=1.pdf", "aSet-Cookie_ x=1.pdf"],
  ['"><script>.svg', "___script_.svg"],
  ["...", "attachment"],
  [".htaccess", "htaccess"],
  ["CON.txt", "_CON.txt"],
  ["", "attachment"],
  ["\ud83d.pdf", "\ufffd.pdf"],
])("the name %j is saved as %j", (name, saved) => {
  expect(downloadName(name)).toBe(saved);
});

test("a long name keeps its ending", () => {
  const saved = downloadName(`${"x".repeat(5_000)}.pdf`);

  expect(saved.length).toBeLessThan(300);
  expect(saved.endsWith("x.pdf")).toBe(true);
});

describe("what is not read is listed with its name and size, and never opened", () => {
  test("the test file of virus scanners, alone and in an archive; a program; an archive in an archive", async () => {
    const inner = await zipOf([{ name: "eicar.com", content: EICAR }]);
    const files = [
      { name: "eicar.com", content: EICAR },
      { name: "eicar.zip", content: inner },
      {
        name: "deep.zip",
        content: await zipOf([
          { name: "inner.zip", content: inner },
          { name: "a.csv", content: CSV },
        ]),
      },
    ];
    const { id, listed } = await brought(files);

    expect(listed).toEqual(
      files.map(({ name, content }, n) => ({
        n,
        name,
        media_type: "application/octet-stream",
        bytes: content.length,
        is_statement: false,
      })),
    );
    expect(await look(id)).toMatchObject({ state: "waiting", total: "12.34", imports: [] });
    expect(
      new TextDecoder().decode(await (await call(`/api/inbox/${id}/attachments/0`)).arrayBuffer()),
    ).toBe(EICAR);
    expect(await (await call(`/api/inbox/${id}`)).text()).not.toContain("STANDARD-ANTIVIRUS");
  });

  test("archives that are damaged, packed a thousandfold, or say wrongly what is in them cost nothing", async () => {
    const bomb = await zipOf([{ name: "zeros.txt", content: new Uint8Array(8 * 1024 * 1024) }]);
    const { id, listed } = await brought([
      { name: "bomb.zip", content: bomb },
      { name: "cut.zip", content: bomb.subarray(0, 100) },
      { name: "lie.zip", content: await zipOf([{ name: "a.csv", content: CSV, at: 999_999 }]) },
      {
        name: "mixed.zip",
        content: await zipOf([
          { name: "a.csv", content: CSV },
          { name: "run.exe", content: "MZ" },
        ]),
      },
    ]);

    expect(listed.map(({ is_statement }) => is_statement)).toEqual([false, false, false, false]);
    expect(await look(id)).toMatchObject({ state: "waiting", imports: [] });
  });
});

describe("an archive that holds statements alone", () => {
  test("goes the way of uploads: an import a file, each shown before it is posted", async () => {
    const { id, listed } = await brought([
      {
        name: "export.zip",
        type: "application/zip",
        content: await zipOf([
          { name: "2026/october.csv", content: CSV },
          { name: "card.ofx", content: OFX },
          { name: "__MACOSX/._october.csv", content: "x" },
        ]),
      },
    ]);

    expect(listed).toMatchObject([{ is_statement: true }]);
    const { imports, reason } = await look(id);
    expect([imports.length, reason]).toEqual([2, "statement"]);
    const runs = await runInDurableObject(importer(), (_, state) =>
      state.storage.sql
        .exec<{ door: string; name: string; preview: number }>(
          "SELECT door, document ->> 'name' AS name, options ->> 'preview' AS preview FROM runs ORDER BY name",
        )
        .toArray(),
    );
    expect(runs).toEqual([
      { door: "mail", name: "card.ofx", preview: 1 },
      { door: "mail", name: "october.csv", preview: 1 },
    ]);
  });

  test("has its imports in the order of its files", async () => {
    const names = ["6.csv", "2.csv", "5.csv", "1.csv", "4.csv", "3.csv"];
    const { id } = await brought([
      {
        name: "export.zip",
        content: await zipOf(
          names.map((name) => ({ name, content: `${CSV}2026-10-24,${name},-5.00\r\n` })),
        ),
      },
    ]);

    const nameOf = await runInDurableObject(
      importer(),
      (_, state) =>
        new Map(
          state.storage.sql
            .exec<{ id: string; name: string }>("SELECT id, document ->> 'name' AS name FROM runs")
            .toArray()
            .map((run) => [run.id, run.name]),
        ),
    );
    expect((await look(id)).imports.map((run) => nameOf.get(run))).toEqual(names);
  });

  test("packed by gzip, or of camt files, is one too", async () => {
    const { listed } = await brought([
      { name: "october.csv.gz", content: await compressed(new TextEncoder().encode(CSV), "gzip") },
      {
        name: "camt.zip",
        content: await zipOf([{ name: "20261020_camt.053_0001.xml", content: "<Document/>" }]),
      },
      {
        name: "invoices.zip",
        content: await zipOf([{ name: "invoice.xml", content: "<Invoice/>" }]),
      },
      {
        name: "letter.docx",
        content: await zipOf([
          { name: "word/document.xml", content: "<w/>" },
          { name: "[Content_Types].xml", content: "<t/>" },
        ]),
      },
    ]);

    expect(listed.map(({ is_statement }) => is_statement)).toEqual([true, true, false, false]);
  });

  test("that unpacks to far more than a mail may hold is refused early, and other mail is taken meanwhile", async () => {
    const zeros = new Blob(Array.from({ length: 90 }, () => new Uint8Array(1_000_000)));
    const bomb = new Uint8Array(
      await new Response(zeros.stream().pipeThrough(new CompressionStream("gzip"))).arrayBuffer(),
    );
    const { id } = await bring(mailWith([{ name: "october.csv.gz", content: bomb }]));

    const turns = vi.spyOn(scheduler, "wait");
    await Promise.all([work(NEVER, { read: readMail }), bring(mailWith([], "<c@corner.example>"))]);

    // Other work has its turn after every 4 MiB of the 25 that are unpacked.
    expect(turns.mock.calls.filter(([milliseconds]) => milliseconds === 0)).toHaveLength(6);
    const states = await runInDurableObject(importer(), (_, state) =>
      state.storage.sql.exec<{ error: string }>("SELECT error FROM runs").toArray(),
    );
    expect([(await look(id)).imports.length, states.length]).toEqual([1, 1]);
    expect(states[0]?.error).toContain("it unpacks to more than 26214400 bytes");
  });

  test("makes its imports once, however often the mail is read", async () => {
    const { id } = await brought([
      { name: "export.zip", content: await zipOf([{ name: "october.csv", content: CSV }]) },
    ]);
    await post(`/api/inbox/${id}/reread`);
    await work(NEVER, { read: readMail });

    expect((await look(id)).imports).toHaveLength(1);
  });
});

test("a receipt in an attached web page is one charge, and the page stays a file of its message", async () => {
  const page =
    "<html><body><h1>Receipt CS-4711</h1><table><tr><td>Coffee</td><td>EUR 12.34</td></tr>" +
    "<tr><td>Total paid by Visa</td><td>EUR 12.34</td></tr></table></body></html>";
  const raw = mailWith([{ name: "receipt.html", type: "text/html", content: page }]).replace(
    /\r\nThank you for your order[^]*?EUR 12\.34\r\n/,
    "\r\nPlease find your receipt attached.\r\n",
  );

  const { id } = await bring(raw);
  await work(NEVER, { read: readMail });

  const { reading } = await (
    await call(`/api/inbox/${id}`)
  ).json<{ reading: { documents: { receipts: { total: { value: string } }[] }[] } }>();
  expect(
    reading.documents.flatMap(({ receipts }) => receipts.map(({ total }) => total.value)),
  ).toEqual(["12.34"]);
  expect(await listedOf(id)).toMatchObject([{ name: "receipt.html", is_statement: false }]);
});
