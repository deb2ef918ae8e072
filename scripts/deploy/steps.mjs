// The steps of a deployment, each of which may be repeated: it looks first what is there, and keeps what it learned
// before the next one begins. A step's `dry` says what it would do.

import { Fault, faultOf } from "./faults.mjs";
import { ensureKey, readKey, routedAddress, writeConfig, writeSettings } from "./settings.mjs";
import { askStatus, firstLink } from "./operator.mjs";
import { checkVersion } from "./version.mjs";

/**
 * @typedef {object} Run
 * @property {string} folder
 * @property {import("./settings.mjs").Settings} settings
 * @property {import("./wrangler.mjs").Wrangler} wrangler
 * @property {(line: string) => void} say
 * @property {() => Promise<boolean>} logIn lets the person log in; false if that is not possible here
 * @property {string | undefined} url where the deployment answers, if wrangler does not say it
 * @property {boolean} [hasMail] whether a receipt arrived already
 */
/** @typedef {{title: string, dry: (run: Run) => string[], run: (run: Run) => Promise<void>}} Step */

/** @type {Step} */
const login = {
  title: "Log in at Cloudflare",
  dry: () => ["wrangler whoami --json"],
  run: async (run) => {
    let who = await whoAmI(run);
    if (who === null && (await run.logIn())) who = await whoAmI(run);
    if (who === null)
      throw new Fault(
        "Wrangler is not logged in.",
        "Run npx wrangler login (on a machine without a browser: set " +
          "CLOUDFLARE_API_TOKEN to a token of the template “Edit Cloudflare Workers”). " +
          "Then run npm run deploy again.",
      );
    const { settings } = run;
    const wanted = settings.account ?? (who.accounts.length === 1 ? who.accounts[0].id : undefined);
    const account = who.accounts.find(({ id }) => id === wanted);
    if (account === undefined) {
      const list = who.accounts.map(({ id, name }) => `  ${id}  ${name}`).join("\n");
      throw wanted === undefined
        ? new Fault(
            `Your login reaches several accounts:\n${list}`,
            "Name one: npm run deploy -- --account ID",
          )
        : new Fault(
            `Your login does not reach the account ${wanted}, only:\n${list}`,
            "Log in as somebody who may use it (npx wrangler login), or name " +
              "another: npm run deploy -- --account ID",
          );
    }
    keep(run, { account: account.id });
    run.say(`${who.email ?? who.authType}, account ${account.name}`);
  },
};

/** @type {Step} */
const namespace = {
  title: "Tokens: the KV namespace",
  dry: ({ settings }) => [
    "wrangler kv namespace list",
    `wrangler kv namespace create ${titleOf(settings)}`,
  ],
  run: async (run) => {
    const { settings } = run;
    const before = await listNamespaces(run);
    if (settings.kv !== undefined) {
      if (before.some(({ id }) => id === settings.kv))
        return run.say(`there already: ${settings.kv}`);
      throw new Fault(
        `The KV namespace ${settings.kv} of deployment/settings.json is not in this account.`,
        "Log in to the account that has it. If it was deleted, delete the line “kv” " +
          "there: a new one is made, and everybody connects again.",
      );
    }
    const title = titleOf(settings);
    let found = before.find((one) => one.title === title);
    if (found === undefined) {
      await must(run, "make the KV namespace", ["kv", "namespace", "create", title]);
      found = (await listNamespaces(run)).find((one) => one.title === title);
      if (found === undefined)
        throw new Fault(
          `The KV namespace ${title} was made, but is not listed.`,
          "Run npm run deploy again.",
        );
      run.say(`made ${title}`);
    } else run.say(`found ${title}`);
    keep(run, { kv: found.id });
  },
};

/** @type {Step} */
const bucket = {
  title: "Documents: the R2 bucket",
  dry: ({ settings }) => [
    "wrangler r2 bucket list",
    `wrangler r2 bucket create ${bucketOf(settings)}`,
  ],
  run: async (run) => {
    const name = bucketOf(run.settings);
    const { out } = await must(run, "list the R2 buckets", ["r2", "bucket", "list"]);
    const names = [...out.matchAll(/^name:\s+(\S+)\s*$/gm)].map(([, one]) => one);
    if (names.includes(name)) run.say(`found ${name}`);
    else {
      await must(run, "make the R2 bucket", ["r2", "bucket", "create", name]);
      run.say(`made ${name}`);
    }
    keep(run, { bucket: name });
  },
};

/** @type {Step} */
const secret = {
  title: "The key that seals: TOKEN_KEY",
  dry: () => [
    "wrangler secret list",
    "wrangler secret put TOKEN_KEY    (the key goes through standard input)",
  ],
  run: async (run) => {
    const config = writeConfig(run.folder, run.settings);
    const listed = await run.wrangler(["secret", "list", "--config", config]);
    const isNew = listed.code !== 0 && /not found/i.test(listed.err + listed.out);
    if (listed.code !== 0 && !isNew) throw faultOf("list the Worker's secrets", listed);
    if (!isNew && /"name":\s*"TOKEN_KEY"/.test(listed.out)) {
      const kept = readKey(run.folder) !== null;
      return run.say(
        `set already, and left as it is${kept ? "" : " (this folder has no copy of it)"}`,
      );
    }
    const key = ensureKey(run.folder);
    await must(
      run,
      "put the secret TOKEN_KEY",
      ["secret", "put", "TOKEN_KEY", "--config", config],
      key,
    );
    run.say(
      "made and put. Keep a copy of the file token-key in a safe place: nobody can show it again",
    );
  },
};

