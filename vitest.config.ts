import { cloudflareTest } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";

// Two rings: what runs inside workerd, with real objects; and what drives the built Worker from
// outside (stories) or a real browser, in Node. Importing wrangler inside workerd would crash it.
const OUTSIDE = ["test/stories/**/*.test.ts", "test/browser/**/*.test.ts", "test/node/**/*.test.ts"];

export default defineConfig({
  test: {
    projects: [
      {
        plugins: [
          cloudflareTest({
            wrangler: { configPath: "./wrangler.toml" },
            miniflare: {
              bindings: {
                ENVIRONMENT: "local",
                TOKEN_KEY: "test-token-key-of-at-least-32-bytes",
                LOCAL_TOKEN: "local-token-for-tests",
              },
            },
          }),
        ],
        test: {
          name: "workerd",
          include: ["test/**/*.test.ts", "test/**/*.test.tsx"],
          exclude: OUTSIDE,
          isolate: false,
        },
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
