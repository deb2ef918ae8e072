// The pages of layouts and the targets of their forms. A preview or a refusal is answered with the
// page itself, a change with 303.

import { Hono, type Context } from "hono";
import * as z from "zod";
import { LAYOUTS_FILE_BYTES_MAX } from "../../platform/limits.ts";
import {
  readAnswer,
  accountName,
  openAccounts,
  read,
  send,
  passOnStatus,
  type PassedOn,
  type Refusal,
} from "../ui/client.ts";
import type { PageEnv } from "../ui/context.ts";
import { readText } from "../ui/form.ts";
import { connected, signedIn } from "../ui/gate.ts";
import { LayoutChanges } from "./changes.tsx";
import { readAnswers, type Edited } from "./fields.tsx";
import { guessSettings } from "./guess.ts";
import { LayoutPage } from "./page.tsx";
import { addressOfLayout, LayoutList } from "./list.tsx";
import { refusalPage } from "../ui/refusal-page.tsx";
import type { Import, LayoutPreview } from "../ui/wire.ts";
import { change, encodePath } from "../ui/calls.ts";
import { isSetting } from "../../statements/settings.ts";
import { IMPORT } from "../../importer/imports/wire.ts";
import {
  LAYOUT_CHANGES,
  LAYOUT_LIST,
  LAYOUT_PREVIEW,
  LAYOUT,
} from "../../importer/layouts/wire.ts";

type PageContext = Context<PageEnv>;

const PAGE_ROWS = 50;
const PAGE_MAX = 1_000;

/** To be mounted at "/". */
export const layoutPages = new Hono<PageEnv>();

for (const path of ["/layouts", "/layouts/*"]) layoutPages.use(path, signedIn, connected);

layoutPages.get("/layouts", (c) => list(c, {}, 200));

layoutPages.get("/layouts/export", async (c) => {
  const response = await c.get("api")("/api/layouts/export");
  if (response.ok) return response;
  const refused = await readAnswer(response, z.unknown());
  return refused.ok
    ? list(c, {}, 200)
    : list(c, { alert: refused.error.message }, passOnStatus(refused.error));
});

// Somebody opened the address of an answered form again.
layoutPages.get("/layouts/import", (c) => c.redirect("/layouts", 303));

layoutPages.post("/layouts/import", async (c) => {
  const form = await c.req.parseBody();
  const mode = readText(form["mode"]) === "replace" ? "replace" : "merge";
  const sent = readText(form["json"]);
  const { file } = form;
  const chosen = file instanceof File ? file : null;
  if (sent === "" && (chosen === null || chosen.size === 0))
    return list(c, { alert: "No layouts file was chosen." }, 400);
  if (chosen !== null && chosen.size > LAYOUTS_FILE_BYTES_MAX)
    return list(c, { alert: `“${chosen.name}” is too large for a layouts file.` }, 413);
  const json = sent === "" ? ((await chosen?.text()) ?? "") : sent;
  const init = { method: "POST", headers: { "content-type": "application/json" }, body: json };
  const brought = await readAnswer(
    await c.get("api")(
      `/api/layouts/import?mode=${mode}&preview=${sent === "" ? "true" : "false"}`,
      init,
    ),
    LAYOUT_CHANGES,
  );
  if (!brought.ok) return list(c, { alert: brought.error.message }, passOnStatus(brought.error));
  if (brought.value.applied) return c.redirect("/layouts?done=brought", 303);
  return c.html(<LayoutChanges changes={brought.value.changes} mode={mode} json={compact(json)} />);
});

layoutPages.get("/layouts/:fingerprint", (c) => page(c, null, null, 200));

// Somebody opened the address of a preview again.
layoutPages.get("/layouts/:fingerprint/preview", (c) =>
  c.redirect(addressOfLayout(c.req.param("fingerprint")), 303),
);

layoutPages.post("/layouts/:fingerprint/preview", async (c) =>
  page(c, readAnswers(await c.req.parseBody()), null, 200),
);

layoutPages.post("/layouts/:fingerprint", async (c) => {
  const form = await c.req.parseBody();
  const edited = readAnswers(form);
  const fingerprint = c.req.param("fingerprint");
  const saved = await send(
    c.get("api"),
    `/api/layouts/${encodeURIComponent(fingerprint)}`,
    { answers: edited },
    LAYOUT,
    "PUT",
  );
  if (!saved.ok) return page(c, edited, saved.error, passOnStatus(saved.error));
  const waiting = await readWaiting(c, readText(form["import"]));
  if (waiting !== null) return readAgain(c, waiting, edited);
  const query = new URLSearchParams({
    saved: "yes",
    ...(readText(form["import"]) === "" ? {} : { import: readText(form["import"]) }),
  });
  return c.redirect(`${addressOfLayout(fingerprint)}?${query.toString()}`, 303);
});

