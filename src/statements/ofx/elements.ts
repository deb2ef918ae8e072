// Facts: the OFX elements that always contain others. OFX 1 does not close values, so the following
// tag does not tell an opening aggregate from an empty value. Names missing here are classified by
// the following tag and by how they end. Source: OFX 1.6 and 2.3, chapters 3, 11 and 13.

/** Investment transactions that carry a TOTAL of money, and its direction. */
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

/** Elements of a statement that move no money in this account, and the reason to show. */
export const NO_CASH: ReadonlyMap<string, string> = new Map([
  ["REINVEST", "income that was reinvested at once: no money moved"],
  ["TRANSFER", "securities were transferred: no money moved"],
  ["JRNLSEC", "securities moved within the account: no money moved"],
  ["JRNLFUND", "money moved within the account, from one part to another"],
  ["SPLIT", "a split: no money moved"],
  ["CLOSUREOPT", "an option was closed: no money moved"],
  ["POSSTOCK", "a holding, not a transaction"],
  ["POSMF", "a holding, not a transaction"],
  ["POSDEBT", "a holding, not a transaction"],
  ["POSOPT", "a holding, not a transaction"],
  ["POSOTHER", "a holding, not a transaction"],
  ["OOBUYSTOCK", "an open order, not a transaction"],
  ["OOSELLSTOCK", "an open order, not a transaction"],
  ["OOBUYMF", "an open order, not a transaction"],
  ["OOSELLMF", "an open order, not a transaction"],
  ["OOBUYDEBT", "an open order, not a transaction"],
  ["OOSELLDEBT", "an open order, not a transaction"],
  ["OOBUYOPT", "an open order, not a transaction"],
  ["OOSELLOPT", "an open order, not a transaction"],
  ["OOBUYOTHER", "an open order, not a transaction"],
  ["OOSELLOTHER", "an open order, not a transaction"],
  ["SWITCHMF", "an open order, not a transaction"],
  ["INTRARS", "the reply to a transfer order; the accounts' own statements show the transfer"],
  ["INTERRS", "the reply to a transfer order; the accounts' own statements show the transfer"],
  ["PMTRS", "the reply to a payment order; the account's own statement shows the payment"],
]);

/** Posted and pending transactions of bank and card accounts. */
export const BOOKINGS: ReadonlySet<string> = new Set(["STMTTRN", "STMTTRNP"]);

/** Whether the element becomes a record. */
export function isRecord(name: string): boolean {
  return BOOKINGS.has(name) || CASH_KINDS.has(name) || NO_CASH.has(name);
}

/** The responses that are statements, and their kinds. */
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
/** Elements that always contain others and never one of their own name. */
const AGGREGATES: ReadonlySet<string> = new Set([
  ...OTHER_AGGREGATES,
  ...STATEMENTS.keys(),
  ...ACCOUNTS_FROM,
  ...BOOKINGS,
  ...CASH_KINDS.keys(),
  ...NO_CASH.keys(),
]);

/** Whether the element always contains others. */
export function isAggregate(name: string): boolean {
  return AGGREGATES.has(name);
}
