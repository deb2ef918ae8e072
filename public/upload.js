// The import page: dropped or chosen files are uploaded at once, with progress. One file opens the
// page of its import, several open the page that they share. Accounts are created without leaving
// the page, so that nothing already chosen is lost.

const form = document.getElementById("upload");
const account = document.getElementById("account");
const input = document.getElementById("file");
const folder = document.getElementById("folder");
const drop = document.getElementById("drop");
const picks = drop.querySelectorAll(".pick, .pick-folder");
const panel = document.getElementById("uploading");
const bar = document.getElementById("upload-progress");
const status = document.getElementById("upload-status");
const cancel = document.getElementById("upload-cancel");
const alert = document.getElementById("upload-alert");

const BYTES_MAX = Number(form.dataset.bytesMax);
const FILES_MAX = 200;
const AT_ONCE = 3;
const TRIES = 3;
/** The files that operating systems add to folders. */
const JUNK = /^(?:\..*|thumbs\.db|desktop\.ini)$/i;

/** The upload under way: its requests, and whether it was cancelled. */
let current = null;

for (const picker of [input, folder])
  picker.addEventListener("change", () => {
    if (picker.files.length > 0) void uploadAll([...picker.files].map(withPath));
  });
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const files = [...input.files, ...folder.files].map(withPath);
  if (files.length > 0) void uploadAll(files);
  else refuse("Choose a file first.");
});
cancel.addEventListener("click", () => {
  if (current === null) return;
  current.cancelled = true;
  for (const request of current.requests) request.abort();
  rest();
});

document.addEventListener("dragover", (event) => {
  if (!event.dataTransfer?.types.includes("Files")) return;
  event.preventDefault();
  drop.classList.add("over");
});
document.addEventListener("dragleave", (event) => {
  if (event.relatedTarget === null) drop.classList.remove("over");
});
document.addEventListener("drop", (event) => {
  if (!event.dataTransfer?.types.includes("Files")) return;
  event.preventDefault();
  drop.classList.remove("over");
  void readDropped(event.dataTransfer).then((files) => uploadAll(files));
});
// A page that comes back from the browser's cache starts over.
addEventListener("pageshow", (event) => {
  if (event.persisted) rest();
});

function withPath(file) {
  return { file, path: file.webkitRelativePath || file.name };
}

/** The dropped files, and those in dropped folders. */
async function readDropped({ items, files }) {
  // The entries are gone as soon as this function waits.
  const entries = [...items].map((item) => item.webkitGetAsEntry?.() ?? null);
  const plain = [...files].map(withPath);
  if (entries.every((entry) => entry === null || entry.isFile)) return plain;
  const found = [];
  for (const entry of entries) if (entry !== null) await readEntry(entry, found);
  return found;
}

