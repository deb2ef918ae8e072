// The bench's comparison of a backup with that of the budget that it was restored into.

import { describe, expect, it } from "vitest";
import { compareBackups } from "../../scripts/bench/same-backup.mjs";
import { zipOf } from "../statements/workbook/zip-writing.ts";

const ACCOUNTS = "budget/manual_accounts.jsonl";

async function backupOf(person: number, accounts: object[], more: Record<string, string> = {}) {
  const files = {
    "manifest.json": JSON.stringify({ person: { id: person } }),
    [ACCOUNTS]: accounts.map((row) => `${JSON.stringify(row)}\n`).join(""),
    ...more,
  };
  return zipOf(Object.entries(files).map(([name, content]) => ({ name, content })));
}

describe("a backup and that of its copy", () => {
  it("are the same where a person has another number in each", async () => {
    const original = await backupOf(1, [{ id: 1, name: "Cash", created_by: 1 }]);
    const copy = await backupOf(2, [{ id: 1, name: "Cash", created_by: 2 }]);

    expect(compareBackups(original, copy)).toEqual({ files: 1, differ: [] });
  });

  it("are the same where others have the negative of their number", async () => {
    const original = await backupOf(1, [{ id: 1, name: "Cash", created_by: 7 }]);
    const copy = await backupOf(2, [{ id: 1, name: "Cash", created_by: -7 }]);

    expect(compareBackups(original, copy).differ).toEqual([]);
  });

  it("differ where a row names another person, or has another value", async () => {
    const original = await backupOf(1, [{ id: 1, name: "Cash", created_by: 1 }]);
    const others = [
      [{ id: 1, name: "Cash", created_by: 1 }],
      [{ id: 1, name: "Coin", created_by: 2 }],
      [],
    ];

    for (const accounts of others)
      expect(compareBackups(original, await backupOf(2, accounts)).differ).toEqual([ACCOUNTS]);
  });

  it("differ where one of them lacks a file, or has another one", async () => {
    const original = await backupOf(1, [], { "files/mail/a.eml": "From: a" });

    expect(compareBackups(original, await backupOf(1, [])).differ).toEqual(["files/mail/a.eml"]);
    const changed = await backupOf(1, [], { "files/mail/a.eml": "From: b" });
    expect(compareBackups(original, changed).differ).toEqual(["files/mail/a.eml"]);
  });
});
