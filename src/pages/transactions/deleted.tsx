// The page of a transaction that was deleted: what it was, who deleted it, and the button that
// brings it back.

import type { ShownDetail } from "../../importer/changes/wire.ts";
import { Moment } from "../ui/moment.tsx";
import { printAmount, printDay } from "../ui/print.ts";
import { Shell } from "../ui/shell.tsx";
import { UndoOne } from "./history.tsx";

/** A deletion as the journal has it. */
export interface Deletion {
  readonly change: ShownDetail["change"];
  readonly item: ShownDetail["items"][number];
  /** What an undo does not restore. */
  readonly losses: readonly string[];
}

interface DeletedProps {
  readonly id: number;
  readonly deletion: Deletion;
  readonly back: string;
  readonly formKey: string;
}

/** The whole page. */
export function Deleted({ id, deletion, back, formKey }: DeletedProps) {
  const { change, item, losses } = deletion;
  const { label } = item;
  const payee = label?.payee || "No payee";
  const isOver = change.state !== "applying";
  return (
    <Shell title={payee} current="/transactions">
      <div id="one">
        <p class="origin">
          <a href={`/transactions${back === "" ? "" : `?${back}`}`}>← Transactions</a>
        </p>
        <h1 class="file">{payee}</h1>
        {label === null ? null : (
          <p class="lead">
            <strong class="flow">{`${printAmount(label.amount, label.currency)} ${label.currency.toUpperCase()}`}</strong>
            {` · ${printDay(label.date)}`}
          </p>
        )}
        <div class="saved">
          <span role="status" id="said">
            {isOver ? "Deleted." : "It is being deleted."}
          </span>
          <UndoOne transaction={{ id }} change={change} back={back} formKey={formKey} inBar />
        </div>
        <p class="hint">
          <Moment at={Date.parse(change.at)} />
          {` by ${change.who.name || "you"}. You can undo it for 90 days. `}
          <a href={`/changes/${change.id}`}>See the change</a>
        </p>
        {losses.length === 0 ? null : (
          <>
            <p>An undo cannot bring back:</p>
            <ul class="why">
              {losses.map((loss) => (
                <li>{loss}</li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Shell>
  );
}
