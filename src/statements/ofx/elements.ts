// Facts: which OFX elements hold others, whatever follows them. OFX 1 leaves values unclosed, so that what follows does
// not tell an aggregate that opens from an empty value. Names that are not here go by what follows and how they end.
// Source: OFX 1.6 and 2.3, chapters 3, 11 and 13.

/** Buys, sells and the rest of an investment account's movements that carry a TOTAL of money. */
export const CASH_KINDS: ReadonlyMap<string, "out" | "in" | null> = new Map([
  ["BUYDEBT", "out"],
  ["BUYMF", "out"],
  ["BUYOPT", "out"],
  ["BUYOTHER", "out"],
  ["BUYSTOCK", "out"],
  ["SELLDEBT", "in"],
  ["SELLMF", "in"],
  ["SELLOPT", "in"],
  ["SELLOTHER", "in"],
  ["SELLSTOCK", "in"],
  ["INCOME", null],
  ["INVEXPENSE", null],
  ["MARGININTEREST", null],
  ["RETOFCAP", null],
]);

/** What stands in a statement and moves no money, and what is said of it. */
export const NO_CASH: ReadonlyMap<string, string> = new Map([
  ["REINVEST", "income that was reinvested at once: no money moved"],
  ["TRANSFER", "securities were transferred: no money moved"],
  ["JRNLSEC", "securities moved within the account: no money moved"],
  ["JRNLFUND", "money moved within the account, from one part to another"],
  ["SPLIT", "a split: no money moved"],
  ["CLOSUREOPT", "an option was closed: no money moved"],
  ["POSSTOCK", "a position held, not a movement"],
  ["POSMF", "a position held, not a movement"],
  ["POSDEBT", "a position held, not a movement"],
  ["POSOPT", "a position held, not a movement"],
  ["POSOTHER", "a position held, not a movement"],
  ["OOBUYSTOCK", "an open order, not a movement"],
  ["OOSELLSTOCK", "an open order, not a movement"],
  ["OOBUYMF", "an open order, not a movement"],
  ["OOSELLMF", "an open order, not a movement"],
  ["OOBUYDEBT", "an open order, not a movement"],
  ["OOSELLDEBT", "an open order, not a movement"],
  ["OOBUYOPT", "an open order, not a movement"],
  ["OOSELLOPT", "an open order, not a movement"],
  ["OOBUYOTHER", "an open order, not a movement"],
  ["OOSELLOTHER", "an open order, not a movement"],
  ["SWITCHMF", "an open order, not a movement"],
  [
    "INTRARS",
    "the answer to an order to transfer, not a booking: the accounts' own statements show it",
  ],
  [
    "INTERRS",
    "the answer to an order to transfer, not a booking: the accounts' own statements show it",
  ],
  ["PMTRS", "the answer to a payment order, not a booking: the account's own statement shows it"],
]);

/** Bookings, and those that still wait. */
export const BOOKINGS: ReadonlySet<string> = new Set(["STMTTRN", "STMTTRNP"]);

/** Everything that becomes a record. */
export function isRecord(name: string): boolean {
  return BOOKINGS.has(name) || CASH_KINDS.has(name) || NO_CASH.has(name);
}

/** The answers that are statements, and what of. */
export const STATEMENTS: ReadonlyMap<string, "bank" | "card" | "investment" | "loan"> = new Map([
  ["STMTRS", "bank"],
  ["CCSTMTRS", "card"],
  ["INVSTMTRS", "investment"],
  ["LOANSTMTRS", "loan"],
]);

export const ACCOUNTS_FROM: ReadonlySet<string> = new Set([
  "BANKACCTFROM",
  "CCACCTFROM",
  "INVACCTFROM",
  "LOANACCTFROM",
  "ACCTFROM",
]);

// prettier-ignore
const OTHER_AGGREGATES = [
  "OFX", "SIGNONMSGSRSV1", "SONRS", "STATUS", "FI", "BANKMSGSRSV1", "CREDITCARDMSGSRSV1", "INVSTMTMSGSRSV1", "SIGNUPMSGSRSV1", "SECLISTMSGSRSV1",
  "STMTTRNRS", "CCSTMTTRNRS", "INVSTMTTRNRS", "BANKTRANLIST", "BANKTRANLISTP", "INVTRANLIST", "LEDGERBAL", "AVAILBAL", "INVBAL", "BALLIST",
  "INVPOSLIST", "INVBANKTRAN", "INVBUY", "INVSELL", "INVTRAN", "SECID", "SECLIST", "SECINFO", "ACCTINFO", "ACCTINFORS", "BANKACCTTO", "CCACCTTO",
];
/** Elements that only ever hold others, and never one of their own kind. */
const AGGREGATES: ReadonlySet<string> = new Set([
  ...OTHER_AGGREGATES,
  ...STATEMENTS.keys(),
  ...ACCOUNTS_FROM,
]);

/** Whether the element holds others whatever follows it. */
export function isAggregate(name: string): boolean {
  return AGGREGATES.has(name) || isRecord(name);
}
