// A receipt's values as a form, filled with what was read. Only the fields that the person changed
// are sent, because corrections are remembered for the sender.

import { AccountOptions, Field, InputField } from "../ui/fields.tsx";
import { useTarget } from "../ui/frame.tsx";
import { textOf } from "../ui/form.ts";
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
export function typedOf(receipt: ReceiptShown | null): Typed {
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
  const text = (name: Name) => textOf(form[name]).trim();
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
export function correctionsOf(
  typed: Typed,
  receipt: ReceiptShown | null,
): Readonly<Record<string, string | number | null>> {
  const before = typedOf(receipt);
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
export function fieldOf(path: string | null): string | null {
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
  const typed = refused?.typed ?? typedOf(receipt);
  const id = receipt === null ? "new" : String(receipt.id);
  const wrong = (name: Name) =>
    refused?.field === name
      ? { "aria-invalid": "true" as const, "aria-describedby": `wrong-${id}` }
      : {};
  return (
    <form
      class="correct"
      method="post"
      action={useTarget(`/inbox/${encodeURIComponent(message)}/import`)}
    >
      {receipt === null ? null : <input type="hidden" name="receipt" value={String(receipt.id)} />}
      {currencies.length === 0 ? null : (
        <datalist id={`currencies-${id}`}>
          {currencies.map((code) => (
            <option value={code.toUpperCase()} />
          ))}
        </datalist>
      )}
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
        <Text name="merchant" label="Merchant" typed={typed} wrong={wrong} max={120} />
        <Text
          name="total"
          label="Total, such as 12.34"
          typed={typed}
          wrong={wrong}
          max={20}
          required
          pattern="\d{1,12}(\.\d{1,4})?"
          mode="decimal"
        />
        <Text
          name="currency"
          label="Currency, such as USD"
          typed={typed}
          wrong={wrong}
          max={3}
          required
          pattern="[A-Za-z]{3}"
          list={currencies.length === 0 ? undefined : `currencies-${id}`}
        />
        <InputField
          label="Date"
          name="date"
          type="date"
          value={typed.date}
          required
          {...wrong("date")}
        />
        <Text
          name="order_number"
          label="Order or invoice number"
          typed={typed}
          wrong={wrong}
          max={100}
        />
        <Text
          name="card_last4"
          label="Last digits of the card"
          typed={typed}
          wrong={wrong}
          max={5}
          pattern="\d{4,5}"
          mode="numeric"
        />
        <Field label="Account">
          <select name="account_id" {...wrong("account_id")}>
            <option value="">No account</option>
            <AccountOptions accounts={accounts} chosen={typed.account_id} />
          </select>
        </Field>
      </div>
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

interface TextProps {
  readonly name: Name;
  readonly label: string;
  readonly typed: Typed;
  readonly wrong: (name: Name) => object;
  readonly max: number;
  readonly required?: boolean;
  readonly pattern?: string;
  readonly mode?: "decimal" | "numeric";
  readonly list?: string | undefined;
}

function Text({
  name,
  label,
  typed,
  wrong,
  max,
  required = false,
  pattern,
  mode,
  list,
}: TextProps) {
  return (
    <InputField
      label={label}
      name={name}
      value={typed[name]}
      maxlength={max}
      required={required}
      pattern={pattern}
      inputmode={mode}
      list={list}
      autocomplete="off"
      spellcheck={false}
      {...wrong(name)}
    />
  );
}
