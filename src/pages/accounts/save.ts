// These pages change an account only through here, as one entry of the journal with the changed
// fields. A field is written only if the account still has the value that the person saw.

import { parseDay, type Day } from "../../money/day.ts";
import { printUnits, units } from "../../money/money.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import type { Variables } from "../ui/context.ts";
import { CHANGE_ANSWER } from "../../importer/changes/wire.ts";
import { hex, sha256 } from "../../platform/digest.ts";
import { accountNames, send } from "../ui/client.ts";
import { isDerived, TEXT_FIELDS, type EditState } from "./edit-form.tsx";
import { convertHeld, parseHeld } from "./figures.ts";
import type { AccountFields, OneManual } from "./wire.ts";

/** The fields of an account as the person saw them, and as they are to be. */
export interface AccountEdit {
  readonly id: number;
  /** The form's one-time id. */
  readonly key: string;
  readonly was: Partial<AccountFields>;
  readonly set: Partial<AccountFields>;
}

/**
 * The reasons why nothing, or not everything, was written: by field, with "" for the whole form.
 */
export interface NotSaved {
  readonly status: number;
  readonly errors: readonly { readonly property: string; readonly sentence: string }[];
}

/** Writes the changed fields of a manual account as one entry of the journal, which can be undone. */
export async function saveAccount(
  { api }: Pick<Variables, "api">,
  now: OneManual,
  { id, key, was, set }: AccountEdit,
): Promise<Result<null, NotSaved>> {
  if (Object.keys(set).length === 0) return ok(null);
  const fields = FIELDS.filter((field) => field in set);
  const saw = Object.fromEntries(
    fields.map((field) => [field, (field in was ? was[field] : now[field]) ?? null]),
  );
  const digest = hex(await sha256(JSON.stringify([id, saw, set])));
  const body = {
    key: `${key.slice(0, KEY_CHARS)}-${digest.slice(0, KEY_CHARS)}`,
    records: [{ kind: "manual_account", id, was: saw, set }],
    from: "the page of an account",
  };
  const done = await send(api, "/api/changes", body, CHANGE_ANSWER);
  if (!done.ok) {
    const { status, message } = done.error;
    return err({ status, errors: [{ property: "", sentence: message }] });
  }
  const { record_conflicts: conflicts, record_refused: refused } = done.value;
  const errors = [
    ...conflicts.map(({ field, now: other }) => ({
      property: field,
      sentence: `Somebody changed this meanwhile. It is now “${typeof other === "string" ? other : "something else"}”.`,
    })),
    ...refused.map(({ field, message }) => ({ property: field ?? "", sentence: message })),
  ];
  return errors.length === 0 ? ok(null) : err({ status: conflicts.length > 0 ? 409 : 400, errors });
}

const KEY_CHARS = 36;
const FIELDS = [
  "name",
  "display_name",
  "institution_name",
  "type",
  "subtype",
  "currency",
  "exclude_from_transactions",
  "status",
  "closed_on",
  "balance",
] as const satisfies readonly (keyof AccountFields & keyof OneManual)[];

type Ways = Pick<Variables, "api">;

/** Saves the form of an account; if it is refused, the form with an error beside each field. */
export async function saveEdit(
  ways: Pick<Variables, "api" | "service">,
  account: OneManual,
  { typed, was, key }: Pick<EditState, "typed" | "was"> & { readonly key: string },
): Promise<Result<null, EditState>> {
  const set = toFields(typed, was);
  const names = await accountNames(ways.service);
  const taken = findTaken(account, { ...toFields(was, {}), ...set }, names);
  if (taken !== null) {
    const field = typed.display_name === "" ? "name" : "display_name";
    return err({ typed, was, alert: null, errors: new Map([[field, taken]]) });
  }
  const seen = toFields(was, typed);
  const saved = await saveAccount(ways, account, {
    id: account.id,
    key,
    was: shown(account, seen),
    set,
  });
  if (saved.ok) return saved;
  const rest = saved.error.errors.filter(({ property }) => !(property in LABELS));
  return err({
    typed,
    was,
    alert: rest.length === 0 ? null : rest.map(({ sentence }) => sentence).join(" "),
    errors: new Map(
      saved.error.errors.flatMap(({ property, sentence }) => {
        const label = LABELS[property];
        return label === undefined ? [] : [[property, inWords(sentence, property, label)] as const];
      }),
    ),
  });
}

/** Sets today's balance; returns null, or why it was refused. */
export async function setValue(
  ways: Ways,
  account: OneManual,
  typed: string,
  was: string,
): Promise<string | null> {
  const value = parseHeld(account.type, typed);
  if (value === null) return "Enter an amount such as 1250.50.";
  const balance = printUnits(units(convertHeld(account.type, value)));
  const edit = {
    id: account.id,
    key: crypto.randomUUID(),
    was: { balance: was || account.balance },
    set: { balance },
  };
  return describeRefusal(await saveAccount(ways, account, edit));
}

/**
 * Closes the account on a day, or reopens it if there is none; returns null, or why it was refused.
 */
export async function closeAccount(
  ways: Ways,
  account: OneManual,
  typed: string | null,
  today: Day,
): Promise<string | null> {
  const day = typed === null ? null : parseDay(typed.trim());
  if (typed !== null && day === null) return "Enter a date such as 2026-10-31.";
  if (day !== null && day > today) return "An account cannot be closed on a day to come.";
  const set = day === null ? { status: "active" } : { status: "closed", closed_on: day };
  return describeRefusal(
    await saveAccount(ways, account, { id: account.id, key: crypto.randomUUID(), was: {}, set }),
  );
}

function describeRefusal(done: Result<null, NotSaved>): string | null {
  return done.ok ? null : done.error.errors.map(({ sentence }) => sentence).join(" ");
}

const LABELS: Readonly<Record<string, string>> = {
  name: "Name",
  display_name: "Shown as",
  institution_name: "Bank",
  subtype: "Type in detail",
  type: "Type",
  currency: "Currency",
};

/** The changed fields as the service takes them: null for an empty text. */
function toFields(
  typed: EditState["typed"],
  was: Partial<EditState["typed"]>,
): Partial<AccountFields> {
  const texts = TEXT_FIELDS.filter((name) => typed[name] !== was[name]).map(
    (name) => [name, name === "name" ? typed[name] : typed[name] || null] as const,
  );
  return {
    ...Object.fromEntries(texts),
    ...(typed.type !== was.type && { type: typed.type }),
    ...(typed.currency !== was.currency && { currency: typed.currency }),
    ...(typed.exclude_from_transactions !== was.exclude_from_transactions && {
      exclude_from_transactions: typed.exclude_from_transactions !== "",
    }),
  };
}

/** The fields as shown: a derived display name counts like one that was entered. */
function shown(account: OneManual, was: Partial<AccountFields>): Partial<AccountFields> {
  return "display_name" in was && was.display_name === null && isDerived(account)
    ? { ...was, display_name: account.display_name ?? null }
    : was;
}

/** A sentence if another account has that name already. */
function findTaken(
  account: OneManual,
  after: Partial<AccountFields>,
  names: ReadonlyMap<string, string>,
) {
  const { name = "", institution_name: bank = null, display_name: own = null } = after;
  const called = own ?? (bank === null ? name : `${bank} ${name}`);
  const isTaken = [...names].some(
    ([key, name]) => key.startsWith("manual ") && key !== `manual ${account.id}` && name === called,
  );
  return isTaken ? `Another account is called “${called}” already.` : null;
}

function inWords(sentence: string, property: string, label: string): string {
  return sentence.startsWith(property) ? `${label}${sentence.slice(property.length)}` : sentence;
}
