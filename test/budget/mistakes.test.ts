// What is commonly mistaken is answered with what was meant.

import { afterEach, expect, test } from "vitest";
import { reset } from "../reset.ts";
import { get, post } from "./client.ts";

afterEach(reset);

const message = (body: unknown): string =>
  (body as { errors: { errMsg: string }[] }).errors.map(({ errMsg }) => errMsg).join(" ");

test("an account named as in version 1 is answered with its name in version 2", async () => {
  const { status, body } = await post("/transactions", {
    transactions: [{ date: "2026-11-01", amount: "5", asset_id: 1 }],
  });

  expect(status).toBe(400);
  expect(message(body)).toContain(
    "transactions[0].asset_id is not a known property. Did you mean manual_account_id?",
  );
});

test("a currency in capitals is answered with the code in small letters", async () => {
  const { status, body } = await post("/transactions", {
    transactions: [{ date: "2026-11-01", amount: "5", currency: "USD" }],
  });

  expect(status).toBe(400);
  expect(message(body)).toMatch(/currency must be one of .*, here "usd", found "USD"/);
});

test("a mistyped parameter is answered with the one that is near", async () => {
  const { status, body } = await get("/transactions?star_date=2026-11-01");

  expect(status).toBe(400);
  expect(message(body)).toContain("star_date is not a known parameter. Did you mean start_date?");
});
