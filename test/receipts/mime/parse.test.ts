// Parsing of raw messages: odd contents are doubts, messages beyond a bound are not parsed, and
// nothing throws.

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as limits from "../../../src/platform/limits.ts";
import { parseMessage } from "../../../src/receipts/mime/parse.ts";
import { mail, multipart, part, SHOP } from "./write-mail.ts";

const reasons = async (raw: Uint8Array): Promise<string[]> =>
  (await parseMessage(raw)).doubts.map(({ reason }) => reason);
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("bounds of a message", () => {
  const LINE = "x\n";
  const HEAD = `${SHOP.join("\n")}\n\n`;
  const FILE = `${SHOP.join("\n")}\nContent-Type: application/pdf\n\n`;
  const headLines = SHOP.length + 1;
  test.each([
    ["bytes", (over: number) => FILE + "x".repeat(limits.MAIL_BYTES_MAX - FILE.length + over)],
    ["lines", (over: number) => HEAD + LINE.repeat(limits.MAIL_LINES_MAX - headLines + over)],
    [
      "lines that may divide parts",
      (over: number) => HEAD + "--x\n".repeat(limits.MAIL_DASHED_LINES_MAX + over),
    ],
    [
      "headers",
      (over: number) =>
        `${SHOP.join("\n")}\n${"X: y\n".repeat(limits.MAIL_HEADERS_MAX - SHOP.length + over)}\n`,
    ],
    [
      "bytes of a header",
      (over: number) =>
        `${SHOP.join("\n")}\nX: ${"y".repeat(limits.MAIL_HEADER_LINE_BYTES_MAX - 4 + over)}\n\n`,
    ],
    [
      "bytes of headers",
      (over: number) =>
        `${SHOP.join("\n")}\n${`X: ${"y".repeat(996)}\n`.repeat(261)}${"y".repeat(limits.MAIL_HEADER_BYTES_MAX - 261_000 - SHOP.join("\n").length - 3 + over)}:\n\n`,
    ],
  ])(
    "a bound on %s holds exactly, and one past it is refused with the headers still read",
    async (_name, write) => {
      expect(await reasons(bytes(write(0)))).not.toContain("too_large");
      const { message, doubts } = await parseMessage(bytes(write(1)));
      expect(doubts.map(({ reason }) => reason)).toEqual(["too_large"]);
      expect(message).toMatchObject({
        from: [{ address: "orders@lantern.example" }],
        subject: "Your order 4711",
        text: null,
        html: null,
        attachments: [],
      });
    },
  );

  test("nesting beyond the bound is a doubt, not an error", async () => {
    const deep = Array.from(
      { length: 200 },
      (_level, depth) =>
        `--b${depth}\r\nContent-Type: multipart/mixed; boundary=b${depth + 1}\r\n\r\n`,
    ).join("");
    const { message, doubts } = await parseMessage(
      mail([...SHOP, "Content-Type: multipart/mixed; boundary=b0"], deep),
    );

    expect(doubts.map(({ reason }) => reason)).toEqual(["parse_error"]);
    expect(message.subject).toBe("Your order 4711");
  });

  test("HTML beyond the bound leaves the text to be read", async () => {
    const { type, body } = multipart("alternative", [
      part("text/plain", "Total: 1.00"),
      part("text/html", "x".repeat(limits.MAIL_HTML_CHARS_MAX + 1)),
    ]);
    const { message, doubts } = await parseMessage(mail([...SHOP, `Content-Type: ${type}`], body));

    expect(doubts.map(({ reason }) => reason)).toEqual(["too_large"]);
    expect([message.html, message.text?.trim()]).toEqual([null, "Total: 1.00"]);
  });

  test("of attachments beyond the bound the first ones are kept", async () => {
    const file = (name: number): string =>
      part("application/pdf", "%PDF-", [`Content-Disposition: attachment; filename=${name}.pdf`]);
    const { type, body } = multipart(
      "mixed",
      Array.from({ length: limits.MAIL_PARTS_MAX + 1 }, (_one, index) => file(index)),
    );
    const { message, doubts } = await parseMessage(mail([...SHOP, `Content-Type: ${type}`], body));

    expect(message.attachments).toHaveLength(limits.MAIL_PARTS_MAX);
    expect(doubts.map(({ reason }) => reason)).toEqual(["too_large"]);
  });
});

