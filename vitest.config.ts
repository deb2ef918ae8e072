import { cloudflareTest } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { startFakeBudget } from "./test/remote/fake-budget.ts";
import { startFakes } from "./test/sources/fakes/all.ts";

// Tests run inside workerd with the embedded service, a project a folder; each file is sent the modules it will load in one message, which
// is larger than a Worker takes unless told. test/remote drives somebody else's service over real HTTP; and, behind them, "node" drives the
// built Worker from outside (stories) or in a real browser. Importing wrangler inside workerd would crash it. Four files run at a time: on two cores a third of the time is waiting.
const BUDGET = ["test/budget/**/*.test.ts"];
const IMPORT = ["test/importer/**/*.test.ts"];
const READ = ["test/statements/**/*.test.ts", "test/receipts/**/*.test.ts"];
const REMOTE = ["test/remote/**/*.test.ts"];
const OUTSIDE = [
  "test/stories/**/*.test.ts",
  "test/browser/**/*.test.ts",
  "test/node/**/*.test.ts",
];
const GOLDEN = ["test/golden/**/*.test.ts"];

// The same cases of property tests in every run (test/seed.ts); SEED is another number, or "random".
const SEED = seedOf(process.env["SEED"] ?? "");
const SEEDED = { setupFiles: ["./test/seed.ts"], provide: { seed: SEED } };

function seedOf(set: string): number {
  if (set === "") return 20_261_122;
  if (set === "random") return Math.floor(Math.random() * 2 ** 31);
  if (!/^-?\d{1,10}$/.test(set))
    throw new Error(`SEED is a whole number of at most 10 digits or "random", not "${set}"`);
  return Number(set);
}

const LARGE_MESSAGES = ["increase_websocket_message_size"];
const BINDINGS = {
  ENVIRONMENT: "local",
  TOKEN_KEY: "test-token-key-of-at-least-32-bytes",
  LOCAL_TOKEN: "local-token-for-tests",
  MAIL_DNS_URL: "",
  SOURCE_DNS_URL: "",
};

/** A process of its own with the embedded service. Some tests move 100 MB; none is a measurement of time. */
function embedded(name: string, include: string[], exclude: string[] = []) {
  const world = cloudflareTest(async () => ({
    wrangler: { configPath: "./wrangler.toml" },
    // The mailbox in another case than it is compared in.
    miniflare: {
      compatibilityFlags: LARGE_MESSAGES,
      bindings: {
        ...BINDINGS,
        RECEIPT_ADDRESS: "Receipts@Example.com",
        SOURCE_FAKES: await startFakes(),
        SCALE: process.env["SCALE"] ?? "",
      },
    },
  }));
  return {
    plugins: [world],
    test: {
      ...SEEDED,
      name,
      include,
      exclude,
      isolate: false,
      testTimeout: 60_000,
      hookTimeout: 60_000,
    },
  };
}

export default defineConfig({
  test: {
    maxWorkers: 4,
    projects: [
      embedded("budget", BUDGET),
      embedded("import", IMPORT),
      embedded("read", READ),
      embedded(
        "workerd",
        ["test/**/*.test.ts", "test/**/*.test.tsx"],
        [...BUDGET, ...IMPORT, ...READ, ...REMOTE, ...OUTSIDE, ...GOLDEN],
      ),
      {
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
              wrangler: { configPath: "./wrangler.toml" },
              miniflare: {
                compatibilityFlags: LARGE_MESSAGES,
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
          ...SEEDED,
          name: "remote",
          include: REMOTE,
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      // Beside scripts/golden.mjs, in the same Node.
      { test: { name: "golden", environment: "node", include: GOLDEN, testTimeout: 60_000 } },
      {
        test: {
          ...SEEDED,
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
