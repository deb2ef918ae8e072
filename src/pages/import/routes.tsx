// The pages of imports and the targets of their forms: upload, list, preview, answers, confirmation, undo.

import { IMPORTS_SEARCH_CHARS_MAX } from "../../platform/limits.ts";
import { Hono } from "hono";
import * as z from "zod";
import { readConfig } from "../../config.ts";
import { ok } from "../../platform/result.ts";
import { RECEIPT_LIST } from "../../importer/inbox/wire.ts";
import { readCategories } from "../categories/calls.ts";
import { change, pageQuery, param, encodePath, type PageContext } from "../ui/calls.ts";
import {
  readAnswer,
  explainNewAccount,
  makeAccount,
  missingPairs,
  accountName,
  openAccounts,
  read,
  passOnStatus,
  type PassedOn,
} from "../ui/client.ts";
import type { PageEnv } from "../ui/context.ts";
import { readFields, readPage, readText } from "../ui/form.ts";
import { connected, shownConnection, signedIn } from "../ui/gate.ts";
import { refusalPage } from "../ui/refusal-page.tsx";
import {
  previewedRowsSchema,
  rowsSchema,
  waitingImportsSchema,
  type Import,
  type Row,
} from "../ui/wire.ts";
import { isSetting } from "../../statements/settings.ts";
import { LAYOUT } from "../../importer/layouts/wire.ts";
import { readAnswers } from "../layouts/fields.tsx";
import { parseShow, PREVIEW_PAGE_ROWS, SHOWS, type ShownPreview } from "./preview.tsx";
import { readSample } from "./sample.tsx";
import { IMPORT_LIST, IMPORT } from "../../importer/imports/wire.ts";
import { balancesIn } from "./balances.tsx";
import { readForeseen } from "./foreseen.tsx";
import { AllRows, ImportList, ROW_FILTERS } from "./list.tsx";
import { NewImport } from "./new-import.tsx";
import { listCurrencies } from "./name.ts";
import { ImportPage } from "./page.tsx";
import { answersIn, newAccountField } from "./questions.tsx";
import { readMatches } from "./read-matches.ts";
import { readUndo } from "./read-undo.ts";
import { uploadAddress } from "./upload-page.tsx";
import { transferPages } from "./transfers.tsx";
import { uploadPages } from "./upload-routes.tsx";
import { pathAfterDismissing } from "./waiting.tsx";
import { STATE_WORDS } from "./words.ts";

const FIRST_ROWS = 25;
const ODD_ROWS = 20;
const LIST_PAGE_ROWS = 50;
const ROWS_PAGE_ROWS = 200;

const uploadedSchema = z.union([
  z.object({ id: IMPORT.shape.id }),
  z.object({ imports: z.array(z.object({ upload: z.string().default("") })) }),
]);

/** To be mounted at "/". */
export const importPages = new Hono<PageEnv>();

for (const path of ["/", "/imports", "/imports/*", "/accounts"])
  importPages.use(path, signedIn, connected, shownConnection);

importPages.route("/", uploadPages);
importPages.route("/", transferPages);

importPages.get("/", (c) => newImport(c, null, 200));
importPages.get("/imports/new", (c) => newImport(c, null, 200));

importPages.post("/accounts", async (c) => {
  const field = await readFields(c);
  const wanted = { name: field("name").trim(), type: field("type"), currency: field("currency") };
  const made = await makeAccount(c.get("service"), wanted);
  const byScript = c.req.header("accept")?.includes("application/json") === true;
  if (!made.ok) {
    const message = await explainNewAccount(c.get("service"), made.error, wanted.name);
    const status = passOnStatus(made.error);
    return byScript ? c.json({ message }, status) : newImport(c, message, status);
  }
  const { id, name, currency } = made.value;
  return byScript
    ? c.json({ id, name, currency }, 201)
    : c.redirect(encodePath`/?account=${id}`, 303);
});

importPages.get("/imports", async (c) => {
  const page = readPage(c);
  const layout = c.req.query("layout") ?? null;
  const waiting = layout === null && c.req.query("waiting") === "true";
  const typed = (c.req.query("search") ?? "").trim().slice(0, IMPORTS_SEARCH_CHARS_MAX);
  const search = layout === null && !waiting ? typed : "";
  const query = new URLSearchParams({
    ...pageQuery(page, LIST_PAGE_ROWS),
    ...(layout === null ? {} : { layout }),
    ...(waiting ? { waiting: "true" } : {}),
    ...(search === "" ? {} : { search }),
  });
  const schema = waiting ? waitingImportsSchema : IMPORT_LIST;
  const found = await read(c.get("api"), `/api/imports?${query.toString()}`, schema);
  if (!found.ok) return refusalPage(c, found.error);
  c.header("cache-control", "no-store");
  const { imports, has_more: hasMore } = found.value;
  return c.html(<ImportList {...{ imports, page, hasMore, layout, waiting, search }} />);
});

