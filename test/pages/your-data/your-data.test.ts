// The page "Your data", in the hands of two people: one leaves, the other is where she arrives.

import { afterEach, expect, test } from "vitest";
import { env, exports } from "cloudflare:workers";
import { connectedPerson, type Tab } from "../../importer/connection/tab.ts";
import { emptyBucket, reset } from "../../reset.ts";

afterEach(async () => {
  await emptyBucket();
  await reset();
});

const ORIGIN = "http://localhost";

async function open(tab: Tab, path: string, init: RequestInit = {}): Promise<Response> {
  const cookie = [...tab.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const headers = { cookie, origin: ORIGIN, "sec-fetch-site": "same-origin" };
  return exports.default.fetch(
    new Request(`${ORIGIN}${path}`, { ...init, redirect: "manual", headers }),
  );
}

const text = async (tab: Tab) => (await open(tab, "/your-data")).text();

test("everything is downloaded on the page, and restored on that of another person", async () => {
  const [{ tab: ada }, { tab: grace }] = [
    await connectedPerson("Leaving"),
    await connectedPerson("Arriving"),
  ];
  expect(await text(ada)).toContain("Download everything");
  const file = await open(ada, "/your-data/download");
  expect(file.headers.get("content-disposition")).toMatch(/^attachment; filename="tributary-\d{4}/);
  const form = new FormData();
  form.set("file", new File([await file.bytes()], "tributary.zip", { type: "application/zip" }));

  const sent = await open(grace, "/your-data/restore", { method: "POST", body: form });

  expect(sent.status).toBe(303);
  await expect
    .poll(() => text(grace), { timeout: 20_000 })
    .toContain("A backup was restored here on");
});

test("a file that is no backup is refused on the page, in one sentence", async () => {
  const { tab } = await connectedPerson();
  const form = new FormData();
  form.set("file", new File(["Date,Amount\n"], "bank.csv"));

  const refused = await open(tab, "/your-data/restore", { method: "POST", body: form });

  expect(refused.status).toBe(422);
  expect(await refused.text()).toContain("The file is not a whole backup");
});

test("automatic backups are switched on and off on the page", async () => {
  const { tab } = await connectedPerson();
  const choose = async (days: string) =>
    open(tab, "/your-data/backups", { method: "POST", body: new URLSearchParams({ days }) });

  expect((await choose("7")).status).toBe(303);
  await expect.poll(() => text(tab), { timeout: 20_000 }).toContain("1 backup kept.");
  expect(await text(tab)).toContain("The next one is made on");

  await choose("");
  expect(await text(tab)).not.toContain("The next one is made on");
});

test("an address for backups is set on the page, its faults are shown there, and it can be stopped", async () => {
  const { tab } = await connectedPerson();
  const post = async (path: string, fields: Record<string, string>) =>
    open(tab, path, { method: "POST", body: new URLSearchParams(fields) });
  const address = `${env.SOURCE_FAKES}/backups/locked/`;
  await post("/your-data/backups", { days: "7" });
  await expect.poll(() => text(tab), { timeout: 20_000 }).toContain("1 backup kept.");

  const refused = await post("/your-data/target", { url: "https://10.0.0.1/b.zip", token: "" });
  const refusedPage = await refused.text();
  const saved = await post("/your-data/target", { url: address, token: "planted-wrong-token" });
  await expect.poll(() => text(tab), { timeout: 20_000 }).toContain("The last backup was not sent");
  const failing = await text(tab);
  await post("/your-data/target", { url: address, token: "planted-backup-token" });
  await expect.poll(() => text(tab), { timeout: 20_000 }).toContain("was taken there on");
  await post("/your-data/target/delete", {});

  expect(refused.status).toBe(400);
  expect(refusedPage).toContain("10.0.0.1 is a private address");
  expect(refusedPage).toContain('value="https://10.0.0.1/b.zip"');
  expect(saved.status).toBe(303);
  expect(failing).toContain("answered 401: the token does not allow this");
  expect(failing).toContain("It is tried again on");
  expect(failing).not.toContain("planted-wrong-token");
  expect(await text(tab)).not.toContain("Backups are sent to");
});
