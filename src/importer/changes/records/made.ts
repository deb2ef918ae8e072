// The body that creates a record or restores a deleted one, and how the created record is
// recognized. Pure.

import { KINDS, type Facts, type RecordKind } from "./kinds.ts";
import { isSameFact, listFacts, withoutDerivedName } from "./plan.ts";
import type { ReadRecord } from "./service.ts";

/**
 * The body that creates a record. A restored group gets back the members that are in no group now.
 */
export function toCreateBody(kind: RecordKind, wanted: Facts, list: readonly ReadRecord[]): Facts {
  const own = kind === "manual_account" ? withoutDerivedName(wanted, wanted) : wanted;
  const names = [...KINDS[kind].fields, ...KINDS[kind].makes, "children"];
  const body = Object.fromEntries(
    names.filter((name) => own[name] != null).map((name) => [name, own[name]]),
  );
  if (kind !== "category") return body;
  const { children, collapsed, ...rest } = body;
  if (body["is_group"] !== true) return rest;
  const free = list
    .filter(({ fields, whole }) => fields["group_id"] === null && whole["is_group"] !== true)
    .map(({ record }) => Number(record));
  const members = listIds(children).filter((id) => free.includes(id));
  return { ...rest, ...(collapsed === true && { collapsed }), children: members };
}

/**
 * Whether a record that is new in the list is the one that this body created. The name decides,
 * even if somebody has changed the other fields since: otherwise it would be created twice. A body
 * without a name must agree in all its facts.
 */
export function isMadeOf(kind: RecordKind, { fields, whole }: ReadRecord, body: Facts): boolean {
  const isGroup = (whole["is_group"] ?? false) === (body["is_group"] ?? false);
  const inherited = body["group_id"] == null ? [] : (KINDS[kind].together["group_id"] ?? []);
  if (!isGroup) return false;
  const { name } = body;
  if (typeof name === "string" && name !== "") return fields["name"] === name;
  return listFacts(kind, body)
    .filter((field) => !inherited.includes(field))
    .every((field) => isSameFact(fields[field], body[field], field));
}

/** The values of a new record where the body says nothing. */
const NOT_AT_FIRST: Facts = {
  description: null,
  archived: false,
  institution_name: null,
  subtype: null,
  external_id: null,
};

/** The facts of a record when it was created, if the answer was lost. */
export function toFactsAtFirst(kind: RecordKind, body: Facts): Facts {
  const { fields } = KINDS[kind];
  const known = Object.entries(NOT_AT_FIRST).filter(([name]) => fields.includes(name));
  return { ...Object.fromEntries(known), ...body };
}

/** The ids in a list of ids, or of members as the service shows them. */
function listIds(children: unknown): number[] {
  if (!Array.isArray(children)) return [];
  return children.flatMap((child: unknown) => {
    if (typeof child === "number") return [child];
    const id: unknown = typeof child === "object" && child !== null && "id" in child ? child.id : 0;
    return typeof id === "number" && id > 0 ? [id] : [];
  });
}
