// QIF exports in the manner of the programs and banks that write them: the habits are theirs, people, numbers and texts
// made up, and what they say derived by hand from Intuit's description of the format.

import type { BankCase } from "../mt940/reading.ts";

const lf = (...lines: readonly string[]) => `${lines.join("\n")}\n`;
const crlf = (...lines: readonly string[]) => `${lines.join("\r\n")}\r\n`;
const latin1 = (text: string) => Uint8Array.from(text, (char) => char.charCodeAt(0));
const utf16 = (text: string) =>
  new Uint8Array(Uint16Array.from(`\ufeff${text}`, (char) => char.charCodeAt(0)).buffer);

// prettier-ignore
export const BANKS: readonly BankCase[] = [
  {
    bank: "Quicken 98 (US): blank-padded months, apostrophe from 2000 on, U beside T, opening balance of the account itself",
    file: crlf("!Type:Bank ", "D12/28/99", "U1,000.00", "T1,000.00", "CX", "POpening Balance", "L[Checking]", "^", "D12/30/99", "U-25.50", "T-25.50", "N101", "PGrocer", "LFood", "^", "D 1/ 3' 0", "U-1,200.00", "T-1,200.00", "N102", "PLandlord", "MRent", "LHousing", "^", "D 1/ 5' 5", "U10.00", "T10.00", "PInterest", "^"),
    rows: ["1999-12-30 -25.50 Grocer", "2000-01-03 -1200.00 Landlord | Rent", "2005-01-05 10.00 Interest"],
    left: [/^skipped 2: "Opening Balance" is the balance before the other records/],
    account: "Checking",
    facts: { check_number: "101", category: "Food" },
  },
  {
    bank: "Quicken (US): a list of accounts, then each account with its register, categories before",
    file: lf("!Type:Cat", "NFood", "DFood", "E", "^", "NRent", "E", "^", "!Option:AutoSwitch", "!Account", "NChecking", "TBank", "^", "NVisa", "TCCard", "^", "!Clear:AutoSwitch", "!Option:AutoSwitch", "!Account", "NChecking", "TBank", "^", "!Type:Bank", "D1/14'24", "T-40.00", "PVisa payment", "L[Visa]", "^", "!Account", "NVisa", "TCCard", "^", "!Type:CCard", "D1/14'24", "T40.00", "PPayment", "L[Checking]", "^", "D1/15'24", "T-12.00", "PTaxi", "^"),
    rows: ["2024-01-14 -40.00 Visa payment", "2024-01-14 40.00 Payment", "2024-01-15 -12.00 Taxi"],
    accounts: ["Checking", "Visa"],
    facts: { transfer_account: "Visa" },
    why: /lists, which are not transactions: Cat \(2\)/,
  },
  {
    bank: "Quicken (US): splits with memos, an address, the statement's balance of the account",
    file: lf("!Account", "NChecking", "TBank", "/1/31/24", "$874.50", "^", "!Type:Bank", "D1/1/24", "T1,000.00", "POpening Balance", "L[Checking]", "^", "D1/20/24", "T-125.50", "N204", "PWarehouse Club", "A1 Main St", "AAnytown", "A", "LFood", "SFood", "EGroceries", "$-100.00", "SHousehold", "$-25.50", "^"),
    rows: ["2024-01-20 -125.50 Warehouse Club | Parts: Food -100.00 (Groceries); Household -25.50"],
    left: [/^skipped 8: "Opening Balance"/],
    facts: { parts: "Food -100.00 (Groceries); Household -25.50", address: "1 Main St, Anytown", check_number: "204" },
    account: "Checking",
    proven: 1,
  },
  {
    bank: "Quicken (US), investments: buys and dividends move cash, shares and transfers from elsewhere do not",
    file: lf("!Account", "NBrokerage", "TInvst", "^", "!Type:Invst", "D1/16/24", "NXIn", "PFunding", "U5,000.00", "T5,000.00", "L[Checking]", "$5,000.00", "^", "D1/17/24", "NBuy", "YAcme Corp", "I25.125", "Q100", "U2,522.45", "T2,522.45", "O9.95", "^", "D1/18/24", "NDiv", "YAcme Corp", "T12.00", "^", "D1/19/24", "NReinvDiv", "YFund", "I10", "Q1.2", "T12.00", "^", "D1/20/24", "NBuyX", "YFund", "I10", "Q10", "T100.00", "L[Checking]", "$100.00", "^", "D1/21/24", "NSell", "YAcme Corp", "I26", "Q50", "T1,290.05", "O9.95", "^", "D1/22/24", "NMiscExp", "MFee", "T3.00", "^"),
    rows: ["2024-01-16 5000.00 Funding", "2024-01-17 -2522.45 Acme Corp", "2024-01-18 12.00 Acme Corp", "2024-01-21 1290.05 Acme Corp", "2024-01-22 -3.00 Fee"],
    left: [/ReinvDiv moves shares, not cash/, /BuyX moves its money from or to "Checking"/],
    facts: { investment: "XIn", transfer_account: "Checking" },
  },
  {
    bank: "Microsoft Money (UK): day first, apostrophe and two digits",
    file: crlf("!Type:Bank", "D31/12'2023", "T-12.50", "PCorner Shop", "LGroceries", "CX", "^", "D02/01'2024", "T250.00", "PWages", "^"),
    rows: ["2023-12-31 -12.50 Corner Shop", "2024-01-02 250.00 Wages"],
  },
  {
    bank: "Microsoft Money (US): nothing shows the order, so it is asked",
    file: crlf("!Type:Bank", "D2/1'2024", "T-12.50", "PCorner Shop", "^", "D2/3'2024", "T-2.50", "PBus", "^"),
    rows: ["2024-02-01 -12.50 Corner Shop", "2024-02-03 -2.50 Bus"],
    asks: ["date_order"],
    answers: { date_order: "mdy" },
  },
  {
    bank: "GnuCash and other exporters: year first, no category",
    file: lf("!Account", "NAssets:Current:Giro", "TBank", "^", "!Type:Bank", "D2024-03-05", "PBakery", "T-3.20", "^", "D2024-03-06", "PSalary", "T2000.00", "^"),
    rows: ["2024-03-05 -3.20 Bakery", "2024-03-06 2000.00 Salary"],
    account: "Assets:Current:Giro",
  },
  {
    bank: "KMyMoney: an account block with a description, class behind the category",
    file: lf("!Account", "NGirokonto", "DHaushalt", "TBank", "^", "!Type:Bank", "D13.03.2024", "T-1.234,56", "PVermieter", "LWohnen:Miete/Privat", "^", "D1.04.2024", "T-9,90", "PFunk", "^"),
    rows: ["2024-03-13 -1234.56 Vermieter", "2024-04-01 -9.90 Funk"],
    account: "Girokonto",
    facts: { category: "Wohnen:Miete/Privat" },
  },
  {
    bank: "Banktivity (Mac): CR alone, Mac Roman letters",
    file: Uint8Array.from([...latin1("!Account\rNCaf"), 0x8e, ...latin1(" Konto\rTBank\r^\r!Type:Bank\rD01/25/2024\rPCaf"), 0x8e, ...latin1(" Cr"), 0x8f, ...latin1("me\rT-4.50\r^\r")]),
    rows: ["2024-01-25 -4.50 Café Crème"],
    account: "Café Konto",
  },
  {
    bank: "WISO, Quicken (DE): Latin-1, dots, comma, opening balance in German",
    file: latin1(crlf("!Type:Bank", "D01.01.2024", "T1.000,00", "PAnfangssaldo", "L[Giro]", "^", "D02.01.2024", "T-50,00", "PB\u00e4ckerei M\u00fcller", "MFr\u00fchst\u00fcck", "^")),
    rows: ["2024-01-02 -50.00 Bäckerei Müller | Frühstück"],
    left: [/"Anfangssaldo" is the balance/],
    account: "Giro",
  },
  {
    bank: "StarMoney (DE), DOS letters",
    file: Uint8Array.from([...latin1("!Type:Bank\r\nD15.01.2024\r\nT-5,00\r\nPB"), 0x84, ...latin1("cker G"), 0x94, ...latin1("tz\r\n^\r\n")]),
    rows: ["2024-01-15 -5.00 Bäcker Götz"],
  },
  {
    bank: "HSBC, Barclays (UK): padded days, the reference in the memo",
    file: crlf("!Type:Bank", "D28/03/2024", "PTESCO STORES 2041", "MCARD PAYMENT", "T-20.00", "^", "D29/03/2024", "PSALARY", "T1500.00", "^"),
    rows: ["2024-03-28 -20.00 TESCO STORES 2041 | CARD PAYMENT", "2024-03-29 1500.00 SALARY"],
  },
  {
    bank: "Lloyds (UK): type Oth L, pounds before amounts",
    file: crlf("!Type:Oth L", "D14/03/2024", "T-£1,020.00", "PMORTGAGE", "^", "D15/03/2024", "T£20.00", "PREFUND", "^"),
    rows: ["2024-03-14 -1020.00 MORTGAGE", "2024-03-15 20.00 REFUND"],
  },
  {
    bank: "Santander (UK): quoted dates with a time",
    file: crlf("!Type:Bank", 'D"28/03/2024 00:00:00"', "T-20.00", "PSHOP", "^"),
    rows: ["2024-03-28 -20.00 SHOP"],
  },
  {
    bank: "Bank of America, Chase (US): no padding, dollars and parentheses",
    file: lf("!Type:Bank", "D3/15/2024", "T($1,234.50)", "PRENT", "^", "D3/16/2024", "T$20.00", "PREFUND", "^"),
    rows: ["2024-03-15 -1234.50 RENT", "2024-03-16 20.00 REFUND"],
  },
  {
    bank: "a card issuer (US) that prints charges as positive amounts: asked",
    file: lf("!Type:CCard", "D03/15/2024", "T12.50", "PDINER", "^", "D03/16/2024", "T20.00", "PBOOKS", "^", "D03/17/2024", "T-100.00", "PPAYMENT THANK YOU", "^"),
    rows: ["2024-03-15 -12.50 DINER", "2024-03-16 -20.00 BOOKS", "2024-03-17 100.00 PAYMENT THANK YOU"],
    asks: ["sign"],
    answers: { sign: "turned" },
  },
  {
    bank: "RBC, TD (CA): year first with slashes",
    file: lf("!Type:Bank", "D2024/03/15", "T-12.50", "PTIM'S", "^"),
    rows: ["2024-03-15 -12.50 TIM'S"],
  },
  {
    bank: "Commonwealth, NAB (AU): day first, records newest first, no last ^",
    file: crlf("!Type:Bank", "D15/03/24", "T-45.00", "PPETROL", "^", "D14/03/24", "T-5.00", "PCOFFEE", "^", "D13/03/24", "T-6.00", "PCOFFEE"),
    rows: ["2024-03-15 -45.00 PETROL", "2024-03-14 -5.00 COFFEE", "2024-03-13 -6.00 COFFEE"],
  },
  {
    bank: "Westpac (AU): nothing but zeros for decimals, a comma in thousands",
    file: crlf("!Type:Bank", "D15/03/2024", "T-1,500", "PRENT", "^", "D16/03/2024", "T-50", "PFOOD", "^", "D17/03/2024", "T-2,250", "PTAX", "^"),
    rows: ["2024-03-15 -1500.00 RENT", "2024-03-16 -50.00 FOOD", "2024-03-17 -2250.00 TAX"],
  },
  {
    bank: "Crédit Agricole, La Banque Postale (FR): blank in thousands, comma, two-digit years",
    file: latin1(crlf("!Type:Bank", "D28/02/24", "T-1 250,30", "PLOYER F\u00c9VRIER", "^", "D29/02/24", "T2\u00a0000,00", "PVIR SALAIRE", "^")),
    rows: ["2024-02-28 -1250.30 LOYER FÉVRIER", "2024-02-29 2000.00 VIR SALAIRE"],
  },
  {
    bank: "Postbank, ING (NL): dashes, comma, a memo of two lines",
    file: lf("!Type:Bank", "D15-03-2024", "T-10,00", "PALBERT", "MPasvolgnr 001", "Transactie 12:30 Total 3", "^"),
    rows: ["2024-03-15 -10.00 ALBERT | Pasvolgnr 001 Transactie 12:30 Total 3"],
  },
  {
    bank: "a bank (SE): the year first with two digits",
    file: lf("!Type:Bank", "D99-12-30", "T-10,00", "PICA", "^", "D99-12-31", "T-20,00", "PICA", "^"),
    rows: ["1999-12-30 -10.00 ICA", "1999-12-31 -20.00 ICA"],
  },
  {
    bank: "UniCredit, Fineco (IT): day first, dot and comma",
    file: crlf("!Type:Bank", "D15/03/2024", "T-1.234,50", "PAFFITTO", "^", "D16/03/2024", "T-5,00", "PBAR", "^"),
    rows: ["2024-03-15 -1234.50 AFFITTO", "2024-03-16 -5.00 BAR"],
  },
  {
    bank: "Itaú, Bradesco (BR): reais, opening balance in Portuguese",
    file: latin1(crlf("!Type:Bank", "D01/03/2024", "T100,00", "PSaldo inicial", "^", "D15/03/2024", "T-R$ 1.050,25", "PCART\u00c3O", "^")),
    rows: ["2024-03-15 -1050.25 CARTÃO"],
    left: [/"Saldo inicial" is the balance/],
  },
  {
    bank: "a Swiss program (CH): apostrophe in thousands",
    file: lf("!Type:Bank", "D15.03.2024", "T-1'234.50", "PMIETE", "^"),
    rows: ["2024-03-15 -1234.50 MIETE"],
  },
  {
    bank: "a program without headers; fields in another order, UTF-16",
    file: utf16(lf("PSHOP", "T-5.00", "D25/03/2024", "^", "N7", "T-6.00", "PPUB", "D26/03/2024", "^")),
    rows: ["2024-03-25 -5.00 SHOP", "2024-03-26 -6.00 PUB"],
    why: /no header and is read as QIF/,
  },
  {
    bank: "a program that misspells its header and prints months as words",
    file: lf("Type:Bank", "D5 Mar 2024", "T-5.00", "PSHOP", "^", "D6 March 2024", "T-6.00", "PPUB", "^"),
    rows: ["2024-03-05 -5.00 SHOP", "2024-03-06 -6.00 PUB"],
  },
  {
    bank: "Cash and bank without account names: two accounts",
    file: lf("!Type:Cash", "D15/03/2024", "T-5.00", "PKIOSK", "^", "!Type:Bank", "D16/03/2024", "T-6.00", "PPUB", "^"),
    rows: ["2024-03-15 -5.00 KIOSK", "2024-03-16 -6.00 PUB"],
    accounts: ["Cash", "Bank"],
  },
];
