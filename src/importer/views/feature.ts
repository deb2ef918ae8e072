// The saved views of a connection: names for filters of the list of transactions. Only the pages
// know what the filters mean.

import { VIEWS_MAX } from "../../platform/limits.ts";
import { must } from "../../platform/assert.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import type { Core } from "../core.ts";
import type { ImportProblem } from "../problem.ts";

export interface SavedView {
  readonly id: number;
  readonly name: string;
  readonly query: string;
}

/** The saved views of a connection. */
export class Views {
  readonly #core: Pick<Core, "sql">;

  constructor(core: Pick<Core, "sql">) {
    this.#core = core;
  }

  /** By name. */
  list(): SavedView[] {
    return this.#core.sql.all<SavedView>(
      "SELECT id, name, query FROM views ORDER BY name COLLATE NOCASE, id",
    );
  }

  /** Saves filters under a name. Those that had the name before are replaced. */
  save(name: string, query: string): Result<SavedView, ImportProblem> {
    const { sql } = this.#core;
    return sql.transaction(() => {
      const isNew = this.#find(name) === null;
      if (isNew && this.list().length >= VIEWS_MAX)
        return err({ kind: "too many", message: `There can be at most ${VIEWS_MAX} views.` });
      sql.run(
        "INSERT INTO views (name, query) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET query = excluded.query",
        name,
        query,
      );
      return ok(must(this.#find(name), "the view was just stored"));
    });
  }

  /** False if there is no such view. */
  remove(id: number): boolean {
    return this.#core.sql.run("DELETE FROM views WHERE id = ?", id) > 0;
  }

  #find(name: string): SavedView | null {
    return this.#core.sql.first<SavedView>(
      "SELECT id, name, query FROM views WHERE name = ?",
      name,
    );
  }
}
