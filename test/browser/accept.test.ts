// Several receipts of senders that are new or could not be verified are accepted on one page.

import { expect, test } from "vitest";
import { takeScreenshot, tributaryForTests } from "./tributary.ts";

const tributary = tributaryForTests();
const ROUNDS_MAX = 600;

interface Message {
  readonly id: string;
  readonly state: string;
  readonly subject: string;
}

async function messages(): Promise<readonly Message[]> {
  const page = (await (await tributary.call("/api/inbox")).json()) as { messages: Message[] };
  return page.messages;
}

/** Sends the receipt of a shop by e-mail, unsigned. */
async function sendReceipt(to: string, shop: string, total: string): Promise<void> {
  const domain = `${shop.toLowerCase()}.example`;
  const query = new URLSearchParams({ from: `orders@${domain}`, to });
  const raw = [
    `From: ${shop} <orders@${domain}>`,
    "To: person@example.com",
    `Subject: Your receipt from ${shop}`,
    "Date: Tue, 20 Oct 2026 14:32:08 +0000",
    `Message-ID: <${shop}@${domain}>`,
    "Content-Type: text/plain; charset=utf-8",
    "",
    `Thank you for your purchase at ${shop}!`,
    "",
    `Total: USD ${total}`,
    "",
  ].join("\r\n");
  const sent = await fetch(`${tributary.origin}/cdn-cgi/local/email?${query.toString()}`, {
    method: "POST",
    body: raw,
  });
  expect(sent.status).toBe(200);
}

/** The messages once all are read and none of them is in this state. */
async function waitUntilNo(state: string): Promise<readonly Message[]> {
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const all = await messages();
    if (all.length > 0 && all.every((one) => one.state !== state && one.state !== "received"))
      return all;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("The messages do not come to rest.");
}

test("of several receipts of new senders those that are ticked are accepted by one button, on a phone", async () => {
  const { address } = (await (
    await tributary.call("/api/addresses", "POST", { label: "shops" })
  ).json()) as { address: string };
  for (const [shop, total] of [
    ["Larkbooks", "12.40"],
    ["Ferncoffee", "4.75"],
    ["Tallytools", "61.20"],
  ] as const)
    await sendReceipt(address, shop, total);
  await waitUntilNo("reading");
  const { page, complaints } = await tributary.visitSignedIn({
    viewport: { width: 390, height: 844 },
  });

  await page.goto("/inbox");
  await page.getByRole("link", { name: "Accept 3 receipts of new senders" }).click();
  await page.waitForURL("**/inbox/senders");
  const ticked = await page.locator("input[name=receipt]:checked").count();
  await page.getByRole("button", { name: "Accept all that are ticked" }).click();
  await page.getByText("Tick at least one receipt.").waitFor();
  await page.getByLabel(/^Larkbooks/).check();
  await page.getByLabel(/^Tallytools/).check();
  await takeScreenshot(page, "93-inbox-senders");
  const wide = await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
  await page.getByRole("button", { name: "Accept all that are ticked" }).click();
  await page.waitForURL((url) => url.pathname === "/inbox");
  const states = (await messages()).map(({ subject, state }) => `${subject}: ${state}`);

  // None of the messages is signed, so none is ticked beforehand.
  expect(ticked).toBe(0);
  expect(wide).toBeLessThanOrEqual(0);
  expect(states.toSorted()).toEqual([
    "Your receipt from Ferncoffee: review",
    "Your receipt from Larkbooks: waiting",
    "Your receipt from Tallytools: waiting",
  ]);
  expect(complaints).toEqual([expect.stringContaining("400")]);
});
