// A refused form: what was typed but for credentials, and what was wrong, each beside its field. Pure.

import type { Refusal } from "../client.ts";
import type { Typed } from "./typed.ts";

/** What a form is shown with once more. */
export interface Refused {
  readonly typed: ReadonlyMap<string, string>;
  /** By the field's name, a sentence each. */
  readonly errors: ReadonlyMap<string, string>;
  /** What is wrong with no field in particular. */
  readonly message: string | null;
}

interface Named {
  readonly name: string;
  readonly label: string;
}

/** The refusal over a form's fields; `kept` are those whose text is shown again. */
export function refusedOf({ message, errors = [] }: Refusal, fields: readonly Named[], kept: readonly string[], typed: Typed): Refused {
  const beside = new Map<string, string>();
  const rest: string[] = [];
  for (const { errMsg, instancePath = "" } of errors) {
    const [, ...path] = instancePath.split("/").filter((part) => part !== "");
    const field = fields.find(({ name }) => path.includes(name));
    if (field === undefined || beside.has(field.name)) rest.push(errMsg);
    else beside.set(field.name, inWords(errMsg, path.join("."), field.label));
  }
  const alert = errors.length === 0 ? message : rest.join(" ");
  return { typed: new Map(kept.map((name) => [name, typed(name)])), errors: beside, message: alert === "" ? null : alert };
}

/** The field by its label, where the sentence begins with its place in the request. */
function inWords(sentence: string, place: string, label: string): string {
  return place !== "" && sentence.startsWith(`${place} `) ? `${label} ${sentence.slice(place.length + 1)}` : sentence;
}
