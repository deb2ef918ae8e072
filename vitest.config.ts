import { cloudflareTest } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { startFakeBudget } from "./test/remote/fake-budget.ts";
import { startFakes } from "./test/sources/fakes/all.ts";

// Four projects: what runs inside workerd with the embedded service; what only reads documents there (test/import/decode:
// so many modules that one process for both would be sent messages larger than it takes); what drives somebody else's
// service over real HTTP (test/remote); and, behind them, what drives the built Worker from outside (stories) or in a real
// browser, in Node. Importing wrangler inside workerd would crash it. Two files run at a time.
const DECODE = ["test/import/decode/**/*.test.ts"];
const REMOTE = ["test/remote/**/*.test.ts"];
const OUTSIDE = ["test/stories/**/*.test.ts", "test/browser/**/*.test.ts", "test/node/**/*.test.ts"];

const BINDINGS = {
  ENVIRONMENT: "local",
  TOKEN_KEY: "test-token-key-of-at-least-32-bytes",
  LOCAL_TOKEN: "local-token-for-tests",
  MAIL_DNS_URL: "",
  SOURCE_DNS_URL: "",
};
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        plugins: [
          cloudflareTest(async () => ({
            wrangler: { configPath: "./wrangler.toml" },
            // In another case than it is compared in.
            miniflare: { bindings: { ...BINDINGS, RECEIPT_ADDRESS: "Receipts@Example.com", SOURCE_FAKES: await startFakes() } },
          })),
        ],
        test: {
          name: "workerd",
          include: ["test/**/*.test.ts", "test/**/*.test.tsx"],
          exclude: [...OUTSIDE, ...REMOTE, ...DECODE],
          isolate: false,
          // Some move 100 MB; none is a measurement of time.
          testTimeout: 60_000,
        },
      },
      {
        plugins: [cloudflareTest({ wrangler: { configPath: "./wrangler.toml" }, miniflare: { bindings: BINDINGS } })],
        test: { name: "decode", include: DECODE, isolate: false, testTimeout: 60_000 },
      },
      {
        plugins: [
          // Each process has a fake service of its own, which its files use one after the other.
          cloudflareTest(async () => {
            const fake = await startFakeBudget();
            const oauth = { OAUTH_ISSUER: fake, OAUTH_CLIENT_ID: "tributary-test", OAUTH_CLIENT_SECRET: "planted-client-secret" };
            return {
              wrangler: { configPath: "./wrangler.toml" },
              miniflare: { bindings: { ...BINDINGS, BUDGET_API_URL: `${fake}/v2`, BUDGET_API_TOKEN: "planted-remote-token", ...oauth } },
            };
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
          globalSetup: "./test/node/built.ts",
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
