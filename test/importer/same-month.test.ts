// The same month told by a SimpleFIN server and by a file of the bank: where the ids agree nothing
// is inserted twice, in either order; where they do not, the match is seen or offered, never
// inserted beside.

import { afterEach, expect, test } from "vitest";
import { feedDocument } from "../../src/importer/schedules/feed-document.ts";
import { ALREADY_THERE } from "../../src/importer/matching/lookalikes.ts";
import type { Import } from "../../src/importer/imports/runs.ts";
import { readSimplefinAccount } from "../../src/sources/simplefin/schedule.ts";
import { reset } from "../reset.ts";
import { FakeSimplefin, type FakeTransaction } from "../sources/fakes/simplefin.ts";
import { fetchingFrom } from "../sources/simplefin/fetching.ts";
import { api, listed, rest, send } from "./posting/driver.ts";

afterEach(() => reset());

const NOW = Date.parse("2026-03-31T18:00:00Z");
const MONTH = [
  ["2026-03-02", "2000.00", "SALARY ACME"],
  ["2026-03-09", "-4.50", "CORNER CAFE 0042"],
  ["2026-03-09", "-4.50", "CORNER CAFE 0042"],
  ["2026-03-20", "-900.00", "RENT MARCH"],
] as const;

async function fed(
  ids: (index: number) => string,
  more: readonly FakeTransaction[] = [],
): Promise<string> {
  const fake = new FakeSimplefin();
  const transactions = MONTH.map(([date, amount, description], index) => ({
    id: ids(index),
    posted: Date.parse(`${date}T12:00:00Z`) / 1000,
    amount,
    description,
  }));
  fake.accounts = [
    {
      id: "ACT-1",
      name: "Everyday",
      conn: "CON-alpine",
      currency: "USD",
      balance: "1091.00",
      "balance-date": NOW / 1000,
      transactions: [...transactions, ...more],
    },
  ];
  const read = await readSimplefinAccount({
    settings: { account: "ACT-1", days: 60 },
    secrets: { token: fake.accessUrl },
    fetching: fetchingFrom(fake),
    now: NOW,
  });
  if (!read.ok) throw new Error(read.error.message);
  return feedDocument(read.value.account);
}

type Row = readonly [day: string, amount: string, text: string];

const ofx = (ids: (index: number) => string, month: readonly Row[] = MONTH) => `OFXHEADER:100
DATA:OFXSGML
VERSION:102

<OFX><BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS><STMTRS><CURDEF>USD
<BANKACCTFROM><BANKID>1<ACCTID>4321<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST><DTSTART>20260301<DTEND>20260331
${month.map(([date, amount, name], index) => `<STMTTRN><TRNTYPE>${amount.startsWith("-") ? "DEBIT" : "CREDIT"}<DTPOSTED>${date.replaceAll("-", "")}120000<TRNAMT>${amount}<FITID>${ids(index)}<NAME>${name}</STMTTRN>`).join("\n")}
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
`;

/** The same month in the bank's own words, one of it booked a day later; and one that the server does not tell of. */
const IN_OTHER_WORDS: readonly Row[] = [
  ["2026-03-02", "2000.00", "SEPA CREDIT 0081 EMPLOYER PAYROLL"],
  ["2026-03-09", "-4.50", "CARD 4321 PURCHASE 09.03"],
  ["2026-03-09", "-4.50", "CARD 4321 PURCHASE 09.03"],
  ["2026-03-21", "-900.00", "STANDING ORDER LANDLORD"],
  ["2026-03-25", "-12.00", "BOOKSHOP"],
];

const bankId = (index: number) => `2026-BANK-${index * 7 + 11}`;
const serverId = (index: number) => `TRN-${index}`;

test.each(["server first", "file first"])(
  "whose ids agree is inserted once (%s)",
  async (order) => {
    const [one, two] =
      order === "server first"
        ? [await fed(bankId), ofx(bankId)]
        : [ofx(bankId), await fed(bankId)];

    const first = await send(one, "Checking");
    const second = await send(two, "Checking");

    expect(first.counts).toMatchObject({ read: 4, inserted: 4 });
    expect(second).toMatchObject({ state: "done", counts: { read: 4, inserted: 0, duplicate: 4 } });
    expect(await listed()).toHaveLength(4);
  },
);

