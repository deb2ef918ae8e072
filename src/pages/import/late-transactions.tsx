// Transactions that the service inserted after their import was undone. They are shown, and deleted
// only if a person chooses to.

import { ConfirmButton } from "../ui/buttons.tsx";
import { plural, printAmount } from "../ui/print.ts";
import type { Import, LateFound } from "../ui/wire.ts";

/** The offer to delete them, or to look for them. */
export function Late({ run, found }: { readonly run: Import; readonly found: LateFound | null }) {
  if (run.state !== "undone" || found === null) return null;
  const path = `/imports/${encodeURIComponent(run.id)}/late`;
  const { late } = found;
  if (late.length === 0) {
    return (
      <form class="actions" method="post" action={`${path}/look`}>
        <button type="submit">Check for transactions that arrived after the undo</button>
        {found.looking ? (
          <p role="status">Still checking. Reload the page to see the result.</p>
        ) : null}
      </form>
    );
  }
  const many =
    late.length === 1
      ? "1 transaction of this import arrived after it was undone."
      : `${plural(late.length, "transaction")} of this import arrived after it was undone.`;
  return (
    <section class="matches" aria-labelledby="late">
      <h2 id="late">{many}</h2>
      <p class="hint">
        The budgeting service carried out a request late, after the undo. Nothing is deleted unless
        you choose to.
      </p>
      <ConfirmButton
        label="Delete…"
        ask={`Delete ${plural(late.length, "transaction")} from the budget?`}
        action={`${path}/delete`}
        confirm={`Delete ${plural(late.length, "transaction")}`}
      />
      <ul>
        {late.slice(0, SHOWN_MAX).map(({ date, amount, currency, payee }) => (
          <li>
            <p>
              <time datetime={date}>{date}</time>
              {`, ${printAmount(amount, currency)}, ${payee || "no payee"}`}
            </p>
          </li>
        ))}
      </ul>
      {late.length > SHOWN_MAX ? <p class="hint">{`Showing the first ${SHOWN_MAX}.`}</p> : null}
    </section>
  );
}

const SHOWN_MAX = 25;
