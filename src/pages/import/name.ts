// The name of an import, and the currencies of its amounts.

import type { Import, Row } from "../ui/wire.ts";

/** The name of an import in the list and in the title. */
export function nameImport(run: Import): string {
  const { name, archive } = run.document;
  return archive === undefined || archive === name ? name : `${name} (in ${archive})`;
}

/** The currency of rows that name no other. */
export function mainCurrency(run: Import): string | null {
  return run.layout?.currency ?? run.account?.currency ?? null;
}

/** The currencies of the import and of the given rows. */
export function listCurrencies(run: Import, rows: readonly Pick<Row, "item">[]): readonly string[] {
  const own = mainCurrency(run);
  const named = rows.flatMap(({ item }) => item?.currency ?? []);
  return [...new Set(own === null ? named : [own, ...named])];
}
