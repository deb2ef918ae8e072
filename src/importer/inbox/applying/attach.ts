// Attaches the receipt to its transaction as a file. If the shop sent exactly one PDF or picture,
// it is that; otherwise the message is printed to a PDF that contains the raw message. Before the
// file is sent, the transaction's files are searched for its name, so that it is attached once.

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

/** The media types that a service accepts, with the first bytes of such a file. */
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
 * Attaches the receipt. Returns null when that is over: the file is attached, or it cannot be and
 * the application says why. "gone": the transaction was deleted. Otherwise the reason to wait.
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
  const finish = (problem: string | null) =>
    changeApplication(sql, application.id, {
      file_done: 1,
      ...(problem !== null && {
        said: [application.said, problem].filter((text) => text !== null).join("; "),
      }),
    });
  const file = await readReceiptFile(tools, receipt, message);
  if (file === null) {
    finish("the mail is no longer there, so no file was attached");
    return null;
  }
  const listed = await listFiles(upstream, transaction);
  if (listed.kind === "refused" && listed.status === 404 && application.how === "enrich")
    return "gone";
  if (listed.kind === "refused") {
    finish("no file was attached: the transaction is not there");
    return null;
  }
  if (listed.kind !== "files") return listed;
  if (listed.files.some(({ name }) => name === file.name)) {
    finish(null);
    return null;
  }
  // The name is stored before the file is sent, since undo deletes the file by its name.
  changeApplication(sql, application.id, { file: file.name });
  const reply = await attachFile(upstream, transaction, file);
  if (reply.kind === "attached") finish(null);
  else if (reply.kind === "not taken") finish(`no file was attached: ${reply.message}`);
  else if (reply.kind === "unknown" && application.failures + 1 >= ATTACH_TRIES_MAX)
    finish(`no file was attached: ${reply.message}, again and again`);
  else {
    changeApplication(sql, application.id, { failures: application.failures + 1 });
    return reply;
  }
  return null;
}

/** Makes the file from the stored message; null if the message is no longer stored. */
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
  const [attachment, second] =
    document === undefined
      ? []
      : document.document.attachments.filter((one) => isAttachable(document, one));
  if (attachment !== undefined && second === undefined)
    return {
      name: `${stem}.${FILE_EXTENSIONS[attachment.mediaType] ?? "pdf"}`,
      type: attachment.mediaType,
      bytes: new Uint8Array(attachment.bytes),
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
