// @ts-check
// The commands: their words of help and their options.

/**
 * @typedef {{ type: "string" | "boolean", multiple?: boolean, short?: string }} Option
 * @typedef {{ takes: string, what: string, help: readonly string[], options: Record<string, Option>, least: number, most: number }} Command
 */

/** @type {Option} */
const TEXT = { type: "string" };
/** @type {Option} */
const FLAG = { type: "boolean" };
/** @type {Record<string, Option>} */
const SERVER = { url: TEXT, insecure: FLAG, help: { type: "boolean", short: "h" } };
const MANY = 10_000;

const ACCOUNT = "--account NAME       the account, by name or id; left out where the file names it";
const CURRENCY = "--currency CODE      the currency of a file that names none";
const BALANCE =
  "--leave-balance      do not set the account's balance to the one that a file states";
const YES = "--yes                import even where the file's currency is not its account's";

/** @type {Record<string, Command>} */
export const COMMANDS = {
  import: {
    takes: "FILES... | FOLDER | -",
    what: "import statements and mails",
    help: [
      ACCOUNT,
      CURRENCY,
      "--answer QUESTION=CHOICE   answer a question of the import; may be repeated",
      "--preview            show how each file is read, and post nothing",
      YES,
      BALANCE,
      "--recursive          look in the folders of a folder too",
      "--name NAME          the file's name; needed for standard input (-)",
      "--json               print one line of JSON for each file, and nothing else on stdout",
    ],
    options: {
      ...SERVER,
      account: TEXT,
      currency: TEXT,
      answer: { type: "string", multiple: true },
      preview: FLAG,
      yes: FLAG,
      "leave-balance": FLAG,
      recursive: FLAG,
      name: TEXT,
      json: FLAG,
    },
    least: 1,
    most: MANY,
  },
  watch: {
    takes: "FOLDER",
    what: "import each file that is put into a folder, once, until it is stopped",
    help: [
      ACCOUNT,
      CURRENCY,
      YES,
      BALANCE,
      "--settle SECONDS     how long a file must be unchanged before it is whole; 3 unless told",
      "--once               end when every file is done, or waits for an answer",
      "--json               print one line of JSON for each file, and nothing else on stdout",
    ],
    options: {
      ...SERVER,
      account: TEXT,
      currency: TEXT,
      yes: FLAG,
      "leave-balance": FLAG,
      settle: TEXT,
      once: FLAG,
      json: FLAG,
    },
    least: 1,
    most: 1,
  },
  mail: {
    takes: "FILE.eml...",
    what: "bring saved mails to the inbox",
    help: ["--json               print one line of JSON for each mail"],
    options: { ...SERVER, json: FLAG },
    least: 1,
    most: MANY,
  },
  export: {
    takes: "",
    what: "write the budget's transactions as CSV or JSON lines",
    help: [
      "--from DAY           the first day, YYYY-MM-DD",
      "--to DAY             the last day, YYYY-MM-DD",
      "--account NAME       only those of this account",
      "--format FORMAT      csv or jsonl; csv unless told",
      "--output FILE        the file to write; stdout unless told",
    ],
    options: { ...SERVER, from: TEXT, to: TEXT, account: TEXT, format: TEXT, output: TEXT },
    least: 0,
    most: 0,
  },
  login: {
    takes: "URL",
    what: "sign this tool in at a server, with a code that you type in a browser",
    help: [
      "--name NAME          what the server calls this tool; the name of this machine unless told",
      "--json               print JSON",
    ],
    options: { ...SERVER, name: TEXT, json: FLAG },
    least: 0,
    most: 1,
  },
  logout: {
    takes: "",
    what: "revoke the key of this tool and forget it",
    help: ["--json               print JSON"],
    options: { ...SERVER, json: FLAG },
    least: 0,
    most: 0,
  },
  status: {
    takes: "",
    what: "show the server, whether the key works, and what waits for you",
    help: ["--json               print JSON"],
    options: { ...SERVER, json: FLAG },
    least: 0,
    most: 0,
  },
};

const CODES = `Exit codes: 0 done; 1 an error, or rows were rejected; 2 a question waits for a person;
3 the server cannot be reached; 4 there is no key, or it is refused.`;

/** The help of all commands, or of one. */
export function usage(/** @type {string | null} */ name = null) {
  const command = name === null ? undefined : COMMANDS[name];
  if (name === null || command === undefined) {
    const width = Math.max(
      ...Object.entries(COMMANDS).map(([one, { takes }]) => one.length + takes.length),
    );
    const lines = Object.entries(COMMANDS).map(
      ([one, { takes, what }]) => `  ${`${one} ${takes}`.padEnd(width + 3)}${what}`,
    );
    return (
      `Usage: tributary COMMAND ...\n\n${lines.join("\n")}\n  ` +
      `${"help COMMAND".padEnd(width + 3)}show the options of a command\n\n${CODES}`
    );
  }
  const options = [
    ...command.help,
    "--url ADDRESS        the server; TRIBUTARY_URL, or the one of the login, unless told",
    "--insecure           allow a server without https that is not on this machine",
  ];
  return `Usage: tributary ${name} ${command.takes} [OPTIONS]\n\n${capital(command.what)}.\n\n${options.map((line) => `  ${line}`).join("\n")}\n\n${CODES}`;
}

function capital(/** @type {string} */ text) {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}
