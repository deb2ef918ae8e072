// The journey a person makes, in a real browser over the built Worker: sign in, drop a file, see how it
// was read, answer, confirm, watch, undo. Pictures of each stop are in screenshots/.

import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { BrowserContextOptions, Page } from "playwright-core";
import { expect, test } from "vitest";
import { checked, type Received } from "../sources/fakes/receiver.ts";
import { FakeSimplefin, household, listen } from "../sources/fakes/simplefin.ts";
import { takeScreenshot, reloadUntil, sample, tributaryForTests, type Visit } from "./tributary.ts";

const tributary = tributaryForTests();

const PHONE = {
  colorScheme: "dark",
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
} as const;

test("a dropped statement is read, proven, confirmed, imported and undone", async () => {
  const { page, complaints } = await signedIn();
  await takeScreenshot(page, "01-import");

  await page.selectOption("#account", { label: "Checking (USD)" });
  await drop(page, sample("us-checking.csv"));
  await page.waitForURL(/\/imports\/\w+$/);
  await sentence(page, "Preview: nothing has been imported yet.");
  const proof = await page.textContent(".proof");
  const figures = await figuresOf(page);
  const offered = await page.locator(".confirm fieldset .choice strong").allTextContents();
  await takeScreenshot(page, "02-preview");
  const before = await transactions();
  await page.getByRole("button", { name: "Import 19 transactions" }).click();
  await sentence(page, "Import finished.");
  const done = await figuresOf(page);
  const set = await page.textContent("p.balance");
  const held = await balanceOfChecking();
  await takeScreenshot(page, "03-done");
  const during = await transactions();
  await page.getByText("Undo…").click();
  await takeScreenshot(page, "04-undo-asks");
  await page.getByRole("button", { name: "Delete 19 transactions" }).click();
  await sentence(page, "Import undone.");
  await takeScreenshot(page, "05-undone");

  expect(proof).toContain("Verified. The running balance confirms");
  expect(figures).toEqual({ read: 19, togo: 19, rejected: 0, skipped: 0 });
  expect(offered).toEqual([
    "Set the balance of Checking to 3,399.61 USD",
    "Do not change it this time",
    "Never change it from a statement of Checking",
  ]);
  expect(set).toContain(
    "The balance of Checking was set to 3,399.61 USD: according to this statement, the account held 3,399.61 USD at the end of ",
  );
  expect([held, await balanceOfChecking()]).toEqual(["3399.6100", "0.0000"]);
  expect(before).toBe(0);
  expect(done).toEqual({ read: 19, inserted: 19, duplicate: 0, rejected: 0, skipped: 0 });
  expect(during).toBe(19);
  expect(await transactions()).toBe(0);
  expect(complaints).toEqual([]);
});

test("a file with a question about its dates is imported and undone by keyboard alone", async () => {
  const { page, complaints } = await signedIn();

  await tabTo(page, "account");
  await page.keyboard.type("Savings");
  await tabTo(page, "file");
  const chooser = page.waitForEvent("filechooser");
  await page.keyboard.press("Space");
  await (
    await chooser
  ).setFiles({ name: "ambiguous.csv", mimeType: "text/csv", buffer: Buffer.from(AMBIGUOUS) });
  await sentence(page, "This file needs an answer from you.");
  await takeScreenshot(page, "06-question");
  await tabTo(page, "radio");
  await page.keyboard.press("Space");
  await tabTo(page, "Answer");
  await page.keyboard.press("Enter");
  await sentence(page, "Preview: nothing has been imported yet.");
  await tabTo(page, "Import 4 transactions");
  await page.keyboard.press("Enter");
  await sentence(page, "Import finished.");
  const dates = await page.locator(".rows .date").allTextContents();
  await tabTo(page, "Undo…");
  await page.keyboard.press("Enter");
  await tabTo(page, "Delete 4 transactions");
  await page.keyboard.press("Enter");
  await sentence(page, "Import undone.");

  expect(dates).toHaveLength(4);
  expect(complaints).toEqual([]);
});

