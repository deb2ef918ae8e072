// Decides who may see a page, and which requests may change something. Lax cookies keep the forms
// of other sites out. This check is the second lock, because a page on another port of the same
// host is the same site. Sec-Fetch-Site comes first: under a strict referrer policy browsers send
// "Origin: null" with our own forms.

import type { MiddlewareHandler } from "hono";
import { readConfig } from "../../config.ts";
import type { PageEnv } from "./context.ts";
import { describeRemote } from "./frame.tsx";
import { HOME, pathOfOurs } from "./return-path.ts";
import { Notice } from "./shell.tsx";
import { SignInNeeded } from "../sign-in/sign-in.tsx";

/** Their routes read them as a stream, and know how large a file may be. */
const FILE_FORMS: readonly string[] = ["/imports", "/inbox", "/rates/file", "/your-data/restore"];
const ATTACHMENT = /^\/transactions\/\d{1,16}\/files$/;

/** The message for a form that was shown for another budget than the session's. */
export const GONE_ON =
  "You have switched to another budget since you opened that page. Nothing was changed. Open the page again.";

/** Refuses a change that another site asks for. */
export const sameOrigin: MiddlewareHandler<PageEnv> = async (c, next) => {
  if (c.req.method === "GET" || c.req.method === "HEAD" || isSameOrigin(c.req.raw)) return next();
  const message = "This form was sent by another site. Open the page here and try again.";
  return c.html(Notice({ title: "Refused", message, signedIn: false }), 403);
};

/** Refuses a form that cannot be read. Hono keeps the parsed body for the page. */
export const readableForm: MiddlewareHandler<PageEnv> = async (c, next) => {
  if (c.req.method !== "POST" || isFileForm(c.req.path)) return next();
  try {
    await c.req.parseBody();
  } catch {
    const message = "The form could not be read: its contents do not match its Content-Type.";
    return c.html(Notice({ title: "Refused", message, signedIn: false }), 400);
  }
  return next();
};

function isFileForm(path: string): boolean {
  return FILE_FORMS.includes(path) || ATTACHMENT.test(path);
}

/**
 * Shows the sign-in page without a session. It leads back to the requested page, and from the bare
 * address to the overview.
 */
export const signedIn: MiddlewareHandler<PageEnv> = async (c, next) => {
  if (c.get("session") !== null) return next();
  c.header("cache-control", "no-store");
  const { pathname, search } = new URL(c.req.url);
  const isOfPage = c.req.method === "GET" && pathname + search !== "/";
  const back = isOfPage ? pathOfOurs(pathname + search) : HOME;
  return c.html(SignInNeeded({ local: readConfig(c.env).local, next: back }), 401);
};

/** The name of what people find at the remote service instead of a page here. */
const ELSEWHERE: readonly (readonly [string, string])[] = [
  ["/rules", "rules"],
  ["/recurring", "recurring items"],
  ["/rates", "currency rates"],
  ["/budget", "budget periods"],
  ["/accounts", "connections to banks, wallets and exchanges"],
  ["/docs", "developer tokens and apps"],
  ["/portal/clients", "developer tokens and apps"],
];

/** Pages of the service exist only if it is part of this deployment. */
export const ofService: MiddlewareHandler<PageEnv> = async (c, next) => {
  const remote = describeRemote(readConfig(c.env));
  if (remote === null) return next();
  const [, what = "budgets and people"] =
    ELSEWHERE.find(([path]) => c.req.path.startsWith(path)) ?? [];
  const message = `This page does not exist here. Tributary works with the budgeting service at ${remote.host}. Manage your ${what} there.`;
  return c.html(Notice({ title: "Not found", message, signedIn: c.get("session") !== null }), 404);
};

/** Pages about a budget need a connection; without one they lead to the page that makes it. */
export const connected: MiddlewareHandler<PageEnv> = async (c, next) => {
  if (c.get("session")?.connection !== null) return next();
  const { pathname, search } = new URL(c.req.url);
  if (c.req.method === "GET" || c.req.method === "HEAD")
    return c.redirect(`/connect?next=${encodeURIComponent(pathname + search)}`, 303);
  return c.html(
    Notice({ title: "Not found", message: "You have not connected a budget yet." }),
    404,
  );
};

/**
 * A form acts on the budget that it was shown for, or not at all. The address names it: the form of
 * a file is not read here.
 */
export const shownConnection: MiddlewareHandler<PageEnv> = async (c, next) => {
  const shown = c.req.query("connection");
  if (
    c.req.method === "GET" ||
    c.req.method === "HEAD" ||
    shown === undefined ||
    shown === c.get("session")?.connection
  )
    return next();
  if (c.req.header("accept")?.includes("application/json") === true)
    return c.json({ message: GONE_ON }, 409);
  return c.html(Notice({ title: "Another budget", message: GONE_ON }), 409);
};

/** Whether the browser says that one of our pages made the request. */
export function isSameOrigin(request: Request): boolean {
  const site = request.headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  return request.headers.get("origin") === new URL(request.url).origin;
}
