// The bar of the selected transactions: the actions on all of them at once. The style sheet shows
// it while a box is ticked. An empty field changes nothing.

import type { Child } from "hono/jsx";
import {
  CHANGE_TRANSACTIONS_MAX,
  NOTES_CHARS_MAX,
  PAYEE_CHARS_MAX,
} from "../../platform/limits.ts";
import { Field } from "../ui/fields.tsx";
import { useTarget } from "../ui/frame.tsx";
import { plural, printCount } from "../ui/print.ts";
import { NOTES_WAYS } from "./bulk.ts";
import { CategoryOptions } from "./category-options.tsx";
import { readQuery, type ListContext } from "./list-context.ts";
import type { LedgerPage } from "./read-ledger.ts";
import type { Names } from "./read-names.ts";

interface BulkFormProps {
  readonly list: ListContext;
  readonly names: Names;
  readonly page: LedgerPage;
}

/** The bar. Its boxes are in the rows. */
export function BulkForm({ list, names, page }: BulkFormProps) {
  const { formKey, here, swap } = list;
  const action = useTarget("/transactions/bulk");
  return (
    <form
      class="bulk"
      id="bulk"
      method="post"
      action={action}
      aria-label="Selected transactions"
      data-swap={swap}
      data-focus="undo"
    >
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="back" value={readQuery(here)} />
      <p class="bulk-head">
        <strong class="with-scripts" id="selected-count">
          Selected
        </strong>
        <strong class="without-scripts">Change the ticked transactions</strong>
        <WholeView page={page} />
        <button class="quiet with-scripts" type="button" id="select-none">
          Select none
        </button>
      </p>
      <div class="bulk-fields">
        <CategoryChoice names={names} />
        <ReviewChoice />
      </div>
      <details>
        <summary>Payee, notes, tags</summary>
        <div class="bulk-fields">
          <Field label="Payee">
            <input id="bulk-payee" name="payee" maxlength={PAYEE_CHARS_MAX} autocomplete="off" />
          </Field>
          <NotesFields />
          <TagChoices names={names} name="add_tag" legend="Add tags" />
          <TagChoices names={names} name="remove_tag" legend="Remove tags" />
        </div>
      </details>
      <p class="actions">
        <button class="primary" type="submit" name="do" value="change" id="bulk-change">
          Change
        </button>
        <button type="submit" name="do" value="export" id="bulk-export" data-swap="">
          Export selected
        </button>
        <button class="danger" type="submit" name="do" value="delete" id="bulk-delete" data-swap="">
          Delete
        </button>
      </p>
    </form>
  );
}

/** The box that selects the whole view; nothing if this page shows all of it. */
function WholeView({ page: { rows, totals, older, newer } }: Pick<BulkFormProps, "page">) {
  const count = totals?.count ?? null;
  if (count === null ? older === null && newer === null : count <= rows.length) return null;
  if (count !== null && count > CHANGE_TRANSACTIONS_MAX)
    return (
      <span class="hint">
        {`The view has ${plural(count, "transaction")}. To select them all, narrow it to ${printCount(CHANGE_TRANSACTIONS_MAX)}.`}
      </span>
    );
  return (
    <label class="tick">
      <input type="checkbox" name="all" id="select-all" value={count === null ? "count" : count} />
      <span>
        {count === null ? "All that match" : `All ${plural(count, "transaction")} that match`}
      </span>
    </label>
  );
}

function CategoryChoice({ names }: Pick<BulkFormProps, "names">) {
  return (
    <Field label="Category">
      <select name="category" id="bulk-category">
        <option value="">Leave as it is</option>
        <option value="none">No category</option>
        <CategoryOptions categories={names.categories} chosen={null} />
      </select>
    </Field>
  );
}

function ReviewChoice() {
  return (
    <Field label="Review">
      <select name="review" id="bulk-review">
        <option value="">Leave as it is</option>
        <option value="reviewed">Reviewed</option>
        <option value="unreviewed">To review</option>
      </select>
    </Field>
  );
}

function NotesFields() {
  return (
    <>
      <Field label="What to do with notes">
        <select name="notes_way" id="bulk-notes-way">
          {Object.entries(NOTES_WAYS).map(([way, words]) => (
            <option value={way}>{words}</option>
          ))}
        </select>
      </Field>
      <Field label="Notes">
        <input id="bulk-notes" name="notes" maxlength={NOTES_CHARS_MAX} autocomplete="off" />
      </Field>
    </>
  );
}

function TagChoices({
  names,
  name,
  legend,
}: Pick<BulkFormProps, "names"> & { readonly name: string; readonly legend: string }): Child {
  const tags = names.tags.filter(({ isArchived }) => !isArchived);
  if (tags.length === 0) return null;
  return (
    <fieldset class="tag-choices">
      <legend>{legend}</legend>
      {tags.map((tag) => (
        <label class="tick">
          <input type="checkbox" name={name} id={`${name}-${tag.id}`} value={String(tag.id)} />
          <span>{tag.name}</span>
        </label>
      ))}
    </fieldset>
  );
}
