// The form that changes a manual account, and those that close, reopen and delete it.

import { DescribedField, DescribedInput, CurrencyOptions } from "../ui/fields.tsx";
import { useTarget } from "../ui/frame.tsx";
import { printDay } from "../ui/print.ts";
import { TypeOptions } from "../import/account-fields.tsx";
import type { OneManual } from "./wire.ts";

/** The fields of the form that hold text. */
export const TEXT_FIELDS = ["name", "display_name", "institution_name", "subtype"] as const;
export type EditField =
  (typeof TEXT_FIELDS)[number] | "type" | "currency" | "exclude_from_transactions";

/** The texts of the form: the account's, or after a refusal those that were typed. */
export interface EditState {
  readonly typed: Readonly<Record<EditField, string>>;
  /** The values that the person saw. The form sends them along. */
  readonly was: Readonly<Record<EditField, string>>;
  readonly errors: ReadonlyMap<string, string>;
  readonly alert: string | null;
}

/** The form's texts of an account. */
export function readTexts(account: OneManual): EditState["typed"] {
  return {
    name: account.name,
    display_name: isDerived(account) ? "" : (account.display_name ?? ""),
    institution_name: account.institution_name ?? "",
    subtype: account.subtype ?? "",
    type: account.type,
    currency: account.currency,
    exclude_from_transactions: account.exclude_from_transactions === true ? "yes" : "",
  };
}

/** Whether the display name is only derived from other fields. */
export function isDerived({
  name,
  display_name: shown,
  institution_name: bank,
}: Pick<OneManual, "name" | "display_name" | "institution_name">): boolean {
  return shown == null || shown === (bank ? `${bank} ${name}` : name);
}

interface EditProps {
  readonly account: OneManual;
  readonly state: EditState;
  readonly formKey: string;
}

/** The form that changes the account. */
export function EditForm({ account, state, formKey }: EditProps) {
  const { typed, was, errors, alert } = state;
  const isOpen = errors.size > 0 || alert !== null;
  const text = (name: (typeof TEXT_FIELDS)[number], label: string, most: number, help?: string) => (
    <DescribedInput
      id={`edit-${name}`}
      label={label}
      error={errors.get(name) ?? null}
      {...(help !== undefined && { help })}
      name={name}
      value={typed[name]}
      required={name === "name"}
      maxlength={most}
    />
  );
  return (
    <details id="edit" class="account-edit" open={isOpen}>
      <summary id="edit-open">Edit this account</summary>
      <form
        class="edit-form"
        method="post"
        action={useTarget(`/accounts/manual/${account.id}`)}
        data-swap="head edit"
      >
        {alert === null ? null : (
          <p class="alert" role="alert">
            {alert}
          </p>
        )}
        <input type="hidden" name="key" value={formKey} />
        {Object.entries(was).map(([name, value]) => (
          <input type="hidden" name={`was.${name}`} value={value} />
        ))}
        {text("name", "Name", 45)}
        {text("institution_name", "Bank", 50)}
        {text("display_name", "Shown as", 100, "Left empty, it is shown by its bank and name.")}
        <Choices typed={typed} errors={errors} />
        {text("subtype", "Type in detail", 100, "For example checking, savings, retirement.")}
        <label class="tick">
          <input
            type="checkbox"
            name="exclude_from_transactions"
            value="yes"
            checked={typed.exclude_from_transactions !== ""}
          />
          <span>Do not offer it for transactions that are entered by hand</span>
        </label>
        <button class="primary" type="submit" id="edit-save">
          Save
        </button>
      </form>
    </details>
  );
}

function Choices({ typed, errors }: Pick<EditState, "typed" | "errors">) {
  return (
    <>
      <DescribedField
        id="edit-type"
        label="Type"
        error={errors.get("type") ?? null}
        help="On a credit card or a loan the balance is what you owe."
        control={(described) => (
          <select id="edit-type" name="type" {...described}>
            <TypeOptions chosen={typed.type} />
          </select>
        )}
      />
      <DescribedField
        id="edit-currency"
        label="Currency"
        error={errors.get("currency") ?? null}
        help="The balance keeps its figure. Transactions keep their currencies."
        control={(described) => (
          <select id="edit-currency" name="currency" {...described}>
            <CurrencyOptions chosen={typed.currency} />
          </select>
        )}
      />
    </>
  );
}

/** The forms that close the account on a date or reopen it, and the link to its deletion. */
export function Closing({
  account,
  today,
  error,
}: {
  readonly account: OneManual;
  readonly today: string;
  readonly error: string | null;
}) {
  const path = `/accounts/manual/${account.id}`;
  return (
    <section id="closing" aria-labelledby="closing-title">
      <h2 id="closing-title">Close or delete</h2>
      {account.status === "closed" ? (
        <form method="post" action={useTarget(`${path}/reopen`)} data-swap="head closing">
          <p>{`Closed on ${printDay(account.closed_on ?? "")}. Its transactions and its history stay.`}</p>
          <button type="submit" id="reopen">
            Reopen
          </button>
        </form>
      ) : (
        <details class="ask-once" open={error !== null}>
          <summary id="close-open">Close…</summary>
          <form method="post" action={useTarget(`${path}/close`)} data-swap="head closing">
            <p>
              A closed account leaves the lists and today’s net worth. Its transactions and its
              history stay.
            </p>
            <DescribedInput
              id="closed-on"
              label="Closed on"
              error={error}
              name="closed_on"
              type="date"
              required
              value={today}
            />
            <button class="primary" type="submit" id="close">
              Close account
            </button>
          </form>
        </details>
      )}
      <p>
        <a href={`${path}/delete`}>Delete this account…</a>
      </p>
    </section>
  );
}