describe("odd contents of a message", () => {
  test("of two From headers the first counts", async () => {
    const { message, doubts } = await parseMessage(
      mail(["From: a@one.example", "From: b@two.example", "Subject: s"], "x"),
    );

    expect(message.from.map(({ address }) => address)).toEqual(["a@one.example"]);
    expect(doubts.map(({ reason }) => reason)).toEqual(["unknown_sender"]);
  });

  test("of two subjects the first counts; the same one twice is not a doubt", async () => {
    const { message, doubts } = await parseMessage(
      mail(["From: a@one.example", "Subject: one", "Subject: two"], "x"),
    );

    expect(message.subject).toBe("one");
    expect(doubts.map(({ reason }) => reason)).toEqual(["parse_error"]);
    expect(
      await reasons(mail(["From: a@one.example", "Subject: one", "Subject: one"], "x")),
    ).toEqual([]);
  });

  const raw = (text: string, charset: string): Uint8Array =>
    Uint8Array.from(
      `From: a@b.example\r\nContent-Type: text/plain; charset=${charset}\r\n\r\n${text}`,
      (char) => char.charCodeAt(0),
    );

  test("bytes outside of the charset are a doubt", async () => {
    expect(await reasons(raw("Caf\u00e9 12,00", "utf-8"))).toEqual(["parse_error"]);
    expect(await reasons(raw("Caf\u00e9 12,00", "windows-1252"))).toEqual([]);
  });

  test("letters that the sender read in a wrong charset are put right, without a doubt", async () => {
    const misread = raw("CafÃ\u00a9 12,00", "windows-1252");

    expect((await parseMessage(misread)).message.text).toBe("Café 12,00\n");
    expect(await reasons(misread)).toEqual([]);
  });

  test.each([
    ["a winmail.dat", "application/ms-tnef; name=winmail.dat"],
    ["a message in Outlook's own format", "application/vnd.ms-outlook; name=receipt.msg"],
    ["an encrypted body", "application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m"],
    ["an encrypted message", "application/pgp-encrypted"],
  ])("%s is reported as unread", async (_name, type) => {
    const { type: mixed, body } = multipart("mixed", [
      part("text/plain", "See attached"),
      part(type, "AAAA", ["Content-Disposition: attachment"]),
    ]);

    expect(await reasons(mail([...SHOP, `Content-Type: ${mixed}`], body))).toEqual([
      "unsupported_type",
    ]);
  });

  test("a multipart without a boundary is split by the first line of its body", async () => {
    const { message, doubts } = await parseMessage(
      mail(
        [...SHOP, 'Content-Type: multipart/mixed boundary="x"'],
        "--x\r\nContent-Type: text/plain\r\n\r\nTotal: 1.00\r\n--x--\r\n",
      ),
    );

    expect(message.text?.trim()).toBe("Total: 1.00");
    expect(message.headers.filter(({ name }) => name === "content-type")).toHaveLength(1);
    expect(doubts.map(({ reason }) => reason)).toEqual(["parse_error"]);
  });
});

test("a uuencoded file in a text is an attachment", async () => {
  const { message } = await parseMessage(
    mail(SHOP, "Your invoice\r\nbegin 644 invoice.txt\r\n#0V%T\r\n`\r\nend\r\nThank you\r\n"),
  );

  expect(
    message.attachments.map(({ name, bytes: content }) => [
      name,
      new TextDecoder().decode(content),
    ]),
  ).toEqual([["invoice.txt", "Cat"]]);
  expect(message.text).not.toContain("begin");
  expect(message.text).toContain("Thank you");
});

test("structured data in a part of its own is an attachment", async () => {
  const { type, body } = multipart("alternative", [
    part("text/plain", "Total"),
    part("application/ld+json", '{"@type":"Order"}'),
  ]);
  const { message } = await parseMessage(mail([...SHOP, `Content-Type: ${type}`], body));

  expect(message.attachments.map(({ mediaType }) => mediaType)).toEqual(["application/ld+json"]);
});

