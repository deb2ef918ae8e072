// What `env` and `exports` of cloudflare:workers are in the tests.

import type { Env as WorkerEnv } from "../src/config.ts";

declare global {
  namespace Cloudflare {
    interface Env extends WorkerEnv {}
    interface GlobalProps {
      mainModule: typeof import("../src/index.ts");
    }
  }
  interface ImportMeta {
    glob<T>(pattern: string, options: { query: string; import: string; eager: true }): Record<string, T>;
  }
}
