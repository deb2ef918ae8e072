// The only reader of vars and secrets (bindings.d.ts names them). The rest of the code takes what
// it needs as arguments.

import { MAILBOX_CHARS_MAX, MAILBOX_NAME_CHARS_MAX } from "./platform/limits.ts";
import { limitsOf, type Plan, type PlanLimits } from "./platform/plan-limits.ts";
import { KEY_BYTES_MIN } from "./platform/sealing/seal.ts";

/** "receipts@example.com", taken apart and in lower case. */
export interface Mailbox {
  readonly name: string;
  readonly domain: string;
}

/** Who may sign up here (oauth/sign-in/newcomers.ts). */
export type SignUpRule = "first" | "invited" | "open";

export interface Config {
  /** True only under npm start and in tests: LOCAL_TOKEN and the demo budget exist. */
  readonly local: boolean;
  /** The demo budget's token and import key; null unless local. */
  readonly localToken: string | null;
  /**
   * The remote service's base address without a trailing slash ("https://host/v2"), null for the
   * embedded one.
   */
  readonly budgetApiUrl: string | null;
  readonly budgetApiToken: string | null;
  /**
   * Our client credentials at a remote service's authorization server; null if only developer
   * tokens are used, or the service is embedded.
   */
  readonly oauth: {
    readonly issuer: string;
    readonly clientId: string;
    readonly clientSecret: string | null;
  } | null;
  /**
   * The origin of our own authorization server ("https://host"); null for the origin of the
   * request.
   */
  readonly ownIssuer: string | null;
  /**
   * The address of the currency rates; null if they are not fetched, as with a remote service,
   * which has its own.
   */
  readonly rates: { readonly daily: string; readonly history: string } | null;
  readonly signUp: SignUpRule;
  /** The bounds of the plan that the deployment is on. */
  readonly limits: PlanLimits;
  readonly tokenKey: string;
  readonly previousTokenKey: string | null;
  /** The domain of receipt addresses; null if none are offered. */
  readonly receiptMailbox: Mailbox | null;
  /** The resolver for the keys that sign mail; null if they are not checked. */
  readonly mailDns: string | null;
  /** The resolver for the host names of sources; null without one. */
  readonly sourceDns: string | null;
}

const DAILY_RATES = "https://www.ecb.europa.eu/stats/eurofxref/eurofxref-daily.xml";
const WHOLE_RATES = "https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist.zip";

/** Reads the environment; throws with the name of what is missing or malformed. */
export function readConfig(env: Env): Config {
  const local = env.ENVIRONMENT === "local";
  const budgetApiUrl = (env.BUDGET_API_URL ?? "").replace(/\/+$/, "");
  if (budgetApiUrl !== "" && !isSafeAddress(budgetApiUrl)) {
    throw new Error(
      "BUDGET_API_URL must be an https address (http only on loopback): the token travels with every request",
    );
  }
  if ((env.TOKEN_KEY ?? "").length < KEY_BYTES_MIN) {
    throw new Error(`TOKEN_KEY must have at least ${KEY_BYTES_MIN} characters`);
  }
  const previousTokenKey = env.TOKEN_KEY_PREVIOUS || null;
  if (previousTokenKey !== null && previousTokenKey.length < KEY_BYTES_MIN) {
    throw new Error(`TOKEN_KEY_PREVIOUS must have at least ${KEY_BYTES_MIN} characters`);
  }
  return {
    local,
    localToken: local && env.LOCAL_TOKEN ? env.LOCAL_TOKEN : null,
    budgetApiUrl: budgetApiUrl === "" ? null : budgetApiUrl,
    budgetApiToken: env.BUDGET_API_TOKEN || null,
    oauth: readOAuth(env, budgetApiUrl === ""),
    ownIssuer: readOwnIssuer(env),
    rates: budgetApiUrl === "" ? readRates(env) : null,
    signUp: readSignUp(env, local),
    limits: limitsOf(readPlan(env), budgetApiUrl !== ""),
    tokenKey: env.TOKEN_KEY,
    previousTokenKey,
    receiptMailbox: readReceiptMailbox(env),
    mailDns: readMailDns(env),
    sourceDns: readSourceDns(env),
  };
}

