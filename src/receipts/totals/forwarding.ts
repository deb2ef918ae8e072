// The messages by which a mail provider asks whether it may forward to an address. They are shown
// with their code, never followed and never a receipt. They are recognised by the sender alone,
// since anyone can write the words.

import type { MailDocument } from "../mail.ts";
import type { Claim, Seen, View } from "../receipt.ts";

interface Provider {
  readonly name: string;
  readonly address: RegExp;
  /** Words that the subject must hold, since the address also sends other messages. */
  readonly words: RegExp;
}

const PROVIDERS: readonly Provider[] = [
  { name: "Gmail", address: /^forwarding-noreply@google\.com$/, words: /./ },
  {
    name: "Outlook",
    address: /@(?:accountprotection\.microsoft\.com|microsoft\.com|outlook\.com|live\.com)$/,
    words: /forward|weiterleit|transf[eé]r|reenv|inoltr/i,
  },
  {
    name: "Yahoo",
    address: /@(?:cc\.yahoo-inc\.com|yahoo\.com|yahoo-inc\.com)$/,
    words: /verif|forward/i,
  },
  {
    name: "Proton",
    address: /@(?:notify\.proton\.me|proton\.me|protonmail\.com)$/,
    words: /forward/i,
  },
  {
    name: "iCloud",
    address: /@(?:apple\.com|icloud\.com|email\.apple\.com|id\.apple\.com)$/,
    words: /forward/i,
  },
];
// Gmail prints nine digits, in the subject after "#" and again in the body.
const CODE = /(?<![\d-])(?:\d{8,10}|\d{3} \d{3} \d{3})(?!\d)/g;
const ADDRESS = /[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9.-]{1,200}\.[A-Za-z]{2,24}/g;
const BODY_CHARS_MAX = 4_000;

/**
 * The claim of a forwarding confirmation: the code as its number, the address that asks as its
 * merchant. Null for any other message.
 */
export function readForwardingConfirmation(document: MailDocument): Claim | null {
  const from = document.from?.address ?? "";
  const provider = PROVIDERS.find(
    (one) => one.address.test(from) && one.words.test(document.subject),
  );
  if (provider === undefined) return null;
  const views = viewsToSearch(document);
  const [code] = findAll(views, CODE, "confirmation code");
  const asking = findAll(views, ADDRESS, "who asks to forward").find(
    ({ value }) =>
      !value.endsWith("google.com") &&
      !document.to.some(({ address }) => address === value.toLowerCase()),
  );
  return {
    source: "header",
    kind: {
      value: "forwarding confirmation",
      span: { view: "subject", start: 0, end: document.subject.length },
      rule: `${provider.name} asks`,
    },
    ...(code === undefined ? {} : { order_number: code }),
    ...(asking === undefined ? {} : { merchant: asking }),
  };
}

function viewsToSearch(document: MailDocument): readonly View[] {
  const subject: View = { name: "subject", text: document.subject };
  const body = document.views.find(({ name }) => name === "text" || name === "html");
  return body === undefined
    ? [subject]
    : [subject, { name: body.name, text: body.text.slice(0, BODY_CHARS_MAX) }];
}

function findAll(views: readonly View[], pattern: RegExp, rule: string): readonly Seen<string>[] {
  return views.flatMap(({ name, text }) =>
    [...text.matchAll(pattern)].map(({ 0: value, index }) => ({
      value,
      span: { view: name, start: index, end: index + value.length },
      rule,
    })),
  );
}
