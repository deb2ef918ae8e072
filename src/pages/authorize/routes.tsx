// GET and POST /oauth/authorize. The client and its address are checked before anybody is asked to
// sign in. The answer sends the browser back, always with 303 and `iss`, and never before the
// person has signed in.
//
// Signing in agrees to our own client, so it is answered at once if there is nothing to choose.
// This happens only if no other site led the browser here. The code is of no use elsewhere: it goes
// to our own callback, which accepts it only for an attempt of the same browser.
//
// Order of writes: the Client object uses up the form and remembers the budget, then the budget
// creates the code. If the Worker dies in between, the form is used up without a code, and the
// person starts again in the app.

import { Hono, type Context } from "hono";
import { readConfig } from "../../config.ts";
import {
  codeRedirect,
  errorRedirect,
  isOwn,
  readAuthorization,
  type AuthorizationRequest,
} from "../../oauth/server/authorization.ts";
import { describeOwnClient } from "../../oauth/clients/own-client.ts";
import { OWN_CLIENT_ID } from "../../platform/credentials/own-client.ts";
import { newForm, readForm } from "../../oauth/server/consent-form.ts";
import { findIssuer } from "../../oauth/server/issuer.ts";
import { policySources } from "../../oauth/clients/redirect-uri.ts";
import type { Session } from "../../oauth/sign-in/session.ts";
import { findNetwork } from "../../platform/credentials/network.ts";
import { AuthorizationRefused, Consent, WhichBudget } from "./page.tsx";
import type { PageEnv } from "../ui/context.ts";
import { readText } from "../ui/form.ts";
import { readableForm, sameOrigin } from "../ui/gate.ts";
import { SignInNeeded } from "../sign-in/sign-in.tsx";

type PageContext = Context<PageEnv>;

/** A checked request. */
interface Asked {
  readonly request: AuthorizationRequest;
  readonly query: string;
  readonly issuer: string;
}

/** The authorization endpoint, to be mounted at "/". */
export const authorizePages = new Hono<PageEnv>();

authorizePages.use("/oauth/authorize", async (c, next) => {
  c.header("cache-control", "no-store");
  const { success } = await c.env.OAUTH_LIMIT.limit({
    key: `person ${findNetwork(c.req.header("cf-connecting-ip") ?? "local")}`,
  });
  return success
    ? next()
    : c.html(
        <AuthorizationRefused message="Too many attempts. Wait a minute and try again." />,
        429,
      );
});
authorizePages.use("/oauth/authorize", sameOrigin, readableForm);

authorizePages.get("/oauth/authorize", async (c) => {
  const asked = await readAsked(c, new URL(c.req.url).search.slice(1));
  if (asked instanceof Response) return asked;
  const session = c.get("session");
  if (session === null) return signInFirst(c, asked.query);
  return isOwn(asked.request.client) ? answerOwn(c, asked, session) : ask(c, asked, session, null);
});

authorizePages.post("/oauth/authorize", async (c) => {
  const fields = await c.req.parseBody();
  const asked = await readAsked(c, readText(fields["request"]));
  if (asked instanceof Response) return asked;
  const session = c.get("session");
  if (session === null) return signInFirst(c, asked.query);
  const { request, query, issuer } = asked;
  const form = await readForm(
    readText(fields["form"]),
    c.req.raw,
    query,
    readConfig(c.env).tokenKey,
    Date.now(),
  );
  if (form === null)
    return ask(c, asked, session, "This page was open for too long. Choose again.");
  if (fields["decision"] !== "allow") {
    return c.redirect(
      errorRedirect(request, issuer, "access_denied", "The person did not agree"),
      303,
    );
  }
  const account = (await listAccounts(c, session)).find(
    ({ accountId }) => String(accountId) === fields["account"],
  );
  if (account === undefined) return ask(c, asked, session, "Choose a budget.");
  const name = String(account.accountId);
  // Our own client has no object: a form that is sent twice gives the browser's attempt a second
  // code, and nothing more.
  if (isOwn(request.client)) return codeFor(c, asked, session, name);
  if (
    !(await c.env.CLIENT.getByName(request.client.clientId).noteConsent(
      name,
      form.hash,
      form.expiresAt,
    ))
  ) {
    return refused(c, "You have answered this request already. Start again in the app.");
  }
  return codeFor(c, asked, session, name);
});

