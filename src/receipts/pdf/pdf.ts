// Reads the PDFs among a message's attachments: the e-invoice embedded in one (Factur-X, ZUGFeRD),
// else its text by its labels, like the message's own. A PDF without readable text (a scan, a
// password) is a doubt, because the receipt may be in it.

import {
  PDF_BYTES_MAX,
  PDF_PAGES_MAX,
  PDF_TEXT_CHARS_MAX,
  PDFS_A_MAIL_MAX,
} from "../../platform/limits.ts";
import { readEInvoice } from "../invoices/einvoice.ts";
import { findIssuer } from "../issuer/issuer.ts";
import { readLabelled } from "../totals/read-labels.ts";
import { isFreeMail } from "../merchants/free-mail.ts";
import type { Attachment, MailDocument } from "../mail.ts";
import { findAmounts } from "../totals/money/amounts.ts";
import { NOTHING_FOUND, type Found } from "../reader.ts";
import type { Claim, View } from "../receipt.ts";
import { renderPlain } from "../view/plain-view.ts";
import { usePaperNumbers } from "./as-paper.ts";
import { findShopInHead, isSame } from "./paper-head.ts";
import { findPaperKind, isTill } from "./paper-kind.ts";
import type { EmbeddedFile, OpenedPdf } from "../../platform/pdf/open.ts";

const HEAD_BYTES = 1_024;
const TEXT_LETTERS_MIN = 12;

type Doubt = Found["doubts"][number];

/** Reads the PDFs of a document, one after another; see reader.ts. */
export async function readPdfs(document: MailDocument): Promise<Found> {
  const found: Found[] = [];
  for (const attachment of document.attachments) {
    if (!isPdf(attachment)) continue;
    if (found.length >= PDFS_A_MAIL_MAX) {
      found.push({
        ...NOTHING_FOUND,
        doubts: [
          {
            reason: "too_large",
            detail: `The message has more than ${PDFS_A_MAIL_MAX} PDFs; the rest was not read.`,
          },
        ],
      });
      break;
    }
    found.push(await readPdf(document, attachment, found.length + 1));
  }
  return {
    claims: found.flatMap(({ claims }) => claims),
    views: found.flatMap(({ views }) => views),
    doubts: found.flatMap(({ doubts }) => doubts),
  };
}

function isPdf({ bytes }: Attachment): boolean {
  return new TextDecoder("latin1").decode(bytes.subarray(0, HEAD_BYTES)).includes("%PDF-");
}

async function readPdf(
  document: MailDocument,
  { bytes, name }: Attachment,
  number: number,
): Promise<Found> {
  const called = `The PDF${name === "" ? "" : ` "${name.slice(0, 80)}"`}`;
  const refuse = (reason: Doubt["reason"], detail: string): Found => ({
    ...NOTHING_FOUND,
    doubts: [{ reason, detail: `${called} ${detail}` }],
  });
  if (bytes.length > PDF_BYTES_MAX)
    return refuse("too_large", `has ${bytes.length} bytes; the limit is ${PDF_BYTES_MAX}.`);
  const { findExcess } = await import("../../platform/pdf/unpacked.ts");
  const excess = await findExcess(bytes);
  if (excess !== null) return refuse("too_large", `was not opened. ${excess}`);
  const { openPdf } = await import("../../platform/pdf/open.ts");
  const pdf = await openPdf(bytes.slice());
  if (pdf.state === "locked") return refuse("pdf_encrypted", "needs a password.");
  if (pdf.state === "damaged") return refuse("pdf_damaged", `could not be opened: ${pdf.message}`);
  const view = await toView(pdf, `pdf ${number}`);
  const embedded = await readEmbedded(pdf.embedded, `pdf ${number}`, view);
  const doubts: Doubt[] = [...embedded.doubts];
  if (!pdf.complete)
    doubts.push({
      reason: "too_large",
      detail: `${called} has ${pdf.pageCount} pages; at most ${PDF_PAGES_MAX} are read, and only a bounded text.`,
    });
  if (embedded.claims.length > 0)
    return { claims: embedded.claims, views: [view, ...embedded.views], doubts };
  if (countLetters(view.text) < TEXT_LETTERS_MIN)
    doubts.push({ reason: "pdf_no_text", detail: `${called} has only pictures and no text.` });
  const read = readLabelled(document, [view], findPaperKind);
  // Enclosed terms and conditions do not make a message less of a receipt.
  const claims = read.claims
    .filter(({ kind }) => kind?.value !== "not a transaction")
    .map((claim) =>
      withIssuer(
        read.claims.length === 1 ? usePaperNumbers(claim, view, document) : claim,
        view,
        document,
      ),
    );
  return {
    claims,
    views: [view, ...embedded.views, ...read.views],
    doubts: [...doubts, ...(claims.length > 0 ? read.doubts : [])],
  };
}

/**
 * Takes the paper's issuer as the merchant if the sender is a person, or known only by a domain; of
 * a till's receipt also if the sender has another name than the shop in its head.
 */
function withIssuer(claim: Claim, view: View, document: MailDocument): Claim {
  const { merchant, kind } = claim;
  const address = document.from?.address ?? "";
  const isPerson = isFreeMail(address.slice(address.lastIndexOf("@") + 1));
  const head = kind?.value === "receipt" ? findShopInHead(view, document) : null;
  if (merchant !== undefined && merchant.rule !== "sender's domain" && !isPerson) {
    const isOthers =
      merchant.rule === "sender's name" && head !== null && !isSame(merchant.value, head.value);
    return isOthers && isTill(view.text) ? { ...claim, merchant: head } : claim;
  }
  const issuer = findIssuer(view, document) ?? head;
  return issuer === null ? claim : { ...claim, merchant: issuer };
}

async function toView(pdf: OpenedPdf & { readonly state: "read" }, name: string): Promise<View> {
  const { toPageLines } = await import("./page-lines.ts");
  const text = pdf.pages
    .map((page) => toPageLines(page).join("\n"))
    .join("\n\n")
    .normalize("NFC");
  return { name, text: renderPlain(text.slice(0, PDF_TEXT_CHARS_MAX)).text };
}

function countLetters(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}

/** Reads the e-invoices embedded in a PDF. Their totals must be printed on its pages. */
async function readEmbedded(
  files: readonly EmbeddedFile[],
  name: string,
  view: View,
): Promise<Found> {
  const claims: Claim[] = [];
  const views: View[] = [];
  const doubts: Doubt[] = [];
  for (const [index, { bytes, name: file }] of files.entries()) {
    const found = await readEInvoice(bytes, `${name} xml ${index + 1}`, file);
    claims.push(...found.claims);
    views.push(...found.views);
    doubts.push(...found.doubts);
  }
  const unseen = claims.filter(
    ({ total }) =>
      total !== undefined &&
      countLetters(view.text) >= TEXT_LETTERS_MIN &&
      !isPrinted(total.value, view.text),
  );
  for (const { total } of unseen)
    doubts.push({
      reason: "conflicting_views",
      detail: `The e-invoice in the PDF gives the total ${total?.value ?? ""}, which its pages do not show.`,
    });
  return { claims, views, doubts };
}

/** Whether an amount of that value is printed in a text, with or without a currency. */
function isPrinted(value: string, text: string): boolean {
  const wanted = withoutZeros(value);
  return findAmounts(text).some(
    (amount) =>
      withoutZeros(amount.value) === wanted ||
      (amount.otherwise !== null && withoutZeros(amount.otherwise) === wanted),
  );
}

function withoutZeros(value: string): string {
  return value.includes(".") ? value.replace(/\.?0+$/, "") : value;
}
