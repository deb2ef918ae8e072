// The page before an account is deleted: what is deleted with it, and what stays.

import { joinWords } from "../../platform/text.ts";
import { useTarget } from "../ui/frame.tsx";
import { plural } from "../ui/print.ts";
import { Alert, Shell } from "../ui/shell.tsx";

/** How much depends on an account; null if it cannot be counted. */
export interface Dependents {
  readonly transactions: number | null;
  readonly recurring: number | null;
  readonly rules: number | null;
  readonly months: number | null;
}

interface RemovalProps {
  readonly id: number;
  readonly name: string;
  readonly isClosed: boolean;
  readonly dependents: Dependents;
  readonly alert: string | null;
}

/** Asks whether to delete the account, and what else. */
export function AccountRemoval({ id, name, isClosed, dependents, alert }: RemovalProps) {
  const path = `/accounts/manual/${id}`;
  const { transactions, recurring, rules, months } = dependents;
  const going = [
    describeCount(transactions, "transaction"),
    describeCount(recurring, "recurring item"),
    describeCount(rules, "rule"),
  ];
  return (
    <Shell title={`Delete ${name}`} current="/accounts">
      <h1>{`Delete “${name}”?`}</h1>
      <Alert message={alert} />
      <p>
        Nothing is deleted yet. An undo brings back the account, but neither its earlier balances
        nor its transactions.
        {isClosed ? null : (
          <>
            {" "}
            <a href={`${path}#closing`}>Closing it</a> keeps everything.
          </>
        )}
      </p>
      <form method="post" action={useTarget(`${path}/delete`)} class="step removal">
        <label class="tick">
          <input type="checkbox" name="items" value="yes" id="delete-items" />
          <span>
            <strong>{`Delete ${joinWords(going)} too`}</strong>
            <small>
              Otherwise they stay, without an account. Rules about this account then match nothing.
            </small>
          </span>
        </label>
        <label class="tick">
          <input type="checkbox" name="history" value="yes" id="delete-history" />
          <span>
            <strong>{`Delete its balance history (${describeCount(months, "month")}) too`}</strong>
            <small>Otherwise the net worth of past months still counts it.</small>
          </span>
        </label>
        <button class="danger" type="submit" id="delete">
          {`Delete ${name}`}
        </button>
      </form>
      <p>
        <a href={path}>Keep it</a>
      </p>
    </Shell>
  );
}

function describeCount(count: number | null, noun: string): string {
  return count === null ? `its ${noun}s` : plural(count, noun);
}