/** Answers our own client, at once or after asking which budget it is for. */
async function answerOwn(c: PageContext, asked: Asked, session: Session): Promise<Response> {
  const accounts = await listAccounts(c, session);
  const { accountId } = asked.request;
  const named = accounts.find((account) => String(account.accountId) === accountId);
  if (accountId !== null && named === undefined)
    return ask(
      c,
      asked,
      session,
      "You have no access to the requested budget. Choose another one.",
    );
  const only = named ?? (accounts.length === 1 ? accounts[0] : undefined);
  const atOnce = only !== undefined && c.req.method === "GET" && !isLedHere(c.req.raw);
  return atOnce ? codeFor(c, asked, session, String(only.accountId)) : ask(c, asked, session, null);
}

/** Whether the browser says that another site led it here. */
function isLedHere(request: Request): boolean {
  const site = request.headers.get("sec-fetch-site");
  return site === "cross-site" || site === "same-site";
}

/** Sends the browser back with a code for this budget. */
async function codeFor(
  c: PageContext,
  { request, issuer }: Asked,
  session: Session,
  account: string,
): Promise<Response> {
  const code = await c.env.BUDGET.getByName(account).authorize({
    clientId: request.client.clientId,
    clientName: request.client.name,
    userId: session.userId,
    scopes: [...request.client.scopes],
    redirectUri: request.redirectUri,
    challenge: request.challenge,
  });
  const failed = () =>
    errorRedirect(request, issuer, "server_error", "The budget cannot be opened to this client");
  return c.redirect(code === null ? failed() : codeRedirect(request, issuer, code), 303);
}

/** Reads and checks the request in a query; else returns the answer to a faulty one. */
async function readAsked(c: PageContext, query: string): Promise<Asked | Response> {
  const config = readConfig(c.env);
  const issuer = findIssuer(c.req.url, config);
  if (issuer === null)
    return c.html(
      <AuthorizationRefused message="There is no authorization server at this address." />,
      404,
    );
  const read = await readAuthorization(query, issuer, async (id) =>
    id === OWN_CLIENT_ID
      ? describeOwnClient(config, issuer)
      : c.env.CLIENT.getByName(id).describe(),
  );
  if (read.ok) return { request: read.value, query, issuer };
  if (read.error.kind === "page") return refused(c, read.error.message);
  // Anybody may register a client, so a faulty link to us must not send everybody to it (RFC 9700,
  // 4.11.2).
  return c.get("session") === null ? signInFirst(c, query) : c.redirect(read.error.to, 303);
}

async function ask(
  c: PageContext,
  { request, query }: Asked,
  session: Session,
  alert: string | null,
): Promise<Response> {
  const accounts = await listAccounts(c, session);
  // Without a budget there is nothing to choose. The portal is where one is created.
  if (accounts.length === 0 && isOwn(request.client)) return c.redirect("/portal", 303);
  const form = await newForm(c.req.raw, query, readConfig(c.env).tokenKey, Date.now());
  const props = { request, query, form, person: session, accounts, alert };
  if (isOwn(request.client))
    return c.html(
      <WhichBudget {...props} current={session.accountId} />,
      alert === null ? 200 : 400,
    );
  // Browsers hold the redirects that answer a form against the form's own page. This page may lead
  // to the app.
  c.set("formTarget", policySources(request.redirectUri));
  return c.html(<Consent {...props} />, alert === null ? 200 : 400);
}

async function listAccounts(c: PageContext, session: Session) {
  return c.env.USER.getByName(session.user).accounts();
}

function signInFirst(c: PageContext, query: string) {
  return c.html(
    <SignInNeeded local={readConfig(c.env).local} next={`/oauth/authorize?${query}`} />,
    401,
  );
}

function refused(c: PageContext, message: string) {
  return c.html(<AuthorizationRefused message={message} />, 400);
}
