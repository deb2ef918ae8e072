// Writes what the steps of a schema make of an empty database as one script, which a new database runs instead of each
// step (src/platform/sql/migrate.ts): npm run baselines
// To be run when a step was added; a test compares what both make.

import { readFileSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { STEPS } from "../src/budget/schema/steps.ts";
import { steps } from "../src/importer/schema.ts";

const COLUMNS_MAX = 110;
const WRITTEN = [
  { path: "src/budget/schema/baseline.ts", object: "Budget", schemaSteps: STEPS },
  { path: "src/importer/baseline.ts", object: "Importer", schemaSteps: steps },
];

for (const { path, object, schemaSteps } of WRITTEN) {
  const file = fileURLToPath(new URL(`../${path}`, import.meta.url));
  const text = writeModule(path, object, schemaSteps);
  if (readFileSync(file, "utf8") === text) continue;
  writeFileSync(file, text);
  console.log(`${path} is written`);
}

function writeModule(path, object, schemaSteps) {
  const migrate = "../".repeat(path.split("/").length - 2) + "platform/sql/migrate.ts";
  const text = statementsOf(schemaSteps)
    .map((statement) => wrap(`${statement};`))
    .join("\n")
    .replace(/[\\`]|\$\{/gu, String.raw`\$&`);
  return `// Written by "npm run baselines" out of the ${object} object's schema steps.

import type { Baseline } from "${migrate}";

/** What the steps make of an empty database. */
export const baseline: Baseline = {
  steps: ${schemaSteps.length},
  sql: \`
${text}
\`,
};
`;
}

/** Tables, indexes and triggers as they were made, and the rows that the steps put into them. */
function statementsOf(schemaSteps) {
  const database = new DatabaseSync(":memory:");
  for (const { sql } of schemaSteps) database.exec(sql);
  const made = database
    .prepare("SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY rowid")
    .all()
    .filter(({ name }) => !name.startsWith("sqlite_"));
  const tables = made.filter(({ type }) => type === "table").map(({ name }) => name);
  return [
    ...made.map(({ sql }) => onOneLine(sql)),
    ...tables.flatMap((table) => rowsOf(database, table)),
  ];
}

function rowsOf(database, table) {
  const rows = database.prepare(`SELECT * FROM "${table}"`).all();
  return rows.map(
    (row) =>
      `INSERT INTO ${table} (${Object.keys(row).join(", ")}) VALUES (${Object.values(row).map(literal).join(", ")})`,
  );
}

function literal(value) {
  if (value === null || typeof value === "number") return String(value);
  if (typeof value === "string") return `'${value.replaceAll("'", "''")}'`;
  throw new Error(`a step puts a value of the type ${typeof value} into a table`);
}

/** In lines of at most so many columns, broken at blanks outside quotation marks. */
function wrap(statement) {
  const words = statement.match(/(?:'(?:[^']|'')*'|"(?:[^"]|"")*"|[^\s'"])+/gu) ?? [];
  const lines = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < COLUMNS_MAX)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(last === undefined ? word : `  ${word}`);
  }
  return lines.join("\n");
}

/** Without comments; blanks outside quotation marks become one each. */
function onOneLine(sql) {
  return sql
    .replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\s+/gu, (part) => {
      if (/^['"]/u.test(part)) return part;
      return part.startsWith("--") ? "" : " ";
    })
    .replace(/ {2,}/gu, " ")
    .trim();
}
