// Large files and files made to hurt, with the memory that they take.

import { TOKEN } from "../built.mjs";
import { ABUSE } from "./abuse.mjs";
import { HEAP_MB_MAX, HeapWatch } from "./heap.mjs";
import { call, makeAccount, timedImport } from "./service.mjs";
import { statement } from "./statement.mjs";
import { HOSTILE, LARGE } from "./workbooks.mjs";

/** A 100 MB statement, about a million rows, with the isolate's heap limited and watched through the inspector. */
export async function large({ report, withWorker }) {
  const file = statement(1_080_000, 9);
  report.heading(
    `${(file.byteLength / 1e6).toFixed(1)} MB, upload to preview (survey and read, no posting)`,
  );
  const use = async ({ base, inspectorPort }) => {
    const account = await makeAccount(base, "Large");
    const heap = await HeapWatch.start(inspectorPort);
    const large = await timedImport(base, file, account, {
      query: "&preview=true",
      patience: 600_000,
    });
    const { peak } = await heap.stop();
    report.line("read", large.ms, JSON.stringify(large.counts));
    report.figure(
      "peak of the isolate's used JS heap",
      peak / 1e6,
      "MB",
      `buffers included (kept below ${HEAP_MB_MAX} MB)`,
    );
  };
  await withWorker(use, { heapMb: HEAP_MB_MAX });
}

/** Each file made to hurt: how soon it is answered, with what, and the memory it took beyond the upload before. */
export async function abuse({ base, report, inspectorPort }) {
  report.heading(
    "Files made to hurt (target: answered within 1,000 ms, less than 64 MB more memory)",
  );
  const account = await makeAccount(base, "Abuse");
  for (const [name, text] of Object.entries(ABUSE)) {
    const body = Buffer.from(text());
    const heap = await HeapWatch.start(inspectorPort);
    const before = await heap.now();
    const start = performance.now();
    const response = await fetch(new URL(`/api/imports?account=${account}`, base), {
      method: "POST",
      body,
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    const answer = await response.json();
    const ms = performance.now() - start;
    const { peak } = await heap.stop();
    const said = answer.errors?.[0]?.errMsg ?? answer.state;
    report.line(
      name.slice(0, 40),
      ms,
      `${response.status}, ${((peak - before) / 1e6).toFixed(0)} MB more${report.keep(`${name}, memory`, (peak - before) / 1e6, "MB")}: ${said.slice(0, 110)}`,
      { name },
    );
    if (answer.state !== undefined)
      await call(base, `/api/imports/${answer.id}/undo`, { method: "POST" });
  }
}

/**
 * Workbooks of some 10 MB read to the preview, and some made to hurt: the memory each took beyond
 * what was there before.
 */
export async function workbooks({ base, report, inspectorPort }) {
  report.heading("Workbooks, upload to preview (survey and read, no posting; limit 128 MB)");
  const account = await makeAccount(base, "Workbooks");
  for (const [name, bytes] of Object.entries({ ...LARGE, ...HOSTILE })) {
    const file = bytes();
    // Writing the file keeps this process busy; what closed meanwhile is noticed now.
    await new Promise((resolve) => setTimeout(resolve, 200));
    const heap = await HeapWatch.start(inspectorPort);
    const before = await heap.now();
    const start = performance.now();
    const response = await fetch(new URL(`/api/imports?account=${account}&preview=true`, base), {
      method: "POST",
      body: file,
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    const answer = await response.json();
    const run =
      response.status === 202
        ? await settled(base, answer.id)
        : { state: "refused", error: answer.errors?.[0]?.errMsg };
    const ms = performance.now() - start;
    const { peak } = await heap.stop();
    report.line(
      `${name}, ${(file.byteLength / 1e6).toFixed(1)} MB`,
      ms,
      `${((peak - before) / 1e6).toFixed(0)} MB more${report.keep(`${name}, memory`, (peak - before) / 1e6, "MB")} (peak ${(peak / 1e6).toFixed(0)}): ${run.state} ${JSON.stringify(run.counts ?? {})} ${(run.error ?? "").slice(0, 100)}`,
      { name },
    );
  }
}

/** The run when it waits for a person or has ended. */
async function settled(base, id) {
  for (;;) {
    const run = await call(base, `/api/imports/${id}`);
    if (["done", "preview", "failed", "question"].includes(run.state)) return run;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