function readOAuth(
  {
    OAUTH_ISSUER: issuer = "",
    OAUTH_CLIENT_ID: clientId = "",
    OAUTH_CLIENT_SECRET: secret = "",
  }: Env,
  embedded: boolean,
): Config["oauth"] {
  if (issuer === "" && clientId === "" && secret === "") return null;
  if (embedded)
    throw new Error(
      "OAUTH_ISSUER, OAUTH_CLIENT_ID and OAUTH_CLIENT_SECRET are for a remote service: BUDGET_API_URL is missing",
    );
  if (issuer === "" || clientId === "")
    throw new Error(
      "OAUTH_ISSUER and OAUTH_CLIENT_ID are set together, and OAUTH_CLIENT_SECRET with them or not at all",
    );
  const address = isSafeAddress(issuer) ? new URL(issuer) : null;
  // RFC 8414, 2: no query and no fragment.
  if (
    address === null ||
    /[?#]/.test(issuer) ||
    address.username !== "" ||
    address.password !== ""
  ) {
    throw new Error(
      "OAUTH_ISSUER must be an https address without a query or fragment (http only on loopback): secrets travel to it",
    );
  }
  return { issuer, clientId, clientSecret: secret === "" ? null : secret };
}

function readSignUp({ SIGN_UP: rule = "" }: Env, local: boolean): SignUpRule {
  if (rule === "") return local ? "open" : "first";
  if (rule === "first" || rule === "invited" || rule === "open") return rule;
  throw new Error(
    `SIGN_UP must be "first" (one person, then by invitation), "invited" or "open", not "${rule.slice(0, 40)}"`,
  );
}

function readPlan({ PLAN: plan = "" }: Env): Plan {
  if (plan === "" || plan === "paid") return "paid";
  if (plan === "free") return "free";
  throw new Error(`PLAN must be "paid" or "free", not "${plan.slice(0, 40)}"`);
}

function readRates(env: Env): Config["rates"] {
  const { RATES_URL: daily = DAILY_RATES, RATES_HISTORY_URL: history = WHOLE_RATES } = env;
  if (daily === "") return null;
  if (!isSafeAddress(daily) || !isSafeAddress(history)) {
    throw new Error(
      "RATES_URL and RATES_HISTORY_URL must be https addresses (http only on loopback)",
    );
  }
  // Otherwise each fetch would be forbidden, and there would be no rates without any message.
  const unproven = [daily, history].find((address) => !asksNobody(new URL(address).hostname));
  if (env.ENVIRONMENT !== "local" && (env.SOURCE_DNS_URL ?? "") === "" && unproven !== undefined) {
    throw new Error(
      "RATES_URL and RATES_HISTORY_URL name another host than the bank's: SOURCE_DNS_URL must say who is asked what that name stands for",
    );
  }
  return { daily, history };
}

/**
 * Whether the host is fetched without resolving its name: the bank's own (sources/internet.ts), or
 * an IP address.
 */
function asksNobody(host: string): boolean {
  return (
    host === new URL(DAILY_RATES).hostname ||
    host === "localhost" ||
    /^(\d{1,3}\.){3}\d{1,3}$/.test(host) ||
    host.startsWith("[")
  );
}

const MAILBOX =
  /^([a-z0-9]+(?:[._-][a-z0-9]+)*)@((?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63})$/;

function readReceiptMailbox({ RECEIPT_ADDRESS: address = "" }: Env): Mailbox | null {
  if (address === "") return null;
  const [, name = "", domain = ""] = MAILBOX.exec(address.toLowerCase()) ?? [];
  if (name === "" || name.length > MAILBOX_NAME_CHARS_MAX || address.length > MAILBOX_CHARS_MAX) {
    const parts = `before the @ at most ${MAILBOX_NAME_CHARS_MAX} letters and digits, with single dots or dashes between`;
    throw new Error(`RECEIPT_ADDRESS must be a mailbox like "receipts@example.com", ${parts}`);
  }
  return { name, domain };
}

function readMailDns({ MAIL_DNS_URL: address = "" }: Env): string | null {
  if (address === "") return null;
  if (!isSafeAddress(address))
    throw new Error(
      "MAIL_DNS_URL must be an https address (http only on loopback): what it answers decides whose mail is believed",
    );
  return address;
}

function readSourceDns({ SOURCE_DNS_URL: address = "" }: Env): string | null {
  if (address === "") return null;
  if (!isSafeAddress(address))
    throw new Error(
      "SOURCE_DNS_URL must be an https address (http only on loopback): what it answers decides which servers are asked",
    );
  return address;
}

function readOwnIssuer({ OAUTH_ISSUER_SELF: issuer = "" }: Env): string | null {
  if (issuer === "") return null;
  if (!isSafeAddress(issuer) || new URL(issuer).origin !== issuer) {
    throw new Error(
      "OAUTH_ISSUER_SELF must be an https origin without a path or a slash at its end (http only on loopback)",
    );
  }
  return issuer;
}

/** Whether secrets may travel there: https, or http on loopback. */
export function isSafeAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  const loopback =
    hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
  return protocol === "https:" || (protocol === "http:" && loopback);
}
