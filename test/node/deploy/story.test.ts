// From nothing to "your receipt arrived": npm run deploy with the fake wrangler, and the built Worker as what it deploys.

import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { Visitor, wordsOf } from "../visitor.ts";
import { startWorker, type Worker } from "../worker.ts";
import { Machine } from "./deploying.ts";

const dana = new Machine();
let worker: Worker | null = null;

afterAll(async () => {
  dana.discard();
  await worker?.close();
});

const form = (name: string) => ({
  email: `${name}@home.example`,
  name,
  password: "a long sentence of mine",
  budget: `${name}'s budget`,
  currency: "usd",
});

test("a deployment lets its first person in by their link alone, and says when their receipt arrived", async () => {
  // The key is made and put, and the deployment is interrupted.
  await dana.deploy(["--mail", "receipts@example.com"], { FAKE_KILL: "secret put TOKEN_KEY" });
  const key = dana.account.workers["tributary"]?.secrets["TOKEN_KEY"] ?? "";
  const vars = {
    ENVIRONMENT: "production",
    LOCAL_TOKEN: "",
    SIGN_UP: "invited",
    RECEIPT_ADDRESS: "receipts@example.com",
  };
  worker = await startWorker(vars, { TOKEN_KEY: key });
  const { origin } = worker;
  // As --domain sets it: over plain http no other name is an authorization server.
  await worker.configure({ ...vars, OAUTH_ISSUER_SELF: origin }, { TOKEN_KEY: key });

  const deployed = await dana.deploy(["--url", origin]);
  expect(deployed.code, deployed.text).toBe(0);
  const link = /\S+\/sign-up\?first=\S+/.exec(deployed.text)?.[0] ?? "no link";
  const pass = new URL(link).searchParams.get("first") ?? "";

  const uninvited = await new Visitor().send(`${origin}/sign-up`, form("eve"));
  const forged = await new Visitor().send(`${origin}/sign-up`, {
    ...form("eve"),
    first: `${Date.now() + 60_000}.${"A".repeat(43)}`,
  });
  const visitor = new Visitor();
  const shown = await visitor.open(link);
  const signedUp = await visitor.submit(shown, "/sign-up", form("dana"));
  const second = await new Visitor().send(`${origin}/sign-up`, { ...form("ben"), first: pass });
  expect([uninvited, forged, shown, signedUp, second].map((page) => page.status)).toEqual([
    403, 403, 200, 200, 403,
  ]);

  const before = await dana.deploy(["--check-mail"]);
  expect([before.code, before.text.includes("No mail has reached the Worker yet")]).toEqual([
    1,
    true,
  ]);

  const made = await visitor.call(`${origin}/api/addresses`, {
    method: "POST",
    body: '{"label":"shops"}',
    headers: { "content-type": "application/json" },
  });
  const { address }: { address: string } = JSON.parse(await made.text());
  const sample = fileURLToPath(new URL("../../../samples/receipt.eml", import.meta.url).href);
  const send = async (to: string) =>
    fetch(
      `${origin}/cdn-cgi/local/email?${new URLSearchParams({ from: "shop@mail.example", to }).toString()}`,
      { method: "POST", body: readFileSync(sample, "utf8") },
    );
  await send("receipts@example.com");
  const wrong = await dana.deploy(["--check-mail"]);
  await send(address);
  const right = await dana.deploy(["--check-mail"]);
  const again = await dana.deploy(["--url", origin]);

  expect([wrong.code, wrong.text.includes("Copy the whole address")]).toEqual([1, true]);
  expect([right.code, right.text.includes("Your receipt arrived.")], right.text).toEqual([0, true]);
  expect(again.text).toContain("has come already. Sign-up is closed");
  expect(again.text).toContain("Receipts by e-mail to receipts@example.com arrive");
  expect(again.text).not.toContain("Subaddressing");
  expect(wordsOf((await visitor.open(`${origin}/inbox`)).text)).toContain("Your receipt for order");
});
