// GET /v1/me and GET /v1/tags (service-v1.md, User and Tag).

import { afterEach, expect, test } from "vitest";
import { issueToken, post } from "../client.ts";
import { get1, unseen1 } from "./client.ts";
import { reset } from "../../reset.ts";

afterEach(reset);

test("/v1/me has the user, the budget and the label of the key in use", async () => {
  const token = await issueToken("Spreadsheet");

  const { status, body } = await get1("/me", { token });

  // src/budget/demo.ts
  expect(status).toBe(200);
  expect(body).toEqual({
    user_id: 1,
    user_name: "You",
    user_email: "you@localhost",
    account_id: 1,
    budget_name: "Demo budget",
    primary_currency: "usd",
    api_key_label: "Spreadsheet",
  });
});

test("a key without a label has null", async () => {
  expect((await get1("/me", { token: await issueToken(null) })).body.api_key_label).toBeNull();
});

test("tags are a bare array in the order of their names", async () => {
  const made = await post("/tags", {
    name: "aaa",
    description: "First",
    text_color: "red",
    archived: true,
  });

  const { status, body } = await get1("/tags");

  expect(status).toBe(200);
  expect(body[0]).toEqual({ id: made.body.id, name: "aaa", description: "First", archived: true });
  expect(body.length).toBeGreaterThan(1);
});

test("both operations have been seen to succeed, and refuse only the caller", () => {
  expect([...unseen1("me", "done"), ...unseen1("tags", "done")]).toEqual([]);
});
