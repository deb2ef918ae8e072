// The page of one message: what to do, each charge next to its text, the message as sent (in a
// frame that runs nothing and loads nothing), the sender check, and the history.

import { ConfirmButton, PostButton } from "../ui/buttons.tsx";
import { useTarget } from "../ui/frame.tsx";
import { RememberedPanel } from "./remembered.tsx";
import { plural, printBytes, printTime } from "../ui/print.ts";
import { Alert, Shell } from "../ui/shell.tsx";
import type { Account } from "../ui/wire.ts";
import { Charge } from "./charge.tsx";
import { Confirmation } from "./confirmation.tsx";
import { Correct, type Refused } from "./correct.tsx";
import { listPlaces, findReading, Source } from "./source.tsx";
import type { DocumentShown, InboxDetail, Transaction } from "./wire.ts";
import {
  carrierWords,
  historyWords,
  MAIL_STATES,
  nextWords,
  personWords,
  reasonWords,
  unnamedWords,
  verdictWords,
  whoWords,
} from "./words.ts";

/** Seconds between reloads of a browser without scripts. */
export const REFRESH_SECONDS = 3;

export interface MessageProps {
  readonly message: InboxDetail;
  readonly accounts: readonly Account[];
  /** The transactions of its charges, and the candidates. */
  readonly transactions: readonly Transaction[];
  readonly refused?: Refused | null;
  readonly alert?: string | null;
}

/** The whole page. */
export function MessagePage(props: MessageProps) {
  const { message, alert = null } = props;
  const { working } = MAIL_STATES[message.state];
  const title = writeTitle(message);
  return (
    <Shell
      title={title}
      current="/inbox"
      scripts={["/copy.js", "/inbox.js"]}
      refresh={working ? REFRESH_SECONDS : null}
    >
      <h1 class="file">{title}</h1>
      <Origin message={message} />
      <div id="mail" data-working={working ? "yes" : "no"}>
        <Alert message={alert} />
        <Standing message={message} />
        <Documents {...props} />
        {(message.reading?.documents ?? []).map((document, index) => (
          <Look message={message} document={document} index={index} />
        ))}
        <RememberedPanel
          message={message.id}
          remembered={message.remembered}
          accounts={props.accounts}
        />
        <Vouched message={message} />
        <History message={message} />
        <Whole message={message} />
      </div>
    </Shell>
  );
}

function writeTitle({ subject, state }: InboxDetail): string {
  if (subject !== null && subject !== "") return subject;
  return subject === null ? unnamedWords(state) : "No subject";
}

function Origin({
  message: { id, from, received_at, bytes, door, envelope_from },
}: {
  readonly message: InboxDetail;
}) {
  return (
    <p class="origin">
      {from === null ? null : `From ${personWords(from)} · `}
      {door === "api"
        ? "uploaded "
        : `received by e-mail${envelope_from ? ` from ${envelope_from}` : ""} `}
      <time datetime={received_at}>{printTime(received_at)}</time>
      {" · "}
      <a href={`/api/inbox/${encodeURIComponent(id)}/message`}>original message</a>
      {`, ${printBytes(bytes)}`}
    </p>
  );
}

function Standing({ message }: { readonly message: InboxDetail }) {
  const { state, reason, detail, duplicate_of, imports, receipts, reading } = message;
  // A charge's own reason is shown with the charge.
  const own = receipts.some((receipt) => receipt.reason === reason);
  const doubts = reading?.doubts.filter((doubt) => doubt.detail !== detail) ?? [];
  return (
    <section class="step" aria-label="Status">
      <p class="sentence" role="status" id="sentence">
        {MAIL_STATES[state].sentence}
      </p>
      {reason === null || own ? null : (
        <p class={state === "review" ? "caution" : "hint"}>
          {reasonWords(reason)}
          {detail === null ? null : `: ${detail}`}
        </p>
      )}
      {reason === null || state !== "review" || own ? null : <p>{nextWords(reason)}</p>}
      {doubts.map((doubt) => (
        <p class="caution">{`${reasonWords(doubt.reason)}: ${doubt.detail}`}</p>
      ))}
      {reading?.cut === true ? (
        <p class="hint">This message is long. Only the beginning of its text is shown.</p>
      ) : null}
      {state !== "duplicate" || duplicate_of !== null ? null : (
        <p class="hint">The original message was deleted. Its changes to the budget stay.</p>
      )}
      {duplicate_of === null ? null : (
        <p>
          <a href={`/inbox/${encodeURIComponent(duplicate_of)}`}>See the original message</a>
        </p>
      )}
      {imports.map((run) => (
        <p>
          <a href={`/imports/${encodeURIComponent(run)}`}>
            See the import of the attached statement
          </a>
        </p>
      ))}
    </section>
  );
}

