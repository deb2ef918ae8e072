// One TxDtls: a single payment within an entry. Only facts; batch.ts and rows.ts interpret them.

import { readAccountId, readPartyName } from "./statement-head.ts";
import { childrenNamed, elementAt, firstText, textAt, type XmlElement } from "./element.ts";
import { readCode, readAmount, readSide, type PrintedAmount, type Side } from "./values.ts";

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
export function readDetail(details: XmlElement, line: number): Detail {
  const refs = elementAt(details, "Refs");
  return {
    line,
    side: readSide(details),
    amounts: readAmounts(details),
    reference: dropFiller(textAt(refs, "AcctSvcrRef")),
    debtor: readParty(details, "Dbtr"),
    creditor: readParty(details, "Cdtr"),
    texts: readTexts(details),
    code: readBankCode(elementAt(details, "BkTxCd")),
    returned: readReturn(details),
    fee: readFee(details),
    facts: {
      end_to_end_id: dropFiller(textAt(refs, "EndToEndId")),
      mandate_id: dropFiller(textAt(refs, "MndtId")),
      creditor_id: readCreditorId(details),
      transaction_id: dropFiller(textAt(refs, "TxId")),
      instruction_id: dropFiller(textAt(refs, "InstrId")),
      message_id: dropFiller(textAt(refs, "MsgId")),
      payment_id: dropFiller(textAt(refs, "PmtInfId")),
      cheque_number: dropFiller(textAt(refs, "ChqNb")),
      creditor_reference: readCreditorReference(details),
      purpose: readCode(elementAt(details, "Purp")),
      rate: readRate(elementAt(details, "AmtDtls")),
      ...readOriginal(details),
    },
  };
}

/** Drops the words that banks put into a required reference that they do not have. */
export function dropFiller(text: string): string {
  return /^(NOT ?PROVIDED|NON ?REF|NOREF|NONE|N\/A|-|0+)$/i.test(text) ? "" : text;
}

/** Domain, family and subfamily ("PMNT-RCDT-ESCT"), and the bank's own code. */
export function readBankCode(code: XmlElement | undefined): string {
  const domain = [
    textAt(code, "Domn", "Cd"),
    textAt(code, "Domn", "Fmly", "Cd"),
    textAt(code, "Domn", "Fmly", "SubFmlyCd"),
  ].filter((part) => part !== "");
  const own = textAt(code, "Prtry", "Cd");
  return [domain.join("-"), own].filter((part) => part !== "").join(" ");
}

/** Charges as "1.50 EUR (included)", joined; "" when there are none or all are zero. */
export function readFee(element: XmlElement): string {
  const fees: string[] = [];
  for (const charges of childrenNamed(element, "Chrgs")) {
    const records = childrenNamed(charges, "Rcrd");
    const listed = (records.length > 0 ? records : [charges]).flatMap((record) =>
      printFee(record, "Amt"),
    );
    fees.push(...(listed.length > 0 ? listed : printFee(charges, "TtlChrgsAndTaxAmt")));
  }
  return fees.join(", ");
}

function printFee(record: XmlElement, name: string): string[] {
  const amount = readAmount(elementAt(record, name));
  if (!amount.ok || amount.value.value === 0) return [];
  const credited = readSide(record) === "CRDT" ? " credited" : "";
  return [
    `${printAmount(amount.value)}${credited}${printInclusion(textAt(record, "ChrgInclInd"))}`,
  ];
}

function printInclusion(indicator: string): string {
  if (indicator === "") return "";
  return indicator === "true" || indicator === "1" ? " (included)" : " (separate)";
}

/** "12.50 USD". */
export function printAmount({ text, currency }: PrintedAmount): string {
  return currency === null ? text : `${text} ${currency.toUpperCase()}`;
}

