// The saved values of an application are read from rows that any version has stored.

import { expect, test } from "vitest";
import { transferEdits } from "../../../src/importer/inbox/applying/carry-over.ts";
import { readItems } from "../../../src/importer/inbox/applying/receipt-items.ts";
import { readSavedValues } from "../../../src/importer/inbox/applying/saved-values.ts";

const metadata = { tributary: { receipt: "m1" } };

test("saved values without a category and tags are read as a transaction that had none", () => {
  const put = JSON.stringify({ notes: "Order 7", custom_metadata: metadata });
  const before = JSON.stringify({ notes: null, custom_metadata: null });

  expect(readSavedValues({ put, before })).toEqual({
    written: { notes: "Order 7", custom_metadata: metadata },
    previous: { notes: null, custom_metadata: null, category_id: null, tag_ids: [] },
  });
});

test("saved values keep fields that this version does not know", () => {
  const put = JSON.stringify({ custom_metadata: metadata, payee: "Shop" });
  const before = JSON.stringify({ notes: "by hand", custom_metadata: {}, payee: "SHOP 12" });

  expect(readSavedValues({ put, before })).toMatchObject({
    written: { payee: "Shop" },
    previous: { payee: "SHOP 12" },
  });
});

test("saved values of the wrong type are refused", () => {
  const put = JSON.stringify({ notes: 7, custom_metadata: metadata });

  expect(() => readSavedValues({ put, before: "{}" })).toThrow();
});

test("an application that has prepared no write has no saved values", () => {
  expect(readSavedValues({ put: null, before: null })).toBeNull();
  expect(readSavedValues({ put: "{}", before: null })).toBeNull();
});

test("a stored receipt without tax, shipping, tip and discount has no such amounts", () => {
  const item = { name: { value: "Paper\n filters" }, quantity: { value: "2" }, amount: null };

  expect(readItems(JSON.stringify({ items: [item] }))).toEqual({
    items: [{ name: "Paper filters", count: "2 x ", amount: null }],
    tax: null,
    shipping: null,
    tip: null,
    discount: null,
  });
});

test("transferred edits never replace the category of the transaction they move to", () => {
  const carried = JSON.stringify({ category_id: 4, tag_ids: [1, 2], notes: "by hand" });

  expect(transferEdits({ category_id: 9, tag_ids: [2] }, carried)).toEqual({
    notes: "by hand",
    tag_ids: [2, 1],
  });
});
