// The body that makes a record, or a deleted one again, and how the one that it made is recognized.
// Pure.

import { KINDS, type Facts, type RecordKind } from "./kinds.ts";
import { isSameFact, listFacts, withoutDerivedName } from "./plan.ts";
import type { ReadRecord } from "./service.ts";

/** The body that makes it. A group gets back the members that are in no group now. */
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
 * Whether a record that was not there before is the one that this body made. It has its name, even if
 * somebody changed the rest since: made a second time it would be there twice. Without a name, all
 * that the body says has to be so.
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

/** What a new record does not have unless it is made with it. */
const NOT_AT_FIRST: Facts = {
  description: null,
  archived: false,
  institution_name: null,
  subtype: null,
  external_id: null,
};

/** What a record had when it was made, if the answer that said so was lost. */
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
