// Receipts, orders, invoices, refunds and what is none of them, read without configuration: total
// with currency, date, number, card and merchant, each right, asked (a doubt stands beside it),
// wrong, or refused (nothing was read). Of mails that are no transactions, whether any would have
// become one.

import { readFileSync } from "node:fs";
import { basename, extname, join } from "node:path";
import { readDocument, readMail } from "../../src/receipts/read-mail.ts";
import { renderHtml } from "../../src/receipts/view/html-view.ts";
import { renderPlain } from "../../src/receipts/view/plain-view.ts";

const NEGATIVE = new Set(["not_a_transaction", "not_a_receipt", "zero_charge", "no_total"]);
const KINDS = new Set([
  "receipt",
  "order",
  "invoice",
  "credit_note",
  "refund",
  "income",
  "authorisation",
  "bank_alert",
  "structured",
  ...NEGATIVE,
]);
const TOTAL_DOUBTS = new Set([
  "no_total",
  "ambiguous_currency",
  "conflicting_totals",
  "conflicting_views",
  "sums_disagree",
  "several_charges",
  "not_a_transaction",
  "pdf_no_text",
  "pdf_encrypted",
  "pdf_damaged",
  "parse_error",
]);
// An order that was paid is a receipt to one and an order to another; what matters is that neither
// is due, nor money in.
const SAME_KIND = {
  receipt: ["receipt", "order", "authorisation"],
  order: ["receipt", "order"],
  invoice: ["invoice", "receipt"],
  refund: ["refund"],
  credit_note: ["refund"],
  income: ["income"],
  authorisation: ["authorisation"],
  bank_alert: ["bank alert"],
};
// Of mails of a payment service the expectations name the service; what is read is the shop that it names.
const SERVICES = new Set(["PayPal"]);
const SERVED = new Set([
  "the shop that it names",
  "whom it says was paid",
  "whom its subject names",
]);
const MEDIA = {
  ".pdf": "application/pdf",
  ".xml": "application/xml",
  ".json": "application/ld+json",
};

/** One verdict a file and field. */
export async function judgeReceipts(directory, mails, filter) {
  const verdicts = [];
  for (const [file, { expect }] of Object.entries(mails)) {
    if (
      !file.includes(filter) ||
      !KINDS.has(expect?.kind) ||
      !/^(receipts|negatives|einvoice)\//.test(file)
    )
      continue;
    const receipts = await receiptsIn(join(directory, file));
    if (filter !== "") console.log(JSON.stringify(receipts, null, 1));
    const folder = file.slice(0, file.lastIndexOf("/"));
    const says = (field, verdict) =>
      verdicts.push({
        format: `${folder} ${field}`,
        file: `${basename(file)} (${expect.kind})`,
        ...verdict,
      });
    if (NEGATIVE.has(expect.kind)) says("no transaction", judgeNegative(receipts));
    else judgePositive(receipts, expect, says);
  }
  return verdicts;
}

/** All receipts of a mail, or of a body or an attachment that came without one. */
export async function receiptsIn(path) {
  const bytes = new Uint8Array(readFileSync(path));
  const kind = extname(path);
  if (kind === ".eml") return (await readMail(bytes)).documents.flatMap(({ receipts }) => receipts);
  const text = () => new TextDecoder().decode(bytes);
  const views = [];
  if (kind === ".html") views.push({ name: "html", text: renderHtml(text()).text });
  if (kind === ".txt") views.push({ name: "text", text: renderPlain(text()).text });
  const attachments =
    MEDIA[kind] === undefined
      ? []
      : [{ name: basename(path), mediaType: MEDIA[kind], bytes, inline: false }];
  const document = {
    carrier: "direct",
    from: null,
    to: [],
    cc: [],
    subject: subjectOf(kind, text),
    messageId: null,
    sent: null,
    chain: [],
    note: null,
    html: kind === ".html" ? text() : null,
    views,
    attachments,
  };
  return (await readDocument(document)).receipts;
}

function subjectOf(kind, text) {
  return kind === ".txt" ? (/^Subject: ?(.*)$/m.exec(text())?.[1] ?? "") : "";
}

