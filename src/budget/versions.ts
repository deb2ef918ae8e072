// The two versions of the service's interface: base path, routes, form of refusals, and the headers
// of all answers.

import { legacyVoice } from "./v1/routes.ts";
import type { Route } from "./route.ts";
import { ENVELOPE, type Voice } from "./voice.ts";
import { LEGACY_ROUTES, ROUTES } from "./routes.ts";

export interface Version {
  readonly base: "/v1" | "/v2";
  readonly routes: readonly Route[];
  /** How it speaks; `secrets` must not be in what it says. */
  readonly voice: (secrets: readonly (string | null)[]) => Voice;
  readonly headers: Readonly<Record<string, string>>;
}

export const VERSION_2: Version = {
  base: "/v2",
  routes: ROUTES,
  voice: () => ENVELOPE,
  headers: {},
};

export const VERSION_1: Version = {
  base: "/v1",
  routes: LEGACY_ROUTES,
  voice: legacyVoice,
  headers: {
    // RFC 9745: the Unix time of the deprecation, 2026-11-22, its first day here. Its end is
    // unknown, so there is no Sunset.
    Deprecation: "@1795305600",
    Link: '</v2/openapi.json>; rel="successor-version"',
  },
};

/** The version that answers at this address. */
export function findVersion(url: string): Version {
  const { pathname } = new URL(url);
  return pathname === VERSION_1.base || pathname.startsWith(`${VERSION_1.base}/`)
    ? VERSION_1
    : VERSION_2;
}
