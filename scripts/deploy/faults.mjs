// What wrangler says when something is wrong, what that means for the person who deploys, and what they can do. The
// first row that fits is told. The codes are the Cloudflare API's.

/** A fault with its remedy: told as it is, without a stack. */
export class Fault extends Error {
  /**
   * @param {string} fault
   * @param {string} remedy
   * @param {string} said what wrangler said; empty where it said nothing
   */
  constructor(fault, remedy, said = "") {
    super(fault);
    this.remedy = remedy;
    this.said = said;
  }
}

const AGAIN = "Then run npm run deploy again: it goes on where it stopped.";

/** @type {readonly {sign: RegExp, fault: string, remedy: string}[]} */
const FAULTS = [
  {
    sign: /code: 100328|CPU limits are not supported for the Free plan/i,
    fault: "This account is on the Workers Free plan, which takes no CPU limit of our own.",
    remedy:
      "Subscribe to Workers Paid (dash.cloudflare.com: Workers & Pages > Plans), or " +
      "deploy for the Free plan with npm run deploy -- --free.",
  },
  {
    sign: /code: 10042|enable R2 through the Cloudflare Dashboard/i,
    fault: "R2, which keeps the documents, is not switched on for this account.",
    remedy:
      "Open dash.cloudflare.com > R2 and accept its terms (10 GB are free; it asks for " +
      `a card). ${AGAIN}`,
  },
  {
    sign: /code: 10004\b|bucket you tried to create already exists/i,
    fault: "A bucket of this name exists already, and this account does not list it.",
    remedy: "Choose another name: npm run deploy -- --bucket NAME.",
  },
  {
    sign: /more than one account available/i,
    fault: "Your login reaches several accounts.",
    remedy: "Name one: npm run deploy -- --account ID (npx wrangler whoami lists them).",
  },
  {
    sign: /code: 10034\b|verify your email/i,
    fault: "Cloudflare has not verified the e-mail address of this account.",
    remedy:
      "Open the link in Cloudflare's mail to you, or send it again from " +
      `dash.cloudflare.com. ${AGAIN}`,
  },
  {
    sign: /workers\.dev subdomain/i,
    fault: "This account has no workers.dev subdomain yet, where a Worker without a domain lives.",
    remedy:
      "Choose one at dash.cloudflare.com > Workers & Pages, or give your own domain: " +
      `--domain budget.example.com. ${AGAIN}`,
  },
  {
    sign: /destructive changes \(deletes or takeover conflicts\)/i,
    fault:
      "The Worker is deployed, but another rule of Email Routing has this address, " +
      "and wrangler does not overwrite it.",
    remedy:
      "Delete that rule at dash.cloudflare.com > your domain > Email > Email Routing > " +
      `Routing rules. ${AGAIN}`,
  },
  {
    sign: /Email Routing was not fully applied|email\/routing/i,
    fault: "The Worker is deployed, but Email Routing did not take the rule for the mailbox.",
    remedy:
      "Switch Email Routing on for the domain first: npx wrangler email routing enable " +
      `DOMAIN. ${AGAIN}`,
  },
  {
    sign: /could not find zone|code: 10082\b|zone.{0,40}not found/i,
    fault: "The domain is not a zone of this account.",
    remedy:
      "Add the domain at dash.cloudflare.com > Add a domain, and wait until it is " +
      `active. ${AGAIN}`,
  },
  {
    sign: /code: 100117|externally managed DNS records/i,
    fault: "The name has a DNS record of its own already.",
    remedy:
      "Delete that record at dash.cloudflare.com > your domain > DNS, or choose " +
      `another name with --domain. ${AGAIN}`,
  },
  {
    sign: /latest version of your Worker isn't currently deployed/i,
    fault: "A newer version of this Worker waits undeployed, so that its secrets cannot change.",
    remedy:
      "Deploy or roll back that version at dash.cloudflare.com > Workers & Pages > " +
      `Deployments. ${AGAIN}`,
  },
  {
    sign: /required secrets have not been set/i,
    fault: "The Worker has no TOKEN_KEY, although it was put.",
    remedy: "Run npm run deploy again: it puts the key again.",
  },
  {
    sign: /not authenticated|CLOUDFLARE_API_TOKEN environment variable|code: 10000\b|code: 9109\b|Authentication error/i,
    fault: "Wrangler is not logged in, or its token may not do this.",
    remedy:
      "npx wrangler login (on a machine without a browser: a token of the template " +
      `"Edit Cloudflare Workers" in CLOUDFLARE_API_TOKEN). ${AGAIN}`,
  },
  {
    sign: /code: 971\b|code: 10429\b|rate limit|Retry-After/i,
    fault: "Cloudflare's API takes no more requests from this account for now.",
    remedy: `Wait five minutes. ${AGAIN}`,
  },
  {
    sign: /fetch failed|ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN/,
    fault: "Cloudflare's API cannot be reached from here.",
    remedy: `Is this machine online, and does a proxy stand between? ${AGAIN}`,
  },
];

/**
 * The fault of a wrangler command that failed.
 * @param {string} doing "make the KV namespace"
 * @param {{code: number, out: string, err: string}} answer
 */
export function faultOf(doing, { code, out, err }) {
  const said = errorIn(`${err}\n${out}`);
  const known = FAULTS.find(({ sign }) => sign.test(said));
  return known === undefined
    ? new Fault(
        `Wrangler could not ${doing} (exit code ${code}).`,
        `The reason is what wrangler said. ${AGAIN}`,
        said,
      )
    : new Fault(known.fault, known.remedy, said);
}

/**
 * What wrangler says of a fault, without its hints on logs and bugs.
 * @param {string} text
 */
function errorIn(text) {
  return text
    .split("\n")
    .map((line) => line.replace(/^\s*✘\s*/, "").trim())
    .filter((line) => line !== "" && !/^🪵|open an issue at|Logs were written/.test(line))
    .slice(-20)
    .join("\n")
    .slice(0, 3_000);
}
