// Finds the person who passed a message on unchanged: a filter's automatic forward, a "redirect",
// an alias. The From header is then the shop's own. The forwarder writes these headers, so they
// prove nothing.

import type { Correspondent, Message } from "../mail.ts";
import { readMailboxes } from "./mailbox-text.ts";

/** Headers that name the forwarder, the clearest first. */
const FORWARDER_HEADERS = [
  "resent-from",
  "x-forwarded-for",
  "x-original-to",
  "x-forwarded-encrypted-to",
  "delivered-to",
] as const;
/** Without one of these headers a message was only delivered. */
const FORWARD_HEADERS: ReadonlySet<string> = new Set([
  "resent-from",
  "resent-to",
  "resent-date",
  "x-forwarded-for",
  "x-forwarded-to",
  "x-ms-exchange-forwardingloop",
  "x-autoforward",
  "x-ms-exchange-generated-message-source",
]);
// Envelope senders as forwarders write them: SRS0=...=domain=user@host,
// user+caf_=receipts=...@gmail.com.
const REWRITTEN =
  /^<?(?:srs[01][=+-]|(?<user>[^+@<]{1,64})\+caf_=[^@]{1,200}@(?<host>[^>@]{1,200}))/i;

/** The person who passed the message on, or null if nobody seems to have. */
export function findForwarder({ headers }: Message): Correspondent | null {
  const envelope = headers.find(({ name }) => name === "return-path")?.value ?? "";
  const rewritten = REWRITTEN.exec(envelope.trim().slice(0, 500));
  if (rewritten?.groups?.["user"] !== undefined)
    return {
      name: "",
      address: `${rewritten.groups["user"]}@${rewritten.groups["host"] ?? ""}`.toLowerCase(),
    };
  if (rewritten === null && !headers.some(({ name }) => FORWARD_HEADERS.has(name))) return null;
  for (const header of FORWARDER_HEADERS) {
    const value = headers.find(({ name }) => name === header)?.value;
    // X-Forwarded-For of mail has blanks between its addresses; the first one forwarded.
    const [first] = readMailboxes(
      header === "x-forwarded-for" ? (value?.trim().split(/\s/, 1)[0] ?? "") : (value ?? ""),
    );
    if (first !== undefined && first.address !== "") return first;
  }
  return null;
}
