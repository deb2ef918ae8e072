// Who sold: the merchant its domain is known for, else the sender's own display name without what mail programs and shops
// put around it. For payment services that write for others, the shop they name.

import type { Correspondent } from "../mail.ts";
import type { Seen } from "../receipt.ts";
import { folded } from "../labels/phrases.ts";
import { merchantByAddress, merchantByMark } from "./known.ts";

const NAME_CHARS_MAX = 120;
const MARK_CHARS_MAX = 20_000;
const AROUND = /^(?:no[-_ ]?reply|do[-_ ]?not[-_ ]?reply|info|orders?|receipts?|billing|support|service|kundenservice|noreply|notifications?|mailer|sales|payments?|invoices?|auto-confirm|customer ?service|team|hello|contact|shop|store|news)$/i;
const SERVICE_TAIL = /\s+(?:receipts?|orders?|billing|support|team|customer (?:service|care)|notifications?|payments?|invoices?|via \p{L}[\p{L} .]{1,30}|no[- ]?reply|kundenservice|bestellung(?:en)?|shop team)$/iu;

/** The text of the view that shows the sender. */
export function senderText(from: Correspondent): string {
  return from.name === "" ? from.address : `${from.name} <${from.address}>`;
}

/** The merchant with its place in the sender's view ("from"), or in `body`; null where neither says. */
export function merchantOf(from: Correspondent | null, body: { readonly view: string; readonly text: string } | null): Seen<string> | null {
  if (from !== null && from.address !== "") return bySender(from) ?? null;
  if (from !== null && from.name !== "") return named(from.name, 0, "sender's name");
  if (body === null) return null;
  const merchant = merchantByMark(folded(body.text.slice(-MARK_CHARS_MAX)));
  if (merchant === null) return null;
  const at = body.text.lastIndexOf(merchant.name);
  return at === -1 ? null : { value: merchant.name, span: { view: body.view, start: at, end: at + merchant.name.length }, rule: "the merchant's own words" };
}

function bySender(from: Correspondent): Seen<string> | null {
  const text = senderText(from);
  const merchant = merchantByAddress(from.address);
  if (merchant !== null && !merchant.onBehalf) {
    const at = text.lastIndexOf(from.address);
    return { value: merchant.name, span: { view: "from", start: at, end: at + from.address.length }, rule: "known domain" };
  }
  if (from.name !== "" && !AROUND.test(from.name.trim()) && !from.name.includes("@")) return named(from.name, 0, "sender's name");
  if (merchant !== null) return null;
  const domain = from.address.slice(from.address.lastIndexOf("@") + 1);
  const start = text.lastIndexOf(domain);
  return domain === "" ? null : { value: domain, span: { view: "from", start, end: start + domain.length }, rule: "sender's domain" };
}

function named(name: string, offset: number, rule: string): Seen<string> | null {
  const bare = name.slice(0, NAME_CHARS_MAX).replace(SERVICE_TAIL, "").replace(/["']/g, "").trim();
  if (bare === "") return null;
  const at = name.indexOf(bare);
  return at === -1 ? null : { value: bare, span: { view: "from", start: offset + at, end: offset + at + bare.length }, rule };
}
