// The pages and form targets about the people of a budget, and the page of an invitation.

import { Hono } from "hono";
import { invitationIn } from "../../oauth/sign-in/newcomers.ts";
import { getUserObjectName } from "../../oauth/people/person.ts";
import { depart, isLet } from "../connections/depart.tsx";
import type { PageEnv } from "../ui/context.ts";
import { parseId, readText } from "../ui/form.ts";
import { signedIn } from "../ui/gate.ts";
import { HOME } from "../ui/return-path.ts";
import { getBudget, readFrame, sessionIn, getUser, type PageContext } from "./routes.tsx";
import { Join, People } from "./people.tsx";
import { Notice } from "../ui/shell.tsx";

/** To be mounted after the portal's pages. */
export const peoplePages = new Hono<PageEnv>();

for (const path of [
  "/portal/people",
  "/portal/people/*",
  "/portal/invites",
  "/portal/invites/*",
  "/join",
]) {
  peoplePages.use(path, signedIn, async (c, next) => {
    await next();
    c.res.headers.set("cache-control", "no-store");
  });
}

peoplePages.get("/portal/people", (c) => peoplePage(c, {}));

peoplePages.post("/portal/invites", async (c) => {
  const account = readText((await c.req.parseBody())["account"]);
  const invited = await getBudget(c, account).invite(sessionIn(c).userId);
  if (!invited.ok) {
    const alert =
      invited.error === "not an owner"
        ? "Only an owner can invite."
        : "There are too many open invitations. Cancel one first.";
    return peoplePage(c, { alert }, 400);
  }
  const link = new URL("/join", c.req.url);
  link.searchParams.set("invite", invited.value);
  return peoplePage(c, { made: link.href });
});

peoplePages.post("/portal/invites/:account/:id/revoke", async (c) => {
  const revoked = await getBudget(c, c.req.param("account")).revokeInvite(
    sessionIn(c).userId,
    parseId(c.req.param("id")),
  );
  return revoked
    ? c.redirect("/portal/people", 303)
    : peoplePage(c, { alert: "This invitation no longer exists." }, 404);
});

peoplePages.post("/portal/people/:account/:id/owner", async (c) => {
  const { account, id } = c.req.param();
  const made = await getBudget(c, account).makeOwner(sessionIn(c).userId, parseId(id));
  return made.ok
    ? c.redirect("/portal/people", 303)
    : peoplePage(c, { alert: REFUSALS[made.error] }, 400);
});

peoplePages.post("/portal/people/:account/:id/remove", async (c) => {
  const { account, id } = c.req.param();
  const { userId } = sessionIn(c);
  const budget = getBudget(c, account);
  const member = (await budget.members(userId)).find((one) => one.id === parseId(id));
  const removed = await budget.removeMember(userId, parseId(id));
  if (!removed.ok) return peoplePage(c, { alert: REFUSALS[removed.error] }, 400);
  // Their own list follows. If the Worker dies first, the list is corrected when they next open it.
  if (member !== undefined)
    await c.env.USER.getByName(await getUserObjectName(member.email)).refreshAccount(
      parseId(account),
    );
  return c.redirect("/portal/people", 303);
});

// The secret is in the query, which we never log, and never in the path.
peoplePages.get("/join", async (c) => {
  const invite = c.req.query("invite") ?? "";
  return joinPage(c, invite, null, 200);
});

peoplePages.post("/join", async (c) => {
  const text = readText((await c.req.parseBody())["invite"]);
  const invite = invitationIn(text);
  if (invite === null) return invalid(c);
  const joined = await getUser(c).joinAccount(invite.accountId, invite.secret);
  if (!joined.ok) {
    if (joined.error === "invite is not valid") return invalid(c);
    const alert =
      joined.error === "too many accounts"
        ? "You have reached the maximum number of budgets. Leave one first."
        : "This budget has reached its maximum number of people.";
    return joinPage(c, text, alert, 400);
  }
  const { accountId } = joined.value;
  await getUser(c).chooseAccount(sessionIn(c).id, accountId);
  // Accepting is connecting, as signing up is: nothing more is asked before the overview.
  if (!(await isLet(c, "authorization"))) return c.redirect("/portal/people", 303);
  const left = await depart(c, { next: HOME, connection: null, accountId });
  return left.status < 400 ? left : c.redirect("/portal/people", 303);
});

const REFUSALS = {
  "not an owner": "Only an owner can do this.",
  "not a member": "This person no longer has access.",
  "last owner": "A budget needs an owner. Make somebody else an owner first.",
} as const;

async function peoplePage(
  c: PageContext,
  said: { readonly made?: string; readonly alert?: string },
  status: 200 | 400 | 404 = 200,
) {
  const frame = await readFrame(c, said.alert ?? null);
  const { userId } = sessionIn(c);
  const budget = frame.current === null ? null : getBudget(c, String(frame.current.accountId));
  const [members, invites] =
    budget === null
      ? [[], []]
      : await Promise.all([budget.members(userId), budget.invites(userId)]);
  return c.html(
    <People
      {...frame}
      userId={userId}
      members={members}
      invites={invites}
      made={said.made ?? null}
    />,
    status,
  );
}

async function joinPage(c: PageContext, text: string, alert: string | null, status: 200 | 400) {
  const invite = invitationIn(text);
  const session = sessionIn(c);
  if (invite === null) return invalid(c);
  const budget = getBudget(c, String(invite.accountId));
  if ((await budget.view(session.userId)) !== null) {
    return c.html(<Notice title="Invitation" message="You already have access to this budget." />);
  }
  const facts = await budget.invitation(invite.secret);
  if (facts === null) return invalid(c);
  return c.html(<Join email={session.email} invite={text} {...facts} alert={alert} />, status);
}

function invalid(c: PageContext) {
  const message =
    "This invitation is not valid: it has been used, cancelled or has expired. Ask for a new one.";
  return c.html(<Notice title="Invitation" message={message} />, 404);
}
