// Finds the documents in a raw message: what a shop or a bank wrote, out of all messages around it.
// A message with attached messages holds their documents. One that forwards another in its body
// holds the innermost; those around it are given too, since the receipt may be in one of them. One
// that a mailbox passed on by itself is the shop's own. Depth, number and bytes are bounded, and a
// message beyond a bound is a doubt.

import { hex, sha256 } from "../../platform/digest.ts";
import {
  MAIL_MESSAGES_BYTES_MAX,
  MAIL_MESSAGES_DEPTH_MAX,
  MAIL_MESSAGES_MAX,
} from "../../platform/limits.ts";
import type { MailDocument, Message } from "../mail.ts";
import type { Doubt } from "../receipt.ts";
import {
  isReport,
  joinNotes,
  ownDocuments,
  readMessageNote,
  toStation,
  type Outside,
} from "./body-documents.ts";
import { parseMessage } from "./parse.ts";

export interface Documents {
  /** The outer message. */
  readonly message: Message;
  readonly documents: readonly MailDocument[];
  /** Of a document that was forwarded more than once: the messages that forwarded it, outermost first. */
  readonly outerOf: ReadonlyMap<MailDocument, readonly MailDocument[]>;
  /** The bytes of each attached message that was read. */
  readonly carried: readonly Uint8Array[];
  readonly doubts: readonly Doubt[];
  /** The doubts about one document: a body left out, an uncertain sender, a wrong charset. */
  readonly doubtsByDocument: ReadonlyMap<MailDocument, readonly Doubt[]>;
}

/** The rest of the bounds on attached messages. */
interface Budget {
  messages: number;
  bytes: number;
}

/** Finds the documents in a raw message. */
export async function findDocuments(raw: Uint8Array): Promise<Documents> {
  return unwrapMessage(
    raw,
    { depth: 0, chain: [], note: null },
    { messages: MAIL_MESSAGES_MAX, bytes: MAIL_MESSAGES_BYTES_MAX },
  );
}

const BEYOND: Doubt = {
  reason: "too_large",
  detail:
    "The mail carries more messages, or deeper ones, than are read; the rest was not looked at.",
};

async function unwrapMessage(
  raw: Uint8Array,
  outside: Outside,
  budget: Budget,
): Promise<Documents> {
  const { message, doubts: parseDoubts } = await parseMessage(raw);
  const doubts = [...parseDoubts];
  const documents: MailDocument[] = [];
  const carried: Uint8Array[] = [];
  const doubtsOf = new Map<MailDocument, readonly Doubt[]>();
  const outerOf = new Map<MailDocument, readonly MailDocument[]>();
  const { own, outer } = ownDocuments(message, outside, doubts);
  const hasAttached = message.attached.length > 0 && !isReport(message);
  const isDeepest = !hasAttached || outside.depth >= MAIL_MESSAGES_DEPTH_MAX;
  if (isDeepest || isOfItsOwn(own, message)) {
    documents.push(own);
    outerOf.set(own, outer);
    doubtsOf.set(
      own,
      doubts.filter(({ reason }) => reason !== "unsupported_type"),
    );
  }
  if (hasAttached && isDeepest) doubts.push(BEYOND);
  const found = { message, documents, outerOf, carried, doubts, doubtsByDocument: doubtsOf };
  if (isDeepest) return found;
  const inside: Outside = {
    depth: outside.depth + 1,
    chain: [...outside.chain, toStation(message)],
    note: joinNotes(outside.note, readMessageNote(message)),
  };
  for (const { raw: bytes, inner } of await unwrapAttached(message, inside, budget, doubts)) {
    documents.push(...inner.documents);
    carried.push(bytes, ...inner.carried);
    doubts.push(...inner.doubts);
    for (const [document, its] of inner.doubtsByDocument) doubtsOf.set(document, its);
    for (const [document, its] of inner.outerOf) outerOf.set(document, its);
  }
  return found;
}

/** Whether a message with attached messages also says something itself. */
function isOfItsOwn({ carrier }: MailDocument, { attachments }: Message): boolean {
  return carrier === "inline" || attachments.some(({ inline }) => !inline);
}

interface Unwrapped {
  readonly raw: Uint8Array;
  readonly inner: Documents;
}

async function unwrapAttached(
  message: Message,
  outside: Outside,
  budget: Budget,
  doubts: Doubt[],
): Promise<readonly Unwrapped[]> {
  const all: Unwrapped[] = [];
  for (const raw of message.attached) {
    budget.messages -= 1;
    budget.bytes -= raw.length;
    if (budget.messages < 0 || budget.bytes < 0) {
      doubts.push(BEYOND);
      break;
    }
    const hash = hex(await sha256(raw));
    all.push({ raw, inner: await unwrapMessage(raw, { ...outside, hash }, budget) });
  }
  return all;
}
