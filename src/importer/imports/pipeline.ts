// The pipeline: accept, decode, normalize, post. Each function is one step of one run. The Importer
// object calls the step for the run's state as often as it takes; a step that was cut short is
// simply called again.

import { assert, must } from "../../platform/assert.ts";
import type { Day } from "../../money/day.ts";
import type { Tools } from "../tools.ts";
import { lookAtBalances, setBalances, takeBackBalances } from "../balances/steps.ts";
import type { Survey } from "../../statements/format.ts";
import { askOfDebt } from "../../statements/debt-balance.ts";
import type { Answers, Layout, Question } from "../../statements/statement.ts";
import { refreshOfRun } from "../inbox/change-state.ts";
import { reopenMatches } from "../inbox/change-state.ts";
import { retryReceiptsNow } from "../inbox/store.ts";
import { listPurchaseDated } from "./account-dates.ts";
import { accountQuestion, chooseAccounts, findAccount } from "./accounts.ts";
import { showAccountRows } from "./account-rows.ts";
import { listAccounts, type AccountListed } from "../posting/client.ts";
import { compare } from "../matching/compare.ts";
import { findKept } from "./kept-balance.ts";
import { drainOnce, settleByLooking, type Drained, type QueueOptions } from "../posting/drain.ts";
import { learn } from "../layouts/layouts.ts";
import { askAboutLookalikes } from "../matching/lookalikes.ts";
import { recall, rememberAccount } from "../layouts/remembered-answers.ts";
import { closePendings } from "../matching/pendings.ts";
import { SqlQueueStore } from "../posting/queue-store.ts";
import { forgetThere } from "../posting/store-fates.ts";
import { numberBoundaries, rememberEdges } from "./rows.ts";
import type { Reading, Run } from "./runs.ts";
import { POSTING, type RunState } from "./states.ts";
import { queueService } from "../posting/paced-service.ts";
import { undoOnce } from "../undo/undo.ts";
import { undoUpdate } from "../matching/undo-update.ts";
import { nextUpdate, settleUpdate } from "../matching/updates.ts";

/** Decode, first pass: decides how to read the document, what to ask, or why it cannot be read. */
export async function survey(tools: Tools, run: Run, today: Day): Promise<Drained> {
  const { runs } = tools;
  const { document, options } = run;
  const source = tools.document(document.sha256, document.name, document.bytes);
  const surveyed_at = tools.chance.now();
  const remembered = (fingerprint: string) => recall(tools.sql, fingerprint, options.account);
  const { surveyStatement } = await import("../../statements/read-statement.ts");
  const surveyed = await surveyStatement(source, {
    answers: run.answers,
    recall: remembered,
    today,
  });
  if (!surveyed.ok) {
    runs.change(run.seq, ["received"], {
      state: "failed",
      error: surveyed.error.message,
      finished_at: tools.chance.now(),
    });
    return { kind: "done" };
  }
  const { layout, plan, questions, accounts, sample } = surveyed.value;
  const listed = await listAccounts(tools.upstream);
  if (listed.kind !== "accounts") {
    const failure =
      listed.kind === "refused" ? ({ kind: "unknown", message: listed.message } as const) : listed;
    return failure;
  }
  const named =
    options.account ??
    (options.account_named === null ? null : idNamed(options.account_named, listed.accounts));
  const answers = { ...remembered(layout.fingerprint), ...run.answers };
  const choice = chooseAccounts(named, accounts, layout.account, listed.accounts, answers);
  const shown: Layout = { ...layout, why: [...layout.why, ...choice.why] };
  const asked = [
    ...questions,
    ...showAccountRows(choice.questions, sample, questions.length > 0),
    ...askAboutDebts(surveyed.value, listed.accounts, choice.accounts, answers),
  ];
  const [chosen, single] = [Object.values(choice.accounts), choice.accounts[""] ?? null];
  const reading = planReading(tools, plan, choice.accounts);
  tools.sql.transaction(() => {
    const changed = runs.change(run.seq, ["received"], {
      state: asked.length > 0 ? "question" : "reading",
      layout: shown,
      questions: asked,
      reading: asked.length > 0 ? null : reading,
      account: chosen.length === 1 ? (chosen[0] ?? null) : null,
      failures: 0,
      surveyed_at,
    });
    if (changed) learn(tools.sql, shown, surveyed_at);
    const question = accountQuestion(layout.account);
    if (changed && asked.length === 0 && single !== null)
      rememberAccount(tools.sql, layout.fingerprint, question, single.id, surveyed_at);
  });
  return { kind: "moved" };
}

