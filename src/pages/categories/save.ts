// This page changes the budget only through here: each action is one entry in the journal of
// changes, which can be undone. Fields that somebody else has changed since are left as they are
// and named.

import { NOT_PERMITTED } from "../../importer/changes/permission.ts";
import { CHANGE_ANSWER, type ShownAnswer } from "../../importer/changes/wire.ts";
import { hex, sha256 } from "../../platform/digest.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { send } from "../ui/client.ts";
import type { Variables } from "../ui/context.ts";
import { NOT_ALLOWED, type NamedRefusal } from "./calls.ts";

/** A record as the journal takes it. */
export type WantedRecord =
  | {
      readonly kind: "category" | "tag" | "rule" | "recurring";
      readonly id: number;
      readonly was: object;
      readonly set: object;
    }
  | { readonly kind: "category" | "tag"; readonly create: object; readonly id?: number }
  | { readonly kind: "category" | "tag"; readonly delete: number; readonly force?: boolean };

/** The records that are changed in one step. */
export interface WantedChange {
  /** The one-time key of the form; "" if it had none. */
  readonly key: string;
  readonly records: readonly WantedRecord[];
  readonly transactions?: readonly {
    readonly id: number;
    readonly was: object;
    readonly set: object;
  }[];
}

/**
 * Why a change was not made, or not completely, and what depends on a record that was to be
 * deleted.
 */
export interface ChangeRefusal extends NamedRefusal {
  readonly dependents: Readonly<Record<string, number>> | null;
}

/** The result of a change. */
export interface SavedChange {
  /** The journal's entry. */
  readonly id: number;
  /** The first category or tag that was created; null if none was. */
  readonly made: number | null;
  readonly answer: ShownAnswer;
}

const FORBIDDEN: ChangeRefusal = {
  status: 403,
  errors: [{ property: "", sentence: NOT_ALLOWED }],
  dependents: null,
};
const LATER =
  "The budgeting service does not answer now. The change goes on by itself: see Changes.";

/** The records that depend on a record, so that it was not deleted; null if there are none. */
function findDependents({
  record_refused: refused,
}: Pick<ShownAnswer, "record_refused">): Readonly<Record<string, number>> | null {
  return refused.find(({ dependents }) => dependents !== undefined)?.dependents ?? null;
}

/** Writes a change as one entry. If anything was left or refused, returns the reasons. */
export async function saveChange(
  api: Variables["api"],
  { key, records, transactions = [] }: WantedChange,
): Promise<Result<SavedChange, ChangeRefusal>> {
  const wanted = {
    from: "the page of categories and tags",
    records,
    ...(transactions.length > 0 && { transactions }),
  };
  const body = { key: await nameOnce(key, wanted), ...wanted };
  const sent = await send(api, "/api/changes", body, CHANGE_ANSWER);
  if (!sent.ok) {
    const { status, message } = sent.error;
    return err({ status, errors: [{ property: "", sentence: message }], dependents: null });
  }
  const answer = sent.value;
  const { change, made } = answer;
  const all = [...answer.refused, ...answer.record_refused];
  if (all.some(({ message }) => message === NOT_PERMITTED)) return err(FORBIDDEN);
  const problems = listProblems(answer);
  const dependents = findDependents(answer);
  if (problems.length > 0)
    return err({ status: chooseStatus(answer), errors: problems, dependents });
  // Without a problem the change is still under way.
  if (change.state === "applying" && change.problem !== null)
    return err({ status: 502, errors: [{ property: "", sentence: LATER }], dependents: null });
  return ok({ id: change.id, made: made[0]?.id ?? null, answer });
}

const KEY_CHARS_MAX = 60;

/**
 * Makes a form that is sent twice one entry. If its fields were changed before it was sent again,
 * with the browser's Back, it is another entry.
 */
async function nameOnce(key: string, wanted: object): Promise<string> {
  if (key === "") return crypto.randomUUID();
  const digest = hex(await sha256(JSON.stringify(wanted))).slice(0, 32);
  return `${key.slice(0, KEY_CHARS_MAX)} ${digest}`;
}

function listProblems({
  record_conflicts: conflicts,
  record_refused,
  refused,
  ...rest
}: ShownAnswer) {
  const { length } = rest.conflicts;
  return [
    ...conflicts.map(({ field }) => ({
      property: field,
      sentence: "Somebody else changed this since you opened the page. Look at it and save again.",
    })),
    ...record_refused.map(({ field, message }) => ({ property: field ?? "", sentence: message })),
    ...refused.map(({ message }) => ({ property: "", sentence: message })),
    ...(length === 0
      ? []
      : [
          {
            property: "",
            sentence: "Some transactions were changed meanwhile, and stay as they are.",
          },
        ]),
  ];
}

const GONE = "It is no longer in the budget.";

function chooseStatus({
  record_refused: records,
  record_conflicts: conflicts,
  refused,
}: ShownAnswer): number {
  if (conflicts.length > 0) return 409;
  const isGone = refused.length === 0 && records.every(({ message }) => message === GONE);
  return isGone && records.length > 0 ? 404 : 400;
}
