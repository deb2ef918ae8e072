// What tests of budgets need and no endpoint of version 2 makes.

import type { Scope } from "../../src/platform/credentials/scope.ts";
import { database, issueToken } from "./client.ts";

/** A developer token of the demo budget that has these scopes alone. */
export async function issueTokenWith(scopes: readonly Scope[]): Promise<string> {
  const token = await issueToken("few");
  await database((sql) =>
    sql.run(
      "UPDATE tokens SET scopes = ? WHERE id = (SELECT max(id) FROM tokens)",
      JSON.stringify(scopes),
    ),
  );
  return token;
}

/** Units of the currency for one euro from that day on. */
export async function withRate(currency: string, date: string, perEuro: string): Promise<void> {
  await database((sql) => sql.run("INSERT INTO rates VALUES (?, ?, ?)", currency, date, perEuro));
}
