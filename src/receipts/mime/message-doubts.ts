// The doubts about a parsed message: headers that contradict each other, letters that were not
// decoded, and parts that only other programs can open.

import type { Email } from "postal-mime";
import type { MailHeader } from "../mail.ts";
import type { Doubt } from "../receipt.ts";

/** The doubts about a message's headers, letters and parts. */
export function doubtMessage(email: Email, headers: readonly MailHeader[]): readonly Doubt[] {
  return [...doubtHeaders(headers), ...doubtLetters(email), ...doubtUnreadParts(email)];
}

/** Headers that a message may have only once: the first one counts. */
function doubtHeaders(headers: readonly MailHeader[]): readonly Doubt[] {
  const differs = (name: string): boolean =>
    new Set(headers.filter((header) => header.name === name).map(({ value }) => value)).size > 1;
  const doubts: Doubt[] = [];
  if (differs("from"))
    doubts.push({
      reason: "unknown_sender",
      detail: "The mail has several From headers that differ; the first was taken.",
    });
  if (differs("subject"))
    doubts.push({
      reason: "parse_error",
      detail: "The mail has several Subject headers that differ; the first was taken.",
    });
  return doubts;
}

function doubtLetters({ subject, html, text }: Email): readonly Doubt[] {
  const texts = [subject, html, text].filter((one) => one !== undefined);
  return texts.some((one) => one.includes("\ufffd"))
    ? [
        {
          reason: "parse_error",
          detail: "Some characters could not be decoded with the charset the mail names.",
        },
      ]
    : [];
}

interface UnreadPart {
  readonly types: readonly string[];
  readonly names: RegExp;
  readonly what: string;
}

/** Parts that only other programs open. */
// prettier-ignore
const UNREAD: readonly UnreadPart[] = [
  { types: ["application/ms-tnef", "application/vnd.ms-tnef"], names: /^winmail\.dat$/i, what: "a winmail.dat, which only Outlook opens" },
  { types: ["application/vnd.ms-outlook"], names: /\.msg$/i, what: "a message in Outlook's own format (.msg)" },
  { types: ["application/pkcs7-mime", "application/x-pkcs7-mime"], names: /^smime\.p7m$/i, what: "a signed or encrypted body (S/MIME)" },
  { types: ["application/pgp-encrypted"], names: /\.(?:pgp|gpg)$/i, what: "an encrypted message (PGP)" },
];

function doubtUnreadParts({ attachments }: Email): readonly Doubt[] {
  return UNREAD.filter(({ types, names }) =>
    attachments.some(
      ({ mimeType, filename }) => types.includes(mimeType) || names.test(filename ?? ""),
    ),
  ).map(({ what }) => ({
    reason: "unsupported_type",
    detail: `The mail carries ${what}; what is in it was not read.`,
  }));
}
