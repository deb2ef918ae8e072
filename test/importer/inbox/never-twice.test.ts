// One purchase as it comes in: each of its mails directly, passed on by a rule, forwarded by one or
// two people as text, as HTML or attached, in any order and as often as you like. Read by the real
// reader. There is never more than the true number of charges on their way to the budget, and never
// fewer in the inbox.

import * as fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { readMail } from "../../../src/receipts/read-mail.ts";
import type { InboxMessage, InboxReceipt } from "../../../src/importer/inbox/message.ts";
import { bring, holdAlarms, inbox, NEVER, work } from "./driver.ts";
import { reset } from "../../reset.ts";

beforeEach(() => holdAlarms());
afterEach(async () => {
  vi.restoreAllMocks();
  await reset();
});

/** A mail of the shop. */
interface Letter {
  readonly id: string;
  readonly subject: string;
  /** Minutes after noon of 11 March 2026, UTC. */
  readonly minute: number;
  readonly lines: readonly string[];
}

const FROM = "Lakeside Books <orders@lakeside.example>";
const at = ({ minute }: Letter) => new Date(Date.UTC(2026, 2, 11, 12, minute));
const html = (lines: readonly string[]) =>
  `<table>${lines.map((line) => `<tr><td>${line.replace(": ", "</td><td>")}</td></tr>`).join("")}</table>`;

function original(letter: Letter, stamped = ""): string {
  const head = `${stamped}From: ${FROM}\r\nTo: ada@mail.example\r\nSubject: ${letter.subject}\r\nDate: ${at(letter).toUTCString().replace("GMT", "+0000")}\r\nMessage-ID: <${letter.id}@lakeside.example>\r\nMIME-Version: 1.0\r\n`;
  return `${head}${alternatives(letter.lines.join("\r\n"), html(letter.lines))}`;
}

function alternatives(text: string, markup: string): string {
  return `Content-Type: multipart/alternative; boundary=alt\r\n\r\n--alt\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${text}\r\n--alt\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${markup}\r\n--alt--\r\n`;
}

let forwards = 0;

function forwardHead(who: string, subject: string): string {
  forwards += 1;
  return `From: ${who} <${who.toLowerCase()}@mail.example>\r\nTo: receipts@tributary.example\r\nSubject: Fwd: ${subject}\r\nDate: Thu, 12 Mar 2026 08:${String(forwards % 60).padStart(2, "0")}:00 +0000\r\nMessage-ID: <f${forwards}@mail.example>\r\nMIME-Version: 1.0\r\n`;
}

/** In the forwarder's own zone, to the minute. */
function block(letter: Letter, hours: number): readonly string[] {
  const local = new Date(at(letter).getTime() + hours * 3_600_000);
  const day = local.toLocaleDateString("en-US", {
    weekday: "short",
    month: "short",
    day: "numeric",
    year: "numeric",
    timeZone: "UTC",
  });
  const time = local.toLocaleTimeString("en-US", {
    hour: "numeric",
    minute: "2-digit",
    timeZone: "UTC",
  });
  return [
    "---------- Forwarded message ---------",
    `From: ${FROM}`,
    `Date: ${day} at ${time}`,
    `Subject: ${letter.subject}`,
    "To: <ada@mail.example>",
  ];
}

const WAYS: Readonly<Record<string, (letter: Letter) => string>> = {
  direct: (letter) => original(letter),
  "passed on": (letter) =>
    original(
      letter,
      "Received: from a.example by b.example; Wed, 11 Mar 2026 12:00:01 +0000\r\nX-Forwarded-To: receipts@tributary.example\r\nX-Forwarded-For: ada@mail.example receipts@tributary.example\r\n",
    ),
  "as text": (letter) =>
    `${forwardHead("Ada", letter.subject)}Content-Type: text/plain; charset=utf-8\r\n\r\n${[...block(letter, 1), "", ...letter.lines].join("\r\n")}\r\n`,
  "as HTML": (letter) =>
    `${forwardHead("Ada", letter.subject)}${alternatives(
      [...block(letter, -7), "", ...letter.lines].join("\r\n"),
      `<div class="gmail_quote"><div dir="ltr" class="gmail_attr">${block(letter, -7)
        .join("<br>")
        .replace(
          /<(\S+@\S+)>/g,
          "&lt;<a href='mailto:$1'>$1</a>&gt;",
        )}</div><br>${html(letter.lines)}</div>`,
    )}`,
  "by another": (letter) =>
    `${forwardHead("Bob", letter.subject)}Content-Type: text/plain; charset=utf-8\r\n\r\nfor the flat\r\n\r\n${[...block(letter, 0), "", ...letter.lines].join("\r\n")}\r\n`,
  attached: (letter) =>
    `${forwardHead("Bob", letter.subject)}Content-Type: multipart/mixed; boundary=out\r\n\r\n--out\r\nContent-Type: text/plain\r\n\r\nsee below\r\n--out\r\nContent-Type: message/rfc822\r\nContent-Disposition: attachment; filename=mail.eml\r\n\r\n${original(letter)}\r\n--out--\r\n`,
};

