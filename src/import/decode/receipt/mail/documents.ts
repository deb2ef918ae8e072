// The documents in a raw mail: what a shop or bank wrote, with every wrapping off.

import { dayOfInstant } from "../../../../value/day.ts";
import type { MailDocument, Message } from "../mail.ts";
import type { View } from "../receipt.ts";
import { parseMessage, type Doubt } from "./parse.ts";
import { sentAtOf } from "./sent.ts";

export interface Documents {
  readonly message: Message;
  readonly documents: readonly MailDocument[];
  readonly doubts: readonly Doubt[];
}

/** Takes a raw mail apart into its documents. */
export async function documentsOf(raw: Uint8Array): Promise<Documents> {
  const { message, doubts } = await parseMessage(raw);
  return { message, documents: [direct(message)], doubts };
}

function direct(message: Message): MailDocument {
  const { from, to, cc, subject, messageId, html, attachments } = message;
  return { carrier: "direct", from: from[0] ?? null, to, cc, subject, messageId, sent: sentOf(message), chain: [], note: null, html, views: viewsOf(message), attachments };
}

function sentOf(message: Message): MailDocument["sent"] {
  const header = message.headers.find(({ name }) => name === "date")?.value ?? "";
  return sentAtOf(header) ?? (message.date === null ? null : { day: dayOfInstant(message.date), instant: message.date });
}

function viewsOf({ subject, text }: Message): View[] {
  return [{ name: "subject", text: subject }, ...(text === null ? [] : [{ name: "text", text: text.replaceAll("\r\n", "\n") }])];
}
