// The page of files that were uploaded together, and its forms: answers for several files at once,
// an account for them, and one confirmation. Each import is still answered and confirmed by itself,
// so that a form that is sent twice does nothing twice.

import { Hono } from "hono";
import type * as z from "zod";
import { CONFIRMED, UPLOAD } from "../../importer/imports/preview-wire.ts";
import { ok, type Result } from "../../platform/result.ts";
import { plural } from "../ui/print.ts";
import { change, encodePath, param, type PageContext } from "../ui/calls.ts";
import {
  accountName,
  makeAccount,
  openAccounts,
  passOnStatus,
  read,
  send,
  type PassedOn,
  type Refusal,
} from "../ui/client.ts";
import type { PageEnv } from "../ui/context.ts";
import { readText } from "../ui/form.ts";
import { refusalPage } from "../ui/refusal-page.tsx";
import type { Import } from "../ui/wire.ts";
import { answersIn, newAccountField } from "./questions.tsx";
import { readSample } from "./sample.tsx";
import { groupAsking, sharedAnswers } from "./upload-summary.ts";
import { uploadAddress, UploadPage } from "./upload-page.tsx";

/** To be mounted behind the gates of the imports. */
export const uploadPages = new Hono<PageEnv>();

uploadPages.get("/imports/uploads/:upload", (c) => uploadPage(c, null, 200));

uploadPages.post("/imports/uploads/:upload/confirm", async (c) => {
  const form = await readForm(c);
  const imports = form.imports;
  const path = encodePath`/api/uploads/${param(c, "upload")}/confirm`;
  const confirmed = await send(c.get("api"), path, { imports }, CONFIRMED);
  if (!confirmed.ok) return uploadPage(c, confirmed.error.message, passOnStatus(confirmed.error));
  const { left } = confirmed.value;
  if (left.length === 0) return back(c);
  const why = [...new Set(left.map(({ message }) => message))].join(" ");
  return uploadPage(
    c,
    `${plural(left.length, "file was", "files were")} not imported: ${why}`,
    409,
  );
});

uploadPages.post("/imports/uploads/:upload/answers", async (c) => {
  const { imports, answers } = await readForm(c);
  return answerAll(c, imports, answers);
});

// Creates the account for several files, and answers their question with it. If an account of that
// name exists it is used, since the form may be sent twice.
uploadPages.post("/imports/uploads/:upload/accounts", async (c) => {
  const { imports, answers, question, account } = await readForm(c);
  if (account.name === "") return uploadPage(c, "Enter a name for the new account.", 400);
  const there = (await openAccounts(c.get("service"))).find(
    (one) => accountName(one) === account.name,
  );
  const made = there === undefined ? await makeAccount(c.get("service"), account) : ok(there);
  if (!made.ok) return uploadPage(c, made.error.message, passOnStatus(made.error));
  return answerAll(c, imports, { ...answers, [question]: made.value.id });
});

async function readForm(c: PageContext) {
  const form = await c.req.parseBody({ all: true });
  const sent = form["import"];
  const imports = (Array.isArray(sent) ? sent : [sent]).map(readText).filter((id) => id !== "");
  const question = readText(form["question"]);
  const wanted = (what: "name" | "type" | "currency") =>
    readText(form[newAccountField(question, what)]).trim();
  const answers = Object.fromEntries(
    answersIn(form)
      .filter(([name]) => name !== "import")
      .map(([name, choice]) => [name, readText(choice)]),
  );
  const account = { name: wanted("name"), type: wanted("type"), currency: wanted("currency") };
  return { imports, answers, question, account };
}

/**
 * Answers each of these imports, and the same questions of the other imports of their layout. An
 * import that was answered before is left as it is.
 */
async function answerAll(
  c: PageContext,
  ids: readonly string[],
  answers: Readonly<Record<string, string>>,
) {
  const found = await readUpload(c);
  if (!found.ok) return refusalPage(c, found.error);
  const asking = found.value.filter(({ state }) => state === "question");
  const chosen = asking.filter(({ id }) => ids.includes(id));
  const layouts = new Set(chosen.map(({ layout }) => layout?.fingerprint));
  const others = asking.filter(
    (run) => !chosen.includes(run) && layouts.has(run.layout?.fingerprint),
  );
  if (ids.length === 0) return uploadPage(c, "Tick at least one file.", 400);
  for (const run of chosen) {
    const refused = await answer(c, run, answers);
    if (refused !== null) return uploadPage(c, refused.message, passOnStatus(refused));
  }
  for (const run of others) await answer(c, run, sharedAnswers(answers, run));
  return back(c);
}

/** Sends the answers; returns null if the import took them or no longer waits for any. */
async function answer(
  c: PageContext,
  { id }: Import,
  answers: Readonly<Record<string, string>>,
): Promise<Refusal | null> {
  if (Object.keys(answers).length === 0) return null;
  const done = await change(c.get("api"), encodePath`/api/imports/${id}/answers`, { answers });
  return done.ok || done.error.status === 409 ? null : done.error;
}

async function readUpload(c: PageContext): Promise<Result<readonly Import[], Refusal>> {
  const found = await readWhole(c);
  return found.ok ? ok(found.value.imports.map((one) => one.import)) : found;
}

function readWhole(c: PageContext): Promise<Result<z.infer<typeof UPLOAD>, Refusal>> {
  return read(c.get("api"), encodePath`/api/uploads/${param(c, "upload")}`, UPLOAD);
}

async function uploadPage(c: PageContext, alert: string | null, status: 200 | PassedOn) {
  const found = await readWhole(c);
  if (!found.ok) return refusalPage(c, found.error);
  const { id, imports } = found.value;
  const groups = await Promise.all(
    groupAsking(imports.map((one) => one.import)).map(async (group) => ({
      ...group,
      sample: await readSample(c.get("api"), group.imports[0]),
    })),
  );
  c.header("cache-control", "no-store");
  return c.html(<UploadPage {...{ id, imports, groups, alert }} />, status);
}

function back(c: PageContext) {
  return c.redirect(uploadAddress(param(c, "upload")), 303);
}
