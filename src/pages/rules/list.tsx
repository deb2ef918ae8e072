// The page of all rules in the order they run.

import type { ShownChange } from "../../importer/changes/wire.ts";
import { useTarget } from "../ui/frame.tsx";
import { plural, printDay } from "../ui/print.ts";
import { Alert, Shell } from "../ui/shell.tsx";
import type { Names } from "../transactions/read-names.ts";
import { findProblems } from "./problems.ts";
import { describeRule } from "./sentence.ts";
import type { Suggestion } from "./suggest.ts";
import { Suggestions } from "./suggestions.tsx";
import { UndoBar } from "./undo-bar.tsx";
import type { Rule } from "./wire.ts";

interface RuleListProps {
  readonly rules: readonly Rule[];
  readonly names: Names;
  readonly suggestions: readonly Suggestion[];
  readonly unsuggested: readonly string[];
  readonly saved: ShownChange | null;
  readonly formKey: string;
  readonly alert: string | null;
}

/** The whole page. */
export function RuleList(props: RuleListProps) {
  const { rules, names, suggestions, saved, formKey, alert } = props;
  return (
    <Shell title="Rules" current="/rules">
      <h1>Rules</h1>
      <p class="lead">
        Rules sort new transactions as they arrive. All conditions of a rule must hold. The first
        rule that sets something wins; tags add up.
      </p>
      <Alert message={alert} />
      {saved === null ? null : <UndoBar change={saved} formKey={formKey} />}
      <Suggestions suggestions={suggestions} names={names} back="/rules" />
      <div id="rules">
        {rules.length === 0 ? (
          <Empty />
        ) : (
          <ol class="rules">
            {rules.map((rule, index) => (
              <RuleItem rule={rule} at={index} rules={rules} names={names} />
            ))}
          </ol>
        )}
      </div>
      <p class="actions">
        <a class="button" href="/rules/new" id="new-rule">
          New rule
        </a>
      </p>
      <Unsuggested payees={props.unsuggested} />
    </Shell>
  );
}

function Empty() {
  return (
    <section class="step">
      <p class="sentence">No rules yet</p>
      <p>
        Rules come from corrections: choose a category in <a href="/transactions">Transactions</a>{" "}
        and say “Always”.
      </p>
    </section>
  );
}

interface RuleItemProps {
  readonly rule: Rule;
  readonly at: number;
  readonly rules: readonly Rule[];
  readonly names: Names;
}

function RuleItem({ rule, at, rules, names }: RuleItemProps) {
  const { when, actions } = describeRule(rule, names);
  const problems = findProblems(rules, at, names);
  return (
    <li id={`rule-${rule.id}`} class={rule.enabled ? "rule" : "rule off"}>
      <div class="rule-text">
        {rule.name === null ? null : <p class="rule-name">{rule.name}</p>}
        <p>
          <span class="line">{`${at + 1}. `}</span>
          <a href={`/rules/${rule.id}`} id={`open-${rule.id}`} class="rule-sentence">
            {`If ${when.join(" and ")}: `}
            <strong>{actions.join(", ")}</strong>
          </a>
          {rule.enabled ? null : <span class="mark"> off</span>}
        </p>
        <p class="hint">
          <Done rule={rule} />
        </p>
        {problems.map((problem) => (
          <p class="caution">{problem}</p>
        ))}
      </div>
      <RuleButtons rule={rule} at={at} count={rules.length} />
    </li>
  );
}

function Done({ rule: { id, applied } }: { readonly rule: Rule }) {
  if (applied.count === 0) return <>Has not set anything in a new transaction yet.</>;
  return (
    <>
      {"Has sorted "}
      <a href={`/transactions?source=rule:${id}`}>{plural(applied.count, "new transaction")}</a>
      {applied.last === null ? "." : `, last on ${printDay(applied.last.slice(0, 10))}.`}
    </>
  );
}

function RuleButtons({
  rule,
  at,
  count,
}: {
  readonly rule: Rule;
  readonly at: number;
  readonly count: number;
}) {
  const moves = [
    { to: "up", label: "↑", words: `Move rule ${at + 1} up`, isOff: at === 0 },
    { to: "down", label: "↓", words: `Move rule ${at + 1} down`, isOff: at === count - 1 },
  ];
  return (
    <div class="actions">
      <form
        method="post"
        action={useTarget(`/rules/${rule.id}/enabled#rule-${rule.id}`)}
        data-swap="rules"
      >
        <button
          id={`switch-${rule.id}`}
          type="submit"
          name="on"
          value={rule.enabled ? "no" : "yes"}
          aria-label={`Switch rule ${at + 1} ${rule.enabled ? "off" : "on"}`}
        >
          {rule.enabled ? "Switch off" : "Switch on"}
        </button>
      </form>
      {count < 2 ? null : (
        <form
          class="moves"
          method="post"
          action={useTarget(`/rules/${rule.id}/move#rule-${rule.id}`)}
          data-swap="rules"
        >
          {moves.map(({ to, label, words, isOff }) => (
            <button
              id={`${to}-${rule.id}`}
              type="submit"
              name="to"
              value={to}
              aria-label={words}
              disabled={isOff}
            >
              {label}
            </button>
          ))}
        </form>
      )}
    </div>
  );
}

function Unsuggested({ payees }: { readonly payees: readonly string[] }) {
  if (payees.length === 0) return null;
  return (
    <details>
      <summary>{`No rule is suggested for ${plural(payees.length, "payee")}`}</summary>
      <ul class="plain">
        {payees.map((payee) => (
          <li>
            <form class="row-form" method="post" action={useTarget("/rules/unsuggested")}>
              <span>{payee}</span>
              <input type="hidden" name="payee" value={payee} />
              <button
                type="submit"
                name="suggest"
                value="yes"
                aria-label={`Suggest rules for ${payee}`}
              >
                Suggest again
              </button>
            </form>
          </li>
        ))}
      </ul>
    </details>
  );
}
