// Requests that pages of other sites may make: those that need a bearer token or a public client's
// code, and ignore cookies. Nothing that a browser sends by itself gives access there, so any site
// may read the answers (*), never with credentials. Everything that uses a session is out of their
// reach.

import { cors } from "hono/cors";
import { PREFLIGHT_KEEP_S } from "../platform/limits.ts";

const QUOTA = [
  "RateLimit-Limit",
  "RateLimit-Remaining",
  "RateLimit-Reset",
  "X-RateLimit-Limit",
  "X-RateLimit-Remaining",
  "X-RateLimit-Reset",
];
const REFUSALS = ["Retry-After", "WWW-Authenticate", "Allow"];

/** The budgeting service, by bearer token. */
export const crossOriginService = cors({
  origin: "*",
  allowMethods: ["GET", "HEAD", "POST", "PUT", "DELETE"],
  allowHeaders: ["Authorization", "Content-Type"],
  exposeHeaders: [...QUOTA, ...REFUSALS],
  maxAge: PREFLIGHT_KEEP_S,
});

/** The same, version 1: its answers also say that it is deprecated. */
export const crossOriginLegacy = cors({
  origin: "*",
  allowMethods: ["GET", "HEAD", "POST", "PUT", "DELETE"],
  allowHeaders: ["Authorization", "Content-Type"],
  exposeHeaders: [...QUOTA, ...REFUSALS, "Deprecation", "Link", "Warning"],
  maxAge: PREFLIGHT_KEEP_S,
});

/**
 * The authorization server's endpoints for programs: without Authorization, since a page cannot
 * keep a secret.
 */
export const crossOriginClients = cors({
  origin: "*",
  allowMethods: ["GET", "HEAD", "POST"],
  allowHeaders: ["Content-Type"],
  exposeHeaders: REFUSALS,
  maxAge: PREFLIGHT_KEEP_S,
});

/** The answer's cross-origin-resource-policy: what any page may read it may also embed. */
export function chooseResourcePolicy(headers: Headers): "cross-origin" | "same-origin" {
  return headers.get("access-control-allow-origin") === "*" ? "cross-origin" : "same-origin";
}
