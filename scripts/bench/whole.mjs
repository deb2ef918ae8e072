import { makeAccount, timedImport, timedReadBack } from "./service.mjs";
import { statement } from "./statement.mjs";

/** 10,000 rows from file bytes to readable in the service; the same file again; all of them read back. */
export async function whole({ base, report }) {
  const file = statement(10_000, 5, { twin: 0.02 });
  report.heading("10,000 rows, upload to readable");
  const account = await makeAccount(base, "Bench");
  const first = await timedImport(base, file, account);
  report.line("first upload", first.ms, `target 1500 ms; ${JSON.stringify(first.counts)}`);
  const again = await timedImport(base, file, account);
  report.line("the same file again", again.ms, `target 1000 ms; ${JSON.stringify(again.counts)}`);
  const read = await timedReadBack(base, account);
  report.line("read back", read.ms, `${read.offset} rows`);
}
