// Says in words what may explain a difference between an account and a statement.

import { addDays } from "../../money/day.ts";
import { printUnits, units } from "../../money/money.ts";
import { plural, printDay } from "../ui/print.ts";
import { convertHeld, printDifference, printEffect, type Shown } from "./figures.ts";
import type { Cause, Comparison, Entry } from "./reconcile.ts";

type Owner = Shown & { readonly id: number };

/** The possible causes of a difference, each with a link to it. */
export function Causes({
  account,
  comparison: { causes, from, claim },
}: {
  readonly account: Owner;
  readonly comparison: Comparison;
}) {
  const all = `/transactions?account=manual:${account.id}&from=${from}&to=${claim.day}`;
  return (
    <>
      <h3>What may explain it</h3>
      {causes.length === 0 ? (
        <p>
          No single transaction explains it. <a href={all}>Compare these transactions</a> with the
          statement, line by line.
        </p>
      ) : (
        <ul class="why">
          {causes.map((cause) => (
            <li>
              <CauseWords account={account} cause={cause} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function CauseWords({ account, cause }: { readonly account: Owner; readonly cause: Cause }) {
  switch (cause.is) {
    case "twice":
      return (
        <>
          {"Perhaps counted twice: "}
          <Named account={account} entry={cause.other} after=" and " />
          <Named account={account} entry={cause.entry} after="." />
        </>
      );
    case "gap":
      return <Gap account={account} gap={cause} />;
    case "before":
      return <Before account={account} before={cause} />;
    case "earlier":
      return (
        <>
          <a href={compareAddress(account, cause.stated)}>
            {`The statement of ${printDay(cause.stated.day)}`}
          </a>
          {` differed already, by ${printDifference(account, cause.difference)}. Begin there.`}
        </>
      );
    case "extra":
    case "reversed":
    case "once":
    case "later":
      return <Named account={account} entry={cause.entry} after={AFTER[cause.is]} />;
  }
}

/** The words that follow the name of a transaction, by cause. */
const AFTER = {
  extra: " is exactly the difference. It may not be on the statement.",
  reversed: " is half of the difference. Its sign may be the wrong way round.",
  once: " is the same amount. The statement may have it twice.",
  later: " comes just after that day. The statement may have it before.",
} as const;

function Gap({
  account,
  gap: { from, to, amount },
}: {
  readonly account: Owner;
  readonly gap: Extract<Cause, { is: "gap" }>;
}) {
  return (
    <>
      {"No imported file covers "}
      <a href={`/transactions?account=manual:${account.id}&from=${from}&to=${to}`}>
        {from === to ? printDay(from) : `${printDay(from)} to ${printDay(to)}`}
      </a>
      {amount === null
        ? "."
        : `. By the statements around it, the balance changed by ${printDifference(account, amount)} there.`}
    </>
  );
}

function Before({
  account,
  before: { first, count, sum },
}: {
  readonly account: Owner;
  readonly before: Extract<Cause, { is: "before" }>;
}) {
  const [are, them] = count === 1 ? ["is", "it"] : ["are", "them"];
  return (
    <>
      <a href={`/transactions?account=manual:${account.id}&to=${addDays(first, -1)}`}>
        {plural(count, "transaction")}
      </a>
      {`, together ${printEffect(account, sum)}, ${are} from before the first statement (${printDay(first)}). Its opening balance may include ${them} already.`}
    </>
  );
}

/** The address that compares the account with a stated balance. */
export function compareAddress(
  account: Shown & { readonly id: number },
  { day, balance }: { readonly day: string; readonly balance: number },
): string {
  const held = printUnits(units(convertHeld(account.type, balance)), 2);
  return `/accounts/manual/${account.id}?date=${day}&balance=${held}#reconcile`;
}

function Named({
  account,
  entry,
  after,
}: {
  readonly account: Shown;
  readonly entry: Entry;
  readonly after: string;
}) {
  return (
    <>
      <a
        href={`/transactions/${entry.id}`}
      >{`${entry.payee}, ${printEffect(account, entry.effect)} on ${printDay(entry.day)}`}</a>
      {after}
    </>
  );
}
