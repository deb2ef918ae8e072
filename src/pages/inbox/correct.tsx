// A receipt's values as a form, filled with what was read. Only the fields that the person changed
// are sent, because corrections are remembered for the sender.

import type { JSX } from "hono/jsx";
import { AccountOptions, Field, InputField, type Described } from "../ui/fields.tsx";
import { useTarget } from "../ui/frame.tsx";
import { readText } from "../ui/form.ts";
import type { Account } from "../ui/wire.ts";
import type { ReceiptShown } from "./wire.ts";
import { KIND_CHOICES } from "./words.ts";

/** The form's content, as typed. */
export type Typed = Readonly<Record<Name, string>>;

const NAMES = [
  "kind",
  "merchant",
  "total",
  "currency",
  "date",
  "order_number",
  "card_last4",
  "account_id",
] as const;
type Name = (typeof NAMES)[number];

/** A refused form: its receipt, its content, and the wrong field. */
export interface Refused {
  readonly receipt: number | null;
  readonly typed: Typed;
  readonly field: string | null;
}

/** The form's content for a receipt; empty for none. */
export function fillForm(receipt: ReceiptShown | null): Typed {
  const kind = KIND_CHOICES.some(([known]) => known === receipt?.kind) ? (receipt?.kind ?? "") : "";
  const text = (name: "merchant" | "total" | "currency" | "date" | "order_number" | "card_last4") =>
    receipt?.[name] ?? "";
  return {
    kind,
    merchant: text("merchant"),
    total: text("total"),
    currency: text("currency").toUpperCase(),
    date: text("date"),
    order_number: text("order_number"),
    card_last4: text("card_last4"),
    account_id: receipt?.account_id === null || receipt === null ? "" : String(receipt.account_id),
  };
}

/** Reads the form as it was sent. */
export function typedIn(form: Readonly<Record<string, unknown>>): Typed {
  const text = (name: Name) => readText(form[name]).trim();
  return {
    kind: text("kind"),
    merchant: text("merchant"),
    total: text("total"),
    currency: text("currency"),
    date: text("date"),
    order_number: text("order_number"),
    card_last4: text("card_last4"),
    account_id: text("account_id"),
  };
}

/** The differences to the receipt, as the API takes them. A cleared number becomes null. */
export function findCorrections(
  typed: Typed,
  receipt: ReceiptShown | null,
): Readonly<Record<string, string | number | null>> {
  const before = fillForm(receipt);
  const changed = NAMES.filter(
    (name) =>
      typed[name].toLowerCase() !== before[name].toLowerCase() ||
      (name === "merchant" && typed[name] !== before[name]),
  );
  return Object.fromEntries(
    changed.flatMap((name): [string, string | number | null][] => {
      const text = typed[name];
      if (text === "")
        return name === "order_number" || name === "card_last4" ? [[name, null]] : [];
      return [[name, name === "account_id" ? Number(text) : text]];
    }),
  );
}

/** The form's name for the field that a refusal names. */
export function findField(path: string | null): string | null {
  const name = path?.split("/").at(-1) ?? "";
  return NAMES.some((known) => known === name) ? name : null;
}

interface CorrectProps {
  readonly message: string;
  readonly receipt: ReceiptShown | null;
  /** The currencies that its symbol may mean. */
  readonly currencies?: readonly string[];
  readonly accounts: readonly Account[];
  readonly refused: Refused | null;
}

/** The whole form, with both buttons. */
export function Correct({ message, receipt, currencies = [], accounts, refused }: CorrectProps) {
  const id = receipt === null ? "new" : String(receipt.id);
  return (
    <form
      class="correct"
      method="post"
      action={useTarget(`/inbox/${encodeURIComponent(message)}/import`)}
    >
      {receipt === null ? null : <input type="hidden" name="receipt" value={id} />}
      {currencies.length === 0 ? null : (
        <datalist id={`currencies-${id}`}>
          {currencies.map((code) => (
            <option value={code.toUpperCase()} />
          ))}
        </datalist>
      )}
      <Values
        typed={refused?.typed ?? fillForm(receipt)}
        wrong={(name) => markWrong(name, refused, `wrong-${id}`)}
        list={currencies.length === 0 ? undefined : `currencies-${id}`}
        accounts={accounts}
      />
      {refused === null ? null : (
        <p class="error" id={`wrong-${id}`}>
          Nothing was changed.
        </p>
      )}
      <div class="actions">
        <button class="primary" type="submit" name="mode" value="wait">
          Save and wait for the bank transaction
        </button>
        <button type="submit" name="mode" value="insert">
          Save and insert now
        </button>
      </div>
      <p class="hint">
        If you insert it now, it goes into the chosen account and is merged with the bank
        transaction later. Your corrections are remembered for this sender.
      </p>
    </form>
  );
}

function markWrong(name: Name, refused: Refused | null, id: string): Described {
  return refused?.field === name ? { "aria-invalid": "true", "aria-describedby": id } : {};
}

interface ValuesProps {
  readonly typed: Typed;
  readonly wrong: (name: Name) => Described;
  /** The id of the currencies to choose from. */
  readonly list: string | undefined;
  readonly accounts: readonly Account[];
}

function Values({ typed, wrong, list, accounts }: ValuesProps) {
  const text = (name: Name, label: string, input: JSX.IntrinsicElements["input"]) => (
    <InputField
      label={label}
      name={name}
      value={typed[name]}
      autocomplete="off"
      spellcheck={false}
      {...input}
      {...wrong(name)}
    />
  );
  return (
    <div class="column-grid">
      <Field label="Type">
        <select name="kind" required {...wrong("kind")}>
          {typed.kind === "" ? <option value="">Choose one</option> : null}
          {KIND_CHOICES.map(([kind, words]) => (
            <option value={kind} selected={kind === typed.kind}>
              {words}
            </option>
          ))}
        </select>
      </Field>
      {text("merchant", "Merchant", { maxlength: 120 })}
      {text("total", "Total, such as 12.34", {
        maxlength: 20,
        required: true,
        pattern: "\\d{1,12}(\\.\\d{1,4})?",
        inputmode: "decimal",
      })}
      {text("currency", "Currency, such as USD", {
        maxlength: 3,
        required: true,
        pattern: "[A-Za-z]{3}",
        list,
      })}
      <InputField
        label="Date"
        name="date"
        type="date"
        value={typed.date}
        required
        {...wrong("date")}
      />
      {text("order_number", "Order or invoice number", { maxlength: 100 })}
      {text("card_last4", "Last digits of the card", {
        maxlength: 5,
        pattern: "\\d{4,5}",
        inputmode: "numeric",
      })}
      <Field label="Account">
        <select name="account_id" {...wrong("account_id")}>
          <option value="">No account</option>
          <AccountOptions accounts={accounts} chosen={typed.account_id} />
        </select>
      </Field>
    </div>
  );
}
