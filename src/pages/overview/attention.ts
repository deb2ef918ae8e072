// Lists everything that only a person can do, with the page for each. It reads our own API, which
// counts all waiting items, however old. A part that cannot be read is named, so that an empty list
// always means that nothing is waiting.

import type { ConnectionView } from "../../importer/connection/connection.ts";
import { OVERVIEW_WAITING_IMPORTS_MAX } from "../../platform/limits.ts";
import { providerWords } from "../accounts/feeds.ts";
import { unconfirmedSchema } from "../accounts/wire.ts";
import { needsLink, statusWaits } from "../accounts/words.ts";
import { readView } from "../transactions/query.ts";
import { readLedger } from "../transactions/read-ledger.ts";
import { read, type Refusal } from "../ui/client.ts";
import type { Variables } from "../ui/context.ts";
import { nameImport } from "../import/name.ts";
import { isDismissible, waitWords } from "../import/waiting.tsx";
import { COUNTS } from "../../importer/inbox/wire.ts";
import { plural } from "../ui/print.ts";
import { namePair } from "../rates/pair.ts";
import { isFailing, schedulePath as pathOfSchedule } from "../schedules/list.tsx";
import type { Schedule } from "../schedules/wire.ts";
import type { Result } from "../../platform/result.ts";
import { missingRatesSchema, waitingImportsSchema } from "../ui/wire.ts";
import type { LinkedAccount, CryptoSynced } from "./wire.ts";

/** One waiting item: a sentence, and the page where it is settled. */
export interface Waiting {
  readonly sentence: string;
  readonly href: string;
  readonly link: string;
  /** The import that can be dismissed here. */
  readonly dismissible?: { readonly id: string; readonly name: string };
}

export interface Attention {
  readonly waiting: readonly Waiting[];
  /** How many imports wait that are not listed. */
  readonly moreImports: number;
  /** How many transfers wait in the listed imports. */
  readonly transfers: number;
  /** Each part that could not be checked, with the reason. */
  readonly unread: readonly string[];
}

type Part = Pick<Attention, "waiting" | "unread"> &
  Partial<Pick<Attention, "moreImports" | "transfers">>;

type Api = Variables["api"];
type Ways = Pick<Variables, "api" | "service" | "frame">;

/** The page of transactions that nobody has reviewed. */
const REVIEW_PATH = "/review";

/** The schedules, or why they could not be read. */
export type Schedules = Result<readonly Schedule[], Refusal>;

/** Lists everything that waits. `isRemote` leaves out what only the embedded service has. */
export async function readAttention(
  ways: Ways,
  connections: readonly ConnectionView[],
  schedules: Schedules,
  isRemote: boolean,
): Promise<Attention> {
  const { api } = ways;
  const asked = await Promise.all([
    importsWaiting(api),
    countUnreviewed(ways),
    mailWaiting(api),
    ...(isRemote ? [] : [ratesWaiting(api), balancesWaiting(api)]),
  ]);
  const parts = [connectionsWaiting(connections), schedulesWaiting(schedules), ...asked];
  const transfers = parts.reduce((sum, part) => sum + (part.transfers ?? 0), 0);
  const moreImports = parts.reduce((sum, { moreImports: more = 0 }) => sum + more, 0);
  const [waiting, unread] = [
    parts.flatMap((part) => part.waiting),
    parts.flatMap((part) => part.unread),
  ];
  return { waiting, moreImports, transfers, unread };
}

const NOTHING: Part = { waiting: [], unread: [] };

function connectionsWaiting(views: readonly ConnectionView[]): Part {
  const broken = views.filter(({ state }) => state === "authorize again");
  const sentence = (name: string, problem: string | null) =>
    `“${name}” needs to be authorized again.${problem === null ? "" : ` ${problem}`}`;
  return {
    waiting: broken.map(({ name, problem }) => ({
      sentence: sentence(name, problem),
      href: "/connections",
      link: "Authorize again",
    })),
    unread: [],
  };
}

function schedulesWaiting(found: Schedules): Part {
  if (!found.ok) return unread("The schedules", found.error.message);
  const failing = found.value.filter(isFailing);
  const why = ({ stopped, last_run: last }: Schedule) =>
    stopped === null
      ? `failed: ${last?.fault?.message ?? last?.outcome ?? "no reason was recorded."}`
      : `was stopped: ${stopped}`;
  return {
    waiting: failing.map((schedule) => ({
      sentence: `The schedule “${schedule.name}” ${why(schedule)}`,
      href: pathOfSchedule(schedule.id),
      link: "Open schedule",
    })),
    unread: [],
  };
}

