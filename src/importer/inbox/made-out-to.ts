// Compares the address that a receipt is made out to with the addresses that the person is known
// by. A shop signs each of its receipts, so the signature of an accepted shop does not say whose
// purchase it was. An address that hides another one proves nothing, so nobody is asked about it.

import type { Mailbox } from "../../config.ts";
import type { Sql } from "../../platform/sql/sql.ts";
import type { Correspondent } from "../../receipts/mail.ts";
import { parseRecipient } from "../connection/recipient.ts";
import type { Facts } from "./facts.ts";

/** The addresses that a person is known by, as foldAddress writes them. */
export interface OwnAddresses {
  /** The address of their account, and those that they have forwarded receipts from. */
  readonly known: ReadonlySet<string>;
  /** The addresses that they said are theirs. */
  readonly confirmed: ReadonlySet<string>;
  /** Whether it is a receipt address of this connection. */
  readonly isReceiptAddress: (address: string) => boolean;
}

/** An address of a receipt that the person is not known by. */
export interface MadeOut {
  readonly address: string;
  /** Whether the person said that it is theirs. */
  readonly isConfirmed: boolean;
}

/** Services whose addresses stand for another one: at these domains and below them. */
const RELAYS: readonly string[] = (
  "privaterelay.appleid.com relay.firefox.com mozmail.com duck.com " +
  "simplelogin.com simplelogin.co simplelogin.fr aleeas.com slmail.me silomails.com " +
  "8alias.com 8shield.net dralias.com " +
  "anonaddy.com anonaddy.me addy.io addymail.com 4wrd.cc mailer.me " +
  "passmail.net passmail.com passinbox.com passfwd.com 33mail.com erine.email spamgourmet.com opayq.com"
).split(" ");

/** A whole address: a local part, and a domain with a dot. */
const PLAIN = /^[^\s\p{C}@]{1,64}@(?=.{1,253}$)[^\s\p{C}@.]+(?:\.[^\s\p{C}@.]+)+$/u;

/** The address in lower case, without the part behind a plus. */
export function foldAddress(address: string): string {
  const text = address.trim().toLowerCase();
  const at = text.lastIndexOf("@");
  const plus = text.indexOf("+");
  return plus > 0 && plus < at ? text.slice(0, plus) + text.slice(at) : text;
}

/** The addresses that the person of a connection is known by. */
export function listOwnAddresses(
  sql: Sql,
  connection: string,
  mailbox: Mailbox | null,
): OwnAddresses {
  const account = sql.first<{ email: string }>("SELECT email FROM connection")?.email ?? "";
  const accepted = sql.all<{ kind: string; who: string }>(
    "SELECT kind, who FROM trusted WHERE kind IN ('forwarder','recipient')",
  );
  const listOf = (wanted: string) =>
    accepted.filter(({ kind }) => kind === wanted).map(({ who }) => foldAddress(who));
  return {
    known: new Set([foldAddress(account), ...listOf("forwarder")].filter(isPlain)),
    confirmed: new Set(listOf("recipient")),
    isReceiptAddress: (address) =>
      mailbox !== null && parseRecipient(mailbox, address)?.connection === connection,
  };
}

/**
 * The address of a receipt's recipients that the person is not known by, or was not until they
 * confirmed it. Null if one of the recipients is the person or may be, because its address hides
 * another one; if none has an address; or if the person is known by no address.
 */
export function findMadeOut(
  recipients: readonly Correspondent[],
  { known, confirmed, isReceiptAddress }: OwnAddresses,
): MadeOut | null {
  if (known.size === 0 && confirmed.size === 0) return null;
  if (recipients.some(({ address }) => isReceiptAddress(address))) return null;
  const addresses = recipients.map(({ address }) => foldAddress(address)).filter(isPlain);
  if (addresses.some((address) => known.has(address) || isRelayed(address))) return null;
  const mine = addresses.find((address) => confirmed.has(address));
  if (mine !== undefined) return { address: mine, isConfirmed: true };
  const [first] = addresses;
  return first === undefined ? null : { address: first, isConfirmed: false };
}

/**
 * Adds the question whether a receipt is the person's. The bank's row may answer it, so it comes
 * before the other questions of that kind.
 */
export function askIfYours(facts: Facts, madeOut: MadeOut | null): Facts {
  if (madeOut === null || madeOut.isConfirmed || facts.class === "none") return facts;
  const detail = `This receipt is made out to ${madeOut.address}. Is it yours?`;
  return { ...facts, doubts: [{ reason: "other_recipient", detail }, ...facts.doubts] };
}

function isPlain(address: string): boolean {
  return PLAIN.test(address);
}

function isRelayed(address: string): boolean {
  const domain = address.slice(address.lastIndexOf("@") + 1);
  return RELAYS.some((relay) => domain === relay || domain.endsWith(`.${relay}`));
}
