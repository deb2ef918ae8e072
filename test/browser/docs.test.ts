// The reference page in a real browser: complete, public, offline, filtered, with working links, on
// a phone and without scripts. Pictures are in screenshots/.

import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { takeScreenshot, tributaryForTests } from "./tributary.ts";

interface Document {
  readonly paths: Record<string, Record<string, { operationId: string }>>;
}

let operations: { name: string; id: string }[];

const tributary = tributaryForTests(async ({ origin }) => {
  const document = (await (await fetch(`${origin}/v2/openapi.json`)).json()) as Document;
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      id: operationId,
    })),
  );
});

test("every operation is on the page without signing in, and no other origin is requested", async () => {
  const { page, context, complaints } = await tributary.visit();
  const asked: string[] = [];
  context.on("request", (request) => asked.push(new URL(request.url()).origin));

  const response = await page.goto("/docs");
  await takeScreenshot(page, "20-docs");

  expect(response?.status()).toBe(200);
  expect(response?.headers()["content-security-policy"]).toContain("script-src 'self'");
  expect((await listVisibleOperations(page)).sort()).toEqual(
    operations.map(({ name }) => name).sort(),
  );
  expect(operations.length).toBeGreaterThan(20);
  expect(new Set(asked)).toEqual(new Set([tributary.origin]));
  expect(complaints).toEqual([]);
});

test("an operation opens with its parameters, body, answer, failures in order and a line to copy", async () => {
  const { page, complaints } = await tributary.visit({
    permissions: ["clipboard-read", "clipboard-write"],
  });
  await page.goto("/docs");

  await page.locator("summary", { hasText: "Insert 1 to 500 transactions" }).click();
  const body = page.locator("#post_transactions");
  await body.waitFor();
  const text = await body.innerText();
  const failures = await body.locator(".failures > li > strong").allInnerTexts();
  await body.getByRole("button", { name: "Copy" }).click();
  await body.getByText("Copied").waitFor();
  const line = await page.evaluate<string>("navigator.clipboard.readText()");
  await takeScreenshot(page, "21-docs-operation", { fullPage: false });

  for (const part of ["transactions:write", "apply_rules", "skipped_duplicates", "1 to 500 items"])
    expect(text).toContain(part);
  expect(failures).toEqual(["429", "401", "403", "413", "400", "500"]);
  expect(line).toContain(`curl \\\n  -X POST \\\n  '${tributary.origin}/v2/transactions'`);
  expect(line).toContain("Authorization: Bearer $TOKEN");
  expect(complaints).toEqual([]);
});

test("the filter keeps the matching operations, counts them, and is reached and cleared by keyboard", async () => {
  const { page, complaints } = await tributary.visit();
  await page.goto("/docs");

  await page.keyboard.press("/");
  await page.keyboard.type("delete tags");
  const left = await listVisibleOperations(page);
  const said = await page.locator("#found").innerText();
  await page.keyboard.press("Escape");

  expect(left).toEqual(["DELETE /tags/{id}"]);
  expect(said).toBe(`1 of ${operations.length} operations`);
  expect(await listVisibleOperations(page)).toHaveLength(operations.length);
  expect(complaints).toEqual([]);
});

test("a link to an operation or a schema opens it, with and without scripts", async () => {
  for (const javaScriptEnabled of [true, false]) {
    const { page, complaints } = await tributary.visit({ javaScriptEnabled });

    await page.goto("/docs#put_tags_id");
    await page.locator("#put_tags_id").getByText("Answer 200").waitFor();
    await page.goto("/docs#schema-Tag");
    await page.locator("#schema-Tag").getByText("background_color").waitFor();

    expect(complaints).toEqual([]);
  }
});

test("all operations open and close at once, by keyboard too", async () => {
  const { page, complaints } = await tributary.visit({ colorScheme: "dark" });
  await page.goto("/docs");

  await page.locator("#toggle-all").focus();
  await page.keyboard.press("Enter");
  const open = await page.locator("details.operation[data-words][open]").count();
  await takeScreenshot(page, "22-docs-dark", { fullPage: false });
  await page.keyboard.press("Enter");

  expect(open).toBe(operations.length);
  expect(await page.locator("details.operation[open]").count()).toBe(0);
  expect(complaints).toEqual([]);
});

test("nothing is wider than a phone's screen, closed or open", async () => {
  const { page, complaints } = await tributary.visit({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  await page.goto("/docs");
  const over = () => page.evaluate<number>("document.documentElement.scrollWidth - innerWidth");

  const closed = await over();
  await takeScreenshot(page, "23-docs-phone");
  await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
  const opened = await over();
  await page.locator("#get_transactions").scrollIntoViewIfNeeded();
  await takeScreenshot(page, "24-docs-phone-operation", { fullPage: false });

  expect([closed, opened]).toEqual([0, 0]);
  expect(complaints).toEqual([]);
});

test("the link of the mock's attachment leads to a file that is served", async () => {
  const json = async (path: string): Promise<Record<string, unknown>> =>
    (await fetch(`${tributary.origin}/mock/v2${path}`)).json() as never;
  const list = (await json("/transactions?include_split_parents=true&include_files=true"))[
    "transactions"
  ] as { files: { id: number }[] }[];
  const [file] = list.flatMap(({ files }) => files);
  const { url } = await json(`/transactions/attachments/${file?.id}`);

  const served = await fetch(String(url));

  expect(new URL(String(url)).origin).toBe(tributary.origin);
  expect([served.status, served.headers.get("content-type")]).toEqual([200, "application/pdf"]);
});

test("the reference page is linked from the sign-in page and from the navigation", async () => {
  const { page } = await tributary.visit();
  await page.goto("/sign-in");
  await page.getByRole("link", { name: "API reference" }).click();
  await page.waitForURL(`${tributary.origin}/docs`);

  await page.context().addCookies((await tributary.person()).session.cookies);
  await page.goto("/");
  await page.getByRole("link", { name: "For developers" }).click();
  await page.getByRole("link", { name: "API reference" }).click();
  await page.waitForURL(`${tributary.origin}/docs`);
  await takeScreenshot(page, "25-docs-signed-in");
  await page.getByRole("link", { name: "Version 1, deprecated" }).click();
  await page.waitForURL(`${tributary.origin}/docs/v1`);
  await page.locator("summary", { hasText: "/categories/group/{group_id}/add" }).click();
  const line = await page
    .locator("#post_categories_group_group_id_add pre code[id^=curl]")
    .innerText();
  await takeScreenshot(page, "26-docs-version-1");

  expect(line).toContain(`'${tributary.origin}/v1/categories/group/1/add'`);
  expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe(
    "API reference, version 1 (deprecated)",
  );

  expect(await page.getByRole("link", { name: "API reference" }).getAttribute("aria-current")).toBe(
    "page",
  );
});

/** The operations to be seen, as "GET /tags". */
async function listVisibleOperations(page: Page): Promise<string[]> {
  const names: string[] = [];
  for (const summary of await page
    .locator("details.operation[data-words] > summary:visible")
    .all()) {
    names.push(
      `${await summary.locator(".method").innerText()} ${await summary.locator(".path").innerText()}`,
    );
  }
  return names;
}
