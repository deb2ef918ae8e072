// What to do so that receipts arrive, and whether one did.

import { askStatus } from "./operator.mjs";
import { Fault } from "./faults.mjs";
import { routedAddress } from "./settings.mjs";

/** @typedef {import("./settings.mjs").Settings} Settings */

/**
 * What is left to do by hand for e-mail.
 * @param {Settings} settings
 * @returns {string[]}
 */
export function mailSteps(settings) {
  const { mailbox, catchAll, domain: own, name } = settings;
  const origin = settings.origin ?? `https://${own ?? `${name}.YOU.workers.dev`}`;
  if (mailbox === undefined)
    return [
      "Receipts by e-mail are off: no mailbox is set. You need a domain at Cloudflare. Then:",
      "  npm run deploy -- --mail receipts@example.com",
    ];
  const domain = mailbox.split("@")[1];
  const plus = catchAll
    ? `2. Every address of ${domain} comes to this Worker ` +
      `(${routedAddress(settings)}); your own rules for single addresses go first.`
    : "2. Email Routing > Settings > Subaddressing: switch it on. A receipt address is " +
      `${mailbox.replace("@", "+…@")}; without this it is refused. (Instead: npm run ` +
      "deploy -- --catch-all)";
  return [
    `Receipts by e-mail to ${mailbox}. At dash.cloudflare.com > ${domain} > Email > Email Routing:`,
    "1. Switch Email Routing on and let it add its MX and TXT records (or: npx " +
      `wrangler email routing enable ${domain}). It replaces another mail server of ` +
      `${domain}: use a domain without one.`,
    plus,
    `3. The rule "${routedAddress(settings)} -> Worker ${settings.name}" was made by ` +
      "this deployment; look that it is there and active.",
    `4. On ${origin}/connections make a receipt address, and send a receipt to it.`,
    "5. npm run deploy -- --check-mail says whether it arrived.",
  ];
}

/**
 * What an update says of e-mail that works.
 * @param {Settings} settings
 */
export function mailArrives({ mailbox }) {
  return `Receipts by e-mail to ${mailbox} arrive: npm run deploy -- --check-mail counts them.`;
}

/**
 * Says whether mail arrived; gives the exit code: 0 if some did.
 * @param {Settings} settings
 * @param {string | null} key
 * @param {(line: string) => void} say
 */
export async function checkMail(settings, key, say) {
  const { origin } = settings;
  if (origin === undefined || key === null)
    throw new Fault("Nothing has been deployed from here yet.", "Run npm run deploy first.");
  const { mailbox, mail } = await askStatus(origin, key);
  if (mailbox === null) {
    say("The deployment has no mailbox.");
    for (const line of mailSteps({ ...settings, mailbox: undefined })) say(line);
    return 1;
  }
  for (const { outcome, messages, last_at: at } of mail)
    say(`${messages} ${WORDS[outcome] ?? outcome}, the last at ${new Date(at).toISOString()}`);
  if (mail.some(({ outcome }) => outcome === "received")) {
    say(`Your receipt arrived. See ${origin}/inbox.`);
    return 0;
  }
  for (const line of mail.length === 0 ? nothingCame(settings) : onlyRefused(origin)) say(line);
  return 1;
}

/** @type {Record<string, string>} */
const WORDS = {
  received: "received",
  "unknown address": "refused: the address is not one of a connection here",
  "too large": "refused: larger than 25 MiB",
  empty: "refused: empty",
};

/** @param {Settings} settings */
function nothingCame(settings) {
  return [
    "No mail has reached the Worker yet. A message takes a minute at most; then one " +
      "of these is missing:",
    ...mailSteps(settings).slice(1),
    "Email Routing > Overview > Activity log shows each message, and why it was dropped.",
  ];
}

/** @param {string} origin */
function onlyRefused(origin) {
  return [
    "Mail reaches the Worker, so routing works, but none was for a valid receipt address.",
    `Copy the whole address from ${origin}/connections, with the + and all that follows.`,
  ];
}
