// Checks a request about a schedule. The result is the schedule to store, or the wrong field with
// the reason. Secrets that were set for one address are never sent to another: a person who changes
// the source has to enter them again. Pure.

import type * as z from "zod";
import { SCHEDULE_SETTINGS_CHARS_MAX } from "../../platform/limits.ts";
import type { Secrets, Source } from "../../sources/source.ts";
import { SOURCES, findSourceByType } from "../../sources/sources.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import type { ImportProblem } from "../problem.ts";
import { checkTiming, nextDue } from "./due.ts";
import { CREATE, UPDATE, type Schedule, type Target } from "./schedule.ts";

/** A schedule to be stored, with the secrets to be sealed for it; null: those that it has stay. */
export interface Wish {
  readonly schedule: Schedule;
  readonly source: Source;
  readonly secrets: Secrets | null;
  /** Whether anything but its name is another. */
  readonly changes: boolean;
}

/** A schedule that is yet to be made. */
export function checkNewSchedule(
  body: unknown,
  id: string,
  now: number,
): Result<Wish, ImportProblem> {
  const read = CREATE.safeParse(body);
  if (!read.success) return issue("/body", read.error.issues);
  const { name, cron, timezone, enabled, source: asked, target } = read.data;
  const timing = checkTiming({ cron, timezone }, now);
  if (!timing.ok) return invalid(`/body/${timing.error.field}`, timing.error.message);
  const source = checkSource(asked, target);
  if (!source.ok) return source;
  const secrets = checkSecrets(source.value.source, asked.secrets ?? {});
  if (!secrets.ok) return secrets;
  const next_due_at = enabled ? nextDue(timing.value, now) : null;
  const { type } = source.value.source;
  const schedule = {
    id,
    name,
    ...timing.value,
    enabled,
    stopped: null,
    type,
    settings: source.value.settings,
    target,
    next_due_at,
    not_before: 0,
    failures: 0,
    created_at: now,
    updated_at: now,
  };
  return ok({ schedule, source: source.value.source, secrets: secrets.value, changes: true });
}

/** A schedule as it is to be from now on; `set` names the secrets that it has. */
export function checkChange(
  before: Schedule,
  set: readonly string[],
  body: unknown,
  now: number,
): Result<Wish, ImportProblem> {
  const read = UPDATE.safeParse(body);
  if (!read.success) return issue("/body", read.error.issues);
  const {
    name = before.name,
    source: asked = sourceAsIs(before),
    target = before.target,
  } = read.data;
  const timing = checkTiming(
    { cron: read.data.cron ?? before.cron, timezone: read.data.timezone ?? before.timezone },
    now,
  );
  if (!timing.ok) return invalid(`/body/${timing.error.field}`, timing.error.message);
  const source = checkSource(asked, target);
  if (!source.ok) return source;
  const elsewhere =
    source.value.source.type !== before.type ||
    JSON.stringify(source.value.settings) !== JSON.stringify(before.settings);
  // A source without an address among its settings has it in its secrets (SimpleFIN): these go where they went.
  const moved =
    source.value.source.type !== before.type ||
    (elsewhere && source.value.source.fields.some(({ kind }) => kind === "url"));
  const secrets = changedSecrets(
    source.value.source,
    asked.secrets ?? null,
    moved ? [] : set,
    moved && set.length > 0,
  );
  if (!secrets.ok) return secrets;
  const enabled =
    read.data.enabled ?? (before.enabled || (before.stopped !== null && secrets.value !== null));
  const retimed =
    timing.value.cron !== before.cron ||
    timing.value.timezone !== before.timezone ||
    enabled !== before.enabled;
  const due = retimed ? nextDue(timing.value, now) : before.next_due_at;
  const next_due_at = enabled ? due : null;
  const changes =
    elsewhere ||
    retimed ||
    secrets.value !== null ||
    JSON.stringify(target) !== JSON.stringify(before.target);
  const schedule = {
    ...before,
    ...timing.value,
    name,
    enabled,
    type: source.value.source.type,
    settings: source.value.settings,
    target,
    next_due_at,
    not_before: elsewhere ? 0 : before.not_before,
    updated_at: now,
  };
  return ok({ schedule, source: source.value.source, secrets: secrets.value, changes });
}

