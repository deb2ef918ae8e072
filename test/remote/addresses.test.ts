// A deployment without RECEIPT_ADDRESS.

import { afterEach, expect, test } from "vitest";
import { call } from "./driver.ts";
import { reset } from "../reset.ts";

afterEach(() => reset());

const NOT_OFFERED =
  'No mail can be received here yet. Whoever runs this deployment sets RECEIPT_ADDRESS (such as "receipts@example.com") in wrangler.toml and routes that mailbox to it.';

test("without a mailbox no addresses are offered, and the API says what to set", async () => {
  expect(await (await call("/api/addresses")).json()).toEqual({
    addresses: [],
    offered: false,
    message: NOT_OFFERED,
  });

  const refused = await call("/api/addresses", {
    method: "POST",
    body: JSON.stringify({ label: "shops" }),
  });
  expect([refused.status, await refused.json()]).toEqual([
    409,
    { message: "Invalid Request", errors: [{ errMsg: NOT_OFFERED }] },
  ]);
});
