// The budget: Enter saves what was typed and goes down, Shift+Enter goes up. What was saved is sent by
// the same form as without scripts; of the answered page only the figures are taken, so that a field
// that is being typed in keeps its text. If anything fails, the form is sent as without scripts.

const FIELDS = "input.amount-field";
let saving = Promise.resolve();

const formNow = () => document.getElementById("budget-form");
const wasOf = (input) => document.getElementById(input.id.replace("amount-", "was-"));

/** What was typed and not saved, by the field's id. */
const unsaved = new Map();

function markUnsaved(input) {
  const isUnsaved = input.value !== (wasOf(input)?.value ?? "");
  input.classList.toggle("unsaved", isUnsaved);
  if (isUnsaved) unsaved.set(input.id, input.value);
  else unsaved.delete(input.id);
}

// A row that was opened or closed brings new fields (public/swap.js): what was typed stays.
document.addEventListener("swapped", ({ detail }) => {
  // A form that was sent had all fields in it.
  if (detail.ids.includes("budget-done")) unsaved.clear();
  for (const [id, text] of unsaved) {
    const input = document.getElementById(id);
    if (input === null) continue;
    input.value = text;
    markUnsaved(input);
  }
});

document.addEventListener("input", ({ target }) => {
  if (target.matches?.(FIELDS)) markUnsaved(target);
});

document.addEventListener("keydown", (event) => {
  const { target, key } = event;
  if (!target.matches?.(FIELDS) || event.isComposing) return;
  if (key === "Escape") {
    target.value = wasOf(target)?.value ?? "";
    markUnsaved(target);
  }
  if (key !== "Enter") return;
  event.preventDefault();
  const all = [...document.querySelectorAll(FIELDS)];
  const next = all[all.indexOf(target) + (event.shiftKey ? -1 : 1)];
  saveInTurn(formNow());
  (next ?? target).focus();
  (next ?? target).select();
});

document.addEventListener("submit", (event) => {
  if (event.target.id !== "budget-form" || event.submitter?.name === "use") return;
  const isOpen = document.querySelector("#budget-form .editing") !== null;
  if (isOpen) return;
  event.preventDefault();
  saveInTurn(event.target);
});

/** One save after the other: the second must know what the first has written. */
function saveInTurn(form) {
  saving = saving.then(() => save(form)).catch(() => form.submit());
}

/** Sends the form and takes over the figures of the answer. */
async function save(form) {
  const sent = new Map([...document.querySelectorAll(FIELDS)].map((one) => [one.id, one.value]));
  const answer = await fetch(form.action, {
    method: "POST",
    body: new URLSearchParams(new FormData(form)),
  });
  if (!answer.ok && answer.status !== 400 && answer.status !== 409) throw new Error();
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (page.getElementById("budget-form") === null) throw new Error();
  for (const old of document.querySelectorAll("[data-figure]")) {
    const fresh = page.getElementById(old.id);
    if (fresh === null) continue;
    // A live region is spoken only if it stays the same element.
    if (old.getAttribute("role") === "status") old.replaceChildren(...fresh.childNodes);
    else old.replaceWith(fresh);
  }
  const key = page.getElementById("budget-key");
  if (key !== null) document.getElementById("budget-key").value = key.value;
  for (const [id, text] of sent) takeField(page, id, text);
}

/** A field takes what is saved now, unless it was typed in since. */
function takeField(page, id, text) {
  const [own, fresh] = [document.getElementById(id), page.getElementById(id)];
  if (own === null || fresh === null) return;
  const was = page.getElementById(id.replace("amount-", "was-"));
  if (was !== null) wasOf(own).value = was.value;
  if (own.value === text) own.value = fresh.value;
  for (const name of ["aria-invalid", "aria-describedby"]) {
    if (fresh.hasAttribute(name)) own.setAttribute(name, fresh.getAttribute(name));
    else own.removeAttribute(name);
  }
  markUnsaved(own);
}

// The arrows turn the periods and 0 leads to the current one, while nothing is focused.
const TURNS = { ArrowLeft: "period-before", ArrowRight: "period-after", 0: "period-now" };
document.addEventListener("keydown", (event) => {
  const isFree = document.activeElement === document.body;
  if (!isFree || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  document.getElementById(TURNS[event.key])?.click();
});

// A page that comes back from the browser's memory has what was typed.
window.addEventListener("pageshow", () => {
  for (const input of document.querySelectorAll(FIELDS)) markUnsaved(input);
});
