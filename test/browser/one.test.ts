// The page of one transaction in a real browser, as a person who signed up: a purchase is split and
// made whole again, a purchase and its refund are grouped, a receipt is attached, a transfer is
// marked, a transaction is deleted and comes back.

import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { follow, takeScreenshot, tributaryForTests } from "./tributary.ts";

const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  javaScriptEnabled: false,
};

/** A picture of 40 by 40 pixels. */
const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAACgAAAAoCAAAAACpleexAAAAKElEQVR42mOogIITUICLzzCqEK9CQgpg/FGF+BWOJrPR9DiaHoedQgDYNd4ui2LmdgAAAABJRU5ErkJggg==",
  "base64",
);

/** The id of each transaction that the tests begin with, by payee. */
const ids = new Map<string, number>();

const tributary = tributaryForTests(async (started) => {
  const listed = await started.call("/v2/manual_accounts");
  const { manual_accounts: accounts } = (await listed.json()) as {
    manual_accounts: { id: number; name: string }[];
  };
  const account = (name: string) => accounts.find((one) => one.name === name)?.id ?? 0;
  const checking = { manual_account_id: account("Checking") };
  const made = await started.call("/v2/transactions", "POST", {
    transactions: [
      { date: "2026-10-02", payee: "Hardware Store", amount: "50.00", notes: "for the shelf" },
      { date: "2026-10-03", payee: "Shoe Shop", amount: "89.90" },
      { date: "2026-10-06", payee: "Shoe Shop", amount: "-89.90", notes: "returned" },
      { date: "2026-10-04", payee: "To savings", amount: "200.00" },
      { date: "2026-10-09", payee: "Typed twice", amount: "7.00" },
      { date: "2026-10-11", payee: "Market", amount: "24.00" },
    ]
      .map((one) => ({ ...checking, ...one }))
      .concat([
        {
          date: "2026-10-05",
          payee: "From checking",
          amount: "-200.00",
          manual_account_id: account("Savings"),
        },
      ]),
  });
  const { transactions } = (await made.json()) as {
    transactions: { id: number; payee: string; amount: string }[];
  };
  for (const { id, payee, amount } of transactions)
    ids.set(amount.startsWith("-") ? `${payee} back` : payee, id);
});

const open = (page: Page, payee: string) => page.goto(`/transactions/${ids.get(payee) ?? 0}`);
const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name });

async function measureOverflow(page: Page): Promise<number> {
  return page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");
}

test("a purchase is split by typing, by percent and by what is left, and is made whole again", async () => {
  const { page, complaints } = await tributary.visitSignedIn();
  await open(page, "Hardware Store");
  await takeScreenshot(page, "120-one");
  await follow(page, async () => page.getByRole("link", { name: "Split", exact: true }).click());
  await page.getByLabel("Amount").first().fill("12,50");
  const left = [await page.locator("#left").innerText()];
  const isRefused = [await button(page, "Split").last().isDisabled()];
  await page.getByLabel("Amount").nth(1).fill("25%");
  left.push(await page.locator("#left").innerText());
  await button(page, "Add a part").click();
  await page.getByLabel("Amount").nth(2).fill("20+5");
  await page.getByLabel("Notes").nth(2).fill("paint");
  left.push(await page.locator("#left").innerText());
  isRefused.push(await button(page, "Split").last().isDisabled());
  await takeScreenshot(page, "121-split");
  await page.getByLabel("Category").nth(2).selectOption({ label: "Groceries" });
  await button(page, "Split").last().click();
  await page.getByText("“Hardware Store” split into 3 parts.").waitFor();
  await takeScreenshot(page, "122-split-done");
  const parts = await page.getByRole("region", { name: "Split into 3 parts" }).innerText();
  await button(page, "Undo").first().click();
  await page.getByText("Undone.").first().waitFor();
  const notes = await page.locator("#notes").inputValue();

  expect(left).toEqual([
    "Left to split: 37.50 USD",
    "Left to split: 25.00 USD",
    "Nothing is left to split.",
  ]);
  expect(isRefused).toEqual([true, false]);
  expect(parts).toContain("−12.50");
  expect(parts).toContain("−25.00");
  expect(parts).toContain("paint");
  expect(parts).toContain("Food · Groceries");
  expect(notes).toBe("for the shelf");
  expect(complaints).toEqual([]);
});

