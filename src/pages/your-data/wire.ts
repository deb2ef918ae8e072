// What the page reads of the API.

import type * as z from "zod";
import { KEPT_LIST, RESTORE } from "../../importer/backup/wire.ts";

export { KEPT_LIST, RESTORE };
export type Kept = z.output<typeof KEPT_LIST>;
export type Restore = z.output<typeof RESTORE>;
