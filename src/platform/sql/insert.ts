// The statements that store rows of a table whose columns are known only when it is read. Names
// come from the table itself, never from a backup.

/** A column of a table. */
export interface Column {
  readonly name: string;
  readonly notnull: number;
  /** Its place in the primary key, from 1; 0 outside of it. */
  readonly pk: number;
}

/** A column that refers to rows of a table, by their `target`. */
export interface Reference {
  readonly column: string;
  readonly table: string;
  readonly target: string;
}

/** The columns of the primary key, in its order. */
export function keyOf(columns: readonly Column[]): string[] {
  return columns
    .filter(({ pk }) => pk > 0)
    .toSorted((a, b) => a.pk - b.pk)
    .map(({ name }) => name);
}

/** A name as a statement has it. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The statements that store rows with the same columns. */
export interface Insert {
  readonly given: readonly Column[];
  /** What must be there, since a row makes no sense without it. */
  readonly required: readonly Reference[];
  /** One row: a parameter for each column. */
  readonly ofOne: string;
  /** Any number of rows: one JSON text, a list of lists of values. */
  readonly ofMany: string;
}

/** The statements for rows that have the columns `given`. */
export function insertOf(
  table: string,
  columns: readonly Column[],
  references: readonly Reference[],
  given: readonly Column[],
): Insert {
  const required: Reference[] = [];
  const present: string[] = [];
  const values = (valueAt: (at: number) => string) =>
    given.map(({ name }, at) => {
      const reference = references.find(({ column }) => column === name);
      return reference === undefined ? valueAt(at) : `(${keyIn(reference, valueAt(at))})`;
    });
  for (const [at, { name, notnull, pk }] of given.entries()) {
    const reference = references.find(({ column }) => column === name);
    if (reference === undefined || (notnull !== 1 && pk === 0)) continue;
    required.push(reference);
    present.push(`EXISTS (${keyIn(reference, inJson(at))})`);
  }
  const into = `INSERT INTO ${quote(table)} (${given.map(({ name }) => quote(name)).join(", ")})`;
  const key = keyOf(columns).map(quote).join(", ");
  const unless = `ON CONFLICT (${key}) DO NOTHING`;
  return {
    given,
    required,
    ofOne: `${into} VALUES (${values(() => "?").join(", ")}) ${unless}`,
    ofMany: `${into} SELECT ${values(inJson).join(", ")} FROM json_each(?) AS given
      WHERE ${["TRUE", ...present].join(" AND ")} ${unless}`,
  };
}

function inJson(at: number): string {
  return `given.value ->> ${at}`;
}

/** The key of the row that is referred to, if it is there. */
export function keyIn({ table, target }: Reference, value: string): string {
  return `SELECT ${quote(target)} FROM ${quote(table)} WHERE ${quote(target)} = ${value}`;
}