async function readEntry(entry, found) {
  if (found.length > FILES_MAX) return;
  if (entry.isFile) {
    const file = await new Promise((done, fail) => entry.file(done, fail));
    found.push({ file, path: entry.fullPath.replace(/^\//, "") });
    return;
  }
  const reader = entry.createReader();
  for (;;) {
    // A folder is listed a hundred entries at a time.
    const listed = await new Promise((done, fail) => reader.readEntries(done, fail));
    if (listed.length === 0) return;
    for (const one of listed) await readEntry(one, found);
  }
}

async function uploadAll(dropped) {
  if (current !== null) return;
  const files = dropped.filter(({ file }) => dropped.length === 1 || !JUNK.test(file.name));
  const large = files.find(({ file }) => file.size > BYTES_MAX);
  if (files.length === 0) return refuse("There are no files to import.");
  if (files.length > FILES_MAX) return refuse(`Choose at most ${FILES_MAX} files at once.`);
  if (large !== undefined)
    return refuse(`“${large.file.name}” is larger than ${BYTES_MAX / 1_000_000} MB.`);
  if (files.length === 1 && files[0].file.size === 0)
    return refuse(`“${files[0].file.name}” is empty.`);
  begin(files);
  const upload = crypto.randomUUID().replaceAll("-", "");
  const several = files.length > 1;
  const waiting = files.filter(({ file }) => file.size > 0);
  const answers = [];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      if (current === null || current.cancelled) return;
      answers.push(await send(next, several ? upload : null));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (current === null || current.cancelled) return;
  finish(answers, several ? upload : null);
}

function begin(files) {
  const bytes = files.reduce((sum, { file }) => sum + file.size, 0);
  current = { requests: new Set(), sent: new Map(), bytes, cancelled: false };
  alert.hidden = true;
  for (const pick of picks) pick.hidden = true;
  panel.hidden = false;
  status.textContent =
    files.length === 1 ? `Uploading ${files[0].file.name}` : `Uploading ${files.length} files`;
  cancel.focus();
}

/** Sends one file; a request that was lost is sent again under the same key, which imports it once. */
async function send({ file, path }, upload) {
  const query = new URLSearchParams({ preview: "true" });
  if (upload !== null) query.set("upload", upload);
  if (account.value !== "") query.set("account", account.value);
  const shown = new URL(form.action).searchParams.get("connection");
  if (shown !== null) query.set("connection", shown);
  const key = crypto.randomUUID();
  for (let tries = 1; ; tries += 1) {
    const body = new FormData();
    body.append("file", file, path);
    const answer = await post(`/api/imports?${query}`, key, file, body);
    if (answer.status !== 0 || tries >= TRIES || current === null || current.cancelled)
      return { ...answer, name: file.name };
  }
}

function post(address, key, file, body) {
  return new Promise((done) => {
    const request = new XMLHttpRequest();
    current.requests.add(request);
    request.open("POST", address);
    request.setRequestHeader("idempotency-key", key);
    request.responseType = "json";
    request.upload.addEventListener("progress", ({ loaded, total }) => {
      if (current === null || total === 0) return;
      current.sent.set(file, (loaded / total) * file.size);
      showProgress();
    });
    request.addEventListener("loadend", () => {
      current?.requests.delete(request);
      done({ status: request.status, response: request.response });
    });
    request.send(body);
  });
}

function showProgress() {
  const sent = [...current.sent.values()].reduce((sum, bytes) => sum + bytes, 0);
  bar.value = Math.min(1, sent / Math.max(1, current.bytes));
  if (sent >= current.bytes) status.textContent = "Uploaded. Reading…";
}

/** One file leads to its import. Several share a page, which also names those that cannot be read. */
function finish(answers, upload) {
  if (answers.some(({ status: code }) => code === 401)) return location.reload();
  const [first] = answers;
  if (upload !== null) {
    // A file that is no statement is stored, and its import says why.
    const lost = answers.filter(({ status: code }) => code !== 202 && code !== 422);
    if (lost.length === 0) return location.assign(`/imports/uploads/${upload}`);
    const names = lost.map(({ name }) => `“${name}”`).join(", ");
    return refuse(
      `Not uploaded: ${names}. ${explain(lost[0])}`,
      lost.length < answers.length ? upload : null,
    );
  }
  if (first.response?.id !== undefined && first.status === 202)
    return location.assign(`/imports/${encodeURIComponent(first.response.id)}`);
  const shared = first.response?.imports?.[0]?.upload;
  if (shared !== undefined) return location.assign(`/imports/uploads/${shared}`);
  refuse(explain(first));
}

function explain({ status: code, response }) {
  if (code === 0) return "The connection was interrupted. Nothing was imported. Try again.";
  const details = (response?.errors ?? []).map((error) => error.errMsg).join(" ");
  return details || response?.message || `The file was refused (${code}).`;
}

function refuse(message, upload = null) {
  rest();
  alert.textContent = message;
  if (upload !== null) {
    const link = document.createElement("a");
    link.href = `/imports/uploads/${upload}`;
    link.textContent = "Continue with the other files";
    alert.append(" ", link);
  }
  alert.hidden = false;
  input.focus();
}

function rest() {
  current = null;
  panel.hidden = true;
  for (const pick of picks) pick.hidden = false;
  bar.removeAttribute("value");
  form.reset();
}

const newAccount = document.getElementById("new-account");
const newAccountAlert = document.getElementById("new-account-alert");

newAccount.addEventListener("submit", async (event) => {
  event.preventDefault();
  newAccountAlert.hidden = true;
  try {
    const response = await fetch(newAccount.action, {
      method: "POST",
      headers: { accept: "application/json" },
      body: new FormData(newAccount),
    });
    const made = await response.json();
    if (!response.ok) throw new Error(made.message);
    const option = new Option(`${made.name} (${made.currency.toUpperCase()})`, made.id, true, true);
    account.append(option);
    newAccount.reset();
    newAccount.closest("details").open = false;
    account.focus();
  } catch (error) {
    newAccountAlert.textContent = error.message;
    newAccountAlert.hidden = false;
  }
});

// A file that was picked before this script came; one that the browser brought back with the page was sent before.
const isFresh = performance.getEntriesByType("navigation")[0]?.type === "navigate";
if (isFresh && input.files.length > 0) void uploadAll([...input.files].map(withPath));
