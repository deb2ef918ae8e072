// The Worker: a table of contents. fetch, scheduled and the Durable Objects it exports.

import type { Env } from "./config.ts";
import { http } from "./http.ts";

export { Budget } from "./budget/account.ts";
export { RateLimit } from "./budget/rate-limit.ts";
export { Importer } from "./import/post/importer.ts";
export { Pace } from "./import/post/pace.ts";
export { User } from "./oauth/user.ts";

export default {
  fetch: http.fetch,
} satisfies ExportedHandler<Env>;