test("an answer is remembered: the next file of that layout and account raises no question", async () => {
  const { page, complaints } = await signedIn();
  const send = async (text: string) => {
    await page.goto("/");
    await page.selectOption("#account", { label: "Checking (USD)" });
    await page.setInputFiles("#file", {
      name: "remembered.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(text),
    });
  };
  const layout = AMBIGUOUS.replace("Description", "Narrative");

  await send(layout);
  await page.getByLabel("Month first").check();
  await page.getByRole("button", { name: "Answer" }).click();
  await sentence(page, "Preview: nothing has been imported yet.");
  await send(layout.replaceAll("2026", "2025"));
  await sentence(page, "Preview: nothing has been imported yet.");

  expect(await page.locator(".rows .date").allTextContents()).toEqual([
    "2025-01-02",
    "2025-02-03",
    "2025-03-04",
    "2025-04-05",
  ]);
  expect(complaints).toEqual([]);
});

test("nothing is wider than a phone's screen, and every control is large enough for a finger", async () => {
  const { page, complaints } = await signedIn({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await takeScreenshot(page, "07-phone-import");
  const wide: string[] = [];
  const small: string[] = [];
  const measure = async (name: string) => {
    // Before its sheet has come a page has other sizes.
    await page.waitForLoadState();
    if ((await page.evaluate<number>("document.documentElement.scrollWidth - innerWidth")) > 0)
      wide.push(name);
    for (const control of await page
      .locator("button:visible, select:visible, summary:visible, input[name]:visible")
      .all()) {
      const box = await control.boundingBox();
      const type = await control.getAttribute("type");
      if (box !== null && box.height < 40 && type !== "radio" && type !== "file")
        small.push(`${name}: ${await control.innerText()}`);
    }
  };
  await measure("import");

  await page.selectOption("#account", { label: "Savings (USD)" });
  await page.setInputFiles("#file", sample("de-girokonto.csv"));
  await page.waitForURL(/\/imports\/\w+$/);
  await sentence(page, "Preview: nothing has been imported yet.");
  await measure("preview");
  await takeScreenshot(page, "08-phone-preview");
  await page.getByRole("button", { name: /^Import 15 / }).tap();
  await sentence(page, "Import finished.");
  await measure("done");
  await takeScreenshot(page, "09-phone-done");
  await page.goto("/imports");
  await measure("list");
  await takeScreenshot(page, "10-phone-list");
  await page.goto("/keys");
  await measure("keys");

  expect(wide).toEqual([]);
  expect(small).toEqual([]);
  expect(complaints).toEqual([]);
});

test("rows that cannot be read are shown with line, cells and reason, and are downloaded as CSV", async () => {
  const { page, complaints } = await signedIn({ colorScheme: "dark", acceptDownloads: true });

  await page.selectOption("#account", { label: "Cash (USD)" });
  await page.setInputFiles("#file", {
    name: "broken <b>rows.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(BROKEN),
  });
  await page.waitForURL(/\/imports\/\w+$/);
  await sentence(page, "Preview: nothing has been imported yet.");
  const rejected = await page.locator("tr.mark-odd").allInnerTexts();
  const bold = await page.locator("main b").count();
  await takeScreenshot(page, "11-dark-rejected");
  const download = page.waitForEvent("download");
  await page.getByText("Download the rejected rows as CSV").click();
  const csv = readFileSync(await (await download).path(), "utf8");
  await page.getByRole("button", { name: "Discard" }).click();
  await sentence(page, "Import undone.");

  expect(rejected).toHaveLength(1);
  expect(rejected[0]).toContain("2026-02-30");
  expect(csv).toContain("2026-02-30");
  expect(bold).toBe(0);
  expect(complaints).toEqual([]);
});

test("a long import is followed to its end by events, and by polling if they are cut off", async () => {
  const { page, complaints } = await signedIn();
  const figures: Record<string, number>[] = [];

  for (const way of ["events", "polling"]) {
    if (way === "polling") await page.route("**/events", (route) => route.fulfill({ status: 503 }));
    await page.goto("/");
    await page.selectOption("#account", { label: "Cash (USD)" });
    await page.setInputFiles("#file", {
      name: `${way}.csv`,
      mimeType: "text/csv",
      buffer: Buffer.from(longStatement(5_000)),
    });
    await sentence(page, "Preview: nothing has been imported yet.");
    await page.getByRole("button", { name: "Import 5,000 transactions" }).click();
    await sentence(page, "Import finished.");
    figures.push(await figuresOf(page));
    await page.getByText("Undo…").click();
    await page.getByRole("button", { name: "Delete 5,000 transactions" }).click();
    await sentence(page, "Import undone.");
  }

  const expected = { read: 5_000, inserted: 5_000, duplicate: 0, rejected: 0, skipped: 0 };
  expect(figures).toEqual([expected, expected]);
  expect(complaints.filter((complaint) => !complaint.includes("503"))).toEqual([]);
}, 300_000);

test("imports are listed newest first and open again", async () => {
  const { page, complaints } = await signedIn();

  await page.goto("/imports");
  const files = await page.locator("tbody th a").allTextContents();
  await takeScreenshot(page, "12-list");
  await page.getByRole("link", { name: "us-checking.csv" }).click();
  await sentence(page, "Import undone.");

  expect(files).toContain("broken <b>rows.csv");
  expect(files.at(-1)).toBe("us-checking.csv");
  expect(complaints).toEqual([]);
});

test("a key is shown once, opens the API, and is refused once revoked", async () => {
  const { page, complaints } = await signedIn();
  await page.goto("/keys");

  await page.getByLabel("Name of the key").fill("nightly <script>");
  await page.getByRole("button", { name: "Create key" }).click();
  const key = await page.locator("#key").innerText();
  await takeScreenshot(page, "13-key-made");
  const opened = await withKey(key);
  await page.goto("/keys");
  const again = await page.locator("#key").count();
  await page.getByText("Revoke…").click();
  await page.getByRole("button", { name: "Revoke" }).click();
  await page.getByText("You have no import keys.").waitFor();

  expect(key).toMatch(/^imp_[a-z2-7]{26}_[a-z2-7]{52}$/);
  expect(opened).toBe(200);
  expect(again).toBe(0);
  expect(await withKey(key)).toBe(401);
  expect(complaints).toEqual([]);
});

test("an account is created on the import page and is selected at once", async () => {
  const { page, complaints } = await signedIn();

  await page.getByText("Create an account").click();
  await page.getByLabel("Name", { exact: true }).fill("Girokonto");
  await page.selectOption("[name=currency]", "eur");
  await takeScreenshot(page, "14-new-account");
  await page.getByRole("button", { name: "Create account" }).click();
  await page
    .locator("#account option:checked", { hasText: "Girokonto (EUR)" })
    .waitFor({ state: "attached" });
  await page.setInputFiles("#file", sample("de-girokonto.csv"));
  await sentence(page, "Preview: nothing has been imported yet.");

  expect(await page.textContent(".origin")).toContain("Girokonto (EUR)");
  expect(complaints).toEqual([]);
});

test("a file that is not a statement is refused on the page, in words", async () => {
  const { page } = await signedIn();

  await page.setInputFiles("#file", {
    name: "page.csv",
    mimeType: "text/csv",
    buffer: Buffer.from("<!doctype html><html><body>Sign in</body></html>"),
  });
  await page.locator("#upload-alert:visible").waitFor();
  await takeScreenshot(page, "15-refused");

  expect(await page.textContent("#upload-alert")).toMatch(/^The file is a web page/);
  expect(await page.isVisible(".pick")).toBe(true);
});

test("a folder that is dropped is read with its folders, without the files that systems add, and its files share one page", async () => {
  const { page, complaints } = await signedIn();
  const files = ["us-checking.csv", "us-card.csv"].map((name) =>
    readFileSync(sample(name), "utf8"),
  );

  // Chromium gives folders only to a real hand, so that the entries are made up.
  await page.evaluate(`(() => {
    const [checking, card] = ${JSON.stringify(files)};
    const file = (path, text) => ({
      isFile: true,
      fullPath: "/" + path,
      file: (done) => done(new File([text], path.split("/").at(-1), { type: "text/csv" })),
    });
    const folder = (path, entries) => {
      const parts = [entries.slice(0, 1), entries.slice(1), []];
      const readEntries = (done) => done(parts.shift());
      return { isFile: false, isDirectory: true, fullPath: "/" + path, createReader: () => ({ readEntries }) };
    };
    const entry = folder("2026", [
      file("2026/.DS_Store", "junk"),
      file("2026/us-checking.csv", checking),
      folder("2026/card", [file("2026/card/us-card.csv", card)]),
    ]);
    const drop = new Event("drop", { bubbles: true, cancelable: true });
    drop.dataTransfer = { types: ["Files"], files: [], items: [{ webkitGetAsEntry: () => entry }] };
    document.body.dispatchEvent(drop);
  })()`);
  await page.waitForURL(/\/imports\/uploads\//);
  await page.getByText("us-card.csv").first().waitFor();
  const shown = (await page.textContent("main")) ?? "";
  await takeScreenshot(page, "19-dropped-folder");

  expect(shown).toContain("us-checking.csv");
  expect(shown).not.toContain("DS_Store");
  expect(complaints).toEqual([]);
});

test("a file without an account offers the budget's accounts, even if picked before the page's script came", async () => {
  const { page, complaints } = await signedIn();
  const picked = Promise.withResolvers<void>();
  await page.route("**/upload.js", async (route) => {
    await picked.promise;
    await route.continue();
  });

  await page.goto("/", { waitUntil: "commit" });
  await page.setInputFiles("#file", sample("us-card.csv"));
  picked.resolve();
  await page.getByText("Which account is this statement for?").waitFor();
  await takeScreenshot(page, "18-which-account");
  await page.getByRole("radio", { name: "Credit Card" }).check();
  await page.getByRole("button", { name: "Answer" }).click();
  await sentence(page, "Preview: nothing has been imported yet.");

  expect(await page.textContent(".origin")).toContain("Credit Card (USD)");
  expect(complaints).toEqual([]);
});

test("scripts and styles have security headers too, although the Worker does not serve them", async () => {
  for (const path of ["/app.css", "/live.js", "/icon.svg"]) {
    const { headers, status } = await fetch(tributary.origin + path);

    expect(status).toBe(200);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  }
});

test("the whole journey works by forms without scripts", async () => {
  const { page, complaints } = await tributary.visitSignedIn({ javaScriptEnabled: false });
  await page.goto("/");

  await page.selectOption("#account", { label: "Checking (USD)" });
  await page.setInputFiles("#file", sample("uk-current.csv"));
  await page.getByRole("button", { name: "Preview" }).click();
  await sentence(page, "Preview: nothing has been imported yet.");
  await takeScreenshot(page, "16-without-scripts");
  await page.getByRole("button", { name: "Import 15 transactions" }).click();
  await sentence(page, "Import finished.");
  await page.getByText("Undo…").click();
  await page.getByRole("button", { name: "Delete 15 transactions" }).click();
  await sentence(page, "Import undone.");

  expect(complaints).toEqual([]);
});

test("a file larger than any other form is read without scripts too", async () => {
  const { page } = await tributary.visitSignedIn({ javaScriptEnabled: false });
  await page.goto("/");
  const rows = Array.from(
    { length: 4_000 },
    (_, n) => `2026-10-${String((n % 28) + 1).padStart(2, "0")},Shop number ${n},-${n + 1}.25`,
  );
  const buffer = Buffer.from(`Date,Description,Amount\n${rows.join("\n")}\n`);

  await page.selectOption("#account", { label: "Checking (USD)" });
  await page.setInputFiles("#file", { name: "large.csv", mimeType: "text/csv", buffer });
  await page.getByRole("button", { name: "Preview" }).click();
  await page.waitForURL(/\/imports\/(?!new)[^/]+$/);

  expect(buffer.byteLength).toBeGreaterThan(64 * 1024);
  await page.getByText("large.csv").first().waitFor();
});

test("a sign-in link survives a prefetch and works once, and signing out ends the session", async () => {
  const link = await tributary.signInLink();
  await fetch(link);
  const first = await tributary.visit();
  await first.page.goto(link);
  await first.page.waitForURL(`${tributary.origin}/overview`);

  const second = await tributary.visit();
  await second.page.goto(link);
  await second.page.getByText("This link is not valid").waitFor();
  await takeScreenshot(second.page, "17-used-link");
  const [cookie] = await first.context.cookies();
  await first.page.getByRole("button", { name: "Sign out" }).click();
  await first.page.waitForURL(`${tributary.origin}/sign-in`);
  const replayed = await fetch(`${tributary.origin}/api/keys`, {
    headers: { cookie: `tributary_session=${cookie?.value ?? ""}` },
  });

  expect(cookie).toMatchObject({ name: "tributary_session", httpOnly: true, sameSite: "Lax" });
  expect(replayed.status).toBe(401);
});

/** A visit that begins on the import page. */
test("the overview shows net worth and every account by month, as a plot, by keyboard, and as tables without scripts", async () => {
  const accounts = await seedOverview();
  const { page, complaints } = await signedIn();
  await page.goto("/overview");
  await page.locator(".plot-box canvas").first().waitFor();
  const cash = page.locator(`#manual-${accounts.cash}`);
  const plot = page.locator("figure.plot .plot-box.large");
  const said = page.locator("figure.plot .plot-said").first();
  const figures = await page.locator(".figures.worth dd").allTextContents();
  await cash.scrollIntoViewIfNeeded();
  await cash.locator("canvas").waitFor();
  await takeScreenshot(page, "40-overview");
  await plot.focus();
  await page.keyboard.press("Home");
  const first = await said.textContent();
  await page.keyboard.press("ArrowRight");
  const second = await said.textContent();
  const label = await plot.getAttribute("aria-label");
  // The tip is beside the pointer, on the side where there is room, and goes with it.
  const tip = page.locator("figure.plot .plot-tip").first();
  await plot.scrollIntoViewIfNeeded();
  const box = await plot.boundingBox();
  const tips: { text: string; isInside: boolean; isNear: boolean }[] = [];
  for (const share of [0.3, 0.85]) {
    const { x = 0, y = 0, width = 0, height = 0 } = box ?? {};
    await page.mouse.move(x + width * share, y + height * 0.4);
    const at = await tip.boundingBox();
    const [left, right] = [at?.x ?? 0, (at?.x ?? 0) + (at?.width ?? 0)];
    const gap = Math.min(Math.abs(left - x - width * share), Math.abs(right - x - width * share));
    tips.push({
      text: (await tip.textContent()) ?? "",
      isInside: left >= x && right <= x + width,
      isNear: gap < width / 6,
    });
  }
  await page.mouse.move(0, 0);
  const isLeft = await tip.isVisible();
  await cash.getByText("Show as a table").click();
  const months = await cash.locator("tbody tr").count();

  // The plotting library is served as it is published, and exported for modules.
  expect(readFileSync("public/uplot.js", "utf8")).toBe(
    `${readFileSync("node_modules/uplot/dist/uPlot.iife.min.js", "utf8")}export default uPlot;\n`,
  );
  expect(figures).toEqual(["2,050.00", "3,250.50", "1,200.50"]);
  expect(first).toMatch(/^\w{3} \d{4}: Net worth 1,000\.00; Assets 1,000\.00; Debts 0\.00$/);
  expect(second).toMatch(/^\w{3} \d{4}: Net worth 1,100\.00/);
  expect(label).toMatch(
    /^Net worth, month by month, in USD\. From 1,000\.00 in \w{3} \d{4} to 2,050\.00 in now\./,
  );
  expect(months).toBe(7);
  for (const shown of tips)
    expect(shown).toMatchObject({
      text: expect.stringMatching(/^(\w{3} \d{4}|now)\n?.*Net worth/s),
      isInside: true,
      isNear: true,
    });
  expect([tips[0]?.text === tips[1]?.text, isLeft]).toEqual([false, false]);
  expect(await page.locator(".warning").textContent()).toContain("Not counted: 1 account.");

  const dark = await signedIn(PHONE);
  await dark.page.goto("/overview");
  // Drawn when it is looked at: what waits for a person stands above it.
  await dark.page.locator(".plot-box").first().scrollIntoViewIfNeeded();
  await dark.page.locator(".plot-box canvas").first().waitFor();
  await dark.page.locator(`#manual-${accounts.cash}`).scrollIntoViewIfNeeded();
  await dark.page.locator(`#manual-${accounts.cash} canvas`).waitFor();
  await takeScreenshot(dark.page, "41-overview-phone-dark");
  const plain = await signedIn({ javaScriptEnabled: false });
  await plain.page.goto("/overview?months=24");
  await takeScreenshot(plain.page, "42-overview-plain");

  expect(
    await dark.page.evaluate<number>("document.documentElement.scrollWidth - innerWidth"),
  ).toBe(0);
  expect(await plain.page.locator("#net-worth-caption").isVisible()).toBe(true);
  expect([...complaints, ...dark.complaints, ...plain.complaints]).toEqual([]);
  for (const id of Object.values(accounts))
    expect(
      (
        await tributary.call(
          `/v2/manual_accounts/${id}?delete_items=true&delete_balance_history=true`,
          "DELETE",
        )
      ).status,
    ).toBe(204);
});

test("a schedule is created on its page, run with its result shown, switched off and deleted", async () => {
  const { page, complaints } = await signedIn();
  await page.goto("/schedules");
  await page.getByRole("link", { name: "Formula" }).click();
  await page.getByLabel("Name").fill("The car");
  await page.getByLabel("Rule").selectOption("appreciation");
  await page.locator("#setting-currency").selectOption("usd");
  await page.getByLabel("Bought on").fill("2020-01-01");
  await page.getByLabel("Cost").fill("9000");
  await page.getByLabel("Percent a year").fill("0");
  await page.getByLabel("Compounded").selectOption("monthly");
  await page.getByLabel("Target").selectOption({ label: "Balance of Savings (USD)" });
  await page.getByLabel("Every").selectOption("week");
  await page.getByLabel("On", { exact: true }).selectOption("Monday");
  await page.getByLabel("Time zone").fill("Nowhere/City");
  await page.getByRole("button", { name: "Create schedule" }).click();
  const refused = await page.locator("#timezone-error").textContent();
  await takeScreenshot(page, "43-schedule-refused");
  await page.getByLabel("Time zone").fill("Europe/Berlin");
  await page.getByRole("button", { name: "Create schedule" }).click();
  await page.getByRole("heading", { name: "The car" }).waitFor();
  await page.getByRole("button", { name: "Run The car now" }).click();
  await reloadUntil(page, page.getByText("The balance of Savings was set to 9,000.00 USD"));
  await takeScreenshot(page, "44-schedule");
  await page.goto("/schedules");
  const next = await page.locator(".schedules td:nth-of-type(2)").textContent();
  await takeScreenshot(page, "45-schedules");
  const phone = await signedIn(PHONE);
  await phone.page.goto("/schedules");
  await takeScreenshot(phone.page, "46-schedules-phone-dark");
  await page.goto("/overview");
  const savings = await page.getByRole("article", { name: "Savings" }).textContent();
  await page.getByRole("link", { name: "The car" }).click();
  await page.getByRole("button", { name: "Turn The car off" }).click();
  await page.getByText("No runs while it is off.").waitFor();
  await page.getByText("Delete…").click();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByText("You have no schedules yet.").waitFor();

  expect(refused).toContain('There is no time zone "Nowhere/City"');
  expect(next).toMatch(
    /^Every Monday at 06:00(Mon \d+ \w+ \d{4}, 06:00){3}Time zone: Europe\/Berlin$/,
  );
  expect(savings).toContain("9,000.00 USD");
  expect(
    await phone.page.evaluate<number>("document.documentElement.scrollWidth - innerWidth"),
  ).toBe(0);
  expect([...complaints.filter((one) => !one.includes("400")), ...phone.complaints]).toEqual([]);
});

test("a bank is connected by pasting its token, shown with its accounts, and linked again after a refusal", async () => {
  const bank = new FakeSimplefin(household(new Date().toISOString().slice(0, 10)));
  const server = await listen(bank, 0);
  const { page, complaints } = await signedIn();
  await page.goto("/accounts");
  await page.getByRole("link", { name: "Bank", exact: true }).click();
  await page.getByLabel("Setup token").fill("planted-not-base64!");
  await page.getByRole("button", { name: "Connect" }).click();
  const refused = await page.locator(".refused").textContent();
  await takeScreenshot(page, "47-bank-refused");
  await page.getByLabel("Setup token").fill(bank.setupToken);
  await page.getByRole("button", { name: "Connect" }).click();
  const card = page.getByRole("article", { name: new URL(server.origin).host });
  const both = (state: string) => card.locator("tbody tr", { hasText: state }).nth(1);
  await reloadUntil(page, both("up to date"));
  const connected = await card.locator("tbody tr").allInnerTexts();
  await takeScreenshot(page, "48-accounts");

  bank.revoked = true;
  bank.errors = [{ code: "gen.", msg: "Planned maintenance on Sunday." }];
  await card.getByText("Enter a new setup token").click();
  await card.getByRole("textbox", { name: "Setup token" }).fill(`${bank.accessUrl}/`);
  await card.getByRole("button", { name: "Reconnect" }).click();
  await reloadUntil(page, both("needs to be reconnected"));
  await card.getByText("Last update:").waitFor();
  const broken = await card.locator("tbody tr").allInnerTexts();
  const phone = await signedIn(PHONE);
  await phone.page.goto("/accounts");
  await takeScreenshot(phone.page, "49-accounts-phone-dark");
  await page.goto("/overview");
  await page.getByRole("link", { name: "Reconnect" }).first().click();
  bank.revoked = false;
  await card.getByRole("textbox", { name: "Setup token" }).fill(bank.accessUrl);
  await card.getByRole("button", { name: "Reconnect" }).click();
  await reloadUntil(page, both("up to date"));
  await card.getByText("Planned maintenance on Sunday.").waitFor();
  const again = await card.locator("tbody tr").allInnerTexts();
  await takeScreenshot(page, "50-accounts-said");
  await card.getByText("Remove…", { exact: true }).last().click();
  await page.getByRole("button", { name: "Remove connection" }).click();
  await page.getByRole("article", { name: "Not connected" }).waitFor();
  server.stop();

  expect(refused).toContain("The text is not a setup token");
  expect(connected).toEqual([
    expect.stringMatching(/^Alpine Bank Everyday \(4321\)[^]*1,250\.50 USD[^]*up to date/),
    expect.stringMatching(/^Alpine Bank Card[^]*\u221288\.10 USD[^]*up to date/),
  ]);
  expect(broken.map((row) => row.includes("needs to be reconnected"))).toEqual([true, true]);
  expect(again.map((row) => row.includes("up to date"))).toEqual([true, true]);
  expect(
    await phone.page.evaluate<number>("document.documentElement.scrollWidth - innerWidth"),
  ).toBe(0);
  expect([...complaints.filter((one) => !one.includes("400")), ...phone.complaints]).toEqual([]);
});

test("an incoming webhook becomes an import, and an outgoing one is signed and delivered", async () => {
  const received: Received[] = [];
  let secret = "";
  const receiver = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      received.push(
        checked(
          (name) => [request.headers[name] ?? null].flat()[0] ?? null,
          Buffer.concat(pieces).toString(),
          [secret],
        ),
      );
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const address = receiver.address();
  const { page, complaints } = await signedIn();
  await page.goto("/webhooks");
  await page.getByText("Create an incoming webhook").click();
  await page.locator("#hook-label").fill("The till");
  await page.getByLabel("How to check the sender").selectOption("address");
  await page.getByLabel("Account").selectOption({ label: "Cash (USD)" });
  await page.getByRole("button", { name: "Create webhook" }).click();
  const url = (await page.locator("#made-0").textContent()) ?? "";
  const sent = await fetch(url, {
    method: "POST",
    body: JSON.stringify({
      items: [
        {
          date: "2026-11-20",
          amount: "3.20",
          currency: "usd",
          payee: "Corner Coffee",
          external_id: "till-1",
        },
      ],
    }),
  });
  await page.goto("/webhooks");
  await page.getByRole("link", { name: "The till" }).click();
  await page.getByRole("link", { name: "see the import" }).click();
  await sentence(page, "Import finished.");
  const imported = await figuresOf(page);

  await page.goto("/webhooks");
  await page.getByText("Create an outgoing webhook").click();
  await page.locator("#endpoint-label").fill("My script");
  await page
    .getByLabel("Address", { exact: true })
    .fill(
      `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/told?key=planted-in-the-address`,
    );
  await page.getByRole("button", { name: "Create webhook" }).click();
  secret = (await page.locator("#made-0").textContent()) ?? "";
  await takeScreenshot(page, "51-webhooks-made");
  await page.getByRole("button", { name: "Send test" }).click();
  await page.waitForURL(/\/webhooks\/endpoints\/\d+$/);
  await reloadUntil(page, page.getByText("delivered, 1 attempt"));
  await takeScreenshot(page, "52-deliveries");
  await page.goto("/webhooks");
  await takeScreenshot(page, "53-webhooks");
  const phone = await signedIn(PHONE);
  await phone.page.goto("/webhooks");
  await takeScreenshot(phone.page, "54-webhooks-phone-dark");
  receiver.close();

  expect(sent.status).toBe(202);
  expect(imported).toMatchObject({ read: 1, inserted: 1 });
  expect(received.map(({ signedBy }) => signedBy)).toEqual([[secret]]);
  expect(await page.locator("main").textContent()).not.toContain("planted-in-the-address");
  expect(
    await phone.page.evaluate<number>("document.documentElement.scrollWidth - innerWidth"),
  ).toBe(0);
  expect([...complaints, ...phone.complaints]).toEqual([]);
});

/** Two accounts with six months behind them, one of them a debt, and one in a currency without a rate. */
async function seedOverview(): Promise<{ cash: number; card: number; odd: number }> {
  const make = async (
    name: string,
    type: string,
    balance: string,
    currency: string,
  ): Promise<number> => {
    const made: { id: number } = await (
      await tributary.call("/v2/manual_accounts", "POST", { name, type, balance, currency })
    ).json();
    return made.id;
  };
  const cash = await make("Long-kept account", "cash", "3250.50", "usd");
  const card = await make("Long-kept card", "credit", "1200.50", "usd");
  const odd = await make("Caisse", "cash", "655.957", "xof");
  const now = new Date();
  const month = (back: number) =>
    new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7);
  const write = async (id: number, from: number, balances: readonly string[]) => {
    const body = {
      balances: balances.map((balance, at) => ({ month: month(from - at), balance })),
    };
    expect((await tributary.call(`/v2/balance_history/manual/${id}`, "PUT", body)).status).toBe(
      200,
    );
  };
  await write(cash, 6, ["1000", "1300", "1750", "1600", "2400", "2900.25"]);
  await write(card, 5, ["200", "450.75", "0", "900", "1100"]);
  return { cash, card, odd };
}

async function signedIn(options: BrowserContextOptions = {}): Promise<Visit> {
  const visit = await tributary.visitSignedIn(options);
  await visit.page.goto("/");
  return visit;
}

async function sentence(page: Page, text: string): Promise<void> {
  await page.locator("#sentence", { hasText: text }).waitFor();
  await page.waitForLoadState();
}

async function figuresOf(page: Page): Promise<Record<string, number>> {
  const figures: Record<string, number> = {};
  for (const figure of await page.locator("[data-figure]:visible").all()) {
    const name = (await figure.getAttribute("data-figure")) ?? "";
    figures[name] = Number((await figure.locator("dd").innerText()).replaceAll(",", ""));
  }
  return figures;
}

/** How many transactions the budget holds. */
async function balanceOfChecking(): Promise<string | undefined> {
  const { manual_accounts: accounts } = (await (
    await tributary.call("/v2/manual_accounts")
  ).json()) as { manual_accounts: { name: string; balance: string }[] };
  return accounts.find(({ name }) => name === "Checking")?.balance;
}

async function transactions(): Promise<number> {
  const response = await tributary.call(
    "/v2/transactions?start_date=2026-01-01&end_date=2026-12-31&limit=2000",
  );
  const body: unknown = await response.json();
  return (body as { transactions: unknown[] }).transactions.length;
}

async function withKey(key: string): Promise<number> {
  return (
    await fetch(`${tributary.origin}/api/imports`, { headers: { authorization: `Bearer ${key}` } })
  ).status;
}

async function drop(page: Page, path: string): Promise<void> {
  const bytes = JSON.stringify([...readFileSync(path)]);
  const name = JSON.stringify(path.split("/").at(-1));
  const transfer = await page.evaluateHandle(`(() => {
    const data = new DataTransfer();
    data.items.add(new File([Uint8Array.from(${bytes})], ${name}));
    return data;
  })()`);
  await page.dispatchEvent("main", "dragover", { dataTransfer: transfer });
  await page.dispatchEvent("main", "drop", { dataTransfer: transfer });
}

/** Presses Tab until what has the focus has this id, type or text. */
async function tabTo(page: Page, wanted: string): Promise<void> {
  await page.waitForLoadState();
  for (let count = 0; count < 40; count += 1) {
    await page.keyboard.press("Tab");
    const names = await page.evaluate<unknown[]>(
      "[document.activeElement.id, document.activeElement.type, document.activeElement.textContent.trim()]",
    );
    if (names.includes(wanted)) return;
  }
  throw new Error(`No way by keyboard to "${wanted}"`);
}

/** Days and months are both at most 12, and in order either way: nothing in the file decides. */
const AMBIGUOUS = `Date,Description,Amount
01/02/2026,CORNER COFFEE,-3.75
02/03/2026,PAYROLL NORTHWIND,2184.60
03/04/2026,GREENLEAF MARKET,-52.10
04/05/2026,LAKESIDE BOOKS,-18.00
`;

function longStatement(rows: number): string {
  const lines = ["Date,Description,Amount"];
  for (let row = 0; row < rows; row += 1) {
    const day = new Date(Date.UTC(2024, 0, 1) + Math.floor(row / 40) * 86_400_000)
      .toISOString()
      .slice(0, 10);
    lines.push(`${day},SHOP ${row},-${1 + (row % 90)}.${10 + (row % 90)}`);
  }
  return lines.join("\n");
}

const BROKEN = `Date,Description,Amount
2026-02-27,CORNER COFFEE,-3.75
2026-02-30,"<b>LAKESIDE</b> BOOKS",-18.00
2026-02-28,PAYROLL NORTHWIND,2184.60
2026-03-01,GREENLEAF MARKET,-52.10
2026-03-02,CITY BUS,-2.90
2026-03-03,TEA HOUSE,-4.20
`;
