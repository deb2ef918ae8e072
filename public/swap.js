// Forms and links with data-swap="ID ..." replace these elements of the page instead of loading all
// of it: the same request is sent by fetch, its redirects are followed, and the elements with these
// ids are taken from the answered page. If anything fails, the form is sent or the link followed as
// without this script. A form that writes has a one-time key, so that sending it again changes
// nothing twice. A button with data-swap="" is left to the browser.
//
// An element that the answer marks with autofocus gets the focus. Otherwise the focus stays on the
// element with the same id. If that is gone, the focus goes to the first id in data-focus (of the
// button, the link or the form) that the page has, or to the first link of the new elements. The
// text of [role=status] or [role=alert] in the answer is read out. After a swap the document has
// the event "swapped".

import { announce, localizeTimes } from "./page.js";

/** The requests under way, by what they replace. */
const busy = new Map();
/**
 * The address without its fragment. If only the fragment changes, the browser jumps within the
 * page.
 */
let here = location.pathname + location.search;

document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  const ids = listTargets(submitter?.dataset.swap ?? form.dataset.swap);
  if (event.defaultPrevented || ids === null || form.hasAttribute("target")) return;
  event.preventDefault();
  void send(form, submitter, ids);
});

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[data-swap]") ?? null;
  if (link === null || event.defaultPrevented || event.button !== 0) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  const ids = listTargets(link.dataset.swap);
  if (ids === null || link.origin !== location.origin) return;
  event.preventDefault();
  void follow(link.href, ids, link);
});

addEventListener("popstate", () => {
  if (location.pathname + location.search !== here) location.reload();
});

/** Shows the elements as they are at another address; `from` is the link that asked for it. */
export async function follow(address, ids, from) {
  if (!(await swap(ids, address, {}, listWishes(from)))) location.assign(address);
}

async function send(form, submitter, ids) {
  const read = (name) => submitter?.getAttribute(`form${name}`) ?? form.getAttribute(name) ?? "";
  const address = new URL(read("action"), location.href);
  const data = new FormData(form, submitter);
  const isPost = read("method").toUpperCase() === "POST";
  const body = read("enctype") === "multipart/form-data" ? data : new URLSearchParams(data);
  if (!isPost) address.search = String(new URLSearchParams(data));
  const request = isPost ? { method: "POST", body } : {};
  const wishes = [...listWishes(submitter), ...listWishes(form)];
  if (await swap(ids, address.href, request, wishes)) return;
  // Another swap may have replaced the form meanwhile.
  if (!form.isConnected) return location.reload();
  for (const one of [form, submitter]) if (one !== null) one.dataset.swap = "";
  form.requestSubmit(submitter?.isConnected ? submitter : null);
}

/** Sends a request and takes the elements from its answer; false if the browser has to do it. */
async function swap(ids, address, request, wishes) {
  const lane = ids.join(" ");
  const before = busy.get(lane);
  // A form that is being sent is not sent again. If two links are followed, the later one wins.
  if (before?.writes) return true;
  before?.aborter.abort();
  const turn = { aborter: new AbortController(), writes: request.method !== undefined };
  busy.set(lane, turn);
  mark(ids, true);
  try {
    const { signal } = turn.aborter;
    const answer = await fetch(address, { ...request, headers: { accept: "text/html" }, signal });
    const isPage = answer.headers.get("content-type")?.startsWith("text/html") === true;
    // A person who is no longer signed in sees the whole sign-in page.
    if (!isPage || answer.status === 401 || answer.status >= 500) return false;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const pairs = ids.map((id) => [document.getElementById(id), page.getElementById(id)]);
    if (pairs.flat().includes(null)) return false;
    const says = readStatus(page);
    replace(pairs, wishes);
    showAddress(answer.url, turn.writes);
    document.title = page.title;
    announce(says);
    document.dispatchEvent(new CustomEvent("swapped", { detail: { ids } }));
    return true;
  } catch {
    return turn.aborter.signal.aborted;
  } finally {
    if (busy.get(lane) === turn) {
      busy.delete(lane);
      mark(ids, false);
    }
  }
}

function replace(pairs, wishes) {
  const active = document.activeElement;
  const isInside = pairs.some(([old]) => old.contains(active));
  const range = isInside && isText(active) ? [active.selectionStart, active.selectionEnd] : null;
  const fresh = pairs.map(([old, next]) => {
    old.replaceWith(document.adoptNode(next));
    localizeTimes(next);
    return next;
  });
  const asks = fresh.map((one) => one.querySelector("[autofocus]")).find((one) => one !== null);
  if (asks !== undefined) asks.focus();
  else if (isInside || active === document.body) refocus([active.id, ...wishes], fresh, range);
}

function refocus([id, ...wishes], fresh, range) {
  const named = [id, ...wishes].map((one) => document.getElementById(one)).find(canFocus);
  const element = named ?? fresh.map((one) => one.querySelector("a[href]")).find(canFocus);
  (element ?? document.getElementById("main"))?.focus({ preventScroll: element?.id === id });
  if (range !== null && element?.id === id && isText(element)) element.setSelectionRange(...range);
}

function canFocus(element) {
  return element != null && !element.disabled && element.getClientRects().length > 0;
}

function isText(element) {
  return element.matches("textarea, input:not([type]), input[type=text], input[type=search]");
}

function showAddress(address, isWritten) {
  const { pathname, search } = new URL(address);
  if (pathname + search === here) return;
  here = pathname + search;
  if (isWritten) history.replaceState(null, "", here);
  else history.pushState(null, "", here);
}

function readStatus(page) {
  const says = [...page.querySelectorAll("main :is([role=status], [role=alert])")];
  return says.map((one) => one.textContent.trim()).find((text) => text !== "") ?? "";
}

function mark(ids, isBusy) {
  for (const id of ids) {
    const element = document.getElementById(id);
    if (isBusy) element?.setAttribute("aria-busy", "true");
    else element?.removeAttribute("aria-busy");
  }
}

/** The ids to replace; null if the browser is to load the page. */
function listTargets(text = "") {
  const ids = text.split(" ").filter((id) => id !== "");
  return ids.length === 0 ? null : ids;
}

function listWishes(element) {
  return element?.dataset?.focus?.split(" ") ?? [];
}
