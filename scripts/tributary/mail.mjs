// @ts-check
// tributary mail FILE.eml: a saved mail to the inbox, as if it had been forwarded.

import { EXIT, Fault } from "./fault.mjs";
import { fileInput } from "./inputs.mjs";
import { basename } from "node:path";
import { followMail, sendMail } from "./upload.mjs";
import { amount, plain } from "./words.mjs";

/**
 * Brings each mail; the exit code.
 * @param {readonly string[]} args
 * @param {{ server: import("./server.mjs").Server, screen: import("./screen.mjs").Screen }} work
 */
export async function runMail(args, work) {
  const codes = [];
  for (const path of args) {
    const input = fileInput(path, basename(path));
    if (!input.isMail)
      throw new Fault(
        `${path} is not named .eml. Save the mail as a file, or use tributary import ` +
          "for statements.",
      );
    codes.push(await importMail(input, work));
  }
  return Math.max(...codes);
}

/**
 * Brings one mail and waits until it was read; the exit code.
 * @param {import("./inputs.mjs").Input} input
 * @param {{ server: import("./server.mjs").Server, screen: import("./screen.mjs").Screen }} work
 */
export async function importMail(input, { server, screen }) {
  const sent = await sendMail(server, input, screen);
  const message = await followMail(server, sent, screen);
  const address = `${server.url}/inbox/${message.id}`;
  const code = message.state === "review" ? EXIT.question : EXIT.done;
  screen.print(`\n${plain(input.name)}: ${mailWords(message)}`);
  if (code === EXIT.question) screen.print(`It waits for you in a browser: ${address}`);
  screen.record({
    file: input.path,
    kind: "mail",
    name: input.name,
    state: message.state,
    id: message.id,
    address,
    subject: message.subject ?? null,
    receipts: (message.receipts ?? []).map((/** @type {any} */ one) => ({
      merchant: one.merchant,
      total: one.total,
      currency: one.currency,
      date: one.date,
      state: one.state,
    })),
    reason: message.reason ?? null,
    error: null,
    code,
  });
  return code;
}

/** What became of a mail, in words. */
export function mailWords(/** @type {any} */ message) {
  const [first] = message.receipts ?? [];
  const facts = first ?? message;
  const charge =
    facts.total === null || facts.total === undefined
      ? ""
      : ` ${plain(facts.merchant ?? "a receipt")}, ${amount(facts.total, facts.currency ?? "")}${facts.date ? ` on ${plain(facts.date)}` : ""};`;
  return `in the inbox;${charge} ${STATES[message.state] ?? plain(message.state)}.`;
}

/** @type {Record<string, string>} */
const STATES = {
  waiting: "waits for the bank's transaction",
  matched: "matched with its transaction",
  inserted: "inserted as a transaction",
  review: "needs a look",
  ignored: "no receipt, ignored",
  duplicate: "was there already",
};
