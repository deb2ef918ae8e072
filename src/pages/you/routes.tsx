// The pages and form targets of signing up, in and out, and of the profile. Signing in starts a new
// session and ends the browser's previous one: a session that somebody else planted there is of no
// use to them.

import { Hono, type Context } from "hono";
import { readConfig } from "../../config.ts";
import { FRESH_SIGN_IN_MS } from "../../platform/limits.ts";
import { findNetwork } from "../../platform/credentials/network.ts";
import { answeredCookie } from "../../oauth/passkeys/challenge.ts";
import { mayHavePasskeys, signInByPasskey } from "../../oauth/passkeys/forms.ts";
import { checkAdmission, parseInvitation } from "../../oauth/sign-in/newcomers.ts";
import { isAdministrator } from "../../oauth/people/administrator.ts";
import { LOCAL_USER } from "../../oauth/people/person.ts";
import { findRelyingParty } from "../../oauth/passkeys/relying-party.ts";
import {
  endSession,
  redeemSignInLink,
  sessionCookie,
  type Session,
} from "../../oauth/sign-in/session.ts";
import {
  agentIn,
  changePassword,
  signIn,
  signUp,
  type Entrance,
} from "../../oauth/sign-in/sign-in.ts";
import type { PasswordRefusal } from "../../oauth/sign-in/attempts.ts";
import { must } from "../../platform/assert.ts";
import { AccountPage } from "./page.tsx";
import type { AddingPasskey } from "./passkeys.tsx";
import type { PageEnv } from "../ui/context.ts";
import { parseId, readText } from "../ui/form.ts";
import { signedIn } from "../ui/gate.ts";
import { HOME, pathOfOurs } from "../ui/return-path.ts";
import { printWait } from "../ui/print.ts";
import { SignInLink, SignInNeeded } from "../sign-in/sign-in.tsx";
import { ByInvitationOnly, SignUp } from "../sign-in/sign-up.tsx";

export type PageContext = Context<PageEnv>;

export const TOO_MANY = "Too many attempts from your network. Wait a minute and try again.";

const NO_PASSKEY = "This passkey was not accepted. Try again, or use your password.";

/** To be mounted among the pages, behind the check of a form's origin. */
export const accountPages = new Hono<PageEnv>();

for (const path of ["/sign-in", "/sign-in/*", "/sign-up", "/account", "/account/*"]) {
  accountPages.use(path, async (c, next) => {
    await next();
    c.res.headers.set("cache-control", "no-store");
  });
}

accountPages.get("/sign-in", (c) => {
  const link = c.req.query("link");
  const next = pathOfOurs(c.req.query("next") ?? HOME);
  if (c.get("session") !== null) return c.redirect(next, 303);
  return link === undefined
    ? c.html(<SignInNeeded local={readConfig(c.env).local} next={next} />)
    : c.html(<SignInLink link={link} />);
});

accountPages.post("/sign-in", async (c) => {
  const { local, budgetApiUrl } = readConfig(c.env);
  const form = await c.req.parseBody();
  const next = pathOfOurs(readText(form["next"]) || HOME);
  if (!(await isLetTry(c, "sign-in")))
    return c.html(<SignInNeeded local={local} next={next} refusal={TOO_MANY} />, 429);
  if (form["link"] !== undefined) {
    const redeemed = await redeemSignInLink(readText(form["link"]), c.env, agentIn(c.req.raw));
    const refusal = "This link is not valid: it has been used or has expired.";
    return redeemed.ok
      ? enter(c, { session: redeemed.value, knownCookie: null }, next)
      : c.html(<SignInNeeded local={local} next={next} refusal={refusal} />, 401);
  }
  const refusal =
    "Passwords and passkeys cannot be used here, because this server has no budgeting service of its own.";
  if (budgetApiUrl !== null)
    return c.html(<SignInNeeded local={local} next={next} refusal={refusal} />, 401);
  const email = readText(form["email"]);
  const credential = readText(form["credential"]);
  if (credential !== "") {
    const entered = await signInByPasskey({ email, credential }, c.env, c.req.raw);
    c.header("set-cookie", answeredCookie(readConfig(c.env)));
    return entered === null
      ? c.html(<SignInNeeded local={local} next={next} email={email} refusal={NO_PASSKEY} />, 401)
      : enter(c, entered, next);
  }
  const session = await signIn({ email, password: readText(form["password"]) }, c.env, c.req.raw);
  if (session.ok) return enter(c, session.value, next);
  const { message, status } = explainPasswordRefusal(
    c,
    session.error,
    "The e-mail address or the password is wrong.",
  );
  return c.html(<SignInNeeded local={local} next={next} email={email} refusal={message} />, status);
});

accountPages.get("/sign-up", async (c) => {
  const next = pathOfOurs(c.req.query("next") ?? HOME);
  if (c.get("session") !== null) return c.redirect(next, 303);
  const pass = c.req.query("first") ?? "";
  const ticket = { invitation: parseInvitation(next), pass };
  const door = await checkAdmission(c.env, readConfig(c.env), ticket);
  return door.kind === "closed"
    ? c.html(<ByInvitationOnly next={next} />, 403)
    : c.html(<SignUp next={next} pass={pass} invitedBy={door.kind === "invited" ? door : null} />);
});

