// Exact sums of many amounts: they may be past what SQLite, or a number here, can hold. So the
// database sums the millions and the rest apart.

const MILLION = 1_000_000n;

/** The columns NAME_millions and NAME_rest: the sum of an expression where a condition holds. */
export function sumColumns(name: string, expression: string, condition: string): string {
  return `coalesce(sum(${expression} / ${MILLION}) FILTER (WHERE ${condition}), 0) AS ${name}_millions,
    coalesce(sum(${expression} % ${MILLION}) FILTER (WHERE ${condition}), 0) AS ${name}_rest`;
}

/** The sum whose columns begin with this name, in units. */
export function readSum(row: Readonly<Record<string, unknown>> | null, name: string): bigint {
  const part = (column: string): bigint => BigInt(Number(row?.[column] ?? 0));
  return part(`${name}_millions`) * MILLION + part(`${name}_rest`);
}

/** A sum of units that is not negative, as decimal text. */
export function printSum(sum: bigint): string {
  return `${sum / 10_000n}.${String(sum % 10_000n).padStart(4, "0")}`;
}
