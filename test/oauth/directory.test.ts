// The Directory object decides which person is the first of a deployment.

import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FIRST_CLAIM_MS } from "../../src/platform/limits.ts";
import { getUserObjectName } from "../../src/oauth/people/person.ts";
import { reset } from "../reset.ts";

const bindings: Env = env;
const ADA = "0123456789abcdef0123456789abcdef";
const BEN = "fedcba9876543210fedcba9876543210";

beforeEach(() => reset());

afterEach(async () => {
  vi.restoreAllMocks();
  await reset();
});

function directory() {
  return bindings.DIRECTORY.getByName("directory");
}

function later(ms: number): void {
  const at = Date.now() + ms;
  vi.spyOn(Date, "now").mockImplementation(() => at);
}

test("a claim to be the first person can be repeated until that person has come in", async () => {
  expect(await directory().mayBeFirst()).toBe(true);
  expect(await directory().claimFirst(ADA)).toBe(true);
  expect(await directory().claimFirst(BEN)).toBe(false);
  expect(await directory().mayBeFirst()).toBe(false);
  expect(await directory().claimFirst(ADA)).toBe(true);
});

test("no second person is the first once somebody has come in, even after their deletion", async () => {
  await directory().claimFirst(ADA);
  await directory().settle();

  expect(await directory().claimFirst(ADA)).toBe(false);
  later(FIRST_CLAIM_MS);
  expect(await directory().claimFirst(BEN)).toBe(false);
});

test("a claim without a sign-up is taken over by one other person when its time is up", async () => {
  await directory().claimFirst(ADA);
  later(FIRST_CLAIM_MS);

  expect(await directory().mayBeFirst()).toBe(true);
  const claimed = await Promise.all([
    directory().claimFirst(BEN),
    directory().claimFirst("another person's object"),
  ]);
  expect(claimed.toSorted()).toEqual([false, true]);
  expect(await directory().claimFirst(ADA)).toBe(false);
});

test("a claim that led to a person stays, although its confirmation was lost", async () => {
  const user = await getUserObjectName("ada@home.example");
  await directory().claimFirst(user);
  const wanted = {
    email: "ada@home.example",
    name: "Ada",
    password: "a long sentence of mine",
    budgetName: "Home",
    currency: "usd",
    agent: "",
  } as const;
  expect(await bindings.USER.getByName(user).signUp(wanted)).toMatchObject({ ok: true });
  later(FIRST_CLAIM_MS);

  expect(await directory().claimFirst(BEN)).toBe(false);
});

test("a deployment whose people signed up before this was recorded has no first person", async () => {
  await directory().next("user");

  expect(await directory().mayBeFirst()).toBe(false);
  expect(await directory().claimFirst(ADA)).toBe(false);
});