test("a purchase and its refund are grouped, a receipt is attached and a deletion is undone", async () => {
  const { page, complaints } = await tributary.visitSignedIn({ colorScheme: "dark" });
  await open(page, "Shoe Shop");
  await page.getByRole("link", { name: "Group with others" }).click();
  await page.getByRole("checkbox", { name: "Shoe Shop" }).check();
  await page.getByLabel("Name").fill("Shoes, sent back");
  await takeScreenshot(page, "123-group");
  await button(page, "Group").last().click();
  await page.getByText("2 transactions grouped as “Shoes, sent back”.").waitFor();
  // The page's script sends a file as soon as it is chosen, and hides the button once it has begun.
  await page.locator("#attach-file").waitFor({ state: "hidden" });
  await page.setInputFiles("#attach", { name: "bill.png", mimeType: "image/png", buffer: PICTURE });
  await page.getByText("File bill.png attached to").first().waitFor();
  const picture = page.getByRole("img", { name: "Picture bill.png" });
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(async () => page.evaluate("document.querySelector('.picture img').naturalWidth"))
    .toBe(40);
  await takeScreenshot(page, "124-group-receipt");
  await open(page, "Typed twice");
  await page.getByLabel("Notes").fill("once is enough");
  await button(page, "Save").last().click();
  await page.getByText("Saved.").first().waitFor();
  await button(page, "Delete").click();
  await page.getByText("Deleted.").waitFor();
  await takeScreenshot(page, "125-deleted");
  await button(page, /^Undo/).first().click();
  await page.getByText("Undone.").first().waitFor();
  await takeScreenshot(page, "126-restored");
  const notes = await page.locator("#notes").inputValue();

  expect(notes).toBe("once is enough");
  expect(complaints).toEqual([]);
});

test("a file that is chosen before the page's script has come is attached by its button", async () => {
  const { page, complaints } = await tributary.visitSignedIn();
  const arrival = Promise.withResolvers<undefined>();
  await page.route("**/attach.js", async (route) => {
    await arrival.promise;
    await route.continue();
  });
  await page.goto(`/transactions/${ids.get("To savings") ?? 0}`, { waitUntil: "commit" });
  await page.setInputFiles("#attach", { name: "slip.png", mimeType: "image/png", buffer: PICTURE });
  arrival.resolve(undefined);
  await page.waitForLoadState();
  await page.locator("#attach-file").click();
  await page.getByText("File slip.png attached to").first().waitFor();

  expect(complaints).toEqual([]);
});

test("on a phone without scripts a purchase is split and a transfer is marked without sideways scrolling", async () => {
  const { page, complaints } = await tributary.visitSignedIn(PHONE);
  await open(page, "Market");
  const wide = [await measureOverflow(page)];
  await takeScreenshot(page, "127-one-phone");
  await follow(page, async () => page.getByRole("link", { name: "Split", exact: true }).tap());
  await page.getByLabel("Amount").first().fill("9");
  await follow(page, async () => button(page, "Fill in the rest").tap());
  const rest = await page.getByLabel("Amount").nth(1).inputValue();
  wide.push(await measureOverflow(page));
  await takeScreenshot(page, "128-split-phone");
  await follow(page, async () => button(page, "Split").last().tap());
  const said = await page.getByRole("status").first().innerText();
  await open(page, "To savings");
  await follow(page, async () => page.getByRole("link", { name: "Mark as a transfer" }).tap());
  wide.push(await measureOverflow(page));
  await takeScreenshot(page, "129-transfer-phone");
  await follow(page, async () => button(page, /^This one/).tap());
  const sides = await page.getByRole("region", { name: /^Transfer between/ }).innerText();
  wide.push(await measureOverflow(page));
  await takeScreenshot(page, "130-transfer-done-phone");
  await open(page, "Hardware Store");
  await follow(page, async () => page.getByRole("link", { name: "Group with others" }).tap());
  wide.push(await measureOverflow(page));
  await takeScreenshot(page, "131-group-phone");

  expect(rest).toBe("15.00");
  expect(said).toBe("“Market” split into 2 parts.");
  expect(sides).toContain("From Checking, 4 Oct 2026, −200.00 USD: To savings");
  expect(sides).toContain("To Savings, 5 Oct 2026, +200.00 USD: From checking");
  expect(wide.filter((pixels) => pixels > 0)).toEqual([]);
  expect(complaints).toEqual([]);
});
