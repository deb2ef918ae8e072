// How the outbox carries an entry out, a step at a time: what was sent without an answer is looked
// at first, then the next of what waits is read, compared and written. Killed anywhere, nothing is
// written twice without looking.

import { CHANGE_ATTEMPTS_MAX, CHANGE_LEASE_MS } from "../../platform/limits.ts";
import type { Kind, NoAnswer, Step, Tools } from "../../platform/outbox/effect.ts";
import { GONE, lookAtEdits, sendEdits, type Room } from "./edits.ts";
import { categoryOf, finish } from "./finish.ts";
import { lookAtDeletes, lookAtRestores, sendDeletes, sendRestores } from "./removals.ts";
import {
  listItems,
  settleItem,
  WAITING_ENTRIES,
  type Entry,
  type ItemKind,
  type ItemRow,
} from "./store.ts";

/** What a step works with. */
export interface ChangeTools extends Tools, Room {}

type Outcome =
  | { readonly kind: "moved" }
  /** `category`: the name of the one category that was set. */
  | { readonly kind: "done"; readonly category: string | null };

const ORDER: readonly ItemKind[] = ["restore", "edit", "delete"];

/** How an entry is carried out. */
export const CHANGES: Kind<ChangeTools, Entry, Outcome> = {
  dueAt: WAITING_ENTRIES.dueAt,
  next: WAITING_ENTRIES.next,
  failures: WAITING_ENTRIES.failures,
  begin: ({ sql, chance }, entry) => {
    // If the Worker dies, the alarm comes back to it.
    const until = chance.now() + CHANGE_LEASE_MS;
    sql.run(
      "UPDATE changes SET next_attempt_at = ? WHERE id = ? AND state = 'applying'",
      until,
      entry.id,
    );
    return { ...entry, next_attempt_at: until };
  },
  recognise: async (tools, entry) => {
    const sent = listItems(tools.sql, entry.id, "sent");
    if (sent.length === 0) return null;
    return (await look(tools, entry, sent)) ?? { kind: "moved" };
  },
  send,
  settle: ({ sql, chance }, entry, outcome) => {
    if (outcome.kind === "done") finish(sql, entry, outcome.category);
    else
      sql.run(
        "UPDATE changes SET failures = 0, problem = NULL, next_attempt_at = ? WHERE id = ? AND state = 'applying'",
        chance.now(),
        entry.id,
      );
  },
  putOff: (tools, entry, at, why) =>
    WAITING_ENTRIES.putOff(tools, entry, at, why, { problem: why.message }),
  fault: ({ id }, thrown) => ({ event: "change failed", change: id, error: String(thrown) }),
  limit: { attempts: CHANGE_ATTEMPTS_MAX, giveUp },
};

async function send(tools: ChangeTools, entry: Entry): Promise<Step<Outcome>> {
  const waiting = listItems(tools.sql, entry.id, "waiting");
  const kind = ORDER.find((one) => waiting.some((item) => item.kind === one));
  if (kind === undefined) {
    const category = categoryOf(tools.sql, entry);
    const name = category === null ? null : await tools.service.categoryName(category);
    return { kind: "done", category: name };
  }
  const items = waiting.filter((item) => item.kind === kind);
  return (await sendKind(tools, entry, kind, items)) ?? { kind: "moved" };
}

function sendKind(
  tools: ChangeTools,
  entry: Entry,
  kind: ItemKind,
  items: readonly ItemRow[],
): Promise<NoAnswer | null> {
  if (kind === "edit") return sendEdits(tools, entry, items);
  return kind === "delete" ? sendDeletes(tools, items) : sendRestores(tools, entry, items);
}

async function look(
  tools: ChangeTools,
  entry: Entry,
  sent: readonly ItemRow[],
): Promise<NoAnswer | null> {
  const [edits, deletes, restores] = (["edit", "delete", "restore"] as const).map((kind) =>
    sent.filter((item) => item.kind === kind),
  );
  if (edits !== undefined && edits.length > 0) return lookAtEdits(tools, edits);
  if (deletes !== undefined && deletes.length > 0) return lookAtDeletes(tools, deletes);
  return lookAtRestores(tools, entry, restores ?? []);
}

/** After many attempts in vain, what was not written stays as it is. */
function giveUp({ sql }: ChangeTools, entry: Entry): void {
  const why = entry.problem ?? "the service did not answer";
  sql.transaction(() => {
    for (const item of listItems(sql, entry.id)) {
      if (item.state === "settled") continue;
      const message =
        item.state === "waiting"
          ? `It was not changed: ${why}.`
          : `It is not known whether it was changed: ${why}.`;
      settleItem(sql, item.id, { refused: [{ ...GONE, message }], effect: false });
    }
    finish(sql, entry, null);
  });
}
