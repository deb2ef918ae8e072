// Reads the matches that an import's page shows. What cannot be read is not shown; the import is.

import { MATCHES_PAGE_MAX } from "../../platform/limits.ts";
import { read, readService } from "../ui/client.ts";
import type { Variables } from "../ui/context.ts";
import { categoriesSchema, lookalikesSchema, type Import } from "../ui/wire.ts";
import { PENDING, TRANSFERS } from "../../importer/matching/wire.ts";
import type { MatchesProps } from "./matches.tsx";

/**
 * Reads the matches of an import that waits for a person or is done; null for others. `path` is the
 * import's path in the API.
 */
export async function readMatches(
  { api, service }: Pick<Variables, "api" | "service">,
  path: string,
  { state }: Import,
): Promise<Omit<MatchesProps, "run"> | null> {
  if (state !== "question" && state !== "preview" && state !== "done") return null;
  const page = `limit=${MATCHES_PAGE_MAX}`;
  const done = state === "done";
  const [lookalikes, transfers, missing] = await Promise.all([
    read(api, `${path}/lookalikes?${page}`, lookalikesSchema),
    done ? read(api, `${path}/transfers?${page}`, TRANSFERS) : null,
    done ? read(api, `${path}/pending?${page}`, PENDING) : null,
  ]);
  const found = transfers?.ok === true ? transfers.value : { transfers: [], looking: false };
  const categories = found.transfers.some((one) => one.problem !== null)
    ? await readService(service, "/categories?is_group=false", categoriesSchema)
    : null;
  return {
    lookalikes: lookalikes.ok ? lookalikes.value.lookalikes : [],
    ...found,
    missing: missing?.ok === true ? missing.value.no_longer_pending : [],
    categories:
      categories?.ok === true
        ? categories.value.categories.filter((one) => one.exclude_from_totals)
        : [],
  };
}
