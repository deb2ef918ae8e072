// The page "Your data" in a real browser: a file that is too large for one request is sent in parts.

import { afterAll, beforeAll, expect, test } from "vitest";
import { startTributary, type Tributary } from "./tributary.ts";

let tributary: Tributary;
beforeAll(async () => {
  tributary = await startTributary();
});
afterAll(async () => tributary.close());

test("a file above 32 MiB is sent in parts, and one that is no backup is refused with its reason", async () => {
  const { page } = await tributary.visitSignedIn();
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.url().includes("/restore"))
      sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  await page.goto(`${tributary.origin}/your-data`);

  await page
    .getByLabel("Backup (ZIP)")
    .setInputFiles({
      name: "tributary.zip",
      mimeType: "application/zip",
      buffer: Buffer.alloc(33 * 1024 * 1024, "x"),
    });
  await page.getByRole("button", { name: "Restore from this file" }).click();
  await page.getByText("Nothing was restored. Choose the file again.").waitFor();

  expect(sent.filter((one) => !one.endsWith(".js"))).toEqual([
    "PUT /your-data/restore/pieces/1",
    "PUT /your-data/restore/pieces/2",
    "POST /your-data/restore",
  ]);
  expect(await page.locator("#restore-status").innerText()).toMatch(/ZIP|backup/);
}, 60_000);