/** How the rows are read, with the accounts whose transactions have the purchase date. */
function planReading(
  { sql }: Tools,
  plan: Reading["plan"],
  accounts: Reading["accounts"],
): Reading {
  const chosen = Object.values(accounts);
  const byPurchase = listPurchaseDated(sql).filter((id) => chosen.some((one) => one?.id === id));
  return { plan, accounts, ...(byPurchase.length > 0 && { by_purchase: byPurchase }) };
}

/**
 * The balances of a debt can be read only once this is known; it is asked once for each layout and
 * account.
 */
function askAboutDebts(
  { questions, sample }: Survey<unknown>,
  listed: readonly AccountListed[],
  accounts: Reading["accounts"],
  answers: Answers,
): readonly Question[] {
  const debts = new Set(listed.filter(({ debt }) => debt).map(({ id }) => id));
  const chosen = Object.values(accounts);
  const question =
    chosen.length > 0 && chosen.every((account) => account !== null && debts.has(account.id))
      ? askOfDebt(sample)
      : null;
  return question === null ||
    answers[question.id] !== undefined ||
    questions.some(({ id }) => id === question.id)
    ? []
    : [question];
}

/** Null if no account, or two, have the name: then the user is asked. */
function idNamed(name: string, listed: readonly AccountListed[]): number | null {
  const found = findAccount(name, listed);
  return found.ok ? found.value.id : null;
}

/**
 * Compares the rows with the budget, some days a step; then the import is shown, or asks about
 * lookalikes.
 */
export async function compareForPreview(tools: Tools, run: Run): Promise<Drained> {
  const compared = await compare(tools.sql, tools.runs, run, createService(tools));
  if (compared.kind !== "done") return compared;
  const waits = await lookAtBalances(tools, run, ["reading"]);
  if (waits !== null) return waits;
  askOr("preview", tools, run, ["reading"]);
  return { kind: "done" };
}

/** Asks the question that comparing left, or continues. False if it asks. */
function askOr(
  next: "preview" | "posting",
  tools: Tools,
  run: Run,
  from: readonly RunState[],
): boolean {
  return tools.sql.transaction(() => {
    const question = askAboutLookalikes(tools.sql, run.seq);
    const shared = { compared_to: null, error: null, next_attempt_at: null, failures: 0 };
    if (question === null) tools.runs.change(run.seq, from, { ...shared, state: next });
    else {
      // A person may take days: until then other rows may be deleted from the budget.
      forgetThere(tools.sql, tools.runs, run.seq);
      tools.runs.change(run.seq, from, { ...shared, state: "question", questions: [question] });
    }
    return question === null;
  });
}

