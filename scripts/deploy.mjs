// npm run deploy: from an account at Cloudflare to a deployment that somebody signed up at, and after that the updates.
// Every step may be repeated; what was learned is in the folder deployment/ (deploy/settings.mjs).

import { resolve } from "node:path";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { Fault } from "./deploy/faults.mjs";
import { checkMail, mailArrives, mailSteps } from "./deploy/mail.mjs";
import { planLines } from "./deploy/plans.mjs";
import { differences, readKey, readSettings, writeSettings } from "./deploy/settings.mjs";
import { STEPS } from "./deploy/steps.mjs";
import { talk, wranglerOf } from "./deploy/wrangler.mjs";
import { fail, ROOT } from "./local.mjs";

const USAGE = `Usage: npm run deploy [-- OPTIONS]      Run it again to update, or after anything went wrong.

  --dry-run            print every step and change nothing; needs no account
  --check-mail         say whether a mail arrived
  --free, --paid       the plan of the account (paid unless told; --dry-run --free lists what differs)
  --domain NAME        answer at a domain of yours ("budget.example.com") instead of workers.dev
  --mail ADDRESS       the mailbox for receipts ("receipts@example.com"), of a domain of this account
  --catch-all          all mail of that domain comes here (--no-catch-all: the mailbox and its + addresses)
  --account ID         of several accounts, this one
  --name NAME          the Worker's name ("tributary")
  --bucket NAME        the R2 bucket's name
  --var NAME=VALUE     another var of wrangler.toml (SIGN_UP=first, RATES_URL=); may be repeated
  --url ADDRESS        where it answers, if wrangler does not say it
  --folder DIR         where the deployment is remembered ("deployment")
  --wrangler PROGRAM   another wrangler than the project's
  --yes                ask nothing`;

const FAREWELL =
  "Updates: git pull && npm ci && npm run deploy. More: docs/guide/deploying.md and " +
  "docs/guide/operating.md";

const text = /** @type {const} */ ({ type: "string" });
const yes = /** @type {const} */ ({ type: "boolean" });
const FLAGS = {
  "dry-run": yes,
  "check-mail": yes,
  "catch-all": yes,
  free: yes,
  paid: yes,
  yes,
  help: yes,
};
const TEXTS = { domain: text, mail: text, account: text, name: text, bucket: text, url: text };
const REST = { folder: text, wrangler: text, var: { ...text, multiple: true } };
const OPTIONS = { ...FLAGS, ...TEXTS, ...REST };
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/;

const say = (/** @type {string} */ line) => console.log(`      ${line}`);

try {
  process.exitCode = await main(readOptions());
} catch (error) {
  if (!(error instanceof Fault)) throw error;
  console.error(`\nIt stops here. ${error.message}\n`);
  if (error.said !== "") console.error(`Wrangler said:\n${error.said.replace(/^/gm, "  ")}\n`);
  console.error(`What to do: ${error.remedy}`);
  process.exitCode = 1;
}

/** @param {ReturnType<typeof readOptions>} options */
async function main(options) {
  const folder = resolve(ROOT, options.folder ?? "deployment");
  const settings = settingsWith(readSettings(folder), options);
  if (options["check-mail"]) return checkMail(settings, readKey(folder), console.log);
  const dry = options["dry-run"] === true;
  if (!dry) await askWhatIsOpen(folder, settings, options);
  for (const line of planLines(settings.plan)) console.log(line);
  /** @type {import("./deploy/steps.mjs").Run} */
  const run = {
    folder,
    settings,
    say,
    wrangler: wranglerOf(options.wrangler, () => settings.account),
    url: options.url,
    logIn: () => logIn(options),
  };
  if (!dry) writeSettings(folder, settings);
  for (const [index, step] of STEPS.entries()) {
    console.log(`\n[${index + 1}/${STEPS.length}] ${step.title}`);
    if (dry) for (const line of step.dry(run)) say(line);
    else await step.run(run);
  }
  if (dry) {
    console.log(
      "\nwrangler.toml with these settings in it is what wrangler is given " +
        "(deployment/wrangler.toml):",
    );
    for (const line of differences(folder, settings)) say(line);
  }
  console.log("");
  const mail = run.hasMail === true ? [mailArrives(settings)] : mailSteps(settings);
  for (const line of mail) console.log(line);
  if (!dry) console.log(`\n${FAREWELL}`);
  return 0;
}

