// Goal: a file that is uploaded with preview=foreign is shown before anything is posted where rows
// are in another currency than their account, and only there. Through the importer's own interface.

import { exports } from "cloudflare:workers";
import { afterEach, expect, test } from "vitest";
import type { Import } from "../../../src/importer/imports/runs.ts";
import { api, csv, HEADERS, listed, rest, send } from "../posting/driver.ts";
import { reset } from "../../reset.ts";

afterEach(() => reset());

/** A statement with a row in each of these currencies, and a salary in the first. */
function inCurrency(...codes: readonly string[]): string {
  const rows = codes.map(
    (code, index) => `2026-03-${10 + index},Shop ${index},-${3 + index}.50,${code}`,
  );
  return `Date,Description,Amount,Currency\n${rows.join("\n")}\n2026-03-30,Salary,2100.00,${codes[0]}\n`;
}

test("a file in another currency than its account is shown, and posted once it is confirmed", async () => {
  const held = await send(inCurrency("EUR", "EUR"), "Checking", "&preview=foreign");

  expect(held).toMatchObject({ state: "preview", counts: { read: 3, inserted: 0, waiting: 3 } });
  expect(await listed()).toEqual([]);
  await api(`/imports/${held.id}/confirm`, "POST");
  expect(await rest(held.id)).toMatchObject({ state: "done", counts: { inserted: 3 } });
});

test("one row in another currency is enough, wherever it stands in the file", async () => {
  expect(await send(inCurrency("USD", "USD", "EUR"), "Checking", "&preview=foreign")).toMatchObject(
    { state: "preview" },
  );
});

test("a file in the currency of its account is posted at once, as is one that names no currency", async () => {
  expect(await send(inCurrency("USD", "USD"), "Checking", "&preview=foreign")).toMatchObject({
    state: "done",
  });
  expect(
    await send(
      csv(["2026-04-13", "Rent", "-500.00"], ["2026-04-14", "Salary", "2100.00"]),
      "Checking",
      "&preview=foreign",
    ),
  ).toMatchObject({ state: "done" });
});

test("a currency that the caller named for a file that names none is another one all the same", async () => {
  const file = csv(["2026-04-13", "Rent", "-500.00"], ["2026-04-14", "Salary", "2100.00"]);

  expect(await send(file, "Checking", "&preview=foreign&currency=eur")).toMatchObject({
    state: "preview",
  });
});

test("without preview=foreign nothing is held up", async () => {
  expect(await send(inCurrency("EUR", "EUR"), "Checking")).toMatchObject({ state: "done" });
});

test("balances that do not fit are asked about first, and the file is shown after the answer", async () => {
  const rows = [
    "2026-03-10,Rent,-500.00,EUR,500.00",
    "2026-03-11,Shop,-20.00,EUR,480.00",
    "2026-03-12,Salary,100.00,EUR,580.00",
    "2026-03-13,Cafe,-10.00,EUR,333.00",
    "2026-03-14,Bakery,-3.00,EUR,330.00",
  ];
  const asked = await send(
    `Date,Description,Amount,Currency,Balance\n${rows.join("\n")}\n`,
    "Checking",
    "&preview=foreign",
  );

  expect(asked).toMatchObject({ state: "question", questions: [{ id: "as_read" }] });
  await api<Import>(`/imports/${asked.id}/answers`, "POST", { answers: { as_read: "import" } });
  expect(await rest(asked.id)).toMatchObject({ state: "preview" });
  expect(await listed()).toEqual([]);
});

test("any other value of preview is refused, and says which there are", async () => {
  const request = new Request("https://tributary.test/api/imports?account=Checking&preview=maybe", {
    method: "POST",
    headers: HEADERS,
    body: "x",
  });
  const answer = await exports.default.fetch(request);

  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain('preview is true, false or foreign, not \\"maybe\\".');
});
