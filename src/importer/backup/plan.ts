// The steps that restore a backup, in order. They depend on the backup alone, so after a kill the
// stored position tells which steps are left. Every step may be carried out twice.

import type { ZipMember } from "../../platform/zip.ts";
import type { Backup } from "./archive.ts";
import { names, readName } from "./layout.ts";

/** The bytes of one file. */
export interface FileStep {
  readonly kind: "document" | "mail" | "reading" | "attachment";
  readonly member: ZipMember;
  readonly key: string;
}

/** One step; those with lines have a position within. */
export type Step =
  | { readonly kind: "check"; readonly member: ZipMember }
  | { readonly kind: "begin" }
  | {
      readonly kind: "budget rows";
      readonly member: ZipMember;
      readonly table: string;
      readonly links: boolean;
    }
  | { readonly kind: "rows"; readonly member: ZipMember; readonly table: string }
  | FileStep
  | { readonly kind: "finish" };

/** The steps: everything is checked before anything is written. */
export function planRestore({ members, manifest }: Backup): Step[] {
  const all = [...members.values()];
  const files = all.flatMap((member): Step[] => {
    const named = readName(member.name);
    return named === null || named.kind === "words" || named.kind === "table"
      ? []
      : [{ ...named, member }];
  });
  const tables = (part: "budget" | "importer") =>
    (manifest.parts[part]?.tables ?? []).flatMap((table) => {
      const member = members.get(names.table(part, table));
      return member === undefined ? [] : [{ member, table }];
    });
  const budget = (links: boolean) =>
    tables("budget").map((one): Step => ({ kind: "budget rows", ...one, links }));
  return [
    ...all.map((member): Step => ({ kind: "check", member })),
    { kind: "begin" },
    ...budget(false),
    ...budget(true),
    ...tables("importer").map((one): Step => ({ kind: "rows", ...one })),
    ...files,
    { kind: "finish" },
  ];
}