// For browsers without scripts. The form goes to the API as it came, so that a large file streams through.
importPages.post("/imports", async (c) => {
  const init = {
    method: "POST",
    body: c.req.raw.body,
    headers: { "content-type": c.req.header("content-type") ?? "" },
  };
  const made = await readAnswer(
    await c.get("api")("/api/imports?preview=true", init),
    uploadedSchema,
  );
  if (!made.ok) return newImport(c, made.error.message, passOnStatus(made.error));
  // Several files become several imports, all on one page.
  return c.redirect(
    "imports" in made.value
      ? uploadAddress(made.value.imports[0]?.upload ?? "")
      : encodePath`/imports/${made.value.id}`,
    303,
  );
});

importPages.get("/imports/:id", (c) => importPage(c, null, 200));

importPages.get("/imports/:id/rows", async (c) => {
  const page = readPage(c);
  const wanted = c.req.query("state");
  const state = ROW_FILTERS.find((filter) => filter.state === wanted)?.state ?? "";
  const query = new URLSearchParams({
    ...pageQuery(page, ROWS_PAGE_ROWS),
    ...(state === "" ? {} : { state }),
  });
  const [run, found] = await Promise.all([
    read(c.get("api"), apiPath(c), IMPORT),
    read(c.get("api"), `${apiPath(c)}/rows?${query.toString()}`, rowsSchema),
  ]);
  if (!run.ok) return refusalPage(c, run.error);
  if (!found.ok) return refusalPage(c, found.error);
  const { rows, has_more: hasMore } = found.value;
  return c.html(<AllRows run={run.value} {...{ rows, state, page, hasMore }} />);
});

importPages.post("/imports/:id/answers", async (c) => {
  const form = await c.req.parseBody();
  const answers = answersIn(form).map(([question, choice]) => [question, readText(choice)]);
  return act(c, "answers", { answers: Object.fromEntries(answers) });
});

// Creates the account that an import asks for and answers with it. An account of that name is taken as it is: the form
// may come twice.
importPages.post("/imports/:id/accounts", async (c) => {
  const form = await c.req.parseBody();
  const question = readText(form["question"]);
  const wanted = (what: "name" | "type" | "currency") =>
    readText(form[newAccountField(question, what)]).trim();
  const name = wanted("name");
  if (name === "") return importPage(c, "Enter a name for the new account.", 400);
  const there = (await openAccounts(c.get("service"))).find(
    (account) => accountName(account) === name,
  );
  const account = { name, type: wanted("type"), currency: wanted("currency") };
  const made = there === undefined ? await makeAccount(c.get("service"), account) : ok(there);
  if (!made.ok) return importPage(c, made.error.message, passOnStatus(made.error));
  const others = answersIn(form).map(([id, choice]) => [id, readText(choice)] as const);
  return act(c, "answers", { answers: Object.fromEntries([...others, [question, made.value.id]]) });
});

importPages.post("/imports/:id/rows/:row", async (c) => {
  const field = await readFields(c);
  const path = `${apiPath(c)}/rows/${encodeURIComponent(c.req.param("row"))}`;
  const body = { left_out: field("left_out") === "yes" };
  const done = await change(c.get("api"), path, body, "PUT");
  if (!done.ok) return importPage(c, done.error.message, passOnStatus(done.error));
  const query = new URLSearchParams({
    show: parseShow(field("show")),
    page: field("page") || "1",
  }).toString();
  return c.redirect(
    `${encodePath`/imports/${c.req.param("id")}`}?${query}#row-${encodeURIComponent(c.req.param("row"))}`,
    303,
  );
});

importPages.post("/imports/:id/read-again", async (c) => {
  const settings = readAnswers(await c.req.parseBody())
    .filter(({ question, for_account: account }) => isSetting(question) && account === null)
    .map(({ question, choice }) => [question, choice]);
  return act(c, "read-again", { settings: Object.fromEntries(settings) });
});

importPages.post("/imports/:id/confirm", async (c) =>
  act(c, "confirm", { balances: balancesIn(await c.req.parseBody()) }),
);

importPages.post("/imports/:id/undo", (c) => act(c, "undo", {}));

importPages.post("/imports/:id/dismiss", async (c) => {
  const { back } = await c.req.parseBody();
  return act(c, "dismiss", {}, pathAfterDismissing(c.req.param("id"), back));
});

importPages.post("/imports/:id/late/:act{look|delete}", (c) =>
  act(c, `late/${c.req.param("act")}`, {}),
);

importPages.post("/imports/:id/lookalikes/:line/:decision{same|insert}", (c) =>
  act(c, encodePath`lookalikes/${c.req.param("line")}/${c.req.param("decision")}`, {}),
);

importPages.post("/imports/:id/transfers/:n/accept", async (c) => {
  const field = await readFields(c);
  const category = Number(field("category_id"));
  const body = category > 0 ? { category_id: category } : {};
  return act(c, encodePath`transfers/${c.req.param("n")}/accept`, body);
});

importPages.post("/imports/:id/transfers/:n/dismiss", (c) =>
  act(c, encodePath`transfers/${c.req.param("n")}/dismiss`, {}),
);

importPages.post("/imports/:id/pending/:transaction/:decision{delete|keep}", (c) =>
  act(c, encodePath`pending/${c.req.param("transaction")}/${c.req.param("decision")}`, {}),
);

