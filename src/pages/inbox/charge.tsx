// One charge of a message: its values with links to their places in the text, the reasons, the
// match, and a button for each decision.

import { PostButton } from "../ui/buttons.tsx";
import { Fact } from "../ui/table.tsx";
import { Fragment } from "hono/jsx";
import { useTarget } from "../ui/frame.tsx";
import { printDay } from "../ui/print.ts";
import type { Account } from "../ui/wire.ts";
import { Cash } from "./cash.tsx";
import { Correct, type Refused } from "./correct.tsx";
import { isMoney, StateMark } from "./list.tsx";
import { FIELDS, markId, type FieldName } from "./source.tsx";
import { LookAgain, Meeting, TakeBack } from "./match.tsx";
import type { ReadReceipt, ReceiptShown, Transaction } from "./wire.ts";
import { isAsked, kindWords, moneyWords, nextWords, reasonWords } from "./words.ts";

export interface ChargeProps {
  readonly message: string;
  readonly receipt: ReceiptShown;
  /** Its number among several; null if it is the only one. */
  readonly number: number | null;
  /** As it was read; null if that is no longer known. */
  readonly read: ReadReceipt | null;
  readonly accounts: readonly Account[];
  /** The matched transactions and the candidates. */
  readonly transactions: readonly Transaction[];
  readonly refused: Refused | null;
}

