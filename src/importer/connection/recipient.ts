// Receipt addresses as text: <name>+<connection>-<secret>@<domain>. Matched in lower case, since mail servers on the
// way may change it, against the recipient of the envelope alone: what a header says, anybody may write.

import type { Mailbox } from "../../config.ts";
import { RECIPIENT_CHARS_MAX } from "../../platform/limits.ts";
import { base32 } from "../../platform/digest.ts";
import { isConnectionId } from "./identity.ts";

const SECRET_BYTES = 10;
const LOCAL_PART = /^([^+]+)\+([a-z2-7]+|1)-([a-z2-7]{16})$/;

/** What a receipt address says: whose Importer it is for, and what that checks. */
export interface Recipient {
  readonly connection: string;
  readonly secret: string;
}

/** 80 random bits, as an address ends in them. */
export function newAddressSecret(): string {
  return base32(crypto.getRandomValues(new Uint8Array(SECRET_BYTES)));
}

/** The address as it is given to whoever sends receipts. */
export function addressText(mailbox: Mailbox, recipient: Recipient): string {
  return `${mailbox.name}+${recipient.connection}-${recipient.secret}@${mailbox.domain}`;
}

/** Takes an envelope's recipient apart; null where it has not the shape of an address of ours. */
export function parseRecipient(mailbox: Mailbox, recipient: string): Recipient | null {
  // Only ASCII: the Kelvin sign is a "k" in lower case.
  if (recipient.length > RECIPIENT_CHARS_MAX || !/^[\x21-\x7e]+$/.test(recipient)) return null;
  const text = recipient.toLowerCase();
  const at = text.lastIndexOf("@");
  const [, name, connection = "", secret = ""] =
    LOCAL_PART.exec(text.slice(0, Math.max(at, 0))) ?? [];
  if (name !== mailbox.name || text.slice(at + 1) !== mailbox.domain || !isConnectionId(connection))
    return null;
  return { connection, secret };
}
