// The administrator's pages. For everybody else they do not exist.

import { Hono, type Context, type MiddlewareHandler } from "hono";
import { readConfig } from "../../config.ts";
import { isAdministrator } from "../../oauth/people/administrator.ts";
import { endPerson, type EndingRefusal } from "../../oauth/people/deletion-forms.ts";
import { DIRECTORY, type ListedPerson } from "../../oauth/people/directory.ts";
import { parseId, readText } from "../ui/form.ts";
import type { PageEnv } from "../ui/context.ts";
import { signedIn } from "../ui/gate.ts";
import { answerNotFound } from "../ui/not-found.tsx";
import { explainPasswordRefusal, sessionIn } from "../you/routes.tsx";
import { AdministratorPage, EndPage } from "./page.tsx";
import { readOverview } from "./people.ts";

type AdministratorContext = Context<PageEnv>;

/** To be mounted among the pages. */
export const administratorPages = new Hono<PageEnv>();

const administrator: MiddlewareHandler<PageEnv> = async (c, next) => {
  if (!(await isAdministrator(c.env, sessionIn(c).user))) return answerNotFound(c, next);
  await next();
  c.res.headers.set("cache-control", "no-store");
};

for (const path of ["/administrator", "/administrator/*"])
  administratorPages.use(path, signedIn, administrator);

administratorPages.get("/administrator", async (c) => {
  const overview = await readOverview(c.env, parseId(c.req.query("after") ?? ""));
  const { signUp } = readConfig(c.env);
  return c.html(<AdministratorPage {...overview} signUp={signUp} own={sessionIn(c).user} />);
});

administratorPages.get("/administrator/:user/end", (c) => endPage(c, null, 200));

administratorPages.post("/administrator/:user/end", async (c) => {
  const form = await c.req.parseBody();
  const typed = readText(form["typed"]);
  const password = readText(form["password"]);
  const ended = await endPerson(
    sessionIn(c),
    c.req.param("user"),
    { typed, password, credential: "" },
    c.env,
    c.req.raw,
  );
  if (ended.ok) return c.redirect("/administrator", 303);
  const { message, status } = explainEnding(c, ended.error);
  return endPage(c, message, status);
});

const REFUSALS = {
  passkey: "The passkey was not accepted. Try again.",
  "nothing shown": "Enter your password, or sign out and sign in again.",
  "another address": "That is not their e-mail address. Nothing was deleted.",
  "last owner":
    "They are the only owner of a budget that they share with others. First they make somebody else an owner. Nothing was deleted.",
  nobody: "There is no such person any more.",
  yourself: "End your own account on your profile.",
} as const;

function explainEnding(
  c: AdministratorContext,
  refusal: EndingRefusal,
): { message: string; status: 400 | 401 | 429 } {
  if (refusal.kind === "wrong" || refusal.kind === "locked out")
    return explainPasswordRefusal(c, refusal, "The password is wrong. Nothing was deleted.");
  return { message: REFUSALS[refusal.kind], status: 400 };
}

async function endPage(
  c: AdministratorContext,
  alert: string | null,
  status: 200 | 400 | 401 | 429,
) {
  const listed = await findPerson(c.env, c.req.param("user") ?? "");
  if (listed === null) return c.redirect("/administrator", 303);
  const { deleted } = await c.env.USER.getByName(listed.user).deletionPlan();
  const facts = { session: sessionIn(c), person: listed, deleted: deleted.length, alert };
  return c.html(<EndPage {...facts} />, status);
}

async function findPerson(env: Env, user: string): Promise<ListedPerson | null> {
  const listed = await env.DIRECTORY.getByName(DIRECTORY).person(user);
  return listed !== null && (await env.USER.getByName(user).isSomebody()) ? listed : null;
}
