// A raw message taken apart: headers, bodies, attachments, the messages in it. Whatever the bytes are, the answer is a
// message and the doubts about it, never an error: what cannot be parsed still has its headers. The bounds are counted
// before the parser sees a byte.

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
import { sentAtOf } from "../forwards/sent.ts";
import type { Attachment, Correspondent, MailHeader, Message } from "../mail.ts";
import type { Reason } from "../receipt.ts";
import { boundedHeadOf, excessOf, headOf } from "./bounds.ts";
import { encodedWords } from "./encoded-words.ts";
import { joinedLines, partedBytes, partedText } from "./join-long-parts.ts";
import { unpackUuencoded } from "./uuencode.ts";

/** Something about a message that a person should know. */
export interface Doubt {
  readonly reason: Reason;
  readonly detail: string;
}

export interface Parsed {
  readonly message: Message;
  readonly doubts: readonly Doubt[];
}

/** Takes a raw message apart. */
export async function parseMessage(raw: Uint8Array): Promise<Parsed> {
  const excess = excessOf(raw);
  if (excess !== null) return headersOnly(raw, { reason: "too_large", detail: excess });
  const doubts: Doubt[] = [];
  try {
    return { message: messageOf(await emailOf(raw, doubts), doubts), doubts };
  } catch (error) {
    return headersOnly(raw, {
      reason: "parse_error",
      detail: `The mail's parts could not be taken apart: ${sentenceOf(error)}`,
    });
  }
}

const OPTIONS = {
  forceRfc822Attachments: true,
  maxNestingDepth: MAIL_NESTING_MAX,
  maxHeadersSize: MAIL_HEADER_BYTES_MAX,
};

/** The parser's reading; where a multipart came out empty, once more with the boundary that its body begins with. */
async function emailOf(raw: Uint8Array, doubts: Doubt[]): Promise<Email> {
  const { bytes: fed, joined } = joinedLines(encodedWords(lineFed(raw)));
  const email = await parsed(fed, joined);
  if (
    email.html !== undefined ||
    email.text !== undefined ||
    email.attachments.length > 0 ||
    !isMultipart(email)
  )
    return email;
  const boundary = boundaryIn(fed);
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
  const repaired = await parsed(again, joined);
  return { ...repaired, headers: repaired.headers.slice(1) };
}

