import { expect, test } from "vitest";
import { referencesIn } from "../../../src/importer/backup/carry-out.ts";

const COLUMNS = ["split_parent_id", "group_parent_id"];

test("only rows that refer to others are sent once more, without their other columns", () => {
  const rows = [
    { id: 1, payee: "Kiosk", split_parent_id: null, group_parent_id: null },
    { id: 2, payee: "Part", split_parent_id: 1, group_parent_id: null },
    { id: 3, payee: "Older", split_parent_id: null },
  ];

  expect(referencesIn(rows, COLUMNS)).toEqual([
    { id: 2, split_parent_id: 1, group_parent_id: null },
  ]);
});
