// Form fields: a control with its label, and where the form can be refused, with the reason beside it.

import type { Child, JSX } from "hono/jsx";
import { currencyChoices, currencyLabel } from "./currency-names.ts";
import { accountName } from "./client.ts";
import type { Account } from "./wire.ts";

type InputProps = JSX.IntrinsicElements["input"];

/** A control inside its label. */
export function Field({ label, children }: { readonly label: string; readonly children?: Child }) {
  return (
    <label class="field">
      <span>{label}</span>
      {children}
    </label>
  );
}

/** An input inside its label. */
export function InputField({ label, ...input }: InputProps & { readonly label: string }) {
  return (
    <Field label={label}>
      <input {...input} />
    </Field>
  );
}

interface DescribedFieldProps {
  readonly id: string;
  readonly label: Child;
  /** Why the value was refused; null where it was not. */
  readonly error: string | null;
  readonly help?: Child;
  /** The control; it gets the attributes that tie it to the reason and to the help. */
  readonly control: (described: Described) => Child;
}

/** A control with its label, the reason it was refused, and a line of help. */
export function DescribedField({ id, label, error, help, control }: DescribedFieldProps) {
  const helpId = help === undefined ? null : `${id}-help`;
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {control(describeControl(id, error, helpId))}
      <FieldError id={id} error={error} />
      {helpId === null ? null : <small id={helpId}>{help}</small>}
    </div>
  );
}

/** The same for a plain input that is filled in by hand. */
export function DescribedInput({
  id,
  label,
  error,
  help,
  ...input
}: Omit<DescribedFieldProps, "control" | "id"> & InputProps & { readonly id: string }) {
  return (
    <DescribedField
      id={id}
      label={label}
      error={error}
      help={help}
      control={(described) => <input id={id} autocomplete="off" {...input} {...described} />}
    />
  );
}

/** Why a field was refused. */
export function FieldError({ id, error }: { readonly id: string; readonly error: string | null }) {
  return error === null ? null : (
    <p class="refused" id={`${id}-error`} role="alert">
      {error}
    </p>
  );
}

export interface Described {
  readonly "aria-describedby"?: string;
  readonly "aria-invalid"?: "true";
}

/** Ties a control to the reason it was refused, and to its help if it has some. */
export function describeControl(
  id: string,
  error: string | null,
  help: string | null = null,
): Described {
  const by = [...(error === null ? [] : [`${id}-error`]), ...(help === null ? [] : [help])];
  return {
    ...(by.length > 0 && { "aria-describedby": by.join(" ") }),
    ...(error !== null && { "aria-invalid": "true" }),
  };
}

/** The accounts to choose from, each with its currency. */
export function AccountOptions({
  accounts,
  chosen,
}: {
  readonly accounts: readonly Account[];
  readonly chosen: string | null;
}) {
  return (
    <>
      {accounts.map((account) => (
        <option value={account.id} selected={account.id === chosen}>
          {`${accountName(account)} (${account.currency.toUpperCase()})`}
        </option>
      ))}
    </>
  );
}

/** Currencies to choose from with their names; the chosen one also where it is no longer in use. */
export function CurrencyOptions({
  codes,
  chosen,
}: {
  readonly codes?: readonly string[];
  readonly chosen: string;
}) {
  return (
    <>
      {(codes ?? currencyChoices(chosen)).map((code) => (
        <option value={code} selected={code === chosen}>
          {currencyLabel(code)}
        </option>
      ))}
    </>
  );
}

/** A radio button as a choice, with its words. */
export function RadioChoice({
  label,
  hint = null,
  ...input
}: InputProps & { readonly label: string; readonly hint?: Child }) {
  return (
    <label class="choice">
      <input type="radio" {...input} />
      <span>
        <strong>{label}</strong>
        {hint}
      </span>
    </label>
  );
}
