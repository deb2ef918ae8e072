// Parses a raw message into headers, bodies, attachments and attached messages. Any bytes give a
// message with the doubts about it, never an error: where the parser fails, the headers are still
// read. Bounds are checked before the parser sees a byte.

import PostalMime, {
  addressParser,
  decodeWords,
  type Address,
  type Attachment as Part,
  type Email,
} from "postal-mime";
import {
  MAIL_ADDRESSES_MAX,
  MAIL_HEADER_BYTES_MAX,
  MAIL_HTML_CHARS_MAX,
  MAIL_NESTING_MAX,
  MAIL_PARTS_MAX,
  MAIL_SUBJECT_CHARS_MAX,
  MAIL_TEXT_CHARS_MAX,
} from "../../platform/limits.ts";
import { readSentAt } from "../forwards/sent.ts";
import type { Attachment, Correspondent, MailHeader, Message } from "../mail.ts";
import type { Doubt } from "../receipt.ts";
import { takeHtmlSource } from "../view/html-source.ts";
import { cutHead, describeExcess, messageHead } from "./bounds.ts";
import { encodeRawLetters } from "./encoded-words.ts";
import { joinLines, splitBytes, splitText } from "./join-long-parts.ts";
import { doubtMessage } from "./message-doubts.ts";
import { repairLetters } from "./misread-letters.ts";
import { unpackUuencoded } from "./uuencode.ts";

export interface Parsed {
  readonly message: Message;
  readonly doubts: readonly Doubt[];
}

/** Parses a raw message. */
export async function parseMessage(raw: Uint8Array): Promise<Parsed> {
  const excess = describeExcess(raw);
  if (excess !== null) return parseHeaders(raw, { reason: "too_large", detail: excess });
  const doubts: Doubt[] = [];
  try {
    return { message: toMessage(await parseEmail(raw, doubts), doubts), doubts };
  } catch (error) {
    const fault = (error instanceof Error ? error.message : "unknown fault").slice(0, 200);
    const detail = `The mail's parts could not be taken apart: ${fault}`;
    return parseHeaders(raw, { reason: "parse_error", detail });
  }
}

const OPTIONS = {
  forceRfc822Attachments: true,
  maxNestingDepth: MAIL_NESTING_MAX,
  maxHeadersSize: MAIL_HEADER_BYTES_MAX,
};

/**
 * Parses; a multipart that came out empty once more, with the boundary that its body begins with.
 */
async function parseEmail(raw: Uint8Array, doubts: Doubt[]): Promise<Email> {
  const { bytes: fed, joined } = joinLines(encodeRawLetters(withLineFeeds(raw)));
  const email = await runParser(fed, joined);
  const isEmpty =
    email.html === undefined && email.text === undefined && email.attachments.length === 0;
  if (!isEmpty || !isMultipart(email)) return email;
  const boundary = findBoundary(fed);
  if (boundary === null) return email;
  doubts.push({
    reason: "parse_error",
    detail:
      "The mail does not name what divides its parts; they were told apart by the first line of its body.",
  });
  const named = encoder.encode(`Content-Type: multipart/mixed; boundary="${boundary}"\n`);
  const again = new Uint8Array(named.length + fed.length);
  again.set(named);
  again.set(fed, named.length);
  const repaired = await runParser(again, joined);
  return { ...repaired, headers: repaired.headers.slice(1) };
}

async function runParser(bytes: Uint8Array, joined: boolean): Promise<Email> {
  const email = await PostalMime.parse(wholeBuffer(bytes), OPTIONS);
  if (!joined) return email;
  const { text, html, ...rest } = email;
  const attachments = rest.attachments.map((part) => ({
    ...part,
    content: splitBytes(toBytes(part)),
  }));
  return {
    ...rest,
    attachments,
    text: text === undefined ? undefined : splitText(text),
    html: html === undefined ? undefined : splitText(html),
  };
}

/** The buffer itself where the bytes are all of it, which spares the parser a copy. */
function wholeBuffer(bytes: Uint8Array): Uint8Array | ArrayBuffer {
  return bytes.buffer instanceof ArrayBuffer && bytes.byteLength === bytes.buffer.byteLength
    ? bytes.buffer
    : bytes;
}

function isMultipart({ headers }: Email): boolean {
  return (
    headers
      .find(({ key }) => key === "content-type")
      ?.value.trimStart()
      .toLowerCase()
      .startsWith("multipart/") === true
  );
}

/** The boundary in the first line of the body that begins with two dashes; null if none does. */
function findBoundary(raw: Uint8Array): string | null {
  const body = new TextDecoder("latin1").decode(
    raw.subarray(messageHead(raw).length, messageHead(raw).length + HEAD_BYTES),
  );
  return /(?:^|\n)--([^\s"\\][^\r\n"\\]{0,200})\r?\n/.exec(body)?.[1]?.trim() ?? null;
}

