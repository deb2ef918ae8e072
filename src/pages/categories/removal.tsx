// The pages before a deletion and before a merge: what depends on the category or tag, and where its
// transactions go.

import { CHANGE_TRANSACTIONS_MAX } from "../../platform/limits.ts";
import { DescribedField } from "../ui/fields.tsx";
import { useTarget } from "../ui/frame.tsx";
import { plural, printCount } from "../ui/print.ts";
import { Alert, Shell } from "../ui/shell.tsx";
import type { Foreseen } from "./merge.ts";
import { editPath, TAG, transactionsPath, type Noun } from "./nouns.ts";
import { KeyField } from "./parts.tsx";

/** Another category or tag to choose. */
export interface Target {
  readonly id: number;
  readonly label: string;
}

interface RemovalProps {
  readonly noun: Noun;
  readonly id: number;
  readonly name: string;
  readonly isGroup: boolean;
  /** Counts by the service's names. */
  readonly dependents: Readonly<Record<string, number>>;
  /** Where its transactions can go; for a group, where its categories can go. */
  readonly targets: readonly Target[];
}

/** The service's counts in words, in this order. */
const DEPENDENTS: readonly (readonly [string, string, string])[] = [
  ["transactions", "transaction", "transactions"],
  ["children", "category in the group", "categories in the group"],
  ["category_rules", "rule that sets it", "rules that set it"],
  ["rules", "rule that sets it", "rules that set it"],
  ["recurring", "recurring item", "recurring items"],
  ["budget", "budgeted amount", "budgeted amounts"],
  ["plaid_cats", "category of a bank that leads to it", "categories of a bank that lead to it"],
];

/** Asks what happens to all that depends on it. */
export function Removal({ noun, id, name, isGroup, dependents, targets }: RemovalProps) {
  const path = `${noun.page}/${id}`;
  const counted = DEPENDENTS.flatMap(([key, one, many]) => {
    const count = dependents[key] ?? 0;
    return count === 0 ? [] : [plural(count, one, many)];
  });
  const hasTransactions = (dependents["transactions"] ?? 0) > 0;
  const hasMembers = (dependents["children"] ?? 0) > 0;
  return (
    <Shell title={`Delete ${name}`} current="/categories">
      <h1>{`Delete “${name}”?`}</h1>
      <p>Nothing is deleted yet. This depends on it:</p>
      <ul>
        {counted.map((words) => (
          <li>{words}</li>
        ))}
      </ul>
      {hasTransactions && targets.length > 0 ? (
        <MoveFirst noun={noun} id={id} targets={targets} />
      ) : null}
      {hasMembers && targets.length > 0 ? <MoveMembers id={id} targets={targets} /> : null}
      <section class="step" aria-labelledby="anyway">
        <h2 id="anyway">Delete it anyway</h2>
        <p>{describeLoss(noun, dependents, isGroup)}</p>
        <form method="post" action={useTarget(`${path}/delete`)}>
          <KeyField />
          <input type="hidden" name="force" value="yes" />
          <button class="danger" type="submit">
            {`Delete ${name}`}
          </button>
        </form>
      </section>
      <p>
        <a href={editPath(noun, id)}>Keep it</a>
      </p>
    </Shell>
  );
}

function MoveFirst({
  noun,
  id,
  targets,
}: {
  readonly noun: Noun;
  readonly id: number;
  readonly targets: readonly Target[];
}) {
  return (
    <section class="step" aria-labelledby="move">
      <h2 id="move">Move its transactions first</h2>
      <p>You see how many are moved, and can still decide.</p>
      <form method="get" action={`${noun.page}/${id}/merge`} class="edit-form">
        <TargetField noun={noun} targets={targets} error={null} />
        <button class="primary" type="submit">
          Continue
        </button>
      </form>
    </section>
  );
}

function MoveMembers({
  id,
  targets,
}: {
  readonly id: number;
  readonly targets: readonly Target[];
}) {
  return (
    <section class="step" aria-labelledby="move">
      <h2 id="move">Move its categories first</h2>
      <form method="post" action={useTarget(`/categories/${id}/delete`)} class="edit-form">
        <KeyField />
        <DescribedField
          id="move-to"
          label="Move them to the group"
          error={null}
          help="They become what that group is."
          control={(described) => (
            <select id="move-to" name="members" {...described}>
              {targets.map((target) => (
                <option value={String(target.id)}>{target.label}</option>
              ))}
            </select>
          )}
        />
        <button class="primary" type="submit">
          Move and delete the group
        </button>
      </form>
    </section>
  );
}

/** What is lost if it is deleted as it is. */
function describeLoss(
  noun: Noun,
  dependents: Readonly<Record<string, number>>,
  isGroup: boolean,
): string {
  if (isGroup) return "Its categories stay, without a group. Its budgeted amounts are deleted.";
  if (noun === TAG) return "Its transactions stay, without this tag. Rules no longer set it.";
  const sentences = [
    ...((dependents["transactions"] ?? 0) > 0
      ? ["Its transactions stay, without a category."]
      : []),
    ...((dependents["category_rules"] ?? 0) > 0 ? ["Rules no longer set it."] : []),
    ...((dependents["recurring"] ?? 0) > 0 ? ["Recurring items stay, without a category."] : []),
    ...((dependents["budget"] ?? 0) > 0 ? ["Its budgeted amounts are deleted."] : []),
  ];
  return sentences.join(" ");
}

