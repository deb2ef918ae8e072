// /api/crypto/synced/{id}/source reads and changes the source of a synced account;
// /api/crypto/sources lists all of them in one request. Credentials are sealed before they are
// stored and never shown again.

import * as z from "zod";
import { hex, sha256 } from "../../platform/digest.ts";
import { ok, type Result } from "../../platform/result.ts";
import { listErrors } from "../../platform/api/issues.ts";
import { notFound, refuse, type Problem } from "../../platform/api/problem.ts";
import { route, type Context, type Outside, type Route } from "../route.ts";
import * as wire from "../wire.ts";
import { SCHEDULE_SECRET_CHARS_MAX, SCHEDULE_SETTINGS_CHARS_MAX } from "../../platform/limits.ts";
import { CRYPTO_PROVIDERS, type CryptoProviderName } from "./provider.ts";
import {
  allSources,
  findSource,
  keepSource,
  sourceBehind,
  type KeptSource,
  type ListedSource,
} from "./sources.ts";
import { findSynced } from "./synced-store.ts";

/** Settings and credentials of a source, as its fields name them. */
export const SOURCE = z
  .strictObject({
    settings: z.record(z.string(), z.unknown()),
    secrets: z.record(z.string(), wire.text(1, SCHEDULE_SECRET_CHARS_MAX)).default({}),
  })
  .meta({ id: "CryptoSource" });

const SHOWN = z
  .strictObject({
    provider: z.enum(CRYPTO_PROVIDERS),
    settings: z.record(z.string(), z.unknown()),
    asked_at: wire.TIME_OUT.nullable(),
    reason: z.string().nullable(),
  })
  .meta({ id: "CryptoSourceShown" });

const ALL_SHOWN = z.strictObject({
  sources: z.array(SHOWN.extend({ id: z.int() }).meta({ id: "CryptoSourceListed" })),
});

export const SOURCE_ROUTES: readonly Route[] = [
  route({
    method: "GET",
    path: "/crypto/sources",
    scope: null,
    tag: "crypto",
    summary: "Where each synced account that has a source is read, by the account's id",
    response: ALL_SHOWN,
    handle: ({ sql }) =>
      ok({ sources: allSources(sql).map(({ id, ...source }) => ({ id, ...shownSource(source) })) }),
  }),
  route({
    method: "GET",
    path: "/crypto/synced/{id}/source",
    scope: null,
    tag: "crypto",
    summary: "Where a synced account is read, and why it gave nothing the last time",
    params: wire.idPath,
    response: SHOWN,
    failures: [400, 404],
    handle: (context, { params }) => answerOne(context, params.id),
  }),
  route({
    method: "PUT",
    path: "/crypto/synced/{id}/source",
    scope: null,
    tag: "crypto",
    summary: "Give a synced account other settings or credentials; what it holds stays",
    params: wire.idPath,
    body: SOURCE,
    example: {
      settings: {},
      secrets: { api_key: "planted-api-key", private_key: "cGxhbnRlZC1wcml2YXRlLWtleQ==" },
    },
    response: SHOWN,
    failures: [400, 404, 413],
    prepare: async (outside, { params, body }) => {
      const account = findSynced(outside.sql, params.id);
      if (account === null || findSource(outside.sql, params.id) === null)
        return noSource(params.id);
      return prepareSource(outside, account.provider, body, account.provider_id);
    },
    handle: (context, { params }, { kept }) => {
      if (findSource(context.sql, params.id) === null) return noSource(params.id);
      keepSource(context.sql, params.id, kept);
      return answerOne(context, params.id);
    },
  }),
];

/**
 * Checks settings and credentials and seals the credentials; `known` is the account's existing
 * provider id, which stays.
 */
