// The only file that touches storage.sql, shared by every object. It closes the platform's traps:
// booleans would be stored as the text "true", undefined silently as NULL, integers past 2^53
// rounded, and a caught throw outside transactionSync does not roll back. Lists are passed as one
// json_each(?) parameter, since a statement takes at most 100 parameters, none longer than 2 MB;
// simulators do not enforce that.

import { SQL_TEXT_CHARS_MAX } from "../limits.ts";
import type { Result } from "../result.ts";

export type Bindable = string | number | boolean | null;

/**
 * A statement's refusal to commit: carries a Result's error through transactionSync, which rolls
 * back on a throw.
 */
class Rollback {
  readonly result: unknown;
  constructor(result: unknown) {
    this.result = result;
  }
}

/**
 * One object's database. Row types are named by the caller and must match the statement's columns.
 */
export class Sql {
  readonly #storage: DurableObjectStorage;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
  }

  /** Every row of the statement. */
  all<Row>(statement: string, ...values: readonly Bindable[]): Row[] {
    return this.#storage.sql.exec(statement, ...values.map(bind)).toArray() as Row[];
  }

  /** Every row as its values in the order of the columns: less work than an object for each. */
  values<Row extends readonly unknown[]>(statement: string, ...values: readonly Bindable[]): Row[] {
    const cursor = this.#storage.sql.exec(statement, ...values.map(bind));
    return Array.from(cursor.raw()) as unknown as Row[];
  }

  /** The rows of the statement one by one, for those that must not be in memory together. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- names the statement's columns
  each<Row>(statement: string, ...values: readonly Bindable[]): Iterable<Row> {
    return this.#storage.sql.exec(statement, ...values.map(bind)) as unknown as Iterable<Row>;
  }

  /** The first row, or null. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- names the statement's columns
  first<Row>(statement: string, ...values: readonly Bindable[]): Row | null {
    return this.all<Row>(statement, ...values)[0] ?? null;
  }

  /** The size of the database. */
  bytes(): number {
    return this.#storage.sql.databaseSize;
  }

  /** How many rows there are; `from` is what follows FROM: a table, and its WHERE clause. */
  count(from: string, ...values: readonly Bindable[]): number {
    return this.first<{ n: number }>(`SELECT count(*) AS n FROM ${from}`, ...values)?.n ?? 0;
  }

  /**
   * Runs one or several statements (values go to the last); the rows written, index entries
   * included.
   */
  run(statement: string, ...values: readonly Bindable[]): number {
    return this.#storage.sql.exec(statement, ...values.map(bind)).rowsWritten;
  }

  /** Everything `work` writes, or nothing: rolls back when it throws. Nests. */
  transaction<T>(work: () => T): T {
    return this.#storage.transactionSync(work);
  }

  /**
   * Everything `work` writes when it returns a success, nothing when it returns a refusal or
   * throws.
   */
  atomically<T, E>(work: () => Result<T, E>): Result<T, E> {
    try {
      return this.#storage.transactionSync(() => {
        const result = work();
        if (!result.ok) throw new Rollback(result);
        return result;
      });
    } catch (thrown) {
      if (thrown instanceof Rollback) return thrown.result as Result<T, E>;
      throw thrown;
    }
  }

  /** The result of `work`, whose writes are rolled back. */
  rehearse<T>(work: () => T): T {
    try {
      return this.#storage.transactionSync((): T => {
        throw new Rollback(work());
      });
    } catch (thrown) {
      if (thrown instanceof Rollback) return thrown.result as T;
      throw thrown;
    }
  }
}

/** A value as SQLite should see it; throws for what would be stored as something else. */
export function bind(value: Bindable): string | number | null {
  if (value === null) return value;
  if (typeof value === "string") {
    if (value.length <= SQL_TEXT_CHARS_MAX) return value;
    throw new Error(
      `Invariant broken: a text of ${value.length} characters is more than the platform takes`,
    );
  }
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value !== "number" || !Number.isFinite(value)) {
    throw new Error(`Invariant broken: ${String(value)} cannot be bound`);
  }
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw new Error(`Invariant broken: ${value} is past 2^53 and would be stored rounded`);
  }
  return value;
}
