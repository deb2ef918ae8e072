// The inbox as a list, by state, and the list of unmatched receipts of all messages.

import { InputField } from "../ui/fields.tsx";
import { DataTable, numeric } from "../ui/table.tsx";
import { useTarget } from "../ui/frame.tsx";
import { plural, printCount, printDay, printTime } from "../ui/print.ts";
import { Alert, Pager, Shell } from "../ui/shell.tsx";
import type { InboxCounts, InboxState, ListedMessage, ListedReceipt } from "./wire.ts";
import {
  kindWords,
  MAIL_STATES,
  moneyWords,
  personWords,
  reasonWords,
  unnamedWords,
} from "./words.ts";

/** The filters of the list; "" shows all. */
export const MAIL_FILTERS = [
  { state: "", label: "All" },
  { state: "review", label: "Needs review" },
  { state: "waiting", label: "Waiting" },
  { state: "matched", label: "Matched" },
  { state: "inserted", label: "Inserted" },
  { state: "ignored", label: "Ignored" },
  { state: "duplicate", label: "Duplicates" },
] as const;

interface ListProps {
  readonly messages: readonly ListedMessage[];
  readonly counts: InboxCounts;
  readonly state: (typeof MAIL_FILTERS)[number]["state"];
  readonly page: number;
  readonly hasMore: boolean;
  /** Seconds until the next reload; null if nothing is in progress. */
  readonly refresh: number | null;
  /** How many of the receipts shown have exactly one possible transaction. */
  readonly sure?: number;
  /** The size of the largest message. */
  readonly mailBytes: number;
  /** Of how many of the receipts shown only the sender is in doubt. */
  readonly acceptable?: number;
  readonly alert?: string | null;
}

/** One page of messages, newest first. */
export function InboxList({
  messages,
  counts,
  state,
  page,
  hasMore,
  refresh,
  sure = 0,
  acceptable = 0,
  mailBytes,
  alert = null,
}: ListProps) {
  const address = (filter: string, to: number) =>
    listAddress("/inbox", { state: filter, page: to === 1 ? "" : String(to) });
  const isEmpty = messages.length === 0 && page === 1 && state === "";
  return (
    <Shell title="Inbox" current="/inbox" refresh={refresh} scripts={["/inbox.js"]}>
      <h1>Inbox</h1>
      <p class="lead">
        Receipts that arrived at your <a href="/connections#addresses">receipt addresses</a>, with
        the details read from them and the transactions they belong to.
      </p>
      <Alert message={alert} />
      {isEmpty ? (
        <Begin mailBytes={mailBytes} />
      ) : (
        <>
          <Filters current={state} counts={counts} />
          {sure === 0 ? null : (
            <p>
              <a class="button" href="/inbox/matches">
                {`Match ${plural(sure, "receipt")} with one possible transaction`}
              </a>
            </p>
          )}
          {acceptable < 2 ? null : (
            <p>
              <a class="button" href="/inbox/senders">
                {`Accept ${plural(acceptable, "receipt")} of new senders`}
              </a>
            </p>
          )}
          <div id="mail" data-working={refresh === null ? "no" : "yes"}>
            {messages.length === 0 ? <p>No messages.</p> : <Messages messages={messages} />}
          </div>
          <Pager
            page={page}
            hasMore={hasMore}
            href={(to) => address(state, to)}
            newer="Newer"
            older="Older"
          />
          <Bring mailBytes={mailBytes} />
        </>
      )}
    </Shell>
  );
}

/** What to do before the first message. */
function Begin({ mailBytes }: { readonly mailBytes: number }) {
  return (
    <>
      <section class="step" aria-labelledby="begin">
        <h2 class="sentence" id="begin">
          No receipts yet
        </h2>
        <ol class="why">
          <li>
            Create a <a href="/connections#addresses">receipt address</a>: one for your own mailbox,
            or one for each shop.
          </li>
          <li>
            Forward a receipt to it, or set up a rule in your mail program. Instructions for common
            mail programs are below the addresses.
          </li>
          <li>
            The receipt appears here, with the details found in it and the transaction it belongs
            to.
          </li>
        </ol>
        <p class="hint">
          A receipt never becomes a second transaction. It waits for its bank transaction and is
          attached to it, unless you choose otherwise for an address.
        </p>
      </section>
      <Bring mailBytes={mailBytes} />
    </>
  );
}

/** Mail servers count in these. */
const MAIL_MEGABYTE = 1_048_576;

/** The upload of a saved message. */
function Bring({ mailBytes }: { readonly mailBytes: number }) {
  return (
    <details class="panel">
      <summary>Upload a message</summary>
      <form
        class="row-form"
        method="post"
        action={useTarget("/inbox")}
        enctype="multipart/form-data"
      >
        <InputField
          label={`Saved message (.eml), up to ${mailBytes / MAIL_MEGABYTE} MB`}
          name="file"
          type="file"
          required
          accept=".eml,message/rfc822"
        />
        <button type="submit">Upload</button>
      </form>
    </details>
  );
}

function Filters({ current, counts }: { readonly current: string; readonly counts: InboxCounts }) {
  return (
    <nav class="filters" aria-label="Messages to show">
      {MAIL_FILTERS.map(({ state, label }) => (
        <a
          href={listAddress("/inbox", { state })}
          aria-current={state === current ? "true" : undefined}
        >
          {state === "" ? label : `${label} (${printCount(counts[state] ?? 0)})`}
        </a>
      ))}
      <a
        href="/inbox/unmatched"
        aria-current={current === "unmatched" ? "true" : undefined}
      >{`Unmatched receipts (${printCount(counts.unmatched)})`}</a>
    </nav>
  );
}