async function newImport(c: PageContext, alert: string | null, status: 200 | PassedOn) {
  const accounts = await openAccounts(c.get("service"));
  return c.html(
    <NewImport
      accounts={accounts}
      chosen={c.req.query("account") ?? null}
      alert={alert}
      uploadBytes={readConfig(c.env).limits.uploadBytes}
    />,
    status,
  );
}

async function importPage(c: PageContext, alert: string | null, status: 200 | PassedOn) {
  const found = await read(c.get("api"), apiPath(c), IMPORT);
  if (!found.ok) return refusalPage(c, found.error);
  const run = found.value;
  const shown = await readShownPreview(c, run);
  const rows = shown === null ? await readSomeRows(c, run) : NO_ROWS;
  const sees = shown?.preview.rows ?? rows.first;
  const asks = run.state === "question" && run.counts.read === 0;
  const [learned, sample, matches, undoing, receipts, unrated, hasNoCategories] = await Promise.all(
    [
      readLearned(c, run),
      asks ? readSample(c.get("api"), run) : null,
      readMatches(c.var, apiPath(c), run),
      readUndo(c.var, apiPath(c), run),
      readReceipts(c, run),
      readMissingRates(c, run, sees),
      lacksCategories(c, run),
    ],
  );
  c.header("cache-control", "no-store");
  return c.html(
    <ImportPage
      run={run}
      {...rows}
      {...{ shown, learned, sample, matches, undoing, receipts, unrated, hasNoCategories, alert }}
    />,
    status,
  );
}

const NO_ROWS = { first: [], rejected: [], skipped: [] };

/**
 * Reads the preview with the rows that the address asks for; null if the import is not a preview.
 */
async function readShownPreview(c: PageContext, { state }: Import): Promise<ShownPreview | null> {
  if (state !== "preview") return null;
  const show = parseShow(c.req.query("show") ?? "");
  const page = readPage(c);
  const query = new URLSearchParams({
    marks: SHOWS[show].marks.join(","),
    ...pageQuery(page, PREVIEW_PAGE_ROWS),
  });
  const found = await read(
    c.get("api"),
    `${apiPath(c)}/preview?${query.toString()}`,
    previewedRowsSchema,
  );
  if (!found.ok) return null;
  const foreseen = await readForeseen(c.var, found.value);
  return { preview: found.value, show, page, foreseen };
}

/** Reads the remembered settings for an import that a person may have read again. */
async function readLearned(c: PageContext, { state, layout }: Import) {
  if (layout === null || (state !== "preview" && state !== "question")) return null;
  const found = await read(c.get("api"), encodePath`/api/layouts/${layout.fingerprint}`, LAYOUT);
  return found.ok ? found.value : null;
}

/** The first rows, and some of the odd ones; none while the file is read or undone. */
async function readSomeRows(c: PageContext, { state, counts }: Import) {
  const rows = async (query: string): Promise<readonly Row[]> => {
    const found = await read(c.get("api"), `${apiPath(c)}/rows?${query}`, rowsSchema);
    return found.ok ? found.value.rows : [];
  };
  const hasRows = state === "posting" || state === "waiting" || !STATE_WORDS[state].working;
  const odd = (kind: "rejected" | "skipped") =>
    hasRows && counts[kind] > 0 ? rows(`limit=${ODD_ROWS}&state=${kind}`) : [];
  const [first, rejected, skipped] = await Promise.all([
    hasRows ? rows(`limit=${FIRST_ROWS}`) : [],
    odd("rejected"),
    odd("skipped"),
  ]);
  return { first, rejected, skipped };
}

async function readReceipts(c: PageContext, { state }: Import) {
  if (state !== "done") return [];
  const found = await read(c.get("api"), `${apiPath(c)}/receipts?limit=${ODD_ROWS}`, RECEIPT_LIST);
  return found.ok ? found.value.receipts : [];
}

/** The exchange rates that its rows lack. A remote service converts by its own rates. */
async function readMissingRates(c: PageContext, run: Import, first: readonly Pick<Row, "item">[]) {
  const counts = run.counts.inserted + run.counts.duplicate;
  const isCounted = run.state === "done" && counts > 0 && readConfig(c.env).budgetApiUrl === null;
  return isCounted ? missingPairs(c.var, listCurrencies(run, first)) : [];
}

/** Whether it is done and its budget has no category; if they cannot be read, nothing is said. */
async function lacksCategories(c: PageContext, { state, counts }: Import): Promise<boolean> {
  if (state !== "done" || counts.inserted === 0) return false;
  const found = await readCategories(c.get("service"));
  return found.ok && found.value.length === 0;
}

function apiPath(c: PageContext): string {
  return encodePath`/api/imports/${param(c, "id")}`;
}

/** Does one thing to an import, then shows the import or another page. */
async function act(c: PageContext, action: string, body: unknown, after?: string) {
  const done = await change(c.get("api"), `${apiPath(c)}/${action}`, body);
  return done.ok
    ? c.redirect(after ?? encodePath`/imports/${param(c, "id")}`, 303)
    : importPage(c, done.error.message, passOnStatus(done.error));
}