test("a mail whose lines end in carriage returns is read", async () => {
  const { message } = await parseMessage(bytes("From: a@b.example\rSubject: s\r\rTotal: 1.00\r"));

  expect([message.subject, message.text?.trim()]).toEqual(["s", "Total: 1.00"]);
});

test("a part of many lines is read like a part of few, and attached files keep every byte", async () => {
  const file = Uint8Array.from(
    { length: 30_000 },
    (_byte, index) => (index * 2_654_435_761) >>> 24,
  );
  const encoded = btoa(String.fromCharCode(...file)).replace(/.{76}/g, "$&\r\n");
  const text = "caf\u00e9 \r\n\r\n-- \r\nName: x\r\n--b\r\n".repeat(1_500);
  const table = "a;b\r\n1;2\r\n\r\n".repeat(1_500);
  const { type, body } = multipart("mixed", [
    part("text/plain; charset=utf-8", text, ["Content-Transfer-Encoding: 8bit"]),
    part("application/pdf; name=a.pdf", encoded, [
      "Content-Transfer-Encoding: base64",
      "Content-Disposition: attachment",
    ]),
    part("text/plain; name=q.txt", "caf=C3=A9 =\r\n12,00\r\n".repeat(1_500), [
      "Content-Transfer-Encoding: quoted-printable",
      "Content-Disposition: attachment",
    ]),
    part("text/csv; name=a.csv", table, ["Content-Disposition: attachment"]),
  ]);

  const { message, doubts } = await parseMessage(mail([...SHOP, `Content-Type: ${type}`], body));

  expect(doubts).toEqual([]);
  expect(message.text?.trimEnd()).toBe(text.replaceAll("\r\n", "\n").trimEnd());
  const [pdf, quoted, csv] = message.attachments;
  expect(pdf?.bytes).toEqual(file);
  expect(new TextDecoder().decode(quoted?.bytes).replaceAll("\r\n", "\n").trimEnd()).toBe(
    "café 12,00\n".repeat(1_500).trimEnd(),
  );
  expect(new TextDecoder().decode(csv?.bytes).trimEnd()).toBe(
    table.replaceAll("\r\n", "\n").trimEnd(),
  );
});

test("a header that is folded by tabs is one header", async () => {
  const folded = `To: a@b.example${",\n\tc@d.example".repeat(limits.MAIL_HEADERS_MAX + 1)}`;

  expect(await reasons(bytes(`${SHOP.join("\n")}\n${folded}\n\nbody`))).toEqual([]);
});

test("no bytes make the parser throw", async () => {
  const piece = fc.constantFrom(
    "From: ",
    "a@b.example",
    "\r\n",
    "\n",
    "\r",
    "--x",
    "--x--",
    "Content-Type: multipart/mixed; boundary=x",
    "Content-Type: message/rfc822",
    "Content-Transfer-Encoding: base64",
    "=?utf-8?q?=C3?=",
    "begin 644 a",
    "\u0000",
    "\u00ff",
    ":",
    ";",
    '"',
    "Subject: s",
    " ",
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(piece, fc.string({ maxLength: 8 })), { maxLength: 60 }),
      async (pieces) => {
        const { message } = await parseMessage(
          Uint8Array.from(pieces.join(""), (char) => char.charCodeAt(0) & 255),
        );
        expect(message.headers).toBeInstanceOf(Array);
      },
    ),
    { numRuns: 300 },
  );
});

test("raw letters in an encoded word are read in the charset that the word names", async () => {
  const latin = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0));
  const subjectOf = async (subject: string): Promise<string> =>
    (
      await parseMessage(
        latin(`From: a@shop.example\r\nSubject: ${subject}\r\n\r\nTotal: 1.00 \u00f6\r\n`),
      )
    ).message.subject;

  expect(await subjectOf("=?iso-8859-1?Q?Die_Fr\u00f6sche_f=FCr_dich?=")).toBe(
    "Die Frösche für dich",
  );
  expect(await subjectOf("=?utf-8?q?Fr\u00c3\u00b6sche?= now")).toBe("Frösche now");
  expect(await subjectOf("Is it ?Q? plain?")).toBe("Is it ?Q? plain?");
});
