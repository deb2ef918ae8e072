// Goal: a person who has no checkout signs the tool in and imports from a terminal. Method: the
// built Worker, a browser without scripts, and the tool's folder copied to where nothing else of the
// project is.

import { cpSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Tool } from "../node/tool.ts";
import { Visitor, wordsOf } from "../node/visitor.ts";
import { startWorker, type Worker } from "../node/worker.ts";

interface Line {
  readonly file: string;
  readonly kind: string;
  readonly state: string;
  readonly id: string;
  readonly counts: { readonly inserted: number; readonly duplicate: number };
  readonly questions: readonly { readonly id: string; readonly choices: object[] }[];
  readonly error: string | null;
  readonly code: number;
}

const CODE_MS_MAX = 30_000;
const visitor = new Visitor();
let worker: Worker;
let tool: Tool;
let key = "";

beforeAll(async () => {
  worker = await startWorker({});
  tool = new Tool();
  await visitor.send(`${worker.origin}/sign-up`, {
    email: "dana@home.example",
    name: "Dana",
    password: "a long sentence of mine",
    budget: "Household",
    currency: "usd",
  });
  const home = await visitor.open(`${worker.origin}/`);
  for (const name of ["Checking", "Travel"])
    await visitor.submit(home, "/accounts", { name, type: "cash", currency: "usd" });
  const sent = join(tool.folder, "sent");
  mkdirSync(sent);
  for (const name of ["us-checking.csv", "us-register.qif", "receipt.eml"])
    cpSync(join("samples", name), join(sent, name));
  writeFileSync(join(sent, ".hidden.csv"), "Date,Description,Amount\n2026-10-01,SECRET,-1.00\n");
  writeFileSync(join(sent, "half.csv.part"), "Date,Description,Am");
});
afterAll(async () => {
  tool.discard();
  await worker.close();
});

const lines = (out: string): Line[] =>
  out
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

test("without a key every command says how to sign in", async () => {
  const { code, err } = await tool.run(["import", "sent"]);

  expect(code).toBe(4);
  expect(err).toContain("tributary login");
});

test("tributary login shows a code, and stores the key when the person has let it in", async () => {
  const login = tool.start(["login", worker.origin, "--name", "Dana's laptop"]);
  for (const end = Date.now() + CODE_MS_MAX; !/Type +\S/.test(login.printed().out); await sleep(50))
    if (Date.now() > end) throw new Error(`no code: ${login.printed().err}`);
  const code = /Type +(\S+)/.exec(login.printed().out)?.[1] ?? "";
  const page = /Open +(\S+)/.exec(login.printed().out)?.[1] ?? "";
  const asked = await visitor.submit(await visitor.open(page), "/tool", { code });
  const words = wordsOf(asked.text);
  await visitor.submit(asked, "/tool/decide", { decision: "allow", reads: "true" });
  const { code: exit, out, err } = await login.ended;

  expect(page).toBe(`${worker.origin}/tool`);
  expect(words).toContain("Let “Dana's laptop” in?");
  expect(words).toContain(code);
  expect([exit, err]).toEqual([0, ""]);
  const file = join(tool.folder, "config/tributary/login.json");
  key = /imp_\w+/.exec(readFileSync(file, "utf8"))?.[0] ?? "";
  expect(key).not.toBe("");
  expect(out).not.toContain(key);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(visitor.trail.every(({ href }) => !href.includes(key))).toBe(true);
});

test("tributary import sends the files of a folder, mails too, and prints one line of JSON for each", async () => {
  const { code, out, err } = await tool.run(["import", "sent", "--account", "Checking", "--json"]);

  const found = lines(out);
  expect(found.map(({ file }) => file)).toEqual(
    ["receipt.eml", "us-checking.csv", "us-register.qif"].map((name) => join("sent", name)),
  );
  expect(found.map(({ kind }) => kind)).toEqual(["mail", "statement", "statement"]);
  expect(found.map((line) => line.counts?.inserted)).toEqual([undefined, 19, 7]);
  expect(code, err).toBe(Math.max(...found.map((line) => line.code)) === 0 ? 0 : 2);
  expect(err).not.toContain(key);
});

test("the same files again insert nothing, whatever they are called", async () => {
  cpSync(join(tool.folder, "sent/us-checking.csv"), join(tool.folder, "again.csv"));
  const { code, out } = await tool.run(["import", "again.csv", "--account", "Checking", "--json"]);

  expect(code).toBe(0);
  expect(lines(out)[0]?.counts).toMatchObject({ inserted: 0, duplicate: 19 });
});

const AMBIGUOUS =
  "Date,Description,Amount\n01/02/2026,COFFEE,-3.75\n02/03/2026,PAYROLL,2184.60\n03/04/2026,MARKET,-52.10\n";