export async function prepareSource(
  { ports }: Outside,
  provider: CryptoProviderName,
  asked: z.output<typeof SOURCE>,
  known: string | null,
): Promise<Result<{ readonly providerId: string; readonly kept: KeptSource }, Problem>> {
  const { coins } = ports.providers;
  if (coins === null)
    return refuse("not found", { errMsg: "No exchange or chain can be connected here." });
  const settings = checkSource(provider, asked);
  if (!settings.ok) return settings;
  const text = JSON.stringify(settings.value);
  if (text.length > SCHEDULE_SETTINGS_CHARS_MAX)
    return refuseSource(`source.settings has more than ${SCHEDULE_SETTINGS_CHARS_MAX} characters.`);
  const own = await parseId(provider, settings.value, asked.secrets);
  // An exchange's key may be another one for the same account; another address is another account.
  if (known !== null && provider === "ethereum" && own !== known)
    return refuseSource(
      "These settings are of another address or chain: connect it as an account of its own.",
    );
  const providerId = known ?? own;
  return ok({
    providerId,
    kept: {
      settings: text,
      sealed: await coins.seal({ provider, providerId }, JSON.stringify(asked.secrets)),
    },
  });
}

/** The settings as the provider reads them, or the refusal of unusable settings or credentials. */
function checkSource(
  provider: CryptoProviderName,
  asked: z.output<typeof SOURCE>,
): Result<unknown, Problem> {
  const source = sourceBehind(provider);
  const missing = source.secrets.find(
    ({ name, optional = false }) => !optional && asked.secrets[name] === undefined,
  );
  if (missing !== undefined)
    return refuse("invalid body", {
      errMsg: `source.secrets.${missing.name} is missing: ${missing.label}. ${missing.help}`,
      instancePath: `/body/source/secrets/${missing.name}`,
      invalid_property: "source",
    });
  const unknown = Object.keys(asked.secrets).find(
    (name) => !source.secrets.some((field) => field.name === name),
  );
  if (unknown !== undefined)
    return refuseSource(`source.secrets.${unknown} is no credential of this provider.`);
  const settings = source.check(asked.settings);
  if (settings.ok) return settings;
  const issues = settings.error.map((issue) => ({
    ...issue,
    path: ["source", "settings", ...issue.path],
  }));
  const errors = listErrors("body", issues, { source: asked });
  return refuse("invalid body", ...errors.map((error) => ({ ...error, ...OF_SOURCE })));
}

const OF_SOURCE = { invalid_property: "source" };

function refuseSource(errMsg: string): Result<never, Problem> {
  return refuse("invalid body", { errMsg, ...OF_SOURCE });
}

/**
 * An address is public. Of an exchange's key only a digest is stored unsealed, so that the same key
 * is not connected twice.
 */
async function parseId(
  provider: CryptoProviderName,
  settings: unknown,
  secrets: Readonly<Record<string, string>>,
): Promise<string> {
  if (provider === "ethereum") {
    const { chain_id: chain, address } = z
      .object({ chain_id: z.int(), address: z.string() })
      .parse(settings);
    return `${chain}/${address}`;
  }
  const key = provider === "exchange_a" ? secrets["api_key"] : secrets["key_name"];
  return `key ${hex(await sha256((key ?? "").trim())).slice(0, 16)}`;
}

function answerOne({ sql }: Context, id: number): Result<z.input<typeof SHOWN>, Problem> {
  const account = findSynced(sql, id);
  const source = findSource(sql, id);
  if (account === null || source === null) return noSource(id);
  return ok(shownSource({ ...source, provider: account.provider }));
}

function shownSource({
  provider,
  settings,
  asked_at: askedAt,
  reason,
}: Omit<ListedSource, "id">): z.input<typeof SHOWN> {
  return {
    provider,
    settings: z.record(z.string(), z.unknown()).parse(JSON.parse(settings)),
    asked_at: wire.timeOrNull(askedAt),
    reason,
  };
}

function noSource(id: number): { readonly ok: false; readonly error: Problem } {
  return notFound("synced crypto account with a source", id);
}
