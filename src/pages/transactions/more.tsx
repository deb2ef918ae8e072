// Further actions on a transaction: split it, group it, make it a transfer, delete it, or take a
// split or a group apart. An action that is not possible says why, and what to do first.

import { useTarget } from "../ui/frame.tsx";
import { backQuery } from "./lead.tsx";
import { isTransfer } from "./provenance.ts";
import { Section } from "./section.tsx";
import { describeTie, findObstacle } from "./standing.ts";
import type { Transaction } from "./wire.ts";

interface MoreProps {
  readonly transaction: Transaction;
  readonly back: string;
  readonly formKey: string;
}

/** The section with the actions. */
export function MoreToDo(props: MoreProps) {
  const { transaction, back } = props;
  const obstacle = findObstacle(transaction);
  const tie = describeTie(transaction);
  const path = `/transactions/${transaction.id}`;
  const query = backQuery(back);
  // The button for a transfer is beside its two sides.
  if (isTransfer(transaction)) return null;
  return (
    <Section id="more" title="What you can do">
      <div class="actions to-do">
        {obstacle === null ? (
          <>
            <a class="button" id="split" href={`${path}/split${query}`}>
              Split
            </a>
            <a class="button" id="group" href={`${path}/group${query}`}>
              Group with others
            </a>
            <a class="button" id="to-transfer" href={`${path}/transfer${query}`}>
              Mark as a transfer
            </a>
          </>
        ) : null}
        <TakeApart {...props} />
        {tie === null ? <Delete {...props} /> : null}
      </div>
      {obstacle === null || transaction.is_split_parent || transaction.is_group_parent ? null : (
        <p class="hint">
          {tie === null
            ? `It cannot be split or grouped: ${lowerFirst(obstacle.words)}`
            : `It cannot be split, grouped or deleted: ${lowerFirst(obstacle.words)}`}
        </p>
      )}
    </Section>
  );
}

/** The button that undoes a split or takes a group apart, also from one of its members. */
function TakeApart({ transaction, back, formKey }: MoreProps) {
  const { id, is_split_parent: isSplit, split_parent_id: whole } = transaction;
  const { is_group_parent: isGroup, group_parent_id: group } = transaction;
  const splitId = isSplit === true ? id : whole;
  const groupId = isGroup === true ? id : group;
  const action = useTarget(
    splitId == null ? `/transactions/${groupId ?? id}/ungroup` : `/transactions/${splitId}/unsplit`,
  );
  if (splitId == null && groupId == null) return null;
  return (
    <form method="post" action={action}>
      <input type="hidden" name="back" value={back} />
      <input type="hidden" name="key" value={`apart-${formKey}`} />
      {group == null ? null : <input type="hidden" name="to" value={String(id)} />}
      <button type="submit" id="take-apart">
        {splitId == null ? "Take the group apart" : "Undo the split"}
      </button>
    </form>
  );
}

function Delete({ transaction: { id }, back, formKey }: MoreProps) {
  return (
    <form method="post" action={useTarget(`/transactions/${id}/delete`)}>
      <input type="hidden" name="back" value={back} />
      <input type="hidden" name="key" value={`delete-${formKey}`} />
      <button class="danger" type="submit" id="delete">
        Delete
      </button>
    </form>
  );
}

function lowerFirst(words: string): string {
  return words.slice(0, 1).toLowerCase() + words.slice(1);
}
