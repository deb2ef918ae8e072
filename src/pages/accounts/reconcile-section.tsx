// Compares the account with a statement: the form, the computation, the possible causes of a
// difference, and the ways to resolve it.

import type { Child } from "hono/jsx";
import { isDebt } from "../../money/debt.ts";
import { printUnits, units } from "../../money/money.ts";
import { DescribedInput } from "../ui/fields.tsx";
import { useTarget } from "../ui/frame.tsx";
import { Causes } from "./causes.tsx";
import { plural, printDay } from "../ui/print.ts";
import {
  convertHeld,
  describeHeld,
  printDifference,
  printEffect,
  printHeld,
  type Shown,
} from "./figures.ts";
import type { Comparison } from "./reconcile.ts";

export interface ReconcileProps {
  readonly account: Shown & { readonly id: number };
  readonly typed: { readonly day: string; readonly balance: string };
  readonly errors: { readonly day: string | null; readonly balance: string | null };
  readonly comparison: Comparison | null;
  /** Why there is no comparison. */
  readonly problem: string | null;
  readonly foreign: number;
  /** The adjusting transaction that was just added, and whether it was deleted again. */
  readonly adjusted: number | null;
  readonly formKey: string;
}

/** The whole section. */
export function Reconcile(props: ReconcileProps) {
  const { account, typed, errors, comparison, problem, foreign, adjusted } = props;
  const code = account.currency.toUpperCase();
  return (
    <section class="step reconcile" id="reconcile" aria-labelledby="reconcile-title">
      <h2 id="reconcile-title">Compare with a statement</h2>
      <form
        class="row-form"
        method="get"
        action={`/accounts/manual/${account.id}#reconcile`}
        data-swap="reconcile"
      >
        <DescribedInput
          id="reconcile-day"
          label="Date of the statement"
          error={errors.day}
          name="date"
          type="date"
          required
          value={typed.day}
        />
        <DescribedInput
          id="reconcile-balance"
          label={`${isDebt(account.type) ? "Amount owed" : "Balance"} on it, in ${code}`}
          error={errors.balance}
          name="balance"
          required
          inputmode="decimal"
          maxlength={30}
          value={typed.balance}
        />
        <button class="primary" type="submit" id="reconcile-compare">
          Compare
        </button>
      </form>
      {problem === null ? null : <p class="warning">{problem}</p>}
      {foreign === 0 ? null : (
        <p class="warning">{`${plural(foreign, "transaction")} in another currency ${foreign === 1 ? "is" : "are"} not counted.`}</p>
      )}
      {adjusted === null ? null : <Adjusted {...props} id={adjusted} />}
      {comparison === null ? null : <Compared {...props} comparison={comparison} />}
    </section>
  );
}

type ComparedProps = ReconcileProps & { readonly comparison: Comparison };

function Compared({ comparison, ...props }: ComparedProps) {
  const { account } = props;
  const { claim, end, difference, agreed, later } = comparison;
  const day = printDay(claim.day);
  return (
    <div id="compared">
      {difference === 0 ? (
        <p class="verdict agrees" role="status">
          <strong>Agrees.</strong>
          {` On ${day} the statement and the budget both say ${describeHeld(account, end)}.`}
        </p>
      ) : (
        <p class="verdict differs" role="status">
          <strong>{`Differs by ${printDifference(account, difference)}.`}</strong>
          {` For ${day} the statement says ${describeHeld(account, claim.balance)}, the budget ${describeHeld(account, end)}.`}
        </p>
      )}
      <Computation account={account} comparison={comparison} />
      <p class="hint">
        {agreed === null
          ? "Counted from its first transaction."
          : `Counted from ${printDay(agreed.day)}, when a statement last agreed.`}
        {later === 0
          ? ""
          : ` ${plural(later, "later transaction")} ${later === 1 ? "is" : "are"} left out.`}
      </p>
      {difference === 0 ? null : <Causes account={account} comparison={comparison} />}
      {difference === 0 ? null : <Actions {...props} comparison={comparison} />}
    </div>
  );
}

