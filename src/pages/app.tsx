// All pages and form targets, mounted in one app. Pages read through the API and the service as HTTP, and answer a form
// with 303 to the page that shows its effect. Nothing here decides about money.

import { Hono } from "hono";
import { administratorPages } from "./administrator/routes.tsx";
import { oneAccountPages } from "./accounts/one-routes.tsx";
import { accountsPages } from "./accounts/routes.tsx";
import { budgetPages } from "./budget/routes.tsx";
import { changePages } from "./changes/routes.tsx";
import { categoriesPages } from "./categories/routes.tsx";
import { addressPages } from "./connections/address-routes.tsx";
import { keyPages } from "./connections/key-routes.tsx";
import { toolPages } from "./connections/tool-routes.tsx";
import { connectPages } from "./connections/routes.tsx";
import { docsPages } from "./docs/routes.tsx";
import { importPages } from "./import/routes.tsx";
import { inboxPages } from "./inbox/routes.tsx";
import { layoutPages } from "./layouts/routes.tsx";
import { overviewPages } from "./overview/routes.tsx";
import { peoplePages } from "./portal/people-routes.tsx";
import { portalPages } from "./portal/routes.tsx";
import { ratesPages } from "./rates/routes.tsx";
import { recurringPages } from "./recurring/routes.tsx";
import { reviewPages } from "./review/routes.tsx";
import { rulePages } from "./rules/routes.tsx";
import { schedulePages } from "./schedules/routes.tsx";
import { onePages } from "./transactions/one-routes.tsx";
import { transactionPages } from "./transactions/routes.tsx";
import type { PageEnv } from "./ui/context.ts";
import { framed } from "./ui/frame.tsx";
import { ofService, readableForm, sameOrigin } from "./ui/gate.ts";
import { answerNotFound } from "./ui/not-found.tsx";
import { webhookPages } from "./webhooks/routes.tsx";
import { dataPages } from "./your-data/routes.tsx";
import { deletionPages } from "./you/deletion-routes.tsx";
import { passkeyPages } from "./you/passkey-routes.ts";
import { accountPages } from "./you/routes.tsx";

/** The pages, to be mounted at "/". */
export const pages = new Hono<PageEnv>();

pages.use(framed, sameOrigin, readableForm);

/** Pages that exist only if the budgeting service is part of this deployment. */
const OF_SERVICE = [
  "/sign-up",
  "/join",
  "/portal/*",
  "/docs/*",
  "/recurring/*",
  "/rates/*",
  "/rules/*",
];
for (const path of OF_SERVICE)
  pages.use(path, (c, next) => (c.req.path === "/docs/api" ? next() : ofService(c, next)));

// The order matters: earlier apps check the sign-in for the later ones that share their paths.
for (const part of [
  connectPages,
  accountPages,
  passkeyPages,
  portalPages,
  peoplePages,
  deletionPages,
  administratorPages,
  dataPages,
  addressPages,
  layoutPages,
  inboxPages,
  webhookPages,
  changePages,
  overviewPages,
  schedulePages,
  oneAccountPages,
  accountsPages,
  docsPages,
  importPages,
  keyPages,
  toolPages,
  recurringPages,
  ratesPages,
  rulePages,
  reviewPages,
  transactionPages,
  onePages,
  categoriesPages,
  budgetPages,
])
  pages.route("/", part);

pages.all("*", answerNotFound);
