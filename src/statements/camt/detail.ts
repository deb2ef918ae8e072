// One TxDtls: a single payment within an entry. Only facts; batch.ts and rows.ts interpret them.

import { accountIdIn, partyName } from "./statement-head.ts";
import { all, at, firstOf, textAt, type XmlElement } from "./element.ts";
import { codeIn, readAmount, sideAt, type PrintedAmount, type Side } from "./values.ts";

export interface Party {
  readonly name: string;
  readonly account: string;
  readonly bank: string;
  /** The party on whose behalf this one acts, if named. */
  readonly ultimate: string;
}

/** The four places of a detail's amount; null when absent or unreadable. */
export interface DetailAmounts {
  readonly own: PrintedAmount | null;
  readonly transaction: PrintedAmount | null;
  readonly counter_value: PrintedAmount | null;
  readonly instructed: PrintedAmount | null;
}

export interface Detail {
  readonly line: number;
  readonly side: Side | null;
  readonly amounts: DetailAmounts;
  /** The bank's id; "" when there is none. */
  readonly reference: string;
  readonly debtor: Party;
  readonly creditor: Party;
  /**
   * Remittance texts, structured references and the bank's additions, in the order of the schema.
   */
  readonly texts: readonly string[];
  readonly code: string;
  readonly returned: string;
  readonly fee: string;
  readonly facts: Readonly<Record<string, string>>;
}

/** Reads a TxDtls that begins on `line`. */
export function detailOf(details: XmlElement, line: number): Detail {
  const refs = at(details, "Refs");
  return {
    line,
    side: sideAt(details),
    amounts: amountsIn(details),
    reference: provided(textAt(refs, "AcctSvcrRef")),
    debtor: partyIn(details, "Dbtr"),
    creditor: partyIn(details, "Cdtr"),
    texts: textsIn(details),
    code: bankCode(at(details, "BkTxCd")),
    returned: returnIn(details),
    fee: feeIn(details),
    facts: {
      end_to_end_id: provided(textAt(refs, "EndToEndId")),
      mandate_id: provided(textAt(refs, "MndtId")),
      creditor_id: creditorId(details),
      transaction_id: provided(textAt(refs, "TxId")),
      instruction_id: provided(textAt(refs, "InstrId")),
      message_id: provided(textAt(refs, "MsgId")),
      payment_id: provided(textAt(refs, "PmtInfId")),
      cheque_number: provided(textAt(refs, "ChqNb")),
      creditor_reference: creditorReference(details),
      purpose: codeIn(at(details, "Purp")),
      rate: rateIn(at(details, "AmtDtls")),
      ...originalIn(details),
    },
  };
}

/** Drops the words that banks put into a required reference that they do not have. */
export function provided(text: string): string {
  return /^(NOT ?PROVIDED|NON ?REF|NOREF|NONE|N\/A|-|0+)$/i.test(text) ? "" : text;
}

/** Domain, family and subfamily ("PMNT-RCDT-ESCT"), and the bank's own code. */
export function bankCode(code: XmlElement | undefined): string {
  const domain = [
    textAt(code, "Domn", "Cd"),
    textAt(code, "Domn", "Fmly", "Cd"),
    textAt(code, "Domn", "Fmly", "SubFmlyCd"),
  ].filter((part) => part !== "");
  const own = textAt(code, "Prtry", "Cd");
  return [domain.join("-"), own].filter((part) => part !== "").join(" ");
}

/** Charges as "1.50 EUR (included)", joined; "" when there are none or all are zero. */
export function feeIn(element: XmlElement): string {
  const fees: string[] = [];
  for (const charges of all(element, "Chrgs")) {
    const records = all(charges, "Rcrd");
    const listed = (records.length > 0 ? records : [charges]).flatMap((record) =>
      feeText(record, "Amt"),
    );
    fees.push(...(listed.length > 0 ? listed : feeText(charges, "TtlChrgsAndTaxAmt")));
  }
  return fees.join(", ");
}

function feeText(record: XmlElement, name: string): string[] {
  const amount = readAmount(at(record, name));
  if (!amount.ok || amount.value.value === 0) return [];
  const credited = sideAt(record) === "CRDT" ? " credited" : "";
  return [`${printed(amount.value)}${credited}${inclusion(textAt(record, "ChrgInclInd"))}`];
}