layoutPages.post("/layouts/:fingerprint/forget", async (c) => {
  const response = await c.get("api")(
    `/api/layouts/${encodeURIComponent(c.req.param("fingerprint"))}`,
    { method: "DELETE" },
  );
  const forgotten = await readAnswer(response, z.unknown());
  return forgotten.ok
    ? c.redirect("/layouts?done=forgotten", 303)
    : list(c, { alert: forgotten.error.message }, passOnStatus(forgotten.error));
});

const DONE: Readonly<Record<string, string>> = {
  brought: "The layouts were uploaded.",
  forgotten: "The layout was forgotten.",
};

/** The import of this id if it waits for an answer; null otherwise. */
async function readWaiting(c: PageContext, id: string): Promise<Import | null> {
  if (id === "") return null;
  const found = await read(c.get("api"), encodePath`/api/imports/${id}`, IMPORT);
  return found.ok && found.value.state === "question" ? found.value : null;
}

/** Reads the waiting file again with the saved settings, and shows its import. */
async function readAgain(c: PageContext, { id }: Import, edited: Edited) {
  const settings = edited
    .filter(({ question, for_account: account }) => isSetting(question) && account === null)
    .map(({ question, choice }) => [question, choice]);
  const body = { settings: Object.fromEntries(settings) };
  const done = await change(c.get("api"), encodePath`/api/imports/${id}/read-again`, body);
  return done.ok
    ? c.redirect(encodePath`/imports/${id}`, 303)
    : page(c, edited, done.error, passOnStatus(done.error));
}

async function list(c: PageContext, said: { alert?: string }, status: 200 | PassedOn) {
  const number = Number(c.req.query("page") ?? "1");
  const shown = Number.isInteger(number) && number >= 1 && number <= PAGE_MAX ? number : 1;
  const query = new URLSearchParams({
    limit: String(PAGE_ROWS),
    offset: String((shown - 1) * PAGE_ROWS),
  });
  const found = await read(c.get("api"), `/api/layouts?${query.toString()}`, LAYOUT_LIST);
  if (!found.ok) return refusalPage(c, found.error);
  c.header("cache-control", "no-store");
  const done = DONE[c.req.query("done") ?? ""] ?? null;
  return c.html(
    <LayoutList
      layouts={found.value.layouts}
      page={shown}
      hasMore={found.value.has_more}
      done={done}
      {...said}
    />,
    status,
  );
}

/** The page of a layout, with edits that were not saved. */
async function page(
  c: PageContext,
  edited: Edited | null,
  refusal: Refusal | null,
  status: 200 | PassedOn,
) {
  const path = `/api/layouts/${encodeURIComponent(c.req.param("fingerprint") ?? "")}`;
  const form = c.req.method === "POST" ? await c.req.parseBody() : {};
  const importId = readText(form["import"]) || (c.req.query("import") ?? "") || null;
  const [layout, accounts] = await Promise.all([
    read(c.get("api"), path, LAYOUT),
    openAccounts(c.get("service")),
  ]);
  if (!layout.ok) return refusalPage(c, layout.error);
  // Refused edits are shown as they were typed, with the document as it is read now.
  const answers = edited === null || refusal !== null ? {} : { answers: edited };
  const wanted = { ...answers, ...(importId === null ? {} : { import: importId }) };
  const { preview, fault } =
    layout.value.last_import === null
      ? { preview: null, fault: null }
      : await readPreview(c, path, wanted);
  const remembered = layout.value.answers.map(({ question, choice, for_account }) => ({
    question,
    choice,
    for_account,
  }));
  const guessed = guessSettings(layout.value, c.req.query("question") ?? "").filter(
    (guess) => !remembered.some(({ question }) => question === guess.question),
  );
  const shown = edited ?? [...remembered, ...guessed];
  const waiting = importId === null ? null : await readWaiting(c, importId);
  c.header("cache-control", "no-store");
  return c.html(
    <LayoutPage
      layout={layout.value}
      edited={shown}
      accounts={accounts.map((account) => ({ id: Number(account.id), name: accountName(account) }))}
      preview={preview}
      importId={importId}
      waits={waiting !== null}
      saved={c.req.query("saved") === "yes"}
      alert={refusal?.message ?? fault?.message ?? null}
    />,
    fault !== null && status === 200 ? passOnStatus(fault) : status,
  );
}

/** The preview, or why the document cannot be read so (422), or another fault. */
async function readPreview(
  c: PageContext,
  path: string,
  wanted: object,
): Promise<{ readonly preview: LayoutPreview | string | null; readonly fault: Refusal | null }> {
  const found = await send(c.get("api"), `${path}/preview`, wanted, LAYOUT_PREVIEW);
  if (found.ok) return { preview: found.value, fault: null };
  const { error } = found;
  return error.status === 422
    ? { preview: error.message, fault: null }
    : { preview: null, fault: error };
}

/** The file on one line, as a form's field takes it. A file that is not JSON was refused before. */
function compact(json: string): string {
  const parsed: unknown = JSON.parse(json);
  return JSON.stringify(parsed);
}