function Messages({ messages }: { readonly messages: readonly ListedMessage[] }) {
  return (
    <DataTable
      class="inbox"
      caption="Messages, newest first"
      columns={["Message", "Status", numeric("Amount"), "Date", "Received"]}
    >
      {messages.map((message) => (
        <MessageRow message={message} />
      ))}
    </DataTable>
  );
}

/** The subject below a merchant, else the sender. */
function Subtitle({
  hasMerchant,
  message: { subject, from },
}: {
  readonly hasMerchant: boolean;
  readonly message: ListedMessage;
}) {
  if (hasMerchant && subject) return <small>{subject}</small>;
  return from === null ? null : <small>{personWords(from)}</small>;
}

function amountWords(receipts: ListedMessage["receipts"]): string {
  const [only] = receipts;
  if (only === undefined) return "";
  // A bank's list of the day has money in as well as out.
  const word = receipts.some(({ incoming }) => incoming) ? "movement" : "charge";
  if (receipts.length > 1) return plural(receipts.length, word);
  return isMoney(only.kind) ? moneyWords(only) : "";
}

function MessageRow({ message }: { readonly message: ListedMessage }) {
  const { receipts } = message;
  const [only] = receipts;
  const single = receipts.length === 1 && only !== undefined ? only : null;
  const title =
    single?.merchant ??
    message.subject ??
    (message.from === null ? unnamedWords(message.state) : personWords(message.from));
  return (
    <tr>
      <th scope="row" class="about">
        <a href={`/inbox/${encodeURIComponent(message.id)}`}>{title || "No subject"}</a>
        <Subtitle hasMerchant={Boolean(single?.merchant)} message={message} />
      </th>
      <td class="standing">
        <StateMark state={message.state} />
        <Why message={message} />
      </td>
      <td class={single?.incoming === true ? "number amount in" : "number amount"}>
        {amountWords(receipts)}
      </td>
      <td class="date">
        {single?.date ? <time datetime={single.date}>{printDay(single.date)}</time> : null}
      </td>
      <td class="when">
        <time datetime={message.received_at}>{printTime(message.received_at)}</time>
      </td>
    </tr>
  );
}

function Why({
  message: { receipts, reason, detail, state },
}: {
  readonly message: ListedMessage;
}) {
  const [only] = receipts;
  const kind = receipts.length === 1 && only !== undefined ? kindWords(only.kind) : null;
  if (reason !== null && state !== "ignored")
    return <small title={detail ?? undefined}>{reasonWords(reason)}</small>;
  return <small>{kind ?? (reason === null ? "" : reasonWords(reason))}</small>;
}

/** Whether an amount is worth showing: the figures of a confirmation or a notice are not. */
export function isMoney(kind: string): boolean {
  return kind !== "not a transaction" && kind !== "forwarding confirmation";
}

/** A state as a mark, in words and line style. */
export function StateMark({ state }: { readonly state: InboxState }) {
  return <span class={`state state-${state}`}>{MAIL_STATES[state].word}</span>;
}

interface UnmatchedProps {
  readonly receipts: readonly ListedReceipt[];
  readonly counts: InboxCounts;
  readonly page: number;
  readonly hasMore: boolean;
}

/** All receipts without a transaction, of all messages. */
export function Unmatched({ receipts, counts, page, hasMore }: UnmatchedProps) {
  return (
    <Shell title="Unmatched receipts" current="/inbox">
      <h1>Unmatched receipts</h1>
      <p class="lead">
        Tributary looks for their bank transactions after every import, and once a day for 45 days.
      </p>
      <Filters current="unmatched" counts={counts} />
      {receipts.length === 0 ? (
        <p>Every receipt has a transaction.</p>
      ) : (
        <Receipts receipts={receipts} caption="Unmatched receipts, newest first" />
      )}
      <Pager
        page={page}
        hasMore={hasMore}
        href={(to) => listAddress("/inbox/unmatched", { page: to === 1 ? "" : String(to) })}
        newer="Newer"
        older="Older"
      />
    </Shell>
  );
}

/** Receipts of several messages, a row each. */
export function Receipts({
  receipts,
  caption,
}: {
  readonly receipts: readonly ListedReceipt[];
  readonly caption: string;
}) {
  return (
    <DataTable
      class="inbox"
      caption={caption}
      columns={["Receipt", "Status", numeric("Amount"), "Date"]}
    >
      {receipts.map((receipt) => (
        <tr>
          <th scope="row" class="about">
            <a href={`/inbox/${encodeURIComponent(receipt.message.id)}#receipt-${receipt.id}`}>
              {receipt.merchant ?? receipt.message.subject ?? "Receipt"}
            </a>
            {receipt.order_number === null ? null : <small>{`No. ${receipt.order_number}`}</small>}
          </th>
          <td class="standing">
            <StateMark state={receipt.state} />
            {receipt.reason === null ? null : (
              <small title={receipt.detail ?? undefined}>{reasonWords(receipt.reason)}</small>
            )}
          </td>
          <td class={receipt.incoming ? "number amount in" : "number amount"}>
            {moneyWords(receipt)}
          </td>
          <td class="date">
            {receipt.date === null ? (
              ""
            ) : (
              <time datetime={receipt.date}>{printDay(receipt.date)}</time>
            )}
          </td>
        </tr>
      ))}
    </DataTable>
  );
}

function listAddress(path: string, query: Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(
    Object.entries(query).filter(([, value]) => value !== ""),
  ).toString();
  return text === "" ? path : `${path}?${text}`;
}
