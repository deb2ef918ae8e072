// The Worker that npm run bench measures: the real one, with doors to its parts and to their bare rivals. Built and
// run by scripts/bench.mjs on Miniflare; never deployed.

import { DurableObject } from "cloudflare:workers";
import Papa from "papaparse";
import PostalMime from "postal-mime";
import { STEPS } from "../../src/budget/schema/steps.ts";
import { serveBudget } from "../../src/budget/service.ts";
import { COLUMNS, INSERT } from "../../src/budget/transactions/row.ts";
import { readConfig } from "../../src/config.ts";
import { readStatement, surveyStatement } from "../../src/statements/read-statement.ts";
import type { DocumentSource } from "../../src/statements/statement.ts";
import { externalId, identityKey } from "../../src/importer/imports/external-id.ts";
import { itemText } from "../../src/importer/imports/item-text.ts";
import { normalize } from "../../src/importer/imports/item.ts";
import { authenticateMail } from "../../src/receipts/authenticity/authenticate.ts";
import { readMail } from "../../src/receipts/read-mail.ts";
import { OWN_CONNECTION } from "../../src/importer/connection/identity.ts";
import worker, { Budget as RealBudget, Importer as RealImporter } from "../../src/index.ts";
import { dayOfInstant } from "../../src/money/day.ts";
import { tokenize } from "./tokenizers.ts";

export * from "../../src/index.ts";

interface BenchEnv extends Omit<Env, "BUDGET" | "IMPORTER"> {
  readonly IMPORTER: DurableObjectNamespace<Importer>;
  readonly BUDGET: DurableObjectNamespace<Budget>;
  readonly RIVAL: DurableObjectNamespace<Rival>;
}

/** Bare inserts of the same rows into the same table with the same indexes: one json_each statement a request. */
export class Rival extends DurableObject<BenchEnv> {
  constructor(ctx: DurableObjectState, env: BenchEnv) {
    super(ctx, env);
    if (
      ctx.storage.sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'transactions'").toArray()
        .length > 0
    )
      return;
    for (const step of STEPS) ctx.storage.sql.exec(step.sql);
    ctx.storage.sql.exec(`INSERT INTO users (id, name, email, created_at) VALUES (1, 'a', 'b', 0);
      INSERT INTO manual_accounts (id, name, type, balance, currency, to_base, balance_as_of, status, created_by, created_at, updated_at)
      SELECT value, 'Account ' || value, 'cash', 0, 'usd', 0, 0, 'active', 1, 0, 0 FROM json_each('[1,2,3,4]');
      INSERT INTO categories (id, name, is_income, exclude_from_budget, exclude_from_totals, is_group, created_at, updated_at)
      SELECT value, 'Category ' || value, 0, 0, 0, 0, 0, 0 FROM json_each('[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20]');`);
  }

  async fill(from: number, rows: number): Promise<Response> {
    this.ctx.storage.transactionSync(() => this.ctx.storage.sql.exec(FILL, from, from + rows));
    return new Response("ok");
  }

  async insert(request: Request): Promise<Response> {
    const rows = await request.text();
    this.ctx.storage.transactionSync(() => this.ctx.storage.sql.exec(INSERT, rows));
    return new Response("ok");
  }
}

/** The real budget with doors to fill its own database and to ask it barely, beside what its handlers do. */
export class Budget extends RealBudget {
  /** A million transactions or so over ten years in the accounts and categories there are: `rows` from number `from` on. */
  async fill(from: number, rows: number): Promise<Response> {
    this.ctx.storage.transactionSync(() => this.ctx.storage.sql.exec(FILL, from, from + rows));
    return new Response("ok");
  }

  /** The rows of one statement as JSON, with nothing else done to them. */
  async bare(statement: string): Promise<Response> {
    return Response.json(this.ctx.storage.sql.exec(statement).toArray());
  }
}

/** The real importer, which also says whether it has anything to do. */
export class Importer extends RealImporter {
  async isBusy(): Promise<boolean> {
    const soon = Date.now() + SOON_MS;
    const alarm = await this.ctx.storage.getAlarm();
    const jobs = "SELECT count(*) AS count FROM jobs WHERE next_attempt_at <= ?";
    const { count } = this.ctx.storage.sql.exec<{ count: number }>(jobs, soon).one();
    return count > 0 || (alarm !== null && alarm <= soon);
  }
}

const SOON_MS = 1_000;

// Accounts and categories come round by the row number. Bound numbers arrive as REAL, hence the cast.
const FILL = `
WITH RECURSIVE numbers (n) AS (SELECT CAST(?1 AS INTEGER) UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < ?2),
  choices AS (SELECT json_group_array(id) AS ids, count(*) AS count FROM categories WHERE is_group = 0)
INSERT INTO transactions (${COLUMNS.filter((column) => column !== "id").join(", ")})
SELECT date('2017-01-01', (n / 280) || ' days'), (n * 7919 % 900000) + 100, 'usd', (n * 7919 % 900000) + 100,
  'Shop ' || (n % 977), 'SHOP ' || (n % 977) || ' ZURICH', choices.ids ->> (n * 31 % choices.count), NULL, 'reviewed', 0,
  1 + n % 4, NULL, NULL, 'b1:' || n, 'api', 0, NULL, 0, NULL, 0, 1700000000000 + n, 1700000000000 + n, NULL,
  '{"tributary":{"run":"bench","line":' || n || '}}'
FROM numbers, choices`;

