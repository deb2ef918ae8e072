// The page on which a person splits a transaction. Without scripts its buttons send the form and
// show it again. With scripts, public/split.js shows what is left while a person types.

import { NOTES_CHARS_MAX, PAYEE_CHARS_MAX } from "../../platform/limits.ts";
import { describeControl, FieldError, InputField } from "../ui/fields.tsx";
import { useTarget } from "../ui/frame.tsx";
import { parseId } from "../ui/form.ts";
import { Alert, Shell } from "../ui/shell.tsx";
import { CategoryOptions } from "./category-options.tsx";
import { backQuery, BackToOne, Lead } from "./lead.tsx";
import type { Names } from "./read-names.ts";
import { describeLeft, readAmounts, type TypedPart, type Whole } from "./split-parts.ts";
import type { Transaction } from "./wire.ts";

export interface SplitPageProps {
  readonly transaction: Transaction;
  readonly whole: Whole;
  readonly parts: readonly TypedPart[];
  readonly names: Names;
  /** Whether its receipt has lines that can become parts. */
  readonly hasLines: boolean;
  /** The query of the list that the person came from. */
  readonly back: string;
  readonly formKey: string;
  /** Whether errors of the amounts are shown. A form that was just opened shows none. */
  readonly isChecked?: boolean;
  readonly alert?: string | null;
}

/** The page with the form. */
export function SplitPage(props: SplitPageProps) {
  const { transaction, whole, parts, names, back, alert = null } = props;
  const { left, errors } = readAmounts(whole, parts);
  const { words, isDone } = describeLeft(whole, left);
  const currency = whole.currency.toUpperCase();
  return (
    <Shell title="Split" current="/transactions" scripts={["/split.js"]}>
      <BackToOne transaction={transaction} back={back} />
      <h1 class="file">{`Split ${transaction.payee || "this transaction"}`}</h1>
      <Lead transaction={transaction} names={names} />
      <Alert message={alert} />
      <form
        class="split-form"
        id="split-form"
        method="post"
        action={useTarget(`/transactions/${transaction.id}/split`)}
        data-whole={String(whole.magnitude)}
        data-decimals={String(whole.decimals)}
        data-currency={currency}
      >
        <FormHead {...props} />
        {parts.map((part, index) => (
          <PartFields
            part={part}
            index={index}
            error={errors[index] ?? null}
            isLast={parts.length <= 2}
            transaction={transaction}
            names={names}
          />
        ))}
        <p class="left-line" role="status">
          <output id="left" class={isDone ? "done" : ""}>
            {words}
          </output>
        </p>
        <Helpers hasLines={props.hasLines} />
        <Save {...props} />
      </form>
    </Shell>
  );
}

/** The hidden fields, and a hint about the forms of an amount. */
function FormHead({ transaction, whole, back, formKey }: SplitPageProps) {
  return (
    <>
      {/* Enter in a field must not press the button that removes a part. */}
      <button class="hidden" type="submit" tabindex={-1} aria-hidden="true" name="do" value="show">
        Work out
      </button>
      <input type="hidden" name="back" value={back} />
      <input type="hidden" name="key" value={formKey} />
      <input type="hidden" name="was" value={transaction.amount} />
      <p class="hint" id="amount-hint">
        {`Amounts in ${whole.currency.toUpperCase()}. A share such as 25% and a sum such as 10+2.50 are worked out. A negative amount is money ${whole.isOut ? "in, such as a discount" : "out, such as a fee"}.`}
      </p>
    </>
  );
}

function Save({ transaction, back }: SplitPageProps) {
  return (
    <>
      <p class="actions">
        <button class="primary" type="submit" id="save-split" name="do" value="save">
          Split
        </button>
        <a href={`/transactions/${transaction.id}${backQuery(back)}`}>Cancel</a>
      </p>
      <p class="hint">
        The parts replace the transaction in lists and budgets. You can undo the split at any time:
        its amount, category and notes come back.
      </p>
    </>
  );
}

function Helpers({ hasLines }: { readonly hasLines: boolean }) {
  return (
    <p class="actions helpers">
      <button type="submit" id="add-part" name="do" value="add">
        Add a part
      </button>
      <button type="submit" id="equal-parts" name="do" value="equal">
        Equal amounts
      </button>
      <button type="submit" id="rest-part" name="do" value="rest">
        Fill in the rest
      </button>
      {hasLines ? (
        <button type="submit" id="from-receipt" name="do" value="receipt">
          From the receipt
        </button>
      ) : null}
      <button class="without-scripts" type="submit" id="work-out" name="do" value="show">
        Work out
      </button>
    </p>
  );
}

interface PartProps {
  readonly part: TypedPart;
  readonly index: number;
  readonly error: string | null;
  /** Whether the part cannot be removed. */
  readonly isLast: boolean;
  readonly transaction: Transaction;
  readonly names: Names;
}

function PartFields({ part, index, error, isLast, transaction, names }: PartProps) {
  const n = index + 1;
  const id = `amount-${n}`;
  return (
    <fieldset class="part">
      <legend>{`Part ${n}`}</legend>
      <div class="field">
        <label for={id}>Amount</label>
        <input
          id={id}
          class="number"
          name="amount"
          value={part.amount}
          inputmode="decimal"
          autocomplete="off"
          maxlength={60}
          {...describeControl(id, error, "amount-hint")}
        />
        <FieldError id={id} error={error} />
      </div>
      <label class="field">
        <span>Category</span>
        <select name="category" id={`category-${n}`}>
          <option value="">No category</option>
          <CategoryOptions categories={names.categories} chosen={parseId(part.category) || null} />
        </select>
      </label>
      <InputField
        label="Payee"
        name="payee"
        id={`payee-${n}`}
        value={part.payee}
        placeholder={transaction.payee || "No payee"}
        maxlength={PAYEE_CHARS_MAX}
        autocomplete="off"
      />
      <InputField
        label="Notes"
        name="notes"
        id={`notes-${n}`}
        value={part.notes}
        maxlength={NOTES_CHARS_MAX}
        autocomplete="off"
      />
      <button
        class="quiet"
        type="submit"
        id={`remove-${n}`}
        name="remove"
        value={String(index)}
        aria-label={`Remove part ${n}`}
        hidden={isLast}
      >
        Remove
      </button>
    </fieldset>
  );
}