/** A message of headers alone, with a doubt that says why. */
async function parseHeaders(raw: Uint8Array, doubt: Doubt): Promise<Parsed> {
  try {
    const email = await PostalMime.parse(encodeRawLetters(withLineFeeds(cutHead(raw))), {
      forceRfc822Attachments: true,
      maxHeadersSize: MAIL_HEADER_BYTES_MAX,
    });
    return {
      message: toMessage({ ...email, html: undefined, text: undefined, attachments: [] }, []),
      doubts: [doubt],
    };
  } catch {
    return {
      message: toMessage({ headers: [], headerLines: [], attachments: [] }, []),
      doubts: [doubt],
    };
  }
}

const CR = 13;
const LF = 10;
const HEAD_BYTES = 4_096;

/** The bytes with line feeds, which the parser needs, where the lines end in CR alone. */
function withLineFeeds(raw: Uint8Array): Uint8Array {
  const head = raw.subarray(0, HEAD_BYTES);
  if (head.includes(LF) || !head.includes(CR) || raw.includes(LF)) return raw;
  return raw.map((byte) => (byte === CR ? LF : byte));
}

function toMessage(email: Email, doubts: Doubt[]): Message {
  const headers = email.headers.map(({ key, value }): MailHeader => ({ name: key, value }));
  const parts = boundedParts(email, doubts);
  const { text, files } = unpackUuencoded(
    repairLetters(boundedBody(email.text, MAIL_TEXT_CHARS_MAX, "text", doubts) ?? ""),
  );
  const html = boundedBody(email.html, MAIL_HTML_CHARS_MAX, "HTML", doubts);
  doubts.push(...doubtMessage(email, headers));
  return {
    headers,
    from: readCorrespondents(repairLetters(listValues(headers, "from")[0] ?? "")),
    to: readCorrespondents(listValues(headers, "to").join(", ")),
    cc: readCorrespondents(listValues(headers, "cc").join(", ")),
    subject: repairLetters(unfold(decodeWords(listValues(headers, "subject")[0] ?? ""))).slice(
      0,
      MAIL_SUBJECT_CHARS_MAX,
    ),
    messageId: listValues(headers, "message-id")[0]?.trim() ?? null,
    date: readSentAt(listValues(headers, "date")[0] ?? "")?.instant ?? null,
    ...takeHtmlSource({
      html: html === null ? null : repairLetters(html),
      text: text === "" ? null : text,
    }),
    attachments: [...parts.filter((part) => !isMessage(part)).map(toAttachment), ...files],
    attached: parts.filter(isMessage).map(toBytes),
  };
}

function boundedParts({ attachments }: Email, doubts: Doubt[]): readonly Part[] {
  const left = attachments.length - MAIL_PARTS_MAX;
  if (left > 0)
    doubts.push({
      reason: "too_large",
      detail: `The mail has ${attachments.length} attachments; ${left} of them were not looked at.`,
    });
  return attachments.slice(0, MAIL_PARTS_MAX);
}

/** A body; null if it is missing or longer than its bound. */
function boundedBody(
  body: string | undefined,
  charsMax: number,
  name: string,
  doubts: Doubt[],
): string | null {
  if (body === undefined || body === "") return null;
  if (body.length <= charsMax) return body;
  doubts.push({
    reason: "too_large",
    detail: `The mail's ${name} has ${body.length} characters; at most ${charsMax} are read.`,
  });
  return null;
}

/** The values of the headers of that name that are not empty. */
function listValues(headers: readonly MailHeader[], name: string): readonly string[] {
  return headers
    .filter((header) => header.name === name && header.value !== "")
    .map(({ value }) => value);
}

/** The mailboxes that an address header names, decoded. */
export function readCorrespondents(value: string): Correspondent[] {
  const flat: Correspondent[] = [];
  const add = (addresses: readonly Address[]): void => {
    for (const one of addresses) {
      if (flat.length >= MAIL_ADDRESSES_MAX) return;
      if (one.group !== undefined) add(one.group);
      else if (one.address !== "" || one.name !== "")
        flat.push({ name: unfold(one.name), address: one.address.trim().toLowerCase() });
    }
  };
  add(addressParser(value));
  return flat;
}

/** The text on one line: folds and control characters become blanks. */
export function unfold(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are to be replaced
  return text.replace(/[\s\u0000-\u001f\u007f]+/g, " ").trim();
}

function isMessage(part: Part): boolean {
  if (part.mimeType === "message/rfc822" || part.mimeType === "message/global") return true;
  return (
    /\.eml$/i.test(part.filename ?? "") &&
    (part.mimeType === "application/octet-stream" || part.mimeType === "text/plain")
  );
}

const encoder = new TextEncoder();

function toBytes(part: Part): Uint8Array {
  if (typeof part.content === "string") return encoder.encode(part.content);
  return part.content instanceof Uint8Array ? part.content : new Uint8Array(part.content);
}

function toAttachment(part: Part): Attachment {
  const inline =
    part.disposition !== "attachment" &&
    (part.related === true || (part.contentId !== undefined && part.mimeType.startsWith("image/")));
  return {
    name: unfold(part.filename ?? ""),
    mediaType: part.mimeType.toLowerCase(),
    bytes: toBytes(part),
    inline,
  };
}