test("a question leaves the file waiting with exit code 2, also with --yes", async () => {
  writeFileSync(join(tool.folder, "dates.csv"), AMBIGUOUS);
  const args = ["import", "dates.csv", "--account", "Travel", "--yes", "--json"];
  const { code, out, err } = await tool.run(args);

  const [line] = lines(out);
  expect(code).toBe(2);
  expect(line?.state).toBe("question");
  expect(line?.questions.map(({ id }) => id)).toEqual(["date_order"]);
  expect(err).toContain("--answer date_order=");
});

test("--answer answers the question, and a wrong answer lists the right ones", async () => {
  const args = ["import", "dates.csv", "--account", "Travel"];
  const wrong = await tool.run([...args, "--answer", "date_order=ddmm"]);
  const right = await tool.run([...args, "--answer", "date_order=dmy", "--json"]);

  expect(wrong.code).toBe(1);
  expect(wrong.err).toContain('"dmy"');
  expect(right.code).toBe(0);
  // The answer lets the file that waited for it go on, too: either may be the first to insert.
  const [line] = lines(right.out);
  expect(line?.state).toBe("done");
  expect((line?.counts.inserted ?? 0) + (line?.counts.duplicate ?? 0)).toBe(3);
});

test("standard input is a file with the name that --name gives", async () => {
  const text = readFileSync("samples/us-card.csv", "utf8");
  const nameless = await tool.run(["import", "-", "--account", "Travel"], text);
  const args = ["import", "-", "--name", "card.csv", "--account", "Travel", "--json", "--preview"];
  const named = await tool.run(args, text);

  expect([nameless.code, named.code]).toEqual([1, 0]);
  expect(nameless.err).toContain("--name");
  expect(lines(named.out)[0]).toMatchObject({ file: "-", name: "card.csv", state: "preview" });
});

test("a wrong account names the near one, and a folder where a mail is expected is called a folder", async () => {
  const account = await tool.run(["import", "sent/us-checking.csv", "--account", "Chekcing"]);
  const folder = await tool.run(["mail", "sent"]);
  const missing = await tool.run(["import", "nowhere.csv"]);

  expect([account.code, folder.code, missing.code]).toEqual([1, 1, 1]);
  expect(account.err).toContain('Did you mean "Checking"?');
  expect(folder.err).toContain("sent is a folder");
  expect(missing.err).toContain("there is no such file");
});

test("tributary export writes the account's transactions, and no cell is a formula", async () => {
  const file = "Date,Description,Amount\n2026-07-02,=1+1 CAFE,-3.75\n2026-07-13,@SUM SHOP,-4.60\n";
  writeFileSync(join(tool.folder, "formula.csv"), file);
  await tool.run(["import", "formula.csv", "--account", "Travel", "--answer", "date_order=ymd"]);

  const csv = await tool.run(["export", "--account", "Travel", "--from", "2026-07-01"]);
  const json = await tool.run(["export", "--format", "jsonl", "--account", "Checking"]);

  expect([csv.code, json.code]).toEqual([0, 0]);
  expect(csv.out.split("\r\n")[0]).toMatch(/^Date,Payee,Amount,Currency,Account,/);
  expect(csv.out).toContain("2026-07-02,'=1+1 CAFE,-3.75,USD,Travel");
  expect(csv.out).toContain("2026-07-13,'@SUM SHOP,-4.60,USD,Travel");
  expect(csv.out).not.toMatch(/[,\n][=@]/);
  const sum = (
    json.out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)) as { amount: string }[]
  )
    .map(({ amount }) => Math.round(Number(amount) * 100))
    .reduce((total, cents) => total + cents, 0);
  expect(sum).toBe(219_528 + 151_291);
});

test("an unreachable server has exit code 3, and the key goes to no other server", async () => {
  const other = await tool.run(["status", "--url", "http://127.0.0.1:9"]);
  tool.env["TRIBUTARY_TOKEN"] = key;
  const silent = await tool.run(["status", "--url", "http://127.0.0.1:9"]);
  delete tool.env["TRIBUTARY_TOKEN"];

  expect([other.code, silent.code]).toEqual([4, 3]);
  expect(silent.err).toContain("Cannot reach http://127.0.0.1:9");
});

test("tributary status shows that the key works, and logout revokes and forgets it", async () => {
  const before = await tool.run(["status"]);
  const out = await tool.run(["logout"]);
  const after = await tool.run(["status"]);
  tool.env["TRIBUTARY_TOKEN"] = key;
  const revoked = await tool.run(["status", "--url", worker.origin]);
  delete tool.env["TRIBUTARY_TOKEN"];

  expect(before.out).toContain("send files and mail, and read transactions");
  expect([before.code, out.code, after.code, revoked.code]).toEqual([0, 0, 4, 4]);
  expect(wordsOf((await visitor.open(`${worker.origin}/keys`)).text)).toContain(
    "You have no import keys.",
  );
});
