// The answers to the passkey buttons, and the form targets about passkeys on the profile. Options
// are JSON for our script. Refusals have the service's envelope, and the script shows their texts.

import { Hono } from "hono";
import { readConfig } from "../../config.ts";
import { answeredCookie } from "../../oauth/passkeys/challenge.ts";
import { addOptions, addPasskey, signInOptions, type Asked } from "../../oauth/passkeys/forms.ts";
import {
  accountPage,
  isLetTry,
  sessionIn,
  TOO_MANY,
  explainPasswordRefusal,
  type PageContext,
} from "./routes.tsx";
import type { PageEnv } from "../ui/context.ts";
import { parseId, readText } from "../ui/form.ts";

/** To be mounted after the profile's pages, whose sign-in check and headers apply here too. */
export const passkeyPages = new Hono<PageEnv>();

const NOT_HERE =
  "Passkeys cannot be used at this address. They need a host name, such as localhost.";
const REFUSALS = {
  "not accepted": "The passkey was not accepted.",
  "challenge is over":
    "That took longer than five minutes, or you started again on another page. Try again.",
  "too many passkeys": "You have reached the maximum number of passkeys. Remove one first.",
  "not fresh": "To add a passkey, enter your password, or sign out and sign in again.",
} as const;

passkeyPages.post("/sign-in/passkey/options", async (c) => {
  if (!(await isLetTry(c, "passkey"))) return refused(c, 429, TOO_MANY);
  const asked = await signInOptions(readText((await c.req.parseBody())["email"]), c.env, c.req.raw);
  return asked === null ? refused(c, 404, NOT_HERE) : options(c, asked);
});

passkeyPages.post("/account/passkeys/options", async (c) => {
  const form = await c.req.parseBody();
  const asked = await addOptions(sessionIn(c), readText(form["password"]), c.env, c.req.raw);
  if (asked.ok) return options(c, asked.value);
  const { error } = asked;
  switch (error.kind) {
    case "not here":
      return refused(c, 404, NOT_HERE);
    case "not fresh":
    case "too many passkeys":
      return refused(c, 400, REFUSALS[error.kind]);
    case "wrong":
    case "locked out": {
      const { message, status } = explainPasswordRefusal(c, error, "The password is wrong.");
      return refused(c, status, message);
    }
  }
});

passkeyPages.post("/account/passkeys", async (c) => {
  const form = await c.req.parseBody();
  const session = sessionIn(c);
  const added = await addPasskey(
    session,
    { label: readText(form["label"]), credential: readText(form["credential"]) },
    c.env,
    c.req.raw,
  );
  c.header("set-cookie", answeredCookie(readConfig(c.env)));
  return added.ok
    ? c.redirect("/account", 303)
    : c.html(await accountPage(c, session, { alert: REFUSALS[added.error] }), 400);
});

passkeyPages.post("/account/passkeys/:id/remove", async (c) => {
  await c.env.USER.getByName(sessionIn(c).user).removePasskey(parseId(c.req.param("id")));
  return c.redirect("/account", 303);
});

/** The options, with the cookie that binds their challenge to the browser. */
export function options(c: PageContext, { publicKey, cookie }: Asked): Response {
  c.header("set-cookie", cookie);
  return c.json(publicKey);
}

/** A refusal in the service's envelope, for our script. */
export function refused(c: PageContext, status: 400 | 401 | 404 | 429, message: string): Response {
  return c.json({ message: "Refused", errors: [{ errMsg: message }] }, status);
}