async function importsWaiting(api: Api): Promise<Part> {
  const path = `/api/imports?waiting=true&limit=${OVERVIEW_WAITING_IMPORTS_MAX}`;
  const found = await read(api, path, waitingImportsSchema);
  if (!found.ok) return unread("The imports", found.error.message);
  const { imports, total } = found.value;
  const waiting = imports.map((run): Waiting => {
    const [{ says, link }, name] = [waitWords(run), nameImport(run)];
    const dismissible = isDismissible(run) ? { dismissible: { id: run.id, name } } : {};
    return {
      sentence: `“${name}” ${says}.`,
      href: `/imports/${encodeURIComponent(run.id)}`,
      link,
      ...dismissible,
    };
  });
  const transfers = imports.reduce((sum, run) => sum + run.transfers_to_decide, 0);
  return { waiting, moreImports: total - imports.length, transfers, unread: [] };
}

async function countUnreviewed(ways: Ways): Promise<Part> {
  const view = readView(new URLSearchParams({ status: "unreviewed" }));
  const found = await readLedger(ways, view.query, null, { rows: 1, totals: true });
  if (!found.ok) return unread("What is not reviewed", found.error.message);
  const { rows, totals } = found.value;
  // A remote service lists them, but does not count them.
  const count = totals?.count ?? rows.length;
  if (count === 0) return NOTHING;
  const are = count === 1 ? "is" : "are";
  const sentence =
    totals === null
      ? "Some transactions are not reviewed."
      : `${plural(count, "transaction")} ${are} not reviewed.`;
  return { waiting: [{ sentence, href: REVIEW_PATH, link: "Review" }], unread: [] };
}

async function mailWaiting(api: Api): Promise<Part> {
  const found = await read(api, "/api/inbox/counts", COUNTS);
  if (!found.ok) return unread("The inbox", found.error.message);
  const count = found.value["review"] ?? 0;
  if (count === 0) return NOTHING;
  const sentence = `${plural(count, "message")} in the inbox ${count === 1 ? "needs" : "need"} your review.`;
  return { waiting: [{ sentence, href: "/inbox?state=review", link: "Open inbox" }], unread: [] };
}

async function ratesWaiting(api: Api): Promise<Part> {
  const found = await read(api, "/api/rates/missing", missingRatesSchema);
  if (!found.ok) return unread("The currency rates", found.error.message);
  const { missing, primary_currency: primary, converting } = found.value;
  const pairs = missing.map(({ currency }) => namePair(currency, primary));
  const waiting =
    pairs.length === 0
      ? []
      : [
          {
            sentence: `Exchange rates are missing: ${pairs.join(", ")}. Amounts that need them are not counted.`,
            href: "/rates",
            link: "Add a rate",
          },
        ];
  return {
    waiting,
    unread: converting
      ? [
          "Amounts are still being converted to the budget’s currency. Until then, totals may be wrong.",
        ]
      : [],
  };
}

async function balancesWaiting(api: Api): Promise<Part> {
  const found = await read(api, "/api/balances/unconfirmed", unconfirmedSchema);
  if (!found.ok) return unread("The balances to check", found.error.message);
  const waiting = found.value.balances.map(({ manual_account_id: account, name }) => ({
    sentence: `Compare the balance of “${name}” with what you really owe.`,
    href: `/accounts#manual-${account}`,
    link: "Check balance",
  }));
  return { waiting, unread: [] };
}

/**
 * The accounts whose provider needs a person. Only the embedded service has a page of ours to
 * settle that.
 */
export function accountsWaiting(
  linked: readonly LinkedAccount[],
  synced: readonly CryptoSynced[],
  isRemote: boolean,
): Waiting[] {
  const of = (name: string, status: string, anchor: string, anchorHere: string): Waiting[] => {
    const says = statusWaits(status);
    if (says === null) return [];
    const to = isRemote
      ? { href: `#${anchorHere}`, link: "Show account" }
      : { href: `/accounts#${anchor}`, link: needsLink(status) ? "Reconnect" : "Show account" };
    return [{ sentence: `${name} ${says}.`, ...to }];
  };
  return [
    ...linked.flatMap((one) =>
      of(one.display_name || one.name, one.status, `linked-${one.id}`, `linked-${one.id}`),
    ),
    ...synced.flatMap((one) =>
      of(
        one.display_name || providerWords(one.provider),
        one.status,
        `synced-${one.id}`,
        one.balances.length === 0 ? "main" : "kind-crypto",
      ),
    ),
  ];
}

function unread(what: string, message: string): Part {
  return { waiting: [], unread: [`${what} could not be checked: ${message}`] };
}
