// Turns the sender and the day of a document into views, so that a claim can name its place in them.

import type { Day } from "../money/day.ts";
import type { MailDocument } from "./mail.ts";
import { senderText } from "./merchants/merchant-name.ts";
import type { Seen, View } from "./receipt.ts";

/** The views "from" and "sent". */
export function headerViews({ from, sent }: MailDocument): readonly View[] {
  return [
    ...(from === null ? [] : [{ name: "from", text: senderText(from) }]),
    ...(sent === null ? [] : [{ name: "sent", text: sent.day }]),
  ];
}

/** The day a document was sent; null without one. */
export function daySent({ sent }: MailDocument): Seen<Day> | null {
  if (sent === null) return null;
  const span = { view: "sent", start: 0, end: sent.day.length };
  return { value: sent.day, span, rule: "date sent" };
}
