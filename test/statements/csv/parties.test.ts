// Whom a row of a CSV file names: the other party, never the account holder, a branch or the bank's own words; and no
// text of a column with an unknown label is lost. The files are made up after the habits of banks.

import { describe, expect, test } from "vitest";
import { cleanPayee } from "../../../src/statements/payees/payee.ts";
import { read } from "./reading.ts";

/** The payee of each row, as it would be shown. */
async function listPayees(lines: readonly string[]): Promise<readonly string[]> {
  const { rows } = await read(lines.join("\n"));
  return rows.map(({ payee }) => cleanPayee(payee).payee);
}

async function listNotes(lines: readonly string[]): Promise<readonly (string | null)[]> {
  const { rows } = await read(lines.join("\n"));
  return rows.map(({ notes }) => notes);
}

describe("text under an unknown label", () => {
  test("a text under an unknown label is the payee where the known text only names a kind", async () => {
    const payees = await listPayees([
      "거래일시,적요,보내고받은사람,출금액,입금액,잔액",
      "2026-01-31,체크카드,스타벅스,13500,0,986500",
      "2026-01-25,급여,가나다상사,0,3200000,1000000",
      "2026-01-20,자동이체,한국전력,52000,0,948000",
    ]);

    expect(payees).toEqual(["스타벅스", "가나다상사", "한국전력"]);
  });

  test("an English column nobody knows names the merchant where the type says only POS", async () => {
    const payees = await listPayees([
      "Date,Type,Zorbl,Amount",
      "2026-01-05,POS,Corner Cafe,-4.50",
      "2026-01-06,DD,City Gas,-40.00",
      "2026-01-08,CR,Acme Ltd,900.00",
    ]);

    expect(payees).toEqual(["Corner Cafe", "City Gas", "Acme Ltd"]);
  });

  test("a text under an unknown label is kept in the notes with the label where the payee is known", async () => {
    const notes = await listNotes([
      "Date,Payee,Zorbl,Amount",
      "2026-01-05,Corner Cafe,two flat whites,-4.50",
      "2026-01-06,City Gas,,-40.00",
      "2026-01-08,Acme Ltd,bonus of spring,900.00",
    ]);

    expect(notes).toEqual(["Zorbl: two flat whites", null, "Zorbl: bonus of spring"]);
  });

  test("codes, a constant and the payee's own words under unknown labels are not kept as notes", async () => {
    const notes = await listNotes([
      "Date,Payee,Zorbl,Quux,Corge,Amount",
      "2026-01-05,Corner Cafe,Main plan,AX77Q1B2C3,CORNER CAFE,-4.50",
      "2026-01-06,City Gas,Main plan,AX77Q1B2C4,CITY GAS,-40.00",
      "2026-01-08,Acme Ltd,Main plan,AX77Q1B2C5,ACME LTD,900.00",
    ]);

    expect(notes).toEqual([null, null, null]);
  });

  test("a broker's action is the payee where the description says that there is none", async () => {
    const payees = await listPayees([
      "Run Date,Action,Description,Amount ($)",
      "01/15/2026,DIRECT DEPOSIT ACME CORP PAYROLL,No Description,1500.00",
      "01/16/2026,DEBIT CARD PURCHASE CORNER CAFE,No Description,-4.50",
      "01/20/2026,DIVIDEND RECEIVED,ZORBL INDEX FUND,12.00",
    ]);

    expect(payees).toEqual(["ACME CORP PAYROLL", "CORNER CAFE", "ZORBL INDEX FUND"]);
  });
});

describe("two parties in a row", () => {
  test("the payer is the payee of money in, and the recipient the payee of money out", async () => {
    const payees = await listPayees([
      "Buchungsdatum;Zahlungspflichtige*r;Zahlungsempfänger*in;Verwendungszweck;Umsatztyp;Betrag (€)",
      "28.01.26;ISSUER;REWE Markt GmbH;Einkauf;Ausgang;-23,45",
      "27.01.26;ACME GmbH;Erika Mustermann;Gehalt Januar;Eingang;2.800,00",
      "03.01.26;Erika Mustermann;Hausverwaltung Nord;Miete;Ausgang;-950,00",
    ]);

    expect(payees).toEqual(["REWE Markt GmbH", "ACME GmbH", "Hausverwaltung Nord"]);
  });

  test("a Finnish bank prints payer and recipient in columns of their own", async () => {
    const payees = await listPayees([
      "Kirjauspäivä;Maksupäivä;Summa;Tapahtumalaji;Maksaja;Saajan nimi;Viesti",
      "05.01.2026;03.01.2026;-12,50;KORTTIOSTO;VIRTANEN MAIJA;PRISMA TAMPERE;-",
      "15.01.2026;15.01.2026;+2500,00;TILISIIRTO;ACME OY;VIRTANEN MAIJA;'PALKKA'",
      "20.01.2026;20.01.2026;-750,00;TILISIIRTO;VIRTANEN MAIJA;VUOKRANANTAJA OY;'VUOKRA'",
    ]);

    expect(payees).toEqual(["PRISMA TAMPERE", "ACME OY", "VUOKRANANTAJA OY"]);
  });

  test("accounts under payer and recipient are no names; the column of the name is taken", async () => {
    const payees = await listPayees([
      "Kirjauspäivä;Määrä;Maksaja;Maksunsaaja;Nimi;Otsikko;Viitenumero;Saldo;Valuutta",
      "2026/01/20;-750,00;FI11 2222 3333 4444 55;;Vuokranantaja Oy;Vuokra;1234;1000,00;EUR",
      "2026/01/15;2500,00;;FI11 2222 3333 4444 55;Acme Oy;PALKKA;;1750,00;EUR",
      "2026/01/05;-12,50;FI11 2222 3333 4444 55;;PRISMA TAMPERE;PRISMA TAMPERE;;-750,00;EUR",
    ]);

    expect(payees).toEqual(["Vuokranantaja Oy", "Acme Oy", "PRISMA TAMPERE"]);
  });

  test("From and To of a wallet name the other person in both directions", async () => {
    const payees = await listPayees([
      "ID,Datetime,Type,Status,Note,From,To,Amount (total)",
      "1,2026-01-05T10:00:00,Payment,Complete,pizza,Sally Smith,Brian Taylor,- $12.00",
      "2,2026-01-06T10:00:00,Payment,Complete,rent,Carla Jones,Sally Smith,+ $400.00",
      "3,2026-01-07T10:00:00,Charge,Complete,taxi,Sally Smith,Dora Lee,+ $9.00",
      "4,2026-01-08T10:00:00,Standard Transfer,Issued,,,,- $100.00",
    ]);

    expect(payees).toEqual(["Brian Taylor", "Carla Jones", "Dora Lee", "Standard Transfer"]);
  });

  test("the account holder named above the table is never the payee", async () => {
    const payees = await listPayees([
      "Account holder;Jane Roe",
      "Account number;12345678",
      "Date;Name;Details;Amount",
      "2026-01-05;Jane Roe;Corner Cafe;-4,50",
      "2026-01-06;City Gas;January;-40,00",
      "2026-01-08;ROE JANE;Acme Ltd;900,00",
    ]);

    expect(payees).toEqual(["Corner Cafe", "City Gas", "Acme Ltd"]);
  });
});

