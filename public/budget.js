// The budget: Enter saves what was typed and goes down, Shift+Enter goes up. The form is sent by
// fetch and only the figures of the answered page are replaced, so that a field keeps what is being
// typed into it. If anything fails, the browser submits the form.

const FIELDS = "input.amount-field";
let saving = Promise.resolve();

const formNow = () => document.getElementById("budget-form");
const wasOf = (input) => document.getElementById(input.id.replace("amount-", "was-"));

/** The texts that were typed and are not saved, by the field's id. */
const unsaved = new Map();

function markUnsaved(input) {
  const isUnsaved = input.value !== (wasOf(input)?.value ?? "");
  input.classList.toggle("unsaved", isUnsaved);
  if (isUnsaved) unsaved.set(input.id, input.value);
  else unsaved.delete(input.id);
}

// Opening or closing a row replaces the fields (public/swap.js). They get back what was typed into
// them.
document.addEventListener("swapped", ({ detail }) => {
  // A form that was submitted had all fields in it, so nothing is left unsaved.
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

/** Saves go one after the other, since the second must know what the first has written. */
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
    // Screen readers read a live region only if it stays the same element.
    if (old.getAttribute("role") === "status") old.replaceChildren(...fresh.childNodes);
    else old.replaceWith(fresh);
  }
  const key = page.getElementById("budget-key");
  if (key !== null) document.getElementById("budget-key").value = key.value;
  for (const [id, text] of sent) takeField(page, id, text);
}

/** Gives a field the saved amount, unless somebody has typed into it since. */
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

// While nothing has the focus, the arrow keys go to the next and previous period and 0 to the
// current one.
const TURNS = { ArrowLeft: "period-before", ArrowRight: "period-after", 0: "period-now" };
document.addEventListener("keydown", (event) => {
  const isFree = document.activeElement === document.body;
  if (!isFree || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  document.getElementById(TURNS[event.key])?.click();
});

// A page that the browser restores from memory still has what was typed.
window.addEventListener("pageshow", () => {
  for (const input of document.querySelectorAll(FIELDS)) markUnsaved(input);
});
