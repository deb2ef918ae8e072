// Instructions for the common mail programs, a row each. Other people's programs change, so each
// row gives the words to look for, not their place on the screen.

interface Program {
  readonly name: string;
  /** With a rule, for every receipt to come. */
  readonly rule: readonly string[];
  /** By hand, one message at a time. */
  readonly byHand: string;
}

export const PROGRAMS: readonly Program[] = [
  {
    name: "Gmail",
    rule: [
      "Settings → See all settings → Forwarding and POP/IMAP → Add a forwarding address: paste the receipt address.",
      "Gmail sends a confirmation message, which appears in the inbox here with its code. Enter the code in Gmail, next to the address.",
      "Leave “Disable forwarding” on. Open the filter in the search field, enter the shop in From, choose Create filter → Forward it to.",
    ],
    byHand:
      "Open the message, ⋮ → Forward as attachment. To send several at once, select them in the list first. “Forward” works too.",
  },
  {
    name: "Outlook and Microsoft 365",
    rule: [
      "Settings → Mail → Rules → Add new rule. Condition: From the shop. Action: Redirect to the receipt address.",
      "Redirect keeps the shop’s signature. If Redirect is not offered, “Forward to” works too. Your company may not allow either.",
    ],
    byHand: "Message → More actions → Forward as attachment. “Forward” works too.",
  },
  {
    name: "Apple Mail and iCloud",
    rule: [
      "iCloud.com → Mail → Settings → Rules → Add Rule: if the message is from the shop, then forward to the receipt address.",
      "In Mail on a Mac: Settings → Rules → Add Rule: From contains the shop; perform Redirect Message to the receipt address.",
    ],
    byHand:
      "On a Mac: Message → Forward as Attachment, or Redirect. On an iPhone: the arrow → Forward.",
  },
  {
    name: "Proton Mail",
    rule: [
      "Settings → All settings → Forward and auto-reply → Forward emails: add the receipt address, with a condition on the sender.",
      "Proton sends a confirmation message, which appears in the inbox here with its link. Copy the link and open it in your browser.",
    ],
    byHand: "Open the message → Forward. Or export it as .eml and upload it on the inbox page.",
  },
  {
    name: "Fastmail",
    rule: [
      "Settings → Filters & Rules → Create rule: From the shop; action: Send a copy to the receipt address.",
    ],
    byHand: "Open the message → More → Forward as attachment. “Forward” works too.",
  },
  {
    name: "Yahoo Mail",
    rule: [
      "Settings → More settings → Mailboxes → your mailbox → Forwarding: enter the receipt address. Yahoo forwards the whole mailbox, and may offer this only with a paid plan.",
      "Yahoo sends a confirmation message, which appears in the inbox here. Messages that are not receipts are ignored here; a separate mailbox for shops is better.",
    ],
    byHand: "Open the message → Forward.",
  },
  {
    name: "Other mail programs, and shops",
    rule: [
      "Create a rule that redirects or forwards the shop’s messages to the receipt address. Or give the shop the address and have it send receipts there.",
    ],
    byHand:
      "“Forward as attachment”, “Redirect” and “Bounce to” keep the message with the shop’s signature. “Forward” works too, in the formats of the common mail programs.",
  },
];

interface ProgramsProps {
  /** The origin of this deployment. */
  readonly origin: string;
  /** An address for a trial on a developer's computer; null elsewhere. */
  readonly tryOut: string | null;
}

/** The instructions, folded, one program each. */
export function Programs({ origin, tryOut }: ProgramsProps) {
  return (
    <section class="programs" aria-labelledby="programs-title">
      <h3 id="programs-title">How to send receipts here</h3>
      {PROGRAMS.map(({ name, rule, byHand }) => (
        <details>
          <summary>{name}</summary>
          <p>
            <strong>With a rule</strong>
          </p>
          <ol>
            {rule.map((step) => (
              <li>{step}</li>
            ))}
          </ol>
          <p>
            <strong>By hand</strong> {byHand}
          </p>
        </details>
      ))}
      <details>
        <summary>With a script</summary>
        <p>Send a raw message with an import key:</p>
        <pre>{`curl -H "Authorization: Bearer $KEY" -H "Content-Type: message/rfc822" \\\n  --data-binary @message.eml "${origin}/api/inbox"`}</pre>
      </details>
      {tryOut === null ? null : (
        <details>
          <summary>Try it on this computer</summary>
          <p>
            You need no mail server. This command delivers a message as the mail platform would:
          </p>
          <pre>{`curl --data-binary @samples/receipt.eml \\\n  "${origin}/cdn-cgi/local/email?from=you@mail.example&to=${encodeURIComponent(tryOut)}"`}</pre>
          <p>
            Then open the <a href="/inbox">inbox</a>.
          </p>
        </details>
      )}
    </section>
  );
}
