// reset() of the tests deletes the objects that are awake. The directory would then begin at 1 again, while a budget
// that another test made sleeps on under the number it gives out: this makes it go on where nobody has been.

import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { DIRECTORY } from "../../src/oauth/people/directory.ts";
import { Sql } from "../../src/platform/sql/sql.ts";

/** Where the numbers began since the last reset; far more than the numbers given out until the next one. */
let began = Math.floor(Date.now() / 1000) * 100_000;

/** Makes the directory's next numbers ones that no test has used. */
export async function unusedNumbers(): Promise<void> {
  await runInDurableObject(env.DIRECTORY.getByName(DIRECTORY), (_, state) => {
    const sql = new Sql(state.storage);
    if (sql.first("SELECT 1 FROM numbers WHERE last < ?", began) === null) return;
    began += 1_000;
    sql.run("UPDATE numbers SET last = ?", began);
  });
}