function readAmounts(details: XmlElement): DetailAmounts {
  const amounts = elementAt(details, "AmtDtls");
  const readAt = (element: XmlElement | undefined) => {
    const amount = readAmount(elementAt(element, "Amt"));
    return amount.ok ? amount.value : null;
  };
  return {
    own: readAt(details),
    transaction: readAt(elementAt(amounts, "TxAmt")),
    counter_value: readAt(elementAt(amounts, "CntrValAmt")),
    instructed: readAt(elementAt(amounts, "InstdAmt")),
  };
}

/**
 * The amount in the payment's own currency; the caller drops it if that is the booking's currency.
 */
function readOriginal(details: XmlElement): Record<string, string> {
  const { instructed, own, transaction } = readAmounts(details);
  const original = instructed ?? own ?? transaction;
  if (original === null || original.currency === null) return {};
  return { original_amount: original.text, original_currency: original.currency.toUpperCase() };
}

/** The first exchange rate. */
export function readRate(amounts: XmlElement | undefined): string {
  for (const amount of amounts?.children ?? []) {
    const rate = textAt(amount, "CcyXchg", "XchgRate");
    if (rate !== "") return rate;
  }
  return "";
}

function readParty(details: XmlElement, role: "Dbtr" | "Cdtr"): Party {
  const parties = elementAt(details, "RltdPties");
  const agent = elementAt(details, "RltdAgts", `${role}Agt`, "FinInstnId");
  return {
    name: readPartyName(elementAt(parties, role)),
    account: readAccountId(elementAt(parties, `${role}Acct`)),
    bank: firstText(textAt(agent, "BICFI"), textAt(agent, "BIC"), textAt(agent, "Nm")),
    ultimate: readPartyName(elementAt(parties, `Ultmt${role}`)),
  };
}

function readCreditorId(details: XmlElement): string {
  const creditor = elementAt(details, "RltdPties", "Cdtr");
  const person = elementAt(creditor, "Pty") ?? creditor;
  return firstText(
    textAt(person, "Id", "PrvtId", "Othr", "Id"),
    textAt(person, "Id", "PrvtId", "OthrId", "Id"),
    textAt(person, "Id", "OrgId", "Othr", "Id"),
  );
}

function readCreditorReference(details: XmlElement): string {
  const refs = childrenNamed(elementAt(details, "RmtInf"), "Strd").map((structured) =>
    dropFiller(textAt(structured, "CdtrRefInf", "Ref")),
  );
  // Version 1: CdtrRefInf/CdtrRef.
  return firstText(
    ...refs,
    ...childrenNamed(elementAt(details, "RmtInf"), "Strd").map((structured) =>
      dropFiller(textAt(structured, "CdtrRefInf", "CdtrRef")),
    ),
  );
}

function readTexts(details: XmlElement): string[] {
  const remittance = elementAt(details, "RmtInf");
  const texts = childrenNamed(remittance, "Ustrd").map(({ text }) => text);
  for (const structured of childrenNamed(remittance, "Strd")) {
    texts.push(
      firstText(
        textAt(structured, "CdtrRefInf", "Ref"),
        textAt(structured, "CdtrRefInf", "CdtrRef"),
      ),
    );
    for (const document of childrenNamed(structured, "RfrdDocInf"))
      texts.push(firstText(textAt(document, "Nb"), textAt(document, "RfrdDocNb")));
    for (const added of childrenNamed(structured, "AddtlRmtInf")) texts.push(added.text);
  }
  for (const added of childrenNamed(details, "AddtlTxInf")) texts.push(added.text);
  return texts.filter((text) => dropFiller(text) !== "");
}

function readReturn(details: XmlElement): string {
  const info = elementAt(details, "RtrInf");
  if (info === undefined) return "";
  const added = childrenNamed(info, "AddtlInf").map(({ text }) => text);
  return (
    [firstText(readCode(elementAt(info, "Rsn")), readCode(elementAt(info, "RtrRsn"))), ...added]
      .filter((part) => part !== "")
      .join(" ") || "no reason given"
  );
}