function judgeNegative(receipts) {
  const counted = receipts.filter(
    ({ kind, total }) =>
      kind !== "not a transaction" &&
      kind !== "forwarding confirmation" &&
      !(kind === "zero charge" && Number(total?.value) === 0),
  );
  if (counted.length === 0) return { verdict: "right", note: "" };
  const note = counted
    .map(
      ({ kind, total, currency, doubts }) =>
        `${kind} ${total?.value} ${currency} ${doubts.map(({ reason }) => reason)}`,
    )
    .join("; ");
  return { verdict: counted.every(({ doubts }) => doubts.length > 0) ? "asked" : "wrong", note };
}

function judgePositive(receipts, expect, says) {
  const money = receipts.filter(({ kind }) => kind !== "not a transaction");
  const wanted =
    expect.totals ?? (expect.total === undefined || expect.total === null ? null : [expect.total]);
  if (wanted !== null)
    says("total+currency", judgeTotals(money, receipts, wanted, expect.currency?.toLowerCase()));
  const [first] = receipts;
  if (first === undefined) return;
  const field = (name, values, agrees, wanted, doubted = false) =>
    says(name, judgeField(values, agrees, wanted, doubted));
  if (expect.date) {
    const days = expect.date_source !== undefined || expect.kind === "bank_alert" ? 1 : 0;
    field(
      "date",
      receipts.map(({ date }) => date?.value ?? null),
      (got) => sameDay(got, expect.date, days),
      expect.date,
      first.doubts.some(({ reason }) => reason === "ambiguous_date"),
    );
  }
  if (expect.order_number)
    field(
      "order number",
      receipts.map(({ order_number }) => order_number?.value ?? null),
      (got) => got === expect.order_number,
      expect.order_number,
    );
  if (SAME_KIND[expect.kind] !== undefined)
    field(
      "kind",
      receipts.map(({ kind }) => kind),
      (got) => SAME_KIND[expect.kind].includes(got),
      expect.kind,
    );
  const cards = expect.cards ?? (expect.card_last4 ? [expect.card_last4] : null);
  if (cards !== null)
    field(
      "card",
      receipts.map(({ card_last4 }) => card_last4?.value ?? null),
      (got) => cards.includes(got),
      cards.join(),
    );
  if (expect.merchant && expect.kind !== "bank_alert")
    field(
      "merchant",
      receipts.map(({ merchant }) =>
        SERVICES.has(expect.merchant) && SERVED.has(merchant?.rule)
          ? expect.merchant
          : (merchant?.value ?? null),
      ),
      (got) => sameName(got, expect.merchant),
      expect.merchant,
    );
}

function judgeTotals(money, receipts, wanted, currency) {
  if (receipts.length === 0)
    return { verdict: "refused", note: `nothing was read of ${wanted.join(", ")} ${currency}` };
  const key = (value) => Number(value).toFixed(4);
  // An expectation with a minus is money that comes in.
  const signed = wanted.some((value) => value.startsWith("-"));
  const got = money
    .map(({ total, incoming }) =>
      total === null ? null : key(signed && incoming ? `-${total.value}` : total.value),
    )
    .sort();
  const agree =
    JSON.stringify(got) === JSON.stringify(wanted.map(key).sort()) &&
    money.every((one) => one.currency === currency || currency === undefined);
  const doubted =
    money.length === 0 ||
    money.some(({ doubts }) => doubts.some(({ reason }) => TOTAL_DOUBTS.has(reason)));
  const note =
    agree && !doubted
      ? ""
      : `${money.map(({ total, currency: code, doubts }) => `${total?.value ?? "none"} ${code} ${doubts.map(({ reason, detail }) => `${reason}: ${detail}`).join(" ")}`).join("; ")} for ${wanted.join(", ")} ${currency}`;
  if (doubted) return { verdict: "asked", note };
  return { verdict: agree ? "right" : "wrong", note };
}

function judgeField(values, agrees, wanted, doubted) {
  if (values.some((value) => value !== null && agrees(value)))
    return { verdict: doubted ? "asked" : "right", note: "" };
  if (doubted || values.every((value) => value === null))
    return { verdict: doubted ? "asked" : "refused", note: `none for ${wanted}` };
  return { verdict: "wrong", note: `${values.join(", ")} for ${wanted}` };
}

function sameDay(got, want, days) {
  return Math.abs(Date.parse(got) - Date.parse(want)) <= days * 86_400_000;
}

function sameName(got, want) {
  const plain = (name) => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  return plain(got).includes(plain(want)) || plain(want).includes(plain(got));
}