test.each(["server first", "file first"])(
  "whose ids differ and whose texts agree is seen as already there, and nobody is asked (%s)",
  async (order) => {
    const [one, two] =
      order === "server first"
        ? [await fed(serverId), ofx(bankId)]
        : [ofx(bankId), await fed(serverId)];

    await send(one, "Checking");
    const second = await send(two, "Checking");

    expect(second).toMatchObject({ state: "done", counts: { read: 4, inserted: 0, duplicate: 4 } });
    expect(await listed()).toHaveLength(4);
  },
);

test.each(["server first", "file first"])(
  "whose ids agree is inserted once whatever the texts are (%s)",
  async (order) => {
    const words = ofx(
      bankId,
      MONTH.map(([date, amount], index) => [date, amount, IN_OTHER_WORDS[index]?.[2] ?? ""]),
    );
    const [one, two] =
      order === "server first" ? [await fed(bankId), words] : [words, await fed(bankId)];

    await send(one, "Checking");
    const second = await send(two, "Checking");

    expect(second).toMatchObject({ state: "done", counts: { read: 4, inserted: 0, duplicate: 4 } });
    expect(await listed()).toHaveLength(4);
  },
);

/** Says that what looks like what is there is that. */
async function accept(run: Import): Promise<Import> {
  expect(run).toMatchObject({
    state: "question",
    questions: [{ id: ALREADY_THERE, choices: [{ value: "same" }, { value: "insert" }] }],
  });
  expect(run.questions[0]?.ask).toContain("4 rows look like what is already in the account");
  await api(`/imports/${run.id}/answers`, "POST", { answers: { [ALREADY_THERE]: "same" } });
  return rest(run.id);
}

test.each([
  ["server first", true, { read: 5, inserted: 1, duplicate: 4 }],
  ["file first", false, { read: 4, inserted: 0, duplicate: 4 }],
] as const)(
  "whose ids and texts differ is offered as the same; accepted, nothing of it is inserted twice, then or later (%s)",
  async (_, serverFirst, counts) => {
    const [server, file] = [await fed(serverId), ofx(bankId, IN_OTHER_WORDS)];
    await send(serverFirst ? server : file, "Checking");
    const before = (await listed()).length;
    const second = await send(serverFirst ? file : server, "Checking");
    expect(await listed()).toHaveLength(before);

    const accepted = await accept(second);

    expect(accepted).toMatchObject({ state: "done", counts });
    expect(await listed()).toHaveLength(5);
    // The next day's reading, and the file of a longer time, tell of it again with something new.
    const more = await send(
      await fed(serverId, [
        {
          id: "TRN-8",
          posted: Date.parse("2026-03-30T12:00:00Z") / 1000,
          amount: "-7.00",
          description: "BAKERY",
        },
      ]),
      "Checking",
    );
    const longer = await send(
      ofx(bankId, [...IN_OTHER_WORDS, ["2026-03-28", "-61.00", "FUEL"]]),
      "Checking",
    );
    expect([more, longer]).toMatchObject([
      { state: "done", counts: { read: 5, inserted: 1, duplicate: 4 } },
      { state: "done", counts: { read: 6, inserted: 1, duplicate: 5 } },
    ]);
    expect((await listed()).map(({ amount }) => amount).toSorted()).toEqual(
      ["-2000.0000", "12.0000", "4.5000", "4.5000", "61.0000", "7.0000", "900.0000"].toSorted(),
    );
  },
);

test("told again by the server, with more, inserts only what is new; what is pending waits", async () => {
  await send(await fed(serverId), "Checking");
  const more = [
    {
      id: "TRN-8",
      posted: Date.parse("2026-03-30T12:00:00Z") / 1000,
      amount: "-7.00",
      description: "BAKERY",
    },
    {
      id: "TRN-9",
      posted: 0,
      amount: "-3.00",
      description: "HOLD",
      pending: true,
      transacted_at: NOW / 1000,
    },
  ];
  const again = await send(await fed(serverId, more), "Checking");

  expect(again.counts).toMatchObject({ read: 6, inserted: 1, duplicate: 4, skipped: 1 });
  expect(await listed()).toHaveLength(5);
});
