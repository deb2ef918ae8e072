// The same month told by a SimpleFIN server and by a file of the bank: where the ids agree nothing is inserted twice, in either
// order; where they do not, the match is seen or offered, never inserted beside.

import { afterEach, expect, test } from "vitest";
import { feedDocument } from "../../src/import/decode/feed/document.ts";
import { readSimplefinAccount } from "../../src/sources/simplefin/schedule.ts";
import { FakeSimplefin, type FakeTransaction } from "../sources/fakes/simplefin.ts";
import { fetchingFrom } from "../sources/simplefin/fetching.ts";
import { listed, send } from "./post/driver.ts";
import { reset } from "../reset.ts";

afterEach(() => reset());

const NOW = Date.parse("2026-03-31T18:00:00Z");
const MONTH = [
  ["2026-03-02", "2000.00", "SALARY ACME"],
  ["2026-03-09", "-4.50", "CORNER CAFE 0042"],
  ["2026-03-09", "-4.50", "CORNER CAFE 0042"],
  ["2026-03-20", "-900.00", "RENT MARCH"],
] as const;

async function fed(ids: (index: number) => string, more: readonly FakeTransaction[] = []): Promise<string> {
  const fake = new FakeSimplefin();
  const transactions = MONTH.map(([date, amount, description], index) => ({ id: ids(index), posted: Date.parse(`${date}T12:00:00Z`) / 1000, amount, description }));
  fake.accounts = [{ id: "ACT-1", name: "Everyday", conn: "CON-alpine", currency: "USD", balance: "1091.00", "balance-date": NOW / 1000, transactions: [...transactions, ...more] }];
  const read = await readSimplefinAccount({ settings: { account: "ACT-1", days: 60 }, secrets: { token: fake.accessUrl }, fetching: fetchingFrom(fake), now: NOW });
  if (!read.ok) throw new Error(read.error.message);
  return feedDocument(read.value.account);
}

const ofx = (ids: (index: number) => string) => `OFXHEADER:100
DATA:OFXSGML
VERSION:102

<OFX><BANKMSGSRSV1><STMTTRNRS><TRNUID>1<STATUS><CODE>0<SEVERITY>INFO</STATUS><STMTRS><CURDEF>USD
<BANKACCTFROM><BANKID>1<ACCTID>4321<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST><DTSTART>20260301<DTEND>20260331
${MONTH.map(([date, amount, name], index) => `<STMTTRN><TRNTYPE>${amount.startsWith("-") ? "DEBIT" : "CREDIT"}<DTPOSTED>${date.replaceAll("-", "")}120000<TRNAMT>${amount}<FITID>${ids(index)}<NAME>${name}</STMTTRN>`).join("\n")}
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
`;

const bankId = (index: number) => `2026-BANK-${index * 7 + 11}`;
const serverId = (index: number) => `TRN-${index}`;

test.each(["server first", "file first"])("whose ids agree is inserted once (%s)", async (order) => {
  const [one, two] = order === "server first" ? [await fed(bankId), ofx(bankId)] : [ofx(bankId), await fed(bankId)];

  const first = await send(one, "Checking");
  const second = await send(two, "Checking");

  expect(first.counts).toMatchObject({ read: 4, inserted: 4 });
  expect(second).toMatchObject({ state: "done", counts: { read: 4, inserted: 0, duplicate: 4 } });
  expect(await listed()).toHaveLength(4);
});

test.each(["server first", "file first"])("whose ids differ is seen as already there or asked about, and never inserted beside (%s)", async (order) => {
  const [one, two] = order === "server first" ? [await fed(serverId), ofx(bankId)] : [ofx(bankId), await fed(serverId)];

  await send(one, "Checking");
  const second = await send(two, "Checking");

  expect(second.counts.inserted).toBe(0);
  expect(second.state === "question" || second.counts.duplicate === 4).toBe(true);
  expect(await listed()).toHaveLength(4);
});

test("told again by the server, with more, inserts only what is new; what is pending waits", async () => {
  await send(await fed(serverId), "Checking");
  const more = [
    { id: "TRN-8", posted: Date.parse("2026-03-30T12:00:00Z") / 1000, amount: "-7.00", description: "BAKERY" },
    { id: "TRN-9", posted: 0, amount: "-3.00", description: "HOLD", pending: true, transacted_at: NOW / 1000 },
  ];
  const again = await send(await fed(serverId, more), "Checking");

  expect(again.counts).toMatchObject({ read: 6, inserted: 1, duplicate: 4, skipped: 1 });
  expect(await listed()).toHaveLength(5);
});