describe("columns that name no party", () => {
  test("a member's name that is the same on every row is not the payee", async () => {
    const payees = await listPayees([
      "Status,Date,Description,Debit,Credit,Member Name",
      'Cleared,03/28/2026,"TRADER JOE S #552 OAKLAND CA",42.17,,JANE ROE',
      'Cleared,03/27/2026,"BLUE BOTTLE COFFEE OAKLAND CA",8.50,,JANE ROE',
      'Cleared,03/19/2026,"COSTCO WHSE #0021 OAKLAND CA",119.99,,JANE ROE',
    ]);

    expect(payees).toEqual(["TRADER JOE S", "BLUE BOTTLE COFFEE", "COSTCO WHSE"]);
  });

  test("a branch is not the payee", async () => {
    const payees = await listPayees([
      "Tran Date,Particulars,Debit,Credit,Balance,Branch Name(SOL)",
      "05-01-2026,UPI/P2M/412345678901/BIGBASKET/SBIN,1500,,8500,BLR",
      "09-01-2026,NEFT/AX12345/ACME INDUSTRIES/HDFC,,90000,98500,BLR",
      "12-01-2026,SMS Alerts,25,,98475,MUM",
    ]);

    expect(payees).toEqual(["BIGBASKET", "ACME INDUSTRIES", "SMS Alerts"]);
  });

  test("the bank's words for a purchase by card are not the payee where another column has the merchant", async () => {
    const payees = await listPayees([
      "Transaction date,Description,Remarks,Withdrawals,Deposits",
      "05/01/2026,DEBIT PURCHASE,CORNER CAFE SINGAPORE,4.50,",
      "16/01/2026,GIRO,CITY GAS PTE LTD,40.00,",
      "18/01/2026,SALARY,ACME PTE LTD,,900.00",
    ]);

    expect(payees).toEqual(["CORNER CAFE SINGAPORE", "CITY GAS PTE LTD", "ACME PTE LTD"]);
  });

  test("a bank's clean name and its raw text are one payee, printed once", async () => {
    const payees = await listPayees([
      "Date,Description,Original Description,Category,Amount",
      '2026-01-05,"City Water","CITY WATER UTIL BILLPAY",Utilities,-40.00',
      '2026-01-06,"Coles","COLES 4567 SYDNEY",Groceries,-18.20',
      '2026-01-08,"Acme","ACME PAYROLL",Income,900.00',
    ]);

    expect(payees).toEqual(["City Water", "Coles", "Acme"]);
  });
});

describe("rows without another party", () => {
  test("a fee's text is the payee, though its column is unknown and mostly repeats kinds and dates", async () => {
    const payees = await listPayees([
      "Transaksiedatum,Handelaar,Zorbl,Debiet,Geld in",
      "20 Aug 2022,Annelie van Wyk,Oorplasing 6577547736,4268.32,0.00",
      "22 Aug 2022,Pick n Pay,Kaartaankoop 8440087313,782.88,0.00",
      "25 Aug 2022,,Maandelikse fooi,120.32,0.00",
    ]);

    expect(payees).toEqual(["Annelie van Wyk", "Pick n Pay", "Maandelikse fooi"]);
  });

  test("cash at a machine is the payee, not the town of the machine", () => {
    const texts = ["Výber z bankomatu, ŽILINA", "Geldopname, ROTTERDAM", "ΑΝΑΛΗΨΗ ΑΤΜ"];

    expect(texts.map((text) => cleanPayee(text).payee)).toEqual([
      "Výber z bankomatu",
      "Geldopname",
      "ΑΝΑΛΗΨΗ ΑΤΜ",
    ]);
  });
});