/**
 * On a terminal, the first time: what the options leave open.
 * @param {string} folder
 * @param {import("./deploy/settings.mjs").Settings} settings
 * @param {ReturnType<typeof readOptions>} options
 */
async function askWhatIsOpen(folder, settings, options) {
  if (!process.stdin.isTTY || options.yes || settings.kv !== undefined) return;
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const ask = async (/** @type {string} */ question) => (await lines.question(question)).trim();
  if (!options.free && !options.paid)
    settings.plan = /^f/i.test(await ask("Plan of your account, paid or free? [paid] "))
      ? "free"
      : "paid";
  if (settings.domain === undefined)
    Object.assign(settings, domainOf(await ask("Domain to answer at, or Enter for workers.dev: ")));
  if (settings.mailbox === undefined)
    Object.assign(settings, mailboxOf(await ask("Mailbox for receipts, or Enter for none yet: ")));
  lines.close();
}

/** @param {ReturnType<typeof readOptions>} options */
async function logIn(options) {
  if (!process.stdin.isTTY || options.yes) return false;
  say("Not logged in. A browser opens; allow wrangler there.");
  return (await talk(options.wrangler, ["login"])) === 0;
}

/**
 * @param {import("./deploy/settings.mjs").Settings} before
 * @param {ReturnType<typeof readOptions>} options
 */
function settingsWith(before, options) {
  const { name, account, bucket, free, paid, "catch-all": catchAll } = options;
  if (free && paid) fail("--free and --paid exclude each other.");
  if (name !== undefined && !/^[a-z0-9](?:[a-z0-9-]{0,52}[a-z0-9])?$/.test(name))
    fail("--name has 1 to 54 small letters, digits and dashes.");
  if (name !== undefined && before.kv !== undefined && name !== before.name)
    fail(`This folder deploys "${before.name}". For another, give --folder too.`);
  return {
    ...before,
    ...(name !== undefined && { name }),
    ...(account !== undefined && { account }),
    ...(bucket !== undefined && { bucket }),
    ...((free || paid) && { plan: free ? "free" : "paid" }),
    ...domainOf(options.domain ?? ""),
    ...mailboxOf(options.mail ?? ""),
    ...(catchAll !== undefined && { catchAll }),
    vars: { ...before.vars, ...varsOf(options.var ?? []) },
  };
}

/** @param {string} given */
function domainOf(given) {
  if (given === "") return {};
  const domain = given.toLowerCase();
  if (!DOMAIN.test(domain)) fail(`"${given}" is no domain; one looks like budget.example.com.`);
  return { domain };
}

/** @param {string} given */
function mailboxOf(given) {
  if (given === "") return {};
  const mailbox = given.toLowerCase();
  const [name = "", domain = "", ...more] = mailbox.split("@");
  if (!/^[a-z0-9]+(?:[._-][a-z0-9]+)*$/.test(name) || !DOMAIN.test(domain) || more.length > 0)
    fail(`"${given}" is no mailbox; one looks like receipts@example.com, without a +.`);
  return { mailbox };
}

/** @param {string[]} given */
function varsOf(given) {
  return Object.fromEntries(
    given.map((one) => {
      const [, name, value] = /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(one) ?? [];
      if (name === undefined || value === undefined) return fail(`--var ${one} is not NAME=VALUE.`);
      if (/KEY|SECRET|TOKEN$/.test(name))
        return fail(
          `${name} is a secret: npx wrangler secret put ${name} --config deployment/wrangler.toml`,
        );
      return [name, value];
    }),
  );
}

function readOptions() {
  let values;
  try {
    ({ values } = parseArgs({ options: OPTIONS, allowNegative: true }));
  } catch (error) {
    return fail(`${error.message}\n\n${USAGE}`);
  }
  if (values.help) {
    console.log(USAGE);
    process.exit(0);
  }
  return values;
}
