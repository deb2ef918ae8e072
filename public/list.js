// The list of transactions by keyboard: the focus goes from row to row, and letters do what the
// links and buttons of the row do (public/keys.js lists them). The script also serves the boxes of
// the rows: Shift selects all rows up to one, and the heading's box selects the page. The page
// works without it.

import { isOurs } from "./keys.js";
import { announce } from "./page.js";
import { follow } from "./swap.js";

/** The box that was ticked last: Shift selects from there. */
let anchor = null;

const listBoxes = () => [...document.querySelectorAll(".ledger .select input[name=id]")];
const listRows = () => [...document.querySelectorAll(".ledger tbody tr[id^=row-]:not(.editing)")];
const findIn = (row, kind) => document.getElementById(row.id.replace("row", kind));

document.addEventListener("keydown", (event) => {
  if (event.target.closest?.("#edit-form")) actInForm(event);
  else if (isOurs(event) && actOnRow(event)) event.preventDefault();
});

/**
 * Handles a key in the open row. Enter in a text field is left to the browser, which submits the
 * form: it saves the row and opens the next one.
 */
function actInForm(event) {
  const { key, target } = event;
  if (event.isComposing) return;
  // The arrow keys change a select, but the person is still choosing.
  target.dataset.typed = "yes";
  if (key === "Escape") document.getElementById("edit-cancel").click();
  else if (key === "Enter" && !target.matches("button, a")) saveBy(event);
}

/** Choosing a category by pointer saves the row, if nothing else was changed in it. */
document.addEventListener("change", ({ target }) => {
  if (target.id !== "edit-category_id" || target.dataset.typed === "yes") return;
  const others = [...target.form.elements].filter((one) => one !== target && isChanged(one));
  if (others.length === 0) target.form.requestSubmit(document.getElementById("edit-save"));
});

function isChanged(field) {
  if (field.matches("[type=checkbox]")) return field.checked !== field.defaultChecked;
  return field.matches("input, textarea") && field.value !== field.defaultValue;
}

function saveBy(event) {
  const { target } = event;
  const isNotes = target.matches("textarea");
  const isWithCtrl = event.ctrlKey || event.metaKey;
  if (isWithCtrl) press(event, "edit-save");
  else if (event.shiftKey && !isNotes) press(event, "edit-save-previous");
  else if (isNotes ? !event.shiftKey : target.matches("select")) press(event, "edit-save-next");
}

function press(event, id) {
  event.preventDefault();
  const form = document.getElementById("edit-form");
  form.requestSubmit(document.getElementById(id) ?? document.getElementById("edit-save"));
}

/** Handles a key on a row. Returns whether it did anything. */
function actOnRow({ key, target, shiftKey }) {
  const rows = listRows();
  const row = target.closest?.(".ledger tbody tr") ?? null;
  const isOnPage = row !== null || target === document.body || target.id === "main";
  if (rows.length === 0 || !isOnPage) return false;
  if (key === "j" || key === "ArrowDown") return goTo(rows[rows.indexOf(row) + 1] ?? row);
  if (key === "k" || key === "ArrowUp") return goTo(rows[Math.max(0, rows.indexOf(row) - 1)]);
  return row !== null && !row.matches(".editing, .offer") && actIn(row, key, shiftKey, target);
}

function actIn(row, key, shiftKey, target) {
  const isLink = target.matches("[id^=payee-]");
  if (key === "x" || key === "X" || (key === " " && isLink)) return tick(row, shiftKey);
  if (key === "e" || (key === "Enter" && isLink)) return edit(row, "category_id");
  if (key === "c") return edit(row, "category_id");
  if (key === "n") return edit(row, "notes");
  if (key === "t") return edit(row, "tag_ids");
  if (key === "a") return click(row.id.replace("row", "review"));
  if (key === "r") return makeRule(row);
  return false;
}

function goTo(row) {
  if (row === null || row === undefined) return false;
  const link = findIn(row, "payee");
  link.focus();
  link.scrollIntoView({ block: "nearest" });
  return true;
}

function click(id) {
  const element = document.getElementById(id);
  element?.click();
  return element !== null;
}

function edit(row, field) {
  const link = findIn(row, "edit");
  const address = new URL(link.href);
  address.searchParams.set("field", field);
  void follow(address.href, link.dataset.swap.split(" "), link);
  return true;
}

function makeRule(row) {
  if (row.closest(".ledger").dataset.rules !== "yes") return false;
  location.assign(`/rules/new?transaction=${row.id.replace("row-", "")}`);
  return true;
}

function tick(row, isRange) {
  const box = findIn(row, "select");
  box.checked = !box.checked;
  select(box, isRange);
  return true;
}

/** Called after a box was ticked. With Shift, all boxes since the last one get the same state. */
function select(box, isRange) {
  const boxes = listBoxes();
  const [from, to] = [boxes.indexOf(anchor), boxes.indexOf(box)].toSorted((a, b) => a - b);
  if (isRange && from >= 0) for (const one of boxes.slice(from, to + 1)) one.checked = box.checked;
  anchor = box;
  count();
}

/** Shows how many rows are selected, in the bar and in the box of the heading. */
function count() {
  const boxes = listBoxes();
  const ticked = boxes.filter((box) => box.checked).length;
  const all = document.getElementById("select-all");
  const words = all?.checked ? all.parentElement.textContent.trim() : `${ticked} selected`;
  const line = document.getElementById("selected-count");
  if (line !== null) line.textContent = words;
  const head = document.getElementById("select-page");
  if (head === null) return;
  head.checked = ticked > 0 && ticked === boxes.length;
  head.indeterminate = ticked > 0 && ticked < boxes.length;
}

document.addEventListener("click", (event) => {
  const { target } = event;
  if (target.matches(".ledger .select input[name=id]")) return select(target, event.shiftKey);
  if (target.id === "select-page") return selectAll(target.checked);
  if (target.id === "select-none") return selectAll(false);
  if (target.id === "select-all") return count();
  openByClick(event);
});

function selectAll(isTicked) {
  for (const box of listBoxes()) box.checked = isTicked;
  const all = document.getElementById("select-all");
  if (all !== null && !isTicked) all.checked = false;
  count();
  announce(isTicked ? "The page is selected" : "Nothing is selected");
  if (!isTicked) findIn(listRows()[0], "payee")?.focus();
}

/** A click on a row opens it, unless it was on a control or text is selected. */
function openByClick({ target, button, defaultPrevented }) {
  const row = target.closest(".ledger tbody tr[id^=row-]:not(.editing)");
  if (row === null || button !== 0 || defaultPrevented) return;
  if (target.closest("a, button, input, label") !== null || String(getSelection()) !== "") return;
  if (document.getElementById("selecting")?.checked) tick(row, false);
  else edit(row, "category_id");
}

document.addEventListener("swapped", () => {
  anchor = null;
  count();
});
count();
