// A refused form: its input except credentials, and the reason at each control. Pure.

import type { Refusal } from "./client.ts";
import type { ScheduleSource } from "../schedules/wire.ts";
import type { Typed } from "../sources/typed-settings.ts";

/** What a form shows after a refusal. */
export interface Refused {
  /** By the control's name. */
  readonly typed: ReadonlyMap<string, string>;
  /** By the control's name, a sentence each. */
  readonly errors: ReadonlyMap<string, string>;
  /** A refusal that belongs to no control. */
  readonly message: string | null;
}

/**
 * A control, and its place in the request ("target/month"); null for a control that is never
 * refused.
 */
export interface Control {
  readonly name: string;
  readonly label: string;
  readonly at: string | null;
}

/**
 * Sorts a refusal to the controls of a form: `own` controls first, in their order, then the
 * source's fields.
 */
export function sortRefusal(
  { message, errors = [] }: Refusal,
  { fields, secrets }: Pick<ScheduleSource, "fields" | "secrets">,
  own: readonly Control[],
  typed: Typed,
): Refused {
  const kept = [...own.map(({ name }) => name), ...fields.map(({ name }) => `setting.${name}`)];
  const beside = new Map<string, string>();
  const rest: string[] = [];
  for (const { errMsg, instancePath = "" } of errors) {
    const [, ...path] = instancePath.split("/").filter((part) => part !== "");
    const place = path.join("/");
    const control =
      own.find(({ at }) => at !== null && (place === at || place.startsWith(`${at}/`))) ??
      findControl(path, "setting", fields) ??
      findControl(path, "secret", secrets);
    if (control === null || beside.has(control.name)) rest.push(errMsg);
    else beside.set(control.name, inWords(errMsg, path.join("."), control.label));
  }
  const alert = errors.length === 0 ? message : rest.join(" ");
  return {
    typed: new Map(kept.map((name) => [name, typed(name)])),
    errors: beside,
    message: alert === "" ? null : alert,
  };
}

/** The control of the field that a part of the path names. */
function findControl(
  path: readonly string[],
  kind: "setting" | "secret",
  fields: readonly { readonly name: string; readonly label: string }[],
): Pick<Control, "name" | "label"> | null {
  const field = fields.find(({ name }) => path.includes(name));
  return field === undefined ? null : { name: `${kind}.${field.name}`, label: field.label };
}

/** Replaces the place in the request, at the start of a sentence, by the control's label. */
function inWords(sentence: string, place: string, label: string): string {
  return place !== "" && sentence.startsWith(`${place} `)
    ? `${label} ${sentence.slice(place.length + 1)}`
    : sentence;
}
