// The pages that ask before many transactions are changed or deleted: how many, which, and what an
// undo cannot restore. They send the form of the list again.

import type { Child } from "hono/jsx";
import { useTarget } from "../ui/frame.tsx";
import { plural } from "../ui/print.ts";
import { Shell } from "../ui/shell.tsx";
import { LEFT_WORDS, type Left } from "./bulk.ts";
import { hasReceipt } from "./provenance.ts";
import { nameRow } from "./rows.tsx";
import type { Transaction } from "./wire.ts";

const NAMED_MAX = 20;

interface ConfirmProps {
  /** The transactions that are deleted or changed. */
  readonly rows: readonly Transaction[];
  readonly left: readonly Left[];
  /** The fields of the form, to be sent again. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** The address of the list. */
  readonly back: string;
}

/** Asks before several transactions are deleted. */
export function ConfirmDelete({ rows, left, fields, back }: ConfirmProps) {
  const title = `Delete ${plural(rows.length, "transaction")}?`;
  return (
    <Confirm title={title} fields={fields} back={back} button={title.slice(0, -1)} isDanger>
      <p>You can undo this for 90 days on the page of changes.</p>
      <Losses rows={rows} />
      <Named rows={rows} />
      <LeftList left={left} />
    </Confirm>
  );
}

/** Asks before all transactions of a view are changed, if their number was unknown. */
export function ConfirmChange({ rows, left, fields, back }: ConfirmProps) {
  const title = `Change ${plural(rows.length, "transaction")}?`;
  return (
    <Confirm title={title} fields={fields} back={back} button={title.slice(0, -1)}>
      <p>These are all that match your filters. You can undo it as one step.</p>
      <Named rows={rows} />
      <LeftList left={left} />
    </Confirm>
  );
}

function Confirm({
  title,
  fields,
  back,
  button,
  isDanger = false,
  children,
}: Pick<ConfirmProps, "fields" | "back"> & {
  readonly title: string;
  readonly button: string;
  readonly isDanger?: boolean;
  readonly children?: Child;
}) {
  const action = useTarget("/transactions/bulk");
  return (
    <Shell title={title} current="/transactions">
      <h1>{title}</h1>
      {children}
      <form method="post" action={action}>
        {fields.map(([name, value]) => (
          <input type="hidden" name={name} value={value} />
        ))}
        <input type="hidden" name="confirmed" value="yes" />
        <p class="actions">
          <button class={isDanger ? "danger" : "primary"} type="submit" id="confirm">
            {button}
          </button>
          <a href={back}>Cancel</a>
        </p>
      </form>
    </Shell>
  );
}

/** What an undo cannot restore. */
function Losses({ rows }: Pick<ConfirmProps, "rows">) {
  const receipts = rows.filter(hasReceipt).length;
  const linked = rows.filter(({ source }) => source === "linked").length;
  if (receipts + linked === 0) return null;
  return (
    <section class="warning" aria-labelledby="losses">
      <h2 id="losses">What an undo cannot bring back</h2>
      <ul class="why">
        {receipts === 0 ? null : (
          <li>{`The files and receipts of ${plural(receipts, "transaction")}.`}</li>
        )}
        {linked === 0 ? null : (
          <li>{`What the bank sent with ${plural(linked, "transaction")} besides date, amount and text.`}</li>
        )}
      </ul>
    </section>
  );
}

function Named({ rows }: Pick<ConfirmProps, "rows">) {
  const more = rows.length - NAMED_MAX;
  return (
    <ul class="plain">
      {rows.slice(0, NAMED_MAX).map((row) => (
        <li>{nameRow(row)}</li>
      ))}
      {more > 0 ? <li>{`and ${plural(more, "more transaction")}`}</li> : null}
    </ul>
  );
}

function LeftList({ left }: Pick<ConfirmProps, "left">) {
  if (left.length === 0) return null;
  const reasons = Map.groupBy(left, ({ reason }) => reason);
  return (
    <section class="warning" aria-labelledby="left-behind">
      <h2 id="left-behind">{`Left as it is: ${plural(left.length, "transaction")}`}</h2>
      <ul class="why">
        {[...reasons].map(([reason, some]) => (
          <li>{`${plural(some.length, "transaction")}: ${LEFT_WORDS[reason]}.`}</li>
        ))}
      </ul>
    </section>
  );
}
