import { cloudflareTest } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { startFakeBudget } from "./test/remote/fake-budget.ts";

// Three projects: what runs inside workerd with the embedded service; the same driving somebody else's
// service over real HTTP (test/remote); and what drives the built Worker from outside (stories) or in a
// real browser, in Node. Importing wrangler inside workerd would crash it.
const REMOTE = ["test/remote/**/*.test.ts"];
const OUTSIDE = ["test/stories/**/*.test.ts", "test/browser/**/*.test.ts", "test/node/**/*.test.ts"];

const BINDINGS = {
  ENVIRONMENT: "local",
  TOKEN_KEY: "test-token-key-of-at-least-32-bytes",
  LOCAL_TOKEN: "local-token-for-tests",
  MAIL_DNS_URL: "",
};
const fakeBudget = await startFakeBudget();
const REMOTE_OAUTH = { OAUTH_ISSUER: fakeBudget, OAUTH_CLIENT_ID: "tributary-test", OAUTH_CLIENT_SECRET: "planted-client-secret" };

export default defineConfig({
  test: {
    projects: [
      {
        plugins: [
          cloudflareTest({
            wrangler: { configPath: "./wrangler.toml" },
            // In another case than it is compared in.
            miniflare: { bindings: { ...BINDINGS, RECEIPT_ADDRESS: "Receipts@Example.com" } },
          }),
        ],
        test: {
          name: "workerd",
          include: ["test/**/*.test.ts", "test/**/*.test.tsx"],
          exclude: [...OUTSIDE, ...REMOTE],
          isolate: false,
          // Some move 100 MB; none is a measurement of time.
          testTimeout: 60_000,
        },
      },
      {
        plugins: [
          cloudflareTest({
            wrangler: { configPath: "./wrangler.toml" },
            miniflare: { bindings: { ...BINDINGS, BUDGET_API_URL: `${fakeBudget}/v2`, BUDGET_API_TOKEN: "planted-remote-token", ...REMOTE_OAUTH } },
          }),
        ],
        test: { name: "remote", include: REMOTE, isolate: false, testTimeout: 60_000 },
      },
      {
        test: {
          name: "node",
          environment: "node",
          include: OUTSIDE,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