const TOTAL = "41.18";
const order: Letter = {
  id: "o",
  subject: "Your order LB-5512 is confirmed",
  minute: 1,
  lines: [
    "Thank you for your order at Lakeside Books!",
    "We will write again when it leaves our house by the lake.",
    "Order number: LB-5512",
    `Order total: USD ${TOTAL}`,
  ],
};
const shipping: Letter = {
  id: "s",
  subject: "Your order LB-5512 has shipped",
  minute: 90,
  lines: [
    "Your parcel is on its way to you.",
    "Order number: LB-5512",
    `Order total: USD ${TOTAL}`,
    "Carrier: Parcel Post",
  ],
};
const receipt: Letter = {
  id: "r",
  subject: "Your receipt for order LB-5512",
  minute: 200,
  lines: [
    "Thank you for shopping at Lakeside Books!",
    "This is the receipt for your books.",
    "Order number: LB-5512",
    `Total paid: USD ${TOTAL}`,
  ],
};
const refund: Letter = {
  id: "b",
  subject: "Your refund for order LB-5512",
  minute: 500,
  lines: [
    "We have refunded your order.",
    "The money is on its way back to you.",
    "Order number: LB-5512",
    "Refund total: USD 12.00",
  ],
};
const coffee = (n: number): Letter => ({
  id: `c${n}`,
  subject: "Your receipt from Lakeside Books",
  minute: 300 + 7 * n,
  lines: [
    "Thank you for your purchase in the reading room by the lake.",
    "One coffee and one slice of cake.",
    "Total: USD 7.50",
  ],
});

/** What was delivered, read; each receipt that is no duplicate and about money. */
async function ends(
  deliveries: readonly (readonly [Letter, string])[],
): Promise<{ live: readonly InboxReceipt[]; messages: readonly InboxMessage[] }> {
  await reset();
  holdAlarms();
  for (const [letter, way] of deliveries) {
    await bring(WAYS[way]?.(letter) ?? "");
    await work(NEVER, { read: readMail });
  }
  const messages = await inbox("limit=100");
  return {
    messages,
    live: messages
      .flatMap(({ receipts }) => receipts)
      .filter(({ state }) => state === "waiting" || state === "review"),
  };
}

const show = ({ live }: Awaited<ReturnType<typeof ends>>) =>
  live
    .map(
      ({ kind, total, state, reason }) =>
        `${kind} ${total ?? "none"} ${state}${reason === null ? "" : ` ${reason}`}`,
    )
    .sort();
const deliveriesOf = (...letters: readonly Letter[]) =>
  fc.array(fc.tuple(fc.constantFrom(...letters), fc.constantFrom(...Object.keys(WAYS))), {
    minLength: 1,
    maxLength: 6,
  });
const RUNS = 5;

describe("of one order", () => {
  test("however its mails come, one charge is on its way", async () => {
    await fc.assert(
      fc.asyncProperty(deliveriesOf(order, shipping, receipt), async (deliveries) => {
        const charges = deliveries.filter(([letter]) => letter !== shipping);
        expect(
          show(await ends(deliveries)),
          JSON.stringify(deliveries.map(([{ id }, way]) => [id, way])),
        ).toEqual(
          charges.length === 0 ? [] : [expect.stringMatching(/^(?:order|receipt) 41\.18 waiting$/)],
        );
      }),
      { numRuns: RUNS },
    );
  });

  test("a refund is beside it, once", async () => {
    await fc.assert(
      fc.asyncProperty(deliveriesOf(receipt, refund), async (deliveries) => {
        const { live } = await ends(deliveries);
        const said = JSON.stringify(deliveries.map(([{ id }, way]) => [id, way]));
        const sure = live
          .filter(({ state }) => state === "waiting")
          .map(({ kind, total }) => `${kind} ${total ?? ""}`);
        expect(sure.sort(), said).toEqual(
          ["receipt 41.18", "refund 12.00"].filter((one) =>
            deliveries.some(([letter]) =>
              one.startsWith(letter === receipt ? "receipt" : "refund"),
            ),
          ),
        );
        // Of one number two refunds of one amount may be two: what two people forward without its time is asked about.
        expect(
          live
            .filter(({ state }) => state === "review")
            .map(({ kind, reason }) => `${kind} ${reason ?? ""}`)
            .filter((one) => one !== "refund possible_duplicate"),
          said,
        ).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });
});

describe("of receipts without a number", () => {
  test("two equal purchases of one day are two; a mail that may be either's is asked about", async () => {
    await fc.assert(
      fc.asyncProperty(deliveriesOf(coffee(1), coffee(2)), async (deliveries) => {
        const wanted = new Set(deliveries.map(([{ id }]) => id)).size;
        const { live, messages } = await ends(deliveries);
        const sure = live.filter(({ state }) => state === "waiting");
        const said = JSON.stringify([
          deliveries.map(([{ id }, way]) => [id, way]),
          messages.map(({ state, reason, receipts }) => [
            state,
            reason,
            receipts.map((one) => `${one.kind} ${one.total} ${one.state} ${one.reason}`),
          ]),
        ]);
        expect(sure.length, said).toBeLessThanOrEqual(wanted);
        expect(live.length, said).toBeGreaterThanOrEqual(wanted);
      }),
      { numRuns: RUNS },
    );
  });
});
