// The people in a header line of a forward, in the forms in which programs print them.

import { expect, test } from "vitest";
import { readMailboxes } from "../../../src/receipts/forwards/mailbox-text.ts";

const ada = { name: "Ada", address: "ada@home.example" };
const bob = { name: "Berry, Bob", address: "bob@home.example" };

test.each([
  ["Ada <ada@home.example>", [ada]],
  ['Ada <Ada@Home.Example>; "Berry, Bob" <bob@home.example>', [ada, bob]],
  ["Berry, Bob <bob@home.example>, Ada <ada@home.example>", [bob, ada]],
  ["\"'Berry, Bob'\" <bob@home.example>", [bob]],
  ['"a@b, Ada" <ada@home.example>', [{ name: "a@b, Ada", address: "ada@home.example" }]],
  ["Ada [mailto:ada@home.example]", [ada]],
  ["Ada <ada@home.example<mailto:ada@home.example>>", [ada]],
  ["Ada (ada@home.example)", [ada]],
  ["ada@home.example <ada@home.example>", [{ name: "", address: "ada@home.example" }]],
  [
    "<ada@home.example>, bob@home.example",
    [
      { name: "", address: "ada@home.example" },
      { name: "", address: "bob@home.example" },
    ],
  ],
  ["Ada", [{ name: "Ada", address: "" }]],
  ['"Ada <ada@home.example>', [ada]],
  ["‪Ada‬‏ <‪ada@home.example‬‏>", [ada]],
  ["«\u00a0Berry, Bob\u00a0» <bob@home.example>", [bob]],
  ["‹Ada› <ada@home.example>", [ada]],
  ["‚Ada‘ <ada@home.example>", [ada]],
  ["「Ada」 <ada@home.example>", [ada]],
  ["", []],
])("the header line %s gives its people", (value, expected) => {
  expect(readMailboxes(value)).toEqual(expected);
});

test("a value without a name and an address names nobody", () => {
  for (const value of ["", " ", "<>", '""', "''"]) expect(readMailboxes(value)).toEqual([]);
});