/** Numbers that the mails print: of an order, of a card. */
const NUMBERS = ["4711", "4417"];
let made = 0;

/** The mail held with other numbers, so that no answer about an earlier one's text is remembered. */
function anotherMail(): Uint8Array<ArrayBuffer> {
  const printed = new TextDecoder("latin1").decode(held);
  const copy = held.slice();
  const number = new TextEncoder().encode(String(1_000 + (made++ % 9_000)));
  for (const known of NUMBERS)
    for (let at = printed.indexOf(known); at !== -1; at = printed.indexOf(known, at + 1))
      copy.set(number, at);
  return copy;
}

/**
 * Parses the mail held, or reads it whole ("another": with other numbers each time), or reads it and looks at who
 * vouches for it; returns how many pieces it has.
 */
async function mail(by: string, rounds: number): Promise<number> {
  let pieces = 0;
  for (let round = 0; round < rounds; round += 1) {
    if (by === "postal-mime")
      pieces = (await PostalMime.parse(held, { forceRfc822Attachments: true })).attachments.length;
    else {
      const { documents, carried } = await readMail(by === "another" ? anotherMail() : held);
      pieces = documents.length;
      if (by === "whole")
        await authenticateMail(held, carried, async () => ({ kind: "none" }), Date.now());
    }
  }
  return pieces;
}

let held: Uint8Array<ArrayBuffer> = new Uint8Array();

export default {
  ...worker,
  async fetch(request: Request, env: BenchEnv, ctx: ExecutionContext): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    switch (pathname) {
      case "/bench/hold":
        held = new Uint8Array(await request.arrayBuffer());
        return Response.json({ bytes: held.byteLength });
      case "/bench/idle":
        return Response.json({});
      case "/bench/papaparse":
        return Response.json({ rows: papaparse() });
      case "/bench/tokenize":
        return Response.json({ pieces: await tokenize(searchParams.get("format") ?? "", held) });
      case "/bench/stage":
        return Response.json({ rows: await stage(searchParams.get("hash") === "true") });
      case "/bench/mail":
        return Response.json({
          pieces: await mail(searchParams.get("by") ?? "", Number(searchParams.get("rounds") ?? 1)),
        });
      case "/bench/busy":
        return Response.json({ busy: await env.IMPORTER.getByName(OWN_CONNECTION).isBusy() });
      case "/bench/rival":
        return env.RIVAL.getByName(searchParams.get("name") ?? "").insert(request);
      case "/bench/fill": {
        const rival = searchParams.get("rival");
        const filled = rival === null ? env.BUDGET.getByName("1") : env.RIVAL.getByName(rival);
        return filled.fill(Number(searchParams.get("from")), Number(searchParams.get("rows")));
      }
      case "/bench/bare":
        return env.BUDGET.getByName("1").bare(await request.text());
      default:
        // The service without its quota, as our own pipeline reaches it.
        if (pathname.startsWith("/v2/")) return serveBudget(request, env, readConfig(env), null);
        return worker.fetch(request, env, ctx);
    }
  },
};

function papaparse(): number {
  const text = new TextDecoder("utf-8", { fatal: false, ignoreBOM: true }).decode(held);
  return Papa.parse<string[]>(text, { delimiter: ",", newline: "\n" }).data.length;
}

/** The file as a stored document is read: in pieces of 256 KiB. */
function* pieces(): Generator<Uint8Array> {
  for (let at = 0; at < held.byteLength; at += 1 << 18) yield held.subarray(at, at + (1 << 18));
}

const STAND_IN = "t1:20240101:aaaaaaaaaaaaaaaaaaaaaaaaaa";

/** Bytes to the bodies of requests of 500 items, with the SHA-256 of the external_id or a stand-in for it. */
async function stage(hash: boolean): Promise<number> {
  const source: DocumentSource = {
    name: "bench.csv",
    bytes: held.byteLength,
    open: async () => ReadableStream.from(pieces()),
  };
  const surveyed = await surveyStatement(source, {
    answers: {},
    recall: () => ({}),
    today: dayOfInstant(Date.now()),
  });
  if (!surveyed.ok) throw new Error(surveyed.error.message);
  const context = { run: "bench", account: { id: 1, currency: "usd" as const }, currency: null };
  let rows = 0;
  let items: string[] = [];
  let bytes = 0;
  for await (const { records } of readStatement(source, surveyed.value.plan, 0)) {
    const ready = records.flatMap((record) =>
      record.kind === "transaction" ? [normalize(record.row, context)] : [],
    );
    const keys = hash ? ready.map((row) => identityKey(row.identity)) : null;
    for (const [index, row] of ready.entries()) {
      rows += 1;
      items.push(itemText(row.item, externalId(keys?.[index] ?? STAND_IN, 1)));
      if (items.length === 500) {
        bytes += `{"transactions":[${items.join(",")}]}`.length;
        items = [];
      }
    }
  }
  if (bytes === 0) throw new Error("no request was made ready");
  return rows;
}
