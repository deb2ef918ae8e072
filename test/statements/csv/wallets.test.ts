// Exports of wallets, the files of test/fixtures/wallets: several currencies and pockets in one file,
// conversions, fees, and both parties of a payment. What must be read was written before any of them
// was read. People, shops and numbers are made up.

import { describe, expect, test } from "vitest";
import * as z from "zod";
import { isConversion } from "../../../src/importer/imports/foreign.ts";
import { printUnits } from "../../../src/money/money.ts";
import { cleanPayee } from "../../../src/statements/payees/payee.ts";
import { pairFixtures } from "../fixtures.ts";
import { read } from "./reading.ts";

const expectedSchema = z.strictObject({
  about: z.string(),
  /** "2026-03-05 -10.88 EUR | Pocket | Payee"; "-" is no currency or no account. */
  rows: z.array(z.string()),
});

const FILES = import.meta.glob<string>("../../fixtures/wallets/*.csv", {
  query: "?url&inline",
  import: "default",
  eager: true,
});
const EXPECTED = import.meta.glob("../../fixtures/wallets/*.expected.json", {
  import: "default",
  eager: true,
});

describe("exports of wallets", () => {
  test.each(pairFixtures(FILES, EXPECTED, expectedSchema))(
    "$file is read row by row without a question: $about",
    async ({ bytes, rows: expected }) => {
      const { rows, survey } = await read(bytes);

      expect(survey.questions).toEqual([]);
      expect(
        rows.map(({ date, amount, currency, account, payee, description }) => {
          const name = cleanPayee(payee === "" ? description : payee).payee;
          const money = `${printUnits(amount, 2)} ${currency?.toUpperCase() ?? "-"}`;
          return `${date} ${money} | ${account ?? "-"} | ${name}`;
        }),
      ).toEqual(expected);
      expect(survey.layout.proof.breaks_at).toBeNull();
    },
  );

  test("a conversion whose text names both amounts is a move between own balances", async () => {
    const file = [
      "Date,Description,Amount,Currency",
      "2026-09-20,Converted 200.00 EUR to 171.62 GBP,171.62,GBP",
      "2026-09-21,Converted Barn Hotel,-90.00,GBP",
    ];

    const { rows } = await read(new TextEncoder().encode(file.join("\n")));

    expect(rows.map(isConversion)).toEqual([true, false]);
  });
});