function Computation({ account, comparison }: Pick<ComparedProps, "account" | "comparison">) {
  const { from, claim, start, end } = comparison;
  const href = (direction: string) =>
    `/transactions?account=manual:${account.id}&from=${from}&to=${claim.day}&direction=${direction}`;
  const owes = isDebt(account.type);
  const moneyIn = (
    <Step operator={owes ? "−" : "+"} label={owes ? "paid" : "in"} href={href("in")}>
      {printEffect(account, comparison.in).replace("+", "") || "0"}
    </Step>
  );
  const moneyOut = (
    <Step operator={owes ? "+" : "−"} label={owes ? "spent" : "out"} href={href("out")}>
      {printEffect(account, comparison.out).replace("+", "") || "0"}
    </Step>
  );
  return (
    <dl class="figures computation">
      <Step operator={null} label={`start of ${printDay(from)}`}>
        {printHeld(account, start)}
      </Step>
      {owes ? moneyOut : moneyIn}
      {owes ? moneyIn : moneyOut}
      <Step operator="=" label={`end of ${printDay(claim.day)}`}>
        {printHeld(account, end)}
      </Step>
    </dl>
  );
}

function Step({
  operator,
  label,
  href = null,
  children,
}: {
  readonly operator: string | null;
  readonly label: string;
  readonly href?: string | null;
  readonly children?: Child;
}) {
  return (
    <div>
      {operator === null ? null : <span class="operator">{operator}</span>}
      <dd>{href === null ? children : <a href={href}>{children}</a>}</dd>
      <dt>{label}</dt>
    </div>
  );
}

function Actions({ account, comparison, formKey }: ComparedProps) {
  const { claim, difference } = comparison;
  const path = `/accounts/manual/${account.id}/reconcile`;
  const fields = (
    <>
      <input type="hidden" name="date" value={claim.day} />
      <input
        type="hidden"
        name="balance"
        value={printUnits(units(convertHeld(account.type, claim.balance)))}
      />
      <input type="hidden" name="difference" value={String(difference)} />
      <input type="hidden" name="key" value={formKey} />
    </>
  );
  return (
    <div class="actions">
      <details class="ask-once">
        <summary id="adjust-open">Add an adjusting transaction…</summary>
        <form method="post" action={useTarget(`${path}/adjust`)} data-swap="reconcile head rows">
          {fields}
          <p>{`This adds one transaction of ${printEffect(account, difference)} on ${printDay(claim.day)}, named “Balance adjustment”, in a category of its own that is not part of the budget. You can undo it.`}</p>
          <button class="primary" type="submit" id="adjust">
            Add it
          </button>
        </form>
      </details>
      <details class="ask-once">
        <summary id="correct-open">Set the balance…</summary>
        <form method="post" action={useTarget(`${path}/set`)} data-swap="reconcile head rows">
          {fields}
          <p>{`This changes the balance by ${printDifference(account, difference)} and adds no transaction: what the account held before its first transaction was wrong.`}</p>
          <button class="primary" type="submit" id="correct">
            Set the balance
          </button>
        </form>
      </details>
    </div>
  );
}

function Adjusted({ account, typed, formKey, id }: ReconcileProps & { readonly id: number }) {
  return (
    <form
      class="saved-line"
      method="post"
      action={useTarget(`/accounts/manual/${account.id}/reconcile/undo`)}
      data-swap="reconcile head rows"
    >
      <span role="status">
        <a href={`/transactions/${id}`}>An adjusting transaction</a> was added.
      </span>
      <input type="hidden" name="transaction" value={String(id)} />
      <input type="hidden" name="date" value={typed.day} />
      <input type="hidden" name="balance" value={typed.balance} />
      <input type="hidden" name="key" value={formKey} />
      <button type="submit" id="adjust-undo">
        Undo
      </button>
    </form>
  );
}
