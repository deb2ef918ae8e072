// A document of our own: one account with its transactions, as a server told of them on a schedule.
// It is kept and read like a bank's file, so that each row has its fate and can be undone. The same
// reading is the same bytes. One transaction a line.

import type { AccountReading } from "../../sources/reading.ts";
import { FEED_HEAD } from "../../statements/feed/feed.ts";

/** The document's text. */
export function feedDocument({ transactions, ...account }: AccountReading): string {
  const { id, name, institution, currency } = account;
  const rows = transactions.map((one) => JSON.stringify(one)).join(",\n");
  return `${FEED_HEAD}"account":${JSON.stringify({ id, name, institution, currency })},"transactions":[\n${rows}\n]}\n`;
}