accountPages.post("/sign-up", async (c) => {
  const form = await c.req.parseBody();
  const next = pathOfOurs(readText(form["next"]) || HOME);
  const typed = {
    email: readText(form["email"]),
    name: readText(form["name"]),
    budget: readText(form["budget"]),
    currency: readText(form["currency"]),
  };
  const pass = readText(form["first"]);
  if (!(await isLetTry(c, "sign-up")))
    return c.html(<SignUp next={next} pass={pass} typed={typed} refusal={TOO_MANY} />, 429);
  const session = await signUp(
    { ...typed, password: readText(form["password"]) },
    { invitation: parseInvitation(next), pass },
    c.env,
    c.req.raw,
  );
  if (session.ok) return enter(c, session.value, next);
  if (session.error === "closed") return c.html(<ByInvitationOnly next={next} />, 403);
  const refusal = session.error.message;
  return c.html(<SignUp next={next} pass={pass} typed={typed} refusal={refusal} />, 400);
});

accountPages.post("/sign-out", async (c) => {
  await endSession(c.req.raw, c.env);
  c.header("set-cookie", sessionCookie(null, readConfig(c.env)));
  return c.redirect("/sign-in", 303);
});

for (const path of ["/account", "/account/*"]) accountPages.use(path, signedIn);

accountPages.get("/account", async (c) => c.html(await accountPage(c, sessionIn(c), {})));

accountPages.post("/account/password", async (c) => {
  const form = await c.req.parseBody();
  const session = sessionIn(c);
  const changed = await changePassword(
    session,
    { current: readText(form["current"]), password: readText(form["password"]) },
    c.env,
    c.req.raw,
  );
  if (changed.ok) return enter(c, changed.value, "/account");
  const { message, status } =
    "field" in changed.error
      ? { message: changed.error.message, status: 400 as const }
      : explainPasswordRefusal(c, changed.error, "The current password is wrong.");
  return c.html(await accountPage(c, session, { alert: message }), status);
});

accountPages.post("/account/sessions/end", async (c) => {
  const session = sessionIn(c);
  await c.env.USER.getByName(session.user).endSessions(null, session.id);
  return c.redirect("/account", 303);
});

accountPages.post("/account/sessions/:id/end", async (c) => {
  const session = sessionIn(c);
  await c.env.USER.getByName(session.user).endSessions(parseId(c.req.param("id")), session.id);
  return c.redirect("/account", 303);
});

/** The profile, with an alert if something was wrong. */
export async function accountPage(c: PageContext, session: Session, said: { alert?: string }) {
  const user = c.env.USER.getByName(session.user);
  const [sessions, passkeys, administrates] = await Promise.all([
    user.sessions(),
    user.passkeys(),
    isAdministrator(c.env, session.user),
  ]);
  const fresh = sessions.some(
    ({ id, created_at: at }) => id === session.id && Date.now() - at < FRESH_SIGN_IN_MS,
  );
  return (
    <AccountPage
      session={session}
      sessions={sessions}
      passkeys={passkeys}
      adding={neededForPasskey(c, session, fresh)}
      mayDelete={session.user !== LOCAL_USER}
      isAdministrator={administrates}
      {...said}
    />
  );
}

function neededForPasskey(c: PageContext, session: Session, isFresh: boolean): AddingPasskey {
  if (!mayHavePasskeys(session) || findRelyingParty(c.req.url, readConfig(c.env)) === null)
    return null;
  if (isFresh) return "nothing";
  return session.hasPassword ? "password" : "another sign-in";
}

/** Gives the browser its new session, ends its previous one, and continues. */
async function enter(
  c: PageContext,
  { session, knownCookie }: Entrance | { session: string; knownCookie: null },
  next: string,
) {
  await endSession(c.req.raw, c.env);
  c.header("set-cookie", sessionCookie(session, readConfig(c.env)), { append: true });
  if (knownCookie !== null) c.header("set-cookie", knownCookie, { append: true });
  return c.redirect(next, 303);
}

/** Whether this client's network may try again in this minute. */
export async function isLetTry(
  c: PageContext,
  what: "sign-in" | "sign-up" | "passkey",
): Promise<boolean> {
  const network = findNetwork(c.req.header("cf-connecting-ip") ?? "unknown");
  const { success } = await c.env.SIGN_IN_LIMIT.limit({ key: `${what} ${network}` });
  return success;
}

/** Why a password is refused, in words and as a status. */
export function explainPasswordRefusal(
  c: PageContext,
  refusal: PasswordRefusal,
  wrong: string,
): { message: string; status: 401 | 429 } {
  if (refusal.kind === "wrong") return { message: wrong, status: 401 };
  const wait = refusal.retryAt - Date.now();
  c.header("retry-after", String(Math.max(1, Math.ceil(wait / 1000))));
  return { message: `Too many wrong passwords. Try again in ${printWait(wait)}.`, status: 429 };
}

export function sessionIn(c: PageContext): Session {
  return must(c.get("session"), "these pages are behind the sign-in");
}