interface MergeProps {
  readonly noun: Noun;
  readonly id: number;
  readonly name: string;
  readonly targets: readonly Target[];
  /** The chosen one; null before the choice. */
  readonly into: Target | null;
  readonly foreseen: Foreseen | null;
  /** Why the choice was refused. */
  readonly error: string | null;
  readonly alert: string | null;
}

/** Chooses what to merge into, then says what goes there. */
export function MergePage(props: MergeProps) {
  const { noun, id, name, targets, into, foreseen } = props;
  return (
    <Shell title={`Merge ${name}`} current="/categories">
      <h1>{into === null ? `Merge “${name}”` : `Merge “${name}” into “${into.label}”?`}</h1>
      <p class="lead">{`Merging moves all its transactions to the other ${noun.word}, then deletes it.`}</p>
      <Alert message={props.alert} />
      {into === null || foreseen === null ? null : (
        <Confirm {...props} into={into} foreseen={foreseen} />
      )}
      {targets.length === 0 ? (
        <p>{`There is no other ${noun.word} to merge it into.`}</p>
      ) : (
        <details class={into === null ? "plain-fold" : "panel"} open={into === null}>
          <summary>
            {into === null ? `Choose a ${noun.word}` : `Choose another ${noun.word}`}
          </summary>
          <form method="get" action={`${noun.page}/${id}/merge`} class="edit-form">
            <TargetField noun={noun} targets={targets} error={props.error} />
            <p class="actions">
              <button class={into === null ? "primary" : undefined} type="submit">
                Continue
              </button>
            </p>
          </form>
        </details>
      )}
      <p>
        <a href={editPath(noun, id)}>{`Keep “${name}”`}</a>
      </p>
    </Shell>
  );
}

function Confirm({
  noun,
  id,
  name,
  into,
  foreseen,
}: MergeProps & { readonly into: Target; readonly foreseen: Foreseen }) {
  return (
    <section class="step" aria-label="What happens">
      <p class="sentence">{describeMove(foreseen, into.label)}</p>
      <ul class="why">
        {describeOthers(foreseen).map((words) => (
          <li>{words}</li>
        ))}
        {noun === TAG ? null : (
          <li>{`If amounts were budgeted for “${name}”, they are deleted with it.`}</li>
        )}
        {foreseen.fixed === 0 ? null : (
          <li>{`${plural(foreseen.fixed, "transaction")} that ${foreseen.fixed === 1 ? "was" : "were"} split or grouped cannot be changed and will have no ${noun.word}. Its parts or its group are moved.`}</li>
        )}
        <li>
          {foreseen.transactions > CHANGE_TRANSACTIONS_MAX
            ? `${printCount(CHANGE_TRANSACTIONS_MAX)} of them are moved at a time: merge again until none is left. “${name}” is deleted with the last ones.`
            : `Then “${name}” is deleted. If that is interrupted, merge again: the rest is moved.`}
        </li>
      </ul>
      <p>
        <a href={transactionsPath(noun, id)}>See the transactions</a>
      </p>
      <form method="post" action={useTarget(`${noun.page}/${id}/merge`)}>
        <KeyField />
        <input type="hidden" name="into" value={String(into.id)} />
        <button class="primary" type="submit">
          {`Merge into ${into.label}`}
        </button>
      </form>
    </section>
  );
}

/** "114 transactions go to “Food · Groceries”." */
function describeMove({ transactions, isMore }: Foreseen, into: string): string {
  if (isMore) return `More than ${printCount(transactions)} transactions go to “${into}”.`;
  if (transactions === 0) return "No transaction has to be moved.";
  return `${plural(transactions, "transaction")} ${transactions === 1 ? "goes" : "go"} to “${into}”.`;
}

function describeOthers({ rules, recurring }: Foreseen): readonly string[] {
  return [
    ...(rules === null || rules === 0 ? [] : [`${plural(rules, "rule")} will set it instead.`]),
    ...(recurring === null || recurring === 0
      ? []
      : [`${plural(recurring, "recurring item")} will have it instead.`]),
    ...(rules === null ? ["Rules of the budgeting service that set it no longer do."] : []),
  ];
}

function TargetField({
  noun,
  targets,
  error,
}: {
  readonly noun: Noun;
  readonly targets: readonly Target[];
  readonly error: string | null;
}) {
  return (
    <DescribedField
      id="into"
      label={noun === TAG ? "Merge into the tag" : "Merge into the category"}
      error={error}
      control={(described) => (
        <select id="into" name="into" required {...described}>
          <option value="">Choose…</option>
          {targets.map((target) => (
            <option value={String(target.id)}>{target.label}</option>
          ))}
        </select>
      )}
    />
  );
}
