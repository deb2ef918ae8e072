// The page of one account over the whole Worker, by its forms.

import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { mintSignInLink } from "../../../src/oauth/sign-in/session.ts";
import { Visitor } from "../../oauth/visitor.ts";
import { reset } from "../../reset.ts";

const bindings: Env = env;

beforeEach(() => reset());
afterEach(() => reset());

async function signedIn(): Promise<Visitor> {
  const visitor = new Visitor();
  await visitor.post("/sign-in", { link: await mintSignInLink(bindings) });
  return visitor;
}

const wordsOf = (html: string) => html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");
const verdictOf = (html: string) =>
  wordsOf(/<p class="verdict.*?<\/p>/s.exec(html)?.[0] ?? "").trim();

test("a difference of a card is adjusted once, however often the form is sent, and undone by the journal", async () => {
  const visitor = await signedIn();
  const day = "2026-01-31";
  await visitor.post("/accounts/manual/3/value", { value: "258.71" });
  const shown = await visitor.get(`/accounts/manual/3?date=${day}&balance=300`);
  expect(verdictOf(shown.text)).toContain("Differs by +41.29.");
  const form = { date: day, balance: "300", difference: "-412900", key: "one key" };
  const added = await visitor.post("/accounts/manual/3/reconcile/adjust", form);
  const again = await visitor.post("/accounts/manual/3/reconcile/adjust", form);
  const to = added.headers.get("location") ?? "";
  const after = await visitor.get(to.replace(/#.*/, ""));
  const transaction = /adjusted=(\d+)/.exec(to)?.[1] ?? "";

  expect([added.status, again.status]).toEqual([303, 409]);
  expect(verdictOf(after.text)).toContain("Agrees. On 31 Jan 2026");
  expect(wordsOf(after.text)).toContain("300.00 USD owed");
  const undo = { transaction, date: day, balance: "300", key: "another" };
  expect((await visitor.post("/accounts/manual/3/reconcile/undo", undo)).status).toBe(303);
  const back = await visitor.get(`/accounts/manual/3?date=${day}&balance=300`);
  expect(verdictOf(back.text)).toContain("Differs by +41.29.");
  expect(wordsOf((await visitor.get("/changes")).text)).toContain("Balance adjustment");
});
