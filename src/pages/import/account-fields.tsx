// The fields of a new account, on the import page and in a question of an import.

import { typeWords } from "../accounts/words.ts";
import { CurrencyOptions, Field, InputField } from "../ui/fields.tsx";

/** accountTypeEnum of the service, the likeliest for a statement first. */
const ACCOUNT_TYPES = [
  "cash",
  "credit",
  "investment",
  "loan",
  "cryptocurrency",
  "employee compensation",
  "real estate",
  "vehicle",
  "other asset",
  "other liability",
] as const;

type AccountType = (typeof ACCOUNT_TYPES)[number];

/** The options of an account's type; `chosen` is selected. */
export function TypeOptions({ chosen }: { readonly chosen: string }) {
  return (
    <>
      {ACCOUNT_TYPES.map((type) => (
        <option value={type} selected={type === chosen}>
          {typeWords(type)}
        </option>
      ))}
    </>
  );
}

const CREDIT_CARD =
  /\b(?:credit|kreditkarte|mastercard|visa|amex|american express|carte de cr[eé]dit|tarjeta de cr[eé]dito|cart[aã]o de cr[eé]dito|carta di credito|creditcard|kreditkort|(?<!debit )card)\b/iu;

/** The type that an account of this name has most likely: a card's debt must not count as wealth. */
export function proposeAccountType(...names: readonly string[]): AccountType {
  return names.some((name) => CREDIT_CARD.test(name.replaceAll(/[\d_.-]+/g, " ")))
    ? "credit"
    : "cash";
}

/** The service's limit for an account's name. */
export const ACCOUNT_NAME_CHARS_MAX = 45;

interface AccountFieldsProps {
  /** The prefix of each field's name, if the form has other fields. */
  readonly prefix?: string;
  readonly name?: string;
  readonly type?: string;
  /** A currency code in lower case. */
  readonly currency?: string;
  readonly required?: boolean;
}

/** Name, type and currency. */
export function AccountFields({
  prefix = "",
  name = "",
  type = "cash",
  currency = "usd",
  required = false,
}: AccountFieldsProps) {
  return (
    <>
      <InputField
        label="Name"
        name={`${prefix}name`}
        value={name}
        required={required}
        maxlength={ACCOUNT_NAME_CHARS_MAX}
        autocomplete="off"
      />
      <Field label="Type">
        <select name={`${prefix}type`}>
          <TypeOptions chosen={type} />
        </select>
      </Field>
      <Field label="Currency">
        <select name={`${prefix}currency`}>
          <CurrencyOptions chosen={currency} />
        </select>
      </Field>
    </>
  );
}
