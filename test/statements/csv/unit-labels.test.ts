// A unit in a label names the money in which a column is printed, not its role: "Amount(in Rs)" is
// an amount, and not the amount that came in. A column of zeros is not the amount if another column
// changes.

import { describe, expect, test } from "vitest";
import { matchRoles, labelWeight } from "../../../src/statements/csv/columns/labels.ts";
import { read } from "./reading.ts";

const ICICI = `"Accountno:","0000000017020131"
"Customer Name:","MR John Doe"
"Address:","NO 1, 2ND CROSS"
"Transaction Details:"
"Date","Sr.No.","Transaction Details","Reward Point Header","Intl.Amount","Amount(in Rs)","BillingAmountSign"
"0049XXXXXXXX4939"
"13/03/2023","7260000000","SWIGGY Bengaluru IN","1","0","449.00",""
"15/03/2023","7260000001","WWW AMAZON IN GURGAON IN","1","0","755.65",""
"16/03/2023","7260000002","INFINITY PAYMENT RECEIVED, THANK YOU","1","0","12000.00","CR"
"19/03/2023","7260000003","UBER INDIA","1","0","165.72",""
"21/03/2023","7260000004","BIG BAZAAR","1","0","2165.00",""
"28/03/2023","7260000005","AIRTEL","1","0","599.00",""
`;

test("a card's amount is in its own currency, not in an international column that is always zero", async () => {
  const { survey, rows } = await read(ICICI);

  expect(survey.questions).toEqual([]);
  expect(rows.map((row) => row.amount / 10_000)).toEqual([
    -449, -755.65, 12_000, -165.72, -2165, -599,
  ]);
});

describe("labels that include a unit", () => {
  test.each([
    "Amount(in Rs)",
    "Amount (in INR)",
    "Amount in Rs.",
    "Amount (in thousands)",
    "Amount (in €)",
    "Amount in EUR",
    "Amount in account currency",
    "Betrag in EUR",
    "Betrag (in CHF)",
    "Importo in euro",
    "Montant (en CHF)",
    "Montant en EUR",
    "Importe (en EUR)",
    "Valor (em R$)",
    "Bedrag (in EUR)",
  ])("the label %s is an amount", (label) => {
    expect(labelWeight(label, "amount")).toBeGreaterThanOrEqual(99);
    expect(labelWeight(label, "amount")).toBeGreaterThan(labelWeight(label, "credit"));
  });

  test.each([
    ["Debit (in Rs)", "debit"],
    ["Credit amount (in INR)", "credit"],
    ["Amount in", "credit"],
    ["Money in", "credit"],
    ["Paid in (GBP)", "credit"],
    ["Balance (in Rs)", "balance"],
    ["Belastung (in CHF)", "debit"],
    ["Solde en EUR", "balance"],
  ] as const)("the label %s is the role %s", (label, role) => {
    expect(matchRoles(label)[0]?.role).toBe(role);
  });
});

test.each([
  ["Amount,Sum in all", "0.00", "12.50"],
  ["Intl amount,Local amount", "0", "12.50"],
  ["Amount,Zorp", "0.00", "12.50"],
])(
  "of the columns %s the one with changing values is the amount",
  async (labels, first, second) => {
    const rows = Array.from(
      { length: 6 },
      (_, at) => `2026-03-${13 + at},Shop ${at},${first},${at === 2 ? "" : "-"}${second}`,
    );
    const { rows: read6, survey } = await read(`Date,Description,${labels}\n${rows.join("\n")}\n`);

    expect(survey.questions).toEqual([]);
    expect(read6.map((row) => row.amount / 10_000)).toEqual([
      -12.5, -12.5, 12.5, -12.5, -12.5, -12.5,
    ]);
  },
);
