// The references of docs/reference, from the code: the tables that route requests, and the steps that make the databases. And
// the tables of states in docs/design/reliability.md.
//   npm run reference              writes docs/reference/api.md and storage.md, and the tables in reliability.md
//   npm run reference -- --check   names each page that is outdated; exit code 1
// What code does not say is written by hand in scripts/reference/: a template for each page, and a line for each table.

import { readFileSync, writeFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { ROOT } from "./local.mjs";

// The route tables import durable objects, which exist in a Worker only. No object is made here.
const WORKERS = "data:text/javascript,export class DurableObject {}; export const env = {};";
registerHooks({
  resolve: (name, context, next) =>
    name === "cloudflare:workers" ? { url: WORKERS, shortCircuit: true } : next(name, context),
});

const { apiDocument } = await import("../src/pages/docs/api-document.ts");
const { limitsOf } = await import("../src/platform/plan-limits.ts");
const { theDocument } = await import("../src/budget/openapi/document.ts");
const { VERSION_1, VERSION_2 } = await import("../src/budget/versions.ts");
const { STEPS } = await import("../src/budget/schema/steps.ts");
const { steps } = await import("../src/importer/schema.ts");
const imports = await import("../src/importer/imports/states.ts");
const messages = await import("../src/importer/inbox/states.ts");
const receipts = await import("../src/importer/inbox/receipt-states.ts");
const scheduleRuns = await import("../src/importer/schedules/states.ts");
const { USER_STEPS } = await import("../src/oauth/people/schema.ts");
const { CLIENT_STEPS } = await import("../src/oauth/clients/client-schema.ts");

const LINES = JSON.parse(readFileSync(join(ROOT, "scripts/reference/tables.json"), "utf8"));

const PAGES = {
  "docs/reference/api.md": fill("api.md", {
    v2: listOperations(theDocument(VERSION_2)),
    v1: listOperations(theDocument(VERSION_1)),
    api: listOperations(apiDocument({ embedded: true, limits: limitsOf("paid", false) })),
  }),
  "docs/reference/storage.md": fill("storage.md", {
    Budget: listTables("Budget", STEPS),
    Importer: listTables("Importer", steps),
    User: listTables("User", USER_STEPS),
    Client: listTables("Client", CLIENT_STEPS),
  }),
  "docs/design/reliability.md": replaceTables("docs/design/reliability.md", {
    import: listStates(imports),
    message: listStates(messages),
    derived: listDerivations(messages),
    receipt: listStates(receipts),
    run: listStates(scheduleRuns),
  }),
};

const isCheck = process.argv.includes("--check");
for (const [path, page] of Object.entries(PAGES)) {
  const file = join(ROOT, path);
  if (!isCheck) writeFileSync(file, page);
  else if (readFileSync(file, "utf8") !== page) {
    console.error(`${path} is outdated: npm run reference writes it again.`);
    process.exitCode = 1;
  }
}

/** A template of scripts/reference with its `{{name}}` lines replaced. */
function fill(template, parts) {
  const text = readFileSync(join(ROOT, "scripts/reference", template), "utf8");
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => {
    if (parts[name] === undefined)
      throw new Error(`${template} asks for "${name}", which is no part`);
    return parts[name];
  });
}

/** A page written by hand, with what stands between `<!-- name -->` and `<!-- end -->` replaced. */
function replaceTables(path, parts) {
  let text = readFileSync(join(ROOT, path), "utf8");
  for (const [name, table] of Object.entries(parts)) {
    const place = new RegExp(`(<!-- ${name} -->\n)[^]*?(<!-- end -->)`);
    if (!place.test(text)) throw new Error(`${path} has no place for the table "${name}"`);
    text = text.replace(place, (_, begin, end) => `${begin}${table}\n${end}`);
  }
  return text;
}

/** A row for each state of a machine, with the states that may follow. */
function listStates({ MEANING, NEXT, AFTER_READ }) {
  const rows = Object.entries(MEANING).map(([state, meaning]) => {
    const next = NEXT[state].map((one) => `\`${one}\``).join(" ") || "none";
    return `\`${state}\`|${meaning}|${NEXT[state] === AFTER_READ ? "derived; `received`" : next}`;
  });
  return ["State|Meaning|Next", "---|---|---", ...rows].join("\n");
}

/** A row for each condition that gives a message its state, in their order. */
function listDerivations({ DERIVED }) {
  const rows = DERIVED.map(({ state, because }) => `${because}|\`${state}\``);
  return ["The first that holds|State", "---|---", ...rows].join("\n");
}

/** A row for each operation of an OpenAPI document, in the document's order of subjects. */
function listOperations({ paths, tags }) {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      tag: operation.tags[0],
      row: `\`${method.toUpperCase()} ${path}\`|${operation.summary}|${nameAccess(operation.security)}`,
    })),
  );
  const rows = tags.flatMap(({ name }) =>
    operations.filter(({ tag }) => tag === name).map(({ row }) => row),
  );
  return ["Operation|What it does|Takes", "---|---|---", ...rows].join("\n");
}

/** The scopes of an operation; below /api who may call it. */
function nameAccess(security) {
  const scopes = security.flatMap(({ oauth2 = [] }) => oauth2);
  if (scopes.length > 0) return scopes.join(", ");
  if (security.some(({ readingKey }) => readingKey !== undefined)) return "reading key";
  return security.some(({ importKey }) => importKey !== undefined) ? "key" : "person";
}

/** A row for each table that the steps leave, with its columns in their order. */
function listTables(object, schemaSteps) {
  const database = new DatabaseSync(":memory:");
  for (const { sql } of schemaSteps) database.exec(sql);
  const tables = database
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all()
    .map(({ name }) => String(name));
  const lines = LINES[object];
  const bare = tables.filter((name) => lines[name] === undefined);
  const gone = Object.keys(lines).filter((name) => !tables.includes(name));
  if (bare.length > 0 || gone.length > 0)
    throw new Error(
      `scripts/reference/tables.json, ${object}: a line is missing for ${bare.join(", ") || "no table"}; no table is called ${gone.join(", ") || "otherwise"}`,
    );
  const rows = tables.map((name) => {
    const columns = database.prepare(`PRAGMA table_xinfo(${name})`).all();
    return `\`${name}\`|${lines[name]}|${columns.map((column) => column.name).join(" ")}`;
  });
  return ["Table|Holds|Columns", "---|---|---", ...rows].join("\n");
}
