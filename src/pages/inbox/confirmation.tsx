// The message that a mail program sends before it forwards to an address: its code and its link.
// Nothing here follows the link. The person does with one click, if they asked for it.

import { CopyableText } from "../ui/buttons.tsx";
import type { DocumentShown, ReceiptShown } from "./wire.ts";

const LINKS_SHOWN = 3;
const LINK = /https:\/\/[\x21-\x7e]{1,1000}/g;

/** The hosts of the known mail programs. Other links stay in the text. */
const HOSTS = [
  "mail-settings.google.com",
  "mail.google.com",
  "isolated.mail.google.com",
  "outlook.live.com",
  "outlook.office.com",
  "account.live.com",
  "mail.yahoo.com",
  "login.yahoo.com",
  "mail.proton.me",
  "account.proton.me",
  "verify.proton.me",
  "www.icloud.com",
  "app.fastmail.com",
  "www.fastmail.com",
  "mail.zoho.com",
  "mail.zoho.eu",
];

/** Finds the links in a text that lead to a mail program's own pages. */
export function confirmationLinks(text: string): readonly string[] {
  const found = [...text.slice(0, TEXT_CHARS_MAX).matchAll(LINK)].map(([link]) =>
    link.replace(/[)>\].,;"']+$/, ""),
  );
  return [...new Set(found)]
    .filter((link) => URL.canParse(link) && isOfProgram(new URL(link)))
    .slice(0, LINKS_SHOWN);
}

/** A name or a port in an address would lead elsewhere than it seems. */
function isOfProgram({ protocol, hostname, port, username, password }: URL): boolean {
  const isPlain = port === "" && username === "" && password === "";
  return protocol === "https:" && isPlain && HOSTS.includes(hostname);
}

const TEXT_CHARS_MAX = 20_000;

interface ConfirmationProps {
  readonly receipt: ReceiptShown;
  readonly document: DocumentShown | undefined;
  /** Whether the mail program's domain signed the message. */
  readonly vouched: boolean;
}

/** The code to be copied, and the link to be followed by one click. */
export function Confirmation({ receipt, document, vouched }: ConfirmationProps) {
  const links = confirmationLinks((document?.views ?? []).map(({ text }) => text).join("\n"));
  return (
    <section class="step" aria-labelledby="confirmation">
      <h2 class="sentence" id="confirmation">
        Confirm mail forwarding
      </h2>
      <p>{`${receipt.merchant === null ? "Somebody" : receipt.merchant} wants to forward mail to your receipt address. If you asked for this, confirm it in your mail program; Tributary does not confirm anything for you. If you did not, ignore this message and change the address.`}</p>
      {vouched ? null : (
        <p class="caution">
          This message could not be verified: it may not come from the mail program it names. Use
          its link only if you asked for it just now.
        </p>
      )}
      {receipt.order_number === null ? null : (
        <CopyableText
          id="code"
          before={<span>Code</span>}
          text={receipt.order_number}
          ariaLabel="Copy the code"
        />
      )}
      {links.map((link, index) => (
        <div class="actions">
          <a
            class={vouched && index === 0 ? "button primary" : "button"}
            href={link}
            target="_blank"
            rel="noopener noreferrer nofollow"
          >
            {`Confirm at ${new URL(link).hostname}`}
          </a>
          <CopyableText
            id={`link-${index}`}
            before={<span>Link</span>}
            text={link}
            ariaLabel="Copy the link"
          />
        </div>
      ))}
      {receipt.order_number === null && links.length === 0 ? (
        <p class="hint">
          No code and no link to a known mail program was found. See the message below.
        </p>
      ) : null}
    </section>
  );
}
