// A row of the list that is open for editing: its fields, and if somebody else has changed one
// meanwhile, both values to choose from. Saving opens the next row.

import type { Child } from "hono/jsx";
import { NOTES_CHARS_MAX, PAYEE_CHARS_MAX } from "../../platform/limits.ts";
import { DescribedField, type Described } from "../ui/fields.tsx";
import { useTarget } from "../ui/frame.tsx";
import { parseId } from "../ui/form.ts";
import { printAmount, printDay } from "../ui/print.ts";
import { CategoryOptions } from "./category-options.tsx";
import { Seen, TagsField, type FormState } from "./edit-form.tsx";
import { FIELD_LABELS, type Field } from "./fields.ts";
import { readQuery, type ListContext } from "./list-context.ts";
import { nameAccount, type CategoryName, type Names } from "./read-names.ts";
import type { Transaction } from "./wire.ts";

/** A row that is open. */
export interface OpenRow {
  readonly transaction: Transaction;
  readonly form: FormState;
  /** The field that has the focus. */
  readonly field: Field;
  /** The categories that the payee had most often. */
  readonly likely: readonly CategoryName[];
  /** A refusal that belongs to no field. */
  readonly alert: string | null;
}

interface EditRowProps {
  readonly open: OpenRow;
  readonly names: Names;
  readonly list: ListContext;
  /** The address of the transaction's own page. */
  readonly href: string;
  readonly columns: number;
  /** The ids of the rows before and after; 0 for none. */
  readonly neighbours: { readonly previous: number; readonly next: number };
}

/** The open row. */
export function EditRow(props: EditRowProps) {
  const { open, names, list, href, columns, neighbours } = props;
  const { transaction, alert } = open;
  const { id, date, amount, currency } = transaction;
  const original = transaction.original_name ?? "";
  const action = useTarget(`/transactions/${id}/edit`);
  const sum = `${printAmount(amount, currency)} ${currency.toUpperCase()}`;
  return (
    <tr id={`row-${id}`} class="editing">
      <td colspan={columns}>
        <form
          id="edit-form"
          method="post"
          action={action}
          data-swap={list.swap}
          data-focus={`payee-${id}`}
          aria-label={`Edit ${transaction.payee || "the transaction"}, ${printDay(date)}, ${sum}`}
        >
          {/* Enter in a field presses the first button of a form. */}
          <button
            class="hidden"
            type="submit"
            name="go"
            value="next"
            tabindex={-1}
            aria-hidden="true"
          >
            Save and next
          </button>
          <input type="hidden" name="key" value={list.formKey} />
          <input type="hidden" name="back" value={readQuery(list.here)} />
          <input type="hidden" name="next" value={String(neighbours.next)} />
          <input type="hidden" name="previous" value={String(neighbours.previous)} />
          <p class="editing-head">
            <strong>{sum}</strong>
            {` · ${nameAccount(names, transaction)}`}
            {original === "" || original === transaction.payee ? "" : ` · ${original}`}
          </p>
          {alert === null ? null : (
            <p class="alert" role="alert">
              {alert}
            </p>
          )}
          <Fields open={open} names={names} />
          <Buttons {...props} href={href} />
        </form>
      </td>
    </tr>
  );
}

type FieldsProps = Pick<EditRowProps, "open" | "names">;

function Fields({ open, names }: FieldsProps) {
  const { form, field: focused, transaction } = open;
  const common = { form, names, focused };
  return (
    <div class="editing-fields">
      <EditField {...common} field="payee">
        {(control) => (
          <input name="payee" value={form.payee.text} {...control} maxlength={PAYEE_CHARS_MAX} />
        )}
      </EditField>
      <EditField {...common} field="category_id">
        {(control) => (
          <select name="category_id" {...control}>
            <option value="">No category</option>
            <Likely likely={open.likely} />
            <CategoryOptions
              categories={names.categories}
              chosen={parseId(form.category_id.text) || null}
            />
          </select>
        )}
      </EditField>
      <EditField {...common} field="date">
        {(control) => (
          <input
            name="date"
            value={form.date.text}
            {...control}
            // A date field would not show the text that was refused.
            {...(form.date.error === null && { type: "date" })}
          />
        )}
      </EditField>
      <EditField {...common} field="notes">
        {(control) => (
          <textarea name="notes" rows={2} {...control} maxlength={NOTES_CHARS_MAX}>
            {form.notes.text}
          </textarea>
        )}
      </EditField>
      {transaction.is_pending === true ? null : <Reviewed {...common} />}
      <TagsField {...common} isFocused={common.focused === "tag_ids"} />
    </div>
  );
}

interface FieldProps {
  readonly form: FormState;
  readonly names: Names;
  readonly focused: Field;
}

type Control = Described & {
  readonly id: string;
  readonly autocomplete: "off";
  readonly autofocus: boolean;
};

function EditField({
  field,
  form,
  names,
  focused,
  children,
}: FieldProps & { readonly field: Field; readonly children: (control: Control) => Child }) {
  const id = `edit-${field}`;
  const autofocus = field === focused;
  return (
    <div class={`edit-${field}`}>
      <DescribedField
        id={id}
        label={FIELD_LABELS[field]}
        error={form[field].error}
        control={(described) => children({ id, autocomplete: "off", autofocus, ...described })}
      />
      <Seen field={field} form={form} names={names} />
    </div>
  );
}

function Likely({ likely }: Pick<OpenRow, "likely">) {
  if (likely.length === 0) return null;
  return (
    <optgroup label="Likely">
      {likely.map(({ id, name, group }) => (
        <option value={String(id)}>{group === null ? name : `${group} · ${name}`}</option>
      ))}
    </optgroup>
  );
}

function Reviewed({ form, names }: FieldProps) {
  return (
    <div class="edit-review">
      <input type="hidden" name="review" value="shown" />
      <label class="tick">
        <input
          type="checkbox"
          name="reviewed"
          id="edit-status"
          value="yes"
          checked={form.status.text === "reviewed"}
        />
        <span>Reviewed</span>
      </label>
      <Refused error={form.status.error} />
      <Seen field="status" form={form} names={names} />
    </div>
  );
}

function Refused({ error }: { readonly error: string | null }) {
  return error === null ? null : (
    <p class="refused" role="alert">
      {error}
    </p>
  );
}

function Buttons({ open, list, href, neighbours }: EditRowProps) {
  const { id } = open.transaction;
  return (
    <p class="actions">
      <button class="primary" type="submit" name="go" value="stay" id="edit-save">
        Save
      </button>
      {neighbours.next === 0 ? null : (
        <button type="submit" name="go" value="next" id="edit-save-next">
          Save and next
        </button>
      )}
      {neighbours.previous === 0 ? null : (
        <button
          class="hidden"
          type="submit"
          name="go"
          value="previous"
          id="edit-save-previous"
          tabindex={-1}
          aria-hidden="true"
        >
          Save and previous
        </button>
      )}
      <a
        id="edit-cancel"
        href={`${list.here}#row-${id}`}
        data-swap={list.swap}
        data-focus={`payee-${id}`}
      >
        Cancel
      </a>
      <a href={href}>All details</a>
    </p>
  );
}
