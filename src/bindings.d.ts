// The Worker's bindings, vars and secrets, as wrangler.toml and the secrets store give them. A global type, so that no file has to
// import the object classes in order to name its environment.

declare namespace Cloudflare {
  interface Env {
    readonly ASSETS: Fetcher;
    readonly TOKENS: KVNamespace;
    readonly DOCUMENTS: R2Bucket;
    readonly BUDGET: DurableObjectNamespace<import("./budget/object.ts").Budget>;
    readonly IMPORTER: DurableObjectNamespace<import("./importer/object.ts").Importer>;
    readonly ATTEMPT: DurableObjectNamespace<import("./importer/connection/attempt.ts").Attempt>;
    readonly PACE: DurableObjectNamespace<import("./importer/posting/pace.ts").Pace>;
    readonly RATE_LIMIT: DurableObjectNamespace<import("./budget/rate-limit.ts").RateLimit>;
    readonly CLIENT: DurableObjectNamespace<import("./oauth/clients/client.ts").Client>;
    readonly USER: DurableObjectNamespace<import("./oauth/people/user.ts").User>;
    readonly TOOL_LOGIN: DurableObjectNamespace<import("./oauth/tool-login/object.ts").ToolLogin>;
    readonly DIRECTORY: DurableObjectNamespace<import("./oauth/people/directory.ts").Directory>;
    readonly OAUTH_LIMIT: { limit(options: { key: string }): Promise<{ success: boolean }> };
    readonly OAUTH_CLIENT_LIMIT: { limit(options: { key: string }): Promise<{ success: boolean }> };
    readonly SIGN_IN_LIMIT: { limit(options: { key: string }): Promise<{ success: boolean }> };
    readonly ENVIRONMENT?: string;
    readonly BUDGET_API_URL?: string;
    /** A developer token for BUDGET_API_URL. */
    readonly BUDGET_API_TOKEN?: string;
    /** The authorization server of BUDGET_API_URL, and what it knows this deployment as; without a secret a public client. */
    readonly OAUTH_ISSUER?: string;
    readonly OAUTH_CLIENT_ID?: string;
    readonly OAUTH_CLIENT_SECRET?: string;
    /** The address that our own authorization server is known by; empty: the one it is asked at. */
    readonly OAUTH_ISSUER_SELF?: string;
    /** The bank's daily and whole file of currency rates; empty: none is fetched. */
    readonly RATES_URL?: string;
    readonly RATES_HISTORY_URL?: string;
    readonly TOKEN_KEY: string;
    /** The TOKEN_KEY before this one, while passwords keyed with it are still to be hashed again. */
    readonly TOKEN_KEY_PREVIOUS?: string;
    readonly LOCAL_TOKEN?: string;
    /** Who may sign up: "first" (one person, then by invitation), "invited" or "open"; empty: first, and open locally. */
    readonly SIGN_UP?: string;
    /** The plan of the account, "paid" or "free", which has lower limits; empty: paid. */
    readonly PLAN?: string;
    /** The mailbox whose mail the platform routes here ("receipts@example.com"); empty: no receipt addresses are offered. */
    readonly RECEIPT_ADDRESS?: string;
    /** DNS over HTTPS in its JSON form, asked for the keys that mail is signed with; empty: none is, and no mail is vouched for. */
    readonly MAIL_DNS_URL?: string;
    /** The same, asked what the names of sources stand for before they are asked; empty: no source is asked by name, but locally and the bank of the rates. */
    readonly SOURCE_DNS_URL?: string;
  }
}

interface Env extends Cloudflare.Env {}
