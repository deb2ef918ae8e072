// The mails by which a mail provider asks whether messages may be forwarded to an address: shown with their code, never
// followed and never a receipt. Known by the sender alone, since anyone can write the words.

import type { MailDocument } from "../mail.ts";
import type { Claim, View } from "../receipt.ts";

interface Provider {
  readonly name: string;
  readonly address: RegExp;
  /** What else subject or body must show, since the address also writes other mail. */
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
// Gmail prints nine digits, in the subject behind "#" and again in the body.
const CODE = /(?<![\d-])(\d{8,10}|\d{3} \d{3} \d{3})(?!\d)/;
const ASKING = /[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9.-]{1,200}\.[A-Za-z]{2,24}/g;
const BODY_CHARS_MAX = 4_000;

/** The claim of a forwarding confirmation: the code as its number, who asks as its merchant; null for any other mail. */
export function forwardingConfirmation(document: MailDocument): Claim | null {
  const from = document.from?.address ?? "";
  const subject: View = { name: "subject", text: document.subject };
  const provider = PROVIDERS.find(
    (one) => one.address.test(from) && one.words.test(document.subject),
  );
  if (provider === undefined) return null;
  const body = document.views.find(({ name }) => name === "text" || name === "html");
  const views =
    body === undefined
      ? [subject]
      : [subject, { name: body.name, text: body.text.slice(0, BODY_CHARS_MAX) }];
  const code = firstIn(views, CODE);
  const asking = views
    .flatMap((view) => [...view.text.matchAll(ASKING)].map((match) => ({ view, match })))
    .find(
      ({ match }) =>
        !match[0].endsWith("google.com") &&
        !document.to.some(({ address }) => address === match[0].toLowerCase()),
    );
  const kind = {
    value: "forwarding confirmation" as const,
    span: { view: "subject", start: 0, end: subject.text.length },
    rule: `${provider.name} asks`,
  };
  return {
    source: "header",
    kind,
    ...(code === null
      ? {}
      : { order_number: { value: code.value, span: code.span, rule: "confirmation code" } }),
    ...(asking === undefined
      ? {}
      : {
          merchant: {
            value: asking.match[0],
            span: {
              view: asking.view.name,
              start: asking.match.index,
              end: asking.match.index + asking.match[0].length,
            },
            rule: "who asks to forward",
          },
        }),
  };
}

function firstIn(
  views: readonly View[],
  pattern: RegExp,
): { value: string; span: { view: string; start: number; end: number } } | null {
  for (const view of views) {
    const match = pattern.exec(view.text);
    const value = match?.[1];
    if (match !== null && value !== undefined)
      return {
        value,
        span: { view: view.name, start: match.index, end: match.index + value.length },
      };
  }
  return null;
}
