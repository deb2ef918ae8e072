// The receipt as a file of its transaction: the PDF or picture that the shop sent along where there is exactly one, else the mail
// itself, printed to a PDF with the raw mail inside. Looked for by its name before it is sent, so that it is there once.

import {
  ATTACHED_MAIL_BYTES_MAX,
  ATTACH_TRIES_MAX,
  ATTACHMENT_BYTES_MAX,
} from "../../../platform/limits.ts";
import type { Attachment } from "../../../receipts/mail.ts";
import type { ReadDocument } from "../../../receipts/reading.ts";
import type { NoAnswer } from "../../../platform/outbox/effect.ts";
import { rawKey } from "../mail-store.ts";
import type { MessageRow, ReceiptRow } from "../rows.ts";
import type { InboxTools } from "../job-tools.ts";
import { attachFile, listFiles, type ReceiptFile } from "./files.ts";
import { printReceiptPdf } from "./receipt-pdf.ts";
import { changeApplication, type ApplicationRow } from "./applications.ts";

/** What begins as its type says, by the types that a service takes. */
const FILE_STARTS: Readonly<Record<string, readonly number[]>> = {
  "application/pdf": [0x25, 0x50, 0x44, 0x46, 0x2d],
  "image/png": [0x89, 0x50, 0x4e, 0x47],
  "image/jpeg": [0xff, 0xd8, 0xff],
};
const FILE_EXTENSIONS: Readonly<Record<string, string>> = {
  "application/pdf": "pdf",
  "image/png": "png",
  "image/jpeg": "jpg",
};

/**
 * Attaches it; null when that is settled, whether or not the service takes files (which is then said), else why it has to wait.
 * "gone": there is no such transaction any more.
 */
export async function attachReceipt(
  tools: InboxTools,
  application: ApplicationRow,
  receipt: ReceiptRow,
  message: MessageRow,
  transaction: number,
): Promise<NoAnswer | "gone" | null> {
  const { sql, upstream } = tools;
  if (application.file_done === 1) return null;
  const settled = (said: string | null) =>
    changeApplication(sql, application.id, {
      file_done: 1,
      ...(said !== null && {
        said: [application.said, said].filter((one) => one !== null).join("; "),
      }),
    });
  const file = await readReceiptFile(tools, receipt, message);
  if (file === null) {
    settled("the mail is no longer there, so no file was attached");
    return null;
  }
  const there = await listFiles(upstream, transaction);
  if (there.kind === "refused" && there.status === 404 && application.how === "enrich")
    return "gone";
  if (there.kind === "refused") {
    settled("no file was attached: the transaction is not there");
    return null;
  }
  if (there.kind !== "files") return there;
  if (there.files.some(({ name }) => name === file.name)) {
    settled(null);
    return null;
  }
  // Stored before it leaves: undoing deletes the file of this name.
  changeApplication(sql, application.id, { file: file.name });
  const reply = await attachFile(upstream, transaction, file);
  if (reply.kind === "attached") settled(null);
  else if (reply.kind === "not taken") settled(`no file was attached: ${reply.message}`);
  else if (reply.kind === "unknown" && application.failures + 1 >= ATTACH_TRIES_MAX)
    settled(`no file was attached: ${reply.message}, again and again`);
  else {
    changeApplication(sql, application.id, { failures: application.failures + 1 });
    return reply;
  }
  return null;
}

async function readReceiptFile(
  tools: InboxTools,
  receipt: ReceiptRow,
  { sha256, subject }: MessageRow,
): Promise<ReceiptFile | null> {
  const stored = await tools.bucket.get(rawKey(tools.connection, sha256));
  if (stored === null) return null;
  const raw = new Uint8Array(await stored.arrayBuffer());
  const reading = await tools.read(raw).catch(() => null);
  const document = reading?.documents[receipt.document];
  const stem = `receipt-${sha256.slice(0, 12)}-${receipt.document}-${receipt.charge}`;
  const [sent, second] =
    document === undefined
      ? []
      : document.document.attachments.filter((one) => isAttachable(document, one));
  if (sent !== undefined && second === undefined)
    return {
      name: `${stem}.${FILE_EXTENSIONS[sent.mediaType] ?? "pdf"}`,
      type: sent.mediaType,
      bytes: new Uint8Array(sent.bytes),
    };
  const views = document?.views ?? [];
  const text =
    (views.find(({ name }) => name === "html") ?? views.find(({ name }) => name === "text"))
      ?.text ?? "";
  const fits = raw.length <= ATTACHED_MAIL_BYTES_MAX;
  const last = fits
    ? "The mail as it came is inside this file (receipt.eml)."
    : "The mail is too large to go along; it is kept in the inbox.";
  const from = document?.document.from ?? null;
  const head = from === null ? [] : [`From: ${from.name} <${from.address}>`];
  const bytes = printReceiptPdf({
    title: document?.document.subject ?? subject ?? "",
    lines: [...head, "", ...text.slice(0, ATTACHMENT_BYTES_MAX / 10).split("\n"), "", last],
    raw: fits ? raw : null,
  });
  return { name: `${stem}.pdf`, type: "application/pdf", bytes: new Uint8Array(bytes) };
}

function isAttachable({ statements }: ReadDocument, attachment: Attachment): boolean {
  const start = FILE_STARTS[attachment.mediaType];
  if (
    attachment.inline ||
    start === undefined ||
    statements.includes(attachment) ||
    attachment.bytes.length >= ATTACHMENT_BYTES_MAX
  )
    return false;
  return start.every((byte, index) => attachment.bytes[index] === byte);
}