function sourceAsIs({ type, settings }: Schedule): z.output<typeof CREATE>["source"] {
  return { ...(typeof settings === "object" ? settings : {}), type };
}

function checkSource(
  asked: z.output<typeof CREATE>["source"],
  target: Target,
): Result<{ source: Source; settings: unknown }, ImportProblem> {
  const { type } = asked;
  const rest = Object.fromEntries(
    Object.entries(asked).filter(([name]) => name !== "type" && name !== "secrets"),
  );
  const source = findSourceByType(type);
  if (source === null)
    return invalid(
      "/body/source/type",
      `There is no source "${type.slice(0, 40)}"; there are ${SOURCES.map((known) => known.type).join(", ")}.`,
    );
  if (JSON.stringify(rest).length > SCHEDULE_SETTINGS_CHARS_MAX)
    return invalid(
      "/body/source",
      `The settings of a source have at most ${SCHEDULE_SETTINGS_CHARS_MAX} characters.`,
    );
  const settings = source.check(rest);
  if (!settings.ok) return issue("/body/source", settings.error);
  if ("statement" in target && !source.statements)
    return invalid(
      "/body/target",
      `The source ${source.label} tells of no transactions: its target is a balance.`,
    );
  if (source.relative && ("statement" in target || "history" in target))
    return invalid(
      "/body/target",
      `The source ${source.label} changes a balance: its target is the balance of an account, or a quantity.`,
    );
  return ok({ source, settings: settings.value });
}

/** All that the source needs, and nothing else. */
function checkSecrets(source: Source, given: Secrets): Result<Secrets, ImportProblem> {
  const stranger = Object.keys(given).find(
    (name) => !source.secrets.some((secret) => secret.name === name),
  );
  if (stranger !== undefined)
    return invalid(
      `/body/source/secrets/${stranger.slice(0, 40)}`,
      `The source ${source.label} has no such secret; it has ${source.secrets.map(({ name }) => name).join(", ") || "none"}.`,
    );
  const missing = source.secrets.find(
    ({ name, optional }) => optional !== true && given[name] === undefined,
  );
  if (missing !== undefined)
    return invalid(
      `/body/source/secrets/${missing.name}`,
      `The source ${source.label} needs its ${missing.label}.`,
    );
  return ok(given);
}

function changedSecrets(
  source: Source,
  given: Secrets | null,
  kept: readonly string[],
  lost: boolean,
): Result<Secrets | null, ImportProblem> {
  if (given === null && lost)
    return invalid(
      "/body/source/secrets",
      "The source is another now: say its secrets again, they are never sent to another address than they were set for. {} where it has none.",
    );
  if (
    given === null &&
    source.secrets.every(({ name, optional }) => optional === true || kept.includes(name))
  )
    return ok(null);
  return checkSecrets(source, given ?? {});
}

function issue(at: string, issues: readonly z.core.$ZodIssue[]): Result<never, ImportProblem> {
  const [first] = issues;
  const keys = first?.code === "unrecognized_keys" ? first.keys.slice(0, 1) : [];
  const path = [...(first?.path ?? []), ...keys]
    .map((part) => `/${String(part).slice(0, 40)}`)
    .join("");
  return invalid(
    `${at}${path}`,
    keys.length > 0
      ? "There is no such property here."
      : sentence(first?.message ?? "It cannot be read."),
  );
}

function sentence(text: string): string {
  const begun = text.startsWith("must ") ? `It ${text}` : text;
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}

function invalid(field: string, message: string): Result<never, ImportProblem> {
  return err({ kind: "invalid", field, message });
}
