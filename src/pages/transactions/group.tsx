// The page on which a person groups a transaction with others. Searching keeps the choice and the
// typed texts, since the address has them. It needs no script.

import { NOTES_CHARS_MAX, PAYEE_CHARS_MAX, SEARCH_CHARS_MAX } from "../../platform/limits.ts";
import { DescribedInput, Field } from "../ui/fields.tsx";
import { useTarget } from "../ui/frame.tsx";
import { plural, printDay } from "../ui/print.ts";
import { Alert, Shell } from "../ui/shell.tsx";
import { DataTable, hidden, numeric } from "../ui/table.tsx";
import { CategoryOptions } from "./category-options.tsx";
import { backQuery, BackToOne, Lead } from "./lead.tsx";
import { nameAccount, nameCategory, type Names } from "./read-names.ts";
import { Amount } from "./rows.tsx";
import type { Transaction } from "./wire.ts";

/** The typed fields of the form. */
export interface TypedGroup {
  readonly payee: string;
  readonly date: string;
  /** An id; null for none. */
  readonly category: number | null;
  readonly notes: string;
}

export interface GroupPageProps {
  readonly transaction: Transaction;
  /** The chosen transactions, which come first. */
  readonly picked: readonly Transaction[];
  readonly offers: readonly Transaction[];
  /** The words that were searched for. */
  readonly words: string;
  readonly typed: TypedGroup;
  readonly names: Names;
  readonly back: string;
  readonly formKey: string;
  readonly alert?: string | null;
  /** Why the date was refused. */
  readonly dateError?: string | null;
}

/** The page with the form. */
export function GroupPage(props: GroupPageProps) {
  const { transaction, words, names, back, formKey, alert = null } = props;
  const path = `/transactions/${transaction.id}/group`;
  return (
    <Shell title="Group" current="/transactions">
      <BackToOne transaction={transaction} back={back} />
      <h1 class="file">{`Group ${transaction.payee || "this transaction"} with others`}</h1>
      <Lead transaction={transaction} names={names} />
      <p>
        A group is shown as one transaction, with the sum of its members: a purchase and its refund,
        or all costs of a trip. You can take it apart at any time.
      </p>
      <Alert message={alert} />
      <form class="group-form" method="post" action={useTarget(path)}>
        <button
          class="hidden"
          type="submit"
          formmethod="get"
          formaction={path}
          tabindex={-1}
          aria-hidden="true"
        >
          Search
        </button>
        <input type="hidden" name="back" value={back} />
        <input type="hidden" name="key" value={formKey} />
        <div class="search-line" role="search">
          <label class="field">
            <span class="hidden">Search for the others</span>
            <input
              type="search"
              id="q"
              name="q"
              value={words}
              placeholder="Payee, notes or the bank's text"
              maxlength={SEARCH_CHARS_MAX}
            />
          </label>
          <button type="submit" id="search" formmethod="get" formaction={path}>
            Search
          </button>
        </div>
        <Offers {...props} />
        <GroupFields {...props} />
        <p class="actions">
          <button class="primary" type="submit" id="save-group">
            Group
          </button>
          <a href={`/transactions/${transaction.id}${backQuery(back)}`}>Cancel</a>
        </p>
      </form>
    </Shell>
  );
}

function Offers({ picked, offers, words, names }: GroupPageProps) {
  const chosen = new Set(picked.map(({ id }) => id));
  const rows = [...picked, ...offers.filter(({ id }) => !chosen.has(id))];
  if (rows.length === 0)
    return (
      <p class="hint">
        {words === ""
          ? "There is nothing else in the days around it. Search for the others."
          : `Nothing was found for “${words}”.`}
      </p>
    );
  return (
    <>
      <p class="hint">
        {words === ""
          ? `${plural(rows.length, "transaction")} of the days around it. Tick those that belong together.`
          : `${plural(offers.length, "transaction")} found. What you ticked stays.`}
      </p>
      <DataTable
        class="ledger picks"
        caption="Transactions to choose from"
        columns={[
          hidden("In the group"),
          "Date",
          "Payee",
          "Category",
          "Account",
          numeric("Amount"),
        ]}
      >
        {rows.map((row) => (
          <Pick row={row} isPicked={chosen.has(row.id)} names={names} />
        ))}
      </DataTable>
    </>
  );
}

function Pick({
  row,
  isPicked,
  names,
}: {
  readonly row: Transaction;
  readonly isPicked: boolean;
  readonly names: Names;
}) {
  return (
    <tr>
      <td class="pick-box">
        <input
          type="checkbox"
          id={`pick-${row.id}`}
          name="pick"
          value={String(row.id)}
          checked={isPicked}
          aria-label={`${row.payee || "No payee"}, ${printDay(row.date)}`}
        />
      </td>
      <td class="date">{printDay(row.date)}</td>
      <th scope="row" class="payee">
        <label for={`pick-${row.id}`}>{row.payee || "No payee"}</label>
      </th>
      <td class="category">{nameCategory(names, row.category_id)}</td>
      <td class="account">{nameAccount(names, row)}</td>
      <Amount transaction={row} currency={names.currency} />
    </tr>
  );
}

function GroupFields({ typed, names, dateError = null }: GroupPageProps) {
  return (
    <fieldset class="plain-fields stack">
      <legend class="hidden">The group</legend>
      <Field label="Name">
        <input
          id="payee"
          name="payee"
          value={typed.payee}
          maxlength={PAYEE_CHARS_MAX}
          autocomplete="off"
        />
      </Field>
      <DescribedInput
        id="date"
        label="Date"
        name="date"
        value={typed.date}
        error={dateError}
        {...(dateError === null && { type: "date" })}
      />
      <Field label="Category">
        <select id="category" name="category">
          <option value="">No category</option>
          <CategoryOptions categories={names.categories} chosen={typed.category} />
        </select>
      </Field>
      <Field label="Notes">
        <input
          id="notes"
          name="notes"
          value={typed.notes}
          maxlength={NOTES_CHARS_MAX}
          autocomplete="off"
        />
      </Field>
    </fieldset>
  );
}
