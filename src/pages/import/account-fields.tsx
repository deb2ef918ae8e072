// The fields of a new account, on the import page and in a question of an import.

import { CurrencyOptions, Field, InputField } from "../ui/fields.tsx";

/** accountTypeEnum of the service, the likeliest for a statement first. */
export const ACCOUNT_TYPES = [
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

/** The service's limit for an account's name. */
export const ACCOUNT_NAME_CHARS_MAX = 45;

interface AccountFieldsProps {
  /** The prefix of each field's name, if the form has other fields. */
  readonly prefix?: string;
  readonly name?: string;
  /** A currency code in lower case. */
  readonly currency?: string;
  readonly required?: boolean;
}

/** Name, type and currency. */
export function AccountFields({
  prefix = "",
  name = "",
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
          {ACCOUNT_TYPES.map((type) => (
            <option value={type}>{type}</option>
          ))}
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
