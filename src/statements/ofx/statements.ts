// Collects a document's statements (account, currency, transactions, balances) and the status that
// the bank's server reports for each request. Unknown elements are searched too, so that a
// program's own wrappers hide nothing. Transactions outside any statement form one without a name.

import { parseCurrency, type Currency } from "../../money/currency.ts";
import type { Day } from "../../money/day.ts";
import { parseMoment } from "./dates.ts";
import { ACCOUNTS_FROM, isRecord, STATEMENTS } from "./elements.ts";
import { firstValue, type Element } from "./tree.ts";

export interface Account {
  readonly bank: string;
  readonly branch: string;
  readonly number: string;
  readonly type: string;
}

/** A balance as printed. */
export interface BalancePrinted {
  readonly amount: string;
  readonly day: Day | null;
  readonly line: number;
}

/** An element that becomes a record. */
export interface Movement {
  readonly element: Element;
  /** The enclosing list if it tells the kind of record: INVBANKTRAN, BANKTRANLISTP. */
  readonly within: string;
}

export interface Statement {
  readonly kind: "bank" | "card" | "investment" | "loan" | null;
  readonly line: number;
  currency: Currency | null;
  account: Account | null;
  from: Day | null;
  to: Day | null;
  ledger: BalancePrinted | null;
  available: string | null;
  opening: BalancePrinted | null;
  /** False when the file breaks off inside the list of transactions. */
  whole: boolean;
  readonly movements: Movement[];
}

/** An error or warning of the bank's server, in its own words. */
export interface Fault {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly line: number;
}

export interface Contents {
  readonly statements: readonly Statement[];
  readonly faults: readonly Fault[];
  readonly org: string;
  readonly fid: string;
  readonly intu: string;
  /** Names of securities by their id. */
  readonly securities: ReadonlyMap<string, string>;
  /** The account numbers in a list of accounts. */
  readonly listed: readonly string[];
  /** Whether the file holds requests to a bank instead of the bank's responses. */
  readonly requests: boolean;
}

interface GrowingContents extends Contents {
  readonly statements: Statement[];
  readonly faults: Fault[];
  org: string;
  fid: string;
  intu: string;
  readonly securities: Map<string, string>;
  readonly listed: string[];
  requests: boolean;
}

/** Collects the contents of the tree. */
export function collectContents(root: Element): Contents {
  const found: GrowingContents = {
    statements: [],
    faults: [],
    org: "",
    fid: "",
    intu: "",
    securities: new Map(),
    listed: [],
    requests: false,
  };
  const loose = emptyStatement(null, root.line);
  visit(root, { found, statement: loose, within: "" });
  if (loose.movements.length > 0) found.statements.push(loose);
  return found;
}

function emptyStatement(kind: Statement["kind"], line: number): Statement {
  return {
    kind,
    line,
    currency: null,
    account: null,
    from: null,
    to: null,
    ledger: null,
    available: null,
    opening: null,
    whole: true,
    movements: [],
  };
}

interface Place {
  readonly found: GrowingContents;
  readonly statement: Statement;
  readonly within: string;
}

const WITHIN: ReadonlySet<string> = new Set(["INVBANKTRAN", "BANKTRANLISTP"]);
const LISTS: ReadonlySet<string> = new Set(["BANKTRANLIST", "BANKTRANLISTP", "INVTRANLIST"]);

/** Visits an element and its parts; the recursion ends because the tree's depth is bounded. */
function visit(element: Element, place: Place): void {
  const { found, statement } = place;
  if (isRecord(element.name)) {
    statement.movements.push({ element, within: place.within });
    return;
  }
  const kind = STATEMENTS.get(element.name);
  const here = kind === undefined ? statement : emptyStatement(kind, element.line);
  if (kind !== undefined) found.statements.push(here);
  collect(element, found, here);
  const within = WITHIN.has(element.name) ? element.name : place.within;
  for (const part of element.parts) visit(part, { found, statement: here, within });
}

function collect(element: Element, found: GrowingContents, statement: Statement): void {
  const { name } = element;
  if (/RQV\d$|TRNRQ$|STMTRQ$/.test(name)) found.requests = true;
  statement.currency ??= parseCurrency(firstValue(element, "CURDEF"));
  found.org ||= name === "FI" ? firstValue(element, "ORG") : "";
  found.fid ||= name === "FI" ? firstValue(element, "FID") : "";
  found.intu ||= firstValue(element, "INTU.BID");
  if (LISTS.has(name)) {
    statement.from ??= readDay(element, "DTSTART");
    statement.to ??= readDay(element, "DTEND");
    if (element.ending === null) statement.whole = false;
  }
  if (ACCOUNTS_FROM.has(name) && element.ending !== null) collectAccount(element, found, statement);
  if (name === "STATUS") collectStatus(element, found);
  if (name === "LEDGERBAL") statement.ledger ??= readBalance(element, "BALAMT");
  else if (name === "AVAILBAL") statement.available ??= firstValue(element, "BALAMT");
  else if (name === "BAL" && OPENING.test(firstValue(element, "NAME")))
    statement.opening ??= readBalance(element, "VALUE");
  else if (name === "SECINFO") collectSecurity(element, found);
}

const OPENING = /^(opening|beginning|previous|start(ing)?) (ledger )?balance$/i;

function collectAccount(element: Element, found: GrowingContents, statement: Statement): void {
  const number = normalizeNumber(firstValue(element, "ACCTID"));
  if (statement.kind === null && number !== "") found.listed.push(number);
  if (statement.account !== null || number === "") return;
  const bank = firstValue(element, "BANKID") || firstValue(element, "BROKERID");
  statement.account = {
    bank,
    branch: firstValue(element, "BRANCHID"),
    number,
    type: firstValue(element, "ACCTTYPE"),
  };
}

/** An IBAN is kept without blanks, as in all other formats. */
function normalizeNumber(text: string): string {
  const joined = text.replaceAll(" ", "");
  return /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(joined) ? joined : text;
}

function collectStatus(element: Element, found: GrowingContents): void {
  const severity = firstValue(element, "SEVERITY").toUpperCase();
  const code = firstValue(element, "CODE");
  if (severity !== "ERROR" && severity !== "WARN") return;
  found.faults.push({
    code,
    severity,
    message: firstValue(element, "MESSAGE") || firstValue(element, "DESC"),
    line: element.line,
  });
}

function collectSecurity(element: Element, found: GrowingContents): void {
  const id = element.parts.find((part) => part.name === "SECID");
  const name = firstValue(element, "SECNAME");
  if (id !== undefined && name !== "") found.securities.set(firstValue(id, "UNIQUEID"), name);
}

function readBalance(element: Element, amount: string): BalancePrinted {
  return {
    amount: firstValue(element, amount),
    day: readDay(element, "DTASOF"),
    line: element.line,
  };
}

function readDay(element: Element, name: string): Day | null {
  return parseMoment(firstValue(element, name))?.day ?? null;
}
