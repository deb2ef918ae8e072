// The keys of all pages: "?" shows them, "/" searches, "g" and a letter goes to a page. Letters act
// only while no field has the focus, and a switch in the list of keys turns them off, which a
// cookie remembers. For every key there is also a link or a button.

const OFF = "tributary_keys=off";
const GO_MS = 1_500;
const PLACES = {
  o: ["/overview", "Overview"],
  t: ["/transactions", "Transactions"],
  b: ["/budget", "Budget"],
  a: ["/accounts", "Accounts"],
  i: ["/", "Import"],
  r: ["/review", "Review"],
};
const KEYS = [
  ["?", "Show these keys"],
  ["/", "Search the transactions"],
  ...Object.entries(PLACES)
    .filter(([, [path]]) => document.querySelector(`nav.pages a[href="${path}"]`) !== null)
    .map(([key, [, name]]) => [`g ${key}`, `Go to ${name}`]),
  ["j k ↓ ↑", "In the list: next row, previous row"],
  ["x Space", "Select the row; with Shift all rows up to it"],
  ["e Enter", "Edit the row"],
  ["c n t", "Edit its category, its notes, its tags"],
  ["a", "Mark the row as reviewed; in the review: accept the card"],
  ["c s", "In the review: choose the category, skip the card"],
  ["r", "Make a rule from the row"],
  ["u", "Undo the last change"],
  ["Enter", "In an edited row: save and edit the next row; with Shift the previous one"],
  ["Ctrl Enter", "In an edited row: save"],
  ["Esc", "Leave the edited row as it was"],
];

/** The time at which "g" was pressed, in milliseconds since the page was loaded. */
let wentAt = -Infinity;
let dialog = null;

/**
 * Whether a key press is a command: the focus is in no field, and no modifier but Shift is held.
 */
export function isOurs(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  return areOn() && !isTyping(event.target) && document.querySelector("dialog[open]") === null;
}

/** Whether the keys are on. */
export function areOn() {
  return !document.cookie.split("; ").includes(OFF);
}

function isTyping(element) {
  return (
    element.closest?.("select, textarea, input:not([type=checkbox]), [contenteditable]") != null
  );
}

document.addEventListener("keydown", (event) => {
  if (!isOurs(event)) return;
  const isSecond = event.timeStamp - wentAt < GO_MS;
  wentAt = -Infinity;
  if (isSecond && event.key in PLACES) go(PLACES[event.key][0]);
  else if (event.key === "g") wentAt = event.timeStamp;
  else if (event.key === "?") showKeys();
  else if (event.key === "/") search();
  else if (event.key !== "u" || !undo()) return;
  event.preventDefault();
  event.stopImmediatePropagation();
});

document.addEventListener("click", ({ target }) => {
  if (target.closest?.("[data-keys]") != null) showKeys();
});

/** Goes to a page, if the navigation has it. */
function go(path) {
  document.querySelector(`nav.pages a[href="${path}"]`)?.click();
}

/** Presses the page's Undo; false if it has none. */
function undo() {
  const button = document.getElementById("undo");
  button?.click();
  return button !== null;
}

function search() {
  const field = document.getElementById("q");
  if (field === null) go("/transactions");
  else field.select();
}

function showKeys() {
  dialog ??= makeDialog();
  dialog.querySelector("input").checked = areOn();
  dialog.showModal();
}

function makeDialog() {
  const made = make("dialog", "keys-dialog");
  const title = make("h2", "", "Keys");
  title.id = "keys-title";
  made.setAttribute("aria-labelledby", title.id);
  const list = make("dl", "key-list");
  for (const [key, words] of KEYS) {
    const term = make("dt");
    for (const one of key.split(" ")) term.append(make("kbd", "", one), " ");
    list.append(term, make("dd", "", words));
  }
  const tick = make("label", "tick");
  const box = make("input");
  box.type = "checkbox";
  box.addEventListener("change", () => {
    document.cookie = `${OFF}; path=/; samesite=lax; max-age=${box.checked ? 0 : 31_536_000}`;
  });
  tick.append(box, make("span", "", "Letters and Enter act as keys"));
  const close = make("button", "", "Close");
  close.autofocus = true;
  close.addEventListener("click", () => made.close());
  made.append(title, list, tick, close);
  document.body.append(made);
  return made;
}

function make(name, className = "", text = "") {
  const element = document.createElement(name);
  if (className !== "") element.className = className;
  element.textContent = text;
  return element;
}
