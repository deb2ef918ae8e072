// Speaks like wrangler 4.155 where npm run deploy listens: the texts are those of its source. Its account is a JSON file
// (FAKE_ACCOUNT), which also records every call. FAKE_FAULTS maps the start of a command to what is said instead;
// FAKE_KILL names the command after whose effect the caller is killed.

import { readFileSync, writeFileSync } from "node:fs";

const path = process.env.FAKE_ACCOUNT;
const account = JSON.parse(readFileSync(path, "utf8"));
const args = process.argv.slice(2);
const command = args
  .filter((arg, index) => !arg.startsWith("-") && !/^--(config|message)$/.test(args[index - 1]))
  .join(" ");
const input = readFileSync(0, "utf8");
const config = args.includes("--config")
  ? readFileSync(args[args.indexOf("--config") + 1], "utf8")
  : "";
const name = /^name = "(.*)"/m.exec(config)?.[1];

account.calls.push({ command, args, input, in: process.env.CLOUDFLARE_ACCOUNT_ID ?? null, config });
const faults = JSON.parse(process.env.FAKE_FAULTS ?? "{}");
const fault = Object.keys(faults).find((start) => command.startsWith(start));
save();
if (process.env.FAKE_KILL === command)
  process.on("exit", () => process.kill(process.ppid, "SIGKILL"));
if (fault !== undefined) error(faults[fault]);
if (!account.loggedIn && command !== "whoami")
  error(
    "In a non-interactive environment, it's necessary to set a CLOUDFLARE_API_TOKEN environment variable for wrangler to work.",
  );
answer();
save();

function answer() {
  const [, , , last] = args;
  if (command === "whoami") return whoami();
  if (command === "kv namespace list") return print(JSON.stringify(account.namespaces, null, "  "));
  if (command.startsWith("kv namespace create")) return makeNamespace(last);
  if (command === "r2 bucket list") return listBuckets();
  if (command.startsWith("r2 bucket create")) return makeBucket(last);
  if (command === "secret list") return listSecrets();
  if (command.startsWith("secret put")) return putSecret(args[2]);
  if (command === "deploy") return deploy();
  if (command.startsWith("rollback")) return rollback(args[1]);
  return error(`Unknown arguments: ${args.join(", ")}`);
}

function whoami() {
  if (!account.loggedIn) {
    print(JSON.stringify({ loggedIn: false }, null, 2));
    process.exit(1);
  }
  const { accounts } = account;
  const who = {
    loggedIn: true,
    authType: "OAuth Token",
    email: "dana@home.example",
    accounts,
    tokenPermissions: [],
  };
  print(JSON.stringify(who, null, 2));
}

function makeNamespace(title) {
  print(`🌀 Creating namespace with title "${title}"`);
  if (account.namespaces.some((one) => one.title === title))
    error(`A KV namespace with the title "${title}" already exists.`);
  account.namespaces.push({
    id: `${account.namespaces.length + 1}`.repeat(32),
    title,
    supports_url_encoding: true,
  });
  print(
    "✨ Success!\nTo access your new KV Namespace in your Worker, add the following snippet to your configuration file:",
  );
}

function listBuckets() {
  print("Listing buckets...");
  print(
    account.buckets
      .map((name) => `name:           ${name}\ncreation_date:  2026-10-02T08:00:00.000Z`)
      .join("\n\n"),
  );
}

function makeBucket(name) {
  print(`Creating bucket '${name}'...`);
  if (account.taken?.includes(name))
    api(
      `/accounts/x/r2/buckets`,
      "The bucket you tried to create already exists, and you own it. [code: 10004]",
    );
  account.buckets.push(name);
  print(`✅ Created bucket '${name}' with default storage class of Standard.`);
}

function listSecrets() {
  const worker = account.workers[name];
  if (worker === undefined)
    error(
      `Worker "${name}" not found.\n\nIf this is a new Worker, run \`wrangler deploy\` first to create it.`,
    );
  print(
    JSON.stringify(
      Object.keys(worker.secrets).map((name) => ({ name, type: "secret_text" })),
      null,
      "  ",
    ),
  );
}

function putSecret(key) {
  print(`🌀 Creating the secret for the Worker "${name}"`);
  account.workers[name] ??= { secrets: {} };
  account.workers[name].secrets[key] = input.trimEnd();
  print(`✨ Success! Uploaded secret ${key}`);
}

function deploy() {
  const worker = account.workers[name];
  if (worker?.secrets.TOKEN_KEY === undefined)
    error("The following required secrets have not been set: TOKEN_KEY");
  if (account.plan === "free" && /^cpu_ms/m.test(config))
    api(
      `/accounts/x/workers/scripts/${name}/versions`,
      "CPU limits are not supported for the Free plan. [code: 100328]",
    );
  worker.deployed = (worker.deployed ?? 0) + 1;
  const domain = /pattern = "([^"]+)"/.exec(config)?.[1];
  const at = [
    domain === undefined ? `https://${name}.dana.workers.dev` : `${domain} (custom domain)`,
  ];
  print(
    "Total Upload: 8234.50 KiB / gzip: 2017.11 KiB\nUploaded tributary (5.01 sec)\nDeployed tributary triggers (1.20 sec)",
  );
  for (const target of [...at, "schedule: */15 * * * *"]) print(`  ${target}`);
  worker.version = versionOf(worker.deployed);
  print(`Current Version ID: ${worker.version}`);
}

function versionOf(number) {
  return `7d1f0c7e-3d4e-4f7a-9a53-${String(number).padStart(12, "0")}`;
}

function rollback(version) {
  const worker = account.workers[name];
  if (worker?.deployed === undefined)
    error(
      "Could not find stable Worker Version to rollback to. Please try again with an explicit Version ID.",
    );
  worker.version = version;
  print(
    `SUCCESS  Worker Version ${version} has been deployed to 100% of traffic.\n\nCurrent Version ID: ${version}`,
  );
}

function print(text) {
  process.stdout.write(`${text}\n`);
}

function api(resource, note) {
  error(`A request to the Cloudflare API (${resource}) failed.\n\n  ${note}`);
}

function error(text) {
  process.stderr.write(
    `\n\u001b[31m✘ \u001b[41;31m[\u001b[41;97mERROR\u001b[41;31m]\u001b[0m \u001b[1m${text}\u001b[0m\n\n`,
  );
  process.exit(1);
}

function save() {
  writeFileSync(path, JSON.stringify(account));
}
