// After a correction: one line under the row that offers to make it a rule. Nothing happens by
// itself.

import type { ListContext } from "./list-context.ts";
import { nameCategory, type Names } from "./read-names.ts";
import type { Transaction } from "./wire.ts";

interface RuleOfferProps {
  readonly row: Transaction;
  readonly names: Names;
  readonly list: ListContext;
  readonly columns: number;
}

/** The line, with a link to the rule that it would be. */
export function RuleOffer({ row, names, list, columns }: RuleOfferProps) {
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
    <tr class="offer" id={`offer-${id}`}>
      <td colspan={columns}>
        <a id={`always-${id}`} href={`/rules/new?${query.toString()}`}>
          {words}
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
      </td>
    </tr>
  );
}
