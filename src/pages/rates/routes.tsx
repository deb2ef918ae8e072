// The page of currency rates and the targets of its forms. Both forms answer with the page itself
// and the outcome next to the form. Sending one again changes nothing.

import { Hono, type Context } from "hono";
import { parseBoundary, MultipartError, readFilePart } from "../../importer/imports/multipart.ts";
import { RATES_UPLOAD_BYTES_MAX, UPLOAD_BYTES_MAX } from "../../platform/limits.ts";
import { dayOfInstant } from "../../money/day.ts";
import { err, ok, type Result } from "../../platform/result.ts";
import { readAnswer, read, send, passOnStatus, type PassedOn, type Refusal } from "../ui/client.ts";
import type { PageEnv } from "../ui/context.ts";
import { connected, shownConnection, signedIn } from "../ui/gate.ts";
import {
  FILE_MEGABYTES_MAX,
  NoRates,
  Rates,
  sentenceOfFile,
  sentenceOfRate,
  type RatesProps,
} from "./page.tsx";
import { addedRatesSchema, missingRatesSchema, newestRatesSchema } from "../ui/wire.ts";

type PageContext = Context<PageEnv>;

/** To be mounted at "/". */
export const ratesPages = new Hono<PageEnv>();

ratesPages.use("/rates/*", signedIn, connected, shownConnection);

ratesPages.get("/rates", (c) => ratesPage(c, {}, 200));

// Somebody opened the address of an answered form again.
ratesPages.get("/rates/file", (c) => c.redirect("/rates", 303));

ratesPages.post("/rates/file", async (c) => {
  const file = await readUpload(c.req.raw);
  if (!file.ok)
    return ratesPage(
      c,
      { file: { done: false, sentence: file.error.message } },
      passOnStatus(file.error),
    );
  const { name, bytes } = file.value;
  const added = await readAnswer(
    await c.get("api")("/api/rates", { method: "POST", body: bytes }),
    addedRatesSchema,
  );
  if (added.ok)
    return ratesPage(c, { file: { done: true, sentence: sentenceOfFile(name, added.value) } }, 200);
  return ratesPage(
    c,
    { file: { done: false, sentence: added.error.message } },
    passOnStatus(added.error),
  );
});

ratesPages.post("/rates", async (c) => {
  const form = await c.req.parseBody();
  const field = (name: string): string => {
    const value = form[name];
    return typeof value === "string" ? value : "";
  };
  const typed = { currency: field("currency"), date: field("date"), per_euro: field("per_euro") };
  const rate = { ...typed, per_euro: typed.per_euro.trim() };
  const added = await send(c.get("api"), "/api/rates", { rates: [rate] }, addedRatesSchema, "PUT");
  if (added.ok)
    return ratesPage(
      c,
      { byHand: { done: true, sentence: sentenceOfRate(rate, added.value) } },
      200,
    );
  return ratesPage(
    c,
    { typed, byHand: { done: false, sentence: inFormsWords(added.error.message) } },
    passOnStatus(added.error),
  );
});

/** The form's labels for the properties of its one rate. */
const FORM_WORDS = [
  ["rates[0].currency", "The currency"],
  ["rates[0].date", "The date"],
  ["rates[0].per_euro", "Units for one euro"],
] as const;

function inFormsWords(message: string): string {
  return FORM_WORDS.reduce((text, [name, words]) => text.replaceAll(name, words), message);
}

async function ratesPage(
  c: PageContext,
  said: Pick<RatesProps, "file" | "byHand" | "typed">,
  status: 200 | PassedOn,
) {
  const [missing, newest] = await Promise.all([
    read(c.get("api"), "/api/rates/missing", missingRatesSchema),
    read(c.get("api"), "/api/rates/newest", newestRatesSchema),
  ]);
  c.header("cache-control", "no-store");
  if (!missing.ok)
    return c.html(<NoRates message={missing.error.message} />, passOnStatus(missing.error));
  if (!newest.ok)
    return c.html(<NoRates message={newest.error.message} />, passOnStatus(newest.error));
  const today = dayOfInstant(Date.now());
  return c.html(
    <Rates missing={missing.value} newest={newest.value.rates} today={today} {...said} />,
    status,
  );
}

interface Upload {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/**
 * The form's whole file, up to the size that POST /api/rates takes; or what is wrong with the form.
 */
async function readUpload({ headers, body }: Request): Promise<Result<Upload, Refusal>> {
  const boundary = parseBoundary(headers.get("content-type") ?? "");
  if (boundary === null || body === null)
    return err({ status: 400, message: "No file was uploaded. Choose a file and try again." });
  try {
    const { name, chunks } = await readFilePart(body, boundary);
    const parts: Uint8Array[] = [];
    let size = 0;
    for await (const chunk of chunks) {
      size += chunk.byteLength;
      // A file that is too large is read to its end and dropped: a browser that is answered while
      // it still sends shows a broken connection instead of the answer.
      if (size <= RATES_UPLOAD_BYTES_MAX) parts.push(chunk);
      if (size > UPLOAD_BYTES_MAX) break;
    }
    if (size > RATES_UPLOAD_BYTES_MAX) return err({ status: 413, message: tooLarge(name) });
    if (size === 0)
      return err({
        status: 400,
        message: name === "" ? "No file was chosen." : `“${name}” is empty.`,
      });
    return ok({ name, bytes: new Uint8Array(await new Blob(parts).arrayBuffer()) });
  } catch (error) {
    if (error instanceof MultipartError)
      return err({ status: 400, message: `The upload was incomplete: ${error.message}.` });
    throw error;
  }
}

function tooLarge(name: string): string {
  return `“${name}” is larger than ${FILE_MEGABYTES_MAX} MB. As a ZIP file it may be small enough.`;
}
