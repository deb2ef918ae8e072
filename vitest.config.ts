import { cloudflareTest } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { startFakeBudget } from "./test/remote/fake-budget.ts";
import { startFakes } from "./test/sources/fakes/all.ts";
import LongestFirst from "./test/longest-first.ts";

// Tests run inside workerd with the embedded service. test/remote drives somebody else's service over real HTTP; and,
// after them, "node" drives the built Worker from outside (stories) or in a real browser. Importing wrangler inside
// workerd would crash it. Four files run at a time: on two cores a third of the time is waiting. What costs most is
// sending modules to workerd: a process is sent each module once, since its files share them, since one project has
// them all, and since no cache on disk makes Vitest send the whole of it with each file.
const REMOTE = ["test/remote/**/*.test.ts"];
const OUTSIDE = [
  "test/stories/**/*.test.ts",
  "test/browser/**/*.test.ts",
  "test/node/**/*.test.ts",
];
// In Node itself: what compares with scripts/golden.mjs, in the same Node; and mails of which there are thousands, since
// handing each to workerd as a module takes longer than reading them all.
const GOLDEN = [
  "test/golden/**/*.test.ts",
  "test/receipts/remembered-mails.test.ts",
  "test/receipts/bank-sentences.test.ts",
  "test/receipts/rows.test.ts",
  "test/receipts/kinds-of-mails.test.ts",
  "test/receipts/plain-mails.test.ts",
];

// The same cases of property tests in every run (test/seed.ts); SEED is another number, or "random".
const SEED = seedOf(process.env["SEED"] ?? "");
const SEEDED = { setupFiles: ["./test/seed.ts"], provide: { seed: SEED } };
const IN_WORKERD = { ...SEEDED, setupFiles: [...SEEDED.setupFiles, "./test/main-once.ts"] };

function seedOf(set: string): number {
  if (set === "") return 20_261_122;
  if (set === "random") return Math.floor(Math.random() * 2 ** 31);
  if (!/^-?\d{1,10}$/.test(set))
    throw new Error(`SEED is a whole number of at most 10 digits or "random", not "${set}"`);
  return Number(set);
}

// The bundler writes in which version of the sources it is; a test has one version.
const DEFINED = { SOURCES_HASH: JSON.stringify("test") };

const BINDINGS = {
  ENVIRONMENT: "local",
  TOKEN_KEY: "test-token-key-of-at-least-32-bytes",
  LOCAL_TOKEN: "local-token-for-tests",
  MAIL_DNS_URL: "",
  SOURCE_DNS_URL: "",
};

export default defineConfig({
  test: {
    maxWorkers: 4,
    fsModuleCache: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        define: DEFINED,
        plugins: [
          cloudflareTest(async () => ({
            main: "./src/index.ts",
            wrangler: { configPath: "./wrangler.toml" },
            // The mailbox in another case than it is compared in.
            miniflare: {
              bindings: {
                ...BINDINGS,
                RECEIPT_ADDRESS: "Receipts@Example.com",
                SOURCE_FAKES: await startFakes(),
                SCALE: process.env["SCALE"] ?? "",
              },
            },
          })),
        ],
        test: {
          ...IN_WORKERD,
          name: "workerd",
          include: ["test/**/*.test.ts", "test/**/*.test.tsx"],
          exclude: [...REMOTE, ...OUTSIDE, ...GOLDEN],
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        define: DEFINED,
        plugins: [
          // Each process has a fake service of its own, which its files use one after the other.
          cloudflareTest(async () => {
            const fake = await startFakeBudget();
            const oauth = {
              OAUTH_ISSUER: fake,
              OAUTH_CLIENT_ID: "tributary-test",
              OAUTH_CLIENT_SECRET: "planted-client-secret",
            };
            return {
              main: "./src/index.ts",
              wrangler: { configPath: "./wrangler.toml" },
              miniflare: {
                bindings: {
                  ...BINDINGS,
                  BUDGET_API_URL: `${fake}/v2`,
                  BUDGET_API_TOKEN: "planted-remote-token",
                  ...oauth,
                },
              },
            };
          }),
        ],
        test: {
          ...IN_WORKERD,
          name: "remote",
          include: REMOTE,
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: "golden",
          environment: "node",
          include: GOLDEN,
          testTimeout: 60_000,
          // Node reads the sources itself, and compiles a pattern once: it is matched thousands of times.
          experimental: { viteModuleRunner: false, nodeLoader: false },
          execArgv: ["--no-regexp-tier-up"],
        },
      },
      {
        test: {
          ...SEEDED,
          name: "node",
          environment: "node",
          include: OUTSIDE,
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          globalSetup: "./test/node/built.ts",
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