/** Each document with its charges. A charge whose document is gone comes alone. */
function Documents({ message, accounts, transactions, refused = null }: MessageProps) {
  const { receipts, reading } = message;
  const documents = reading?.documents ?? [];
  const orphans = receipts.filter(({ document }) => documents[document] === undefined);
  const confirmation = receipts.find(({ kind }) => kind === "forwarding confirmation");
  const nothing = receipts.length === 0 && reading !== null && message.duplicate_of === null;
  const charge = (receipt: (typeof receipts)[number]) => (
    <Charge
      message={message.id}
      receipt={receipt}
      number={receipts.length === 1 ? null : receipts.indexOf(receipt) + 1}
      read={findReading(receipt, documents[receipt.document])}
      accounts={accounts}
      transactions={transactions}
      refused={refused}
    />
  );
  return (
    <>
      {confirmation === undefined ? null : (
        <Confirmation
          receipt={confirmation}
          document={documents[confirmation.document]}
          vouched={message.verdict?.result === "pass"}
        />
      )}
      {documents.map((document, index) => {
        const own = receipts.filter((receipt) => receipt.document === index);
        if (own.length === 0) return null;
        const places = own.flatMap((receipt) => {
          const read = findReading(receipt, document);
          return read === null ? [] : listPlaces(receipt, read);
        });
        return (
          <div class="beside">
            <div>{own.map(charge)}</div>
            <Source document={document} places={places} />
          </div>
        );
      })}
      {orphans.map(charge)}
      {nothing ? (
        <details class="panel set-right" open={refused !== null}>
          <summary>This is a payment</summary>
          <Correct message={message.id} receipt={null} accounts={accounts} refused={refused} />
        </details>
      ) : null}
    </>
  );
}

/** A text that fits a low frame: nobody outside of the frame can know the height of its page. */
const SHORT_CHARS = 700;

/**
 * A document as its sender laid it out. The frame runs nothing, sends nothing and loads nothing.
 */
function Look({
  message,
  document,
  index,
}: {
  readonly message: InboxDetail;
  readonly document: DocumentShown;
  readonly index: number;
}) {
  const { from, subject, carrier, chain, note, sent, attachments, views } = document;
  const several = (message.reading?.documents.length ?? 0) > 1;
  const heading = `document-${index}`;
  const isShort = views.every(({ text }) => text.length <= SHORT_CHARS);
  return (
    <section class="panel" aria-labelledby={heading}>
      <h2 id={heading}>
        {several ? `Message ${index + 1}: ${subject || "no subject"}` : "Message"}
      </h2>
      <p class="hint">
        {`${personWords(from)}${sent === null ? "" : `, ${sent.day}`}, ${carrierWords(carrier)}`}
        {chain.length === 0
          ? null
          : ` by ${chain.map((one) => personWords(one.from)).join(", before that by ")}`}
      </p>
      {note === null || note === "" ? null : <blockquote class="note">{note}</blockquote>}
      <iframe
        class={isShort ? "mail-frame short" : "mail-frame"}
        sandbox=""
        loading={index === 0 ? "eager" : "lazy"}
        title={`Message ${index + 1} as sent`}
        src={`/api/inbox/${encodeURIComponent(message.id)}/html?document=${index}`}
      />
      <p class="hint">
        Remote pictures and other outside content are not loaded, links are shown as text, and
        nothing in the message runs. The sender cannot tell that you opened it.
      </p>
      <Attachments message={message.id} attachments={attachments} />
    </section>
  );
}

function Attachments({
  message,
  attachments,
}: { readonly message: string } & Pick<DocumentShown, "attachments">) {
  if (attachments.length === 0) return null;
  return (
    <>
      <h3>{plural(attachments.length, "attachment")}</h3>
      <ul>
        {attachments.map(({ n, name, media_type, bytes, is_statement }) => (
          <li>
            <a href={`/api/inbox/${encodeURIComponent(message)}/attachments/${n}`} download="">
              {name || "unnamed"}
            </a>
            {` (${media_type}, ${printBytes(bytes)})${is_statement ? ": recognized as a bank statement; you get a preview before it is imported" : ""}`}
          </li>
        ))}
      </ul>
      <p class="hint">
        Attachments are not opened or checked for viruses here. Open only files that you expected.
      </p>
    </>
  );
}

function Vouched({ message: { verdict } }: { readonly message: InboxDetail }) {
  return (
    <section class="panel" aria-labelledby="vouched">
      <h2 id="vouched">Sender check</h2>
      <p>{verdictWords(verdict)}</p>
      {verdict === null || verdict.why.length === 0 ? null : (
        <ul class="why">
          {verdict.why.map((sentence) => (
            <li>{sentence}</li>
          ))}
        </ul>
      )}
    </section>
  );
}

function History({ message: { history, receipts } }: { readonly message: InboxDetail }) {
  if (history.length === 0) return null;
  const number = (id: number | null) =>
    id === null || receipts.length < 2
      ? ""
      : ` (charge ${receipts.findIndex((receipt) => receipt.id === id) + 1})`;
  return (
    <section class="panel" aria-labelledby="history">
      <h2 id="history">History</h2>
      <ol class="plain happened">
        {history.map(({ at, who, receipt, what }) => (
          <li>
            <time datetime={at}>{printTime(at)}</time>
            {` ${whoWords(who)}${number(receipt)}: ${historyWords(what)}`}
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The buttons for the whole message. */
function Whole({ message: { id, state, receipts } }: { readonly message: InboxDetail }) {
  const path = `/inbox/${encodeURIComponent(id)}`;
  const reread = useTarget(`${path}/reread`);
  const ignore = useTarget(`${path}/ignore`);
  const remove = useTarget(`${path}/delete`);
  const { working } = MAIL_STATES[state];
  const canIgnore =
    !working &&
    state !== "duplicate" &&
    state !== "ignored" &&
    state !== "matched" &&
    state !== "inserted" &&
    receipts.length !== 1;
  return (
    <div class="actions">
      {working || state === "duplicate" ? null : <PostButton action={reread} label="Read again" />}
      {canIgnore ? <PostButton action={ignore} label="Ignore message" /> : null}
      <ConfirmButton
        label="Delete…"
        ask="The message and its attachments will be deleted here. The budget does not change."
        action={remove}
        confirm="Delete message"
      />
    </div>
  );
}
