// The import page: a dropped or picked file is uploaded at once, with progress, and the page of its
// import opens. Accounts are made in place, so that nothing already chosen is lost.

const form = document.getElementById("upload");
const account = document.getElementById("account");
const input = document.getElementById("file");
const drop = document.getElementById("drop");
const pick = drop.querySelector(".pick");
const panel = document.getElementById("uploading");
const bar = document.getElementById("upload-progress");
const status = document.getElementById("upload-status");
const cancel = document.getElementById("upload-cancel");
const alert = document.getElementById("upload-alert");

const BYTES_MAX = 100_000_000;
let request = null;

input.addEventListener("change", () => {
  if (input.files.length === 1) upload(input.files[0]);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (input.files.length === 1) upload(input.files[0]);
});
cancel.addEventListener("click", () => request?.abort());

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
  const files = event.dataTransfer.files;
  if (files.length > 1) refuse("Drop one file at a time. Each file becomes a separate import.");
  else if (files.length === 1) upload(files[0]);
});
// A page that comes back from the browser's cache starts over.
addEventListener("pageshow", (event) => {
  if (event.persisted) rest();
});

function upload(file) {
  if (request !== null) return;
  if (file.size === 0) return refuse(`“${file.name}” is empty.`);
  if (file.size > BYTES_MAX) return refuse(`“${file.name}” is larger than 100 MB.`);
  alert.hidden = true;
  pick.hidden = true;
  panel.hidden = false;
  status.textContent = `Uploading ${file.name}`;
  cancel.focus();

  const query = new URLSearchParams({ preview: "true" });
  if (account.value !== "") query.set("account", account.value);
  const shown = new URL(form.action).searchParams.get("connection");
  if (shown !== null) query.set("connection", shown);
  const body = new FormData();
  body.append("file", file);
  request = new XMLHttpRequest();
  request.open("POST", `/api/imports?${query}`);
  request.responseType = "json";
  request.upload.addEventListener("progress", (event) => {
    if (!event.lengthComputable) return;
    bar.value = event.loaded / event.total;
    if (event.loaded === event.total) status.textContent = `Uploaded ${file.name}. Reading it…`;
  });
  request.addEventListener("load", () => finish(request));
  request.addEventListener("error", () =>
    refuse("The connection was interrupted. Nothing was imported. Try again."),
  );
  request.addEventListener("abort", () => rest());
  request.send(body);
}

function finish({ status: code, response }) {
  if (code >= 200 && code < 300 && response?.id !== undefined) {
    location.assign(`/imports/${encodeURIComponent(response.id)}`);
    return;
  }
  // An archive of several files: an import each, all in the list.
  if (code >= 200 && code < 300 && Array.isArray(response?.imports)) {
    location.assign("/imports");
    return;
  }
  if (code === 401) {
    location.reload();
    return;
  }
  const details = (response?.errors ?? []).map((error) => error.errMsg).join(" ");
  refuse(details || response?.message || `The file was refused (${code}).`);
}

function refuse(message) {
  rest();
  alert.textContent = message;
  alert.hidden = false;
  input.focus();
}

function rest() {
  request = null;
  panel.hidden = true;
  pick.hidden = false;
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
if (isFresh && input.files.length === 1) upload(input.files[0]);
