// Where one transaction came from, in sentences with links: its import with file and line, the
// message of its receipt, its bank connection. What cannot be read is still named.

import * as z from "zod";
import { IMPORT } from "../../importer/imports/wire.ts";
import { DETAIL } from "../../importer/inbox/wire.ts";
import { SCHEDULE_LIST } from "../../importer/schedules/wire.ts";
import { encodePath } from "../ui/calls.ts";
import { read } from "../ui/client.ts";
import type { Variables } from "../ui/context.ts";
import { readProvenance } from "./provenance.ts";
import type { Transaction } from "./wire.ts";

/** One sentence; the link stands in its middle. */
export interface OriginLine {
  readonly before: string;
  readonly link: { readonly href: string; readonly words: string } | null;
  readonly after: string;
}

/** The sentences about a transaction's origin; at least one. */
export async function readOrigin(
  ways: Pick<Variables, "api" | "frame">,
  transaction: Transaction,
): Promise<readonly OriginLine[]> {
  if (transaction.is_group_parent === true)
    return [say("It is a group. The page of each member says where that comes from.")];
  const { run, line, message, isLinked } = readProvenance(transaction);
  const [imported, mailed, sorted] = await Promise.all([
    run === null ? [] : describeImport(ways, run, line),
    message === null ? null : describeMessage(ways, message),
    describeRules(ways, transaction),
  ]);
  const bank = isLinked ? say("Its bank connection reported it.") : null;
  const known = [...imported, mailed, bank].filter((one) => one !== null);
  const entered = known.length === 0 || (run === null && isEntered(transaction));
  return [
    ...(entered && bank === null ? [say("A person or another program entered it.")] : []),
    ...known,
    ...sorted,
  ];
}

function isEntered({ external_id: external }: Transaction): boolean {
  return external?.startsWith("email:") !== true;
}

async function describeImport(
  { api }: Pick<Variables, "api">,
  run: string,
  line: number | null,
): Promise<readonly OriginLine[]> {
  const href = encodePath`/imports/${run}`;
  const at = line === null ? "" : `line ${line} of `;
  const found = await read(api, `/api${href}`, IMPORT);
  if (!found.ok)
    return [say(`An import that is no longer kept here (${run}) brought it, from ${at}its file.`)];
  const { document, door } = found.value;
  const by = CHANNELS[door] ?? "An import";
  const file: OriginLine = {
    before: `${by} brought it, from ${at}`,
    link: { href, words: document.name },
    after: ".",
  };
  return door === "schedule" ? [file, await describeSchedule(api, found.value)] : [file];
}

/** Describes the schedule that fetches the statements of the import's account. */
async function describeSchedule(
  api: Variables["api"],
  { id, account }: z.infer<typeof IMPORT>,
): Promise<OriginLine> {
  const found = await read(api, "/api/schedules", SCHEDULE_LIST);
  const all = (found.ok ? found.value.schedules : []).filter(({ target }) => "statement" in target);
  const [first, second] = all.filter(
    ({ target }) => "statement" in target && String(target.statement) === String(account?.id ?? ""),
  );
  const own =
    all.find((one) => one.last_run?.import === id) ?? (second === undefined ? first : undefined);
  return {
    before: own === undefined ? "The file was asked for by one of your " : "The schedule was ",
    link:
      own === undefined
        ? { href: "/schedules", words: "schedules" }
        : { href: encodePath`/schedules/${own.id}`, words: own.name },
    after: ".",
  };
}

const CHANNELS: Readonly<Record<string, string>> = {
  upload: "Your import",
  email: "A message with a statement",
  webhook: "An incoming webhook",
  schedule: "A schedule",
};

async function describeMessage(
  { api }: Pick<Variables, "api">,
  message: string,
): Promise<OriginLine> {
  const href = encodePath`/inbox/${message}`;
  const found = await read(api, `/api${href}`, DETAIL);
  if (!found.ok) return say(`A message that is no longer kept here (${message}) had its receipt.`);
  return {
    before: "Its receipt came by e-mail: ",
    link: { href, words: found.value.subject || "a message without a subject" },
    after: ".",
  };
}

/** Describes the rules that set fields of it when it arrived. */
async function describeRules(
  { api, frame }: Pick<Variables, "api" | "frame">,
  { id, split_parent_id: whole }: Transaction,
): Promise<readonly OriginLine[]> {
  if (frame.remote !== null) return [];
  const found = await read(api, `/api/rules?transaction_id=${whole ?? id}`, rulesSchema);
  if (!found.ok) return [];
  return found.value.rules.map((rule) => ({
    before: "It was sorted by ",
    link: { href: `/rules/${rule.id}`, words: rule.name ?? "a rule" },
    after: ".",
  }));
}

const rulesSchema = z.object({
  rules: z.array(z.object({ id: z.int(), name: z.string().nullable() })),
});

function say(sentence: string): OriginLine {
  return { before: sentence, link: null, after: "" };
}
