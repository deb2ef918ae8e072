// Reads a raw message: parse, unwrap, read each document, reconcile. The result depends on the
// bytes alone, so that a stored message can be read again; nothing that it links to is fetched. No
// content of a message makes it throw.

import { attachedPages } from "./mime/attached-pages.ts";
import { findDocuments } from "./mime/documents.ts";
import { findStatementArchives, findStatements } from "./mime/statements.ts";
import { headerViews } from "./header-views.ts";
import type { MailDocument } from "./mail.ts";
import { isFreeMail } from "./merchants/free-mail.ts";
import { NOTHING_FOUND, type Found, type Reader } from "./reader.ts";
import { READERS } from "./readers.ts";
import { reconcile } from "./reconcile.ts";
import type { MailReading, ReadDocument } from "./reading.ts";
import type { Doubt, Receipt, View } from "./receipt.ts";
import { withSecondOpinion } from "./wording/second-opinion.ts";
import { readUnreadPayment } from "./wording/unread-payments.ts";

/**
 * Reads a raw message. Each receipt also has the doubts about its document. What readers could not
 * read of a document without a receipt is a doubt about the whole message.
 */
export async function readMail(raw: Uint8Array): Promise<MailReading> {
  const found = await findDocuments(raw);
  const doubts = [...found.doubts];
  const read: ReadDocument[] = [];
  for (const document of found.documents) {
    const own = found.doubtsByDocument.get(document) ?? [];
    const inner = await readWithDoubts(document, own);
    const outer: ReadDocument[] = [];
    for (const around of found.outerOf.get(document) ?? [])
      if (isOfBusiness(around)) outer.push((await readWithDoubts(around, own)).read);
    const all = placeReceipts(inner.read, outer);
    if (all.every(({ receipts }) => receipts.length === 0)) doubts.push(...inner.unread);
    const pages = all.some(({ receipts }) => receipts.some(hasTotal))
      ? []
      : await readPages(document, own);
    const isUnread = all.every(({ receipts }) => receipts.every(isOfNothing));
    if (pages.length > 0) read.push(...all.map((one) => ({ ...one, receipts: [] })), ...pages);
    else read.push(...(isUnread ? all.map((one) => withUnreadPayment(one, own)) : all));
  }
  return { message: found.message, documents: read, carried: found.carried, doubts };
}

/** The attached pages that tell of money, of a document that tells of none itself. */
async function readPages(
  document: MailDocument,
  doubts: readonly Doubt[],
): Promise<readonly ReadDocument[]> {
  const found: ReadDocument[] = [];
  for (const page of await attachedPages(document)) {
    const { read } = await readWithDoubts(page.document, [...doubts, ...page.doubts]);
    if (read.receipts.some(hasTotal)) found.push(read);
  }
  return found;
}

interface ReadWithDoubts {
  readonly read: ReadDocument;
  /** What the readers could not read. */
  readonly unread: readonly Doubt[];
}

/** Reads a document; each of its receipts also has the doubts about the document. */
async function readWithDoubts(
  document: MailDocument,
  doubts: readonly Doubt[],
): Promise<ReadWithDoubts> {
  const found = await runReaders(document);
  const claims = found.flatMap((one) => one.claims);
  const judged = withSecondOpinion(await toReadDocument(document, found), claims);
  const read = withDoubts(judged, doubts);
  return { read, unread: found.flatMap((one) => one.doubts) };
}

function withDoubts(read: ReadDocument, doubts: readonly Doubt[]): ReadDocument {
  const receipts = read.receipts.map((receipt) => ({
    ...receipt,
    doubts: [...receipt.doubts, ...doubts],
  }));
  return { ...read, receipts };
}

/** A document in which no movement was read, with the payment, or the question, that its wording speaks for. */
function withUnreadPayment(read: ReadDocument, doubts: readonly Doubt[]): ReadDocument {
  if (!read.receipts.every(isOfNothing) || read.statements.length > 0) return read;
  const payment = readUnreadPayment(read.document, read.receipts);
  if (payment === null) return read;
  const views = distinctViews([...read.views, ...headerViews(read.document)]);
  return withDoubts({ ...read, views, receipts: [payment] }, doubts);
}

/** Whether it says of a message that nothing was paid; a printed total of zero says more. */
function isOfNothing({ kind }: Receipt): boolean {
  return kind === "not a transaction";
}

/** Whether a business may have written it: a note that a person adds to a forward is no receipt. */
function isOfBusiness({ from }: MailDocument): boolean {
  const address = from?.address ?? "";
  return address !== "" && !isFreeMail(address.slice(address.lastIndexOf("@") + 1));
}

/**
 * The innermost forward with its receipts, then each outer one that holds a receipt of its own. A
 * receipt with neither a total nor a number gives way to an outer one that has a total.
 */
function placeReceipts(inner: ReadDocument, outer: readonly ReadDocument[]): ReadDocument[] {
  const seen = inner.receipts.filter(hasTotal);
  const further: ReadDocument[] = [];
  for (const one of outer) {
    const receipts = one.receipts.filter(
      (receipt) => hasTotal(receipt) && !seen.some((other) => isSameCharge(receipt, other)),
    );
    seen.push(...receipts);
    if (receipts.length > 0) further.push({ ...one, receipts });
  }
  if (further.length === 0) return [inner];
  const kept = inner.receipts.filter((one) => hasTotal(one) || one.order_number !== null);
  return [{ ...inner, receipts: kept }, ...further];
}

/** Whether it is about money that moves, with an amount. */
function hasTotal({ kind, total }: Receipt): boolean {
  return total !== null && kind !== "not a transaction" && kind !== "forwarding confirmation";
}

/** An outer message often repeats the amount of the one in it. */
function isSameCharge(a: Receipt, b: Receipt): boolean {
  return a.total?.value === b.total?.value;
}

/** Reads one document, as one of a message. */
export async function readDocument(document: MailDocument): Promise<ReadDocument> {
  return withUnreadPayment((await readWithDoubts(document, [])).read, []);
}

/** Reads one document with all readers, without a look at how messages of its kind are worded. */
export async function readByReaders(document: MailDocument): Promise<ReadDocument> {
  return toReadDocument(document, await runReaders(document));
}

async function toReadDocument(
  document: MailDocument,
  found: readonly Found[],
): Promise<ReadDocument> {
  const views = distinctViews([...document.views, ...found.flatMap((one) => one.views)]);
  const statements = [
    ...findStatements(document.attachments),
    ...(await findStatementArchives(document.attachments)),
  ];
  return { document, views, receipts: reconcile(document, found), statements };
}

/** Several readers may add the same view, such as the sender. */
function distinctViews(views: readonly View[]): readonly View[] {
  return views.filter((view, at, all) => all.findIndex(({ name }) => name === view.name) === at);
}

async function runReaders(document: MailDocument): Promise<Found[]> {
  const found: Found[] = [];
  for (const reader of READERS) found.push(await runReader(reader, document));
  return found;
}

/**
 * Runs one reader. If it throws, the others still count, and the doubt that it leaves keeps the
 * message from the budget.
 */
async function runReader(reader: Reader, document: MailDocument): Promise<Found> {
  try {
    return await reader(document);
  } catch (error) {
    const fault = error instanceof Error ? error.message.slice(0, 200) : "unknown fault";
    const detail = `A part of the mail could not be read: ${fault}`;
    return { ...NOTHING_FOUND, doubts: [{ reason: "parse_error", detail }] };
  }
}
