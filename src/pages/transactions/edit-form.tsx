// The form of one transaction. Beside each field it sends the value that the person saw, so that
// nothing that somebody else changed meanwhile is overwritten. It works without scripts.

import { NOTES_CHARS_MAX, PAYEE_CHARS_MAX } from "../../platform/limits.ts";
import { parseId } from "../ui/form.ts";
import { DescribedField, DescribedInput } from "../ui/fields.tsx";
import { CategoryOptions } from "./category-options.tsx";
import { describeField, FIELD_LABELS, type Field } from "./fields.ts";
import type { Names } from "./read-names.ts";

/** A field of the form. */
export interface FieldState {
  /** What the control shows. */
  readonly text: string;
  /** What the person saw when the form was made. */
  readonly was: string;
  /** Why it was refused. */
  readonly error: string | null;
  /** Whether somebody else changed it meanwhile, and the person has not chosen yet. */
  readonly isConflict: boolean;
}

export type FormState = Readonly<Record<Field, FieldState>>;

interface EditFormProps {
  readonly action: string;
  /** The query of the list that the person came from. */
  readonly back: string;
  /** A one-time id: the form sent twice changes nothing twice. */
  readonly formKey: string;
  readonly form: FormState;
  readonly names: Names;
  /** Pending transactions are reviewed after their bank has booked them. */
  readonly isPending: boolean;
}

/** The form with all fields. */
export function EditForm({ action, back, formKey, form, names, isPending }: EditFormProps) {
  return (
    <form class="transaction-form" method="post" action={action} data-swap="one">
      {/* Enter in a field presses the first button of a form, which must not be that of a conflict. */}
      <button class="hidden" type="submit" tabindex={-1} aria-hidden="true">
        Save
      </button>
      <input type="hidden" name="back" value={back} />
      <input type="hidden" name="key" value={formKey} />
      <fieldset class="plain-fields stack">
        <legend class="hidden">Change this transaction</legend>
        <PayeeField form={form} names={names} />
        <CategoryField form={form} names={names} />
        <NotesField form={form} names={names} />
        <TagsField form={form} names={names} />
        <DateField form={form} names={names} />
        {isPending ? (
          <p class="hint">Its bank has not booked it yet. You can review it afterwards.</p>
        ) : (
          <ReviewedField form={form} names={names} />
        )}
        <p class="actions">
          <button class="primary" type="submit">
            Save
          </button>
        </p>
      </fieldset>
    </form>
  );
}

type FieldProps = Pick<EditFormProps, "form" | "names">;

function PayeeField({ form, names }: FieldProps) {
  const { text, error } = form.payee;
  return (
    <div>
      <DescribedInput
        id="payee"
        label={FIELD_LABELS.payee}
        error={error}
        name="payee"
        value={text}
        maxlength={PAYEE_CHARS_MAX}
      />
      <Seen field="payee" form={form} names={names} />
    </div>
  );
}

function CategoryField({ form, names }: FieldProps) {
  const { text, error } = form.category_id;
  return (
    <div>
      <DescribedField
        id="category_id"
        label={FIELD_LABELS.category_id}
        error={error}
        control={(described) => (
          <select id="category_id" name="category_id" {...described}>
            <option value="">No category</option>
            <CategoryOptions categories={names.categories} chosen={parseId(text) || null} />
          </select>
        )}
      />
      <Seen field="category_id" form={form} names={names} />
    </div>
  );
}

function NotesField({ form, names }: FieldProps) {
  const { text, error } = form.notes;
  return (
    <div>
      <DescribedField
        id="notes"
        label={FIELD_LABELS.notes}
        error={error}
        control={(described) => (
          <textarea id="notes" name="notes" rows={3} maxlength={NOTES_CHARS_MAX} {...described}>
            {text}
          </textarea>
        )}
      />
      <Seen field="notes" form={form} names={names} />
    </div>
  );
}

/** The boxes of the tags. In a row of the list each has an id, and the first may have the focus. */
export function TagsField({
  form,
  names,
  isFocused = null,
}: FieldProps & { readonly isFocused?: boolean | null }) {
  const chosen = form.tag_ids.text.split(",").map(parseId);
  const shown = names.tags.filter(({ id, isArchived }) => !isArchived || chosen.includes(id));
  if (shown.length === 0) return null;
  return (
    <fieldset class="tag-choices">
      <legend>{FIELD_LABELS.tag_ids}</legend>
      {/* The field tells a form without a ticked box from one without boxes. */}
      <input type="hidden" name="tags" value="shown" />
      {shown.map(({ id, name }, index) => (
        <label class="tick">
          <input
            type="checkbox"
            name="tag"
            {...(isFocused !== null && {
              id: index === 0 ? "edit-tag_ids" : `edit-tag-${id}`,
              autofocus: index === 0 && isFocused,
            })}
            value={String(id)}
            checked={chosen.includes(id)}
          />
          <span>{name}</span>
        </label>
      ))}
      {form.tag_ids.error === null ? null : (
        <p class="refused" role="alert">
          {form.tag_ids.error}
        </p>
      )}
      <Seen field="tag_ids" form={form} names={names} />
    </fieldset>
  );
}

function DateField({ form, names }: FieldProps) {
  const { text, error } = form.date;
  return (
    <div>
      <DescribedInput
        id="date"
        label={FIELD_LABELS.date}
        error={error}
        name="date"
        value={text}
        // A date field would not show the text that was refused.
        {...(error === null && { type: "date" })}
      />
      <Seen field="date" form={form} names={names} />
    </div>
  );
}

function ReviewedField({ form, names }: FieldProps) {
  const { text, error } = form.status;
  return (
    <div>
      <input type="hidden" name="review" value="shown" />
      <label class="tick">
        <input type="checkbox" name="reviewed" value="yes" checked={text === "reviewed"} />
        <span>Reviewed</span>
      </label>
      {error === null ? null : (
        <p class="refused" role="alert">
          {error}
        </p>
      )}
      <Seen field="status" form={form} names={names} />
    </div>
  );
}

/** The value that the person saw, and where somebody changed it meanwhile, the choice. */
export function Seen({ field, form, names }: FieldProps & { readonly field: Field }) {
  const { was, text, isConflict } = form[field];
  const saw = <input type="hidden" name={`was.${field}`} value={was} />;
  if (!isConflict) return saw;
  const [now, mine] = [was, text].map((one) => describeField(field, one, names));
  return (
    <div class="conflict" id={`conflict-${field}`} role="alert">
      {saw}
      <input type="hidden" name="conflict" value={field} />
      <p>{`Now ${now}. You wrote ${mine}. Nothing was changed here.`}</p>
      <p class="actions">
        <button type="submit" name="keep" value={field} aria-label={`Keep ${now}`}>
          Keep
        </button>
        <button type="submit" name="use" value={field} aria-label={`Use ${mine}`}>
          Use mine
        </button>
      </p>
    </div>
  );
}
