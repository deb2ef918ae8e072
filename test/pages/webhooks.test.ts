// The pages about webhooks over the whole Worker, by their forms.

import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Env } from "../../src/config.ts";
import { mintSignInLink } from "../../src/oauth/session.ts";
import { coffee, send } from "../import/hooks/caller.ts";
import { Visitor } from "../oauth/visitor.ts";
import { reset } from "../reset.ts";

const bindings: Env = env;

beforeEach(() => reset());
afterEach(() => reset());

async function signedIn(): Promise<Visitor> {
  const visitor = new Visitor();
  await visitor.post("/sign-in", { link: await mintSignInLink(bindings) });
  return visitor;
}

test("a hook is made, shown once, used and revoked by forms", async () => {
  const visitor = await signedIn();
  expect((await visitor.get("/webhooks")).text).toContain("There are no hooks.");
  const made = (await visitor.post("/webhooks/hooks", { label: "<till>", check: "address", key: "", account_id: "1" })).text;
  const address = /http[^"<\s]*\/hooks\/hook_1_[a-z2-7]{52}/.exec(made)?.[0] ?? "";
  expect(address).not.toBe("");
  expect(made).toContain("&lt;till&gt;");

  expect((await send(address, JSON.stringify({ items: [coffee({ external_id: "A-1", currency: "usd" })] }))).status).toBe(202);
  expect((await send(address, "{}")).status).toBe(400);
  const shown = (await visitor.get("/webhooks")).text;
  expect(shown).not.toContain(address);
  expect(shown).toContain("The body is {items: [...]} or {balance: {...}}, one of both.");
  expect((await visitor.get("/webhooks/hooks/1")).text).toContain("the import</a>");

  expect((await visitor.post("/webhooks/hooks/1/revoke", {})).status).toBe(303);
  expect((await send(address, "{}")).status).toBe(404);
});

test("an endpoint is made, switched off and removed by forms; an address that is never asked is refused with the reason", async () => {
  const visitor = await signedIn();
  const refused = await visitor.post("/webhooks/endpoints", { label: "x", url: "https://10.0.0.1/", events: "import.ended" });
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("10.0.0.1 is")]);
  const made = (await visitor.post("/webhooks/endpoints", { label: "script", url: "https://example.com/x?token=planted-token", events: "import.ended" })).text;
  expect(made).toMatch(/whsec_[A-Za-z0-9+/]{43}=/);
  const shown = (await visitor.get("/webhooks")).text;
  expect(shown).toContain("https://example.com/x");
  for (const secret of ["planted-token", "whsec_A", /whsec_[A-Za-z0-9+/]{43}=/.exec(made)?.[0] ?? "none"]) expect(shown).not.toContain(secret);
  expect((await visitor.get("/webhooks/endpoints/1")).text).toContain("Nothing has been sent.");
  expect((await visitor.post("/webhooks/endpoints/1/disable", {})).status).toBe(303);
  expect((await visitor.get("/webhooks")).text).toContain("You switched it off.");
  expect((await visitor.post("/webhooks/endpoints/1/remove", {})).status).toBe(303);
  expect((await visitor.get("/webhooks/endpoints/1")).status).toBe(404);
});

test("a hook is given another address by a form: the one before is taken on, or ends at once", async () => {
  const visitor = await signedIn();
  const addressIn = (html: string) => /http[^"<\s]*\/hooks\/hook_1_[a-z2-7]{52}/.exec(html)?.[0] ?? "none";
  const first = addressIn((await visitor.post("/webhooks/hooks", { label: "till", check: "address", key: "", account_id: "1" })).text);
  const second = addressIn((await visitor.post("/webhooks/hooks/1/rotate", {})).text);
  const still = (await send(first, "{}")).status;
  const third = addressIn((await visitor.post("/webhooks/hooks/1/rotate", { at_once: "yes" })).text);
  const statuses = await Promise.all([first, second, third].map(async (address) => (await send(address, "{}")).status));

  expect(new Set([first, second, third]).size).toBe(3);
  expect(still).toBe(400);
  expect(statuses).toEqual([404, 404, 400]);
  expect((await visitor.get("/webhooks")).text).not.toContain(third);
  const refused = await visitor.post("/webhooks/hooks/1/rotate", { key: "whsec_short" });
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("A key is whsec_")]);
});
