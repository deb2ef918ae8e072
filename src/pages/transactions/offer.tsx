// After a correction: one line under the row offers to make it a rule, and says what the rule would
// change. Nothing happens automatically.

import type { Always } from "../rules/always.ts";
import { useTarget } from "../ui/frame.tsx";
import { plural } from "../ui/print.ts";
import { readQuery, type ListContext } from "./list-context.ts";
import { nameCategory, type Names } from "./read-names.ts";
import type { Transaction } from "./wire.ts";

/** A corrected transaction, and the rule that its correction suggests. */
export interface Offer {
  readonly row: Transaction;
  /**
   * The rule with its effects; null for a correction of the payee, or if it could not be tried out.
   */
  readonly always: Always | null;
}

interface OfferProps {
  readonly offer: Offer;
  readonly names: Names;
  readonly list: ListContext;
}

/** The line under the row that was corrected. */
export function OfferRow({ columns, ...props }: OfferProps & { readonly columns: number }) {
  return (
    <tr class="offer" id={`offer-${props.offer.row.id}`}>
      <td colspan={columns}>
        <OfferForm {...props} />
      </td>
    </tr>
  );
}

/** The offer after the correction has taken the row out of the view. */
export function OfferBar(props: OfferProps) {
  return (
    <div class="offer" id={`offer-${props.offer.row.id}`}>
      <OfferForm {...props} />
    </div>
  );
}

/** A button makes the rule, a link opens it for editing. */
function OfferForm({ offer: { row, always }, names, list }: OfferProps) {
  const { id, category_id: category } = row;
  const payee = row.payee || row.original_name || "this payee";
  const query = new URLSearchParams({
    transaction: String(id),
    ...(category != null && { category: String(category) }),
  });
  const words =
    category == null
      ? `Always call it “${payee}”?`
      : `Always ${nameCategory(names, category)} for “${payee}”?`;
  return (
    <form
      method="post"
      action={useTarget(`/transactions/${id}/always`)}
      data-swap={list.swap}
      data-focus={`payee-${id}`}
    >
      <span>{`${words} ${describeMore(always)}`}</span>
      <input type="hidden" name="key" value={`always-${list.formKey}`} />
      <input type="hidden" name="back" value={readQuery(list.here)} />
      <input type="hidden" name="category" value={String(category ?? 0)} />
      {always === null ? null : (
        <button class="quiet" type="submit" id={`always-${id}`}>
          Always
        </button>
      )}
      <a id={`rule-${id}`} href={`/rules/new?${query.toString()}`}>
        Choose what
      </a>
      <a
        id={`never-${id}`}
        href={`${list.here}#row-${id}`}
        data-swap={list.swap}
        data-focus={`payee-${id}`}
        aria-label={`No: ${words}`}
      >
        No
      </a>
    </form>
  );
}

function describeMore(always: Always | null): string {
  if (always === null) return "";
  const { rows, isMore } = always;
  if (rows.length === 0) return "No other transaction would change now.";
  return `${isMore ? "The newest " : ""}${plural(rows.length, "more transaction")} would change.`;
}
