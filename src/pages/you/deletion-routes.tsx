// The pages that delete a budget or a person: they say what goes, and take the forms.

import { Hono } from "hono";
import { readConfig } from "../../config.ts";
import {
  confirmOptions,
  deleteBudget,
  deletePerson,
  type BudgetDeletionRefusal,
  type PersonDeletionRefusal,
} from "../../oauth/people/deletion-forms.ts";
import { forgetfulCookie } from "../../oauth/sign-in/known-cookie.ts";
import { answeredCookie } from "../../oauth/passkeys/challenge.ts";
import { LOCAL_USER } from "../../oauth/people/person.ts";
import { sessionCookie } from "../../oauth/sign-in/session.ts";
import { sessionIn, explainPasswordRefusal, type PageContext } from "./routes.tsx";
import type { PageEnv } from "../ui/context.ts";
import { DeleteBudget, DeletePerson, Goodbye } from "./deletion.tsx";
import { parseId, readText } from "../ui/form.ts";
import { options, refused } from "./passkey-routes.ts";
import { Notice } from "../ui/shell.tsx";

/**
 * To be mounted after the pages of the profile and the portal, whose sign-in check and headers
 * apply here too.
 */
export const deletionPages = new Hono<PageEnv>();

const REFUSALS = {
  passkey: "The passkey was not accepted, or that took longer than five minutes. Try again.",
  "nothing shown": "Enter your password, or sign out and sign in again.",
  "not an owner": "Only an owner can delete a budget.",
  "another name": "That is not the budget’s name. Nothing was deleted.",
  demo: "The demo budget cannot be deleted. To reset it, run npm run reset.",
  "another address": "That is not your e-mail address. Nothing was deleted.",
  local: "The local profile cannot be deleted. To reset everything, run npm run reset.",
  "last owner":
    "You are the only owner of a budget that you share with others. Nothing was deleted.",
  "another plan":
    "The list of what would be deleted has changed. Check it again. Nothing was deleted.",
} as const;

deletionPages.post("/account/confirm/options", async (c) => {
  const asked = await confirmOptions(sessionIn(c), c.env, c.req.raw);
  return asked === null
    ? refused(
        c,
        404,
        "Passkeys cannot be used at this address. They need a host name, such as localhost.",
      )
    : options(c, asked);
});

deletionPages.get("/portal/budgets/:account/delete", (c) => budgetPage(c, null, 200));

deletionPages.post("/portal/budgets/:account/delete", async (c) => {
  const deleted = await deleteBudget(
    sessionIn(c),
    parseId(c.req.param("account")),
    await readForm(c),
    c.env,
    c.req.raw,
  );
  if (deleted.ok) return c.redirect("/portal/budgets", 303);
  const { message, status } = explainRefusal(c, deleted.error);
  return budgetPage(c, message, status);
});

deletionPages.get("/account/delete", (c) => personPage(c, null, 200));

deletionPages.post("/account/delete", async (c) => {
  const session = sessionIn(c);
  const config = readConfig(c.env);
  const plan = readText((await c.req.parseBody())["plan"]);
  const deleted = await deletePerson(session, { ...(await readForm(c)), plan }, c.env, c.req.raw);
  if (deleted.ok) {
    c.header("set-cookie", sessionCookie(null, config), { append: true });
    c.header("set-cookie", forgetfulCookie(c.req.raw, session.user, config), { append: true });
    return c.redirect("/deleted", 303);
  }
  const { message, status } = explainRefusal(c, deleted.error);
  return personPage(c, message, status);
});

deletionPages.get("/deleted", (c) => c.html(<Goodbye />));

async function budgetPage(c: PageContext, alert: string | null, status: 200 | 400 | 401 | 429) {
  const session = sessionIn(c);
  const account = parseId(c.req.param("account") ?? "");
  const budget = c.env.BUDGET.getByName(String(account));
  const [view, standing, passkeys] = await Promise.all([
    budget.view(session.userId),
    budget.standing(session.userId),
    c.env.USER.getByName(session.user).passkeys(),
  ]);
  if (view === null || standing?.role !== "owner") {
    return c.html(
      <Notice title="Not found" message="There is no budget here that you own." />,
      404,
    );
  }
  return c.html(
    <DeleteBudget
      session={session}
      account={view}
      others={standing.others}
      hasPasskey={passkeys.length > 0}
      alert={alert}
    />,
    status,
  );
}

async function personPage(c: PageContext, alert: string | null, status: 200 | 400 | 401 | 429) {
  const session = sessionIn(c);
  if (session.user === LOCAL_USER)
    return c.html(<Notice title="Delete your profile" message={REFUSALS.local} />, 400);
  const user = c.env.USER.getByName(session.user);
  const [plan, clients, passkeys] = await Promise.all([
    user.deletionPlan(),
    user.clients(),
    user.passkeys(),
  ]);
  return c.html(
    <DeletePerson
      session={session}
      plan={plan}
      clients={clients.length}
      hasPasskey={passkeys.length > 0}
      alert={alert}
    />,
    status,
  );
}

async function readForm(c: PageContext) {
  const form = await c.req.parseBody();
  c.header("set-cookie", answeredCookie(readConfig(c.env)));
  return {
    typed: readText(form["typed"]),
    password: readText(form["password"]),
    credential: readText(form["credential"]),
  };
}

function explainRefusal(
  c: PageContext,
  refusal: BudgetDeletionRefusal | PersonDeletionRefusal,
): { message: string; status: 400 | 401 | 429 } {
  if (refusal.kind === "wrong" || refusal.kind === "locked out")
    return explainPasswordRefusal(c, refusal, "The password is wrong. Nothing was deleted.");
  return { message: REFUSALS[refusal.kind], status: 400 };
}
