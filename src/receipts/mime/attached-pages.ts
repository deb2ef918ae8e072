// Web pages that are attached as files: some banks and shops send a short message, and what it is about as a page. Each
// page is a document of its own with the sender, subject and day of its message.

import { MAIL_PAGE_BYTES_MAX, PAGES_A_MAIL_MAX } from "../../platform/limits.ts";
import { decodePage } from "../../statements/workbook/html.ts";
import type { Attachment, MailDocument } from "../mail.ts";
import type { Doubt } from "../receipt.ts";
import { toViews } from "./body-documents.ts";
import { repairLetters } from "./misread-letters.ts";

const PAGE_NAME = /\.html?$/i;
const PAGE_TYPES: ReadonlySet<string> = new Set(["text/html", "application/xhtml+xml"]);

export interface AttachedPage {
  readonly document: MailDocument;
  readonly doubts: readonly Doubt[];
}

/** The attached web pages of a document, without those beyond the bounds on their number and size. */
export async function attachedPages(document: MailDocument): Promise<readonly AttachedPage[]> {
  const pages = document.attachments
    .filter((one) => !one.inline && one.bytes.length > 0 && isPage(one))
    .filter(({ bytes }) => bytes.length <= MAIL_PAGE_BYTES_MAX)
    .slice(0, PAGES_A_MAIL_MAX);
  return Promise.all(
    pages.map(async ({ bytes }): Promise<AttachedPage> => {
      const html = repairLetters((await decodePage(bytes)).text);
      const doubts: Doubt[] = [];
      const views = toViews(document.subject, { html, text: null }, doubts);
      return { document: { ...document, html, views, attachments: [] }, doubts };
    }),
  );
}

function isPage({ name, mediaType }: Attachment): boolean {
  return PAGE_TYPES.has(mediaType) || PAGE_NAME.test(name);
}
