// How mail gets here from the programs people read it with: what to click there, a row each. Facts about other people's
// programs, which change: each row says the words to look for, not where they stand.

interface Program {
  readonly name: string;
  /** By itself, for every receipt to come. */
  readonly rule: readonly string[];
  /** By hand, a message at a time. */
  readonly byHand: string;
}

export const PROGRAMS: readonly Program[] = [
  {
    name: "Gmail",
    rule: [
      "Settings → See all settings → Forwarding and POP/IMAP → Add a forwarding address: paste the receipt address.",
      "Gmail sends a confirmation to it. It appears in the inbox here with its code: enter the code in Gmail, beside the address.",
      "Leave “Disable forwarding” on. In the search field open the filter, write the shop into From, choose Create filter → Forward it to.",
    ],
    byHand:
      "Open the message, ⋮ → Forward as attachment. To send several at once, mark them in the list first. Plain “Forward” works too.",
  },
  {
    name: "Outlook and Microsoft 365",
    rule: [
      "Settings → Mail → Rules → Add new rule. Condition: From, the shop. Action: Redirect to, the receipt address.",
      "Redirect keeps the message as the shop signed it; “Forward to” works where Redirect is not offered. A company may forbid both.",
    ],
    byHand: "Message → More actions → Forward as attachment. Plain “Forward” works too.",
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
      "Proton sends a confirmation to it. It appears in the inbox here with its link: copy the link and open it in your browser.",
    ],
    byHand:
      "Open the message → Forward. Or export it as .eml and bring it as a file on the inbox page.",
  },
  {
    name: "Fastmail",
    rule: [
      "Settings → Filters & Rules → Create rule: From, the shop; action Send a copy to, the receipt address.",
    ],
    byHand: "Open the message → More → Forward as attachment. Plain “Forward” works too.",
  },
  {
    name: "Yahoo Mail",
    rule: [
      "Settings → More settings → Mailboxes → your mailbox → Forwarding: the receipt address. Yahoo forwards the whole mailbox, and where it offers it only with a paid plan.",
      "Yahoo sends a confirmation to it, which appears in the inbox here. What is no receipt is ignored here; a mailbox of its own for shops is better.",
    ],
    byHand: "Open the message → Forward.",
  },
  {
    name: "Any other, and shops",
    rule: [
      "A rule that redirects or forwards what comes from a shop to the receipt address. Or give the address to the shop itself, as the one for its receipts.",
    ],
    byHand:
      "“Forward as attachment” keeps a message whole, with the shop’s signature; “Redirect” and “Bounce to” do too; plain “Forward” is read in the forms that the common programs write.",
  },
];

interface ProgramsProps {
  /** Where this deployment is. */
  readonly origin: string;
  /** An address to try it with on a developer's machine; null elsewhere. */
  readonly tryOut: string | null;
}

/** The instructions, one program each, folded. */
export function Programs({ origin, tryOut }: ProgramsProps) {
  return (
    <section class="programs" aria-labelledby="programs-title">
      <h3 id="programs-title">How to get receipts here</h3>
      {PROGRAMS.map(({ name, rule, byHand }) => (
        <details>
          <summary>{name}</summary>
          <p>
            <strong>By a rule</strong>
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
        <summary>By script</summary>
        <p>A raw message is taken with an import key:</p>
        <pre>{`curl -H "Authorization: Bearer $KEY" -H "Content-Type: message/rfc822" \\\n  --data-binary @message.eml "${origin}/api/inbox"`}</pre>
      </details>
      {tryOut === null ? null : (
        <details>
          <summary>Try it on this machine</summary>
          <p>No mail server is needed: this hands a message over as the platform would.</p>
          <pre>{`curl --data-binary @samples/receipt.eml \\\n  "${origin}/cdn-cgi/local/email?from=you@mail.example&to=${encodeURIComponent(tryOut)}"`}</pre>
          <p>
            Then look into the <a href="/inbox">inbox</a>.
          </p>
        </details>
      )}
    </section>
  );
}
