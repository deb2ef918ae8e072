// @ts-check
// Runs a command: reads its arguments, finds the server and the key, and turns what goes wrong into a message and an
// exit code.

import { parseArgs } from "node:util";
import { chooseAccess } from "./access.mjs";
import { EXIT, Fault } from "./fault.mjs";
import { messageOf } from "./folders.mjs";
import { runExport } from "./export.mjs";
import { runImport } from "./import.mjs";
import { runLogin, runLogout } from "./login.mjs";
import { runMail } from "./mail.mjs";
import { Screen } from "./screen.mjs";
import { Server } from "./server.mjs";
import { runStatus } from "./status.mjs";
import { COMMANDS, usage } from "./usage.mjs";
import { runWatch } from "./watch.mjs";
import { nearest, plain } from "./words.mjs";

/**
 * @typedef {{ args: string[], options: any, screen: Screen, env: NodeJS.ProcessEnv, server: () => Server }} Called
 */

/** @type {Record<string, (called: Called) => Promise<number>>} */
const RUN = {
  import: async ({ args, options, screen, server }) =>
    runImport(args, { options, screen, server: server() }),
  watch: async ({ args, options, screen, server, env }) =>
    runWatch(args[0] ?? "", { options, screen, server: server(), env }),
  mail: async ({ args, screen, server }) => runMail(args, { screen, server: server() }),
  export: async ({ options, screen, server }) => runExport({ options, screen, server: server() }),
  login: async ({ args, options, screen, env }) =>
    runLogin(args[0] ?? options.url, { options, screen, env }),
  logout: async ({ options, screen, env }) => runLogout({ options, screen, env }),
  status: async ({ screen, server }) => runStatus({ screen, server: server() }),
};

/**
 * Runs the tool; the exit code. `checkout` has the token of a checkout, for npm run import.
 * @param {readonly string[]} argv
 * @param {{ env?: NodeJS.ProcessEnv, checkout?: import("./access.mjs").Checkout | null }} parts
 */
export async function run(argv, { env = process.env, checkout = null } = {}) {
  const [name = "help", ...rest] = argv;
  if (["help", "--help", "-h"].includes(name)) {
    console.log(usage(rest[0] ?? null));
    return EXIT.done;
  }
  try {
    const command = COMMANDS[name];
    const work = RUN[name];
    if (command === undefined || work === undefined) throw unknownCommand(name);
    const { values, positionals } = readArguments(rest, name, command);
    if (values["help"] === true) {
      console.log(usage(name));
      return EXIT.done;
    }
    if (positionals.length < command.least || positionals.length > command.most)
      throw new Fault(`${wantedFor(command)}\n\n${usage(name)}`);
    const screen = new Screen({ json: values["json"] === true });
    const server = () => new Server(chooseAccess(values, env, checkout));
    return await work({ args: positionals, options: values, screen, env, server });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    console.error(error.message);
    return error.code;
  }
}

function unknownCommand(/** @type {string} */ name) {
  const [near = "help"] = nearest(name, Object.keys(COMMANDS));
  return new Fault(
    `There is no command "${plain(name)}". Did you mean tributary ${near}?\n\n${usage()}`,
  );
}

function wantedFor(/** @type {import("./usage.mjs").Command} */ { least, most, takes }) {
  if (most === 0) return "This command takes no files.";
  return least === most ? `Name one: ${takes}.` : `Name at least one file: ${takes}.`;
}

/**
 * @param {readonly string[]} args
 * @param {string} name
 * @param {import("./usage.mjs").Command} command
 * @returns {{ values: Record<string, any>, positionals: string[] }}
 */
function readArguments(args, name, { options }) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    const unknown = args.find((one) => isUnknown(one, options));
    const wrong = unknown === undefined ? messageOf(error) : unknownOption(unknown, name, options);
    throw new Fault(`${wrong}\n\n${usage(name)}`);
  }
}

/**
 * @param {string} given
 * @param {Record<string, import("./usage.mjs").Option>} options
 */
function isUnknown(given, options) {
  return /^--./.test(given) && !Object.hasOwn(options, nameOf(given));
}

/**
 * @param {string} given
 * @param {string} command
 * @param {Record<string, import("./usage.mjs").Option>} options
 */
function unknownOption(given, command, options) {
  const [near = "help"] = nearest(nameOf(given), Object.keys(options));
  return `tributary ${command} has no option --${plain(nameOf(given))}. Did you mean --${near}?`;
}

/** "--account=Checking" is of "account". */
function nameOf(/** @type {string} */ given) {
  return given.slice(2).split("=")[0] ?? "";
}
