// Reads the e-invoices among a message's attachments. Only the outermost element makes an XML
// document an e-invoice, not the attachment's name. Documents embedded in it are neither decoded
// nor followed.

import { EINVOICE_BYTES_MAX, EINVOICES_A_MAIL_MAX } from "../../platform/limits.ts";
import { headText, xmlText } from "../../statements/xml-text.ts";
import { Listing } from "../listing/listing.ts";
import type { Attachment, MailDocument } from "../mail.ts";
import { NOTHING_FOUND, type Found } from "../reader.ts";
import type { Claim, View } from "../receipt.ts";
import { extractSignedContent } from "./cms.ts";

const HEAD_BYTES = 16_384;
const ROOTS = new Set([
  "Invoice",
  "CreditNote",
  "DebitNote",
  "CrossIndustryInvoice",
  "CrossIndustryDocument",
  "FatturaElettronica",
  "Comprobante",
  "Facturae",
]);
/** Outermost elements of envelopes that contain such a document. */
const ENVELOPES = new Set(["StandardBusinessDocument"]);
const SIGNINGS_MAX = 3;
/** Markup that may come before the outermost element: how it begins and ends. */
const BEFORE_ROOT = [
  ["<?", "?>"],
  ["<!--", "-->"],
  ["<!", ">"],
] as const;

/** Reads the e-invoices of a document; see reader.ts. */
export async function readEInvoices(document: MailDocument): Promise<Found> {
  const found: Found[] = [];
  for (const [index, attachment] of document.attachments.entries()) {
    if (found.length >= EINVOICES_A_MAIL_MAX) break;
    const xml = extractXml(attachment);
    if (xml === null) continue;
    found.push(await readEInvoice(xml, `xml ${index + 1}`, attachment.name));
  }
  return {
    claims: found.flatMap(({ claims }) => claims),
    views: found.flatMap(({ views }) => views),
    doubts: found.flatMap(({ doubts }) => doubts),
  };
}

/**
 * The XML of an attachment that may be an e-invoice, without its signatures; null for anything
 * else.
 */
function extractXml({ bytes, name }: Attachment): Uint8Array | null {
  let content = bytes;
  if (/\.p7[mb]$/i.test(name)) {
    for (
      let signings = 0;
      signings < SIGNINGS_MAX && bytes.length <= 2 * EINVOICE_BYTES_MAX;
      signings += 1
    ) {
      const inner = extractSignedContent(content);
      if (inner === null) break;
      content = inner;
    }
  }
  return findRoot(content) === null ? null : content;
}

/** The name of the outermost element, if it is an e-invoice's or an envelope's; else null. */
function findRoot(bytes: Uint8Array): string | null {
  const head = headText(bytes.subarray(0, HEAD_BYTES)).replace(/^\ufeff/, "");
  if (!head.trimStart().startsWith("<")) return null;
  let at = 0;
  for (;;) {
    at = head.indexOf("<", at);
    if (at === -1) return null;
    const [, close] = BEFORE_ROOT.find(([open]) => head.startsWith(open, at)) ?? [];
    if (close === undefined) break;
    const end = head.indexOf(close, at + 2);
    if (end === -1) return null;
    at = skipDoctype(head, at, end + close.length);
  }
  const [, name = ""] =
    /^<(?:[\w.-]{1,60}:)?([\w.-]{1,60})[\s/>]/.exec(head.slice(at, at + 140)) ?? [];
  return ROOTS.has(name) || ENVELOPES.has(name) ? name : null;
}

/** The end of a document type, which may have declarations of its own ("[ ... ]>"). */
function skipDoctype(head: string, at: number, end: number): number {
  const open = head.startsWith("<!DOCTYPE", at) ? head.indexOf("[", at) : -1;
  if (open === -1 || open > end) return end;
  const close = head.indexOf("]>", open);
  return close === -1 ? end : close + 2;
}

/** Reads one XML document as an e-invoice; its listing becomes the view. */
export async function readEInvoice(bytes: Uint8Array, view: string, name: string): Promise<Found> {
  if (findRoot(bytes) === null) return NOTHING_FOUND;
  const called = name === "" ? "An e-invoice" : `The e-invoice "${name.slice(0, 80)}"`;
  if (bytes.length > EINVOICE_BYTES_MAX)
    return {
      ...NOTHING_FOUND,
      doubts: [
        {
          reason: "too_large",
          detail: `${called} has ${bytes.length} bytes; the limit is ${EINVOICE_BYTES_MAX}.`,
        },
      ],
    };
  const text = await xmlText(bytes);
  if (!text.ok)
    return {
      ...NOTHING_FOUND,
      doubts: [
        { reason: "parse_error", detail: `${called} could not be read: ${text.error.message}` },
      ],
    };
  const { readInvoices } = await import("./parse.ts");
  const listing = new Listing(view);
  const facts = readInvoices(text.value.text, listing);
  if (typeof facts === "string")
    return {
      ...NOTHING_FOUND,
      doubts: [{ reason: "parse_error", detail: `${called} was not read. ${facts}` }],
    };
  const { toClaim } = await import("./claim.ts");
  const claims: Claim[] = [];
  const views: View[] = [listing.view];
  const doubts: Found["doubts"][number][] = [];
  for (const one of facts) {
    const read = toClaim(one);
    claims.push(read.claim);
    doubts.push(...read.doubts);
  }
  if (text.value.faulty)
    doubts.push({
      reason: "parse_error",
      detail: `Some characters of ${called.replace(/^The|^An/, (word) => word.toLowerCase())} could not be decoded.`,
    });
  if (!listing.complete)
    doubts.push({
      reason: "too_large",
      detail: `${called} has too many values; the rest was not read.`,
    });
  return { claims, views, doubts };
}
