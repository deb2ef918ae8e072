// The pages of the journal of changes, and the target of their one form. An undo is answered with
// 303 to its own page, which names what was left.

import { Hono } from "hono";
import { CHANGE_ANSWER, CHANGE_DETAIL, CHANGE_LIST } from "../../importer/changes/wire.ts";
import { CHANGE_TRANSACTIONS_MAX } from "../../platform/limits.ts";
import { encodePath, param, type PageContext } from "../ui/calls.ts";
import { passOnStatus, read, send, type PassedOn } from "../ui/client.ts";
import type { PageEnv } from "../ui/context.ts";
import { parseId, readFields } from "../ui/form.ts";
import { connected, shownConnection, signedIn } from "../ui/gate.ts";
import { refusalPage } from "../ui/refusal-page.tsx";
import { ChangeList } from "./list.tsx";
import { ChangePage } from "./page.tsx";
import { readNames } from "./values.ts";

const PAGE_ROWS = 50;

/** The pages that themselves show their changes and the undo. */
const BACK: readonly string[] = ["/categories"];

/** To be mounted at "/". */
export const changePages = new Hono<PageEnv>();

for (const path of ["/changes", "/changes/*"])
  changePages.use(path, signedIn, connected, shownConnection);

changePages.get("/changes", async (c) => {
  const before = parseId(c.req.query("before") ?? "");
  const query = new URLSearchParams({ limit: String(PAGE_ROWS) });
  if (before > 0) query.set("before", String(before));
  const found = await read(c.get("api"), `/api/changes?${query.toString()}`, CHANGE_LIST);
  if (!found.ok) return refusalPage(c, found.error);
  c.header("cache-control", "no-store");
  const { changes, has_more: hasMore } = found.value;
  const rows = changes.map((change) => ({ change, key: crypto.randomUUID() }));
  return c.html(<ChangeList rows={rows} hasMore={hasMore} isFirst={before === 0} />);
});

changePages.get("/changes/:id", (c) => page(c, null, 200));

// Somebody opened the address of a form again.
changePages.get("/changes/:id/undo", (c) =>
  c.redirect(encodePath`/changes/${param(c, "id")}`, 303),
);

changePages.post("/changes/:id/undo", async (c) => {
  const field = await readFields(c);
  const key = field("key").trim();
  const path = encodePath`/api/changes/${param(c, "id")}/undo`;
  const undone = await send(c.get("api"), path, key === "" ? {} : { key }, CHANGE_ANSWER);
  if (!undone.ok) return page(c, undone.error.message, passOnStatus(undone.error));
  const { id } = undone.value.change;
  const back = field("back");
  return c.redirect(BACK.includes(back) ? `${back}?change=${id}` : `/changes/${id}`, 303);
});

async function page(c: PageContext, alert: string | null, status: 200 | PassedOn) {
  const path = encodePath`/api/changes/${param(c, "id")}`;
  const found = await read(c.get("api"), path, CHANGE_DETAIL);
  if (!found.ok) return refusalPage(c, found.error);
  const names = await readNames(c.get("service"), found.value);
  const rows = Math.min(parseId(c.req.query("rows") ?? ""), CHANGE_TRANSACTIONS_MAX);
  c.header("cache-control", "no-store");
  return c.html(
    <ChangePage
      detail={found.value}
      names={names}
      formKey={crypto.randomUUID()}
      alert={alert}
      {...(rows > 0 && { rows })}
    />,
    status,
  );
}