/** The charge with its reasons and buttons. */
export function Charge(props: ChargeProps) {
  const { receipt, number, read } = props;
  const heading = `receipt-${receipt.id}`;
  return (
    <section class="charge" aria-labelledby={heading}>
      <h2 id={heading}>
        {number === null ? "Details" : `${receipt.incoming ? "Credit" : "Charge"} ${number}`}{" "}
        <StateMark state={receipt.state} />
      </h2>
      {receipt.reason === null ? null : (
        <p class={isAsked(receipt) ? "caution" : "hint"}>
          <strong>{reasonWords(receipt.reason)}</strong>
          {receipt.detail === null ? null : `: ${receipt.detail}`}
        </p>
      )}
      {receipt.reason === null || !isAsked(receipt) ? null : <p>{nextWords(receipt.reason)}</p>}
      <Values receipt={receipt} read={read} />
      <Meeting message={props.message} receipt={receipt} transactions={props.transactions} />
      <Decide {...props} />
      {read === null || read.why.length === 0 ? null : (
        <details>
          <summary>Why it was read this way</summary>
          <ul class="why">
            {read.why.map((sentence) => (
              <li>{sentence}</li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

/** The values in use. A corrected value has no place in the message. */
function Values({ receipt, read }: Pick<ChargeProps, "receipt" | "read">) {
  const asks = receipt.kind === "forwarding confirmation";
  const believed: Readonly<Record<FieldName, string | null>> = {
    merchant: receipt.merchant,
    total: isMoney(receipt.kind) ? moneyWords(receipt) : null,
    date: asks ? null : receipt.date,
    dueOn: read?.dueOn?.value ?? null,
    order_number: receipt.order_number,
    card_last4: receipt.card_last4,
    subtotal: read?.subtotal?.value ?? null,
    tax: read?.tax?.value ?? null,
    shipping: read?.shipping?.value ?? null,
    tip: read?.tip?.value ?? null,
    discount: read?.discount?.value ?? null,
  };
  return (
    <dl class="values">
      <Fact term="Type">{`${kindWords(receipt.kind)}${receipt.corrected.includes("kind") ? " (corrected)" : ""}`}</Fact>
      {FIELDS.map(([name, label]) => {
        const text = believed[name];
        if (text === null) return null;
        const corrected = receipt.corrected.includes(name);
        const shown =
          name === "date" || name === "dueOn" ? (
            <time datetime={text}>{printDay(text)}</time>
          ) : (
            text
          );
        return (
          <Fact term={(asks ? ASKING_LABELS[name] : undefined) ?? label}>
            {read?.[name] && !corrected ? (
              <a href={`#${markId(receipt, name)}`} title="Show in the message">
                {shown}
              </a>
            ) : (
              shown
            )}
            {corrected ? " (corrected)" : null}
          </Fact>
        );
      })}
      <Items receipt={receipt} read={read} />
    </dl>
  );
}

/** Labels for the values of a forwarding confirmation. */
const ASKING_LABELS: Partial<Record<FieldName, string>> = {
  merchant: "Requested by",
  order_number: "Code",
};

const ITEMS_SHOWN = 50;

function Items({ receipt, read }: Pick<ChargeProps, "receipt" | "read">) {
  const { items } = receipt;
  if (items.length === 0) return null;
  return (
    <div class="items">
      <dt>Items</dt>
      {items.slice(0, ITEMS_SHOWN).map(({ name, quantity, amount }, index) => (
        <dd>
          {quantity === null || quantity === "1" ? null : `${quantity} × `}
          {read?.items[index]?.name.value === name ? (
            <a href={`#${markId(receipt, `item-${index}`)}`}>{name}</a>
          ) : (
            name
          )}
          {amount === null ? null : <Fragment>{`, ${amount}`}</Fragment>}
        </dd>
      ))}
      {items.length > ITEMS_SHOWN ? <dd>{`and ${items.length - ITEMS_SHOWN} more`}</dd> : null}
    </div>
  );
}

/** The buttons for the charge's state. */
function Decide({ message, receipt, read, accounts, refused }: ChargeProps) {
  const path = `/inbox/${encodeURIComponent(message)}`;
  const mine = refused?.receipt === receipt.id ? refused : null;
  const accept = useTarget(`${path}/import`);
  const ignore = useTarget(`${path}/ignore`);
  if (receipt.state === "matched" || receipt.state === "inserted")
    return <TakeBack message={message} receipt={receipt} />;
  const whole = isWhole(receipt);
  const open = receipt.state === "review" || receipt.state === "waiting";
  return (
    <>
      <div class="actions">
        <Accept receipt={receipt} read={read} action={accept} />
        <LookAgain message={message} receipt={receipt} />
        {open && whole ? <Cash message={message} receipt={receipt} accounts={accounts} /> : null}
        {receipt.reason === "ambiguous_currency" ? (
          <Currencies action={accept} receipt={receipt} read={read} accounts={accounts} />
        ) : null}
        {open || receipt.state === "duplicate" ? (
          <PostButton action={ignore} label="Ignore" fields={{ receipt: String(receipt.id) }} />
        ) : null}
      </div>
      {receipt.kind === "forwarding confirmation" ? null : (
        <details
          class="set-right"
          open={
            mine !== null ||
            (receipt.state === "review" && !whole && receipt.reason !== "ambiguous_currency")
          }
        >
          <summary>{DETAILS[receipt.state] ?? "Correct it or insert it now"}</summary>
          <Correct
            message={message}
            receipt={receipt}
            currencies={read?.total?.candidates ?? []}
            accounts={accounts}
            refused={mine}
          />
        </details>
      )}
    </>
  );
}

/** Whether it has everything that a transaction needs. */
function isWhole({ total, currency, date, kind }: ReceiptShown): boolean {
  return total !== null && currency !== null && date !== null && isMoney(kind);
}

/**
 * The button that accepts the values as they were read, unless the person must choose first, and one
 * for each other amount that the total may be, or for the other direction.
 */
function Accept({
  receipt,
  read,
  action,
}: Pick<ChargeProps, "receipt" | "read"> & { readonly action: string }) {
  const { id, state, reason, total, currency, incoming, account_id: account } = receipt;
  if (!isAsked(receipt) || !isWhole(receipt)) return null;
  if (reason === "several_matches" || reason === "paid_in_cash") return null;
  const others = listOtherTotals(receipt, read);
  const isInserted =
    state === "waiting" &&
    (reason === "sender_not_trusted" || (reason === "other_recipient" && account !== null));
  const isEither = reason === "ambiguous_direction";
  const accept = isEither ? `Accept as money ${incoming ? "in" : "out"}` : "Accept";
  const label = isInserted ? "Accept and insert now" : accept;
  const fields = { receipt: String(id), as_read: "yes" };
  const money = (amount: string | null) => `${amount ?? ""} ${currency?.toUpperCase() ?? ""}`;
  return (
    <>
      <PostButton
        action={action}
        label={others.length === 0 ? label : `${label}: ${money(total)}`}
        primary
        fields={fields}
      />
      {isEither ? (
        <PostButton
          action={action}
          label={`Accept as money ${incoming ? "out" : "in"} instead`}
          fields={{ ...fields, kind: otherWay(receipt) }}
        />
      ) : null}
      {others.map((other) => (
        <PostButton
          action={action}
          label={`Accept ${money(other)} instead`}
          fields={{ ...fields, total: other }}
        />
      ))}
    </>
  );
}

/** The kind that makes money in of money out, and the reverse. */
function otherWay({ kind, incoming }: ReceiptShown): string {
  if (!incoming) return "income";
  return kind === "bank alert" ? kind : "receipt";
}

/** The other amounts that the total may be. */
function listOtherTotals({ total }: ReceiptShown, read: ChargeProps["read"]): readonly string[] {
  const all = read?.doubts.flatMap(({ totals }) => totals ?? []) ?? [];
  return [...new Set(all)]
    .filter((other) => Number(other) !== Number(total))
    .slice(0, OTHER_TOTALS_MAX);
}

const OTHER_TOTALS_MAX = 4;

/**
 * A button for each currency that the symbol may mean: the commonest answer to the commonest
 * question. Those of the person's own accounts come first and are marked.
 */
function Currencies({
  action,
  receipt,
  read,
  accounts,
}: Pick<ChargeProps, "receipt" | "read" | "accounts"> & { readonly action: string }) {
  const held = new Set(accounts.map(({ currency }) => currency.toLowerCase()));
  const isOwn = (code: string) => held.has(code);
  const means = read?.total?.candidates ?? [];
  const own = means.filter(isOwn);
  const candidates = [...own, ...means.filter((code) => !isOwn(code))];
  if (candidates.length === 0 || receipt.total === null || receipt.date === null) return null;
  return (
    <form class="actions" method="post" action={action} aria-label="Currency">
      <input type="hidden" name="receipt" value={String(receipt.id)} />
      <input type="hidden" name="as_read" value="yes" />
      {candidates.slice(0, CURRENCIES_SHOWN).map((code) => (
        <button
          class={own.length === 1 && isOwn(code) ? "primary" : undefined}
          type="submit"
          name="currency"
          value={code}
        >
          {`Use ${code.toUpperCase()}${isOwn(code) ? ", as your accounts" : ""}`}
        </button>
      ))}
    </form>
  );
}

const CURRENCIES_SHOWN = 8;

const DETAILS: Partial<Record<ReceiptShown["state"], string>> = {
  ignored: "This is a payment",
  duplicate: "This is a different payment",
};