/** Post: one request with waiting rows of the run. */
export async function post(tools: Tools, begun: Run): Promise<Drained> {
  if (begun.posting_since === null) {
    const preparing = await prepareToPost(tools, begun);
    if (preparing !== null) return preparing;
  }
  const run = must(tools.runs.bySeq(begun.seq), "the run exists");
  const store = new SqlQueueStore(tools.sql, tools.runs, run.seq);
  const update = nextUpdate(tools.sql, run.seq);
  if (update !== null) return settleUpdate({ ...tools, service: createService(tools) }, update);
  const wait = await tools.pace();
  if (wait > 0)
    return {
      kind: "again",
      delay: wait,
      message: "the service's quota for this minute is used up",
    };
  const drained = await drainOnce(store, createService(tools), queueOptions(run));
  if (drained.kind === "done") {
    const waits = await setBalances(tools, run);
    if (waits !== null) return waits;
    tools.sql.transaction(() => {
      const now = must(tools.runs.bySeq(run.seq), "the run exists");
      const { read: all, inserted, duplicate, rejected, skipped } = now;
      assert(
        all === inserted + duplicate + rejected + skipped,
        `import ${run.id}: ${all} rows read, others settled`,
      );
      rememberEdges(tools.sql, run.seq);
      closePendings(tools.sql, run);
      reopenMatches(tools.sql);
      retryReceiptsNow(tools.sql);
      if (inserted > 0)
        tools.sql.run(
          "INSERT OR IGNORE INTO jobs (kind, run, subject, next_attempt_at) VALUES ('find transfers', ?1, ?1, ?2)",
          run.seq,
          tools.chance.now(),
        );
      tools.runs.change(run.seq, POSTING, {
        state: "done",
        finished_at: tools.chance.now(),
        error: null,
        next_attempt_at: null,
      });
      refreshOfRun(tools.sql, run.id);
    });
  }
  return drained;
}

/**
 * Before the first request: numbers the rows of shared days and compares with the budget; null when
 * the run may be posted.
 */
async function prepareToPost(tools: Tools, run: Run): Promise<Drained | null> {
  if (run.compared_to === null) tools.sql.transaction(() => numberBoundaries(tools.sql, run));
  const compared = await compare(tools.sql, tools.runs, run, createService(tools));
  if (compared.kind !== "done") return compared;
  const waits = await lookAtBalances(tools, run, POSTING);
  if (waits !== null) return waits;
  const goesOn = tools.sql.transaction(() => {
    if (!askOr("posting", tools, run, POSTING)) return false;
    return tools.runs.change(run.seq, ["posting"], { posting_since: tools.chance.now() });
  });
  return goesOn ? null : { kind: "moved" };
}

/**
 * Undo: one request. A batch whose response was lost is settled first, so that nothing it inserted
 * stays behind.
 */
export async function undo(tools: Tools, run: Run): Promise<Drained> {
  const store = new SqlQueueStore(tools.sql, tools.runs, run.seq);
  const wait = await tools.pace();
  if (wait > 0)
    return {
      kind: "again",
      delay: wait,
      message: "the service's quota for this minute is used up",
    };
  const doubtful = store.doubtfulBatch();
  if (doubtful !== null)
    return settleByLooking(store, createService(tools), doubtful, queueOptions(run));
  const taken = await undoUpdate({ ...tools, service: createService(tools) }, run);
  if (taken !== null) return taken;
  const service = createService(tools);
  const undone = await undoOnce(
    tools.sql,
    tools.runs,
    run,
    { ...service, remove: service.removeNow },
    tools.chance,
  );
  if (undone.kind === "done") {
    const waits = await takeBackBalances(tools, run);
    if (waits !== null) return waits;
    const kept =
      tools.sql.first<{ n: number }>(
        "SELECT COUNT(*) AS n FROM rows WHERE run = ? AND kept = 1",
        run.seq,
      )?.n ?? 0;
    const error =
      kept === 0 ? null : `${kept} transactions could not be deleted; their rows say why.`;
    tools.runs.change(run.seq, ["undoing"], {
      state: "undone",
      finished_at: tools.chance.now(),
      error,
      next_attempt_at: null,
    });
  }
  return undone;
}

function createService(tools: Tools) {
  return queueService(tools.upstream, tools.pace);
}

function queueOptions(run: Run): QueueOptions {
  const { apply_rules: applyRules, skip_duplicates: skipDuplicates } = run.options;
  const keepsBalance = findKept(run);
  return { run: run.id, applyRules, skipDuplicates, keepsBalance };
}
