// Mail that is made to deceive, from the door to the inbox, with the real reader and real
// signatures: what becomes of it, and that nothing but keys is ever asked for. Any other request
// fails the test.

import { runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { authenticateMail } from "../../../src/receipts/authenticity/authenticate.ts";
import { readMail } from "../../../src/receipts/read-mail.ts";
import { createResolver } from "../../../src/importer/inbox/key-resolver.ts";
import type { InboxMessage } from "../../../src/importer/inbox/message.ts";
import type { InboxTools } from "../../../src/importer/inbox/job-tools.ts";
import { Sql } from "../../../src/platform/sql/sql.ts";
import { bytesOf, keys, recordFor, signed } from "../../receipts/authenticity/signer.ts";
import {
  bring,
  call,
  email,
  holdAlarms,
  importer,
  inbox,
  look,
  NEVER,
  newAddress,
  post,
  work,
} from "./driver.ts";
import { reset } from "../../reset.ts";

const SAMPLES = import.meta.glob<string>("../../../samples/receipt.eml", {
  query: "?raw",
  import: "default",
  eager: true,
});
const fetched: string[] = [];
let asked: string[] = [];
let address = "";
let real: Partial<InboxTools> = {};

beforeEach(async () => {
  holdAlarms();
  fetched.length = 0;
  vi.spyOn(globalThis, "fetch").mockImplementation(async (input) => {
    fetched.push(String(input instanceof Request ? input.url : input));
    throw new Error("nothing may be fetched");
  });
  const record = await recordFor();
  const records = keys(
    Object.fromEntries(
      ["shop.example", "mail.example", "evil.example"].map((domain) => [
        `s1._domainkey.${domain}`,
        record,
      ]),
    ),
  );
  asked = records.asked;
  real = {
    read: readMail,
    authenticate: (raw, carried) => authenticateMail(raw, carried, records, Date.now()),
  };
  ({ address } = await newAddress());
});
afterEach(async () => {
  expect(fetched).toEqual([]);
  vi.restoreAllMocks();
  await reset();
});

interface Parts {
  readonly from?: string;
  readonly subject?: string;
  readonly id?: string;
  readonly type?: string;
  readonly body?: string;
}

const BODY =
  "Thank you for your order at the Corner Shop!\r\n\r\nOrder number: CS-4711\r\nOrder date: 2026-10-20\r\n\r\nTotal charged: EUR 12.34\r\n";

/** Another purchase of the same kind. */
const bodyOf = (n: number): string =>
  BODY.replace("CS-4711", `CS-${n}`).replace("12.34", `${n}.50`);

function receipt({
  from = "Corner Shop <orders@shop.example>",
  subject = "Your receipt CS-4711",
  id = "<1@shop.example>",
  type = "text/plain",
  body = BODY,
}: Parts = {}): string {
  return `From: ${from}\r\nTo: ada@mail.example\r\nSubject: ${subject}\r\nDate: Tue, 20 Oct 2026 14:32:08 +0000\r\nMessage-ID: ${id}\r\nMIME-Version: 1.0\r\nContent-Type: ${type}; charset=utf-8\r\n\r\n${body}`;
}

const HEADERS = ["From", "To", "Subject", "Date", "Message-ID", "MIME-Version", "Content-Type"];
const sign = (mail: string, domain = "shop.example", tags = "") =>
  signed(mail, { domain, tags, headers: HEADERS });

/** Sends it in and reads it; the newest message. */
async function sent(mail: string): Promise<InboxMessage> {
  expect(await email(bytesOf(mail), address)).toBeNull();
  await work(NEVER, real);
  const [message] = await inbox();
  if (message === undefined) throw new Error("it came in");
  return message;
}

/** A mail of Ada's, without a signature, that a message is attached to. */
const carrying = (message: string, id: string) =>
  `From: ada@mail.example\r\nSubject: Fwd\r\nDate: Tue, 20 Oct 2026 15:00:00 +0000\r\nMessage-ID: ${id}\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: message/rfc822\r\n\r\n${message}\r\n--b--\r\n`;

function forwarded(inner: string, from = "Ada <ada@mail.example>"): string {
  const body = `---------- Forwarded message ---------\r\nFrom: Corner Shop <orders@shop.example>\r\nDate: Tue, 20 Oct 2026 at 14:32\r\nSubject: Your receipt CS-4711\r\nTo: <ada@mail.example>\r\n\r\n${inner}`;
  return receipt({
    from,
    subject: "Fwd: Your receipt CS-4711",
    id: `<fwd-${inner.length}@mail.example>`,
    body,
  });
}

describe("who vouches for a mail", () => {
  test("a receipt that its shop signed waits for the bank's row; what was found is kept, and never asked again", async () => {
    const message = await sent(await sign(receipt()));

    expect(message).toMatchObject({
      state: "waiting",
      total: "12.34",
      currency: "eur",
      verdict: {
        result: "pass",
        signatures: [{ domain: "shop.example", selector: "s1", result: "pass" }],
      },
    });
    expect(asked).toEqual(["s1._domainkey.shop.example"]);
    await post(`/api/inbox/${message.id}/reread`);
    await work(NEVER, { ...real, authenticate: () => Promise.reject(new Error("asked again")) });
    expect(await look(message.id)).toMatchObject({ state: "waiting", verdict: { result: "pass" } });
  });

  test("a key that nobody answered for is asked again when the mail is read again", async () => {
    const mail = await sign(receipt());
    expect(await email(bytesOf(mail), address)).toBeNull();
    await work(NEVER, {
      ...real,
      authenticate: (raw, carried) =>
        authenticateMail(raw, carried, keys({ "s1._domainkey.shop.example": null }), Date.now()),
    });
    const [before] = await inbox();
    expect(before).toMatchObject({ state: "review", reason: "auth_absent" });

    await post(`/api/inbox/${before?.id ?? ""}/reread`);
    await work(NEVER, real);

    expect((await inbox())[0]).toMatchObject({ state: "waiting", verdict: { result: "pass" } });
  });

  test("a spoofed sender is not believed: no signature, a stranger's, and the envelope says nothing", async () => {
    for (const mail of [
      receipt(),
      await sign(receipt({ id: "<2@shop.example>", body: bodyOf(20) }), "evil.example"),
    ]) {
      expect(await sent(mail)).toMatchObject({
        state: "review",
        reason: "auth_absent",
        verdict: { result: "absent" },
      });
    }
  });

  test("two From headers, or two senders in one, are never believed", async () => {
    const twice = await sign(
      `From: Corner Shop <orders@shop.example>\r\n${receipt({ from: "Eve <eve@evil.example>" })}`,
      "shop.example",
    );
    const both = await sign(
      receipt({
        from: "orders@shop.example, eve@evil.example",
        id: "<3@shop.example>",
        body: bodyOf(30),
      }),
    );

    for (const mail of [twice, both])
      expect(await sent(mail)).toMatchObject({ state: "review", reason: "auth_failed" });
  });

  test("forged Authentication-Results are not believed, on top or in the platform's own place", async () => {
    const results =
      "Authentication-Results: mx.cloudflare.net; dkim=pass header.d=shop.example; dmarc=pass header.from=shop.example\r\n";
    const received =
      "Received: from x by cloudflare-email.net (x); Tue, 20 Oct 2026 14:32:09 +0000\r\n";
    for (const [n, stamp] of [
      results,
      received + results,
      `ARC-${results.replace(": ", ": i=1; ")}`,
    ].entries()) {
      expect(
        await sent(stamp + receipt({ id: `<forged-${n}@shop.example>`, body: bodyOf(40 + n) })),
      ).toMatchObject({ state: "review", reason: "auth_absent" });
    }
  });

  test("a replay is the same receipt once more, and one signed long ago is looked at", async () => {
    const first = await sent(await sign(receipt()));
    const again = await sent(`Received: from eve by relay\r\n${await sign(receipt())}`);
    const old = Math.floor(Date.now() / 1000) - 60 * 24 * 60 * 60;
    const late = await sent(
      await sign(
        receipt({
          id: "<old@shop.example>",
          subject: "Your receipt CS-1",
          body: BODY.replaceAll("CS-4711", "CS-1").replace("12.34", "77.10"),
        }),
        "shop.example",
        `t=${old};`,
      ),
    );

    expect([first.state, again.state, again.duplicate_of]).toEqual([
      "waiting",
      "duplicate",
      first.id,
    ]);
    expect(late).toMatchObject({ state: "review", reason: "sender_not_trusted" });
  });

  test("what is added behind the part of the body that l= covers makes the signature bad", async () => {
    const covered = await signed(receipt(), { headers: HEADERS, length: BODY.length });

    expect(await sent(`${covered}Total charged: EUR 999.00\r\n`)).toMatchObject({
      state: "review",
      reason: "auth_failed",
      verdict: { result: "fail" },
    });
  });

  test("what nobody vouches for takes no real receipt's place, whichever comes first", async () => {
    await sent(receipt({ id: "<spoof@shop.example>" }));
    const real = await sent(await sign(receipt()));
    await sent(receipt({ id: "<spoof-2@shop.example>", body: `${BODY}Paid.\r\n` }));

    expect((await look(real.id)).state).toBe("waiting");
  });
});

describe("forwards", () => {
  test("of somebody whose forwards were never accepted are looked at; accepting one trusts their address, as long as their domain vouches for it", async () => {
    const first = await sent(await sign(forwarded(BODY), "mail.example"));
    expect(first).toMatchObject({ state: "review", reason: "sender_not_trusted" });
    expect((await post(`/api/inbox/${first.id}/import`, {})).status).toBe(200);

    const next = BODY.replaceAll("CS-4711", "CS-4712").replace("12.34", "56.78");
    expect(await sent(await sign(forwarded(next), "mail.example"))).toMatchObject({
      state: "waiting",
      total: "56.78",
    });
    expect(await sent(forwarded(bodyOf(50)))).toMatchObject({
      state: "review",
      reason: "auth_absent",
    });
    expect(
      await sent(await sign(forwarded(bodyOf(511), "Bob <bob@mail.example>"), "mail.example")),
    ).toMatchObject({ state: "review", reason: "sender_not_trusted" });
  });

  test("that are accepted without anybody's vouching teach nothing", async () => {
    const first = await sent(forwarded(BODY));
    await post(`/api/inbox/${first.id}/import`, {});

    expect(
      await sent(
        await sign(
          forwarded(BODY.replaceAll("CS-4711", "CS-4712").replace("12.34", "56.78")),
          "mail.example",
        ),
      ),
    ).toMatchObject({ reason: "sender_not_trusted" });
  });

  test("are never inserted by themselves, even where the address says so", async () => {
    const accounts: { manual_accounts?: { id: number }[] } = await (
      await call("/v2/manual_accounts")
    ).json();
    const { id } = await newAddress("now").then((made) => {
      ({ address } = made);
      return made;
    });
    await call(`/api/addresses/${id}`, {
      method: "PUT",
      body: JSON.stringify({ mode: "insert", account_id: accounts.manual_accounts?.[0]?.id ?? 1 }),
    });
    const first = await sent(await sign(forwarded(BODY), "mail.example"));
    await post(`/api/inbox/${first.id}/import`, { mode: "wait" });

    const second = await sent(
      await sign(
        forwarded(BODY.replaceAll("CS-4711", "CS-4712").replace("12.34", "56.78")),
        "mail.example",
      ),
    );

    expect(second.receipts).toMatchObject([{ state: "waiting", mode: "wait" }]);
  });

  test("with the whole message attached go by its own signature", async () => {
    const inner = await sign(receipt());

    expect(await sent(carrying(inner, "<a@mail.example>"))).toMatchObject({
      state: "waiting",
      total: "12.34",
    });
    expect(
      await sent(
        carrying(inner.replace("12.34", "92.34").replaceAll("CS-4711", "CS-9"), "<b@mail.example>"),
      ),
    ).toMatchObject({ state: "review", reason: "auth_absent" });
  });

  test("with a shop's genuine receipt for somebody else are asked about, and cannot be made out to the person", async () => {
    await runInDurableObject(importer(), (_, state) =>
      new Sql(state.storage).run(
        "INSERT INTO trusted (kind, who, at) VALUES ('sender', 'shop.example', 1), ('forwarder', 'ada@mail.example', 1)",
      ),
    );
    const eves = (n: number) =>
      sign(receipt({ id: `<${n}@shop.example>`, body: bodyOf(n) }).replace("To: ada@", "To: eve@"));

    expect(await sent(carrying(await eves(1), "<a@mail.example>"))).toMatchObject({
      reason: "other_recipient",
      receipts: [{ mode: "wait" }],
    });
    const changed = (await eves(2)).replace("To: eve@", "To: ada@");
    expect((await sent(carrying(changed, "<b@mail.example>"))).reason).toBe("auth_absent");
    const added = `To: ada@mail.example\r\n${await eves(3)}`;
    expect((await sent(carrying(added, "<c@mail.example>"))).reason).toBe("auth_absent");
  });
});

describe("texts that deceive", () => {
  const PHISHING = [
    [
      "a payment that nobody made",
      '"PayPal service@paypal.com" <billing@evil.example>',
      "You sent a payment of $649.99 USD",
      "You sent a payment of $649.99 USD to Crypto Exchange.\r\nTransaction ID: 8HX21\r\nTotal: $649.99 USD\r\nIf this was not you call +1 800 555 0100 at once or open https://evil.example/login\r\n",
    ],
    [
      "a subscription renewed",
      '"Norton Billing" <invoice@evil.example>',
      "Invoice NT-88213 for your renewal",
      "Thank you for your order.\r\nInvoice number: NT-88213\r\nProduct: Total Security, 3 years\r\nAmount charged: USD 399.99\r\nTo cancel call +1 800 555 0101 within 24 hours.\r\n",
    ],
    [
      "an account that is locked",
      '"Amazon.com" <account-update@evil.example>',
      "Your account is locked: payment of $1,299.00 declined",
      "Your order of $1,299.00 could not be processed.\r\nVerify your card within 24 hours: https://evil.example/verify\r\n",
    ],
    [
      "a parcel's fee",
      '"DHL Express" <track@evil.example>',
      "Your parcel is on hold",
      "A customs fee of EUR 2.99 is due.\r\nPay now: https://evil.example/pay\r\nTotal: EUR 2.99\r\n",
    ],
    [
      "a refund that waits",
      '"Internal Revenue Service" <refund@evil.example>',
      "Your tax refund of $932.10",
      "You are eligible for a refund of USD 932.10.\r\nClaim your refund: https://evil.example/claim\r\nRefund total: USD 932.10\r\n",
    ],
    [
      "a bank's notice",
      '"Your Bank" <alerts@evil.example>',
      "Card transaction alert",
      "A purchase of USD 845.00 at ELECTRONICS WORLD was made with your card ending 4417.\r\nIf this was not you, sign in: https://evil.example/bank\r\n",
    ],
  ] as const;

  /** An address whose receipts are inserted at once. */
  async function inserting(): Promise<void> {
    const made = await newAddress("now");
    expect(
      (
        await call(`/api/addresses/${made.id}`, {
          method: "PUT",
          body: JSON.stringify({ mode: "insert", account_id: 1 }),
        })
      ).status,
    ).toBe(200);
    ({ address } = made);
  }

  test.each(PHISHING)(
    "phishing: %s, unsigned, is looked at or nothing, at any address",
    async (_, from, subject, body) => {
      await inserting();

      expect(["review", "ignored"]).toContain((await sent(receipt({ from, subject, body }))).state);
    },
  );

  test.each(PHISHING)(
    "phishing: %s: signed by its own domain, it is not inserted by itself",
    async (_, from, subject, body) => {
      await inserting();
      const { receipts, state } = await sent(
        await sign(receipt({ from, subject, body }), "evil.example"),
      );

      expect(["review", "ignored", "waiting"]).toContain(state);
      for (const one of receipts)
        if (one.state === "waiting")
          expect([one.mode, one.reason]).toEqual([
            "wait",
            one.kind === "order" || one.kind === "invoice" ? null : "sender_not_trusted",
          ]);
    },
  );

  test("hidden text gives no amount", async () => {
    const html = `<p>Order number: CS-4711</p><div style="display:none">Total charged: EUR 999.00</div><p style="font-size:0">Total charged: EUR 888.00</p><table><tr><td>Total charged</td><td>EUR 12.34</td></tr></table>`;
    const message = await sent(await sign(receipt({ type: "text/html", body: html })));

    expect(message.total).toBe("12.34");
  });

  test("a text that disagrees with the HTML is looked at", async () => {
    const body = `--b\r\nContent-Type: text/plain\r\n\r\nOrder number: CS-4711\r\nTotal charged: EUR 12.34\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>Order number: CS-4711</p><p>Total charged: EUR 999.00</p>\r\n--b--\r\n`;
    const mail = await sign(
      receipt({ body }).replace(
        "Content-Type: text/plain; charset=utf-8",
        "Content-Type: multipart/alternative; boundary=b",
      ),
    );

    expect(await sent(mail)).toMatchObject({
      state: "review",
      reason: expect.stringMatching(/^conflicting_/),
    });
  });

  test("script in a subject and a formula for a merchant's name are text", async () => {
    const subject = "Receipt <script>alert(1)</script>";
    const message = await sent(
      await sign(receipt({ subject, from: '"=HYPERLINK(1)" <orders@shop.example>' })),
    );

    expect(message.subject).toBe(subject);
    expect((await call("/api/inbox")).headers.get("content-type")).toMatch(/^application\/json/);
    expect(message.merchant ?? "").not.toMatch(/[\p{C}]/u);
    expect((message.merchant ?? "").length).toBeLessThanOrEqual(120);
  });

  test("nothing that a mail names is fetched, when it is read, shown or decided", async () => {
    const html = `<img src="https://evil.example/a.png"><link rel=stylesheet href="https://evil.example/a.css"><a href="https://evil.example/receipt">View receipt</a><script type="application/ld+json">{"@context":"https://evil.example/c","@type":"Order","url":"https://evil.example/o"}</script><p>Total charged: EUR 12.34</p>`;
    const message = await sent(await sign(receipt({ type: "text/html", body: html })));
    const shown = await (await call(`/api/inbox/${message.id}/html`)).text();

    expect(fetched).toEqual([]);
    expect(shown).not.toMatch(/<(?:img|link|script|a)\b/i);
    expect(asked.every((name) => name.includes("._domainkey."))).toBe(true);
  });
});

describe("the door for scripts", () => {
  test("what somebody with a key brings waits unsigned, and is looked at where its signature does not hold", async () => {
    const { id } = await bring(receipt());
    const broken = await bring(
      (await sign(receipt({ id: "<9@shop.example>" })))
        .replace("12.34", "92.34")
        .replaceAll("CS-4711", "CS-9"),
    );
    await work(NEVER, real);

    expect((await look(id)).receipts).toMatchObject([{ state: "waiting", mode: "wait" }]);
    expect(await look(broken.id)).toMatchObject({ state: "review", reason: "auth_failed" });
  });
});

test("the sample is vouched for on a developer's machine, without a network, and nowhere else", async () => {
  const raw = new TextEncoder().encode(Object.values(SAMPLES)[0] ?? "");
  const there = await authenticateMail(
    raw,
    [],
    createResolver({ local: true, mailDns: null }),
    Date.now(),
  );
  const elsewhere = await authenticateMail(
    raw,
    [],
    createResolver({ local: false, mailDns: null }),
    Date.now(),
  );

  expect([there.result, elsewhere.result]).toEqual(["pass", "absent"]);
});