async function parsed(bytes: Uint8Array, joined: boolean): Promise<Email> {
  const email = await PostalMime.parse(wholeBuffer(bytes), OPTIONS);
  if (!joined) return email;
  const { text, html, ...rest } = email;
  const attachments = rest.attachments.map((part) => ({
    ...part,
    content: partedBytes(bytesOf(part)),
  }));
  return {
    ...rest,
    attachments,
    text: text === undefined ? undefined : partedText(text),
    html: html === undefined ? undefined : partedText(html),
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

/** What the first line of the body that begins with two dashes has behind them. */
function boundaryIn(raw: Uint8Array): string | null {
  const body = new TextDecoder("latin1").decode(
    raw.subarray(headOf(raw).length, headOf(raw).length + HEAD_BYTES),
  );
  return /(?:^|\n)--([^\s"\\][^\r\n"\\]{0,200})\r?\n/.exec(body)?.[1]?.trim() ?? null;
}

function sentenceOf(error: unknown): string {
  return (error instanceof Error ? error.message : "unknown fault").slice(0, 200);
}

async function headersOnly(raw: Uint8Array, doubt: Doubt): Promise<Parsed> {
  try {
    const email = await PostalMime.parse(encodedWords(lineFed(boundedHeadOf(raw))), {
      forceRfc822Attachments: true,
      maxHeadersSize: MAIL_HEADER_BYTES_MAX,
    });
    return {
      message: messageOf({ ...email, html: undefined, text: undefined, attachments: [] }, []),
      doubts: [doubt],
    };
  } catch {
    return {
      message: messageOf({ headers: [], headerLines: [], attachments: [] }, []),
      doubts: [doubt],
    };
  }
}

const CR = 13;
const LF = 10;
const HEAD_BYTES = 4_096;

/** A message whose lines end in CR alone gets line feeds, which the parser needs. */
function lineFed(raw: Uint8Array): Uint8Array {
  const head = raw.subarray(0, HEAD_BYTES);
  if (head.includes(LF) || !head.includes(CR) || raw.includes(LF)) return raw;
  return raw.map((byte) => (byte === CR ? LF : byte));
}

function messageOf(email: Email, doubts: Doubt[]): Message {
  const headers = email.headers.map(({ key, value }): MailHeader => ({ name: key, value }));
  const [parts, left] = [
    email.attachments.slice(0, MAIL_PARTS_MAX),
    email.attachments.length - MAIL_PARTS_MAX,
  ];
  if (left > 0)
    doubts.push({
      reason: "too_large",
      detail: `The mail has ${email.attachments.length} attachments; ${left} of them were not looked at.`,
    });
  const { text, files } = unpackUuencoded(
    bodyWithin(email.text, MAIL_TEXT_CHARS_MAX, "text", doubts) ?? "",
  );
  doubtHeaders(headers, doubts);
  doubtText(email, doubts);
  return {
    headers,
    from: correspondentsOf(headers, "from", true),
    to: correspondentsOf(headers, "to", false),
    cc: correspondentsOf(headers, "cc", false),
    subject: unfolded(decodeWords(valueOf(headers, "subject") ?? "")).slice(
      0,
      MAIL_SUBJECT_CHARS_MAX,
    ),
    messageId: valueOf(headers, "message-id")?.trim() ?? null,
    date: sentAtOf(valueOf(headers, "date") ?? "")?.instant ?? null,
    html: bodyWithin(email.html, MAIL_HTML_CHARS_MAX, "HTML", doubts),
    text: text === "" ? null : text,
    attachments: [...parts.filter((part) => !isMessage(part)).map(attachmentOf), ...files],
    attached: parts.filter(isMessage).map(bytesOf),
  };
}

function bodyWithin(
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

function valueOf(headers: readonly MailHeader[], name: string): string | undefined {
  return headers.find((header) => header.name === name && header.value !== "")?.value;
}

/** The mailboxes of the headers of that name; of the first one alone where it may stand but once. */
function correspondentsOf(
  headers: readonly MailHeader[],
  name: string,
  once: boolean,
): Correspondent[] {
  const values = headers
    .filter((header) => header.name === name && header.value !== "")
    .map((header) => header.value);
  return correspondentsIn((once ? values.slice(0, 1) : values).join(", "));
}

/** The mailboxes that an address header names, decoded. */
export function correspondentsIn(value: string): Correspondent[] {
  const flat: Correspondent[] = [];
  const add = (addresses: readonly Address[]): void => {
    for (const one of addresses) {
      if (flat.length >= MAIL_ADDRESSES_MAX) return;
      if (one.group !== undefined) add(one.group);
      else if (one.address !== "" || one.name !== "")
        flat.push({ name: unfolded(one.name), address: one.address.trim().toLowerCase() });
    }
  };
  add(addressParser(value));
  return flat;
}

/** One line: folds and control characters are blanks. */
export function unfolded(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is folded
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

function bytesOf(part: Part): Uint8Array {
  if (typeof part.content === "string") return encoder.encode(part.content);
  return part.content instanceof Uint8Array ? part.content : new Uint8Array(part.content);
}

function attachmentOf(part: Part): Attachment {
  const inline =
    part.disposition !== "attachment" &&
    (part.related === true || (part.contentId !== undefined && part.mimeType.startsWith("image/")));
  return {
    name: unfolded(part.filename ?? ""),
    mediaType: part.mimeType.toLowerCase(),
    bytes: bytesOf(part),
    inline,
  };
}

/** Headers that may stand but once and stand twice: the first is taken, and said. */
function doubtHeaders(headers: readonly MailHeader[], doubts: Doubt[]): void {
  const twice = (name: string): boolean =>
    new Set(headers.filter((header) => header.name === name).map((header) => header.value)).size >
    1;
  if (twice("from"))
    doubts.push({
      reason: "unknown_sender",
      detail: "The mail has several From headers that differ; the first was taken.",
    });
  if (twice("subject"))
    doubts.push({
      reason: "parse_error",
      detail: "The mail has several Subject headers that differ; the first was taken.",
    });
}

// UTF-8 read as Windows-1252: a letter of the first column with one of the second, which no language writes together.
const MOJIBAKE =
  /\u00ef\u00bf\u00bd|\u00c3[\u0080-\u00bf]|\u00e2\u20ac[\u0080-\u00bf\u0152-\u2122]|\u00c2[\u00a0-\u00bf]/;

function doubtText(email: Email, doubts: Doubt[]): void {
  const bodies = [email.subject, email.html, email.text];
  if (bodies.some((body) => body?.includes("\ufffd") === true))
    doubts.push({
      reason: "parse_error",
      detail: "Some characters could not be decoded with the charset the mail names.",
    });
  else if (bodies.some((body) => body !== undefined && MOJIBAKE.test(body)))
    doubts.push({
      reason: "parse_error",
      detail: "Some letters look as if the mail named a wrong charset.",
    });
  for (const { types, names, what } of UNREAD) {
    if (
      !email.attachments.some(
        (part) => types.includes(part.mimeType) || names.test(part.filename ?? ""),
      )
    )
      continue;
    doubts.push({
      reason: "unsupported_type",
      detail: `The mail carries ${what}; what is in it was not read.`,
    });
  }
}

/** What only other programs open. */
// prettier-ignore
const UNREAD: readonly { readonly types: readonly string[]; readonly names: RegExp; readonly what: string }[] = [
  { types: ["application/ms-tnef", "application/vnd.ms-tnef"], names: /^winmail\.dat$/i, what: "a winmail.dat, which only Outlook opens" },
  { types: ["application/vnd.ms-outlook"], names: /\.msg$/i, what: "a message in Outlook's own format (.msg)" },
  { types: ["application/pkcs7-mime", "application/x-pkcs7-mime"], names: /^smime\.p7m$/i, what: "a signed or encrypted body (S/MIME)" },
  { types: ["application/pgp-encrypted"], names: /\.(?:pgp|gpg)$/i, what: "an encrypted message (PGP)" },
];
