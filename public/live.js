// An import's page follows its import: figures in place, and the whole region again when the state,
// or the reason to wait, changes. Server-sent events first; looking every two seconds where they do not come through.

import { announce, localizeTimes } from "./page.js";

const POLL_MS = 2_000;
const EVENT_FAILURES_MAX = 3;

let failures = 0;
let source = null;
let timer = null;

follow();

function follow() {
  const region = document.getElementById("run");
  if (region === null || region.dataset.working !== "yes") return;
  const path = `/api/imports/${encodeURIComponent(region.dataset.import)}`;
  if (failures < EVENT_FAILURES_MAX && "EventSource" in window) listen(path);
  else poll(path);
}

function listen(path) {
  source = new EventSource(`${path}/events`);
  source.addEventListener("import", (event) => {
    failures = 0;
    show(JSON.parse(event.data));
  });
  source.onerror = () => {
    failures += 1;
    if (source.readyState !== EventSource.CLOSED && failures < EVENT_FAILURES_MAX) return;
    stop();
    poll(path);
  };
}

function poll(path) {
  timer = setTimeout(async () => {
    try {
      const response = await fetch(path, { headers: { accept: "application/json" } });
      if (response.status === 401) return location.reload();
      if (response.ok) show(await response.json());
    } catch {
      // The connection is gone for the moment; the next look says whether it came back.
    }
    if (source === null && document.getElementById("run").dataset.working === "yes") poll(path);
  }, POLL_MS);
}

function stop() {
  source?.close();
  source = null;
  clearTimeout(timer);
  timer = null;
}

function show(run) {
  const region = document.getElementById("run");
  const settled =
    run.counts.inserted + run.counts.duplicate + run.counts.rejected + run.counts.skipped;
  const figures = { ...run.counts, togo: Math.max(0, run.counts.read - settled) };
  if (run.state !== region.dataset.state || (run.error ?? "") !== region.dataset.error) {
    stop();
    void renew(region);
    return;
  }
  for (const figure of region.querySelectorAll("[data-figure]")) {
    const count = figures[figure.dataset.figure];
    figure.querySelector("dd").textContent = count.toLocaleString("en-US");
    figure.classList.toggle("zero", count === 0);
    if (figure.dataset.figure === "togo") figure.hidden = count === 0;
  }
  const bar = document.getElementById("progress");
  if (bar?.hasAttribute("value")) {
    bar.max = Math.max(1, run.counts.read);
    bar.value = settled;
  }
}

async function renew(region) {
  const response = await fetch(location.href, { headers: { accept: "text/html" } });
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  const next = page.getElementById("run");
  if (next === null) return location.reload();
  const focused = region.contains(document.activeElement);
  const sentence = next.querySelector("#sentence")?.textContent ?? "";
  region.replaceWith(document.adoptNode(next));
  document.title = page.title;
  localizeTimes(next);
  announce(sentence);
  if (focused) document.getElementById("main").focus();
  follow();
}
