// What a start costs: the bundle's size, its evaluation, and npm start until it answers.

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { loadedAtStart, MAIN, readBundle, writeBundle } from "../bundle.mjs";
import { ROOT } from "../local.mjs";
import { timed } from "./service.mjs";

const ROUNDS = 5;
const READY_MS_MAX = 120_000;
/** Stands in for the modules that only workerd has. */
const STANDS_IN = `import { register } from "node:module";
register("data:text/javascript," + encodeURIComponent(\`export async function resolve(name, context, next) {
  if (!name.startsWith("cloudflare:")) return next(name, context);
  const text = "export class DurableObject {} export class WorkerEntrypoint {} export class RpcTarget {} export class WorkflowEntrypoint {} export const env = {}; export const exports = {}; export function connect() {} export function waitUntil() {}";
  return { url: "data:text/javascript," + encodeURIComponent(text), shortCircuit: true };
}\`));
`;

/** The deployed Worker's bundle, not the bench's. */
export async function start({ report, folder }) {
  report.heading("Start");
  const built = join(folder, "deployed");
  await writeBundle(built);
  const modules = readBundle(built);
  const first = loadedAtStart(modules);
  reportSizes(report, "loaded at the start", first);
  reportSizes(
    report,
    "loaded when needed",
    modules.filter((module) => !first.includes(module)),
  );
  timeEvaluation(report, built, join(built, MAIN));
  const ready = [];
  for (let round = 0; round < 3; round += 1)
    ready.push(await timeReady(join(folder, `kept-${round}`)));
  report.line("npm start until it answers", ready, "(median of 3)");
}

function reportSizes(report, name, modules) {
  const sum = (sizeOf) => modules.reduce((total, { text }) => total + sizeOf(text), 0) / 1e6;
  report.figure(
    name,
    sum((text) => Buffer.byteLength(text)),
    "MB",
    "",
  );
  // wrangler sends each module by itself.
  report.figure(
    `${name}, gzip`,
    sum((text) => gzipSync(text).length),
    "MB",
    "",
  );
}

function timeEvaluation(report, built, path) {
  const [stand, script] = [join(built, "stand-in.mjs"), join(built, "evaluate.mjs")];
  writeFileSync(stand, STANDS_IN);
  writeFileSync(
    script,
    `const start = performance.now();\nawait import(${JSON.stringify(path)});\nconsole.log(performance.now() - start);\nprocess.exit(0);\n`,
  );
  writeFileSync(join(built, "package.json"), '{"type":"module"}');
  const times = Array.from({ length: ROUNDS }, () => {
    const child = spawnSync(process.execPath, ["--import", stand, script], { encoding: "utf8" });
    if (child.status !== 0) throw new Error(child.stderr.slice(0, 400));
    return Number(child.stdout);
  });
  report.line("evaluation in Node", times, `(median of ${ROUNDS})`);
}

async function timeReady(state) {
  const port = await freePort();
  const words = ["scripts/start.mjs", "--port", String(port), "--persist-to", state];
  const child = spawn(process.execPath, words, { cwd: ROOT, stdio: "ignore" });
  try {
    return await timed(() => untilItAnswers(port, child));
  } finally {
    child.kill("SIGTERM");
    if (child.exitCode === null) await once(child, "exit");
  }
}

async function untilItAnswers(port, child) {
  const until = performance.now() + READY_MS_MAX;
  while (performance.now() < until && child.exitCode === null) {
    const response = await fetch(`http://127.0.0.1:${port}/health`).catch(() => null);
    if (response?.ok === true) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error("npm start does not answer");
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  return port;
}