function inclusion(indicator: string): string {
  if (indicator === "") return "";
  return indicator === "true" || indicator === "1" ? " (included)" : " (separate)";
}

/** "12.50 USD". */
export function printed({ text, currency }: PrintedAmount): string {
  return currency === null ? text : `${text} ${currency.toUpperCase()}`;
}

function amountsIn(details: XmlElement): DetailAmounts {
  const amounts = at(details, "AmtDtls");
  const readAt = (element: XmlElement | undefined) => {
    const amount = readAmount(at(element, "Amt"));
    return amount.ok ? amount.value : null;
  };
  return {
    own: readAt(details),
    transaction: readAt(at(amounts, "TxAmt")),
    counter_value: readAt(at(amounts, "CntrValAmt")),
    instructed: readAt(at(amounts, "InstdAmt")),
  };
}

/**
 * The amount in the payment's own currency; the caller drops it if that is the booking's currency.
 */
function originalIn(details: XmlElement): Record<string, string> {
  const { instructed, own, transaction } = amountsIn(details);
  const original = instructed ?? own ?? transaction;
  if (original === null || original.currency === null) return {};
  return { original_amount: original.text, original_currency: original.currency.toUpperCase() };
}

/** The first exchange rate. */
export function rateIn(amounts: XmlElement | undefined): string {
  for (const amount of amounts?.children ?? []) {
    const rate = textAt(amount, "CcyXchg", "XchgRate");
    if (rate !== "") return rate;
  }
  return "";
}

function partyIn(details: XmlElement, role: "Dbtr" | "Cdtr"): Party {
  const parties = at(details, "RltdPties");
  const agent = at(details, "RltdAgts", `${role}Agt`, "FinInstnId");
  return {
    name: partyName(at(parties, role)),
    account: accountIdIn(at(parties, `${role}Acct`)),
    bank: firstOf(textAt(agent, "BICFI"), textAt(agent, "BIC"), textAt(agent, "Nm")),
    ultimate: partyName(at(parties, `Ultmt${role}`)),
  };
}

function creditorId(details: XmlElement): string {
  const creditor = at(details, "RltdPties", "Cdtr");
  const person = at(creditor, "Pty") ?? creditor;
  return firstOf(
    textAt(person, "Id", "PrvtId", "Othr", "Id"),
    textAt(person, "Id", "PrvtId", "OthrId", "Id"),
    textAt(person, "Id", "OrgId", "Othr", "Id"),
  );
}

function creditorReference(details: XmlElement): string {
  const refs = all(at(details, "RmtInf"), "Strd").map((structured) =>
    provided(textAt(structured, "CdtrRefInf", "Ref")),
  );
  // Version 1: CdtrRefInf/CdtrRef.
  return firstOf(
    ...refs,
    ...all(at(details, "RmtInf"), "Strd").map((structured) =>
      provided(textAt(structured, "CdtrRefInf", "CdtrRef")),
    ),
  );
}

function textsIn(details: XmlElement): string[] {
  const remittance = at(details, "RmtInf");
  const texts = all(remittance, "Ustrd").map(({ text }) => text);
  for (const structured of all(remittance, "Strd")) {
    texts.push(
      firstOf(textAt(structured, "CdtrRefInf", "Ref"), textAt(structured, "CdtrRefInf", "CdtrRef")),
    );
    for (const document of all(structured, "RfrdDocInf"))
      texts.push(firstOf(textAt(document, "Nb"), textAt(document, "RfrdDocNb")));
    for (const added of all(structured, "AddtlRmtInf")) texts.push(added.text);
  }
  for (const added of all(details, "AddtlTxInf")) texts.push(added.text);
  return texts.filter((text) => provided(text) !== "");
}

function returnIn(details: XmlElement): string {
  const info = at(details, "RtrInf");
  if (info === undefined) return "";
  const added = all(info, "AddtlInf").map(({ text }) => text);
  return (
    [firstOf(codeIn(at(info, "Rsn")), codeIn(at(info, "RtrRsn"))), ...added]
      .filter((part) => part !== "")
      .join(" ") || "no reason given"
  );
}