/** @type {Step} */
const deploy = {
  title: "Deploy the Worker",
  dry: ({ settings }) => [
    "wrangler deploy --config deployment/wrangler.toml",
    ...(settings.mailbox === undefined
      ? []
      : [`    (this also makes the rule for ${routedAddress(settings)})`]),
    "wrangler rollback VERSION    (only if the new version cannot open what the one before stored)",
  ],
  run: async (run) => {
    const { settings } = run;
    const config = writeConfig(run.folder, settings);
    const answer = await must(run, "deploy the Worker", ["deploy", "--config", config]);
    const version = /^Current Version ID: (\S+)/m.exec(answer.out)?.[1];
    run.say(`version ${version ?? "unknown"}`);
    const origin = run.url ?? originIn(answer.out, settings) ?? settings.origin;
    if (origin === undefined)
      throw new Fault(
        "The Worker is deployed, but wrangler does not say where it answers.",
        "Tell it: npm run deploy -- --url https://budget.example.com",
      );
    keep(run, { origin });
    await checkVersion(run, config, origin);
    if (version !== undefined) keep(run, { version });
    run.say(`answers at ${origin}`);
  },
};

/** @type {Step} */
const firstPerson = {
  title: "Let the first person in",
  dry: () => [
    "prints a link that lets one person sign up, for a day; everybody else needs an invitation",
  ],
  run: async (run) => {
    const key = readKey(run.folder);
    const { origin } = run.settings;
    if (key === null || origin === undefined)
      return run.say(
        "the key is not in this folder, so that nobody can be asked: copy it to " +
          "deployment/token-key",
      );
    const { first_person: first, sign_up: rule, mail } = await askStatus(origin, key);
    run.hasMail = mail.some(({ outcome }) => outcome === "received");
    if (first === "come") run.say(`has come already. ${RULES[rule] ?? rule}`);
    else {
      run.say("Open this link and sign up. It works for one person, until tomorrow:");
      run.say(firstLink(origin, key));
      run.say(RULES[rule] ?? rule);
    }
  },
};

/** @type {Record<string, string>} */
const RULES = {
  invited: "Sign-up is closed: everybody else needs an invitation.",
  first: "After the first person, everybody needs an invitation.",
  open: "SIGN_UP is open: anybody on the internet may sign up.",
};

export const STEPS = [login, namespace, bucket, secret, deploy, firstPerson];

/** @param {Run} run */
async function whoAmI(run) {
  const answer = await run.wrangler(["whoami", "--json"]);
  /** @type {{loggedIn?: boolean, email?: string, authType?: string, accounts?: {id: string, name: string}[]}} */
  let who;
  try {
    who = JSON.parse(answer.out);
  } catch {
    throw faultOf("ask who is logged in", answer);
  }
  if (who.loggedIn !== true) return null;
  return { ...who, accounts: who.accounts ?? [] };
}

/**
 * @param {Run} run
 * @returns {Promise<{id: string, title: string}[]>}
 */
async function listNamespaces(run) {
  const answer = await must(run, "list the KV namespaces", ["kv", "namespace", "list"]);
  try {
    return JSON.parse(answer.out.slice(answer.out.indexOf("[")));
  } catch {
    throw faultOf("list the KV namespaces", answer);
  }
}

/**
 * Runs wrangler for the account that was chosen; throws the fault if it fails.
 * @param {Run} run
 * @param {string} doing
 * @param {string[]} args
 * @param {string} [input]
 */
async function must(run, doing, args, input) {
  const answer = await run.wrangler(args, input);
  if (answer.code !== 0) throw faultOf(doing, answer);
  return answer;
}

/**
 * @param {Run} run
 * @param {Partial<import("./settings.mjs").Settings>} learned
 */
function keep(run, learned) {
  Object.assign(run.settings, learned);
  writeSettings(run.folder, run.settings);
}

/** @param {import("./settings.mjs").Settings} settings */
function titleOf({ name }) {
  return `${name}-tokens`;
}

/** @param {import("./settings.mjs").Settings} settings */
function bucketOf({ name, bucket: chosen }) {
  return chosen ?? `${name}-documents`;
}

/**
 * Where the Worker answers, of the targets that wrangler lists.
 * @param {string} out
 * @param {import("./settings.mjs").Settings} settings
 */
function originIn(out, { domain }) {
  if (domain !== undefined) return `https://${domain}`;
  return /^\s+(https:\/\/\S+\.workers\.dev)\b/m.exec(out)?.[1];
}
